"""The multilingual embedder: the same port as MiniLM, other languages, broken files said and not tried again."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import numpy as np
import pytest

from bot.models import files
from bot.multilingual import MultilingualE5
from memory.errors import EmbedderDown

MODELS = Path(os.environ.get("SAYSO_TEST_MODELS", "~/.cache/sayso/models")).expanduser()
needs_files = pytest.mark.skipif(not files.installed(files.E5, MODELS),
                                 reason="needs the files of multilingual-e5-small: sayso models pull it")


@needs_files
async def test_the_same_in_two_languages_is_nearer_than_another_thing_in_one() -> None:
    embedder = MultilingualE5(MODELS)
    dog, hund, bank = await embedder.embed(["My dog is ill", "Mein Hund ist krank", "Meine Bank ist in Köln"])
    await embedder.close()
    assert np.allclose([np.linalg.norm(vector) for vector in (dog, hund, bank)], 1.0, atol=1e-5)
    assert dog.dtype == np.float32
    assert len(dog) == embedder.dimensions
    assert dog @ hund > 0.5
    assert hund @ bank < 0.35


@needs_files
async def test_any_text_gets_a_vector() -> None:
    embedder = MultilingualE5(MODELS)
    for vector in await embedder.embed(["a\x00b", "🙂", "a" * 3000, "\ud800", "日本語"]):
        assert np.isfinite(vector).all()
    await embedder.close()


@needs_files
async def test_weights_that_are_not_the_engines_are_said(tmp_path: Path) -> None:
    shutil.copytree(MODELS / files.E5, tmp_path / files.E5)
    weights = files.weights(files.E5, tmp_path)
    weights.write_bytes(bytes(weights.stat().st_size))
    embedder = MultilingualE5(tmp_path)
    with pytest.raises(EmbedderDown, match="cannot be read"):
        await embedder.embed(["hello"])
    await embedder.close()


async def test_without_files_it_says_what_to_do(tmp_path: Path) -> None:
    embedder = MultilingualE5(tmp_path)
    with pytest.raises(EmbedderDown, match="sayso models pull"):
        await embedder.embed(["hello"])
    await embedder.close()
