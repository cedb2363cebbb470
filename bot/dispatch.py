"""The inbox, handled: in order inside a room, rooms side by side, presses past whatever the room is waiting for."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING

import structlog

from bot import commands, handle
from bot.channel import Incoming
from bot.envelope import unpack_incoming
from memory.errors import StoreBusy
from memory.inbox import Arrived

if TYPE_CHECKING:
    from bot.app import App

log = structlog.get_logger()


class Dispatcher:
    """One lane a room, and one for its presses; a lane is a task that lives while it has rows."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._lanes: dict[str, deque[Arrived]] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._stopping = False

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
        return any(lane in self._tasks for lane in (room, f"{room}#press"))

    async def settled(self, room: str) -> None:
        """Until nothing of this room is being handled."""
        while tasks := [task for lane in (room, f"{room}#press") if (task := self._tasks.get(lane))]:
            await asyncio.wait(tasks)

    async def stop(self, within: float) -> None:
        """Take nothing new; let what runs finish within `within` seconds, else leave it in the inbox."""
        self._stopping = True
        for lane in self._lanes.values():
            lane.clear()
        tasks = list(self._tasks.values())
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=within)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def _drain(self, lane: str) -> None:
        try:
            while rows := self._lanes.get(lane):
                await self._one(rows.popleft())
        finally:
            self._lanes.pop(lane, None)
            self._tasks.pop(lane, None)

    async def _one(self, row: Arrived) -> None:
        try:
            incoming = unpack_incoming(row.payload)
        except (ValueError, KeyError, TypeError):  # written by another version of this program
            log.error("message.unreadable", room=row.room, inbox=row.id)
            await self._app.memory.work.say((), finishes=row.id)
            return
        for attempt in range(1, handle.TRIES + 1):
            try:
                await handle.handle(self._app, row.id, incoming)
                break
            except Exception:
                log.exception("message.broke", room=row.room, attempt=attempt)
        else:
            await self._let_go(row, incoming)
        self._app.wake_sender()

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


def _stops(row: Arrived) -> bool:
    """Taking back a yes does not wait behind the answer it is to stop."""
    if row.kind != "message" or "consent" not in row.payload.casefold():
        return False
    command = commands.parse(unpack_incoming(row.payload).text)
    return command is not None and command[0] == "consent" and bool({"off", "aus"} & {*command[1].casefold().split()})
