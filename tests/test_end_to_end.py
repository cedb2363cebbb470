"""The whole path from outside: `sayso run` as its own process, people on a Telegram double, a recording Ollama."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.doubles.ollama_double import OllamaDouble, Request
from tests.doubles.process import Person, Sayso, labels, running
from tests.doubles.telegram_double import TelegramDouble

pytest_plugins = ["tests.doubles.telegram_fixture"]

FACT = b"is allergic to peanuts"  # how a prompt says what was approved; people say "am allergic"
TOLD = b"told and approved"  # the head of the box of facts


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
