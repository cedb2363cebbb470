"""What is said when the data directory cannot be used: what happened, and what to do; and nothing is touched."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot import cli
from memory import db, keys
from memory.core import Memory
from memory.directory import explained, usable
from memory.errors import StoreBusy, StoreUnusable
from tests.conftest import PRIYA, PRIYAS_DM, HandClock, known


def a_file(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("mine")
    return path


def a_directory(path: Path) -> Path:
    path.mkdir(parents=True)
    return path


def sentences(text: str) -> int:
    return text.replace("memory.db", "database").count(". ") + text.endswith(".")


async def opens(directory: Path, clock: HandClock) -> None:
    async with Memory.open(directory, clock=clock) as memory:
        await memory.at(PRIYA, PRIYAS_DM).remember("I live in Pune")
        assert await known(memory.at(PRIYA, PRIYAS_DM)) == ["I live in Pune"]


@pytest.mark.parametrize(("inside", "make", "said"), [
    ("data", a_file, "is a file, and a directory is needed there. Move it away, or set data_dir"),
    ("", a_file, "is a file, and a directory is needed there. Move it away, or set data_dir"),
    ("data/memory.db", a_directory, "is a directory, and a file is needed there. Move it away, or set data_dir"),
    ("data/key", a_directory, "is a directory, and a file is needed there. Move it away, or set data_dir"),
    ("data/lock", a_directory, "is a directory, and a file is needed there. Move it away, or set data_dir"),
])
async def test_what_is_in_the_way_is_named_with_a_way_out(
        tmp_path: Path, clock: HandClock, inside: str, make: Callable[[Path], Path], said: str) -> None:
    home = tmp_path / "home"
    there = make(home / inside)
    with pytest.raises(StoreUnusable, match=f"^{there} {said}") as told:
        await opens(home / "data", clock)
    assert sentences(str(told.value)) == 2
    assert there.read_text() == "mine" if there.is_file() else list(there.iterdir()) == []
    await opens(tmp_path / "another", clock)  # the control: elsewhere it works


@pytest.mark.parametrize(("number", "said"), [
    (errno.EACCES, "is closed to this user. Make it yours with chown"),
    (errno.EPERM, "is closed to this user. Make it yours with chown"),
    (errno.EROFS, "is on a disk that can only be read. Make that disk writable"),
    (errno.ENOSPC, "is full. Make room on it"),
    (errno.EDQUOT, "is full. Make room on it"),
    (errno.EIO, "cannot be used: Input/output error. Look at the disk it is on"),
])
@pytest.mark.parametrize("module", [db, keys])
async def test_what_the_disk_refuses_is_said_with_a_way_out(
        directory: Path, clock: HandClock, number: int, said: str, module: object,
        monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.open

    def refusing(path: str | Path, flags: int, mode: int = 0o777, **more: int) -> int:
        if Path(path).is_relative_to(directory):
            raise OSError(number, os.strerror(number), str(path))
        return real(path, flags, mode, **more)
    if module is db:
        keys.load(directory)
    with monkeypatch.context() as patch:
        patch.setattr(os, "open", refusing)
        with pytest.raises(StoreUnusable) as told:
            await opens(directory, clock)
    assert said in str(told.value)
    assert str(directory) in str(told.value)
    assert sentences(str(told.value)) == 2
    await opens(directory, clock)  # the control: when the disk lets it, the same directory works


def test_a_file_that_is_not_there_yet_is_not_what_refused() -> None:
    told = explained(PermissionError(errno.EACCES, "no"), Path("/proc/of/nobody/at/all"))
    assert told.startswith("/proc is closed to this user.")


def test_what_sqlite_refuses_is_said_like_what_the_system_refuses(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "memory.db")) as writable:
        writable.execute("create table x (y)")
    with (closing(sqlite3.connect(f"file:{tmp_path}/memory.db?mode=ro", uri=True)) as other,
          pytest.raises(StoreUnusable, match="is closed to this user") as told, usable(tmp_path)):
        other.execute("create table z (y)")
    assert "Restore a backup" not in str(told.value)
    with closing(sqlite3.connect(tmp_path / "memory.db", isolation_level=None)) as first, closing(
            sqlite3.connect(tmp_path / "memory.db", isolation_level=None, timeout=0)) as second:
        first.execute("begin immediate")
        with pytest.raises(StoreBusy, match="try again"), usable(tmp_path):
            second.execute("begin immediate")


@pytest.mark.parametrize("command", [["chat"], ["pair"], ["audit"], ["consent", "list"],
                                     ["export", "--as", "telegram:1", "--out", "o"], ["models", "pull"]])
def test_every_command_says_so_in_two_sentences(
        command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("SAYSO_ACCESS__MODE", "pairing")
    monkeypatch.setenv("SAYSO_EMBEDDINGS__PROVIDER", "none")
    monkeypatch.setenv("SAYSO_DATA_DIR", str(a_file(tmp_path / "data")))
    monkeypatch.setattr("sys.argv", ["sayso", *command])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    told = capsys.readouterr()
    assert ended.value.code in (1, 2)
    assert told.out == ""
    assert str(tmp_path / "data") in told.err
    assert sentences(told.err.strip()) == 2, told.err
