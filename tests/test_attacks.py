"""What an adversary found, kept: each breach with the control that shows the way around it is open."""

from __future__ import annotations

import json

import pytest

from bot import cards
from memory import transfer
from memory.claims import says_still
from memory.core import Memory
from memory.errors import GroundMoved, Refused
from memory.gateway import Choice
from memory.place import Place
from tests.conftest import GROUP, JONAS, PRIYA, HandClock, known, say


async def test_undo_never_brings_back_what_no_words_stand_behind(memory: Memory, place: Place,
                                                                 clock: HandClock) -> None:
    await place.observe("I live in Pune", sent_at=clock.now(), platform_id="7")
    await memory.learn(place.room.id)
    [card] = await place.pending()
    await place.approve(card.claim.id)
    assert await known(place) == ["I live in Pune"]
    await place.reread("7", "nothing to see")
    assert await known(place) == []
    with pytest.raises(GroundMoved):  # the last decision was the approval, and its words are gone
        await place.undo()
    assert await known(place) == []


async def test_undo_in_a_group_says_nothing_of_the_dm(memory: Memory, place: Place) -> None:
    await place.remember("I am being treated for insomnia")
    group = memory.at(PRIYA, GROUP)
    with pytest.raises(Refused, match="elsewhere"):
        await group.undo()
    assert len(await known(place)) == 1
    await place.undo()
    assert await known(place) == []


async def test_an_edit_does_not_get_around_a_pause(memory: Memory, place: Place, clock: HandClock) -> None:
    await place.pause(True)
    await place.observe("I have diabetes", sent_at=clock.now(), platform_id="7")
    await place.reread("7", "I have diabetes.")
    await place.pause(False)
    assert await say(memory, place, "I like tea") != []
    assert [card.claim.statement for card in await place.pending()] == ["I like tea"]


@pytest.mark.parametrize(("text", "stands"), [
    ("I live in Rome", True), ("Hello. I live in Rome, you know", True), ("I live in Romeoville", False),
    ("It is not true that I live in Rome, sorry", False), ("I don't think I live in Rome", False),
])
def test_a_quote_stands_only_while_its_clause_says_it(text: str, *, stands: bool) -> None:
    assert says_still(text, "I live in Rome") is stands


async def test_sessions_of_a_fact_follow_its_evidence(memory: Memory, place: Place, clock: HandClock) -> None:
    [dog] = await say(memory, place, "I have a dog")
    await place.approve(dog.id)
    clock.forward(days=1)
    await place.observe("I have a dog", sent_at=clock.now(), platform_id="9")
    await memory.learn(place.room.id)
    assert await memory.rebuilt() == []
    await place.reread("9", "nothing")
    assert await memory.rebuilt() == []


async def test_what_was_declined_is_not_quoted_to_a_model_when_it_is_said_again(memory: Memory, place: Place) -> None:
    await place.allow_excerpts(True)
    [nuts] = await say(memory, place, "I am allergic to peanuts")
    assert (await place.recall("what about peanuts?")).excerpts
    await place.decline(nuts.id)
    await say(memory, place, "I am allergic to peanuts!!")
    assert not (await place.recall("what about peanuts?")).excerpts


async def test_correct_takes_a_statement_of_its_own_as_one(memory: Memory, place: Place) -> None:
    await place.remember("I live in Pune")
    [fact] = await place.facts()
    with pytest.raises(Refused, match="something else"):  # neither "I live in I hate rain" nor in the home's place
        await place.correct(fact.id, "I hate rain")
    assert await known(place) == ["I live in Pune"]
    await place.correct(fact.id, "I moved to Oslo in May")
    assert await known(place) == ["I moved to Oslo in May"]


@pytest.mark.parametrize(("about", "choice", "left"), [
    (0, Choice.NEW, ["I live in Rome"]), (1, Choice.NEW, ["I live in Rome"]), (0, Choice.OLD, ["I live in Pune"]),
    (1, Choice.OLD, ["I live in Pune"]), (0, Choice.BOTH, ["I live in Pune", "I live in Rome"]),
    (1, Choice.NEITHER, []),
])
async def test_two_waiting_statements_that_disagree_are_decided_by_either_number(
        memory: Memory, place: Place, about: int, choice: Choice, left: list[str]) -> None:
    waiting = await say(memory, place, "I live in Pune", "I live in Rome")
    assert len(waiting) == 2
    assert await place.approvable() == ([], [])  # nothing was shown yet
    await place.resolve(waiting[about].id, choice)
    assert await known(place) == left
    assert await place.pending() == []
    assert await memory.rebuilt() == []


async def test_a_disagreement_among_waiting_statements_is_one_card_and_not_for_approve_all(memory: Memory, place: Place
                                                                                          ) -> None:
    await say(memory, place, "I live in Pune", "I live in Rome", "I like tea")
    pending = await place.pending()
    asked = cards.ask("en", pending)
    assert [out.claims for out in asked] == [(3,), (1, 2)]  # both were shown, neither is asked about again
    assert "approved" not in asked[1].text


async def test_an_import_puts_nothing_into_a_room_its_person_never_spoke_in(memory: Memory, place: Place,
                                                                           clock: HandClock) -> None:
    await memory.at(JONAS, GROUP).observe("hello all", sent_at=clock.now())
    claim = {"number": 1, "statement": "I keep the kayak here", "subject": "self", "attribute": "note",
             "value": "the kayak", "polarity": "+", "state": "candidate", "room": GROUP.id}
    file = {"sayso": 1, "person": PRIYA.id, "facts": [], "claims": [claim]}
    _, entries = transfer.read(json.dumps(file))
    await place.import_(entries)
    assert await place.pending() == []
    await memory.at(PRIYA, GROUP).observe("hello", sent_at=clock.now())  # control: now she did
    await place.import_(entries)
    assert [card.claim.statement for card in await place.pending()] == ["I keep the kayak here"]
