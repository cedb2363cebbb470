"""What was said in a room, held as arrays: whose turn, in which session, whether it asks, and its vector as bytes.

A turn's recall compares its message with all that was ever said here, so what does not change between two turns is
read once. The log `said_change` tells what came, changed or went since. The first look at a room reads its newest
turns only; the older ones follow page by page in the background (`grow`). The words themselves are not held: the index
finds them, and what is shown is read again, through the view that knows what may be quoted.
"""

from __future__ import annotations

import re
import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from memory.ports import Vector
from memory.reader import Reader
from memory.rows import Rows

ROOMS_KEPT = 32  # held at once; the least recently used goes first
CHANGED = 256  # messages looked at one by one; after more changes the room is read anew
NEWEST, PAGE = 1024, 4096  # messages read when a room is first looked at, and in one go later
_MONTHS = ("january february march april june july august september october november december"
           " januar februar märz mai juni juli oktober dezember")
_DAYS = ("monday tuesday wednesday thursday friday saturday sunday weekend"
         " montag dienstag mittwoch donnerstag freitag samstag sonntag wochenende")
_SPANS = ("day days week weeks month months year years tag tage tagen woche wochen monat"
          " monate monaten jahr jahre jahren")
_WHEN = ("yesterday today tonight tomorrow ago since recently just gestern heute morgen vorgestern übermorgen seit"
         " neulich kürzlich vor")
TIMES = frozenset(f"{_MONTHS} {_DAYS} {_SPANS} {_WHEN}".split())
_WORD = re.compile(r"\w+")
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
Numbers = NDArray[np.int64]
Floats = NDArray[np.float32]
Key = tuple[tuple[str, ...], str]  # scopes, room


@dataclass(slots=True)
class Conversation:
    """The turns of one room in order, one entry a turn in each array."""

    seq: int = 0
    oldest: int = 0  # turns before this one have not been read yet; 0: there are none
    ids: Numbers = field(default_factory=lambda: np.empty(0, dtype=np.int64))
    session: Numbers = field(default_factory=lambda: np.empty(0, dtype=np.int64))
    author: Numbers = field(default_factory=lambda: np.empty(0, dtype=np.int64))  # number in `authors`
    asks: Floats = field(default_factory=lambda: np.empty(0, dtype=np.float32))  # 1: it ends with a question mark
    timed: Floats = field(default_factory=lambda: np.empty(0, dtype=np.float32))  # 1: it names a time
    vectors: Rows = field(default_factory=Rows)
    authors: list[tuple[str, str]] = field(default_factory=list)  # (principal, display name)

    def __len__(self) -> int:
        return len(self.ids)

    def at(self, ids: Sequence[int]) -> Numbers:
        """Where in the arrays these messages are; unknown ones are left out."""
        wanted = np.asarray(ids, dtype=np.int64)
        places = np.searchsorted(self.ids, wanted)
        there = places < len(self.ids)
        there[there] = self.ids[places[there]] == wanted[there]
        return places[there].astype(np.int64)

    def changed(self, ids: Sequence[int], rows: Sequence[tuple[Any, ...]], vectors: dict[int, bytes]) -> Conversation:
        """The conversation after these messages came, changed or went: `rows` are those that are there."""
        there = {row[0] for row in rows}
        made = Conversation(self.seq, self.oldest, **{name: getattr(self, name) for name in _ARRAYS},
                            vectors=self.vectors, authors=list(self.authors))
        made._drop([number for number in ids if number not in there])
        known = set(made.ids[made.at(ids)].tolist())
        made._overwrite([row for row in rows if row[0] in known], vectors)
        made.add([row for row in rows if row[0] not in known], vectors)
        return made

    def add(self, rows: Sequence[tuple[Any, ...]], vectors: dict[int, bytes]) -> None:
        """Put new turns in their places: (id, author, name, text, sent_at, session), in order of id."""
        if not rows:
            return
        places = np.searchsorted(self.ids, [row[0] for row in rows])
        for name, values in self._columns(rows).items():
            setattr(self, name, np.insert(getattr(self, name), places, values))
        self.vectors = self.vectors.with_rows(places, [vectors.get(row[0]) for row in rows])

    def _drop(self, ids: Sequence[int]) -> None:
        places = self.at(ids)
        if len(places):
            for name in _ARRAYS:
                setattr(self, name, np.delete(getattr(self, name), places))
            self.vectors = self.vectors.without(places)

    def _overwrite(self, rows: Sequence[tuple[Any, ...]], vectors: dict[int, bytes]) -> None:
        if not rows:
            return
        places = self.at([row[0] for row in rows])
        for name, values in self._columns(rows).items():
            held = getattr(self, name).copy()
            held[places] = values
            setattr(self, name, held)
        self.vectors = self.vectors.with_changed(places, [vectors.get(row[0]) for row in rows])

    def _columns(self, rows: Sequence[tuple[Any, ...]]) -> dict[str, NDArray[Any]]:
        values: dict[str, Any] = {
            "ids": [row[0] for row in rows], "session": [row[5] for row in rows],
            "author": [self._author(row[1], row[2]) for row in rows],
            "asks": [row[3].rstrip().endswith("?") for row in rows],
            "timed": [_names_a_time(row[3]) for row in rows]}
        return {name: np.asarray(found, dtype=getattr(self, name).dtype) for name, found in values.items()}

    def _author(self, principal: str, name: str) -> int:
        for number, (known, _) in enumerate(self.authors):
            if known == principal:
                self.authors[number] = (principal, name)
                return number
        self.authors.append((principal, name))
        return len(self.authors) - 1


