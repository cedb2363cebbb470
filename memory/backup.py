"""Backups: one file that is whole or is not there, and a restore that brings nothing forgotten back.

A copy of `memory.db` alone is no backup: what was written last is in its WAL. A backup is made by `vacuum into`, so it
holds no slack of deleted rows either, is checked, and only then gets its name; a broken-off one keeps the ending
`.partial`. The key goes beside it, since sealed refusals mean nothing without it.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from memory import claims, erase, events, facts, messages, tombstones, topics
from memory.core import Memory
from memory.db import Tx, held, rows
from memory.domain import State
from memory.errors import MemoryFault
from memory.events import Act
from memory.gateway import Rules
from memory.keys import key_id, load
from memory.ports import Clock, SystemClock
from memory.timestamps import iso

MARK = "backup"  # the meta row that makes a database file a backup: event head and time
OPERATOR = "operator"


class BadBackup(MemoryFault):
    """The file is no backup, or not one of this installation; nothing was changed."""


@dataclass(frozen=True, slots=True)
class Head:
    """Where the record stood: number and hash of its last event."""

    seq: int
    hash: str


@dataclass(frozen=True, slots=True)
class Restored:
    """What a restore did: where the record stands now, and what stayed away because it was forgotten since."""

    head: Head
    forgotten: int
    declined: int


def write(directory: Path, target: Path, clock: Clock | None = None) -> Head:
    """Back up the memory of `directory` into `target`, 0600, while it is in use or not.

    Raises:
        BadBackup: there is no memory, `target` is there already, or the copy did not pass its checks.
    """
    source = directory / "memory.db"
    if not source.is_file():
        raise BadBackup(f"There is no memory in {directory} yet, so there is nothing to back up.")
    if target.exists():
        raise BadBackup(f"{target} is there already; a backup never takes another one's place.")
    partial = target.with_name(target.name + ".partial")
    partial.unlink(missing_ok=True)
    os.close(os.open(partial, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    with closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True, timeout=20.0)) as db:
        db.execute("vacuum into ?", (str(partial),))
    key = load(directory)
    with closing(sqlite3.connect(partial, isolation_level=None)) as copy:
        head = _checked(copy, key)
        mark = {"seq": head.seq, "hash": head.hash, "at": iso((clock or SystemClock()).now()), "key": key_id(key)}
        copy.execute("insert or replace into meta values (?, ?)", (MARK, json.dumps(mark)))
    _private_copy(directory / "key", target.with_name(target.name + ".key"))
    _synced(partial)
    partial.replace(target)
    return head


def check(file: Path) -> Head:
    """What a backup says of itself, after looking whether it is whole.

    Raises:
        BadBackup: broken off, damaged, or something else.
    """
    if not file.is_file():
        raise BadBackup(f"There is no file {file}.")
    if file.suffix == ".partial":
        raise BadBackup(f"{file} was broken off while it was written. It is no backup.")
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as db:
            if (said := db.execute("pragma integrity_check").fetchone()[0]) != "ok":
                raise BadBackup(f"{file} is damaged ({said}). Nothing was changed.")
            found = db.execute("select value from meta where name = ?", (MARK,)).fetchone()
    except sqlite3.DatabaseError as error:
        raise BadBackup(f"{file} cannot be read as a backup ({error}). Nothing was changed.") from error
    if found is None:
        raise BadBackup(f"{file} was not made by `sayso backup`: a copied memory.db lacks what was written last. "
                        "Nothing was changed.")
    mark = json.loads(found[0])
    return Head(int(mark["seq"]), str(mark["hash"]))


async def restore(directory: Path, file: Path, clock: Clock | None = None) -> Restored:
    """Put a backup in the place of the memory in `directory`; what was forgotten since stays forgotten.

    Raises:
        BadBackup: see `check`, or it was made with another key. StoreUnusable: this memory is in use.
    """
    head = check(file)
    with _staged(directory, file) as staging:
        newer = _newer(directory / "memory.db", head)
        async with Memory.open(staging, clock=clock) as memory:
            now = memory.clock.now()
            forgotten, declined = await memory.db.write(lambda tx: _apply(tx, memory.rules, now, newer))
            await memory.work.scrub()
            return Restored(await memory.db.read(_head), forgotten, declined)


@contextmanager
def _staged(directory: Path, file: Path) -> Iterator[Path]:
    """A copy of a backup beside the memory, which takes its place when all went well."""
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    with held(directory):
        _take_key(directory, file)
        staging = directory / "restoring"
        shutil.rmtree(staging, ignore_errors=True)
        staging.mkdir(mode=0o700)
        try:
            _private_copy(file, staging / "memory.db")
            _private_copy(directory / "key", staging / "key")
            yield staging
            for name in ("memory.db-wal", "memory.db-shm"):
                (directory / name).unlink(missing_ok=True)
            (staging / "memory.db").replace(directory / "memory.db")
        finally:
            shutil.rmtree(staging, ignore_errors=True)


@dataclass(frozen=True, slots=True)
class _Newer:
    """What of the newer state outlives a restore: refusals, single claims forgotten, shares and doors closed."""

    tombstones: list[dict[str, object]]
    seals: list[tuple[int, str, int, bytes]]
    claims: list[int]
    messages: list[int]
    shares: set[tuple[int, str]] | None
    members: set[tuple[str, str]] | None
    paused: list[str]


def _newer(path: Path, head: Head) -> _Newer:
    if not path.is_file() or not path.stat().st_size:
        return _Newer([], [], [], [], None, None, [])
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
        ours = db.execute("select 1 from event where seq = ? and hash = ?", (head.seq, head.hash)).fetchone()
        gone_claims: list[int] = []
        gone_messages: list[int] = []
        for meta, in db.execute("select meta from event where seq > ? and verb in ('topic.forgotten',"
                                " 'claim.forgotten')", (head.seq,)) if ours or not head.seq else ():
            said = json.loads(meta)
            gone_claims += said["claims"]
            gone_messages += [*said["messages"], *said["replies"]]
        return _Newer(
            rows(db.execute("select * from tombstone order by id")),
            db.execute("select tombstone, kind, length, digest from seal order by rowid").fetchall(),
            gone_claims, gone_messages,
            set(db.execute("select claim, scope from share")) if ours else None,
            set(db.execute("select room, person from member")) if ours else None,
            [row[0] for row in db.execute("select id from person where learning = 0")])


@dataclass(frozen=True, slots=True)
class _Sealed:
    """A forgotten topic that is known by its seals alone."""

    key: bytes
    seals: tuple[topics.Seal, ...]

    def mentioned_in(self, text: str) -> bool:
        return topics.mentions(self.key, {0: self.seals}, text) is not None


def _apply(tx: Tx, rules: Rules, now: datetime, newer: _Newer) -> tuple[int, int]:
    """Refusals first, then everything they and the single forgets reach; old queues are not worked off again."""
    act = Act(OPERATOR, now, rules.key)
    tx.execute("update outbox set payload = '', state = 'sent' where payload <> '' or state <> 'sent'")
    tx.execute("update inbox set payload = '', done_at = ? where done_at is null", (iso(now),))
    tx.execute("delete from preview")
    topics_of = _refusals(tx, newer)
    rules.forgotten.load(tx)
    forgotten = 0
    for person, seals in topics_of:
        found = erase.reach(tx, person, _Sealed(rules.key, seals))
        forgotten += len(found.claims) + len(found.said) + len(found.replies)
        if found:
            erase.remove(tx, act, rules, person, f"person/{person}", found, None)
    for number in newer.claims:
        claim = claims.find(tx, number)
        if claim is not None:
            erase.remove(tx, act, rules, claim.credited, claim.scope, erase.reach_of_claim(tx, claim), None)
            forgotten += 1
    forgotten += messages.blank(tx, newer.messages, erase.WITHHELD)
    declined = _decline_again(tx, act, rules)
    _close_doors(tx, newer)
    events.record(tx, act, "memory.restored", "memory", meta={"forgotten": forgotten, "declined": declined})
    return forgotten, declined


def _refusals(tx: Tx, newer: _Newer) -> list[tuple[str, tuple[topics.Seal, ...]]]:
    """Put the newer refusals in; a lifted one stays lifted. The topics in force: (person, seals)."""
    force: list[tuple[str, tuple[topics.Seal, ...]]] = []
    for one in newer.tombstones:
        tx.execute("insert or ignore into person (id, scope, first_seen) values (?, ?, ?)",
                   (one["person"], f"person/{one['person']}", one["made_at"]))
        there = tx.execute("select id from tombstone where person = ? and made_at = ? and kind = ?",
                           (one["person"], one["made_at"], one["kind"])).fetchone()
        seals = [seal for seal in newer.seals if seal[0] == one["id"]]
        if there:
            tx.execute("update tombstone set lifted_at = ?, hits = max(hits, ?) where id = ?",
                       (one["lifted_at"], one["hits"], there[0]))
        else:
            made = tx.execute("insert into tombstone (scope, person, kind, words, made_at, hits, lifted_at)"
                              " values (?, ?, ?, ?, ?, ?, ?)",
                              tuple(one[name] for name in ("scope", "person", "kind", "words", "made_at", "hits",
                                                           "lifted_at")))
            tx.executemany("insert into seal (tombstone, kind, length, digest) values (?, ?, ?, ?)",
                           [(made.lastrowid, *seal[1:]) for seal in seals])
        if one["kind"] == "topic" and one["lifted_at"] is None:
            force.append((str(one["person"]), tuple(topics.Seal(*seal[1:]) for seal in seals)))
    return force


def _decline_again(tx: Tx, act: Act, rules: Rules) -> int:
    """Claims that were declined since: no fact, no card."""
    again = 0
    for number, person, slot, key, polarity in tx.execute(
            "select id, credited, slot, value_key, polarity from claim where state in ('candidate', 'verified')"
            " and revoked_at is null").fetchall():
        if tombstones.declined(tx, rules.key, person, (slot, key, polarity)) is not None:
            claim = claims.owned(tx, number, person)
            facts.retire(tx, number)
            claims.move(tx, act, claim, State.DEPRECATED, "declined")
            again += 1
    return again


def _close_doors(tx: Tx, newer: _Newer) -> None:
    """What was unshared, left or paused since stays so."""
    if newer.shares is not None:
        for claim, scope in tx.execute("select claim, scope from share").fetchall():
            if (claim, scope) not in newer.shares:
                with facts.reworded(tx, claim):
                    tx.execute("delete from share where claim = ? and scope = ?", (claim, scope))
    if newer.members is not None:
        tx.executemany("delete from member where room = ? and person = ?",
                       [pair for pair in tx.execute("select room, person from member").fetchall()
                        if tuple(pair) not in newer.members])
    tx.executemany("update person set learning = 0 where id = ?", [(person,) for person in newer.paused])


def _head(tx: Tx) -> Head:
    return Head(*events.head(tx))


def _checked(copy: sqlite3.Connection, key: bytes) -> Head:
    """The head of a fresh copy that is whole: pages, indexes and the record."""
    if (said := copy.execute("pragma integrity_check").fetchone()[0]) != "ok":
        raise BadBackup(f"The copy is damaged ({said}). It keeps the ending .partial and is no backup.")
    broken = events.verify(copy, key)
    if broken is not None:
        raise BadBackup(f"The record is broken at line {broken.seq} ({broken.why}). No backup was made.")
    return _head(copy)


def _take_key(directory: Path, file: Path) -> None:
    """Use the key beside the backup where there is none yet; never replace one.

    Raises:
        BadBackup: the keys differ, or there is none anywhere.
    """
    beside = file.with_name(file.name + ".key")
    with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as db:
        made_with = db.execute("select value from meta where name = 'key'").fetchone()[0]
    path = directory / "key"
    if not path.exists():
        if not beside.is_file():
            raise BadBackup(f"There is neither {path} nor {beside}; without the key a backup cannot be used.")
        _private_copy(beside, path)
    if key_id(path.read_bytes()) != made_with:
        raise BadBackup(f"{file} was made with another key than {path}. Nothing was changed.")


def _private_copy(source: Path, target: Path) -> None:
    """Copy a file that is 0600 from birth."""
    handle = os.open(target, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600)
    with os.fdopen(handle, "wb") as out, source.open("rb") as inside:
        shutil.copyfileobj(inside, out)
        out.flush()
        os.fsync(out.fileno())


def _synced(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
