"""The named reasons for which a candidate is refused before anybody is asked about it; no store needed.

They judge both extractors alike, a model's quote together with the whole clause it stands in: "lives in Oslo and I
visit her" is about the sister that stands before it.
"""

from __future__ import annotations

import re
from dataclasses import replace

from memory import secrets
from memory.domain import Candidate, ClaimType, Utterance
from memory.extract import anchor as anchors
from memory.extract import figures, grammars, holding, matrix, mood, passages, patterns, play, repairs
from memory.extract.lexicon import BEING_WORD, KIN_WORD
from memory.text import STOP_WORDS, normalise
from memory.text.stems import root
from memory.text.tokens import words

_SELF = frozenset("self user me i speaker author writer myself the\u0020user ich selbst nutzer benutzer "
    "ich\u0020selbst".split(" ")) | {"the user", "der nutzer"}
_FIRST_PERSON = re.compile(r"(?<!\w)(?:i|i'm|im|i've|ive|i'd|i'll|me|my|mine|myself|we|we're|we've|us|our|ours|ich|"
    r"mein\w*|mir|mich|wir|uns|unser\w*)(?!\w)", re.I)
_OTHER = re.compile(
    r"(?:(?:my|our|the|a|his|her|their|your|mein\w*|unser\w*|der|die|ein\w*|sein\w*|ihr\w*|dein\w*)\s+(?:\w+\s+){0,"
    r"2}?(?:friend|friends|neighbou?rs?|boss|colleagues?|coworkers?|co-workers?|roommates?|flatmates?|"
    r"landlord|teacher|doctor|client|customer|manager|team|classmate|buddy|ex|guy|girl|man|woman|kid|lady|"
    r"freund\w*|nachbar\w*|chef\w*|kolleg\w*|mitbewohner\w*|vermieter\w*|lehrer\w*|kund\w*|bekannte\w*|kumpel\w*|"
    r"mitschüler\w*)\b"
    r"|(?:he|she|they|you|it|someone|somebody|everyone|people|er|sie|du|ihr|man|jemand|alle|leute)(?!\w))", re.I)
_NAMED = re.compile(r"(?!I\b|Ich\b|Wir\b|We\b|My\b|Mein)[A-ZÄÖÜ][\w-]+(?:\s+[A-ZÄÖÜ][\w-]+)?\s+(?:is|has|was|lives|"
    r"works|likes|loves|hates|said|can't|doesn't|moved|prefers|ist|hat|wohnt|lebt|arbeitet|mag|liebt|hasst|"
                    r"heißt|kommt|isst|trinkt|spielt)\b")
_ICH = re.compile(r"\b(?:ich|wir|i|we)\b", re.I)
_DENIED_HATE = re.compile(r"\b(?:don't|do not|doesn't|never|not) (?:really |actually )?(?:hate|dislike|mind|detest)|"
    r"\bhasse?\b.{0,30}\bnicht\b|\bnicht\b.{0,12}\bhass", re.I)


def subject_key(subject: str) -> str:
    """The key of whom a claim is about, from anybody's word for them: "self", "sister", else the word casefolded."""
    plain = " ".join(subject.casefold().split())
    bare = re.sub(r"^(?:my|our|meine?r?|unsere?|the user's|user's)\s+", "", plain)
    if not plain or plain in _SELF:
        return "self"
    return BEING_WORD.get(bare) or bare


def check(candidate: Candidate, utterance: Utterance, playing: bool = False) -> str | None:
    """Why this candidate must not be offered, or None. Reasons, in this order:

    forwarded, quote not in message, secret, quoted text, one of `mood`'s (question, hypothetical, role play, irony,
    reported speech, request, figure of speech), about somebody else, not grounded, neither asserted nor denied.
    """
    if utterance.forwarded:
        return "forwarded"
    places = [found.start() for found in re.finditer(re.escape(candidate.quote), utterance.text)]
    if not candidate.quote.strip() or not places:
        return "quote not in message"
    if _secret(candidate):
        return "secret"
    if candidate in repairs.extract(utterance, patterns.extract):
        return None  # read from the message without its slip, whose words are not to be had otherwise
    own = passages.fold(passages.own_words(utterance.text, utterance.reply_quote))
    at = next((place for place in places if passages.HIDDEN not in own[place:place + len(candidate.quote)]), None)
    if at is None:
        return "quoted text"
    if candidate.extractor == "model":
        if (anchor := anchors.place(own, passages.fold(candidate.quote), candidate.value)) is None:
            return "quoted text"
        at = anchor.start
        candidate = replace(candidate, quote=utterance.text[anchor.start:anchor.stop])
    guessed = candidate.type is ClaimType.HYPOTHESIS  # what is marked as a guess says itself that it may be unreal
    if (reason := _mood(candidate, own, at, playing)) and not (guessed and reason == mood.HYPOTHETICAL):
        return reason
    if _about_another(candidate, utterance):
        return "about somebody else"
    named = candidate.extractor == "patterns" or _subject_named(candidate.subject, utterance.text)
    if not named or not _grounded(candidate.value, candidate.quote):  # the grammar read of whom a clause speaks
        return "not grounded"
    if holding.not_yet(candidate.attribute, passages.fold(candidate.quote), candidate.valid_from):
        return mood.HYPOTHETICAL
    if candidate.extractor == "model" and _DENIED_HATE.search(passages.fold(candidate.quote)):
        return "neither asserted nor denied"
    return None


