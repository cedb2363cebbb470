"""Sayso as its own process beside the loopback servers, and a person who talks to it.

    async with running(tmp_path, telegram, ollama) as sayso:
        priya = Person(telegram, 1, "Priya")
        await priya.ask("I am allergic to peanuts", "Noted")
        sayso.kill()
        await sayso.start()

Everything waits for something that can be seen; a process that ends meanwhile fails the wait with its output.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

from memory import events, keys
from memory.events import Break
from tests.doubles.ollama_double import OllamaDouble
from tests.doubles.telegram_double import TelegramDouble
from tests.doubles.telegram_oracle import Json

PROGRAM = (sys.executable, "-m", "bot")
ROOT = Path(__file__).parents[2]
GUARD = ROOT / "tests" / "doubles" / "guard"  # first on its path, this keeps a child on loopback
SOON = 20.0  # seconds; generous, since the machine may be busy: nothing waits longer than it has to
STOPPED = 15.0  # seconds from a signal to the end; the program promises eight for what was begun


def environment() -> dict[str, str]:
    """This process's, without settings of Sayso and colours."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("SAYSO_", "OLLAMA_"))}
    return kept | {"PYTHONPATH": f"{GUARD}{os.pathsep}{ROOT}", "NO_COLOR": "1", "LANG": "en_US.UTF-8",
                   "PYTHONUNBUFFERED": "1"}


def settings(directory: Path, telegram: TelegramDouble | None = None, ollama: OllamaDouble | str | None = None,
             **more: Mapping[str, Any]) -> dict[str, Any]:
    """Settings for tests: quick to start, everybody let in, learning right after the answer. `more` is merged in."""
    url = ollama.url if isinstance(ollama, OllamaDouble) else ollama
    chosen: dict[str, Any] = {
        "data_dir": str(directory / "data"),
        "model": {"provider": "ollama", "host": url, "name": "tiny"} if url else {"provider": "none"},
        "embeddings": {"provider": "none"},
        "memory": {"quiet": 0.05, "extractor": "patterns"},
        "access": {"mode": "open"},
    }
    if telegram is not None:
        chosen["channels"] = {"telegram": {"token": telegram.token, "api_base": telegram.url}}
    for name, group in more.items():
        chosen[name] = chosen.get(name, {}) | dict(group)
    return chosen


def write_config(directory: Path, chosen: Mapping[str, Any]) -> Path:
    """A config file (JSON is YAML), private as the program wants it."""
    file = directory / "config.yaml"
    file.write_text(json.dumps(chosen))
    file.chmod(0o600)
    return file


class Sayso:
    """`sayso run`. It is started, stopped and killed by its own process id and nothing else."""

    def __init__(self, directory: Path, telegram: TelegramDouble, config: Path) -> None:
        self.directory = directory
        self.telegram = telegram
        self.config = config
        self.starts = 0
        self._process: asyncio.subprocess.Process | None = None

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process is not None else None

    @property
    def database(self) -> Path:
        return self.directory / "data" / "memory.db"

    @property
    def output(self) -> str:
        """Everything all runs have written to standard output and error."""
        return "".join(file.read_text(errors="replace") for file in sorted(self.directory.glob("output-*.txt")))

    async def start(self, *, ready: bool = True) -> None:
        """Start it and wait until it asks Telegram for messages."""
        polls = len(self.telegram.called("getUpdates"))
        self.starts += 1
        with (self.directory / f"output-{self.starts:03}.txt").open("wb") as output:
            self._process = await asyncio.create_subprocess_exec(
                *PROGRAM, "run", "--config", str(self.config), stdin=asyncio.subprocess.DEVNULL, stdout=output,
                stderr=output, env=environment(), cwd=self.directory)
        if ready:
            await self.until(lambda: len(self.telegram.called("getUpdates")) > polls)

    async def until(self, condition: Callable[[], Any], seconds: float = SOON) -> Any:
        """Wait until something is true of the Telegram double, as long as the program lives."""
        assert self._process is not None
        ended = asyncio.create_task(self._process.wait())
        waiting = asyncio.create_task(self.telegram.until(condition, seconds))
        await asyncio.wait([ended, waiting], return_when=asyncio.FIRST_COMPLETED)
        ended.cancel()
        if not waiting.done():
            waiting.cancel()
            raise AssertionError(f"the program ended:\n{self.output[-4000:]}")
        try:
            return waiting.result()
        except TimeoutError:
            raise AssertionError(f"nothing of that within {seconds} s:\n{self.output[-4000:]}") from None

    def send(self, number: signal.Signals) -> None:
        """Send a signal to the running program."""
        assert self._process is not None
        self._process.send_signal(number)

    async def ended(self) -> int:
        """Wait for its end; the exit code, negative for a signal."""
        assert self._process is not None
        async with asyncio.timeout(STOPPED):
            return await self._process.wait()

    async def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        self.send(number)
        return await self.ended()

    async def kill(self) -> None:
        """kill -9, wherever it is; returns when it is gone."""
        assert self._process is not None
        if self._process.returncode is None:
            self._process.kill()
        await self._process.wait()

    async def restart(self) -> None:
        assert await self.stop() == 0, self.output[-4000:]
        await self.start()

    def rows(self, query: str, *parameters: object) -> list[tuple[Any, ...]]:
        """Read the database from outside, as somebody with the sqlite3 command would."""
        with closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True, timeout=20)) as db:
            return db.execute(query, parameters).fetchall()

    def chain(self) -> Break | None:
        """The first broken line of the event chain."""
        key = keys.load(self.directory / "data")
        with closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True, timeout=20)) as db:
            return events.verify(db, key)


