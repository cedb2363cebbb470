"""All that one statement says, as two of them are compared."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from memory.contradict.fillings import fills
from memory.contradict.kinds import kinds
from memory.contradict.persons import introduced
from memory.contradict.reading import Reading, read
from memory.contradict.rules import unprefixed
from memory.contradict.slots import Slot


@dataclass(frozen=True, slots=True)
class Sayings:
    """All a statement says: its clauses, the slots they fill, and of all clauses what a quick look needs: their words,
    whether one denies, what would oppose them, and their words without a prefix ("unhappy": "happy")."""

    clauses: tuple[Reading, ...]
    slots: tuple[Slot, ...]
    words: frozenset[str]
    denies: bool
    signed: frozenset[tuple[str, int]]
    opposed: frozenset[tuple[str, int]]
    unprefixed: frozenset[str]

    def may_flip(self, other: Sayings) -> bool:
        """Whether any clause of one could say the opposite of one of the other; most pairs end here."""
        if self.denies or other.denies or not self.opposed.isdisjoint(other.signed):
            return True
        return not (self.unprefixed.isdisjoint(other.words) and other.unprefixed.isdisjoint(self.words))


@lru_cache(maxsize=20_000)
def sayings_of(statement: str) -> Sayings:
    """A statement, read; whoever forgets words calls `memory.contradict.drop_readings`."""
    found = read(statement)
    slots = (*(slot for reading in found for slot in fills(reading)), *introduced(statement))
    signed = frozenset(one for reading in found for one in reading.signed)
    opposed = frozenset(one for reading in found for one in reading.contrary) | {(word, -sign) for word, sign in signed}
    return Sayings(found, slots, _telling(found), any(reading.denied for reading in found), signed, opposed,
                    frozenset(stem for reading in found for word in reading.content for stem in unprefixed(word)))


def _telling(readings: tuple[Reading, ...]) -> frozenset[str]:
    words = {word for reading in readings for word in reading.content}
    return frozenset(words.union(*map(kinds, words)))
