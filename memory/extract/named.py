"""Whom a name alone stands for, as earlier statements introduced it: "Ben" for "My son Ben", one of a group included.

"I have two kids, Mia and Ben" names two of one kind. Each of them is then a subject of its own, or the age of the one
would be taken for another age of the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from memory.caches import cached
from memory.extract.lexicon import KIN_WORD, PET_WORD
from memory.revision import parties
from memory.text import normalise

_ONE_OF = {  # one of several, by the word for all of them
    "kids": "child", "children": "child", "sons": "son", "daughters": "daughter", "brothers": "brother",
    "sisters": "sister", "grandchildren": "grandchild", "nieces": "niece", "nephews": "nephew", "cousins": "cousin",
    "aunts": "aunt", "uncles": "uncle", "dogs": "dog", "cats": "cat", "rabbits": "rabbit", "horses": "horse",
    "kinder": "Kind", "söhne": "Sohn", "töchter": "Tochter", "brüder": "Bruder", "schwestern": "Schwester",
    "enkelkinder": "Enkelkind", "nichten": "Nichte", "neffen": "Neffe", "tanten": "Tante", "hunde": "Hund",
    "katzen": "Katze", "kaninchen": "Kaninchen", "pferde": "Pferd",
}
_FEMININE = frozenset(("Tochter", "Schwester", "Nichte", "Tante", "Katze"))
_NAME = r"(?-i:[A-ZÄÖÜ])[\wäöüß-]+"
_GROUP = re.compile(
    rf"\b(?P<all>{'|'.join(_ONE_OF)})(?:\s*[,:(–-]\s*|\s+)(?:(?:are |who are |sind )?(?:called|named|namens|heißen|"
    rf"die heißen)\s+)?(?P<names>{_NAME}(?:,\s+{_NAME})*,?\s+(?:and|und|&)\s+{_NAME})(?!'s)\b", re.I)
_RELATIVE = "|".join(sorted(map(re.escape, [*KIN_WORD, *PET_WORD]), key=len, reverse=True))
_TOLD = (
    re.compile(rf"\b(?:my|our) (?:[\w-]+ )?(?P<kin>{_RELATIVE})'s (?:first )?name(?: is|'s) (?P<name>{_NAME})", re.I),
    re.compile(rf"^(?P<name>{_NAME}) is (?:also )?(?:my|our) (?:[\w-]+ )?(?P<kin>{_RELATIVE})(?:'s name)?\b", re.I),
)


@dataclass(frozen=True, slots=True)
class Person:
    """`words` stand where the name stood; `subject` is the key of one among several, empty for the only one."""

    words: str
    subject: str = ""


def introduced(statements: Iterable[str]) -> dict[str, Person]:
    """By normalised name, whoever is named once as somebody's relative or animal, or as one of a group of them."""
    known = list(statements)
    told: dict[str, set[str]] = {}
    for statement in known:
        for name, words in _told(statement):
            told.setdefault(name, set()).add(words)
    people = {name: Person(next(iter(words))) for name, words in told.items() if len(words) == 1}
    people |= {name: Person(words) for name, words in parties.surnamed(known).items() if name not in told}
    return people | {name: Person(words, name) for statement in known for name, words in _grouped(statement)}


@cached(5_000)
def _told(statement: str) -> tuple[tuple[str, str], ...]:
    return tuple((normalise(hit["name"]), f"My {hit['kin'].casefold()} {hit['name']}")
                 for shape in _TOLD for hit in shape.finditer(statement))


@cached(5_000)
def _grouped(statement: str) -> tuple[tuple[str, str], ...]:
    members = []
    for group in _GROUP.finditer(statement):
        one = _ONE_OF[group["all"].casefold()]
        mine = "My" if one.islower() else "Meine" if one in _FEMININE else "Mein"
        members += [(normalise(name), f"{mine} {one} {name}") for name in re.findall(_NAME, group["names"])]
    return tuple(members)
