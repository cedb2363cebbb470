"""Corrections hold: five shapes, each looked at in the answer, the index, the history, and after a restart."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from memory import facts
from tests.conftest import PRIYA, PRIYAS_DM, BagOfStems, HandClock
from tests.doubles.chat import Chat, chatting


@dataclass(frozen=True)
class Shape:
    """What was said first, what corrects it, how the person answers, and what then holds."""

    first: str
    then: str
    answers: Sequence[str]
    question: str
    holds: str  # in the facts of the next prompt
    gone: str  # a pattern that is in no fact of it
    days: int = 0


SHAPES = {
    "replacement": Shape("I live in Pune", "I moved to Oslo last week", ["/resolve 2 new"],
                         "where do I live, did I move?", "Oslo", r"lives in Pune"),
    "polarity flip": Shape("I like chess", "I stopped liking chess", ["/resolve 2 new"], "do I like chess?",
                           "stopped liking chess", r"\) likes chess"),
    "retraction": Shape("I have a sister", "I misspoke, I don't have a sister", ["/resolve 2 new", "/approve 2"],
                        "do I have a sister?", "", r"\) has a sister"),
    "partial supersession": Shape("I work at Acme as an engineer", "I got promoted to manager",
                                  ["/approve 3", "/resolve 3 new"], "what is my work?", "Acme", r"^$"),
    "bounded validity": Shape("I'm on night shifts until the end of November", "nothing new", [],
                              "when do I work, on shifts?", "", r"night shifts", days=40),
}
SIBLING = "I park on level quux3"


async def corrected(chat: Chat, shape: Shape, clock: HandClock) -> None:
    await chat.say(PRIYA, PRIYAS_DM, shape.first)
    await chat.learn(PRIYAS_DM)
    await chat.say(PRIYA, PRIYAS_DM, "/queue")
    await chat.say(PRIYA, PRIYAS_DM, "/approve all")
    assert shape.first.split()[-1] in await boxes(chat, shape.question)  # control: it did reach prompts
    await chat.say(PRIYA, PRIYAS_DM, shape.then)
    await chat.learn(PRIYAS_DM)
    for answer in shape.answers:
        await chat.say(PRIYA, PRIYAS_DM, answer)
    await chat.say(PRIYA, PRIYAS_DM, f"/remember {SIBLING}")
    clock.forward(days=shape.days, hours=8)


async def boxes(chat: Chat, question: str) -> str:
    """The facts box of the prompt a question leads to, "" when there is none."""
    sent = await chat.prompt(PRIYA, PRIYAS_DM, question)
    return "\n".join(re.findall(r"\[facts \w+: [^\]]*\]\n(.*?)\n\[end", sent, flags=re.DOTALL))


async def check(chat: Chat, shape: Shape) -> None:
    told = await boxes(chat, shape.question)
    assert shape.holds in told
    assert not re.search(shape.gone, told, flags=re.MULTILINE)
    assert "quux3" in await boxes(chat, "on which level do I park, quux3?")


@pytest.mark.parametrize("name", SHAPES)
async def test_correction_survives_reindex(name: str, tmp_path: Path, clock: HandClock, embedder: BagOfStems) -> None:
    """correction.survives_reindex: the answer, the index rebuilt, a restart, the history, what was derived."""
    shape = SHAPES[name]
    async with chatting(tmp_path, clock, embedder=embedder) as chat:
        await corrected(chat, shape, clock)
        await check(chat, shape)
        await chat.memory.db.write(facts.reindex)
        await check(chat, shape)
        assert await chat.memory.rebuilt() == []
    async with chatting(tmp_path, clock, embedder=embedder) as chat:
        await check(chat, shape)
        history = await chat.say(PRIYA, PRIYAS_DM, "/history 1")
        assert "noted" in history  # the old statement is kept as what it was
        assert "approved" in history
        left = await chat.memory.db.read(lambda tx: tx.execute(
            "select count(*) from fact_vector where claim not in (select claim from fact)").fetchone())
        assert left == (0,)
        assert await chat.memory.audit() is None


async def test_correction_partial_supersession_keeps_the_rest(tmp_path: Path, clock: HandClock) -> None:
    shape = SHAPES["partial supersession"]
    async with chatting(tmp_path, clock) as chat:
        await corrected(chat, shape, clock)
        told = await chat.say(PRIYA, PRIYAS_DM, "/facts")
        assert "manager" in told
        assert "Acme" in told


async def test_correction_retraction_without_replacement(tmp_path: Path, clock: HandClock) -> None:
    """correction.retraction_without_replacement: taken back, nothing in its place, and no way back by reading again."""
    shape = SHAPES["retraction"]
    async with chatting(tmp_path, clock) as chat:
        await chat.say(PRIYA, PRIYAS_DM, "I have a brother")
        await chat.learn(PRIYAS_DM)
        await chat.say(PRIYA, PRIYAS_DM, "/approve 1")
        await chat.say(PRIYA, PRIYAS_DM, shape.first)
        await chat.learn(PRIYAS_DM)
        await chat.say(PRIYA, PRIYAS_DM, "/approve 2")
        assert "sister" in await chat.say(PRIYA, PRIYAS_DM, "/facts")
        await chat.say(PRIYA, PRIYAS_DM, shape.then)
        await chat.learn(PRIYAS_DM)
        for answer in ("/resolve 3 new", "/approve 3"):
            await chat.say(PRIYA, PRIYAS_DM, answer)
        told = await chat.say(PRIYA, PRIYAS_DM, "/facts")
        assert "sister" not in told
        assert "brother" in told  # control: the rest of what was said stands
        await chat.memory.db.write(lambda tx: tx.execute("update message set learned_at = null"))
        await chat.learn(PRIYAS_DM)  # the old messages are read once more
        await chat.memory.retire_due()
        assert "sister" not in await chat.say(PRIYA, PRIYAS_DM, "/facts")
        assert "You have a sister" not in await chat.say(PRIYA, PRIYAS_DM, "/queue")
        assert "sister" not in await boxes(chat, "do I have a sister?")
