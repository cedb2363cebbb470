"""Many rooms that talk at once, on a Telegram and a Discord double in one process: for the load and for the soak.

    async with crowd(0.3) as people:
        room = people.on_discord("Ann")
        await room.ask("Is message 7 there?", "message 7.")

The model answers each message with its number, so that lost, doubled and swapped answers can be told.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Self

from aiohttp import web

from tests.doubles.discord_double import DiscordDouble
from tests.doubles.ollama_double import CARD
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


class ScriptedModel:
    """The Ollama wire, kept alive between requests as Ollama does. Streams a fixed answer word by word in `seconds`,
    ten times as many for messages whose numbers begin with one of `slow`; the next `stalls` answers stop half way."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.slow: set[str] = set()
        self.stalls = 0
        self.asked = 0
        self.url = ""
        app = web.Application()
        app.add_routes([web.post("/api/show", self._show), web.post("/api/chat", self._chat),
                        web.get("/api/tags", self._show)])
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.2)

    async def __aenter__(self) -> Self:
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.url = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._runner.cleanup()

    async def _show(self, _: web.Request) -> web.Response:
        return web.json_response(CARD)

    async def _chat(self, request: web.Request) -> web.StreamResponse:
        asked = await request.json()
        self.asked += 1
        found = NUMBER.search(asked["messages"][-1]["content"])
        number = found[1] if found else "?"
        words = f"Answer to message {number}. That is all there is to say.".split(" ")
        stalls, self.stalls = self.stalls > 0, max(0, self.stalls - 1)
        loop, answer = asyncio.get_running_loop(), web.StreamResponse(headers={"Content-Type": "application/x-ndjson"})
        until = loop.time() + self.seconds * (10 if any(number.startswith(one) for one in self.slow) else 1)
        await answer.prepare(request)
        for at, word in enumerate(words):
            await asyncio.sleep((until - loop.time()) / (len(words) - at))
            if stalls and at == len(words) // 2:
                await asyncio.Event().wait()  # until the client or the end of the server cuts it
            await answer.write(_line(asked, word if at == 0 else f" {word}"))
        await answer.write(_line(asked, "", done=True, done_reason="stop"))
        return answer


def _line(asked: Json, text: str, *, done: bool = False, **more: Any) -> bytes:
    message = {"role": "assistant", "content": text}
    return json.dumps({"model": asked["model"], "created_at": "2026-11-29T12:00:00Z", "message": message,
                       "done": done} | more).encode() + b"\n"


class Crowd:
    """The doubles, the model and the rooms."""

    def __init__(self, telegram: HeardTelegram, discord: DiscordDouble, model: ScriptedModel) -> None:
        self.telegram, self.discord, self.model = telegram, discord, model
        self.rooms: dict[str, Talk] = {}
        telegram.hears = self._hear
        discord.backend.subscribers.append(self._discord)

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


@asynccontextmanager
async def crowd(seconds: float) -> AsyncIterator[Crowd]:
    """Both doubles and a model that answers in so many seconds, running."""
    async with HeardTelegram() as telegram, DiscordDouble() as discord, ScriptedModel(seconds) as model:
        yield Crowd(telegram, discord, model)
