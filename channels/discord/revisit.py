"""What was changed or removed while we were away. Discord tells nobody afterwards: after a start or a lost session the
messages that something stands on are looked at again, a page of a room at a time, within bounds."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol, runtime_checkable

import discord
import structlog

from bot.channel import Intake
from channels.discord.faults import FAULTS, translate
from channels.discord.gateway import Gateway
from channels.discord.rooms import room_id, target
from memory.errors import StoreBusy

_PAGE = 100  # messages of one request, discord.com/developers/docs/resources/message#get-channel-messages
_REQUESTS = 50  # in all
_WITHIN = 60.0  # seconds
_UNKNOWN_MESSAGE = 10008

log = structlog.get_logger("channels.discord")
Changed = Callable[[discord.Message], None]
Removed = Callable[[int, discord.abc.Messageable], None]


@runtime_checkable
class Keeps(Protocol):
    """An intake that can also say which messages it keeps."""

    async def standing(self, channel: str) -> dict[str, list[str]]:
        """For each room of the channel the platform ids of the messages that are evidence or in the window."""
        ...


class _Spent(Exception):
    """The requests for one look are used up."""


async def revisit(client: Gateway, intake: Intake, changed: Changed, removed: Removed) -> None:
    """Look at what is kept: `changed` is given every message as it stands, `removed` each that is surely gone. A room
    that cannot be read is left as it is: no access is no removal."""
    if not isinstance(intake, Keeps):
        return
    look = _Look(client, changed, removed)
    try:
        async with asyncio.timeout(_WITHIN):
            await client.settled.wait()
            for room, ids in (await intake.standing("discord")).items():
                await look.room(target(room), sorted(int(number) for number in ids if number.isdecimal()))
    except (TimeoutError, _Spent):
        log.info("revisit.cut", requests=look.requests)
    except StoreBusy:
        log.warning("store.busy")
    if look.gone:
        log.info("messages.gone", count=look.gone)


class _Look:
    """One look at all rooms."""

    def __init__(self, client: Gateway, changed: Changed, removed: Removed) -> None:
        self._client, self._changed, self._removed = client, changed, removed
        self.requests = self.gone = 0

    async def room(self, number: int, ids: list[int]) -> None:
        place = self._client.get_channel(number) or self._client.get_partial_messageable(number)
        if not isinstance(place, discord.abc.Messageable):
            return
        try:
            while ids:
                ids = await self._page(place, ids)
        except FAULTS as error:
            log.info("room.unread", room=room_id(number), error=str(translate(error)))

    async def _page(self, place: discord.abc.Messageable, ids: list[int]) -> list[int]:
        """Look at the oldest of these and what one request brings beside it; those that are left."""
        self._count()
        found = {message.id: message async for message in place.history(
            after=discord.Object(ids[0] - 1), limit=_PAGE, oldest_first=True)}
        last = max(found) if len(found) == _PAGE else ids[-1]
        for number in [number for number in ids if number <= last]:
            if number in found:
                self._changed(found[number])
            else:
                await self._alone(place, number)
        return [number for number in ids if number > last]

    async def _alone(self, place: discord.abc.Messageable, number: int) -> None:
        """A message no page held: without the right to read a room's history, pages are empty."""
        self._count()
        try:
            self._changed(await place.fetch_message(number))
        except discord.NotFound as error:
            if error.code != _UNKNOWN_MESSAGE:
                raise
            self.gone += 1
            self._removed(number, place)

    def _count(self) -> None:
        if self.requests >= _REQUESTS:
            raise _Spent
        self.requests += 1
