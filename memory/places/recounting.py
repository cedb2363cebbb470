"""Recounting: what held on another day, and what was known of it on another."""

from __future__ import annotations

from datetime import date

from memory import asof, claims
from memory.asof import AsOf, Span
from memory.db import Tx
from memory.places.standpoint import Standpoint


class Recounting(Standpoint):
    """The verb of other days."""

    async def as_of(self, question: str, span: Span, known: date | None = None) -> AsOf:
        """Answer a question about the days of `span` by this person's own claims that may be shown here."""
        now = self._clock.now()

        def read(tx: Tx) -> AsOf:
            mine = [claim for claim in claims.of_person(tx, self.principal.id) if self._visible(claim)]
            return asof.as_of(tx, mine, question, span, now, known)
        return await self._db.read(read)

    def span(self, text: str, language: str) -> Span | None:
        """The date at the head of a text, by today."""
        return asof.read_span(text, self._clock.now(), language)
