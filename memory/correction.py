"""Correction: what a person writes in the place of a fact, read as a new value or as a statement of their own."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from memory import voice
from memory.domain import Candidate, Claim
from memory.errors import Refused
from memory.text import STOP_WORDS, concepts, negated, normalise, root, words

_NOTHING = re.compile(r"\s*(?:/|(?:i )?(?:don'?t|do not) know\b|dunno\b|no idea\b|not sure\b|keine ahnung\b|"
                      r"(?:ich )?wei(?:ß|ss) (?:ich |es )?nicht\b|[\W_]*$)", re.I)  # what nobody puts in a fact's place
_TOLD_TO_YOU = re.compile(r"\s*(?:you(?:r|'\w+)?|du|dein\w*)\s", re.I)
_SHORT = 8  # words of a new value; more of them are a statement
_VAGUE = ("note", "event", "state")  # slots of any matter


def says_nothing(text: str) -> bool:
    """Whether a text is no statement and no value: signs, a question, "I don't know"."""
    return bool(_NOTHING.match(text)) or text.rstrip().endswith("?")


def read(old: Claim, text: str, read_out: Callable[[str], list[Candidate]]) -> tuple[str, list[Candidate]]:
    """(the words to keep, what they say): the old statement with the new value in it, or a statement of its own.

    `text` may be the sentence as the person is shown it, "You live in Oslo"; `read_out` reads a first-person statement.

    Raises:
        Refused: "no value"; "something else", a statement of another matter; "the same", as it is now.
    """
    if says_nothing(text):
        raise Refused("no value", str(old.id))
    text = _in_first_person(old, text)
    found = read_out(text)
    if any(candidate.extractor == "patterns" for candidate in found):
        found = _about(old, found)
    else:
        found = [_with_value(old, text)]
    if len(found) == 1 and _same(old, found[0]):
        raise Refused("the same", str(old.id))
    return text, found


def _in_first_person(old: Claim, text: str) -> str:
    """A sentence that is built like the old one as it is shown, said by its person; other text as it is.

    Raises:
        Refused: "no value": it is said to somebody, and not built like that.
    """
    shown = voice.second_person(old.statement, old.language)
    at, mine = shown.rfind(old.value), old.statement.rfind(old.value)
    head, tail = shown[:at], shown[at + len(old.value):]
    if at > 0 and mine >= 0 and text.casefold().startswith(head.casefold()):
        value = text[len(head):]
        if tail and value.endswith(tail):
            return old.statement[:mine] + value
        return old.statement[:mine] + value.rstrip(" .!")
    if _TOLD_TO_YOU.match(text):
        raise Refused("no value", str(old.id))
    return text


def _about(old: Claim, found: Sequence[Candidate]) -> list[Candidate]:
    """Of what was read, what can stand in the old one's place."""
    whole = [one for one in found if one.attribute == old.attribute and one.subject == old.subject]
    if whole:
        return whole if old.attribute == "note" else whole[:1]
    if old.attribute not in _VAGUE and not any(_related(old, one) for one in found):
        raise Refused("something else", str(old.id))
    return list(found)


def _related(old: Claim, new: Candidate) -> bool:
    """Whether a statement is of the same matter, by what both are about or by a telling word."""
    def telling(statement: str) -> set[str]:
        return {root(word) for word in words(statement) if word not in STOP_WORDS}
    about = concepts(old.statement, old.attribute) & concepts(new.statement, new.attribute)
    return new.attribute in _VAGUE or bool(about) or bool(telling(old.statement) & telling(new.statement))


def _with_value(old: Claim, text: str) -> Candidate:
    at = old.statement.casefold().rfind(old.value.casefold())
    short = len(text.split()) <= _SHORT and at >= 0 and bool(old.value)
    bare_number = text.strip().isdecimal() and not re.search(r"\d", old.value)
    if short and (negated(normalise(text)) or bare_number):
        raise Refused("no value", str(old.id))
    statement = f"{old.statement[:at]}{text}{old.statement[at + len(old.value):]}" if short else text
    return Candidate(subject=old.subject, attribute=old.attribute, value=text if short else statement,
                     polarity=old.polarity, statement=statement, quote=text, message=0, type=old.type,
                     extractor="person")


def _same(old: Claim, new: Candidate) -> bool:
    """Another writing of the value is a correction, and so are other days."""
    dates = (new.valid_from or old.valid_from, new.valid_to or old.valid_to)
    names = ("subject", "attribute", "value", "polarity")
    return dates == (old.valid_from, old.valid_to) and all(getattr(old, name) == getattr(new, name) for name in names)
