"""When a claim of a slot holds, and which claims hold at no time that is known.

Of ages and names a date in the clause mostly dates something else ("my name has been in the papers since May"), so it
counts only where it says that the value is not of now: still to come, or over. What is to come without a date is no
value yet: "ich werde 40" does not say 40.
"""

from __future__ import annotations

import re
from datetime import date

from memory.timephrase import Period

_OWN_DATE = frozenset({"birthday", "birthplace", "origin"})  # the date is the value, or of a birth
_MOSTLY_NOW = frozenset({"name", "age", "nickname"})
_AGE_TO_COME = re.compile(
    r"\b(?:will|going to|gonna|about to|turn|turns|turning|werde|wirst|wird|werden)\b|'ll\b", re.I)
_AGE_REACHED = re.compile(r"\b(?:geworden|turned|today|heute|just|gerade)\b", re.I)


def holds(slot: str, period: Period | None, said: date) -> tuple[date | None, date | None]:
    """(valid_from, valid_to) of a claim whose clause states this period."""
    if period is None or slot in _OWN_DATE:
        return None, None
    if slot not in _MOSTLY_NOW:
        return period.valid_from, period.valid_to
    if period.valid_from and period.valid_from > said:
        return period.valid_from, None  # who will be 40 next week stays it
    return (period.valid_from, period.valid_to) if period.valid_to and period.valid_to < said else (None, None)


def not_yet(slot: str, clause: str, valid_from: date | None) -> bool:
    """Whether a clause tells of an age that somebody has not reached, without saying when they do."""
    return (slot == "age" and valid_from is None and _AGE_TO_COME.search(clause) is not None
            and _AGE_REACHED.search(clause) is None)
