"""Nothing leaves unasked, seen from a chat: the question, its four answers, who may give them, what each lets go."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.models import build, files
from bot.models.ollama import Ollama
from tests.doubles.cloud import (
    BEN,
    CLOUD,
    DM,
    FIELDS,
    GROUP,
    JONAS,
    JONAS_DM,
    NO,
    ONCE,
    PRIYA,
    TALK,
    WITH_MEMORY,
    asked,
    chosen,
    grant_files,
    learning_by_model,
    reply,
)
from tests.doubles.cloud import chat as chat
from tests.doubles.cloud import cloud as cloud
from tests.doubles.ollama_double import OllamaDouble, Reply
from tests.doubles.talk import Chat, Message, talking

FACT = b"is allergic to peanuts"


async def test_without_a_yes_the_chat_is_asked_and_nothing_is_sent(chat: Chat, cloud: OllamaDouble) -> None:
    ask = await asked(chat)
    assert ask.text.startswith("To answer with gpt-oss:120b I would send this chat's messages to https://ollama.com."
                               " Nothing has been sent.")
    assert ask.labels == [ONCE, TALK, WITH_MEMORY, NO]
    assert [b.command for row in ask.out.buttons for b in row] == [
        "/consent once", "/consent talk", "/consent talk and memory", "/consent no"]
    await chat.settled(DM)
    assert cloud.chats == []
    assert b"dinner" not in cloud.bytes_received
    assert grant_files(chat) == []

    await chat.press(PRIYA, DM, ask, TALK)  # the control: the same message is sent once there is a yes
    await chat.hear(DM, "Noted.")
    assert b"dinner" in cloud.bytes_received


async def test_always_without_memory_keeps_facts_cautions_and_excerpts_here(chat: Chat, cloud: OllamaDouble) -> None:
    await chat.ask(PRIYA, DM, "/remember I am allergic to peanuts", "Remembered")
    await chat.ask(PRIYA, DM, "/remember I live in Pune", "Remembered")
    await chat.press(PRIYA, DM, await asked(chat, "I live in Oslo now"), TALK)
    await chat.hear(DM, "Noted.")
    await chat.hear(DM, "disagrees")
    await chat.ask(PRIYA, DM, "Where do I live, and are peanuts fine?", "Noted.")
    sent = cloud.chats[-1].prompt
    assert "are peanuts fine" in sent
    assert not [mark for mark in ("[facts", "[undecided", "[excerpts", "allergic", "Pune") if mark in sent]

    await chat.ask(PRIYA, DM, "/consent talk and memory", "with what I remember")
    await chat.ask(PRIYA, DM, "well, well " * 4000, "Noted.")  # what was said before it is not in the talk any more
    await chat.ask(PRIYA, DM, "Where do I live, and are peanuts fine?", "Noted.")
    sent = cloud.chats[-1].prompt
    assert FACT.decode() in sent
    assert "[undecided" in sent
    assert "[excerpts" in sent


async def test_a_reply_built_on_memory_stays_out_of_talk_alone(chat: Chat, cloud: OllamaDouble) -> None:
    await chat.ask(PRIYA, DM, "/remember I am allergic to peanuts", "Remembered")
    cloud.chat = lambda request: Reply("Mind the peanuts.", fields=FIELDS)
    await chat.press(PRIYA, DM, await asked(chat, "Which nuts, peanuts?"), WITH_MEMORY)
    await chat.hear(DM, "Mind the peanuts.")
    cloud.chat = reply
    await chat.ask(PRIYA, DM, "And after that?", "Noted.")
    assert "Mind the peanuts." in cloud.chats[-1].prompt
    await chat.ask(PRIYA, DM, "/consent talk", "without what I remember")
    await chat.ask(PRIYA, DM, "And for tea?", "Noted.")
    assert "And after that?" in cloud.chats[-1].prompt
    assert "Mind the peanuts." not in cloud.chats[-1].prompt


async def test_once_covers_that_turn_and_its_job_and_nothing_else(tmp_path: Path, cloud: OllamaDouble) -> None:
    async with learning_by_model(tmp_path, cloud) as chat:
        ask = await asked(chat, "I adopted a walrus")
        await chat.press(PRIYA, DM, ask, ONCE)
        await chat.hear(DM, "Noted.")
        await chat.settled(DM)
        answer, learning = cloud.chats
        assert (answer.json.get("format"), bool(learning.json.get("format"))) == (None, True)
        assert "walrus" in learning.prompt
        assert grant_files(chat) == []
        await asked(chat, "And a penguin")
        await chat.settled(DM)
        assert len(cloud.chats) == 2
        assert b"penguin" not in cloud.bytes_received


async def test_once_does_not_cover_a_message_said_meanwhile(tmp_path: Path, cloud: OllamaDouble) -> None:
    async with learning_by_model(tmp_path, cloud) as chat:
        held = asyncio.Event()
        cloud.chat = lambda request: Reply("Noted.", wait=held, fields=FIELDS)
        await chat.press(PRIYA, DM, await asked(chat, "I adopted a walrus"), ONCE)
        await cloud.seen(1)
        await chat.say(PRIYA, DM, "And a penguin")
        cloud.chat = reply
        held.set()
        await chat.until(lambda: [m for m in chat.messages if "Nothing has been sent" in m.text])
        await chat.settled(DM)
        assert b"walrus" in cloud.bytes_received
        assert b"penguin" not in cloud.bytes_received


async def test_no_is_remembered_and_what_is_known_here_is_shown_instead(chat: Chat, cloud: OllamaDouble) -> None:
    await chat.ask(PRIYA, DM, "/remember I am allergic to peanuts", "Remembered")
    ask = await asked(chat, "What am I allergic to?")
    await chat.press(PRIYA, DM, ask, NO)
    await chat.until(lambda: "Nothing goes to https://ollama.com" in ask.text)
    shown = await chat.ask(PRIYA, DM, "So what am I allergic to?")
    assert "The answer here to https://ollama.com, where my model runs, is no." in shown.text
    assert "You are allergic to peanuts" in shown.text
    assert cloud.chats == []
    assert "the answer was no" in (await chat.ask(PRIYA, DM, "/consent")).text
    await chat.ask(PRIYA, DM, "/consent talk", "without what I remember")
    await chat.ask(PRIYA, DM, "And for dinner?", "Noted.")


async def test_a_model_of_this_machine_answers_meanwhile(chat: Chat, cloud: OllamaDouble) -> None:
    async with OllamaDouble("From here.") as near:
        chat.app.local = Ollama("tiny", near.url)
        ask = await asked(chat, "What is for dinner?")
        await chat.hear(DM, "From here.")
        assert cloud.chats == []
        await chat.press(PRIYA, DM, ask, TALK)
        await chat.hear(DM, "Noted.")
        await chat.app.local.close()


@pytest.mark.parametrize(("words", "extent"), [("once", ""), ("talk", "without what is remembered"),
                                               ("talk and memory", "and what is remembered"), ("no", "")])
async def test_each_button_has_a_command_that_does_the_same(chat: Chat, cloud: OllamaDouble, words: str, extent: str
                                                            ) -> None:
    await asked(chat)
    await chat.say(PRIYA, DM, f"/consent {words}")
    await chat.hear(DM, "Nothing goes to" if words == "no" else "Noted.")
    await chat.settled(DM)
    assert bool(cloud.chats) == (words != "no")
    assert [extent in file.read_text() for file in grant_files(chat)] == ([True] if extent else [])


async def test_a_command_changes_the_answer_later_without_a_new_question(chat: Chat, cloud: OllamaDouble) -> None:
    assert "no open question" in (await chat.ask(PRIYA, DM, "/consent talk")).text
    await chat.press(PRIYA, DM, await asked(chat), NO)
    await chat.ask(PRIYA, DM, "/consent talk and memory", "with what I remember")
    await chat.ask(PRIYA, DM, "And for tea?", "Noted.")
    await chat.ask(PRIYA, DM, "/consent no https://ollama.com", "Nothing goes to")
    assert "is no." in (await chat.ask(PRIYA, DM, "And a penguin?")).text
    assert b"penguin" not in cloud.bytes_received


async def test_a_second_answer_to_the_same_question_changes_nothing(chat: Chat, cloud: OllamaDouble) -> None:
    ask = await asked(chat)
    first, second = Message(ask.room, ask.id, ask.out), Message(ask.room, ask.id, ask.out)
    await chat.press(PRIYA, DM, first, TALK)
    assert await chat.press(PRIYA, DM, second, WITH_MEMORY) == "That question is over."
    await chat.hear(DM, "Noted.")
    assert ["without what is remembered" in file.read_text() for file in grant_files(chat)] == [True]


async def test_in_a_group_only_an_administrator_or_an_owner_decides(tmp_path: Path, cloud: OllamaDouble) -> None:
    async with talking(chosen(tmp_path, cloud.url, owners=(BEN.id,))) as chat:
        ask = await asked(chat, where=GROUP)
        assert await chat.press(JONAS, GROUP, ask, TALK) == "Only an administrator of this room can decide that."
        assert await chat.ask(JONAS, GROUP, "/consent talk", "administrator")  # a greeting may come first
        assert await chat.ask(JONAS, GROUP, "/consent off", "administrator")
        assert (cloud.chats, grant_files(chat)) == ([], [])
        assert ask.labels  # the question still stands
        chat.admins.add((GROUP.id, JONAS.id))  # asked at the press, not remembered
        await chat.press(JONAS, GROUP, ask, TALK)
        await chat.hear(GROUP, "Noted.")
        assert "Stopped" in (await chat.ask(BEN, GROUP, "/consent off")).text
        chat.admins.clear()
        ask = await asked(chat, "And for tea?", where=GROUP)
        assert await chat.press(JONAS, GROUP, ask, ONCE) == "Only an administrator of this room can decide that."
        await chat.press(BEN, GROUP, ask, ONCE)
        await chat.until(lambda: len([m for m in chat.messages if m.text == "Noted."]) == 2)
        assert cloud.chats[-1].prompt.endswith("Priya: And for tea?")


async def test_a_group_is_asked_once_and_told_who_decides(chat: Chat, cloud: OllamaDouble) -> None:
    ask = await asked(chat, where=GROUP)
    assert "An administrator of this room decides" in ask.text
    for words in ("And for tea?", "And for lunch?"):
        told = await chat.ask(PRIYA, GROUP, words, "administrator")
        assert (told.labels, "stands above" in told.text) == ([], True)
    assert cloud.chats == []
    chat.admins.add((GROUP.id, PRIYA.id))
    await chat.press(PRIYA, GROUP, ask, NO)
    assert (await chat.ask(PRIYA, GROUP, "/consent talk", "from now on")).text
    await chat.ask(PRIYA, GROUP, "And for tea?", "Noted.")


async def test_in_a_dm_the_person_decides_each_time(chat: Chat, cloud: OllamaDouble) -> None:
    first = await asked(chat)
    again = await asked(chat, "And for tea?")
    assert again.labels == first.labels != []
    assert "administrator" not in first.text


async def test_another_persons_press_on_a_dms_question_does_nothing(chat: Chat, cloud: OllamaDouble) -> None:
    ask = await asked(chat)
    assert await chat.press(JONAS, JONAS_DM, ask, TALK) == "That question is over."
    assert (cloud.chats, grant_files(chat)) == ([], [])
    await chat.press(PRIYA, DM, ask, TALK)
    await chat.hear(DM, "Noted.")


async def test_a_room_does_not_lend_its_yes_to_another(chat: Chat, cloud: OllamaDouble) -> None:
    await chat.press(PRIYA, DM, await asked(chat), WITH_MEMORY)
    await chat.hear(DM, "Noted.")
    await asked(chat, "A secret of mine", JONAS, JONAS_DM)
    await asked(chat, "A secret of ours", PRIYA, GROUP)
    assert b"secret" not in cloud.bytes_received


async def test_a_yes_for_one_endpoint_is_none_for_another(chat: Chat, cloud: OllamaDouble) -> None:
    await chat.press(PRIYA, DM, await asked(chat), TALK)
    await chat.hear(DM, "Noted.")
    cloud.models["gpt-oss:120b"] = CLOUD | {"remote_host": "https://other.example"}
    ask = await chat.ask(PRIYA, DM, "And a penguin", "Nothing has been sent")
    assert "https://other.example" in ask.text
    assert b"penguin" not in cloud.bytes_received


async def test_what_members_shared_goes_along_only_with_their_own_yes(chat: Chat, cloud: OllamaDouble) -> None:
    chat.admins.add((GROUP.id, PRIYA.id))
    for who, dm, nut in ((JONAS, JONAS_DM, "walnuts"), (PRIYA, DM, "peanuts")):
        kept = await chat.ask(who, dm, f"/remember I am allergic to {nut}", "Remembered")
        await chat.ask(who, GROUP, f"/share {kept.text.splitlines()[1].split()[0]} here", "")
    await chat.press(PRIYA, GROUP, await asked(chat, "Are walnuts and peanuts fine?", where=GROUP), WITH_MEMORY)
    await chat.hear(GROUP, "Noted.")
    assert "allergic to peanuts" in cloud.chats[-1].prompt  # who gave the room's yes gave their own with it
    assert "allergic to walnuts" not in cloud.chats[-1].prompt
    await chat.ask(JONAS, GROUP, "/consent mine", "may go along")
    await chat.ask(PRIYA, GROUP, "And are walnuts fine?", "Noted.")
    assert "allergic to walnuts" in cloud.chats[-1].prompt
    await chat.ask(JONAS, GROUP, "/consent mine off", "stays on this machine")
    await chat.ask(PRIYA, GROUP, "Once more: are walnuts fine?", "Noted.")
    assert "allergic to walnuts" not in cloud.chats[-1].prompt


async def test_what_was_said_in_a_room_needs_no_more_than_the_rooms_yes(chat: Chat, cloud: OllamaDouble) -> None:
    chat.admins.add((GROUP.id, PRIYA.id))
    await chat.say(JONAS, GROUP, "/remember I am allergic to walnuts")
    await chat.settled(GROUP)
    await chat.press(PRIYA, GROUP, await asked(chat, "Are walnuts fine?", where=GROUP), TALK)
    await chat.hear(GROUP, "Noted.")
    assert "allergic to walnuts" not in cloud.chats[-1].prompt
    await chat.ask(PRIYA, GROUP, "/consent talk and memory", "with what I remember")
    await chat.ask(PRIYA, GROUP, "And are walnuts fine?", "Noted.")
    assert "allergic to walnuts" in cloud.chats[-1].prompt


async def test_learning_needs_the_yes_with_memory(tmp_path: Path, cloud: OllamaDouble) -> None:
    async with learning_by_model(tmp_path, cloud) as chat:
        await chat.press(PRIYA, DM, await asked(chat, "I live in Pune"), TALK)
        await chat.hear(DM, "You live in Pune")
        await chat.settled(DM)
        assert [bool(request.json.get("format")) for request in cloud.chats] == [False]
        await chat.ask(PRIYA, DM, "/consent talk and memory", "with what I remember")
        await chat.ask(PRIYA, DM, "I have a dog", "Noted.")
        await chat.settled(DM)
        assert [bool(request.json.get("format")) for request in cloud.chats] == [False, False, True]


def test_the_small_model_stands_in_where_its_files_are(tmp_path: Path, model_files: Path) -> None:
    settings = chosen(tmp_path, "http://192.168.1.5:11434")
    assert build.local(settings) is None
    settings.data_dir.mkdir()
    files.default_directory(settings.data_dir).symlink_to(model_files)
    standing_in = build.local(settings)
    assert standing_in is not None
    assert standing_in.name == files.SMOLLM2
