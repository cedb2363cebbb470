"""What is done while an answer is made: commands at once, talk kept in order and answered one after the other."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from memory.domain import Principal, Room
from tests.conftest import GROUP, JONAS, PRIYA, PRIYAS_DM, HandClock
from tests.doubles.chat import Chat, WritingModel, chatting


class GatedModel(WritingModel):
    """Answers, to each message once `gate` lets it."""

    def __init__(self) -> None:
        super().__init__("Noted.")
        self.gate = asyncio.Semaphore(0)
        self.called = asyncio.Event()

    async def chat(self, messages: Sequence[tuple[str, str]], *, max_tokens: int = 512, temperature: float = 0.7
                   ) -> AsyncGenerator[str, None]:
        self.sent.append("\n".join(f"{role}: {text}" for role, text in messages))
        self.called.set()
        await self.gate.acquire()
        yield f"Answer {len(self.sent)}."


@pytest.fixture
def model() -> GatedModel:
    return GatedModel()


@pytest.fixture
async def chat(tmp_path: Path, clock: HandClock, model: GatedModel) -> AsyncIterator[Chat]:
    async with chatting(tmp_path, clock, model=model, access={"mode": "open"}) as running:
        yield running


async def hand_in(chat: Chat, who: Principal, room: Room, text: str, **how: Any) -> None:
    """A message that nobody waits for."""
    assert await chat.app.accept(chat.incoming(who, room, text, **how))


async def heard(chat: Chat, text: str) -> None:
    async with asyncio.timeout(5):
        while not any(text in out.text for _, out, _ in chat.channel.sent):
            chat.channel.news.clear()
            await chat.channel.news.wait()


async def asked(chat: Chat, model: GatedModel, count: int) -> None:
    async with asyncio.timeout(5):
        while len(model.sent) < count:
            model.called.clear()
            await model.called.wait()


def told(chat: Chat) -> list[str]:
    return [out.text.splitlines()[0] for _, out, _ in chat.channel.sent]


async def test_a_command_does_not_wait_for_the_model(chat: Chat, model: GatedModel) -> None:
    await hand_in(chat, PRIYA, PRIYAS_DM, "tell me a long story")
    await hand_in(chat, PRIYA, PRIYAS_DM, "and another one")
    await hand_in(chat, PRIYA, PRIYAS_DM, "/remember I like tea")
    await hand_in(chat, PRIYA, PRIYAS_DM, "/facts")
    await heard(chat, "You like tea")
    await heard(chat, "What I know")
    assert "Answer 1." not in told(chat)  # the control: nothing was answered meanwhile
    model.gate.release()
    model.gate.release()
    await heard(chat, "Answer 2.")


async def test_answers_come_in_order_and_each_sees_those_before_it(chat: Chat, model: GatedModel) -> None:
    for text in ("first question", "second question", "third question"):
        await hand_in(chat, PRIYA, PRIYAS_DM, text)
    await asked(chat, model, 1)
    for number in (1, 2, 3):
        model.gate.release()
        await heard(chat, f"Answer {number}.")
    assert [text for text in told(chat) if text.startswith("Answer")] == ["Answer 1.", "Answer 2.", "Answer 3."]
    assert model.sent[2].partition("\n")[2].endswith("""user: first question
assistant: Answer 1.
user: second question
assistant: Answer 2.
user: third question""")


async def test_in_a_group_others_are_not_held_up_and_what_they_said_before_learn_on_is_not_learned(
        chat: Chat, model: GatedModel) -> None:
    await hand_in(chat, PRIYA, GROUP, "tell me a long story")
    await asked(chat, model, 1)
    await hand_in(chat, JONAS, GROUP, "I live in Rome", addressed=False)
    await hand_in(chat, JONAS, GROUP, "/learn on")
    await hand_in(chat, JONAS, GROUP, "I have a horse", addressed=False)
    await heard(chat, "I'll learn")
    model.gate.release()
    await heard(chat, "Answer 1.")
    await chat.app.dispatcher.settled(GROUP.id)
    await chat.app.worker.learn_now(GROUP.id)
    waiting = [card.claim.statement for card in await chat.memory.at(JONAS, GROUP).pending()]
    assert waiting == ["I have a horse"]


async def test_what_waits_for_its_answer_is_answered_after_a_forgetting_as_if_it_came_then(
        chat: Chat, model: GatedModel) -> None:
    await chat.say(PRIYA, PRIYAS_DM, "/remember I am allergic to peanuts")
    await hand_in(chat, PRIYA, PRIYAS_DM, "what can I cook?")
    await hand_in(chat, PRIYA, PRIYAS_DM, "and what for tea?")
    await asked(chat, model, 1)
    await hand_in(chat, PRIYA, PRIYAS_DM, "/forget 1")
    await heard(chat, "I stopped that answer")
    await asked(chat, model, 2)
    assert "peanuts" not in model.sent[1]
    model.gate.release()
    await heard(chat, "Answer 2.")
    assert sum("I stopped" in text for text in told(chat)) == 1


async def test_what_waits_at_a_stop_is_answered_once_in_order_after_the_next_start(
        tmp_path: Path, clock: HandClock) -> None:
    hung = GatedModel()
    async with chatting(tmp_path, clock, model=hung, access={"mode": "open"}) as chat:
        for text in ("first question", "second question"):
            await hand_in(chat, PRIYA, PRIYAS_DM, text)
        await hand_in(chat, PRIYA, PRIYAS_DM, "/remember I like tea")
        await heard(chat, "You like tea")
        for task in asyncio.all_tasks():  # what SIGTERM does after eight seconds
            if task.get_name().startswith("room "):
                task.cancel()
    freed = GatedModel()
    freed.gate = asyncio.Semaphore(9)
    async with chatting(tmp_path, clock, model=freed, access={"mode": "open"}) as chat:
        await heard(chat, "Answer 2.")
        await chat.app.dispatcher.settled(PRIYAS_DM.id)
        assert [sent.rpartition("user: ")[2] for sent in freed.sent] == ["first question", "second question"]
        assert "You like tea" not in " ".join(told(chat))
