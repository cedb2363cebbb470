"""Just enough of the ONNX file format to rewire a graph: its operations, and the shape of a stored tensor.

The file is protobuf; the few field numbers needed are those of onnx.proto, so the onnx package (17 MB) is not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

GRAPH, OPSET = 7, 8  # of ModelProto
NODE, INITIALIZER = 1, 5  # of GraphProto
INPUT, OUTPUT, NAME, OP, ATTRIBUTE, DOMAIN = 1, 2, 3, 4, 5, 7  # of NodeProto
DIMS, TENSOR_NAME = 1, 8  # of TensorProto
SET_DOMAIN, SET_VERSION = 1, 2  # of OperatorSetIdProto
NUMBER, BYTES = 0, 2  # wire types: one number; a length, then as many bytes


@dataclass(frozen=True, slots=True)
class Node:
    """One operation: names of what it reads and makes, its attributes as they stand in the file, whose it is."""

    op: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    attributes: bytes = b""
    domain: str = ""

    @classmethod
    def read(cls, body: bytes) -> Node:
        parts: dict[int, list[bytes]] = {INPUT: [], OUTPUT: [], OP: [], ATTRIBUTE: [], DOMAIN: []}
        for number, value, whole in fields(body):
            if number in parts:
                parts[number].append(whole if number == ATTRIBUTE else value)
        return cls(_text(parts[OP]), tuple(part.decode() for part in parts[INPUT]),
                   tuple(part.decode() for part in parts[OUTPUT]), b"".join(parts[ATTRIBUTE]), _text(parts[DOMAIN]))

    def field(self) -> bytes:
        """This operation as a field of the graph."""
        body = b"".join(field(INPUT, name.encode()) for name in self.inputs)
        body += b"".join(field(OUTPUT, name.encode()) for name in self.outputs)
        body += field(NAME, f"{self.op} {self.outputs[0]}".encode()) + field(OP, self.op.encode()) + self.attributes
        return field(NODE, body + (field(DOMAIN, self.domain.encode()) if self.domain else b""))


class Graph:
    """The fields of a graph in their order, and what its operations read from each other."""

    def __init__(self, body: bytes) -> None:
        self._parts = list(fields(body))
        self.nodes = {at: Node.read(value) for at, (number, value, _) in enumerate(self._parts) if number == NODE}

    @cached_property
    def maker(self) -> Mapping[str, int]:
        """Which operation makes a value."""
        return {name: at for at, node in self.nodes.items() for name in node.outputs}

    @cached_property
    def readers(self) -> Mapping[str, int]:
        """How often a value is read."""
        count: dict[str, int] = {}
        for node in self.nodes.values():
            for name in node.inputs:
                count[name] = count.get(name, 0) + 1
        return count

    @cached_property
    def tensors(self) -> Mapping[str, int]:
        """Where a stored tensor stands."""
        return {_text([value for number, value, _ in fields(body) if number == TENSOR_NAME]): at
                for at, (kind, body, _) in enumerate(self._parts) if kind == INITIALIZER}

    def shape(self, tensor: str) -> tuple[int, ...]:
        """The dimensions of a stored tensor, as they are written: one number a field."""
        return tuple(varint(whole, 1)[0] for number, _, whole in fields(self._parts[self.tensors[tensor]][1])
                     if number == DIMS)

    def reshaped(self, tensor: str, shape: tuple[int, ...]) -> bytes:
        """The field of a stored tensor with other dimensions and the same content."""
        rest = b"".join(whole for number, _, whole in fields(self._parts[self.tensors[tensor]][1]) if number != DIMS)
        return field(INITIALIZER, b"".join(number_field(DIMS, size) for size in shape) + rest)

    def written(self, changed: Mapping[int, bytes]) -> bytes:
        """The graph with some fields in other words; b"" leaves one out."""
        return b"".join(changed.get(at, whole) for at, (_, _, whole) in enumerate(self._parts))


def graph_of(model: bytes) -> Graph | None:
    """The model's graph, None where there is none. Raises IndexError or UnicodeDecodeError on what is no model."""
    return next((Graph(value) for number, value, _ in fields(model) if number == GRAPH), None)


def with_graph(model: bytes, graph: bytes, *, domain: str = "") -> bytes:
    """The model with another graph, which may use the operations of one more domain in its first version."""
    out = b"".join(field(GRAPH, graph) if number == GRAPH else whole for number, _, whole in fields(model))
    return out + field(OPSET, field(SET_DOMAIN, domain.encode()) + number_field(SET_VERSION, 1)) if domain else out


def fields(body: bytes) -> Iterator[tuple[int, bytes, bytes]]:
    """(number, value, the whole field as it stands) of a protobuf message; values that are no bytes come as b""."""
    at = 0
    while at < len(body):
        start = at
        key, at = varint(body, at)
        kind = key & 7
        value = b""
        if kind == BYTES:
            length, at = varint(body, at)
            value = body[at:at + length]
            at += length
        elif kind == NUMBER:
            _, at = varint(body, at)
        else:
            at += 8 if kind == 1 else 4
        if at > len(body):
            raise IndexError(at)
        yield key >> 3, value, body[start:at]


def varint(body: bytes, at: int) -> tuple[int, int]:
    """The number that begins at `at`, and where the next thing begins."""
    value = shift = 0
    while True:
        byte = body[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at


def field(number: int, value: bytes) -> bytes:
    return _number(number << 3 | BYTES) + _number(len(value)) + value


def number_field(number: int, value: int) -> bytes:
    return _number(number << 3 | NUMBER) + _number(value)


def _number(value: int) -> bytes:
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value])


def _text(parts: list[bytes]) -> str:
    return b"".join(parts).decode()
