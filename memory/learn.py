"""Learning from what was said: extraction, guards, decision, gateway. One job a room, after the answer was given.

The model is asked outside any transaction; what it offered is checked again inside the one that writes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import partial

from memory import claims, decision, extract, gateway, jobs, messages, people, recall, shown
from memory.claims import Home
from memory.db import Database, Tx
from memory.decision import Decision, Known
from memory.domain import Action, Candidate, Claim, Dropped, Learned, Origin, State, Utterance
from memory.errors import BadExtraction, EmbedderDown, Refused
from memory.events import Act
from memory.extract import echo, guards, opposed, patterns, play, prompt
from memory.facts import embed
from memory.gateway import Rules, Source
from memory.ports import Clock, Embedder, Model, Vector, kept_as
from memory.revision import Revision, revise
from memory.vectors import Vectors
from memory.work import LEARN

MODEL_FROM = 1.0  # billions of parameters: below it a model's extraction is mostly wrong (SmolLM2-135M: precision .45)
NEXT_PAGE = timedelta(seconds=1)
SIMILAR = 8  # claims the decision step looks at


async def _to_others() -> None:
    await asyncio.sleep(0)


@dataclass
class Learner:
    """What learning needs; `extractor` is auto, patterns, model or both."""

    db: Database
    rules: Rules
    clock: Clock
    embedder: Embedder | None
    model: Model | None
    vectors: Vectors
    extractor: str = "auto"
    dropped: dict[str, int] = field(default_factory=dict)  # reason -> how often, for /status and logs
    give_way: Callable[[], Awaitable[None]] = _to_others  # called between two messages of a page

    @property
    def uses_model(self) -> bool:
        if self.model is None or self.extractor == "patterns":
            return False
        return self.extractor in ("model", "both") or (self.model.parameters or 0.0) >= MODEL_FROM

    def without_model(self) -> Learner:
        """The same learner with nothing but its patterns: for a room that lets no model have its messages."""
        return replace(self, model=None)

    async def learn(self, room: str, only: Collection[int] | None = None) -> Learned:
        """Read what is new in a room, or of that the messages `only`, and queue what it says.

        Raises:
            ModelDown, BadExtraction: nothing was marked as read; the job comes again.
        """
        utterances = [utterance for utterance in await self.db.read(lambda tx: messages.to_learn(tx, room))
                      if only is None or utterance.id in only]
        if not utterances:
            return Learned()
        scope, playing = await self.db.read(lambda tx: (
            _home(tx, utterances[0]).scope, _in_play(tx, room, utterances)))
        read = await self._extract(utterances, playing)
        # One core reads what stands while the other makes vectors; what only comes to light then gets its own after.
        (kept, dropped), early = await asyncio.gather(self._passing(room, utterances, read, playing),
                                                      self._vectors([candidate.statement for candidate in read]))
        made = dict(zip((candidate.statement for candidate in read), early, strict=True))
        missing = [candidate.statement for candidate in kept if candidate.statement not in made]
        made |= zip(missing, await self._vectors(missing), strict=True)
        vectors = [made[candidate.statement] for candidate in kept]
        decided = []
        for candidate, vector in zip(kept, vectors, strict=True):
            utterance = by_id(utterances, candidate)
            decided.append((candidate, await self._decide(scope, candidate, vector, utterance)))
            await self.give_way()
        now = self.clock.now()
        learned = await self.db.write(
            lambda tx: self._propose(tx, room, utterances, decided, vectors, Act("sayso", now, self.rules.key)))
        for drop in (*dropped, *learned.dropped):
            self.dropped[drop.reason] = self.dropped.get(drop.reason, 0) + 1
        return Learned(learned.claims, learned.corroborated, (*dropped, *learned.dropped), len(utterances))

    async def _extract(self, utterances: Sequence[Utterance], playing: Collection[int]) -> list[Candidate]:
        readable = [utterance for utterance in utterances if not utterance.forwarded]
        found: list[Candidate] = []
        for utterance in () if self.extractor == "model" and self.uses_model else readable:
            found += patterns.extract(utterance, utterance.id in playing)
            await self.give_way()
        if not readable or not self.uses_model or self.model is None:
            return _merged(readable, found, [])
        read: list[Candidate] = []
        for author in dict.fromkeys(utterance.author for utterance in readable):  # one person's words at a time
            theirs = [utterance for utterance in readable if utterance.author == author]
            answer = await self.model.complete(prompt.build(theirs), schema=prompt.SCHEMA, temperature=0.0)
            if not answer.strip():
                raise BadExtraction("the model gave no answer")
            read += prompt.parse(answer, theirs)
        return _merged(readable, found, read)

    async def _passing(self, room: str, utterances: Sequence[Utterance], read: list[Candidate],
                       playing: Collection[int]) -> tuple[list[Candidate], list[Dropped]]:
        """(what is kept of what was read, what the guards refuse)"""
        return await self._guard(room, utterances, await self._beside_standing(utterances, read), playing)

    async def _beside_standing(self, utterances: Sequence[Utterance], found: list[Candidate]) -> list[Candidate]:
        """What was read, seen beside what the person said before."""
        if self.extractor == "model" and self.uses_model:
            return found

        seen, readable = found, [one for one in utterances if not one.forwarded]
        for said in readable:  # each in a hop of its own, so that a turn of another room comes in between
            theirs = {one.id for one in readable if one.author == said.author}
            seen = await self.db.read(partial(self._beside, said=said, found=seen, theirs=theirs))
            await self.give_way()
        return seen

    def _beside(self, tx: Tx, said: Utterance, found: list[Candidate], theirs: set[int]) -> list[Candidate]:
        return opposed.extract(said, self._standing(tx, said), found, theirs)

    async def _guard(self, room: str, utterances: Sequence[Utterance], offered: Sequence[Candidate],
                     playing: Collection[int]) -> tuple[list[Candidate], list[Dropped]]:
        kept: list[Candidate] = []
        dropped: list[Dropped] = []
        authors = {utterance.author for utterance in utterances}
        before = await self.db.read(lambda tx: {a: shown.recent_statements(tx, a, room) for a in authors})
        for candidate in offered:
            utterance = by_id(utterances, candidate)
            reason = guards.check(candidate, utterance, utterance.id in playing)
            if reason is None and echo.is_echo(candidate, before[utterance.author]):
                reason = "echo"
            if reason is None:
                kept.append(candidate)
            else:
                dropped.append(Dropped(reason, candidate.message, candidate.extractor))
        return kept, dropped

    async def _vectors(self, statements: Sequence[str]) -> list[Vector | None]:
        if self.embedder is None or not statements:
            return [None] * len(statements)
        try:
            return list(await self.embedder.embed(statements))
        except EmbedderDown:
            return [None] * len(statements)  # found by words until the backfill

    async def _decide(self, scope: str, candidate: Candidate, vector: Vector | None, utterance: Utterance
                      ) -> Decision:
        known, revision = await self._known(scope, candidate, vector, utterance)
        if not known and revision is None:
            return Decision(Action.ADD, None, "nothing like it")
        by_rules = decision.by_rules(candidate, known, revision)
        if not self.uses_model or self.model is None or by_rules.action is not Action.ADD:
            return by_rules
        answer = await self.model.complete(decision.prompt(candidate, known), schema=decision.SCHEMA, max_tokens=64)
        return decision.validate(answer, candidate, known)

    async def _known(self, scope: str, candidate: Candidate, vector: Vector | None, utterance: Utterance
                     ) -> tuple[list[Known], Revision | None]:
        """The same person's standing claims with this slot, or as close in meaning as the embedder's threshold; and
        what the words of the candidate do to any standing one."""
        def same_slot(tx: Tx) -> tuple[list[Claim | None], Revision | None]:
            home = _home(tx, utterance)
            alike = [claims.find(tx, number) for number in self.rules.peers.alike(tx, home, candidate, SIMILAR)]
            return alike, revise(candidate.statement, self.rules.peers.standing(tx, home))
        (found, revision), close = await asyncio.gather(self.db.read(same_slot), self._close(scope, vector))
        if close:
            found += await self.db.read(lambda tx: [claims.find(tx, number) for number in close])
        unique = {claim.id: claim for claim in found if claim is not None and claim.credited == utterance.author
                  and claim.state in (State.VERIFIED, State.CANDIDATE)}
        known = [Known(c.id, c.subject, c.attribute, c.value, c.polarity, c.statement) for c in unique.values()]
        return known, revision

    async def _close(self, scope: str, vector: Vector | None) -> list[int]:
        """Facts as close in meaning as the embedder's threshold."""
        if vector is None or self.embedder is None:
            return []
        threshold = self.embedder.threshold
        return await self.db.recall((scope,), lambda reader: recall.nearest(
            reader, self.vectors, vector, threshold, SIMILAR))

    def _standing(self, tx: Tx, utterance: Utterance) -> list[Known]:
        """What the author of a message has standing in its scope."""
        return self.rules.peers.standing(tx, _home(tx, utterance))

    def _observer(self, candidate: Candidate) -> str:
        """Who formed a candidate: a model goes by its name, since another one has another record."""
        named = candidate.extractor == "model" and self.model is not None
        return f"model:{self.model.name}" if named and self.model is not None else candidate.extractor

    def _propose(self, tx: Tx, room: str, utterances: Sequence[Utterance],
                 decided: Sequence[tuple[Candidate, Decision]], vectors: Sequence[Vector | None], act: Act) -> Learned:
        queued: list[int] = []
        again: list[int] = []
        dropped: list[Dropped] = []
        where = people.room(tx, room)
        for (candidate, verdict), vector in zip(decided, vectors, strict=True):
            utterance = by_id(utterances, candidate)
            if where is None or not people.learned_from(tx, utterance.author, where):
                continue  # paused, or took their yes back, while the model was thinking
            scope, session = tx.execute("select scope, session from message where id = ?", (utterance.id,)).fetchone()
            source = Source(Home(scope, room, utterance.author, utterance.language), session, Origin.EXTRACTION,
                            self._observer(candidate))
            try:
                proposed = gateway.propose(tx, act, self.rules, source, candidate, verdict)
            except Refused as refusal:
                messages.unquotable(tx, candidate.message)
                dropped.append(Dropped(refusal.reason, candidate.message, candidate.extractor))
                continue
            (queued if proposed.new else again).append(proposed.claim)
            if proposed.new and vector is not None and self.embedder is not None:
                embed(tx, proposed.claim, scope, kept_as(self.embedder), vector)
        read = [u.id for u in utterances if messages.text_of(tx, u.id) == u.text]
        messages.learned(tx, read, act.at)
        if len(utterances) == messages.PAGE or len(read) < len(utterances):  # there is more, or some changed meanwhile
            scope = tx.execute("select scope from room where id = ?", (room,)).fetchone()[0]
            jobs.put(tx, scope=scope, kind=LEARN, room=room, run_at=act.at + NEXT_PAGE)
        return Learned(tuple(queued), tuple(again), tuple(dropped), len(utterances))


