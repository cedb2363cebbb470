"""Which grammar reads a sentence, and the form all of them have."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from memory.extract import english, german
from memory.extract.english_frames import FRAMES as ENGLISH_FRAMES
from memory.extract.german_frames import FRAMES as GERMAN_FRAMES
from memory.extract.reading import Clause, Frame, Said, Subject
from memory.text import detect

_ICH = re.compile(r"\b(?:ich|wir|mein(?:e[nmrs]?)?|unser(?:e[nmrs]?)?|mir|mich|bin|habe|hab|wohne|arbeite|heiße|"
        r"trinke|studiere|spreche)\b", re.I)
_I = re.compile(r"\b(?:i|i'm|my|we|our|me|am|have)\b", re.I)


@dataclass(frozen=True, slots=True)
class Grammar:
    """How clauses of one language are found and read."""

    language: str
    clauses: Callable[[str], Iterator[Clause]]
    lead: Callable[[str], int]
    statements: Callable[[Clause, int, Subject, Sequence[Frame]], tuple[Subject, list[Said]]]
    frames: tuple[Frame, ...]


ENGLISH = Grammar("en", english.clauses, english.lead, english.statements, ENGLISH_FRAMES)
GERMAN = Grammar("de", german.clauses, german.lead, german.statements, GERMAN_FRAMES)


def of(sentence: str, message: str = "", default: str = "en") -> Grammar:
    """The grammar for a sentence: by its pronouns, which names and loan words cannot change, else as detected."""
    german_, english_ = _ICH.search(sentence) is not None, _I.search(sentence) is not None
    if german_ != english_:
        return GERMAN if german_ else ENGLISH
    return GERMAN if detect(sentence, detect(message[:600], default)) == "de" else ENGLISH
