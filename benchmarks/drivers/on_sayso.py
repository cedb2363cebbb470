"""Ours, through the verbs a channel uses: members `observe`, a third member asks by `recall`, excerpts are allowed.

An insert is timed with its vector, which the product makes later in the background.
"""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from datetime import datetime, timedelta
from pathlib import Path

from protocol import serve

from benchmarks.locomo import READER, At
from bot.embed import MiniLM
from memory.core import Memory, Options
from memory.domain import Principal, Room
from memory.place import Place

QUOTES = 10  # as many as are asked for


class Sayso:
    def __init__(self, store: Path, models: Path) -> None:
        self._runner, self._clock, self._numbers = asyncio.Runner(), At(), {}
        self._last = self._clock.now()
        self._room, self._places = Room("bench:talk", "group"), {}
        self._open_until_the_end = AsyncExitStack()
        self._memory = self._runner.run(self._open(store, models))

    async def _open(self, store: Path, models: Path) -> Memory:
        embedder = MiniLM(models.parent)
        await embedder.load()
        options = Options(excerpts=True, quotes=QUOTES, extractor="patterns")
        return await self._open_until_the_end.enter_async_context(
            Memory.open(store / "data", embedder=embedder, clock=self._clock, options=options))

    async def _place(self, name: str) -> Place:
        if name not in self._places:
            self._places[name] = self._memory.at(Principal(f"bench:{name}", name), self._room)
            await self._places[name].join(True)
        return self._places[name]

    def insert(self, number: int, text: str, turn: dict[str, str]) -> None:
        self._runner.run(self._insert(number, turn))

    async def _insert(self, number: int, turn: dict[str, str]) -> None:
        self._clock.at = self._last = datetime.fromisoformat(turn["at"])
        seen = await (await self._place(turn["speaker"])).observe(turn["said"], sent_at=self._clock.at)
        self._numbers[seen.id] = number
        await self._memory.backfill()

    def query(self, text: str, k: int) -> list[int]:
        self._clock.at = self._last + timedelta(days=1)  # not in the session that was talked last
        found = self._runner.run(self._memory.at(READER, self._room).recall(text))
        return [self._numbers[one.message] for one in found.excerpts][:k]


if __name__ == "__main__":
    serve(Sayso)
