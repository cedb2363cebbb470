"""As of a day: what held then, and on request what the record knew then, answered yes, no or unknown with evidence.

Valid time says when something was so, record time when it was known here; the two are never mixed. A statement without
a beginning holds from the day it was said; before that day nobody knows (`UNKNOWN`), and no rule guesses.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from enum import StrEnum
from itertools import dropwhile, zip_longest

from memory import claims, events
from memory.attributes import ATTRIBUTES, attribute
from memory.contradict import exclude
from memory.db import Tx
from memory.domain import Claim, Evidence, Polarity, State
from memory.extract.lexicon import KIN_WORD
from memory.reading import says
from memory.text import STOP_WORDS, normalise, root, value_key, words
from memory.text.stopwords import ENGLISH, GERMAN
from memory.timephrase import resolve
from memory.timestamps import day_or_none, iso, moment_or_none

_ISO = re.compile(r"(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?(?=[\s,:]|$)")
_ASKS = frozenset("where what which who whom whose when how wo was wer wen wem wessen welche welcher welches welchen "
                  "welchem wann wie wieviel wieviele wohin woher wobei womit woran wovon worin wofür".split())
_PREFIX = 8  # words a date phrase may have ("at the end of the last summer")
# What people ask with beside the cues of the attribute table.
_ALSO = {"work": ("employer", "occupation", "role", "employment"), "arbeit": ("employer", "occupation", "role"),
         "wohn": ("home", "address"), "leb": ("home",), "liv": ("home", "address"), "hours": ("state",),
         "stund": ("state",), "schicht": ("state",), "shift": ("state",), "mocht": ("likes",)}
_SENTENCES = frozenset(("note", "event", "state"))  # slots that do not say what they are about: their words do


class Answer(StrEnum):
    """What can be said about a day."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Span:
    """The days a date phrase means, both inclusive, and the words after it."""

    first: date
    last: date
    rest: str


@dataclass(frozen=True, slots=True)
class Testimony:
    """One claim as it was known, what of it was asked for, whether it held, and the quotes that say so."""

    claim: Claim
    value: str
    answer: Answer
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class AsOf:
    """The answer, and what it rests on: what held first. `polar`: a yes or no was asked for, not a value."""

    answer: Answer
    testimony: tuple[Testimony, ...]
    polar: bool = True

    def values(self, polarity: Polarity = Polarity.YES) -> list[str]:
        """What held, or, for `Polarity.NO`, what was denied of that time: the answer to "where" and "what"."""
        held = (one for one in self.testimony if one.answer is Answer.YES and one.claim.polarity is polarity)
        return list({value_key(one.value): one.value for one in held}.values())


def read_span(text: str, now: datetime, language: str) -> Span | None:
    """The date at the head of a text ("2024-03-01", "last March", "vor zwei Jahren"), or None."""
    text = text.strip()
    if found := _ISO.match(text):
        return _calendar(found, text)
    parts = text.split()
    for size in range(min(_PREFIX, len(parts)), 0, -1):
        head = " ".join(parts[:size])
        lead = "ich war da " if language == "de" else "I was there "
        period = resolve(lead + head, now, language)
        if period is None or not (period.valid_from or period.valid_to):
            continue
        if min(s for s, _ in period.spans) <= len(lead) and max(e for _, e in period.spans) >= len(lead + head):
            first, last = period.valid_from or period.valid_to, period.valid_to or period.valid_from
            if first is not None and last is not None:
                return Span(first, last, " ".join(parts[size:]))
    return None


