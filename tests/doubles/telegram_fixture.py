"""Fixtures of the Telegram tests: the double, an intake that keeps what it is given, the channel between them.

A test module takes them with `from tests.doubles.telegram_fixture import …`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest_asyncio

from channels.telegram import TelegramChannel
from tests.doubles.telegram_double import TelegramDouble
from tests.doubles.telegram_intake import Kept, receiving

SOON = 0.01  # seconds between two attempts, in place of the channel's own growing pauses


@pytest_asyncio.fixture
async def telegram() -> AsyncIterator[TelegramDouble]:
    """A running double; the test fails when a request or an answer broke the Bot API's own types."""
    async with TelegramDouble() as double:
        yield double
    assert double.violations == []
    assert double.unimplemented == []


@pytest_asyncio.fixture
async def channel(telegram: TelegramDouble) -> AsyncIterator[TelegramChannel]:
    """The channel, able to send and not receiving yet."""
    channel = TelegramChannel(telegram.token, telegram.url, pause=lambda failures: SOON)
    yield channel
    await channel.close()


@pytest_asyncio.fixture
async def intake() -> Kept:
    return Kept()


@pytest_asyncio.fixture
async def running(channel: TelegramChannel, intake: Kept) -> AsyncIterator[TelegramChannel]:
    """The channel while it receives into `intake`."""
    async with receiving(channel, intake):
        yield channel
