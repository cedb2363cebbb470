"""How word lists are written in this package: one string, words parted by whitespace."""

from __future__ import annotations


def vocabulary(words: str) -> frozenset[str]:
    """The words of a written list."""
    return frozenset(words.split())
