"""Restoring: a backup takes the memory's place, and brings back nothing that was forgotten since.

The newer state gives its refusals, its single forgets and its closed doors (shares taken back, rooms left, pauses);
they are applied to a copy of the backup, which takes the memory's place only when all of that went well.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from memory import claims, erase, events, facts, messages, people, tombstones, topics
from memory.backup import BadBackup, Head, check, private_copy
from memory.core import Memory
from memory.db import Tx, held, rows
from memory.domain import State
from memory.events import Act
from memory.gateway import Rules
from memory.keys import key_id
from memory.ports import Clock
from memory.timestamps import iso

OPERATOR = "operator"


@dataclass(frozen=True, slots=True)
class Restored:
    """What a restore did: where the record stands now, and what stayed away because it was forgotten since."""

    head: Head
    forgotten: int
    declined: int


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
            return Restored(Head(*await memory.db.read(events.head)), forgotten, declined)


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
            private_copy(file, staging / "memory.db")
            private_copy(directory / "key", staging / "key")
            yield staging
            for name in ("memory.db-wal", "memory.db-shm"):
                (directory / name).unlink(missing_ok=True)
            (staging / "memory.db").replace(directory / "memory.db")
        finally:
            shutil.rmtree(staging, ignore_errors=True)


@dataclass(frozen=True, slots=True)
class _Forget:
    """One forget, by its numbers."""

    claims: list[int]
    messages: list[int]
    replies: list[int]


@dataclass(frozen=True, slots=True)
class _Newer:
    """What of the newer state outlives a restore: refusals, single claims forgotten, shares and doors closed."""

    tombstones: list[dict[str, object]]
    seals: list[tuple[int, str, int, bytes]]
    forgets: list[_Forget]
    shares: set[tuple[int, str]] | None
    members: set[tuple[str, str]] | None
    paused: list[str]


def _newer(path: Path, head: Head) -> _Newer:
    if not path.is_file() or not path.stat().st_size:
        return _Newer([], [], [], None, None, [])
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
        ours = db.execute("select 1 from event where seq = ? and hash = ?", (head.seq, head.hash)).fetchone()
        forgets: list[_Forget] = []
        for meta, in db.execute("select meta from event where seq > ? and verb in ('topic.forgotten',"
                                " 'claim.forgotten') order by seq", (head.seq,)) if ours or not head.seq else ():
            said = json.loads(meta)
            forgets.append(_Forget(said["claims"], said["messages"], said["replies"]))
        return _Newer(
            rows(db.execute("select * from tombstone order by id")),
            db.execute("select tombstone, kind, length, digest from seal order by rowid").fetchall(),
            forgets,
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
    tx.execute("update outbox set payload = '', replaces = '', state = 'sent' where payload <> '' or state <> 'sent'")
    tx.execute("delete from partial")
    tx.execute("update inbox set payload = '', done_at = ? where done_at is null", (iso(now),))
    tx.execute("delete from preview")
    topics_of = _refusals(tx, newer)
    rules.forgotten.load(tx)
    people.unname(tx)
    forgotten = 0
    for person, seals in topics_of:
        found = erase.reach(tx, person, _Sealed(rules.key, seals))
        forgotten += len(found.claims) + len(found.said) + len(found.replies)
        if found:
            erase.remove(tx, act, rules, person, f"person/{person}", found, None)
    forgotten += sum(_forget_again(tx, act, rules, one) for one in newer.forgets)
    declined = _decline_again(tx, act, rules)
    _close_doors(tx, act, newer)
    events.record(tx, act, "memory.restored", "memory", meta={"forgotten": forgotten, "declined": declined})
    return forgotten, declined


def _forget_again(tx: Tx, act: Act, rules: Rules, one: _Forget) -> int:
    """Forget claims by their numbers again; how many rows went. What was said in the same words stays as it did then,
    unless the backup is too old to know all of the claims: then nothing tells which words of a message were meant."""
    known = [claim for number in one.claims if (claim := claims.find(tx, number)) is not None]
    for claim in known:
        if claims.find(tx, claim.id) is not None:  # else it went with the one before
            erase.remove(tx, act, rules, claim.credited, claim.scope, erase.reach_of_claim(tx, claim), None)
    cut = [] if known and len(known) == len(one.claims) else one.messages
    return len(known) + messages.blank(tx, [*cut, *one.replies], erase.WITHHELD)


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


def _close_doors(tx: Tx, act: Act, newer: _Newer) -> None:
    """What was unshared, left or paused since stays so."""
    if newer.shares is not None:
        for claim, scope in tx.execute("select claim, scope from share").fetchall():
            if (claim, scope) not in newer.shares:
                with facts.reworded(tx, claim):
                    tx.execute("delete from share where claim = ? and scope = ?", (claim, scope))
                events.record(tx, act, "share.ended", f"claim:{claim}", meta={"scopes": [scope]})
    if newer.members is not None:
        tx.executemany("delete from member where room = ? and person = ?",
                       [pair for pair in tx.execute("select room, person from member").fetchall()
                        if tuple(pair) not in newer.members])
    tx.executemany("update person set learning = 0 where id = ?", [(person,) for person in newer.paused])


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
        private_copy(beside, path)
    if key_id(path.read_bytes()) != made_with:
        raise BadBackup(f"{file} was made with another key than {path}. Nothing was changed.")
