"""Keep MiniLM small and quick: leave its weights the bytes they are stored as.

The pinned file stores each weight as int8 with a scale a row or column, and widens them to float32 in the graph.
onnxruntime folds that at load: 22 MB become 90, and each text reads all of them. Two rewirings, measured on two cores:

- `narrow_table`: the word table, half of the model, is looked up before it is widened; a text reads a dozen of its
  30,522 rows. The same vectors to the bit, 34 MB less.
- `narrow_weights`: texts are multiplied with the bytes themselves, the text's side rounded to 255 steps. Half the
  time a text and 33 MB less; a vector stays close to what it was (cosine .994 on average, .986 at least, over 200
  chat messages), and recall on LoCoMo and on the project's own questions stays within .006. Only for processors that
  add up products of bytes without overflow.
"""

from __future__ import annotations

import platform
from collections.abc import Iterator
from pathlib import Path

from bot.models.onnx import Graph, Node, graph_of, with_graph

ROWS = (b"", b"*\x0b\n\x04axis\x18\x00\xa0\x01\x02")  # attributes of a lookup along axis 0: by default, spelt out
RUNTIME = "com.microsoft"  # the domain of onnxruntime's own operations
# Flags of /proc/cpuinfo: products of bytes are summed in 32 bits. Without them onnxruntime sums pairs in 16 on x86.
BYTE_SUMS = frozenset({"avx512_vnni", "avx_vnni", "asimddp"})


def sums_bytes() -> bool:
    """Whether this processor multiplies bytes exactly and fast; False where that cannot be told."""
    if platform.system() == "Darwin":
        return platform.machine() == "arm64"  # each of them can; older Macs are not asked
    try:
        return not BYTE_SUMS.isdisjoint(Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").split())
    except OSError:
        return False


def rewired(model: bytes, *, weights: bool) -> bytes | None:
    """The model with a narrow table, and narrow weights if asked; None when it is not built that way, or broken."""
    try:
        narrow = narrow_table(model)
        return narrow_weights(narrow) if weights and narrow is not None else narrow
    except (IndexError, KeyError, UnicodeDecodeError):
        return None


def narrow_table(model: bytes) -> bytes | None:
    graph = graph_of(model)
    for at, lookup in graph.nodes.items() if graph is not None else ():
        if graph is not None and lookup.op == "Gather" and lookup.attributes in ROWS:
            widened = _widened(graph, lookup.inputs[0])
            if widened is not None:
                cast, scale = widened
                first = _lookup_first(graph.nodes[cast], graph.nodes[scale], lookup)
                return with_graph(model, graph.written({cast: b"", scale: b"", at: first}))
    return None


def narrow_weights(model: bytes) -> bytes | None:
    graph = graph_of(model)
    changed = dict(_multiplied(graph)) if graph is not None else {}
    return with_graph(model, graph.written(changed), domain=RUNTIME) if graph is not None and changed else None


def _multiplied(graph: Graph) -> Iterator[tuple[int, bytes]]:
    """What changes where each multiplication takes its weights as bytes, with one scale a column."""
    for at, product in graph.nodes.items():
        widened = _widened(graph, product.inputs[1]) if product.op == "MatMul" else None
        if widened is None:
            continue
        cast, scale = (graph.nodes[step] for step in widened)
        weights, factors = cast.inputs[0], scale.inputs[1]
        columns = graph.shape(weights)[-1:]
        if graph.shape(factors) == (1, *columns):
            yield from ((step, b"") for step in widened)
            yield graph.tensors[factors], graph.reshaped(factors, columns)
            yield at, Node("DynamicQuantizeMatMul", (product.inputs[0], weights, factors), product.outputs,
                           domain=RUNTIME).field()


def _widened(graph: Graph, name: str) -> tuple[int, int] | None:
    """(cast, multiplication) that make the value from stored bytes and scales, for one reader only."""
    scale = graph.maker.get(name, -1)
    cast = graph.maker.get(graph.nodes[scale].inputs[0], -1) if scale in graph.nodes else -1
    if cast not in graph.nodes or graph.nodes[scale].op != "Mul" or graph.nodes[cast].op != "Cast":
        return None
    made = (name, graph.nodes[cast].outputs[0])
    stored = (graph.nodes[cast].inputs[0], graph.nodes[scale].inputs[1])
    alone = all(graph.readers[value] == 1 for value in made) and all(value in graph.tensors for value in stored)
    return (cast, scale) if alone else None


def _lookup_first(cast: Node, scale: Node, lookup: Node) -> bytes:
    rows, factors, table = (f"{lookup.outputs[0]} {part}" for part in ("rows", "factors", "cast"))
    return b"".join(node.field() for node in (
        Node("Gather", (cast.inputs[0], lookup.inputs[1]), (rows,)),
        Node("Gather", (scale.inputs[1], lookup.inputs[1]), (factors,)),
        Node("Cast", (rows,), (table,), cast.attributes),
        Node("Mul", (table, factors), lookup.outputs)))
