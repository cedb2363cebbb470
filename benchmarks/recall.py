"""Whether the facts that matter for a message are found, and whether none is shown where none fits.

Each line of the data is one person: `{id, lang, facts: [{id, text}], questions: [{id, text, gold: [ids]}]}`; an empty
gold means that nothing fits. Every fact is remembered by that person in their own words, a day later every question
is asked in their DM. `score` is how sure the memory is of its best fact, 0 at the embedder's threshold: its area under
the curve says how well it tells questions that have an answer from those that have none. `shown` is what a prompt would
hold: `shown_precision` and `shown_recall` say how much of it answers and how much of the answers it is,
`shown_nothing_when_empty` how often it is nothing where nothing fits. Questions may carry a `kind` (form, meaning, far,
near, self), by which the figures are broken down. `--around 1` puts a sentence of small talk before each question,
`--around 2` another one behind it.

    python benchmarks/recall.py [--data FILE] [--predictions OUT] [--model NAME] [--around N] [--json]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np

from bot.embed import MiniLM
from bot.models import files
from bot.multilingual import MultilingualE5
from memory import recall as lane
from memory.core import Memory, Options
from memory.domain import Principal, Room
from memory.errors import MemoryFault
from memory.ports import Embedder
from memory.text import detect

SMALL_TALK = {  # (before, behind)
    "en": (("It rained all morning here.", "I just came in and put the kettle on.", "Sorry, I was on the phone.",
            "What a week that was!", "The neighbours are drilling again."),
           ("I would be glad about a short answer.", "I have to run in a minute.", "Take your time with it.",
            "We can talk about the rest tonight.", "Thanks in advance!")),
    "de": (("Hier hat es den ganzen Morgen geregnet.", "Ich bin gerade erst zur Tür herein.", "Entschuldige die Pause.",
            "Was für eine Woche!", "Nebenan wird schon wieder gebohrt."),
           ("Eine kurze Antwort reicht mir.", "Ich muss gleich los.", "Lass dir ruhig Zeit damit.",
            "Den Rest besprechen wir heute Abend.", "Danke schon mal!")),
}
OWN = Path(__file__).parent.parent / "tests" / "data" / "recall.jsonl"


@dataclass(slots=True)
class Prediction:
    """What became of one question."""

    id: str
    lang: str
    kind: str
    gold: list[str]
    ranked: list[str] = field(default_factory=list)
    score: float = 0.0
    shown: list[str] = field(default_factory=list)


class At:
    """A clock that stands where it was put."""

    def __init__(self) -> None:
        self.at = datetime(2026, 1, 5, 9, tzinfo=UTC)

    def now(self) -> datetime:
        return self.at


def surrounded(text: str, number: int, sentences: int) -> str:
    """A question with so many sentences of small talk around it."""
    before, behind = SMALL_TALK[detect(text) if detect(text) in SMALL_TALK else "en"]
    said = [before[number % len(before)], text, behind[number // len(before) % len(behind)]]
    return " ".join(said[1 - min(sentences, 1):1 + max(sentences, 1)])


async def one_person(person: dict[str, Any], model: Embedder | None, around: int = 0) -> list[Prediction]:
    """Remember a person's facts in a store of their own and ask their questions."""
    clock, who = At(), Principal(f"bench:{person['id']}", "")
    with tempfile.TemporaryDirectory(prefix="sayso-recall-") as made:
        async with Memory.open(Path(made) / "data", embedder=model, clock=clock, options=Options(extractor="patterns")
                               ) as memory:
            place = memory.at(who, Room(who.id))
            of: dict[int, str] = {}
            for fact in person["facts"]:
                clock.at += timedelta(minutes=1)
                try:
                    for card in (await place.remember(fact["text"])).cards:
                        of.setdefault(card.claim.id, fact["id"])
                except MemoryFault as refused:
                    print(f"{fact['id']} was not remembered: {refused}", file=sys.stderr)
            while await memory.backfill():
                pass
            clock.at += timedelta(days=1)
            return [await _asked(memory, who, question | {"text": surrounded(question["text"], number, around)},
                                 person.get("lang", ""), of) for number, question in enumerate(person["questions"])]


async def _asked(memory: Memory, who: Principal, asked: dict[str, Any], lang: str, of: dict[int, str]) -> Prediction:
    place = memory.at(who, Room(who.id))
    question = await place.question(asked["text"])
    weights = await memory.db.recall(question.scopes, lambda reader: lane.weighed(reader, memory.vectors, question))
    order = sorted(weights, key=lambda claim: (-weights[claim].order, -claim))
    shown = [fact.claim for fact in (await place.recall(asked["text"])).facts if fact.score > 0]
    return Prediction(asked["id"], lang, asked.get("kind", "" if asked["gold"] else "none"), asked["gold"],
                      _names(order, of), max((weight.sure for weight in weights.values()), default=-1.0),
                      _names(shown, of))


