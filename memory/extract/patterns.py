"""Claims from first-person statements in English and German without a model: the floor of learning.

A clause grammar per language reads who a clause speaks of, its verb and its cues of denial; a table of frames says
what the verb means for the memory. High precision is the aim: what the grammar does not understand is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import ModuleType

from memory.attributes import attribute
from memory.domain import Candidate, Polarity, Utterance
from memory.extract import english, german, lexicon, mood, passages
from memory.extract.english_frames import FRAMES as ENGLISH
from memory.extract.german_frames import FRAMES as GERMAN
from memory.extract.reading import NOBODY, Clause, Frame, Said
from memory.text.language import detect

_BACK = re.compile(
    r"\bafter all\b|\bmisspoke\b|\bi was wrong\b|\bmade (?:that|it) up\b|\bscratch that\b|\bcorrection\b|\bmistake\b|\bi lied\b|\btake that back\b"
    r"|\bdoch (?:gar |überhaupt )?(?:kein\w*|nicht)\b|\b(?:vertan|geirrt|versprochen|verschrieben|getäuscht|vertippt|gelogen|ausgedacht)\b"
    r"|\bstimmt (?:gar |doch )?nicht\b|\bwar falsch\b|\bnehme (?:ich )?(?:das )?zurück\b", re.I)
_NOT_A_NAME = re.compile(
    r"(?:[A-Z]{2,5}|ok(?:ay)?|sorry|back|here|home|done|fine|good|sure|not|just|so|very|really|also|new|ready|happy|sad|tired|busy|lost|late|glad|monday|tuesday|wednesday|thursday|"
    r"friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|november|december|christmas|team|batman|superman|god|satan|king .*|queen .*|captain .*|"
    r"kapitän .*|könig .*|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|januar|februar|märz|mai|juni|juli|oktober|dezember|ende|anfang|single|mitte|student\w*|"
    r"hetero|jungfrau|waage|löwe|zwilling|widder|stier|krebs|skorpion|schütze|steinbock|wassermann|fische|leo|virgo|libra|aries|taurus|gemini|scorpio|capricorn|aquarius|pisces|sagittarius)$", re.I)


def extract(utterance: Utterance) -> list[Candidate]:
    """What a message says about its author, in the order said; empty for forwards, questions, play, irony and the rest."""
    if utterance.forwarded:
        return []
    found: dict[tuple[str, str, str], Candidate] = {}
    for candidate in _candidates(utterance):
        found.setdefault((candidate.subject, candidate.attribute, candidate.value.casefold()), candidate)
    return list(found.values())


def _candidates(utterance: Utterance) -> Iterator[Candidate]:
    plain = passages.fold(passages.own_words(utterance.text, utterance.reply_quote))
    earlier = NOBODY
    for sentence in passages.sentences(plain):
        if mood.hands_over_text(sentence.text):
            return
        if mood.reason(sentence.text, plain):
            continue
        language = detect(sentence.text, detect(plain, utterance.language))
        grammar, frames = (german, GERMAN) if language == "de" else (english, ENGLISH)
        text = mood.POLITE.sub(lambda found: " " * len(found.group()), sentence.text).rstrip()
        clauses = list(grammar.clauses(text))
        for number, clause in enumerate(clauses):
            at = grammar.lead(clause.text)
            if mood.asks(clause.text[at:]) or (sentence.asks and number == len(clauses) - 1):
                break
            if mood.remote(clause.text) or mood.unreal(clause.text):
                continue
            earlier, said = _statements(grammar, frames, clause, at, earlier)
            for item in said:
                yield _candidate(item, clause, at, sentence.start, utterance, plain, language)


def _statements(grammar: ModuleType, frames: tuple[Frame, ...], clause: Clause, at: int, earlier: object) -> tuple[object, list[Said]]:
    who, said = grammar.statements(clause, at, earlier, frames)
    return who, [checked for item in said if (checked := _checked(item, clause))]


def _checked(item: Said, clause: Clause) -> Said | None:
    """Slots whose name is in capitals need a second look at the value."""
    name = item.attribute
    if name == "NAME":
        value = item.value.text
        if _NOT_A_NAME.match(value) or lexicon.NATIONALITY.match(value) or lexicon.LANGUAGES.match(value) or lexicon.is_job(value) \
                or value.casefold() in lexicon.TRAITS or value.casefold() in lexicon.HEALTH or lexicon.STATES.match(value) or lexicon.MARITAL.match(value):
            return None
        name = "name"
    elif name == "INSTRUCTION":
        if not re.search(r"\b(?:me|please|always|from now on|in future|only|mir|bitte|immer|ab jetzt|ab sofort|künftig|in zukunft|stets|nur)\b", clause.text, re.I):
            return None
        name = "instruction"
    elif name == "GERN":
        name = "likes"
    return Said(item.subject, name, item.value, item.denied, item.opening)


def _candidate(item: Said, clause: Clause, at: int, offset: int, utterance: Utterance, plain: str, language: str) -> Candidate:
    start = offset + clause.start
    quote = utterance.text[start + at:start + len(clause.text)].strip(" ,;:-–—")
    value = " ".join(utterance.text[start + item.value.start:start + item.value.start + len(item.value.text)].split())
    slot = attribute(item.attribute)
    statement = quote
    if item.opening:
        statement = item.opening if len(item.opening.split()) > 3 else f"{item.opening} {quote}"
    return Candidate(
        subject=item.subject, attribute=slot.name, value=value, polarity=Polarity.NO if item.denied else Polarity.YES,
        statement=statement[:1].upper() + statement[1:], quote=quote, message=utterance.id, type=slot.type, extractor="patterns",
        retraction=item.denied and _BACK.search(plain) is not None)
