"""Work for later that survives a restart: one row a kind and room, retried with bounds, visible when it failed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from memory.db import Tx
from memory.timestamps import iso, moment

TRIES = 5
FIRST_DELAY = timedelta(seconds=20)  # doubled at each failure


@dataclass(frozen=True, slots=True)
class Job:
    id: int
    kind: str
    room: str
    scope: str
    run_at: datetime
    attempts: int
    state: str
    error: str


def put(tx: Tx, *, scope: str, kind: str, room: str, run_at: datetime) -> None:
    """Ask for a job; one that waits already is moved, one that had failed gets its tries back."""
    tx.execute("insert into job (scope, kind, room, run_at) values (?, ?, ?, ?) on conflict (kind, room) do update"
               " set run_at = excluded.run_at, attempts = case state when 'failed' then 0 else attempts end,"
               " state = 'waiting'", (scope, kind, room, iso(run_at)))


def due(tx: Tx, at: datetime) -> list[Job]:
    return _list(tx, "state = 'waiting' and run_at <= ?", iso(at))


def next_at(tx: Tx) -> datetime | None:
    found = tx.execute("select min(run_at) from job where state = 'waiting'").fetchone()
    return moment(found[0]) if found and found[0] else None


def of_room(tx: Tx, room: str) -> list[Job]:
    return _list(tx, "room = ?", room)


def done(tx: Tx, job: Job) -> None:
    """Take a job away, unless it was asked for again while it ran."""
    tx.execute("delete from job where id = ? and run_at = ?", (job.id, iso(job.run_at)))


def fail(tx: Tx, job: Job, error: str, at: datetime, *, final: bool = False) -> bool:
    """Count a failure: later again, or given up after `TRIES`; True when given up. `error` names the kind only."""
    attempts = job.attempts + 1
    over = final or attempts >= TRIES
    tx.execute("update job set attempts = ?, state = ?, error = ?, run_at = ? where id = ?",
               (attempts, "failed" if over else "waiting", error, iso(at + FIRST_DELAY * 2 ** (attempts - 1)), job.id))
    return over


def later(tx: Tx, job: Job, at: datetime) -> None:
    """Put off a job that could not be finished yet, as often as it takes: 5 s at first, at most 5 minutes."""
    pause = min(timedelta(minutes=5), timedelta(seconds=5) * 2 ** min(job.attempts, 8))
    tx.execute("update job set attempts = attempts + 1, run_at = ? where id = ?", (iso(at + pause), job.id))


def _list(tx: Tx, where: str, *parameters: object) -> list[Job]:
    return [Job(row[0], row[1], row[2], row[3], moment(row[4]), row[5], row[6], row[7]) for row in tx.execute(
        f"select id, kind, room, scope, run_at, attempts, state, error from job where {where} order by run_at",
        parameters)]
