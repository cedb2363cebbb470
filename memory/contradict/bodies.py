"""What somebody looks like: height, weight, eyes, hair, sizes."""

from __future__ import annotations

import re

from memory.contradict import quantities
from memory.contradict.frames import Row, amount, unit
from memory.contradict.reading import SELF, Reading
from memory.contradict.slots import Slot
from memory.contradict.things import thing, things
from memory.contradict.values import COLOURS, key

_LENGTHS = {"lange": "long", "lang": "long", "kurze": "short", "kurz": "short", "eine glatze": "bald"}
_TEXTURES = {"glatt": "straight", "lockig": "curly", "wavy": "curly", "wellig": "curly"}


def _coloured(match: re.Match[str], reading: Reading) -> Slot | None:
    """Eyes, hair or a beard of a colour; hair where nothing is named ("I am blonde")."""
    shades = tuple(sorted(COLOURS[w] for w in key(match["c"]) if w in COLOURS))
    if reading.subject != SELF or not shades or reading.past:
        return None
    return Slot("colour", frozenset((thing(match["t"] or "hair"),)), match["c"], "set", shades)


def _long(match: re.Match[str], reading: Reading) -> Slot | None:
    said = match["v"] or match["w"] or match["b"]
    return None if reading.past else Slot("length", frozenset(("hair",)), said, "set", (_LENGTHS.get(said, said),))


def _curly(match: re.Match[str], reading: Reading) -> Slot | None:
    said = match["v"] or match["w"]
    return None if reading.past else Slot("texture", frozenset(("hair",)), said, "set", (_TEXTURES.get(said, said),))


def _sized(match: re.Match[str], reading: Reading) -> Slot | None:
    return Slot("attribute", things(match["t"]), match["v"]) if reading.subject == SELF else None


def _shod(match: re.Match[str], reading: Reading) -> Slot | None:
    return Slot("attribute", things("shoe size"), match["v"]) if reading.subject == SELF else None


BODY: tuple[Row, ...] = (
    ("eyes hair auge haar bart beard",
     r"\b(?:have|habe|hab|got|with|mit) (?P<c>(?:[\w-]+ ){1,4})(?P<t>eyes|hair|augen|haare?|beard|bart)\b", _coloured),
    ("blond brunette redhead ginger",
     r"\b(?:am|bin) (?:an? )?(?:natural(?:ly)? |natur)?(?P<c>blonde?|brunette|redhead|ginger)(?P<t>)$", _coloured),
    ("hair haar bald glatze",
     r"\b(?:have|habe|hab|got) (?:\w+ )?(?P<v>long|short|lange|kurze)\b(?: [\w-]+){0,2} (?:hair|haare)$|"
     r"^(?:my|meine) (?:hair|haare) (?:is|are|sind) (?:\w+ )?(?P<w>long|short|lang|kurz)$|"
     r"^(?:i|ich) (?:am (?:\w+ )?|habe )(?P<b>bald|eine glatze)$", _long),
    ("curly wavy straight lockig glatt wellig",
     r"^(?:i|ich) (?:have|habe|got) (?:\w+ )*?(?P<v>curly|wavy|straight|lockig|glatt|wellig)(?:e[rs]?)? (?:\w+ "
     r")?(?:hair|haare)$|"
     r"^(?:my|meine) (?:hair|haare) (?:is|are|sind) (?:\w+ )?(?P<w>curly|wavy|straight|lockig|glatt)$", _curly),
    ("tall gross feet foot ft ' , . cm",
     r"^(?:i am|ich bin) (?:only |just |nur |about |etwa |ca |around )?(?P<v>[\d'\", .a-z]+?)(?: tall| gross)?$",
     amount("cm", quantities.stature, 0.015, "height")),
    ("'", r"^i am .*?(?<!\d)(?P<v>[4-6]' ?\d{1,2})(?!\d)", amount("cm", quantities.stature, 0.015, "height")),
    ("weigh wieg", r"\b(?:weigh|wiege)(?: about| around| etwa| ca| rund| nur| only)? (?P<v>.+)$",
     amount("kg", unit("kg"), 0.03, "weight")),
    ("schuhgr shoe blutgr blood",
     r"\b(?:have|habe|hab|am|bin|trage|wear|got) (?:an? )?(?P<t>schuhgrosse|shoe size|blutgruppe|blood type|blood "
     r"group) (?P<v>\S+(?: (?:positiv|negativ|positive|negative))?)$", _sized),
    ("shoe", r"\bwear (?:a )?size (?P<v>[\d.]+) shoes?$", _shod),
)
