"""Claims from first-person statements in English and German without a model: the floor of learning.

A clause grammar per language reads who a clause speaks of, its verb and its cues of denial; a table of frames says
what the verb means for the memory. High precision is the aim: what the grammar does not understand is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from memory.attributes import attribute
from memory.domain import Candidate, Polarity, Utterance
from memory.extract import (
    contrasts,
    figures,
    grammars,
    guesses,
    holding,
    matrix,
    mentioned,
    mood,
    passages,
    play,
    repairs,
)
from memory.extract.plain import circumstances
from memory.extract.plain import clauses as plain_clauses
from memory.extract.reading import NOBODY, Clause, Said
from memory.text import value_key
from memory.timephrase import Period, resolve

_BACK = re.compile(
    r"\bafter all\b|\bmisspoke\b|\bi was wrong\b|\bmade (?:that|it) up\b|\bscratch that\b|\bcorrection\b|\bmistake\b|"
    r"\bi lied\b|\b(?:was|just|only) (?:a )?(?:joke|joking|kidding)\b|\bwar (?:nur )?(?:ein )?(?:scherz|spaß|witz)\b|"
    r"\btake that back\b"
    r"|\bdoch (?:gar |überhaupt )?(?:kein\w*|nicht)\b|\b(?:vertan|geirrt|versprochen|verschrieben|getäuscht|vertippt|"
    r"gelogen|ausgedacht)\b"
    r"|\bstimmt (?:gar |doch )?nicht\b|\bwar falsch\b|\bnehme (?:ich )?(?:das )?zurück\b", re.I)
_GREETING = re.compile(r"^\W*(?:hallo|hi|hey|moin|servus|guten (?:tag|morgen|abend)|grüß|hello|tach|na\b|freut mich)",
    re.I)
_ADDING = re.compile(  # what joins a statement to the talk it was said in is no part of it
    r"(?:[\s,]+(?:too|as well|lol|haha\w*|btw|by the way|auch|übrigens))+[\s.!]*$|"
    r"(?<=\w) auch(?= (?!wenn\b|nur\b|mal\b))",
    re.I)
_OF_THE_DAY = re.compile(r"[\s,]+(?:today|now|heute|jetzt)[\s.!]*$", re.I)  # an age goes on being true
_BORN = re.compile(r"\bborn\b|\bgeboren\b|\bbirthday\b|\bgeburtstag\b", re.I)


def extract(utterance: Utterance, playing: bool = False) -> list[Candidate]:
    """What a message says about its author, in the order said; nothing from forwards, questions, play and irony.

    `playing`: a game of make-believe goes on from earlier messages (`play.goes_on`).
    """
    if utterance.forwarded:
        return []
    found: dict[tuple[str, str, str], Candidate] = {}
    marked = () if playing else (*guesses.extract(utterance), *contrasts.extract(utterance),
                                 *repairs.extract(utterance, extract))
    for candidate in (*marked, *_candidates(utterance, playing)):
        value = value_key(candidate.value) or candidate.value.casefold()  # "a flat white" is "flat white"
        found.setdefault((candidate.subject, candidate.polarity, value), candidate)
    return list(found.values())


def _candidates(utterance: Utterance, playing: bool) -> Iterator[Candidate]:
    plain = passages.fold(passages.own_words(utterance.text, utterance.reply_quote))
    earlier = NOBODY
    for sentence in passages.sentences(plain):
        if mood.hands_over_text(sentence.text):
            return
        reason = mood.reason(sentence.text, plain)
        playing = (playing or reason == mood.ROLE_PLAY) and not play.closes(sentence.text)
        asked = reason == mood.REQUEST
        if (reason and not asked) or (playing and not mood.steps_out(sentence.text)):
            continue
        grammar = grammars.of(sentence.text, plain, utterance.language)
        text = mood.POLITE.sub(lambda found: " " * len(found.group()), sentence.text).rstrip()
        clauses = list(grammar.clauses(text))
        doubted, then = False, mood.of_another_time(text)
        for number, clause in enumerate(clauses):
            at = grammar.lead(clause.text)
            if sentence.asks and number == len(clauses) - 1:
                break
            asked = asked or mood.asks(clause.text[at:])
            if asked and not mood.turns(text, clause.start):
                continue
            asked = False
            unreal, doubted = doubted or mood.unreal(clause.text), mood.hedges(clause.text)
            remote = mood.remote(clause.text) or clause.start < then
            if unreal or remote or figures.denies_a_part(clause.text):
                continue
            governor = matrix.governor(text, clause.start)
            if governor is None or figures.figurative(text, clause.start, clause.start + len(clause.text)):
                continue
            period = resolve(clause.text, utterance.sent_at, grammar.language)
            if period and not _BORN.search(clause.text):
                clause = replace(clause, times=period.spans)
            clause = replace(clause, greeted=_GREETING.search(plain) is not None)
            earlier, said = grammar.statements(clause, at, earlier, grammar.frames)
            earlier = mentioned.after(clause, said, earlier)
            said = said or circumstances.said(clause, at)
            if not said and len(clauses) == 1:
                said = plain_clauses.said(clause, at)
            for item in said:
                if item.attribute == "instruction" and (len(plain) > 200 or "\n" in plain.strip()):
                    continue  # long texts with orders in them are pasted more often than meant
                found = _candidate(item, clause, at, sentence.start, utterance, plain, period)
                if holding.not_yet(found.attribute, clause.text, found.valid_from):
                    continue
                if governor < clause.start:  # the words a "dass" hangs on belong to the evidence
                    end = sentence.start + clause.start + len(clause.text)
                    found = replace(found, quote=utterance.text[sentence.start + governor:end].strip(" ,;:-–—"))
                yield found


def _candidate(item: Said, clause: Clause, at: int, offset: int, utterance: Utterance, plain: str,
               period: Period | None) -> Candidate:
    start = offset + clause.start
    quote = utterance.text[start + at:start + len(clause.text)].strip(" ,;:-–—")
    value = utterance.text[start + item.value.start:start + item.value.start + len(item.value.text)]
    if re.search(r"\s\s", item.value.text):  # a time phrase was taken out of its middle
        value = " ".join(item.value.text.split())
    slot = attribute(item.attribute)
    statement = quote
    if item.opening:
        whole = item.opening.endswith(".")
        rest = value if slot.name == "name" else f"{quote[:1].lower()}{quote[1:]}"
        statement = item.opening[:-1] if whole else f"{item.opening} {rest}"
    bare = _ADDING.sub("", statement)
    bare = _OF_THE_DAY.sub("", bare) if slot.name == "age" else bare
    statement = bare if value in bare else statement
    valid_from, valid_to = holding.holds(slot.name, period, utterance.sent_at.date())
    return Candidate(
        subject=item.subject, attribute=slot.name, value=value, polarity=Polarity.NO if item.denied else Polarity.YES,
        statement=statement[:1].upper() + statement[1:], quote=quote, message=utterance.id, type=slot.type,
        extractor="patterns", valid_from=valid_from, valid_to=valid_to,
        retraction=item.denied and _BACK.search(plain) is not None)
