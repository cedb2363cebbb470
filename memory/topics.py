"""Forgotten topics: whether a text names one, and seals that can tell without saying what was forgotten.

A topic is words and identifiers. Words match by stem, whole, in any order, within one clause and a few words of each
other; a part of a German compound counts as a word, and so do neighbouring pieces put together ("pea-nuts", "ice cream"
for "icecream"); scripts without spaces match by characters. E-mail addresses, phone numbers and other identifiers match
in their written variants, anywhere in the text; `C`, `C++` and `C#` are three, and so are `5`, `-5` and `5%`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, partial

from memory.errors import MemoryFault
from memory.text import STOP_WORDS, clauses, normalise, parts, root, skeleton
from memory.text.inflections import TONGUES, forms, tongue
from memory.text.tokens import UNSPACED
from memory.text.vocabulary import vocabulary

WORD, GRAM, IDENTIFIER = "word", "gram", "identifier"
JOINED = "joined"  # the words of a topic written as one: it alone names the topic
KEY = "key"  # asks for the name of a word by its key
_WHOLE = -1  # the number of a joined unit
_SLACK = 4  # how many other words may stand between the words of a topic
_DIGEST = 16  # bytes of the HMAC kept: 128 bits
_PHONE_TAIL = 7  # digits that two ways of writing one number share: country and area codes come and go

_PIECE = re.compile(rf"[{UNSPACED}]+|[^\W_{UNSPACED}]+")
_ASCII_PIECE = re.compile(r"[a-z0-9]+")
_DIGIT = re.compile(r"\d")
_GRAM = re.compile(f"[{UNSPACED}]")
_HAN = "\u3400-\u4dbf\u4e00-\u9fff"
# A Chinese word written with a gap: any sign inside, or a space beside a character that stands alone.
_HAN_GAP = re.compile(
    rf"(?<=[{_HAN}])(?:[-_*·.]+| (?=[{_HAN}](?![{_HAN}]))|(?<=(?<![{_HAN}])[{_HAN}] ))(?=[{_HAN}])"
)
# Words of other languages that only link where they stand inside a topic ("deudas de Luis").
_LINKS = vocabulary("""
de del dell della dello delle dei degli di du des al alla alle aux con la le les il lo gli el los las avec
mi mis su sus mio mia miei mie на в с у от для из за о об по
""")
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
_NEGATIVE = r"(?<![\w)%.-])(?<!\d )-\d+(?:[.,]\d+)?(?!\w)"
_GRADE = r"(?<![\w-])(?:[^\W\d_]|ab|0)-(?![\w-])"  # A-, and the blood group 0-
_NET = r"(?<![\w.])\.net(?!\w)"
_MINUS = re.compile(rf"{_NEGATIVE}|{_GRADE}")
_DOT_NET = re.compile(_NET)
_SAID_MINUS = re.compile(r"\bminus (?=\d)")
# What is named by its sign and not by the letters or figures before it: "C++" is no "C". Words keep theirs ("Disney+").
_APART = re.compile(
    rf"{_NEGATIVE}|{_GRADE}|{_NET}|(?<![^\W_])(?:[^\W\d_][+#]+|\d+(?:[.,]\d+)*%)(?![^\W_])|°[cf]\b"
)
_LINKED = re.compile(r"[^\W_]+(?:[-_./*~+'·]{1,2}[^\W_]+)+")
_LONGEST = 24  # characters of pieces put together; longer ones are addresses
_SHORT = 14  # of three pieces with spaces between: three whole words are no word
# Off before `root`, which takes "-ion" from "Operation" as from an English word, but not from "Operationen".
_GERMAN_PLURAL = re.compile(r"(?<=...ion)en$|(?<=...ent)en$|(?<=...ant)en$|(?<=...ment)en?$")
_HANDLE = re.compile(r"[^\W_]+(?:_[^\W_]+)+")


class EmptyTopic(MemoryFault):
    """There is no word in what should be forgotten; nothing was changed."""


@dataclass(frozen=True, slots=True)
class Unit:
    """One thing that must be there: a stem, a run of characters, or an identifier in its canonical form."""

    kind: str
    key: str
    length: int  # characters of a run; number of units in the topic otherwise, a joined one not counted


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
        needed = [u for u in self.units if u.kind != JOINED]
        wanted: dict[Hashable, list[tuple[int, int]]] = {(u.kind, u.key): [(0, i)] for i, u in enumerate(needed)}
        for unit in self.units[len(needed):]:
            wanted.setdefault((WORD, unit.key), []).append((0, _WHOLE))
        lengths = {u.length for u in needed if u.kind == GRAM}
        starts = frozenset(u.key[:3] for u in self.units if u.kind in (WORD, JOINED))
        return _first_hit(_Search(wanted, {0: len(needed)}, lengths, _open, starts), text) is not None


def parse(topic: str) -> Topic:
    """The topic that `topic`, as typed after the command, names. Raises `EmptyTopic` when there is no word in it."""
    plain = _level(topic)
    found: dict[tuple[str, str], int] = {}
    rest = plain
    for match, key in _identifiers(plain):
        found[IDENTIFIER, key] = 0
        rest = rest.replace(match, " ")
    pieces = _spelt(_PIECE.findall(rest))
    content = [p for at, p in enumerate(pieces) if p not in STOP_WORDS and len(p) > (p in "stmd")
               and not (p in _LINKS and 0 < at < len(pieces) - 1)] or ([] if found else pieces)
    for piece in content:
        found[(GRAM, piece) if _GRAM.match(piece) else (WORD, _key(piece))] = len(piece)
    if not found:
        raise EmptyTopic("There is no word in that to forget. Say what, or give its number.")
    units = [Unit(kind, key, length if kind == GRAM else len(found)) for (kind, key), length in found.items()]
    linked = _LINKED.fullmatch(rest.strip())  # "t-shirt": its "t" counts here
    if {kind for kind, _ in found} == {WORD} and (whole := _as_one(pieces if linked else content, pieces)):
        units.append(Unit(JOINED, whole, len(found)))
    return Topic(topic.strip(), tuple(units))


def _spelt(pieces: list[str]) -> list[str]:
    """"p.e.a.n.u.t.s" as the one word it spells."""
    return ["".join(pieces)] if len(pieces) > 2 and all(len(p) == 1 and p.isalpha() for p in pieces) else pieces


def _wordlike(joined: str) -> bool:
    """Whether pieces put together can be a word: four letters, or a letter and a figure ("PS 5")."""
    return not joined.isdigit() and len(joined) > (3 if joined.isalpha() else 2)


def _as_one(content: list[str], pieces: list[str]) -> str:
    """The key of two or three words of a topic written as one; "" where others stand between or all are figures."""
    joined = "".join(content)
    if not 2 <= len(content) <= 3 or not _wordlike(joined):
        return ""
    first = pieces.index(content[0])
    return _key(joined) if pieces[first:first + len(content)] == content else ""


def seal(key: bytes, topic: Topic) -> tuple[Seal, ...]:
    """The seals of a topic under the key of this installation: all of one tombstone's must be met for a hit."""
    return tuple(Seal(u.kind, u.length, _digest(key, WORD if u.kind == JOINED else u.kind, u.key)) for u in topic.units)


