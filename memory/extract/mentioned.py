"""Whom a pronoun of the next clause means: the one relative or animal that a clause says its speaker has.

"Ich habe einen Hund, er heißt Bello" names the dog. Where somebody else has it, where there are several, or where the
pronoun is of the other gender, it means nobody that can be told.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from memory.extract.lexicon import KIN_WORD, PET_WORD
from memory.extract.reading import NOBODY, Clause, Said, Subject

_MEN = frozenset("stepbrother half-brother godfather brother father husband boyfriend son grandfather uncle nephew "
                 "grandson stepfather stepson father-in-law brother-in-law".split())
_WOMEN = frozenset("stepsister half-sister godmother sister mother wife girlfriend daughter grandmother aunt niece "
                   "granddaughter stepmother stepdaughter mother-in-law sister-in-law".split())
_ONE = re.compile(r"\b(?P<article>an?|one|another|eine?n?|'?ne?n?)\s+(?:[\w-]+\s+){0,3}?$", re.I)
_SEVERAL = re.compile(r"(?:s|children|in-laws|fish)$", re.I)


def agrees(pronoun: str, who: Subject) -> bool:
    """Whether "he" or "sie" may stand for somebody, as far as the word for them has a gender."""
    word = pronoun.casefold()
    other = _WOMEN if word in ("he", "er", "his") else _MEN if word in ("she", "sie", "her") else frozenset[str]()
    return who.key not in other


def after(clause: Clause, said: Sequence[Said], earlier: Subject) -> Subject:
    """Whom a pronoun after this clause means; `earlier` where the clause brings nobody in."""
    had = [one for one in said if one.attribute in ("pet", "family") and not one.denied]
    if not had:
        return earlier
    if len(had) > 1 or had[0].subject != "self":
        return NOBODY
    text = had[0].value.text
    noun = re.split(r"\s+(?:called|named|namens|who|die|der)\b|,", text)[0].split()[-1]
    key = KIN_WORD.get(noun.casefold()) or PET_WORD.get(noun.casefold())
    end = had[0].value.start + text.index(noun)
    one = _ONE.search(clause.text[:end])
    if key is None or one is None or _SEVERAL.search(key):
        return NOBODY if key else earlier
    article = one["article"].casefold().lstrip("'")
    mine = "My" if article in ("a", "an", "one", "another") else "Meine" if article in ("eine", "ne") else "Mein"
    return Subject(key, f"{mine} {noun}")
