"""A person's place in a room: every verb there is. The scope comes from who and where, never from an argument."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol, TypeVar

from memory import claims, erase, events, extract, gateway, jobs, messages, pairs, people, secrets, shown, topics, work
from memory import recall as recollection
from memory.claims import Home
from memory.db import Database, Tx
from memory.decision import Decision
from memory.domain import (GLOBAL_SCOPE, Action, Candidate, Card, Caution, Claim, ClaimType, Counts, Evidence, Origin,
                           PairKind, Polarity, Principal, Recalled, Room, Side, State, Utterance)
from memory.erase import Reach
from memory.errors import EmbedderDown, MemoryFault, NotFound
from memory.events import Act
from memory.extract import guards, patterns
from memory.gateway import Choice, Rules, Source
from memory.messages import Line, Stored
from memory.ports import Clock, Embedder, Vector
from memory.text import detect
from memory.timestamps import moment
from memory.tombstones import Tombstone, standing
from memory.vectors import Vectors
from memory.work import LEARN, SCRUB, Said

T = TypeVar("T")
WINDOW = 40  # messages of the session a prompt may look back on, before its token budget


class OptionsLike(Protocol):
    """The part of `core.Options` that a place reads."""

    @property
    def mode(self) -> str: ...
    @property
    def facts(self) -> int: ...
    @property
    def excerpts(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class Observed:
    """A message as stored: `text` is what the turn works with, masked; `withheld`: its words were not kept."""

    id: int
    text: str
    session: int
    language: str
    sent_at: datetime
    withheld: bool = False
    secrets: tuple[str, ...] = ()
    first_of_session: bool = False


@dataclass(frozen=True, slots=True)
class Remembered:
    """What a /remember or an edit did: its claims, and the kinds of secrets that were masked out of it."""

    cards: tuple[Card, ...]
    secrets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ForgetPreview:
    """What would go; confirm it by its number."""

    id: int
    claims: tuple[Claim, ...]
    facts: frozenset[int]
    messages: int
    replies: int


@dataclass(frozen=True, slots=True)
class Why:
    """Where a claim comes from."""

    claim: Claim
    evidence: tuple[Evidence, ...]
    rivals: tuple[Caution, ...]
    is_fact: bool


class Place:
    """See the module. Made by `Memory.at`."""

    def __init__(self, db: Database, rules: Rules, options: OptionsLike, clock: Clock, embedder: Embedder | None,
                 vectors: Vectors, principal: Principal, room: Room) -> None:
        self._db = db
        self._rules = rules
        self._options = options
        self._clock = clock
        self._embedder = embedder
        self._vectors = vectors
        self.principal = principal
        self.room = room
        self.scope = room.scope(principal)

    # -- talking

    async def observe(self, text: str, *, sent_at: datetime, kind: str = "said", platform_id: str = "",
                      link: str = "", forwarded: bool = False, quotes: str = "") -> Observed:
        """Store what the person said, secrets masked; the same platform id again returns the first row."""
        masked = secrets.mask(text)
        language = detect(masked.text)

        def write(tx: Tx) -> Observed:
            self._enter(tx)
            seen = tx.execute("select id, session, text <> '' or ? = '' from message where room = ? and"
                              " platform_id = ? and ? <> ''", (masked.text, self.room.id, platform_id, platform_id)
                              ).fetchone()
            if seen:
                return Observed(seen[0], masked.text, seen[1], language, sent_at, not seen[2], masked.kinds)
            learn = self._options.mode != "off" and people.learned_from(tx, self.principal.id, self.room)
            stored = self._store(tx, kind=kind, text=masked.text, sent_at=sent_at, language=language, link=link,
                                 platform_id=platform_id, forwarded=forwarded, quotes=secrets.mask(quotes).text,
                                 learn=learn)
            return Observed(stored.id, masked.text, stored.session, language, sent_at, stored.withheld, masked.kinds,
                            stored.new_session)
        return await self._db.write(write)

    async def reread(self, platform_id: str, text: str) -> list[int]:
        """An edited message: its new words stand, quotes that are gone stand behind nothing; claims that changed."""
        masked = secrets.mask(text)

        def change(tx: Tx, act: Act) -> list[int]:
            found = tx.execute("select id, text from message where room = ? and platform_id = ? and author = ?",
                               (self.room.id, platform_id, self.principal.id)).fetchone()
            if found is None or found[1] == masked.text:
                return []
            return messages_edited(tx, act, self._rules, found[0], masked.text)
        return await self._act(change)

    async def recall(self, text: str, *, before: int | None = None) -> Recalled:
        """What a prompt here may hold of the memory for this message."""
        if self._options.mode != "on":
            return Recalled()
        await self._retire_due()
        scopes = (self.scope, GLOBAL_SCOPE)
        vector = await self._vector(text)
        excerpts = await self._db.read(lambda tx: people.excerpts(tx, self.room.id, self._options.excerpts))
        question = recollection.Question(text, vector, scopes, self._options.facts, excerpts, self.room.id, before)
        found = await self._db.recall(scopes, lambda reader: recollection.recall(reader, self._vectors, question))
        return await self._with_quotes(found)

    async def window(self, observed: Observed) -> list[Line]:
        """The session's own talk before a message."""
        return await self._db.read(lambda tx: messages.window(tx, self.room.id, observed.session, observed.id, WINDOW))

    async def window_now(self) -> list[Line]:
        """The running session's talk, for a look at what a prompt would be."""
        def read(tx: Tx) -> list[Line]:
            last = tx.execute("select id, last_at from session where room = ? order by last_at desc limit 1",
                              (self.room.id,)).fetchone()
            if last is None or moment(last[1]) < self._clock.now() - messages.SESSION_GAP:
                return []
            return messages.window(tx, self.room.id, last[0], 2**62, WINDOW)
        return await self._db.read(read)

    async def said(self, platform_id: str) -> str:
        """The words of one of this person's messages here."""
        return await self._db.read(lambda tx: messages.said(tx, self.room.id, platform_id, self.principal.id))

    async def answered(self, observed: Observed, reply: str, used: Recalled, said: Sequence[Said], *,
                       finishes: int | None, learn_after: float) -> list[int]:
        """The answer in one transaction: reply kept, queued for sending, inbox row done, learning asked for."""
        now = self._clock.now()

        def write(tx: Tx) -> list[int]:
            kept = self._store(tx, kind="reply", text=reply, sent_at=now, language=observed.language, author=None,
                               answers=observed.id, learn=False) if reply else None
            numbers = work.say(tx, [self._tie(one, kept) for one in said], now, finishes)
            seen = [fact.claim for fact in used.facts]
            seen += [side.claim for pair in used.cautions for side in (pair.a, pair.b)]
            shown.show(tx, seen, scope=self.scope, room=self.room.id, person=self.principal.id, place="prompt",
                       at=now, turn=observed.id)
            if not observed.withheld and tx.execute("select 1 from message where id = ? and learned_at is null",
                                                    (observed.id,)).fetchone():
                jobs.put(tx, scope=self.scope, kind=LEARN, room=self.room.id,
                         run_at=now + timedelta(seconds=learn_after))
            return numbers
        return await self._db.write(write)

    # -- the queue

    async def pending(self) -> list[Card]:
        """What waits for this person's yes or no and may be shown here, oldest first."""
        def read(tx: Tx) -> list[Card]:
            return [self._card(tx, claim) for claim in claims.waiting(tx, self.principal.id) if self._visible(claim)]
        return await self._db.read(read)

    async def card(self, number: int) -> Card:
        return await self._db.read(lambda tx: self._card(tx, self._owned(tx, number)))

    async def approve(self, number: int) -> Claim:
        """Raises NotFound, Refused ("already decided", "disputed"), GroundMoved."""
        return await self._act(lambda tx, act: gateway.approve(tx, act, self._rules, self.principal.id,
                                                               self._owned(tx, number).id))

    async def decline(self, number: int) -> Claim:
        return await self._act(lambda tx, act: gateway.decline(tx, act, self._rules, self.principal.id,
                                                               self._owned(tx, number).id))

    async def resolve(self, number: int, choice: Choice) -> Claim:
        """Decide a claim that disagrees with what was approved."""
        return await self._act(lambda tx, act: gateway.resolve(tx, act, self._rules, self.principal.id,
                                                               self._owned(tx, number).id, choice))

    async def approvable(self) -> tuple[list[int], list[int]]:
        """(numbers this person was shown here and may approve together, disputed ones that need a choice)."""
        def read(tx: Tx) -> tuple[list[int], list[int]]:
            seen = shown.cards_seen(tx, self.principal.id, self.room.id)
            mine = [c.id for c in claims.waiting(tx, self.principal.id) if c.id in seen and self._visible(c)]
            disputed = [number for number in mine if pairs.with_fact(tx, number)]
            return [number for number in mine if number not in disputed], disputed
        return await self._db.read(read)

    async def edit(self, number: int, words: str) -> Remembered:
        """Put the person's own words in the place of a waiting claim; saying them is approving them."""
        masked = secrets.mask(words)
        old = await self._db.read(lambda tx: self._owned(tx, number))
        found = self._read_out(masked.text, kind_of=old)

        def change(tx: Tx, act: Act) -> Remembered:
            gateway.withdraw(tx, act, gateway.waiting(tx, self.principal.id, number), "edited")
            return self._take(tx, act, masked.text, masked.kinds, found, "edit", Origin.EDIT)
        return await self._act(change)

    async def remember(self, words: str) -> Remembered:
        """What the person tells it to remember: verified at once, unless it disagrees with something."""
        masked = secrets.mask(words)
        found = self._read_out(masked.text)
        return await self._act(lambda tx, act: self._take(tx, act, masked.text, masked.kinds, found, "remember",
                                                          Origin.REMEMBER))

    # -- looking

    async def facts(self) -> list[Claim]:
        """What it knows and may show here."""
        return await self._db.read(lambda tx: [claims.owned(tx, row[0], row[1]) for row in tx.execute(
            "select claim, person from fact where scope in (?, ?) order by claim", (self.scope, GLOBAL_SCOPE))])

    async def disputed(self) -> set[int]:
        return await self._db.read(lambda tx: {side for row in tx.execute(
            f"select a, b from pair where scope = ? and {pairs.UNDECIDED}", (self.scope,)) for side in row})

    async def why(self, number: int) -> Why:
        def read(tx: Tx) -> Why:
            claim = self._owned(tx, number)
            fact = tx.execute("select 1 from fact where claim = ?", (number,)).fetchone() is not None
            return Why(claim, tuple(claims.evidence(tx, number)), self._disputes(tx, claim), fact)
        return await self._db.read(read)

    async def why_last(self) -> list[Why] | None:
        """What the prompt of the last answer here held; None when there was no answer yet."""
        def read(tx: Tx) -> list[int] | None:
            last = tx.execute("select answers from message where room = ? and kind = 'reply' and answers in"
                              " (select id from message where author = ?) order by id desc limit 1",
                              (self.room.id, self.principal.id)).fetchone()
            return shown.for_turn(tx, last[0]) if last else None
        seen = await self._db.read(read)
        if seen is None:
            return None
        found: list[Why] = []
        for number in seen:
            try:
                found.append(await self.why(number))
            except NotFound:
                continue  # forgotten since, or a member's that was shared here
        return found

    async def tombstones(self) -> list[Tombstone]:
        return await self._db.read(lambda tx: standing(tx, self.principal.id))

    # -- forgetting

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

    # -- being learned from

    async def pause(self, on: bool) -> None:
        def write(tx: Tx) -> None:
            self._enter(tx)
            people.learn(tx, self.principal.id, not on)
        await self._db.write(write)

    async def join(self, on: bool) -> None:
        """/learn on, /learn off in a shared room."""
        def write(tx: Tx) -> None:
            self._enter(tx)
            people.join(tx, self.principal.id, self.room, on, self._clock.now())
        await self._db.write(write)

    async def learned_from(self) -> bool:
        return await self._db.read(lambda tx: people.learned_from(tx, self.principal.id, self.room))

    async def allow_excerpts(self, on: bool) -> None:
        def write(tx: Tx) -> None:
            self._enter(tx)
            people.allow_excerpts(tx, self.room.id, on)
        await self._db.write(write)

    async def language(self) -> str:
        """The language this person is answered in, "" when none was noted."""
        return await self._db.read(lambda tx: people.language(tx, self.principal.id))

    async def speak(self, language: str) -> None:
        def write(tx: Tx) -> None:
            self._enter(tx)
            people.speak(tx, self.principal.id, language)
        await self._db.write(write)

    # -- inside

    async def _act(self, change: Callable[[Tx, Act], T]) -> T:
        act = Act(self.principal.id, self._clock.now(), self._rules.key)
        return await self._db.write(lambda tx: change(tx, act))

    def _enter(self, tx: Tx) -> None:
        now = self._clock.now()
        people.enter(tx, self.room, self.scope, now)
        people.meet(tx, self.principal, now)

    def _store(self, tx: Tx, *, kind: str, text: str, sent_at: datetime, language: str, learn: bool,
               author: str | None = "", link: str = "", platform_id: str = "", forwarded: bool = False,
               quotes: str = "", answers: int | None = None) -> Stored:
        return messages.store(
            tx, self._rules.forgotten, scope=self.scope, room=self.room.id, kind=kind, text=text, sent_at=sent_at,
            author=self.principal.id if author == "" else author, language=language, platform_id=platform_id,
            link=link, forwarded=forwarded, quotes=quotes, answers=answers, asker=self.principal.id, learn=learn)

    def _tie(self, said: Said, reply: Stored | None) -> Said:
        """A reply's outbox row knows its message, so that forgetting reaches words still waiting to be sent."""
        if reply is None or said.says != "reply":
            return said
        return Said(said.channel, said.room, said.scope, said.says, said.payload, said.claims, said.person,
                    said.place, reply.id)

    def _visible(self, claim: Claim) -> bool:
        """In a DM everything of one's own may be shown; elsewhere only what belongs to the room."""
        return self.room.kind == "dm" or claim.scope == self.scope

    def _owned(self, tx: Tx, number: int) -> Claim:
        claim = claims.owned(tx, number, self.principal.id)
        if not self._visible(claim):
            raise NotFound(f"There is no number {number} of yours.")
        return claim

    def _read_out(self, text: str, kind_of: Claim | None = None) -> list[Candidate]:
        """What a person's own statement says: by the patterns, else the words as they are."""
        utterance = Utterance(0, self.principal.id, text, self._clock.now(), detect(text))
        found = [c for c in patterns.extract(utterance) if guards.check(c, utterance) is None]
        covered = sum(len(c.quote) for c in found) >= 0.6 * len(text)
        if found and covered:
            return extract.merge(found, [])
        return [Candidate(subject=kind_of.subject if kind_of else "self",
                          attribute=kind_of.attribute if kind_of else "note",
                          value=text, polarity=Polarity.YES, statement=text, quote=text, message=0,
                          type=kind_of.type if kind_of else ClaimType.PREFERENCE, extractor="person")]

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

    def _remove(self, tx: Tx, act: Act, found: Reach, topic: topics.Topic | None) -> Counts:
        counts = erase.remove(tx, act, self._rules, self.principal.id, self.principal.scope, found, topic)
        jobs.put(tx, scope=self.principal.scope, kind=SCRUB, room=self.room.id, run_at=act.at)
        return counts

    def _card(self, tx: Tx, claim: Claim) -> Card:
        quotes = claims.evidence(tx, claim.id)
        first = quotes[0] if quotes else None
        return Card(claim, first.quote if first else "", first.observed_at if first else claim.recorded_at,
                    claims.find(tx, claim.target) if claim.target else None, self._disputes(tx, claim))

    def _disputes(self, tx: Tx, claim: Claim) -> tuple[Caution, ...]:
        return tuple(Caution(pair["id"], PairKind(pair["kind"]), self.principal.name,
                             self._side(tx, pair["a"]), self._side(tx, pair["b"]))
                     for pair in pairs.undecided(tx, claim.id))

    def _side(self, tx: Tx, number: int) -> Side:
        claim = claims.find(tx, number)
        quotes = claims.evidence(tx, number)
        if claim is None:
            raise NotFound(f"There is no number {number}.")
        return Side(number, claim.statement, quotes[0].quote if quotes else claim.statement,
                    quotes[0].observed_at if quotes else claim.recorded_at, claim.state, claim.language)

    async def _with_quotes(self, found: Recalled) -> Recalled:
        """Cautions show each side's own words."""
        if not found.cautions:
            return found

        def read(tx: Tx) -> tuple[Caution, ...]:
            return tuple(Caution(pair.pair, pair.kind, pair.person, self._side(tx, pair.a.claim),
                                 self._side(tx, pair.b.claim)) for pair in found.cautions)
        return Recalled(found.facts, await self._db.read(read), found.excerpts)

    async def _retire_due(self) -> None:
        now = self._clock.now()
        if await self._db.read(lambda tx: bool(claims.due(tx, now))):
            act = Act(events.TIMER, now, self._rules.key)
            await self._db.write(lambda tx: gateway.retire_due(tx, act))

    async def _vector(self, text: str) -> Vector | None:
        if self._embedder is None or not text.strip():
            return None
        try:
            return (await self._embedder.embed([text]))[0]
        except EmbedderDown:
            return None


