"""The other side of the Telegram channel in its tests: an intake that keeps what it is given."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any

from bot.channel import Incoming
from channels.telegram import TelegramChannel


@dataclass
class Kept:
    """An `Intake` in memory. `gate` closed: `accept` does not return, as with a slow disk."""

    items: list[Incoming] = field(default_factory=list)
    keys: set[str] = field(default_factory=set)
    moves: list[tuple[str, str]] = field(default_factory=list)
    reach: list[tuple[str, bool]] = field(default_factory=list)
    changed: asyncio.Condition = field(default_factory=asyncio.Condition)
    gate: asyncio.Event = field(default_factory=asyncio.Event)
    entered: int = 0

    def __post_init__(self) -> None:
        self.gate.set()

    async def accept(self, incoming: Incoming) -> bool:
        self.entered += 1
        await self._notify()
        await self.gate.wait()
        new = incoming.key not in self.keys
        if new:
            self.keys.add(incoming.key)
            self.items.append(incoming)
        await self._notify()
        return new

    async def migrated(self, old_room: str, new_room: str) -> None:
        self.moves.append((old_room, new_room))
        await self._notify()

    async def unreachable(self, room: str, gone: bool) -> None:
        self.reach.append((room, gone))
        await self._notify()

    async def until(self, condition: Callable[[], Any], seconds: float = 5) -> Any:
        async with asyncio.timeout(seconds), self.changed:
            while not (value := condition()):
                await self.changed.wait()
            return value

    async def next(self) -> Incoming:
        """The oldest item nobody has looked at."""
        await self.until(lambda: self.items)
        return self.items.pop(0)

    async def _notify(self) -> None:
        async with self.changed:
            self.changed.notify_all()


@contextlib.asynccontextmanager
async def receiving(channel: TelegramChannel, intake: Kept) -> AsyncIterator[asyncio.Task[None]]:
    """Run the channel in the background; what `run` raised by itself is raised at the end."""
    task = asyncio.create_task(channel.run(intake))
    try:
        yield task
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
