"""The database: one writer, a few guarded readers, plain reads for a person's own lists.

Every piece of work is one synchronous function that runs in one hop on its connection's own thread, so a
transaction can be neither interleaved nor cut by a cancelled task, and two rooms never share a reader's scopes.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Protocol, TypeVar

import aiosqlite

from memory.directory import private, usable
from memory.errors import StoreBusy, StoreUnusable
from memory.reader import Reader
from memory.schema import migrate, refuse_newer, refuse_other_key

T = TypeVar("T")
Tx = sqlite3.Connection  # inside a write: the writer's connection, a transaction is open
LOG_WRITES = 50  # transactions after which the write-ahead log is worth emptying: about 4 MB
LOG_PAGES = 8000  # 32 MB: where a write empties it because nothing else did
READERS = 2
BUSY_SECONDS = 20.0  # how long a write waits for another process before it says "try again"


class Refusals(Protocol):
    """What the writer's triggers ask: has this person forgotten what this text says?"""

    def forgotten(self, person: str | None, text: str | None) -> bool: ...

    def refresh(self, db: sqlite3.Connection) -> None:
        """Called as each transaction begins: take notice of what other processes changed."""
        ...

    def spoil(self) -> None:
        """Called when a transaction is rolled back: what was learned inside it does not hold."""
        ...


class Connection(aiosqlite.Connection):
    """An aiosqlite connection that can run a whole function in its thread, not only single statements."""

    def run_on_thread(self, work: Callable[[sqlite3.Connection], T]) -> asyncio.Future[T]:
        """Queue `work`, which runs whether or not its result is waited for. Raises ValueError after `close`."""
        if not self._running:
            raise ValueError("the connection is closed")
        result: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._tx.put_nowait((result, partial(work, self._conn)))
        return result


