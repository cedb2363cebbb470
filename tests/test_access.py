"""Who may talk to the bot, and how a newcomer is let in."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.access import ALPHABET, Access, Code
from bot.channel import Incoming
from bot.pairing import Pairing
from memory.domain import Principal, Room
from tests.conftest import GROUP, JONAS, JONAS_DM, HandClock
from tests.doubles.chat import chatting

OWNER, FRIEND, NEWCOMER = (Principal(f"telegram:{n}") for n in (1, 2, 3))


class Kept:
    def __init__(self) -> None:
        self.people: dict[str, bool] = {}
        self.code: Code | None = None

    async def paired(self, principal: str) -> bool:
        return self.people.get(principal, False)

    async def pair(self, principal: str) -> None:
        self.people[principal] = True

    async def update_code(self, step: Callable[[Code | None], Code | None]) -> None:
        self.code = step(self.code)


class Hands:
    def __init__(self) -> None:
        self.time = datetime(2026, 11, 30, tzinfo=UTC)

    def now(self) -> datetime:
        return self.time


@pytest.fixture
def kept() -> Kept:
    return Kept()


@pytest.fixture
def clock() -> Hands:
    return Hands()


@pytest.fixture
def door(kept, clock) -> Access:
    return Access("pairing", ["telegram:1"], ["telegram:2"], kept, clock=clock)


def other_than(code: str) -> str:
    return ("2" if code[0] != "2" else "3") + code[1:]


@pytest.mark.parametrize(
    ("mode", "allowed"),
    [
        ("owner", [OWNER]),
        ("allowlist", [OWNER, FRIEND]),
        ("pairing", [OWNER, FRIEND, NEWCOMER]),
        ("open", [OWNER, FRIEND, NEWCOMER, Principal("discord:2"), None]),
    ],
)
async def test_each_mode_lets_in_exactly_its_people(kept, mode, allowed):
    await kept.pair(NEWCOMER.id)
    door = Access(mode, ["telegram:1"], ["telegram:2"], kept)
    everybody = [OWNER, FRIEND, NEWCOMER, Principal("discord:2"), None]
    assert [person for person in everybody if await door.allows(person)] == allowed


async def test_a_name_carries_no_authority(door):
    assert not await door.allows(Principal("telegram:9", name="telegram:1"))
    assert await door.allows(Principal("telegram:1", name="anybody"))


async def test_whoever_sits_at_the_machine_is_let_in(door):
    assert await door.allows(Principal("terminal:me"))


async def test_the_right_code_lets_one_person_in_once(door, kept):
    code = await door.new_code()
    assert len(code) == 8
    assert set(code) <= set(ALPHABET)
    assert not set("01OIL") & set(ALPHABET)
    assert not await door.allows(NEWCOMER)
    assert await door.redeem(NEWCOMER, f" {code[:4].lower()}-{code[4:]}\n") == "paired"
    assert await door.allows(NEWCOMER)
    assert await door.redeem(Principal("telegram:4"), code) == "expired"
    assert not await door.allows(Principal("telegram:4"))
    assert kept.code is None


async def test_a_code_is_never_kept_in_clear(door, kept):
    code = await door.new_code()
    assert kept.code is not None
    assert code not in repr(kept.code)


async def test_five_wrong_tries_by_all_together_lock_even_the_right_code(door):
    code = await door.new_code()
    answers = [await door.redeem(Principal(f"telegram:{n}"), other_than(code)) for n in range(10, 15)]
    assert answers == ["wrong"] * 4 + ["locked"]
    assert await door.redeem(NEWCOMER, code) == "locked"
    assert await door.redeem(NEWCOMER, await door.new_code()) == "paired"


async def test_talk_that_is_no_code_spends_no_try(door):
    code = await door.new_code()
    talk = ("hello", "", "what is this?", code + "2", "0" * 8, "yes")
    assert [await door.redeem(NEWCOMER, text) for text in talk] == ["no code"] * len(talk)
    assert await door.redeem(NEWCOMER, code) == "paired"


async def test_a_code_ends_after_ten_minutes(door, clock):
    code = await door.new_code()
    clock.time += timedelta(minutes=10) - timedelta(seconds=1)
    assert await door.redeem(NEWCOMER, other_than(code)) == "wrong"
    clock.time += timedelta(seconds=1)
    assert await door.redeem(NEWCOMER, code) == "expired"
    assert not await door.allows(NEWCOMER)


async def test_a_new_code_takes_the_place_of_the_old(door):
    old, new = await door.new_code(), await door.new_code()
    assert await door.redeem(NEWCOMER, old) == "wrong"
    assert await door.redeem(NEWCOMER, new) == "paired"


async def test_without_any_code_the_answer_is_expired(door):
    assert await door.redeem(NEWCOMER, "ABCDEFGH") == "expired"


async def test_a_stranger_is_told_whose_bot_it_is_and_talk_is_not_taken_for_a_code(tmp_path: Path) -> None:
    clock = HandClock()
    async with chatting(tmp_path, clock) as chat:
        chat.app.access = Access("pairing", (), (), Pairing(chat.memory), clock=clock)
        code = await chat.app.access.new_code()
        for words in ("hello", "what can you do?", "/facts", "/start", "hello there " * 20):
            told = await chat.say(JONAS, JONAS_DM, words)
            assert "somebody's own assistant" in told
            assert "code, send it to me" in told
            assert "isn't the code" not in told
        assert "isn't the code" in await chat.say(JONAS, JONAS_DM, other_than(code))
        assert await chat.say(JONAS, GROUP, "hello") == ""
        welcome = await chat.say(JONAS, JONAS_DM, code)
        assert "Welcome" in welcome
        assert "the computer of the person who set me up" in welcome
        assert await chat.say(JONAS, JONAS_DM, "hello") == "Noted."  # the control
        chat.app.access = Access("owner", (), (), Pairing(chat.memory), clock=clock)
        told = await chat.say(JONAS, JONAS_DM, "hello")
        assert "somebody's own assistant" in told
        assert "code" not in told  # none would open


async def test_a_stranger_who_picks_a_command_in_a_room_is_told_the_same_alone(tmp_path: Path) -> None:
    clock = HandClock()
    async with chatting(tmp_path, clock) as chat:
        chat.app.access = Access("pairing", (), (), Pairing(chat.memory), clock=clock)
        room = Room("telegram:-7", "group")
        picked = Incoming("telegram", "interaction:1", room, JONAS, "message", clock.now(), "/facts", press_id="1",
                          language="en")
        assert await chat.app.accept(picked)
        await chat.app.dispatcher.settled(room.id)
        assert ["I don't know you yet" in toast for toast in chat.channel.toasts] == [True]
        assert chat.channel.sent == []
