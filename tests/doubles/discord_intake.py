"""The Discord channel running in a test."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

from bot.channel import Intake
from channels.discord import DiscordChannel
from tests.doubles.discord_double import DiscordDouble


@contextlib.asynccontextmanager
async def receiving(channel: DiscordChannel, discord: DiscordDouble, intake: Intake
                    ) -> AsyncIterator[asyncio.Task[None]]:
    """Run the channel in the background until it is left; what `run` raised by itself is raised at the end."""
    before = len(discord.sessions)
    task = asyncio.create_task(channel.run(intake))
    try:
        await discord.until(lambda: task.done() or (
            len(discord.sessions) > before and discord.live and discord.backend.commands.get(None)))
        yield task
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
