"""The comparison with other systems: the pipe to each, what counts as found, and no one missing without a reason."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from benchmarks import peers
from benchmarks.locomo import turns
from benchmarks.peers import PEERS, Failed, System, compared, document, interpreter, measure, reason, spaced, table
from tests.doubles.process import ROOT

FTS5 = next(system for system in PEERS if system.name == "fts5")
SAID = [("Ana", "The ferry leaves at nine."), ("Ben", "My sister keeps two goats."), ("Ana", "I paint on Sundays.")]
TALK: dict[str, Any] = {
    "sample_id": "made-up",
    "conversation": {
        "session_2": [{"speaker": "Ben", "dia_id": "D2:1", "text": "Look!", "blip_caption": "a red kite"}],
        "session_2_date_time": "9:00 am on 2 June, 2023",
        "session_1": [{"speaker": name, "dia_id": f"D1:{number}", "text": text}
                      for number, (name, text) in enumerate(SAID, 1)],
        "session_1_date_time": "1:56 pm on 8 May, 2023"},
    "qa": [{"question": "When does the ferry leave?", "category": 4, "evidence": ["D1:1"]},
           {"question": "Who keeps goats?", "category": 1, "evidence": ["D1:2"]},
           {"question": "What was red?", "category": 4, "evidence": ["D2:1"]},
           {"question": "Does anybody own an airship?", "category": 5, "evidence": ["D1:3"]},
           {"question": "Without evidence?", "category": 4, "evidence": []}]}
FAKE = """
import socket, sys
from pathlib import Path
sys.path.insert(0, {drivers!r})
from protocol import serve
class Fake:
    def __init__(self, store, models):
        assert store.is_dir() and not list(store.iterdir())
    def insert(self, number, text, turn):
        print("chatter that is no answer")
{insert}
    def query(self, text, k):
{query}
serve(Fake)
"""


def fake(directory: Path, name: str, insert: str = "pass", query: str = "return []") -> System:
    """A system whose two verbs are these statements."""
    path = directory / f"on_{name}.py"
    indented = {key: "\n".join(" " * 8 + row for row in code.splitlines())
                for key, code in (("insert", insert), ("query", query))}
    path.write_text(FAKE.format(drivers=str(peers.DRIVERS), **indented))
    return System(name, path)


@pytest.fixture
def options(tmp_path: Path) -> argparse.Namespace:
    return argparse.Namespace(cache=tmp_path / "cache", model=tmp_path, document="signed", no_captions=False,
                              questions=None)


def measured(system: System, options: argparse.Namespace) -> dict[str, Any]:
    return measure(system, Path(sys.executable), [TALK], options).result()


def test_plain_full_text_search_finds_the_turns_that_hold_the_words(options: argparse.Namespace) -> None:
    found = measured(FTS5, options)
    assert (found["n"], found["recall@5"], found["mrr"]) == (3, 1.0, 1.0)
    assert found["adversarial"]["n"] == 1
    assert found["rss_mb"] > 0
    assert found["insert_ms_p50"] > 0 < found["query_cpu_ms_p95"]
    assert found["refused"] == []


def test_captions_can_be_left_out(options: argparse.Namespace) -> None:
    options.no_captions = True
    assert measured(FTS5, options)["recall@10"] == 0.6667


def test_only_what_is_among_the_first_answers_counts(tmp_path: Path, options: argparse.Namespace) -> None:
    second = measured(fake(tmp_path, "second", query="return [2, 0 if 'ferry' in text else 3]"), options)
    assert (second["recall@5"], second["mrr"]) == (0.6667, 0.3333)  # the ferry and what was red, each in second place
    assert measured(fake(tmp_path, "nothing"), options)["recall@10"] == 0


def test_a_document_says_who_spoke_and_when_or_the_words_alone() -> None:
    first, *_, last = turns(TALK["conversation"], True)
    assert document(first, "signed") == "Ana, 08 May 2023: The ferry leaves at nine."
    assert document(first, "said") == "The ferry leaves at nine."
    assert document(last, "said") == "Look! [shares a red kite]"


def test_fewer_questions_are_spread_over_the_conversation() -> None:
    assert spaced(list("abcdefgh"), 4) == list("aceg")  # type: ignore[arg-type]
    assert spaced(list("abc"), None) == spaced(list("abc"), 9) == list("abc")  # type: ignore[arg-type]


def test_a_system_that_fails_is_listed_with_its_reason_and_the_others_go_on(
        tmp_path: Path, options: argparse.Namespace) -> None:
    broken = fake(tmp_path, "broken", insert="if number == 1: raise RuntimeError('no room for goats')")
    absent = fake(tmp_path, "absent")
    absent.driver.write_text("import a_package_that_is_not_there")
    results = compared([broken, absent, FTS5], [TALK], options)
    assert results["broken"] == {"failed": "RuntimeError: no room for goats"}
    assert results["absent"]["failed"] == "ModuleNotFoundError: No module named 'a_package_that_is_not_there'"
    assert results["fts5"]["mrr"] == 1.0
    lines = table(results)
    assert any(row.startswith("fts5 ") and " 1.000" in row for row in lines)
    assert "broken: not measured: RuntimeError: no room for goats" in lines


def test_a_system_that_never_answers_is_stopped(tmp_path: Path, options: argparse.Namespace,
                                                monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "LIMIT", 1.0)
    stuck = fake(tmp_path, "stuck", query="import threading; threading.Event().wait()")
    assert "its 1 s were over" in compared([stuck], [TALK], options)["stuck"]["failed"]


def test_a_driver_that_leaves_a_thread_behind_ends_all_the_same(tmp_path: Path, options: argparse.Namespace) -> None:
    waiting = "import threading; threading.Thread(target=threading.Event().wait).start()"
    broken = fake(tmp_path, "broken", insert=f"{waiting}\nraise RuntimeError('gone')")
    assert compared([broken], [TALK], options)["broken"] == {"failed": "RuntimeError: gone"}


def test_nothing_beyond_the_loopback_is_reached_and_who_tried_is_named(tmp_path: Path,
                                                                       options: argparse.Namespace) -> None:
    tries = ("for host in ('192.0.2.7', '127.0.0.1'):\n"  # 192.0.2.0/24 is nobody's (RFC 5737)
             "    try: socket.create_connection((host, 9), timeout=1)\n"
             "    except OSError: pass")
    results = compared([fake(tmp_path, "talkative", insert=tries)], [TALK], options)
    assert results["talkative"]["refused"] == ["192.0.2.7"]  # and not the loopback
    assert "talkative: was kept from reaching 192.0.2.7" in table(results)


def test_an_environment_is_made_once_and_one_that_is_not_whole_is_never_used(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    missing = System("missing", FTS5.driver, (str(tmp_path / "not-there.whl"),))
    made: list[Path] = []

    def create(home: Path, **_: bool) -> None:
        """This interpreter in place of a new one."""
        made.append(home)
        (home / "bin").mkdir(parents=True, exist_ok=True)
        (home / "bin" / "python").unlink(missing_ok=True)
        (home / "bin" / "python").symlink_to(sys.executable)
    monkeypatch.setattr(peers.venv, "create", create)
    for _ in range(2):
        with pytest.raises(Failed, match=r"pip: .*not-there\.whl"):
            interpreter(missing, tmp_path)
    assert "missing: installing" in capsys.readouterr().out
    assert len(made) == 2
    (made[0] / "whole").touch()
    assert interpreter(missing, tmp_path) == made[0] / "bin" / "python"
    assert len(made) == 2
    assert interpreter(FTS5, tmp_path) == Path(sys.executable)


def test_a_reason_is_the_last_line_that_says_something() -> None:
    assert reason("Traceback\n  ValueError: far too long\n\n") == "ValueError: far too long"
    assert reason("") == "it ended without a word"


def test_it_prints_one_object_last_and_says_what_is_missing(tmp_path: Path) -> None:
    def benchmark(*words: str | Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "benchmarks/peers.py", *words], check=False, capture_output=True,
                              text=True, cwd=ROOT, timeout=120)
    data = tmp_path / "talks.json"
    assert "is not there" in benchmark("--data", data).stderr
    data.write_text(json.dumps([TALK]))
    done = benchmark("--data", data, "--only", "fts5", "--questions", "2", "--document", "said", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    assert (found["benchmark"], found["document"], found["k"]) == ("peers", "said", 10)
    assert found["systems"]["fts5"]["n"] == 2
