"""Claims and their evidence: propositions with where they stand. A row never moves; only its state changes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from memory import events
from memory.attributes import attribute, lifetime
from memory.db import Tx, rows
from memory.domain import Action, Candidate, Claim, ClaimType, Evidence, Origin, Polarity, State
from memory.errors import NotFound, Refused
from memory.events import Act
from memory.text import clauses, negations, normalise, value_key
from memory.timestamps import day_or_none, iso, moment, moment_or_none


@dataclass(frozen=True, slots=True)
class Home:
    """Where a claim lives: whom its evidence credits, and in which room and scope it was said."""

    scope: str
    room: str
    credited: str
    language: str


def slot(subject: str, attribute_name: str) -> str:
    """One key for "the same question about the same subject"."""
    return f"{value_key(subject) or normalise(subject)}/{attribute_name}"


def proposition(candidate: Candidate) -> tuple[str, str, str]:
    """(slot, value key, polarity): two candidates that agree here say the same thing."""
    return (*proposition_of(candidate.subject, candidate.attribute, candidate.value), str(candidate.polarity))


def proposition_of(subject: str, attribute_name: str, value: str) -> tuple[str, str]:
    """(slot, value key) of a claim's words."""
    plain = " ".join(word for word in value.split() if word.casefold() not in attribute(attribute_name).generic)
    return slot(subject, attribute_name), value_key(plain or value) or normalise(value)


def insert(tx: Tx, act: Act, home: Home, candidate: Candidate, *, state: State, origin: Origin,
           action: Action = Action.ADD, target: int | None = None, observer: str = "") -> int:
    """A new claim, with its words in `content` and the event that says so. Evidence is added by the caller.

    `observer`: who formed it, if not just the candidate's extractor.
    """
    where, key, polarity = proposition(candidate)
    content = events.keep(tx, home.scope, {"subject": candidate.subject, "attribute": candidate.attribute,
                                           "value": candidate.value, "statement": candidate.statement})
    lives, from_table = lifetime(candidate.type), attribute(candidate.attribute).type is candidate.type
    made = tx.execute(
        "insert into claim (scope, room, credited, subject, attribute, value, slot, value_key, polarity, statement,"
        " language, type, typed_by, state, origin, extractor, action, target, content, recorded_at, valid_from,"
        " valid_to, expires_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (home.scope, home.room, home.credited, candidate.subject, candidate.attribute, candidate.value, where, key,
         polarity, candidate.statement, home.language, candidate.type,
         "table" if from_table else "label", state, origin, observer or candidate.extractor, action, target, content,
         iso(act.at), candidate.valid_from and candidate.valid_from.isoformat(),
         candidate.valid_to and candidate.valid_to.isoformat(), lives and iso(act.at + lives)))
    number = int(made.lastrowid or 0)
    _record(tx, act, "claim.proposed", number, None, {})
    return number


def find(tx: Tx, number: int) -> Claim | None:
    found = rows(tx.execute(_SELECT + " where id = ?", (number,)))
    return _claim(found[0]) if found else None


def owned(tx: Tx, number: int, person: str) -> Claim:
    """The claim if this person is its credited one.

    Raises:
        NotFound: it is not there, or it is somebody else's: both look the same from outside.
    """
    claim = find(tx, number)
    if claim is None or claim.credited != person:
        raise NotFound(f"There is no number {number} of yours.")
    return claim


def waiting(tx: Tx, person: str) -> list[Claim]:
    """The person's queue, oldest first."""
    return [_claim(row) for row in rows(tx.execute(
        _SELECT + " where credited = ? and state = 'candidate' and revoked_at is null order by id", (person,)))]


def of_person(tx: Tx, person: str) -> list[Claim]:
    """Every claim a person is credited with, oldest first."""
    return [_claim(row) for row in rows(tx.execute(_SELECT + " where credited = ? order by id", (person,)))]


