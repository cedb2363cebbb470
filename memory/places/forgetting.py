"""Forgetting: a preview, and exactly that preview carried out."""

from __future__ import annotations

from dataclasses import dataclass

from memory import contradict, erase, jobs, topics
from memory.db import Tx
from memory.domain import Claim, Counts
from memory.erase import Reach
from memory.events import Act
from memory.places.standpoint import Standpoint
from memory.work import SCRUB


@dataclass(frozen=True, slots=True)
class ForgetPreview:
    """What would go; confirm it by its number."""

    id: int
    claims: tuple[Claim, ...]
    facts: frozenset[int]
    messages: int
    replies: int


class Forgetting(Standpoint):
    """The verbs of /forget."""

    async def forget_preview(self, topic: str) -> ForgetPreview | None:
        """What forgetting a topic would take; None when nothing mentions it. Raises `topics.EmptyTopic`."""
        parsed = topics.parse(topic)
        now = self._clock.now()

        def write(tx: Tx) -> ForgetPreview | None:
            found = erase.reach(tx, self.principal.id, parsed)
            if not found:
                return None
            self._enter(tx)
            number = erase.remember_preview(tx, scope=self.scope, room=self.room.id, person=self.principal.id,
                                            topic=topic, found=found, at=now)
            return _preview(number, found)
        return await self._db.write(write)

    async def open_preview(self) -> int | None:
        """The preview that waits for an answer here."""
        return await self._db.read(lambda tx: erase.latest_preview(tx, self.room.id, self.principal.id))

    async def reached(self, preview: int) -> list[int]:
        """The claims a preview would take, for redrawing their cards afterwards."""
        def read(tx: Tx) -> list[int]:
            held = erase.preview(tx, preview, self.principal.id)
            return [c.id for c in erase.reach(tx, self.principal.id, topics.parse(held[0])).claims] if held else []
        return await self._db.read(read)

    async def forget(self, preview: int) -> Counts | ForgetPreview | None:
        """Carry out a preview. If what it would take has changed since, the new preview; None if it is over."""
        def change(tx: Tx, act: Act) -> Counts | ForgetPreview | None:
            held = erase.preview(tx, preview, self.principal.id)
            if held is None:
                return None
            topic = topics.parse(held[0])
            found = erase.reach(tx, self.principal.id, topic)
            erase.drop_preview(tx, preview)
            if found.digest != held[1]:
                number = erase.remember_preview(tx, scope=self.scope, room=self.room.id, person=self.principal.id,
                                                topic=held[0], found=found, at=act.at)
                return _preview(number, found)
            return self._remove(tx, act, found, topic)
        return await self._act(change)

    async def forget_number(self, number: int) -> Counts:
        """Remove one claim and the words it stands on; nothing is refused afterwards."""
        return await self._act(lambda tx, act: self._remove(tx, act, erase.reach_of_claim(
            tx, self._owned(tx, number)), None))

    async def keep(self, preview: int) -> None:
        """Answer a preview with no."""
        await self._db.write(lambda tx: erase.drop_preview(tx, preview)
                             if erase.preview(tx, preview, self.principal.id) else None)

    def _remove(self, tx: Tx, act: Act, found: Reach, topic: topics.Topic | None) -> Counts:
        counts = erase.remove(tx, act, self._rules, self.principal.id, self.principal.scope, found, topic)
        contradict.drop_readings()  # it keeps what it has read of statements in memory
        jobs.put(tx, scope=self.principal.scope, kind=SCRUB, room=self.room.id, run_at=act.at)
        return counts


def _preview(number: int, found: Reach) -> ForgetPreview:
    return ForgetPreview(number, found.claims, found.facts, len(found.said), len(found.replies))
