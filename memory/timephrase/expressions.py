"""Reads one date expression ("the end of March", "letzte Woche", "two weeks ago") at a place in a text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from memory.timephrase.days import Expression, Interval, Lean, around, day, month, pick, season, shift, week, year
from memory.timephrase.words import HOLIDAYS, MONTHS, NEAR_DAYS, NUMBERS, SEASONS, UNITS, WEEKDAYS, Grammar


@dataclass(frozen=True, slots=True)
class Read:
    """An expression and where its text ends. `alone`: it is about time even without a preposition. `kind` is one of
    day, weekday, month, season, year, holiday, period ("last week"), ago, ahead."""

    means: Expression
    end: int
    kind: str
    alone: bool = True


def _any(names: Iterable[str]) -> str:
    return "|".join(sorted(map(re.escape, names), key=len, reverse=True))


_MONTH = rf"(?P<month>{_any(MONTHS)})\b(?!['’]s| ?['’]\d\d\b)"
_YEAR = r"(?P<year>(?:19|20)\d\d)(?![\w%€$]|[.,:]\d|-\d)"
_COUNT = rf"(?P<count>\d{{1,3}}|{_any(NUMBERS)})"
_UNIT = r"(?P<unit>days?|tag(?:en|e)?|weeks?|wochen?|fortnights?|months?|monat(?:en|e)?|years?|jahr(?:en|e)?)\b"
_DURATION = re.compile(
    rf"(?:(?P<half>half a|einem halben|ein halbes|ein halbe[nm]) (?:year|jahr)\b"
    rf"|(?P<three>anderthalb|eineinhalb|one and a half|1[.,]5) (?:years?|jahr(?:en|e)?)\b|a year and (?P<more>a half)\b"
    rf"|{_COUNT} {_UNIT})", re.IGNORECASE)
_ISO = re.compile(r"(?P<year>\d{4})-(?P<month>\d\d)-(?P<day>\d\d)(?!\d)")
_NUMERIC = re.compile(r"(?P<day>\d{1,2})\.\s?(?P<month>\d{1,2})\.(?:\s?(?P<year>(?:19|20)\d\d)(?!\d)|(?!\s?\d))")
_DAY_MONTH = re.compile(rf"(?P<day>\d{{1,2}})(?:st|nd|rd|th|\.)? (?:of )?{_MONTH}(?:\.?,? {_YEAR})?", re.IGNORECASE)
_MONTH_DAY = re.compile(
    rf"{_MONTH}\.? (?:the )?(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?![\w:.]\d|\w)(?:,? {_YEAR})?", re.IGNORECASE)
_MONTH_ONLY = re.compile(rf"{_MONTH}(?:\.?,? (?:of )?{_YEAR})?", re.IGNORECASE)
_SEASON = re.compile(rf"(?P<season>{_any(SEASONS)})\b(?:(?: of| des jahres)? {_YEAR})?", re.IGNORECASE)
_YEAR_ONLY = re.compile(rf"(?:the year |jahre? )?{_YEAR}", re.IGNORECASE)
_NEAR = re.compile(
    rf"(?:the )?(?P<near>{_any(NEAR_DAYS)})\b(?!['’]s)(?: (?:morning|evening|afternoon|night|abend|früh|mittag|nacht"
    r"|vormittag|nachmittag|morgen)\b)?", re.IGNORECASE)
_WEEKDAY = re.compile(rf"(?P<weekday>{_any(WEEKDAYS)})\b(?! (?:mornings|evenings|nights|afternoons))", re.IGNORECASE)
_HOLIDAY = re.compile(rf"(?P<holiday>{_any(HOLIDAYS)})\b(?: {_YEAR})?", re.IGNORECASE)
_REST = rf"(?P<name>{_any([*UNITS, *WEEKDAYS, *SEASONS, *MONTHS])})(?:s|es)?\b(?!['’])"
_CURRENT = re.compile(
    r"(?P<unit>the (?:week|month|year)|woche|monats?|jahr(?:es)?)\b|(?P<end>jahresende|monatsende)\b", re.IGNORECASE)


def read(text: str, at: int, grammar: Grammar) -> Read | None:
    """The longest expression that starts at `at`, which must be the start of a word."""
    readers = (_exact, _named, _edge, _relative, _counted)
    found = [r for reader in readers if (r := reader(text, at, grammar)) is not None]
    return max(found, key=lambda r: r.end, default=None)


def duration(text: str, at: int) -> tuple[int, str, int] | None:
    """(count, unit, end) of "ten years", "anderthalb Jahren" at a place."""
    hit = _DURATION.match(text, at)
    if hit is None:
        return None
    if hit["half"]:
        return 6, "month", hit.end()
    if hit["three"] or hit["more"]:
        return 18, "month", hit.end()
    count = int(hit["count"]) if hit["count"].isdigit() else NUMBERS[hit["count"].lower()]
    word = hit["unit"].lower()
    unit = next(UNITS[name] for name in UNITS if word.startswith(name))
    return (count * 2, "week", hit.end()) if unit == "fortnight" else (count, unit, hit.end())


def _exact(text: str, at: int, grammar: Grammar) -> Read | None:
    """Dates with a day of the month."""
    for pattern in (_ISO, _NUMERIC, _DAY_MONTH, _MONTH_DAY):
        hit = pattern.match(text, at)
        if hit is None:
            continue
        number = int(hit["month"]) if hit["month"].isdigit() else MONTHS[hit["month"].lower()]
        of_month = int(hit["day"])
        if hit["year"]:
            exact = _date(int(hit["year"]), number, of_month)
            if exact is not None:
                return Read(_fixed(exact), hit.end(), "day")
        elif _date(2024, number, of_month) is not None:
            return Read(_yearly(number, of_month), hit.end(), "day")
    return None


def _fixed(interval: Interval) -> Expression:
    return lambda said, lean: interval


def _date(y: int, m: int, d: int) -> Interval | None:
    try:
        return day(date(y, m, d))
    except ValueError:  # 31 February
        return None


def _yearly(number: int, of_month: int) -> Expression:
    return lambda said, lean: pick(around(said, lambda y: _date(y, number, of_month)), said, lean)


def _named(text: str, at: int, grammar: Grammar) -> Read | None:
    """Months, seasons, years, weekdays, holidays, today and its neighbours."""
    if (hit := _MONTH_ONLY.match(text, at)) is not None:
        number = MONTHS[hit["month"].lower()]
        return Read(_in_year(hit["year"], lambda y: month(y, number)), hit.end(), "month", hit["year"] is not None)
    if (hit := _SEASON.match(text, at)) is not None:
        begins = SEASONS[hit["season"].lower()]
        return Read(_in_year(hit["year"], lambda y: season(y, begins)), hit.end(), "season", hit["year"] is not None)
    if (hit := _YEAR_ONLY.match(text, at)) is not None:
        return Read(_in_year(hit["year"], year), hit.end(), "year", False)
    if (hit := _NEAR.match(text, at)) is not None and not _is_morning(text, hit):
        offset = timedelta(days=NEAR_DAYS[hit["near"].lower()])
        return Read(lambda said, lean: day(said + offset), hit.end(), "day")
    if (hit := _WEEKDAY.match(text, at)) is not None:
        weekday = WEEKDAYS[hit["weekday"].lower()]
        return Read(lambda said, lean: pick(_weekdays(said, weekday), said, lean), hit.end(), "weekday")
    if (hit := _HOLIDAY.match(text, at)) is not None:
        in_month, of_month = HOLIDAYS[hit["holiday"].lower()]
        return Read(_in_year(hit["year"], lambda y: day(date(y, in_month, of_month))), hit.end(), "holiday", False)
    return None


def _is_morning(text: str, hit: re.Match[str]) -> bool:
    """"Guten Morgen", where "Morgen fange ich an" is tomorrow."""
    starts = re.search(r"(?:^|[.!]\s+)$", text[:hit.start()]) is not None
    return hit["near"] == "Morgen" and not (starts and re.match(r" [a-zäöü]", text[hit.end():]))


def _in_year(written: str | None, make: Callable[[int], Interval]) -> Expression:
    if written is not None:
        return _fixed(make(int(written)))
    return lambda said, lean: pick(around(said, make), said, lean)


def _weekdays(said: date, number: int) -> list[Interval]:
    nearest = said + timedelta(days=(number - said.weekday()) % 7)
    return [day(nearest + timedelta(days=7 * k)) for k in (-2, -1, 0, 1)]


def _edge(text: str, at: int, grammar: Grammar) -> Read | None:
    """The end, the beginning or the middle of something, as one day."""
    for name, words in (("end", grammar.end), ("start", grammar.start), ("middle", grammar.middle)):
        hit = re.compile(rf"(?:{words})\s?(?:{grammar.article} )?", re.IGNORECASE).match(text, at)
        if hit is None:
            continue
        whole = read(text, hit.end(), grammar) or _current(text, hit.end()) or _current(text, hit.end() - 4)
        if whole is not None:
            return Read(_part(whole.means, name), whole.end, "day")
    hit = _CURRENT.match(text, at)
    if hit is not None and hit["end"]:
        unit = _of_unit("year" if hit["end"].lower().startswith("jahr") else "month")
        return Read(_part(lambda said, lean: unit(said), "end"), hit.end(), "day", False)
    return None


def _current(text: str, at: int) -> Read | None:
    hit = _CURRENT.match(text, at) if at >= 0 else None
    if hit is None or not hit["unit"]:
        return None
    word = hit["unit"].lower().removeprefix("the ")
    whole = _of_unit(next(UNITS[name] for name in UNITS if word.startswith(name)))
    return Read(lambda said, lean: whole(said), hit.end(), "period")


def _part(means: Expression, name: str) -> Expression:
    def one(said: date, lean: Lean) -> Interval:
        first, last = means(said, lean)
        if name == "middle":
            return day(first + (last - first) // 2)
        return day(last if name == "end" else first)

    return one


def _of_unit(unit: str) -> Callable[[date], Interval]:
    return _WHOLE[unit]


_WHOLE: dict[str, Callable[[date], Interval]] = {
    "day": day, "week": week, "month": lambda d: month(d.year, d.month), "year": lambda d: year(d.year),
    "weekend": lambda d: (week(d)[1] - timedelta(days=1), week(d)[1]),
}


def _relative(text: str, at: int, grammar: Grammar) -> Read | None:
    """last, this, next + a unit or a name."""
    for step, words in ((-1, grammar.last), (0, grammar.this), (1, grammar.coming)):
        hit = re.compile(rf"(?:{grammar.article} )?(?:{words}) {_REST}", re.IGNORECASE).match(text, at)
        if hit is not None:
            return Read(_stepped(hit["name"].lower(), step), hit.end(), "period")
    return None


def _stepped(name: str, step: int) -> Expression:
    if name in UNITS:
        unit = UNITS[name]
        if unit == "fortnight":
            return lambda said, lean: day(shift(said, 14 * step, "day"))
        whole = _of_unit(unit)
        return lambda said, lean: whole(shift(said, step, "week" if unit == "weekend" else unit))
    return lambda said, lean: _step_named(name, step, said)


def _step_named(name: str, step: int, said: date) -> Interval:
    """The last that is over, the one of this week or year, the next that has not begun."""
    if name in WEEKDAYS:
        if step == 0:
            return day(week(said)[0] + timedelta(days=WEEKDAYS[name]))
        candidates = _weekdays(said, WEEKDAYS[name])
    elif name in SEASONS:
        candidates = around(said, lambda y: season(y, SEASONS[name]))
    else:
        candidates = around(said, lambda y: month(y, MONTHS[name]))
    if step == 0:
        return next(c for c in candidates if c[0].year == said.year)
    return max(c for c in candidates if c[1] < said) if step < 0 else min(c for c in candidates if c[0] > said)


def _counted(text: str, at: int, grammar: Grammar) -> Read | None:
    """A number of days, weeks, months or years before or after the day it was said."""
    ago, ahead = (-1, grammar.ago_before, grammar.ago_after), (1, grammar.ahead_before, grammar.ahead_after)
    for sign, before, after in (ago, ahead):
        front = re.compile(rf"(?:{before}) (?:{grammar.about} )?", re.IGNORECASE).match(text, at)
        lasts = duration(text, front.end() if front else at)
        if lasts is None:
            bare = re.compile(rf"{grammar.about} ", re.IGNORECASE).match(text, at)
            lasts = duration(text, bare.end()) if bare else None
        if lasts is None:
            continue
        count, unit, end = lasts
        back = re.compile(rf" (?:{after})\b", re.IGNORECASE).match(text, end)
        if front or back:
            kind = "ahead" if sign > 0 else "ago"
            return Read(_shifted(sign * count, unit), back.end() if back else end, kind)
    return None


def _shifted(count: int, unit: str) -> Expression:
    return lambda said, lean: day(shift(said, count, unit))
