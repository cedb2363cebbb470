"""Failures people met elsewhere, as somebody would meet them here: over the wire, in a chat, from outside."""

from __future__ import annotations

import asyncio
import copy
import json
import signal
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from memory.core import Memory
from memory.domain import Principal, Room
from memory.topics import EmptyTopic
from tests.conftest import HandClock
from tests.doubles.ollama_double import OllamaDouble, Reply, Request
from tests.doubles.process import Person, Sayso, labels, learned_all, running, status_when, to_learn
from tests.doubles.telegram_double import TelegramDouble
from tests.doubles.telegram_fixture import telegram

BY_MODEL = {"extractor": "model", "quiet": 0.05}


@pytest.fixture
async def ollama() -> AsyncIterator[OllamaDouble]:
    async with OllamaDouble("Noted.", forms='{"claims": []}') as double:
        yield double


@pytest.fixture
async def sayso(tmp_path: Path, telegram: TelegramDouble, ollama: OllamaDouble) -> AsyncIterator[Sayso]:
    async with running(tmp_path, telegram, ollama) as process:
        yield process


def claim(quote: str, attribute: str, value: str, statement: str = "") -> dict[str, object]:
    """One claim about the first message, as a model gives it."""
    return {"message": 1, "quote": quote, "subject": "self", "attribute": attribute, "value": value, "polarity": "+",
            "statement": statement or quote}


def claims(*some: dict[str, object]) -> str:
    return json.dumps({"claims": some}, ensure_ascii=False)


async def learned(person: Person) -> str:
    """What waits for a person, once nothing is left to learn in their chat."""
    await status_when(person, learned_all)
    return str((await person.ask("/queue"))["text"])


# -- what gets picked up


async def test_c01_the_assistants_words_are_nobodys_facts(sayso: Sayso, ollama: OllamaDouble) -> None:
    ollama.chat = "I would write it recursively; I prefer iterators and have shipped this before."
    priya = Person(sayso, 1, "Priya")
    await priya.ask("How do I reverse a list in groups of three?", "recursively")
    await priya.ask("thanks", "recursively")
    assert await learned(priya) == "Nothing is waiting."
    await priya.ask("yes, I prefer iterators too", "recursively")
    assert "iterators" in await learned(priya)
    assert sayso.rows("select message.text from evidence join message on message.id = evidence.message") == [
        ("yes, I prefer iterators too",)]


async def test_c02_what_others_say_in_a_group_is_theirs(sayso: Sayso) -> None:
    group = sayso.telegram.group(-100500, "Cooking")
    ann, ben = Person(sayso, 1, "Ann", group), Person(sayso, 2, "Ben", group)
    for one in (ann, ben):
        await one.ask("/learn on", "I'll learn")
    await ben.ask("@our_bot I'm vegan", "Noted.")
    await ann.ask("@our_bot what are this month's numbers for Kristina?", "Noted.")
    await ben.hear("vegan")
    assert await learned(ann) == "Nothing is waiting."
    assert sayso.rows("select credited, value from claim") == [("telegram:2", "vegan")]


async def test_c06_a_declined_claim_and_a_recalled_fact_are_not_learned_again(
    tmp_path: Path, telegram: TelegramDouble, ollama: OllamaDouble
) -> None:
    def said(request: Request) -> str:
        lines = request.json["messages"][-1]["content"]
        return claims(*(claim(words, "pet", "two cats") for words in ("I have two cats",) if words in lines))

    ollama.chat, ollama.forms = "Since you have two cats, no.", said
    async with running(tmp_path, telegram, ollama, memory=BY_MODEL) as sayso:
        priya = Person(sayso, 1, "Priya")
        await priya.ask("I have two cats", "two cats")
        await priya.press(await priya.hear("May I remember this?"), "Approve", "approved")
        for turn in range(4):
            await priya.ask(f"Can my two cats eat this, number {turn}?", "two cats")
        assert await learned(priya) == "Nothing is waiting."
        assert sayso.rows("select count(*) from claim") == [(1,)]
        ben = Person(sayso, 2, "Ben")
        await ben.ask("I have two cats", "two cats")
        await ben.press(await ben.hear("May I remember this?"), "Decline", "declined")
        for turn in range(4):
            await ben.ask(f"Is it warm enough, number {turn}?", "two cats")
        assert await learned(ben) == "Nothing is waiting."
        assert sayso.rows("select credited, state from claim") == [
            ("telegram:1", "verified"), ("telegram:2", "deprecated")]


