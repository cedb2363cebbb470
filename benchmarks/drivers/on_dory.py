"""dory-memory: `DoryMemory.observe`, and its ranked search for nodes, `find_seeds` (FTS5 by bm25, at most 20).

`DoryMemory.query` spreads activation from the first eight of these and prints up to 90 nodes in an order that says
little (all levels end at 1): R@10 of what it prints was .02 where the search it starts from had many times that. So the
search stands for it. Off: the learning loop, which is the spreading; no extraction (no model is named), no
consolidation. Its vectors need Ollama and sqlite-vec, which it does not install: words only.
"""

from __future__ import annotations

from pathlib import Path

from dory import DoryMemory
from dory.activation import find_seeds
from protocol import serve


class Dory:
    def __init__(self, store: Path, models: Path) -> None:
        self._memory = DoryMemory(store / "dory.db")
        self._numbers: dict[str, int] = {}

    def insert(self, number: int, text: str, turn: dict[str, str]) -> None:
        self._numbers[self._memory.observe(text)] = number

    def query(self, text: str, k: int) -> list[int]:
        return [self._numbers[node] for node in find_seeds(text, self._memory.graph)][:k]


if __name__ == "__main__":
    serve(Dory)
