"""The outbox, delivered: in order inside a room, rooms side by side, each with a mark of how far it got."""

from __future__ import annotations

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar

import structlog

from bot import receipts
from bot.channel import Channel, InDoubt, Moved, Outgoing, Rejected, RetryLater, SendsOnce, Undelivered, Unreachable
from bot.envelope import outgoing
from bot.outset import SaysWhenItLeaves, Withdrawn, watched
from memory.errors import StoreBusy
from memory.outbox import Waiting
from memory.timestamps import moment

if TYPE_CHECKING:
    from bot.app import App

log = structlog.get_logger()
T = TypeVar("T")
REPEAT_WITHIN = 120.0  # seconds: Discord knows a nonce for "the past few minutes"
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0  # seconds between tries of a send that surely did not arrive


class Sender:
    """Sends what is queued whenever it is woken."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._awake = asyncio.Event()
        self._rooms: dict[str, asyncio.Task[None]] = {}
        self._begun: set[int] = set()  # messages that may be on their way
        self._looking = asyncio.Lock()
        self._looks = 0  # how often all rooms were looked at
        self._stopping = False
        self._pauses: dict[int, float] = defaultdict(lambda: FIRST_PAUSE)

    def wake(self) -> None:
        self._awake.set()

    async def take_up(self) -> None:
        """What was in flight when the last run ended may have arrived. Where a second send is dropped, it goes out
        again; elsewhere it is for a person to say, and /status lists it."""
        work, now, doubted = self._app.memory.work, self._app.memory.clock.now(), 0
        for row, began in await work.in_flight():
            channel = self._app.channels.get(row.channel)
            fresh = (now - began).total_seconds() < REPEAT_WITHIN  # else its nonce may be forgotten there
            if isinstance(channel, SendsOnce) and channel.sends_once(
                    replace(outgoing(row), nonce=str(row.id) if fresh else "")):
                await work.again(row.id)
            else:
                await work.doubt(row.id)
                doubted += 1
        if doubted:
            log.warning("sends.doubted", count=doubted)

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
        while True:
            if task := self._rooms.get(room):
                await asyncio.wait([task])
                continue
            async with self._looking:  # what is being looked at is in no task yet
                ready = self._ready(await self._app.memory.work.queued())
            if room not in self._rooms and all(row.room != room for row in ready):
                return
            self.wake()
            await asyncio.sleep(0)

    async def idle(self) -> None:
        """Until everything that may go now was tried, in every room, and what that led to as well."""
        while True:
            async with self._looking:
                busy = {row.room for row in self._ready(await self._app.memory.work.queued())} | set(self._rooms)
            if not busy:
                return
            for room in busy:
                await self.flushed(room)

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
        async with self._looking:
            await self._app.memory.work.put_back(self._begun)

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
        async with self._looking:
            if self._stopping:
                return None
            self._looks += 1
            try:
                taken, later = await self._app.memory.work.ready(set(self._rooms), set(self._app.channels))
            except StoreBusy:
                log.warning("store.busy")
                return FIRST_PAUSE
            for row in taken:
                self._rooms[row.room] = asyncio.create_task(self._deliver(row), name=f"send {row.room}")
        return max(0.05, (later - self._app.memory.clock.now()).total_seconds()) if later else None

    async def _deliver(self, first: Waiting) -> None:
        """Send what one room has, one after the other. The transaction that ends one gives the next."""
        row: Waiting | None = first
        looks = self._looks
        try:
            while row is not None and not self._stopping:
                looks = self._looks
                row = await self._send(row)
        finally:
            del self._rooms[first.room]
            if self._looks != looks:  # all rooms were looked at meanwhile, and this one was passed over
                self.wake()

    async def _send(self, row: Waiting) -> Waiting | None:
        """Send one message; what follows in its room, None when the room has no more or has to wait."""
        work = self._app.memory.work
        out = replace(outgoing(row), nonce=str(row.id))
        address = await work.address(row.room)
        channel = self._app.channels[row.channel]

        async def begin() -> None:
            if row.id not in self._begun:
                if not await work.sending(row):
                    raise Withdrawn
                self._begun.add(row.id)

        try:
            if not isinstance(channel, SaysWhenItLeaves):
                await begin()
            with watched(begin):
                ids = await self._to(channel, address, out)
        except Withdrawn:
            return await work.next_of(row.room)
        except StoreBusy:  # by `begin`
            log.warning("store.busy", room=row.room)
            return row
        except RetryLater as later:
            log.info("send.delayed", room=row.room, seconds=later.seconds)
            await self._later(row, later.seconds)
            return None
        except Rejected as refused:
            log.error("send.rejected", room=row.room, outbox=row.id, detail=str(refused))
            await self._kept(row, partial(work.fail, row.id))
            await self._receipt(row, out, delivered=False)
        except Undelivered:
            pause = self._pauses[row.id]
            self._pauses[row.id] = min(LONGEST_PAUSE, pause * 2)
            log.warning("send.refused", room=row.room, seconds=pause)
            await self._later(row, pause)
            return None
        except InDoubt:
            log.warning("send.doubted", room=row.room, outbox=row.id)
            await self._kept(row, partial(work.doubt, row.id))
        except Unreachable:
            log.info("room.unreachable", room=row.room)
            self._app.met.discard(row.room)  # nobody there was told who the bot is
            await self._kept(row, partial(work.fail, row.id))
            await self._app.memory.reachable(row.room, False)
            await self._receipt(row, out, delivered=False)
        except Exception:  # a library may raise anything; whether it was sent, nobody knows
            log.exception("send.broke", room=row.room, outbox=row.id)
            await self._kept(row, partial(work.doubt, row.id))
        else:
            self._pauses.pop(row.id, None)
            following = await self._kept(row, partial(work.sent, row, ids))
            await self._receipt(row, out, delivered=True)
            return following
        self._pauses.pop(row.id, None)
        return await self._kept(row, partial(work.next_of, row.room))

    async def _receipt(self, row: Waiting, out: Outgoing, *, delivered: bool) -> None:
        await self._kept(row, partial(receipts.give, self._app, row.channel, out, delivered=delivered))

    async def _later(self, row: Waiting, seconds: float) -> None:
        await self._kept(row, partial(self._app.memory.work.again, row.id, seconds))
        self.wake()

    async def _kept(self, row: Waiting, write: Callable[[], Awaitable[T]]) -> T:
        """Write down what became of a message, however long another program keeps the store."""
        while True:
            try:
                result = await write()
            except StoreBusy:
                log.warning("store.busy", room=row.room)
            else:
                self._begun.discard(row.id)
                return result

    async def _to(self, channel: Channel, address: str, out: Outgoing) -> list[str]:
        try:
            return await channel.send(address, out)
        except Moved as moved:
            await self._app.migrated(address, moved.to)
            return await channel.send(moved.to, out)
