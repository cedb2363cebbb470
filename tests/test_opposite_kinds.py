"""Two kinds of people nobody is both of, and values of several words: what is asked, and how it is named."""

from __future__ import annotations

import pytest

from memory.contradict import verdict
from memory.core import Memory
from memory.domain import Action
from memory.place import Place
from memory.revision import within
from tests.conftest import say


@pytest.mark.parametrize(("one", "other"), [
    ("I am left-handed", "I am right-handed"), ("I'm a left-hander", "I'm right handed"),
    ("Ich bin Linkshänder", "Ich bin Rechtshänderin"), ("I'm a smoker", "I'm a non-smoker"),
    ("I'm an introvert", "I'm an extrovert"),
])
async def test_the_other_of_two_kinds_is_learned_and_put_against_the_first(
        memory: Memory, place: Place, one: str, other: str) -> None:
    (first,) = await say(memory, place, one)
    await place.approve(first.id)
    (claim,) = await say(memory, place, other)
    assert await place.disputed() == {first.id, claim.id}


def test_what_was_left_and_which_way_to_turn_is_no_word_on_a_hand() -> None:
    assert verdict("I left Leeds", "I'm right-handed") == "none"
    assert verdict("I'm right-handed", "I turn left at the church") == "none"


def test_an_opposite_is_not_within_a_known_statement_and_a_part_of_it_is() -> None:
    assert not within("I am right-handed", "I am left-handed")
    assert within("I like running", "I like running in the park")


@pytest.mark.parametrize(("before", "said", "value"), [
    ("I work as an engineer", "I've been promoted to team lead", "team lead"),
    ("I work as an engineer", "I switched careers and I'm a primary school teacher now", "primary school teacher"),
    ("I'm a nurse", "I was promoted, manager now", "manager"),
])
async def test_a_new_job_is_named_by_all_of_its_words(memory: Memory, place: Place, before: str, said: str, value: str
                                                      ) -> None:
    (first,) = await say(memory, place, before)
    await place.approve(first.id)
    (claim,) = await say(memory, place, said)
    assert (claim.value, claim.action, claim.target) == (value, Action.UPDATE, first.id)


async def test_a_favourite_set_against_another_is_one_claim_and_one_question(memory: Memory, place: Place) -> None:
    await place.remember("My favourite coffee is cortado")
    (fact,) = await place.facts()
    (claim,) = await say(memory, place, "Actually my favourite is a flat white, not a cortado.")
    assert claim.value == "flat white"
    assert await place.disputed() == {fact.id, claim.id}


async def test_two_things_of_one_sentence_stay_two_claims(memory: Memory, place: Place) -> None:
    found = await say(memory, place, "I love tea and coffee", "I have a dog and a cat")
    assert {claim.value for claim in found} == {"tea", "coffee", "dog", "cat"}
