"""Backups: one file that is whole or is not there.

A copy of `memory.db` alone is no backup: what was written last is in its WAL. A backup is made by `vacuum into`, so it
holds no slack of deleted rows either, is checked, and only then gets its name; a broken-off one keeps the ending
`.partial`. The key goes beside it, since sealed refusals mean nothing without it.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from memory import events
from memory.errors import MemoryFault
from memory.keys import key_id, load
from memory.ports import Clock, SystemClock
from memory.timestamps import iso

MARK = "backup"  # the meta row that makes a database file a backup: event head and time


class BadBackup(MemoryFault):
    """The file is no backup, or not one of this installation; nothing was changed."""


@dataclass(frozen=True, slots=True)
class Head:
    """Where the record stood: number and hash of its last event."""

    seq: int
    hash: str


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
    private_copy(directory / "key", target.with_name(target.name + ".key"))
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


def _checked(copy: sqlite3.Connection, key: bytes) -> Head:
    """The head of a fresh copy that is whole: pages, indexes and the record."""
    if (said := copy.execute("pragma integrity_check").fetchone()[0]) != "ok":
        raise BadBackup(f"The copy is damaged ({said}). It keeps the ending .partial and is no backup.")
    broken = events.verify(copy, key)
    if broken is not None:
        raise BadBackup(f"The record is broken at line {broken.seq} ({broken.why}). No backup was made.")
    return Head(*events.head(copy))


def private_copy(source: Path, target: Path) -> None:
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
