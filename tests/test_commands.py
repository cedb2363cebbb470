"""Commands as somebody types them: each ends with an answer, whatever stands after it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot import commands
from bot.channel import InDoubt, Outgoing, Rejected, Unreachable
from bot.commands.context import number_of, page_of, parse_numbers
from tests.conftest import GROUP, PRIYA, PRIYAS_DM, HandClock
from tests.doubles.chat import Chat, chatting

PETS = [f"I have a {animal}" for animal in ("cat", "dog", "parrot", "pony", "goat", "hamster", "ferret", "turtle",
                                            "donkey", "rabbit")]
ODD = ("", "0", "1", "99", "9" * 30, "1 2 3", "2 x", "1 new", "1 yes", "yes", "on", "all", "the", "http://[")


@pytest.fixture
async def chat(tmp_path: Path, clock: HandClock) -> AsyncIterator[Chat]:
    async with chatting(tmp_path, clock) as opened:
        yield opened


async def test_a_page_past_the_last_is_the_last_page(chat: Chat) -> None:
    for pet in PETS:
        await chat.say(PRIYA, PRIYAS_DM, pet)
    await chat.learn(PRIYAS_DM)
    first = await chat.say(PRIYA, PRIYAS_DM, "/queue")
    assert "2 more: /queue 2" in first
    last = await chat.say(PRIYA, PRIYAS_DM, "/queue 2")
    assert "Waiting for your yes or no" in last
    assert "more:" not in last
    for page in ("3", "99", "9" * 30):
        assert await chat.say(PRIYA, PRIYAS_DM, f"/queue {page}") == last
    await chat.say(PRIYA, PRIYAS_DM, "/approve all")
    assert await chat.say(PRIYA, PRIYAS_DM, "/queue 2") == "Nothing is waiting."
    everything = await chat.say(PRIYA, PRIYAS_DM, "/facts")
    assert everything.count("\n") == 10
    assert await chat.say(PRIYA, PRIYAS_DM, "/facts 7") == everything


def test_a_page_tells_its_own_number_and_what_comes_after_it() -> None:
    assert [(list(page.entries), page.number, page.rest) for page in (page_of(range(5), asked, 2) for asked in (
        "", "1", "2", "3", "4", "-1", "x", "0"))] == [
        ([0, 1], 1, 3), ([0, 1], 1, 3), ([2, 3], 2, 1), ([4], 3, 0), ([4], 3, 0), ([0, 1], 1, 3), ([0, 1], 1, 3),
        ([0, 1], 1, 3)]
    assert (page_of([], "3", 2).entries, page_of([], "3", 2).number) == ([], 1)


def test_a_number_is_read_the_same_everywhere_and_fits_the_database() -> None:
    assert [number_of(word) for word in ("12", "#12", " 12 ", "", "x", "-3", "1x")] == [12, 12, 12, 0, 0, 0, 0]
    assert 0 < number_of("9" * 40) < 2 ** 63
    assert parse_numbers("#3, 5 5") == [3, 5]
    assert parse_numbers("3 x") == []


@pytest.mark.parametrize("room", [PRIYAS_DM, GROUP], ids=lambda room: str(room.kind))
async def test_every_command_ends_with_an_answer_whatever_stands_after_it(chat: Chat, room: object) -> None:
    await chat.say(PRIYA, PRIYAS_DM, "I live in Pune. I have a dog called Rex.")
    await chat.learn(PRIYAS_DM)
    for name in (*commands.COMMANDS, *commands.HIDDEN, "nosuch"):
        for words in ODD:
            said = await chat.say(PRIYA, room, f"/{name} {words}")  # type: ignore[arg-type]
            assert said.strip(), (name, words)
            assert "went wrong" not in said, (name, words)


async def test_a_command_that_would_say_nothing_says_so(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    async def silent(context: object, args: str) -> commands.Answer:
        return commands.Answer()
    monkeypatch.setitem(commands.COMMANDS, "status", commands.Command("status", silent))
    assert "nothing to say" in await chat.say(PRIYA, PRIYAS_DM, "/status")
    assert "nothing to say" not in await chat.say(PRIYA, PRIYAS_DM, "/help")


# -- where everybody would see the answer, though the platform could show it to one person


async def test_a_command_is_not_carried_out_where_its_answer_would_be_seen_by_all(chat: Chat) -> None:
    await chat.say(PRIYA, GROUP, "/learn on", exposed=True)
    await chat.say(PRIYA, GROUP, "I live in Pune", exposed=True)
    assert "You live in Pune" in await chat.learn(GROUP)
    for words in ("/approve 1", "/decline 1", "/remember I have a dog", "/queue", "/facts", "/undo", "/why"):
        told = await chat.say(PRIYA, GROUP, words, exposed=True)
        assert "I did nothing" in told
        assert words.split()[0] in told
        assert "Pune" not in told
    here = chat.memory.at(PRIYA, GROUP)
    assert ([card.claim.statement for card in await here.pending()], await here.facts()) == (["I live in Pune"], [])
    assert "approved" in await chat.say(PRIYA, GROUP, "/approve 1")  # the control: picked from the menu
    assert len(await here.facts()) == 1


async def test_a_reply_that_decides_is_such_a_command_too(chat: Chat) -> None:
    await chat.say(PRIYA, GROUP, "/learn on")
    await chat.say(PRIYA, GROUP, "I live in Pune")
    await chat.learn(GROUP)
    card = chat.channel.sent[-1][2]
    assert "I did nothing" in await chat.say(PRIYA, GROUP, "yes", reply_to=card, exposed=True)
    assert await chat.memory.at(PRIYA, GROUP).facts() == []
    assert "approved" in await chat.say(PRIYA, GROUP, "yes", reply_to=card)  # the control


async def test_what_shows_no_memory_and_what_is_answered_in_private_is_carried_out_anywhere(chat: Chat) -> None:
    await chat.say(PRIYA, PRIYAS_DM, "/remember I own a kayak")
    for words, told in (("/learn on", "I'll learn"), ("/help", "/queue"), ("/consent", "leave this machine"),
                        ("/nosuch", "I don't know /nosuch"), ("/forget kayak", "I've written to you."),
                        ("forget what I said about my kayak", "I've written to you.")):
        assert told in await chat.say(PRIYA, GROUP, words, exposed=True)
    in_the_room = [out for room, out, _ in chat.channel.sent if room == GROUP.id and "written" in out.text]
    assert {out.says for out in in_the_room} == {"notice"}  # a channel covers commands' answers, not these


# -- a member's own matters go to their DM


@pytest.mark.parametrize("failure", [Unreachable(), Rejected("too large")], ids=["unreachable", "rejected"])
async def test_a_room_is_told_that_something_was_written_in_private_only_once_it_was(
    chat: Chat, monkeypatch: pytest.MonkeyPatch, failure: Exception
) -> None:
    await chat.say(PRIYA, PRIYAS_DM, "/remember I own a kayak")
    sent = await chat.ask(PRIYA, GROUP, "/export")
    assert [room for room, _, _ in sent] == [PRIYAS_DM.id, GROUP.id]  # the control, in this order
    assert sent[1][1].text == "I've written to you."
    deliver = chat.channel.send

    async def closed(room: str, out: Outgoing) -> list[str]:
        if room == PRIYAS_DM.id:
            raise failure
        return await deliver(room, out)
    monkeypatch.setattr(chat.channel, "send", closed)
    for command in ("/export", "/forget kayak"):
        (room, out, _), = await chat.ask(PRIYA, GROUP, command)
        assert (room, out.says, out.answers != "") == (GROUP.id, "notice", True)
        assert "could not write to you" in out.text
        monkeypatch.setattr(chat.channel, "send", deliver)
        await chat.say(PRIYA, PRIYAS_DM, "hello")  # it is reachable again
        monkeypatch.setattr(chat.channel, "send", closed)


async def test_what_may_have_arrived_in_private_is_in_doubt_there(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    await chat.say(PRIYA, PRIYAS_DM, "/remember I own a kayak")

    async def cut(room: str, out: Outgoing) -> list[str]:
        raise InDoubt
    with monkeypatch.context() as patched:
        patched.setattr(chat.channel, "send", cut)
        await chat.say(PRIYA, GROUP, "/export")
        await chat.say(PRIYA, PRIYAS_DM, "hello")
    status = await chat.say(PRIYA, PRIYAS_DM, "/status")
    assert "1. My message of 3 Nov, 10:00 may not have arrived: All I keep about you" in status
    assert "2. My message of 3 Nov, 10:00 may not have arrived: Noted." in status
    assert "[Try again 1] [Try again 2]" in status


async def test_a_history_credits_a_persons_words_to_them(chat: Chat) -> None:
    await chat.say(PRIYA, PRIYAS_DM, "I live in Pune")
    await chat.learn(PRIYAS_DM)
    await chat.say(PRIYA, PRIYAS_DM, "/approve 1")
    lines = (await chat.say(PRIYA, PRIYAS_DM, "/history 1")).splitlines()
    assert [line.partition("  ")[2].split("  ")[-1] for line in lines[1:]] == ["noted · me", "said · you",
                                                                               "approved · you"]


async def test_a_preview_does_not_say_that_a_replys_words_hold_what_it_only_knew(chat: Chat) -> None:
    await chat.say(PRIYA, PRIYAS_DM, "/remember I have a dog called Rex")
    for _ in range(3):
        assert "dog" in (await chat.say(PRIYA, PRIYAS_DM, "what should my dog Rex eat?")).partition("used: ")[2]
    preview = await chat.say(PRIYA, PRIYAS_DM, "/forget dog")
    assert "+ 4 messages with it in the words, and 3 replies of mine given with it in mind" in preview
