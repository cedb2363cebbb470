"""What our own grammar leaves over goes to dateparser, with fixed settings and only where a date is likely."""

from __future__ import annotations

import re
import warnings
from datetime import date, datetime
from itertools import islice

from memory.timephrase.expressions import read
from memory.timephrase.words import GRAMMARS, Grammar

_FRAGMENT = re.compile(
    r"(?i)\b(?:on|since|until|till|from|as of|am|seit|bis|bis zum|ab|vom) (?P<rest>\S*\d\S*(?: \S+){0,3})")
_DATED = re.compile(
    r"(?i)^\d{1,2}[/.-]\d{1,2}[/.-](?:\d\d){1,2}\b(?![.-])|jan|feb|m[aä]r|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz]")
_UNTIL = re.compile(r"(?i)\b(?:until|till|bis|bis zum|hasta|jusqu['’]\s?\w{1,2}|fino al?|até|tot|до)\s*$")
_SETTINGS = {
    "TIMEZONE": "UTC", "RETURN_AS_TIMEZONE_AWARE": False, "DATE_ORDER": "DMY", "PREFER_DATES_FROM": "current_period",
    "PREFER_DAY_OF_MONTH": "first",
}


def find(text: str, sent_at: datetime, language: str) -> tuple[date | None, date | None, tuple[int, int]] | None:
    """(valid_from, valid_to, span) of the first date dateparser sees, or None."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # dateparser warns about its own ways, at import and at use
        grammar = GRAMMARS.get(language)
        found = _search(text, sent_at, language) if grammar is None else _fragment(text, sent_at, language, grammar)
    if found is None:
        return None
    day, start, end = found
    return (None, day, (start, end)) if _UNTIL.search(text[:start]) else (day, None, (start, end))


def _fragment(text: str, sent_at: datetime, language: str, grammar: Grammar) -> tuple[date, int, int] | None:
    if grammar.recurring.search(text):
        return None
    dated = (hit for hit in _FRAGMENT.finditer(text)
             if _DATED.search(hit["rest"]) and read(text, hit.start("rest"), grammar) is None)  # not what we refused
    for hit in islice(dated, 3):
        import dateparser  # 0.3 s, and hardly a message needs it

        words = hit["rest"].split(" ")
        for count in range(len(words), 0, -1):
            fragment = " ".join(words[:count]).rstrip(".,;!?")
            parsed = dateparser.parse(fragment, languages=[language], settings={
                **_SETTINGS, "RELATIVE_BASE": sent_at.replace(tzinfo=None), "REQUIRE_PARTS": ["day", "month"]})
            if parsed is not None:
                return parsed.date(), hit.start("rest"), hit.start("rest") + len(fragment)
    return None


def _search(text: str, sent_at: datetime, language: str) -> tuple[date, int, int] | None:
    from dateparser import parse
    from dateparser.search import search_dates

    try:
        found = search_dates(text, languages=[language], settings={
            **_SETTINGS, "RELATIVE_BASE": sent_at.replace(tzinfo=None)})
    except ValueError:  # a language dateparser does not know
        return None
    whole = {**_SETTINGS, "REQUIRE_PARTS": ["month", "year"]}
    for fragment, parsed in found or ():
        start = text.find(fragment)
        if start < 0 or len(fragment) < 4:
            continue
        # A number is an age or a count more often than a date, unless a month and a year stand with it.
        if not re.search(r"\d", fragment) or (
                re.search(r"\d{4}", fragment) and parse(fragment, languages=[language], settings=whole)):
            return parsed.date(), start, start + len(fragment)
    return None
