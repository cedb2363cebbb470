"""What people switch and how fast they may write: /settings, /notify, the turn limit, and a reply to a card."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Literal

import pytest

from bot.channel import Incoming, Outgoing, Unreachable
from bot.pressure import Pressure
from memory.core import Options
from memory.domain import Room
from tests.conftest import GROUP, JONAS, PRIYA, PRIYAS_DM, HandClock
from tests.doubles.chat import Chat, chatting


@pytest.fixture
async def chat(tmp_path: Path, clock: HandClock) -> AsyncIterator[Chat]:
    async with chatting(tmp_path, clock) as talk:
        yield talk


async def card(chat: Chat, words: str = "I live in Pune") -> str:
    """Have something learned; the id of the message that asks about it."""
    await chat.say(PRIYA, PRIYAS_DM, words)
    assert "May I remember this?" in await chat.learn(PRIYAS_DM)
    return chat.channel.sent[-1][2]


async def test_with_notices_off_what_is_learned_waits_in_the_queue_only(chat: Chat) -> None:
    assert "won't ask" in await chat.say(PRIYA, PRIYAS_DM, "/notify off")
    await chat.say(PRIYA, PRIYAS_DM, "I live in Pune")
    assert await chat.learn(PRIYAS_DM) == ""
    assert "Pune" in await chat.say(PRIYA, PRIYAS_DM, "/queue")
    await chat.say(PRIYA, PRIYAS_DM, "/notify on")
    await card(chat, "I am allergic to peanuts")  # the control
    assert "Say /notify on" in await chat.say(PRIYA, PRIYAS_DM, "/notify perhaps")


async def test_settings_show_what_is_on_and_switch_it(chat: Chat) -> None:
    shown = await chat.say(PRIYA, PRIYAS_DM, "/settings")
    assert "I learn from what you write: yes" in shown
    assert "I may quote earlier messages of this chat: no" in shown
    assert "writing" in shown
    after = await chat.press(PRIYA, "Don't learn from me")
    assert "I learn from what you write: no" in after
    assert "[Learn from me]" in after
    assert chat.channel.sent[-1][1].edits  # in the place of the one that was pressed
    assert "I ask you about what I learned: no" in await chat.press(PRIYA, "Don't ask me")
    assert "earlier messages of this chat: yes" in await chat.press(PRIYA, "Quote earlier messages")
    assert "I learn from what you write: yes" in await chat.press(PRIYA, "Learn from me")
    assert "I ask you about what I learned: no" in await chat.say(PRIYA, PRIYAS_DM, "/settings")
    assert "I learn from what you write: no" in await chat.say(JONAS, GROUP, "/settings")
    await chat.press(JONAS, "Learn from me")
    assert "I learn from what you write: no" in await chat.say(PRIYA, GROUP, "/settings")  # each member for themselves


@pytest.mark.parametrize(("mode", "said", "learns"), [
    ("on", None, "yes"), ("shadow", "has my memory on trial", "yes"), ("off", "has turned my memory off", "no")])
async def test_status_and_settings_say_what_is_turned_off_of_the_memory(
        tmp_path: Path, clock: HandClock, mode: Literal["on", "shadow", "off"], said: str | None, learns: str) -> None:
    options = Options(mode=mode, extractor="patterns")
    async with chatting(tmp_path, clock, memory={"quiet": 3600.0, "mode": mode}, options=options) as chat:
        status, settings = [await chat.say(PRIYA, PRIYAS_DM, command) for command in ("/status", "/settings")]
    assert f"Learning from you here: {learns}" in status
    assert f"I learn from what you write: {learns}" in settings
    for shown in (status, settings):
        assert [line for line in shown.splitlines() if line.startswith("Who runs me")] == [
            line for line in shown.splitlines() if said and said in line]
        assert said is None or said in shown


async def test_a_reply_to_a_card_is_an_edit_in_the_persons_own_words(chat: Chat) -> None:
    asked = await card(chat)
    assert "Remembered in your words" in await chat.say(PRIYA, PRIYAS_DM, "I live in Old Goa", reply_to=asked)
    facts = await chat.say(PRIYA, PRIYAS_DM, "/facts")
    assert "Old Goa" in facts
    assert "Pune" not in facts


@pytest.mark.parametrize(("words", "kept"), [("Yes!", True), ("ok", True), ("no", False), ("Nein.", False)])
async def test_yes_or_no_in_reply_to_a_card_decides_it(chat: Chat, words: str, kept: bool) -> None:
    asked = await card(chat)
    await chat.say(PRIYA, PRIYAS_DM, words, reply_to=asked)
    assert ("Pune" in await chat.say(PRIYA, PRIYAS_DM, "/facts")) == kept
    assert "Nothing is waiting" in await chat.say(PRIYA, PRIYAS_DM, "/queue")


async def test_replies_that_are_talk_stay_talk(chat: Chat) -> None:
    asked = await card(chat)
    assert "Noted." in await chat.say(PRIYA, PRIYAS_DM, "why do you ask?", reply_to=asked)
    assert "Noted." in await chat.say(PRIYA, PRIYAS_DM, "I live in Goa", reply_to=asked, forwarded=True)
    assert "Noted." in await chat.say(PRIYA, PRIYAS_DM, "yes", reply_to="12345")
    assert "Noted." in await chat.say(JONAS, GROUP, "yes", reply_to=asked)
    assert "Pune" in await chat.say(PRIYA, PRIYAS_DM, "/queue")  # nothing was decided
    await chat.say(PRIYA, PRIYAS_DM, "yes", reply_to=asked)
    assert "Noted." in await chat.say(PRIYA, PRIYAS_DM, "I moved on", reply_to=asked)  # it is decided already


async def test_a_person_has_so_many_answers_a_minute_and_commands_always(tmp_path: Path, clock: HandClock) -> None:
    async with chatting(tmp_path, clock, access={"mode": "open", "turns_per_minute": 3}) as chat:
        for _ in range(3):
            assert "Noted." in await chat.say(PRIYA, PRIYAS_DM, "hello again")
        refused = await chat.say(PRIYA, PRIYAS_DM, "and a fourth")
        assert "write again in 60 s" in refused
        assert len(chat.model.sent) == 3
        assert await chat.say(PRIYA, PRIYAS_DM, "and a fifth") == ""  # told once
        assert "write again" in await chat.say(PRIYA, PRIYAS_DM, "a sixth", press_id="77")  # shown as waiting
        assert "Status" in await chat.say(PRIYA, PRIYAS_DM, "/status")
        assert "Noted." in await chat.say(JONAS, GROUP, "somebody else")
        clock.forward(seconds=61)
        for _ in range(3):
            assert "Noted." in await chat.say(PRIYA, PRIYAS_DM, "a minute later")
        assert "write again in 60 s" in await chat.say(PRIYA, PRIYAS_DM, "and one too many")  # the control: told anew


def test_what_piled_up_is_no_flood() -> None:
    pressure, noon = Pressure(2), datetime(2026, 11, 30, 12, tzinfo=UTC)
    hours = [noon - timedelta(hours=number) for number in range(5, 0, -1)]
    assert [pressure.over("telegram:1", at) for at in hours] == [0.0] * 5
    assert pressure.over("telegram:1", noon) == 0.0
    assert pressure.over("telegram:1", noon) == 0.0
    assert pressure.over("telegram:1", noon + timedelta(seconds=10)) == 50.0  # the control: these are


async def test_what_piled_up_while_nobody_listened_gets_one_answer_to_the_newest(
    tmp_path: Path, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.dispatch.GATHER", 0.05)
    async with chatting(tmp_path, clock) as chat:
        old = clock.now() - timedelta(hours=3)
        waiting = [chat.incoming(PRIYA, PRIYAS_DM, words, sent_at=old) for words in (
            "I am allergic to walnuts", "are you there?", "/facts", "forget my address", "what can I bake?")]
        waiting.append(chat.incoming(JONAS, GROUP, "and in here?", sent_at=old))
        for incoming in waiting:
            assert await chat.app.accept(incoming)
        for room in (PRIYAS_DM, GROUP):
            await chat.app.dispatcher.settled(room.id)
            await chat.app.sender.flushed(room.id)
        texts = [out.text for room, out, _ in chat.channel.sent if room == PRIYAS_DM.id]
        assert texts.count("Noted.") == 1
        assert any("I was away" in text for text in texts)
        assert any("know nothing" in text for text in texts)  # commands are still carried out, each
        assert any("Nothing here mentions that" in text for text in texts)
        assert "what can I bake?" in chat.model.sent[-1] or "what can I bake?" in chat.model.sent[-2]
        assert any("allergic to walnuts" in sent for sent in chat.model.sent)  # it was read, and is in the window
        assert "walnuts" in await chat.learn(PRIYAS_DM)
        alone = [out.text for room, out, _ in chat.channel.sent if room == GROUP.id]
        assert [text for text in alone if "/learn on" not in text] == ["Noted."]  # one alone is simply answered
        assert "I was away" not in await chat.say(PRIYA, PRIYAS_DM, "hello")


async def test_first_contact_says_who_runs_it_once(chat: Chat) -> None:
    told, answer = await chat.ask(JONAS, GROUP, "what is the time?")
    for words in ("the computer of the person who set me up", "I learn only from members who say /learn on",
                  "everybody here can see it", "deleted after 90 days"):
        assert words in told[1].text
    assert answer[1].text == "Noted."  # after it
    assert "/learn on" not in await chat.say(PRIYA, GROUP, "and the date?")
    assert await chat.say(PRIYA, PRIYAS_DM, "hello") == "Noted."  # Telegram has shown /start there
    room = Room("discord:5", "dm")
    for number in range(2):
        assert await chat.app.accept(Incoming("discord", f"message:{number}", room, JONAS, "message",
                                              chat.memory.clock.now(), "hello", language="en"))
        await chat.app.dispatcher.settled(room.id)
        said = [row.payload for row in await chat.memory.work.queued() if row.room == room.id]
    assert sum("haven't met" in one for one in said) == 1
    assert sum("Noted." in one for one in said) == 2
    assert "haven't met" in said[0]
    assert "deleted after 90 days" in said[0]


async def test_what_comes_without_words_is_answered_by_what_it_is(chat: Chat) -> None:
    for note, words in (("voice", "listen"), ("audio", "listen"), ("video", "videos"), ("video_note", "videos"),
                        ("photo", "pictures"), ("document", "files"), ("location", "only read"), ("poll", "only read"),
                        ("contact", "only read"), ("", "Yes?")):
        assert words in await chat.say(PRIYA, PRIYAS_DM, "", note=note)
        assert await chat.say(PRIYA, GROUP, "", note=note, addressed=False) == ""
    for note in ("sticker", "animation", "dice"):
        assert await chat.say(PRIYA, PRIYAS_DM, "", note=note) == ""


async def test_who_is_met_is_told_where_the_model_runs_as_far_as_that_is_known(
    chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "https://" not in await chat.say(PRIYA, PRIYAS_DM, "/start")

    async def origin() -> str:
        return "https://ollama.com"
    monkeypatch.setattr(chat.model, "elsewhere", "https://ollama.com", raising=False)
    monkeypatch.setattr(chat.model, "origin", origin, raising=False)
    for room, words in ((PRIYAS_DM, "/start"), (GROUP, "/start"), (GROUP, "hello"), (PRIYAS_DM, "/status")):
        said = await chat.say(PRIYA, room, words)
        assert "does not run there but at https://ollama.com" in said
        assert "127.0.0.1" not in said


async def test_first_contact_comes_before_what_fails_and_again_only_when_it_was_not_delivered(
    chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*args: object) -> None:
        raise ValueError("a bug")

    with monkeypatch.context() as patched:
        patched.setattr("bot.turn.prompt.assemble", broken)
        assert "/learn on" in await chat.say(JONAS, GROUP, "what is the time?")
    assert "/learn on" not in await chat.say(JONAS, GROUP, "what is the time now?")  # once is enough

    async def blocked(room: str, out: Outgoing) -> list[str]:
        raise Unreachable

    other = Room("telegram:-200", "group", "The office")
    with monkeypatch.context() as patched:
        patched.setattr(chat.channel, "send", blocked)
        assert await chat.say(JONAS, other, "hello") == ""
    assert "/learn on" in await chat.say(JONAS, other, "hello again")
    assert "/learn on" not in await chat.say(JONAS, other, "and again")
