"""What somebody looks like: height, weight, eyes, hair, sizes."""

from __future__ import annotations

import re

from memory.contradict import quantities
from memory.contradict.frames import Row, amount, unit
from memory.contradict.reading import SELF, Reading
from memory.contradict.slots import Slot
from memory.contradict.things import thing, things
from memory.contradict.values import COLOURS, key


def _coloured(match: re.Match[str], reading: Reading) -> Slot | None:
    shades = tuple(sorted(COLOURS[w] for w in key(match["c"]) if w in COLOURS))
    if reading.subject != SELF or not shades or reading.past:
        return None
    return Slot("colour", frozenset((thing(match["t"]),)), match["c"], "set", shades)


def _length(match: re.Match[str]) -> Slot:
    said = match["v"] or match["w"] or match["b"] or match["g"]
    length = {"lang": "long", "kurz": "short"}.get(said.removesuffix("e"), "bald" if match["b"] or match["g"] else said)
    return Slot("length", frozenset(("hair",)), said, "set", (length,))


def _sized(match: re.Match[str], reading: Reading) -> Slot | None:
    of = things({"type": "blood type"}.get(match["t"], match["t"]))
    return Slot("attribute", of, match["v"]) if reading.subject == SELF else None


BODY: tuple[Row, ...] = (
    ("eyes hair auge haar bart beard", r"\b(?:have|habe|hab|got|with|mit) (?P<c>(?:[\w-]+ ){1,4})(?P<t>eyes|hair|"
                                       r"augen|haare?|beard|bart)\b",
     _coloured),
    ("hair haar", r"\b(?:(?:have|habe|hab|got) (?:\w+ )?(?P<v>long|short|lange|kurze)\b(?: [\w-]+){0,2} (?:hair|"
                  r"haare)$|"
                  r"(?:hair|haare) (?:is|are|sind) (?:\w+ )?(?P<w>long|short|lang|kurz)$|am (?:\w+ )?(?P<b>bald)$|"
                  r"habe (?P<g>eine glatze))", lambda m, r: _length(m)),
    ("tall gross feet foot ft ' , . cm", r"^(?:i am|ich bin) (?:only |just |nur |about |etwa |ca |around "
                                         r")?(?P<v>[\d'\", .a-z]+?)(?: tall| gross)?$",
     amount("cm", quantities.stature, 0.015, "height")),
    ("weigh wieg", r"\b(?:weigh|wiege)(?: about| around| etwa| ca| rund| nur| only)? (?P<v>.+)$", amount(
     "kg", unit("kg"), 0.03, "weight")),
    ("schuhgr shoe blutgr blood", r"\b(?:have|habe|hab|am|bin|trage|wear|got) (?:an? )?(?P<t>schuhgrosse|shoe size|"
                                  r"blutgruppe|"
                                  r"blood type|type) (?P<v>\S+(?: (?:positiv|negativ|positive|negative))?)$",
     _sized),
    ("shoe", r"\bwear (?:a )?size (?P<v>[\d.]+) shoes?$", lambda m, r: Slot("attribute", things("shoe size"), m["v"])),
)
