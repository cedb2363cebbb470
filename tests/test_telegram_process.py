"""`sayso run` on Telegram, over the wire: signs of life, repeated updates, messages without words, groups, webhooks."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from tests.doubles.ollama_double import OllamaDouble, Reply
from tests.doubles.process import Person, Sayso, running
from tests.doubles.telegram_double import TelegramDouble
from tests.doubles.telegram_fixture import telegram

SECRET = "a-secret-of-some-length"


@pytest.fixture
async def ollama() -> AsyncIterator[OllamaDouble]:
    async with OllamaDouble("Noted.") as double:
        yield double


@pytest.fixture
async def sayso(tmp_path: Path, telegram: TelegramDouble, ollama: OllamaDouble) -> AsyncIterator[Sayso]:
    async with running(tmp_path, telegram, ollama) as process:
        yield process


async def test_c33a_typing_is_kept_alive_while_the_model_loads_and_others_are_served(
    sayso: Sayso, telegram: TelegramDouble, ollama: OllamaDouble
) -> None:
    ann, ben = Person(sayso, 1, "Ann"), Person(sayso, 2, "Ben")
    gate = asyncio.Event()
    ollama.chat = [Reply("At last.", wait=gate), "Quick."]
    await ann.say("take your time")
    await sayso.until(lambda: len(telegram.called("sendChatAction", 1)) >= 2)
    await ben.ask("and me?", "Quick.")
    gate.set()
    await ann.hear("At last.")
    assert ann.heard()[-1]["text"] == "At last."
    await ann.ask("again", "Quick.")
    assert all(call.parameters["action"] == "typing" for call in telegram.called("sendChatAction"))


async def test_c23_an_update_told_twice_and_an_old_command_edited_do_nothing_more(
    sayso: Sayso, telegram: TelegramDouble
) -> None:
    ann = Person(sayso, 1, "Ann")
    await ann.ask("I live in Pune", "May I remember this?")
    update = await ann.say("/approve 1")
    assert update is not None
    await ann.hear("approved")
    decided = len(ann.heard())
    await ann.ask("/undo", "Taken back")
    telegram.updates.append(update)
    await telegram.notify()
    await telegram.edit(update["message"], "/approve 1")
    await ann.ask("/queue", "Pune")  # it waits again, and neither of the two has approved it
    assert len(ann.heard()) > decided
    await ann.ask("/approve 1", "")
    await ann.hear("approved")


async def test_c25_captions_are_words_and_the_rest_is_answered_or_left_on_purpose(
    sayso: Sayso, telegram: TelegramDouble, ollama: OllamaDouble
) -> None:
    ann = Person(sayso, 1, "Ann")
    photo = [{"file_id": "f", "file_unique_id": "u", "width": 1, "height": 1}]
    voice = {"file_id": "v", "file_unique_id": "v", "duration": 3}
    document = {"file_id": "d", "file_unique_id": "d"}
    sticker = {"file_id": "s", "file_unique_id": "s", "type": "regular", "width": 1, "height": 1, "is_animated": False,
               "is_video": False}
    await telegram.say(ann.user, caption="I have a dog called Rex", photo=photo)
    await ann.hear("Rex")  # the card: a caption is the person's own words
    assert "called Rex" in ollama.chats[0].prompt
    await telegram.say(ann.user, voice=voice)
    await ann.hear("can't listen")
    before = len(ann.heard())
    await telegram.say(ann.user, sticker=sticker)
    await telegram.say(ann.user, photo=photo)
    await ann.hear("can't look", before)
    assert len(ann.heard()) == before + 1
    await telegram.say(ann.user, caption="/forget Rex", document=document)
    await ann.hear("This would go")
    assert "Traceback" not in sayso.output


async def test_in_a_group_only_members_who_address_it_are_answered_and_only_who_said_so_are_learned_from(
    sayso: Sayso, telegram: TelegramDouble, ollama: OllamaDouble
) -> None:
    group = telegram.group(-100500, "Home")
    ann, ben = Person(sayso, 1, "Ann", group), Person(sayso, 2, "Ben", group)
    robot = {"id": 99, "is_bot": True, "first_name": "Robot"}
    await telegram.say(robot, "@our_bot I live in Rome", group)
    await telegram.say(None, "@our_bot I live in Bonn", group, sender_chat=group)
    await ben.ask("@our_bot I live in Oslo", "Noted.")
    await ann.ask("/learn on", "I'll learn")
    told = await ann.ask("@our_bot I live in Pune", "May I remember this?")
    assert "Pune" in told["text"]
    assert sayso.rows("select distinct credited from claim") == [("telegram:1",)]
    assert sayso.rows("select count(*) from message where text like '%Rome%' or text like '%Bonn%'") == [(0,)]
    reply = await ben.ask("and what do you say?", "Noted.", reply_to_message=ben.heard()[0])
    assert reply["reply_to_message"]["from"]["id"] == 2
    assert len([request for request in ollama.chats if "Rome" in request.prompt or "Bonn" in request.prompt]) == 0


async def test_an_edited_message_takes_its_evidence_and_nobody_elses(sayso: Sayso, telegram: TelegramDouble) -> None:
    ann = Person(sayso, 1, "Ann")
    said = []
    for text, words in (("I live in Pune", "Pune"), ("I work at a bakery", "bakery")):
        before = len(ann.heard())
        said.append(await ann.say(text))
        await ann.press(await ann.hear(words, before), "Approve", "approved")
    assert said[0] is not None
    await telegram.edit(said[0]["message"], "Never mind")
    await sayso.until(lambda: sayso.rows("select statement from fact") == [("I work at a bakery",)])
    facts = (await ann.ask("/facts", "What I know"))["text"]
    assert "bakery" in facts
    assert "Pune" not in facts
    assert sayso.rows("select count(*) from message where text like '%Pune%'") == [(0,)]


async def test_whoever_blocked_us_is_not_written_to_and_is_heard_again_when_they_are_back(
    sayso: Sayso, telegram: TelegramDouble
) -> None:
    ann, ben = Person(sayso, 1, "Ann"), Person(sayso, 2, "Ben")
    await ann.ask("hello", "Noted.")
    await telegram.member(ann.user, "kicked")
    await sayso.until(lambda: sayso.rows("select unreachable from room where id = 'telegram:1'") == [(1,)])
    await ben.ask("hello", "Noted.")  # the control
    await telegram.member(ann.user, "member", old="kicked")
    await sayso.until(lambda: sayso.rows("select unreachable from room where id = 'telegram:1'") == [(0,)])
    before = len(ann.heard())
    await ann.say("I am back")
    await ann.hear("Noted.", before)


async def test_a_group_that_becomes_a_supergroup_keeps_what_it_knows_and_is_answered_where_it_is_now(
    sayso: Sayso, telegram: TelegramDouble, ollama: OllamaDouble
) -> None:
    old = telegram.group(-500, "Home", type="group")
    ann = Person(sayso, 1, "Ann", old)
    await ann.ask("/learn on", "I'll learn")
    await ann.ask("/remember I am allergic to peanuts", "")
    await sayso.until(lambda: sayso.rows("select count(*) from fact") == [(1,)])
    await telegram.migrate(ann.user, -500, -100500)
    new = Person(sayso, 1, "Ann", telegram.chats[-100500])
    gate = asyncio.Event()
    ollama.chat = Reply(pieces=("No peanuts,", " and rice."), gates={1: gate})
    await new.say("@our_bot what should I cook?")
    shown = await new.hear("No peanuts,")  # as a message that is changed
    gate.set()
    await new.hear("No peanuts, and rice.")
    assert [message["message_id"] for message in new.heard() if "peanuts" in message["text"]] == [shown["message_id"]]
    assert b"allergic to peanuts" in ollama.chats[-1].raw
    assert telegram.called("sendChatAction", -100500)
    assert not telegram.called("sendChatAction", -500)
    assert "peanuts" in (await new.ask("/facts", "What I know"))["text"]
    assert sayso.rows("select count(*) from room where kind = 'group'") == [(1,)]


async def test_a_reply_to_a_card_puts_the_persons_words_in_its_place(sayso: Sayso, ollama: OllamaDouble) -> None:
    ann = Person(sayso, 1, "Ann")
    await ann.say("I live in Pune")
    card = await ann.hear("May I remember this?")
    asked = len(ollama.chats)
    await ann.say("I live in Poona", reply_to_message=card)
    await sayso.until(lambda: sayso.rows("select statement from fact") == [("I live in Poona",)])
    assert len(ollama.chats) == asked  # it was an answer to the card and no talk
    before = len(ann.heard())
    await ann.say("And where is that?", reply_to_message=card)  # the control: a question is talk
    await ann.hear("Noted.", before)


async def test_the_whole_way_by_webhook(tmp_path: Path, telegram: TelegramDouble, ollama: OllamaDouble) -> None:
    with contextlib.closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        listen = f"127.0.0.1:{probe.getsockname()[1]}"
    hook = {"telegram": {"token": telegram.token, "api_base": telegram.url, "mode": "webhook",
                         "webhook_url": f"http://{listen}/", "webhook_listen": listen, "webhook_secret": SECRET}}
    async with running(tmp_path, telegram, ollama, ready=lambda: telegram.webhook, channels=hook) as sayso:
        ann = Person(sayso, 1, "Ann")
        update = await ann.say("hello there")
        async with httpx.AsyncClient(trust_env=False) as http:
            refused = await http.post(f"http://{listen}/", json=update)
            taken = await http.post(f"http://{listen}/", json=update,
                                    headers={"X-Telegram-Bot-Api-Secret-Token": SECRET})
        assert (refused.status_code, taken.status_code) == (403, 200)
        await ann.hear("Noted.")
        assert len(ann.heard()) == 1
        assert not telegram.called("getUpdates")
        assert await sayso.stop() == 0
        assert SECRET not in sayso.output
