"""Thinking text taken out of a reply while it streams: it is never shown, stored or learned from."""

from __future__ import annotations

import re

TAGS = ("think", "thinking", "thought", "reasoning")
OPENS = re.compile(rf"<({'|'.join(TAGS)})>", re.IGNORECASE)
CLOSES = re.compile(rf"</({'|'.join(TAGS)})>", re.IGNORECASE)
_MARKS = tuple(f"<{tag}>" for tag in TAGS) + tuple(f"</{tag}>" for tag in TAGS)


class Spoken:
    """Lets through what a model says and keeps what it thinks. Tags may be cut anywhere between two chunks.

    An unclosed thought swallows the rest: better an empty reply than a plan on the screen. White space before the
    first spoken word is dropped.
    """

    def __init__(self) -> None:
        self._held = ""  # text that may be the beginning of a tag
        self._thinking = False
        self._started = False

    def feed(self, chunk: str) -> str:
        """What can be shown after `chunk` arrived; may be empty."""
        text, spoken = self._held + chunk, ""
        while True:
            mark = (CLOSES if self._thinking else OPENS).search(text)
            if mark is None:
                break
            spoken += "" if self._thinking else text[:mark.start()]
            self._thinking = not self._thinking
            text = text[mark.end():]
        cut = len(text) - _tail(text)
        self._held = text[cut:]
        return self._out(spoken + ("" if self._thinking else text[:cut]))

    def end(self) -> str:
        """What was held back and turned out to be no tag."""
        held, self._held = self._held, ""
        return "" if self._thinking else self._out(held)

    def _out(self, text: str) -> str:
        text = CLOSES.sub("", text)  # a closing tag without its opening one
        if not self._started:
            text = text.lstrip()
            self._started = bool(text)
        return text


def spoken_part(text: str) -> str:
    """A whole answer without its thoughts, also those whose opening tag the server swallowed."""
    closing = list(CLOSES.finditer(text))
    if closing and not OPENS.search(text):
        text = text[closing[-1].end():]
    spoken = Spoken()
    return (spoken.feed(text) + spoken.end()).strip()


def _tail(text: str) -> int:
    """Length of the longest end of `text` that could become a tag."""
    start = text.rfind("<")
    end = text[start:].lower() if start >= 0 else ""
    return len(end) if end and any(mark.startswith(end) for mark in _MARKS) else 0
