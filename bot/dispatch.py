"""The inbox, handled: in order inside a room, rooms side by side, presses past whatever the room is waiting for.

What is said is kept and what is commanded is done in the order in which it came. Answers are made beside that, one
after the other in a room: a command does not wait for a model.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, TypeVar

import structlog

from bot import commands, handle, intent, turn
from bot.channel import Immediate, Incoming
from bot.envelope import unpack_incoming
from memory.errors import StoreBusy
from memory.inbox import Arrived

if TYPE_CHECKING:
    from bot.app import App

log = structlog.get_logger()
T = TypeVar("T")
STALE = timedelta(minutes=10)  # older than that, messages of one person that piled up get one answer, to the newest
GATHER = 1.0  # seconds in which what piled up comes in, before the first of it is looked at


class Dispatcher:
    """One lane a room, one for its presses, one for its answers; a lane is a task that lives while it has rows."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._lanes: dict[str, deque[Arrived]] = {}
        self._answers: dict[str, deque[tuple[Arrived, turn.Turn]]] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._stopping = False
        self._away: set[tuple[str, str]] = set()  # (room, person) of whom something was kept without an answer

    async def resume(self) -> int:
        """Take up what an earlier run left; how many rows."""
        rows = await self._app.memory.work.waiting()
        for row in rows:
            self.feed(row)
        return len(rows)

    def feed(self, row: Arrived) -> None:
        lane = f"{row.room}#press" if row.kind == "press" or _stops(row) else row.room
        self._lanes.setdefault(lane, deque()).append(row)
        if lane not in self._tasks and not self._stopping:
            self._tasks[lane] = asyncio.create_task(self._drain(lane), name=f"room {lane}")

    def busy(self, room: str) -> bool:
        return any(lane in self._tasks for lane in _lanes_of(room))

    async def settled(self, room: str) -> None:
        """Until nothing of this room is being handled."""
        while tasks := [task for lane in _lanes_of(room) if (task := self._tasks.get(lane))]:
            await asyncio.wait(tasks)

    async def stop(self, within: float) -> None:
        """Take nothing new; let what runs finish within `within` seconds, else leave it in the inbox."""
        self._stopping = True
        for lane in self._lanes.values():
            lane.clear()
        for answers in self._answers.values():
            answers.clear()
        tasks = list(self._tasks.values())
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=within)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def _drain(self, lane: str) -> None:
        try:
            gathered = False
            while rows := self._lanes.get(lane):
                if not gathered and self._stale(rows[0]):
                    gathered = True
                    await asyncio.sleep(GATHER)
                row = rows.popleft()
                await self._one(row, self._written_off(row, rows))
        finally:
            self._lanes.pop(lane, None)
            self._tasks.pop(lane, None)

    def _stale(self, row: Arrived) -> Incoming | None:
        """What a row says, when it is talk with us that has waited long; else None."""
        if row.kind != "message":
            return None
        with contextlib.suppress(ValueError, KeyError, TypeError):  # it is looked at again, and reported, by `_one`
            incoming = unpack_incoming(row.payload)
            old = self._app.memory.clock.now() - incoming.sent_at > STALE
            talk = (incoming.addressed and incoming.text.strip() and not incoming.reply_to
                    and commands.parse(incoming.text) is None and intent.forget_topic(incoming.text) is None)
            return incoming if old and talk and not incoming.key.startswith(turn.AGAIN) else None
        return None

    def _written_off(self, row: Arrived, later: Iterable[Arrived]) -> bool | None:
        """Whether one of the same person's later ones is answered in its place; None: it is the one answered for
        those before it."""
        stale = self._stale(row)
        if stale is None or stale.author is None:
            return False
        author = stale.author.id
        if any(other is not None and other.author is not None and other.author.id == author
               for other in map(self._stale, later)):
            self._away.add((row.room, author))
            return True
        if (row.room, author) in self._away:
            self._away.discard((row.room, author))
            return None
        return False

    async def _one(self, row: Arrived, written_off: bool | None = False) -> None:
        try:
            incoming = unpack_incoming(row.payload)
        except (ValueError, KeyError, TypeError):  # written by another version of this program
            log.error("message.unreadable", room=row.room, inbox=row.id)
            await self._app.memory.work.say((), finishes=row.id)
            return
        if written_off is None:
            incoming = replace(incoming, note=turn.AWAY)
        elif written_off:
            incoming = replace(incoming, addressed=False)
        talk = await self._tried(row, incoming, partial(handle.handle, self._app, row.id, incoming))
        if talk is not None and isinstance(self._app.channels.get(row.channel), Immediate):
            await self._answer(row, talk)  # where words appear as they come, others would come between them
        elif talk is not None:
            self._later(row, talk)
        self._app.wake_sender()

    def _later(self, row: Arrived, talk: turn.Turn) -> None:
        lane = f"{row.room}#answer"
        if self._stopping:
            return  # it is in the inbox
        self._answers.setdefault(lane, deque()).append((row, talk))
        if lane not in self._tasks:
            self._tasks[lane] = asyncio.create_task(self._give_answers(lane), name=f"room {lane}")

    async def _give_answers(self, lane: str) -> None:
        waited = False
        try:
            while waiting := self._answers.get(lane):
                row, talk = waiting.popleft()
                if waited and self._written_off(row, [later for later, _ in waiting]):
                    await self._tried(row, talk.incoming, partial(turn.pass_over, self._app, talk))
                else:
                    await self._answer(row, talk, waited)
                waited = True
        finally:
            self._answers.pop(lane, None)
            self._tasks.pop(lane, None)

    async def _answer(self, row: Arrived, talk: turn.Turn, waited: bool = False) -> None:
        await self._tried(row, talk.incoming, partial(handle.answer, self._app, talk, waited))
        self._app.wake_sender()

    async def _tried(self, row: Arrived, incoming: Incoming, work: Callable[[], Awaitable[T]]) -> T | None:
        """What comes of a row after a few tries; one that fails again and again is let go."""
        for attempt in range(1, handle.TRIES + 1):
            try:
                return await work()
            except Exception:  # the outermost guard of a turn: the next try, or an apology, follows
                log.exception("message.broke", room=row.room, attempt=attempt)
        await self._let_go(row, incoming)
        return None

    async def _let_go(self, row: Arrived, incoming: Incoming) -> None:
        """Apologise and end the row; what even that fails for stays in the inbox and is taken up at the next start."""
        while True:
            try:
                await handle.give_up(self._app, row.id, incoming)
                return
            except StoreBusy:
                log.warning("store.busy", room=row.room)  # each try has waited for the other program already
            except Exception:  # a lane must outlive any of its rows
                log.exception("message.kept", room=row.room)
                return


def _lanes_of(room: str) -> tuple[str, ...]:
    return room, f"{room}#press", f"{room}#answer"


def _stops(row: Arrived) -> bool:
    """Taking back a yes, and a forgetting that asks nothing more, do not wait behind the answer they are to stop."""
    if row.kind != "message" or not any(name in row.payload.casefold() for name in ("consent", "forget")):
        return False
    incoming = unpack_incoming(row.payload)
    name, words = (not incoming.forwarded and commands.parse(incoming.text)) or ("", "")
    if name == "forget":
        return words.strip().casefold() in ("yes", "ja") or words.strip().lstrip("#").isdecimal()
    return name == "consent" and bool({"off", "aus"} & {*words.casefold().split()})
