"""Extraction on labelled messages: precision and recall, in all and per language.

    python benchmarks/extraction.py [--data FILE] [--predictions OUT] [--json] [--errors]
                                    [--gguf FILE | --ollama NAME [--host URL]] [--only-model]

The data is one JSON object a line: `id, lang, text, sent_at, forwarded?, reply_to_quote?, gold: [{subject, value,
polarity: "+"|"-", quote, valid_from?, valid_to?}]`. Without a model the patterns and the guards run, as they do in a
chat that has none; with one both extractors run, are merged and guarded, one message a request.

A claim is right when a gold entry of the same message, each counted once, has the same polarity, the same subject
(articles and case apart) and a value that is equal after normalising or contained, word by word, in the other. Quotes
(they overlap) and dates (both ends equal) are counted among the right claims, and do not decide.
The own set is in two halves: ids that begin with "dev" were looked at while the rules were written, "held" were not.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from memory.domain import Candidate, Utterance
from memory.errors import BadExtraction, ModelDown
from memory.extract import guards, merge, patterns, prompt
from memory.ports import Model
from memory.text import value_key

OWN = Path(__file__).resolve().parent.parent / "tests" / "data" / "extraction.jsonl"
MISSING = """There is no file {path}.
Pass --data a JSON-lines file of labelled messages:
{{"id": "1", "lang": "en", "text": "I live in Pune", "sent_at": "2026-02-10T18:30:00+00:00",
  "gold": [{{"subject": "self", "value": "Pune", "polarity": "+", "quote": "I live in Pune"}}]}}"""


def load(path: Path) -> list[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def utterance(number: int, row: dict[str, Any]) -> Utterance:
    return Utterance(number, "benchmark", row["text"], datetime.fromisoformat(row["sent_at"]), row.get("lang", "en"),
                     bool(row.get("forwarded", False)), row.get("reply_to_quote") or "")


async def extract(source: Utterance, model: Model | None, only_model: bool, failures: Counter[str]) -> list[Candidate]:
    """What would reach the decision step for one message."""
    found = [] if only_model else patterns.extract(source)
    asked: list[Candidate] = []
    if model is not None and not source.forwarded:
        try:
            answer = await model.complete(prompt.build([source]), schema=prompt.SCHEMA, temperature=0.0)
            asked = prompt.parse(answer, [source])
        except (BadExtraction, ModelDown) as error:
            failures[type(error).__name__] += 1
    return [one for one in merge(found, asked) if guards.check(one, source) is None]


def same(claim: Candidate, gold: dict[str, Any]) -> bool:
    """The matching rule of this benchmark, see above."""
    if claim.polarity != gold["polarity"] or value_key(claim.subject) != value_key(gold["subject"]):
        return False
    one, other = value_key(claim.value).split(), value_key(str(gold["value"])).split()
    return bool(one and other) and (_inside(one, other) or _inside(other, one))


def _inside(small: Sequence[str], large: Sequence[str]) -> bool:
    return any(list(large[i:i + len(small)]) == list(small) for i in range(len(large) - len(small) + 1))


def _overlap(text: str, a: str, b: str) -> bool:
    one, two = text.find(a), text.find(b)
    return one >= 0 and two >= 0 and one < two + len(b) and two < one + len(a)


def _dates(claim: Candidate) -> tuple[str | None, str | None]:
    first, last = claim.valid_from, claim.valid_to
    return first.isoformat() if first else None, last.isoformat() if last else None


def score(row: dict[str, Any], claims: Sequence[Candidate], counts: Counter[str], errors: list[str]) -> None:
    """Count one message's hits, extras and misses, under "all" and its language."""
    open_gold, extra = list(row["gold"]), []
    for claim in claims:
        match = next((gold for gold in open_gold if same(claim, gold)), None)
        if match is None:
            extra.append(claim)
            continue
        open_gold.remove(match)
        counts["quotes"] += _overlap(row["text"], claim.quote, match["quote"])
        dated = match.get("valid_from"), match.get("valid_to")
        counts["dated"] += any(dated)
        counts["dates"] += any(dated) and _dates(claim) == dated
    for group in _groups(row):
        counts[f"{group} right"] += len(claims) - len(extra)
        counts[f"{group} extra"] += len(extra)
        counts[f"{group} missed"] += len(open_gold)
        counts[f"{group} messages"] += 1
    name = row["id"]
    errors += [f"{name}: extra {c.polarity}{c.subject}/{c.attribute}={c.value!r} from {c.quote!r}" for c in extra]
    errors += [f"{name}: missed {g['polarity']}{g['subject']}/{g['value']!r} in {row['text']!r}" for g in open_gold]


