"""Deciding: the queue, and what a person tells it to remember in so many words."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any

from memory import claims, correction, disputes, extract, facts, gateway, jobs, pairs, secrets, shown, tombstones, undo
from memory.claims import Home
from memory.db import Tx
from memory.decision import Decision
from memory.domain import Action, Candidate, Card, Claim, ClaimType, Origin, Polarity, State, Utterance
from memory.errors import MemoryFault, Refused
from memory.events import Act
from memory.extract import guards, patterns
from memory.gateway import Choice, Source
from memory.places.standpoint import Standpoint
from memory.ports import Vector, kept_as
from memory.text import detect
from memory.text.conjuncts import Conjunct, conjuncts
from memory.undo import Undone
from memory.work import EMBED


@dataclass(frozen=True, slots=True)
class Remembered:
    """What a /remember or an edit did: its claims, and the kinds of secrets that were masked out of it."""

    cards: tuple[Card, ...]
    secrets: tuple[str, ...] = ()


class Forgotten(MemoryFault):
    """A person's own statement names a topic they have forgotten: it is not kept until they lift that."""


class Deciding(Standpoint):
    """The verbs of the queue."""

    async def pending(self) -> list[Card]:
        """What waits for this person's yes or no and may be shown here, oldest first."""
        def read(tx: Tx) -> list[Card]:
            return [self._card(tx, claim) for claim in claims.waiting(tx, self.principal.id) if self._visible(claim)]
        return await self._db.read(read)

    async def card(self, number: int) -> Card:
        return await self._db.read(lambda tx: self._card(tx, self._owned(tx, number)))

    async def approve(self, number: int, together: str = "") -> Claim:
        """Raises NotFound, Refused ("already decided", "disputed"), GroundMoved. `together`: see `Standpoint`."""
        return await self._act(lambda tx, act: gateway.approve(tx, act, self._rules, self.principal.id,
                                                               self._owned(tx, number).id), together)

    async def decline(self, number: int, together: str = "") -> Claim:
        return await self._act(lambda tx, act: gateway.decline(tx, act, self._rules, self.principal.id,
                                                               self._owned(tx, number).id), together)

    async def resolve(self, number: int, choice: Choice) -> Claim:
        """Decide a waiting claim together with all that it disagrees with; see `memory.disputes`."""
        return await self._act(lambda tx, act: disputes.resolve(tx, act, self._rules, self.principal.id,
                                                                self._owned(tx, number).id, choice))

    async def rivals_among(self, numbers: Sequence[int]) -> list[int]:
        """Those of these waiting numbers that disagree with each other: approving one of them would be a choice."""
        def read(tx: Tx) -> list[int]:
            mine = {c.id for c in claims.waiting(tx, self.principal.id) if self._visible(c)} & set(numbers)
            return [number for number in numbers if number in mine
                    and any(pairs.other(pair, number) in mine for pair in pairs.undecided(tx, number))]
        return await self._db.read(read)

    async def approvable(self) -> tuple[list[int], list[int]]:
        """(numbers this person was shown here and may approve together, disputed ones that need a choice)."""
        def read(tx: Tx) -> tuple[list[int], list[int]]:
            seen = shown.cards_seen(tx, self.principal.id, self.room.id)
            mine = [c.id for c in claims.waiting(tx, self.principal.id) if c.id in seen and self._visible(c)]
            disputed = [number for number in mine if pairs.undecided(tx, number)]
            return [number for number in mine if number not in disputed], disputed
        return await self._db.read(read)

    async def edit(self, number: int, words: str) -> Remembered:
        """Put the person's own words in the place of a waiting claim; saying them is approving them.

        Raises:
            NotFound, Refused ("already decided", "no value"), Forgotten.
        """
        masked = secrets.mask(words)
        old = await self._db.read(lambda tx: self._owned(tx, number))
        if old.state is State.CANDIDATE and correction.says_nothing(masked.text):
            raise Refused("no value", str(number))
        found = self._read_out(masked.text, kind_of=old)

        def change(tx: Tx, act: Act) -> Remembered:
            gateway.withdraw(tx, act, gateway.waiting(tx, self.principal.id, number), "edited")
            return self._take(tx, act, masked.text, masked.kinds, found, "edit", Origin.EDIT)
        return await self._embedding(found, self._counting(masked.text, change))

    async def correct(self, number: int, words: str) -> Remembered:
        """Put a new value, or a whole new statement, in the place of a fact; the old one becomes history.

        Raises:
            NotFound, Refused: "not a fact", "secret" (its `detail` names the kind), and those of `correction.read`.
        """
        masked = secrets.mask(words)
        old = await self._db.read(lambda tx: self._owned(tx, number))
        if old.state is not State.VERIFIED:
            raise Refused("not a fact", str(number))
        if masked.kinds:
            raise Refused("secret", masked.kinds[0])
        text, found = correction.read(old, words, self._read_out)

        def change(tx: Tx, act: Act) -> Remembered:
            now = self._owned(tx, number)
            if now.state is not State.VERIFIED:
                raise Refused("not a fact", str(number))
            gateway.supersede(tx, act, now)
            return self._take(tx, act, text, (), found, "edit", Origin.EDIT)
        return await self._embedding(found, self._counting(text, change))

    async def undo(self) -> Undone:
        """Take back the person's last decision; see `memory.undo`."""
        def change(tx: Tx, act: Act) -> Undone:
            jobs.put(tx, scope=self.scope, kind=EMBED, room=self.room.id, run_at=act.at)
            return undo.undo(tx, act, self.principal.id, self._visible)
        return await self._act(change)

    async def remember(self, words: str, *, as_it_is: bool = False) -> Remembered:
        """What the person tells it to remember: verified at once, unless it disagrees with something.

        `as_it_is`: they were asked and want the secret in it kept; only then is nothing masked.
        """
        words = re.sub(r"^that\s+(?=\S)", "", words, flags=re.IGNORECASE)  # "/remember that I live in Berlin"
        if correction.says_nothing(words):
            raise Refused("no value")
        masked = secrets.Masked(words) if as_it_is else secrets.mask(words)
        found = self._read_out(masked.text)
        return await self._embedding(found, self._counting(masked.text, lambda tx, act: self._take(
            tx, act, masked.text, masked.kinds, found, "remember", Origin.REMEMBER)))

    async def _embedding(self, found: Sequence[Candidate], taking: Coroutine[Any, Any, Remembered]) -> Remembered:
        """Make the vectors while the claims are written, which takes as long; a kill in between leaves them pending."""
        async def vectors() -> list[Vector | None]:
            return [await self._vector(candidate.statement) for candidate in found]
        both: tuple[Remembered, list[Vector | None]] = await asyncio.gather(taking, vectors())
        kept, made = both

        def keep(tx: Tx) -> None:
            for card, vector in zip(kept.cards, made, strict=True):
                if vector is not None and self._embedder is not None and facts.awaits_vector(tx, card.claim.id):
                    facts.embed(tx, card.claim.id, self.scope, kept_as(self._embedder), vector)
        if any(vector is not None for vector in made):
            await self._db.write(keep)
        return kept

    async def _counting(self, text: str, change: Callable[[Tx, Act], Remembered]) -> Remembered:
        """Carry out a statement; one that a refusal stops changes nothing but the count of how often that held."""
        try:
            return await self._act(change)
        except Forgotten:
            hit = self._rules.forgotten.hit(self.principal.id, text)
            if hit is not None:
                await self._db.write(lambda tx: tombstones.hold(tx, hit))
            raise

    def _read_out(self, text: str, kind_of: Claim | None = None) -> list[Candidate]:
        """What a person's own statement says: by the patterns, else the words as they are."""
        utterance = Utterance(0, self.principal.id, text, self._clock.now(), detect(text))
        found = [c for c in patterns.extract(utterance) if guards.check(c, utterance) is None]
        covered = sum(len(c.quote) for c in found) >= 0.6 * len(text)
        if found and covered:
            return extract.merge(found, [])
        parts = conjuncts(text) if kind_of is None else [Conjunct(text, text)]  # one proposition a claim
        return [Candidate(subject=kind_of.subject if kind_of else "self",
                          attribute=kind_of.attribute if kind_of else "note",
                          value=part.statement, polarity=Polarity.YES, statement=part.statement, quote=part.quote,
                          message=0, type=kind_of.type if kind_of else ClaimType.PREFERENCE, extractor="person")
                for part in parts]

    def _take(self, tx: Tx, act: Act, text: str, kinds: tuple[str, ...], found: Sequence[Candidate], kind: str,
              origin: Origin) -> Remembered:
        """Store a person's statement and make its claims; the act is the approval."""
        self._enter(tx)
        language = detect(text)
        stored = self._store(tx, kind=kind, text=text, sent_at=act.at, language=language, learn=False)
        if stored.withheld:
            raise Forgotten
        source = Source(Home(self.scope, self.room.id, self.principal.id, language), stored.session, origin)
        made = [gateway.propose(tx, act, self._rules, source, _at(candidate, stored.id),
                                Decision(Action.ADD, None, "said so")) for candidate in found]
        return Remembered(tuple(self._card(tx, claims.owned(tx, one.claim, self.principal.id)) for one in made), kinds)


def _at(candidate: Candidate, message: int) -> Candidate:
    return Candidate(candidate.subject, candidate.attribute, candidate.value, candidate.polarity, candidate.statement,
                     candidate.quote, message, candidate.type, candidate.extractor, candidate.valid_from,
                     candidate.valid_to, candidate.retraction)