def mentions(key: bytes, seals: Mapping[int, tuple[Seal, ...]], text: str) -> int | None:
    """The id of a tombstone whose topic `text` names, None when it names none. `seals` maps tombstone id to seals."""
    if not seals or not text:
        return None
    wanted: dict[Hashable, list[tuple[int, int]]] = {}
    lengths: set[int] = set()
    for tombstone, needed in seals.items():
        for number, one in enumerate(needed):
            wanted.setdefault(one.digest, []).append((tombstone, _WHOLE if one.kind == JOINED else number))
            if one.kind == GRAM:
                lengths.add(one.length)
    counts = {tombstone: sum(one.kind != JOINED for one in needed) for tombstone, needed in seals.items() if needed}
    return _first_hit(_Search(wanted, counts, lengths, partial(_closed, key)), text)


@dataclass(frozen=True, slots=True)
class _Search:
    """What to look for: (topic, unit number) by name of unit, units a topic has, lengths of runs, unit naming."""

    wanted: Mapping[Hashable, list[tuple[int, int]]]
    counts: Mapping[int, int]
    lengths: set[int]
    names: Callable[[str, str], tuple[Hashable, ...]]
    starts: frozenset[str] | None = None  # how every wanted word begins, where that is known: it saves joining
    tongue: str = ""  # the language of the text, where words answer to more forms in it


def _open(kind: str, piece: str) -> tuple[Hashable, ...]:
    if kind == KEY:
        return ((WORD, piece),)
    if kind in TONGUES:
        return tuple((WORD, _key(form)) for form in forms(piece, kind))
    return tuple((kind, key) for key in (_keys(piece) if kind == WORD else (piece,)))


def _closed(key: bytes, kind: str, piece: str) -> tuple[Hashable, ...]:
    # Pieces put together are too many to remember, and would push out the words.
    return (_digest(key, WORD, piece),) if kind == KEY else _remembered(key, kind, piece)


@lru_cache(maxsize=20_000)
def _remembered(key: bytes, kind: str, piece: str) -> tuple[Hashable, ...]:
    if kind in TONGUES:
        return tuple(_digest(key, WORD, unit) for unit in {_key(form): None for form in forms(piece, kind)})
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
    plain = _APART.sub(" ", plain).translate(_NO_CUT)
    if not plain.isascii():
        plain = _HAN_GAP.sub("", plain)
    if speaks := tongue(text, plain):
        search = replace(search, tongue=speaks)
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
            if unit == _WHOLE:
                return topic
            seen = last.setdefault(topic, {})
            seen[unit] = position
            count = search.counts[topic]
            close = max(seen.values()) - min(seen.values()) <= count - 1 + _SLACK
            if close and len(seen.keys() | anywhere.get(topic, set())) == count:
                return topic
    return None