async def test_c10_a_made_up_target_changes_nothing_and_the_claim_is_queued(
    tmp_path: Path, telegram: TelegramDouble, ollama: OllamaDouble
) -> None:
    async with running(tmp_path, telegram, ollama, memory=BY_MODEL) as sayso:
        priya = Person(sayso, 1, "Priya")
        for words in ("I like tea", "I like rye bread", "I like biryani"):
            await priya.ask(f"/remember {words}", "Remembered")
        before = sayso.rows("select * from fact")
        for action, target, value in (("UPDATE", "99", "soup"), ("DELETE", '"abc"', "salad"),
                                      ("UPDATE", "null", "pasta")):
            quote = f"I like {value}"
            verdict = f'{{"action": "{action}", "target_id": {target}}}'
            found = claims(claim(quote, "likes", value))
            ollama.forms = lambda request, found=found, verdict=verdict: (
                found if "claims" in request.json["format"]["properties"] else verdict)
            await priya.ask(quote, "Noted.")
            await priya.hear(f"You like {value}")
        assert sayso.rows("select * from fact") == before
        waiting = await learned(priya)
        assert all(value in waiting for value in ("soup", "salad", "pasta"))


# -- who decides


async def test_c19_only_the_owner_decides_on_a_claim(sayso: Sayso, ollama: OllamaDouble) -> None:
    group = sayso.telegram.group(-100500, "Cooking")
    ann, ben = Person(sayso, 1, "Ann", group), Person(sayso, 2, "Ben", group)
    await ann.ask("/learn on", "I'll learn")
    await ann.ask("@our_bot I am allergic to peanuts", "Noted.")
    card = await ann.hear("May I remember this?")
    offered = copy.deepcopy(card)

    toast = await ben.press(card, "Approve")
    assert toast["text"] == "That isn't yours to decide."
    refused = (await ben.ask("/approve 1"))["text"]
    missing = (await ben.ask("/approve 99"))["text"]
    assert refused == missing.replace("99", "1")
    for command in ("/decline 1", "/edit 1 I like peanuts", "/why 1", "/forget 1", "/queue", "/facts"):
        assert "peanuts" not in (await ben.ask(command))["text"]
    assert sayso.rows("select state from claim") == [("candidate",)]

    await ann.press(card, "Approve", "approved")
    assert (await ben.press(offered, "Decline"))["text"] == "That isn't yours to decide."
    assert "approved" in (await ann.press(offered, "Decline"))["text"]
    assert sayso.rows("select state from claim") == [("verified",)]
    assert sayso.rows("select count(*) from event where verb like 'claim.%' and meta like '%\"verified\"%'") == [(1,)]


@pytest.mark.parametrize("value", ["ж" * 200, "🥜" * 60, "ш" * 190 + "🥜" * 5])
async def test_c26_a_long_claim_in_any_script_can_be_decided_after_a_restart(
    tmp_path: Path, telegram: TelegramDouble, ollama: OllamaDouble, value: str
) -> None:
    ollama.forms = claims(claim(f"I like {value}", "likes", value))
    async with running(tmp_path, telegram, ollama, memory=BY_MODEL) as sayso:
        priya = Person(sayso, 1, "Priya")
        await priya.ask(f"I like {value}", "Noted.")
        card = await priya.hear(value)
        data = [button["callback_data"] for row in card["reply_markup"]["inline_keyboard"] for button in row]
        assert all(len(one.encode()) <= 64 for one in data)
        await sayso.restart()
        await priya.press(card, "Approve", "approved")
        assert value in (await priya.ask("/facts"))["text"]


# -- models that fail


async def test_c30_each_way_a_model_fails_is_said_in_seconds_and_memory_works_without_it(
    sayso: Sayso, ollama: OllamaDouble
) -> None:
    priya = Person(sayso, 1, "Priya")
    await priya.ask("/remember I like tea", "Remembered")
    started = time.monotonic()
    ollama.chat = Reply("the disk of the server is full", status=500)
    failing = await priya.ask("Hello to you", "Your message is kept")
    assert labels(failing) == ["Try again"]
    models, ollama.models = ollama.models, {}
    assert "The model tiny isn't there" in (await priya.ask("Hello to you", "Your message is kept"))["text"]
    ollama.models, ollama.chat = models, "Noted."
    await priya.ask("Hello to you", "Noted.")
    await ollama.stop()
    assert "was there and is gone" in (await priya.ask("Hello to you", "Your message is kept"))["text"]
    assert "You like tea" in (await priya.ask("/facts", "What I know"))["text"]
    assert "isn't answering" in (await priya.ask("/status", "Status"))["text"]
    await sayso.restart()
    down = await priya.ask("And what do you know of tea?", "Your message is kept")
    assert "isn't answering" in down["text"]
    assert f"127.0.0.1:{ollama.port}" in down["text"]
    assert time.monotonic() - started < 60
    await ollama.start()
    before = len(priya.heard())
    await priya.press(down, "Try again")
    await priya.hear("Noted.", before)
    assert "And what do you know of tea?" in ollama.chats[-1].prompt
    assert "Traceback" not in "".join(message["text"] for message in priya.heard())
    assert sayso.rows("select count(*) from message where kind = 'said' and text <> ''") == [(5,)]