def _groups(row: dict[str, Any]) -> Iterator[str]:
    yield "all"
    yield row.get("lang", "?")
    half = str(row["id"]).split("-")[0]
    if half in ("dev", "held"):
        yield half


def prediction(row: dict[str, Any], claims: Sequence[Candidate]) -> dict[str, Any]:
    return {"id": row["id"], "claims": [
        {"quote": c.quote, "value": c.value, "polarity": c.polarity.value, "subject": c.subject, "field": c.attribute,
         "type": c.type.value, "valid_from": _dates(c)[0], "valid_to": _dates(c)[1]} for c in claims]}


def summary(counts: Counter[str], failures: Counter[str]) -> dict[str, Any]:
    groups = {}
    for group in sorted(key.removesuffix(" messages") for key in counts if key.endswith(" messages")):
        right, extra, missed = (counts[f"{group} {kind}"] for kind in ("right", "extra", "missed"))
        groups[group] = {"messages": counts[f"{group} messages"], "right": right, "extra": extra, "missed": missed,
                         "precision": right / (right + extra) if right + extra else 1.0,
                         "recall": right / (right + missed) if right + missed else 1.0}
    right = counts["all right"]
    return {"groups": groups, "quotes": counts["quotes"] / right if right else 1.0,
            "dates": counts["dates"] / counts["dated"] if counts["dated"] else 1.0, "failed": dict(failures)}


def show(result: dict[str, Any]) -> None:
    print(f"{'':8}{'messages':>9}{'right':>7}{'extra':>7}{'missed':>7}{'precision':>11}{'recall':>8}")
    for name, row in result["groups"].items():
        print(f"{name:8}{row['messages']:9}{row['right']:7}{row['extra']:7}{row['missed']:7}{row['precision']:11.3f}"
              f"{row['recall']:8.3f}")
    print(f"of the right: quotes that overlap {result['quotes']:.3f}, dates equal where given {result['dates']:.3f}")
    if result["failed"]:
        print("answers that failed:", ", ".join(f"{name} {count}" for name, count in result["failed"].items()))


def chosen_model(options: argparse.Namespace) -> Any:
    """The real adapter that the options name, or None."""
    if options.gguf:
        from bot.models.embedded import Embedded

        return Embedded(options.gguf, name=options.gguf.stem, parameters=None)
    if options.ollama:
        from bot.models.ollama import LOCAL, Ollama

        return Ollama(options.ollama, options.host or LOCAL)
    return None


async def run(options: argparse.Namespace) -> int:
    if not options.data.exists():
        print(MISSING.format(path=options.data), file=sys.stderr)
        return 2
    rows, counts, failures, errors = load(options.data), Counter[str](), Counter[str](), list[str]()
    lines, model = [], chosen_model(options)
    if options.only_model and model is None:
        print("--only-model needs --gguf FILE or --ollama NAME.", file=sys.stderr)
        return 2
    try:
        for number, row in enumerate(rows, 1):
            claims = await extract(utterance(number, row), model, options.only_model, failures)
            score(row | {"gold": row.get("gold", [])}, claims, counts, errors)
            lines.append(json.dumps(prediction(row, claims), ensure_ascii=False))
    finally:
        if model is not None:
            await model.close()
    if options.predictions:
        options.predictions.write_text("\n".join(lines) + "\n", encoding="utf-8")
    result = summary(counts, failures)
    show(result)
    if options.errors:
        print("\n".join(errors))
    if options.json:
        print(json.dumps(result))
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=OWN)
    parser.add_argument("--predictions", type=Path)
    parser.add_argument("--json", action="store_true", help="print one JSON object last")
    parser.add_argument("--errors", action="store_true", help="list what was extra and what was missed")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--gguf", type=Path, help="run this model file in process")
    which.add_argument("--ollama", help="run this model of an Ollama server")
    parser.add_argument("--host", help="where that server is, if not on this machine")
    parser.add_argument("--only-model", action="store_true", help="leave the patterns out")
    return asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())
