"""Undo, correct and history: every decision has an inverse, and a forget has none."""

from __future__ import annotations

import pytest

from memory.core import Memory
from memory.domain import State
from memory.errors import GroundMoved, NotFound, Refused
from memory.gateway import Choice
from memory.place import Place
from tests.conftest import HandClock, known, say


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
