"""A long answer on a screen before it is whole: one message that is changed, slowly, until the answer takes its place.

Which message that is, is on disk before and after the platform hears of it (memory/partials.py); what it says never
is. So a kill leaves no half answer for a whole one: it ends in "…", and the next run goes on with the same message.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from hashlib import blake2b
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import structlog

from bot.channel import Incoming, InDoubt, Moved, Outgoing, Rejected, RetryLater, SendsOnce, Undelivered, Unreachable
from memory.errors import StoreBusy
from memory.partials import Partial as Left
from memory.timestamps import moment

if TYPE_CHECKING:
    from bot.app import App

log = structlog.get_logger()
EVERY = 3.0  # seconds an answer may take before it is shown, and between two changes of it (DESIGN 11)
ARRIVES_WITHIN = 5.0  # seconds the answer waits for a first showing that is on its way: it takes that one's place
CHANGES_WITHIN = 0.5  # seconds it waits for a change
REPEAT_WITHIN = 100.0  # seconds in which a showing of an earlier run is repeated to learn which message it is


@runtime_checkable
class ShowsPartials(Protocol):
    """A channel on which an unfinished answer can stand as a message."""

    def shows_partials(self, room: str, answers: str) -> bool:
        """Whether it can in this room, for an answer to the `Incoming` with that key."""
        ...

    async def partial(self, room: str, out: Outgoing) -> tuple[str, bool]:
        """Show `out.text`, marked as unfinished, as a new message or in the place of `out.edits`: the message's id,
        and whether it can show more than that.

        Raises the kinds of `bot.channel`: `RetryLater` also where showing would take what the final text needs,
        `Rejected` when the message to change is gone, `InDoubt` when a new one may have arrived.
        """
        ...


class Partials:
    """The unfinished answers of this run and those an earlier one left."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._left: dict[int, Left] = {}
        self._open: dict[str, Partial] = {}  # by the key of what is answered

    async def take_up(self) -> None:
        """Look at what an earlier run left. Where a showing was on its way, and repeating it would show it twice,
        nobody can say which message it is: one such stays as it is, ending in "…"."""
        work, now, doubted = self._app.memory.work, self._app.memory.clock.now(), 0
        for left in await work.partials():
            channel = self._app.channels.get(left.channel)
            fresh = (now - moment(left.started_at)).total_seconds() < REPEAT_WITHIN
            if left.platform_id or (fresh and isinstance(channel, SendsOnce) and channel.sends_once(
                    Outgoing("", nonce=str(left.inbox)))):
                self._left[left.inbox] = left
            else:
                await work.partial_stands(left.inbox, "")
                doubted += 1
        if doubted:
            log.warning("partials.doubted", count=doubted)

    def of(self, arrived: int, incoming: Incoming) -> Partial:
        """What shows the answer to an inbox row; the same one when the row is handled again."""
        if incoming.key not in self._open:
            channel = self._app.channels.get(incoming.channel)
            able = channel if isinstance(channel, ShowsPartials) and channel.shows_partials(
                incoming.room.id, incoming.key) else None
            self._open[incoming.key] = Partial(self._app, able, arrived, incoming, self._left.pop(arrived, None))
        return self._open[incoming.key]

    def shown(self, key: str) -> Partial | None:
        """What shows the answer to the `Incoming` with this key; None where answers do not stand unfinished."""
        found = self._open.get(key)
        return found if found is not None and found.able else None

    async def stop(self, within: float) -> None:
        """Let what is being shown arrive, so that the next start knows which message it is; then show nothing more."""
        shown = list(self._open.values())
        await asyncio.gather(*(partial.heard(within) for partial in shown))

    def over(self, arrived: int, key: str) -> None:
        """The row is done."""
        self._left.pop(arrived, None)
        self._open.pop(key, None)


class Partial:
    """One unfinished answer. Without a channel it is shown nowhere."""

    def __init__(self, app: App, channel: ShowsPartials | None, arrived: int, incoming: Incoming, left: Left | None
                 ) -> None:
        self._app, self._channel, self._arrived, self._room = app, channel, arrived, incoming.room.id
        self._out = Outgoing("", "reply", markdown=True, answers=incoming.key, edits=left.platform_id if left else "",
                             reply_to=incoming.platform_id if incoming.room.kind != "dm" else "",
                             nonce="p" + blake2b(incoming.key.encode(), digest_size=10).hexdigest())
        self._begun = left is not None  # on disk
        self._ended = channel is None  # no more of it is shown
        self._next = time.monotonic() + EVERY
        self._request: asyncio.Task[None] | None = None

    @property
    def able(self) -> bool:
        return self._channel is not None

    def due(self, text: str) -> bool:
        """Whether it is time to show this much: never before there are words."""
        return not self._ended and time.monotonic() >= self._next and any(map(str.isalnum, text))

    async def show(self, text: str) -> None:
        """Show the answer so far. What hinders it costs this showing and nothing else."""
        self._next = time.monotonic() + EVERY
        self._request = asyncio.create_task(self._put(text), name=f"partial {self._room}")
        await asyncio.wait([self._request])

    async def settle(self, text: str) -> None:
        """Nothing more is shown from now on, and what shows the answer is known, as far as it can be."""
        await self.heard(CHANGES_WITHIN if self._out.edits else ARRIVES_WITHIN)
        if self._begun and not self._out.edits and self._repeats():
            await self._heard(asyncio.create_task(self._put(text or "…")), ARRIVES_WITHIN)

    async def heard(self, within: float) -> None:
        """Show nothing more; what is on its way has so many seconds."""
        self._ended = True
        if self._request is not None and not self._request.done():
            await self._heard(self._request, within)

    async def _heard(self, request: asyncio.Task[None], within: float) -> None:
        _, late = await asyncio.wait([request], timeout=within)
        for task in late:
            task.cancel()
            await asyncio.wait([task])

    def _repeats(self) -> bool:
        return isinstance(self._channel, SendsOnce) and self._channel.sends_once(self._out)

    async def _put(self, text: str) -> None:
        work, channel, new = self._app.memory.work, self._channel, not self._out.edits
        assert channel is not None
        if new and not self._begun:
            try:
                self._begun = await work.partial_begins(self._arrived)
            except StoreBusy:
                return
            if not self._begun:
                return
        try:
            made, more = await channel.partial(await work.address(self._room), replace(self._out, text=text))
        except (Rejected, Unreachable, Moved):
            self._ended = True
            await self._stands("", new)
        except (RetryLater, Undelivered):
            await self._stands("", new)
        except InDoubt:
            self._ended = self._ended or (new and not self._repeats())
        except Exception:  # a library may raise anything; whether it was shown, nobody knows
            log.exception("partial.broke", room=self._room)
            self._ended = True
        else:
            self._out = replace(self._out, edits=made)
            self._ended = self._ended or not more
            await self._stands(made, new)

    async def _stands(self, made: str, new: bool) -> None:
        """Write down what became of a first showing, however long another program keeps the store."""
        while new:
            try:
                await self._app.memory.work.partial_stands(self._arrived, made)
            except StoreBusy:
                log.warning("store.busy", room=self._room)
            else:
                self._begun, new = bool(made), False
