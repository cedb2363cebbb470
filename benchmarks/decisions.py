"""The decision before the queue on labelled cases: would a message add, change, take back or repeat, and which one?

    python benchmarks/decisions.py [--data FILE] [--predictions OUT] [--json] [--errors]
                                   [--gguf FILE | --ollama NAME [--host URL]]

The data is one JSON object a line: `id, existing: [{id, statement}], message, gold_action, gold_target` and optionally
`lang`. It goes the product's own way: statements and message are read by the patterns and judged by the guards, the
rules of the attribute table decide, with a model where they only add, and then the contradiction rules look, as the
gateway does on each insert; a claim that disagrees with a fact is a proposal to put it in that one's place. A message
that says nothing to learn is NONE without a target, and of several claims in one message the one that changes most
counts. UPDATE by a statement that only denies or ends its target and puts nothing in its place is counted as DELETE.

A case is right when the action is the gold one and so is the target; a NONE whose gold names no target needs none.
`wrong_target` counts UPDATE and DELETE of something else than the gold target: what must not happen.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from extraction import chosen_model, load

from memory import decision
from memory.contradict import Proposition, compare
from memory.decision import Decision, Known
from memory.domain import Action, Candidate, Polarity, Utterance
from memory.errors import BadExtraction, ModelDown
from memory.extract import guards, merge, opposed, patterns, prompt
from memory.ports import Model
from memory.revision import revise
from memory.text import detect

OWN = Path(__file__).resolve().parent.parent / "tests" / "data" / "decisions.jsonl"
MISSING = """There is no file {path}.
Pass --data a JSON-lines file of labelled cases:
{{"id": "1", "existing": [{{"id": 3, "statement": "I live in Pune"}}], "message": "I moved to Oslo",
  "gold_action": "UPDATE", "gold_target": 3}}"""
STRENGTH = (Action.DELETE, Action.UPDATE, Action.ADD, Action.NONE)  # of several claims the first of these counts


def utterance(text: str) -> Utterance:
    return Utterance(1, "benchmark", text, datetime(2026, 11, 3, 10, tzinfo=UTC), detect(text))


async def read(text: str, stored: Sequence[Known], model: Model | None, failures: Counter[str]) -> list[Candidate]:
    """What would reach the decision step of one text."""
    source = utterance(text)
    found = opposed.extract(source, stored, patterns.extract(source))
    asked: list[Candidate] = []
    if model is not None:
        try:
            answer = await model.complete(prompt.build([source]), schema=prompt.SCHEMA, temperature=0.0)
            asked = prompt.parse(answer, [source])
        except (BadExtraction, ModelDown) as error:
            failures[type(error).__name__] += 1
    return [one for one in merge(found, asked) if guards.check(one, source) is None]


def known(number: Any, statement: str) -> list[Known]:
    """An approved statement as the claims it was read as, else as a note in its own words."""
    found = patterns.extract(utterance(statement))
    if not found:
        return [Known(number, "self", "note", statement, Polarity.YES, statement)]
    return [Known(number, c.subject, c.attribute, c.value, c.polarity, c.statement) for c in found]


async def decide(candidate: Candidate, stored: Sequence[Known], model: Model | None) -> Decision:
    """The proposal this candidate becomes."""
    verdict = decision.by_rules(candidate, stored, revise(candidate.statement, stored))
    if verdict.action is Action.ADD and model is not None and stored:
        answer = await model.complete(decision.prompt(candidate, stored), schema=decision.SCHEMA, max_tokens=64)
        verdict = decision.validate(answer, candidate, stored)
    if verdict.action is Action.ADD:
        new = Proposition(candidate.statement, candidate.subject, candidate.attribute, candidate.value,
                          candidate.polarity)
        for peer in stored:
            says = Proposition(peer.statement, peer.subject, peer.attribute, peer.value, peer.polarity)
            if compare(says, new) is not None:
                verdict = Decision(Action.UPDATE, peer.id, decision.Reason.OPPOSITE)
                break
    if verdict.action is Action.UPDATE and decision.only_ends(candidate):
        return Decision(Action.DELETE, verdict.target, verdict.reason)
    return verdict


async def predict(case: dict[str, Any], model: Model | None, failures: Counter[str]) -> tuple[str, Any]:
    """(action, target id or None) of a case."""
    stored = [one for row in case["existing"] for one in known(row["id"], row["statement"])]
    found = [await decide(one, stored, model) for one in await read(case["message"], stored, model, failures)]
    if not found:
        return Action.NONE.value, None
    best = min(found, key=lambda verdict: STRENGTH.index(verdict.action))
    return best.action.value, best.target


def right(case: dict[str, Any], action: str, target: Any) -> bool:
    gold, wanted = case["gold_action"], case.get("gold_target")
    return bool(action == gold and (target == wanted or (action in ("NONE", "ADD") and wanted is None)))


def summary(cases: Sequence[dict[str, Any]], said: Sequence[tuple[str, Any]], failures: Counter[str]
            ) -> dict[str, Any]:
    names = [action.value for action in Action]
    confusion = {gold: dict.fromkeys(names, 0) for gold in names}
    groups: dict[str, list[bool]] = {"all": []}
    wrong = []
    for case, (action, target) in zip(cases, said, strict=True):
        confusion[case["gold_action"]][action] += 1
        hit = right(case, action, target)
        for group in ("all", case.get("lang") or detect(case["message"])):
            groups.setdefault(group, []).append(hit)
        if action in ("UPDATE", "DELETE") and target != case.get("gold_target"):
            wrong.append(case["id"])
    return {"benchmark": "decisions", "cases": len(cases), "accuracy": sum(groups["all"]) / max(1, len(cases)),
            "groups": {name: {"cases": len(hits), "accuracy": sum(hits) / len(hits)}
                       for name, hits in groups.items() if hits},
            "confusion": confusion, "wrong_target": len(wrong), "wrong_target_ids": wrong, "failed": dict(failures)}


def show(result: dict[str, Any]) -> None:
    for name, group in result["groups"].items():
        print(f"{name:8}{group['cases']:6} cases  accuracy {group['accuracy']:.3f}")
    names = list(result["confusion"])
    print(f"{'gold':8}" + "".join(f"{name:>8}" for name in names))
    for gold, row in result["confusion"].items():
        print(f"{gold:8}" + "".join(f"{row[name]:8}" for name in names))
    print(f"UPDATE or DELETE on a wrong target: {result['wrong_target']}")


async def run(options: argparse.Namespace) -> int:
    if not options.data.is_file():
        print(MISSING.format(path=options.data), file=sys.stderr)
        return 2
    cases, failures, model = load(options.data), Counter[str](), chosen_model(options)
    try:
        said = [await predict(case, model, failures) for case in cases]
    finally:
        if model is not None:
            await model.close()
    if options.predictions:
        lines = [json.dumps({"id": case["id"], "action": action, "target": target}, ensure_ascii=False)
                 for case, (action, target) in zip(cases, said, strict=True)]
        options.predictions.write_text("\n".join(lines) + "\n", encoding="utf-8")
    result = summary(cases, said, failures)
    show(result)
    if options.errors:
        for case, (action, target) in zip(cases, said, strict=True):
            if not right(case, action, target):
                print(f"{case['id']}: {action} {target}, not {case['gold_action']} {case.get('gold_target')}: "
                      f"{[row['statement'] for row in case['existing']]} + {case['message']!r}")
    if options.json:
        print(json.dumps(result))
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=OWN)
    parser.add_argument("--predictions", type=Path, help="write one JSON line a case: {id, action, target}")
    parser.add_argument("--json", action="store_true", help="print one JSON object last")
    parser.add_argument("--errors", action="store_true", help="list the cases that are not right")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--gguf", type=Path, help="run this model file in process")
    which.add_argument("--ollama", help="run this model of an Ollama server")
    parser.add_argument("--host", help="where that server is, if not on this machine")
    return asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())