@asynccontextmanager
async def running(directory: Path, telegram: TelegramDouble, ollama: OllamaDouble | str | None = None, *,
                  ready: Callable[[], Any] | None = None, **more: Mapping[str, Any]) -> AsyncIterator[Sayso]:
    """A running `sayso run`; what is still there at the end is killed. `ready` says when it is, if it does not poll."""
    sayso = Sayso(directory, telegram, write_config(directory, settings(directory, telegram, ollama, **more)))
    await sayso.start(ready=ready is None)
    try:
        if ready is not None:
            await sayso.until(ready)
        yield sayso
    finally:
        await sayso.kill()


class Person:
    """Somebody with a Telegram account, in their private chat with the bot or in a group."""

    def __init__(self, sayso: Sayso, number: int, name: str, chat: Json | None = None, **more: Any) -> None:
        self._sayso = sayso
        self._telegram = sayso.telegram
        known = self._telegram.chats.get(number)
        self.user = self._telegram.user(number, name, **more)
        if known is not None:
            self._telegram.chats[number] = known
        self.chat = chat or self._telegram.chats[number]

    def heard(self) -> list[Json]:
        """What the bot has said where this person talks, oldest first, as it stands now."""
        return self._telegram.sent(self.chat["id"])

    async def say(self, text: str, **content: Any) -> Json | None:
        return await self._telegram.say(self.user, text, self.chat, **content)

    async def ask(self, text: str, words: str = "", seconds: float = SOON, **content: Any) -> Json:
        """Say something, and return the first later message of the bot with `words` in it."""
        before = len(self.heard())
        await self.say(text, **content)
        return await self.hear(words, before, seconds)

    async def hear(self, words: str, before: int = 0, seconds: float = SOON) -> Json:
        """Wait for a message of the bot with `words` in it, the first after `before` messages."""
        def found() -> Json | None:
            return next((message for message in self.heard()[before:] if words in message["text"]), None)
        message: Json = await self._sayso.until(found, seconds)
        return message

    async def press(self, message: Json, label: str, words: str = "") -> Json:
        """Press the button with a label; waits until the press is answered, and for `words` on the same message."""
        buttons = {button["text"]: button["callback_data"] for row in message["reply_markup"]["inline_keyboard"]
                   for button in row}
        update = await self._telegram.press(self.user, message, buttons[label])
        press = self._telegram.presses[update["callback_query"]["id"]]
        await self._sayso.until(lambda: press.answered is not None)
        if words:
            key = (self.chat["id"], message["message_id"])
            await self._sayso.until(lambda: words in self._telegram.messages[key]["text"])
        return press.answered or {}


def labels(message: Json) -> list[str]:
    """The words on the buttons under a message."""
    rows = message.get("reply_markup", {}).get("inline_keyboard", [])
    return [button["text"] for row in rows for button in row]


async def status_when(person: Person, right: Callable[[str], bool], tries: int = 30) -> str:
    """Ask /status again and again until it says what it should."""
    status = ""
    for _ in range(tries):
        status = str((await person.ask("/status", "Status"))["text"])
        if right(status):
            return status
    raise AssertionError(f"/status still says:\n{status}")


def learned_all(status: str) -> bool:
    """Whether what `/status` said names no learning that is still to come or has failed."""
    return not to_learn(status)


def to_learn(status: str) -> bool:
    """Whether what `/status` said names learning that is still to come or has failed."""
    return any(line.startswith("Learning") and "from you" not in line for line in status.splitlines())
