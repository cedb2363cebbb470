"""Guesses a person marks as such, and outcomes: what an observer's record is made of. Only plain marks count.

"My guess is that the boiler fails in December" is a hypothesis about the boiler; "Outcome: the boiler failed" is what
came of it, for whoever guessed. A hedge inside a sentence ("I think") is neither.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from memory.attributes import attribute
from memory.domain import Candidate, Polarity, Utterance
from memory.extract import passages
from memory.text import STOP_WORDS, words

_GUESS = re.compile(
    r"(?:my (?:guess|prediction|hypothesis) is(?: that)?:?|(?:my )?(?:guess|prediction|hypothesis):|"
    r"i predict(?: that)?|meine (?:vermutung|prognose|hypothese) ist(?:,? dass|:)|"
    r"(?:meine )?(?:vermutung|prognose|hypothese):)\s+(?=\S)",
    re.IGNORECASE)
_OUTCOME = re.compile(r"(?:(?:the )?(?:outcome|result):|(?:das )?ergebnis:|ausgang:)\s+(?=\S)", re.IGNORECASE)


def extract(utterance: Utterance) -> Iterator[Candidate]:
    """The marked guesses and outcomes of a message, each about the first thing it names."""
    plain = passages.fold(passages.own_words(utterance.text, utterance.reply_quote))
    for sentence in passages.sentences(plain):
        for pattern, slot in ((_GUESS, "hypothesis"), (_OUTCOME, "event")):
            mark = pattern.match(sentence.text)
            if mark is None or sentence.asks:
                continue
            quote = utterance.text[sentence.start:sentence.start + len(sentence.text)]
            value = quote[mark.end():]
            about = next((word for word in words(value) if word not in STOP_WORDS), "")
            if about and len(value.split()) >= 2:
                yield Candidate(about, slot, value, Polarity.YES, quote[:1].upper() + quote[1:], quote, utterance.id,
                                attribute(slot).type, "patterns")
