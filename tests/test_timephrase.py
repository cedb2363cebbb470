"""Phrases of time become days, anchored to when they were said."""

import subprocess
import sys
from datetime import UTC, date, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.timephrase import Period, resolve

SENT = datetime(2026, 2, 10, 12, 0, tzinfo=UTC)  # a Tuesday


def days(text: str, language: str = "en", sent: datetime = SENT) -> tuple[str, str] | None:
    period = resolve(text, sent, language)
    return None if period is None else (str(period.valid_from or ""), str(period.valid_to or ""))


@pytest.mark.parametrize(("text", "first", "last"), [
    ("Yesterday I started a new job.", "2026-02-09", ""),
    ("I'm on night shifts until the end of March.", "", "2026-03-31"),
    ("last week I moved to Oslo", "2026-02-02", ""),
    ("I moved to Oslo last week", "2026-02-02", ""),
    ("I was in Oslo last week", "2026-02-02", "2026-02-08"),
    ("I've lived here since May", "2025-05-01", ""),
    ("I have lived here since last May", "2025-05-01", ""),
    ("I've lived here for ten years", "2016-02-10", ""),
    ("I've had a cough for about two weeks now", "2026-01-27", ""),
    ("I have worked there for the last 3 months", "2025-11-10", ""),
    ("I moved in March", "2025-03-01", ""),
    ("I'm moving in March", "2026-03-01", ""),
    ("I lived in Pune from 2019 to 2021", "2019-01-01", "2021-12-31"),
    ("I lived in Pune between 2019 and 2021", "2019-01-01", "2021-12-31"),
    ("I lived in Pune 2019-2021", "2019-01-01", "2021-12-31"),
    ("As of next Monday I work in Ulm", "2026-02-16", ""),
    ("I'm in Oslo next summer", "2026-06-01", "2026-08-31"),
    ("In 2024 I moved to Oslo", "2024-01-01", ""),
    ("In 2024 I lived in Oslo", "2024-01-01", "2024-12-31"),
    ("On 3 November I moved", "2025-11-03", ""),
    ("I moved on November 3rd, 2024", "2024-11-03", ""),
    ("two weeks ago I quit", "2026-01-27", ""),
    ("I work in Ulm starting 1 March", "2026-03-01", ""),
    ("a month from now I will be a father", "2026-03-10", ""),
    ("I work from home this week", "2026-02-09", "2026-02-15"),
    ("I'm on leave from next Monday until the end of March", "2026-02-16", "2026-03-31"),
    ("I lived in Pune until 2019", "", "2019-12-31"),
    ("I'm off until Friday", "", "2026-02-13"),
    ("I won't be back, not until March", "2026-03-01", ""),
    ("Before 2019 I lived in Pune", "", "2018-12-31"),
    ("I'm vegan since 2019-05-03", "2019-05-03", ""),
    ("I bought the car half a year ago", "2025-08-10", ""),
    ("until March I work nights", "", "2026-03-31"),
    ("I have been vegan since Christmas", "2025-12-25", ""),
    ("My lease ends on 2026-12-31", "", "2026-12-31"),
    ("I moved on 12 March '24", "2024-03-12", ""),
    ("I moved on 03/11/2024", "2024-11-03", ""),
    ("I've got a dentist appointment on Thursday at 3pm", "2026-02-12", "2026-02-12"),
    ("She has got an interview on Thursday", "2026-02-12", "2026-02-12"),
    ("I got a new car on Thursday", "2026-02-05", ""),
    ("I'm starting a new job on Tuesday", "2026-02-17", ""),  # it is Tuesday: who means the same day says "today"
    ("I'm starting a new job on Wednesday", "2026-02-11", ""),
    ("I started on Tuesday", "2026-02-10", ""),
    ("I'm off until Tuesday", "", "2026-02-10"),
])
def test_english_phrases(text: str, first: str, last: str) -> None:
    assert days(text) == (first, last)