def _named(clause: str, search: _Search) -> Iterator[tuple[int, Hashable]]:
    """(position, name) of every unit a clause has."""
    pieces = (_ASCII_PIECE if clause.isascii() else _PIECE).findall(clause)
    for position, piece in enumerate(pieces):
        if not piece.isascii() and _GRAM.match(piece):
            for run in (piece[at:at + n] for n in search.lengths for at in range(len(piece) - n + 1)):
                yield position, search.names(GRAM, run)[0]
        elif not (2 <= len(piece) <= 3 and _torn(pieces, position)):
            for name in search.names(WORD, piece):
                yield position, name
            for name in search.names(search.tongue, piece) if search.tongue else ():
                yield position, name
    if search.starts is not None:
        run_on = "".join(pieces)
        if not any(map(run_on.__contains__, search.starts)):
            return
    for position, key in _neighbours(pieces):
        yield position, search.names(KEY, key)[0]
    for token in _LINKED.findall(clause):
        if len(token) <= _LONGEST:
            for name in search.names(WORD, "".join(_PIECE.findall(token))):
                yield 0, name


def _torn(pieces: list[str], at: int) -> bool:
    """Whether a piece is the middle of a word written with gaps: the "art" of "p art y"."""
    around = (*pieces[max(at - 1, 0):at], *pieces[at + 1:at + 2])
    return len(around) == 2 and all(len(p) == 1 and p.isalpha() and p not in "ai" for p in around)


def _neighbours(pieces: list[str]) -> Iterator[tuple[int, str]]:
    """(position, key) of two or three neighbouring pieces as one word, and of words spelt letter by letter."""
    spelt = 0
    for at, piece in enumerate(pieces):
        spelt = spelt + 1 if len(piece) == 1 and piece.isalpha() else 0
        if spelt > 3:
            for start in (at - spelt + 1, at - spelt + 2):
                yield at, _key("".join(pieces[start:at + 1]))
        if piece in STOP_WORDS and len(piece) > 1:
            continue
        joined = piece
        for start in (at - 1, at - 2):
            if start < 0 or (pieces[start] in STOP_WORDS and len(pieces[start]) > 1):
                break
            joined = pieces[start] + joined
            if len(joined) > (_LONGEST if start == at - 1 else _SHORT):
                break
            if pieces[start] == "a" or not _wordlike(joined):
                continue  # "a part" is not "apart"
            # The ending comes off the last piece, whose stem is known already: "pea nuts" is "pea" and "nut".
            yield at, _key(joined) if len(piece) < 3 else joined[:-len(piece)] + _key(piece)


@lru_cache(maxsize=20_000)
def _keys(word: str) -> tuple[str, ...]:
    """Every key a word of a text answers to: its own, of its compound parts, of the word it is faked from."""
    faked = skeleton(word)
    return tuple(dict.fromkeys(_key(w) for w in (word, *parts(word), *((faked,) if faked else ()))))


def _key(word: str) -> str:
    """A deep stem: "allergy" and "allergic" are one topic."""
    stem = root(_GERMAN_PLURAL.sub("", word))
    return stem[:-1] if len(stem) > 5 and stem.endswith("i") else stem


def _level(text: str) -> str:
    plain = normalise(text.replace("\n", ". ") if "\n" in text else text)
    if _DIGIT.search(plain):
        plain = _THOUSANDS.sub(lambda m: re.sub(r"\D", "", m.group()), _PERCENT.sub("%", plain))
    if "minus" in plain:
        plain = _SAID_MINUS.sub("-", plain)
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
    if "-" in plain:
        found += [(m, m) for m in _MINUS.findall(plain)]
    if ".net" in plain:
        found += [(m, m) for m in _DOT_NET.findall(plain)]
    if "_" in plain:
        found += [(m, m) for m in _HANDLE.findall(plain)]
    return found


def _digest(key: bytes, kind: str, unit: str) -> bytes:
    inner, outer = (pad.copy() for pad in _pads(key))
    inner.update(f"{kind}\0{unit}".encode())
    outer.update(inner.digest())
    return outer.digest()[:_DIGEST]


@lru_cache(maxsize=8)
def _pads(key: bytes) -> tuple[hashlib._Hash, hashlib._Hash]:
    """HMAC-SHA256 (RFC 2104) after the key: worked out once, since a text asks for hundreds. Half of `hmac.digest`."""
    block = (hashlib.sha256(key).digest() if len(key) > 64 else key).ljust(64, b"\0")
    return hashlib.sha256(bytes(b ^ 0x36 for b in block)), hashlib.sha256(bytes(b ^ 0x5C for b in block))