def _secret(candidate: Candidate) -> bool:
    texts = (candidate.quote, candidate.value, candidate.statement)
    return any("[secret" in text or secrets.mask(text).kinds for text in texts)


def _mood(candidate: Candidate, own: str, at: int, playing: bool) -> str | None:
    """The first reason among the sentences that the quote touches, and those before it that hand over a text."""
    end = at + len(candidate.quote)
    for sentence in passages.sentences(own):
        if sentence.start >= end:
            break
        if mood.hands_over_text(sentence.text):
            return mood.REQUEST
        reason = mood.reason(sentence.text, own)
        playing = (playing or reason == mood.ROLE_PLAY) and not play.closes(sentence.text)
        if sentence.start + len(sentence.text) <= at:
            continue
        asked = mood.REQUEST if reason == mood.REQUEST else None
        if (reason and not asked) or (playing and not mood.steps_out(sentence.text)):
            return reason or mood.ROLE_PLAY
        grammar = grammars.of(sentence.text, own)
        clauses = list(grammar.clauses(mood.POLITE.sub(lambda found: " " * len(found.group()), sentence.text).rstrip()))
        doubted = False
        for number, clause in enumerate(clauses):
            start = sentence.start + clause.start
            resumed = number > 0 and not sentence.asks and mood.resumes(clause.text)
            if sentence.asks and number == len(clauses) - 1:
                if start < end:
                    return mood.QUESTION
                break
            if mood.asks(clause.text[grammar.lead(clause.text):]) and not resumed:
                asked = mood.QUESTION
            if asked and not mood.turns(sentence.text, clause.start):
                if start < end and start + len(clause.text) > at:
                    return asked
                continue
            asked = None
            unreal, doubted = doubted or mood.unreal(clause.text), mood.hedges(clause.text)
            if start >= end or start + len(clause.text) <= at:
                continue
            figurative = figures.figurative(sentence.text, clause.start, clause.start + len(clause.text))
            if figurative or figures.denies_a_part(clause.text):
                return mood.FIGURE
            remote = clause.start < mood.of_another_time(sentence.text)
            if unreal or remote or matrix.governor(sentence.text, clause.start) is None or (
                    candidate.extractor == "model" and anchors.disowned(clause.text)):
                return mood.HYPOTHETICAL
    return None


def _about_another(candidate: Candidate, utterance: Utterance) -> bool:
    """Whether a claim about the speaker rests on words about somebody else's life."""
    if candidate.subject != "self" or candidate.extractor == "patterns":
        return False  # the grammar has read who the clause speaks of
    clause = passages.fold(candidate.quote)
    grammar = grammars.of(clause)
    clause = clause[grammar.lead(clause):]
    if _OTHER.match(clause) or (_NAMED.match(clause) and not _ICH.search(clause)):  # not "Pilze mag ich nicht"
        return True
    first = re.match(r"(?:my|our|mein\w*|unser\w*)\s+(?:\w+\s+){0,2}?([\w-]+)", clause, re.I)
    if first and any(word in KIN_WORD for word in clause.casefold().split()[1:4]) and not re.match(
        r"(?:i|ich|we|wir)\b", clause, re.I):
        return True
    if _FIRST_PERSON.search(clause):
        return False
    read = [found for found in patterns.extract(utterance) if found.subject == "self"]
    return not any(found.quote in candidate.quote or candidate.quote in found.quote for found in read)


def _roots(text: str) -> set[str]:
    return {root(word.replace("'", "")) for word in words(text) if word not in STOP_WORDS}


def _grounded(value: str, quote: str) -> bool:
    """Whether every content word of the value stands in the quote, in any form of it."""
    needed = _roots(value)
    if not needed:
        return normalise(value) in normalise(quote) and bool(value.strip())
    held = _roots(quote)
    return all(word in held or any(min(len(word), len(other)) > 3 and (word in other or other in word) for other in
        held)
               for word in needed)


def _subject_named(subject: str, text: str) -> bool:
    if subject == "self":
        return True
    plain = passages.fold(text).casefold().replace("'s", "")
    if any(subject == BEING_WORD.get(word) for word in re.findall(r"[\w-]+", plain)):
        return True
    said = {*normalise(plain).split(), *words(plain)}
    return all(word in said or word in normalise(text) for word in normalise(subject).split() if word not in STOP_WORDS)
