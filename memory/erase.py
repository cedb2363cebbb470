"""Forgetting: what a topic reaches, the one transaction that removes it, and the scrub that clears the file.

A message loses the clauses that mention the topic and keeps the rest, so that what else it said keeps its evidence.
"""

from __future__ import annotations

import hashlib
import re
import sqlite3
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from memory import claims, events, facts, messages, neighbours, outbox, people, tombstones
from memory.db import Tx
from memory.domain import Claim, Counts, Evidence
from memory.events import Act
from memory.gateway import Rules
from memory.neighbours import Neighbours
from memory.timestamps import iso
from memory.tombstones import Forgotten
from memory.topics import Topic

WITHHELD = "forgotten"
_CONJUNCTION = r"(?:and|but|or|so|because|und|aber|oder|denn|weil)\b"
_PARTS = re.compile(rf"(?<=[.!?;:,\n])\s+|\s+(?={_CONJUNCTION})|\s+[-–—]\s+", re.IGNORECASE)
_JOINT = re.compile(rf"^{_CONJUNCTION}\s*", re.IGNORECASE)  # what joined the rest to the part that went
_ESCAPES = re.compile(r"\\+[nrt]")  # a line's end inside JSON would stick to the word after it
PREVIEW_KEPT = "-1 day"  # an unanswered preview is dropped after a day


class Mentioned(Protocol):
    """A topic, or what is left of one: something that can tell whether a text names it."""

    def mentioned_in(self, text: str) -> bool: ...


@dataclass(frozen=True, slots=True)
class Reach:
    """Everything of one person that a forget would take."""

    claims: tuple[Claim, ...] = ()
    facts: frozenset[int] = frozenset()
    said: dict[int, str] = field(default_factory=dict)  # message id -> what would be left of its text
    replies: dict[int, str] = field(default_factory=dict)
    stay: Neighbours = field(default_factory=Neighbours)  # what was said in the same words as a picked one

    def __bool__(self) -> bool:
        return bool(self.claims or self.said or self.replies)

    @property
    def digest(self) -> str:
        """Binds a confirmation to exactly this preview."""
        parts = [[c.id for c in self.claims], sorted(self.facts), sorted(self.said), sorted(self.replies)]
        return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def reach(tx: Tx, person: str, topic: Mentioned | None, picked: Collection[int] = ()) -> Reach:
    """What mentioning `topic` takes: claims by their words or quotes, messages in every room, replies built on them;
    beside that the claims `picked` by number, with the quotes they stand on."""
    mine = [claims.owned(tx, row[0], person) for row in tx.execute(
        "select id from claim where credited = ? order by id", (person,)).fetchall()]
    chosen = [claim for claim in mine if claim.id in picked]
    chosen += neighbours.joined(tx, chosen)
    numbers = {claim.id for claim in chosen}
    gone = [claim for claim in mine if claim.id in numbers or (topic is not None and _mentions(tx, claim, topic))]
    said = {} if topic is None else {number: _left_over(text, topic) for number, text, quotes in tx.execute(
        "select id, text, quotes || char(10) || origin from message where author = ? and text <> ''",
        (person,)).fetchall() if topic.mentioned_in(text) or topic.mentioned_in(quotes)}
    stay = _cut_quotes(tx, chosen, {claim.id for claim in gone}, said)
    return _with_rest(tx, person, gone, Reach(said=said, stay=stay), topic)


def reach_of_claim(tx: Tx, claim: Claim) -> Reach:
    """What forgetting one number takes: the claim and the quotes it stands on, and what says the same in them."""
    return reach(tx, claim.credited, None, [claim.id])


def _cut_quotes(tx: Tx, chosen: list[Claim], gone: set[int], said: dict[int, str]) -> Neighbours:
    """Take the quotes of `chosen` out of their messages; what else was said in them stays, without their words."""
    stay = Neighbours()
    for claim in sorted(chosen, key=lambda claim: -len(claim.value)):  # "cat called Mia" before "Mia"
        for quote in claims.evidence(tx, claim.id):
            text = said.get(quote.message, messages.text_of(tx, quote.message) or "")
            left = stay.spare(tx, gone, claim, quote, text)
            said[quote.message] = _tidy(text.replace(stay.quote(quote), " ")) if left is None else left.strip()
    return stay


@dataclass(frozen=True, slots=True)
class Held:
    """What a preview will take when it is confirmed, as it was asked for."""

    topic: str
    digest: str
    exact: bool = True  # the topic is named somewhere; else only the picked claims go and nothing is refused
    picked: tuple[int, ...] = ()
    readable: bool = False


def remember_preview(tx: Tx, *, scope: str, room: str, person: str, held: Held, at: datetime) -> int:
    """Keep a preview until it is answered; its topic is erased with it."""
    tx.execute("delete from preview where julianday(made_at) < julianday(?, ?) or (person = ? and room = ?)",
               (iso(at), PREVIEW_KEPT, person, room))
    made = tx.execute("insert into preview (scope, room, person, topic, exact, picked, readable, digest, made_at)"
                      " values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                      (scope, room, person, held.topic, int(held.exact), " ".join(map(str, held.picked)),
                       int(held.readable), held.digest, iso(at)))
    return int(made.lastrowid or 0)


