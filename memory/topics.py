"""Forgotten topics: whether a text names one, and seals that can tell without saying what was forgotten.

A topic is words and identifiers. Words match by stem, whole, in any order, within one clause and a few words of each
other; a part of a German compound counts as a word; scripts without spaces match by characters. E-mail addresses,
phone numbers and other identifiers match in their written variants, anywhere in the text.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial

from memory.errors import MemoryFault
from memory.text import STOP_WORDS, clauses, normalise, parts, root, skeleton
from memory.text.tokens import UNSPACED

WORD, GRAM, IDENTIFIER = "word", "gram", "identifier"
_SLACK = 4  # how many other words may stand between the words of a topic
_DIGEST = 16  # bytes of the HMAC kept: 128 bits
_PHONE_TAIL = 7  # digits that two ways of writing one number share: country and area codes come and go

_PIECE = re.compile(rf"[{UNSPACED}]+|[^\W_{UNSPACED}]+")
_ASCII_PIECE = re.compile(r"[a-z0-9]+")
_DIGIT = re.compile(r"\d")
_GRAM = re.compile(f"[{UNSPACED}]")
_MAIL = re.compile(r"[a-z0-9][\w.+-]*@[a-z0-9-]+(?:\.[a-z0-9-]+)+")
_AT = re.compile(r"\bat\b")
_SPELT_AT = re.compile(r"\s*[\[({]\s*at\s*[\])}]\s*")
_SPELT_DOT = re.compile(r"\s*[\[({]\s*(?:dot|punkt)\s*[\])}]\s*")
_SPELT_MAIL = re.compile(r"\b([\w.+-]+) at ([\w-]+(?: dot [\w-]+)+)\b")
_PHONE = re.compile(r"(?<![\w.])[+(]{0,2}\d(?:[\s()./-]{0,3}\d){6,}(?!\w)")
_PERCENT = re.compile(r"(?<=\d)\s*(?:%|percent\b|per cent\b|prozent\b)")
_THOUSANDS = re.compile(r"(?<![\d.,])\d{1,3}(?:[., ]\d{3})+(?![\d.,]*\d)")
_SHORT_DOT = re.compile(r"\b([^\W\d_]{1,3})\. ")  # "St. Pauli" is no end of a sentence
_NO_CUT = dict.fromkeys(map(ord, "()[]\"„“”:–—"), " ")  # signs that stand inside a topic as well
_DOTTED = re.compile(r"\d+(?:\.\d+){2,}")
_SIGNED = re.compile(r"(?<![^\W_])[^\W_]+(?:[+#]+|%)(?![^\W_])")
_HANDLE = re.compile(r"[^\W_]+(?:_[^\W_]+)+")


class EmptyTopic(MemoryFault):
    """There is no word in what should be forgotten; nothing was changed."""


@dataclass(frozen=True, slots=True)
class Unit:
    """One thing that must be there: a stem, a run of characters, or an identifier in its canonical form."""

    kind: str
    key: str
    length: int  # characters of a run; number of units in the topic otherwise


@dataclass(frozen=True, slots=True)
class Seal:
    """A unit of a forgotten topic as storage keeps it: 16 bytes of HMAC-SHA256 instead of the word."""

    kind: str
    length: int
    digest: bytes


@dataclass(frozen=True, slots=True)
class Topic:
    """What a person asked to forget, in their words and as units that all have to be met."""

    text: str
    units: tuple[Unit, ...]

    def mentioned_in(self, text: str) -> bool:
        """Whether `text` names this topic."""
        wanted: dict[Hashable, list[tuple[int, int]]] = {(u.kind, u.key): [(0, i)] for i, u in enumerate(self.units)}
        lengths = {u.length for u in self.units if u.kind == GRAM}
        return _first_hit(_Search(wanted, {0: len(self.units)}, lengths, _open), text) is not None


def parse(topic: str) -> Topic:
    """The topic that `topic`, as typed after the command, names. Raises `EmptyTopic` when there is no word in it."""
    plain = _level(topic)
    found: dict[tuple[str, str], int] = {}
    rest = plain
    for match, key in _identifiers(plain):
        found[IDENTIFIER, key] = 0
        rest = rest.replace(match, " ")
    pieces = _PIECE.findall(rest)
    content = [p for p in pieces if p not in STOP_WORDS and len(p) > (p in "stmd")] or ([] if found else pieces)
    for piece in content:
        found[(GRAM, piece) if _GRAM.match(piece) else (WORD, _key(piece))] = len(piece)
    if not found:
        raise EmptyTopic("There is no word in that to forget. Say what, or give its number.")
    units = tuple(Unit(kind, key, length if kind == GRAM else len(found)) for (kind, key), length in found.items())
    return Topic(topic.strip(), units)


def seal(key: bytes, topic: Topic) -> tuple[Seal, ...]:
    """The seals of a topic under the key of this installation: all of one tombstone's must be met for a hit."""
    return tuple(Seal(u.kind, u.length, _digest(key, u.kind, u.key)) for u in topic.units)


