"""Calendar arithmetic on whole days: an interval is (first day, last day), both inclusive."""

from __future__ import annotations

import calendar
from collections.abc import Callable, Iterable
from datetime import date, timedelta
from enum import StrEnum

Interval = tuple[date, date]


class Lean(StrEnum):
    """Which of several days a name such as "May" or "Monday" means, seen from the day it was said."""

    PAST = "past"  # the latest that has begun
    COMING = "coming"  # the first that is not over


Expression = Callable[[date, Lean], Interval]  # what a phrase means, given the day it was said


def day(d: date) -> Interval:
    return d, d


def week(d: date) -> Interval:
    """Monday to Sunday, as ISO 8601 has it."""
    monday = d - timedelta(days=d.weekday())
    return monday, monday + timedelta(days=6)


def month(year: int, number: int) -> Interval:
    return date(year, number, 1), date(year, number, calendar.monthrange(year, number)[1])


def year(number: int) -> Interval:
    return date(number, 1, 1), date(number, 12, 31)


def season(start_year: int, first_month: int) -> Interval:
    """Three months, as meteorologists of the northern half count them; winter runs into the next year."""
    first = date(start_year, first_month, 1)
    return first, shift(first, 3, "month") - timedelta(days=1)


def shift(d: date, count: int, unit: str) -> date:
    """`count` days, weeks, months or years later; a day the month does not have becomes its last one."""
    if unit in ("day", "week"):
        return d + timedelta(days=count * (7 if unit == "week" else 1))
    months = d.year * 12 + d.month - 1 + count * (12 if unit == "year" else 1)
    target, number = divmod(months, 12)
    return date(target, number + 1, min(d.day, calendar.monthrange(target, number + 1)[1]))


def pick(candidates: Iterable[Interval], said: date, lean: Lean) -> Interval:
    """One of the recurrences of a name. `candidates` reach at least one recurrence to either side of `said`."""
    ordered = sorted(candidates)
    if lean is Lean.PAST:
        return max(c for c in ordered if c[0] <= said)
    return min(c for c in ordered if c[1] >= said)


def around(said: date, make: Callable[[int], Interval | None]) -> list[Interval]:
    """What `make` gives for the years near `said` (eight to each side, so that 29 February is among them)."""
    return [found for y in range(said.year - 8, said.year + 9) if (found := make(y)) is not None]
