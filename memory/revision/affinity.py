"""How much a clause has in common with a statement: words, what the words are about, and values of one measure.

"Strom kriegen wir ab Januar von Naturstrom" names one word of "Unser Strom kommt von E.ON", "the alarm rings at five"
none of "I get up at six": both are about getting up, and both give a time of day. What several statements have tells
little of which of them is meant, so each thing in common is worth less the more of them have it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from memory.attributes import canonical
from memory.caches import cached
from memory.contradict import quantities
from memory.contradict.things import CLASSES
from memory.known import Known
from memory.revision.kinds import TIMES
from memory.revision.tokens import Token, alike, tokens
from memory.text import normalise
from memory.text.concepts import concepts, concepts_of
from memory.text.vocabulary import vocabulary

_WORD, _MEASURE, _CONCEPT = 2.0, 1.5, 1.0  # what a thing in common is worth that one statement alone has
# Concepts of what one does with things and of whole fields of life: they tell nothing of which thing is meant.
_WIDE = vocabulary("""
own buy sell name likes dislike plan wish forget loss numbers weekday season vehicle pet animals sport hobby family
birth death event energy health food flying travel children siblings parents grandparents friend partner jobchange
""")
_SIZED = re.compile(r"(?P<unit>size|grosse|kleidergrosse|schuhgrosse|nummer|number|bus|linie|line)s?$")
_MULTIPLES = tuple((re.compile(rf"\b(?:{cue})\b", re.I), times) for cue, times in (
    ("doubled|verdoppelt|twice", 2.0), ("halved|halbiert|cut in half", 0.5), ("tripled|verdreifacht", 3.0)))
_TITLED = re.compile(r"\b(?:Mrs?|Ms|Miss|Dr|Prof|Frau|Herrn?)\.? (?P<name>[A-ZÄÖÜ][\w'-]+)")
_PLACED = re.compile(r"\b(?:in|at|to|near|with|via|nach|bei|beim|am|über)\s+(?:der |dem )?"
                     r"(?P<name>[A-ZÄÖÜ][\w'-]+)")
_HALF_PAST = re.compile(r"\bhalf (?=\d)")  # as it is said in Britain: "half eleven"
_MADE = {word: kind for kind, makes in CLASSES.items() for word in makes}


@dataclass(frozen=True, slots=True)
class Value:
    """One value of a measure, by its place: "47,5 mg" is ("mg", "47.5"), "half past nine" ("clock", "570")."""

    measure: str
    amount: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Common:
    """What a sentence and one statement share. `words`: those of the sentence; `values`: others of one measure."""

    known: Known
    weight: float
    words: tuple[Token, ...]
    values: tuple[Value, ...]


def common(said: Sequence[Token], text: str, standing: Iterable[Known]) -> list[Common]:
    """What `said`, the words of `text`, has in common with each statement, that with most in common first."""
    rows = [(k, *_shared(said, text, k)) for k in standing]
    worth = Counter(thing for _, thing in {(k.id, thing) for k, _, things, _ in rows for thing in things})
    found = [Common(k, sum(_worth(thing) / worth[thing] for thing in things), words, new)
             for k, words, things, new in rows]
    return sorted(found, key=lambda one: -one.weight)


def _worth(thing: str) -> float:
    return {"w": _WORD, "m": _MEASURE, "c": _CONCEPT}[thing[0]]


def _shared(said: Sequence[Token], text: str, k: Known) -> tuple[tuple[Token, ...], frozenset[str], tuple[Value, ...]]:
    """(words in common, all that is in common, other values of the measures it gives)."""
    held = [t for t in tokens(k.statement) if t.telling or t.kin]
    words = tuple(t for t in said if (t.telling or t.kin) and not (t.kind and t.kind[0] in TIMES)
                  and any(alike(t, o) for o in held))
    had, now = values(k.statement), values(text)
    new = tuple(v for v in now for o in had if v.measure == o.measure and v.amount != o.amount
                and not any(v.amount == other.amount for other in had)
                and all((o.measure, o.amount) != (other.measure, other.amount) for other in now))
    new = new or _bare(said, words, had, text)
    rest = [t for t in said if t not in words]
    about = _about(k.statement, k.attribute) & ({name for t in rest for name in _of(t)} | _formed(text))
    multiple = next((times for cue, times in _MULTIPLES if cue.search(text)), 0.0)
    fitting = any(_times(v, o) == multiple for v in new for o in had) if multiple else False
    return words, frozenset((*(f"w {t.key}" for t in words), *(f"c {name}" for name in about),
                             *(f"m {v.measure}" for v in new), *(["m multiple"] if fitting else ()))), new


def _bare(said: Sequence[Token], words: Sequence[Token], had: Sequence[Value], text: str) -> tuple[Value, ...]:
    """A figure without a unit, where the statement counts what the text names, or as many digits: "braucht jetzt 128"
    beside a size of 116."""
    units = {t.key for t in said} | {part for t in said for part in t.parts}
    plain = [t for t, after in zip(said, (*said[1:], None), strict=False)
             if t.figure and not t.article and not t.ordinal and ":" not in t.text
             and not (after and after.telling and after.text[:1].isupper())]
    return tuple(Value(o.measure, t.figure, t.start, t.end) for t in plain for o in had if t.figure
                 and t.figure != o.amount and o.measure not in ("clock", "weekday", "person", "place")
                 and (o.measure in units or (len(t.figure) == len(o.amount) > 1 and t.figure.isdigit())))


def _times(new: Value, old: Value) -> float:
    try:
        return round(float(new.amount) / float(old.amount), 2)
    except (ValueError, ZeroDivisionError):
        return 0.0


def _formed(text: str) -> frozenset[str]:
    """What a form says and no word: "turned 50" is about age."""
    return frozenset(("age",)) & concepts(text)


def _of(token: Token) -> frozenset[str]:
    """What one word is about, a make by what it is a make of."""
    made = _MADE.get(token.word)
    return frozenset((made,)) if made else concepts_of(token.word) - _WIDE


@cached(4_000)
def _about(statement: str, slot: str) -> frozenset[str]:
    made = {_MADE[t.word] for t in tokens(statement) if t.word in _MADE}
    return (concepts(statement, canonical(slot)) - _WIDE) | made


@cached(4_000)
def values(text: str) -> tuple[Value, ...]:
    """The values of a text that have a measure: times of day, weekdays, sizes and whatever else is counted in units."""
    found = list(_counted(text))
    found += [Value(measure, normalise(said["name"]), said.start("name"), said.end("name"))
              for measure, pattern in (("person", _TITLED), ("place", _PLACED)) for said in pattern.finditer(text)
              if not (token := tokens(said["name"])[0]).kind and not token.kin]
    plain = _HALF_PAST.sub("half past ", quantities.figures(normalise(text)))
    if (at := quantities.clock(plain)) is not None:
        here = [t for t in tokens(text) if t.figure] or list(tokens(text)[-1:])
        found = [v for v in found if not (here[0].start <= v.start <= here[-1].end)]
        found.append(Value("clock", str(at[0] % 720), here[0].start, here[-1].end))
    return tuple(found)


def _counted(text: str) -> Iterable[Value]:
    row = tokens(text)
    for before, t, after in zip((None, *row), row, (*row[1:], None), strict=False):
        if t.kind and t.kind[0] == "weekday":
            yield Value("weekday", t.kind[1], t.start, t.end)
        if not t.figure or t.article:
            continue
        glued = re.sub(r"[\d.,:]+", "", t.word) if t.word[0].isdigit() else ""
        sized = _SIZED.search(before.word) if before else None
        unit = "size" if sized else _unit(glued, after)
        if unit:
            yield Value(unit, t.figure.replace(",", "."), t.start, t.end)


def _unit(glued: str, after: Token | None) -> str:
    if glued in ("st", "nd", "rd", "th"):
        return ""
    word = glued if glued and glued != "s" else after.word if after else ""
    if (told := quantities.measure(f"1 {word}")) is not None:
        return told[0]
    if glued == "k":
        return "km"
    return after.key if after and (after.telling or len(word) > 1) else word
