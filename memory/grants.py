"""Grants: which room lets which endpoint have what. A grant is never changed, only ended and given anew.

The row is one half; the other is a file of the caller's, and a grant holds only while both exist. `nothing` is a
recorded no, so that a room is not asked again and again; it has no file.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from memory import events
from memory.db import Tx
from memory.events import Act
from memory.timestamps import iso, moment


class Extent(StrEnum):
    """What may be sent: the chat's messages, these and what is remembered, or nothing at all."""

    TALK = "talk"
    MEMORY = "talk and memory"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Terms:
    """What is granted. `turn`: the one message it is for, "" always. `person`: whose own yes, "" the room's."""

    room: str
    origin: str
    extent: Extent
    turn: str = ""
    person: str = ""


@dataclass(frozen=True, slots=True)
class Grant:
    """Terms that somebody agreed to."""

    id: int
    terms: Terms
    given_by: str
    given_at: datetime


@dataclass(frozen=True, slots=True)
class Asking:
    """A question for a yes: whose message (`turn`, its id on the platform) waits for which endpoint."""

    id: int
    room: str
    person: str
    turn: str
    origin: str


def give(tx: Tx, act: Act, terms: Terms) -> Grant:
    """Record a yes or a no of a room that was met; what stood there on the same endpoint ends."""
    for grant in standing(tx, terms.room):
        same = (grant.terms.origin, grant.terms.person, grant.terms.turn) == (terms.origin, terms.person, terms.turn)
        if same or (grant.terms.origin == terms.origin and terms.extent is Extent.NOTHING and not terms.person):
            end(tx, act, grant.id, "replaced")
    made = tx.execute('insert into "grant" (scope, room, origin, person, turn, extent, given_by, given_at)'
                      " values ((select scope from room where id = ?), ?, ?, ?, ?, ?, ?, ?)",
                      (terms.room, terms.room, terms.origin, terms.person, terms.turn, terms.extent, act.actor,
                       iso(act.at)))
    number = int(made.lastrowid or 0)
    events.record(tx, act, "grant.given", f"grant:{number}",
                  meta={"room": terms.room, "origin": terms.origin, "extent": terms.extent, "turn": terms.turn,
                        "person": terms.person})
    return Grant(number, terms, act.actor, act.at)


def end(tx: Tx, act: Act, number: int, reason: str) -> bool:
    """End a grant; False when it had ended."""
    ended = tx.execute('update "grant" set ended_at = ? where id = ? and ended_at is null returning id',
                       (iso(act.at), number)).fetchall()
    if ended:
        events.record(tx, act, "grant.ended", f"grant:{number}", meta={"reason": reason})
    return bool(ended)


def standing(tx: Tx, room: str | None = None) -> list[Grant]:
    """The grants that have not ended, of one room or of all, oldest first."""
    where, parameters = ("", ()) if room is None else (" and room = ?", (room,))
    return [Grant(row[0], Terms(row[1], row[2], Extent(row[3]), row[4], row[5]), row[6], moment(row[7]))
            for row in tx.execute('select id, room, origin, extent, turn, person, given_by, given_at from "grant"'
                                  f" where ended_at is null{where} order by id", parameters)]


def ask(tx: Tx, scope: str, asking: Asking, at: datetime) -> int:
    """Note a question; the number it already has when it is open."""
    found = tx.execute("select id from asking where answered_at is null and room = ? and person = ? and turn = ?"
                       " and origin = ?", (asking.room, asking.person, asking.turn, asking.origin)).fetchone()
    if found:
        return int(found[0])
    made = tx.execute("insert into asking (scope, room, person, turn, origin, asked_at) values (?, ?, ?, ?, ?, ?)",
                      (scope, asking.room, asking.person, asking.turn, asking.origin, iso(at)))
    return int(made.lastrowid or 0)


def open_asking(tx: Tx, room: str, number: int | None = None) -> Asking | None:
    """A question of this room that waits for its answer: that one, or the newest."""
    found = tx.execute("select id, room, person, turn, origin from asking where answered_at is null and room = ?"
                       " and id = coalesce(?, id) order by id desc limit 1", (room, number)).fetchone()
    return Asking(*found) if found else None


def last_asked(tx: Tx, room: str) -> str:
    """The endpoint a room was asked about last, "" when it never was."""
    found = tx.execute("select origin from asking where room = ? order by id desc limit 1", (room,)).fetchone()
    return str(found[0]) if found else ""


def answer(tx: Tx, number: int, at: datetime) -> bool:
    """Close a question; False when somebody was faster."""
    return bool(tx.execute("update asking set answered_at = ? where id = ? and answered_at is null returning id",
                           (iso(at), number)).fetchall())
