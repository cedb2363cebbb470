"""What becomes of a model's claim: of its words only the place, the subject and the value are kept.

Polarity, type, time, the slot and the statement are worked out again from the clause the quote stands in. Real small
models turn "not vegetarian anymore" into a like, and nothing holds a model back from a statement that its quote does
not say.
"""

from __future__ import annotations

import re
from dataclasses import replace

from memory.attributes import attribute
from memory.domain import Candidate, Polarity, Utterance
from memory.extract import anchor as anchors
from memory.extract import holding, passages, patterns
from memory.extract.slots import settled_slot
from memory.text import detect, negated, normalise, value_key
from memory.timephrase import resolve

_HATE = re.compile(r"\b(?:hate\w*|dislik\w*|detest\w*|despis\w*|loath\w*|can'?t (?:really )?(?:stand|bear)|cannot "
    r"(?:stand|bear)|can not (?:stand|bear)|hass\w*|verabscheu\w*|"
                   r"nicht (?:ausstehen|leiden|riechen)|ekel\w*)", re.I)
_GAVE_UP = re.compile(r"\b(?:gave up|given up|quit|stopped|used to|no longer|anymore|any more|aufgehört|nicht mehr|"
    r"kein\w* .*mehr|früher|abgewöhnt|verzichte\w*|avoid|left|lost)\b", re.I)


def settled(candidate: Candidate, utterance: Utterance) -> Candidate:
    """The candidate with quote, statement, slot, polarity, type and dates from the message.

    What the patterns read of the same value in the same clause replaces all but the extractor. A quote the author's
    own words do not hold stays as it is, with itself for a statement: the guards refuse it.
    """
    own = passages.fold(passages.own_words(utterance.text, utterance.reply_quote))
    anchor = anchors.place(own, passages.fold(candidate.quote), candidate.value)
    if anchor is None:
        return _typed(replace(candidate, statement=_sentence(candidate.quote)))
    if read := _read_alike(candidate, utterance, anchor):
        return replace(read, extractor=candidate.extractor)
    quote = utterance.text[anchor.start:anchor.stop].strip(" ,;:-–—")
    clause = own[anchor.inner:anchor.stop]
    spelt = re.search(re.escape(candidate.value), quote, re.I)
    value = spelt.group() if spelt else candidate.value
    denied = bool(_GAVE_UP.search(clause) or _HATE.search(clause)) or negated(normalise(clause))
    period = resolve(clause, utterance.sent_at, detect(utterance.text, utterance.language))
    slot = settled_slot(candidate.attribute, clause, value, candidate.subject)
    valid_from, valid_to = holding.holds(slot, period, utterance.sent_at.date())
    return _typed(replace(
        candidate, attribute=slot, value=value, quote=quote,
        statement=_sentence(utterance.text[anchor.inner:anchor.stop]), polarity=Polarity.NO if denied else Polarity.YES,
        valid_from=valid_from, valid_to=valid_to))


def _typed(candidate: Candidate) -> Candidate:
    return replace(candidate, type=attribute(candidate.attribute).type)


def _sentence(words: str) -> str:
    words = words.strip(" ,;:-–—")
    return words[:1].upper() + words[1:]


def _read_alike(candidate: Candidate, utterance: Utterance, anchor: anchors.Anchor) -> Candidate | None:
    """What the patterns read of the same subject and value in the same clause, if anything."""
    value = value_key(candidate.value)
    clause = utterance.text[anchor.start:anchor.stop]
    alike = [found for found in patterns.extract(utterance) if found.subject == candidate.subject
             and (value_key(found.value) in value or value in value_key(found.value))
             and (found.quote in clause or clause in found.quote)]
    return next((found for found in alike if value_key(found.value) == value), alike[0] if alike else None)
