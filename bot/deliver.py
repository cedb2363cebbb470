"""The outbox, delivered: in order inside a room, rooms side by side, each with a mark of how far it got."""

from __future__ import annotations

import asyncio
import contextlib
from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

import structlog

from bot.channel import Channel, InDoubt, Moved, Outgoing, Rejected, RetryLater, Undelivered, Unreachable
from bot.envelope import unpack_outgoing
from memory.outbox import Waiting
from memory.timestamps import moment

if TYPE_CHECKING:
    from bot.app import App

log = structlog.get_logger()
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0  # seconds between tries of a send that surely did not arrive


class Sender:
    """Sends what is queued whenever it is woken."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._awake = asyncio.Event()
        self._rooms: dict[str, asyncio.Task[None]] = {}
        self._stopping = False
        self._pauses: dict[int, float] = defaultdict(lambda: FIRST_PAUSE)

    def wake(self) -> None:
        self._awake.set()

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            self._awake.clear()
            pause = await self._start_lanes()
            try:
                async with asyncio.timeout(pause):  # wait_for would lose a cancellation that comes with the event
                    await self._awake.wait()
            except TimeoutError:
                continue

    async def flushed(self, room: str) -> None:
        """Until everything queued for a room now was tried."""
        while (task := self._rooms.get(room)) or any(
                row.room == room for row in self._ready(await self._app.memory.work.queued())):
            if task:
                await asyncio.wait([task])
            else:
                self.wake()
            await asyncio.sleep(0)

    async def stop(self, within: float) -> None:
        """Try what is queued within `within` seconds; what is left stays in the outbox. No send runs afterwards."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(within):
                for room in {row.room for row in await self._app.memory.work.queued()} | set(self._rooms):
                    await self.flushed(room)
        self._stopping = True
        while late := list(self._rooms.values()):
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
            await asyncio.sleep(0)  # their callbacks take them out of `_rooms`

    def _ready(self, rows: list[Waiting]) -> list[Waiting]:
        now = self._app.memory.clock.now()
        waiting: set[str] = set()
        ready = []
        for row in rows:  # a room waits behind its first message, so that order is kept
            if row.room in waiting or row.channel not in self._app.channels:
                continue
            if row.not_before and moment(row.not_before) > now:
                waiting.add(row.room)
                continue
            ready.append(row)
        return ready

    async def _start_lanes(self) -> float | None:
        """Start a task for every room that has something to send; seconds until the next delayed one."""
        queued = await self._app.memory.work.queued()
        by_room: dict[str, list[Waiting]] = defaultdict(list)
        for row in self._ready(queued):
            by_room[row.room].append(row)
        for room, rows in by_room.items():
            if room not in self._rooms and not self._stopping:
                task = asyncio.create_task(self._deliver(rows), name=f"send {room}")
                self._rooms[room] = task
                task.add_done_callback(lambda _, room=room: self._over(room))  # type: ignore[misc]
        now = self._app.memory.clock.now()
        delays = [(moment(row.not_before) - now).total_seconds() for row in queued if row.not_before]
        return max(0.05, min(d for d in delays if d > 0)) if any(d > 0 for d in delays) else None

    def _over(self, room: str) -> None:
        self._rooms.pop(room, None)
        self.wake()

    async def _deliver(self, rows: list[Waiting]) -> None:
        for row in rows:
            if not await self._send(row):
                return

    async def _send(self, row: Waiting) -> bool:
        """Send one message; False when the room has to wait."""
        work = self._app.memory.work
        if not await work.sending(row.id):
            return True
        out = replace(unpack_outgoing(row.payload), nonce=str(row.id))
        channel = self._app.channels[row.channel]
        try:
            ids = await self._to(channel, row, out)
        except RetryLater as later:
            await work.again(row.id, later.seconds)
            log.info("send.delayed", room=row.room, seconds=later.seconds)
            return False
        except Rejected as refused:
            await work.fail(row.id)
            log.error("send.rejected", room=row.room, outbox=row.id, detail=str(refused))
            return True
        except Undelivered:
            pause = self._pauses[row.id]
            self._pauses[row.id] = min(LONGEST_PAUSE, pause * 2)
            await work.again(row.id, pause)
            log.warning("send.refused", room=row.room, seconds=pause)
            return False
        except InDoubt:
            await work.doubt(row.id)
            log.warning("send.doubted", room=row.room, outbox=row.id)
            return True
        except Unreachable:
            await work.fail(row.id)
            await self._app.memory.reachable(row.room, False)
            log.info("room.unreachable", room=row.room)
            return True
        except Exception:  # a library may raise anything; whether it was sent, nobody knows
            await work.doubt(row.id)
            log.exception("send.broke", room=row.room, outbox=row.id)
            return True
        self._pauses.pop(row.id, None)
        await work.sent(row.id, ids)
        return True

    async def _to(self, channel: Channel, row: Waiting, out: Outgoing) -> list[str]:
        address = await self._app.memory.work.address(row.room)
        try:
            return await channel.send(address, out)
        except Moved as moved:
            await self._app.migrated(address, moved.to)
            return await channel.send(moved.to, out)
