"""From what a person says to candidate claims: two extractors, one form, merged here.

`patterns` needs no model and always works; `prompt` asks a model and reads its answer; `guards` and `echo` judge what
either of them offers.
"""

from __future__ import annotations

from collections.abc import Sequence

from memory.domain import Candidate
from memory.extract.twins import apart
from memory.text import value_key, words

MAX_PER_TURN = 8  # claims one learning job may offer; more than that is a pasted text or a runaway model


def merge(patterns: Sequence[Candidate], model: Sequence[Candidate]) -> list[Candidate]:
    """Both lists as one, at most `MAX_PER_TURN`: the same slot with the same value once, and patterns win.

    A model's claim is the same as a pattern's when it has the same subject and slot and one value contains the other,
    or when it puts the same value of the same message into another slot.
    """
    kept: list[Candidate] = []
    for candidate in [*patterns, *model]:
        if not any(_same(candidate, earlier) for earlier in kept):
            kept.append(candidate)
    return apart(kept[:MAX_PER_TURN])


def _same(a: Candidate, b: Candidate) -> bool:
    if a.subject != b.subject:
        return False
    one, other = value_key(a.value).split(), value_key(b.value).split()
    if a.attribute == b.attribute:
        return _within(one, other) or _within(other, one)
    return one == other and a.message == b.message and a.extractor != b.extractor and bool(words(a.value))


def _within(small: list[str], large: list[str]) -> bool:
    return bool(small) and any(large[i:i + len(small)] == small for i in range(len(large) - len(small) + 1))
