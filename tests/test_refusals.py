"""Forgetting asked for in words, refusals that can be listed and lifted, and answers that stay between two."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from memory.place import Place
from memory.ports import Vector
from tests.conftest import GROUP, JONAS, PRIYA, PRIYAS_DM, BagOfStems, HandClock, known
from tests.doubles.chat import Chat, chatting


@pytest.fixture
async def chat(tmp_path: Path, clock: HandClock) -> AsyncIterator[Chat]:
    async with chatting(tmp_path, clock) as talk:
        yield talk
        assert await talk.memory.audit() is None


@pytest.fixture
def priya(chat: Chat) -> Place:
    return chat.memory.at(PRIYA, PRIYAS_DM)


def made(directory: Path) -> Path:
    directory.mkdir()
    return directory


async def told(chat: Chat, *words: str) -> None:
    for one in words:
        assert "Remembered" in await chat.say(PRIYA, PRIYAS_DM, f"/remember {one}")


@pytest.mark.parametrize("words", ["Can you delete the memory about my phone number?",
                                   "forget what I said about my phone number", "/forget phone number"])
async def test_c16_a_request_to_forget_is_previewed_and_reaches_no_model(chat: Chat, priya: Place, words: str) -> None:
    await told(chat, "my phone number is 0170 5551234", "I like tea")
    asked = await chat.prompt(PRIYA, PRIYAS_DM, "what is my phone number?")
    assert "5551234" in asked  # the control: it is used until it is forgotten
    assert await chat.prompt(PRIYA, PRIYAS_DM, words) == ""
    assert any("phone number" in out.text and out.buttons for _, out, _ in chat.channel.sent[-1:])
    assert "Removed" in await chat.press(PRIYA, "Forget it")
    later = await chat.prompt(PRIYA, PRIYAS_DM, "do I like tea? and what's my number again?")
    assert "5551234" not in later
    assert "likes tea" in later
    held = await chat.memory.db.read(lambda tx: tx.execute(
        "select (select count(*) from message where text like '%phone%') + (select count(*) from inbox where payload"
        " like '%phone%') + (select count(*) from preview)").fetchone())
    assert held == (0,)


async def test_c13_the_block_is_visible_and_only_its_person_lifts_it(chat: Chat, priya: Place) -> None:
    await told(chat, "I am allergic to peanuts")
    await chat.say(PRIYA, PRIYAS_DM, "/forget peanuts")
    await chat.press(PRIYA, "Forget it")
    assert "forget" in await chat.say(PRIYA, PRIYAS_DM, "/remember I am allergic to peanuts")
    listed = await chat.say(PRIYA, PRIYAS_DM, "/unforget")
    assert "1  something you had me forget · 3 Nov" in listed
    assert "peanut" not in listed.split("/unforget 3")[0]  # sealed: not even its owner reads it
    assert "no number 1" in await chat.say(JONAS, PRIYAS_DM.__class__("telegram:2", "dm"), "/unforget 1")
    assert "Lifted: 1" in await chat.say(PRIYA, PRIYAS_DM, "/unforget 1")
    await told(chat, "I am allergic to peanuts")
    assert await chat.memory.audit() is None


async def test_a_topic_typed_again_lifts_it_in_whatever_form(chat: Chat, priya: Place) -> None:
    await told(chat, "I am allergic to peanuts")
    await chat.say(PRIYA, PRIYAS_DM, "/forget peanuts")
    await chat.say(PRIYA, PRIYAS_DM, "/forget yes")
    assert "never had me forget" in await chat.say(PRIYA, PRIYAS_DM, "/unforget walnuts")
    assert "Lifted: 1" in await chat.say(PRIYA, PRIYAS_DM, "/unforget Peanut")
    await told(chat, "I am allergic to peanuts")


async def test_a_readable_refusal_keeps_its_words_and_a_sealed_one_none(chat: Chat) -> None:
    await told(chat, "I own a red kayak", "I own a blue canoe")
    for words in ("kayak readable", "canoe"):
        await chat.say(PRIYA, PRIYAS_DM, f"/forget {words}")
        await chat.press(PRIYA, "Forget it")
    listed = await chat.say(PRIYA, PRIYAS_DM, "/unforget")
    assert '"kayak"' in listed
    assert "canoe" not in listed


async def test_what_only_means_a_readable_refusal_is_pointed_out_and_of_a_sealed_one_not(
        tmp_path: Path, clock: HandClock) -> None:
    class Meaning(BagOfStems):
        """Boats are boats."""

        def _vector(self, text: str) -> Vector:
            return super()._vector("boat" if {"kayak", "canoe"} & set(text.split()) else text)

    for how, pointed in (("kayak readable", True), ("kayak", False)):
        async with chatting(made(tmp_path / how.replace(" ", "-")), clock, embedder=Meaning()) as chat:
            await told(chat, "I own a red kayak")
            await chat.say(PRIYA, PRIYAS_DM, f"/forget {how}")
            await chat.press(PRIYA, "Forget it")
            await chat.say(PRIYA, PRIYAS_DM, "I own a canoe")
            asked = await chat.learn(PRIYAS_DM)
            assert "May I remember" in asked
            assert ('close to something you had me forget: "kayak"' in asked) is pointed


async def test_other_words_find_what_is_meant_and_nothing_goes_before_a_yes(chat: Chat, priya: Place) -> None:
    await told(chat, "I live in Pune", "I like tea")
    asked = await chat.say(PRIYA, PRIYAS_DM, "/forget my residence")
    assert "Did you mean" in asked
    assert "Pune" in asked
    assert "tea" not in asked
    assert len(await known(priya)) == 2
    await chat.press(PRIYA, "Forget it")
    assert await known(priya) == ["I like tea"]


async def test_a_correction_finds_what_it_means_and_asks_where_that_is_several(chat: Chat, priya: Place) -> None:
    await told(chat, "I live in Pune", "I like tea", "my bike is red", "my car is blue")
    assert "Oslo" in await chat.say(PRIYA, PRIYAS_DM, "/correct my residence: I live in Oslo")
    assert "Which of these" in await chat.say(PRIYA, PRIYAS_DM, "/correct my vehicle: my scooter is green")
    assert "know nothing" in await chat.say(PRIYA, PRIYAS_DM, "/correct my zebra: Marty")
    assert set(await known(priya)) == {"I live in Oslo", "I like tea", "My bike is red", "My car is blue"}


async def test_a_declined_value_is_listed_and_lifted_too(chat: Chat, priya: Place) -> None:
    await chat.say(PRIYA, PRIYAS_DM, "I live in Pune")
    await chat.learn(PRIYAS_DM)
    await chat.press(PRIYA, "Decline")
    assert "something you declined" in await chat.say(PRIYA, PRIYAS_DM, "/unforget")
    await chat.say(PRIYA, PRIYAS_DM, "/unforget 1")
    assert "nothing I refuse" in await chat.say(PRIYA, PRIYAS_DM, "/unforget")


async def test_c18_a_forget_asked_in_a_room_is_answered_in_the_dm(chat: Chat) -> None:
    await told(chat, "I am treated for insomnia")
    sent = await chat.ask(PRIYA, GROUP, "/forget insomnia")
    rooms = {room: out.text for room, out, _ in sent}
    assert rooms[GROUP.id] == "I've written to you."
    assert "insomnia" in rooms[PRIYAS_DM.id]
    assert "Removed" in await chat.press(PRIYA, "Forget it")


async def test_in_a_room_a_stranger_to_its_dm_is_told_to_write_first(chat: Chat) -> None:
    assert "Write to me alone first" in await chat.say(PRIYA, GROUP, "/forget insomnia")


async def test_a_declined_value_said_anew_asks_once_and_yes_lifts_it(
        chat: Chat, priya: Place, clock: HandClock) -> None:
    await chat.say(PRIYA, PRIYAS_DM, "I live in Pune")
    await chat.learn(PRIYAS_DM)
    await chat.press(PRIYA, "Decline")
    clock.forward(days=2)
    await chat.say(PRIYA, PRIYAS_DM, "Well. I live in Pune")
    asked = await chat.learn(PRIYAS_DM)
    assert 'You declined this on 3 Nov: "Well. I live in Pune". Keep it now?' in asked
    assert await priya.pending() == []  # a question is no memory
    await chat.say(PRIYA, PRIYAS_DM, "I live in Pune, really")
    assert "Keep it now" not in await chat.learn(PRIYAS_DM)  # once
    assert "Remembered" in await chat.press(PRIYA, "Keep it now")
    assert await known(priya) == ["I live in Pune"]
    assert await priya.refusals() == []


async def test_no_to_that_question_keeps_it_declined_and_the_command_says_yes_too(
        chat: Chat, priya: Place, clock: HandClock) -> None:
    for words in ("I live in Pune", "I am vegetarian"):
        await chat.say(PRIYA, PRIYAS_DM, words)
        await chat.learn(PRIYAS_DM)
        await chat.press(PRIYA, "Decline")
    clock.forward(days=2)
    await chat.say(PRIYA, PRIYAS_DM, "I live in Pune")
    await chat.learn(PRIYAS_DM)
    assert "Then not" in await chat.press(PRIYA, "No")
    await chat.say(PRIYA, PRIYAS_DM, "I am vegetarian")
    await chat.learn(PRIYAS_DM)
    assert "Remembered" in await chat.say(PRIYA, PRIYAS_DM, "/unforget 2 keep")
    assert await known(priya) == ["I am vegetarian"]


@pytest.mark.parametrize("answer", ["Keep it anyway", "No", "late", "none"])
async def test_c40_a_secret_told_on_purpose_is_masked_unless_they_say_keep_it_anyway(
        chat: Chat, priya: Place, clock: HandClock, tmp_path: Path, answer: str) -> None:
    told = await chat.say(PRIYA, PRIYAS_DM, "/remember my database password is hunter2-blue")
    assert "did not keep its value" in told
    assert "Keep the value anyway" in told
    assert not holds(tmp_path, b"hunter2")
    if answer == "late":
        clock.forward(hours=1)
        await chat.press(PRIYA, "Keep it anyway")
    elif answer != "none":
        assert "Kept" in await chat.press(PRIYA, answer) or answer == "No"
    (statement,) = await known(priya)
    assert ("hunter2-blue" in statement) is (answer == "Keep it anyway")
    assert holds(tmp_path, b"hunter2") is (answer == "Keep it anyway")
    assert "database password" in statement  # the control: what is useful without the value is kept


def holds(directory: Path, word: bytes) -> bool:
    return any(word in path.read_bytes() for path in (directory / "data").iterdir() if path.is_file())