def _merged(utterances: Sequence[Utterance], found: Sequence[Candidate], offered: Sequence[Candidate]
            ) -> list[Candidate]:
    """Both extractors' candidates, merged message by message: the same from another message is evidence, and from
    another person a claim of theirs."""
    return [candidate for utterance in utterances for candidate in extract.merge(
        [one for one in found if one.message == utterance.id],
        [one for one in offered if one.message == utterance.id])]


def by_id(utterances: Sequence[Utterance], candidate: Candidate) -> Utterance:
    return next(utterance for utterance in utterances if utterance.id == candidate.message)


def _home(tx: Tx, utterance: Utterance) -> Home:
    """Where a message was said and whose words it is."""
    scope, room = tx.execute("select scope, room from message where id = ?", (utterance.id,)).fetchone()
    return Home(scope, room, utterance.author, utterance.language)


def _in_play(tx: Tx, room: str, utterances: Sequence[Utterance]) -> frozenset[int]:
    """The messages said while a game of make-believe was on that somebody in the room opened in this session."""
    found = set()
    for utterance in utterances:
        row = tx.execute("select session from message where id = ?", (utterance.id,)).fetchone()
        before = messages.window(tx, room, row[0], utterance.id, 2 * play.LOOKS_BACK) if row else ()
        if play.goes_on([line.text for line in before if line.author is not None]):
            found.add(utterance.id)
    return frozenset(found)