@pytest.mark.parametrize(("text", "language", "first", "last"), [
    ("I'm in Berlin from Monday to Friday", "en", "2026-02-16", "2026-02-20"),
    ("I'm in Berlin from Tuesday to Thursday", "en", "2026-02-10", "2026-02-12"),  # from today on
    ("Friday to Sunday I'm in Oslo", "en", "2026-02-13", "2026-02-15"),
    ("I'm off from Wednesday till Friday", "en", "2026-02-11", "2026-02-13"),
    ("I'm visiting my sister from Friday to Sunday", "en", "2026-02-13", "2026-02-15"),
    ("I'll be in Oslo from Saturday to Monday", "en", "2026-02-14", "2026-02-16"),
    ("I was in Berlin from Monday to Friday", "en", "2026-02-02", "2026-02-06"),
    ("Ich bin von Montag bis Freitag in Berlin", "de", "2026-02-16", "2026-02-20"),
    ("Von Freitag bis Sonntag besuche ich meine Schwester", "de", "2026-02-13", "2026-02-15"),
    ("Ich habe von Mittwoch bis Freitag frei", "de", "2026-02-11", "2026-02-13"),
    ("Ich werde von Samstag bis Montag in Rom sein", "de", "2026-02-14", "2026-02-16"),
    ("Ich war von Montag bis Freitag in Berlin", "de", "2026-02-02", "2026-02-06"),
])
def test_weekdays_of_one_stay_are_days(text: str, language: str, first: str, last: str) -> None:
    assert days(text, language) == (first, last)


@pytest.mark.parametrize(("text", "language"), [
    ("I work from Monday to Friday", "en"), ("I'm in the office from Monday to Friday", "en"),
    ("We are open Monday to Friday", "en"), ("I go running Monday to Friday", "en"),
    ("We are in Berlin every week from Monday to Friday", "en"), ("I worked from Monday to Friday", "en"),
    ("Ich arbeite von Montag bis Freitag", "de"), ("Ich bin von Montag bis Freitag im Büro", "de"),
    ("Ich bin jede Woche von Montag bis Mittwoch in Bonn", "de"),
    ("Von Montag bis Freitag esse ich in der Kantine", "de"),
])
def test_weekdays_of_every_week_are_no_days(text: str, language: str) -> None:
    assert days(text, language) is None


@pytest.mark.parametrize(("text", "first", "last"), [
    ("Gestern habe ich einen neuen Job angefangen", "2026-02-09", ""),
    ("Ich habe Nachtschicht bis Ende März", "", "2026-03-31"),
    ("Letzte Woche bin ich nach Oslo gezogen", "2026-02-02", ""),
    ("Ich wohne seit Mai in Ulm", "2025-05-01", ""),
    ("Ich wohne seit zehn Jahren in Ulm", "2016-02-10", ""),
    ("Ich wohne seit über anderthalb Jahren hier", "2024-08-10", ""),
    ("Im März bin ich umgezogen", "2025-03-01", ""),
    ("Im März ziehe ich um", "2026-03-01", ""),
    ("Ich wohnte von 2019 bis 2021 in Pune", "2019-01-01", "2021-12-31"),
    ("Ab Montag arbeite ich in Ulm", "2026-02-16", ""),
    ("Ab nächster Woche arbeite ich in Ulm", "2026-02-16", ""),
    ("Vor zwei Wochen habe ich gekündigt", "2026-01-27", ""),
    ("Ab dem 1. März wohne ich in Bonn", "2026-03-01", ""),
    ("Nächsten Sommer bin ich in Oslo", "2026-06-01", "2026-08-31"),
    ("Ich bin 2019 nach Oslo gezogen", "2019-01-01", ""),
    ("Ich bin am 3.11.2024 umgezogen", "2024-11-03", ""),
    ("Ich bin im Urlaub bis zum 20.2.", "", "2026-02-20"),
    ("In zwei Wochen fange ich bei Siemens an", "2026-02-24", ""),
    ("Bis nächste Woche bin ich krank", "", "2026-02-22"),
    ("Seit letztem Sommer laufe ich", "2025-06-01", ""),
    ("Vom 3. bis 5. Mai bin ich weg", "2026-05-03", "2026-05-05"),
    ("Morgen fange ich bei Siemens an", "2026-02-11", ""),
    ("Seit gestern bin ich Vater", "2026-02-09", ""),
    ("Ich fange am Dienstag einen neuen Job an", "2026-02-17", ""),
    ("Am Donnerstag habe ich einen Zahnarzttermin", "2026-02-12", "2026-02-12"),
])
def test_german_phrases(text: str, first: str, last: str) -> None:
    assert days(text, "de") == (first, last)


@pytest.mark.parametrize(("text", "language"), [
    ("I used to live in Pune", "en"), ("Formerly I ate meat", "en"), ("Früher habe ich geraucht", "de"),
    ("Ich habe früher in Pune gewohnt", "de"),
])
def test_what_is_over_is_marked_without_dates(text: str, language: str) -> None:
    period = resolve(text, SENT, language)

    assert period is not None
    assert (period.valid_from, period.valid_to, period.ended) == (None, None, True)


def test_what_is_over_may_have_dates_too() -> None:
    assert resolve("I used to live in Pune until 2019", SENT, "en") == Period(
        None, date(2019, 12, 31), ((2, 9), (23, 33)), ended=True)


