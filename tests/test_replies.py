"""Replies to a card: what decides, what puts a claim in other words, and what changes nothing."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from memory.assent import Assent, after_answer, assent
from memory.wording import says_something
from tests.conftest import PRIYA, PRIYAS_DM, HandClock
from tests.doubles.chat import Chat, chatting

YES = ["yes!", "sure", "ok 👍", "👍", "👍🏽", "✅", "yes please", "that's right", "Ja, gerne!", "stimmt", "na klar",
       "go ahead"]
NO = ["no thanks", "delete that", "forget it", "never", "don’t remember that", "that's not true", "👎", "nein danke",
      "vergiss es", "lösch das", "bloß nicht", "merk dir das nicht", "please don't"]
LATER = ["not now", "maybe later", "nicht jetzt", "später"]
NEITHER = ["❤️", "😂", "???", "lol", "thanks", "never mind", "yes but only on weekends", "yes and no", "no problem",
           "not yes", "hmm", "yes?", "I live in Oslo", "Priyanka"]


@pytest.fixture
async def chat(tmp_path: Path, clock: HandClock) -> AsyncIterator[Chat]:
    async with chatting(tmp_path, clock, access={"mode": "open"}) as running:
        yield running


async def card(chat: Chat, said: str) -> str:
    """Have something said and learned; the id of the card that asks about it."""
    await chat.say(PRIYA, PRIYAS_DM, said)
    assert "1  " in await chat.learn(PRIYAS_DM)
    return chat.channel.sent[-1][2]


async def reply(chat: Chat, said: str, words: str) -> str:
    return await chat.say(PRIYA, PRIYAS_DM, words, reply_to=await card(chat, said))


async def facts(chat: Chat) -> str:
    return await chat.say(PRIYA, PRIYAS_DM, "/facts")


async def queue(chat: Chat) -> str:
    return await chat.say(PRIYA, PRIYAS_DM, "/queue")


@pytest.mark.parametrize(("says", "texts"), [
    (Assent.YES, YES), (Assent.NO, NO), (Assent.LATER, LATER), (None, NEITHER)])
def test_bare_answers_are_told_from_everything_else(says: Assent | None, texts: list[str]) -> None:
    assert {words: assent(words) for words in texts} == dict.fromkeys(texts, says)


def test_what_follows_an_answer_is_found_behind_it() -> None:
    assert after_answer("No, I live in Oslo") == "I live in Oslo"
    assert after_answer("nein. Ich wohne in Oslo") == "Ich wohne in Oslo"
    assert after_answer("yes but I live in Goa") == "I live in Goa"
    assert after_answer("I live in Oslo, no joke") == "I live in Oslo, no joke"
    assert after_answer("no way") == ""


def test_signs_shrugs_questions_and_answers_say_nothing_to_remember() -> None:
    nothing = ["???", "👍", "42", "do I live in Rome?", "delete that", "I don't know", "keine Ahnung", "", "lol 😀",
               "good morning!", "do I live in Rome"]
    something = ["My cat is called Mia", "vegan", "Mia 🐈"]
    assert [words for words in [*nothing, *something] if says_something(words)] == something


@pytest.mark.parametrize("words", ["👍", "yes please"])
async def test_a_yes_of_any_kind_remembers_what_the_card_says(chat: Chat, words: str) -> None:
    await reply(chat, "I love ramen", words)
    shown = await facts(chat)
    assert "love ramen" in shown
    assert words not in shown


@pytest.mark.parametrize("words", ["delete that", "never", "forget it", "no thanks", "👎"])
async def test_a_refusal_of_any_kind_is_a_no(chat: Chat, words: str) -> None:
    await reply(chat, "I hate mushrooms", words)
    assert "I know nothing" in await facts(chat)
    assert "Nothing is waiting" in await queue(chat)


async def test_not_now_leaves_it_in_the_queue(chat: Chat) -> None:
    assert "/queue" in await reply(chat, "I love ramen", "not now")
    assert "I know nothing" in await facts(chat)
    assert "ramen" in await queue(chat)


@pytest.mark.parametrize(("said", "words"), [
    ("I work at a bakery", "yes but only on weekends"), ("my name is Priya", "Priyanka"), ("I love ramen", "❤️"),
    ("I love ramen", "!!"), ("I live in Pune", "never mind"), ("my sister is called Anna", "with an h")])
async def test_what_is_no_answer_and_no_whole_sentence_changes_nothing_and_is_asked_about(
        chat: Chat, said: str, words: str) -> None:
    asked = await reply(chat, said, words)
    assert "I am not sure what that means" in asked
    assert "[Approve]" in asked
    assert "I know nothing" in await facts(chat)
    assert len(chat.model.sent) == 1  # what was said first
    await chat.say(PRIYA, PRIYAS_DM, "yes", reply_to=chat.channel.sent[-3][2])  # the control: that card can be answered
    assert "I know nothing" not in await facts(chat)


@pytest.mark.parametrize(("said", "words", "new"), [
    ("I have a cat called Milo", "yes and I also have a dog called Rex", "dog"),
    ("I live in Pune", "I hate cats", "cats"),
    ("I love ramen", "I love udon too", "udon")])
async def test_a_statement_of_something_else_is_talk_and_leaves_the_card_as_it_is(chat: Chat, said: str, words: str,
                                                                                  new: str) -> None:
    assert "Noted." in await reply(chat, said, words)
    assert "I know nothing" in await facts(chat)
    await chat.learn(PRIYAS_DM)
    waiting = await queue(chat)
    assert said.split()[-1] in waiting
    assert new in waiting


@pytest.mark.parametrize(("said", "words", "kept"), [
    ("I live in Pune", "No, I live in Oslo", "You live in Oslo"), ("I work at a bakery", "I work at a mill", "mill"),
    ("I have a cat called Milo", "I have a cat called Mila", "Mila"), ("I love ramen", "I like spicy ramen", "spicy"),
    ("ich wohne in Köln", "Nein, ich wohne in Bonn", "Bonn"),
    ("my sister is called Anna", "my sister is called Anne", "Anne")])
async def test_the_same_claim_in_other_words_takes_its_place(chat: Chat, said: str, words: str, kept: str) -> None:
    await reply(chat, said, words)
    shown = await facts(chat)
    assert kept in shown
    assert "No," not in shown
    assert said not in shown
    assert await chat.app.memory.at(PRIYA, PRIYAS_DM).pending() == []


async def test_a_question_is_talk_with_and_without_its_sign(chat: Chat) -> None:
    asked = await card(chat, "I live in Pune")
    assert "Noted." in await chat.say(PRIYA, PRIYAS_DM, "why do you ask", reply_to=asked)
    assert "Noted." in await chat.say(PRIYA, PRIYAS_DM, "Pune?", reply_to=asked)
    assert "I know nothing" in await facts(chat)


async def test_of_several_at_once_a_reply_that_names_none_is_asked_about(chat: Chat) -> None:
    both = await card(chat, "my name is Priya and I live in Pune")
    asked = await chat.say(PRIYA, PRIYAS_DM, "only the first", reply_to=both)
    assert "which of these" in asked
    assert "[Both]" in asked
    assert "I know nothing" in await facts(chat)
    await chat.say(PRIYA, PRIYAS_DM, "both", reply_to=both)
    assert "Pune" in await facts(chat)


async def test_a_notice_of_which_one_is_left_has_the_buttons_of_one(chat: Chat) -> None:
    await chat.say(PRIYA, PRIYAS_DM, "my name is Priya", platform_id="n1")
    await chat.say(PRIYA, PRIYAS_DM, "I live in Pune")
    assert "[Both]" in await chat.learn(PRIYAS_DM)
    left = await chat.edit(PRIYA, PRIYAS_DM, "n1", "never mind that")
    assert "no longer said" in left
    assert "[Approve]" in left
    assert "[Both]" not in left
    await chat.press(PRIYA, "Approve")
    assert "Pune" in await facts(chat)