def same(tx: Tx, home: Home, candidate: Candidate) -> Claim | None:
    """A live claim of the same person and scope that says the same thing."""
    where, key, polarity = proposition(candidate)
    found = rows(tx.execute(
        _SELECT + " where credited = ? and slot = ? and state in ('raw', 'candidate', 'verified') and scope = ?"
        " and value_key = ? and polarity = ? and revoked_at is null order by state = 'verified' desc, id limit 1",
        (home.credited, where, home.scope, key, polarity)))
    return _claim(found[0]) if found else None


def settled_by(tx: Tx, home: Home, candidate: Candidate) -> bool:
    """Was this very message read before for this claim, and what came of it is over (replaced, edited, ended)?"""
    where, key, polarity = proposition(candidate)
    return tx.execute(
        "select 1 from evidence join claim on claim.id = evidence.claim where evidence.message = ?"
        " and claim.credited = ? and claim.slot = ? and claim.value_key = ? and claim.polarity = ? and claim.scope = ?"
        " and claim.state in ('superseded', 'deprecated', 'contradicted')",
        (candidate.message, home.credited, where, key, polarity, home.scope)).fetchone() is not None


def move(tx: Tx, act: Act, claim: Claim, state: State, reason: str) -> Claim:
    """Change a claim's state, once: the row must still be as `claim` shows it.

    Raises:
        Refused: somebody was faster ("already decided"), or there is no such transition.
    """
    moved = tx.execute(
        "update claim set state = ?, reason = ?, decided_at = ?, decided_by = ? where id = ? and state = ?"
        " returning id", (state, reason, iso(act.at), act.actor, claim.id, claim.state)).fetchone()
    if moved is None:
        raise Refused("already decided", str(claim.id))
    _record(tx, act, f"claim.{_VERBS[state]}", claim.id, claim, {"reason": reason})
    return _found(tx, claim.id)


def restore(tx: Tx, act: Act, claim: Claim, image: dict[str, Any]) -> Claim:
    """Put a claim's standing back to an earlier image of its row, as an event of its own."""
    names = ("state", "reason", "decided_at", "decided_by", "revoked_at", "valid_from", "valid_to", "expires_at")
    tx.execute(f"update claim set {', '.join(f'{name} = ?' for name in names)} where id = ? and state = ?",
               (*(image[name] for name in names), claim.id, claim.state))
    _record(tx, act, "claim.restored", claim.id, claim, {})
    return _found(tx, claim.id)


def close(tx: Tx, act: Act, claim: Claim, valid_to: str) -> None:
    """End a claim's validity on a day, where it had no earlier end."""
    tx.execute("update claim set valid_to = ? where id = ? and (valid_to is null or valid_to > ?)",
               (valid_to, claim.id, valid_to))
    _record(tx, act, "claim.closed", claim.id, claim, {"valid_to": valid_to})


def renew(tx: Tx, act: Act, claim: Claim) -> Claim:
    """Begin a claim's lifetime anew: its person says that it still holds. An end that has come is none then."""
    lives = lifetime(claim.type)
    tx.execute("update claim set expires_at = ?, valid_to = case when valid_to > ? then valid_to end where id = ?",
               (lives and iso(act.at + lives), act.at.date().isoformat(), claim.id))
    _record(tx, act, "claim.renewed", claim.id, claim, {})
    return _found(tx, claim.id)


def ended_by_itself(tx: Tx, number: int) -> bool:
    """Whether a claim's own words ended it, not its person nor what they put in its place; a single day never comes
    back."""
    return tx.execute(
        "select 1 from claim where id = ? and state = 'deprecated' and reason = 'ended' and decided_by <> credited"
        " and (valid_from is null or valid_from < valid_to) and revoked_at is null and not exists"
        " (select 1 from claim as later where later.target = claim.id and later.state = 'verified')",
        (number,)).fetchone() is not None


def reword(tx: Tx, act: Act, number: int, statement: str) -> list[int]:
    """Say a claim in other words without changing what it says; the content ids that are its words no more."""
    old = _found(tx, number)
    if old.statement == statement:
        return []
    [row] = rows(tx.execute("select content from claim where id = ?", (number,)))
    content = events.keep(tx, old.scope, {"subject": old.subject, "attribute": old.attribute, "value": old.value,
                                          "statement": statement})
    tx.execute("update claim set statement = ?, content = ? where id = ?", (statement, content, number))
    _record(tx, act, "claim.reworded", number, None, {})
    return [int(row["content"])]


