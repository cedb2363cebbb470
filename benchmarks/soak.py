"""The long run: `sayso run` on both platforms through a storm, and through a long day.

    python benchmarks/soak.py [--messages 500] [--rooms 20] [--kills 30] [--turns 10000] [--seed 7] [--json]

The storm: messages in many rooms while requests are refused (429, 502, 503), connections break before and after the
work was done, the gateway closes, models stall and the program is killed with SIGKILL again and again. Every message
must be answered once, in its room's order; what Telegram was given at a kill or a break may be missing and must then
be among what /status lists. The long day: turns as fast as they go; resident memory after a warm-up and at the end.
Loopback only; the only process it ends is the one it started. Exits 1 when something was lost, doubled or swapped.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import random
import re
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.doubles.crowd import ANSWER, Crowd, Talk, crowd
from tests.doubles.process import Sayso, running

MODEL = 0.1  # seconds an answer takes
UP = (0.3, 2.5)  # seconds the program lives between a start and a kill
SETTLED = 180.0  # seconds after the storm in which everything must be answered
GROWTH, DAY = 5.0, 10_000  # MB that so many turns may add
WARM = 2000  # turns before the first look at memory: caches fill up
TELEGRAM_FAULTS: tuple[dict[str, Any], ...] = (
    {"code": 502, "description": "Bad Gateway", "html": True}, {"code": 429, "retry_after": 1}, {}, {"late": True})
DISCORD_FAULTS: tuple[dict[str, Any], ...] = (
    {"status": 503}, {"status": 429, "retry_after": 0.3}, {"drop": True}, {"drop": "after"})


def settings(people: Crowd) -> dict[str, Any]:
    return {"channels": people.channels, "memory": {"quiet": 0.2, "extractor": "patterns"},
            "access": {"mode": "open", "turns_per_minute": 10_000}, "model": {
        "provider": "ollama", "host": people.model.url, "name": "tiny",
        "timeout": {"first_byte": 20.0, "between_chunks": 1.5, "total": 30.0}}}


async def weather(people: Crowd, dice: random.Random, seen: Counter[str]) -> None:
    """Until cancelled: something goes wrong about every fifth of a second."""
    while True:
        await asyncio.sleep(dice.uniform(0.05, 0.35))
        what = dice.choice(("telegram", "telegram", "updates", "discord", "discord", "gateway", "stall"))
        if what in ("telegram", "updates") and len(people.telegram.faults) < 3:
            fault = dict(dice.choice(TELEGRAM_FAULTS))
            if what == "updates":
                fault.pop("late", None)
            people.telegram.fail("getUpdates" if what == "updates" else "sendMessage", **fault)
        elif what == "discord" and len(people.discord.faults) < 3:
            people.discord.fail("POST", "/channels/*/messages", **dice.choice(DISCORD_FAULTS))
        elif what == "gateway":
            await dice.choice((people.discord.kick, people.discord.ask_reconnect, people.discord.invalidate))()
        elif what == "stall":
            people.model.stalls = 1
        seen[what] += 1


async def storm(people: Crowd, sayso: Sayso, options: argparse.Namespace) -> dict[str, Any]:
    dice = random.Random(options.seed)
    rooms = [(people.on_telegram if number % 2 else people.on_discord)(f"Person {number}")
             for number in range(options.rooms)]
    said: dict[str, list[str]] = {room.id: [] for room in rooms}
    for number, room in enumerate(rooms):  # nobody lists direct messages to a bot on Discord: only known ones are read
        await room.ask(words(number, dice), f"message {number}.")
        said[room.id].append(str(number))
    seen: Counter[str] = Counter()
    trouble = asyncio.create_task(weather(people, dice, seen))
    written = len(rooms)
    for kill in range(options.kills):
        until = time.monotonic() + dice.uniform(*UP)
        aim = options.messages * (kill + 1) // options.kills
        while written < aim:
            room = dice.choice(rooms)
            await room.say(words(written, dice))
            said[room.id].append(str(written))
            written += 1
            await asyncio.sleep(max(0.0, until - time.monotonic()) / max(1, aim - written + 1) * dice.random() * 2)
        await asyncio.sleep(max(0.0, until - time.monotonic()))
        await sayso.kill()
        await sayso.start(ready=dice.random() > 0.15)
    trouble.cancel()
    people.telegram.faults.clear()
    people.discord.faults.clear()
    people.model.stalls = 0
    await settled(sayso, rooms, said)
    result = judged(sayso, rooms, said)
    result["faults"] = dict(seen)
    return result


def words(number: int, dice: random.Random) -> str:
    claim = f"I have {dice.randint(2, 99)} books. " if number % 9 == 0 else ""
    return f"{claim}This is message {number}."


async def settled(sayso: Sayso, rooms: list[Talk], said: dict[str, list[str]]) -> None:
    """Until everything is answered or known to be doubtful, or nothing more can be expected."""
    until = time.monotonic() + SETTLED
    while time.monotonic() < until:
        doubtful = in_doubt(sayso)
        if all(set(said[room.id]) <= set(room.answers) | doubtful for room in rooms):
            return
        await asyncio.sleep(0.5)


def in_doubt(sayso: Sayso) -> set[str]:
    """Numbers of the messages whose answers /status lists as perhaps not arrived."""
    return {number for (payload,) in sayso.rows("select payload from outbox where state in ('doubt', 'failed')")
            for number in ANSWER.findall(payload)}


def judged(sayso: Sayso, rooms: list[Talk], said: dict[str, list[str]]) -> dict[str, Any]:
    """What became of the messages, a row a platform."""
    doubtful, rows = in_doubt(sayso), {}
    for platform in ("telegram", "discord"):
        theirs = [room for room in rooms if room.id.startswith(platform)]
        asked = {number for room in theirs for number in said[room.id]}
        came = Counter(number for room in theirs for number in room.answers)
        swapped = sum(1 for room in theirs if (first := list(dict.fromkeys(room.answers))) != sorted(first, key=int))
        foreign = sum(1 for room in theirs for number in room.answers if number not in said[room.id])
        missing = asked - set(came)
        rows[platform] = {
            "rooms": len(theirs), "messages": len(asked), "answered": len(asked & set(came)),
            "listed": len(missing & doubtful), "lost": len(missing - doubtful),
            "twice": sum(count - 1 for count in came.values()), "out_of_order": swapped, "elsewhere": foreign}
    return {"rows": rows, "chain": sayso.chain() is None, "waiting": sayso.rows(
        "select count(*) from inbox where done_at is null")[0][0], "tracebacks": sayso.output.count("Traceback")}


async def long_day(people: Crowd, sayso: Sayso, turns: int) -> dict[str, float]:
    """Turns without a pause, half of them on each platform; MB resident after the warm-up and at the end."""
    people.model.seconds = 0.0
    done, at_first, started, resident = 0, 0.0, time.monotonic(), [0.0]
    discords = [people.on_discord(f"Day {number}") for number in range(20)]
    while done < turns + WARM:
        if done >= WARM and not at_first:
            at_first = rss(sayso)
        telegrams = [people.on_telegram(f"Day {done + number}") for number in range(20)]

        async def talk(room: Talk, at: int) -> None:
            for number in range(10):  # fewer than a chat may say at once
                await room.ask(f"This is message {at}-{number}.", f"message {at}-{number}.")
        await asyncio.gather(*(talk(room, done + number) for number, room in enumerate([*telegrams, *discords])))
        done += 400
        resident.append(rss(sayso))
        for room in telegrams:  # the doubles' own memory is not what is measured, but it is finite
            del people.rooms[room.id]
        for room in discords:
            room.heard.clear()
    at_last = rss(sayso)
    return {"turns": done - WARM, "rss_first_mb": at_first, "rss_last_mb": at_last, "growth_mb": at_last - at_first,
            "growth_a_day_mb": (at_last - at_first) * DAY / max(1, done - WARM),
            "quarters_mb": [resident[max(1, len(resident) * part // 4 - 1)] for part in (1, 2, 3, 4)],
            "a_second": done / (time.monotonic() - started)}


def rss(sayso: Sayso) -> float:
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{sayso.pid}/status").read_text())
    return int(found.group(1)) / 1000 if found else 0.0


async def run(options: argparse.Namespace, directory: Path) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if options.messages:
        async with crowd(MODEL) as people:
            (directory / "storm").mkdir()
            async with running(directory / "storm", people.telegram, None, **settings(people)) as sayso:
                await people.discord.until(lambda: people.discord.live, 60)  # before, it knows of no room it could read
                found["storm"] = await storm(people, sayso, options)
                found["storm"]["violations"] = people.telegram.violations + people.discord.violations
                if options.log:
                    options.log.write_text(sayso.output)
    if options.turns:
        async with crowd(0.0) as people:
            (directory / "day").mkdir()
            async with running(directory / "day", people.telegram, None, **settings(people)) as sayso:
                await people.discord.until(lambda: people.discord.live, 60)
                found["day"] = await long_day(people, sayso, options.turns)
    return found


def table(found: dict[str, Any]) -> str:
    lines = []
    if "storm" in found:
        columns = ("rooms", "messages", "answered", "listed", "lost", "twice", "out_of_order", "elsewhere")
        lines.append(f"{'platform':<9}" + "".join(f"{name:>13}" for name in columns))
        lines += [f"{platform:<9}" + "".join(f"{row[name]:>13}" for name in columns)
                  for platform, row in found["storm"]["rows"].items()]
        lines.append("faults: " + ", ".join(f"{name} {count}" for name, count in sorted(
            found["storm"]["faults"].items())))
    if "day" in found:
        day = found["day"]
        quarters = " ".join(f"{one:.1f}" for one in day["quarters_mb"])
        lines.append(f"long day: {day['turns']} turns, {day['a_second']:.0f} a second, {day['rss_first_mb']:.1f} MB"
                     f" after the warm-up, {day['rss_last_mb']:.1f} MB at the end, {day['growth_a_day_mb']:+.1f} MB"
                     f" in {DAY:,} turns; by quarters {quarters} MB")
    return "\n".join(lines)


def wrong(found: dict[str, Any]) -> list[str]:
    said = []
    for platform, row in found.get("storm", {}).get("rows", {}).items():
        said += [f"{platform}: {row[name]} {name}" for name in ("lost", "twice", "out_of_order", "elsewhere")
                 if row[name]]
    if "storm" in found:
        storm = found["storm"]
        if storm["rows"]["discord"]["listed"]:
            said.append(f"discord: {storm['rows']['discord']['listed']} not delivered though repeating is safe there")
        said += [] if storm["chain"] else ["the record is broken"]
        said += [f"{storm['waiting']} messages not handled"] if storm["waiting"] else []
        said += [f"{storm['tracebacks']} tracebacks"] if storm["tracebacks"] else []
        said += [f"violations: {storm['violations'][:3]}"] if storm["violations"] else []
    if found.get("day", {}).get("growth_a_day_mb", 0.0) > GROWTH:
        said.append(f"memory grew by {found['day']['growth_a_day_mb']:.1f} MB in {DAY:,} turns, more than {GROWTH:g}")
    return said


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--messages", type=int, default=500, help="in the storm; 0 leaves it out")
    parser.add_argument("--rooms", type=int, default=20)
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--turns", type=int, default=DAY, help="of the long day; 0 leaves it out")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--log", type=Path, help="keep what the program wrote during the storm")
    parser.add_argument("--json", action="store_true", help="print one JSON object last")
    options = parser.parse_args()
    logging.getLogger("aiohttp.server").setLevel(logging.CRITICAL)  # a kill cuts requests to the doubles as well
    with tempfile.TemporaryDirectory() as scratch:
        found = asyncio.run(run(options, Path(scratch)))
    print(table(found))
    failures = wrong(found)
    print("WRONG: " + "; ".join(failures) if failures else "nothing lost, nothing twice, order kept")
    if options.json:
        print(json.dumps({"benchmark": "soak", **found, "wrong": failures}))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
