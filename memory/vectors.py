"""Fact vectors in memory, scope by scope, brought up to date by what came and went since they were last looked at.

The first look at a scope reads the vectors of its newest facts only; those of the others follow in the background
(`grow`), and until then words find these.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from memory.conversations import Conversations
from memory.ports import Vector
from memory.reader import Reader
from memory.rows import EXACT, nearest, signs, words

SCOPES_KEPT = 64  # matrices held at once; the least recently used goes first
NAMES_KEPT = 500  # 1.5 kB each
SPARE = 8  # one row in this many is kept free, so that a new fact does not copy all the others
NEWEST = 2048  # vectors read when a scope is first looked at, and in one go later; about 20 ms
PIECE = 128  # facts whose words are taken apart in one go, when nobody waits; about 15 ms
BATCHES = (1, 16, 256)  # vectors fetched by one statement; few sizes, because the reader vets every new text
UNREAD = 0.5  # of a cosine, in a language the model has not read: all texts in it look alike
Ids = NDArray[np.int64]
NONE: Ids = np.empty(0, dtype=np.int64)


class Vectors:
    """Answers "which facts of these scopes are closest" without reading what it read before.

    Readers in several threads share it. A claim's statement never changes, so neither does its vector under one
    model: a claim that is held is not fetched again.
    """

    def __init__(self, model: str, thresholds: Mapping[str, float] = MappingProxyType({})) -> None:
        self.model = model
        self.talk = Conversations(model)
        self._thresholds = thresholds
        self._held: OrderedDict[str, _Matrix] = OrderedDict()
        self._lock = threading.Lock()
        self._names: OrderedDict[str, Vector] = OrderedDict()

    def of_names(self) -> OrderedDict[str, Vector]:
        """Vectors of names that messages held before; whoever adds one lets go of the oldest beyond `NAMES_KEPT`."""
        return self._names

    def threshold(self, language: str) -> float:
        """How sure the memory must be of a fact to show it for a message in this language: see `ports.Embedder`."""
        return self._thresholds.get(language, self._thresholds.get("", 0.0))

    def counted(self, asked: str, said: str) -> float:
        """How much of the cosine of a message in one language and a fact in another says something: see
        `ports.Embedder.shown_from`."""
        if self._thresholds.keys() <= {""}:
            return 1.0
        if asked != said:
            return 0.0
        return 1.0 if asked in self._thresholds else UNREAD

    def closest(self, reader: Reader, query: Vector, limit: int) -> list[tuple[int, float]]:
        """(claim, cosine) of the nearest facts in the reader's scopes, best first."""
        found: list[tuple[int, float]] = []
        with self._lock:
            for scope, revision in reader.select("select scope, revision from {revision}"):
                found += self._current(reader, scope, revision).closest(query, limit)
        return sorted(found, key=lambda pair: -pair[1])[:limit]

    def dots(self, reader: Reader, claims: Sequence[int], against: NDArray[np.float32]
             ) -> dict[int, NDArray[np.float32]]:
        """For each of these facts that is held: its dot product with every row of `against`."""
        found: dict[int, NDArray[np.float32]] = {}
        with self._lock:
            for scope, revision in reader.select("select scope, revision from {revision}"):
                found |= self._current(reader, scope, revision).dots(claims, against)
        return found

    def closest_shared(self, reader: Reader, query: Vector) -> list[tuple[int, float]]:
        """(claim, cosine) of the facts shared with the reader's scopes; they are few, so nothing is held."""
        rows = reader.select("select claim, vector from {shared_vector} where model = ?", (self.model,))
        return [(int(claim), float(np.frombuffer(vector, dtype=np.float32) @ query)) for claim, vector in rows]

    def growing(self) -> str | None:
        """The scope that was asked about last among those of which vectors are still to be read."""
        with self._lock:
            return next((scope for scope in reversed(self._held) if len(self._held[scope].missing)), None)

    def grow(self, reader: Reader, scope: str) -> None:
        """Read some more of a scope's vectors; nobody waits for it, and what came or went meanwhile goes first."""
        with self._lock:
            held = self._held.get(scope)
            missing = held.missing if held is not None else NONE
        rows = self._fetched(reader, missing[-NEWEST:])
        with self._lock:
            if held is not None and held is self._held.get(scope) and held.missing is missing:
                held.add(rows)
                held.missing = held.missing[:-NEWEST]

    def unread(self) -> tuple[str, list[int]]:
        """The next of the newest facts, of the scope asked about last, whose words recall has not taken apart; each is
        given once."""
        with self._lock:
            for scope in reversed(self._held):
                if piece := self._held[scope].unread():
                    return scope, piece
        return "", []

    def forget(self, scopes: Sequence[str] = ()) -> None:
        """Let go of what is held for these scopes, or of everything."""
        with self._lock:
            self._names.clear()
            for scope in scopes or list(self._held):
                self._held.pop(scope, None)
        self.talk.forget()

    def _current(self, reader: Reader, scope: str, revision: int) -> _Matrix:
        held = self._held.setdefault(scope, _Matrix())
        self._held.move_to_end(scope)
        if held.revision != revision:
            try:
                self._catch_up(reader, scope, held)
            except BaseException:
                del self._held[scope]  # half brought up to date is worse than read anew
                raise
            held.revision = revision
            while len(self._held) > SCOPES_KEPT:
                self._held.popitem(last=False)
        return held

    def _catch_up(self, reader: Reader, scope: str, held: _Matrix) -> None:
        there = np.array([row[0] for row in reader.select(
            "select claim from {vector} where scope = ? and model = ?", (scope, self.model))], dtype=np.int64)
        held.keep(there)
        new = np.setdiff1d(there, held.claims)  # in order of number, so the newest are the last
        held.reserve(len(new))
        held.missing = new[:-NEWEST]
        held.add(self._fetched(reader, new[-NEWEST:]))

    def _fetched(self, reader: Reader, claims: Ids) -> list[tuple[Any, ...]]:
        found = []
        for first in range(0, len(claims), BATCHES[-1]):
            batch = [int(claim) for claim in claims[first:first + BATCHES[-1]]]
            size = next(size for size in BATCHES if size >= len(batch))
            found += reader.select(
                f"select claim, vector from {{vector}} where claim in ({', '.join('?' * size)}) and model = ?",
                (*batch, *batch[:1] * (size - len(batch)), self.model))
        return found


