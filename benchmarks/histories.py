"""Random histories of two people in three rooms, for as long as asked: nothing withheld may reach a model or a room.

    python benchmarks/histories.py [--minutes 1] [--length 40] [--seed 0] [--json]

The same histories as in the tests, longer ones and more of them. Prints how many there were, how many facts reached
prompts and how often a word had to stay away and did. Exits 1 with the acts of the first history that let one through.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import sys
import tempfile
import time
from pathlib import Path

import structlog

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.conftest import BagOfStems, HandClock
from tests.doubles.chat import chatting
from tests.doubles.histories import History

PER_BOT = 25


async def live(seed: int, length: int, until: float) -> tuple[int, int, int]:
    """(histories, facts in prompts, words kept away) of one bot's life."""
    lived = seen = withheld = 0
    with tempfile.TemporaryDirectory() as directory:
        async with chatting(Path(directory), HandClock(), embedder=BagOfStems()) as chat:
            for number in range(seed, seed + PER_BOT):
                if time.monotonic() > until:
                    break
                history = History(chat, number)
                await history.run(length)
                lived, seen, withheld = lived + 1, seen + history.facts_seen, withheld + history.withheld
            broken = await chat.memory.audit()
            assert broken is None, f"the record is broken: {broken}"
    return lived, seen, withheld


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--length", type=int, default=40, help="acts of one history")
    parser.add_argument("--seed", type=int, default=0, help="number of the first history")
    parser.add_argument("--json", action="store_true", help="print one JSON object last")
    options = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    until = time.monotonic() + 60 * options.minutes
    total = [0, 0, 0]
    while time.monotonic() < until:
        try:
            done = asyncio.run(live(options.seed + total[0], options.length, until))
        except AssertionError as error:
            print(error)
            return 1
        total = [a + b for a, b in zip(total, done, strict=True)]
    print(f"{total[0]} histories of {options.length} acts: {total[1]} facts in prompts, "
          f"{total[2]} times a word had to stay away and did")
    if options.json:
        print(json.dumps({"benchmark": "histories", "histories": total[0], "facts": total[1], "withheld": total[2],
                          "leaks": 0}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
