"""Many vectors of one length as bytes, and the cosines of all of them with a query."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from memory.ports import Vector

BLOCK = 4096  # rows turned into floats at a time: 6 MB, which stays in the cache
EXACT = 8192  # up to this many rows every cosine is computed; above, signs choose first
CHOSEN = 2048  # rows whose signs agree best with the query's
SPARE = 8  # one row in this many is kept free, so that a new turn does not copy all the others


class Rows:
    """Signed bytes, a row a vector; a row of zeros has none.

    A change makes a new object. The two may share memory: rows beyond the end of the older one, and rows that got
    another vector, whose cosines are then the newer ones in both.
    """

    def __init__(self, width: int = 0, count: int = 0) -> None:
        self._count = count
        self._bytes = np.zeros((count + count // SPARE, width), dtype=np.int8)
        self._scale = np.zeros(len(self._bytes), dtype=np.float32)
        self._signs = np.zeros((len(self._bytes), words(width)), dtype=np.uint64)

    def __len__(self) -> int:
        return self._count

    @classmethod
    def joined(cls, parts: Sequence[Rows]) -> Rows:
        made = cls(max((part._bytes.shape[1] for part in parts), default=0), sum(map(len, parts)))
        at = 0
        for part in parts:
            made._copy(part, slice(at, at + len(part)), slice(0, len(part)))
            at += len(part)
        return made

    def with_rows(self, places: NDArray[np.int64], blobs: Sequence[bytes | None]) -> Rows:
        """With one more row for each place (as `numpy.insert` counts them); None for a row without a vector."""
        width = max([self._bytes.shape[1], *(len(blob) for blob in blobs if blob)])
        count = self._count + len(blobs)
        at = places + np.arange(len(blobs))
        if at[0] == self._count and width == self._bytes.shape[1] and count <= len(self._bytes):
            made = self._shared(count)
        else:
            made = Rows(width, count)
            made._copy(self, np.delete(np.arange(count), at), slice(0, self._count))
        made._put(at, blobs)
        return made

    def with_changed(self, places: NDArray[np.int64], blobs: Sequence[bytes | None]) -> Rows:
        """With other vectors in these rows."""
        made = self._shared(self._count)
        width = max([self._bytes.shape[1], *(len(blob) for blob in blobs if blob)])
        if width != self._bytes.shape[1]:
            made = Rows(width, self._count)
            made._copy(self, slice(0, self._count), slice(0, self._count))
        made._put(places, blobs)
        return made

    def without(self, places: NDArray[np.int64]) -> Rows:
        stays = np.delete(np.arange(self._count), places)
        made = Rows(self._bytes.shape[1], len(stays))
        made._copy(self, slice(0, len(stays)), stays)
        return made

    def cosines(self, query: Vector) -> NDArray[np.float32]:
        """One number a row, 0 for a row without a vector. Of very many rows those whose signs disagree most with the
        query's are taken for 0 as well: `CHOSEN` are computed."""
        found = np.zeros(self._count, dtype=np.float32)
        if self._bytes.shape[1] != len(query):
            return found
        if self._count <= EXACT:
            for first in range(0, self._count, BLOCK):
                block = self._bytes[first:min(first + BLOCK, self._count)]
                found[first:first + len(block)] = block.astype(np.float32) @ query
            return np.asarray(found * self._scale[:self._count], dtype=np.float32)
        near = nearest(self._signs[:self._count], query)
        found[near] = (self._bytes[near].astype(np.float32) @ query) * self._scale[near]
        return found

    def _shared(self, count: int) -> Rows:
        made = Rows()
        made._count, made._bytes, made._scale, made._signs = count, self._bytes, self._scale, self._signs
        return made

    def _copy(self, other: Rows, to: NDArray[np.int64] | slice, of: NDArray[np.int64] | slice) -> None:
        if other._bytes.shape[1]:
            self._bytes[to], self._scale[to], self._signs[to] = other._bytes[of], other._scale[of], other._signs[of]

    def _put(self, at: NDArray[np.int64], blobs: Sequence[bytes | None]) -> None:
        width = self._bytes.shape[1]
        whole = [blob if blob is not None and len(blob) == width else bytes(width) for blob in blobs]
        values = np.frombuffer(b"".join(whole), dtype=np.int8).reshape(len(whole), width)
        lengths = np.linalg.norm(values.astype(np.float32), axis=1)
        self._bytes[at], self._signs[at] = values, signs(values) if width else 0
        self._scale[at] = np.divide(1.0, lengths, out=np.zeros_like(lengths), where=lengths > 0)


def nearest(held: NDArray[np.uint64], query: Vector) -> NDArray[np.int64]:
    """Where the `CHOSEN` rows are whose signs agree best with the query's."""
    differ = np.bitwise_count(held ^ signs(query[None, :])).sum(axis=1, dtype=np.uint16)
    return np.argpartition(differ, CHOSEN)[:CHOSEN]


def words(width: int) -> int:
    """How many words of 64 bits the signs of a vector of this length take."""
    return -(-width // 64)


def signs(rows: NDArray[Any]) -> NDArray[np.uint64]:
    """Which values are positive, 64 to a word, filled up with zeros."""
    packed = np.packbits(rows > 0, axis=1)
    filled = np.zeros((len(packed), -(-packed.shape[1] // 8) * 8), dtype=np.uint8)
    filled[:, :packed.shape[1]] = packed
    return filled.view(np.uint64)
