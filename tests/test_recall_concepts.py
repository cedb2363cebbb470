"""A question finds a fact that shares none of its words: by what both are about, with no vector and no model."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from memory.attributes import ATTRIBUTES
from memory.core import Memory, Options
from memory.domain import Principal, Room
from memory.place import Place
from memory.text import STOP_WORDS, concepts, names, normalise
from memory.text.concepts import NAMES, concepts_of
from tests.conftest import HandClock

LEXICON = Path(__file__).parent.parent / "memory" / "text" / "lexicon.txt"
KNOWN = ("I moved to Oslo in March", "I was born on 4 May 1990", "I'm a nurse at Riverside Clinic", "My boss is Deepa",
         "I'm allergic to peanuts", "I drive an old Volvo", "My cat Momo sleeps all day", "I play the cello",
         "Meine Tochter Mia geht in die Kita", "Ich esse kein Fleisch")
# Slots that say how a thing is known or wanted and not what it is about.
FORMLESS = {"role", "employment", "preference", "habit", "possession", "skill", "state", "location", "convention",
            "instruction", "hypothesis", "note", "pronouns"}


@pytest_asyncio.fixture
async def here(directory: Path, clock: HandClock) -> AsyncIterator[Place]:
    async with Memory.open(directory, clock=clock, options=Options(extractor="patterns")) as memory:
        place = memory.at(Principal("t:1", "Priya"), Room("t:1"))
        for statement in KNOWN:
            await place.remember(statement)
        clock.forward(days=1)
        yield place


async def statements(place: Place, text: str) -> list[str]:
    return [fact.statement for fact in (await place.recall(text)).facts]


@pytest.mark.parametrize(("question", "found"), [
    ("where do I live?", "I moved to Oslo in March"),
    ("wo bin ich hingezogen?", "I moved to Oslo in March"),
    ("when is my birthday?", "I was born on 4 May 1990"),
    ("wann habe ich Geburtstag?", "I was born on 4 May 1990"),
    ("what is my job?", "I'm a nurse at Riverside Clinic"),
    ("was bin ich von Beruf?", "I'm a nurse at Riverside Clinic"),
    ("who is my manager?", "My boss is Deepa"),
    ("wer ist meine Vorgesetzte?", "My boss is Deepa"),
    ("a snack without which allergens?", "I'm allergic to peanuts"),
    ("welches Auto fahre ich?", "I drive an old Volvo"),
    ("which pets are there?", "My cat Momo sleeps all day"),
    ("which instrument is mine?", "I play the cello"),
    ("in which city is my flat?", "I moved to Oslo in March"),
    ("wie heißt mein Kind?", "Meine Tochter Mia geht in die Kita"),
    ("a vegetarian dinner?", "Ich esse kein Fleisch"),
])
async def test_what_a_question_is_about_finds_a_fact_without_its_words(here: Place, question: str, found: str) -> None:
    assert found in await statements(here, question)


@pytest.mark.parametrize("question", ["what is the capital of Mongolia?", "how do black holes form?",
                                      "wie groß ist der Mond?", "what is Deepa's blood type?"])
async def test_what_nothing_is_about_finds_nothing(here: Place, question: str) -> None:
    assert await statements(here, question) == []
    assert await statements(here, "who is Deepa?") == ["My boss is Deepa"]


async def test_a_verb_does_not_hit_a_name_with_its_stem(here: Place, clock: HandClock) -> None:
    for statement in ("My daughter Liv is seven", "Liv spielt seit einem Jahr Cello", "Liv's best friend is Emilia"):
        await here.remember(statement)
    clock.forward(days=1)
    assert await statements(here, "Where do I live?") == ["I moved to Oslo in March"]
    for question in ("how old is liv?", "wie alt ist Liv?", "What is Liv's age?"):
        assert "My daughter Liv is seven" in await statements(here, question)


async def test_a_fact_is_found_by_the_slot_it_fills(here: Place) -> None:
    assert "diet" in concepts("no word of it", "diet")
    assert "colour" in concepts("it is teal", "favourite:colour")
    assert concepts("no word of it", "note") == concepts("no word of it")


def test_every_slot_that_is_about_something_has_a_line() -> None:
    assert set(ATTRIBUTES) - NAMES == FORMLESS


def test_the_lexicon_holds_normalised_words_that_say_something() -> None:
    words = [word for line in LEXICON.read_text(encoding="utf-8").splitlines() if not line.startswith("#")
             for word in line.split() if not word.endswith(":")]
    assert len(words) > 3000
    assert [word for word in words if normalise(word) != word] == []
    assert [word for word in words if word in STOP_WORDS] == []


@pytest.mark.parametrize(("word", "about", "not_about"), [
    ("krankenkasse", "insurance", "health"),
    ("krankheit", "health", "insurance"),
    ("haustier", "pet", "home"),
    ("reihenhaus", "home", "pet"),
    ("wohnt", "home", "pet"),
    ("cats", "pet", "home"),
])
def test_the_longest_entry_says_what_a_word_is_about(word: str, about: str, not_about: str) -> None:
    assert about in concepts_of(word)
    assert not_about not in concepts_of(word)


@pytest.mark.parametrize(("text", "aged"), [("My daughter Aoife is nine", True), ("I turned 40 last week", True),
                                            ("Mein Sohn ist zehn Jahre alt", True), ("The meeting is at 9", False),
                                            ("My flat is on the fifth floor", False)])
def test_an_age_is_known_by_its_form(text: str, aged: bool) -> None:
    assert ("age" in concepts(text)) == aged


def test_words_of_the_lexicon_are_no_names() -> None:
    assert names("Does Ravi speak Spanish?") == ["Ravi"]
    assert names("wann hat Sabrina Geburtstag?") == ["Sabrina"]
