"""Forgetting: a preview, and exactly that preview carried out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from memory import caches, claims, contradict, erase, jobs, meant, topics
from memory.db import Tx
from memory.domain import Claim, Counts, State
from memory.erase import Held, Reach
from memory.events import Act
from memory.places.standpoint import Standpoint
from memory.work import SCRUB

_STANDS = (State.RAW, State.CANDIDATE, State.VERIFIED)  # a person sees these: they do not go unasked


@dataclass(frozen=True, slots=True)
class ForgetPreview:
    """What would go; confirm it by its number."""

    id: int
    claims: tuple[Claim, ...]
    facts: frozenset[int]
    messages: int
    replies: int
    exact: bool = True  # something names the topic; else these are what the words seem to mean


class Forgetting(Standpoint):
    """The verbs of /forget."""

    async def forget_preview(self, topic: str, *, readable: bool = False) -> ForgetPreview | None:
        """What forgetting a topic would take; None when nothing mentions or means it. Raises `topics.EmptyTopic`."""
        parsed = topics.parse(topic)
        now = self._clock.now()

        def write(tx: Tx) -> ForgetPreview | None:
            found = erase.reach(tx, self.principal.id, parsed)
            exact = bool(found)
            picked = self._picked(tx, topic, exact)
            if picked:
                found = erase.reach(tx, self.principal.id, parsed if exact else None, picked)
            if not found:
                return None
            self._enter(tx)
            return self._hold(tx, Held(topic, found.digest, exact, picked, readable), found, now)
        return await self._db.write(write)

    async def open_preview(self) -> int | None:
        """The preview that waits for an answer here."""
        return await self._db.read(lambda tx: erase.latest_preview(tx, self.room.id, self.principal.id))

    async def forget_no_longer(self) -> None:
        """Let go of a question that was not answered."""
        await self._db.write(lambda tx: erase.drop_previews(tx, self.room.id, self.principal.id))

    async def reached(self, preview: int) -> list[int]:
        """The claims a preview would take, for redrawing their cards afterwards."""
        def read(tx: Tx) -> list[int]:
            held = erase.preview(tx, preview, self.principal.id)
            return [c.id for c in self._reach(tx, held).claims] if held else []
        return await self._db.read(read)

    async def forget(self, preview: int) -> Counts | ForgetPreview | None:
        """Carry out a preview. If what it would take has changed since, the new preview; None if it is over."""
        def change(tx: Tx, act: Act) -> Counts | ForgetPreview | None:
            held = erase.preview(tx, preview, self.principal.id)
            if held is None:
                return None
            found = self._reach(tx, held)
            erase.drop_preview(tx, preview)
            if found.digest != held.digest:
                return self._hold(tx, replace(held, digest=found.digest), found, act.at)
            return self._remove(tx, act, found, topics.parse(held.topic) if held.exact else None,
                                held.topic if held.readable else "")
        return await self._act(change)

    async def forget_number(self, number: int) -> Counts:
        """Remove one claim and the words it stands on; nothing is refused afterwards."""
        return await self._act(lambda tx, act: self._remove(tx, act, erase.reach_of_claim(
            tx, self._owned(tx, number)), None))

    async def forget_alone(self, number: int) -> Counts | ForgetPreview:
        """The same, but asks first where something that stands says the same in those words and would go with it."""
        def change(tx: Tx, act: Act) -> Counts | ForgetPreview:
            found = erase.reach_of_claim(tx, self._owned(tx, number))
            if all(claim.id == number or claim.state not in _STANDS for claim in found.claims):
                return self._remove(tx, act, found, None)
            self._enter(tx)
            return self._hold(tx, Held("", found.digest, exact=False, picked=(number,)), found, act.at)
        return await self._act(change)

    async def spared(self, numbers: Sequence[int]) -> list[int]:
        """Claims said in the same words as these that stay when these go, and have other words from then on."""
        return await self._db.read(lambda tx: sorted(
            erase.reach(tx, self.principal.id, None, numbers).stay.statements.keys() - set(numbers)))

    async def keep(self, preview: int) -> None:
        """Answer a preview with no."""
        await self._db.write(lambda tx: erase.drop_preview(tx, preview)
                             if erase.preview(tx, preview, self.principal.id) else None)

    async def means(self, request: str, instead: str = "") -> list[int]:
        """Numbers of the standing claims a request means, `instead`: what is to take their place (`meant.meant`)."""
        def read(tx: Tx) -> list[int]:
            mine = [claim for claim in _standing(tx, self.principal.id) if self._visible(claim)]
            return [mine[at].id for at in meant.meant(request, [claim.statement for claim in mine], instead)]
        return await self._db.read(read)

    def _picked(self, tx: Tx, topic: str, exact: bool) -> tuple[int, ...]:
        """Claims the words mean without naming them: another writing of an identifier, or, where nothing names the
        topic at all, what was said of the same matter in other words."""
        mine = _standing(tx, self.principal.id)
        find = meant.written_alike if exact else meant.meant
        return tuple(mine[at].id for at in find(topic, [claim.statement for claim in mine]))

    def _reach(self, tx: Tx, held: Held) -> Reach:
        return erase.reach(tx, self.principal.id, topics.parse(held.topic) if held.exact else None, held.picked)

    def _hold(self, tx: Tx, held: Held, found: Reach, at: datetime) -> ForgetPreview:
        number = erase.remember_preview(tx, scope=self.scope, room=self.room.id, person=self.principal.id, held=held,
                                        at=at)
        return ForgetPreview(number, found.claims, found.facts, len(found.said), len(found.replies), held.exact)

    def _remove(self, tx: Tx, act: Act, found: Reach, topic: topics.Topic | None, words: str = "") -> Counts:
        counts = erase.remove(tx, act, self._rules, self.principal.id, self.principal.scope, found, topic, words)
        caches.drop()  # what was read of statements is kept in memory
        contradict.drop_readings()
        self._rules.peers.drop()
        jobs.put(tx, scope=self.principal.scope, kind=SCRUB, room=self.room.id, run_at=act.at)
        return counts


def _standing(tx: Tx, person: str) -> list[Claim]:
    return [claims.owned(tx, row[0], person) for row in tx.execute(
        "select id from claim where credited = ? and state in (?, ?, ?) order by id", (person, *_STANDS)).fetchall()]
