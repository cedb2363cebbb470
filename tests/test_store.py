"""The files, their locks and their versions; one writer, and what another one is refused."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from memory import db, keys, schema
from memory.core import Memory
from memory.db import Tx
from memory.errors import StoreBusy, StoreUnusable
from memory.gateway import Choice
from memory.place import Place
from tests.conftest import PRIYA, PRIYAS_DM, HandClock, known, say
from tests.doubles.chat import chatting

# Columns that hold ids, states, times or digests by what they are for, never words of a person.
PLAIN = set("""
id scope room session kind author platform_id link sent_at language withheld learned_at credited slot value_key polarity
type typed_by state reason origin extractor action recorded_at decided_at decided_by revoked_at valid_from valid_to
expires_at source observed_at person attribute said_at model decision found_at made_at lifted_at at place actor verb
target digest meta prev hash channel key received_at done_at says platform_ids sent_at not_before run_at error extent
term given_by given_at ended_at turn asked_at answered_at since address started_at last_at first_seen
paired_at from_state to_state
""".split())
LEFT_OPEN = {"meta"}  # name and value of the program's own settings
UNGATED = {  # table: why it has no gate; every other one has one for insert, update and delete
    "meta": "the program's own settings; a backup is marked in it, which no running program has open",
    "job": "work to do in a room; doing it passes the gates",
    "embed_pending": "numbers of claims that wait for a vector, kept by triggers of claim and fact",
    "said_change": "counters that triggers of message and message_vector keep",
    "scope_revision": "counters that triggers of fact and fact_vector keep",
    "event": "inserts are gated, and it has triggers of its own against any update or delete",
}


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def tables(connection: sqlite3.Connection) -> dict[str, list[tuple[str, str, bool]]]:
    """Every ordinary table: (column, declared type, not null)."""
    names = [row[0] for row in connection.execute(
        "select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite_%'")]
    return {name: [(row[1], row[2].casefold(), bool(row[3])) for row in
                   connection.execute(f'pragma table_info("{name}")')] for name in names}


def holding_words(connection: sqlite3.Connection) -> set[str]:
    return {name for name, columns in tables(connection).items() if name not in LEFT_OPEN and any(
        declared in ("text", "blob") and column not in PLAIN for column, declared, _ in columns)}


def migrated() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.create_function("gateway_open", 0, lambda: 1)
    connection.create_function("forgotten", 2, lambda person, text: 0)
    schema.migrate(connection)
    return connection


WORDY = sorted(holding_words(migrated()))
GATED = sorted(set(tables(migrated())) - set(UNGATED))


@contextlib.contextmanager
def second_connection(directory: Path) -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(directory / "memory.db", isolation_level=None, timeout=5)
    try:
        yield connection
    finally:
        connection.close()


@contextlib.contextmanager
def held_elsewhere(directory: Path, seconds: float) -> Iterator[subprocess.Popen[str]]:
    """Another process holds a write transaction for a while; entered once it has it."""
    code = ("import sqlite3, sys, time; c = sqlite3.connect(sys.argv[1], isolation_level=None);"
            "c.execute('begin immediate'); c.execute('insert into job (scope, kind, room, run_at)"
            " values (\"s\", \"k\", \"r\", \"9\")'); print('held', flush=True);"
            "time.sleep(float(sys.argv[2])); c.execute('commit')")
    process = subprocess.Popen([sys.executable, "-c", code, str(directory / "memory.db"), str(seconds)],
                               stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == "held\n"
        yield process
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


# -- files


async def test_everything_is_for_its_owner_alone_from_birth(tmp_path: Path, clock: HandClock) -> None:
    before = os.umask(0)
    try:
        directory = tmp_path / "deep" / "data"
        async with Memory.open(directory, clock=clock) as memory:
            await say(memory, memory.at(PRIYA, PRIYAS_DM), "I live in Pune")
            names = {path.name: mode(path) for path in directory.iterdir()}
    finally:
        os.umask(before)
    assert mode(directory) == 0o700
    assert {"memory.db", "memory.db-wal", "memory.db-shm", "lock", "key"} <= set(names)
    assert set(names.values()) == {0o600}, names


async def test_a_second_start_on_the_same_directory_is_refused_and_the_next_after_the_first_is_not(
        directory: Path, clock: HandClock) -> None:
    async with Memory.open(directory, clock=clock) as memory:
        await say(memory, memory.at(PRIYA, PRIYAS_DM), "I live in Pune")
        with pytest.raises(StoreUnusable, match=str(os.getpid())):
            async with Memory.open(directory, clock=clock):
                pass
    async with Memory.open(directory, clock=clock) as memory:
        assert len(await memory.at(PRIYA, PRIYAS_DM).pending()) == 1


async def test_another_key_a_cut_key_and_a_missing_key_stop_the_start_and_the_right_one_does_not(
        directory: Path, clock: HandClock) -> None:
    async with Memory.open(directory, clock=clock) as memory:
        await memory.at(PRIYA, PRIYAS_DM).remember("I live in Pune")
    right = (directory / "key").read_bytes()
    for wrong in (b"x" * keys.LENGTH, right[:-1], b""):
        (directory / "key").write_bytes(wrong)
        with pytest.raises(StoreUnusable, match="backup"):
            async with Memory.open(directory, clock=clock):
                pass
        assert (directory / "key").read_bytes() == wrong
    (directory / "key").unlink()
    with pytest.raises(StoreUnusable, match="missing"):
        async with Memory.open(directory, clock=clock):
            pass
    assert not (directory / "key").exists()
    (directory / "key").write_bytes(right)
    async with Memory.open(directory, clock=clock) as memory:
        assert await known(memory.at(PRIYA, PRIYAS_DM)) == ["I live in Pune"]


def test_a_key_is_whole_or_not_there(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Killed(BaseException):
        pass

    def die(length: int) -> bytes:
        raise Killed
    with monkeypatch.context() as patch:
        patch.setattr(keys.secrets, "token_bytes", die)
        with pytest.raises(Killed):
            keys.load(directory)
    with monkeypatch.context() as patch:
        patch.setattr(keys.os, "fsync", lambda handle: die(0))
        with pytest.raises(Killed):
            keys.load(directory)
    made = keys.load(directory)
    assert len(made) == keys.LENGTH
    assert keys.load(directory) == made
    assert mode(directory / "key") == 0o600


def test_two_first_starts_at_once_agree_on_one_key(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = keys.secrets.token_bytes
    seen: list[bytes] = []

    def meanwhile(length: int) -> bytes:
        monkeypatch.setattr(keys.secrets, "token_bytes", real)
        seen.append(keys.load(directory))  # the other process is faster
        return real(length)
    monkeypatch.setattr(keys.secrets, "token_bytes", meanwhile)
    assert keys.load(directory) == seen[0] == (directory / "key").read_bytes()


async def test_what_is_not_a_database_is_refused_and_left_alone(directory: Path, clock: HandClock) -> None:
    keys.load(directory)
    (directory / "memory.db").write_bytes(b"These are my notes.\n" * 400)
    before = (directory / "memory.db").read_bytes()
    with pytest.raises(StoreUnusable, match="cannot be opened"):
        async with Memory.open(directory, clock=clock):
            pass
    assert (directory / "memory.db").read_bytes() == before


# -- versions


@pytest.mark.parametrize("journal", ["wal", "delete"])
async def test_a_newer_database_is_refused_untouched(directory: Path, clock: HandClock, journal: str) -> None:
    async with Memory.open(directory, clock=clock) as memory:
        await memory.at(PRIYA, PRIYAS_DM).remember("I live in Pune")
    newest = schema.steps()[-1][0]
    with second_connection(directory) as other:
        other.execute(f"pragma user_version = {newest + 1}")
        other.execute(f"pragma journal_mode = {journal}")
        other.execute("pragma wal_checkpoint(truncate)")
    before = (directory / "memory.db").read_bytes()
    with pytest.raises(StoreUnusable, match="newer"):
        async with Memory.open(directory, clock=clock):
            pass
    assert (directory / "memory.db").read_bytes() == before
    with second_connection(directory) as other:
        other.execute(f"pragma user_version = {newest}")
    async with Memory.open(directory, clock=clock) as memory:  # the control: the same file at this version
        assert await known(memory.at(PRIYA, PRIYAS_DM)) == ["I live in Pune"]


@pytest.mark.parametrize("journal", ["wal", "delete"])
async def test_an_older_database_of_another_key_is_refused_before_it_is_migrated(
        directory: Path, clock: HandClock, journal: str, monkeypatch: pytest.MonkeyPatch) -> None:
    key = keys.load(directory)
    with second_connection(directory) as other, monkeypatch.context() as patch:
        other.execute(f"pragma journal_mode = {journal}")
        patch.setattr(schema, "steps", lambda real=schema.steps: real()[:1])
        schema.migrate(other)
        other.execute("insert into meta values ('key', ?)", (keys.key_id(key),))
    before = (directory / "memory.db").read_bytes()
    (directory / "key").write_bytes(b"x" * keys.LENGTH)
    with pytest.raises(StoreUnusable, match="key file is not the one"):
        async with Memory.open(directory, clock=clock):
            pass
    with second_connection(directory) as other:
        assert other.execute("pragma user_version").fetchone()[0] == 1
    assert (directory / "memory.db").read_bytes() == before
    (directory / "key").write_bytes(key)
    async with Memory.open(directory, clock=clock) as memory:  # the control: its own key migrates it
        await memory.at(PRIYA, PRIYAS_DM).remember("I live in Pune")
    with second_connection(directory) as other:
        assert other.execute("pragma user_version").fetchone()[0] == schema.steps()[-1][0]


def _statements() -> int:
    return sum(len(list(schema.statements(script))) for _, script in schema.steps())


@pytest.mark.parametrize("after", range(0, _statements() + 1, 7))
def test_a_migration_killed_anywhere_is_finished_by_the_next_start(tmp_path: Path, after: int,
                                                                   monkeypatch: pytest.MonkeyPatch) -> None:
    class Killed(BaseException):
        pass

    done = 0
    real = schema.statements

    def dying(script: str) -> Iterator[str]:
        nonlocal done
        for statement in real(script):
            if done == after:
                raise Killed
            done += 1
            yield statement
    path = tmp_path / "memory.db"
    connection = sqlite3.connect(path, isolation_level=None)
    with monkeypatch.context() as patch, contextlib.suppress(Killed):
        patch.setattr(schema, "statements", dying)
        schema.migrate(connection)
    connection.close()  # the process is gone
    connection = sqlite3.connect(path, isolation_level=None)
    schema.migrate(connection)
    assert connection.execute("pragma user_version").fetchone()[0] == schema.steps()[-1][0]
    found = connection.execute("select type, name, sql from sqlite_master order by 1, 2").fetchall()
    assert found == migrated().execute("select type, name, sql from sqlite_master order by 1, 2").fetchall()
    connection.close()


def test_migrations_are_numbered_without_a_gap() -> None:
    assert [number for number, _ in schema.steps()] == list(range(1, len(schema.steps()) + 1))


# -- the gate


def gates(connection: sqlite3.Connection, table: str) -> set[str]:
    """The kinds of write to a table that ask for the open gateway, each by a trigger with no other condition."""
    sqls = [re.sub(r"\s+", " ", row[0].casefold().replace('"', "")) for row in connection.execute(
        "select sql from sqlite_master where type = 'trigger' and tbl_name = ?", (table,))]
    return {what for what in ("insert", "update", "delete") for sql in sqls
            if f"before {what} on {table} when not gateway_open()" in sql}


def test_every_table_has_its_gates_or_a_reason_not_to() -> None:
    connection = migrated()
    ungated = {name for name in tables(connection) if gates(connection, name) != {"insert", "update", "delete"}}
    assert ungated == set(UNGATED)
    assert gates(connection, "event") == {"insert"}


def test_every_table_that_holds_words_has_a_scope_and_none_is_ungated() -> None:
    connection = migrated()
    assert {"message", "claim", "evidence", "fact", "content", "inbox", "outbox", "preview"} <= set(WORDY)
    assert set(WORDY) <= set(GATED)
    for name in WORDY:
        assert ("scope", "text", True) in tables(connection)[name], f"{name} has no scope"
    assert {name for name, columns in tables(connection).items()
            if any(column == "scope" and not kept for column, _, kept in columns)} == set()


def test_a_new_table_without_gates_would_be_noticed() -> None:
    connection = migrated()
    connection.execute("create table diary (id integer primary key, scope text not null, entry text not null)")
    assert holding_words(connection) - set(WORDY) == {"diary"}
    assert gates(connection, "diary") == set()


@pytest.mark.parametrize("table", GATED)
async def test_a_second_connection_cannot_write_what_is_gated(memory: Memory, place: Place, directory: Path,
                                                              table: str) -> None:
    await place.remember("I live in Pune")
    await place.observe("I moved to Oslo", sent_at=memory.clock.now())
    await memory.learn(place.room.id)
    await place.forget_preview("Pune")
    await memory.backfill()
    with second_connection(directory) as other:
        columns = [column for column, _, _ in tables(other)[table]]
        name = f'"{table}"'
        before = other.execute(f"select * from {name} order by 1").fetchall()
        values = ", ".join(f"coalesce((select {c} from {name} limit 1), '1')" for c in columns)
        for sql in (f"insert into {name} ({', '.join(columns)}) values ({values})",
                    f"insert or replace into {name} ({', '.join(columns)}) values ({values})",
                    f"insert or ignore into {name} ({', '.join(columns)}) values ({values})",
                    f"replace into {name} select * from {name}",
                    f"insert into {name} select * from {name} where true on conflict do update set {columns[0]} = 'x'",
                    f"update {name} set {columns[-1]} = 'person/telegram:2'",
                    f"update or replace {name} set {columns[0]} = {columns[0]}",
                    f"delete from {name}"):
            with pytest.raises(sqlite3.OperationalError, match=r"no such function: (gateway_open|forgotten)"):
                other.execute(sql)
        assert other.execute(f"select * from {name} order by 1").fetchall() == before
    await place.remember("My name is Priya")  # the control: the gateway's own writer goes on
    assert "My name is Priya" in await known(place)


async def test_our_own_writer_cannot_write_words_outside_a_transaction_of_the_gateway(memory: Memory,
                                                                                     place: Place) -> None:
    await place.remember("I live in Pune")
    with pytest.raises(sqlite3.IntegrityError, match="not through the gateway"):
        await memory.db._writer.run_on_thread(lambda c: c.execute("update fact set statement = 'x'"))
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        await memory.db.read(lambda c: c.execute("delete from job"))
    assert await known(place) == ["I live in Pune"]


async def test_no_fact_without_a_verified_claim_and_no_claim_that_moves(memory: Memory, place: Place) -> None:
    claim, = await say(memory, place, "I live in Pune")
    for sql, why in (
            ("insert into fact (claim, scope, person, attribute, value, statement, language, said_at)"
             " select id, scope, credited, attribute, value, statement, language, recorded_at from claim",
             "no fact without a verified claim"),
            ("update claim set scope = 'person/telegram:2'", "never moves"),
            ("update claim set credited = 'telegram:2'", "never moves"),
            ("update claim set state = 'superseded'", "no such transition"),
            ("update claim set state = 'made up'", "no such transition")):
        with pytest.raises(sqlite3.IntegrityError, match=why):
            await memory.db.write(lambda tx, sql=sql: tx.execute(sql))
    await place.approve(claim.id)
    with pytest.raises(sqlite3.IntegrityError, match="retire the fact first"):
        await memory.db.write(lambda tx: tx.execute("update claim set state = 'deprecated'"))
    assert await known(place) == ["I live in Pune"]


# -- two writers, cancelled tasks


async def test_c36_while_another_process_writes_everything_waits_and_succeeds_and_reads_do_not_wait(
        memory: Memory, place: Place, directory: Path) -> None:
    await place.remember("I own a red kayak")
    claim, = await say(memory, place, "I live in Pune")
    preview = await place.forget_preview("kayak")
    assert preview is not None
    with held_elsewhere(directory, 3.0) as process:
        writes = [asyncio.create_task(one) for one in (
            place.observe("I love biryani", sent_at=memory.clock.now()), place.approve(claim.id),
            place.forget(preview.id))]
        assert await known(place) == ["I own a red kayak"]
        assert [fact.statement for fact in (await place.recall("kayak")).facts] == ["I own a red kayak"]
        assert await place.language() == ""
        assert process.poll() is None, "reads waited for the other writer"
        assert not any(task.done() for task in writes)
        await asyncio.gather(*writes)
    assert await known(place) == ["I live in Pune"]


async def test_c36_a_lock_held_too_long_is_try_again_and_nothing_is_half_done(
        directory: Path, clock: HandClock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(db, "BUSY_SECONDS", 0.2)
    async with Memory.open(directory, clock=clock) as memory:
        place = memory.at(PRIYA, PRIYAS_DM)
        await place.remember("I own a red kayak")
        claim, = await say(memory, place, "I live in Pune")
        preview = await place.forget_preview("kayak")
        assert preview is not None
        with held_elsewhere(directory, 60):
            for attempt in (place.observe("I love biryani", sent_at=clock.now()), place.approve(claim.id),
                            place.forget(preview.id), place.resolve(claim.id, Choice.NEW)):
                with pytest.raises(StoreBusy, match="try again"):
                    await attempt
            assert await known(place) == ["I own a red kayak"]
        assert [card.claim.id for card in await place.pending()] == [claim.id]
        await place.approve(claim.id)
        await place.forget(preview.id)
        assert await known(place) == ["I live in Pune"]
        assert await memory.audit() is None


async def test_a_write_that_fails_leaves_nothing_and_the_next_one_is_whole(memory: Memory, place: Place) -> None:
    def breaks(tx: Tx) -> None:
        tx.execute("insert into meta values ('half', 'done')")
        raise LookupError
    with pytest.raises(LookupError):
        await memory.db.write(breaks)
    assert await memory.db.read(lambda tx: tx.execute("select * from meta where name = 'half'").fetchall()) == []
    await place.remember("I live in Pune")
    assert await known(place) == ["I live in Pune"]


async def test_a_full_disk_is_told_as_it_is_and_the_store_goes_on(memory: Memory, place: Place) -> None:
    await place.remember("I live in Pune")

    def fill(tx: Tx) -> None:
        tx.execute("insert into meta values ('big', ?)", ("x" * 3_000_000,))
    pages = await memory.db.maintain(lambda c: c.execute("pragma page_count").fetchone()[0])
    limit = await memory.db.maintain(lambda c: c.execute("pragma max_page_count").fetchone()[0])
    await memory.db.maintain(lambda c: c.execute(f"pragma max_page_count = {pages + 5}").fetchone())
    with pytest.raises(sqlite3.OperationalError, match="full"):
        await memory.db.write(fill)
    await memory.db.maintain(lambda c: c.execute(f"pragma max_page_count = {limit}").fetchone())
    await place.remember("My name is Priya")
    assert await known(place) == ["I live in Pune", "My name is Priya"]


async def test_a_task_cancelled_in_the_middle_of_a_write_leaves_it_whole_and_the_writer_usable(
        memory: Memory, place: Place) -> None:
    loop = asyncio.get_running_loop()
    inside = asyncio.Event()
    goes_on = threading.Event()

    def slow(tx: Tx) -> None:
        tx.execute("insert into meta values ('one', '1')")
        loop.call_soon_threadsafe(inside.set)
        assert goes_on.wait(10)
        tx.execute("insert into meta values ('two', '2')")
    task = asyncio.create_task(memory.db.write(slow))
    await inside.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    other = asyncio.create_task(place.remember("I live in Pune"))  # must not fall into the open transaction
    goes_on.set()
    await other
    kept = await memory.db.read(lambda tx: tx.execute("select name from meta where name in ('one', 'two')").fetchall())
    assert sorted(kept) == [("one",), ("two",)]
    assert await known(place) == ["I live in Pune"]


async def test_the_log_goes_into_the_file_when_nobody_waits_and_not_with_a_write(
        memory: Memory, place: Place, directory: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(db, "LOG_WRITES", 3)

    def in_the_file_alone() -> int:
        copied = tmp_path / "copy.db"  # without the log beside it
        copied.write_bytes((directory / "memory.db").read_bytes())
        with contextlib.closing(sqlite3.connect(copied)) as file:
            known = file.execute("select name from sqlite_master where name = 'fact'").fetchone()
            return file.execute("select count(*) from fact").fetchone()[0] if known else 0

    await memory.db.maintain(lambda connection: connection.execute("pragma wal_checkpoint(truncate)").fetchall())
    before = in_the_file_alone()
    for number in range(3):
        await place.remember(f"My bike number {number} is red")
    assert in_the_file_alone() == before
    await memory.tidy()
    assert in_the_file_alone() == before + len(await known(place))
    assert not await memory.db.shorten_log()  # nothing is there to move


async def test_the_bot_empties_the_log_between_answers(tmp_path: Path, clock: HandClock, monkeypatch: pytest.MonkeyPatch
                                                       ) -> None:
    done = asyncio.Event()
    monkeypatch.setattr(db, "LOG_WRITES", 1)
    original = db.Database.shorten_log

    async def watched(self: db.Database) -> bool:
        if moved := await original(self):
            done.set()
        return moved

    monkeypatch.setattr(db.Database, "shorten_log", watched)
    async with chatting(tmp_path, clock) as chat:
        await chat.say(PRIYA, PRIYAS_DM, "hello")
        await asyncio.wait_for(done.wait(), 20)
