"""Backups are whole or say no, and a restore brings nothing forgotten back."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from unittest import mock

import pytest

from memory import backup, restoring
from memory.backup import BadBackup, Head
from memory.core import Memory, Options
from memory.domain import Counts
from memory.errors import StoreUnusable
from memory.place import Place
from tests.conftest import GROUP, JONAS, JONAS_DM, PRIYA, PRIYAS_DM, HandClock, known, say
from tests.doubles.process import ROOT, environment, settings, write_config


@asynccontextmanager
async def opened(directory: Path, clock: HandClock) -> AsyncIterator[Memory]:
    async with Memory.open(directory, clock=clock, options=Options(extractor="patterns")) as memory:
        yield memory
        assert await memory.audit() is None


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "backup.sayso"


def facts_in(path: Path) -> set[str]:
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)) as db:
        return {row[0] for row in db.execute("select statement from fact")}


def mode(path: Path) -> int | None:
    return path.stat().st_mode & 0o777 if path.exists() else None


def spoilt(file: Path) -> Iterator[None]:
    """The file in four states of ruin, one after the other."""
    whole = file.read_bytes()
    for broken in (whole[:len(whole) // 2], whole[:5000] + b"\0" * 4096 + whole[9096:], b"", b"no database" * 99):
        file.write_bytes(broken)
        yield


async def forget(place: Place, topic: str) -> None:
    preview = await place.forget_preview(topic)
    assert preview is not None
    assert isinstance(await place.forget(preview.id), Counts)


async def test_c37_a_backup_while_the_bot_writes_all_the_time_is_whole_and_has_the_last_thing_said(
        directory: Path, clock: HandClock, file: Path, tmp_path: Path) -> None:
    async with opened(directory, clock) as memory:
        place = memory.at(PRIYA, PRIYAS_DM)
        stop = asyncio.Event()
        written: list[int] = []
        many = asyncio.Event()

        async def writing() -> None:
            while not stop.is_set():
                await place.remember(f"entry {len(written)} is {len(written) * 7919 % 1009}")
                written.append(len(written))
                if len(written) == 20:
                    many.set()
                await asyncio.sleep(0)

        writer = asyncio.create_task(writing())
        await many.wait()
        before = len(written)
        head = await asyncio.to_thread(backup.write, directory, file)
        stop.set()
        await writer
        assert backup.check(file) == head
        assert mode(file) == 0o600
        assert len(facts_in(file)) >= before  # the last committed one before the backup began is in it
        shutil.copy(directory / "memory.db", tmp_path / "copied.db")  # the other way: one file alone
    with pytest.raises(BadBackup):  # it may be hours old or malformed, and does not pass for a backup
        backup.check(tmp_path / "copied.db")


async def test_a_restore_gives_back_what_was_there(directory: Path, clock: HandClock, file: Path, tmp_path: Path
                                                   ) -> None:
    async with opened(directory, clock) as memory:
        await memory.at(PRIYA, PRIYAS_DM).remember("I own a red kayak")
        backup.write(directory, file, clock)
        await memory.at(PRIYA, PRIYAS_DM).remember("I own a blue canoe")
    await restoring.restore(directory, file, clock)
    async with opened(directory, clock) as memory:
        assert await known(memory.at(PRIYA, PRIYAS_DM)) == ["I own a red kayak"]
    await restoring.restore(tmp_path / "elsewhere", file, clock)  # a new machine: the key comes along
    async with opened(tmp_path / "elsewhere", clock) as memory:
        assert await known(memory.at(PRIYA, PRIYAS_DM)) == ["I own a red kayak"]


async def test_c13_what_was_forgotten_or_declined_since_does_not_come_back_and_its_refusals_hold(
        directory: Path, clock: HandClock, file: Path) -> None:
    async with opened(directory, clock) as memory:
        place, jonas = memory.at(PRIYA, PRIYAS_DM), memory.at(JONAS, JONAS_DM)
        for words in ("I own a red kayak", "I own a blue canoe", "I own a green tent"):
            await place.remember(words)
        await jonas.remember("I own a red kayak")
        (waiting,) = await say(memory, place, "I live in Pune")
        backup.write(directory, file, clock)
        clock.forward(hours=1)
        await forget(place, "kayak")
        await place.forget_number(2)
        await place.decline(waiting.id)
    done = await restoring.restore(directory, file, clock)
    assert done.forgotten
    assert done.declined == 1
    async with opened(directory, clock) as memory:
        place, jonas = memory.at(PRIYA, PRIYAS_DM), memory.at(JONAS, JONAS_DM)
        assert await known(place) == ["I own a green tent"]
        assert await known(jonas) == ["I own a red kayak"]  # nobody else's goes
        assert await place.pending() == []
        assert await say(memory, place, "I own a red kayak", "I live in Pune") == []
        assert {one.kind for one in await place.refusals()} == {"topic", "declined"}
        assert b"canoe" not in (directory / "memory.db").read_bytes()


async def test_what_was_said_in_the_same_words_as_something_forgotten_since_stays_restored_with_its_quote(
        directory: Path, clock: HandClock, file: Path) -> None:
    async with opened(directory, clock) as memory:
        place = memory.at(PRIYA, PRIYAS_DM)
        for claim in await say(memory, place, "I own a kayak and a cello"):
            await place.approve(claim.id)
        backup.write(directory, file, clock)  # it holds both
        await place.forget_number(2)
        assert await known(place) == ["I own a kayak"]
    await restoring.restore(directory, file, clock)
    async with opened(directory, clock) as memory:
        place = memory.at(PRIYA, PRIYAS_DM)
        assert await known(place) == ["I own a kayak"]
        assert [quote.quote for quote in (await place.why(1)).evidence] == ["I own a kayak"]
        assert b"cello" not in (directory / "memory.db").read_bytes()


async def test_a_refusal_lifted_since_stays_lifted_and_a_share_taken_back_stays_back(
        directory: Path, clock: HandClock, file: Path) -> None:
    async with opened(directory, clock) as memory:
        place, room = memory.at(PRIYA, PRIYAS_DM), memory.at(PRIYA, GROUP)
        await place.remember("I own a blue canoe")
        await place.remember("I own a red kayak")
        await room.share(1)
        await forget(place, "kayak")
        backup.write(directory, file, clock)
        await place.lift(1)
        await place.unshare(1)
    await restoring.restore(directory, file, clock)
    async with opened(directory, clock) as memory:
        assert await memory.at(PRIYA, PRIYAS_DM).refusals() == []
        assert await known(memory.at(PRIYA, GROUP)) == []
        assert await known(memory.at(PRIYA, PRIYAS_DM)) == ["I own a blue canoe"]


async def test_a_backup_that_breaks_off_is_not_mistaken_for_a_good_one(directory: Path, clock: HandClock, file: Path
                                                                      ) -> None:
    async with opened(directory, clock) as memory:
        await memory.at(PRIYA, PRIYAS_DM).remember("I own a red kayak")
        with mock.patch.object(backup, "_checked", side_effect=OSError("disk full")), pytest.raises(OSError,
                                                                                                    match="disk full"):
            backup.write(directory, file)
        assert mode(file) is None
        with pytest.raises(BadBackup, match="broken off"):
            backup.check(file.with_name(file.name + ".partial"))
        head = backup.write(directory, file)  # the next one clears the leavings away
        assert isinstance(head, Head)
    for _ in spoilt(file):
        with pytest.raises(BadBackup):
            await restoring.restore(directory, file, clock)
    async with opened(directory, clock) as memory:  # and nothing was touched by all of this
        assert await known(memory.at(PRIYA, PRIYAS_DM)) == ["I own a red kayak"]


async def test_a_restore_refuses_while_it_is_in_use_and_with_another_key(directory: Path, clock: HandClock, file: Path,
                                                                         tmp_path: Path) -> None:
    async with opened(directory, clock) as memory:
        await memory.at(PRIYA, PRIYAS_DM).remember("I own a red kayak")
        backup.write(directory, file)
        with pytest.raises(StoreUnusable, match="in use"):
            await restoring.restore(directory, file, clock)
    async with opened(tmp_path / "other", clock) as memory:
        await memory.at(PRIYA, PRIYAS_DM).remember("I own a boat")
    with pytest.raises(BadBackup, match="another key"):
        await restoring.restore(tmp_path / "other", file, clock)
    with pytest.raises(BadBackup, match="already"):
        backup.write(directory, file)


@pytest.fixture
def config(tmp_path: Path) -> Path:
    return write_config(tmp_path, settings(tmp_path))


def sayso(config: Path, *words: str, said: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "bot", *words, "--config", str(config)], input=said, check=False,
                          capture_output=True, text=True, cwd=ROOT, env=environment(), timeout=60)


def test_the_commands_say_what_they_did_and_fail_in_one_line(config: Path, tmp_path: Path) -> None:
    file = tmp_path / "b.sayso"
    assert sayso(config, "chat", said="/remember I own a red kayak\n").returncode == 0
    made = sayso(config, "backup", str(file))
    assert made.returncode == 0
    assert "whole, up to line" in made.stdout
    again = sayso(config, "backup", str(file))
    assert (again.returncode, again.stderr.count("\n")) == (1, 1)
    back = sayso(config, "restore", str(file))
    assert "restored up to line" in back.stdout
    assert "kayak" in sayso(config, "chat", said="/facts\n").stdout
    assert sayso(config, "restore", str(config)).returncode == 1