async def test_c32_thoughts_are_not_shown_or_kept_and_an_empty_answer_is_an_apology(
    sayso: Sayso, ollama: OllamaDouble
) -> None:
    priya = Person(sayso, 1, "Priya")
    ollama.chat = "<think>She lives in Pune, a plan…</think>Hello"
    assert (await priya.ask("good morning to you", "Hello"))["text"] == "Hello"
    ollama.chat = ""
    empty = await priya.ask("and good evening", "no readable answer")
    assert labels(empty) == ["Try again"]
    ollama.chat = "Noted."
    await priya.ask("what did you say?", "Noted.")
    assert ("assistant", "Hello") in [(m["role"], m["content"]) for m in ollama.chats[-1].json["messages"]]
    assert b"a plan" not in ollama.bytes_received
    assert await learned(priya) == "Nothing is waiting."
    assert sayso.rows("select count(*) from message where text like '%plan%' or text like '%think%'") == [(0,)]


BAD = {
    "empty, the JSON among the thoughts": Reply("", thinking=claims(claim("I like tea", "likes", "tea"))),
    "a doubled brace": '{"{"claims": []}',
    "a number for a text": '{"claims": [{"message": 1, "quote": 7, "subject": "self", "attribute": "likes"}]}',
    "prose": "The person says that they like tea.",
    "an error": Reply("out of memory", status=500),
}


async def test_c32_extraction_that_fails_is_told_kept_and_done_again(
    tmp_path: Path, telegram: TelegramDouble, ollama: OllamaDouble
) -> None:
    good = Reply(f"Here it is:\n```json\n{claims(claim('I like tea', 'likes', 'tea'))}\n```\nThat is all.")
    async with running(tmp_path, telegram, ollama, memory=BY_MODEL) as sayso:
        for number, bad in enumerate(BAD.values(), 1):
            priya = Person(sayso, number, "Priya")
            ollama.forms = bad
            await priya.ask("I like tea", "Noted.")
            status = await status_when(priya, lambda status: "Learning failed" in status)
            assert "I'll try again" in status
            assert sayso.rows("select count(*) from message where author = ? and kind = 'said' and learned_at is null",
                              f"telegram:{number}") == [(1,)]
            ollama.forms = good
            await priya.ask("thanks a lot", "Noted.")
            await priya.hear("You like tea")
            assert not to_learn((await priya.ask("/status", "waiting: 1"))["text"])
        cut = good.text.partition("```json\n")[2].partition("]}")[0] + ', {"message": 1, "quote": "I li'
        ollama.forms = cut
        ben = Person(sayso, 90, "Ben")
        await ben.ask("I like tea", "Noted.")
        await ben.hear("You like tea")


async def test_c32_extraction_that_hangs_is_a_failure_too(
    tmp_path: Path, telegram: TelegramDouble, ollama: OllamaDouble
) -> None:
    ollama.forms = Reply("never", silent=True)
    short = {"provider": "ollama", "host": ollama.url, "name": "tiny", "timeout": 0.5}
    async with running(tmp_path, telegram, ollama, memory=BY_MODEL, model=short) as sayso:
        priya = Person(sayso, 1, "Priya")
        await priya.ask("I like tea", "Noted.")
        await status_when(priya, lambda status: "Learning failed" in status)
        ollama.forms = claims(claim("I like tea", "likes", "tea"))
        await priya.ask("thanks a lot", "Noted.")
        await priya.hear("You like tea")


# -- any text can be searched

ODD = ["don't", "well-known", "C++", "a@b.example", "50%", "why?", "AND", "OR hello", "NEAR(", '"', '"open',
       "content:likes", "-likes", "@@@", "*", "", "a,b", "#tag", "(x"]
KNOWN = {"C++": ["I program in C++"], "a@b.example": ["My mail is a@b.example"], "-likes": ["I like tea"]}


async def test_c38_any_text_can_be_recalled_by_and_forgotten(tmp_path: Path) -> None:
    clock = HandClock()
    async with Memory.open(tmp_path / "data", clock=clock) as memory:
        place = memory.at(Principal("telegram:1", "Priya"), Room("telegram:1"))
        for fact in ("I program in C++", "My mail is a@b.example", "I like tea"):
            await place.remember(fact)
        clock.forward(hours=2)  # what was approved just now is in the next prompt whatever is asked
        for text in ODD:
            found = [fact.statement for fact in (await place.recall(text)).facts]
            assert found == KNOWN.get(text, found if any(char.isalnum() for char in text) else []), text
            try:
                preview = await place.forget_preview(text)
            except EmptyTopic:
                assert not any(char.isalnum() for char in text), text
                continue
            gone = [claim.statement for claim in preview.claims] if preview else []
            assert gone == KNOWN.get(text, gone), text


