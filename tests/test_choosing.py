"""What a person is told when they choose between statements, and when they decide on several at once."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot import cards
from memory import gateway
from memory.claims import Home
from memory.core import Memory
from memory.decision import Decision
from memory.domain import Action, Candidate, ClaimType, Origin, Polarity
from memory.events import Act
from memory.gateway import Source
from memory.place import Place
from tests.conftest import PRIYA, PRIYAS_DM, HandClock
from tests.doubles.chat import Chat, chatting


@pytest.fixture
async def chat(tmp_path: Path, clock: HandClock) -> AsyncIterator[Chat]:
    async with chatting(tmp_path, clock) as running:
        yield running
        assert await running.memory.audit() is None
        assert await running.memory.rebuilt() == []


async def told(chat: Chat, *said: str) -> str:
    """Say things and have them learned; what the bot asks because of the last."""
    asked = ""
    for words in said:
        await chat.say(PRIYA, PRIYAS_DM, words)
        asked = await chat.learn(PRIYAS_DM)
    return asked


async def command(chat: Chat, words: str) -> str:
    return await chat.say(PRIYA, PRIYAS_DM, words)


async def offered(memory: Memory, place: Place, statement: str, target: int, action: Action) -> int:
    """A waiting claim that would change a fact without disagreeing with it."""
    said = await place.observe(statement, sent_at=memory.clock.now())
    source = Source(Home(place.scope, place.room.id, place.principal.id, "en"), said.session, Origin.EXTRACTION)
    act = Act("sayso", memory.clock.now(), memory.rules.key)
    candidate = Candidate("self", "note", statement, Polarity.YES, statement, statement, said.id, ClaimType.PREFERENCE,
                          "model")
    return (await memory.db.write(lambda tx: gateway.propose(
        tx, act, memory.rules, source, candidate, Decision(action, target, "test")))).claim


# -- a dispute of several


async def test_a_dispute_of_three_is_one_card_that_names_what_each_choice_keeps(chat: Chat) -> None:
    await told(chat, "I'm 31")
    await command(chat, "/approve 1")
    asked = await told(chat, "I'm 32. I turned 33")
    for shown in (asked, await command(chat, "/queue")):
        assert shown.count("disagrees") == 1
        assert "“new” keeps 3, “old” keeps 1" in shown
        assert "[Keep 3] [Keep 1] [All] [None]" in shown
    assert await chat.learn(PRIYAS_DM) == "", "asked about again"
    answer = await command(chat, "/resolve 2 new")
    assert [line.rpartition(" · ")[2] for line in answer.splitlines()[:3]] == ["replaced", "declined", "approved"]


async def test_a_dispute_of_two_names_no_rule(chat: Chat) -> None:
    shown = await told(chat, "I live in Rome. I live in Oslo")
    assert "don't go together" in shown
    assert "keeps" not in shown


async def test_one_press_decides_a_dispute_of_three(chat: Chat) -> None:
    await told(chat, "I'm 31. I'm 32. I turned 33")
    assert "1  You're 31 · approved" in await chat.press(PRIYA, "Keep 1")
    assert await command(chat, "/queue") == "Nothing is waiting."


async def test_a_press_on_a_card_that_knew_less_decides_nothing(chat: Chat) -> None:
    await told(chat, "I'm 31. I'm 32")
    old = chat.channel.sent[-1]
    await told(chat, "I turned 33")
    chat.channel.sent.append(old)
    shown = await chat.press(PRIYA, "The new one")
    assert "no longer the same" in shown
    assert "[Keep 3]" in shown
    assert await command(chat, "/facts") == "I know nothing about you here yet."
    await chat.press(PRIYA, "Keep 3")
    assert "3  You turned 33" in await command(chat, "/facts")


async def test_a_fact_points_to_what_waits_against_it(chat: Chat) -> None:
    await told(chat, "I live in Rome")
    await command(chat, "/approve 1")
    await told(chat, "I live in Oslo")
    assert "/resolve 2 new" in await command(chat, "/resolve 1 new")
    assert "2  You live in Oslo · approved" in await command(chat, "/resolve 2 new")


# -- what was done is said


async def test_an_agreed_retraction_is_called_done_and_what_it_ended_over(chat: Chat) -> None:
    await told(chat, "I have a sister")
    await command(chat, "/approve 1")
    await told(chat, "I have no sister after all")
    answer = await command(chat, "/resolve 2 new")
    assert "done: 1 is over" in answer
    for words in (answer, await command(chat, "/history 1"), await command(chat, "/history 2")):
        assert "declined" not in words
    assert "you took it back" in await command(chat, "/history 1")
    back = await command(chat, "/restore 1")
    assert "you took it back" in back
    assert "was not put aside" not in back
    await command(chat, "/remember I have a sister")
    assert "You have a sister" in await command(chat, "/facts")


async def test_an_agreed_retraction_is_called_done_in_german_as_well(chat: Chat) -> None:
    await told(chat, "Ich habe eine Schwester")
    await command(chat, "/approve 1")
    await told(chat, "Ich habe doch keine Schwester")
    assert "/resolve 2 neu" in await command(chat, "/resolve 1 neu")
    assert "erledigt: 1 gilt nicht mehr" in await command(chat, "/resolve 2 neu")
    assert "abgelehnt" not in await command(chat, "/history 1")
    assert "du hast es zurückgenommen" in await command(chat, "/restore 1")


async def test_a_refused_retraction_is_still_called_declined(chat: Chat) -> None:
    await told(chat, "I have a sister")
    await command(chat, "/approve 1")
    await told(chat, "I have no sister after all")
    assert "declined" in await command(chat, "/resolve 2 old")
    assert "1 was not put aside" in await command(chat, "/restore 1")


async def test_lists_say_what_a_yes_would_change(chat: Chat) -> None:
    place = chat.memory.at(PRIYA, PRIYAS_DM)
    for words in ("/remember I park on level 3", "/remember I keep bees"):
        await command(chat, words)
    await offered(chat.memory, place, "The garage is under the house", 1, Action.UPDATE)
    await offered(chat.memory, place, "The hives went to Jonas", 2, Action.DELETE)
    await offered(chat.memory, place, "I brew cider", 2, Action.ADD)
    [asked] = cards.ask("en", await place.pending())
    for shown in (asked.text, await command(chat, "/queue")):
        assert "in place of 1  You park on level 3" in shown
        assert "takes back 2  You keep bees" in shown
        assert shown.count("in place of") + shown.count("takes back") == 2
    assert "4  The hives went to Jonas · done: 2 is over" in await command(chat, "/approve 4")


async def test_the_history_of_what_waits_is_not_headed_as_decided(chat: Chat) -> None:
    await told(chat, "I have a cat")
    await command(chat, "/approve 1")
    await command(chat, "/correct 1 dog")
    await command(chat, "/undo")
    assert (await command(chat, "/history 1")).count("brought back") == 1
    await command(chat, "/undo")
    history = await command(chat, "/history 1")
    assert history.startswith("1  You have a cat\n")
    assert history.count("brought back") == 1
    assert history.splitlines()[-1].endswith("waiting again · you")


# -- several at once


async def test_of_several_that_are_approved_together_rivals_are_left(chat: Chat) -> None:
    await told(chat, "I live in Rome. I live in Oslo. I like tea")
    answer = await command(chat, "/approve 1 2 3")
    assert "3  You like tea · approved" in answer
    assert "Left for you to choose: 1, 2." in answer
    assert answer.count("don't go together") == 1
    assert await command(chat, "/facts") == "What I know here:\n3  You like tea"


@pytest.mark.parametrize("how", ["/approve 1 2", "/approve all", "[Both]", "/decline 1 2"])
async def test_one_undo_takes_back_all_that_one_act_decided(chat: Chat, how: str) -> None:
    await told(chat, "I like tea. I play chess")
    before = await command(chat, "/queue")
    if how.startswith("/"):
        await command(chat, how)
    else:
        await chat.press(PRIYA, "Both")
    assert await command(chat, "/queue") == "Nothing is waiting."
    await command(chat, "/undo")
    assert await command(chat, "/queue") == before
    assert await command(chat, "/facts") == "I know nothing about you here yet."


async def test_two_acts_are_undone_one_by_one(chat: Chat) -> None:
    await told(chat, "I like tea. I play chess")
    await command(chat, "/approve 1")
    await command(chat, "/approve 2")
    await command(chat, "/undo")
    assert "1  You like tea" in await command(chat, "/facts")


async def test_one_undo_takes_back_an_act_that_approved_something_and_then_what_replaces_it(chat: Chat) -> None:
    await told(chat, "I like tea")
    await command(chat, "/approve 1")
    place = chat.memory.at(PRIYA, PRIYAS_DM)
    await offered(chat.memory, place, "The car stands in the yard", 1, Action.UPDATE)
    await command(chat, "/undo")
    before = await command(chat, "/queue")
    answer = await command(chat, "/approve 1 2")
    assert "2  The car stands in the yard · approved" in answer
    assert await command(chat, "/facts") == "What I know here:\n2  The car stands in the yard"
    await command(chat, "/undo")
    assert await command(chat, "/queue") == before
    assert await command(chat, "/facts") == "I know nothing about you here yet."


async def test_the_card_of_two_that_waited_says_what_became_of_both(chat: Chat) -> None:
    await told(chat, "I live in Rome. I live in Oslo")
    assert await chat.press(PRIYA, "The new one") == "1  You live in Rome · declined\n2  You live in Oslo · approved"


async def test_the_card_of_three_goes_on_with_the_two_that_are_left(chat: Chat) -> None:
    await told(chat, "I'm 31. I'm 32. I turned 33")
    assert "[The new one] [The old one]" in await command(chat, "/decline 3")
    shown = await command(chat, "/decline 2")
    assert shown.endswith("[Approve] [Edit] [Decline]")
    await chat.press(PRIYA, "Approve")
    assert "1  You're 31" in await command(chat, "/facts")
