"""A first look at a statement: what it could disagree about at all, so that most of a person's claims stay unread."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from memory.contradict import cues
from memory.contradict.kinds import kinds
from memory.contradict.lexicon import LIGHT, PARTICLE_SIGNS, SMALL, meaning, opposites
from memory.contradict.occupations import occupation
from memory.text import normalise
from memory.text.vocabulary import vocabulary

_WORD = re.compile(r"(?:(?<![\w)])-(?=\d))?[^\W_]+(?:[.:@][^\W_]+)*(?:[+#]+(?!\w))?")
# A number is an age only beside one of these.
_AGED = vocabulary("""
am m im is are be was bin ist bist sind war year years yo old age aged jahr jahre jahren alt werde wird turn turns
turned turning
""")
# Words that an idiom stands for, so that a statement can mean them without saying them.
_MEANT = frozenset(meaning(word)[0] for word in vocabulary(
    "drop insert remove lift disembark board accept timezone email phone prefer quit stop"))
# The other word of an idiom that some words stand for.
_STANDS_FOR = {word: other for other, words in {
    "sibling": "only", "geschwister": "einzelkind", "smoke": "smoker raucher raucherin nichtraucher",
    "nightowl": "owl night", "earlybird": "bird riser morning", "punctual": "time", "motionless": "still",
    "inflate": "blow blowing blows", "takeoff": "taking takes take", "poor": "broke", "roommate": "alone",
    "mitbewohner": "allein", "kochen": "koch", "exercise": "work working works gym",
}.items() for word in words.split()}
_DENYING = "un|dis|in|im|ir|il|non|nicht"
_PREFIXES = re.compile(rf"(?:{_DENYING})(?=\w{{4}})")
_DOER = re.compile(r"(\w{2,}?(\w))\2?er$")  # "swim" of "swimmer"
_AGE = "age="
_CUES = vocabulary("no not never nor neither none nicht nie niemals nichts")


@dataclass(frozen=True, slots=True)
class Glance:
    """What a statement could disagree about: its telling words, and the kinds of slot it may give a value to."""

    touches: frozenset[str]
    plain: bool  # none of its words may hide behind an idiom

    @property
    def reaches(self) -> frozenset[str]:
        """What another statement must tell to disagree with it, where it is plain."""
        return self.touches | _MEANT


def apart(a: str, b: str) -> bool:
    """Whether two statements cannot disagree: no telling word and no kind of slot in common. So for either order."""
    seen, looked_at = glance(a), glance(b)
    return seen.plain and looked_at.plain and seen.touches.isdisjoint(looked_at.touches)


def drop_glances() -> None:
    """Forget every statement looked at so far."""
    for cached in (glance, hint, _families):
        cached.cache_clear()


@lru_cache(maxsize=20_000)
def glance(statement: str) -> Glance:
    """A statement by its words alone."""
    held = frozenset(_WORD.findall(normalise(statement)))
    words = frozenset[str]().union(*map(hint, held))
    slots = frozenset[str]().union(*map(_families, held)) - ({_AGE} if held.isdisjoint(_AGED) else set())
    return Glance(words | slots, _MEANT.isdisjoint(words))


@lru_cache(maxsize=20_000)
def hint(word: str) -> frozenset[str]:
    """What a normalised word tells, in every form it is compared in."""
    if word in _CUES or word.startswith("kein"):
        return frozenset()
    if word in PARTICLE_SIGNS:
        return frozenset((PARTICLE_SIGNS[word][0], meaning(word)[0]))
    if word in _STANDS_FOR:
        return frozenset((*_forms(word), *_forms(_STANDS_FOR[word])))
    return frozenset() if word in SMALL or meaning(word)[0] in LIGHT else frozenset(_forms(word))


@lru_cache(maxsize=20_000)
def _families(word: str) -> frozenset[str]:
    """The kinds of slot that a word may belong to, written as no word is."""
    work = word not in SMALL and word not in PARTICLE_SIGNS and bool(occupation(word))
    return frozenset(f"{family}=" for family in (*cues.families(word), *(("work",) if work else ())))


def _forms(word: str) -> tuple[str, ...]:
    name, sign = meaning(word)
    doer = _DOER.match(word)
    cut = _PREFIXES.match(name)
    return (name, *kinds(name), *(_pole(name, other) for other, _ in opposites(name, sign)),
            *((meaning(name[cut.end():])[0],) if cut else ()), *((meaning(doer[1])[0],) if doer else ()),
            *((name[:-1],) if len(name) > 4 and name.endswith("t") else ()))


def _pole(one: str, other: str) -> str:
    """A word for two opposites, the same from both ends."""
    return f"{min(one, other)}~{max(one, other)}"
