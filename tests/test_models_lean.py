"""The embedder's model rewired to stay small in memory: the same vectors, and the pinned file where that fails."""

from __future__ import annotations

import errno
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from bot import embed
from bot.embed import MiniLM
from bot.models import files, lean, onnx
from bot.models.onnx import Node
from tests.doubles.models import model_files as model_files

TEXTS = ["hello", "Ich wohne in Köln und mag Züge", "C++ 🚲 naïve " + "long " * 300, ""]
MEASURE = """
import asyncio, re, sys
from pathlib import Path
from bot import heap
from bot.embed import MiniLM
from bot.models import lean
heap.frugal()
if sys.argv[2] == "pinned":
    lean.rewired = lambda model, *, weights: None
lean.sums_bytes = lambda: sys.argv[2] == "weights"
embedder = MiniLM(Path(sys.argv[1]))
asyncio.run(embedder.embed(["hello"]))
print(re.search(r"RssAnon:\\s+(\\d+)", Path("/proc/self/status").read_text()).group(1))
"""


@pytest.fixture
def pinned(model_files: Path) -> bytes:
    return files.weights(files.MINILM, model_files).read_bytes()


async def vectors(directory: Path) -> list[np.ndarray]:
    embedder = MiniLM(directory)
    try:
        return await embedder.embed(TEXTS)
    finally:
        await embedder.close()


async def test_a_narrow_table_gives_the_same_vectors_to_the_bit(
        model_files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []
    original = lean.rewired

    def watched(model: bytes, *, weights: bool) -> bytes | None:
        asked.append((made := original(model, weights=False)) is not None)
        return made

    monkeypatch.setattr(lean, "rewired", watched)
    rewired = await vectors(model_files)
    assert asked == [True]
    monkeypatch.setattr(lean, "rewired", lambda model, *, weights: None)
    assert np.array_equal(rewired, await vectors(model_files))


async def test_narrow_weights_give_nearly_the_same_vectors(
        model_files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lean, "sums_bytes", lambda: True)
    narrow = np.array(await vectors(model_files))
    monkeypatch.setattr(lean, "sums_bytes", lambda: False)
    wide = np.array(await vectors(model_files))
    assert not narrow[-1].any()  # of no text there is no vector, either way
    assert not wide[-1].any()
    alike = narrow[:-1] @ wide[:-1].T
    assert not np.array_equal(narrow, wide)
    assert np.diag(alike).min() > 0.97
    assert (alike - np.eye(len(alike))).max() < 0.9, "the texts are not all alike anyway"


async def test_without_room_for_a_rewired_copy_the_pinned_file_is_loaded(
        model_files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> bool:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    assert [len(vector) for vector in await vectors(model_files)] == [384] * len(TEXTS)


def nodes(model: bytes) -> list[Node]:
    graph = onnx.graph_of(model)
    assert graph is not None
    return list(graph.nodes.values())


def changed(before: bytes, after: bytes | None) -> tuple[list[Node], list[Node]]:
    """The operations that went, and those that came."""
    assert after is not None
    was, now = nodes(before), nodes(after)
    return [node for node in was if node not in now], [node for node in now if node not in was]


def test_only_the_lookup_of_a_scaled_table_changes(pinned: bytes) -> None:
    gone, new = changed(pinned, lean.rewired(pinned, weights=False))
    assert sorted(node.op for node in gone) == ["Cast", "Gather", "Mul"]
    assert [node.op for node in new] == ["Gather", "Gather", "Cast", "Mul"]
    assert [re.sub(r".*weight_", "", node.inputs[0]) for node in new[:2]] == ["q", "scale"]


def test_every_multiplication_with_stored_weights_takes_them_as_bytes(pinned: bytes) -> None:
    table = lean.rewired(pinned, weights=False)
    assert table is not None
    gone, new = changed(table, lean.rewired(pinned, weights=True))
    assert {node.op for node in new} == {"DynamicQuantizeMatMul"}
    assert len(new) == 36  # six layers: query, key, value, output, up and down
    assert sorted(node.op for node in gone) == ["Cast"] * 36 + ["MatMul"] * 36 + ["Mul"] * 36


@pytest.mark.parametrize(("flags", "exact"), [
    ("fpu avx2 avx512f avx512_vnni", True), ("fpu avx2 avx_vnni", True), ("fp asimd asimddp", True),
    ("fpu avx2 avx512f", False), ("", False)])
def test_a_processor_that_would_overflow_keeps_the_wide_weights(
        flags: str, exact: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lean.platform, "system", lambda: "Linux")
    monkeypatch.setattr(Path, "read_text", lambda *_, **__: f"processor : 0\nflags : {flags}\n")
    assert lean.sums_bytes() is exact


def test_where_nobody_says_what_the_processor_can_the_weights_stay_wide(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object, **__: object) -> str:
        raise FileNotFoundError("/proc/cpuinfo")

    monkeypatch.setattr(lean.platform, "system", lambda: "Linux")
    monkeypatch.setattr(Path, "read_text", missing)
    assert lean.sums_bytes() is False


@pytest.mark.parametrize("weights", [False, True])
@pytest.mark.parametrize("broken", [b"", bytes(4096), b"not a model", b"\xff" * 64])
def test_what_is_no_such_model_is_left_alone(broken: bytes, weights: bool, pinned: bytes) -> None:
    assert lean.rewired(pinned, weights=weights) is not None
    assert lean.rewired(broken, weights=weights) is None
    assert lean.rewired(pinned[:200_000], weights=weights) is None


def test_it_takes_30_mb_less_and_50_with_narrow_weights(model_files: Path) -> None:
    def resident(how: str) -> int:
        said = subprocess.run([sys.executable, "-c", MEASURE, str(model_files), how], check=True, text=True,
                              capture_output=True, cwd=Path(embed.__file__).parent.parent).stdout
        return int(said.split()[-1])

    pinned, table, weights = (resident(how) for how in ("pinned", "table", "weights"))
    assert pinned - table > 30_000
    assert pinned - weights > 50_000
