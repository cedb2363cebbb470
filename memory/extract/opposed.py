"""Sentences that the grammars do not read, but that take back something the person has said before.

"The nas is at 10.0.0.5 now" is no statement about oneself, and worth a question only because an earlier one says
otherwise. The contradiction rules find it; the earlier statement lends its slot. Nothing is learned here that
disagrees with nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from memory.attributes import attribute
from memory.contradict import Proposition, compare, values_of
from memory.decision import Known
from memory.domain import Candidate, PairKind, Polarity, Utterance
from memory.extract import mood, passages
from memory.text import STOP_WORDS, root, words

LONGEST = 25  # words of a sentence that is looked at
MOST = 600  # characters of a message: longer ones are texts, not statements


def extract(utterance: Utterance, standing: Sequence[Known], found: Sequence[Candidate]) -> Iterator[Candidate]:
    """What in a message opposes one of `standing`, the person's own claims, and is in none of the quotes `found`."""
    if utterance.forwarded or not standing or len(utterance.text) > MOST:
        return
    plain = passages.fold(passages.own_words(utterance.text, utterance.reply_quote))
    for sentence in passages.sentences(plain):
        read = any(one.message == utterance.id and one.quote in sentence.text for one in found)
        if read or sentence.asks or len(sentence.text.split()) > LONGEST or mood.reason(sentence.text, plain):
            continue
        quote = utterance.text[sentence.start:sentence.start + len(sentence.text)]
        new = Proposition(sentence.text)
        for known in standing:
            kind = compare(Proposition(known.statement), new)
            if kind is not None:
                yield _candidate(utterance, quote, known, kind)
                break


def _candidate(utterance: Utterance, quote: str, known: Known, kind: PairKind) -> Candidate:
    held = {root(word) for word in words(quote)}
    slot, value, polarity = known.attribute, "", Polarity.YES
    if kind is PairKind.FLIP and _telling(known.value) and _telling(known.value) <= held:
        value, polarity = known.value, Polarity.NO if known.polarity is Polarity.YES else Polarity.YES
    elif kind is PairKind.VALUE:
        value = next((v for v in values_of(quote) if v in quote and v.casefold() != known.value.casefold()), "")
    if not value:
        slot, value = "note", quote
    subject = known.subject if slot == known.attribute and slot != "note" else "self"
    return Candidate(subject, slot, value, polarity, quote[:1].upper() + quote[1:], quote, utterance.id,
                     attribute(slot).type, "patterns")


def _telling(text: str) -> set[str]:
    return {root(word) for word in words(text) if word not in STOP_WORDS}
