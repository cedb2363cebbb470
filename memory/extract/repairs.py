"""A slip of the tongue put right in the same breath: "I live in Rome... nah, Turin" says Turin.

The words that are put right are read as if the right ones had stood there from the start: the message without the slip
is read by the same grammar, and what comes of it has the whole repair for its quote. What does not fit into the place
of the slip gives nothing, and the slip itself is taken back in any case (`slips`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from memory.domain import Candidate, Utterance
from memory.extract.passages import fold
from memory.extract.slips import REPAIR
from memory.timephrase.words import NUMBERS

Reader = Callable[[Utterance], list[Candidate]]
_PLACES = r"(?:in|at|to|from|on|near|bei|beim|aus|nach|an|am|auf|zu|zum|zur|im)\s+"
_PLACE, _PLACE_LAST = re.compile(rf"^{_PLACES}", re.I), re.compile(rf"(?<!\w){_PLACES}$", re.I)
_ARTICLES = r"(?:an?|the|my|eine?[nrms]?|der|die|das|den|dem|meine?[nrms]?)\s+"
_ARTICLE, _ARTICLE_LAST = re.compile(rf"^{_ARTICLES}", re.I), re.compile(rf"(?<!\w){_ARTICLES}$", re.I)
_MOST = 3  # repairs in one message: each is read with and without the others
_NUMBERS = "|".join(sorted((name for name in NUMBERS if len(name) > 2), key=len, reverse=True))
_COUNT = re.compile(rf"(?:\d+|{_NUMBERS})\b", re.I)


def extract(utterance: Utterance, read: Reader) -> Iterator[Candidate]:
    """What a message says where it puts itself right, read by `read`."""
    if utterance.forwarded:
        return
    for found in list(REPAIR.finditer(fold(utterance.text)))[-_MOST:]:
        yield from _repaired(utterance, found.start(), found.start("right"), found.end("right"), read)


def _repaired(utterance: Utterance, head: int, begins: int, stop: int, read: Reader) -> Iterator[Candidate]:
    """The claim whose value ends at `head`, said anew with the words from `begins` to `stop`."""
    text = utterance.text
    slip = next((one for one in reversed(read(replace(utterance, text=text[:head] + text[stop:])))
                 if text[:head].endswith(one.value)), None)
    if slip is None or not _alike(slip.value, text[begins:stop]):
        return
    before, right = _joined(text[:head - len(slip.value)], slip.value, text[begins:stop])
    repaired = before + right + text[stop:]
    for one in read(replace(utterance, text=repaired)):
        start = repaired.find(one.quote)
        same = (one.subject, one.attribute, one.polarity) == (slip.subject, slip.attribute, slip.polarity)
        if same and 0 <= start < len(before) and one.value in right:
            yield replace(one, quote=text[start:stop])


def _alike(wrong: str, right: str) -> bool:
    """Both with a capital or both without: "I live in Rome, no, seriously" names no other place."""
    bare = _ARTICLE.sub("", _PLACE.sub("", right))
    return bare[:1].isupper() == wrong[:1].isupper() or _COUNT.match(right) is not None


def _joined(before: str, wrong: str, right: str) -> tuple[str, str]:
    """What stands before the slip and what takes its place: one preposition, one article; a number counts the same."""
    if _PLACE_LAST.search(before) and (place := _PLACE.match(right)):
        right = right[place.end():]
    if (count := _COUNT.match(wrong)) and _COUNT.fullmatch(right):
        right += wrong[count.end():]
    if _ARTICLE.match(right) or _COUNT.match(right):
        before = _ARTICLE_LAST.sub("", before)
    return before, right
