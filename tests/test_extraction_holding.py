"""When a claim holds: an age or a name that is to come, or over, is not taken for one of now."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from memory.core import Memory
from memory.domain import Candidate, Utterance
from memory.extract import guards, patterns
from memory.extract.settling import settled
from memory.gateway import Choice
from memory.place import Place
from memory.text import detect
from tests.conftest import HandClock, known, say

SENT = datetime(2026, 2, 10, 18, 30, tzinfo=UTC)  # a Tuesday


def heard(text: str) -> Utterance:
    return Utterance(1, "telegram:1", text, SENT, detect(text))


def read(text: str) -> list[tuple[str, str, str]]:
    found = patterns.extract(heard(text))
    assert all(guards.check(one, heard(text)) is None for one in found)
    return [(one.value, str(one.valid_from or ""), str(one.valid_to or "")) for one in found]


@pytest.mark.parametrize(("text", "value", "first", "last"), [
    ("I'll be 40 next week", "40", "2026-02-16", ""), ("Next week I'm 40", "40", "2026-02-16", ""),
    ("I turn 40 tomorrow", "40", "2026-02-11", ""), ("In May I will be 40", "40", "2026-05-01", ""),
    ("My sister turns 40 next month", "40", "2026-03-01", ""), ("I was 34 in 2019", "34", "2019-01-01", "2019-12-31"),
    ("Ich werde nächste Woche 40", "40", "2026-02-16", ""), ("Ich werde im Mai 40 Jahre alt", "40", "2026-05-01", ""),
    ("Meine Schwester wird morgen 40", "40", "2026-02-11", ""),
    ("Ich heiße ab Juni Schmidt", "Schmidt", "2026-06-01", ""),
])
def test_what_is_to_come_or_over_has_its_days(text: str, value: str, first: str, last: str) -> None:
    assert read(text) == [(value, first, last)]


@pytest.mark.parametrize("text", ["I'm 40", "I turned 40 last week", "Ich bin 40",
                                  "Ich bin gestern 40 geworden", "I'm 40 since last week"])
def test_an_age_of_now_has_none(text: str) -> None:
    assert read(text) == [("40", "", "")]


@pytest.mark.parametrize("text", ["Ich werde 40", "I turn 40", "I'm about to turn 40", "Ich werde bald 40 Jahre alt"])
def test_an_age_to_come_without_a_day_is_none_whoever_reads_it(text: str) -> None:
    assert read(text) == []
    by_model = Candidate("self", "age", "40", *_said(text), extractor="model")
    assert guards.check(settled(by_model, heard(text)), heard(text)) == "hypothetical"
    of_now = heard("I'm 40")
    control = replace(by_model, quote="I'm 40", statement="I'm 40")
    assert guards.check(settled(control, of_now), of_now) is None


def _said(text: str) -> tuple[object, ...]:
    one = patterns.extract(heard("I'm 40"))[0]
    return one.polarity, text, text, 1, one.type


async def test_the_age_of_today_stands_until_the_new_one_begins(
        memory: Memory, place: Place, clock: HandClock) -> None:
    [now] = await say(memory, place, "I'm 39")
    await place.approve(now.id)
    [coming] = await say(memory, place, "I'll be 40 next week")
    await place.resolve(coming.id, Choice.NEW)
    assert "I'm 39" in await known(place)
    clock.forward(days=8)
    await memory.retire_due()
    assert await known(place) == ["I'll be 40 next week"]
