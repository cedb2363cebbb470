"""The app with the channel in memory, on a clock moved by hand and without a model that answers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.channel import Incoming
from bot.settings import load
from bot.start import opened
from memory.domain import Principal, Room
from memory.ports import Clock
from tests.doubles.talk import Chat, Message

CONFIG = """
data_dir: "{data}"
model:
  provider: ollama
  name: none
  host: "http://127.0.0.1:9"
embeddings:
  provider: none
memory:
  extractor: patterns
  quiet: 0.0
{memory}
access:
  mode: open
"""


class Timed(Chat):
    """The channel in memory, on the clock of the test."""

    async def say(self, author: Principal, room: Room, text: str, *, addressed: bool = True) -> str:
        number = f"m{next(self._numbers)}"
        await (await self._intake).accept(Incoming("telegram", f"update:{number}", room, author, "message",
                                                   self.app.memory.clock.now(), text, number, addressed=addressed))
        return number

    def moved(self) -> None:
        """The clock was moved: the loops look again."""
        self.app.wake_sender()

    async def learned(self, author: Principal, room: Room, text: str, words: str = "May I remember") -> Message:
        """Say something and have it learned; the card or dispute it leads to."""
        before = len(self.messages)
        await self.say(author, room, text)
        await self.settled(room)
        return await self.hear(room, words, before)


@asynccontextmanager
async def timed(directory: Path, clock: Clock, **memory: str) -> AsyncIterator[Timed]:
    """The app over a data directory, with settings of `memory`; its record is whole at the end."""
    config = directory / "sayso.yaml"
    config.write_text(CONFIG.format(data=directory / "data", memory="".join(
        f'  {name}: "{value}"\n' for name, value in memory.items())))
    async with opened(load(config), clock=clock) as app:
        chat, stop = Timed(app), asyncio.Event()
        serving = asyncio.create_task(app.serve([chat], stop))
        try:
            yield chat
        finally:
            stop.set()
            await serving
            assert await app.memory.audit() is None
            assert await app.memory.rebuilt() == []
