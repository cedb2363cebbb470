"""Fixtures of the Discord tests: the double, an intake that keeps what it is given, the channel between them.

A test module takes them with `from tests.doubles.discord_fixture import …`.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator

import pytest_asyncio
from simcord.backend.models import Channel, Guild, User

from channels.discord import DiscordChannel
from tests.doubles.discord_double import DiscordDouble
from tests.doubles.discord_intake import receiving
from tests.doubles.telegram_intake import Kept


class Swallowed(logging.Handler):
    """What the library caught of ours and only wrote down."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(logging.Formatter().format(record))


@pytest_asyncio.fixture
async def discord() -> AsyncIterator[DiscordDouble]:
    """A running double; the test fails when a request broke Discord's rules or ours, or a handler of ours broke."""
    swallowed = Swallowed()
    logging.getLogger("discord").addHandler(swallowed)
    async with DiscordDouble() as double:
        yield double
    logging.getLogger("discord").removeHandler(swallowed)
    assert double.violations == []
    assert double.unimplemented == []
    assert swallowed.texts == []


@pytest_asyncio.fixture
async def intake() -> Kept:
    return Kept()


@pytest_asyncio.fixture
async def channel(discord: DiscordDouble) -> AsyncIterator[DiscordChannel]:
    """The channel, not connected yet."""
    channel = DiscordChannel(discord.token, discord.api_base, discord.ws_url)
    yield channel
    await channel.close()


@pytest_asyncio.fixture
async def guild(discord: DiscordDouble) -> Guild:
    return discord.guild("Home")


@pytest_asyncio.fixture
async def general(discord: DiscordDouble, guild: Guild) -> Channel:
    return discord.channel(guild, "general")


@pytest_asyncio.fixture
async def ann(discord: DiscordDouble, guild: Guild) -> User:
    return discord.user("ann", guild)


@pytest_asyncio.fixture
async def running(discord: DiscordDouble, channel: DiscordChannel, intake: Kept, general: Channel, ann: User
                  ) -> AsyncIterator[DiscordChannel]:
    """The channel while it receives into `intake`."""
    async with receiving(channel, discord, intake):
        yield channel
