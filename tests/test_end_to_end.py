"""The whole path from outside: `sayso run` as its own process, people on a Telegram double, a recording Ollama."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.models import files
from tests.doubles.ollama_double import OllamaDouble, Request
from tests.doubles.ollama_shim import OllamaShim
from tests.doubles.process import Person, Sayso, labels, running
from tests.doubles.telegram_double import TelegramDouble
from tests.doubles.telegram_fixture import telegram

FACT = b"is allergic to peanuts"  # how a prompt says what was approved; people say "am allergic"
TOLD = b"told and approved"  # the head of the box of facts
MODEL_SECONDS = 90  # one answer of the real small model on a busy machine


@pytest.fixture
async def ollama() -> AsyncIterator[OllamaDouble]:
    async with OllamaDouble("Noted.") as double:
        yield double


@pytest.fixture
async def sayso(tmp_path: Path, telegram: TelegramDouble, ollama: OllamaDouble) -> AsyncIterator[Sayso]:
    async with running(tmp_path, telegram, ollama) as process:
        yield process


def newest(ollama: OllamaDouble) -> Request:
    return ollama.chats[-1]


async def test_before_approve_no_request_holds_the_claim_as_a_fact_and_then_the_next_one_does(
    sayso: Sayso, ollama: OllamaDouble
) -> None:
    priya = Person(sayso, 1, "Priya")
    await priya.ask("I am allergic to peanuts", "Noted.")
    card = await priya.hear("May I remember this?")
    assert labels(card) == ["Approve", "Edit", "Decline"]
    await priya.ask("What should I cook tonight?", "Noted.")
    assert b"I am allergic to peanuts" in ollama.bytes_received  # it was said, and the talk is there
    assert FACT not in ollama.bytes_received
    assert TOLD not in ollama.bytes_received

    await priya.press(card, "Approve", "approved")
    await priya.ask("And what should I cook with nuts, peanuts perhaps?", "Noted.")
    line = next(line for line in newest(ollama).prompt.splitlines() if FACT.decode() in line)
    assert f"{datetime.now(UTC):%Y-%m-%d}" in line
    assert TOLD in newest(ollama).raw

    await sayso.restart()
    await priya.ask("What about peanut butter?", "Noted.")
    assert FACT in newest(ollama).raw
    assert "peanuts" in (await priya.ask("/facts", "What I know"))["text"]


async def test_after_decline_no_request_ever_holds_it_as_a_fact_and_it_is_not_offered_again(
    sayso: Sayso, ollama: OllamaDouble
) -> None:
    priya = Person(sayso, 1, "Priya")
    await priya.ask("I am allergic to peanuts", "Noted.")
    await priya.press(await priya.hear("May I remember this?"), "Decline", "declined")
    await priya.ask("What should I cook with peanuts?", "Noted.")
    await sayso.restart()
    await priya.ask("I work at a bakery", "Noted.")  # the control: something else is offered and can be approved
    await priya.press(await priya.hear("bakery", len(priya.heard()) - 1), "Approve", "approved")
    await priya.ask("What should the bakery sell, with peanuts?", "Noted.")
    assert TOLD in newest(ollama).raw
    assert FACT not in ollama.bytes_received
    asked = [message["text"] for message in priya.heard() if "May I remember" in message["text"]]
    assert not any("peanuts" in text for text in asked)
    assert "Nothing is waiting" in (await priya.ask("/queue"))["text"]


async def test_the_same_by_command_and_what_each_command_says(sayso: Sayso, ollama: OllamaDouble) -> None:
    priya = Person(sayso, 1, "Priya")
    assert "after you approve them" in (await priya.ask("/start"))["text"]
    assert "/queue - " in (await priya.ask("/help"))["text"]
    assert "Nothing is waiting" in (await priya.ask("/queue"))["text"]
    assert "know nothing" in (await priya.ask("/facts"))["text"]
    await priya.ask("I am allergic to peanuts", "Noted.")
    await priya.hear("May I remember this?")
    card = await priya.ask("/queue", "you said")
    assert "allergic to peanuts" in card["text"]
    assert "There is no number 99" in (await priya.ask("/approve 99"))["text"]
    assert "approved" in (await priya.ask("/approve 1", "peanuts"))["text"]
    assert "1 is approved already" in (await priya.ask("/decline 1", "approved"))["text"]  # decided once
    assert "allergic to peanuts" in (await priya.ask("/facts", "What I know"))["text"]
    why = (await priya.ask("/why 1", "you said"))["text"]
    assert "I am allergic to peanuts" in why
    assert "I use it" in why
    await priya.ask("Are peanuts fine?", "Noted.")
    assert FACT in newest(ollama).raw
    assert "allergic to peanuts" in (await priya.ask("/why", "For that answer"))["text"]
    assert "Known here: 1 · waiting: 0" in (await priya.ask("/status", "Status"))["text"]
    asked = len(ollama.chats)
    assert "I don't know /frobnicate" in (await priya.ask("/frobnicate everything"))["text"]
    await priya.ask("/pause", "stopped learning")
    await priya.ask("I live in Pune", "Noted.")
    await priya.ask("/resume", "learning from you again")
    assert "Nothing is waiting" in (await priya.ask("/queue"))["text"]
    assert len(ollama.chats) == asked + 1
    assert b"frobnicate" not in ollama.bytes_received


async def test_approve_all_takes_what_was_shown(sayso: Sayso, ollama: OllamaDouble) -> None:
    priya = Person(sayso, 1, "Priya")
    await priya.ask("My name is Priya and I live in Pune", "Noted.")
    notice = await priya.hear("May I remember this?")
    assert labels(notice) == ["Both", "Look at each", "Neither"]
    answer = await priya.ask("/approve all", "approved")
    assert answer["text"].count("approved") == 2
    await priya.ask("Where do I live?", "Noted.")
    assert b"lives in Pune" in newest(ollama).raw


async def test_both_look_at_each_and_neither_do_what_they_say(sayso: Sayso) -> None:
    priya = Person(sayso, 1, "Priya")
    await priya.ask("My name is Priya and I live in Pune", "Noted.")
    await priya.press(await priya.hear("May I remember this?"), "Look at each")
    cards = await sayso.until(lambda: [m for m in priya.heard() if labels(m) == ["Approve", "Edit", "Decline"]][1:])
    await priya.press(cards[-1], "Approve", "approved")
    await priya.ask("I work at Siemens and I have a dog", "Noted.")
    await priya.press(await priya.hear("Siemens"), "Neither", "declined")
    ben = Person(sayso, 2, "Ben")
    await ben.ask("My name is Ben and I live in Oslo", "Noted.")
    await ben.press(await ben.hear("May I remember this?"), "Both", "approved")
    assert "2  You live in Pune" in (await priya.ask("/facts", "What I know"))["text"]
    known = (await ben.ask("/facts", "What I know"))["text"]
    assert "Ben" in known
    assert "Oslo" in known
    assert "Pune" not in known


async def test_an_edit_stands_in_the_persons_own_words(sayso: Sayso, ollama: OllamaDouble) -> None:
    priya = Person(sayso, 1, "Priya")
    await priya.ask("I am allergic to peanuts", "Noted.")
    card = await priya.hear("May I remember this?")
    await priya.press(card, "Edit")
    await priya.hear("/edit 1")
    await priya.ask("/edit 1 I am allergic to cashews", "Remembered in your words")
    await sayso.until(lambda: "edited" in sayso.telegram.messages[1, card["message_id"]]["text"])
    await priya.ask("Which nuts are fine, cashews?", "Noted.")
    assert b"is allergic to cashews" in newest(ollama).raw
    assert FACT not in ollama.bytes_received
    assert "cashews" in (await priya.ask("/facts", "What I know"))["text"]


async def test_remember_is_approved_by_being_said(sayso: Sayso, ollama: OllamaDouble) -> None:
    priya = Person(sayso, 1, "Priya")
    assert "level 3" in (await priya.ask("/remember I park on level 3", "Remembered"))["text"]
    await priya.ask("Where do I park?", "Noted.")
    assert b"level 3" in newest(ollama).raw
    assert TOLD in newest(ollama).raw


@pytest.mark.parametrize("how", ["button", "command"])
async def test_after_forget_no_later_request_holds_the_word_from_memory_or_history(
    sayso: Sayso, ollama: OllamaDouble, how: str
) -> None:
    ollama.chat = lambda request: "Mind the peanuts." if "eat?" in request.json["messages"][-1]["content"] else "Noted."
    priya = Person(sayso, 1, "Priya")
    await priya.ask("I am allergic to peanuts", "Noted.")
    card = await priya.hear("May I remember this?")
    await priya.press(card, "Approve", "approved")
    await priya.ask("Are peanuts something I may eat?", "Mind the peanuts.")
    assert FACT in newest(ollama).raw
    asked = len(ollama.requests)

    preview = await priya.ask("/forget peanuts", "This would go")
    assert "allergic to peanuts" in preview["text"]
    if how == "button":
        await priya.press(preview, "Forget it", "Removed: 1 fact")
        done = sayso.telegram.messages[1, preview["message_id"]]
    else:
        done = await priya.ask("/forget yes", "Removed: 1 fact")
    assert "Gone from the file as well." in done["text"]
    await sayso.until(lambda: "1  removed" in sayso.telegram.messages[1, card["message_id"]]["text"])
    await priya.ask("What is a good snack then?", "Noted.")
    await sayso.restart()
    await priya.ask("And for the day after?", "Noted.")
    later = b"".join(request.raw for request in ollama.requests[asked:])
    assert b"snack" in later
    assert b"peanut" not in later
    assert "Nothing here mentions that" in (await priya.ask("/forget zebra"))["text"]
    data = b"".join(file.read_bytes() for file in sorted(sayso.database.parent.glob("memory.db*")))
    assert b"snack" in data
    assert b"peanut" not in data


@pytest.mark.parametrize(("label", "lives"), [
    ("Oslo now", {"Oslo"}), ("Still Pune", {"Pune"}), ("Both", {"Oslo", "Pune"}), ("Neither", set())])
async def test_the_four_buttons_of_a_dispute(
    sayso: Sayso, ollama: OllamaDouble, label: str, lives: set[str]
) -> None:
    priya = Person(sayso, 1, "Priya")
    await priya.ask("/remember I live in Pune", "Remembered")
    await priya.ask("I live in Oslo now", "Noted.")
    card = await priya.hear("disagrees with something you approved")
    assert labels(card) == ["Oslo now", "Still Pune", "Both", "Neither"]
    assert "choose" in (await priya.ask("/approve all"))["text"]
    await priya.ask("Where do I live?", "Noted.")
    prompt = newest(ollama).prompt
    assert "assert neither" in prompt
    assert "(disputed)" in prompt
    assert "Priya lives in Oslo" not in prompt

    await priya.press(card, label)
    await sayso.until(lambda: "disagrees" not in sayso.telegram.messages[1, card["message_id"]]["text"])
    await priya.ask("So where do I live?", "Noted.")
    prompt = newest(ollama).prompt
    assert "assert neither" not in prompt
    box = prompt.partition("told and approved")[2].partition("[end")[0]
    assert {city for city in ("Oslo", "Pune") if city in box} == lives


async def test_the_same_conversation_with_a_real_small_model_over_the_ollama_wire(
    tmp_path: Path, telegram: TelegramDouble, model_files: Path
) -> None:
    """Plumbing only: what the model says is its own affair."""
    weights = files.weights(files.SMOLLM2, model_files)
    async with OllamaShim({"smollm2": weights}, context_tokens=1024) as shim:
        model = {"provider": "ollama", "host": shim.url, "name": "smollm2", "context_tokens": 1024}
        async with running(tmp_path, telegram, model=model) as sayso:
            priya = Person(sayso, 1, "Priya")
            await priya.ask("I am allergic to peanuts", seconds=MODEL_SECONDS)
            card = await priya.hear("May I remember this?", seconds=MODEL_SECONDS)
            assert "You are allergic to peanuts" in card["text"]
            await priya.press(card, "Approve", "approved")
            await priya.ask("What am I allergic to, peanuts?", seconds=MODEL_SECONDS)
            assert sayso.rows("select count(*) from message where kind = 'reply' and text <> ''") == [(2,)]
            assert sayso.rows("select distinct claim from shown where place = 'prompt'") == [(1,)]
            assert "allergic to peanuts" in (await priya.ask("/why", "For that answer"))["text"]
            assert "with the model smollm2" in (await priya.ask("/status", "Status"))["text"]
