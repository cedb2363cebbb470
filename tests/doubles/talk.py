"""A channel in memory: people who write and press, rooms with administrators, and what the bot sent them.

    async with talking(settings) as chat:
        await chat.say(PRIYA, PRIYAS_DM, "Hello")
        ask = await chat.hear(PRIYAS_DM, "I would send")
        await chat.press(PRIYA, PRIYAS_DM, ask, "This once")

The app under it is the real one, from `bot.start.opened`.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from bot.app import App
from bot.channel import Incoming, Intake, Outgoing
from bot.settings import Settings
from bot.start import opened
from memory.domain import Principal, Room

SOON = 15.0  # seconds; nothing waits longer than it has to


@dataclass
class Message:
    """What the bot has on a screen, as it stands now."""

    room: str
    id: str
    out: Outgoing

    @property
    def text(self) -> str:
        return self.out.text

    @property
    def labels(self) -> list[str]:
        return [button.label for row in self.out.buttons for button in row]


class Chat:
    """`bot.channel.Channel`, and the people on its other side."""

    name = "telegram"

    def __init__(self, app: App) -> None:
        self.app = app
        self.messages: list[Message] = []
        self.drafts: list[str] = []
        self.toasts: dict[str, str] = {}
        self.admins: set[tuple[str, str]] = set()  # (room, person)
        self._numbers = itertools.count(1)
        self._news = asyncio.Condition()
        self._intake: asyncio.Future[Intake] = asyncio.get_running_loop().create_future()

    # the bot's side

    async def run(self, intake: Intake) -> None:
        self._intake.set_result(intake)
        await asyncio.Event().wait()  # until cancelled

    async def send(self, room: str, out: Outgoing) -> list[str]:
        found = next((message for message in self.messages if out.edits and message.id == out.edits), None)
        if found is not None:
            found.out = out
        else:
            found = Message(room, f"b{next(self._numbers)}", out)
            self.messages.append(found)
        await self._notify()
        return [found.id]

    immediate = True

    async def draft(self, room: str, nonce: str, text: str) -> None:
        self.drafts.append(text)
        await self._notify()

    async def typing(self, room: str) -> None:
        return

    async def toast(self, press_id: str, text: str) -> None:
        self.toasts[press_id] = text
        await self._notify()

    async def is_admin(self, room: str, principal: Principal) -> bool:
        return (room, principal.id) in self.admins

    async def close(self) -> None:
        return

    # the people's side

    async def say(self, author: Principal, room: Room, text: str, *, addressed: bool = True) -> str:
        """Write a message; its id."""
        number = f"m{next(self._numbers)}"
        await (await self._intake).accept(Incoming("telegram", f"update:{number}", room, author, "message",
                                                   datetime.now(UTC), text, number, addressed=addressed))
        return number

    async def ask(self, author: Principal, room: Room, text: str, words: str = "") -> Message:
        """Write a message, and wait for the next one of the bot there with `words` in it."""
        before = len(self.messages)
        await self.say(author, room, text)
        return await self.hear(room, words, before)

    async def hear(self, room: Room, words: str = "", before: int = 0) -> Message:
        def found() -> Message | None:
            return next((m for m in self.messages[before:] if m.room == room.id and words in m.text), None)
        message: Message = await self.until(found)
        return message

    async def press(self, author: Principal, room: Room, message: Message, label: str) -> str:
        """Press a button that stands under a message; the toast it was answered with."""
        data = {button.label: button.data for row in message.out.buttons for button in row}[label]
        number = f"p{next(self._numbers)}"
        await (await self._intake).accept(Incoming("telegram", f"update:{number}", room, author, "press",
                                                   datetime.now(UTC), platform_id=message.id, press=data,
                                                   press_id=number))
        await self.until(lambda: number in self.toasts)
        return self.toasts[number]

    async def until(self, condition: Callable[[], Any], seconds: float = SOON) -> Any:
        async with asyncio.timeout(seconds), self._news:
            while not (value := condition()):
                await self._news.wait()
            return value

    async def settled(self, room: Room) -> None:
        """Until nothing of a room is being handled, learned or sent."""
        await self.app.learned(room.id)

    async def _notify(self) -> None:
        async with self._news:
            self._news.notify_all()


@asynccontextmanager
async def talking(settings: Settings) -> AsyncIterator[Chat]:
    """The app of these settings, running, with this channel as its only one."""
    async with opened(settings) as app:
        chat, stop = Chat(app), asyncio.Event()
        serving = asyncio.create_task(app.serve([chat], stop))
        try:
            yield chat
        finally:
            stop.set()
            await serving