def messages_edited(tx: Tx, act: Act, rules: Rules, message: int, text: str) -> list[int]:
    """Put an edited text in a message's place and withdraw the claims whose last quote is gone with it."""
    author, kept = tx.execute("select author, text <> '' from message where id = ?", (message,)).fetchone()
    if not kept or rules.forgotten.hit(author, text) is not None:
        text = ""
    messages.rewrite(tx, message, text)
    changed = []
    for number in claims.dropping_quotes(tx, act, message, text):
        claim = claims.owned(tx, number, author)
        if not claims.evidence(tx, number) and claim.state in (State.CANDIDATE, State.VERIFIED):
            gateway.withdraw(tx, act, claim, "edited away")
            changed.append(number)
    return changed


class Forgotten(MemoryFault):
    """A person's own statement names a topic they have forgotten: it is not kept until they lift that."""


def _at(candidate: Candidate, message: int) -> Candidate:
    return Candidate(candidate.subject, candidate.attribute, candidate.value, candidate.polarity, candidate.statement,
                     candidate.quote, message, candidate.type, candidate.extractor, candidate.valid_from,
                     candidate.valid_to, candidate.retraction)


def _preview(number: int, found: Reach) -> ForgetPreview:
    return ForgetPreview(number, found.claims, found.facts, len(found.said), len(found.replies))

