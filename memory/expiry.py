"""Expiry: a fact whose lifetime is over stays until its person was asked twice whether it still holds.

An end of valid time needs no question: the words themselves said when it would be over.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, time, timedelta

from memory import claims, events, facts, flips
from memory.claims import STILL_AGAIN, STILL_ASKED
from memory.db import Tx
from memory.domain import Claim, State
from memory.errors import Refused
from memory.events import Act
from memory.reading import says
from memory.timephrase import resolve
from memory.timestamps import iso, moment

A_DAY = timedelta(days=1)
ASKED_A_DAY = 3  # questions one person gets in a day; what is not asked yet stays (UX, notices)


def to_ask(tx: Tx, at: datetime) -> list[Claim]:
    """Facts to ask "still true?" about now, in rooms that can be reached, at most `ASKED_A_DAY` a person."""
    asked: dict[str, int] = {}
    found: list[Claim] = []
    for claim in claims.expired(tx, at):
        last = tx.execute("select times, asked_at from still where claim = ?", (claim.id,)).fetchone()
        if last is not None and (last[0] >= STILL_ASKED or moment(last[1]) > at - STILL_AGAIN):
            continue
        if tx.execute("select 1 from room where id = ? and unreachable = 1", (claim.room,)).fetchone():
            continue
        if claim.credited not in asked:
            asked[claim.credited] = tx.execute("select count(*) from still where person = ? and asked_at > ?", (
                claim.credited, iso(at - A_DAY))).fetchone()[0]
        if asked[claim.credited] < ASKED_A_DAY:
            asked[claim.credited] += 1
            found.append(claim)
    return found


def asked(tx: Tx, act: Act, claim: Claim) -> None:
    """Note that the question is on its way to the person."""
    times = tx.execute(
        "insert into still (claim, scope, person, times, asked_at) values (?, ?, ?, 1, ?) on conflict (claim) do"
        " update set times = times + 1, asked_at = excluded.asked_at returning times",
        (claim.id, claim.scope, claim.credited, iso(act.at))).fetchone()[0]
    events.record(tx, act, "still.asked", f"still:{claim.id}", meta={"times": times})


def confirm(tx: Tx, act: Act, claim: Claim) -> Claim:
    """The person says that it still holds: its lifetime begins anew. An end that lies ahead stays.

    Raises:
        Refused: "not a fact".
    """
    _must_stand(tx, claim)
    tx.execute("delete from still where claim = ?", (claim.id,))
    going_on = renew(tx, act, claim)
    facts.close(tx, claim.id)
    return going_on


def renew(tx: Tx, act: Act, claim: Claim) -> Claim:
    """Begin a claim's lifetime anew; one whose end has come goes on without it, and its words no longer name it."""
    renewed = claims.renew(tx, act, claim)
    going_on = claim.valid_to is not None and renewed.valid_to is None
    if going_on and claims.reword(tx, act, claim.id, _without_end(renewed)):
        facts.reword(tx, claim.id)
    return claims.owned(tx, claim.id, claim.credited)


def _without_end(claim: Claim) -> str:
    """ "I'm on night shifts until the end of March" without its last words; unchanged where it does not read then."""
    period = resolve(claim.statement, claim.recorded_at, claim.language)
    shorter = claim.statement
    for start, stop in reversed(period.spans if period else ()):
        shorter = shorter[:start] + shorter[stop:]
    shorter = re.sub(r"\s+(?=[.,;!]|$)", "", " ".join(shorter.split()))
    read = says(claim, shorter)
    return shorter if read is not None and read.valid_to is None and read.valid_from == claim.valid_from else (
        claim.statement)


def end(tx: Tx, act: Act, claim: Claim) -> Claim:
    """The person says that it no longer holds: it was true until today.

    Raises:
        Refused: "not a fact".
    """
    _must_stand(tx, claim)
    facts.retire(tx, claim.id)
    claims.close(tx, act, claim, act.at.date().isoformat())
    ended = claims.move(tx, act, claims.owned(tx, claim.id, claim.credited), State.DEPRECATED, "ended")
    flips.dismiss_all(tx, act, claim.id)
    return ended


def next_at(tx: Tx, after: datetime) -> datetime | None:
    """The first moment after `after` at which something ends, has to be asked or was asked in vain."""
    expires = tx.execute("select min(expires_at) from claim where expires_at > ? and state = 'verified'",
                         (iso(after),)).fetchone()[0]
    last_day = tx.execute("select min(valid_to) from claim where valid_to >= ? and state = 'verified'",
                          (after.date().isoformat(),)).fetchone()[0]
    found = [moment(expires)] if expires else []
    for pause in (A_DAY, STILL_AGAIN):  # the next ones may be asked; this one may be asked again, or goes
        last = tx.execute("select min(asked_at) from still where asked_at > ?", (iso(after - pause),)).fetchone()[0]
        found += [moment(last) + pause] if last else []
    if last_day:
        found.append(datetime.combine(datetime.fromisoformat(last_day).date() + timedelta(days=1), time(), UTC))
    return min(found, default=None)


def _must_stand(tx: Tx, claim: Claim) -> None:
    if tx.execute("select 1 from fact where claim = ?", (claim.id,)).fetchone() is None:
        raise Refused("not a fact", str(claim.id))
