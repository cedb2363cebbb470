"""What a whole turn costs beside the model: latency, write cost and resident memory at 0, 1,000 and 10,000 facts.

    python benchmarks/turn.py [--facts 0,1000,10000] [--turns 200] [--writes 60] [--models DIR] [--keep DIR] [--json]

The app is put together as `sayso run` does it, with the real MiniLM embedder, one channel that delivers at once and a
model that answers in one chunk at once. A *turn* runs from the inbox row on disk to the committed answer in the
outbox: observe, embed, recall, assemble, answer. *Intake* is the inbox row itself, *embed* one vector between turns.
*remember* is `/remember` as the place does it, *learn* one message's learning by patterns with embedding and
contradiction scan. Turns follow each other only when the answer before was delivered.

The facts are one person's and go through `gateway.propose` like every other write, `LOAD` of them to a transaction
instead of one (contradiction scan, events, index and vectors included). Loading and measuring are processes of their
own, so that the resident memory is that of a bot that just started. *CPU* is what a turn takes of all threads,
delivery included: unlike the other figures it says the same on a busy machine.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.pop("OPENBLAS_CORETYPE", None)  # a machine's own tuning of numpy would measure the tuning
os.environ.pop("OPENBLAS_L2_SIZE", None)

from bot import heap, log
from bot.app import App
from bot.channel import Incoming, Intake, Outgoing
from bot.embed import MiniLM
from bot.models import files
from bot.settings import Settings
from bot.start import opened
from memory import extract, facts, gateway, messages, people
from memory.claims import Home
from memory.db import Tx
from memory.decision import Decision
from memory.domain import Action, Candidate, ClaimType, Origin, Polarity, Principal, Room, State, Utterance
from memory.events import Act
from memory.extract import guards, patterns
from memory.gateway import Source
from memory.ports import Vector, kept_as

LOAD = 100  # facts a transaction while loading
KEPT_AS = kept_as(MiniLM(Path()))  # nothing is loaded by asking
WARM = 5  # turns before the clock counts
ROOM = Room("bench:1")
PERSON = Principal("bench:1", "Priya")
TARGETS = {"turn_p95_ms": 25.0, "learn_p95_ms": 15.0, "rss_mb": 250.0}  # DESIGN section 10

NAMES = ("Ana Ben Carla Dev Elif Farid Greta Hugo Ines Jonas Kim Lena Mats Nora Omar Pia Quentin Rosa Sven Tara Uwe "
         "Vera Wim Xenia Yusuf Zoe").split()
THINGS = ("kayak lamp bike tent camera ladder guitar toaster drill atlas scarf kettle notebook radio sofa suitcase "
          "telescope umbrella violin wok piano printer helmet anvil blender canoe easel fridge globe hammock").split()
COLOURS = "red blue green black white yellow grey orange purple brown".split()
CITIES = ("Oslo Pune Bonn Lyon Porto Graz Turin Ghent Malmo Bergen Leeds Cork Vilnius Zagreb Kyoto Quito Lima Basel "
          "Trieste Cadiz").split()
FOODS = ("lentils rye figs basil okra tofu leeks mango plums quinoa radish sorrel tahini udon walnuts yams beets "
         "capers dates endive").split()
FLAVOURS = "smoked pickled roasted fresh dried sweet salted grilled steamed spiced fried baked raw sour".split()
SAID = ("{name} has a {colour} {thing} in {city}", "I bought the {thing} in {city} for {price} euros",
        "I met {name} at the {thing} shop in {city}", "I like {flavour} {food} with {other}",
        "The {colour} {thing} belongs to {name} from {city}", "I lent {name} my {colour} {thing} near {city}",
        "{name} cooks {flavour} {food} on trips to {city}", "Ich habe {name} in {city} ein {thing} geschenkt")
ASKED = ("where did I buy the {thing}?", "what colour is the {thing} of {name}?", "what should I cook with {food}?",
         "tell me something about {city}", "who did I meet in {city}?", "thanks, that helps",
         "was weißt du über {name}?", "how was the weather again that day we talked about the {thing}")


class Null:
    """A channel that delivers everything at once and says nothing of its own."""

    name = "bench"

    async def run(self, intake: Intake) -> None:
        await asyncio.Event().wait()

    async def send(self, room: str, out: Outgoing) -> list[str]:
        return ["1"]

    async def draft(self, room: str, nonce: str, text: str) -> None:
        return

    async def typing(self, room: str) -> None:
        return

    async def toast(self, press_id: str, text: str) -> None:
        return

    async def close(self) -> None:
        return


class AtOnce:
    """A model whose whole answer is there at once: what is left is ours."""

    name = "at-once"
    parameters: float | None = None

    async def chat(self, messages: Sequence[tuple[str, str]], *, max_tokens: int = 512, temperature: float = 0.7
                   ) -> AsyncGenerator[str, None]:
        yield "As far as I know, yes; tell me more about it and I will look at it again."

    async def complete(self, messages: Sequence[tuple[str, str]], *, schema: dict[str, Any] | None = None,
                       temperature: float = 0.0, max_tokens: int = 512) -> str:
        return ""

    async def check(self) -> None:
        return None

    async def close(self) -> None:
        return


def statements(count: int, seed: int = 7) -> list[str]:
    """`count` different sentences of one person, a tenth of them German, hardly any two of them at odds."""
    chance = random.Random(seed)
    found: dict[str, None] = {}
    while len(found) < count:
        found[filled(SAID[len(found) % len(SAID)], chance)] = None
    return list(found)


def filled(form: str, chance: random.Random) -> str:
    return form.format(thing=chance.choice(THINGS), name=chance.choice(NAMES), colour=chance.choice(COLOURS),
                       food=chance.choice(FOODS), city=chance.choice(CITIES), flavour=chance.choice(FLAVOURS),
                       other=chance.choice(FOODS), price=chance.randrange(10, 900))


@asynccontextmanager
async def served(store: Path, models: Path) -> AsyncIterator[App]:
    """The app on a data directory, its loops running, as `sayso run` has it."""
    settings = Settings.model_validate({"data_dir": store, "model": {"provider": "none"},
                                        "embeddings": {"path": models},
                                        "access": {"mode": "open", "turns_per_minute": 10_000}})
    log.configure(settings.logging, stream=io.StringIO())
    sys.excepthook = sys.__excepthook__  # a crash of the benchmark is not an event of the bot
    async with opened(settings) as app:
        app.model = AtOnce()
        stop = asyncio.Event()
        running = asyncio.create_task(app.serve([Null()], stop))
        try:
            yield app
        finally:
            stop.set()
            await running


async def load(store: Path, models: Path, count: int) -> float:
    """Put `count` facts into a fresh store; milliseconds a fact."""
    started = time.perf_counter()
    settings = Settings.model_validate({"data_dir": store, "model": {"provider": "none"},
                                        "embeddings": {"path": models}})
    words = statements(count)
    async with opened(settings) as app:
        embedder = MiniLM(models)
        for first in range(0, count, LOAD):
            batch = words[first:first + LOAD]
            vectors = await embedder.embed(batch)
            await app.memory.db.write(lambda tx, b=batch, v=vectors: _insert(tx, app, b, v))  # type: ignore[misc]
        await embedder.close()
    return (time.perf_counter() - started) * 1000 / max(1, count)


def _insert(tx: Tx, app: App, batch: Sequence[str], vectors: Sequence[Vector]) -> None:
    rules, now = app.memory.rules, app.memory.clock.now() - timedelta(days=1)  # not in the session that is measured
    scope = ROOM.scope(PERSON)
    people.enter(tx, ROOM, scope, now)
    people.meet(tx, PERSON, now)
    act = Act(PERSON.id, now, rules.key)
    for text, vector in zip(batch, vectors, strict=True):
        kept = messages.store(tx, rules.forgotten, scope=scope, room=ROOM.id, author=PERSON.id, kind="remember",
                              text=text, sent_at=now, language="en", learn=False)
        source = Source(Home(scope, ROOM.id, PERSON.id, "en"), kept.session, Origin.REMEMBER)
        for candidate in candidates(text, kept.id, now):
            made = gateway.propose(tx, act, rules, source, candidate, Decision(Action.ADD, None, "said so"))
            if made.new and made.state is State.VERIFIED:
                facts.embed(tx, made.claim, scope, KEPT_AS, vector)


def candidates(text: str, message: int, now: datetime) -> list[Candidate]:
    """What a /remember of `text` would propose."""
    said = Utterance(message, PERSON.id, text, now, "en")
    found = [c for c in patterns.extract(said) if guards.check(c, said) is None]
    return extract.merge(found, [])[:1] or [Candidate(
        subject="self", attribute="note", value=text, polarity=Polarity.YES, statement=text, quote=text,
        message=message, type=ClaimType.PREFERENCE, extractor="person")]


async def measure(store: Path, models: Path, turns: int, writes: int) -> dict[str, Any]:
    """Everything about one store, in this process."""
    chance = random.Random(11)
    cpu: list[float] = []
    intake, whole, embedded, taken, learned = [], [], [], [], []
    async with served(store, models) as app:
        if app.memory.embedder is not None:
            await app.memory.embedder.embed(["warm"])
        heap.settle()  # as `sayso run` does
        count = await app.memory.db.read(_count)
        for number in range(turns + WARM):
            before = time.process_time()
            asked, answered = await _turn(app, number, filled(chance.choice(ASKED), chance))
            cpu.append((time.process_time() - before) * 1000)
            intake.append(asked)
            whole.append(answered)
            embedded.append(await _embedding(app, filled(chance.choice(ASKED), chance)))
        resident = rss()
        place = app.memory.at(PERSON, ROOM)
        for words in statements(writes + WARM, seed=99):
            started = time.perf_counter()
            await place.remember(words)
            taken.append((time.perf_counter() - started) * 1000)
        while (await app.memory.learn(ROOM.id)).messages:  # what the turns said
            continue
        for number in range(writes + WARM):
            await place.observe(f"I like {FLAVOURS[number % len(FLAVOURS)]} {FOODS[number % len(FOODS)]} soup",
                                sent_at=app.memory.clock.now())
            started = time.perf_counter()
            await app.memory.learn(ROOM.id)
            learned.append((time.perf_counter() - started) * 1000)
    return {**count, **_spread("turn", whole), **_spread("intake", intake), **_spread("embed", embedded),
            **_spread("remember", taken), **_spread("learn", learned), **_spread("cpu", cpu), "rss_mb": resident,
            "rss_end_mb": rss()}


async def _turn(app: App, number: int, words: str) -> tuple[float, float]:
    """(milliseconds for the inbox row, milliseconds from there to the committed answer)."""
    incoming = Incoming("bench", f"m{os.getpid()}:{number}", ROOM, PERSON, "message", datetime.now(UTC), text=words,
                        platform_id=f"{os.getpid()}:{number}", language="en")
    arrived = time.perf_counter()
    if not await app.accept(incoming):
        raise RuntimeError(f"message {incoming.key} was seen before")
    stored = time.perf_counter()
    await app.dispatcher.settled(ROOM.id)
    done = time.perf_counter()
    await app.sender.flushed(ROOM.id)
    return (stored - arrived) * 1000, (done - stored) * 1000


async def _embedding(app: App, text: str) -> float:
    """Milliseconds for one text's vector, between turns: the part of every figure that is the embedder's."""
    started = time.perf_counter()
    if app.memory.embedder is not None:
        await app.memory.embedder.embed([text])
    return (time.perf_counter() - started) * 1000


def _count(tx: Tx) -> dict[str, int]:
    found = tx.execute("select (select count(*) from fact), (select count(*) from pair),"
                       " (select count(*) from fact_vector)").fetchone()
    return {"facts": found[0], "pairs": found[1], "vectors": found[2]}


def _spread(name: str, values: Sequence[float]) -> dict[str, float]:
    ordered = sorted(values[WARM:])
    return {f"{name}_p50_ms": round(ordered[len(ordered) // 2], 2),
            f"{name}_p95_ms": round(ordered[int(len(ordered) * 0.95)], 2)}


def rss() -> float:
    """Resident megabytes of this process."""
    found = re.search(r"VmRSS:\s+(\d+) kB", Path("/proc/self/status").read_text())
    return round(int(found.group(1)) / 1000, 1) if found else 0.0


def child(options: argparse.Namespace, job: str, store: Path) -> Any:
    """Run one job in a process of its own; what it printed, read."""
    said = subprocess.run([sys.executable, __file__, "--child", job, "--store", str(store), "--models",
                           str(options.models), "--turns", str(options.turns), "--writes", str(options.writes)],
                          check=True, stdout=subprocess.PIPE, text=True).stdout
    return json.loads(said.splitlines()[-1])


def table(results: dict[int, dict[str, Any]]) -> str:
    rows = ("turn", "intake", "embed", "remember", "learn")
    columns = " ".join(f"{name + ' p50':>12} {'p95':>6}" for name in rows)
    lines = [f"{'facts':>7} {columns} {'turn CPU':>9} {'RSS MB':>8} {'pairs':>6}"]
    for result in results.values():
        cells = " ".join(f"{result[f'{name}_p50_ms']:>12.2f} {result[f'{name}_p95_ms']:>6.2f}" for name in rows)
        lines.append(f"{result['facts']:>7} {cells} {result['cpu_p50_ms']:>9.2f} {result['rss_mb']:>8.1f} "
                     f"{result['pairs']:>6}")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--facts", default="0,1000,10000", help="sizes to measure, separated by commas")
    parser.add_argument("--turns", type=int, default=200)
    parser.add_argument("--writes", type=int, default=60, help="facts remembered, and messages learned, while timed")
    parser.add_argument("--models", type=Path, default=os.environ.get("SAYSO_TEST_MODELS", "~/.cache/sayso/models"))
    parser.add_argument("--keep", type=Path, help="a directory to keep the loaded stores in, for the next run")
    parser.add_argument("--json", action="store_true", help="print one JSON object last")
    parser.add_argument("--child", choices=("load", "measure"), help=argparse.SUPPRESS)
    parser.add_argument("--store", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    options.models = Path(options.models).expanduser()
    if options.child == "load":
        print(json.dumps(asyncio.run(load(options.store, options.models, int(options.turns)))))
        return 0
    if options.child == "measure":
        heap.frugal()  # as `sayso run` does
        print(json.dumps(asyncio.run(measure(options.store, options.models, options.turns, options.writes))))
        return 0
    files.pull([files.MINILM], options.models)
    with tempfile.TemporaryDirectory() as scratch:
        results = {size: one_size(options, size, Path(scratch)) for size in map(int, options.facts.split(","))}
    print(table(results))
    least, most = results[min(results)], results[max(results)]
    ratios = {name: round(most[f"{name}_p50_ms"] / least[f"{name}_p50_ms"], 2)
              for name in ("turn", "remember", "learn")}
    print(f"{max(results)} facts against {min(results)}, medians: {', '.join(f'{n} x{r}' for n, r in ratios.items())}")
    missed = [f"{name} {most[name]} > {limit:g}" for name, limit in TARGETS.items() if most[name] > limit]
    print("missed: " + ", ".join(missed) if missed else "every target is met")
    if options.json:
        print(json.dumps({"benchmark": "turn", "sizes": results, "ratios": ratios, "missed": missed}))
    return 0


def one_size(options: argparse.Namespace, size: int, scratch: Path) -> dict[str, Any]:
    """Load a store of this size, or take a copy of the kept one, and measure it."""
    kept = (options.keep or scratch) / f"facts-{size}"
    if not (kept / "memory.db").exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        cost = child(argparse.Namespace(**{**vars(options), "turns": size}), "load", kept)
        print(f"loaded {size} facts, {cost:.1f} ms each", flush=True)
    work = scratch / f"run-{size}"
    subprocess.run(["cp", "-r", str(kept), str(work)], check=True)
    found: dict[str, Any] = child(options, "measure", work)
    return found


if __name__ == "__main__":
    sys.exit(main())
