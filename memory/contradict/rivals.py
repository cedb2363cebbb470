"""Among hundreds of statements those that a new one could disagree with, found without a look at each."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import TypeVar

from memory.contradict.glance import glance
from memory.contradict.sayings import Sayings, sayings_of
from memory.contradict.slots import Slot

K = TypeVar("K", bound=Hashable)


class Statements:
    """Statements under numbers of the caller's. Each is glanced at when it comes, and read when one touches it."""

    def __init__(self) -> None:
        self._statements: dict[int, str] = {}
        self._telling: dict[str, set[int]] = {}
        self._read: set[int] = set()
        self._denying: set[int] = set()
        self._saying: dict[Hashable, set[int]] = {}

    def add(self, number: int, statement: str) -> None:
        self._statements[number] = statement
        _enter(self._telling, number, glance(statement).touches)

    def rivals(self, statement: str, among: set[int]) -> set[int]:
        """Those of some whose words can disagree with this statement's (`compare` tells which do)."""
        seen = glance(statement)
        touched = _holding(self._telling, seen.reaches, among) if seen.plain else among
        for number in touched - self._read:
            self._look(number)
        new = sayings_of(statement)
        if new.denies:
            return touched
        return (touched & self._denying) | _holding(self._saying, _opposing(new), touched)

    def _look(self, number: int) -> None:
        held = sayings_of(self._statements[number])
        self._read.add(number)
        if held.denies:
            self._denying.add(number)
        _enter(self._saying, number, _said(held))


def _said(held: Sayings) -> Iterator[Hashable]:
    """What a statement is found by: its words with their sign, those it denies by a prefix, slots, what is counted."""
    yield from held.signed
    yield from held.unprefixed
    yield from _shapes(held)


def _opposing(new: Sayings) -> Iterator[Hashable]:
    """What statements are found by that can disagree with this one, which denies nothing."""
    yield from new.opposed
    yield from new.words
    yield from _shapes(new)


def _shapes(held: Sayings) -> Iterator[Hashable]:
    for slot in held.slots:
        yield slot.owner, _family(slot)
    for clause in held.clauses:  # "two cats", "three cats": the same but for the number
        for word in clause.content:
            if word.isdigit() or word.startswith("@"):
                yield clause.subject, clause.content - {word}


def _family(slot: Slot) -> str:
    return "favourite:" if slot.name.startswith("favourite:") else slot.name


def _enter(index: dict[K, set[int]], number: int, keys: Iterable[K]) -> None:
    for key in keys:
        index.setdefault(key, set()).add(number)


def _holding(index: dict[K, set[int]], keys: Iterable[K], among: set[int]) -> set[int]:
    return set[int]().union(*(among & index[key] for key in keys if key in index))
