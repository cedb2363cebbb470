"""Whatever two people do in three rooms, in any order: no withheld word reaches the model or a room it is not for."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.conftest import BagOfStems, HandClock
from tests.doubles.chat import chatting
from tests.doubles.histories import History

HISTORIES = int(os.environ.get("HISTORIES", "200"))
FIRST = int(os.environ.get("FIRST_HISTORY", "0"))
PER_BOT = 20  # a bot lives through some of them, as it does through many rooms; then another one starts
LENGTH = 16


@pytest.mark.parametrize("start", range(FIRST, FIRST + HISTORIES, PER_BOT))
async def test_no_withheld_word_reaches_a_model_or_another_room(
        tmp_path: Path, clock: HandClock, embedder: BagOfStems, start: int) -> None:
    seen = withheld = 0
    async with chatting(tmp_path, clock, embedder=embedder) as chat:
        for seed in range(start, start + PER_BOT):
            history = History(chat, seed)
            await history.run(LENGTH)
            seen, withheld = seen + history.facts_seen, withheld + history.withheld
        assert await chat.memory.audit() is None
    assert seen > PER_BOT  # the control: memory did reach prompts
    assert withheld > PER_BOT
