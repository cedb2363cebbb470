"""Frames of everyday speech that give a person's slots their values: what their rows are made of.

A row is (letters one of which the clause must hold, pattern with the value as group v, what becomes of a match)."""

from __future__ import annotations

import re
from collections.abc import Callable

from memory.contradict import quantities
from memory.contradict.places import place
from memory.contradict.reading import NOUN, SELF, Reading
from memory.contradict.slots import Slot
from memory.contradict.things import things

Make = Callable[[re.Match[str], Reading], Slot | None]
Row = tuple[str, str | re.Pattern[str], Make]


def owner_of(before: str, reading: Reading) -> frozenset[str] | None:
    """Whom a frame speaks of: nothing for the speaker, the words for a third party, None when it cannot be told."""
    if reading.subject == SELF:
        return frozenset()
    if reading.subject != NOUN:
        return None
    if before.strip() in ("", "my", "our", "mein", "unser"):
        return frozenset()
    return things(before) or None


def plain(name: str, kind: str = "text") -> Make:
    """The value as it was said, of whoever the clause is about."""
    def make_slot(match: re.Match[str], reading: Reading) -> Slot | None:
        owner, said = owner_of(match.string[:match.start()], reading), match["v"].strip(" .,!")
        if kind == "place":  # "a flat in Rome": the first part that names a place
            said = next((part.strip() for part in re.split(r"\bin\b", said) if place(part)), "")
        if owner is None or not said:
            return None
        return Slot(name, owner - {"home"}, said, kind)

    return make_slot


def amount(name: str, read: Callable[[str], float | None], slack: float, whose: str = "") -> Make:
    """A number read from the value by `read`, of the speaker or, with `whose`, of a thing of the speaker's."""
    thing_of = frozenset((whose,)) if whose else frozenset()

    def make_slot(match: re.Match[str], reading: Reading) -> Slot | None:
        many = read(match["v"]) if reading.subject == SELF or whose else None
        return None if many is None else Slot(name, thing_of, match["v"], "amount", (float(many), slack))

    return make_slot


def unit(unit: str) -> Callable[[str], float | None]:
    def read(text: str) -> float | None:
        found = quantities.measure(text)
        return found[1] if found and found[0] == unit else None

    return read


def compiled(*tables: tuple[Row, ...]) -> tuple[tuple[tuple[str, ...], re.Pattern[str], Make], ...]:
    """The rows with their letters split and their patterns compiled."""
    return tuple((tuple(cues.split()) if cues.strip() == cues else (cues,), re.compile(pattern), make_slot)
                 for table in tables for cues, pattern, make_slot in table)
