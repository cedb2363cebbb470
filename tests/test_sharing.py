"""What one shows of one's own in a room, and that it goes with its original."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from memory import recall
from memory.domain import Room
from tests.conftest import GROUP, JONAS, JONAS_DM, PRIYA, PRIYAS_DM, BagOfStems, HandClock
from tests.doubles.chat import Chat, chatting

QUESTION = "@bot what about treated insomnia? and peanuts?"
OTHER_GROUP = Room("telegram:-200", "group", "Work")


@pytest.fixture
async def chat(tmp_path: Path, clock: HandClock, embedder: BagOfStems) -> AsyncIterator[Chat]:
    async with chatting(tmp_path, clock, embedder=embedder, owners=["telegram:2"]) as talk:
        await talk.say(PRIYA, PRIYAS_DM, "/remember I am treated for insomnia")
        await talk.say(JONAS, GROUP, "/remember we order peanuts on Fridays")
        yield talk
        assert await talk.memory.audit() is None


async def test_c18_what_was_said_in_private_is_in_no_room_and_what_a_room_knows_in_no_dm(chat: Chat) -> None:
    inside = await chat.prompt(PRIYA, GROUP, QUESTION)
    assert "peanuts on Fridays" in inside  # the control: the room's own is there
    assert "insomnia" not in inside.replace(QUESTION, "")
    assert "insomnia" not in await chat.say(PRIYA, GROUP, "/facts")
    alone = await chat.prompt(PRIYA, PRIYAS_DM, "what about my treated insomnia? and peanuts?")
    assert "treated for insomnia" in alone
    assert "Fridays" not in alone


async def test_a_shared_fact_is_not_said_to_have_been_told_where_it_is_shown(chat: Chat) -> None:
    await chat.say(PRIYA, GROUP, "/share 1 here")
    told = await chat.prompt(JONAS, GROUP, QUESTION)
    assert "shared with this chat) is treated for insomnia" in told
    assert ', 1 session, this chat) says: "We order peanuts on Fridays"' in told
    assert ", 1 session, this chat) is treated for insomnia" in await chat.prompt(PRIYA, PRIYAS_DM, QUESTION)


async def test_a_member_shows_a_fact_in_one_room_and_takes_it_back(chat: Chat) -> None:
    assert "shown in this room now" in await chat.say(PRIYA, GROUP, "/share 1 here")
    assert "treated for insomnia" in await chat.prompt(JONAS, GROUP, QUESTION)
    assert "Priya: is treated for insomnia" in await chat.say(JONAS, GROUP, "/facts")
    assert "insomnia" not in (await chat.prompt(JONAS, OTHER_GROUP, QUESTION)).replace(QUESTION, "")
    assert "insomnia" not in (await chat.prompt(JONAS, JONAS_DM, QUESTION)).replace(QUESTION, "")
    assert "yours alone again" in await chat.say(PRIYA, PRIYAS_DM, "/unshare 1")
    assert "insomnia" not in await chat.say(JONAS, GROUP, "/facts")


@pytest.mark.parametrize("ends", ["/forget 1", "/forget insomnia", "/correct 1 I am treated for migraine"])
async def test_what_was_shared_goes_with_its_original(chat: Chat, ends: str) -> None:
    await chat.say(PRIYA, GROUP, "/share 1 here")
    assert "insomnia" in await chat.say(JONAS, GROUP, "/facts")
    told = await chat.say(PRIYA, PRIYAS_DM, ends)
    if "Forget it" in told:
        await chat.press(PRIYA, "Forget it")
    listed = await chat.say(JONAS, GROUP, "/facts")
    assert "insomnia" not in listed
    assert "peanuts on Fridays" in listed
    rows = await chat.memory.db.read(lambda tx: tx.execute("select count(*) from share").fetchone()[0])
    assert rows == 0


async def test_without_its_scope_condition_a_search_still_finds_nothing_foreign(
        chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    original = recall.match
    monkeypatch.setattr(recall, "match", lambda words, scopes=(): original(words))
    await chat.say(JONAS, JONAS_DM, "/remember I am treated for insomnia too")
    await chat.say(PRIYA, GROUP, "/share 1 here")
    inside = await chat.prompt(JONAS, GROUP, QUESTION)
    assert "Priya" in inside  # the control: what was shared is found that way
    assert "insomnia too" not in inside
    outside = await chat.prompt(PRIYA, OTHER_GROUP, QUESTION)
    assert "treated for" not in outside.replace(QUESTION, "")
    scopes = (f"room/{OTHER_GROUP.id}",)
    for query in ("select statement from {shared_fact}", "select claim, vector from {shared_vector}",
                  "select claim from {found_shared} where words match 'insomnia'", "select claim from {share}"):
        assert await chat.memory.db.recall(scopes, lambda reader, query=query: reader.select(query)) == []


async def test_only_an_owner_shows_something_to_everyone(chat: Chat) -> None:
    await chat.say(JONAS, JONAS_DM, "/remember the wifi is down on Mondays")
    assert "Only who runs me" in await chat.say(PRIYA, PRIYAS_DM, "/share 1 everyone")
    assert "shown to everyone" in await chat.say(JONAS, JONAS_DM, "/share 3 everyone")
    assert "wifi is down" in await chat.prompt(PRIYA, PRIYAS_DM, "when is the wifi down?")
    assert "wifi is down" in await chat.prompt(PRIYA, OTHER_GROUP, "when is the wifi down?")


async def test_nobody_shares_anothers_fact_or_learns_that_it_is_there(chat: Chat) -> None:
    assert await chat.say(JONAS, GROUP, "/share 1 here") == (await chat.say(JONAS, GROUP, "/share 99 here")
                                                             ).replace("99", "1")
    assert "in the room" in await chat.say(PRIYA, PRIYAS_DM, "/share 1 here")
    assert "Say which" in await chat.say(PRIYA, GROUP, "/share 1")


async def test_a_shared_fact_in_dispute_is_marked_where_it_is_shown(chat: Chat) -> None:
    await chat.say(PRIYA, PRIYAS_DM, "/remember I live in Pune")
    await chat.say(PRIYA, GROUP, "/share 3 here")
    assert "(disputed)" not in await chat.prompt(JONAS, GROUP, "where does Priya live?")
    await chat.say(PRIYA, PRIYAS_DM, "I live in Oslo")
    await chat.learn(PRIYAS_DM)
    sent = await chat.prompt(JONAS, GROUP, "where does Priya live?")
    assert "Pune (disputed)" in sent
    assert "Oslo" not in sent


@pytest.mark.parametrize("ends", ["/correct 1 I am treated for migraine", "/correct 1 migraine"])
async def test_an_undo_brings_back_where_a_fact_was_shared_and_nothing_that_was_not(chat: Chat, ends: str) -> None:
    await chat.say(PRIYA, GROUP, "/share 1 here")
    await chat.say(PRIYA, PRIYAS_DM, ends)
    assert "insomnia" not in await chat.say(JONAS, GROUP, "/facts")
    await chat.say(PRIYA, PRIYAS_DM, "/undo")
    assert "treated for insomnia" in await chat.say(JONAS, GROUP, "/facts")
    assert "insomnia" not in (await chat.prompt(JONAS, OTHER_GROUP, QUESTION)).replace(QUESTION, "")
    assert await chat.memory.rebuilt() == []
    assert "yours alone again" in await chat.say(PRIYA, PRIYAS_DM, "/unshare 1")
    await chat.say(PRIYA, PRIYAS_DM, ends)
    await chat.say(PRIYA, PRIYAS_DM, "/undo")
    assert "insomnia" in await chat.say(PRIYA, PRIYAS_DM, "/facts")  # the control: it is a fact again
    assert "insomnia" not in await chat.say(JONAS, GROUP, "/facts")


async def test_the_record_knows_where_facts_are_shared(chat: Chat) -> None:
    await chat.say(PRIYA, GROUP, "/share 1 here")
    await chat.say(PRIYA, OTHER_GROUP, "/share 1 here")
    assert await chat.memory.rebuilt() == []
    await chat.memory.db.write(lambda tx: tx.execute("delete from share where scope = 'room/telegram:-200'").rowcount)
    assert await chat.memory.rebuilt() == ["shares 1: scopes"]
    await chat.memory.db.write(
        lambda tx: tx.execute("insert into share values (1, 'room/telegram:-200', '2026')").rowcount)
    await chat.say(PRIYA, PRIYAS_DM, "/unshare 1")
    assert await chat.memory.rebuilt() == []
    await chat.memory.db.write(lambda tx: tx.execute("insert into share values (1, 'global', '2026')").rowcount)
    assert await chat.memory.rebuilt() == ["shares 1: scopes"]
