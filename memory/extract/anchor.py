"""Where in a message a model's quote stands: the whole clause around it, with the words its subject is in.

A model may begin its quote in the middle of a clause ("lives in Oslo and I visit her", "I like tea" out of "it isn't
true that I like tea"). Whom and what a clause speaks of can only be told from all of it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory.extract import grammars, matrix, mood, passages
from memory.extract.lexicon import KIN_WORD, PET_WORD
from memory.extract.reading import Clause
from memory.text import value_key

_SUBJECT = re.compile(
    r"(?:(?:i|i'm|im|i've|ive|i'd|i'll|we|we're|we've|my|our|ich|wir|mein\w*|unser\w*|mir|mich|bin|habe|he|she|they|"
    r"you|it|he's|"
    r"she's|they're|er|sie|es|du|ihr|man|the|a|an|der|die|das|ein\w*|his|her|their|your|sein\w*|dein\w*|this|that|"
    r"there|nobody|"
    r"everyone|someone|somebody|people)(?!\w)|(?-i:[A-ZÄÖÜ]\w+ (?:is|has|was|lives|works|likes|loves|hates|said|moved|"
    r"ist|hat|"
    r"wohnt|lebt|arbeitet|mag)\b))", re.I)
_ICH = re.compile(r"(?<!\w)(?:ich|wir|i|i'm|i've|we|my|mir|mich)(?!\w)", re.I)
# Verbs that do not vouch for the clause they govern, before its own "I": "I doubt I ...", "it isn't true that I ...".
_ATTITUDE = re.compile(
    r"\b(?:doubt\w*|den(?:y|ies|ied)|lied|lying|a lie|pretend\w*|afraid|scared|worried|fear\w*|dream\w*|dreamt|(?:n't|"
    r"not|hardly) "
    r"(?:really )?(?:true|say|think|believe|claim|mean|like)|untrue|false|wrong|nonsense|wants?|wanted|expects?|"
    r"wish(?:es)?|"
    r"believes?|thinks?|claims?|imagines?|imagined|unlikely|possible|impossible|rumou?r\w*|as if|whether|convinced|"
    r"told \w+|"
    r"says?|said|asked \w+)(?:\s+\w+){0,3}?\s+(?:that\s+)?(?:i|i'm|im|i've|we|we're|me)\b", re.I)


@dataclass(frozen=True, slots=True)
class Anchor:
    """A range of the message, and the part of it without the matrix clause a "dass" clause hangs on."""

    start: int
    stop: int
    inner: int  # where the clause itself begins, after greetings and matrix


def place(own: str, quote: str, value: str) -> Anchor | None:
    """The clause of the author's own words that holds the value of a quote; None when they do not hold the quote."""
    found = [at.start() for at in re.finditer(re.escape(quote), own)] if quote.strip() else []
    if not found:
        return None
    at, end = found[0], found[0] + len(quote)
    touched = [(sentence, clause) for sentence in passages.sentences(own) for clause in _clauses(sentence.text)
               if sentence.start + clause.start < end and sentence.start + clause.start + len(clause.text) > at]
    key = f" {value_key(value)} "
    holding = [one for one in touched if key in f" {value_key(one[1].text)} "] or touched
    if not holding:
        return Anchor(at, end, at)
    sentence, clause = holding[0]
    last_sentence, last = holding[0] if len(holding) < len(touched) or len(touched) == 1 else touched[-1]
    if last_sentence != sentence:
        return Anchor(at, end, at)
    start = _with_subject(sentence.text, clause)
    governor = matrix.governor(sentence.text, clause.start)
    lead = grammars.of(sentence.text, own).lead(sentence.text[start:])
    inner = start + lead
    begin = inner if governor is None or governor >= clause.start else governor
    return Anchor(sentence.start + begin, sentence.start + last.start + len(last.text), sentence.start + inner)


def _clauses(sentence: str) -> list[Clause]:
    grammar = grammars.of(sentence)
    return list(grammar.clauses(mood.POLITE.sub(lambda found: " " * len(found.group()), sentence).rstrip()))


def _with_subject(sentence: str, clause: Clause) -> int:
    """The offset of the clause, or of the one before it in the sentence that has the subject it leaves out."""
    before = [one for one in _clauses(sentence) if one.start <= clause.start]
    grammar = grammars.of(sentence)
    for one in reversed(before):
        if _speaks_of(one.text[grammar.lead(one.text):]):
            return one.start
    return clause.start


def _speaks_of(clause: str) -> bool:
    first = clause.split(maxsplit=1)[0].casefold().strip(",.") if clause.split() else ""
    spoken = _SUBJECT.match(clause) is not None or _ICH.search(clause) is not None
    return spoken or first in KIN_WORD or first in PET_WORD


def disowned(clause: str) -> bool:
    """Whether an English clause puts its statement under a verb that does not vouch for it."""
    return _ATTITUDE.search(clause) is not None
