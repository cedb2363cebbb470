"""Carrying: one's own memory out of here, and files and notes into it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from memory import claims, gateway, messages, people, secrets, transfer
from memory.claims import Home
from memory.db import Tx
from memory.decision import Decision
from memory.domain import Action, Candidate, Claim, Origin, Room, State, Utterance
from memory.errors import NotFound, Refused
from memory.events import Act
from memory.extract import guards, patterns
from memory.gateway import Source
from memory.places.standpoint import Standpoint
from memory.text import detect
from memory.transfer import Entry, Taken


class Carrying(Standpoint):
    """The verbs of /export, `sayso export`, `sayso import` and /notes."""

    async def export(self) -> dict[str, Any]:
        """See `transfer.export`. Raises NotFound when nobody of that number was ever met."""
        now, person = self._clock.now(), self.principal.id

        def read(tx: Tx) -> dict[str, Any]:
            if not people.met(tx, person):
                raise NotFound(f"Nothing is kept about {person or 'nobody'}, so nothing was written. Name a person by"
                               " platform and number: telegram:123, or terminal:local for who talks in `sayso chat`.")
            return transfer.export(tx, person, now)
        return await self._db.read(read)

    async def import_(self, entries: Sequence[Entry]) -> Taken:
        """Take in the entries of an export as candidates; the same file again changes nothing."""
        return await self._act(lambda tx, act: self._take_in(tx, act, entries, Origin.IMPORT))

    async def import_notes(self, notes: str) -> Taken:
        """What one's notes say by the patterns, raw until a second source or the person takes it up."""
        found: list[Entry] = []
        for line in transfer.paragraphs(secrets.mask(notes).text):
            utterance = Utterance(0, self.principal.id, line, self._clock.now(), detect(line))
            found += [Entry(candidate, "", utterance.language) for candidate in patterns.extract(utterance)
                      if guards.check(candidate, utterance) is None]
        return await self._act(lambda tx, act: self._take_in(tx, act, found, Origin.NOTES))

    async def notes(self) -> list[Claim]:
        """What came from notes and nobody has taken up."""
        return await self._db.read(lambda tx: [claim for claim in self._raw(tx) if self._visible(claim)])

    async def take_up(self, number: int) -> Claim:
        """Make something from one's notes a candidate. Raises NotFound; Refused: "already decided"."""
        def change(tx: Tx, act: Act) -> Claim:
            claim = self._owned(tx, number)
            if claim.state is not State.RAW:
                raise Refused("already decided", str(number))
            return claims.move(tx, act, claim, State.CANDIDATE, "taken up")
        return await self._act(change)

    def _raw(self, tx: Tx) -> list[Claim]:
        return [claims.owned(tx, row[0], self.principal.id) for row in tx.execute(
            "select id from claim where credited = ? and state = 'raw' and revoked_at is null order by id",
            (self.principal.id,)).fetchall()]

    def _take_in(self, tx: Tx, act: Act, entries: Sequence[Entry], origin: Origin) -> Taken:
        self._enter(tx)
        taken = Taken()
        for entry in entries:
            try:
                self._take_one(tx, act, entry, origin, taken)
            except Refused as refusal:
                taken.refuse(refusal.reason)
        return taken

    def _take_one(self, tx: Tx, act: Act, entry: Entry, origin: Origin, taken: Taken) -> None:
        room = self.room if not entry.room else people.room(tx, people.canonical(tx, entry.room))
        if room is None or (entry.room and not messages.spoke(tx, self.principal.id, room.id)):
            raise Refused("unknown room")  # a file alone puts nobody's words before people they never talked with
        home = Home(room.scope(self.principal), room.id, self.principal.id, entry.language)
        candidate = entry.candidate
        if claims.same(tx, home, candidate) is not None or transfer.has_import(tx, self.principal.id, candidate.quote):
            taken.known += 1
            return
        stored = self._store_in(tx, act, room, home, candidate)
        try:
            proposed = gateway.propose(tx, act, self._rules, Source(home, stored.session, origin),
                                       _on(candidate, stored.id), Decision(Action.ADD, None, "imported"))
        except Refused:
            messages.blank(tx, [stored.id], "refused")
            raise
        taken.queued.append(proposed.claim)

    def _store_in(self, tx: Tx, act: Act, room: Room, home: Home, candidate: Candidate) -> messages.Stored:
        stored = messages.store(tx, self._rules.forgotten, scope=home.scope, room=room.id, kind="import",
                                text=candidate.quote, sent_at=act.at, author=self.principal.id, language=home.language,
                                asker=self.principal.id, learn=False)
        if stored.withheld:
            raise Refused("forgotten topic")
        return stored


def _on(candidate: Candidate, message: int) -> Candidate:
    return Candidate(candidate.subject, candidate.attribute, candidate.value, candidate.polarity, candidate.statement,
                     candidate.quote, message, candidate.type, candidate.extractor, candidate.valid_from,
                     candidate.valid_to)
