"""Quantities in running text: clock times, spans, dates, measures, numbers in words. English and German."""

from __future__ import annotations

import pytest

from memory.contradict import quantities
from memory.text import normalise


def plain(text: str) -> str:
    return quantities.figures(normalise(text))


@pytest.mark.parametrize(("text", "minute", "sure"), [
    ("um Viertel nach neun", 555, False), ("at 9:15", 555, False), ("half past nine in the morning", 570, True),
    ("um halb vier nachmittags", 930, True), ("15 Uhr 30", 930, True), ("at 4:30 pm", 990, True),
    ("um acht Uhr abends", 1200, True), ("Viertel vor sieben abends", 1125, True), ("at noon", 720, True),
    ("at 08:00", 480, True), ("um 20 Uhr", 1200, True),
])
def test_a_time_of_day_is_read_in_any_form(text: str, minute: int, sure: bool) -> None:
    assert quantities.clock(plain(text)) == (minute, sure)


@pytest.mark.parametrize("text", ["at 60 mph", "from 9 to 5", "von 8 bis 16 Uhr", "25:10", "nine of us"])
def test_what_is_no_time_of_day_or_two_of_them_is_none(text: str) -> None:
    assert quantities.clock(plain("at 9:15")) is not None
    assert quantities.clock(plain(text)) is None


@pytest.mark.parametrize(("text", "minutes"), [
    ("an hour and a half", 90), ("eine halbe Stunde", 30), ("90 minutes", 90), ("zwei Stunden", 120),
    ("four and a half hours", 270), ("1 hour 30 minutes", 90), ("anderthalb Stunden", 90), ("a week", 10080),
])
def test_a_span_of_time_is_minutes(text: str, minutes: int) -> None:
    assert quantities.span(plain(text)) == minutes


@pytest.mark.parametrize(("text", "date"), [
    ("14. Juli", (0, 7, 14)), ("April 16", (0, 4, 16)), ("am neunten Juli", (0, 7, 9)), ("the 3rd of May", (0, 5, 3)),
    ("2024-05-03", (2024, 5, 3)), ("3.5.1990", (1990, 5, 3)), ("im Mai", (0, 5, 0)), ("4 May 1990", (1990, 5, 4)),
])
def test_a_date_keeps_what_is_said_of_it(text: str, date: tuple[int, int, int]) -> None:
    assert quantities.date(plain(text)) == date


@pytest.mark.parametrize(("text", "unit", "many"), [
    ("64 GB", "gb", 64), ("1 TB", "gb", 1000), ("1.200 Euro", "money", 1200), ("$180", "money", 180),
    ("92 Kilo", "kg", 92), ("1,80 m", "cm", 180), ("six foot two", "cm", 187.96), ("5'4", "cm", 162.56),
])
def test_an_amount_is_compared_in_one_unit(text: str, unit: str, many: float) -> None:
    found = quantities.measure(plain(text))
    assert found is not None
    assert (found[0], found[1]) == (unit, pytest.approx(many))


def test_numbers_in_words_are_figures_and_one_stays_a_word() -> None:
    assert plain("thirty-eight, achtunddreißig, einundzwanzig, in my thirties") == "38, 38, 21, in my 30s"
    assert plain("one of us") == "one of us"


def test_a_year_may_have_two_digits_after_an_apostrophe() -> None:
    assert quantities.year("birth year is '85") == quantities.year("in 1985") == 1985
    assert quantities.year("room 1985b") is None
