"""Many rooms that talk at once, on a Telegram and a Discord double in one process: for the load and for the soak.

    async with crowd(delay=0.3) as people:
        room = people.on_discord("Ann")
        await room.ask("Is message 7 there?", "message 7.")

The model answers each message with its number, so that lost, doubled and swapped answers can be told.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from tests.doubles.discord_double import DiscordDouble
from tests.doubles.ollama_double import OllamaDouble, Reply, Request
from tests.doubles.telegram_double import TelegramDouble
from tests.doubles.telegram_oracle import Json

NUMBER = re.compile(r"[Mm]essage ([\w-]+)\.")
ANSWER = re.compile(r"Answer to message ([\w-]+)\.")


@dataclass
class Talk:
    """One private chat: what the bot said there, with the moment (monotonic) it arrived."""

    id: str
    _say: Callable[[str], Any]
    heard: list[tuple[str, float]] = field(default_factory=list)
    news: asyncio.Event = field(default_factory=asyncio.Event)

    async def say(self, text: str) -> float:
        """Write a message; when it was on its way."""
        at = time.monotonic()
        said = self._say(text)
        if asyncio.iscoroutine(said):
            await said
        return at

    async def ask(self, text: str, words: str, seconds: float = 60.0) -> float:
        """Write a message; seconds until a message of the bot with `words` in it was there. TimeoutError."""
        before = len(self.heard)
        at = await self.say(text)
        return (await self.hear(words, before, seconds)) - at

    async def hear(self, words: str, before: int = 0, seconds: float = 60.0) -> float:
        async with asyncio.timeout(seconds):
            while True:
                for said, at in self.heard[before:]:
                    if words in said:
                        return at
                self.news.clear()
                await self.news.wait()

    @property
    def answers(self) -> list[str]:
        """The numbers of the messages answered, in the order of the answers."""
        return [found[1] for said, _ in self.heard if (found := ANSWER.match(said))]

    def note(self, text: str) -> None:
        self.heard.append((text, time.monotonic()))
        self.news.set()


class HeardTelegram(TelegramDouble):
    """Tells what the bot sends as it arrives."""

    def __init__(self) -> None:
        super().__init__()
        self.hears: Callable[[str, str], None] = lambda room, text: None

    async def m_sendmessage(self, p: Json) -> Json:
        made = await super().m_sendmessage(p)
        self.hears(f"telegram:{made['chat']['id']}", made["text"])
        return made


class Crowd:
    """The doubles, the model and the rooms."""

    def __init__(self, telegram: HeardTelegram, discord: DiscordDouble, ollama: OllamaDouble, delay: float) -> None:
        self.telegram, self.discord, self.ollama, self.delay = telegram, discord, ollama, delay
        self.rooms: dict[str, Talk] = {}
        self.slow: set[str] = set()  # beginnings of message numbers whose answers take ten times as long
        telegram.hears = self._hear
        discord.backend.subscribers.append(self._discord)
        ollama.chat = self._answer

    @property
    def channels(self) -> Mapping[str, Any]:
        """The part of the settings with both channels."""
        return {"telegram": {"token": self.telegram.token, "api_base": self.telegram.url},
                "discord": {"token": self.discord.token, "api_base": self.discord.api_base,
                            "gateway_url": self.discord.ws_url}}

    def on_telegram(self, name: str) -> Talk:
        person = self.telegram.user(len(self.rooms) + 1, name)
        return self._room(f"telegram:{person['id']}", lambda text: self.telegram.say(person, text))

    def on_discord(self, name: str) -> Talk:
        person = self.discord.user(name)
        place = self.discord.dm(person)
        return self._room(f"discord:{place.id}", lambda text: self.discord.say(person, place, text))

    def _room(self, id: str, say: Callable[[str], Any]) -> Talk:
        self.rooms[id] = Talk(id, say)
        return self.rooms[id]

    def _hear(self, room: str, text: str) -> None:
        if room in self.rooms:
            self.rooms[room].note(text)

    def _discord(self, kind: str, payload: Mapping[str, Any]) -> None:
        if kind == "MESSAGE_CREATE" and int(payload["author"]["id"]) == self.discord.bot:
            self._hear(f"discord:{payload['channel_id']}", payload["content"])

    def _answer(self, request: Request) -> Reply:
        found = NUMBER.search(request.json["messages"][-1]["content"])
        number = found[1] if found else "?"
        gate = asyncio.Event()
        late = self.delay * (10 if any(number.startswith(one) for one in self.slow) else 1)
        asyncio.get_running_loop().call_later(late, gate.set)
        return Reply(f"Answer to message {number}. That is all there is to say about it.", wait=gate)


@asynccontextmanager
async def crowd(delay: float) -> AsyncIterator[Crowd]:
    """Both doubles and the model, running."""
    async with HeardTelegram() as telegram, DiscordDouble() as discord, OllamaDouble() as ollama:
        yield Crowd(telegram, discord, ollama, delay)
