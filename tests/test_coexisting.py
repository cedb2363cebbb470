"""Ordinary statements of one person that hold beside each other, and their like that do not."""

from __future__ import annotations

import pytest

from memory.core import Memory
from memory.domain import Action
from memory.place import Place
from tests.conftest import say


async def _both(memory: Memory, place: Place, before: str, said: str) -> list[tuple[str, Action]]:
    (first,) = await say(memory, place, before)
    await place.approve(first.id)
    return [(claim.attribute, claim.action) for claim in await say(memory, place, said)]


@pytest.mark.parametrize(("before", "said", "slot"), [
    ("I was born in Cardiff", "I grew up in Swansea", "origin"),
    ("my sister was born in Hull", "my sister was raised in Leeds", "origin"),
    ("ich bin in Kiel geboren", "ich bin in Halle aufgewachsen", "origin"),
    ("My hometown is Leeds", "I was born in Hull", "birthplace"),
    ("I'm German", "I come from Leeds", "origin"),
    ("ich bin Deutscher", "ich komme aus Leipzig", "origin"),
    ("I'm half Irish", "I'm half German", "nationality"),
])
async def test_what_holds_beside_the_other_is_offered_without_a_dispute(
        memory: Memory, place: Place, before: str, said: str, slot: str) -> None:
    assert await _both(memory, place, before, said) == [(slot, Action.ADD)]
    assert await place.disputed() == set()


@pytest.mark.parametrize(("before", "said"), [
    ("I was born in Cardiff", "I was born in Swansea"), ("Mein Geburtsort ist Kiel", "ich bin in Halle geboren"),
    ("I was born and raised in Leeds", "I grew up in Swansea"), ("I'm German", "I'm French"),
])
async def test_two_values_of_one_such_slot_are_put_to_the_person(memory: Memory, place: Place, before: str, said: str
                                                                 ) -> None:
    (found,) = await _both(memory, place, before, said)
    assert found[1] is Action.UPDATE


async def test_where_somebody_was_born_and_where_they_grew_up_are_two_things_in_one_sentence(
        memory: Memory, place: Place) -> None:
    for said, birth, youth in (("I was born in Hull and grew up in Leeds", "Hull", "Leeds"),
                               ("Ich bin in Kiel geboren und in Halle aufgewachsen", "Kiel", "Halle")):
        found = {claim.attribute: claim.value for claim in await say(memory, place, said)}
        assert found == {"birthplace": birth, "origin": youth}
        for claim in await say(memory, place):
            await place.decline(claim.id)
