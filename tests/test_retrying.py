"""[Try again] under an answer that failed."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from pathlib import Path

import pytest

from bot.models.faults import BrokenOff, ModelStalled
from memory.domain import Room
from memory.errors import ModelDown
from tests.conftest import GROUP, JONAS, PRIYA, PRIYAS_DM, HandClock
from tests.doubles.chat import Chat, WritingModel, chatting

AGAIN = "Try again"


class FailingModel(WritingModel):
    """Fails as it is told to; without that it answers."""

    def __init__(self) -> None:
        super().__init__("Fine.")
        self.fault: ModelDown | None = None

    async def chat(self, messages: Sequence[tuple[str, str]], *, max_tokens: int = 512, temperature: float = 0.7
                   ) -> AsyncGenerator[str, None]:
        async for piece in super().chat(messages):
            if self.fault is not None:
                raise self.fault
            yield piece


@pytest.fixture
def model() -> FailingModel:
    return FailingModel()


@pytest.fixture
async def chat(tmp_path: Path, clock: HandClock, model: FailingModel) -> AsyncIterator[Chat]:
    async with chatting(tmp_path, clock, model=model, access={"mode": "open"}) as running:
        yield running


@pytest.mark.parametrize("room", [PRIYAS_DM, GROUP], ids=["alone", "group"])
async def test_the_button_answers_once_and_goes(chat: Chat, model: FailingModel, room: Room) -> None:
    model.fault = ModelDown("down", "HTTP 500")
    assert "[Try again]" in await chat.say(PRIYA, room, "what is ramen?")
    notice = next(number for _, out, number in chat.channel.sent if out.says == "error")
    model.fault = None
    first = await chat.press(PRIYA, AGAIN)
    assert "Trying again." in first
    assert "Fine." in first
    assert [(out.text, out.buttons) for _, out, number in chat.channel.sent if number == notice][1:] == [
        ("Trying again.", ())]
    assert await chat.press(PRIYA, AGAIN) == ""
    assert chat.channel.toasts[-1] == "I took that up already."
    assert len(model.sent) == 2


async def test_a_second_failure_has_a_button_of_its_own(chat: Chat, model: FailingModel) -> None:
    model.fault = ModelDown("down", "HTTP 500")
    await chat.say(PRIYA, PRIYAS_DM, "what is ramen?")
    assert "[Try again]" in await chat.press(PRIYA, AGAIN)
    model.fault = None
    assert "Fine." in await chat.press(PRIYA, AGAIN)


async def test_the_words_that_had_arrived_stay_when_the_button_goes(chat: Chat, model: FailingModel) -> None:
    model.fault = BrokenOff("stalled", "", "Ramen is a")
    await chat.say(PRIYA, PRIYAS_DM, "what is ramen?")
    model.fault = None
    assert "Ramen is a …" in await chat.press(PRIYA, AGAIN)


async def test_somebody_else_cannot_and_the_person_still_can(chat: Chat, model: FailingModel) -> None:
    model.fault = ModelDown("down", "HTTP 500")
    await chat.say(PRIYA, GROUP, "what is ramen?")
    model.fault = None
    assert await chat.press(PRIYA, AGAIN, by=JONAS) == ""
    assert chat.channel.toasts[-1] == "That isn't yours to decide."
    assert "Fine." in await chat.press(PRIYA, AGAIN)


async def test_a_forward_is_still_one_when_it_is_answered_again(chat: Chat, model: FailingModel) -> None:
    model.fault = ModelDown("down", "HTTP 500")
    await chat.say(PRIYA, PRIYAS_DM, "I moved to Lisbon", forwarded=True, origin="Zed")
    model.fault = None
    await chat.press(PRIYA, AGAIN)
    assert model.sent[-1].count("words of Zed") == 1


async def test_what_is_gone_cannot_be_answered_again(chat: Chat, model: FailingModel) -> None:
    model.fault = ModelDown("down", "HTTP 500")
    await chat.say(PRIYA, PRIYAS_DM, "are peanuts nuts?")
    await chat.say(PRIYA, PRIYAS_DM, "/forget peanuts")
    await chat.press(PRIYA, "Forget it")
    await chat.press(PRIYA, AGAIN)
    assert chat.channel.toasts[-1].startswith("I do not have that message any more")


async def test_a_model_that_never_began_is_not_said_to_have_stopped_in_the_middle(
        chat: Chat, model: FailingModel) -> None:
    model.fault = ModelStalled()
    assert "did not begin to answer" in await chat.say(PRIYA, PRIYAS_DM, "what is ramen?")
    model.fault = ModelStalled(partial="Ramen is a")
    assert "in the middle of its answer" in await chat.say(PRIYA, PRIYAS_DM, "what is ramen?")  # the control
