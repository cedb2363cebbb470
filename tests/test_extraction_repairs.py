"""A slip put right in the same breath: what was meant is learned, with the whole repair for its quote."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memory.core import Memory
from memory.domain import Candidate, Utterance
from memory.extract import guards, patterns
from memory.place import Place
from memory.text import detect
from tests.conftest import known, say

SENT = datetime(2026, 2, 10, 18, 30, tzinfo=UTC)


def read(text: str) -> list[Candidate]:
    utterance = Utterance(1, "telegram:1", text, SENT, detect(text))
    found = patterns.extract(utterance)
    assert all(guards.check(one, utterance) is None and one.quote in text for one in found)
    return found


@pytest.mark.parametrize(("text", "attribute", "value", "statement"), [
    ("I live in Rome... nah, Turin", "home", "Turin", "I live in Turin"),
    ("I live in Rome, no wait, Turin", "home", "Turin", "I live in Turin"),
    ("i live in rome no wait turin", "home", "turin", "I live in turin"),
    ("I live in Berlin. No wait, Potsdam.", "home", "Potsdam", "I live in Potsdam"),
    ("I live in Berlin, I mean Potsdam", "home", "Potsdam", "I live in Potsdam"),
    ("I work at Siemens, uh, no, sorry, Bosch", "employer", "Bosch", "I work at Bosch"),
    ("My name is Anna, or rather Hanna", "name", "Hanna", "My name is Hanna"),
    ("I have two kids, no, three", "family", "three kids", "I have three kids"),
    ("I am 40, no, 41", "age", "41", "I am 41"),
    ("I have a dog, no, a cat", "pet", "cat", "I have a cat"),
    ("My birthday is 3 May, scratch that, 4 May", "birthday", "4 May", "My birthday is 4 May"),
    ("I like tea... nah, coffee", "likes", "coffee", "I like coffee"),
    ("I live in Rome... no wait, Turin... no, Milan", "home", "Milan", "I live in Milan"),
    ("I live in Rome, no wait, I live in Turin", "home", "Turin", "I live in Turin"),
    ("Ich wohne in Rom, äh nein, Turin", "home", "Turin", "Ich wohne in Turin"),
    ("Ich wohne in Rom, quatsch, in Turin", "home", "Turin", "Ich wohne in Turin"),
    ("Ich wohne in Rom, besser gesagt in Turin", "home", "Turin", "Ich wohne in Turin"),
    ("Ich wohne in Rom. Nein, in Turin.", "home", "Turin", "Ich wohne in Turin"),
    ("Ich habe zwei Kinder. Moment, nein, drei.", "family", "drei Kinder", "Ich habe drei Kinder"),
    ("Ich bin 40, Quatsch, 41", "age", "41", "Ich bin 41"),
    ("Ich habe einen Hund, äh nein, eine Katze", "pet", "Katze", "Ich habe eine Katze"),
    ("Ich arbeite bei Siemens, ich meine Bosch", "employer", "Bosch", "Ich arbeite bei Bosch"),
    ("Ich wohne in Rom, Quatsch, ich wohne in Turin", "home", "Turin", "Ich wohne in Turin"),
])
def test_what_was_meant_is_read_and_the_slip_is_not(text: str, attribute: str, value: str, statement: str) -> None:
    assert [(one.attribute, one.value, one.statement) for one in read(text)] == [(attribute, value, statement)]


@pytest.mark.parametrize("text", [
    "I live in Rome, no thanks", "I live in Rome, no kids", "I live in Rome. No, seriously.",
    "I live in Rome, wait for me", "I live in Rome, I mean, it's nice", "Ich wohne in Rom, nein danke",
])
def test_what_only_begins_like_a_repair_leaves_the_statement_as_it_is(text: str) -> None:
    assert [one.value for one in read(text)] == [("Rom" if "wohne" in text else "Rome")]


@pytest.mark.parametrize("text", [
    "If I live in Rome, no wait, Turin, I am happy", "Do I live in Rome, no wait, Turin?",
    "Tom said I live in Rome, no wait, Turin", "I live in Rome, no wait, kidding",
    "Let's play: I live in Rome, no, Turin",
])
def test_a_repair_of_what_is_no_statement_is_none(text: str) -> None:
    assert read(text) == []


def test_each_repair_of_a_message_is_read_beside_what_is_right() -> None:
    found = read("I live in Rome, no, Turin. I work at Siemens, no, Bosch. I have a dog.")
    assert [one.value for one in found] == ["Turin", "Bosch", "dog"]


async def test_a_repair_is_learned_with_its_whole_quote(memory: Memory, place: Place) -> None:
    queue = await say(memory, place, "I live in Rome... nah, Turin")
    assert [claim.statement for claim in queue] == ["I live in Turin"]
    card = await place.card(queue[0].id)
    assert card.quote == "I live in Rome... nah, Turin"
    await place.approve(queue[0].id)
    assert await known(place) == ["I live in Turin"]
