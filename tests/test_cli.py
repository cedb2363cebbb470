"""The frame of the command line: what each command hands on, and how it ends. What the commands do is tested where
it is done."""

from __future__ import annotations

import io
import json
import logging
import sys
import threading
from collections.abc import Callable, Iterator
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
import structlog

from bot import cli, log
from bot.models import files, sources
from bot.models.files import PullError
from memory.errors import StoreUnusable

HALF = "AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc"


class Typed(io.StringIO):
    """Standard input of a person at a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _as_before(monkeypatch, tmp_path) -> Iterator[None]:
    root = logging.getLogger()
    before = root.handlers, root.level, sys.excepthook, threading.excepthook
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("SAYSO_DATA_DIR", str(tmp_path / "data"))
    yield
    root.handlers, root.level, sys.excepthook, threading.excepthook = before
    for name in (*log.OURS, *log.LIBRARIES):
        logging.getLogger(name).setLevel(logging.NOTSET)
    logging.captureWarnings(False)
    structlog.reset_defaults()


@pytest.fixture
def program(monkeypatch) -> SimpleNamespace:
    """A stand-in for `bot.start` that notes its calls and does what a test says."""
    noted = SimpleNamespace(calls=[], result=0, fault=None)

    def verb(name: str) -> Callable[..., Any]:
        async def call(settings: Any, *arguments: Any, **named: Any) -> Any:
            noted.calls.append((name, *arguments, named))
            if noted.fault is not None:
                raise noted.fault
            return noted.result

        return call

    module = ModuleType("bot.start")
    for name in ("chat", "run", "prompt", "pair"):
        setattr(module, name, verb(name))
    monkeypatch.setitem(sys.modules, "bot.start", module)
    monkeypatch.setattr("bot.start", module, raising=False)
    return noted


@pytest.fixture
def sayso(monkeypatch) -> Callable[..., int]:
    def call(*arguments: str, stdin: io.StringIO | None = None) -> int:
        monkeypatch.setattr(sys, "argv", ["sayso", *arguments])
        monkeypatch.setattr(sys, "stdin", stdin or io.StringIO())
        with pytest.raises(SystemExit) as ended:
            cli.main()
        return int(ended.value.code or 0)

    return call


def test_chat_reads_lines_from_a_pipe_and_asks_a_person(program, sayso):
    piped = io.StringIO("hello\n")
    assert sayso("chat", "--json", stdin=piped) == 0
    assert sayso("chat", stdin=Typed()) == 0
    assert program.calls == [
        ("chat", {"as_json": True, "lines": piped}),
        ("chat", {"as_json": False, "lines": None}),
    ]


def test_the_exit_code_is_what_the_program_returns(program, sayso):
    program.result = 3
    assert sayso("chat") == 3


def test_run_needs_a_channel_and_then_runs(program, sayso, monkeypatch, capsys):
    assert sayso("run") == 2
    assert program.calls == []
    monkeypatch.setenv("SAYSO_CHANNELS__TELEGRAM__TOKEN", f"1234:{HALF}")
    assert sayso("run") == 0
    assert program.calls == [("run", {})]
    assert HALF not in "".join(capsys.readouterr())


@pytest.mark.parametrize("fault", [
    StoreUnusable("/x is in use by another Sayso."),
    PullError(files.known()[files.MINILM], files.known()[files.MINILM].parts[0], "no network"),
])  # fmt: skip
def test_an_expected_fault_is_one_line_and_exit_code_1(program, sayso, capsys, fault):
    program.fault = fault
    assert sayso("chat") == 1
    shown = capsys.readouterr()
    assert (shown.out, shown.err) == ("", f"{fault}\n")


def test_a_file_that_cannot_be_used_is_one_line_with_a_way_out(program, sayso, capsys, tmp_path):
    program.fault = PermissionError(13, "Permission denied", str(tmp_path))
    assert sayso("chat") == 1
    told = capsys.readouterr().err
    assert told.startswith(f"{tmp_path} is closed to this user. Make it yours")
    assert told.endswith("or name another place.\n")


def test_a_fault_nobody_expected_keeps_its_trace(program, monkeypatch):
    program.fault = ZeroDivisionError("bug")
    monkeypatch.setattr(sys, "argv", ["sayso", "chat"])
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    with pytest.raises(ZeroDivisionError):
        cli.main()


def test_ctrl_c_ends_with_130(program, sayso):
    program.fault = KeyboardInterrupt()
    assert sayso("chat") == 130


def test_prompt_prints_what_would_be_sent(program, sayso, capsys):
    program.result = {"model": "small", "messages": [{"role": "system", "content": "rules"}, ("user", "héllo")]}
    assert sayso("prompt", "héllo", "--room", "telegram:-5", "--as", "telegram:7") == 0
    assert capsys.readouterr().out == "--- system\nrules\n--- user\nhéllo\n"
    assert program.calls == [("prompt", "héllo", "telegram:-5", "telegram:7", {})]
    assert sayso("prompt", "héllo", "--json") == 0
    printed = capsys.readouterr().out
    assert len(printed.splitlines()) == 1
    assert json.loads(printed)["messages"][1] == ["user", "héllo"]


def test_pair_prints_the_code_alone_on_standard_output(program, sayso, capsys):
    program.result = "ABCD2345"
    assert sayso("pair") == 0
    shown = capsys.readouterr()
    assert shown.out == "ABCD2345\n"
    assert "for 10 minutes" in shown.err


def test_a_person_reading_sees_no_events_unless_they_asked_for_them(program, sayso, monkeypatch):
    sayso("chat")
    assert not logging.getLogger("bot.turn").isEnabledFor(logging.INFO)
    monkeypatch.setenv("SAYSO_LOGGING__LEVEL", "info")
    sayso("chat")
    assert logging.getLogger("bot.turn").isEnabledFor(logging.INFO)


def test_models_pull_fetches_what_the_settings_need(sayso, monkeypatch, tmp_path):
    pulled: list[tuple[Any, ...]] = []

    def pull(names: list[str], directory: Any, progress: Any, *, hub: str = "") -> list[str]:
        pulled.append((names, directory, hub))
        return names

    monkeypatch.setattr(files, "pull", pull)
    assert sayso("models", "pull") == 0
    assert pulled == [([files.SMOLLM2, files.MINILM], tmp_path / "data" / "models", sources.HUB)]
    assert (tmp_path / "data").stat().st_mode & 0o777 == 0o700
    monkeypatch.setenv("SAYSO_MODEL__PROVIDER", "none")
    monkeypatch.setattr(files, "installed", lambda name, directory: True)
    assert sayso("models", "pull", "--needed") == 0
    assert sayso("models", "pull") == 0
    assert [names for names, *_ in pulled[1:]] == [[files.MINILM]]
