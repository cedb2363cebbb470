"""How well the excerpt lane finds the turns that answer a question: LoCoMo, turn level, no model call.

Each conversation is a room; its turns are observed in order through the product's own verbs, with their speakers and
times, and get their vectors by the backfill. A third member of the room asks each question through `recall`. Gold are
the evidence turns. Main set: categories 1-4 (multi-hop, time, open, single-hop) that have evidence; category 5
(adversarial: answered nowhere) is reported apart. A turn's text is what was said and, where a picture was shared, its
caption, as the data set's own retrieval has it (`--no-captions` leaves it out).

    python benchmarks/locomo.py --data locomo10.json [--json] [--ablate] [--fit]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bot.embed import MiniLM
from bot.models import files
from memory import excerpts as lane
from memory.core import Memory, Options
from memory.domain import GLOBAL_SCOPE, Principal, Room
from memory.place import Place
from memory.text import query_words

QUOTES = 300  # how far down the list the first gold is looked for; further down counts as not found
RESAMPLES = 1000
READER = Principal("bench:reader", "")
CATEGORIES = {1: "multi-hop", 2: "time", 3: "open", 4: "single-hop", 5: "adversarial"}
Numbers = NDArray[np.float64]


@dataclass(slots=True)
class Query:
    """A question, the message numbers that answer it, and what the ranking knew of every turn (`--fit`)."""

    text: str
    category: int
    gold: frozenset[int]
    ranked: list[int] = field(default_factory=list)
    signals: Numbers | None = None
    turns: list[int] = field(default_factory=list)
    session: NDArray[np.int64] | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """One thing said: its id in the data set, who said it, the words and when."""

    name: str
    speaker: str
    text: str
    at: datetime


class At:
    """A clock that stands where it was put."""

    def __init__(self) -> None:
        self.at = datetime(2023, 1, 1, tzinfo=UTC)

    def now(self) -> datetime:
        return self.at


def conversations(path: Path) -> list[dict[str, Any]]:
    if not path.exists():
        raise SystemExit(f"{path} is not there. LoCoMo is CC BY-NC 4.0 and not part of this repository: get "
                         "locomo10.json from github.com/snap-research/locomo and pass its path with --data.")
    found: list[dict[str, Any]] = json.loads(path.read_text())
    return found


def spoken(turn: Mapping[str, Any], captions: bool) -> str:
    caption = turn.get("blip_caption")
    return f"{turn['text']} [shares {caption}]" if captions and caption else str(turn["text"])


def session_start(text: str) -> datetime:
    """'1:56 pm on 8 May, 2023'."""
    return datetime.strptime(text, "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)


def turns(talk: Mapping[str, Any], captions: bool) -> Iterator[Turn]:
    """A conversation's turns in order; within a session, whose start is known, one each half minute."""
    for key in sorted((k for k in talk if re.fullmatch(r"session_\d+", k)), key=lambda k: int(k[8:])):
        at = session_start(talk[f"{key}_date_time"])
        for turn in talk[key]:
            at += timedelta(seconds=30)
            yield Turn(turn["dia_id"], turn["speaker"], spoken(turn, captions), at)


@asynccontextmanager
async def talked(data: Mapping[str, Any], embedder: MiniLM, captions: bool
                 ) -> AsyncIterator[tuple[Memory, Place, list[Query]]]:
    """A memory in which a conversation took place, the reader's place in its room, and the questions."""
    talk, clock = data["conversation"], At()
    with tempfile.TemporaryDirectory(prefix="sayso-locomo-") as made:
        options = Options(excerpts=True, quotes=QUOTES, extractor="patterns")
        async with Memory.open(Path(made) / "data", embedder=embedder, clock=clock, options=options) as memory:
            room = Room(f"bench:{data.get('sample_id', 'talk')}", "group")
            places: dict[str, Place] = {}
            numbers: dict[str, int] = {}
            for turn in turns(talk, captions):
                clock.at = turn.at
                if turn.speaker not in places:
                    places[turn.speaker] = memory.at(Principal(f"bench:{turn.speaker}", turn.speaker), room)
                    await places[turn.speaker].join(True)
                seen = await places[turn.speaker].observe(turn.text, sent_at=turn.at)
                numbers[turn.name] = seen.id
            clock.at += timedelta(days=1)
            while await memory.backfill():
                pass
            yield memory, memory.at(READER, room), list(questions(data, numbers))


