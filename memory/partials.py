"""Answers that are being made and stand unfinished on a screen: which message shows one, never its words.

A row is there from before the platform is asked to show anything until the message it answers is done. A kill in
between leaves it, so that the next run goes on with the same message instead of leaving half an answer behind.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from memory.db import Tx
from memory.timestamps import iso


@dataclass(frozen=True, slots=True)
class Partial:
    """What shows an unfinished answer. `platform_id` "": its send began, and nobody knows whether it arrived."""

    inbox: int
    channel: str
    room: str
    scope: str
    started_at: str
    platform_id: str


def begin(tx: Tx, inbox: int, at: datetime) -> bool:
    """Mark that an unfinished answer is about to be sent; False when it must not, since its row is done or something
    for the same room waits to be sent and would come to stand under it."""
    return tx.execute(
        "insert into partial (inbox, scope, started_at) select id, scope, ? from inbox where id = ? and done_at is null"
        " and not exists (select 1 from outbox where outbox.state in ('queued', 'sending')"
        "                 and outbox.room = inbox.room) on conflict do nothing returning inbox",
        (iso(at), inbox)).fetchone() is not None


def stands(tx: Tx, inbox: int, platform_id: str) -> None:
    """It arrived, as this message."""
    tx.execute("update partial set platform_id = ? where inbox = ?", (platform_id, inbox))


def drop(tx: Tx, inbox: int) -> None:
    """Nothing of it is on a screen."""
    tx.execute("delete from partial where inbox = ?", (inbox,))


def standing(tx: Tx) -> list[Partial]:
    """Every one there is."""
    return _list(tx, "true")


def take(tx: Tx, inbox: int) -> Partial | None:
    """The message whose place something else takes now; None when there is none, or nobody knows of it."""
    found = _list(tx, "partial.inbox = ?", inbox)
    if found:
        drop(tx, inbox)
    return found[0] if found and found[0].platform_id else None


def _list(tx: Tx, where: str, *parameters: object) -> list[Partial]:
    return [Partial(*row) for row in tx.execute(
        "select partial.inbox, inbox.channel, inbox.room, partial.scope, partial.started_at, partial.platform_id"
        f" from partial join inbox on inbox.id = partial.inbox where {where}", parameters)]
