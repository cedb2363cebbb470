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
from bot.models import files, lean
from bot.models.lean import Node
from tests.doubles.models import model_files as model_files

TEXTS = ["hello", "Ich wohne in Köln und mag Züge", "C++ 🚲 naïve " + "long " * 300, ""]
MEASURE = """
import asyncio, re, sys
from pathlib import Path
from bot import embed
from bot.embed import MiniLM
from bot.models import lean
if sys.argv[2] == "pinned":
    lean.rewired = lambda model: None
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


async def test_the_rewired_model_gives_the_same_vectors_to_the_bit(
        model_files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []
    original = lean.rewired

    def watched(model: bytes) -> bytes | None:
        asked.append((made := original(model)) is not None)
        return made

    monkeypatch.setattr(lean, "rewired", watched)
    rewired = await vectors(model_files)
    assert asked == [True]
    monkeypatch.setattr(lean, "rewired", lambda model: None)
    assert np.array_equal(rewired, await vectors(model_files))


async def test_without_room_for_a_rewired_copy_the_pinned_file_is_loaded(
        model_files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> bool:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    assert [len(vector) for vector in await vectors(model_files)] == [384] * len(TEXTS)


def test_only_the_lookup_of_a_scaled_table_changes(pinned: bytes) -> None:
    def nodes(model: bytes) -> list[Node]:
        graph = next(value for number, value, _ in lean._fields(model) if number == lean.GRAPH)
        return [Node.read(value) for number, value, _ in lean._fields(graph) if number == lean.NODE]

    rewired = lean.rewired(pinned)
    assert rewired is not None
    before, after = nodes(pinned), nodes(rewired)
    gone = [node.op for node in before if node not in after]
    new = [node for node in after if node not in before]
    assert sorted(gone) == ["Cast", "Gather", "Mul"]
    assert [node.op for node in new] == ["Gather", "Gather", "Cast", "Mul"]
    assert [re.sub(r".*weight_", "", node.inputs[0]) for node in new[:2]] == ["q", "scale"]


@pytest.mark.parametrize("broken", [b"", bytes(4096), b"not a model", b"\xff" * 64])
def test_what_is_no_such_model_is_left_alone(broken: bytes, pinned: bytes) -> None:
    assert lean.rewired(pinned) is not None
    assert lean.rewired(broken) is None
    assert lean.rewired(pinned[:200_000]) is None


def test_it_takes_30_mb_less(model_files: Path) -> None:
    def resident(how: str) -> int:
        said = subprocess.run([sys.executable, "-c", MEASURE, str(model_files), how], check=True, text=True,
                              capture_output=True, cwd=Path(embed.__file__).parent.parent).stdout
        return int(said.split()[-1])

    assert resident("pinned") - resident("lean") > 30_000
