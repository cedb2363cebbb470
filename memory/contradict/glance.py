"""A first look at a statement: what it could disagree about at all, so that most of a person's claims stay unread."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from string import ascii_lowercase

from memory.contradict import cues
from memory.contradict.kinds import MEMBERS, kinds
from memory.contradict.lexicon import LIGHT, PARTICLE_SIGNS, SMALL, SPELLINGS, meaning, opposites
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
_CUES = vocabulary("no not never nor neither none nicht nie niemals nichts")


@dataclass(frozen=True, slots=True)
class Glance:
    """The telling words of a statement."""

    words: frozenset[str]
    plain: bool  # none of them may hide behind an idiom


def apart(a: str, b: str) -> bool:
    """Whether two statements cannot disagree: no telling word and no kind of slot in common. So for either order."""
    one, other, known = a, b, _REACHES.get(a)
    if known is None:
        one, other, known = b, a, _REACHES.get(b)
    if known is None:
        if len(_REACHES) >= _KEPT:
            _REACHES.clear()
        _REACHES[a], known = (_reach(a),), (_reach(b),)
        _REACHES[b] = known
    (reach,) = known
    if reach is not None:
        return not _touches(reach, other)
    seen, looked_at = glance(one), glance(other)
    return (seen.plain and looked_at.plain and seen.words.isdisjoint(looked_at.words)
            and families(a).isdisjoint(families(b)))


def drop_glances() -> None:
    """Forget every statement looked at so far."""
    _REACHES.clear()
    for cached in (glance, families, hint, _families, _words, _starts):
        cached.cache_clear()


@lru_cache(maxsize=20_000)
def glance(statement: str) -> Glance:
    """What a statement could disagree about, from its words alone."""
    words = frozenset[str]().union(*map(hint, _words(statement)))
    return Glance(words, _MEANT.isdisjoint(words))


@lru_cache(maxsize=20_000)
def families(statement: str) -> frozenset[str]:
    """The kinds of slot that a statement may give a value to."""
    words = _words(statement)
    found = frozenset[str]().union(*map(_families, words))
    return frozenset(found - {"age"} if words.isdisjoint(_AGED) else found)


@lru_cache(maxsize=20_000)
def _words(statement: str) -> frozenset[str]:
    return frozenset(_WORD.findall(normalise(statement)))


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
    work = word not in SMALL and word not in PARTICLE_SIGNS and bool(occupation(word))
    return frozenset((*cues.families(word), "work") if work else cues.families(word))


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


@dataclass(frozen=True, slots=True)
class Reach:
    """What a peer must have to disagree with a statement, and the first letters of every word that could be that."""

    words: frozenset[str]
    slots: frozenset[str]
    starts: frozenset[str]


# Of a few statements, since a scan asks about one of them again and again; None where no first letters tell.
_REACHES: dict[str, tuple[Reach | None]] = {}
_KEPT = 64
_FIRST = 3
_STARTS = re.compile(rf"\b\w{{1,{_FIRST}}}")
_DENIED_STARTS = re.compile(rf"\b(?:{_DENYING})(\w{{{_FIRST}}})")
_DENYING_LETTERS = frozenset("udin")


def _touches(reach: Reach, peer: str) -> bool:
    if reach.starts.isdisjoint(_starts(peer)):
        return False
    words = _words(peer)
    for word in words:
        start = word[:_FIRST]
        if (start in reach.starts or word[0] in _DENYING_LETTERS or not start.isalnum()) and (
            not reach.words.isdisjoint(hint(word)) or not reach.slots.isdisjoint(_families(word))
        ):
            return True
    return "age" in reach.slots and "age" in families(peer)


@lru_cache(maxsize=20_000)
def _starts(statement: str) -> frozenset[str]:
    """The first letters of every word, and those after a prefix that denies it."""
    plain = normalise(statement).replace("_", " ")
    return frozenset(_STARTS.findall(plain) + _DENIED_STARTS.findall(plain))


def _reach(statement: str) -> Reach | None:
    seen, slots = glance(statement), families(statement)
    if not seen.plain or "work" in slots:  # which nouns are occupations, no first letters tell
        return None
    names = {part for word in seen.words for part in word.split("~")}
    names |= {member for member in MEMBERS if not kinds(member).isdisjoint(names)}
    starts = set(_ALWAYS).union(*map(_spelt, names))
    starts.update(word[:_FIRST] for word in _STANDS_FOR if not seen.words.isdisjoint(hint(word)))
    starts = starts.union(*map(cues.beginnings, slots))
    return Reach(seen.words | _MEANT, slots, frozenset(starts | (_AGED_STARTS if "age" in slots else set())))


def _spelt(name: str) -> set[str]:
    """The first letters of the words that may be read as a canonical one."""
    starts = {*_STARTS.findall(name)[:1], *SPELLINGS.get(name, ())}
    starts |= {start[:-1] + "y" for start in starts if start.endswith("i")}  # "shi" is the stem of "shy"
    return starts | {start + letter for start in starts if len(start) < _FIRST for letter in ascii_lowercase}


_ALWAYS = frozenset[str]().union(*map(_spelt, _MEANT))
_AGED_STARTS = {word[:_FIRST] for word in _AGED}
