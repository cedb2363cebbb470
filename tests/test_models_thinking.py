"""Thoughts stay out of a reply wherever the stream happens to be cut."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.models.thinking import Spoken, spoken_part


def streamed(pieces: list[str]) -> str:
    spoken = Spoken()
    return "".join([spoken.feed(piece) for piece in pieces]) + spoken.end()


@pytest.mark.parametrize(("text", "shown"), [
    ("<think>plan…</think>Hello", "Hello"),
    ("<think>\nplan\n</think>\n\nHello", "Hello"),
    ("<THINK>plan</Think>Hello", "Hello"),
    ("<thinking>a <b> c</thinking>Hello <thought>more</thought>there", "Hello there"),
    ("<think>never closed", ""),
    ("2 < 3 and <b>bold</b> <thin", "2 < 3 and <b>bold</b> <thin"),
    ("Hello", "Hello"),
    ("", ""),
])
def test_thoughts_are_dropped_at_every_cut(text: str, shown: str) -> None:
    assert spoken_part(text) == shown
    for at in range(len(text) + 1):
        assert streamed([text[:at], text[at:]]) == shown
    assert streamed(list(text)) == shown


def test_a_thought_whose_opening_tag_the_server_swallowed_is_dropped_from_a_whole_answer() -> None:
    assert spoken_part("plan plan</think>\nHello") == "Hello"


@given(st.lists(st.sampled_from(["<think>", "</think>", "secret", "<", "t", " word", ">"]), max_size=12))
def test_any_cut_shows_the_same(parts: list[str]) -> None:
    text = "".join(parts)
    assert streamed(list(text)) == streamed([text])


def test_what_is_no_thought_is_not_held_back() -> None:
    spoken = Spoken()
    assert spoken.feed("a < b") == "a < b"
    assert spoken.feed(" and <") == " and "
    assert spoken.feed("i>") == "<i>"
