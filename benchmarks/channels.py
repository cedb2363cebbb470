"""What `sayso run` adds to the model's time, from an update to the final text, with 1, 10 and 50 rooms at once.

    python benchmarks/channels.py [--rooms 1,10,50] [--messages 16] [--json] [--profile FILE]

The program runs in its own process with both channels, the doubles of Telegram and Discord and a model that takes
300 ms in this one. Each room waits for its answer before it writes again; one more room has a model ten times as slow
and is not counted, so that a room that makes others wait would show. Telegram lets a chat have about one message a
second after a burst of twenty, so no chat asks more than `--messages` times. One message of each room comes before the
clock: it is greeted then. All rooms write the next at the same instant; "but 1st" is the p95 without that one.
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
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.doubles import process
from tests.doubles.crowd import Crowd, Talk, crowd

MODEL = 0.3  # seconds
OVERHEAD, A_SECOND, RSS = 60.0, 60.0, 320.0  # targets: ms at p95 with 10 rooms, messages a second, MB
HERTZ = os.sysconf("SC_CLK_TCK")
FOODS = "walnuts pistachios cashews almonds shrimp celery mustard sesame wheat barley eggs cheese".split()


def cpu(pid: int) -> float:
    """Seconds of CPU a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / HERTZ


def rss(pid: int) -> float:
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    return int(found.group(1)) / 1000 if found else 0.0


async def converse(room: Talk, name: str, messages: int) -> list[float]:
    """Ask and wait, again and again; milliseconds each answer took beyond the model."""
    took = []
    for number in range(messages):
        told = f"I like {FOODS[number % len(FOODS)]}. " if number % 5 == 4 else ""
        seconds = await room.ask(f"{told}This is message {name}-{number}.", f"message {name}-{number}.")
        took.append((seconds - MODEL) * 1000)
    return took


async def load(people: Crowd, new: Callable[[str], Talk], rooms: int, messages: int, pid: int, tag: str
               ) -> dict[str, float]:
    """One row: `rooms` at once, each `messages` times."""
    tag = f"{tag}{rooms}"
    slow = new(f"{tag}-slow")
    people.model.slow = {f"{tag}x"}
    beside = asyncio.create_task(converse(slow, f"{tag}x", 10_000))
    talks = [new(f"{tag}-{number}") for number in range(rooms)]
    await asyncio.gather(*(converse(talk, f"{tag}h{number}", 1) for number, talk in enumerate(talks)))
    used, mine, started = cpu(pid), time.process_time(), time.monotonic()
    took = await asyncio.gather(*(converse(talk, f"{tag}r{number}", messages) for number, talk in enumerate(talks)))
    lasted = time.monotonic() - started
    beside.cancel()
    await asyncio.gather(beside, return_exceptions=True)
    await slow.hear(f"Answer to message {tag}x-{max(0, len(slow.answers))}.")
    ordered = sorted(ms for one in took for ms in one)
    medians = sorted(sorted(one)[len(one) // 2] for one in took)
    count = len(ordered)
    later = sorted(ms for one in took for ms in one[1:]) or ordered  # all rooms write their first at the same instant
    return {"p95_later_ms": later[min(len(later) - 1, int(len(later) * 0.95))],
            "p50_ms": ordered[count // 2], "p95_ms": ordered[min(count - 1, int(count * 0.95))],
            "slowest_room_ms": medians[-1], "a_second": count / lasted, "cpu_ms": (cpu(pid) - used) * 1000 / count,
            "cpu_share": (cpu(pid) - used) / lasted, "doubles_cpu_share": (time.process_time() - mine) / lasted,
            "rss_mb": rss(pid), "messages": count}


async def measure(options: argparse.Namespace, directory: Path) -> dict[str, dict[int, dict[str, float]]]:
    async with crowd(MODEL) as people:
        more: dict[str, Any] = {"channels": people.channels, "memory": {"quiet": 3.0, "extractor": "patterns"}}
        if options.models.is_dir():
            more["embeddings"] = {"provider": "fastembed", "path": str(options.models)}
        if options.profile:
            process.PROGRAM = (sys.executable, "-m", "cProfile", "-o", str(options.profile.absolute()), "-m", "bot")
        async with process.running(directory, people.telegram, people.model.url, **more) as sayso:
            await people.discord.until(lambda: people.discord.live and people.discord.backend.commands.get(None), 60)
            assert sayso.pid is not None
            for new in (people.on_telegram, people.on_discord):  # what is loaded with the first message
                await converse(new("first"), f"first-{new.__name__}", 4)
            found: dict[str, dict[int, dict[str, float]]] = {}
            for name, new in (("telegram", people.on_telegram), ("discord", people.on_discord)):
                for rooms in options.rooms:
                    found.setdefault(name, {})[rooms] = await load(people, new, rooms, options.messages, sayso.pid,
                                                                   name[0])
            await sayso.stop()
            if people.telegram.violations or people.discord.violations:
                raise SystemExit(f"violations: {people.telegram.violations} {people.discord.violations}")
    return found


def table(found: dict[str, dict[int, dict[str, float]]]) -> str:
    lines = [f"{'platform':<9} {'rooms':>5} {'p50 ms':>7} {'p95 ms':>7} {'but 1st':>7}"
             f" {'slowest room':>12} {'msg/s':>6} {'CPU ms':>7}"
             f" {'CPU':>5} {'doubles':>7} {'RSS MB':>7}"]
    for name, rows in found.items():
        lines += [f"{name:<9} {rooms:>5} {row['p50_ms']:>7.1f} {row['p95_ms']:>7.1f} {row['p95_later_ms']:>7.1f}"
                  f" {row['slowest_room_ms']:>12.1f}"
                  f" {row['a_second']:>6.1f} {row['cpu_ms']:>7.1f} {row['cpu_share']:>5.0%}"
                  f" {row['doubles_cpu_share']:>7.0%} {row['rss_mb']:>7.0f}" for rooms, row in rows.items()]
    return "\n".join(lines)


def missed(found: dict[str, dict[int, dict[str, float]]]) -> list[str]:
    """Which targets were not met."""
    said = []
    for name, rows in found.items():
        if 10 in rows and rows[10]["p95_ms"] > OVERHEAD:
            said.append(f"{name}: p95 {rows[10]['p95_ms']:.0f} ms > {OVERHEAD:g} at 10 rooms")
        if 50 in rows and rows[50]["a_second"] < A_SECOND:
            said.append(f"{name}: {rows[50]['a_second']:.0f} messages a second < {A_SECOND:g}")
        heaviest = max(row["rss_mb"] for row in rows.values())
        if heaviest > RSS:
            said.append(f"{name}: {heaviest:.0f} MB > {RSS:g}")
    return said


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rooms", type=lambda text: [int(one) for one in text.split(",")], default=[1, 10, 50])
    parser.add_argument("--messages", type=int, default=16, help="by each room, at most 20")
    parser.add_argument("--models", type=lambda text: Path(text).expanduser(), default=Path(
        os.environ.get("SAYSO_TEST_MODELS", "~/.cache/sayso/models")).expanduser())
    parser.add_argument("--profile", type=Path, help="write where the program spent its time (cProfile) to this file")
    parser.add_argument("--json", action="store_true", help="print one JSON object last")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        found = asyncio.run(measure(options, Path(scratch)))
    print(table(found))
    short = missed(found)
    print("missed: " + "; ".join(short) if short else "every target is met")
    if options.json:
        print(json.dumps({"benchmark": "channels", "rows": found, "missed": short}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
