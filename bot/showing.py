"""What a person sees while an answer is made: "typing", then the answer so far, as a draft or, where there are none, as
a message that is changed (bot/partial.py). It never holds up the answer."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Self

from bot.channel import Channel, Immediate
from bot.partial import Partial

FIRST = 0.4  # seconds an answer may take without a sign of life
AGAIN = 0.7  # seconds between two looks at what there is to show; the channel keeps its own pace beside
TYPING_EVERY = 4.0  # seconds; Telegram shows it for five, Discord for ten


class Showing:
    """Shows until it is left. A channel's `draft` and `typing` never raise; one that is under way when the answer is
    ready is not waited for here, the channel orders it before the answer. A partial is: the turn settles it.
    """

    def __init__(self, channel: Channel | None, room: str, nonce: str, tasks: set[asyncio.Task[None]],
                 address: Callable[[str], Awaitable[str]], partial: Partial | None = None) -> None:
        self._channel, self._room, self._nonce = channel, room, nonce
        self._immediate = channel if isinstance(channel, Immediate) else None  # asked once: it costs 10 us
        self._tasks = tasks  # somebody has to hold them: the loop itself does not
        self._address = address
        self._partial = partial
        self._text = ""
        self._over = asyncio.Event()

    async def __aenter__(self) -> Self:
        if self._channel is not None and self._immediate is None:
            task = asyncio.create_task(self._show(self._channel), name=f"showing {self._room}")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None,
                        trace: TracebackType | None) -> None:
        self._over.set()

    async def so_far(self, text: str) -> None:
        self._text = text
        if self._immediate is not None:
            await self._immediate.draft(self._room, self._nonce, text)

    async def _show(self, channel: Channel) -> None:
        shown, typed, loop = "", float("-inf"), asyncio.get_running_loop()
        pause = FIRST
        while not await self._ended(pause):
            pause = AGAIN
            if self._text != shown and (self._partial is None or self._partial.due(self._text)):
                shown = self._text
                await (self._partial.show(shown) if self._partial is not None else
                       channel.draft(await self._address(self._room), self._nonce, shown))
            if loop.time() - typed >= TYPING_EVERY and not self._over.is_set():
                typed = loop.time()
                await channel.typing(await self._address(self._room))

    async def _ended(self, pause: float) -> bool:
        try:
            async with asyncio.timeout(pause):
                await self._over.wait()
        except TimeoutError:
            return False
        return True
