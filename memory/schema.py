"""Migrations: numbered SQL files, each applied with its `user_version` in one transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from importlib import resources

from memory.errors import StoreUnusable


def steps() -> list[tuple[int, str]]:
    """(number, SQL) of every migration, in order."""
    files = (f for f in resources.files("memory").joinpath("migrations").iterdir() if f.name.endswith(".sql"))
    return sorted((int(f.name.split("_")[0]), f.read_text("utf-8")) for f in files)


def statements(script: str) -> Iterator[str]:
    """The statements of a script, one by one: `executescript` would commit, and a step must be all or nothing."""
    pending = ""
    for line in script.splitlines(keepends=True):
        pending += line
        if sqlite3.complete_statement(pending):
            yield pending
            pending = ""
    if pending.strip():
        yield pending


def refuse_newer(db: sqlite3.Connection) -> int:
    """The version of the database; to be asked before anything is set on it, so that a newer one stays as it is.

    Raises:
        StoreUnusable: the file was written by a newer program.
    """
    at = int(db.execute("pragma user_version").fetchone()[0])
    newest = steps()[-1][0]
    if at > newest:
        raise StoreUnusable(f"This database has version {at}, this program knows up to {newest}. "
                            "It was not touched. Install the newer program.")
    return at


def refuse_other_key(db: sqlite3.Connection, key_id: str) -> None:
    """To be asked before anything is set on a database: was it made with another key?

    Raises:
        StoreUnusable: it was. A database that is new knows no key yet.
    """
    if db.execute("select 1 from sqlite_master where name = 'meta'").fetchone() is None:
        return
    found = db.execute("select value from meta where name = 'key'").fetchone()
    if found is not None and found[0] != key_id:
        raise StoreUnusable("The key file is not the one this database was made with. Put the right one back from a "
                            "backup; nothing was changed.")


def migrate(db: sqlite3.Connection) -> None:
    """Bring the database to this program's version. Raises what `refuse_newer` raises."""
    at = refuse_newer(db)
    for number, script in steps():
        if number > at:
            _apply(db, number, script)


def _apply(db: sqlite3.Connection, number: int, script: str) -> None:
    db.execute("begin immediate")
    try:
        if db.execute("pragma user_version").fetchone()[0] < number:  # another process may have been faster
            for statement in statements(script):
                db.execute(statement)
            db.execute(f"pragma user_version = {number}")
        db.execute("commit")
    except BaseException:
        if db.in_transaction:
            db.execute("rollback")
        raise
