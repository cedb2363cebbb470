"""Lifting refusals: what this person has forgotten or declined, by number and date, and taking that back."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from memory import claims, facts, gateway, jobs, tombstones, topics
from memory.claims import Home
from memory.db import Tx
from memory.decision import Decision
from memory.domain import Action, Claim, Origin, Utterance
from memory.errors import EmbedderDown
from memory.events import Act
from memory.extract import patterns
from memory.gateway import Source
from memory.places.standpoint import Standpoint
from memory.ports import kept_as
from memory.timestamps import moment
from memory.tombstones import Tombstone
from memory.work import LEARN


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

    async def near_readable(self, numbers: Sequence[int]) -> dict[int, str]:
        """Which of these claims is close in meaning to a topic forgotten readably: number -> the topic's words.

        A refusal stops words, not meanings; what only means the same is pointed out where the person kept the words.
        """
        words = [one.words for one in await self.refusals() if one.words]
        if not words or self._embedder is None or self.room.kind != "dm":
            return {}
        try:
            topics_ = await self._embedder.embed(words)
        except EmbedderDown:
            return {}
        name, threshold = kept_as(self._embedder), self._embedder.threshold
        held = await self._db.read(lambda tx: [(number, vector) for number in numbers if (vector := facts.vector_of(
            tx, self._owned(tx, number).id, name)) is not None])
        close: dict[int, str] = {}
        for number, vector in held:
            best = max(range(len(words)), key=lambda at: float(topics_[at] @ vector))
            if float(topics_[best] @ vector) >= threshold:
                close[number] = words[best]
        return close

    async def asked_again(self, number: int) -> tuple[datetime, str] | None:
        """Ask once about a declined thing said anew: when it was declined, and what was said."""
        return await self._act(lambda tx, act: tombstones.ask(tx, number, self.principal.id, act.at))

    async def keep_after_all(self, number: int) -> list[Claim] | None:
        """Yes to that question: the refusal is lifted and what was said is remembered; None when it is over.

        An empty list: only a model reads it out of the message, so it comes as a card after learning.
        """
        def change(tx: Tx, act: Act) -> list[Claim] | None:
            found = tx.execute(
                "select message.id, message.text, message.sent_at, message.language, message.session, message.room,"
                " message.scope from tombstone join message on message.id = tombstone.said_again where tombstone.id = ?"
                " and tombstone.person = ? and tombstone.lifted_at is null and message.text <> ''",
                (number, self.principal.id)).fetchone()
            if found is None:
                return None
            message, text, sent_at, language, session, room, scope = found
            sealed = {row[0] for row in tx.execute("select digest from seal where tombstone = ?", (number,))}
            self._lift(tx, act, number)
            said = Utterance(message, self.principal.id, text, moment(sent_at), language)
            source = Source(Home(scope, room, self.principal.id, language), session, Origin.REMEMBER)
            added = Decision(Action.ADD, None, "kept after all")
            kept = [gateway.propose(tx, act, self._rules, source, candidate, added)
                    for candidate in patterns.extract(said)
                    if tombstones.value_seal(self._rules.key, self.principal.id,
                                             claims.proposition(candidate)) in sealed]
            if not kept:
                tx.execute("update message set learned_at = null where id = ?", (message,))
                jobs.put(tx, scope=scope, kind=LEARN, room=room, run_at=act.at)
            return [claims.owned(tx, one.claim, self.principal.id) for one in kept]
        return await self._act(change)

    def _standing(self, tx: Tx) -> list[Tombstone]:
        return [one for kind in ("topic", "declined") for one in tombstones.standing(tx, self.principal.id, kind)]

    def _lift(self, tx: Tx, act: Act, number: int) -> None:
        tombstones.lift(tx, act, number)
        self._rules.forgotten.load(tx)
