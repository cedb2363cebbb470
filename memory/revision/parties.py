"""Whose life a statement and a clause are about: the speaker's, a relative's or an animal's by name, a stranger's."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from memory.caches import cached
from memory.contradict.lexicon import meaning
from memory.extract.lexicon import KIN_WORD, PET_WORD
from memory.revision import cues
from memory.text import normalise

_RELATIVE = "|".join(sorted(map(re.escape, [*KIN_WORD, *PET_WORD]), key=len, reverse=True))
_MINE = r"(?:my|our|mein\w*|unser\w*|the|die|der|das)"
_NAME = r"(?P<name>(?-i:[A-ZÄÖÜ])[\wäöüß-]+)"
_OWNED = re.compile(rf"{_MINE}\s+(?:(?!(?:is|are|was|ist|sind|war|"
    rf"heißt)\b)[\w-]+\s+){{0,2}}?(?P<kin>{_RELATIVE})\b(?!\s+(?:is|are|heißt|ist) (?:called|named|"
                    rf"(?-i:[A-Z])))(?:,?\s+{_NAME}(?!'s\b))?(?!'s)", re.I)
_INTRODUCED = re.compile(
    rf"\b(?P<kin>{_RELATIVE}|flatmate|roommate|mitbewohner\w*)\b,?(?:\s+(?:is|are))?\s*(?:called|named|namens|heißt|"
    rf"who is "
    rf"called|names|:)?\s+{_NAME}|\b(?:engaged|married|verlobt|verheiratet|together) (?:to|mit|with) "
    rf"{_NAME.replace('name', 'other')}",
    re.I)
_BARE = re.compile(rf"(?!(?:frau|mann|man)\b)(?P<kin>{_RELATIVE})\b", re.I)  # "Frau Kern" is nobody's wife
_NAMED = re.compile(rf"{_NAME}\b")
_SELF = re.compile(r"\b(?:i|i'm|i've|i'd|im|ive|me|my|mine|we|we're|we've|us|our|ich|mir|mich|mein\w*|wir|uns|"
                   r"unser\w*)\b",
                   re.I)
_GENITIVE = re.compile(
    r"(?:der|die|das|the)\s+[\w-]+\s+(?:(?:of|von)\s+)?"
    r"(?P<whose>(?:my|our|his|her|their|meine[rsmn]|unsere[rsmn]|seine[rsm]|ihre[rsm])\s+\w+.*)", re.I | re.S)
_FIRST = re.compile(r"(?:i|i'm|i've|im|ive|we|we're|we've|ich|wir)\b", re.I)

Aliases = Mapping[str, frozenset[str]]


def aliases(statements: Iterable[str]) -> dict[str, frozenset[str]]:
    """Which names go with which relative, as the statements introduce them: "mira" -> {"mira", "sister"} and back."""
    found: dict[str, set[str]] = {}
    for statement in statements:
        for name, kin in _introductions(statement):
            found.setdefault(name, {name}).add(kin)
            found.setdefault(kin, {kin}).add(name)
    return {name: frozenset(others) for name, others in found.items()}


@cached(5_000)
def _introductions(statement: str) -> tuple[tuple[str, str], ...]:
    """(name, relative) of those a statement names: "my sister Mira", "a dog named Bruno", "engaged to Noor"."""
    pairs = []
    for match in (*_OWNED.finditer(statement), *_INTRODUCED.finditer(statement)):
        groups = match.groupdict()
        if name := groups.get("name") or groups.get("other"):
            pairs.append((normalise(name), relative(groups.get("kin") or "partner")))
    return tuple(pairs)


def surnamed(statements: Iterable[str]) -> dict[str, str]:
    """What stands for a name where nobody knows it: "eoin" -> "Our son Eoin"; only where one such relative has a "
    "name."""
    found: dict[str, str] = {}
    kin: dict[str, set[str]] = {}
    for statement in statements:
        for match in (*_OWNED.finditer(statement), *_INTRODUCED.finditer(statement)):
            name, word = match.groupdict().get("name"), match.groupdict().get("kin")
            if not name or not word or word.casefold() not in {**KIN_WORD, **PET_WORD}:
                continue
            kin.setdefault(relative(word), set()).add(normalise(name))
            german = re.search(r"\b(?:namens|heißt|ein\w*|mein\w*|unser\w*)\b", statement, re.I) is not None
            feminine = re.search(rf"\b(?:meine|unsere|eine)\s+(?:\w+\s+)?{re.escape(word)}", statement,
                re.I) is not None
            mine = ("Meine" if feminine else "Mein") if german else "My"
            found.setdefault(normalise(name), f"{mine} {word} {name}")
    return {name: said for name, said in found.items() if any(names == {name} for names in kin.values())}


def relative(word: str) -> str:
    """The one spelling for a relative or an animal."""
    word = word.casefold()
    return KIN_WORD.get(word) or PET_WORD.get(word) or meaning(normalise(word))[0]


def owner(statement: str, known: Aliases) -> frozenset[str]:
    """Whom a standing statement is about: the names for a relative or an animal, empty for the speaker."""
    if found := _OWNED.match(statement):
        name, kin = normalise(found["name"] or ""), relative(found["kin"])
        return frozenset({name, kin}) if name else frozenset({kin, *known.get(kin, ())})
    if _FIRST.match(statement):
        return frozenset()
    named = _NAMED.match(statement)
    name = normalise(named["name"]) if named else ""
    return frozenset({name, *known[name]}) if name in known else frozenset()


def subject(clause: str, known: Aliases) -> frozenset[str]:
    """Whom a clause begins with: names for a relative, the noun for a stranger, empty for the speaker or a thing."""
    if _FIRST.match(clause):
        return frozenset()
    if genitive := _GENITIVE.match(clause):  # "der Kater meiner Nachbarin"
        return subject(genitive["whose"], known) or frozenset({"?"})
    found = _OWNED.match(clause) or _BARE.match(clause)
    if found:
        kin, name = relative(found["kin"]), normalise(found.groupdict().get("name") or "")
        return frozenset({name, kin}) if name and name in known else frozenset({kin, *known.get(kin, ())})
    word = re.match(r"[^\W_]+", clause)
    name = normalise(word.group()) if word else ""
    if name in known:
        return known[name]
    if stranger := cues.STRANGER.match(clause):
        return frozenset({normalise(stranger["who"])})
    return frozenset({"?"}) if cues.ANYBODY.match(clause) else frozenset()


def of_oneself(clause: str) -> bool:
    """Whether the clause has a word for the speaker."""
    return _SELF.search(clause) is not None
