"""Sentence vectors from the real small model, and what happens without its files."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import numpy as np
import pytest

from bot.embed import MiniLM
from bot.models import files, lean
from bot.models.files import PullError
from memory.errors import EmbedderDown
from tests.doubles.models import model_files as model_files

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
async def embedder(model_files: Path) -> AsyncIterator[MiniLM]:
    made = MiniLM(model_files)
    yield made
    await made.close()


@pytest.fixture
def copy(model_files: Path, tmp_path: Path) -> Path:
    """Model files that a test may break."""
    shutil.copytree(model_files / files.MINILM, tmp_path / files.MINILM)
    return tmp_path


def damage(directory: Path, how: str) -> None:
    weights = files.weights(files.MINILM, directory)
    if how == "missing":
        weights.unlink()
    elif how == "cut":
        weights.write_bytes(weights.read_bytes()[:1024])
    else:
        weights.write_bytes(bytes(weights.stat().st_size))


async def test_vectors_are_unit_length_in_order_and_close_in_meaning(embedder: MiniLM) -> None:
    texts = ["I live in Pune", "My home is in Pune", "The cat sat on the keyboard", "a \udcff b"]
    vectors = await embedder.embed(texts)
    assert [vector.shape for vector in vectors] == [(embedder.dimensions,)] * 4
    assert all(vector.dtype == np.float32 for vector in vectors)
    assert np.allclose([np.linalg.norm(vector) for vector in vectors], 1.0, atol=1e-5)
    home, same, other, _ = vectors
    assert float(home @ same) > embedder.threshold > float(home @ other)
    assert np.allclose((await embedder.embed([texts[1]]))[0], same, atol=1e-6)  # alone or in company: the same


async def test_a_text_of_which_nothing_can_be_read_has_no_direction(embedder: MiniLM) -> None:
    unread = await embedder.embed(["ฉันชอบแมวดำ", "*", "😀", "", "_", "გამარჯობა", "我喜欢茶", "สวัสดี ok", "\u200b"])
    assert not np.any(unread)
    read = await embedder.embed(["ok 😀😀", "C++", "I like ฉัน", "é", "42", "Я люблю чай", "(x"])
    assert np.allclose([np.linalg.norm(vector) for vector in read], 1.0, atol=1e-5)


async def test_it_is_loaded_late_and_without_a_connection(embedder: MiniLM, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("the embedder opened a connection")

    assert embedder._model is None
    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    assert len(await embedder.embed(["hello"])) == 1


async def test_its_name_and_version_say_which_weights_these_are(embedder: MiniLM) -> None:
    pinned = files.known()[files.MINILM].parts[0].sha256[:12]
    assert embedder.name == "all-MiniLM-L6-v2"
    assert embedder.version == (f"{pinned} in bytes" if lean.sums_bytes() else pinned)


@pytest.mark.parametrize("how", ["missing", "cut"])
async def test_c34_without_whole_files_it_is_down_and_says_what_to_do(copy: Path, how: str) -> None:
    damage(copy, how)
    embedder = MiniLM(copy)
    for _ in range(2):
        with pytest.raises(EmbedderDown, match="sayso models pull"):
            await embedder.embed(["hello"])
    await embedder.close()


async def test_c34_files_that_came_back_are_used_after_a_retry(copy: Path, model_files: Path) -> None:
    damage(copy, "missing")
    embedder = MiniLM(copy)
    with pytest.raises(EmbedderDown):
        await embedder.embed(["hello"])
    shutil.copy(files.weights(files.MINILM, model_files), files.weights(files.MINILM, copy))
    embedder.retry()
    assert len(await embedder.embed(["hello"])) == 1
    await embedder.close()


@pytest.mark.parametrize("how", ["missing", "cut", "zeros"])
async def test_c34_broken_files_are_fetched_once_and_then_it_works(copy: Path, model_files: Path, how: str) -> None:
    damage(copy, how)
    fetched: list[str] = []

    def fetch() -> None:
        fetched.append(how)
        shutil.copy(files.weights(files.MINILM, model_files), files.weights(files.MINILM, copy))

    embedder = MiniLM(copy, fetch=fetch)
    assert len(await embedder.embed(["hello"])) == 1
    await embedder.close()
    assert fetched == [how]


async def test_c34_a_fetch_that_fails_is_not_repeated_on_every_message(tmp_path: Path) -> None:
    tries: list[int] = []

    def fetch() -> None:
        tries.append(1)
        model = files.known()[files.MINILM]
        raise PullError(model, model.parts[0], "no network")

    embedder = MiniLM(tmp_path, fetch=fetch)
    for _ in range(3):
        with pytest.raises(EmbedderDown, match="no network"):
            await embedder.embed(["hello"])
    await embedder.close()
    assert len(tries) == 1


async def test_a_closed_embedder_is_an_absent_one(embedder: MiniLM) -> None:
    await embedder.load()
    await embedder.close()
    with pytest.raises(EmbedderDown):
        await embedder.embed(["hello"])


def test_the_runtime_of_the_model_leaves_nothing_in_the_home_of_who_runs_us(tmp_path: Path) -> None:
    def left_by(code: str, home: Path) -> list[Path]:
        home.mkdir()
        least = {key: os.environ[key] for key in ("PATH", "LANG", "LD_LIBRARY_PATH") if key in os.environ}
        # Nothing else: where a CI announces itself, the runtime by itself keeps nothing either.
        subprocess.run([sys.executable, "-c", code], cwd=ROOT, env={**least, "HOME": str(home)}, check=True)
        return [path for path in home.rglob("*") if path.is_file()]
    assert left_by("import bot, onnxruntime", tmp_path / "ours") == []
    assert left_by("import onnxruntime", tmp_path / "alone")  # the control: by itself it keeps a device id and events