def questions(data: Mapping[str, Any], numbers: Mapping[str, int]) -> list[Query]:
    found = []
    for asked in data["qa"]:
        named = [f"D{int(a)}:{int(b)}" for part in asked.get("evidence") or ()
                 for a, b in re.findall(r"D:?(\d+):(\d+)", str(part))]
        gold = frozenset(numbers[name] for name in named if name in numbers)
        if gold:
            found.append(Query(asked["question"], int(asked["category"]), gold))
    return found


async def ask(memory: Memory, place: Place, query: Query, *, fit: bool) -> float:
    """Fill in what recall answers; milliseconds it took."""
    started = time.perf_counter()
    found = await place.recall(query.text)
    taken = (time.perf_counter() - started) * 1000
    query.ranked = [one.message for one in found.excerpts]
    if fit and memory.embedder is not None:
        scopes = (place.scope, GLOBAL_SCOPE)
        talk = await memory.db.recall(scopes, lambda reader: memory.vectors.talk.current(reader, scopes, place.room.id))
        names = [name for _, name in talk.authors]
        speech = (await memory.embedder.embed([lane.unnamed(query.text, names)]))[0]
        asked = lane.Asked(query.text, query_words(query.text), speech, READER.id)
        values = await memory.db.recall(scopes, lambda reader: lane.signals(reader, talk, asked, place.room.id))
        query.signals = np.stack([values[name] for name in lane.WEIGHTS], axis=1).astype(np.float64)
        query.turns, query.session = talk.ids.tolist(), talk.session
    return taken


def scores(ranked: Sequence[int], gold: frozenset[int]) -> tuple[float, float, float]:
    """(recall@5, recall@10, reciprocal rank of the first gold)."""
    first = next((place for place, number in enumerate(ranked, 1) if number in gold), 0)
    return (len(gold & set(ranked[:5])) / len(gold), len(gold & set(ranked[:10])) / len(gold),
            1 / first if first else 0.0)


def summary(values: Sequence[tuple[float, float, float]], seed: int = 5) -> dict[str, Any]:
    """Means and 95 % intervals by resampling questions."""
    if not values:
        return {"n": 0}
    table = np.array(values)
    chance = np.random.default_rng(seed)
    means = table[chance.integers(0, len(table), (RESAMPLES, len(table)))].mean(axis=1)
    low, high = np.quantile(means, [0.025, 0.975], axis=0)
    names = ("recall@5", "recall@10", "mrr")
    return {"n": len(table)} | {name: round(float(table[:, i].mean()), 4) for i, name in enumerate(names)} | {
        f"{name}_95": [round(float(low[i]), 4), round(float(high[i]), 4)] for i, name in enumerate(names)}


def reported(queries: Sequence[Query]) -> dict[str, Any]:
    values = [(query.category, scores(query.ranked, query.gold)) for query in queries]
    main = summary([value for category, value in values if category != 5])
    return main | {"by_category": {CATEGORIES[number]: summary([v for c, v in values if c == number])
                                   for number in CATEGORIES if number != 5},
                   "adversarial": summary([value for category, value in values if category == 5])}


def fitted(queries: Sequence[Query], names: Sequence[str], rounds: int = 400, decay: float = 0.002
           ) -> dict[str, float]:
    """Weights that make gold turns likely under a softmax over all turns of their room (listwise; Cao et al. 2007)."""
    weights, first, second = np.zeros(len(names)), np.zeros(len(names)), np.zeros(len(names))
    cases = [(query.signals, [query.turns.index(number) for number in query.gold if number in query.turns])
             for query in queries if query.category != 5 and query.signals is not None]
    for step in range(1, rounds + 1):  # Adam
        slope = -decay * weights
        for table, gold in cases:
            if table is not None and gold:
                values = table @ weights
                likely = np.exp(values - values.max())
                likely /= likely.sum()
                share = 0.5 * likely[gold] / likely[gold].sum() + 0.5 / len(gold)  # half the weight on the easiest
                slope += (table[gold].T @ share - likely @ table) / len(cases)
        first, second = 0.9 * first + 0.1 * slope, 0.99 * second + 0.01 * slope * slope
        pace = 0.15 if step < rounds / 2 else 0.03
        weights += pace * (first / (1 - 0.9 ** step)) / (np.sqrt(second / (1 - 0.99 ** step)) + 1e-8)
    return dict(zip(names, map(float, weights), strict=True))


