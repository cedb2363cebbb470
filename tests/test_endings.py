"""Plain words by which something is over: an animal that died or strayed, a place one has left."""

from __future__ import annotations

import pytest

from memory.core import Memory
from memory.domain import Action
from memory.place import Place
from tests.conftest import say


@pytest.mark.parametrize(("before", "said"), [
    ("My dog is called Rex", "Rex died last year"), ("Mein Hund heißt Rex", "Rex ist letztes Jahr gestorben"),
    ("I have a cat", "my cat ran away in May"), ("Ich habe eine Katze", "meine Katze ist uns entlaufen"),
    ("ich wohne in Köln", "ich bin von Köln weggezogen"), ("ich wohne in Köln", "ich bin umgezogen"),
    ("ich wohne in Köln", "ich habe Köln verlassen"), ("I live in Leeds", "I left Leeds"),
    ("I live in Leeds", "I moved away from Leeds"), ("I live in Leeds", "we moved house last month"),
    ("My sister lives in Leeds", "My sister has moved away"),
])
async def test_a_plain_ending_is_offered_as_one(memory: Memory, place: Place, before: str, said: str) -> None:
    await place.remember(before)
    (fact,) = await place.facts()
    (claim,) = await say(memory, place, said)
    assert (claim.action, claim.target) == (Action.DELETE, fact.id)


@pytest.mark.parametrize(("before", "said"), [
    ("My sister is called Anna", "My sister died in 2019"),  # that was her name
    ("I live in Leeds", "my parents moved away"), ("I live in Leeds", "I moved the sofa"),
    ("I live in Leeds", "I left Leeds this morning"), ("I live in Leeds", "I left my umbrella in Leeds"),
    ("I have a son", "my son ran away with the ball"), ("I live in Leeds", "my cat ran away in May"),
    ("I live in Leeds", "I moved to a bigger flat"),
])
async def test_what_only_sounds_like_one_ends_nothing(memory: Memory, place: Place, before: str, said: str) -> None:
    await place.remember(before)
    (fact,) = await place.facts()
    assert all(claim.target != fact.id for claim in await say(memory, place, said))


async def test_a_move_that_says_where_to_gives_the_new_place(memory: Memory, place: Place) -> None:
    await place.remember("I live in Leeds")
    (claim,) = await say(memory, place, "we finally moved, home is Oslo since Saturday")
    assert (claim.action, claim.value) == (Action.UPDATE, "Oslo")
