"""Forgotten topics: how often is one named and let through, and how often is an innocent text held back?

    python benchmarks/matcher.py [--data FILE] [--errors] [--json]

FILE holds one JSON object a line: {id, lang, topic, text, hit, kind}; `hit` says whether `text` names `topic`. Each
topic is sealed under a key and the text is compared with the seals alone, as the gateway does it. No model.

Two rates, counted alike: the leak rate is the share of texts to be blocked that were not, the over-block rate the share
of texts to be let through that were blocked. Beside each stands the upper end of its 95 % Wilson interval. Printed for
comparison: a matcher that blocks on the plain substring in lower case.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from memory.topics import EmptyTopic, mentions, parse, seal

Case = dict[str, Any]
OWN = Path(__file__).resolve().parent.parent / "tests" / "data" / "topics.jsonl"
KEY = bytes(32)
SIGMAS = 1.959964  # of the normal distribution, two-sided 95 %


@dataclass(frozen=True)
class Rate:
    """`wrong` of `cases`."""

    wrong: int
    cases: int

    def report(self) -> dict[str, float | int | None]:
        """{wrong, cases, rate, upper}: rate and upper end as shares from 0 to 1, null without a case."""
        share = self.wrong / self.cases if self.cases else None
        return {"wrong": self.wrong, "cases": self.cases, "rate": share, "upper": self._upper()}

    def _upper(self) -> float | None:
        if not self.cases:
            return None
        share, square = self.wrong / self.cases, SIGMAS ** 2
        spread = SIGMAS * math.sqrt(share * (1 - share) / self.cases + square / (4 * self.cases ** 2))
        return (share + square / (2 * self.cases) + spread) / (1 + square / self.cases)


def load(path: Path) -> list[Case]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def blocked(case: Case) -> bool:
    """Whether the sealed topic blocks the text. A topic that cannot be sealed blocks nothing."""
    try:
        sealed = seal(KEY, parse(case["topic"]))
    except EmptyTopic:
        return False
    return mentions(KEY, {1: sealed}, case["text"]) is not None


def substring(case: Case) -> bool:
    return case["topic"].lower() in case["text"].lower()


def rates(cases: list[Case], said: list[bool]) -> dict[str, Any]:
    """{leak, over_block}, each as `Rate.report`."""
    found: dict[str, Any] = {}
    for name, hit in (("leak", True), ("over_block", False)):
        wrong = [block != hit for case, block in zip(cases, said, strict=True) if case["hit"] is hit]
        found[name] = Rate(sum(wrong), len(wrong)).report()
    return found


def grouped(cases: list[Case], said: list[bool], by: str) -> dict[str, Any]:
    names = list(dict.fromkeys(case[by] for case in cases))
    return {name: rates([case for case in cases if case[by] == name],
                        [block for case, block in zip(cases, said, strict=True) if case[by] == name])
            for name in names}


def summary(cases: list[Case], said: list[bool]) -> dict[str, Any]:
    return {"benchmark": "matcher", "pairs": len(cases), **rates(cases, said),
            "languages": grouped(cases, said, "lang"), "kinds": grouped(cases, said, "kind"),
            "substring": rates(cases, [substring(case) for case in cases]),
            "wrong_ids": [case["id"] for case, block in zip(cases, said, strict=True) if block != case["hit"]]}


def line(name: str, found: dict[str, Any]) -> str:
    columns = []
    for rate in (found["leak"], found["over_block"]):
        columns.append(f"{rate['wrong']:4} of {rate['cases']:3}  {rate['rate']:6.3f}  <{rate['upper']:.3f}"
                       if rate["cases"] else " " * 27)
    return f"{name:17}" + "   ".join(columns).rstrip()


def show(result: dict[str, Any]) -> None:
    print(f"{'':17}{'leaked, share, up to':27}   blocked in vain, share, up to")
    for group in ("languages", "kinds"):
        for name, found in result[group].items():
            print(line(name, found))
        print()
    print(line("plain substring", result["substring"]))
    print(line("all", result))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=OWN)
    parser.add_argument("--errors", action="store_true", help="list the pairs that are not right")
    parser.add_argument("--json", action="store_true", help="print one JSON object last")
    options = parser.parse_args()
    if not options.data.is_file():
        print(f"There is no {options.data}. Pass --data a file of pairs, one JSON object a line.", file=sys.stderr)
        return 2
    cases = load(options.data)
    said = [blocked(case) for case in cases]
    result = summary(cases, said)
    show(result)
    if options.errors:
        for case, block in zip(cases, said, strict=True):
            if block != case["hit"]:
                print(f"{case['id']} {case['kind']}: {'blocked' if block else 'leaked'}: "
                      f"{case['topic']!r} in {case['text']!r}")
    if options.json:
        print(json.dumps(result))
    return 0


if __name__ == "__main__":
    sys.exit(main())
