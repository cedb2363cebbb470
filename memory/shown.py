"""Read-lineage: what each prompt, reply, card and list put before whom. Cannot be added later, so it always is."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from memory.db import Tx
from memory.timestamps import iso

LOOKED_AT = 12  # rows for one statement: as many times as the same one was shown in a run, on average


def show(tx: Tx, claims: Iterable[int], *, scope: str, room: str, person: str, place: str, at: datetime,
         turn: int | None = None) -> None:
    """Record that these claims were put before this person (`place`: prompt, reply, card, list)."""
    tx.executemany(
        "insert into shown (scope, at, room, person, place, claim, turn) values (?, ?, ?, ?, ?, ?, ?)",
        [(scope, iso(at), room, person, place, claim, turn) for claim in dict.fromkeys(claims)])


def since(tx: Tx, person: str, claims: Iterable[int], after: str) -> bool:
    """Was any of these claims shown to this person after a moment (ISO text)?"""
    return any(tx.execute("select 1 from shown where person = ? and claim = ? and at > ? limit 1",
                          (person, claim, after)).fetchone() for claim in claims)


def cards_seen(tx: Tx, person: str, room: str) -> set[int]:
    """Claims this person was shown as cards or in the queue list, here: what `/approve all` may mean."""
    return {row[0] for row in tx.execute(
        "select distinct claim from shown where person = ? and room = ? and place in ('card', 'list')", (person, room))}


def fresh(tx: Tx, person: str, scope: str, after: datetime, limit: int) -> list[int]:
    """This person's facts of a scope, approved after a moment and since the last prompt: newest first.

    Of many approved at once the first prompt holds these few; the others come when they matter.
    """
    return [row[0] for row in tx.execute(
        "select claim.id from claim join fact on fact.claim = claim.id"
        " where claim.credited = :person and claim.state = 'verified' and claim.decided_at >= :after"
        " and fact.scope = :scope and claim.decided_at >= coalesce((select at from shown"
        "   where person = :person and scope = :scope and place = 'prompt' order by id desc limit 1), '')"
        " and not exists (select 1 from shown where shown.person = :person and shown.claim = claim.id"
        "                 and shown.place = 'prompt') order by claim.decided_at desc limit :limit",
        {"person": person, "after": iso(after), "scope": scope, "limit": limit}).fetchall()]


def for_turn(tx: Tx, turn: int) -> list[int]:
    """What the prompt of one turn held."""
    return [row[0] for row in tx.execute(
        "select distinct claim from shown where turn = ? and place = 'prompt' order by claim", (turn,))]


def recent_statements(tx: Tx, person: str, room: str, limit: int = 40) -> list[tuple[str, str]]:
    """(subject, statement) of what was last put before this person in this room and stands: saying it again is echo,
    not evidence. What was given up since is no longer there to be echoed."""
    return tx.execute(
        "select claim.subject, claim.statement from"
        " (select id, claim from shown where person = ? and room = ? and place in ('prompt', 'reply')"
        "  order by id desc limit ?) as last join claim on claim.id = last.claim"
        " where claim.state in ('candidate', 'verified') and claim.revoked_at is null"
        " group by claim.id order by max(last.id) desc limit ?", (person, room, LOOKED_AT * limit, limit)).fetchall()