def _names(claims: Sequence[int], of: dict[int, str]) -> list[str]:
    return list(dict.fromkeys(of[claim] for claim in claims if claim in of))


def figures(found: Sequence[Prediction]) -> dict[str, Any]:
    """R@1, R@5 and MRR over the answerable, AUC of the score over all, and how right it is what was shown."""
    there, none = [p for p in found if p.gold], [p for p in found if not p.gold]
    out: dict[str, Any] = {"n": len(found)}
    if there:
        firsts = [next((place for place, name in enumerate(p.ranked, 1) if name in p.gold), 0) for p in there]
        out |= {"R@1": _share(len({*p.ranked[:1]} & {*p.gold}) for p in there),
                "R@5": _share(len({*p.ranked[:5]} & {*p.gold}) / len(p.gold) for p in there),
                "MRR": _share(1 / first if first else 0 for first in firsts),
                "shown_recall": _share(len({*p.shown} & {*p.gold}) / len(p.gold) for p in there)}
    if any(p.shown for p in found):
        out["shown_precision"] = _share(len({*p.shown} & {*p.gold}) / len(p.shown) for p in found if p.shown)
    if none:
        out["shown_nothing_when_empty"] = _share(not p.shown for p in none)
    if there and none:
        yes, no = np.array([p.score for p in there]), np.array([p.score for p in none])
        out["AUC"] = round(float((yes[:, None] > no).mean() + 0.5 * (yes[:, None] == no).mean()), 4)
    return out


def _share(values: Any) -> float:
    return round(float(np.mean([float(value) for value in values])), 4)


def curve(found: Sequence[Prediction]) -> list[dict[str, float]]:
    """For a row of thresholds of the score: answerable questions kept, unanswerable ones left without a fact."""
    yes, no = np.array([p.score for p in found if p.gold]), np.array([p.score for p in found if not p.gold])
    return [{"score": round(at, 2), "kept": round(float((yes >= at).mean()), 3),
             "silent": round(float((no < at).mean()), 3)} for at in np.arange(-0.24, 0.41, 0.04)] if len(no) else []


async def run(options: argparse.Namespace) -> dict[str, Any]:
    made = {files.MINILM: MiniLM, files.E5: MultilingualE5}.get(options.model)
    model = made(options.models) if made else None
    if not options.data.exists():
        raise SystemExit(f"{options.data} is not there; without --data the project's own set is taken.")
    found: list[Prediction] = []
    for line in options.data.read_text().splitlines():
        if line.strip():
            found += await one_person(json.loads(line), model, options.around)
    if model is not None:
        await model.close()
    if options.predictions:
        keep = ("id", "ranked", "score", "shown")
        options.predictions.write_text("".join(json.dumps({k: v for k, v in asdict(p).items() if k in keep}) + "\n"
                                               for p in found))
    groups: dict[str, list[Prediction]] = defaultdict(list)
    for one in found:
        for group in ("all", one.lang, f"{one.lang} {one.kind}"):
            groups[group].append(one)
    for lang in {p.lang for p in found}:
        for kind in {p.kind for p in found if not p.gold}:
            groups[f"{lang} all against {kind}"] = [p for p in found if p.lang == lang and (p.gold or p.kind == kind)]
    result = {name: figures(group) for name, group in sorted(groups.items())}
    for name, values in result.items():
        print(f"{name:>24}  " + "  ".join(f"{key} {value}" for key, value in values.items()))
    return {"groups": result, "curve": curve(found)}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=OWN)
    parser.add_argument("--predictions", type=Path, help="write one line a question here")
    parser.add_argument("--model", default=files.MINILM, choices=(files.MINILM, files.E5, "none"))
    parser.add_argument("--models", type=Path, default=os.environ.get("SAYSO_TEST_MODELS", "~/.cache/sayso/models"))
    parser.add_argument("--around", type=int, default=0, choices=(0, 1, 2), help="sentences of small talk around each")
    parser.add_argument("--json", action="store_true", help="print one JSON object last")
    options = parser.parse_args()
    options.models = Path(options.models).expanduser()
    if options.model != "none":
        files.pull([options.model], options.models)
    found = asyncio.run(run(options))
    for row in found["curve"]:
        print(f"score >= {row['score']:.2f}: answerable kept {row['kept']:.3f}, silent where nothing fits "
              f"{row['silent']:.3f}")
    if options.json:
        print(json.dumps({"benchmark": "recall", "model": options.model, **found["groups"]["all"], **found}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
