"""Talking in the terminal: the same words and the same path as in a chat; piped input is one message a line."""

from __future__ import annotations

import asyncio
import contextlib
import getpass
import json
import os
import signal
import sys
import termios
import threading
from datetime import UTC, datetime
from typing import Any, TextIO
from uuid import uuid4

from bot import commands
from bot.app import App
from bot.channel import Channel, Incoming, Intake, Outgoing, Undelivered
from bot.texts import say
from memory.assent import Assent, assent
from memory.domain import Principal, Room

PERSON = ROOM = "terminal:local"
DIM, PLAIN = "\x1b[2m", "\x1b[0m"
# What a bare yes or no after the preview of a forgetting stands for.
FORGETTING: dict[Assent | None, str] = {Assent.YES: "/forget yes", Assent.NO: "/forget no"}


def create(app: App, stop: asyncio.Event, *, as_json: bool = False, lines: TextIO | None = None) -> Channel:
    """The terminal as a channel; `lines`: piped input instead of a keyboard. Sets `stop` when its input ends."""
    return Terminal(app, stop, as_json, lines)


class Terminal:
    """See the module."""

    name = "terminal"

    def __init__(self, app: App, stop: asyncio.Event, as_json: bool, lines: TextIO | None) -> None:
        self._app = app
        self._stop = stop
        self._json = as_json
        self._lines = lines
        self._drafted = ""
        self._warned = False  # Ctrl-C was pressed, and nothing was said since
        # What asked for a yes last: nobody can point at a message here, so a bare yes or no answers it. A card by its
        # number; the preview of a forgetting by what its buttons say.
        self._asked = ""
        self._forgets = False
        self._keyboard_mode: list[Any] | None = None
        self._room = Room(ROOM, "dm")
        self._person = Principal(PERSON, _login())

    async def run(self, intake: Intake) -> None:
        if self._lines is not None:
            await self._piped(intake, self._lines)
        else:
            hello = say(_language(), "terminal_hello")
            small = f" {say(_language(), 'terminal_small')}" if self._app.small else ""
            print(f"{DIM}{hello}{small}{PLAIN}" if self._watched() else hello, file=sys.stderr)
            await self._typed(intake)
        await self._app.learned(ROOM)
        self._stop.set()

    async def send(self, room: str, out: Outgoing) -> list[str]:
        try:
            return self._show(out)
        except BrokenPipeError:  # whoever read our output has gone
            self._stop.set()
            raise Undelivered("nobody reads the output") from None

    def _show(self, out: Outgoing) -> list[str]:
        number = uuid4().hex
        commands = [button.command for row in out.buttons for button in row]
        if any(command.startswith("/approve") for command in commands):
            self._asked, self._forgets = number, False
        elif out.says == "reply" or "/forget yes" in commands:
            self._asked, self._forgets = "", "/forget yes" in commands
        if self._json:
            print(json.dumps({"reply": out.text, "buttons": [
                {"label": b.label, "data": b.data, "command": b.command} for row in out.buttons for b in row],
                "claims": list(out.claims), "shown": list(out.shown), "says": out.says, "used": out.footer,
                **({"file": out.file.text} if out.file is not None else {})}, ensure_ascii=False), flush=True)
        elif not out.edits:
            self._print(out)
        return [number]

    immediate = True

    async def draft(self, room: str, nonce: str, text: str) -> None:
        """Words appear as they come, where somebody watches."""
        if self._lines is None and not self._json and text.startswith(self._drafted):
            print(text[len(self._drafted):], end="", flush=True)
            self._drafted = text

    async def typing(self, room: str) -> None:
        return

    async def toast(self, press_id: str, text: str) -> None:
        return

    async def is_admin(self, room: str, principal: Principal) -> bool:
        """Whoever sits at this machine decides here."""
        return True

    async def close(self) -> None:
        self._give_back_keyboard()

    def _print(self, out: Outgoing) -> None:
        text = out.text
        if self._drafted and text.startswith(self._drafted.strip()):
            text = text[len(self._drafted.strip()):]
        self._drafted = ""
        print(text)
        if out.file is not None:  # here it is read where it is written to; `sayso export` makes files
            print(f"\n{out.file.text}")
        hints = [f"{b.label}: {b.command}" for row in out.buttons for b in row if b.command]
        for line in [out.footer] if out.footer else []:
            print(f"{DIM}{line}{PLAIN}" if self._watched() else line)
        if hints:
            print(f"  {' · '.join(hints)}")
        sys.stdout.flush()

    def _watched(self) -> bool:
        return sys.stdout.isatty() and "NO_COLOR" not in os.environ

    async def _piped(self, intake: Intake, lines: TextIO) -> None:
        """One message a line; each is answered before the next is read, and decisions wait for what was learned."""
        while line := await asyncio.to_thread(lines.readline):
            if not line.strip():
                continue
            command = commands.parse(line.strip())
            if command and command[0] in commands.COMMANDS and commands.COMMANDS[command[0]].waits_for_learning:
                await self._app.learned(ROOM)
            await self._hand_in(intake, line.strip())
            await self._app.dispatcher.settled(ROOM)
            await self._app.sender.flushed(ROOM)

    async def _typed(self, intake: Intake) -> None:
        """Lines from the keyboard until its end, or until Ctrl-C was pressed twice with nothing said in between."""
        typed: asyncio.Queue[str | None] = asyncio.Queue()
        if sys.stdin.isatty():
            self._keyboard_mode = termios.tcgetattr(sys.stdin)
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGINT, self._interrupted, typed)
        threading.Thread(target=_read_keyboard, args=(loop, typed), daemon=True).start()
        while (line := await typed.get()) is not None:
            if line.strip():
                self._warned = False
                await self._hand_in(intake, line.strip())
        self._warned = True

    def _interrupted(self, typed: asyncio.Queue[str | None]) -> None:
        """Once: what is being answered is finished, and the talk goes on. Twice: away, out of an answer at once."""
        answering = self._app.dispatcher.busy(ROOM)
        if self._stop.is_set() or (self._warned and answering):
            self._give_back_keyboard()
            os._exit(130)
        if self._warned:
            typed.put_nowait(None)
            self._stop.set()
            return
        self._warned = True
        told = say(_language(), "terminal_finishing" if answering else "terminal_leaving")
        print(f"\n({told})", file=sys.stderr)

    def _give_back_keyboard(self) -> None:
        """Undo what line editing did to the terminal: its thread still waits for a line and never gets to it."""
        if self._keyboard_mode is not None:
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, self._keyboard_mode)

    async def _hand_in(self, intake: Intake, text: str) -> None:
        key = uuid4().hex
        says = assent(text)
        answers = self._asked if says in (Assent.YES, Assent.NO) else ""
        if self._forgets:  # what is said next answers it or lets it be
            self._forgets, text = False, FORGETTING.get(says, text)
        await intake.accept(Incoming("terminal", key, self._room, self._person, "message", datetime.now(UTC), text,
                                     platform_id=key, language=_language(), reply_to=answers))


def _read_keyboard(loop: asyncio.AbstractEventLoop, typed: asyncio.Queue[str | None]) -> None:
    """Runs in a thread of its own, since reading a line cannot be cancelled; a daemon, so that it does not hold us."""
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401 - line editing and history for input()
    while True:
        try:
            line: str | None = input()
        except EOFError:
            line = None
        try:
            loop.call_soon_threadsafe(typed.put_nowait, line)
        except RuntimeError:  # the loop is closed: the program is over
            return
        if line is None:
            return


def _language() -> str:
    return os.environ.get("LANG", "en")[:2]


def _login() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "you"
