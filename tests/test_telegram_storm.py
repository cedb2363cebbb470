"""Everything goes wrong at once on the way to Telegram: nothing is lost, nothing is sent twice, order is kept."""

from __future__ import annotations

import asyncio
import random

import pytest

from bot.channel import InDoubt, Outgoing, RetryLater, Undelivered
from channels.telegram import TelegramChannel
from tests.doubles.telegram_double import TelegramDouble
from tests.doubles.telegram_fixture import channel, intake, running, telegram
from tests.doubles.telegram_intake import Kept, receiving

ROOMS, EACH = 10, 10


async def answer_in_order(channel: TelegramChannel, room: str, texts: list[str]) -> list[str]:
    """Send one after the other as an outbox does; returns the texts of which nobody knows whether they arrived."""
    doubtful = []
    for text in texts:
        while True:
            try:
                await channel.send(room, Outgoing(text))
            except RetryLater as wait:
                await asyncio.sleep(wait.seconds)
            except Undelivered:
                await asyncio.sleep(0.01)
            except InDoubt:
                doubtful.append(text)
                break
            else:
                break
    return doubtful


@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_a_storm_of_faults_loses_and_repeats_nothing(
    telegram: TelegramDouble, channel: TelegramChannel, intake: Kept, seed: int
) -> None:
    chance = random.Random(seed)
    people = [telegram.user(number + 1, f"P{number}") for number in range(ROOMS)]
    for method in ("getUpdates", "sendMessage"):
        for _ in range(15):
            telegram.fail(method, **chance.choice([
                {"code": 502, "description": "Bad Gateway", "html": True}, {}, {"late": method == "sendMessage"},
                {"code": 429, "description": "Too Many Requests", "retry_after": 0.05}]))
    chance.shuffle(telegram.faults)
    async with receiving(channel, intake):
        for number in range(EACH):
            for person in people:
                await telegram.say(person, f"{person['id']}:{number}")
        await telegram.until(lambda: telegram.updates == [], 10)
        heard = {person["id"]: [got.text for got in intake.items if got.room.id == f"telegram:{person['id']}"]
                 for person in people}
        doubtful = await asyncio.gather(*(answer_in_order(channel, f"telegram:{id}", texts)
                                          for id, texts in heard.items()))
    assert sum(map(len, doubtful)) > 0  # the positive control: connections did break
    for (id, texts), unsure in zip(heard.items(), doubtful, strict=True):
        assert texts == [f"{id}:{number}" for number in range(EACH)]
        sent = [message["text"] for message in telegram.sent(id)]
        assert sent == [text for text in texts if text in sent]  # each once, in order
        assert set(texts) - set(sent) <= set(unsure)
