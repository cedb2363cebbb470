"""Receiving from Telegram: nothing is confirmed before it is kept, and what comes in is read for what it is."""

from __future__ import annotations

from bot.channel import Outgoing
from channels.telegram import TelegramChannel
from tests.doubles.telegram_double import TelegramDouble
from tests.doubles.telegram_fixture import channel, intake, running, telegram
from tests.doubles.telegram_intake import Kept, receiving


async def test_a_message_comes_in_and_an_answer_goes_out(
    telegram: TelegramDouble, running: TelegramChannel, intake: Kept
) -> None:
    ann = telegram.user(1, "Ann", language_code="de-AT")
    await telegram.say(ann, "hallo")
    got = await intake.next()
    assert (got.channel, got.room.id, got.room.kind, got.kind) == ("telegram", "telegram:1", "dm", "message")
    assert got.author is not None
    assert (got.author.id, got.author.name, got.text, got.language) == ("telegram:1", "Ann", "hallo", "de")
    assert got.key == "update:1001@123456"
    ids = await running.send("telegram:1", Outgoing("Guten Tag", reply_to=got.platform_id))
    [sent] = telegram.sent(1)
    assert ids == [str(sent["message_id"])]
    assert (sent["text"], sent["reply_to_message"]["text"]) == ("Guten Tag", "hallo")


async def test_telegram_hears_of_an_update_only_after_it_is_kept(
    telegram: TelegramDouble, running: TelegramChannel, intake: Kept
) -> None:
    ann = telegram.user(1, "Ann")
    intake.gate.clear()
    await telegram.say(ann, "one")
    await intake.until(lambda: intake.entered == 1)
    polls = len(telegram.called("getUpdates"))
    assert telegram.confirmed == 0
    assert len(telegram.updates) == 1
    intake.gate.set()
    await telegram.until(lambda: telegram.confirmed == 1001)  # the positive control: now it does
    assert len(telegram.called("getUpdates")) == polls + 1
    assert telegram.updates == []


async def test_c23b_what_was_not_kept_when_the_process_ended_comes_again(
    telegram: TelegramDouble, channel: TelegramChannel
) -> None:
    ann = telegram.user(1, "Ann")
    for text in ("one", "two"):
        await telegram.say(ann, text)
    stuck = Kept()
    stuck.gate.clear()
    async with receiving(channel, stuck):
        await stuck.until(lambda: stuck.entered == 1)
    fresh = Kept()
    async with receiving(channel, fresh):
        await fresh.until(lambda: len(fresh.items) == 2)
    assert stuck.items == []
    assert [item.text for item in fresh.items] == ["one", "two"]


async def test_an_update_nobody_can_read_does_not_hold_up_the_others(
    telegram: TelegramDouble, running: TelegramChannel, intake: Kept
) -> None:
    ann = telegram.user(1, "Ann")
    await telegram.push(message={"message_id": 5, "chat": {"id": 1}})
    await telegram.push(some_kind_of_tomorrow={"x": 1})
    await telegram.say(ann, "hello")
    assert (await intake.next()).text == "hello"
    await telegram.until(lambda: telegram.updates == [])
    assert {method for method, _, _ in telegram.violations} == {"getupdates"}  # ours: such updates do not exist yet
    telegram.violations.clear()


async def test_order_is_kept_within_each_chat(
    telegram: TelegramDouble, running: TelegramChannel, intake: Kept
) -> None:
    people = [telegram.user(id, f"P{id}") for id in (1, 2, 3)]
    said = [(person["id"], f"{number}") for number in range(50) for person in people]
    for id, text in said:
        await telegram.say(people[id - 1], text)
    await intake.until(lambda: len(intake.items) == len(said))
    for person in people:
        heard = [got.text for got in intake.items if got.room.id == f"telegram:{person['id']}"]
        assert heard == [text for id, text in said if id == person["id"]]
