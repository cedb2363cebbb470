"""What is to be said, with how far its delivery got. A send that was in flight at a crash is in doubt, not repeated."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from memory.db import Tx
from memory.timestamps import iso


@dataclass(frozen=True, slots=True)
class Waiting:
    """One message to send; `payload` is the bot's own JSON."""

    id: int
    channel: str
    room: str
    says: str
    payload: str
    state: str
    made_at: str
    not_before: str | None


def put(tx: Tx, *, scope: str, channel: str, room: str, says: str, payload: str, at: datetime,
        inbox: int | None = None, message: int | None = None) -> int:
    made = tx.execute("insert into outbox (scope, channel, room, says, payload, inbox, message, made_at)"
                      " values (?, ?, ?, ?, ?, ?, ?, ?)",
                      (scope, channel, room, says, payload, inbox, message, iso(at)))
    return int(made.lastrowid or 0)


def queued(tx: Tx) -> list[Waiting]:
    """Everything still to be sent, in order."""
    return _list(tx, "state = 'queued'")


def doubtful(tx: Tx, room: str) -> list[Waiting]:
    """What may or may not have arrived in a room, or could not be sent: listed by /status."""
    return _list(tx, "state in ('doubt', 'failed') and room = ?", room)


def find(tx: Tx, number: int) -> Waiting | None:
    found = _list(tx, "id = ?", number)
    return found[0] if found else None


def sending(tx: Tx, number: int) -> bool:
    """Mark that the send begins; False when it is not queued any more."""
    return tx.execute("update outbox set state = 'sending' where id = ? and state = 'queued' returning id",
                      (number,)).fetchone() is not None


def sent(tx: Tx, number: int, platform_ids: list[str], at: datetime) -> None:
    """Mark as delivered; the words go, the ids stay for later edits of a card."""
    tx.execute("update outbox set state = 'sent', sent_at = ?, platform_ids = ?, payload = '' where id = ?",
               (iso(at), " ".join(platform_ids), number))


def again(tx: Tx, number: int, not_before: datetime | None = None) -> bool:
    """Put a message back in the queue: it surely did not arrive, or a person asked for it again."""
    return tx.execute("update outbox set state = 'queued', not_before = ? where id = ? and payload <> '' returning id",
                      (not_before and iso(not_before), number)).fetchone() is not None


def doubt(tx: Tx, number: int) -> None:
    tx.execute("update outbox set state = 'doubt' where id = ?", (number,))


def fail(tx: Tx, number: int) -> None:
    tx.execute("update outbox set state = 'failed' where id = ?", (number,))


def doubt_in_flight(tx: Tx) -> int:
    """At start: what was being sent when the last run ended may have arrived; how many."""
    return len(tx.execute("update outbox set state = 'doubt' where state = 'sending' returning id").fetchall())


def dismiss(tx: Tx, number: int) -> None:
    tx.execute("update outbox set state = 'sent', payload = '' where id = ?", (number,))


def platform_ids(tx: Tx, number: int) -> list[str]:
    found = tx.execute("select platform_ids from outbox where id = ?", (number,)).fetchone()
    return str(found[0]).split() if found else []


def _list(tx: Tx, where: str, *parameters: object) -> list[Waiting]:
    return [Waiting(*row) for row in tx.execute(
        f"select id, channel, room, says, payload, state, made_at, not_before from outbox where {where} order by id",
        parameters)]