def preview(tx: Tx, number: int, person: str) -> Held | None:
    """A preview that waits for this person."""
    found = tx.execute("select topic, digest, exact, picked, readable from preview where id = ? and person = ?",
                       (number, person)).fetchone()
    if found is None:
        return None
    return Held(found[0], found[1], bool(found[2]), tuple(map(int, found[3].split())), bool(found[4]))


def latest_preview(tx: Tx, room: str, person: str) -> int | None:
    """The preview that waits for this person in this room."""
    found = tx.execute("select max(id) from preview where room = ? and person = ?", (room, person)).fetchone()
    return found[0] if found else None


def drop_previews(tx: Tx, room: str, person: str) -> None:
    """Let go of a person's open previews in a room."""
    tx.execute("delete from preview where room = ? and person = ?", (room, person))


def drop_preview(tx: Tx, number: int) -> None:
    tx.execute("delete from preview where id = ?", (number,))


def remove(tx: Tx, act: Act, rules: Rules, person: str, scope: str, found: Reach, topic: Topic | None,
           words: str = "") -> Counts:
    """Tombstone first, then everything `found` names; one event tells the ids. Counts are read back from the rows."""
    rules.forgotten.once_more(person)
    tx.execute("delete from preview where person = ?", (person,))  # they hold the words, in whichever room
    if topic is not None:
        tombstones.bury_topic(tx, rules.key, person, scope, topic, act.at, words)
        rules.forgotten.load(tx)
        people.unname(tx, person)
    erased: list[int] = []
    fact_count = sum(facts.retire(tx, claim.id) for claim in found.claims)
    for claim in found.claims:
        erased += _remove_claim(tx, claim.id)
    texts = found.said | found.replies
    cut = sum(_cut(tx, number, left) for number, left in texts.items())
    reworded = neighbours.reword(tx, act, found.stay)
    tx.executemany("delete from content where id = ?", [(content,) for content in reworded])
    erased += reworded
    erased += _drop_orphaned_evidence(tx, found.said)
    erased += _drop_old_wordings(tx, person, topic) if topic is not None else []
    unsent = _silence_outbox(tx, person, topic, list(found.replies))
    events.record(tx, act, "topic.forgotten" if topic else "claim.forgotten", f"person:{person}",
                  meta={"erased": sorted(erased), "claims": [claim.id for claim in found.claims],
                        "messages": sorted(found.said), "replies": sorted(found.replies)})
    replies = len(found.replies)
    return Counts(facts=fact_count, claims=len(found.claims) - fact_count, messages=cut - replies, replies=replies,
                  other={"unsent": unsent} if unsent else {})


def scrub(db: sqlite3.Connection) -> bool:
    """Clear the removed bytes out of the file: True when nothing of them is left in database or WAL.

    A deleted row's bytes stay in free pages and in page slack until a vacuum, and in the WAL until it is truncated;
    a reader that still holds the old WAL makes this return False, and the job comes again.
    """
    for index in ("fact_words", "message_words"):
        db.execute(f"insert into {index} ({index}) values ('optimize')")
    db.execute("vacuum")
    return bool(db.execute("pragma wal_checkpoint(truncate)").fetchone()[0] == 0)


def in_flight(tx: Tx, forgotten: Forgotten) -> bool:
    """Is something forgotten still in what is being handled or sent? It goes with that row; then it is scrubbed."""
    waiting = [row[0] for row in tx.execute(
        "select payload from inbox where payload <> '' union all select payload from outbox where payload <> ''")]
    return any(forgotten.hit(person, payload) is not None for payload in waiting for person in forgotten.people)


def _mentions(tx: Tx, claim: Claim, topic: Mentioned) -> bool:
    if any(topic.mentioned_in(text) for text in (claim.statement, claim.value, claim.subject)):
        return True
    return any(topic.mentioned_in(quote.quote) for quote in claims.evidence(tx, claim.id))


def _with_rest(tx: Tx, person: str, gone: list[Claim], cut: Reach, topic: Mentioned | None) -> Reach:
    said = cut.said
    gone = gone + _losing_all_quotes(tx, person, {claim.id for claim in gone}, cut)
    ids = [claim.id for claim in gone]
    is_fact = {row[0] for row in tx.execute("select claim from fact where person = ?", (person,)) if row[0] in ids}
    replies: dict[int, str] = {}
    built_on = {row[0] for claim in [*ids, *cut.stay.statements] for row in tx.execute(
        "select shown.turn from shown left join fact on fact.claim = shown.claim where shown.claim = ?"
        " and shown.place = 'prompt' and coalesce(fact.always_on, 0) = 0", (claim,))}
    for number, answers, text in tx.execute(
            "select reply.id, reply.answers, reply.text from message as reply join message as asked"
            " on asked.id = reply.answers where reply.author is null and asked.author = ? and reply.text <> ''",
            (person,)).fetchall():
        if (topic is not None and topic.mentioned_in(text)) or answers in said or answers in built_on:
            replies[number] = ""
    return Reach(tuple(gone), frozenset(is_fact), said, replies, cut.stay)


