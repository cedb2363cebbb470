"""engram-search: its `RetrievalPipeline` (vectors, BM25, names and quotes, fused by rank) over its FAISS store.

The pipeline takes an embedder from outside, so all-MiniLM comes from the shared files and torch, which it installs, is
not loaded. Its reranker stays off, as in its default configuration: it is another model. It learns and records nothing.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from engram.backends.base import Document
from engram.backends.faiss_backend import FaissBackend
from engram.retrieval.pipeline import RetrievalPipeline
from minilm import MiniLM
from protocol import serve

DIMENSIONS = 384


class Embedder:
    def __init__(self, models: Path) -> None:
        self._model = MiniLM(models)

    def encode_query(self, text: str) -> np.ndarray:
        return self._model.vector(text)


class Engram:
    def __init__(self, store: Path, models: Path) -> None:
        self._embedder = Embedder(models)
        self._store = FaissBackend(store / "engram", DIMENSIONS)
        self._pipeline = RetrievalPipeline(self._embedder, use_reranker=False)
        self._documents: list[Document] = []

    def insert(self, number: int, text: str, turn: dict[str, str]) -> None:
        document = Document(str(number), text, self._embedder.encode_query(text), {"timestamp": turn["at"]})
        self._store.add([document])
        self._documents.append(document)

    def query(self, text: str, k: int) -> list[int]:
        return [int(one.id) for one in self._pipeline.search(text, self._documents, top_k=k)]


if __name__ == "__main__":
    serve(Engram)