@pytest.mark.parametrize(("text", "language"), [
    ("I live in Pune", "en"), ("I am used to noise", "en"), ("I got used to it", "en"),
    ("I work Monday to Friday", "en"),
    ("My birthday is in March", "en"), ("my birthday is on 14 June", "en"),
    ("mein Geburtstag ist am 3. Mai", "de"),
    ("I like to walk in May", "en"), ("Von Montag bis Freitag arbeite ich", "de"),
    ("Every Monday I swim", "en"), ("I swim on Mondays", "en"), ("In summer I swim", "en"), ("I may march home", "en"),
    ("April is my sister", "en"), ("I lived in Pune for ten years", "en"), ("I'm going to Oslo for two weeks", "en"),
    ("I learned it in two weeks", "en"), ("I have 2024 stamps", "en"), ("I have two weeks of leave", "en"),
    ("I moved a few years ago", "en"), ("Guten Morgen", "de"), ("Ich stehe früher auf", "de"),
    ("Ich habe im März Geburtstag", "de"), ("Jeden Montag schwimme ich", "de"), ("Ich wohne in Berlin", "de"),
    ("Im Sommer schwimme ich", "de"), ("the nas is at 10.0.0.5", "en"), ("I'm on 3 teams", "en"),
    ("I bet on 1-3 odds", "en"), ("from 3.5 to 4.2 GPA", "en"), ("I'm on version 2.3.1 of it", "en"),
])
def test_words_that_only_look_like_time_say_nothing(text: str, language: str) -> None:
    assert resolve(text, SENT, language) is None
    dated = {"de": "Gestern bin ich umgezogen", "en": "Yesterday I moved"}[language]
    control = resolve(f"{text}. {dated}", SENT, language)
    assert control is not None
    assert control.valid_from == date(2026, 2, 9)


def test_c08_relative_time_is_anchored_and_until_ends() -> None:
    assert days("Yesterday I started a new job.") == ("2026-02-09", "")
    assert days("I'm on night shifts until the end of March.") == ("", "2026-03-31")


def test_spans_name_the_words_that_were_read() -> None:
    text = "I'm on leave from next Monday until the end of March"
    period = resolve(text, SENT, "en")

    assert period is not None
    assert [text[a:b] for a, b in period.spans] == ["from next Monday", "until the end of March"]


@pytest.mark.parametrize(("sent", "last"), [
    (datetime(2026, 3, 31, tzinfo=UTC), "2026-03-31"), (datetime(2026, 4, 1, tzinfo=UTC), "2027-03-31"),
])
def test_until_the_end_of_march_is_the_next_one_not_past(sent: datetime, last: str) -> None:
    assert days("I'm on night shifts until the end of March", sent=sent) == ("", last)


def test_a_month_before_the_31st_ends_with_its_own_last_day() -> None:
    assert days("I moved one month ago", sent=datetime(2026, 3, 31, tzinfo=UTC)) == ("2026-02-28", "")


def test_other_languages_are_left_to_dateparser() -> None:
    assert days("J'ai déménagé hier", "fr") == ("2026-02-09", "")
    assert days("je suis à Oslo jusqu'au 3 mars 2026", "fr") == ("", "2026-03-03")
    assert resolve("J'habite à Paris", SENT, "fr") is None
    assert resolve("Mon fils a 3 ans", SENT, "fr") is None


def test_dateparser_is_imported_only_when_it_is_needed() -> None:
    probe = ("import sys; from datetime import datetime; from memory.timephrase import resolve;"
             "[resolve(text, datetime(2026, 2, 10), 'en') for text in ('yesterday I moved', 'I live in Pune')];"
             "print('dateparser' in sys.modules)")
    assert subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True).stdout == "False\n"


WORDS = ["since", "until", "from", "to", "in", "on", "last", "next", "end of", "March", "May", "2019", "Monday", "week",
         "two", "years", "ago", "seit", "bis", "Ende", "ab", "vor", "zwei", "Jahren", "31", "30.", "February", "the",
         "used to", "-", ".", ",", "29.2.", "summer", "winter", "for", "a", "moved", "before", "between", "and"]


@settings(max_examples=80, deadline=None, derandomize=True)
@given(st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join), st.sampled_from(["en", "de"]),
       st.datetimes(min_value=datetime(2001, 1, 1), max_value=datetime(2090, 1, 1)))
def test_any_mixture_of_words_gives_an_ordered_period_inside_the_text_or_none(
        text: str, language: str, sent: datetime) -> None:
    period = resolve(text, sent, language)

    if period is not None:
        assert period.spans
        assert all(0 <= a < b <= len(text) for a, b in period.spans)
        assert (period.valid_from or date.min) <= (period.valid_to or date.max)