def as_of(tx: Tx, mine: Sequence[Claim], question: str, span: Span, now: datetime, known: date | None = None) -> AsOf:
    """What held in `span` by the claims `mine` that a question is about; `known`: as recorded on that day."""
    if known is not None:
        mine = [then for claim in mine if (then := _known_on(tx, claim, known)) is not None]
    asked = _Asked.of(question, mine)
    found = [_testimony(tx, claim, asked, span, now, known) for claim in mine if asked.about(claim) and _counts(claim)]
    found.sort(key=lambda t: ([Answer.YES, Answer.UNKNOWN, Answer.NO].index(t.answer), -t.claim.id))
    return AsOf(_overall(found, asked), tuple(found), asked.polar)


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question, read: its telling words, the slots they name, whose, and whether it asks for yes or no."""

    content: frozenset[str]
    slots: frozenset[str]
    subjects: frozenset[str]
    polar: bool

    @classmethod
    def of(cls, question: str, mine: Iterable[Claim]) -> _Asked:
        said = words(question)
        content = {form for word in said if word not in STOP_WORDS for form in _forms(word)}
        slots = {name for form in content for name in (*_SLOTS.get(form, ()), *_ALSO.get(form, ()))}
        kin = {KIN_WORD[word] for word in said if word in KIN_WORD}
        subjects = {claim.subject for claim in mine if claim.subject != "self" and (
            claim.subject in kin or {root(word) for word in words(claim.subject)} <= content)}
        asks = any(word in _ASKS and not (word == "was" and after in ENGLISH - GERMAN)  # "was I there?", "was mag ich?"
                   for word, after in zip_longest(said, said[1:]))
        return cls(frozenset(content), frozenset(slots), frozenset(subjects), not asks)

    def about(self, claim: Claim) -> bool:
        if claim.subject not in (self.subjects or {"self"}):
            return False
        slot = attribute(claim.attribute)
        return (slot.family or slot.name) in self.slots or self.names(claim)

    def names(self, claim: Claim) -> bool:
        """Whether the question has the words of this claim's value in it, or, where that is a sentence, is in it."""
        value = {root(word) for word in words(claim.value) if word not in STOP_WORDS}
        if value and value <= self.content:
            return True
        said = {form for word in words(claim.statement) for form in _forms(word)}
        return claim.attribute in _SENTENCES and bool(self.content) and self.content <= said

    def value(self, claim: Claim) -> str:
        """What answers the question; of a sentence that which follows what was asked: "lived in Paris" says Paris."""
        if claim.attribute not in _SENTENCES or self.polar:
            return claim.value
        period = resolve(claim.value, claim.recorded_at, claim.language)
        told = claim.value
        for start, stop in reversed(period.spans if period else ()):
            told = told[:start] + told[stop:]
        rest = dropwhile(lambda word: normalise(word) in STOP_WORDS or _forms(normalise(word)) & self.content,
                         told.split())
        return " ".join(rest) or claim.value


def _overall(found: Sequence[Testimony], asked: _Asked) -> Answer:
    named = [t for t in found if asked.names(t.claim)]
    if not asked.polar or not found:
        return _of(found)
    if not named:
        return Answer.NO if any(_fills(t) for t in found) and asked.slots else Answer.UNKNOWN
    answer = _of(named)
    if answer is Answer.YES:
        return Answer.YES
    rivals = [t for t in found if t not in named and _fills(t)]
    excluded = any(exclude(t.claim.attribute, t.claim.value, n.claim.value) for t in rivals for n in named)
    return Answer.NO if excluded else answer


def _of(found: Sequence[Testimony]) -> Answer:
    held = [t for t in found if t.answer is Answer.YES]
    if any(t.claim.polarity is Polarity.YES for t in held):
        return Answer.YES
    if held or (found and all(t.answer is Answer.NO for t in found)):
        return Answer.NO
    return Answer.UNKNOWN


def _fills(testimony: Testimony) -> bool:
    """Whether a claim held that leaves no room for another value."""
    return (testimony.answer is Answer.YES and testimony.claim.polarity is Polarity.YES
            and attribute(testimony.claim.attribute).single)


def _testimony(tx: Tx, claim: Claim, asked: _Asked, span: Span, now: datetime, known: date | None) -> Testimony:
    quotes = tuple(q for q in claims.evidence(tx, claim.id) if known is None or q.observed_at.date() <= known)
    said = min((q.observed_at.date() for q in quotes), default=claim.recorded_at.date())
    held = _held(replace(claim, valid_from=_since(claim, quotes)), span, said, known or now.date())
    return Testimony(claim, asked.value(claim), held, quotes)


