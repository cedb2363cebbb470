"""Contradictions between two statements of one person, without a model (design section 5).

A *flip* says the opposite of the same thing; a *value* divergence gives one single-valued slot two values. Similarity
never decides: it finds candidates elsewhere. What the rules do not know is no contradiction.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory.attributes import attribute, canonical
from memory.contradict import cues, quantities, things
from memory.contradict.glance import apart, drop_glances
from memory.contradict.occupations import occupation
from memory.contradict.places import place, places_differ
from memory.contradict.reading import Reading, compounds, doing, owned
from memory.contradict.rules import flips, limited
from memory.contradict.sayings import Sayings, sayings_of
from memory.contradict.slots import Slot, exclusive
from memory.contradict.values import differ, key
from memory.contradict.workplaces import employers_differ, employments_differ, occupations_differ, workplaces_differ
from memory.domain import PairKind, Polarity

__all__ = ["Proposition", "compare", "drop_readings", "exclude", "values_of", "verdict"]


_BESIDE = re.compile(r"\b(?:I|we) also\b|\b(?:too|as well)\W*$|\bauch\b(?! (?:nicht|kein))|\baußerdem\b|"
    r"\bzusätzlich\b", re.I)


@dataclass(frozen=True, slots=True)
class Proposition:
    """What is compared: a statement and, where known, its slot. Empty fields are read from the statement."""

    statement: str
    subject: str = ""
    attribute: str = ""
    value: str = ""
    polarity: Polarity | None = None


def verdict(a: str, b: str) -> str:
    """How two statements of one person disagree: "flip", "value" or "none". The same both ways round."""
    kind = compare(Proposition(a), Proposition(b))
    return kind.value if kind else "none"


def compare(a: Proposition, b: Proposition) -> PairKind | None:
    """How two propositions disagree, None when they do not. The same both ways round.

    Propositions about different subjects never do. With attribute, value and polarity on both sides the slot decides
    first, then the words.
    """
    if a.subject and b.subject and key(a.subject) != key(b.subject):
        return None
    by_slot = _by_slot(a, b)
    if by_slot is PairKind.FLIP or a.statement == b.statement or apart(a.statement, b.statement):
        return by_slot
    if by_slot is PairKind.VALUE and (_BESIDE.search(a.statement) or _BESIDE.search(b.statement)):
        return None  # "I also teach pilates" stands beside teaching yoga
    by_words = _by_words(sayings_of(a.statement), sayings_of(b.statement))
    if by_words is PairKind.VALUE and _other_slots(a, b):
        return by_slot  # the words share a slot that neither of the two claims is about
    return by_words or by_slot


def _other_slots(a: Proposition, b: Proposition) -> bool:
    """Whether both are known to be about a slot, and not about the same: an employer beside a new role."""
    one, other = (canonical(p.attribute) if p.attribute else "note" for p in (a, b))
    plain = not (attribute(one).family or attribute(other).family)  # "my favourite" may be any favourite
    return plain and one != other and "note" not in (one, other)


def values_of(statement: str) -> list[str]:
    """The values a statement gives to slots that hold one, as it has them."""
    return [slot.value for slot in sayings_of(statement).slots]


def exclude(slot: str, a: str, b: str) -> bool:
    """Whether two values of a single-valued slot cannot both hold: Berlin and Oslo, not Berlin and Germany."""
    rule = _EXCLUDING.get(attribute(slot).name)
    return rule(a, b) if rule else differ(a.casefold(), b.casefold())


def _towns_differ(a: str, b: str) -> bool:
    return places_differ(a.casefold(), b.casefold())


def _names_differ(a: str, b: str) -> bool:
    one, other = a.casefold(), b.casefold()
    return differ(one, other) or key(one).isdisjoint(key(other))


def _nations_differ(a: str, b: str) -> bool:
    one, other = a.casefold(), b.casefold()
    half = one.startswith(("half", "halb")) or other.startswith(("half", "halb"))  # and something else as well
    return not half and differ(one, other)


_EXCLUDING = {
    "home": _towns_differ, "origin": _towns_differ, "birthplace": _towns_differ, "name": _names_differ,
    "nationality": _nations_differ, "occupation": occupations_differ, "employer": employers_differ,
    "employment": employments_differ, "workplace": workplaces_differ,
}


def drop_readings() -> None:
    """Forget every statement read so far: up to 20,000 are kept in this process so that a scan reads each one once."""
    drop_glances()
    for cached in (sayings_of, compounds, doing, owned, key, place, occupation,
                   quantities.figures, things.thing, things.named, cues.families):
        cached.cache_clear()


def _by_slot(a: Proposition, b: Proposition) -> PairKind | None:
    if not (a.attribute and b.attribute and a.value and b.value) or canonical(a.attribute) != canonical(b.attribute):
        return None
    if a.polarity is not None and b.polarity is not None and a.polarity != b.polarity:
        value = key(a.value)
        no, yes = (a, b) if a.polarity is Polarity.NO else (b, a)
        if not value or value != key(b.value):
            return None
        bound = limited(sayings_of(no.statement).clauses, sayings_of(yes.statement).clauses, value)
        return None if bound else PairKind.FLIP
    if not attribute(a.attribute).single or a.polarity is Polarity.NO or b.polarity is Polarity.NO:
        return None
    return PairKind.VALUE if exclude(a.attribute, a.value, b.value) else None


def _by_words(a: Sayings, b: Sayings) -> PairKind | None:
    related = not a.words.isdisjoint(b.words)
    if related and a.may_flip(b) and any(flips(x, y) for x in a.clauses for y in b.clauses):
        return PairKind.FLIP
    if any(_diverge(s, t, a, b) for s in a.slots for t in b.slots):
        return PairKind.VALUE
    return PairKind.VALUE if related and any(_counts(x, y) for x in a.clauses for y in b.clauses) else None


def _diverge(s: Slot, t: Slot, a: Sayings, b: Sayings) -> bool:
    if s.owner == t.owner and s.name != t.name and s.name.startswith("favourite:") and t.name.startswith("favourite:"):
        bare = "favourite:" in (s.name, t.name)
        return bare and (_denies(a.clauses, t.value) or _denies(b.clauses, s.value))
    return exclusive(s, t)


def _denies(readings: tuple[Reading, ...], value: str) -> bool:
    """Whether a statement names `value` only to take it back: "a flat white, not a cortado"."""
    return any(r.denied and key(value) and key(value) <= r.content for r in readings)


_AT_TIMES = re.compile(r"\b(?:sometimes|occasionally|manchmal|ab und zu|gelegentlich|either|or|oder)\b")


def _counts(a: Reading, b: Reading) -> bool:
    """Whether two clauses are the same but for one number: "two cats", "three cats"."""
    if a.denied or b.denied or a.subject != b.subject or a.past or b.past or a.minus != b.minus:
        return False
    if _AT_TIMES.search(a.text) or _AT_TIMES.search(b.text):
        return False
    only_a, only_b = a.content - b.content, b.content - a.content
    if len(only_a) != 1 or len(only_b) != 1 or len(a.content) < 3:
        return False
    x, y = next(iter(only_a)), next(iter(only_b))
    if x.isdigit() and y.isdigit():
        return True
    return x.startswith("@") and y.startswith("@") and "have" not in a.content
