"""Sentence vectors from all-MiniLM-L6-v2, on this machine, off the event loop."""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from bot.heap import give_back
from bot.models import files, lean
from memory.errors import EmbedderDown
from memory.ports import Vector

if TYPE_CHECKING:
    from fastembed import TextEmbedding

T = TypeVar("T")

LIBRARY_NAME = "sentence-transformers/all-MiniLM-L6-v2"  # what fastembed calls it: decides pooling and length
PINNED = files.known()[files.MINILM].parts[0].sha256[:12]
UNKNOWN = "[UNK]"  # what its tokenizer makes of a word in letters it has not learned
LONG = 200  # characters: attention over longer texts leaves 27 MB (400) to 70 MB (1600) behind, measured


class MiniLM:
    """A `memory.ports.Embedder`. Nothing is loaded before the first text; then one text at a time in one thread.

    `fetch`, when given, is called at most once, in that thread, if the files are missing or broken: it makes them
    whole or raises `PullError`. Every failure comes out as `EmbedderDown` and is not tried again on each call.
    """

    name = files.MINILM
    version = PINNED + (" in bytes" if lean.sums_bytes() else "")  # either way of counting has its own vectors
    dimensions = 384
    threshold = 0.5  # DESIGN section 6: where this model begins to see two texts as about the same thing
    # From benchmarks/recall.py's questions. It has read English.
    shown_from: Mapping[str, float] = MappingProxyType({"en": 0.32, "": 0.245})

    def __init__(self, directory: Path, *, threads: int = 1, fetch: Callable[[], object] | None = None) -> None:
        self._directory = directory
        self._threads = threads
        self._fetch = fetch
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="embed")
        self._model: Any = None
        self._failure: str | None = None
        self._closed = False

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        """One unit vector a text, in order, float32; zeros where it cannot read the text. Raises `EmbedderDown`."""
        # One hop a text: a long batch leaves gaps in which a turn's query gets its vector.
        return [await self._hop(partial(self._one, text)) for text in texts]

    async def load(self) -> None:
        """Load now, so that the first turn does not wait for it. Raises `EmbedderDown`."""
        await self._hop(self._ready)

    async def close(self) -> None:
        """Finish what was asked for and let go of the model; safe to call twice."""
        self._closed = True
        await asyncio.to_thread(self._pool.shutdown)
        self._model = None

    def retry(self) -> None:
        """Forget a failed load: the files may be there now."""
        self._failure = None

    async def _hop(self, work: Callable[[], T]) -> T:
        if self._closed:
            raise EmbedderDown(f"{self.name} was closed.")
        return await asyncio.get_running_loop().run_in_executor(self._pool, work)

    def _one(self, text: str) -> Vector:
        model = self._ready()
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")  # half characters are no text to it
        try:
            vector = self._vector(model, text)
        except _unreadable() as error:
            raise EmbedderDown(f"{self.name} could not read a text ({type(error).__name__}).") from error
        if len(text) > LONG:
            give_back()
        length = float(np.linalg.norm(vector))
        return vector / np.float32(length) if length else vector

    def _open(self) -> Any:
        """Load the model from files that are whole; what `_unreadable` names says that it cannot be."""
        return _open(files.path_of(self.name, self._directory), self._threads)

    def _vector(self, model: Any, text: str) -> Vector:
        if not _reads(model.model.tokenizer, text):
            return np.zeros(self.dimensions, dtype=np.float32)
        return np.asarray(next(iter(model.embed([text], batch_size=1))), dtype=np.float32)

    def _ready(self) -> Any:
        if self._failure is not None:
            raise EmbedderDown(self._failure)
        if self._model is None:
            try:
                self._model = self._load()
            except EmbedderDown as error:
                self._failure = str(error)
                raise
        return self._model

    def _load(self) -> Any:
        fetch, self._fetch = self._fetch, None
        if not files.installed(self.name, self._directory):
            self._make_whole(fetch)
            fetch = None
        try:
            return self._open()
        except _unreadable() as error:
            if fetch is None or files.installed(self.name, self._directory, thorough=True):
                raise EmbedderDown(f"The files of {self.name} cannot be read ({type(error).__name__}). "
                                   "Run `sayso models pull` to fetch them again.") from error
            self._make_whole(fetch)
        try:
            return self._open()
        except _unreadable() as error:
            raise EmbedderDown(f"{self.name} cannot be read though its files are whole "
                               f"({type(error).__name__}).") from error

    def _make_whole(self, fetch: Callable[[], object] | None) -> None:
        try:
            if fetch is not None:
                fetch()
        except files.PullError as error:
            raise EmbedderDown(str(error)) from error
        if not files.installed(self.name, self._directory):
            raise EmbedderDown(f"The files of {self.name} are not complete. Run `sayso models pull`; "
                               "until then memory is searched by words.")


def _reads(tokenizer: Any, text: str) -> bool:
    """Whether most letters and digits of a text are in words the model knows; all that it does not know looks alike to
    it, and so do signs without any."""
    found = tokenizer.encode(text)
    unknown = "".join(text[first:end] for token, (first, end) in zip(found.tokens, found.offsets, strict=True)
                      if token == UNKNOWN)
    return sum(map(str.isalnum, text)) > 2 * sum(map(str.isalnum, unknown))


def _open(home: Path, threads: int) -> TextEmbedding:
    os.environ["HF_HUB_OFFLINE"] = "1"  # read when fastembed is imported: it must not look for newer files
    from fastembed import TextEmbedding

    with _lean(home) as directory:
        # Without the arena the session keeps only what one text needs; cache_dir stops it from making one in /tmp.
        model = TextEmbedding(LIBRARY_NAME, cache_dir=str(home), threads=threads, specific_model_path=str(directory),
                              enable_cpu_mem_arena=False)
    give_back()
    return model


@contextmanager
def _lean(home: Path) -> Iterator[Path]:
    """A directory to load from, there while it is: the model rewired to be small and quick, else as it was pinned."""
    weights = files.known()[files.MINILM].parts[0].file
    rewired = lean.rewired((home / weights).read_bytes(), weights=lean.sums_bytes())
    with tempfile.TemporaryDirectory(prefix="sayso-") as made:
        yield home if rewired is None or not _laid_out(home, Path(made), weights, rewired) else Path(made)


def _laid_out(home: Path, made: Path, weights: str, content: bytes) -> bool:
    """Put `content` and links to the other files into `made`; False where there is no room for it."""
    try:
        (made / weights).write_bytes(content)
        for file in home.iterdir():
            if file.name != weights:
                (made / file.name).symlink_to(file.absolute())
    except OSError:
        return False
    return True


def _unreadable() -> tuple[type[Exception], ...]:
    """What onnxruntime and fastembed raise on files that are not what they should be."""
    from onnxruntime.capi import onnxruntime_pybind11_state as ort  # type: ignore[import-untyped]

    return (ort.Fail, ort.InvalidArgument, ort.InvalidProtobuf, ort.InvalidGraph, ort.NoSuchFile, ort.NotImplemented,
            ort.RuntimeException, ValueError, OSError)