def ranked_by(query: Query, names: Sequence[str], weights: Mapping[str, float]) -> list[int]:
    if query.signals is None or query.session is None:
        return query.ranked
    values = (query.signals @ np.array([weights[name] for name in names])).astype(np.float32)
    order = lane.spread(np.argsort(-values, kind="stable"), values, query.session)
    return [query.turns[place] for place in order[:QUOTES]]


def left_one_out(talks: Sequence[Sequence[Query]], names: Sequence[str]) -> dict[str, Any]:
    """Each conversation ranked with weights tuned on the others."""
    out = []
    for number, held in enumerate(talks):
        weights = fitted([query for other, talk in enumerate(talks) if other != number for query in talk], names)
        out += [replace(query, ranked=ranked_by(query, names, weights)) for query in held]
    return reported(out)


def ablation(talks: Sequence[Sequence[Query]], names: Sequence[str]) -> list[tuple[str, dict[str, Any]]]:
    """Each signal taken out and the others tuned again, leave-one-out."""
    rows = [("all", left_one_out(talks, names))]
    one_talk = [[replace(q, session=np.arange(len(q.turns))) for q in talk] for talk in talks]
    rows.append(("- spread", left_one_out(one_talk, names)))
    for gone in names:
        kept = [number for number, name in enumerate(names) if name != gone]
        fewer = [[replace(q, signals=None if q.signals is None else q.signals[:, kept]) for q in talk]
                 for talk in talks]
        rows.append((f"- {gone}", left_one_out(fewer, [names[number] for number in kept])))
    return rows


async def run(options: argparse.Namespace) -> dict[str, Any]:
    embedder = MiniLM(options.models)
    talks: list[list[Query]] = []
    taken: list[float] = []
    names: list[str] = list(lane.WEIGHTS)
    fit = options.fit or options.ablate
    for data in conversations(options.data):
        async with talked(data, embedder, not options.no_captions) as (memory, place, queries):
            for query in queries:
                taken.append(await ask(memory, place, query, fit=fit))
            talks.append(queries)
            print(f"{data.get('sample_id', '?')}: {line(reported(queries))}", flush=True)
    await embedder.close()
    found = reported([query for talk in talks for query in talk])
    found["recall_p50_ms"], found["recall_p95_ms"] = (round(float(v), 2) for v in np.quantile(taken, [0.5, 0.95]))
    print(f"{'all':>7}: {line(found)}")
    for name, part in (*found["by_category"].items(), ("adversarial", found["adversarial"])):
        print(f"{name:>12}: {line(part)}")
    if fit:
        weights = fitted([query for talk in talks for query in talk], names)
        found["weights"] = {name: round(weight, 2) for name, weight in weights.items()}
        found["left_one_out"] = left_one_out(talks, names)
        print(f"weights {found['weights']}\ntuned on the others, one left out: {line(found['left_one_out'])}")
    if options.ablate:
        found["ablation"] = {}
        for name, part in ablation(talks, names):
            found["ablation"][name] = part
            print(f"{name:>18}: {line(part)}", flush=True)
    return found


def line(found: Mapping[str, Any]) -> str:
    if not found["n"]:
        return "no questions"
    shown = [f"{name} {found[name]:.3f} [{low:.3f}, {high:.3f}]" for name in ("recall@5", "recall@10", "mrr")
             for low, high in (found[f"{name}_95"],)]
    return f"n={found['n']:<5}" + "  ".join(shown)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="a file of LoCoMo conversations, as published")
    parser.add_argument("--models", type=Path, default=os.environ.get("SAYSO_TEST_MODELS", "~/.cache/sayso/models"))
    parser.add_argument("--no-captions", action="store_true", help="leave out what a shared picture shows")
    parser.add_argument("--fit", action="store_true", help="tune the weights and report leave-one-out")
    parser.add_argument("--ablate", action="store_true", help="take each signal out in turn, tuned, leave-one-out")
    parser.add_argument("--json", action="store_true", help="print one JSON object last")
    options = parser.parse_args()
    options.models = Path(options.models).expanduser()
    files.pull([files.MINILM], options.models)
    found = asyncio.run(run(options))
    if options.json:
        print(json.dumps({"benchmark": "locomo", "captions": not options.no_captions, **found}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
