"""What came in and is not done: a row before the platform hears of it, empty of words once it is answered."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from memory.db import Tx
from memory.timestamps import iso


@dataclass(frozen=True, slots=True)
class Arrived:
    """One row of the inbox; `payload` is the channel's own JSON."""

    id: int
    channel: str
    room: str
    kind: str
    payload: str
    attempts: int


def accept(tx: Tx, *, scope: str, channel: str, key: str, room: str, kind: str, payload: str, at: datetime
           ) -> int | None:
    """Store what came in; None when its key was seen before."""
    made = tx.execute("insert into inbox (scope, channel, key, room, kind, payload, received_at)"
                      " values (?, ?, ?, ?, ?, ?, ?) on conflict (channel, key) do nothing returning id",
                      (scope, channel, key, room, kind, payload, iso(at))).fetchone()
    return int(made[0]) if made else None


def waiting(tx: Tx) -> list[Arrived]:
    """Everything not done, in the order it came."""
    return [Arrived(*row) for row in tx.execute(
        "select id, channel, room, kind, payload, attempts from inbox where done_at is null order by id")]


def attempt(tx: Tx, number: int) -> int:
    """Count one more try at handling a row; returns how many there were."""
    return int(tx.execute("update inbox set attempts = attempts + 1 where id = ? returning attempts",
                          (number,)).fetchone()[0])


def finish(tx: Tx, number: int, at: datetime) -> bool:
    """Mark a row done and let go of its words; False when it was done before."""
    return tx.execute("update inbox set done_at = ?, payload = '' where id = ? and done_at is null returning id",
                      (iso(at), number)).fetchone() is not None


def latest(tx: Tx, channel: str, prefix: str) -> dict[str, str]:
    """For each room of a channel the key that came last, of those that begin with `prefix`."""
    return {row[0]: row[1] for row in tx.execute(
        "select room, key from inbox where id in (select max(id) from inbox where channel = ?"
        " and substr(key, 1, ?) = ? group by room)", (channel, len(prefix), prefix))}


def count(tx: Tx, room: str) -> int:
    return int(tx.execute("select count(*) from inbox where room = ? and done_at is null", (room,)).fetchone()[0])
