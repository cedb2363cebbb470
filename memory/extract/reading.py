"""What the clause grammars of the languages have in common: clauses, readings and the table of frames."""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory.extract.values import Span


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause of a message by its place.

    `conjoined`: it follows another one of the same sentence by and/comma. `times`: where its time phrases are.
    """

    text: str
    start: int
    conjoined: bool = False
    times: tuple[tuple[int, int], ...] = ()
    greeted: bool = False  # the message opens with a greeting: "ich bin Jonas" is then a name, not a noun


@dataclass(frozen=True, slots=True)
class Subject:
    """Whom a clause speaks of: the key of a claim ("self", "sister") and the words to begin a sentence with."""

    key: str
    surface: str = ""


NOBODY = Subject("")


@dataclass(frozen=True, slots=True)
class Said:
    """One thing a clause says: slot, value by its place in the clause, and whether it is denied.

    `opening` are words to put before the clause so that it is a sentence ("I am", for "allergic to nuts"); when it ends
    in a full stop, it is the whole sentence.
    """

    subject: str
    attribute: str
    value: Span
    denied: bool = False
    opening: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """A clause as the grammar understood it, before frames give it a meaning.

    `subject` is "self", a relative or a thing; `lemma` the verb in its base form; `rest` what the verb says;
    `denied` whether cues turn it round; `ended` whether it once held ("used to", "no longer", "nicht mehr");
    `past` whether the verb tells of one past event; `elided` whether the clause had no subject word of its own.
    """

    subject: str
    lemma: str
    verb: Span  # from the verb to the end of the clause
    rest: Span
    denied: bool = False
    ended: bool = False
    past: bool = False
    perfect: bool = False
    habitual: bool = False
    elided: bool = False
    lasting: bool = False  # "for ten years", "since", "always": a perfect that still holds
    dated: bool = False  # a time phrase stands in the clause


@dataclass(frozen=True, slots=True)
class Frame:
    """A verb with the shape of what follows it, and the slot it fills. `v` in the pattern is the value.

    `flags`: l = the value may be a list, n = the verb itself denies ("hate"), k = what it denies is no claim either
    way ("don't dislike"), s = only about the speaker, t = only about a thing or another person, p = only one past
    event, e = not one past event, x = only in the perfect, d = only when denied, y = only when not denied, h = only a
    habit, T = only with a time phrase, w = the value as it stands, r = the verb is part of the value, + = further
    frames may fit as well.
    """

    lemmas: frozenset[str]
    pattern: re.Pattern[str]
    attribute: str
    flags: str = ""


def frame(lemmas: str, pattern: str, attribute: str, flags: str = "") -> Frame:
    """A row of a frame table; the pattern is matched from the start of what follows the verb."""
    return Frame(frozenset(lemmas.split()), re.compile(pattern, re.I), attribute, flags)