class _Matrix:
    """One scope's vectors as rows of an array that has some free rows at its end."""

    def __init__(self) -> None:
        self.revision = -1
        self.missing: Ids = NONE  # claims whose vectors are still to be read
        self._taken = 0  # rows whose words were taken apart
        self._count = 0
        self._claims: Ids = np.empty(0, dtype=np.int64)
        self._rows: NDArray[np.floating[Any]] = np.empty((0, 0), dtype=np.float32)
        self._signs: NDArray[np.uint64] = np.empty((0, 0), dtype=np.uint64)
        self._room = 0

    @property
    def claims(self) -> Ids:
        return self._claims[:self._count]

    def unread(self) -> list[int]:
        """See `Vectors.unread`. The first rows are the newest facts there were at the first look; what comes later is
        read when it is first looked at."""
        piece = self.claims[self._taken:min(self._taken + PIECE, NEWEST)]
        self._taken += len(piece)
        return [int(claim) for claim in piece]

    def closest(self, query: Vector, limit: int) -> list[tuple[int, float]]:
        """(claim, cosine) of the best `limit` rows, in no order."""
        if not self._count:
            return []
        near = nearest(self._signs[:self._count], query) if self._count > 2 * EXACT else slice(0, self._count)
        scores, claims = self._rows[near].astype(np.float32, copy=False) @ query, self._claims[near]
        best = np.argpartition(-scores, min(limit, len(scores)) - 1)[:limit]
        return [(int(claims[i]), float(scores[i])) for i in best]

    def dots(self, claims: Sequence[int], against: NDArray[np.float32]) -> dict[int, NDArray[np.float32]]:
        """See `Vectors.dots`."""
        places = np.flatnonzero(np.isin(self.claims, np.array(claims, dtype=np.int64)))
        if not len(places):
            return {}
        rows = self._rows[places].astype(np.float32, copy=False)
        return dict(zip(self._claims[places].tolist(), rows @ against.T, strict=True))

    def keep(self, there: Ids) -> None:
        """Drop the rows of claims that are not in `there`, without a trace of them in the free rows."""
        stays = np.isin(self.claims, there)
        if stays.all():
            return
        before, self._count = self._count, int(stays.sum())
        self._claims[:self._count] = self._claims[:before][stays]
        self._rows[:self._count] = self._rows[:before][stays]
        self._rows[self._count:before] = 0
        self._signs[:self._count] = self._signs[:before][stays]
        self._signs[self._count:before] = 0

    def reserve(self, more: int) -> None:
        """Make room for `more` rows; the array itself is made when the first vector tells its length."""
        needed = self._count + more
        if needed > self._room:
            self._room = needed + needed // SPARE
            if self._count:
                self._enlarge(self._rows.shape[1])

    def add(self, rows: Sequence[tuple[int, bytes]]) -> None:
        first = self._count
        for claim, blob in rows:
            vector = np.frombuffer(blob, dtype=np.float32)
            if len(self._claims) < self._room:
                self._enlarge(len(vector))
            self._claims[self._count] = claim
            self._rows[self._count] = vector
            self._count += 1
        self._signs[first:self._count] = signs(self._rows[first:self._count])

    def _enlarge(self, dimensions: int) -> None:
        claims = np.zeros(self._room, dtype=np.int64)
        kind = np.float32 if self._room <= 2 * EXACT else np.float16  # few of very many are looked at: half the memory
        rows = np.zeros((self._room, dimensions), dtype=kind)
        held = np.zeros((self._room, words(dimensions)), dtype=np.uint64)
        claims[:self._count] = self.claims
        if self._count:
            rows[:self._count] = self._rows[:self._count]
            held[:len(self._signs[:self._count])] = self._signs[:self._count]
        self._claims, self._rows, self._signs = claims, rows, held