_ARRAYS = ("ids", "session", "author", "asks", "timed")


def _names_a_time(text: str) -> bool:
    return not TIMES.isdisjoint(_WORD.findall(text.casefold())) or _YEAR.search(text) is not None


class Conversations:
    """The rooms that were asked about last. Readers in several threads share it."""

    def __init__(self, model: str) -> None:
        self.model = model
        self._held: OrderedDict[Key, Conversation] = OrderedDict()
        self._lock = threading.Lock()

    def current(self, reader: Reader, scopes: tuple[str, ...], room: str) -> Conversation:
        """The room's talk as it is now. Not to be changed, nor kept beyond the hop it was asked for in."""
        with self._lock:
            key = (scopes, room)
            held = self._held.pop(key, None)
            # If it raises, nothing half brought up to date is kept.
            held = self._newest(reader, room) if held is None else self._caught_up(reader, room, held)
            self._held[key] = held
            while len(self._held) > ROOMS_KEPT:
                self._held.popitem(last=False)
            return held

    def growing(self) -> Key | None:
        """The scopes and the room that was asked about last among those of which older turns are still to be read."""
        with self._lock:
            return next((key for key in reversed(self._held) if self._held[key].oldest), None)

    def grow(self, reader: Reader, key: Key) -> None:
        """Read one more page of a room's older turns; nobody waits for it, and what came meanwhile goes first."""
        with self._lock:
            held = self._held.get(key)
        if held is None or not held.oldest:
            return
        whole = self._with_older(reader, key[1], held, PAGE)
        with self._lock:
            if self._held.get(key) is held:
                self._held[key] = whole

    def forget(self) -> None:
        """Let go of everything that is held."""
        with self._lock:
            self._held.clear()

    def _caught_up(self, reader: Reader, room: str, held: Conversation) -> Conversation:
        changed = reader.select("select message, seq from {said_change} where room = ? and seq > ? order by seq"
                                " limit ?", (room, held.seq, CHANGED + 1))
        if len(changed) > CHANGED:
            return self._newest(reader, room)
        if changed:
            ids = sorted({int(row[0]) for row in changed if row[0] >= held.oldest})  # a page brings what is older
            held = held.changed(ids, self._rows(reader, room, ids), self._vectors(reader, ids))
            held.seq = int(changed[-1][1])
        return held

    def _rows(self, reader: Reader, room: str, ids: Sequence[int]) -> list[tuple[Any, ...]]:
        """Two sizes of statement only, because the reader vets every new text."""
        if not ids:
            return []
        size = CHANGED if len(ids) > 8 else 8
        padded = (*ids, *[ids[0]] * (size - len(ids)))
        return reader.select("select id, author, name, text, sent_at, session from {said} where room = ?"
                             f" and id in ({', '.join('?' * size)}) order by id", (room, *padded))

    def _vectors(self, reader: Reader, ids: Sequence[int]) -> dict[int, bytes]:
        if not self.model or not ids:
            return {}
        size = CHANGED if len(ids) > 8 else 8
        padded = (*ids, *[ids[0]] * (size - len(ids)))
        return dict(reader.select("select message, vector from {said_vector} where model = ?"
                                  f" and message in ({', '.join('?' * size)})", (self.model, *padded)))

    def _newest(self, reader: Reader, room: str) -> Conversation:
        seq = reader.select("select max(seq) from {said_change} where room = ?", (room,))[0][0] or 0
        return self._with_older(reader, room, Conversation(seq, oldest=2**62), NEWEST)

    def _with_older(self, reader: Reader, room: str, held: Conversation, count: int) -> Conversation:
        page = reader.select("select id, author, name, text, sent_at, session from {said} where room = ? and id < ?"
                             " order by id desc limit ?", (room, held.oldest, count))[::-1]
        part = Conversation(held.seq, page[0][0] if len(page) == count else 0, authors=list(held.authors))
        if page:
            part.add(page, dict(reader.select(
                "select message, vector from {said_vector} where model = ? and message >= ? and message <= ?",
                (self.model, page[0][0], page[-1][0]))) if self.model else {})
        for name in _ARRAYS:
            setattr(part, name, np.concatenate([getattr(part, name), getattr(held, name)]))
        part.vectors = Rows.joined([part.vectors, held.vectors])
        return part


def packed(vector: Vector) -> bytes:
    """A unit vector as one signed byte a dimension, the largest at 127; its length is divided out when compared."""
    top = float(np.abs(vector).max()) or 1.0
    return bytes(np.round(vector * (127.0 / top)).astype(np.int8).tobytes())
