"""What recall and writing cost as memory grows: 1k, 10k and 100k facts and as many messages in one room, and 1,000
rooms of 100 facts.

Rows are put in by a loader that writes what the gateway would, without the record of events, and with made-up vectors:
neither is read by recall, and a hundred thousand texts need not be embedded. What is timed runs through `Memory` as the
bot runs it: recall with the real embedder and excerpts on and off, `/remember` with its comparison with what is known.
Beside the clock stands the mean CPU time of a call, which other programs on the machine do not change.
Every size has a process of its own. Slope is that of log(time) against log(facts): 0 is flat, 1 is linear.

    python benchmarks/scale.py [--facts 1000,10000,100000] [--rooms 1000] [--json]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np

from bot import heap
from bot.embed import MiniLM
from bot.models import files
from memory import facts, messages, people
from memory.core import Memory, Options
from memory.db import Tx
from memory.domain import Principal, Room
from memory.ports import kept_as
from memory.timestamps import iso

KEPT_AS = kept_as(MiniLM(Path()))  # nothing is loaded by asking
BATCH = 2000  # rows a transaction while loading
SESSION = 40  # turns of one session
ACTIVE = 20  # rooms of many in which excerpts are on and things are remembered
WARM = 5  # calls before the clock counts
BY_SIZE = {"recall_p95_ms": {1000: 8.0, 10_000: 15.0, 100_000: 40.0}, "rss_mb": {10_000: 250.0, 100_000: 450.0}}
AT_ALL = {"write_p95_ms": 15.0, "ready_s": 1.0}
FLAT = 0.1  # slope of a write
START = datetime(2026, 1, 5, 9, tzinfo=UTC)
NAMES = ("Ana Ben Carla Dev Elif Farid Greta Hugo Ines Jonas Kim Lena Mats Nora Omar Pia Quentin Rosa Sven Tara Uwe "
         "Vera Wim Xenia Yusuf Zoe").split()
ADJECTIVES = ("red blue green black white yellow grey orange purple brown heavy light cheap broken borrowed ancient "
              "wooden folding electric spare tiny huge noisy quiet dusty shiny").split()
THINGS = ("kayak lamp bike tent camera ladder guitar toaster drill atlas scarf kettle notebook radio sofa suitcase "
          "telescope umbrella violin wok piano printer helmet anvil blender canoe easel fridge globe hammock bench "
          "carpet cupboard mirror clock bucket compass harp mug pillow saddle trumpet vase wagon zither").split()
CITIES = ("Oslo Pune Bonn Lyon Porto Graz Turin Ghent Malmo Bergen Leeds Cork Vilnius Zagreb Kyoto Quito Lima Basel "
          "Trieste Cadiz Riga Split Bari Nantes Bilbao").split()
VERBS = "bought sold found lost repaired painted lent borrowed carried stored".split()
ASKED = ("where did I put the {thing}?", "what colour is the {thing} of {name}?", "who lives in {city}?",
         "what did {name} do with the {adjective} {thing}?", "was ist mit dem {thing} in {city}?", "thanks, that helps",
         "tell me again about that day in {city} when we talked about the {thing}", "which {thing} was {adjective}?")


class At:
    """A clock that stands where it was put."""

    def __init__(self, at: datetime) -> None:
        self.at = at

    def now(self) -> datetime:
        return self.at


def sentence(chance: random.Random) -> str:
    return (f"{chance.choice(NAMES)} {chance.choice(VERBS)} the {chance.choice(ADJECTIVES)} {chance.choice(THINGS)} "
            f"from {chance.choice(CITIES)} for {chance.randrange(1000)} euros")


def question(chance: random.Random) -> str:
    return chance.choice(ASKED).format(thing=chance.choice(THINGS), name=chance.choice(NAMES),
                                       city=chance.choice(CITIES), adjective=chance.choice(ADJECTIVES))


def person(number: int) -> tuple[Principal, Room]:
    return Principal(f"bench:{number}", "Priya"), Room(f"bench:{number}")


async def load(store: Path, count: int, rooms: int) -> None:
    """`count` facts and messages, spread evenly over `rooms` DMs."""
    chance, noise = random.Random(7), np.random.default_rng(7)
    async with Memory.open(store) as memory:
        for number in range(rooms):
            who, room = person(number)
            await memory.db.write(lambda tx, w=who, r=room: _enter(tx, w, r))  # type: ignore[misc]
        each = count // rooms
        places = [number for number in range(rooms) for _ in range(each)]
        for first in range(0, len(places), BATCH):
            batch = places[first:first + BATCH]
            vectors = noise.standard_normal((len(batch), 384)).astype(np.float32)
            vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
            texts = [(sentence(chance), sentence(chance)) for _ in batch]
            await memory.db.write(lambda tx, b=batch, t=texts, v=vectors, f=first: _rows(tx, b, t, v, f))  # type: ignore[misc]
        await memory.db.maintain(lambda db: db.execute("pragma wal_checkpoint(truncate)").fetchall())


def _enter(tx: Tx, who: Principal, room: Room) -> None:
    people.enter(tx, room, who.scope, START)
    people.meet(tx, who, START)


def _rows(tx: Tx, batch: Sequence[int], texts: Sequence[tuple[str, str]], vectors: Any, first: int) -> None:
    for at, (number, (known, said), vector) in enumerate(zip(batch, texts, vectors, strict=True), first):
        who, room = person(number)
        moment = iso(START + timedelta(seconds=30 * at))
        session = at // SESSION + 1
        tx.execute("insert or ignore into session (id, room, started_at, last_at) values (?, ?, ?, ?)",
                   (session, room.id, moment, moment))
        made = tx.execute("insert into message (scope, room, session, author, kind, sent_at, text, indexed, learned_at)"
                          " values (?, ?, ?, ?, 'said', ?, ?, 1, ?)",
                          (who.scope, room.id, session, who.id, moment, said, moment)).lastrowid or 0
        tx.execute("insert into message_words (rowid, tokens) values (?, ?)", (made, messages.found_by(room.id, said)))
        messages.embed(tx, made, said, KEPT_AS, vector[::-1])
        content = tx.execute("insert into content (scope, salt, body) values (?, x'00', ?)",
                             (who.scope, known)).lastrowid
        claim = tx.execute(
            "insert into claim (scope, room, credited, subject, attribute, value, slot, value_key, polarity, statement,"
            " type, state, origin, extractor, content, recorded_at) values (?, ?, ?, 'self', 'note', ?, 'self/note', ?,"
            " '+', ?, 'preference', 'verified', 'remember', 'person', ?, ?)",
            (who.scope, room.id, who.id, known, known, known, content, moment)).lastrowid or 0
        tx.execute("insert into fact (claim, scope, person, attribute, value, statement, language, always_on, said_at,"
                   " sessions) values (?, ?, ?, 'note', ?, ?, 'en', 0, ?, 1)",
                   (claim, who.scope, who.id, known, known, moment))
        tx.execute("insert into fact_words (rowid, tokens) values (?, ?)", (claim, facts.found_by(tx, claim)))
        facts.embed(tx, claim, who.scope, KEPT_AS, vector)


async def measure(store: Path, models: Path, rooms: int, calls: int, writes: int) -> dict[str, Any]:
    """Everything about one store, in this process."""
    chance = random.Random(11)
    size = (store / "memory.db").stat().st_size
    embedder = MiniLM(models)
    await embedder.load()
    clock = At(START + timedelta(days=400))
    started = time.perf_counter()
    async with Memory.open(store, embedder=embedder, clock=clock, options=Options(extractor="patterns")) as memory:
        place = memory.at(*person(0))
        ready = time.perf_counter() - started
        heap.settle()  # as `sayso run` does
        count = (await memory.db.read(lambda tx: tx.execute("select count(*) from fact").fetchone()))[0]
        first = await _timed(place.recall("where is the kayak?"))
        await _read_all(memory)
        spent = time.process_time()
        plain = [await _timed(memory.at(*person(n % rooms)).recall(question(chance))) for n in range(calls + WARM)]
        recalling = (time.process_time() - spent) * 1000 / len(plain)
        for number in range(min(rooms, ACTIVE)):
            await memory.at(*person(number)).allow_excerpts(True)
        quoted_first = await _timed(place.recall("where is the kayak?"))
        await _read_all(memory)
        spent = time.process_time()
        quoted = [await _timed(memory.at(*person(n % min(rooms, ACTIVE))).recall(question(chance)))
                  for n in range(calls + WARM)]
        quoting = (time.process_time() - spent) * 1000 / len(quoted)
        resident = rss()
        wrote = await _writing(memory, min(rooms, ACTIVE), writes, chance)
        spent = time.process_time()
        embedded = [await _timed(embedder.embed([question(chance)])) for _ in range(calls + WARM)]
        embedding = (time.process_time() - spent) * 1000 / len(embedded)
    await embedder.close()
    return {"recall_cpu_ms": round(recalling, 2), "excerpts_cpu_ms": round(quoting, 2), **wrote,
            "embed_cpu_ms": round(embedding, 2),
            "facts": count, "rooms": rooms, "ready_s": round(ready, 3), "first_recall_ms": round(first, 1),
            "first_excerpts_ms": round(quoted_first, 1), **_spread("recall", plain), **_spread("excerpts", quoted),
            **_spread("embed", embedded), "rss_mb": resident, "rss_end_mb": rss(),
            "bytes_a_fact": round(size / max(1, count))}


async def _writing(memory: Memory, rooms: int, writes: int, chance: random.Random) -> dict[str, float]:
    """What `/remember` takes; apart from that its first time in each room, when the person's newest claims are read."""
    async def one(number: int) -> float:
        return await _timed(memory.at(*person(number % rooms)).remember(f"{sentence(chance)} number {number}"))

    cold = sorted([await one(number) for number in range(rooms)])
    spent = time.process_time()
    written = [await one(rooms + number) for number in range(writes + WARM)]
    writing = (time.process_time() - spent) * 1000 / len(written)
    return {"first_write_ms": round(cold[len(cold) // 2], 1), "write_cpu_ms": round(writing, 2),
            **_spread("write", written)}


async def _read_all(memory: Memory) -> None:
    """What the bot does between two turns: the rest of what a first look did not read."""
    while await memory.backfill():
        continue


async def _timed(call: Any) -> float:
    started = time.perf_counter()
    await call
    return (time.perf_counter() - started) * 1000


def _spread(name: str, values: Sequence[float]) -> dict[str, float]:
    ordered = sorted(values[WARM:])
    return {f"{name}_p50_ms": round(ordered[len(ordered) // 2], 2),
            f"{name}_p95_ms": round(ordered[int(len(ordered) * 0.95)], 2)}


def rss() -> float:
    """Resident megabytes of this process."""
    found = re.search(r"VmRSS:\s+(\d+) kB", Path("/proc/self/status").read_text())
    return round(int(found.group(1)) / 1000, 1) if found else 0.0


def child(options: argparse.Namespace, job: str, store: Path, count: int, rooms: int) -> Any:
    said = subprocess.run([sys.executable, __file__, "--child", job, "--store", str(store), "--models",
                           str(options.models), "--facts", str(count), "--rooms", str(rooms), "--calls",
                           str(options.calls), "--writes", str(options.writes)],
                          check=True, stdout=subprocess.PIPE, text=True,
                          env=os.environ | {"OPENBLAS_NUM_THREADS": "1"}).stdout  # as the bot has it
    return json.loads(said.splitlines()[-1])


def slope(results: Sequence[dict[str, Any]], name: str) -> float:
    """Of log(time) against log(facts), least squares."""
    if len(results) < 2:
        return 0.0
    across, up = [math.log(r["facts"]) for r in results], [math.log(r[name]) for r in results]
    return round(float(np.polyfit(across, up, 1)[0]), 3)


def missed(results: Sequence[dict[str, Any]], slopes: dict[str, float]) -> list[str]:
    out = []
    for result in results:
        for name, limit in [(n, by[result["facts"]]) for n, by in BY_SIZE.items() if result["facts"] in by] + [
                *AT_ALL.items()]:
            if result[name] > limit:
                out.append(f"{name} at {result['facts']}: {result[name]} > {limit:g}")
    if slopes["write_p50_ms"] > FLAT:
        out.append(f"write slope {slopes['write_p50_ms']} > {FLAT}")
    return out


def run(options: argparse.Namespace) -> dict[str, Any]:
    results = []
    sizes = [(int(count), 1) for count in options.facts.split(",")]
    if options.rooms:
        sizes.append((options.rooms * 100, options.rooms))
    names = ("recall_p50_ms", "recall_p95_ms", "recall_cpu_ms", "excerpts_p95_ms", "excerpts_cpu_ms", "write_p50_ms",
             "write_p95_ms", "write_cpu_ms", "embed_cpu_ms", "first_recall_ms", "first_write_ms", "ready_s", "rss_mb",
             "bytes_a_fact")
    print(f"{'facts':>7} {'rooms':>5} " + " ".join(f"{name:>15}" for name in names))
    with tempfile.TemporaryDirectory(prefix="sayso-scale-") as scratch:
        for count, rooms in sizes:
            store = Path(scratch) / f"{count}-{rooms}"
            child(options, "load", store, count, rooms)
            result = child(options, "measure", store, count, rooms)
            results.append(result)
            print(f"{result['facts']:>7} {rooms:>5} " + " ".join(f"{result[name]:>15}" for name in names), flush=True)
    single = [result for result in results if result["rooms"] == 1]
    slopes = {name: slope(single, name)
              for name in ("recall_cpu_ms", "excerpts_cpu_ms", "write_p50_ms", "write_cpu_ms")}
    print("slopes: " + ", ".join(f"{name} {value}" for name, value in slopes.items()))
    over = missed(results, slopes)
    print("missed: " + ", ".join(over) if over else "every target is met")
    return {"benchmark": "scale", "sizes": results, "slopes": slopes, "missed": over}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--facts", default="1000,10000,100000", help="sizes in one room, separated by commas")
    parser.add_argument("--rooms", type=int, default=1000, help="rooms of 100 facts; 0: leave that out")
    parser.add_argument("--calls", type=int, default=200)
    parser.add_argument("--writes", type=int, default=60)
    parser.add_argument("--models", type=Path, default=os.environ.get("SAYSO_TEST_MODELS", "~/.cache/sayso/models"))
    parser.add_argument("--json", action="store_true", help="print one JSON object last")
    parser.add_argument("--child", choices=("load", "measure"), help=argparse.SUPPRESS)
    parser.add_argument("--store", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    options.models = Path(options.models).expanduser()
    if options.child == "load":
        print(json.dumps(asyncio.run(load(options.store, int(options.facts), options.rooms))))
        return 0
    if options.child == "measure":
        heap.frugal()  # as `sayso run` does
        print(json.dumps(asyncio.run(measure(options.store, options.models, options.rooms, options.calls,
                                             options.writes))))
        return 0
    files.pull([files.MINILM], options.models)
    found = run(options)
    if options.json:
        print(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
