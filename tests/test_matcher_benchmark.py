"""The benchmark of the topic matcher, run as people run it: its own set, both rates, and that a miss is counted."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
OWN = ROOT / "tests" / "data" / "topics.jsonl"
LEAK, OVER_BLOCK = 0.09, 0.125  # measured 0.077 (15 of 196) and 0.113 (22 of 194)


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, ROOT / "benchmarks" / "matcher.py", *arguments], capture_output=True,
                          text=True, check=False, timeout=120)


def result_of(*arguments: str | Path) -> dict[str, Any]:
    done = run(*arguments, "--json")
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def test_the_own_set_holds_as_many_pairs_to_let_through_as_to_block_in_eight_languages() -> None:
    cases = [json.loads(line) for line in OWN.read_text("utf-8").splitlines()]
    assert len(cases) >= 320
    assert len({case["id"] for case in cases}) == len({(case["topic"], case["text"]) for case in cases}) == len(cases)
    sides = Counter((case["lang"], case["hit"]) for case in cases)
    assert len(sides) == 16
    assert min(sides.values()) >= 20


def test_sealed_topics_leak_and_block_in_vain_no_more_than_measured() -> None:
    result = result_of()
    assert result["leak"]["rate"] <= LEAK
    assert result["over_block"]["rate"] <= OVER_BLOCK
    assert result["leak"]["rate"] < result["substring"]["leak"]["rate"]
    assert result["over_block"]["rate"] < result["substring"]["over_block"]["rate"]


def test_a_leak_and_a_text_blocked_in_vain_are_both_counted(tmp_path: Path) -> None:
    pairs = [("a", "peanut", "I like rain.", True), ("b", "peanut", "I like peanuts.", False),
             ("c", "peanut", "I like peanuts.", True), ("d", "peanut", "I like rain.", False),
             ("e", "!", "I like rain.", True)]  # nothing to seal: it blocks nothing
    data = tmp_path / "pairs.jsonl"
    data.write_text("".join(json.dumps({"id": name, "lang": "en", "topic": topic, "text": text, "hit": hit,
                                        "kind": "any"}) + "\n" for name, topic, text, hit in pairs), "utf-8")
    result = result_of("--data", data)
    assert result["wrong_ids"] == ["a", "b", "e"]
    assert (result["leak"]["wrong"], result["leak"]["cases"]) == (2, 3)
    assert (result["over_block"]["wrong"], result["over_block"]["cases"]) == (1, 2)
    assert "a any: leaked" in run("--data", data, "--errors").stdout


def test_without_a_set_it_says_what_is_missing(tmp_path: Path) -> None:
    done = run("--data", tmp_path / "none.jsonl")
    assert done.returncode == 2
    assert "none.jsonl" in done.stderr
