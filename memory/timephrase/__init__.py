"""When a statement holds, read from its own words and anchored to the day they were sent.

The conventions, with a message of Tuesday 10 February 2026. A day is a whole day and both ends are inclusive; weeks
begin on Monday; seasons are the three months of meteorology in the north.

- yesterday, gestern; two weeks ago, vor zwei Wochen; a month from now, in zwei Wochen: that day (9 Feb, 27 Jan, ...)
- on 3 November, in March, on Monday: by tense the latest that has begun or the first that is not over
- last week, letzte Woche, last month, last year: the whole calendar unit before (2 to 8 Feb)
- last / next Monday: the nearest one strictly before / after (9 / 16 Feb); plain "on Tuesday" of what lies ahead is the
  next one (17 Feb), of what is over or as one end of a span it may be today
- last / this / next summer: the last that is over, this year's, the first that has not begun (from 1 Jun 2026)
- since May, seit Mai: from the first day of the latest May that has begun (1 May 2025)
- for ten years, seit zehn Jahren: from the same day that much earlier; "for" in a past or future clause is a length
- as of, from, starting, ab: from the first day of the first one not over; in a past clause of the latest one begun
- until March, bis März, until the end of March: to the last day of the first one not over (31 Mar 2026); of the two
  readings of "until March" this is the one that ends no true fact early. In a past clause: of the latest one begun
- before, after, vor, nach: to the day before the first, from the day after the last
- not until, erst ab: from the first day
- from 2019 to 2021, von 2019 bis 2021, between: 1 Jan 2019 to 31 Dec 2021
- the end, the beginning, the middle of; Ende, Anfang, Mitte: the last, first, middle day
- used to, formerly, früher: `ended`, with no dates of its own

A date without such a word begins what changes ("last week I moved": from Monday of that week, open) and encloses what
is a state ("I was in Oslo last week", "I'm off this week": to Sunday as well); what "ends" or is "due" then holds up to
it. "Monday to Friday" is once where the clause tells of a stay, a journey or time off, or has a past or future tense
("I'm in Berlin from Monday to Friday": 16 to 20 Feb). "every", birthdays, "I work Monday to Friday" and plain "in
summer" come again and say nothing here, and vague counts ("a few years") stay unread. Without a tense of its own a
clause is taken as present.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from itertools import islice

from memory.timephrase import leftover, phrases
from memory.timephrase.words import GRAMMARS

_PHRASES = 16  # no statement needs more, and a message that repeats a date a thousand times must not hold the loop


@dataclass(frozen=True, slots=True)
class Period:
    """When something holds: days, both inclusive, None for open. `spans` are the character ranges of the phrases that
    said so; `ended` means the words say it is over, with or without a date."""

    valid_from: date | None
    valid_to: date | None
    spans: tuple[tuple[int, int], ...]
    ended: bool = False


def resolve(text: str, sent_at: datetime, language: str) -> Period | None:
    """The period that `text` states, or None when it states none. The first phrase to set an end of it wins."""
    grammar = GRAMMARS.get(language)
    said = sent_at.date()
    first: date | None = None
    last: date | None = None
    spans: list[tuple[int, int]] = []
    ended = False
    if grammar is not None:
        for hit in grammar.used_to.finditer(text):
            ended = True
            spans.append(hit.span())
        for phrase in islice(phrases.find(text, said, grammar), _PHRASES):
            new_first = phrase.valid_from if first is None and (last is None or phrase.valid_to is None) else None
            new_last = phrase.valid_to if last is None and (first is None or phrase.valid_from is None) else None
            if (new_first or new_last) and (new_first or first or date.min) <= (new_last or last or date.max):
                first, last = first or new_first, last or new_last
                spans.append((phrase.start, phrase.end))
            if first and last:
                break
    if first is None and last is None:
        found = leftover.find(text, sent_at, language)
        if found is not None:
            first, last = found[0], found[1]
            spans.append(found[2])
    return Period(first, last, tuple(sorted(spans)), ended) if spans else None