def mentions(key: bytes, seals: Mapping[int, tuple[Seal, ...]], text: str) -> int | None:
    """The id of a tombstone whose topic `text` names, None when it names none. `seals` maps tombstone id to seals."""
    if not seals or not text:
        return None
    wanted: dict[Hashable, list[tuple[int, int]]] = {}
    lengths: set[int] = set()
    for tombstone, needed in seals.items():
        for number, one in enumerate(needed):
            wanted.setdefault(one.digest, []).append((tombstone, number))
            if one.kind == GRAM:
                lengths.add(one.length)
    counts = {tombstone: len(needed) for tombstone, needed in seals.items() if needed}
    return _first_hit(_Search(wanted, counts, lengths, partial(_closed, key)), text)


@dataclass(frozen=True, slots=True)
class _Search:
    """What to look for: (topic, unit number) by name of unit, units a topic has, lengths of runs, unit naming."""

    wanted: Mapping[Hashable, list[tuple[int, int]]]
    counts: Mapping[int, int]
    lengths: set[int]
    names: Callable[[str, str], tuple[Hashable, ...]]


def _open(kind: str, piece: str) -> tuple[Hashable, ...]:
    return tuple((kind, key) for key in (_keys(piece) if kind == WORD else (piece,)))


@lru_cache(maxsize=20_000)
def _closed(key: bytes, kind: str, piece: str) -> tuple[Hashable, ...]:
    return tuple(_digest(key, kind, unit) for unit in (_keys(piece) if kind == WORD else (piece,)))


def _first_hit(search: _Search, text: str) -> int | None:
    plain = _level(text)
    anywhere: dict[int, set[int]] = {}
    for _, key in _identifiers(plain):
        for name in search.names(IDENTIFIER, key):
            for topic, unit in search.wanted.get(name, ()):
                anywhere.setdefault(topic, set()).add(unit)
    for topic, units in anywhere.items():
        if len(units) == search.counts[topic]:
            return topic
    plain = plain.translate(_NO_CUT)
    # Cutting into clauses costs more than looking words up, so it is done only where some word is wanted.
    if not any(name in search.wanted for _, name in _named(plain, search)):
        return None
    hits = (_hit_in(clause, search, anywhere) for clause in clauses(plain))
    return next((topic for topic in hits if topic is not None), None)


def _hit_in(clause: str, search: _Search, anywhere: Mapping[int, set[int]]) -> int | None:
    """The topic all of whose units stand in `clause` close together; units in `anywhere` are met already."""
    last: dict[int, dict[int, int]] = {}
    for position, name in _named(clause, search):
        for topic, unit in search.wanted.get(name, ()):
            seen = last.setdefault(topic, {})
            seen[unit] = position
            count = search.counts[topic]
            close = max(seen.values()) - min(seen.values()) <= count - 1 + _SLACK
            if close and len(seen.keys() | anywhere.get(topic, set())) == count:
                return topic
    return None


def _named(clause: str, search: _Search) -> Iterator[tuple[int, Hashable]]:
    """(position, name) of every unit a clause has."""
    pieces = _ASCII_PIECE if clause.isascii() else _PIECE
    for position, piece in enumerate(pieces.findall(clause)):
        if not piece.isascii() and _GRAM.match(piece):
            for run in (piece[at:at + n] for n in search.lengths for at in range(len(piece) - n + 1)):
                yield position, search.names(GRAM, run)[0]
        else:
            for name in search.names(WORD, piece):
                yield position, name


@lru_cache(maxsize=20_000)
def _keys(word: str) -> tuple[str, ...]:
    """Every key a word of a text answers to: its own, of its compound parts, of the word it is faked from."""
    faked = skeleton(word)
    return tuple(dict.fromkeys(_key(w) for w in (word, *parts(word), *((faked,) if faked else ()))))


def _key(word: str) -> str:
    """A deep stem: "allergy" and "allergic" are one topic."""
    stem = root(word)
    return stem[:-1] if len(stem) > 5 and stem.endswith("i") else stem


def _level(text: str) -> str:
    plain = normalise(text.replace("\n", ". ") if "\n" in text else text)
    if _DIGIT.search(plain):
        plain = _THOUSANDS.sub(lambda m: re.sub(r"\D", "", m.group()), _PERCENT.sub("%", plain))
    return _SHORT_DOT.sub(r"\1 ", plain.replace("'s ", " ").replace("'", " "))


def _identifiers(plain: str) -> list[tuple[str, str]]:
    """(as written, canonical form) of every address, number or signed name in a levelled text."""
    found: list[tuple[str, str]] = []
    if _AT.search(plain):
        spelt = _SPELT_DOT.sub(".", _SPELT_AT.sub("@", plain))
        for m in _SPELT_MAIL.finditer(spelt):
            found.append((m.group(), f"{m[1]}@{m[2].replace(' dot ', '.')}"))
        if "@" not in plain:
            found += [(plain, m) for m in _MAIL.findall(spelt)]
    if "@" in plain:
        found += [(m, m) for m in _MAIL.findall(plain)]
    if _DIGIT.search(plain):
        found += [(m.group(), "tel" + re.sub(r"\D", "", m.group())[-_PHONE_TAIL:]) for m in _PHONE.finditer(plain)]
        found += [(m, m) for m in _DOTTED.findall(plain)]
    if "%" in plain or "+" in plain or "#" in plain:
        found += [(m, m) for m in _SIGNED.findall(plain)]
    if "_" in plain:
        found += [(m, m) for m in _HANDLE.findall(plain)]
    return found


def _digest(key: bytes, kind: str, unit: str) -> bytes:
    return hmac.digest(key, f"{kind}\0{unit}".encode(), "sha256")[:_DIGEST]