# -- configuration and operation


async def test_c43_the_token_is_in_no_output_of_a_whole_run(
    tmp_path: Path, telegram: TelegramDouble, ollama: OllamaDouble
) -> None:
    telegram.fail("getMe", 502, "Bad Gateway", html=True)
    async with running(tmp_path, telegram, ollama, logging={"level": "debug"}) as sayso:
        priya = Person(sayso, 1, "Priya")
        telegram.fail("getUpdates", 502, "Bad Gateway", html=True)
        telegram.fail("getUpdates")
        telegram.fail("sendMessage")
        telegram.fail("answerCallbackQuery", 400, f"Bad Request: {telegram.token}")
        await priya.say("I like tea")
        card = await priya.hear("May I remember this?")
        telegram.fail("editMessageText", 400, f"Bad Request: {telegram.url}/bot{telegram.token}/editMessageText")
        await telegram.press(priya.user, card, "ok:1")
        await priya.ask("/status", "may not have arrived")
        telegram.fail("sendMessage", 403, f"Forbidden: {telegram.token}")
        await priya.say("And how are you?")
        await sayso.until(lambda: len(telegram.called("sendMessage")) >= 4)
        telegram.fail("getUpdates", 401, f"Unauthorized {telegram.token}", times=100)
        await priya.say("Is anybody there?")
        assert await sayso.ended() == 1
        written = sayso.output
        files = b"".join(file.read_bytes() for file in sorted((tmp_path / "data").rglob("*")) if file.is_file())
        assert "turn.answered" in written  # the control: events are written, and to where this looks
        assert "polling.interrupted" in written
        for half in (telegram.token, telegram.token.partition(":")[2]):
            assert half not in written
            assert half.encode() not in files
            assert not any(half in message["text"] for message in priya.heard())


STOPS = pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])


@STOPS
async def test_c44_a_reply_that_is_made_when_it_stops_is_finished(
    sayso: Sayso, ollama: OllamaDouble, number: signal.Signals
) -> None:
    go_on = asyncio.Event()
    ollama.chat = Reply("Noted at last.", wait=go_on)
    priya = Person(sayso, 1, "Priya")
    await priya.say("I like tea")
    await ollama.seen(1)
    sayso.send(number)
    go_on.set()
    assert await sayso.ended() == 0
    assert [message["text"] for message in priya.heard()] == ["Noted at last."]
    ollama.chat = "Noted."
    await sayso.start()
    await priya.hear("You like tea")
    assert len([m for m in priya.heard() if "Noted" in m["text"]]) == 1
    assert sayso.chain() is None


async def test_c44_a_reply_that_takes_too_long_is_parked_and_answered_once_after_the_start(
    sayso: Sayso, ollama: OllamaDouble
) -> None:
    ollama.chat = Reply("Never.", silent=True)
    priya = Person(sayso, 1, "Priya")
    await priya.say("I like tea")
    await ollama.seen(1)
    assert await sayso.stop() == 0
    ollama.chat = "Noted."
    await sayso.start()
    await priya.hear("You like tea")
    assert [m["text"] for m in priya.heard()][:1] == ["Noted."]
    assert len(priya.heard()) == 2
    assert sayso.rows("select count(*) from claim") == [(1,)]


async def test_c44_extraction_that_runs_when_it_stops_is_done_again(
    tmp_path: Path, telegram: TelegramDouble, ollama: OllamaDouble
) -> None:
    ollama.forms = Reply("never", silent=True)
    async with running(tmp_path, telegram, ollama, memory=BY_MODEL) as sayso:
        priya = Person(sayso, 1, "Priya")
        await priya.ask("I like tea", "Noted.")
        await ollama.seen(2)
        assert await sayso.stop() == 0
        ollama.forms = claims(claim("I like tea", "likes", "tea"))
        await sayso.start()
        await priya.hear("You like tea")
        assert sayso.rows("select count(*) from claim") == [(1,)]


async def test_c44_twenty_waiting_messages_are_each_answered_once(sayso: Sayso, ollama: OllamaDouble) -> None:
    go_on = asyncio.Event()
    ollama.chat = lambda request: Reply(f"To {request.json['messages'][-1]['content']}", wait=go_on)
    people = [Person(sayso, number, "Priya") for number in (1, 2)]
    for number in range(20):
        await people[number % 2].say(f"message {number}")
    await ollama.seen(2)
    await sayso.until(lambda: sayso.rows("select count(*) from inbox") == [(20,)])
    sayso.send(signal.SIGTERM)
    go_on.set()
    assert await sayso.ended() == 0
    await sayso.start()
    for first, person in enumerate(people):
        await person.hear(f"To message {18 + first}")
        assert [m["text"] for m in person.heard()] == [f"To message {n}" for n in range(first, 20, 2)]
    assert sayso.chain() is None