def requote(tx: Tx, act: Act, claim: int, message: int, quote: str) -> list[int]:
    """Put what is left of a quote in its place, when words beside it are forgotten; the content ids that end."""
    found = rows(tx.execute("select * from evidence where claim = ? and message = ? and quote <> ?",
                            (claim, message, quote)))
    for row in found:
        content = events.keep(tx, row["scope"], quote)
        tx.execute("update evidence set quote = ?, content = ? where id = ?", (quote, content, row["id"]))
        events.record(tx, act, "evidence.reworded", f"claim:{claim}", after=content, meta={
            "message": message, "source": row["source"], "independent": bool(row["independent"])})
    return [int(row["content"]) for row in found]


def revoke(tx: Tx, act: Act, claim: Claim, reason: str) -> None:
    tx.execute("update claim set revoked_at = ?, reason = ? where id = ?", (iso(act.at), reason, claim.id))
    _record(tx, act, "claim.revoked", claim.id, claim, {"reason": reason})


def cite(tx: Tx, act: Act, claim: int, scope: str, message: int, quote: str, source: str, *,
         independent: bool) -> bool:
    """Add a quote behind a claim; False when this message stands behind it already."""
    if tx.execute("select 1 from evidence where claim = ? and message = ?", (claim, message)).fetchone():
        return False
    content = events.keep(tx, scope, quote)
    tx.execute("insert into evidence (scope, claim, message, quote, content, source, independent, observed_at)"
               " values (?, ?, ?, ?, ?, ?, ?, ?)",
               (scope, claim, message, quote, content, source, int(independent), iso(act.at)))
    tx.execute("update claim set confidence = 1 - 0.5 / (1 << (select min(max(sum(independent) - 1, 0), 50)"
               " from evidence where claim = ?)) where id = ?", (claim, claim))
    events.record(tx, act, "evidence.added", f"claim:{claim}", after=content,
                  meta={"message": message, "source": source, "independent": independent})
    return True


def evidence(tx: Tx, claim: int) -> list[Evidence]:
    """What stands behind a claim, oldest first."""
    return [Evidence(row[0], row[1], row[2], moment(row[3]), row[4], row[5]) for row in tx.execute(
        "select evidence.claim, evidence.message, evidence.quote, message.sent_at, evidence.source, message.link"
        " from evidence join message on message.id = evidence.message where evidence.claim = ? order by evidence.id",
        (claim,))]


def dropping_quotes(tx: Tx, act: Act, message: int, text: str) -> list[int]:
    """Take away the evidence whose quote is no longer in a message; the claims that lost one."""
    lost = []
    for number, claim, quote in tx.execute("select id, claim, quote from evidence where message = ?",
                                           (message,)).fetchall():
        if not says_still(text, quote):
            tx.execute("delete from evidence where id = ?", (number,))
            events.record(tx, act, "evidence.withdrawn", f"claim:{claim}", meta={"message": message})
            lost.append(int(claim))
            tx.execute("update fact set sessions = ? where claim = ?", (sessions(tx, claim), claim))
    return lost


def says_still(text: str, quote: str) -> bool:
    """Whether a text holds a quote as whole words of a clause that denies no more than the quote does."""
    found = re.search(rf"(?<!\w){re.escape(quote)}(?!\w)", text)
    if found is None:
        return False
    around = [clause for clause in clauses(text) if normalise(quote) in normalise(clause)] or [text]
    return any(negations(clause) == negations(quote) for clause in around)


def sessions(tx: Tx, claim: int) -> int:
    return int(tx.execute("select count(distinct source) from evidence where claim = ?", (claim,)).fetchone()[0])


