"""Text from memory as data: one line a record, inside a box whose marks no content can write."""

from __future__ import annotations

import re
import secrets
import unicodedata
from collections.abc import Iterable

JOINERS = {"\u200d", "\u200c"}  # emoji families, Persian: they carry meaning between the right neighbours
_SPACE = re.compile(r"\s+")
_MARKLIKE = re.compile(r"\[(\s*/?\s*(?:facts|undecided|excerpts|quoted|forwarded|end)\b)", re.IGNORECASE)


def mark(contents: Iterable[str]) -> str:
    """A fresh id for this prompt's boxes that occurs in none of the contents."""
    joined = "\n".join(contents).casefold()
    while (fresh := secrets.token_hex(4)) in joined:
        continue
    return fresh


def line(text: str) -> str:
    """`text` on one line, without control, bidi or invisible characters, and unable to look like a box's mark."""
    visible = "".join(_kept(text, i) for i in range(len(text)))
    return _MARKLIKE.sub(r"(\1", _SPACE.sub(" ", visible)).strip()


def _kept(text: str, at: int) -> str:
    char = text[at]
    category = unicodedata.category(char)
    if char in "\n\r\t\x0b\x0c\x85\u2028\u2029":
        return " "
    if category == "Cf" and char in JOINERS:
        return char if 0 < at < len(text) - 1 and not text[at - 1].isspace() and ord(text[at - 1]) > 0x7F else ""
    if category in ("Cc", "Cf", "Cs", "Co", "Cn") or 0xE0000 <= ord(char) <= 0xE0FFF:
        return ""
    return char
