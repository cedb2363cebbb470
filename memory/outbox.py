"""What is to be said, with how far its delivery got. A send that was in flight at a crash is in doubt, not repeated."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from memory.db import Tx
from memory.timestamps import iso

_WAITING = "state in ('queued', 'sending')"  # as the index says it: without these words it would not be used


@dataclass(frozen=True, slots=True)
class Waiting:
    """One message to send; `payload` is the bot's own JSON. `replaces`: the message on the platform whose place it
    takes; without a payload that one goes and nothing comes."""

    id: int
    channel: str
    room: str
    says: str
    payload: str
    state: str
    made_at: str
    not_before: str | None
    replaces: str = ""


def put(tx: Tx, *, scope: str, channel: str, room: str, says: str, payload: str, at: datetime,
        inbox: int | None = None, message: int | None = None, replaces: str = "") -> int:
    made = tx.execute("insert into outbox (scope, channel, room, says, payload, replaces, inbox, message, made_at)"
                      " values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                      (scope, channel, room, says, payload, replaces, inbox, message, iso(at)))
    return int(made.lastrowid or 0)


def queued(tx: Tx) -> list[Waiting]:
    """Everything still to be sent, in order."""
    return _list(tx, f"{_WAITING} and state = 'queued'")


def ready(tx: Tx, at: datetime, busy: Collection[str], channels: Collection[str]) -> tuple[list[Waiting], str | None]:
    """The first message of each room that is not busy and has not to wait; and the earliest moment one may go that
    has to. A room waits behind its first message, so that order is kept."""
    first = [row for row in _list(tx, f"id in (select min(id) from outbox where {_WAITING} and state = 'queued'"
                                      " group by room)") if row.room not in busy and row.channel in channels]
    late = [row.not_before for row in first if row.not_before and row.not_before > iso(at)]
    return [row for row in first if not row.not_before or row.not_before <= iso(at)], min(late, default=None)


def next_of(tx: Tx, at: datetime, room: str) -> Waiting | None:
    """The same for one room; None when nothing of it may go now."""
    first = _list(tx, f"{_WAITING} and state = 'queued' and room = ?", room, limit=1)
    if not first or (first[0].not_before or "") > iso(at):
        return None
    return first[0]


def sending(tx: Tx, row: Waiting, at: datetime) -> bool:
    """Mark that the send begins, no earlier than it does: what a kill finds so may have arrived. False when it is
    not queued any more, or its words are gone."""
    return tx.execute("update outbox set state = 'sending', sent_at = ? where id = ? and state = 'queued'"
                      " and (payload <> '') = ? returning id",
                      (iso(at), row.id, bool(row.payload))).fetchone() is not None


def doubtful(tx: Tx, room: str) -> list[Waiting]:
    """What may or may not have arrived in a room, or could not be sent: listed by /status."""
    return _list(tx, "state in ('doubt', 'failed') and room = ?", room)


def find(tx: Tx, number: int) -> Waiting | None:
    found = _list(tx, "id = ?", number)
    return found[0] if found else None


def put_back(tx: Tx, begun: Collection[int]) -> None:
    """Queue again what is marked as being sent, without those whose sending has begun."""
    for row in _list(tx, f"{_WAITING} and state = 'sending'"):
        if row.id not in begun:
            tx.execute("update outbox set state = 'queued' where id = ?", (row.id,))


def sent(tx: Tx, number: int, platform_ids: list[str], at: datetime) -> None:
    """Mark as delivered; the words go, the ids stay for later edits of a card."""
    tx.execute("update outbox set state = 'sent', sent_at = ?, platform_ids = ?, payload = '', replaces = ''"
               " where id = ?",
               (iso(at), " ".join(platform_ids), number))


@dataclass(frozen=True, slots=True)
class Once:
    """A message under which a button works once; `text`: what of an answer it showed; `whole`: in one piece."""

    id: int
    used: bool
    whole: bool
    text: str = ""


def once(tx: Tx, room: str, platform_id: str) -> Once | None:
    """The message that has this id on the platform, if it is one of ours."""
    found = tx.execute(
        "select outbox.id, outbox.used_at is not null, outbox.platform_ids, coalesce(message.text, '') from outbox"
        " left join message on message.id = outbox.message"
        " where outbox.room = ? and ' ' || outbox.platform_ids || ' ' like ? order by outbox.id limit 1",
        (room, f"% {platform_id} %")).fetchone()
    return Once(found[0], bool(found[1]), len(found[2].split()) == 1, found[3]) if found else None


def use(tx: Tx, number: int, at: datetime) -> None:
    tx.execute("update outbox set used_at = ? where id = ?", (iso(at), number))


def again(tx: Tx, number: int, not_before: datetime | None = None) -> bool:
    """Put a message back in the queue: it surely did not arrive, or a person asked for it again."""
    return tx.execute("update outbox set state = 'queued', not_before = ? where id = ?"
                      " and (payload <> '' or replaces <> '') returning id",
                      (not_before and iso(not_before), number)).fetchone() is not None


def doubt(tx: Tx, number: int) -> None:
    tx.execute("update outbox set state = 'doubt' where id = ?", (number,))


def fail(tx: Tx, number: int) -> None:
    tx.execute("update outbox set state = 'failed' where id = ?", (number,))


def in_flight(tx: Tx) -> list[tuple[Waiting, str]]:
    """What was being sent when the last run ended, each with the moment that began."""
    began = dict(tx.execute(f"select id, sent_at from outbox where {_WAITING} and state = 'sending'").fetchall())
    return [(row, began[row.id] or row.made_at) for row in _list(tx, f"{_WAITING} and state = 'sending'")]


def dismiss(tx: Tx, number: int) -> None:
    tx.execute("update outbox set state = 'sent', payload = '', replaces = '' where id = ?", (number,))


def silence(tx: Tx, number: int) -> None:
    """Its words go unsent. A message whose place it was to take goes from the screen; where the words are on their
    way already, that is done only if they come back."""
    tx.execute("update outbox set payload = '', state = case when replaces = '' then 'sent'"
               " when state = 'sending' then 'sending' else 'queued' end where id = ?", (number,))


def platform_ids(tx: Tx, number: int) -> list[str]:
    found = tx.execute("select platform_ids from outbox where id = ?", (number,)).fetchone()
    return str(found[0]).split() if found else []


def _list(tx: Tx, where: str, *parameters: object, limit: int = -1) -> list[Waiting]:
    return [Waiting(*row) for row in tx.execute(
        "select id, channel, room, says, payload, state, made_at, not_before, replaces from outbox"
        f" where {where} order by id limit ?", (*parameters, limit))]