def _losing_all_quotes(tx: Tx, person: str, gone: set[int], cut: Reach) -> list[Claim]:
    """Claims that do not mention the topic but stand only on words that go."""
    touched = {row[0] for message in cut.said for row in tx.execute(
        "select claim from evidence where message = ?", (message,)) if row[0] not in gone}

    def stands(quote: Evidence) -> bool:
        words = cut.stay.quote(quote)
        return bool(words) and words in cut.said.get(quote.message, words)
    return [claims.owned(tx, claim, person) for claim in sorted(touched)
            if not any(stands(quote) for quote in claims.evidence(tx, claim))]


def _left_over(text: str, topic: Mentioned) -> str:
    """The parts that do not mention the topic, letter by letter as they were: other claims quote them."""
    kept = " ".join(part for part in _PARTS.split(text) if not topic.mentioned_in(part))
    kept = _JOINT.sub("", kept).strip(" ,;\n")
    return "" if topic.mentioned_in(kept) else kept


def _tidy(text: str) -> str:
    return " ".join(text.split()).strip(" ,;.") if text.strip(" ,;.\n") else ""


def _remove_claim(tx: Tx, number: int) -> list[int]:
    """Delete one claim with all that hangs on it; returns the content ids that go with it."""
    contents = {row[0] for row in tx.execute("select content from claim where id = ? union"
                                             " select content from evidence where claim = ?", (number, number))}
    contents |= {row[0] for row in tx.execute(
        "select before from event where target = ? union select after from event where target = ?",
        (f"claim:{number}", f"claim:{number}")) if row[0] is not None}
    tx.execute("delete from pair where a = ? or b = ?", (number, number))
    tx.execute("update claim set target = null where target = ?", (number,))
    for table in ("evidence", "claim_vector", "card", "shown"):
        tx.execute(f"delete from {table} where claim = ?", (number,))
    tx.execute("delete from claim where id = ?", (number,))
    tx.executemany("delete from content where id = ?", [(content,) for content in contents])
    return list(contents)


def _cut(tx: Tx, number: int, left: str) -> bool:
    """Put what is left in a message's place; an empty rest blanks it."""
    if not left:
        return bool(messages.blank(tx, [number], WITHHELD))
    text, indexed, room = tx.execute("select text, indexed, room from message where id = ?", (number,)).fetchone()
    if indexed:
        tx.execute("insert into message_words (message_words, rowid, tokens) values ('delete', ?, ?)",
                   (number, messages.found_by(room, text)))
        tx.execute("insert into message_words (rowid, tokens) values (?, ?)", (number, messages.found_by(room, left)))
    tx.execute("update message set text = ?, quotes = '', origin = '', withheld = ? where id = ?",
               (left, WITHHELD, number))
    return True


def _drop_orphaned_evidence(tx: Tx, said: dict[int, str]) -> list[int]:
    """Quotes of claims that stay, where the quoted words are no longer in the message; returns content ids."""
    erased: list[int] = []
    for message, left in said.items():
        for evidence, claim, quote, content in tx.execute(
                "select id, claim, quote, content from evidence where message = ?", (message,)).fetchall():
            if quote not in left:
                tx.execute("delete from evidence where id = ?", (evidence,))
                tx.execute("delete from content where id = ?", (content,))
                facts.cite(tx, claim, claims.sessions(tx, claim))
                erased.append(content)
    return erased


def _drop_old_wordings(tx: Tx, person: str, topic: Mentioned) -> list[int]:
    """What claims that stay once said or were quoted with, before an edit; returns content ids."""
    old = [number for number, body in tx.execute(
        "select content.id, content.body from claim join event on event.target = 'claim:' || claim.id"
        " join content on content.id = event.after where claim.credited = ? and content.id <> claim.content"
        " and not exists (select 1 from evidence where evidence.content = content.id)", (person,)).fetchall()
        if topic.mentioned_in(body)]
    tx.executemany("delete from content where id = ?", [(number,) for number in old])
    return sorted(set(old))


def _silence_outbox(tx: Tx, person: str, topic: Topic | None, replies: list[int]) -> int:
    """Words still waiting to be sent go as well; in a shared room not those that answer or ask somebody else."""
    silenced = 0
    for number, payload, message in tx.execute(
            "select outbox.id, outbox.payload, outbox.message from outbox where payload <> ''"
            " and room in (select room from message where author = :person)"
            " and not exists (select 1 from message as reply join message as asked on asked.id = reply.answers"
            "                 where reply.id = outbox.message and asked.author <> :person)"
            " and not exists (select 1 from card where card.outbox = outbox.id and card.person <> :person)",
            {"person": person}).fetchall():
        if message in replies or (topic is not None and topic.mentioned_in(_ESCAPES.sub(" ", payload))):
            outbox.silence(tx, number)
            silenced += 1
    return silenced
