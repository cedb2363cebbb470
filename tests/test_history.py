"""Undo, correct and history: every decision has an inverse, and a forget has none."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from memory.core import Memory
from memory.domain import State
from memory.errors import GroundMoved, NotFound, Refused
from memory.gateway import Choice
from memory.place import Place
from tests.conftest import PRIYA, PRIYAS_DM, HandClock, known, say
from tests.doubles.chat import chatting


async def test_undo_takes_back_an_approval_and_it_can_be_approved_again(memory: Memory, place: Place) -> None:
    [home] = await say(memory, place, "I live in Pune")
    await place.approve(home.id)
    assert await known(place) == ["I live in Pune"]
    undone = await place.undo()
    assert [claim.state for claim in undone.claims] == [State.CANDIDATE]
    assert await known(place) == []
    await place.approve(home.id)
    assert await known(place) == ["I live in Pune"]
    assert await memory.rebuilt() == []


async def test_undo_of_a_decline_lets_it_be_offered_again(memory: Memory, place: Place) -> None:
    [tea] = await say(memory, place, "I like tea")
    await place.decline(tea.id)
    assert await say(memory, place, "I like tea") == []
    await place.undo()
    assert [card.claim.id for card in await place.pending()] == [tea.id]
    assert await memory.rebuilt() == []


async def test_undo_of_a_choice_brings_the_old_fact_back_and_opens_the_disagreement(memory: Memory, place: Place
                                                                                   ) -> None:
    [home] = await say(memory, place, "I live in Pune")
    await place.approve(home.id)
    [oslo] = await say(memory, place, "I live in Oslo")
    await place.resolve(oslo.id, Choice.NEW)
    assert await known(place) == ["I live in Oslo"]
    await place.undo()
    assert await known(place) == ["I live in Pune"]
    [card] = await place.pending()
    assert card.claim.id == oslo.id
    assert card.disputes
    assert (await place.recall("where do I live")).cautions
    assert await memory.rebuilt() == []


async def test_undo_of_an_edit_puts_the_first_words_back_in_the_queue(memory: Memory, place: Place) -> None:
    [chess] = await say(memory, place, "I like chess")
    await place.edit(chess.id, "I like blitz chess")
    await place.undo()
    assert await known(place) == []
    assert [card.claim.id for card in await place.pending()] == [chess.id]
    assert await memory.rebuilt() == []


async def test_undo_goes_back_step_by_step_and_ends_with_nothing(memory: Memory, place: Place) -> None:
    await place.remember("I park on level 3")
    await place.remember("I like chess")
    await place.undo()
    assert await known(place) == ["I park on level 3"]
    await place.undo()
    assert await known(place) == []
    with pytest.raises(NotFound):
        await place.undo()


async def test_undo_of_a_forget_is_refused_and_brings_nothing_back(memory: Memory, place: Place) -> None:
    await place.remember("I like chess")
    preview = await place.forget_preview("chess")
    assert preview is not None
    await place.forget(preview.id)
    with pytest.raises(Refused):
        await place.undo()
    assert await known(place) == []


async def test_undo_is_refused_when_the_ground_has_moved(memory: Memory, place: Place, clock: HandClock) -> None:
    await place.remember("I'm on night shifts until the end of November")
    assert len(await known(place)) == 1
    clock.forward(days=60)
    assert len(await memory.retire_due()) == 1
    with pytest.raises(GroundMoved):
        await place.undo()


async def test_undo_of_a_correction_can_be_followed_by_undo_of_what_it_corrected(memory: Memory, place: Place) -> None:
    await place.remember("I live in Pune")
    [fact] = await place.facts()
    await place.correct(fact.id, "Oslo")
    await place.undo()
    assert await known(place) == ["I live in Pune"]
    await place.undo()
    assert await known(place) == []
    with pytest.raises(NotFound):
        await place.undo()


async def test_another_persons_acts_are_not_undone(memory: Memory, place: Place, jonas: Place) -> None:
    await place.remember("I park on level 3")
    with pytest.raises(NotFound):
        await jonas.undo()
    assert await known(place) == ["I park on level 3"]


async def test_correct_replaces_the_value_and_keeps_the_old_one_as_history(memory: Memory, place: Place) -> None:
    await place.remember("I live in Pune")
    [fact] = await place.facts()
    await place.correct(fact.id, "Oslo")
    assert await known(place) == ["I live in Oslo"]
    old = await place.why(fact.id)
    assert old.claim.state is State.SUPERSEDED
    assert not old.is_fact
    [new] = await place.facts()
    assert (new.attribute, new.value) == ("home", "Oslo")
    verbs = [one.verb for one in await place.history(fact.id)]
    assert verbs[0] == "claim.proposed"
    assert verbs[-1] == "claim.superseded"
    assert await memory.rebuilt() == []


async def test_correct_takes_a_whole_statement_as_it_is(memory: Memory, place: Place) -> None:
    await place.remember("I work at Acme")
    [fact] = await place.facts()
    await place.correct(fact.id, "I work at Initech since May")
    [new] = await place.facts()
    assert new.value == "Initech"


async def test_only_a_fact_of_ones_own_can_be_corrected(memory: Memory, place: Place, jonas: Place) -> None:
    [home] = await say(memory, place, "I live in Pune")
    with pytest.raises(Refused):
        await place.correct(home.id, "Oslo")
    await place.approve(home.id)
    with pytest.raises(NotFound):
        await jonas.correct(home.id, "Oslo")
    assert await known(place) == ["I live in Pune"]


@pytest.mark.parametrize(("fact", "typed", "said", "since"), [
    ("I live in Madrid", "You live in Oslo", "I live in Oslo", None),
    ("I live in Madrid", "You live in Oslo since 2020.", "I live in Oslo since 2020", date(2020, 1, 1)),
    ("I live in Madrid", "I live in Madrid since 2019", "I live in Madrid since 2019", date(2019, 1, 1)),
    ("Ich wohne in Köln", "Du wohnst in Bonn", "Ich wohne in Bonn", None),
    ("My cat is called Mia", "Your cat is called Milo", "My cat is called Milo", None),
    ("I park on level 3", "I park on level 4", "I park on level 4", None),
    ("I work as an engineer", "I retired", "I retired", None)])
async def test_a_correction_may_be_the_sentence_as_it_is_shown(place: Place, fact: str, typed: str, said: str,
                                                               since: date | None) -> None:
    number = (await place.remember(fact)).cards[0].claim.id
    await place.correct(number, typed)
    [new] = await place.facts()
    assert (new.statement, new.valid_from) == (said, since)


@pytest.mark.parametrize(("fact", "typed", "why"), [
    ("I live in Madrid", "???", "no value"), ("I live in Madrid", "1", "no value"),
    ("I live in Madrid", "You hate cats", "no value"), ("I live in Madrid", "I hate cats", "something else"),
    ("Ich wohne in Köln", "Ich spiele Tennis", "something else"), ("I live in Madrid", "Madrid", "the same"),
    ("I live in Madrid", "You live in Madrid", "the same"), ("Ich wohne in Köln", "Köln", "the same"),
    ("I live in Madrid", "my password is hunter2-blue", "secret")])
async def test_what_is_no_correction_of_a_fact_changes_nothing(place: Place, fact: str, typed: str, why: str) -> None:
    number = (await place.remember(fact)).cards[0].claim.id
    with pytest.raises(Refused) as refused:
        await place.correct(number, typed)
    assert refused.value.reason == why
    assert await known(place) == [fact]
    assert len(await place.history(number)) == 3  # noted, quoted, approved
    await place.correct(number, "Oslo")  # the control
    assert "Oslo" in (await known(place))[0]


async def test_what_is_no_statement_takes_no_waiting_claims_place(memory: Memory, place: Place) -> None:
    [cat] = await say(memory, place, "My cat is called Mia")
    for words in ("???", "I don't know", "is it?", "..."):
        with pytest.raises(Refused, match="no value"):
            await place.edit(cat.id, words)
        with pytest.raises(Refused, match="no value"):
            await place.remember(words)
    assert await known(place) == []
    await place.edit(cat.id, "My cat is called Milo")  # the control
    assert await known(place) == ["My cat is called Milo"]


async def test_a_request_about_what_is_decided_says_that_it_was_not_done(tmp_path: Path, clock: HandClock) -> None:
    async with chatting(tmp_path, clock) as chat:
        await chat.say(PRIYA, PRIYAS_DM, "/remember I live in Pune")
        await chat.say(PRIYA, PRIYAS_DM, "I moved to Oslo")
        await chat.learn(PRIYAS_DM)
        assert "nothing" not in await chat.say(PRIYA, PRIYAS_DM, "/resolve 2 new")  # the control
        for request in ("/resolve 2 old", "/edit 1 I live in Trondheim"):
            assert "I changed nothing" in await chat.say(PRIYA, PRIYAS_DM, request), request
        assert "Trondheim" not in await chat.say(PRIYA, PRIYAS_DM, "/facts")


async def test_words_whose_source_is_set_aside_are_answered_and_what_is_hidden_is_named(
        tmp_path: Path, clock: HandClock) -> None:
    async with chatting(tmp_path, clock) as chat:
        assert "Remembered" in await chat.say(PRIYA, PRIYAS_DM, "/remember I live in Pune")  # the control
        assert "out of use" not in await chat.say(PRIYA, PRIYAS_DM, "/facts")
        await chat.memory.quarantine(PRIYA.id)
        told = await chat.say(PRIYA, PRIYAS_DM, "/remember I like cake")
        assert "You like cake" in told
        assert "/queue" in told
        assert "Kept out of use for now: 1." in await chat.say(PRIYA, PRIYAS_DM, "/facts")
        assert "changed nothing" in await chat.say(PRIYA, PRIYAS_DM, "/edit 1 I live in Rome")
        await chat.memory.quarantine(PRIYA.id, lift=True)
        assert "Pune" in await chat.say(PRIYA, PRIYAS_DM, "/restore 1")
        assert "out of use" not in await chat.say(PRIYA, PRIYAS_DM, "/facts")