class Database:
    """See the module. Open with `Database.open`."""

    def __init__(self, path: Path, refusals: Refusals, writer: Connection, plain: Connection) -> None:
        self.path = path
        self._refusals = refusals
        self._writer = writer
        self._plain = plain
        self._readers: asyncio.Queue[tuple[Connection, Reader]] = asyncio.Queue()
        self._gate_open = False
        self._logged = 0  # transactions since the log was emptied
        self.on_rollback: list[Callable[[], None]] = [refusals.spoil]  # what was learned in a transaction goes with it

    @classmethod
    @asynccontextmanager
    async def open(cls, directory: Path, refusals: Refusals, key_id: str, *, lock: bool = True
                   ) -> AsyncIterator[Database]:
        """Open `directory`/memory.db, creating both for their owner alone. `key_id`: what names the key in use.

        Raises:
            StoreUnusable: already in use, written by a newer program or with another key, not a database, or a
                directory that cannot be used. StoreBusy: another process holds the database.
        """
        path = directory / "memory.db"
        async with AsyncExitStack() as stack:
            with usable(directory):
                private(directory)
                if lock:
                    stack.callback(os.close, _locked(directory / "lock"))
                await asyncio.to_thread(_examine, path, key_id)
                _born_private(path)
                writer = await _connect(stack, path)
                plain = await _connect(stack, path)
                db = cls(path, refusals, writer, plain)
                await writer.run_on_thread(db._prepare)
                await plain.run_on_thread(_only_read)
                for _ in range(READERS):
                    connection = await _connect(stack, path, mode="ro")
                    await db._readers.put((connection, await connection.run_on_thread(Reader)))
            yield db

    def _prepare(self, connection: sqlite3.Connection) -> None:
        connection.create_function("gateway_open", 0, lambda: int(self._gate_open))
        connection.create_function("forgotten", 2, lambda person, text: int(self._refusals.forgotten(person, text)))
        connection.execute("pragma journal_mode = wal")
        connection.execute("pragma synchronous = normal")
        connection.execute(f"pragma wal_autocheckpoint = {LOG_PAGES}")
        connection.execute("pragma secure_delete = on")
        connection.execute("pragma foreign_keys = on")
        migrate(connection)

    async def write(self, work: Callable[[Tx], T]) -> T:
        """Run `work` in one immediate transaction; committed when this returns. Once begun it is not cut short.

        Raises:
            StoreBusy: another process held the database for longer than `BUSY_SECONDS`; nothing was changed.
        """
        return await asyncio.shield(self._writer.run_on_thread(lambda c: self._transact(c, work)))

    def _transact(self, connection: sqlite3.Connection, work: Callable[[Tx], T]) -> T:
        try:
            connection.execute("begin immediate")
        except sqlite3.OperationalError as error:
            raise StoreBusy("Another program is writing to the memory. Nothing was changed; try again.") from error
        self._gate_open = True
        try:
            self._refusals.refresh(connection)
            result = work(connection)
            connection.execute("commit")
            self._logged += 1
            return result
        except BaseException:
            for undo in self.on_rollback:
                undo()
            if connection.in_transaction:  # on a full disk SQLite has rolled back already
                connection.execute("rollback")
            raise
        finally:
            self._gate_open = False

    async def maintain(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run `work` on the writer outside a transaction (vacuum, checkpoint)."""
        return await asyncio.shield(self._writer.run_on_thread(lambda c: self._ungated(c, work)))

    def _ungated(self, connection: sqlite3.Connection, work: Callable[[sqlite3.Connection], T]) -> T:
        self._gate_open = True  # FTS5 optimize and vacuum rewrite rows
        try:
            return work(connection)
        finally:
            self._gate_open = False

    async def shorten_log(self) -> bool:
        """Move what the write-ahead log holds into the file, if that may be much; to be called when nobody waits. Else
        now and then a write does it, and takes 5 ms longer for each 4 MB. Whether it was done."""
        if self._logged < LOG_WRITES:
            return False
        self._logged = 0
        await self.maintain(lambda db: db.execute("pragma wal_checkpoint(passive)").fetchall())
        return True

    async def read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run `work` on a plain read-only connection: lists for people, never for a model."""
        return await self._plain.run_on_thread(work)

    async def recall(self, scopes: Sequence[str], work: Callable[[Reader], T]) -> T:
        """Run `work` over `scopes` and nothing else, in one hop on a guarded reader."""
        connection, reader = await self._readers.get()

        def guarded(_: sqlite3.Connection) -> T:
            reader.enter(scopes)
            try:
                return work(reader)
            finally:
                reader.enter(())

        try:
            return await asyncio.shield(connection.run_on_thread(guarded))
        finally:
            self._readers.put_nowait((connection, reader))


def _examine(path: Path, key_id: str) -> None:
    """Look at a database that is there before anything is set on it: one that is refused stays as it is."""
    if not path.is_file() or not path.stat().st_size:
        return
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=BUSY_SECONDS)) as db:
        refuse_newer(db)
        refuse_other_key(db, key_id)


def _only_read(connection: sqlite3.Connection) -> None:
    connection.execute("pragma query_only = on")


def _born_private(path: Path) -> None:
    """Create the file 0600 before SQLite would create it 0644; its -wal and -shm inherit the mode."""
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))


@contextmanager
def held(directory: Path) -> Iterator[None]:
    """Keep everybody else out of a data directory. Raises `StoreUnusable` when it is in use."""
    with usable(directory):
        handle = _locked(directory / "lock")
    try:
        yield
    finally:
        os.close(handle)


def _locked(path: Path) -> int:
    handle = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        holder = os.read(handle, 20).decode(errors="replace").strip() or "unknown"
        os.close(handle)
        raise StoreUnusable(f"{path.parent} is in use by another Sayso (process {holder}). "
                            "Stop that one first, or give this one its own data_dir.") from error
    os.ftruncate(handle, 0)
    os.pwrite(handle, str(os.getpid()).encode(), 0)
    return handle


async def _connect(stack: AsyncExitStack, path: Path, mode: str = "rw") -> Connection:
    def connector() -> sqlite3.Connection:
        return sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True, isolation_level=None,
                               timeout=BUSY_SECONDS, cached_statements=256)

    connection = Connection(connector, 64)
    await connection
    stack.push_async_callback(connection.close)
    return connection


def rows(cursor: sqlite3.Cursor) -> list[dict[str, Any]]:
    """Rows as dictionaries by column name."""
    names = [column[0] for column in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor]
