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
    ("ich arbeite als Krankenschwester", "ich arbeite im Klinikum St. Georg", "workplace"),
    ("ich arbeite im Klinikum St. Georg", "ich arbeite seit 2015 in Halle", "workplace"),
    ("ich arbeite in der Pflege", "ich arbeite als Krankenschwester", "occupation"),
    ("I work in Leeds", "I'm a nurse", "occupation"), ("I work in marketing", "I work in London", "workplace"),
    ("I work at a bank", "I work for HSBC", "employer"),
    ("I work from home on Fridays", "I work part-time", "employment"),
    ("I'm self-employed", "I work remotely", "employment"),
    ("I'm half Irish", "I'm half German", "nationality"),
])
async def test_what_holds_beside_the_other_is_offered_without_a_dispute(
        memory: Memory, place: Place, before: str, said: str, slot: str) -> None:
    assert await _both(memory, place, before, said) == [(slot, Action.ADD)]
    assert await place.disputed() == set()


@pytest.mark.parametrize(("before", "said"), [
    ("I was born in Cardiff", "I was born in Swansea"), ("Mein Geburtsort ist Kiel", "ich bin in Halle geboren"),
    ("I was born and raised in Leeds", "I grew up in Swansea"), ("I'm German", "I'm French"),
    ("I work in Oslo", "I work in Bergen"), ("ich arbeite im Klinikum St. Georg", "ich arbeite im Klinikum Bremen"),
    ("I work as a nurse", "I work as a baker"), ("I work in marketing", "I work in sales"),
    ("I work for HSBC", "I work for Monzo"), ("I work part-time", "I work full-time"),
    ("I work part-time", "I'm unemployed"), ("I'm a nurse", "I work in sales now"),
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


@pytest.mark.parametrize(("said", "found"), [
    ("ich arbeite in Teilzeit", {"employment": "Teilzeit"}),
    ("ich arbeite jetzt in Teilzeit bei Bosch", {"employment": "Teilzeit", "employer": "Bosch"}),
    ("ich arbeite in der Pflege", {"occupation": "Pflege"}),
    ("I was in the army until 2012", {"event": "army"}),
    ("I'm in Rome this week", {"state": "in Rome"}),
])
async def test_hours_fields_and_whereabouts_are_read_whole(memory: Memory, place: Place, said: str,
                                                           found: dict[str, str]) -> None:
    assert {claim.attribute: claim.value for claim in await say(memory, place, said)} == found


async def test_who_works_right_now_says_nothing_of_how(memory: Memory, place: Place) -> None:
    assert await say(memory, place, "ich arbeite gerade", "ich arbeite heute") == []
