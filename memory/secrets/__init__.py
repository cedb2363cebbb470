"""Masks values that are secrets before a text is stored; mentions of secrets stay.

`mask("my database password is hunter2-blue")` gives the text `my database password is [secret: password]` and the
kinds `("password",)`. Precision goes before recall: "the api key is wrong" is left alone. Published examples
(AWS keys that end in EXAMPLE) stay; test cards such as 4242 4242 4242 4242 are masked, which harms nobody.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory.secrets import assignments, numbers, spoken, tokens

_PLACEHOLDER = re.compile(
    r"(\[secret: (?:" + "|".join(sorted({*tokens.KINDS, *numbers.KINDS, *assignments.KINDS, *spoken.KINDS})) + r")\])"
)
_PUBLISHED = re.compile(r"[\w/+-]*EXAMPLE(?:KEY)?")  # the form of the keys in AWS's own documentation


@dataclass(frozen=True, slots=True)
class Masked:
    """A text without its secret values, and the kinds of what was taken out (distinct, in order of appearance).

    Kinds are read off the placeholders, so a text that was masked earlier on its way still says what it lost.
    """

    text: str
    kinds: tuple[str, ...] = ()


def mask(text: str) -> Masked:
    """The text with each secret value replaced by `[secret: KIND]`. `mask(mask(x).text) == mask(x)`."""
    # Taking a value out can bring another to light (a separator goes, a boundary appears), so go on until nothing
    # changes. That ends: each round leaves fewer characters outside placeholders.
    while True:
        pieces = _PLACEHOLDER.split(text)
        pieces[::2] = [_mask_piece(piece) for piece in pieces[::2]]
        masked = "".join(pieces)
        if masked == text:
            return Masked(text, tuple(dict.fromkeys(p.removeprefix("[secret: ").rstrip("]") for p in pieces[1::2])))
        text = masked


def _mask_piece(text: str) -> str:
    found: list[tuple[int, int, str]] = []
    for search in (tokens.find, numbers.find, assignments.find, spoken.find):  # the most specific kind names a value
        for start, end, kind in search(text):
            if not _PUBLISHED.fullmatch(text[start:end]) and all(end <= s or e <= start for s, e, _ in found):
                found.append((start, end, kind))
    parts, at = [], 0
    for start, end, kind in sorted(found):
        parts += [text[at:start], f"[secret: {kind}]"]
        at = end
    return "".join([*parts, text[at:]])
