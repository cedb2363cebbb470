"""mem0: `Memory.add(infer=False)` and `Memory.search`, vectors in its own local Qdrant.

Off: telemetry and notices (MEM0_TELEMETRY, set by the caller). `infer=False` stores a text as it is and calls no model;
the model client it wants at the start is made with a key that is none and never used. Its score threshold is 0, so that
nothing is cut off. Its keyword half needs fastembed's Qdrant/bm25 files from a hub and its entity half spaCy's English
model: neither comes with the package or is made offline, so it searches by vectors, as it does where it is installed
and nothing else.
"""

from __future__ import annotations

from pathlib import Path

from mem0 import Memory
from mem0.embeddings.base import EmbeddingBase
from minilm import MiniLM
from protocol import serve

DIMENSIONS = 384
WHO = "bench"


class Embedder(EmbeddingBase):
    def __init__(self, models: Path) -> None:
        super().__init__()
        self._model = MiniLM(models)

    def embed(self, text: str, memory_action: str | None = None) -> list[float]:
        return self._model.vector(text).tolist()


class Mem0:
    def __init__(self, store: Path, models: Path) -> None:
        unused = {"provider": "openai", "config": {"api_key": "unused"}}
        self._memory = Memory.from_config({
            "llm": unused, "embedder": unused, "history_db_path": str(store / "history.db"),
            "vector_store": {"provider": "qdrant", "config": {
                "path": str(store / "qdrant"), "embedding_model_dims": DIMENSIONS, "on_disk": True}}})
        self._memory.embedding_model = Embedder(models)
        self._numbers: dict[str, int] = {}

    def insert(self, number: int, text: str, turn: dict[str, str]) -> None:
        added = self._memory.add([{"role": "user", "content": text}], user_id=WHO, infer=False)
        self._numbers[added["results"][0]["id"]] = number

    def query(self, text: str, k: int) -> list[int]:
        found = self._memory.search(text, top_k=k, filters={"user_id": WHO}, threshold=0.0)
        return [self._numbers[one["id"]] for one in found["results"]]


if __name__ == "__main__":
    serve(Mem0)
