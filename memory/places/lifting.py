"""Lifting refusals: what this person has forgotten or declined, by number and date, and taking that back."""

from __future__ import annotations

from memory import tombstones, topics
from memory.db import Tx
from memory.events import Act
from memory.places.standpoint import Standpoint
from memory.tombstones import Tombstone


class Lifting(Standpoint):
    """The verbs of /unforget."""

    async def refusals(self) -> list[Tombstone]:
        """Everything this person refuses, forgotten topics and declined values alike, oldest first."""
        def read(tx: Tx) -> list[Tombstone]:
            return sorted(self._standing(tx), key=lambda one: one.id)
        return await self._db.read(read)

    async def lift(self, number: int) -> bool:
        """End a refusal by its number; False when this person has none of it."""
        def change(tx: Tx, act: Act) -> bool:
            mine = number in {one.id for one in self._standing(tx)}
            if mine:
                self._lift(tx, act, number)
            return mine
        return await self._act(change)

    async def lift_topic(self, topic: str) -> list[int]:
        """End the refusals of a topic typed again, in whatever form it would be refused in; their numbers."""
        topics.parse(topic)

        def change(tx: Tx, act: Act) -> list[int]:
            lifted = []
            self._rules.forgotten.load(tx)
            while (number := self._rules.forgotten.hit(self.principal.id, topic)) is not None:
                self._lift(tx, act, number)
                lifted.append(number)
            return lifted
        return await self._act(change)

    def _standing(self, tx: Tx) -> list[Tombstone]:
        return [one for kind in ("topic", "declined") for one in tombstones.standing(tx, self.principal.id, kind)]

    def _lift(self, tx: Tx, act: Act, number: int) -> None:
        tombstones.lift(tx, act, number)
        self._rules.forgotten.load(tx)
