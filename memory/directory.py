"""The data directory: made for its owner alone, and what is said when it cannot be used as one."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from memory.errors import StoreBusy, StoreUnusable

ELSEWHERE = "set data_dir to another place"
_FORBIDDEN = frozenset({errno.EACCES, errno.EPERM})
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
_NO_DIRECTORY = frozenset({errno.ENOTDIR, errno.EEXIST})
_AS_OS_ERROR = {sqlite3.SQLITE_READONLY: errno.EACCES, sqlite3.SQLITE_CANTOPEN: errno.EACCES,
                sqlite3.SQLITE_PERM: errno.EACCES, sqlite3.SQLITE_FULL: errno.ENOSPC, sqlite3.SQLITE_IOERR: errno.EIO}


def private(path: Path) -> Path:
    """Make a directory that only its owner may enter, with what is missing above it."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def explained(error: OSError, path: Path, instead: str = ELSEWHERE) -> str:
    """One sentence on what is wrong with `path`, one on what to do; `instead` is the other way out."""
    number, there = error.errno, _nearest(path)
    if number in _NO_DIRECTORY and (file := _in_the_way(path)) is not None:
        return f"{file} is a file, and a directory is needed there. Move it away, or {instead}."
    if number == errno.EISDIR:
        return f"{path} is a directory, and a file is needed there. Move it away, or {instead}."
    if number == errno.EROFS:
        return f"{there} is on a disk that can only be read. Make that disk writable, or {instead}."
    if number in _FORBIDDEN:
        return f"{there} is closed to this user. Make it yours with chown, open it with chmod u+rwX, or {instead}."
    if number in _FULL:
        return f"The disk that holds {path} is full. Make room on it, or {instead}."
    if number == errno.ENOENT:
        return f"There is no {path}. Make it, or {instead}."
    return f"{path} cannot be used: {error.strerror or error}. Look at the disk it is on, or {instead}."


@contextmanager
def usable(directory: Path) -> Iterator[None]:
    """Whatever the disk refuses inside is said of the file it refused.

    Raises:
        StoreUnusable: with `explained`, or that a file is no database. StoreBusy: another process holds the database.
    """
    database = directory / "memory.db"
    try:
        yield
    except OSError as error:
        at = Path(error.filename) if isinstance(error.filename, str) else directory
        raise StoreUnusable(explained(error, at)) from error
    except sqlite3.DatabaseError as error:
        kind = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if kind == sqlite3.SQLITE_BUSY:
            raise StoreBusy(f"Another program is using {database}. Nothing was changed; try again.") from error
        if kind in _AS_OS_ERROR:
            raise StoreUnusable(explained(OSError(_AS_OS_ERROR[kind], str(error)), database)) from error
        raise StoreUnusable(f"{database} cannot be opened as a database ({error}). Nothing was changed. "
                            "Restore a backup, or move the file away to start anew.") from error


def _nearest(path: Path) -> Path:
    """The path itself, or what of it is there: that is what refused to take anything in."""
    return next((part for part in (path, *path.parents) if os.path.lexists(part)), path)


def _in_the_way(path: Path) -> Path | None:
    """The file that stands where a directory of this path should be."""
    there = _nearest(path)
    return None if there.is_dir() else there
