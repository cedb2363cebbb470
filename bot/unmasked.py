"""Words of a /remember that held a secret, in this process's memory alone, until their person answers or time is up."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from memory.ports import Clock

LIFETIME = timedelta(minutes=15)
MOST = 50  # held at once, over all people; the oldest goes first


@dataclass(frozen=True, slots=True)
class Held:
    """What somebody told to remember, unmasked, and the masked claims that stand for it meanwhile."""

    key: str  # of the message it came in
    person: str
    room: str
    words: str
    at: datetime
    claims: tuple[int, ...] = ()


class Unmasked:
    """See the module."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._held: dict[int, Held] = {}
        self._next = 1

    def put(self, key: str, person: str, room: str, words: str) -> None:
        """Hold the words of one message until it is handled."""
        self._held[self._next] = Held(key, person, room, words, self._clock.now())
        self._next += 1
        self._tidy()

    def ask(self, key: str, claims: tuple[int, ...]) -> int | None:
        """The number to ask about the words of a message by; None when they are not held (any more)."""
        self._tidy()
        number = next((number for number, held in self._held.items() if held.key == key), None)
        if number is not None:
            self._held[number] = replace(self._held[number], claims=claims)
        return number

    def end(self, number: int, person: str, room: str) -> Held | None:
        """Let go of what was asked about, if this person was asked here and in time."""
        self._tidy()
        held = self._held.get(number)
        return self._held.pop(number) if held is not None and (held.person, held.room) == (person, room) else None

    def _tidy(self) -> None:
        now = self._clock.now()
        young = [number for number, held in self._held.items() if held.at + LIFETIME > now][-MOST:]
        self._held = {number: self._held[number] for number in young}
