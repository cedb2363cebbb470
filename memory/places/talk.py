"""Talking: what is said is kept, what is known is recalled, what was answered is queued, in that order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from memory import claims, events, facts, gateway, jobs, messages, people, secrets, shown, work
from memory import recall as recollection
from memory.answers import parts
from memory.db import Tx
from memory.domain import GLOBAL_SCOPE, Caution, Recalled, State
from memory.errors import GroundMoved
from memory.events import Act
from memory.excerpts import unnamed
from memory.gateway import Rules
from memory.messages import Line, Stored
from memory.places.standpoint import Standpoint
from memory.ports import Vector
from memory.text import detect
from memory.text import names as text_names
from memory.timestamps import moment
from memory.vectors import NAMES_KEPT
from memory.work import LEARN, SCRUB, Said

QUIET = timedelta(seconds=3)  # an edited message is read again when its room is quiet (DESIGN 1)
FRESH, FRESH_FACTS = timedelta(hours=1), 4  # what was approved in the last hour is in the next prompt, once
NAMES = 4  # looked at in one message
WINDOW = 40  # messages of the session a prompt may look back on, before its token budget
SHORT = 4  # words too few to tell a third language by, of somebody whose language is known


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
    forgets: int = 0  # how often its author had forgotten something before


class Talk(Standpoint):
    """The verbs of a turn."""

    async def observe(self, text: str, *, sent_at: datetime, kind: str = "said", platform_id: str = "",
                      link: str = "", forwarded: bool = False, origin: str = "", quotes: str = "") -> Observed:
        """Store what the person said, secrets masked; the same platform id again returns the first row."""
        masked = secrets.mask(text)
        heard = detect(masked.text)

        def write(tx: Tx) -> Observed:
            self._enter(tx)
            language = heard
            if heard not in ("en", "de") and masked.text.isascii() and len(masked.text.split()) <= SHORT:
                language = people.language(tx, self.principal.id) or heard  # "Ben is 9" is no Dutch
            forgets = self._rules.forgotten.times(self.principal.id)
            seen = tx.execute("select id, session, text <> '' or ? = '' from message where room = ? and"
                              " platform_id = ? and ? <> ''", (masked.text, self.room.id, platform_id, platform_id)
                              ).fetchone()
            if seen:
                return Observed(seen[0], masked.text, seen[1], language, sent_at, not seen[2], masked.kinds,
                                forgets=forgets)
            learn = self._options.mode != "off" and people.learned_from(tx, self.principal.id, self.room)
            stored = self._store(tx, kind=kind, text=masked.text, sent_at=sent_at, language=language, link=link,
                                 platform_id=platform_id, forwarded=forwarded, origin=origin,
                                 quotes=secrets.mask(quotes).text, learn=learn)
            return Observed(stored.id, masked.text, stored.session, language, sent_at, stored.withheld, masked.kinds,
                            stored.new_session, forgets)
        return await self._db.write(write)

    async def reread(self, platform_id: str, text: str) -> list[int]:
        """An edited message: its new words stand, quotes that are gone stand behind nothing; claims that changed."""
        masked = secrets.mask(text)

        def change(tx: Tx, act: Act) -> list[int]:
            found = tx.execute("select id, text from message where room = ? and platform_id = ? and author = ?",
                               (self.room.id, platform_id, self.principal.id)).fetchone()
            if found is None or found[1] == masked.text:
                return []
            changed = messages_edited(tx, act, self._rules, found[0], masked.text)
            if any(unread.id == found[0] for unread in messages.to_learn(tx, self.room.id)):
                jobs.put(tx, scope=self.scope, kind=LEARN, room=self.room.id, run_at=act.at + QUIET)
            return changed
        act = Act(events.TIMER, self._clock.now(), self._rules.key)  # what follows from an edit is no decision
        return await self._db.write(lambda tx: change(tx, act))

    async def recall(self, text: str, *, before: int | None = None) -> Recalled:
        """What a prompt here may hold of the memory for this message."""
        if self._options.mode != "on":
            return Recalled()
        question = await self.question(text, before=before)
        found = await self._db.recall(question.scopes,
                                      lambda reader: recollection.recall(reader, self._vectors, question))
        return await self._with_quotes(found)

    async def question(self, text: str, *, before: int | None = None) -> recollection.Question:
        """What recall is asked for this message here: how much may come back, and its vectors where there are any to
        compare them with. What is over is retired first."""
        now = self._clock.now()

        def ask(tx: Tx) -> tuple[recollection.Question, list[str] | None, bool]:
            question = recollection.Question(
                text, None, (self.scope, GLOBAL_SCOPE), self._options.facts, before=before, room=self.room.id,
                excerpts=people.excerpts(tx, self.room.id, self._options.excerpts), asker=self.principal.id,
                spoken=people.language(tx, self.principal.id), quotes=self._options.quotes,
                fresh=tuple(shown.fresh(tx, self.principal.id, self.scope, now - FRESH, FRESH_FACTS)))
            question = replace(question, parts=tuple(replace(question, text=part) for part in parts(text)))
            names = (people.talkers(tx, self.room.id, self.principal) if question.excerpts
                     else [] if facts.embedded(tx, question.scopes) else None)
            return question, names, bool(claims.due(tx, now))
        question, names, due = await self._db.read(ask)
        if due:
            act = Act(events.TIMER, now, self._rules.key)
            await self._db.write(lambda tx: gateway.retire_due(tx, act))
        if names is None:
            return question
        speech = unnamed(text, names)
        whole = await self._with_vectors(question)
        return replace(whole, speech=whole.vector if speech == text else await self._vector(speech),
                       parts=tuple([await self._with_vectors(part) for part in question.parts]))

    async def _with_vectors(self, question: recollection.Question) -> recollection.Question:
        vector = await self._vector(question.text)
        named = await self._named(question.text) if vector is not None else {}
        return replace(question, vector=vector, named=named)

    async def _named(self, text: str) -> dict[str, Vector]:
        """The names in a text, each with its vector."""
        held, found = self._vectors.of_names(), {}
        for name in text_names(text)[:NAMES]:
            vector = held.get(name)
            if vector is None:
                vector = await self._vector(name)
            if vector is not None:
                held[name] = found[name] = vector
                held.move_to_end(name)
        while len(held) > NAMES_KEPT:
            held.popitem(last=False)
        return found

    async def window(self, observed: Observed) -> list[Line]:
        """The session's own talk before a message."""
        return await self._db.read(lambda tx: messages.window(tx, self.room.id, observed.session, observed.id, WINDOW))

    async def replied_to(self, platform_id: str, quote: str) -> Line | None:
        """The message that one replies to (`messages.replied_to`); nothing of what this person had forgotten."""
        def read(tx: Tx) -> Line | None:
            found = messages.replied_to(tx, self.room.id, platform_id, secrets.mask(quote).text)
            if found is None or (not found.id and self.room.kind == "dm"):  # ours, from before what is kept
                return None
            words = f"{found.text}\n{found.origin or ''}"
            return found if self._rules.forgotten.hit(self.principal.id, words) is None else None
        return await self._db.read(read) if platform_id else None

    async def window_now(self) -> list[Line]:
        """The running session's talk, for a look at what a prompt would be."""
        def read(tx: Tx) -> list[Line]:
            last = tx.execute("select id, last_at from session where room = ? order by last_at desc limit 1",
                              (self.room.id,)).fetchone()
            if last is None or moment(last[1]) < self._clock.now() - messages.SESSION_GAP:
                return []
            return messages.window(tx, self.room.id, last[0], 2**62, WINDOW)
        return await self._db.read(read)

    async def said(self, platform_id: str) -> Line | None:
        """One of this person's messages here, while its words are kept."""
        return await self._db.read(lambda tx: messages.said(tx, self.room.id, platform_id, self.principal.id))

    async def answered(self, observed: Observed, reply: str, used: Recalled, said: Sequence[Said], *,
                       finishes: int | None, learn_after: float) -> list[int]:
        """The answer in one transaction: reply kept, queued for sending, inbox row done, learning asked for.

        Raises:
            GroundMoved: the person has forgotten something since the message was observed, and there is a reply,
                which may be made of it; nothing was kept or queued.
        """
        now = self._clock.now()

        def write(tx: Tx) -> list[int]:
            if reply and self._rules.forgotten.times(self.principal.id) != observed.forgets:
                raise GroundMoved(f"message {observed.id}")
            kept = self._store(tx, kind="reply", text=reply, sent_at=now, language=observed.language, author=None,
                               answers=observed.id, learn=False) if reply else None
            numbers = work.say(tx, [self._tie(one, kept) for one in said], now, finishes)
            seen = [fact.claim for fact in used.facts]
            seen += [side.claim for pair in used.cautions for side in (pair.a, pair.b)]
            shown.show(tx, seen, scope=self.scope, room=self.room.id, person=self.principal.id, place="prompt",
                       at=now, turn=observed.id)
            if observed.withheld or (kept is not None and kept.withheld):  # its bytes passed through the file
                jobs.put(tx, scope=self.scope, kind=SCRUB, room=self.room.id, run_at=now)
            if not observed.withheld and tx.execute("select 1 from message where id = ? and learned_at is null",
                                                    (observed.id,)).fetchone():
                jobs.put(tx, scope=self.scope, kind=LEARN, room=self.room.id,
                         run_at=now + timedelta(seconds=learn_after))
            return numbers
        return await self._db.write(write)

    def _tie(self, said: Said, reply: Stored | None) -> Said:
        """A reply's outbox row knows its message, so that forgetting reaches words still waiting to be sent."""
        if reply is None or said.says != "reply":
            return said
        return Said(said.channel, said.room, said.scope, said.says, said.payload, said.claims, said.person,
                    said.place, reply.id)

    async def _with_quotes(self, found: Recalled) -> Recalled:
        """Cautions show each side's own words."""
        if not found.cautions:
            return found

        def read(tx: Tx) -> tuple[Caution, ...]:
            return tuple(Caution(pair.pair, pair.kind, pair.person, self._side(tx, pair.a.claim),
                                 self._side(tx, pair.b.claim)) for pair in found.cautions)
        return Recalled(found.facts, await self._db.read(read), found.excerpts)


def messages_edited(tx: Tx, act: Act, rules: Rules, message: int, text: str) -> list[int]:
    """Put an edited text in a message's place and withdraw the claims whose last quote is gone with it."""
    author, kept = tx.execute("select author, text <> '' from message where id = ?", (message,)).fetchone()
    forgotten = rules.forgotten.hit(author, text) is not None
    if not kept or forgotten:
        text = ""
    messages.rewrite(tx, message, text, messages.WITHHELD_TOPIC if forgotten else "")
    changed = []
    for number in claims.dropping_quotes(tx, act, message, text):
        claim = claims.owned(tx, number, author)
        if not claims.evidence(tx, number) and claim.state in (State.CANDIDATE, State.VERIFIED):
            gateway.withdraw(tx, act, claim, "edited away")
            changed.append(number)
    return changed
