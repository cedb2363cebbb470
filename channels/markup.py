"""Text on its way out, on any platform: measured, made harmless, cut into parts."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

Measure = Callable[[str], int]

# No pattern may look past the next bracket of its kind: a model stuck in "![![![" must not take us quadratic time.
_IMAGE = re.compile(r"!\[([^\[\]\n]*)\]\(\s{0,9}<?([^()\s>]*)>?[^()\n]*\)")
_IMAGE_BY_NAME = re.compile(r"!\[([^\[\]\n]*)\]\[[^\[\]\n]*\]")
_IMAGE_TAG = re.compile(r"<(?=(?:img|image|picture|source|video|audio|iframe|svg|object|embed)\b)", re.IGNORECASE)
_PROMPT_MARK = re.compile(
    r"\[/?\s*(?:end\s+)?(?:facts|undecided|excerpts?|said|names?|titles?|summary|memory|data|end)\s+[0-9a-f]{4,32}\b[^\[\]\n]*\]\n?",
    re.IGNORECASE,
)
_FENCE_LINE = re.compile(r"^ {0,3}(`{3,}|~{3,})([^\n]*)$", re.MULTILINE)
_BREAKS = ("\n\n", "\n", ". ", "! ", "? ", "。", ", ", " ")
_INFO_LENGTH = 24  # of a fence's language name, when the fence is opened again in the next part


def utf16_len(text: str) -> int:
    """Length in UTF-16 code units, the unit in which Telegram counts lengths and offsets."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def neutralise(text: str) -> str:
    """Markdown of a model in which no image is live and no fence mark of a prompt is left.

    An image would be fetched from wherever its address says, by the reader's program and without a press, which
    is a way out for whatever the model was shown: it becomes its words and its address as text. A mark such as
    `[facts 7f3a: ...]` belongs to the prompt; repeated in an answer it would be read back as one.
    """
    text = _PROMPT_MARK.sub("", text)
    text = _IMAGE.sub(_image_as_text, text)
    text = _IMAGE_BY_NAME.sub(r"\1", text)
    text = text.replace("![", "! [")
    return _IMAGE_TAG.sub("\\\\<", text)


def _image_as_text(match: re.Match[str]) -> str:
    words, address = match.group(1).strip(), match.group(2)
    return f"{words} ({address})" if words and address else words or address


def split(text: str, limit: int, measure: Measure = len, *, fences: bool = True) -> list[str]:
    """Cut `text` into parts of at most `limit` as `measure` counts, at the best place, no character cut in half.

    With `fences` a code block that is cut is closed at the end of its part and opened again, with its language, in
    the next one. Without, the parts joined are the text. Empty text has no parts.
    """
    parts: list[str] = []
    opener = ""
    while text:
        if measure(opener + text) <= limit:
            parts.append(opener + text)
            break
        room = limit - measure(opener)
        head = _head(text, room, measure)
        part, reopens = _closed(opener + head) if fences else (head, "")
        while (excess := measure(part) - limit) > 0 and room > 1:  # no space was left to close the block
            room -= excess
            head = _head(text, room, measure)
            part, reopens = _closed(opener + head)
        parts.append(part)
        text, opener = text[len(head):], reopens
    return parts


def closed(text: str) -> str:
    """Text that may have been cut anywhere, with the code block closed in which it ends."""
    return _closed(text)[0]


def _closed(part: str) -> tuple[str, str]:
    """The part with an open code block closed, and the line that opens it again ("" when none was open)."""
    opener = _open_fence(part)
    if not opener:
        return part, ""
    return part.removesuffix("\n") + "\n" + _marks(opener), opener


def _open_fence(text: str) -> str:
    """The line, with its line feed, that opens the block `text` ends in; "" outside of one."""
    marks, info = "", ""
    for match in _FENCE_LINE.finditer(text):
        found, rest = match.group(1), match.group(2).strip()
        if not marks:
            if found[0] == "~" or "`" not in rest:  # ```x``` in one line is inline code
                marks, info = found, rest
        elif found.startswith(marks) and not rest:
            marks = ""
    return f"{marks}{info[:_INFO_LENGTH]}\n" if marks else ""


def _marks(opener: str) -> str:
    return opener[: len(opener) - len(opener.lstrip(opener[0]))]


def _head(text: str, room: int, measure: Measure) -> str:
    """The longest beginning of `text` that fits `room`, ended at a paragraph, line, sentence or word if it can."""
    fits = _fitting(text, room, measure)
    for mark in _BREAKS:
        at = text.rfind(mark, fits // 2, fits)
        if at >= 0 and (end := at + len(mark)) <= fits:
            return text[:end]
    end = fits
    while end > 1 and not _may_cut(text, end):
        end -= 1
    return text[:end] if end > 1 or _may_cut(text, 1) else text[:fits]


def _fitting(text: str, room: int, measure: Measure) -> int:
    """How many characters of `text`, at least one, measure no more than `room`."""
    low, high = 1, min(len(text), max(1, room))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if measure(text[:middle]) <= room else (low, middle - 1)
    return low


def _may_cut(text: str, at: int) -> bool:
    """Whether what stands before and after `at` are two characters to a reader, and not one made of several."""
    if at >= len(text):
        return True
    before, after = text[at - 1], text[at]
    if "\u200d" in (before, after) or "\ufe00" <= after <= "\ufe0f" or "\U0001f3fb" <= after <= "\U0001f3ff":
        return False
    if unicodedata.combining(after) or unicodedata.category(after) in ("Mn", "Me", "Mc"):
        return False
    return not (_is_flag_half(before) and _is_flag_half(after) and _flag_halves_before(text, at) % 2)


def _is_flag_half(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"


def _flag_halves_before(text: str, at: int) -> int:
    count = 0
    while count < at and _is_flag_half(text[at - 1 - count]):
        count += 1
    return count
