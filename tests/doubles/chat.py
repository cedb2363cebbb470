"""The bot in this process with a platform and a model that only write down what they are given.

    async with chatting(directory, clock) as chat:
        await chat.say(PRIYA, PRIYAS_DM, "I live in Pune")
        await chat.learn(PRIYAS_DM)
        assert "Pune" in await chat.say(PRIYA, PRIYAS_DM, "/queue")

Everything a person can do goes through `App.accept`, as from any channel; nothing waits for time to pass.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from bot import settings as settings_
from bot.access import Access
from bot.app import App
from bot.channel import Incoming, Intake, Outgoing
from bot.pairing import Pairing
from memory.core import Memory, Options
from memory.domain import Principal, Room
from memory.errors import ModelDown
from memory.ports import Clock, Embedder
from tests.doubles.process import settings, write_config

CHANNEL = "telegram"


class WritingModel:
    """Says `says` to everything and keeps every word it was sent."""

    name = "writing"
    parameters = 7.0

    def __init__(self, says: str = "Noted.", forms: str = '{"claims": []}') -> None:
        self.says = says
        self.forms = forms
        self.sent: list[str] = []

    async def chat(self, messages: Sequence[tuple[str, str]], *, max_tokens: int = 512, temperature: float = 0.7
                   ) -> AsyncGenerator[str, None]:
        self.sent.append("\n".join(f"{role}: {text}" for role, text in messages))
        yield self.says

    async def complete(self, messages: Sequence[tuple[str, str]], *, schema: dict[str, Any] | None = None,
                       temperature: float = 0.0, max_tokens: int = 512) -> str:
        self.sent.append("\n".join(f"{role}: {text}" for role, text in messages))
        return self.forms

    async def check(self) -> ModelDown | None:
        return None

    async def close(self) -> None:
        return None


class WritingChannel:
    """A platform that delivers everything and keeps what it was given, by room."""

    name = CHANNEL

    def __init__(self) -> None:
        self.sent: list[tuple[str, Outgoing, str]] = []  # room, message, the id it got
        self.toasts: list[str] = []
        self.ready = asyncio.Event()
        self.news = asyncio.Event()  # something was sent since it was last cleared
        self._ids = itertools.count(9000)

    async def run(self, intake: Intake) -> None:
        self.ready.set()
        await asyncio.Event().wait()

    async def send(self, room: str, out: Outgoing) -> list[str]:
        number = out.edits or str(next(self._ids))
        self.sent.append((room, out, number))
        self.news.set()
        return [number]

    async def draft(self, room: str, nonce: str, text: str) -> None:
        return None

    async def typing(self, room: str) -> None:
        return None

    async def toast(self, press_id: str, text: str) -> None:
        self.toasts.append(text)

    async def close(self) -> None:
        return None


class Chat:
    """People talking to one running bot."""

    _keys = itertools.count(1)  # over all of them: a bot that is started again has seen the earlier ones

    def __init__(self, app: App, channel: WritingChannel, model: WritingModel) -> None:
        self.app = app
        self.channel = channel
        self.model = model

    @property
    def memory(self) -> Memory:
        return self.app.memory

    async def say(self, who: Principal, room: Room, text: str, **how: Any) -> str:
        """Everything the bot sends to any room because of this message, as one text."""
        return "\n".join(_shown(out) for _, out, _ in await self.ask(who, room, text, **how))

    async def ask(self, who: Principal, room: Room, text: str, **how: Any) -> list[tuple[str, Outgoing, str]]:
        """The same as messages: (room, message, id on the platform)."""
        return await self._done(self.incoming(who, room, text, **how))

    def incoming(self, who: Principal, room: Room, text: str, **how: Any) -> Incoming:
        """A message as a channel hands it over."""
        number = str(next(self._keys))
        more = {"platform_id": number, "language": "en", "sent_at": self.memory.clock.now()} | how
        return Incoming(CHANNEL, f"update:{number}", room, who, "message", text=text, **more)

    async def edit(self, who: Principal, room: Room, platform_id: str, text: str) -> str:
        """Put other words in the place of a message that was sent as `platform_id`."""
        incoming = Incoming(CHANNEL, f"edit:{next(self._keys)}", room, who, "edit", self.memory.clock.now(), text,
                            platform_id=platform_id)
        return "\n".join(_shown(out) for _, out, _ in await self._done(incoming))

    async def press(self, who: Principal, label: str, *, by: Principal | None = None) -> str:
        """Press the newest button of this label, as `by` if somebody else presses it."""
        room, out, number = next(sent for sent in reversed(self.channel.sent)
                                 if any(button.label == label for row in sent[1].buttons for button in row))
        data = next(button.data for row in out.buttons for button in row if button.label == label)
        found = await self.memory.work.room(room)
        assert found is not None
        incoming = Incoming(CHANNEL, f"press:{next(self._keys)}", found, by or who, "press", self.memory.clock.now(),
                            platform_id=number, press=data, press_id=number)
        return "\n".join(_shown(sent) for _, sent, _ in await self._done(incoming))

    async def learn(self, room: Room) -> str:
        """Have what was said in a room learned; what the bot asks because of it."""
        mark = len(self.channel.sent)
        await self.app.worker.learn_now(room.id)
        await self._flush(room)
        return "\n".join(_shown(out) for _, out, _ in self.channel.sent[mark:])

    async def prompt(self, who: Principal, room: Room, text: str, **how: Any) -> str:
        """Everything that reaches the model because of a message."""
        mark = len(self.model.sent)
        await self.say(who, room, text, **how)
        return "\n".join(self.model.sent[mark:])

    async def _done(self, incoming: Incoming) -> list[tuple[str, Outgoing, str]]:
        mark = len(self.channel.sent)
        assert await self.app.accept(incoming)
        await self.app.dispatcher.settled(await self.memory.work.canonical(incoming.room.id))
        await self._flush(incoming.room)
        return self.channel.sent[mark:]

    async def _flush(self, room: Room) -> None:
        await self.app.sender.flushed(room.id)
        await self.app.sender.idle()


def _shown(out: Outgoing) -> str:
    labels = " ".join(f"[{button.label}]" for row in out.buttons for button in row)
    brought = out.file.text if out.file is not None else ""
    return "\n".join(part for part in (out.text, out.footer, labels, brought) if part)


@asynccontextmanager
async def chatting(directory: Path, clock: Clock, *, embedder: Embedder | None = None,
                   model: WritingModel | None = None, options: Options | None = None, owners: Sequence[str] = (),
                   **more: dict[str, Any]) -> AsyncIterator[Chat]:
    """A running bot over `directory`/data; opened again over the same directory it goes on where it was."""
    chosen = settings_.load(write_config(directory, settings(directory, **{"memory": {"quiet": 3600.0}, **more})
                                         | {"owners": list(owners)}))
    writing = model or WritingModel()
    async with Memory.open(chosen.data_dir, embedder=embedder, model=writing, clock=clock,
                           options=options or Options(extractor="patterns")) as memory:
        access = Access("open", chosen.owners, (), Pairing(memory))
        app = App(chosen, memory, writing, access)
        channel = WritingChannel()
        stop = asyncio.Event()
        running = asyncio.create_task(app.serve([channel], stop))
        await channel.ready.wait()
        try:
            yield Chat(app, channel, writing)
        finally:
            stop.set()
            await running
