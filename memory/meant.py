"""Which of several statements a request means: "everything about Dana", "my old address", "the OTP 780948".

A forgotten *topic* (`topics`) is exact, because it refuses for ever. A request is looser: it may use none of the words
that were said. So this only finds what is then shown with numbers, and nothing happens before a person confirms.
No model, no vectors: identifiers first, then names, then words and the matters they speak of (`matters`).
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from memory.identifiers import continues, identifiers, tokens, with_country_code
from memory.matters import SINGLE, matters
from memory.text import ARTICLES, STOP_WORDS, normalise, root, words
from memory.text.tokens import UNSPACED

_GENERIC = frozenset(root(word) for word in (
    "everything anything all information info record records status profile details detail history data account "
    "preference preferences current currently usage choice old new previous primary memory memories fact facts said "
    "told what person people user alles etwas information daten angaben aktuell alt neu fakt notiz what's stuff thing "
    "things existing regarding concerning").split())
_WHOLE = re.compile(r"\b(?:everything|anything|all(?: information| details| data)?|alles|information|info)\b"
                    r"(?:.*\b(?:about|on|of|regarding|über|zu|von)\b|\s*$)", re.IGNORECASE)
_OR = re.compile(r"\s+/\s+|\s+(?:aka|alias|or|oder)\s+|[()]")
_NAME = re.compile(r"(?<![\w@.#/-])(?:[A-ZÀ-ÖØ-ÞĀ-ž][\w+&'’-]*)")
_FOREIGN = re.compile(rf"[{UNSPACED}]+|[^\x00-\u024f\u2000-\u2bff{UNSPACED}\U0001f000-\U0001ffff]{{2,}}")
_POSSESSIVE = re.compile(r"['’]s$")
_EDGES = "\"'`.,;:!?()[]{}„“”«»"
_LIKE_BEST = 0.75  # of the best score: what is as good as it, but for chance


@dataclass(frozen=True, slots=True)
class _Aim:
    """A request, read: any of `ids`; all names of any of `names`; then words."""

    ids: frozenset[str]
    names: tuple[frozenset[str], ...]
    stems: frozenset[str]
    whole: bool


@dataclass(frozen=True, slots=True)
class _Said:
    """A statement, read."""

    tokens: frozenset[str]
    names: frozenset[str]
    stems: frozenset[str]
    parts: frozenset[str]  # stems of the parts of hyphenated words
    subject: str


def meant(request: str, statements: Sequence[str], instead: str = "") -> list[int]:
    """Indices of the statements a request means, in order; [] when nothing speaks of it.

    `instead` is what a correction puts in their place: it says of which matter they must be, and it makes this pick
    the one thing that is corrected, rather than everything that is touched.
    """
    aim = _read(request)
    said = [_said(text) for text in statements]
    by_id = _with_identifier(aim, said)
    if by_id:
        return by_id if not instead else _best(aim, said, by_id, instead)
    named = _with_name(aim, said)
    if named and (aim.whole or len(aim.names) > 1 or not aim.stems) and not instead:
        return named
    if not named:  # a German noun, or a name nobody said: a word like any other
        aim = replace(aim, names=(), stems=aim.stems | {root(name.casefold()) for group in aim.names for name in group})
    among = named or list(range(len(said)))
    found = _best(aim, said, among, instead)
    return found or (named if not instead and len(named) < len(said) else [])


def written_alike(request: str, statements: Sequence[str]) -> list[int]:
    """Indices of statements that hold an identifier of the request in whatever writing; [] when it names none."""
    aim = _read(request)
    return _with_identifier(aim, [_said(text) for text in statements]) if aim.ids else []


def _read(request: str) -> _Aim:
    written = identifiers(request)
    ids = frozenset(written)
    telling = frozenset(key for key in ids if re.search(r"\d|@", key)) or ids
    rest = request
    for one in written.values():
        rest = rest.replace(one, " ")
    names: list[frozenset[str]] = []
    for part in _OR.split(rest):
        latin, foreign = _names(part)
        names += [frozenset(group) for group in (latin, foreign) if group]
    known = {name.casefold() for group in names for name in group}
    stems = frozenset(stem for word in words(rest) if word not in STOP_WORDS and (stem := root(word)) not in _GENERIC
                      and word not in known and _POSSESSIVE.sub("", word) not in known)
    return _Aim(telling, tuple(names), stems, bool(_WHOLE.search(request)))


def _names(text: str) -> tuple[list[str], list[str]]:
    """(names in Latin letters, in others): a name in another script is another way of putting it."""
    found: list[str] = []
    for match in _NAME.finditer(text):
        name = _POSSESSIVE.sub("", match.group())
        lettered = len(name) == 1 and bool(found)  # "Book A": the letter is the name
        if lettered or (name.casefold() not in STOP_WORDS and root(name.casefold()) not in _GENERIC):
            found.append(name)
    return found, _FOREIGN.findall(text)


def _said(text: str) -> _Said:
    loose = {_POSSESSIVE.sub("", chunk.strip(_EDGES)) for chunk in text.split()}
    foreign = set(_FOREIGN.findall(text))
    whole = [chunk.strip(_EDGES) for chunk in normalise(text).split()]
    stems = frozenset(root(_POSSESSIVE.sub("", word)) for word in whole)
    parts = frozenset(root(_POSSESSIVE.sub("", word)) for word in words(text)) - stems
    head = next((_POSSESSIVE.sub("", word) for word in words(text) if word not in ARTICLES), "")
    return _Said(tokens(text), frozenset(loose | foreign), stems, parts, head)


def _with_identifier(aim: _Aim, said: Sequence[_Said]) -> list[int]:
    if not aim.ids:
        return []
    exact = [i for i, one in enumerate(said) if aim.ids & one.tokens]
    if exact:
        return [i for i, one in enumerate(said) if i in exact or any(
            with_country_code(wanted, token) for wanted in aim.ids for token in one.tokens)]
    return [i for i, one in enumerate(said) if any(
        continues(wanted, token) for wanted in aim.ids for token in one.tokens)]


def _with_name(aim: _Aim, said: Sequence[_Said]) -> list[int]:
    """Statements that hold every name of some way the request puts it; else those that hold most of its names."""
    if not aim.names:
        return []
    all_of = [i for i, one in enumerate(said) if any(group <= one.names for group in aim.names)]
    if all_of:
        return all_of
    counts = [max(len(group & one.names) for group in aim.names) for one in said]
    most = max(counts, default=0)
    return [i for i, count in enumerate(counts) if count == most] if most else []


def _best(aim: _Aim, said: Sequence[_Said], among: Sequence[int], instead: str) -> list[int]:
    named = {root(name.casefold()) for group in aim.names for name in group} if instead or not among else set()
    wanted = aim.stems | named
    asked = matters(aim.stems) or (matters(_said(instead).stems | _said(instead).parts) if instead else frozenset())
    holding = {stem: sum(stem in one.stems or stem in one.parts for one in said) for stem in wanted}
    telling = {stem: math.log(1 + len(said) / count) for stem, count in holding.items()
               if 0 < count < len(said) or count == 1}
    scores = {i: _score(telling, asked, said[i]) for i in among}
    best = max(scores.values(), default=0.0)
    if best <= 0:
        return []
    chosen = [i for i in among if scores[i] >= best * _LIKE_BEST]
    if instead and (one := asked & SINGLE):
        subjects = {said[i].subject for i in chosen}
        chosen += [i for i, other in enumerate(said) if i not in chosen and other.subject in subjects
                   and matters(other.stems | other.parts) & one]
    return sorted(chosen)


def _score(telling: Mapping[str, float], asked: frozenset[str], one: _Said) -> float:
    """Words weigh by how few statements hold them; a shared matter weighs as much as a telling word."""
    score = sum(telling[stem] for stem in telling.keys() & one.stems)
    score += sum(telling[stem] / 2 for stem in telling.keys() & one.parts)
    if shared := asked & matters(one.stems | one.parts):
        score += 1.0 + 0.1 * len(shared)
    return score
