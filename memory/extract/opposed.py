"""What a message says beside what the person has said before: changes that the grammars do not read by themselves.

"The nas is at 10.0.0.5 now" is no statement about oneself, and "Sam moved out, Priya's my new flatmate" says little of
whom it is about. Either is worth a question because an earlier statement says otherwise; that one lends its slot.
Nothing is learned here that disagrees with nothing.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from memory.attributes import attribute, canonical
from memory.contradict import Proposition, compare, values_of
from memory.decision import Decision, Reason, by_rules
from memory.domain import Action, Candidate, PairKind, Polarity, Utterance
from memory.extract import mood, named, passages, patterns
from memory.extract.passages import Sentence
from memory.known import Known
from memory.revision import Revision, restates, revise
from memory.revision.tokens import tokens
from memory.text import STOP_WORDS, normalise, root, words

_OWN = {  # relatives of whom nobody says whose they are: they are the speaker's
    **{word: f"My {word}" for word in ("mum", "mom", "dad", "grandma", "grandpa", "granny", "gran", "nan", "nana",
        "grandad", "granddad")},
    **{word: f"Meine {word.capitalize()}" for word in ("mama", "mutti", "oma", "tante")},
    **{word: f"Mein {word.capitalize()}" for word in ("papa", "opa", "onkel")},
}
_MOMENT = re.compile(r"\b(?:today|tonight|right now|again|yesterday|this (?:morning|afternoon|evening)|just|heute|"
    r"gerade|gestern|"
                     r"wieder|eben|vorhin)\b", re.I)
_NAMES_ANOTHER = re.compile(  # "Max is my dog's name too", "Max heißt auch mein Hund": of the name, not of who has it
    r"\s+(?:is|was|ist) (?:also |auch )?(?:my|our|the|mein\w*|unser\w*|der)\b|\s+(?:heißt|heisst|heißen)\b", re.I)
LONGEST = 25  # words of a sentence that is looked at
MOST = 600  # characters of a message: longer ones are texts, not statements


def extract(utterance: Utterance, standing: Sequence[Known], found: Sequence[Candidate],
            theirs: Collection[int] = ()) -> list[Candidate]:
    """`found`, the candidates of all messages, with those of this message seen beside `standing`, the author's own.

    Where a sentence as a whole revises one of `standing`, it takes the place of what was read out of its parts; what
    the sentence itself calls known is not offered again. `theirs`: the messages of the same author among all.
    """
    if utterance.forwarded or not (standing or found) or len(utterance.text) > MOST:
        return list(found)
    plain = passages.fold(passages.own_words(utterance.text, utterance.reply_quote))
    kept, own = list(found), {utterance.id, *theirs}
    for unit in _units(plain):
        if unit.asks or len(unit.text.split()) > LONGEST or mood.reason(unit.text, plain):
            continue
        read = [one for one in kept if one.message == utterance.id and one.quote in unit.text]
        ruled = {one.value: by_rules(one, standing) for one in read}
        changed = any(verdict.action is not Action.ADD for verdict in ruled.values())
        revision = revise(unit.text, standing)
        if revision is not None and (not changed or _stronger(revision, ruled, unit)):
            quote = utterance.text[unit.start:unit.start + len(unit.text)]
            known = next(k for k in standing if k.id == revision.target)
            kept = [one for one in kept if one not in read or not _says(revision, one, unit)]
            kept.append(_revising(utterance, quote, known, revision))
        elif restates(unit.text):
            slots = {canonical(k.attribute) for k in standing} - {"note"}
            kept = [one for one in kept if one not in read or changed or canonical(one.attribute) not in slots]
        elif not read:
            told = _told(standing, kept, own)
            kept += _named(utterance, unit, told) or list(_opposing(utterance, unit, standing))
    for sentence in passages.sentences(plain):  # what two sentences say together leaves open whom the second names
        if not sentence.asks and not mood.reason(sentence.text, plain) and not any(
                one.quote in sentence.text or sentence.text in one.quote for one in kept
                if one.message == utterance.id):
            kept += _named(utterance, sentence, _told(standing, kept, own))
    return kept


def _told(standing: Sequence[Known], found: Sequence[Candidate], own: Collection[int]) -> list[str]:
    """What somebody has said: before, and in those of the messages read now that are their own."""
    return [*(known.statement for known in standing), *(one.statement for one in found if one.message in own)]


def _named(utterance: Utterance, unit: Sentence, told: Sequence[str]) -> list[Candidate]:
    """What is said of somebody by a name alone, whom a statement introduced: "Eoin plays hurling"."""
    first = re.match(r"[^\W\d_]+(?=\s)(?! (?:and|und|&)\b)", unit.text)
    if not first or _MOMENT.search(unit.text) or _NAMES_ANOTHER.match(unit.text, first.end()):
        return []
    word = first.group().casefold()
    mentions = any(word in statement.casefold() for statement in told)  # most words that begin a sentence name nobody
    who = named.introduced(told).get(normalise(word)) if mentions else None
    if who is None and (own := _OWN.get(first.group().casefold())):
        who = named.Person(own)
    if who is None:
        return []
    quote = utterance.text[unit.start:unit.start + len(unit.text)]
    said = replace(utterance, text=who.words + unit.text[first.end():], reply_quote="")
    return [replace(one, quote=quote, subject=who.subject or one.subject) for one in patterns.extract(said)
            if one.subject != "self" and one.value in quote and one.attribute not in ("location", "state")]


def _units(plain: str) -> Iterator[Sentence]:
    """Two short sentences as one, where they are all there is, since a change is often told in two; else each."""
    found = list(passages.sentences(plain))
    if len(found) == 2 and not any(one.asks for one in found):
        start, stop = found[0].start, found[1].start + len(found[1].text)
        yield Sentence(plain[start:stop], start, False)
    else:
        yield from found


def _stronger(revision: Revision, ruled: Mapping[str, Decision], unit: Sentence) -> bool:
    """Whether the sentence as a whole names another target for the same new value: its words tell more than a slot,
    "changed our power supplier, now we're with Vento" is no word on an employer."""
    new = _telling(unit.text[slice(*revision.value)]) if revision.value else set()
    if revision.ends and any(verdict.action is Action.NONE and verdict.target == revision.target
                             for verdict in ruled.values()):
        return True  # "my appointment with X is cancelled" names what is known, and ends it
    return any(verdict.reason == Reason.OTHER_VALUE and verdict.target != revision.target and _telling(value) & new
               for value, verdict in ruled.items())


def _says(revision: Revision, one: Candidate, unit: Sentence) -> bool:
    """Whether a candidate read out of a part of the sentence is what the revision says: its new value or its denial."""
    if one.polarity is Polarity.NO or revision.value is None:
        return True
    new = unit.text[slice(*revision.value)]
    return bool(_telling(one.value) & _telling(new)) or one.quote in unit.text


def _revising(utterance: Utterance, quote: str, known: Known, revision: Revision) -> Candidate:
    polarity, slot = Polarity.NO if revision.ends else Polarity.YES, known.attribute
    value = quote[slice(*revision.value)] if revision.value else known.value
    if not _telling(value) or not _telling(value) <= _telling(quote) or _figures(value) > _figures(known.value):
        slot, value = ("note", quote) if revision.value else (slot, _shared(known, quote))
    return Candidate(known.subject, slot, value, polarity, quote[:1].upper() + quote[1:], quote, utterance.id,
                     attribute(slot).type, "patterns", retraction=revision.ends)


def _figures(value: str) -> bool:
    """Whether a value is nothing but figures: such a one takes no name's place."""
    return bool(value) and all(token.figure for token in tokens(value))


def _shared(known: Known, quote: str) -> str:
    """The first word of a quote that the statement it ends has as well; the quote where none is found."""
    held = _telling(known.statement)
    return next((word for word in quote.split() if _telling(word) and _telling(word) <= held), quote)


def _opposing(utterance: Utterance, unit: Sentence, standing: Sequence[Known]) -> Iterator[Candidate]:
    quote = utterance.text[unit.start:unit.start + len(unit.text)]
    new = Proposition(unit.text)
    for known in standing:
        kind = compare(Proposition(known.statement), new)
        if kind is not None:
            yield _candidate(utterance, quote, known, kind)
            return


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
