"""Memory: what the bot holds. `Memory.open` gives the store, `memory.at(principal, room)` a person's place in it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from memory import claims, erase, events, expiry, facts, gateway, messages, observers, people, rebuild, recall
from memory.consent import Consent
from memory.db import Database, Tx
from memory.domain import Claim, Learned, Principal, Room
from memory.errors import EmbedderDown
from memory.events import OPERATOR, TIMER, Act, Break
from memory.gateway import Rules
from memory.keys import key_id, load
from memory.learn import Learner
from memory.observers import Observer
from memory.place import Place
from memory.ports import Clock, Embedder, Model, SystemClock, kept_as
from memory.recall import EXCERPTS
from memory.schema import refuse_other_key
from memory.tombstones import Forgotten
from memory.vectors import Vectors
from memory.work import Said, Work, say

BACKFILL = 16  # statements embedded in one go by the backfill


@dataclass(frozen=True, slots=True)
class Options:
    """How this memory behaves; the settings `memory.*` say it."""

    review: str = "required"  # required | corroborated
    mode: str = "on"  # on | shadow | off
    extractor: str = "auto"  # auto | patterns | model | both
    facts: int = 12  # k: records a prompt may hold
    excerpts: bool = False  # /recall before a room has said anything
    quotes: int = EXCERPTS  # excerpts a prompt may hold


class Memory:
    """See the module."""

    def __init__(self, db: Database, rules: Rules, options: Options, clock: Clock, embedder: Embedder | None,
                 model: Model | None) -> None:
        self.db = db
        self.rules = rules
        self.options = options
        self.clock = clock
        self.embedder = embedder
        self.vectors = Vectors(kept_as(embedder), embedder.shown_from) if embedder else Vectors("")
        self.learner = Learner(db, rules, clock, embedder, model, self.vectors, options.extractor)
        self.work = Work(db, clock)
        self.consent = Consent(db, clock, rules.key)

    @classmethod
    @asynccontextmanager
    async def open(cls, directory: Path, *, embedder: Embedder | None = None, model: Model | None = None,
                   clock: Clock | None = None, options: Options | None = None, lock: bool = True
                   ) -> AsyncIterator[Memory]:
        """Open the memory of a data directory. Without a model, patterns learn; without an embedder, words find.

        Raises:
            StoreUnusable: in use, newer than this program, another key, not a database.
        """
        options = options or Options()
        key = load(directory)
        forgotten = Forgotten(key)
        async with Database.open(directory, forgotten, key_id(key), lock=lock) as db:
            await db.write(lambda tx: _made_with(tx, key_id(key)))
            if lock:
                await db.write(facts.reindex_if_changed)
            if embedder is not None:
                name = kept_as(embedder)
                await db.write(lambda tx: facts.embed_with(tx, name))
            rules = Rules(key, forgotten, options.review)
            db.on_rollback.append(rules.peers.drop)
            yield cls(db, rules, options, clock or SystemClock(), embedder, model)

    def at(self, principal: Principal, room: Room) -> Place:
        """A person's place in a room: the only way to read or change what is remembered."""
        return Place(self.db, self.rules, self.options, self.clock, self.embedder, self.vectors,
                     self.named(principal), room)

    def named(self, principal: Principal) -> Principal:
        """The person without a display name they have had us forget: it comes again with each of their messages."""
        forgotten = self.rules.forgotten.forgotten(principal.id, principal.name)
        return Principal(principal.id) if forgotten else principal

    async def learn(self, room: str, only: Collection[int] | None = None, *, by_model: bool = True) -> Learned:
        """One learning job; see `Learner.learn`. Not `by_model`: by patterns alone."""
        learner = self.learner if by_model else self.learner.without_model()
        if self.options.mode == "off":
            return Learned()
        learned = await learner.learn(room, only)
        await self._embed_missing()
        return learned

    async def retire_due(self) -> list[int]:
        """Retire the facts whose time is over."""
        act = Act(TIMER, self.clock.now(), self.rules.key)
        return await self.db.write(lambda tx: gateway.retire_due(tx, act))

    async def to_ask(self) -> list[Claim]:
        """Facts whose lifetime is over, to ask their persons about."""
        now = self.clock.now()
        return await self.db.read(lambda tx: expiry.to_ask(tx, now))

    async def ask_still(self, claim: Claim, question: Said) -> None:
        """Queue the question whether a fact still holds, and note that it was asked, together."""
        act = Act(TIMER, self.clock.now(), self.rules.key)

        def write(tx: Tx) -> None:
            if claim.id in [one.id for one in expiry.to_ask(tx, act.at)]:
                say(tx, [question], act.at, None)
                expiry.asked(tx, act, claim)
        await self.db.write(write)

    async def observers(self) -> list[Observer]:
        """Everybody who formed a claim, with what came of their guesses."""
        return await self.db.read(observers.all_of)

    async def quarantine(self, name: str, *, lift: bool = False) -> list[int] | None:
        """Set an observer aside, or end that; the numbers hidden by it, None when it was so before."""
        act = Act(OPERATOR, self.clock.now(), self.rules.key)
        if lift:
            return [] if await self.db.write(lambda tx: observers.lift(tx, act, name)) else None
        return await self.db.write(lambda tx: observers.quarantine(tx, act, name))

    async def next_due(self, after: datetime) -> datetime | None:
        """When, after a moment, a fact ends or has to be asked about next."""
        return await self.db.read(lambda tx: expiry.next_at(tx, after))

    async def backfill(self) -> int:
        """A piece of what makes recall quicker or better and nobody waits for: vectors for some of what was stored
        while the embedder was away, else a part of what recall has not read yet. How much was done; 0: nothing is left.
        """
        return await self._embed_missing() or await self._read_older() or await self._take_apart()

    async def _take_apart(self) -> int:
        """The words of some facts, so that the question that looks at them first does not wait for it."""
        scope, claims = self.vectors.unread()
        if claims:
            await self.db.recall((scope,), lambda reader: recall.take_apart(reader, claims))
        return len(claims)

    async def tidy(self) -> None:
        """What writes would otherwise do now and then; to be called when nobody waits for an answer."""
        await self.db.shorten_log()

    async def _read_older(self) -> int:
        scope = self.vectors.growing()
        if scope is not None:
            await self.db.recall((scope,), lambda reader: self.vectors.grow(reader, scope))
            return 1
        key = self.vectors.talk.growing()
        if key is not None:
            await self.db.recall(key[0], lambda reader: self.vectors.talk.grow(reader, key))
        return int(key is not None)

    async def _embed_missing(self) -> int:
        if self.embedder is None:
            return 0
        name = kept_as(self.embedder)

        def missing(tx: Tx) -> tuple[list[tuple[int, str, str]], list[tuple[int, str, str]]]:
            stated = facts.unembedded(tx, BACKFILL)
            left = BACKFILL - len(stated)
            return stated, messages.unembedded(tx, name, self.options.excerpts, left) if left else []
        statements, said = await self.db.read(missing)
        texts = [text for _, _, text in (*statements, *said)]
        if not texts:
            return 0
        try:
            vectors = await self.embedder.embed(texts)
        except EmbedderDown:
            return 0

        def work(tx: Tx) -> None:
            for (claim, scope, _), vector in zip(statements, vectors, strict=False):
                if tx.execute("select 1 from claim where id = ?", (claim,)).fetchone():
                    facts.embed(tx, claim, scope, name, vector)
            for (message, _, text), vector in zip(said, vectors[len(statements):], strict=True):
                messages.embed(tx, message, text, name, vector)
        await self.db.write(work)
        return len(texts)

    async def audit(self) -> Break | None:
        """The first broken line of the event chain, or None."""
        return await self.db.read(lambda tx: events.verify(tx, self.rules.key))

    async def rebuilt(self) -> list[str]:
        """Where the tables differ from what the record makes of itself; [] when they are equal."""
        return await self.db.read(rebuild.differences)

    async def head(self) -> tuple[int, str]:
        """Number and hash of the record's last line."""
        return await self.db.read(events.head)

    async def pair(self, principal: Principal) -> None:
        """Note that this person was let in by a pairing code."""
        now, person = self.clock.now(), self.named(principal)
        await self.db.write(lambda tx: people.pair(tx, person, now))

    async def paired(self, person: str) -> bool:
        return await self.db.read(lambda tx: people.paired(tx, person))

    async def credited(self, numbers: Sequence[int]) -> dict[Principal, list[int]]:
        """Claims by the person they are credited to."""
        def read(tx: Tx) -> dict[Principal, list[int]]:
            found: dict[Principal, list[int]] = {}
            for number in numbers:
                claim = claims.find(tx, number)
                if claim is not None:
                    name = people.name(tx, claim.credited)
                    found.setdefault(Principal(claim.credited, name), []).append(number)
            return found
        return await self.db.read(read)

    async def prune(self, days: int) -> int:
        """Delete messages older than `days` that no claim stands on; in rooms, those of others after a day."""
        now = self.clock.now()
        return await self.db.write(lambda tx: messages.prune(tx, now, days))

    async def update_meta(self, name: str, step: Callable[[str | None], str | None]) -> None:
        """Put `step(value)` in the place of a named value, in one transaction."""
        def write(tx: Tx) -> None:
            found = tx.execute("select value from meta where name = ?", (name,)).fetchone()
            value = step(found[0] if found else None)
            tx.execute("delete from meta where name = ?", (name,))
            if value is not None:
                tx.execute("insert into meta values (?, ?)", (name, value))
        await self.db.write(write)

    async def scrub(self) -> bool:
        """Clear removed bytes out of the file; False while something still holds them: another process that reads,
        or a message that is just being answered."""
        clean = await self.work.scrub()
        return clean and not await self.db.read(lambda tx: erase.in_flight(tx, self.rules.forgotten))

    async def reachable(self, room: str, yes: bool) -> None:
        await self.db.write(lambda tx: people.reachable(tx, room, yes))


def _made_with(tx: Tx, key: str) -> None:
    """Note the key a new database is made with; of two first starts at once, the second finds it noted."""
    tx.execute("insert or ignore into meta values ('key', ?)", (key,))
    refuse_other_key(tx, key)
