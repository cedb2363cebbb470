"""Discord on a bad day: what the outbox hands over arrives once and in order, whatever breaks meanwhile."""

from __future__ import annotations

import asyncio
import random

from simcord.backend.models import Channel, Guild, User

from bot.channel import Outgoing, RetryLater, Undelivered
from channels.discord import DiscordChannel
from tests.doubles.discord_double import DiscordDouble
from tests.doubles.discord_fixture import ann, channel, discord, general, guild, intake, running
from tests.doubles.telegram_intake import Kept

ROOMS, MESSAGES = 8, 12
FAULTS = ({"drop": True}, {"drop": "after"}, {"status": 503}, {"status": 429, "retry_after": 0.05})


async def deliver(channel: DiscordChannel, room: str, number: int, text: str) -> int:
    """Like the outbox: again under the same id until it is there; how many tries it took."""
    for tries in range(1, 30):
        try:
            await channel.send(room, Outgoing(text, nonce=str(number)))
        except RetryLater as wait:
            await asyncio.sleep(wait.seconds)
        except Undelivered:
            await asyncio.sleep(0.01)
        else:
            return tries
    raise AssertionError(f"{text} was never delivered")


async def test_a_storm_of_faults_loses_nothing_repeats_nothing_and_keeps_the_order(
    discord: DiscordDouble, running: DiscordChannel, intake: Kept, guild: Guild, ann: User
) -> None:
    rooms = [discord.channel(guild, f"room-{number}") for number in range(ROOMS)]
    dice = random.Random(7)
    said: dict[int, list[str]] = {room.id: [] for room in rooms}

    async def talk(at: int, room: Channel) -> int:
        tries = 0
        for number in range(MESSAGES):
            words = f"{at}/{number} " + "word " * (450 if number % 5 == 4 else 3)  # some take two parts
            tries += await deliver(running, f"discord:{room.id}", at * 100 + number, words)
            discord.say(ann, room, f"{at}/{number}")
        return tries

    async def trouble() -> None:
        while True:
            room = dice.choice(rooms)
            path = f"/channels/{room.id}/messages"
            discord.fail("POST", path, **dice.choice(FAULTS))
            if dice.random() < 0.1:
                await discord.kick()
            await asyncio.sleep(0.02)

    weather = asyncio.create_task(trouble())
    tries = await asyncio.gather(*(talk(at, room) for at, room in enumerate(rooms)))
    weather.cancel()
    discord.faults.clear()
    assert sum(tries) > ROOMS * MESSAGES  # the control: something did go wrong
    for at, room in enumerate(rooms):
        heads = [one.content.split()[0] for one in discord.sent(room) if "/" in one.content]
        assert heads == [f"{at}/{number}" for number in range(MESSAGES)]
        assert len(discord.sent(room)) == MESSAGES + MESSAGES // 5
    await intake.until(lambda: len(intake.items) == ROOMS * MESSAGES, 10)
    for got in intake.items:
        said[int(got.room.id.partition(":")[2])].append(got.text)
    assert list(said.values()) == [[f"{at}/{number}" for number in range(MESSAGES)] for at in range(ROOMS)]


async def test_a_room_that_has_to_wait_stops_no_other(
    discord: DiscordDouble, running: DiscordChannel, guild: Guild, ann: User
) -> None:
    slow, quick = discord.channel(guild, "slow"), discord.channel(guild, "quick")
    held = asyncio.Event()
    discord.fail("POST", f"/channels/{slow.id}/messages", hold=held)
    waiting = asyncio.create_task(running.send(f"discord:{slow.id}", Outgoing("late", nonce="1")))
    await discord.until(lambda: discord.called("POST", f"/channels/{slow.id}/messages"))
    for number in range(5):
        await asyncio.wait_for(running.send(f"discord:{quick.id}", Outgoing(str(number), nonce=f"2{number}")), 2)
    assert not waiting.done()
    held.set()
    assert len(await waiting) == 1


async def test_a_long_day_leaves_nothing_behind(
    discord: DiscordDouble, running: DiscordChannel, intake: Kept, general: Channel, ann: User
) -> None:
    for number in range(60):
        discord.slash(ann, general, "ask", question=str(number))
        got = await intake.next()
        await running.send(got.room.id, Outgoing(f"answer {number}", answers=got.key, nonce=str(number)))
    assert len(running._open._waiting) == 60
    for waiting in running._open._waiting.values():
        waiting.since -= 3600
    discord.slash(ann, general, "ask", question="one more")
    await intake.next()
    assert len(running._open._waiting) == 1
    assert len(running._open._messages) == 0
    assert not running._tasks
    assert running._client is not None
    assert not running._client._connection._view_store._views
