"""What shares a town, a name or a date with an earlier statement and still speaks of something else."""

from __future__ import annotations

import pytest

from memory.core import Memory
from memory.domain import Action
from memory.place import Place
from tests.conftest import known, say


@pytest.mark.parametrize(("before", "said", "slot", "value"), [
    ("ich wohne seit 2019 in Madrid", "ich arbeite seit 2020 bei Bosch", "employer", "Bosch"),
    ("ich wohne seit drei Jahren in Madrid", "ich arbeite seit fünf Jahren bei Bosch", "employer", "Bosch"),
    ("ich wohne seit Januar in Madrid", "seit Mai spiele ich Tennis in Madrid", "hobby", "Tennis"),
    ("ich arbeite seit 2015 in Halle", "ich spiele seit 2012 Tennis im TC Halle", "hobby", "Tennis"),
    ("I have lived in Halle since 2015", "I have played tennis in Halle since 2012", "hobby", "tennis"),
    ("ich spiele seit 2012 Tennis", "ich spiele seit 2014 Geige", "hobby", "Geige"),
    ("I have played tennis since 2012", "I have played chess since 2010", "hobby", "chess"),
    ("I live in Madrid", "I work at Bosch now", "employer", "Bosch"),
    ("I live in Madrid", "We have a cottage in Norway now", "possession", "cottage in Norway"),
    ("Ich wohne in Madrid", "seit letzter Woche singe ich im Chor bei Martin", "hobby", "im Chor bei Martin"),
    ("Ich wohne in Halle an der Saale", "ich spiele neuerdings Tennis in Halle an der Saale", "hobby", "Tennis"),
    ("My sister lives in Madrid", "My sister works at Bosch now", "employer", "Bosch"),
    ("I live in Halle", "I sold my garden in Halle", "possession", "garden in Halle"),
])
async def test_a_statement_of_another_matter_keeps_its_own_slot_and_disputes_nothing(
        memory: Memory, place: Place, before: str, said: str, slot: str, value: str) -> None:
    (first,) = await say(memory, place, before)
    await place.approve(first.id)
    (claim,) = await say(memory, place, said)
    assert (claim.attribute, claim.value, claim.action) == (slot, value, Action.ADD)
    assert await place.disputed() == set()


@pytest.mark.parametrize("said", ["my dentist is in Oslo now", "I cancelled my gym in Halle"])
async def test_a_town_named_beside_something_else_is_no_word_on_where_somebody_lives(
        memory: Memory, place: Place, said: str) -> None:
    await place.remember("I live in Halle")
    assert await say(memory, place, said) == []
    assert await known(place) == ["I live in Halle"]


@pytest.mark.parametrize(("before", "said", "value"), [
    ("ich wohne seit 2019 in Madrid", "wir sind seit letzter Woche in Oslo", "Oslo"),
    ("I live in Madrid", "We're in Oslo now", "Oslo"),
    ("I have lived in Halle since 2015", "we relocated to Oslo", "Oslo"),
    ("My sister lives in Madrid", "My sister is in Oslo now", "Oslo"),
])
async def test_being_somewhere_else_now_is_one(memory: Memory, place: Place, before: str, said: str, value: str
                                               ) -> None:
    (first,) = await say(memory, place, before)
    await place.approve(first.id)
    (claim,) = await say(memory, place, said)
    assert (claim.attribute, claim.value, claim.action, claim.target) == ("home", value, Action.UPDATE, first.id)


@pytest.mark.parametrize(("before", "said"), [
    ("I live in Halle", "I gave up my flat in Halle"), ("I work at Bosch", "I quit my job at Bosch"),
    ("I play tennis at Bosch", "I quit tennis at Bosch"),
])
async def test_what_ends_together_with_the_statement_ends_it(memory: Memory, place: Place, before: str, said: str
                                                             ) -> None:
    await place.remember(before)
    (claim,) = await say(memory, place, said)
    assert claim.action is Action.DELETE
