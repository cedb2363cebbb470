"""A slot and one value of it, and when two values of one slot cannot both hold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from memory.contradict.places import places_differ
from memory.contradict.values import COLOURS, LANGUAGES, differ, key

Data = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Slot:
    """One value of one slot: whose it is ("" for the speaker) and how its values are compared.

    `kind` says what `data` holds: nothing for words and places, which are compared as they were said; else the value
    worked out (`_EXCLUDING`). `weak`: said of one among perhaps several ("I have a Pixel"), so that two weak ones
    never disagree.
    """

    name: str
    owner: frozenset[str]
    value: str
    kind: str = "text"
    data: Data = ()
    weak: bool = False


def exclusive(s: Slot, t: Slot) -> bool:
    """Whether two slots are the same one with values that exclude each other. The same both ways round."""
    if s.owner != t.owner or s.name != t.name or s.name == "favourite:" or (s.weak and t.weak) or s.kind != t.kind:
        return False
    return _EXCLUDING[s.kind](s, t)


def _translated(a: str, b: str) -> bool:
    """Whether two values are one colour or language in two languages."""
    return any(x in table and table.get(x) == table.get(y)
               for table in (COLOURS, LANGUAGES) for x in (a, *key(a)) for y in (b, *key(b)))


def _clocks(s: Slot, t: Slot) -> bool:
    """Minute of the day, whether morning and evening are told apart, days of the week it is said of."""
    (at, sure, days), (other, other_sure, other_days) = s.data, t.data
    if days and other_days and not days & other_days:
        return False
    return bool((at - other) % (1440 if sure and other_sure else 720))


def _dates(s: Slot, t: Slot) -> bool:
    """Year, month, day; 0 for what is not said."""
    return any(a and b and a != b for a, b in zip(s.data, t.data, strict=True))


def _amounts(s: Slot, t: Slot) -> bool:
    """A number and by what share another one may be off and still be the same, roughly told."""
    (a, slack), (b, other_slack) = s.data, t.data
    return bool(abs(a - b) > max(slack, other_slack) * max(abs(a), abs(b)))


def _counts(s: Slot, t: Slot) -> bool:
    """Lowest and highest number; what does not overlap differs."""
    (low, high), (other_low, other_high) = s.data, t.data
    return bool(high < other_low or other_high < low)


def _sets(s: Slot, t: Slot) -> bool:
    """Values of which at least one must be shared."""
    return not set(s.data) & set(t.data)


def _models(s: Slot, t: Slot) -> bool:
    """Makes or breeds, then the rest of what was said: another make, or another model of one make."""
    (makes, rest), (other_makes, other_rest) = s.data, t.data
    if not makes & other_makes:
        return True
    only, other_only = rest - other_rest, other_rest - rest
    return bool(only and other_only and not makes ^ other_makes)


def _onlys(s: Slot, t: Slot) -> bool:
    """Whether it is said to be all there is, and what there is: anything beside all there is cannot be."""
    (only, names), (other_only, other_names) = s.data, t.data
    return bool((only and other_names - names) or (other_only and names - other_names))


def _classes(s: Slot, t: Slot) -> bool:
    """A class and the classes it cannot be together with."""
    return bool(t.data[0] in s.data[1:] or s.data[0] in t.data[1:])


_EXCLUDING = {
    "ending": lambda s, t: not s.value.endswith(t.value) and not t.value.endswith(s.value),
    "text": lambda s, t: differ(s.value, t.value) and not _translated(s.value, t.value),
    "name": lambda s, t: key(s.value).isdisjoint(key(t.value)),
    "employer": lambda s, t: s.data == t.data and differ(s.value, t.value),
    "place": lambda s, t: places_differ(s.value, t.value),
    "clock": _clocks, "date": _dates, "amount": _amounts, "count": _counts, "set": _sets, "model": _models,
    "class": _classes, "only": _onlys,
}
