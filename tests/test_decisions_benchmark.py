"""The benchmark of decisions, run as people run it: its own set, what it prints, and what it says without one."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OWN = ROOT / "tests" / "data" / "decisions.jsonl"


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, ROOT / "benchmarks" / "decisions.py", *arguments], capture_output=True,
                          text=True, check=False, timeout=120)


def test_the_own_set_is_half_german_and_holds_every_action() -> None:
    cases = [json.loads(line) for line in OWN.read_text("utf-8").splitlines()]
    assert len(cases) >= 120
    assert len({case["id"] for case in cases}) == len(cases)
    assert sum(case["lang"] == "de" for case in cases) >= 0.48 * len(cases)
    assert {case["gold_action"] for case in cases} == {"ADD", "UPDATE", "DELETE", "NONE"}
    assert sum(len(case["existing"]) > 1 for case in cases) >= 40  # traps: another target stands beside the right one


def test_without_a_model_it_decides_well_and_never_changes_a_wrong_target(tmp_path: Path) -> None:
    done = run("--data", OWN, "--json", "--predictions", tmp_path / "out.jsonl")
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout.splitlines()[-1])
    assert result["accuracy"] >= 0.85
    assert result["wrong_target"] == 0
    lines = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text("utf-8").splitlines()]
    assert len(lines) == result["cases"]
    assert set(lines[0]) == {"id", "action", "target"}


def test_a_wrong_target_is_counted(tmp_path: Path) -> None:
    case = {"id": "x", "existing": [{"id": 3, "statement": "I live in Pune"}], "message": "I live in Oslo",
            "gold_action": "ADD", "gold_target": None}
    (tmp_path / "data.jsonl").write_text(json.dumps(case) + "\n")
    result = json.loads(run("--data", tmp_path / "data.jsonl", "--json").stdout.splitlines()[-1])
    assert (result["accuracy"], result["wrong_target"]) == (0.0, 1)


def test_a_missing_file_is_said_with_the_form_it_should_have(tmp_path: Path) -> None:
    done = run("--data", tmp_path / "none.jsonl")
    assert done.returncode == 2
    assert '"gold_action"' in done.stderr
