"""Fact vectors in memory, scope by scope, kept as long as the scope's facts stay as they are."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from memory.ports import Vector
from memory.reader import Reader

SCOPES_KEPT = 64  # matrices held at once; the least recently used goes first


class Vectors:
    """Answers "which facts of these scopes are closest" without reading what it read before."""

    def __init__(self, model: str) -> None:
        self.model = model
        self._held: OrderedDict[str, tuple[int, NDArray[np.int64], NDArray[np.float32]]] = OrderedDict()

    def closest(self, reader: Reader, query: Vector, limit: int) -> list[tuple[int, float]]:
        """(claim, cosine) of the nearest facts in the reader's scopes, best first."""
        found: list[tuple[int, float]] = []
        for scope, revision in reader.select("select scope, revision from {revision}"):
            claims, matrix = self._matrix(reader, scope, revision)
            if len(claims):
                scores = matrix @ query
                best = np.argpartition(-scores, min(limit, len(scores)) - 1)[:limit]
                found += [(int(claims[i]), float(scores[i])) for i in best]
        return sorted(found, key=lambda pair: -pair[1])[:limit]

    def forget(self, scopes: Sequence[str] = ()) -> None:
        """Let go of what is held for these scopes, or of everything."""
        for scope in scopes or list(self._held):
            self._held.pop(scope, None)

    def _matrix(self, reader: Reader, scope: str, revision: int) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        held = self._held.get(scope)
        if held is None or held[0] != revision:
            rows = reader.select("select claim, vector from {vector} where scope = ? and model = ?",
                                 (scope, self.model))
            claims = np.array([row[0] for row in rows], dtype=np.int64)
            joined = b"".join(row[1] for row in rows)
            matrix = np.frombuffer(joined, dtype=np.float32).reshape(len(rows), -1) if rows else np.zeros(
                (0, 0), dtype=np.float32)
            held = self._held[scope] = (revision, claims, matrix)
            while len(self._held) > SCOPES_KEPT:
                self._held.popitem(last=False)
        self._held.move_to_end(scope)
        return held[1], held[2]
