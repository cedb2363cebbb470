"""What looks like HTML in a model's answer reaches the reader as its letters."""

from __future__ import annotations

import time

import pytest

from bot.channel import Outgoing
from channels.markup import neutralise
from channels.telegram.rendering import parts
from channels.telegram.tags import tags_as_text


@pytest.mark.parametrize(("markdown", "shown"), [
    ("Vec<String> and <b>x</b>", "Vec<String> and <b>x</b>"),
    ("`Vec<String>` and ``a ` <b>``", "Vec<String> and a ` <b>"),
    ("```rust\nlet x: Vec<String>;\n```", "let x: Vec<String>;"),
    ("a lone ` and Vec<String>", "a lone ` and Vec<String>"),
    ("if a < b && c > d, 1<2", "if a < b && c > d, 1<2"),
    ("<!-- said aloud --> <br/>", "<!-- said aloud --> <br/>"),
    ("see <https://example.org>", "see https://example.org"),
    ("````\n```\n<b>\n````\n<i>", "```\n<b>\n<i>"),
    ("```x``` <b>", "x <b>"),
])
def test_tags_are_shown(markdown: str, shown: str) -> None:
    text = "\n".join(part.text for part in parts(Outgoing(markdown, markdown=True)))
    assert [line for line in text.split("\n") if line] == shown.split("\n")


@pytest.mark.parametrize("stuck", ["![", "![a](", "![a][", "`", "```", "``` ", "```\n", "<a", "[facts ", "`<", "<img "])
def test_a_model_that_got_stuck_costs_no_more_than_its_length(stuck: str) -> None:
    started = time.process_time()
    for work in (tags_as_text, neutralise):
        work(stuck * 20_000)
    assert time.process_time() - started < 2  # quadratic work takes tens of seconds here
