"""Nothing leaves unasked, seen from a chat: the question, its four answers, who may give them, and taking them back.

The model stands on loopback and says that it runs at ollama.com, as Ollama does with its cloud models: what it
receives is what would have left.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.settings import Settings
from bot.settings.keys import Access, Embeddings, Memory, Model
from memory.domain import Principal, Room
from tests.doubles.ollama_double import CARD, OllamaDouble, Reply, Request
from tests.doubles.talk import Chat, Message, talking

PRIYA, JONAS, BEN = (Principal(f"telegram:{n}", name) for n, name in ((1, "Priya"), (2, "Jonas"), (3, "Ben")))
DM, JONAS_DM, GROUP = Room("telegram:1"), Room("telegram:2"), Room("telegram:-100", "group", "The flat")
AWAY = "https://ollama.com"
CLOUD: dict[str, Any] = CARD | {"remote_host": f"{AWAY}:443", "remote_model": "gpt-oss:120b"}
FACT = b"is allergic to peanuts"
ONCE, TALK, WITH_MEMORY, NO = "This once", "Always, without what I remember", "Always, with it", "No, stay local"


def reply(request: Request) -> Reply:
    fields = {"remote_host": f"{AWAY}:443", "remote_model": "gpt-oss:120b"}
    return Reply('{"claims": []}' if request.json.get("format") else "Noted.", fields=fields)


@pytest.fixture
async def cloud() -> AsyncIterator[OllamaDouble]:
    """A loopback Ollama whose model runs at ollama.com."""
    async with OllamaDouble(reply, models={"gpt-oss:120b": CLOUD}) as double:
        yield double


def chosen(directory: Path, host: str, *, owners: tuple[str, ...] = (), extractor: str = "patterns") -> Settings:
    return Settings(data_dir=directory / "data", owners=owners, access=Access(mode="open"),
                    model=Model(provider="ollama", host=host, name="gpt-oss:120b"),
                    embeddings=Embeddings(provider="none"),
                    memory=Memory.model_validate({"quiet": 0.05, "extractor": extractor, "recall": True}))


@pytest.fixture
async def chat(tmp_path: Path, cloud: OllamaDouble) -> AsyncIterator[Chat]:
    async with talking(chosen(tmp_path, cloud.url)) as running:
        yield running


@asynccontextmanager
async def learning_by_model(directory: Path, double: OllamaDouble) -> AsyncIterator[Chat]:
    async with talking(chosen(directory, double.url, extractor="model")) as running:
        yield running


async def asked(chat: Chat, text: str = "What is for dinner?", who: Principal = PRIYA, where: Room = DM) -> Message:
    return await chat.ask(who, where, text, "Nothing has been sent")


def grant_files(chat: Chat) -> list[Path]:
    return sorted((chat.app.settings.data_dir / "consent").glob("*.txt"))


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
    await chat.ask(PRIYA, DM, "Where do I live, and are peanuts fine?", "Noted.")
    sent = cloud.chats[-1].prompt
    assert FACT.decode() in sent
    assert "[undecided" in sent


async def test_a_reply_built_on_memory_stays_out_of_talk_alone(chat: Chat, cloud: OllamaDouble) -> None:
    await chat.ask(PRIYA, DM, "/remember I am allergic to peanuts", "Remembered")
    cloud.chat = lambda request: Reply("Mind the peanuts.", fields=reply(request).fields)
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
        cloud.chat = lambda request: Reply("Noted.", wait=held, fields=reply(request).fields)
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
    assert "You said no to https://ollama.com" in shown.text
    assert "You are allergic to peanuts" in shown.text
    assert cloud.chats == []
    assert "you said no" in (await chat.ask(PRIYA, DM, "/consent")).text
    await chat.ask(PRIYA, DM, "/consent talk", "without what I remember")
    await chat.ask(PRIYA, DM, "And for dinner?", "Noted.")


async def test_a_model_of_this_machine_answers_meanwhile(chat: Chat, cloud: OllamaDouble) -> None:
    async with OllamaDouble("From here.") as near:
        from bot.models.ollama import Ollama

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
        assert await chat.press(JONAS, GROUP, ask, TALK) == "That isn't yours to decide."
        assert "administrator" in (await chat.ask(JONAS, GROUP, "/consent talk")).text
        assert "administrator" in (await chat.ask(JONAS, GROUP, "/consent off")).text
        assert (cloud.chats, grant_files(chat)) == ([], [])
        assert ask.labels  # the question still stands
        chat.admins.add((GROUP.id, JONAS.id))  # asked at the press, not remembered
        await chat.press(JONAS, GROUP, ask, TALK)
        await chat.hear(GROUP, "Noted.")
        assert "Stopped" in (await chat.ask(BEN, GROUP, "/consent off")).text
        chat.admins.clear()
        ask = await asked(chat, "And for tea?", where=GROUP)
        assert await chat.press(JONAS, GROUP, ask, ONCE) == "That isn't yours to decide."
        await chat.press(BEN, GROUP, ask, ONCE)
        await chat.until(lambda: len([m for m in chat.messages if m.text == "Noted."]) == 2)
        assert cloud.chats[-1].prompt.endswith("Priya: And for tea?")


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


@pytest.mark.parametrize("how", ["command", "file", "changed file"])
async def test_a_yes_holds_while_row_and_file_exist(chat: Chat, cloud: OllamaDouble, how: str) -> None:
    await chat.press(PRIYA, DM, await asked(chat), TALK)
    await chat.hear(DM, "Noted.")
    file, = grant_files(chat)
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.parent.stat().st_mode & 0o777 == 0o700
    written = file.read_text()
    assert "room: telegram:1\nto: https://ollama.com\n" in written
    await chat.ask(PRIYA, DM, "And for tea?", "Noted.")
    assert len(cloud.chats) == 2
    if how == "command":
        await chat.ask(PRIYA, DM, "/consent off", "Stopped")
        assert grant_files(chat) == []
    elif how == "file":
        file.unlink()
    else:
        file.write_text(written.replace("without what is remembered", "and what is remembered"))
    await asked(chat, "A penguin then")
    assert b"penguin" not in cloud.bytes_received
    assert "Nothing may leave" in (await chat.ask(PRIYA, DM, "/consent")).text
    file.write_text(written)  # put back: it was ended for good when it was seen to be gone
    await asked(chat, "A penguin again")
    assert b"penguin" not in cloud.bytes_received


async def test_a_file_alone_grants_nothing(chat: Chat, cloud: OllamaDouble) -> None:
    await chat.press(PRIYA, DM, await asked(chat), TALK)
    await chat.hear(DM, "Noted.")
    file, = grant_files(chat)
    written = file.read_text()
    await chat.ask(PRIYA, DM, "/consent off", "Stopped")
    file.write_text(written)
    await asked(chat, "A penguin then")
    assert b"penguin" not in cloud.bytes_received


@pytest.mark.parametrize("how", ["command", "file"])
async def test_a_running_answer_is_stopped_when_the_yes_is_taken_back(chat: Chat, cloud: OllamaDouble, how: str
                                                                      ) -> None:
    cloud.chat = lambda request: Reply(pieces=["Well", " then", " more"], stall_after=2, fields=reply(request).fields)
    await chat.press(PRIYA, DM, await asked(chat), TALK)
    await chat.until(lambda: "Well then" in chat.drafts)
    if how == "file":
        grant_files(chat)[0].unlink()
    else:
        await chat.app.grants.withdraw(await chat.app.grants.holding(DM.id), "taken back", PRIYA.id)
    stopped = await chat.hear(DM, "Stopped")
    assert stopped.text.startswith("Well then …")


async def test_the_yes_is_taken_back_by_command_while_an_answer_runs(chat: Chat, cloud: OllamaDouble) -> None:
    cloud.chat = lambda request: Reply(silent=True)
    await chat.press(PRIYA, DM, await asked(chat), TALK)
    await cloud.seen(1)
    await chat.say(PRIYA, DM, "/consent off")
    await chat.hear(DM, "Stopped. Nothing goes out")
    await chat.hear(DM, "Stopped: there is no yes for https://ollama.com")


async def test_a_model_that_says_only_in_its_answer_where_it_runs_is_stopped_and_then_asked_for(
    chat: Chat, cloud: OllamaDouble
) -> None:
    cloud.models["gpt-oss:120b"] = CARD
    stopped = await chat.ask(PRIYA, DM, "What is for dinner?")
    assert "went there before I could know" in stopped.text  # and not "nothing has been sent"
    assert "Noted." not in "".join(chat.drafts)
    await asked(chat, "A penguin then")
    assert b"penguin" not in cloud.bytes_received


async def test_c45_taking_back_in_the_middle_of_a_job_stops_its_next_request(tmp_path: Path, cloud: OllamaDouble
                                                                             ) -> None:
    held, learning = asyncio.Event(), '{"claims": []}'

    def slow(request: Request) -> Reply:
        form = bool(request.json.get("format"))
        return Reply(learning if form else "Noted.", wait=held if form else None, fields=reply(request).fields)

    cloud.chat = slow
    async with learning_by_model(tmp_path, cloud) as chat:
        await chat.press(PRIYA, DM, await asked(chat, "I live in Pune"), WITH_MEMORY)
        await cloud.seen(2)  # the answer, and the extraction that waits
        grant_files(chat)[0].unlink()
        await chat.hear(DM, "You live in Pune")  # patterns on this machine took over
        await chat.settled(DM)
        assert len(cloud.chats) == 2
        held.set()


async def test_c45_every_helper_step_asks_the_same_gate(tmp_path: Path, cloud: OllamaDouble) -> None:
    async with learning_by_model(tmp_path, cloud) as chat:
        await chat.press(JONAS, JONAS_DM, await asked(chat, "I have a dog", JONAS, JONAS_DM), WITH_MEMORY)
        await chat.hear(JONAS_DM, "Noted.")
        await chat.settled(JONAS_DM)
        assert len(cloud.chats) == 2  # the control: with a yes both the answer and the extraction go out
        await asked(chat, "I live in Pune")
        await chat.settled(DM)  # extraction: by patterns
        await chat.ask(PRIYA, DM, "/status", "has not said yes")  # a look at the model, in the room's name
        await chat.app.memory.backfill()  # embeddings
        assert len(cloud.chats) == 2
        assert b"Pune" not in cloud.bytes_received


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


async def test_the_grants_and_their_end_are_in_the_record(chat: Chat) -> None:
    await chat.press(PRIYA, DM, await asked(chat), TALK)
    await chat.hear(DM, "Noted.")
    await chat.ask(PRIYA, DM, "/consent off", "Stopped")
    verbs = await chat.app.memory.db.read(lambda tx: [tuple(row) for row in tx.execute(
        "select actor, verb from event where target like 'grant:%' order by seq")])
    assert verbs == [(PRIYA.id, "grant.given"), (PRIYA.id, "grant.ended")]
    assert await chat.app.memory.audit() is None
