"""What was said while we were away. Discord replays to a resumed connection only; after a restart, or once it has let
go of the session, nobody tells us: then the rooms are read from where the inbox ends. Keys keep it from coming twice.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol, runtime_checkable

import discord
import structlog

from bot.channel import Intake
from channels.discord.faults import FAULTS, translate
from channels.discord.gateway import Gateway
from channels.discord.messages import MESSAGE
from channels.discord.rooms import room_id, target

_MOST = 200  # messages of a room that are caught up with
_GUILDS_WITHIN = 10.0  # seconds

log = structlog.get_logger("channels.discord")


@runtime_checkable
class Recalls(Protocol):
    """An intake that can also say where it left off."""

    async def latest(self, channel: str, prefix: str) -> dict[str, str]:
        """For each room of the channel the key it was given last, of those that begin with `prefix`."""
        ...


async def catch_up(client: Gateway, intake: Intake, take: Callable[[discord.Message], None]) -> None:
    """Hand what was missed to `take`, each room's in order. A room that cannot be read is left out."""
    if not isinstance(intake, Recalls):
        return
    seen = {target(room): int(key.removeprefix(MESSAGE).partition("@")[0])
            for room, key in (await intake.latest("discord", MESSAGE)).items()}
    if not seen:
        return
    try:
        async with asyncio.timeout(_GUILDS_WITHIN):
            await client.settled.wait()
    except TimeoutError:
        log.info("guilds.late")
    count = 0
    for number, last in _behind(client, seen).items():
        count += await _read(client, number, last, take)
    if count:
        log.info("messages.missed", count=count)


def _behind(client: Gateway, seen: dict[int, int]) -> dict[int, int]:
    """Channel ids with what was seen there last: DMs, which Discord does not list, and what has news in servers.
    A place that is new to us is read from the last moment we know of."""
    behind: dict[int, int] = {}
    now = max(seen.values())
    for channel in client.get_all_channels():
        threads = channel.threads if isinstance(channel, discord.TextChannel | discord.ForumChannel) else []
        for place in [channel, *threads]:
            last = getattr(place, "last_message_id", None)
            if last is not None and last > seen.get(place.id, now):
                behind[place.id] = seen.get(place.id, now)
    return behind | {number: last for number, last in seen.items() if client.get_channel(number) is None}


async def _read(client: Gateway, number: int, last: int, take: Callable[[discord.Message], None]) -> int:
    place = client.get_channel(number) or client.get_partial_messageable(number)
    if not isinstance(place, discord.abc.Messageable):
        return 0
    count = 0
    try:
        async for message in place.history(after=discord.Object(last), limit=_MOST, oldest_first=True):
            take(message)
            count += 1
    except FAULTS as error:
        log.info("room.unread", room=room_id(number), error=str(translate(error)))
    return count
