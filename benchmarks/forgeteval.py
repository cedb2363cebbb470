"""ForgetEval: does what was replaced or forgotten stay away, and everything else stay? No model, no vectors.

    python benchmarks/forgeteval.py --data DIR [--failed] [--json]

DIR holds handcrafted.json, generated.json and template.json of ForgetEval (MIT, deeplethe/lethe). Each case is one
person's: the facts go in by /remember; `supersede` is /correct of what the old query means; `release` and `purge` are
/forget with its preview confirmed. Then the ten best facts for the final query (recall's, filled up with the newest
others, so that leaving something out of an answer counts for nothing) must hold what must stay and nothing else.

Printed beside: a store that returns nothing and one that wipes itself at each mutation. In the identifier and
cross-lingual categories nothing has to survive, so each case runs once more with a sibling that must (`with_siblings`).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from memory.core import Memory, Options
from memory.domain import Principal, Room
from memory.errors import MemoryFault
from memory.gateway import Choice
from memory.identifiers import identifiers
from memory.place import Place

Case = dict[str, Any]
ADVERSARIAL = ("handcrafted.json", "generated.json")
TEMPLATE = "template.json"
SHOWN = 10
WITH_SIBLING = ("identifier_obfuscation", "cross_lingual_identifier")
MISSING = """There is no {path}.
Pass --data a directory with handcrafted.json, generated.json and template.json of ForgetEval v0.5
(https://github.com/deeplethe/lethe, MIT)."""


@dataclass(frozen=True)
class Result:
    case: Case
    passed: bool
    shown: str


async def remember(place: Place, words: str) -> None:
    """A person's /remember, saying "both" where it disagrees with something."""
    kept = await place.remember(words)
    for card in kept.cards:
        if card.disputes:
            await place.resolve(card.claim.id, Choice.BOTH)


async def supersede(place: Place, request: str, words: str) -> None:
    """/correct of everything the request means."""
    known = {claim.id for claim in await place.facts()}
    numbers = [number for number in await place.means(request, words) if number in known]
    if not numbers:
        await remember(place, words)
    for number in numbers:
        kept = await place.correct(number, words)
        for card in kept.cards:
            if card.disputes:
                await place.resolve(card.claim.id, Choice.BOTH)


async def forget(place: Place, request: str) -> None:
    """/forget, and yes to what it shows."""
    preview = await place.forget_preview(request)
    if preview is not None:
        await place.forget(preview.id)


async def shown(place: Place, query: str) -> str:
    recalled = await place.recall(query)
    best = [fact.statement for fact in recalled.facts]
    best += [claim.statement for claim in reversed(await place.facts()) if claim.statement not in best]
    return " ".join(best[:SHOWN]).lower()


def satisfied(case: Case, text: str) -> bool:
    return (all(words.lower() in text for words in case["must_contain"])
            and not any(words.lower() in text for words in case["must_not_contain"]))


async def run(memory: Memory, case: Case, number: int) -> Result:
    place = memory.at(Principal(f"bench:{number}", "Bench"), Room(f"bench:{number}"))
    for fact in case["setup_facts"]:
        await remember(place, fact)
    for kind, request, *new in case["mutations"]:
        try:
            await (supersede(place, request, new[0]) if kind == "supersede" else forget(place, request))
        except MemoryFault as fault:
            print(f"{case['id']}: {fault}", file=sys.stderr)
    text = await shown(place, case["final_query"])
    return Result(case, satisfied(case, text), text)


def with_sibling(case: Case) -> Case:
    """The same case with a fact about somebody or something else of a name almost alike, which must survive."""
    request = case["mutations"][0][1]
    written = max(identifiers(request).values(), key=len, default="")
    if written:
        last = re.search(r"[^\W_](?=[\W_]*$)", written)
        at = last.start() if last else len(written) - 1
        changed = "q" if not written[at].isdigit() else "7" if written[at] < "7" else "3"
        other = f"{written[:at]}{changed}{written[at + 1:]}"
    else:
        names = re.findall(r"\b[A-Z][a-z]+\b", request)
        other = f"{names[0]} Okafor" if names else "Okafor"
    sibling = f"Another entry, {other}, is somebody else's."
    return case | {"setup_facts": [*case["setup_facts"], sibling],
                   "must_contain": [*case["must_contain"], f"{other}, is somebody else's"]}


def trivial(cases: list[Case], wipes: bool) -> int:
    """How many a store passes that holds nothing, or that empties itself at each mutation and keeps the new text."""
    passed = 0
    for case in cases:
        last = case["mutations"][-1]
        text = last[2].lower() if wipes and last[0] == "supersede" else ""
        passed += satisfied(case, text)
    return passed


async def measure(cases: list[Case], start: int) -> list[Result]:
    with tempfile.TemporaryDirectory() as directory:
        async with Memory.open(Path(directory), options=Options(extractor="patterns")) as memory:
            return [await run(memory, case, start + number) for number, case in enumerate(cases)]


def by_category(results: list[Result]) -> dict[str, str]:
    total = Counter(result.case["category"] for result in results)
    passed = Counter(result.case["category"] for result in results if result.passed)
    return {name: f"{passed[name]}/{count}" for name, count in sorted(total.items())}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="directory of the three files")
    parser.add_argument("--failed", action="store_true", help="print the cases that failed")
    parser.add_argument("--json", action="store_true", help="print one JSON object last")
    options = parser.parse_args()
    needed = [(options.data or Path("forgeteval")) / name for name in (*ADVERSARIAL, TEMPLATE)]
    for path in needed:
        if not path.is_file():
            print(MISSING.format(path=path), file=sys.stderr)
            return 2
    loaded = [json.loads(path.read_text(encoding="utf-8")) for path in needed]
    adversarial, template = [*loaded[0], *loaded[1]], loaded[2]
    siblings = [with_sibling(case) for case in adversarial if case["category"] in WITH_SIBLING]
    results = {name: asyncio.run(measure(cases, start)) for name, cases, start in (
        ("adversarial", adversarial, 0), ("template", template, 10_000), ("with_siblings", siblings, 20_000))}
    passed = {name: sum(result.passed for result in of) for name, of in results.items()}
    for name, cases in (("adversarial", adversarial), ("template", template), ("with_siblings", siblings)):
        print(f"{name:<14} {passed[name]:>5} of {len(cases):<5} "
              f"returns nothing {trivial(cases, False):>4}, wipes everything {trivial(cases, True):>4}")
    categories = by_category([*results["adversarial"], *results["template"]])
    for name, count in categories.items():
        print(f"  {name:<26} {count}")
    if options.failed:
        for result in (one for of in results.values() for one in of if not one.passed):
            print(json.dumps(result.case, ensure_ascii=False), "\n   ", result.shown)
    if options.json:
        print(json.dumps({
            "benchmark": "forgeteval", **passed, "by_category": categories,
            "nothing": trivial(adversarial, False), "wipes": trivial(adversarial, True), "of": {
                "adversarial": len(adversarial), "template": len(template), "with_siblings": len(siblings)}}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