def independent(tx: Tx, claim: int) -> tuple[int, float]:
    """(independent sources, confidence) of a claim."""
    found = tx.execute("select (select count(distinct source) from evidence where claim = claim.id and independent),"
                       " confidence from claim where id = ?", (claim,)).fetchone()
    return int(found[0]), float(found[1])


def typed_by_table(tx: Tx, claim: int) -> bool:
    """Whether the attribute table gave a claim its type: no other label relaxes its review."""
    return tx.execute("select 1 from claim where id = ? and typed_by = 'table'", (claim,)).fetchone() is not None


def due(tx: Tx, at: datetime) -> list[Claim]:
    """Facts whose valid time has ended, and those whose lifetime has and nobody said in time that they still hold."""
    ended: dict[int, Claim] = {}
    over = "expires_at <= ? and id in (select claim from still where times >= ? and asked_at <= ?)"
    for clause, bounds in (("valid_to < ?", (at.date().isoformat(),)),
                           (over, (iso(at), STILL_ASKED, iso(at - STILL_AGAIN)))):
        ended |= {row["id"]: _claim(row) for row in rows(tx.execute(  # one select an index, neither looks at the rest
            f"{_SELECT} where {clause} and {_STANDING}", bounds))}
    return [ended[number] for number in sorted(ended)]


def expired(tx: Tx, at: datetime) -> list[Claim]:
    """Facts whose lifetime has ended and that may still hold; one with an end of its own goes by that."""
    return [_claim(row) for row in rows(tx.execute(
        f"{_SELECT} where expires_at <= ? and valid_to is null and {_STANDING} order by expires_at", (iso(at),)))]


STILL_ASKED = 2  # times "still true?" is asked before a fact whose lifetime is over goes (DESIGN 2)
STILL_AGAIN = timedelta(days=7)  # between them, and after the last
_SELECT = "select * from claim"
_STANDING = ("state = 'verified' and revoked_at is null and exists (select 1 from fact where fact.claim = claim.id)")
_VERBS = {State.CANDIDATE: "reopened", State.VERIFIED: "verified", State.CONTRADICTED: "contradicted",
          State.SUPERSEDED: "superseded", State.DEPRECATED: "deprecated", State.RAW: "reopened"}
_IMAGE = ("scope", "room", "credited", "slot", "polarity", "language", "type", "typed_by", "state", "reason", "origin",
          "extractor", "action", "target", "content", "recorded_at", "decided_at", "decided_by", "revoked_at",
          "valid_from", "valid_to", "expires_at")


def _record(tx: Tx, act: Act, verb: str, number: int, before: Claim | None, meta: dict[str, Any]) -> None:
    """One event with the row's image after the change: states, times and ids; the words stay in `content`."""
    row = rows(tx.execute("select * from claim where id = ?", (number,)))[0]
    image = {name: row[name] for name in _IMAGE}
    slot_of = attribute(row["attribute"])
    image["slot"] = slot_of.family or slot_of.name  # what it is about is memory text
    if before is not None:
        meta = meta | {"was": before.state}
    events.record(tx, act, verb, f"claim:{number}", before=row["content"] if before else None, after=row["content"],
                  meta=meta | {"row": image})


def _found(tx: Tx, number: int) -> Claim:
    claim = find(tx, number)
    if claim is None:
        raise NotFound(f"There is no number {number}.")
    return claim


def _claim(row: dict[str, Any]) -> Claim:
    return Claim(
        id=row["id"], scope=row["scope"], room=row["room"], credited=row["credited"], subject=row["subject"],
        attribute=row["attribute"], value=row["value"], polarity=Polarity(row["polarity"]),
        statement=row["statement"], type=ClaimType(row["type"]), state=State(row["state"]), reason=row["reason"],
        origin=Origin(row["origin"]), action=Action(row["action"]), target=row["target"],
        recorded_at=moment(row["recorded_at"]), decided_at=moment_or_none(row["decided_at"]),
        revoked_at=moment_or_none(row["revoked_at"]), valid_from=day_or_none(row["valid_from"]),
        valid_to=day_or_none(row["valid_to"]), language=row["language"])

