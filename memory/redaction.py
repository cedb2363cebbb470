"""Redaction: one thing taken out of a sentence that says several, so that the others keep a sentence without it.

"I have a dog and a cat" without the cat is "I have a dog". Where what is left would not read as before, the words give
way to a mark of omission instead: "I live in … but not alone".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from memory.text import ARTICLES
from memory.topics import EmptyTopic, parse

OMITTED = "…"
_JOINER = r"(?:and|or|nor|plus|und|oder|sowie)"
_BEFORE = re.compile(rf"(?:\s*,\s*|\s+)(?:{_JOINER}\s+)?$", re.IGNORECASE)
_AFTER = re.compile(rf"\s*,\s*(?:{_JOINER}\s+)?|\s+{_JOINER}\s+", re.IGNORECASE)
# What belongs to a thing and goes with it: its article, and the preposition that leads to it.
_LEADING = ARTICLES | frozenset(
    "as at by for from in into near of on to with als am an auf aus bei beim fur für im in ins mit nach von vom zu zum "
    "zur another two three also auch noch".split())
_LEADS = re.compile(rf"(?:(?<!\w)(?:{'|'.join(sorted(map(re.escape, _LEADING)))})\s+)+$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Cut:
    """A stretch of a text, and what stands in its place."""

    start: int
    end: int
    instead: str = ""

    def of(self, text: str) -> str:
        return text[:self.start] + self.instead + text[self.end:]

    def moved(self, by: int) -> Cut:
        return Cut(self.start + by, self.end + by, self.instead)

    def part(self, text: str, start: int, end: int) -> str:
        """What the stretch from `start` to `end` of the text is after the cut."""
        if end <= self.start or start >= self.end:
            return text[start:end]
        return (text[start:self.start] + self.instead + text[self.end:end]).strip()


def cut(sentence: str, value: str, reads: Callable[[Cut], bool]) -> Cut | None:
    """How to take `value` out of a sentence; None where it does not stand there or cannot be taken out whole.

    `reads`: whether what is left says of the rest what the sentence said.
    """
    try:
        named = parse(value)
    except EmptyTopic:
        return None
    found = spans(sentence, value)
    if len(found) != 1:
        return None
    [(start, end)] = found
    for one in (*_tidy(sentence, start, end), Cut(start, end, OMITTED)):
        left = one.of(sentence)
        if not named.mentioned_in(left) and (one.instead or reads(one)):
            return one
    return None


def spans(text: str, value: str) -> list[tuple[int, int]]:
    """Where a value stands in a text, as whole words."""
    words = r"\s+".join(map(re.escape, value.split()))
    return [m.span() for m in re.finditer(rf"(?<!\w){words}(?!\w)", text, re.IGNORECASE)] if words else []


def names(text: str, value: str) -> bool:
    """Whether a text has a value in it, in these words or in other forms of them."""
    try:
        return bool(spans(text, value)) or parse(value).mentioned_in(text)
    except EmptyTopic:
        return bool(spans(text, value))


def _tidy(sentence: str, start: int, end: int) -> Iterator[Cut]:
    """The thing with its article and with what joins it to its neighbour: "a dog and ", ", coffee", " at Infosys"."""
    led = _LEADS.search(sentence[:start])
    first = led.start() if led else start
    before, after = _BEFORE.search(sentence[:first]), _AFTER.match(sentence[end:])
    if before and before.group().strip():
        yield Cut(before.start(), end)
    if after:
        yield Cut(first, end + after.end())
    if before:
        yield Cut(before.start(), end)
