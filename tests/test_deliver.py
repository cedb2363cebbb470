"""The outbox on its bad days: what a kill cut short, what was taken and not begun, a store another program holds."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.channel import Outgoing
from bot.envelope import pack_outgoing
from memory.errors import StoreBusy
from memory.outbox import Waiting
from memory.work import Said
from tests.conftest import GROUP, PRIYA, PRIYAS_DM, HandClock
from tests.doubles.chat import CHANNEL, Chat, chatting


@pytest.fixture
async def chat(tmp_path: Path, clock: HandClock) -> AsyncIterator[Chat]:
    async with chatting(tmp_path, clock) as talk:
        await talk.say(PRIYA, PRIYAS_DM, "hello")
        yield talk


async def queue(chat: Chat, *texts: str, room: str = PRIYAS_DM.id) -> None:
    """Put messages into the outbox without waking whoever sends them."""
    await chat.memory.work.say([Said(CHANNEL, room, PRIYA.scope, "reply", pack_outgoing(Outgoing(text)))
                                for text in texts])


async def in_flight(chat: Chat, text: str) -> None:
    """As a kill leaves it: begun, and nobody knows whether it arrived."""
    await queue(chat, text)
    [row], _ = await chat.memory.work.ready(set(), {CHANNEL})
    assert await chat.memory.work.sending(row)
    assert not await chat.memory.work.sending(row)


def arrived(chat: Chat) -> list[str]:
    return [out.text for _, out, _ in chat.channel.sent[1:]]


@pytest.mark.parametrize(("drops_repeats", "minutes", "again"), [(True, 1, True), (True, 3, False), (False, 1, False)])
async def test_what_a_kill_cut_short_goes_out_again_only_where_a_second_send_is_dropped(
    chat: Chat, clock: HandClock, monkeypatch: pytest.MonkeyPatch, drops_repeats: bool, minutes: int, again: bool
) -> None:
    await in_flight(chat, "first")
    await queue(chat, "second")
    if drops_repeats:
        monkeypatch.setattr(chat.channel, "sends_once", lambda out: bool(out.nonce), raising=False)
    clock.forward(minutes=minutes)
    await chat.app.sender.take_up()
    await chat.app.sender.flushed(PRIYAS_DM.id)
    assert arrived(chat) == (["first", "second"] if again else ["second"])
    doubtful = await chat.memory.work.doubtful(PRIYAS_DM.id)
    assert len(doubtful) == (0 if again else 1)


async def test_an_answer_that_has_no_nonce_is_for_a_person_to_send_again(
    chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    await in_flight(chat, "shown through an interaction")
    monkeypatch.setattr(chat.channel, "sends_once", lambda out: "interaction" not in out.text, raising=False)
    await chat.app.sender.take_up()
    await chat.app.sender.flushed(PRIYAS_DM.id)
    assert arrived(chat) == []
    assert "[Try again]" in await chat.say(PRIYA, PRIYAS_DM, "/status")


async def test_what_was_marked_and_not_begun_is_queued_again_at_a_stop(chat: Chat) -> None:
    await in_flight(chat, "never begun")
    await chat.app.sender.stop(0.2)
    assert [row.room for row in await chat.memory.work.queued()] == [PRIYAS_DM.id]
    assert await chat.memory.work.in_flight() == []


async def test_a_store_that_is_busy_delays_sends_and_ends_nothing(
    chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    work, busy = chat.memory.work, [StoreBusy(), StoreBusy()]
    sending, sent = work.sending, work.sent

    async def busy_sending(number: int) -> bool:
        if busy:
            raise busy.pop()
        return await sending(number)

    async def busy_sent(row: Waiting, ids: list[str]) -> Waiting | None:
        if row.room == PRIYAS_DM.id and not again.is_set():
            again.set()
            raise StoreBusy
        return await sent(row, ids)

    again = asyncio.Event()
    monkeypatch.setattr(work, "sending", busy_sending)
    monkeypatch.setattr(work, "sent", busy_sent)
    await queue(chat, "one", "two")
    await queue(chat, "elsewhere", room=GROUP.id)
    for room in (PRIYAS_DM.id, GROUP.id):
        await asyncio.wait_for(chat.app.sender.flushed(room), 10)
    assert sorted(arrived(chat)) == ["elsewhere", "one", "two"]
    assert again.is_set()
    assert await work.in_flight() == []
