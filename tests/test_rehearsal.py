"""`sayso prompt` shows what a turn would send, and to whom: no more than the room's grants let go."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from bot.rehearsal import HERE, rehearse
from bot.start import prompt
from tests.doubles.cloud import AWAY, DM, GROUP, JONAS, PRIYA, TALK, WITH_MEMORY, asked, chosen
from tests.doubles.cloud import chat as chat
from tests.doubles.cloud import cloud as cloud
from tests.doubles.ollama_double import CARD, OllamaDouble
from tests.doubles.talk import Chat, talking

QUESTION = "What colour is my kayak?"


def alike(messages: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """Messages without the number that is drawn anew for the fences of each prompt."""
    marks = re.findall(r"\[\w+ ([0-9a-f]+): ", "\n".join(one["content"] for one in messages))
    return [(one["role"], re.sub("|".join(marks) or "$^", "id", one["content"])) for one in messages]


async def rehearsed(chat: Chat, text: str = QUESTION, person: str = PRIYA.id, room: str = DM.id) -> dict[str, Any]:
    return (await rehearse(chat.app, text, room, person)).as_json()


@pytest.mark.parametrize(("granted", "facts"), [(TALK, []), (WITH_MEMORY, [1])])
async def test_what_is_shown_is_what_the_turn_then_sends(
        chat: Chat, cloud: OllamaDouble, granted: str, facts: list[int]) -> None:
    await chat.ask(PRIYA, DM, "/recall off")  # which earlier messages are quoted also depends on the new one's words
    await chat.ask(PRIYA, DM, "/remember I own a red kayak", "red kayak")
    await chat.press(PRIYA, DM, await asked(chat), granted)
    await chat.hear(DM, "Noted.")
    await chat.settled(DM)
    before = len(cloud.chats)
    shown = await rehearsed(chat)
    assert len(cloud.chats) == before
    assert (shown["to"], shown["facts"]) == (AWAY, facts)
    assert ("red kayak" in str(shown["messages"])) is bool(facts)
    await chat.ask(PRIYA, DM, QUESTION, "Noted.")
    assert alike(shown["messages"]) == alike(cloud.chats[before].json["messages"])


async def test_where_nobody_said_yes_nothing_is_shown_as_sent(chat: Chat, cloud: OllamaDouble) -> None:
    await chat.ask(PRIYA, DM, "/remember I own a red kayak", "red kayak")
    assert await rehearsed(chat) == {"to": AWAY, "messages": [], "facts": [], "cautions": [], "max_tokens": 0}
    assert cloud.chats == []


async def test_a_shared_fact_is_shown_only_with_the_yes_of_its_person(chat: Chat) -> None:
    chat.admins |= {(GROUP.id, JONAS.id)}
    await chat.ask(PRIYA, DM, "/remember I own a red kayak", "red kayak")
    await chat.say(PRIYA, GROUP, "/share 1 here")
    await chat.hear(GROUP, "shown in this room")
    await chat.press(JONAS, GROUP, await asked(chat, QUESTION, JONAS, GROUP), WITH_MEMORY)
    await chat.hear(GROUP, "Noted.")
    question = "Who owns a kayak?"
    assert (await rehearsed(chat, question, JONAS.id, GROUP.id))["facts"] == []
    await chat.ask(PRIYA, GROUP, "/consent mine yes")
    await chat.settled(GROUP)
    assert (await rehearsed(chat, question, JONAS.id, GROUP.id))["facts"] == [1]


async def test_on_this_machine_everything_is_shown_without_any_yes(tmp_path: Path) -> None:
    async with OllamaDouble("Noted.", models={"gpt-oss:120b": CARD}) as ollama:
        settings = chosen(tmp_path, ollama.url)
        async with talking(settings) as chat:
            await chat.ask(PRIYA, DM, "/remember I own a red kayak", "red kayak")
            shown = await prompt(settings, QUESTION, DM.id, PRIYA.id)
            assert ollama.chats == []
        assert (shown["to"], shown["facts"]) == (HERE, [1])
