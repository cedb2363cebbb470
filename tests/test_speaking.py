"""The language somebody is answered in, and the words that name a fact under an answer."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.channel import Incoming
from bot.handle import speaks
from bot.turn import label
from memory.domain import Fact
from memory.place import Place
from tests.conftest import PRIYA, PRIYAS_DM

NOW = datetime(2026, 11, 30, 5, 0, tzinfo=UTC)


def incoming(text: str, language: str = "en") -> Incoming:
    return Incoming("telegram", f"update:{text}", PRIYAS_DM, PRIYA, "message", NOW, text, language=language)


@pytest.mark.parametrize(("texts", "language"), [
    (("Ich rauche",), "de"), (("I smoke",), "en"), (("Berlin",), "en"), (("/queue",), "en"),
    (("I live in Pune", "Ich rauche"), "en"),  # a short text does not change what a longer one settled
    (("Ich wohne in Bonn", "ok"), "de"), (("Ich rauche", "I live in Pune now"), "en"),
])
async def test_a_short_text_settles_the_language_only_where_nothing_did(place: Place, texts: tuple[str, ...],
                                                                        language: str) -> None:
    heard = [await speaks(place, incoming(text)) for text in texts]
    assert heard[-1] == language


async def test_a_short_text_is_in_the_language_of_its_author(place: Place) -> None:
    assert (await place.observe("Ben is 9", sent_at=NOW)).language == "nl"  # nobody knows better yet
    await place.speak("en")
    assert (await place.observe("Ben is 9", sent_at=NOW)).language == "en"
    assert (await place.observe("Ich rauche", sent_at=NOW)).language == "de"
    assert (await place.observe("Ik ben negen jaar en ik woon in Gent", sent_at=NOW)).language == "nl"


@pytest.mark.parametrize(("attribute", "value", "statement", "language", "expected"), [
    ("allergy", "peanuts", "I'm allergic to peanuts", "en", "7 peanuts"),
    ("age", "34", "I'm 34", "en", "7 You're 34"),
    ("habit", "at 5:30", "I get up at 5:30", "en", "7 You get up at 5:30"),
    ("habit", "rauche", "Ich rauche", "de", "7 Du rauchst"),
    ("favourite:tea", "Assam", "My favourite tea is Assam", "en", "7 Assam"),
])
def test_a_fact_is_named_by_what_tells(attribute: str, value: str, statement: str, language: str,
                                       expected: str) -> None:
    fact = Fact(7, "s", "Priya", statement, attribute, NOW, 1, False, language=language, value=value)
    assert label(fact) == expected


def test_the_name_of_a_fact_is_short() -> None:
    fact = Fact(7, "s", "Priya", f"My garden has {'roses and ' * 20}a pond", "note", NOW, 1, False, value="roses")
    assert len(label(fact)) < 70