def _since(claim: Claim, quotes: Iterable[Evidence]) -> date | None:
    """The beginning of a claim, or, where it names none, the first that is in what was said of it again."""
    if claim.valid_from is not None:
        return claim.valid_from
    read = (says(claim, quote.quote, quote.observed_at) for quote in quotes)
    return min((one.valid_from for one in read if one and one.valid_from and one.valid_to is None), default=None)


def _held(claim: Claim, span: Span, said: date, today: date) -> Answer:
    if claim.state is State.SUPERSEDED and claim.valid_to and span.first >= claim.valid_to:
        return Answer.NO  # on the day of the change what took its place holds
    if (claim.valid_to and span.first > claim.valid_to) or (claim.valid_from and span.last < claim.valid_from):
        return Answer.NO
    if claim.state is not State.SUPERSEDED and claim.valid_to and span.first <= claim.valid_to <= span.last:
        return Answer.YES  # "until 2012" says of 2012 that it held, and of 2011 nothing
    if claim.valid_from is None and span.last < said:
        return Answer.UNKNOWN
    if claim.valid_to is None and span.first > today:
        return Answer.UNKNOWN
    ran_out = claim.state is State.DEPRECATED and claim.reason == "expired" and claim.decided_at is not None
    if ran_out and claim.decided_at is not None and span.first > claim.decided_at.date():
        return Answer.UNKNOWN
    return Answer.YES


def _counts(claim: Claim) -> bool:
    """Whether a claim was ever stood behind: approved, and not taken back since."""
    past = claim.state is State.DEPRECATED and claim.reason in ("ended", "expired")
    return claim.revoked_at is None and (claim.state in (State.VERIFIED, State.SUPERSEDED) or past)


def _known_on(tx: Tx, claim: Claim, day: date) -> Claim | None:
    """The claim as its last event up to the end of a day left it; None when nothing was known of it."""
    end = iso(datetime.combine(day + timedelta(days=1), datetime.min.time(), tzinfo=claim.recorded_at.tzinfo))
    rows = [line["meta"]["row"] for line in events.of_target(tx, f"claim:{claim.id}")
            if "row" in line["meta"] and line["at"] < end]
    if not rows:
        return None
    row = rows[-1]
    return replace(claim, state=State(row["state"]), reason=row["reason"], valid_from=day_or_none(row["valid_from"]),
                   valid_to=day_or_none(row["valid_to"]), decided_at=moment_or_none(row["decided_at"]),
                   revoked_at=moment_or_none(row["revoked_at"]))


def _calendar(found: re.Match[str], text: str) -> Span | None:
    year, month, day = (int(part) if part else None for part in found.groups())
    rest = text[found.end():].strip(" ,:")
    try:
        if year and month and day:
            return Span(date(year, month, day), date(year, month, day), rest)
        if year and month:
            after = date(year + month // 12, month % 12 + 1, 1)
            return Span(date(year, month, 1), after - timedelta(days=1), rest)
        return Span(date(year or 0, 1, 1), date(year or 0, 12, 31), rest)
    except ValueError:
        return None


def _forms(word: str) -> set[str]:
    """A word's stem, and for a German participle that of its verb ("gewohnt": "wohn")."""
    found = {root(word)}
    if re.fullmatch(r"ge\w{3,}(?:t|en)", word):
        found |= {root(word[2:]), root(re.sub(r"(?:t|en)$", "", word[2:]))}
    return found


def _by_cue() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for slot in ATTRIBUTES.values():
        for cue in (slot.name, *slot.cues):
            key = value_key(cue.replace("_", " ")) if "_" in cue else root(cue)
            found.setdefault(key, set()).add(slot.name)
    return {key: frozenset(names) for key, names in found.items()}


_SLOTS = _by_cue()
