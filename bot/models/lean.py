"""Keep MiniLM's word table small in memory: look rows up as they are stored, and scale only those.

The pinned file stores its weights as int8 and scales them to float32 in the graph. onnxruntime folds that at load,
which turns the word table, half of the model, from 12 into 47 MB though a text reads a dozen of its 30,522 rows. With
the lookup before the scaling the results are the same to the bit. The file is protobuf; the few field numbers needed
here are those of onnx.proto, so the onnx package (17 MB) is not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

GRAPH = 7  # ModelProto.graph
NODE = 1  # GraphProto.node
INPUT, OUTPUT, NAME, OP, ATTRIBUTE = 1, 2, 3, 4, 5  # of NodeProto
BYTES = 2  # wire type: a length, then as many bytes
ROWS = (b"", b"*\x0b\n\x04axis\x18\x00\xa0\x01\x02")  # attributes of a lookup along axis 0: by default, spelt out


@dataclass(frozen=True, slots=True)
class Node:
    """One operation: names of what it reads and makes, and its attributes as they stand in the file."""

    op: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    attributes: bytes = b""

    @classmethod
    def read(cls, body: bytes) -> Node:
        parts: dict[int, list[bytes]] = {INPUT: [], OUTPUT: [], OP: [], ATTRIBUTE: []}
        for number, value, whole in _fields(body):
            if number in parts:
                parts[number].append(whole if number == ATTRIBUTE else value)
        return cls("".join(part.decode() for part in parts[OP]), tuple(part.decode() for part in parts[INPUT]),
                   tuple(part.decode() for part in parts[OUTPUT]), b"".join(parts[ATTRIBUTE]))

    def write(self) -> bytes:
        body = b"".join(_field(INPUT, name.encode()) for name in self.inputs)
        body += b"".join(_field(OUTPUT, name.encode()) for name in self.outputs)
        return body + _field(NAME, f"lean {self.outputs[0]}".encode()) + _field(OP, self.op.encode()) + self.attributes


def rewired(model: bytes) -> bytes | None:
    """The model with its table looked up before it is scaled; None when it is not built that way, or broken."""
    try:
        return _rewired(model)
    except (IndexError, UnicodeDecodeError):
        return None


def _rewired(model: bytes) -> bytes | None:
    out = []
    done = False
    for number, value, whole in _fields(model):
        if number == GRAPH and not done:
            graph = _graph(value)
            if graph is None:
                return None
            whole, done = _field(GRAPH, graph), True
        out.append(whole)
    return b"".join(out) if done else None


def _graph(graph: bytes) -> bytes | None:
    parts = [(number, value, whole) for number, value, whole in _fields(graph)]
    nodes = {index: Node.read(value) for index, (number, value, _) in enumerate(parts) if number == NODE}
    found = _scaled_lookup(list(nodes.values()))
    if found is None:
        return None
    cast, scale, lookup = found
    made = b"".join(_field(NODE, node.write()) for node in _lookup_first(cast, scale, lookup))
    out = []
    for index, (_, _, whole) in enumerate(parts):
        node = nodes.get(index)
        if node is lookup:
            out.append(made)
        elif node is None or (node is not cast and node is not scale):
            out.append(whole)
    return b"".join(out)


def _scaled_lookup(nodes: Sequence[Node]) -> tuple[Node, Node, Node] | None:
    """(cast, multiplication, lookup) where a table is cast and scaled for that one lookup."""
    made_by = {name: node for node in nodes for name in node.outputs}
    readers: dict[str, int] = {}
    for node in nodes:
        for name in node.inputs:
            readers[name] = readers.get(name, 0) + 1
    for lookup in nodes:
        scale = made_by.get(lookup.inputs[0]) if lookup.op == "Gather" else None
        cast = made_by.get(scale.inputs[0]) if scale is not None and scale.op == "Mul" else None
        if scale is None or cast is None or cast.op != "Cast" or scale.inputs[1] in made_by:
            continue
        if readers[scale.outputs[0]] == readers[cast.outputs[0]] == 1 and lookup.attributes in ROWS:
            return cast, scale, lookup
    return None


def _lookup_first(cast: Node, scale: Node, lookup: Node) -> tuple[Node, ...]:
    rows, factors, table = (f"{lookup.outputs[0]} {part}" for part in ("rows", "factors", "cast"))
    return (Node("Gather", (cast.inputs[0], lookup.inputs[1]), (rows,)),
            Node("Gather", (scale.inputs[1], lookup.inputs[1]), (factors,)),
            Node("Cast", (rows,), (table,), cast.attributes),
            Node("Mul", (table, factors), lookup.outputs))


def _fields(body: bytes) -> Iterator[tuple[int, bytes, bytes]]:
    """(number, value, the whole field as it stands) of a protobuf message; values that are no bytes come as b""."""
    at = 0
    while at < len(body):
        start = at
        key, at = _varint(body, at)
        kind = key & 7
        value = b""
        if kind == BYTES:
            length, at = _varint(body, at)
            value = body[at:at + length]
            at += length
        elif kind == 0:
            _, at = _varint(body, at)
        else:
            at += 8 if kind == 1 else 4
        if at > len(body):
            raise IndexError(at)
        yield key >> 3, value, body[start:at]


def _varint(body: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = body[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at


def _field(number: int, value: bytes) -> bytes:
    return _number(number << 3 | BYTES) + _number(len(value)) + value


def _number(value: int) -> bytes:
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value])
