"""What is offered while somebody types a number: one's own, and only what the command can do something with."""

from __future__ import annotations

from pathlib import Path

from bot.suggestions import offered
from memory.core import Memory
from memory.domain import Room
from memory.place import Place
from tests.conftest import GROUP, JONAS, PRIYA, HandClock, say
from tests.doubles.chat import chatting

OFFICE = Room("telegram:-200", "group", "The office")


async def lines(place: Place, command: str, typed: str = "") -> list[str]:
    return [line for line, _ in await offered(place, command, typed)]


async def test_nobody_is_offered_what_another_member_said_as_if_it_was_theirs(memory: Memory) -> None:
    here, his = memory.at(PRIYA, GROUP), memory.at(JONAS, GROUP)
    await here.remember("I have a dog called Rex")
    await his.remember("I live in Oslo")
    for command in ("why", "history", "correct", "still", "forget"):
        assert [line.partition("  ")[2] for line in await lines(here, command)] == ["You have a dog called Rex"]
        assert [line.partition("  ")[2] for line in await lines(his, command)] == ["You live in Oslo"]
    assert len(await his.facts()) == 2  # the control: both stand in the list of the room


async def test_each_command_is_offered_what_it_can_do_something_with(memory: Memory, place: Place) -> None:
    fact = (await place.remember("I have a dog called Rex")).cards[0].claim
    waits, = await say(memory, place, "I live in Pune")
    for command in ("approve", "decline", "edit", "resolve"):
        assert [number for _, number in await offered(place, command, "")] == [waits.id]
    for command in ("correct", "still", "share"):
        assert [number for _, number in await offered(place, command, "")] == [fact.id]
    assert [number for _, number in await offered(place, "why", "")] == [waits.id, fact.id]
    assert [number for _, number in await offered(place, "why", "rex")] == [fact.id]
    assert await lines(place, "restore") == await lines(place, "notes") == await lines(place, "unforget") == []


async def test_what_was_put_aside_is_offered_to_restore(memory: Memory, place: Place) -> None:
    fact = (await place.remember("I have a dog called Rex")).cards[0].claim
    assert await offered(place, "restore", "") == []
    await memory.quarantine(PRIYA.id)
    await memory.quarantine(PRIYA.id, lift=True)
    assert await place.facts() == []
    assert [number for _, number in await offered(place, "restore", "")] == [fact.id]
    assert await offered(memory.at(PRIYA, GROUP), "restore", "") == []
    await place.restore(fact.id)
    assert await offered(place, "restore", "") == []


async def test_a_shared_fact_is_offered_to_unshare_where_it_is_shown(memory: Memory, place: Place) -> None:
    fact = (await place.remember("I am allergic to peanuts")).cards[0].claim
    here = memory.at(PRIYA, GROUP)
    assert await offered(here, "unshare", "") == []
    await here.share(fact.id)
    assert [number for _, number in await offered(here, "unshare", "")] == [fact.id]
    assert await offered(here, "share", "") == await offered(memory.at(PRIYA, OFFICE), "unshare", "") == []
    assert await offered(memory.at(JONAS, GROUP), "unshare", "") == []


async def test_what_is_refused_is_offered_to_unforget_as_the_list_says_it(tmp_path: Path, clock: HandClock) -> None:
    async with chatting(tmp_path, clock) as chat:
        dm = Room(PRIYA.id, "dm")
        await chat.say(PRIYA, dm, "I own a kayak")
        await chat.say(PRIYA, dm, "/forget kayak")
        await chat.press(PRIYA, "Forget it")
        listed = await chat.say(PRIYA, dm, "/unforget")
        [(line, number)] = await chat.app.suggest(PRIYA, dm, "unforget", "")
        assert line in listed
        assert "kayak" not in line
        assert "Lifted" in await chat.say(PRIYA, dm, f"/unforget {number}")
