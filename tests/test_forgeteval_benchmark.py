"""The benchmark of forgetting judges as it says: on made-up cases, with the trivial stores beside."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.forgeteval import ADVERSARIAL, TEMPLATE, Case, run, satisfied, trivial, with_sibling
from memory.core import Memory, Options
from tests.doubles.process import ROOT

MOVED: Case = {
    "id": "a", "category": "made_up", "setup_facts": ["Uma lives in Rome and works at ACME.", "Ben lives in Rome."],
    "mutations": [["supersede", "Uma home", "Uma moved to Oslo."]], "final_query": "Where is Uma?",
    "must_contain": ["Oslo", "ACME", "Ben lives in Rome"], "must_not_contain": ["Uma lives in Rome"]}
PURGED: Case = {
    "id": "b", "category": "identifier_obfuscation",
    "setup_facts": ["Card on file: 4111-1111-1111-1111.", "Tea is hot."],
    "mutations": [["purge", "card 4111111111111111"]], "final_query": "Which card?", "must_contain": [],
    "must_not_contain": ["4111-1111"]}


@pytest.mark.parametrize("case", [MOVED, PURGED, with_sibling(PURGED)], ids=["moved", "purged", "sibling"])
async def test_a_case_goes_through_the_verbs_people_use(directory: Path, case: Case) -> None:
    async with Memory.open(directory, options=Options(extractor="patterns")) as memory:
        result = await run(memory, case, 1)
        assert result.passed, result.shown
        assert not satisfied(case, " ".join(case["setup_facts"]).lower())  # before, it would have failed
        assert await memory.audit() is None


def test_a_sibling_is_almost_alike_and_must_survive() -> None:
    harder = with_sibling(PURGED)
    assert harder["must_contain"] == ["4111111111111117, is somebody else's"]
    assert len(harder["setup_facts"]) == 3
    assert trivial([PURGED], wipes=True) == 1
    assert trivial([harder], wipes=True) == 0  # emptying everything no longer pays


def test_it_prints_one_object_last_and_says_what_is_missing(tmp_path: Path) -> None:
    def benchmark(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "benchmarks/forgeteval.py", *words], check=False, capture_output=True,
                              text=True, cwd=ROOT, timeout=60)

    assert benchmark("--data", str(tmp_path)).returncode == 2
    for name, cases in zip((*ADVERSARIAL, TEMPLATE), ([MOVED], [PURGED], [MOVED]), strict=True):
        (tmp_path / name).write_text(json.dumps(cases))
    found = json.loads(benchmark("--data", str(tmp_path), "--json").stdout.splitlines()[-1])
    assert (found["adversarial"], found["template"], found["with_siblings"]) == (2, 1, 1)
    assert found["by_category"] == {"identifier_obfuscation": "1/1", "made_up": "2/2"}
