"""A first look at a statement: what it could disagree about at all, so that most of a person's claims stay unread."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from memory.contradict.kinds import kinds
from memory.contradict.lexicon import LIGHT, PARTICLE_SIGNS, SMALL, meaning, opposites
from memory.contradict.occupations import occupation
from memory.text import normalise
from memory.text.vocabulary import vocabulary

_WORD = re.compile(r"(?:(?<![\w)])-(?=\d))?[^\W_]+(?:[.:@][^\W_]+)*(?:[+#]+(?!\w))?")
# Slots whose values share no word with each other, by the first letters of the words their frames are read from.
_FAMILIES = {start: family for family, starts in {
    "home": "live livi resi base wohn lebe lebt move relo zog zieh umge gezo",
    "origin": "born from grew rais aus gebo orig aufg stam komm come",
    "work": "as als prom beca beco work job job. jobs arbe care stel atte",
    "name": "name call heis",
    "birthday": "birt gebu born gebo",
    "relationship": "sing marr divo wido enga ledi verh gesc verw verl",
    "study": "stud majo",
    "favourite": "favo lieb",
}.items() for start in starts.split()}
# Words that an idiom stands for, so that a statement can mean them without saying them.
_MEANT = frozenset(meaning(word)[0] for word in vocabulary(
    "drop insert remove lift disembark board accept timezone email phone prefer quit stop"))
# The other word of an idiom that some words stand for.
_STANDS_FOR = {word: other for other, words in {
    "sibling": "only", "geschwister": "einzelkind",
    "smoke": "smoker raucher raucherin nichtraucher", "nightowl": "owl night", "earlybird": "bird riser morning",
    "punctual": "time", "motionless": "still", "inflate": "blow blowing blows", "takeoff": "taking takes take",
    "poor": "broke",
}.items() for word in words.split()}
_PREFIXES = re.compile(r"(?:un|dis|in|im|ir|il|non|nicht)(?=\w{4})")


@dataclass(frozen=True, slots=True)
class Glance:
    """The telling words of a statement, and the slots it may give a value to."""

    words: frozenset[str]
    families: frozenset[str]
    plain: bool  # there are telling words, and none that an idiom may hide


@lru_cache(maxsize=20_000)
def glance(statement: str) -> Glance:
    """What a statement could disagree about, from its words alone."""
    words: set[str] = set()
    families: set[str] = set()
    for word in set(_WORD.findall(normalise(statement))):
        telling, of = hint(word)
        words.update(telling)
        families.update(of)
    return Glance(frozenset(words), frozenset(families), bool(words) and _MEANT.isdisjoint(words))


@lru_cache(maxsize=20_000)
def hint(word: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What a normalised word tells, in every form it is compared in, and the kinds of slot it may stand for."""
    family = _FAMILIES.get(word[:4], "")
    if word.isdigit() and len(word) < 4:
        family = "age"
    if word in PARTICLE_SIGNS:
        return (PARTICLE_SIGNS[word][0], meaning(word)[0]), ()
    if word in _STANDS_FOR:
        family = family or ("work" if occupation(word) else "")
        return (*_forms(word), *_forms(_STANDS_FOR[word])), (family,) if family else ()
    name = meaning(word)[0]
    if word in SMALL or name in LIGHT:
        return (), (family,) if family else ()
    return _forms(word), (family,) if family else ("work",) if occupation(word) else ()


def _forms(word: str) -> tuple[str, ...]:
    name = meaning(word)[0]
    cut = _PREFIXES.match(name)
    return (name, *kinds(name), *_poles(*meaning(word)), *((meaning(name[cut.end():])[0],) if cut else ()),
            *((name[:-1],) if len(name) > 4 and name.endswith("t") else ()))


def _poles(name: str, sign: int) -> set[str]:
    """A word for each opposite of one, the same from both ends."""
    return {f"{min(name, other)}~{max(name, other)}" for other, _ in opposites(name, sign)}


def apart(a: str, b: str) -> bool:
    """Whether two statements cannot disagree: no telling word and no kind of slot in common. So for either order."""
    one, two = glance(a), glance(b)
    return one.plain and two.plain and one.words.isdisjoint(two.words) and one.families.isdisjoint(two.families)
