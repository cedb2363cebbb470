"""HTML in a model's Markdown, kept as its letters: the converter would drop `<String>` from "Vec<String>" unsaid."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})(.*)")
_TICKS = re.compile(r"`+")
_TAG = re.compile(r"(?<!\\)<(?![a-z][a-z0-9+.-]*:)(?=[a-z/!?])", re.IGNORECASE)  # <https://...> is a link, no tag
_NAME = re.compile(r"(?<![\w./@])@(?=[a-z]\w{3})", re.IGNORECASE)  # names have four signs at least


def tags_as_text(markdown: str) -> str:
    """The Markdown with each tag outside of code escaped, and each @name there parted from its sign by a joiner that is
    not seen: Telegram would call whoever has it. Takes time in proportion to the text."""
    return "".join(text if code else _escaped(text) for text, code in _blocks(markdown))


def _blocks(markdown: str) -> Iterator[tuple[str, bool]]:
    """The text in order, in pieces that are a line of a fenced block (True) or what stands between two (False)."""
    fence, outside = "", ""
    for line in markdown.splitlines(keepends=True):
        found = _FENCE.match(line)
        marks, info = (found.group(1), found.group(2).strip()) if found else ("", "")
        if fence:
            yield line, True
            if marks.startswith(fence) and not info:
                fence = ""
        elif marks and ("`" not in info or marks[0] == "~"):
            yield outside, False
            yield line, True
            fence, outside = marks, ""
        else:
            outside += line
    yield outside, False


def _escaped(text: str) -> str:
    pieces, at = [], 0
    for start, end in _inline_code(text):
        pieces += [_quieted(text[at:start]), text[start:end]]
        at = end
    return "".join([*pieces, _quieted(text[at:])])


def _quieted(text: str) -> str:
    return _NAME.sub("@\u2060", _TAG.sub(r"\\<", text))


def _inline_code(text: str) -> Iterator[tuple[int, int]]:
    """Where inline code stands: from a run of backticks to the next run of just as many."""
    runs = [match.span() for match in _TICKS.finditer(text)]
    starts: defaultdict[int, list[int]] = defaultdict(list)
    for start, end in runs:
        starts[end - start].append(start)
    done = 0
    for start, end in runs:
        if start < done:
            continue
        same = starts[end - start]
        closing = bisect_right(same, start)
        if closing < len(same):
            done = same[closing] + end - start
            yield start, done
