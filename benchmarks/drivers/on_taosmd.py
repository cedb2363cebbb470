"""taosmd: `VectorMemory.add` and `retrieve` over it, all-MiniLM through its own ONNX path.

Set up as the best of its recipes that needs neither a second model nor a graphics card: token vectors compared one by
one, BM25 added. Off by not being opened: the archive (a record of every turn), the knowledge graph and claims
(extraction), the access tracker and the librarian. `retrieve` is its search without an agent's fan-out, which would
cut the list at one to five.
"""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

import onnxruntime
from protocol import serve
from taosmd import VectorMemory, get_recipe, retrieve

RECIPE = "lateint-9b"


def one_thread() -> None:
    """It opens its model with as many threads as there are cores; the others have one."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    onnxruntime.InferenceSession = partial(onnxruntime.InferenceSession, sess_options=options)


class Taosmd:
    def __init__(self, store: Path, models: Path) -> None:
        one_thread()
        self._runner = asyncio.Runner()
        self._memory = VectorMemory(store / "vectors.db", embed_mode="onnx", onnx_path=str(models),
                                    late_interaction=True)
        self._fusion = get_recipe(RECIPE).retrieval["fusion"]
        self._runner.run(self._memory.init())
        self._numbers: dict[int, int] = {}

    def insert(self, number: int, text: str, turn: dict[str, str]) -> None:
        row = self._runner.run(self._memory.add(text, {"timestamp": turn["at"]}))
        if row < 0:
            raise RuntimeError("taosmd could not embed a text")
        self._numbers[row] = number

    def query(self, text: str, k: int) -> list[int]:
        found = self._runner.run(retrieve(text, sources={"vector": self._memory}, limit=k, fusion=self._fusion))
        return [self._numbers[int(one["source_id"])] for one in found]


if __name__ == "__main__":
    serve(Taosmd)
