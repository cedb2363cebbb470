"""`kill -9` at any moment: nothing lost, nothing twice, every claim once, the record whole."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot.channel import Incoming
from bot.dispatch import Dispatcher
from bot.envelope import pack_incoming
from bot.worker import Worker
from memory.domain import Principal, Room
from memory.errors import StoreBusy
from memory.inbox import Arrived
from memory.ports import SystemClock
from tests.doubles.ollama_double import OllamaDouble, Reply, Request
from tests.doubles.process import Person, Sayso, labels, learned_all, running, status_when
from tests.doubles.telegram_double import TelegramDouble
from tests.doubles.telegram_fixture import telegram

KILLS, MESSAGES, PEOPLE = 50, 200, 10
BURST = 20  # messages a group takes at once
EACH = MESSAGES // KILLS  # messages that come in between two kills
REQUESTS = 16  # a run makes at least this many while it answers its messages: the moments to choose from
FOODS = (
    "walnuts pistachios cashews hazelnuts almonds pecans shrimp lobster oysters mussels celery mustard sesame lupins"
    " soybeans wheat barley rye oats eggs milk cheese salmon trout tuna strawberries kiwis mangoes peaches cherries"
    " apples pears bananas oranges lemons tomatoes carrots onions garlic pepper cinnamon ginger honey chocolate coffee"
    " yeast mushrooms spinach cabbage lentils"
).split()
NUMBER = re.compile(r"This is message (\d+)\.")


def answer(request: Request) -> str:
    found = NUMBER.search(request.json["messages"][-1]["content"])
    assert found is not None
    return f"Answer to message {found[1]}."


@pytest.fixture
async def ollama() -> AsyncIterator[OllamaDouble]:
    async with OllamaDouble(answer) as double:
        yield double


def words(number: int) -> str:
    """Every fourth message says something about its author; all say which one they are."""
    claim = f"I am allergic to {FOODS[number // 4]}. " if number % 4 == 0 else ""
    return f"{claim}This is message {number}."


def author(number: int) -> int:
    return (number * 7) % PEOPLE if number % 4 else (number // 4) % PEOPLE


def answered(person: Person) -> list[int]:
    """The numbers of the messages a person got answers to, in the order the answers stand in the chat."""
    texts = [message["text"] for message in person.heard()]
    return [int(found[1]) for text in texts if (found := re.match(r"Answer to message (\d+)\.", text))]


def on_their_way(sayso: Sayso) -> set[str]:
    """The answers a kill found begun and the platform had not been asked to show."""
    marked = {json.loads(payload)["text"] for payload, in sayso.rows(
        "select payload from outbox where state = 'sending' and payload <> ''")}
    return marked - {str(call.parameters.get("text")) for call in sayso.telegram.called("sendMessage")}


async def a_while(sayso: Sayso, ollama: OllamaDouble, moments: random.Random) -> None:
    """Until a random moment of a run: while it starts, or after some number of its requests and a bit."""
    here = lambda: len(sayso.telegram.calls) + len(ollama.requests)  # noqa: E731 - a name for two counts
    aim = here() + moments.randint(0, REQUESTS)
    if moments.random() > 0.1:
        await sayso.until(lambda: here() >= aim)
    await asyncio.sleep(moments.uniform(0, 0.04))  # the randomness itself: nothing waits for this


async def test_fifty_kills_during_two_hundred_messages(
    tmp_path: Path, telegram: TelegramDouble, ollama: OllamaDouble
) -> None:
    moments = random.Random(20261130)
    async with running(tmp_path, telegram, ollama) as sayso:
        people = [Person(sayso, number, f"Person {number}") for number in range(1, PEOPLE + 1)]
        said: list[list[int]] = [[] for _ in people]
        cut: set[str] = set()
        for kill in range(KILLS):
            for number in range(kill * EACH, (kill + 1) * EACH):
                said[author(number)].append(number)
                await people[author(number)].say(words(number))
            await a_while(sayso, ollama, moments)
            await sayso.kill()
            cut |= on_their_way(sayso)
            await sayso.start(ready=False)

        missing = 0
        done = "select count(*) from inbox where done_at is null"
        await sayso.until(lambda: sayso.rows(done) == [(0,)], 60)  # /status does not wait for answers
        for person, theirs in zip(people, said, strict=True):
            status = await status_when(person, learned_all)
            came = answered(person)
            assert came == sorted(set(came))  # none twice, and in the order of the questions
            assert set(came) <= set(theirs)
            lost = set(theirs) - set(came)
            assert len(lost) <= status.count("may not have arrived")
            assert {f"Answer to message {number}." for number in lost} <= cut  # nothing that was not on its way
            missing += len(lost)
        assert sum(len(theirs) for theirs in said) == MESSAGES
        assert missing < MESSAGES / 5  # kills are aimed at requests, and rooms send side by side
        assert sayso.rows("select count(*) from inbox where done_at is null") == [(0,)]
        assert sayso.rows("select count(*) from message where kind = 'said'") == [(MESSAGES,)]
        expected = sorted((f"telegram:{author(n) + 1}", FOODS[n // 4], 1) for n in range(0, MESSAGES, 4))
        assert sorted(sayso.rows("select credited, value, count(*) from claim group by credited, value")) == expected
        assert sayso.rows("select count(*) from evidence") == [(len(expected),)]
        assert sayso.chain() is None
        assert sayso.rows("pragma integrity_check") == [("ok",)]


@pytest.mark.parametrize("arrived", [True, False])
async def test_a_reply_that_was_in_flight_is_listed_by_status_and_never_sent_again_unasked(
    tmp_path: Path, telegram: TelegramDouble, ollama: OllamaDouble, arrived: bool
) -> None:
    async with running(tmp_path, telegram, ollama) as sayso:
        ann = Person(sayso, 1, "Ann")
        in_flight = asyncio.Event()
        telegram.fail("sendMessage", hold=in_flight)
        await ann.say(words(1))
        await sayso.until(lambda: telegram.called("sendMessage"))
        await sayso.kill()
        if arrived:
            in_flight.set()
            await telegram.until(lambda: answered(ann) == [1])
        await sayso.start()
        status = await ann.ask("/status", "Status")
        assert "may not have arrived" in status["text"]
        assert labels(status) == ["Try again"]
        await ann.ask(words(2), "Answer to message 2.")
        assert answered(ann) == ([1, 2] if arrived else [2])
        await ann.press(status, "Try again")
        await ann.hear("Answer to message 1.", int(arrived))
        await sayso.restart()
        assert "may not have arrived" not in (await ann.ask("/status", "Status"))["text"]
        assert sorted(answered(ann)) == ([1, 1, 2] if arrived else [1, 2])


async def test_what_only_waits_for_its_turn_in_a_busy_group_is_sent_after_the_start_and_never_doubted(
    tmp_path: Path, telegram: TelegramDouble, ollama: OllamaDouble
) -> None:
    group = telegram.group(-100500, "Home")
    async with running(tmp_path, telegram, ollama) as sayso:
        ann = Person(sayso, 1, "Ann", group)
        for _ in range(BURST + 2):
            await ann.say("/start")
        await sayso.until(lambda: len(ann.heard()) == BURST)
        await sayso.until(lambda: sayso.rows("select count(*) from outbox where payload <> ''") == [(2,)])
        await sayso.kill()
        assert sayso.rows("select state from outbox where payload <> ''") == [("queued",)] * 2
        await sayso.start()
        await sayso.until(lambda: len(ann.heard()) == BURST + 2)
        assert "may not have arrived" not in (await ann.ask("/status", "Status"))["text"]


async def test_killed_while_the_model_answers_the_message_is_answered_once_after_the_start(
    tmp_path: Path, telegram: TelegramDouble, ollama: OllamaDouble
) -> None:
    async with running(tmp_path, telegram, ollama) as sayso:
        ann = Person(sayso, 1, "Ann")
        ollama.chat = Reply("Answer to message 0.", wait=asyncio.Event())
        await ann.say(words(0))
        await ollama.seen(1)
        await sayso.kill()
        ollama.chat = answer
        await sayso.start()
        await ann.hear("May I remember this?")
        assert answered(ann) == [0]
        assert "may not have arrived" not in (await ann.ask("/status", "Status"))["text"]
        assert sayso.rows("select count(*) from message where kind = 'said'") == [(1,)]
        assert sayso.rows("select count(*) from claim") == [(1,)]


async def test_a_lane_and_the_worker_outlive_a_store_that_is_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    room, busy, done = Room("telegram:1"), [StoreBusy(), StoreBusy()], asyncio.Event()
    ended: list[int] = []

    async def handled(app: object, number: int, incoming: Incoming) -> None:
        if number == 1:
            raise StoreBusy
        done.set()

    async def given_up(app: object, number: int, incoming: Incoming) -> None:
        if busy:
            raise busy.pop()
        ended.append(number)

    monkeypatch.setattr("bot.handle.handle", handled)
    monkeypatch.setattr("bot.handle.give_up", given_up)
    lanes = Dispatcher(SimpleNamespace(wake_sender=lambda: None, memory=SimpleNamespace(  # type: ignore[arg-type]
        clock=SystemClock())))
    for number in (1, 2):
        words = Incoming("telegram", str(number), room, Principal("telegram:1"), "message", datetime.now(UTC), "hello")
        lanes.feed(Arrived(number, "telegram", room.id, "message", pack_incoming(words), 0))
    await asyncio.wait_for(done.wait(), 5)
    assert ended == [1]

    trouble, again = [StoreBusy(), ValueError("a bug")], asyncio.Event()

    async def one_round(self: Worker) -> float:
        if trouble:
            raise trouble.pop()
        again.set()
        return 60.0

    monkeypatch.setattr("bot.worker.AFTER_TROUBLE", 0.01)
    monkeypatch.setattr(Worker, "_round", one_round)
    task = asyncio.create_task(Worker(SimpleNamespace()).run())  # type: ignore[arg-type]
    await asyncio.wait_for(again.wait(), 5)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
