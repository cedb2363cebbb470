"""Where somebody lives and comes from: town, street, floor, kind of dwelling."""

from __future__ import annotations

import re
from dataclasses import replace

from memory.contradict import quantities
from memory.contradict.frames import Row, plain
from memory.contradict.reading import SELF, Reading
from memory.contradict.slots import Slot

_LIVE = r"(?:live|lives|living|reside|resides|based|wohne|wohnt|lebe|lebt|wohnen|leben)"
_RAISED = re.compile(r"grew|grow|raised|aufgewachsen|originally|ursprunglich")


def _origin(match: re.Match[str], reading: Reading) -> Slot | None:
    """Where somebody comes from or, where only that is said, was born: many grow up elsewhere."""
    said = match.string
    only_born = ("born" in said or "gebor" in said) and not _RAISED.search(said)
    return plain("birthplace" if only_born else "origin", "place")(match, reading)


_DATED = re.compile(r"\b(?:in|im jahr) ((?:19|20)\d\d)\b")


def _moved(match: re.Match[str], reading: Reading) -> Slot | None:
    """A move to a place; one of a year that is named may have been followed by another."""
    slot = plain("home", "place")(match, reading)
    return replace(slot, weak=True) if slot and _DATED.search(match["v"]) else slot


_DWELLINGS = {"rv": "camper", "trailer": "camper", "caravan": "camper",
    "wohnmobil": "camper", "wohnwagen": "camper", "camper": "camper",
              "houseboat": "boat", "hausboot": "boat", "dorm": "dorm", "hotel": "hotel"}


def _dwelling(match: re.Match[str], reading: Reading) -> Slot | None:
    if reading.subject != SELF or reading.past:
        return None
    said = match["v"]
    house = said.endswith(("house", "haus", "bungalow")) and said != "hochhaus"
    kind = "house" if house else _DWELLINGS.get(said, "flat")
    return Slot("dwelling", frozenset(), match["v"], "set", (kind,))


def _rooms(match: re.Match[str], reading: Reading) -> Slot | None:
    said = match["v"]
    many = 1 if said in ("one", "ein", "single") else quantities.NUMERALS.get(said) or int(said)
    return Slot("count:" + match["t"].replace("zimmer", "room"), frozenset(), said, "count", (many, many))


def _floor(match: re.Match[str], reading: Reading) -> Slot | None:
    return None if reading.subject != SELF else Slot("floor", frozenset(("flat",)), match["v"], "set", (
        quantities.level(match["v"]),))


_STREET = (
    r"(?:street|road|avenue|lane|drive|boulevard|court|\w*str(?:asse|\.)?|\w*weg|\w*allee|\w*gasse|\w*platz|\w*markt)"
)
WHERE: tuple[Row, ...] = (
    ("live livi resid based wohn leb", rf"\b{_LIVE}\b(?: [\w']+){{0,3}}? in (?P<v>.+)$", plain("home", "place")),
    ("moved relocated", r"\b(?:moved|relocated) (?:back )?to (?P<v>.+)$", _moved),
    ("zog zieh", r"\b(?:zog|ziehe|umgezogen|gezogen) nach (?P<v>.+)$", plain("home", "place")),
    ("gezogen", r"\bnach (?P<v>\w+) (?:um)?gezogen\b", plain("home", "place")),
    ("place home wohnort zuhause residence", r"(?<=\w) (?:place|home|wohnort|zuhause|residence) (?:is|ist) (?:in "
                                             r")?(?P<v>.+)$",
     plain("home", "place")),
    ("street road aven lane drive str weg allee gasse platz markt",
     rf"^(?:i|we|ich|wir|my|our|meine|unsere)\b.*?\b(?:{_LIVE}|adresse|address|anschrift)\b(?: is| ist| lautet)?(?: "
     rf"in| at| on| an)?(?: der| dem| am)?"
     rf" (?P<v>(?:\d+ )?(?:[\w-]+ ){{0,2}}{_STREET}(?: \d+\w?)?)(?=$|,| in | now| near)",
     lambda m, r: Slot("street", frozenset(), m["v"])),
    ("stock floor etage", rf"\b(?:{_LIVE}|(?:have|habe|haben) (?:an?|eine) (?:flat|apartment|wohnung))\b.*?\b(?:im|on "
                          rf"the|in der)"
                          r" (?P<v>\w+)\.? (?:stock|floor|etage)\b", _floor),
    ("erdgeschoss dachgeschoss keller parterre basement",
     rf"\b{_LIVE}\b.*? (?:im|in a|in the) (?P<v>erdgeschoss|dachgeschoss|keller|parterre|basement)\b", _floor),
    ("born from grew raised aus geboren",
     r"\b(?:born|originally|grew up|raised|aufgewachsen|geboren|stamm[et]|komm[et]|comes?|am|is|ist|moved here|"
     r"bin)(?: [\w']+)?? (?:in|from|aus) (?P<v>[a-z].*)$", _origin),
    ("hometown home town heimat", r"^(?:my|mein\w*) (?:hometown|home town|heimatstadt|heimatort|heimat) (?:is|ist) "
                                  r"(?P<v>.+)$", _origin),
    ("geburtig", r"\b(?:bin|ist) (?:eine? )?geburtige?r? (?P<v>[a-z]+?)(?:er|erin)$", _origin),
    ("aufgewachsen geboren", r"\b(?:geboren|aufgewachsen)\b.*\b(?:bin|wurde) ich in (?P<v>[a-z]+)", plain(
     "origin", "place")),
    ("life always schon leben", r"\b(?:lived|lebe|wohne)(?: always| schon immer| mein ganzes leben(?: lang)?)? in "
                                r"(?P<v>[\w ]+?) (?:my (?:entire|whole) life|all my life|since birth)", _origin),
    ("rv trailer camper caravan mobil wagen boat boot dorm hotel bungalow house flat apartment wohnung haus studio wg "
     "condo", r"\b(?:live|living|wohne|wohnen|lebe|leben) in (?:an?|the|"
                                                          r"my own|einer|einem|meiner|unserem)(?: [\w-]+){0,2}? "
     r"(?P<v>(?:\w*(?:haus|wohnung))|house|bungalow|flat|apartment|condo|studio|dorm|rv|trailer|camper|caravan|"
     r"wohnmobil|wohnwagen|houseboat|hausboot|hotel)\b(?! (?:boat|share|of))",
     _dwelling),
    ("room zimmer bedroom",
     r"\b(?P<v>\d|ein|zwei|drei|vier|funf|sechs|one|single)[- ]?(?P<t>room|zimmer|bedroom)[- ]?(?:flat|apartment|"
     r"wohnung|house)", _rooms),
)
