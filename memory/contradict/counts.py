"""How many of a thing somebody has: exactly, at least, or only one kind of it."""

from __future__ import annotations

import re

from memory.contradict.reading import NOUN, SELF, Reading
from memory.contradict.slots import Slot
from memory.contradict.things import thing, things
from memory.text.vocabulary import vocabulary

MANY = 10_000
_NUMBER = (r"(?:(?P<least>at least|mindestens|over|more than|mehr als) )?(?:exactly |genau |insgesamt |only |just |"
           r"nur )*"
           r"(?P<n>\d{1,4}|one|a single|einen einzigen|eine einzige|ein einziges|(?<=nur )eine?n?|(?<=genau )eine?n?|"
           r"(?<=only )an?)")
_WARM = (
    r"(?:(?:wonderful|lovely|beautiful|great|amazing|awesome|sweet|adorable|cute|crazy|tolle|susse|wunderbare|"
    r"liebe) )?"
)
_HAVE = re.compile(
    rf"(?P<s>.*?)\b(?:have|has|own|owns|got|habe|hab|hat|haben|besitze|raise|am (?:an? |the )?(?:proud )?(?:mom|mum|"
    rf"mother|dad|father|parent)"
    rf"(?= of)|bin (?:mutter|vater|mama|papa)(?= von))\b(?: (?:only|just|nur|insgesamt|exactly|genau|of|von|also|auch|"
    rf"ich|wir|now|jetzt))*? {_NUMBER}(?: {_WARM}(?:(?P<a>older|younger|elder|big|little|small|grown|adult|half|twin|"
    rf"step|altere|jungere|grosse|kleine) )?(?P<t>[a-z-]+))?(?P<rest>.*)$")
_MY = re.compile(r"\b(?:my|our|meine|unsere)n? (?P<n>\d{1,2}) (?P<t>[a-z]+)(?P<rest>)")
_INVERTED = re.compile(r"^(?:insgesamt )?(?:habe|haben|hab) (?:ich|wir)\b")
_NEUTRAL = re.compile(r"(?:$|,| and\b| und\b| now\b| jetzt\b| in total\b| insgesamt\b| at home\b| zu hause\b| total\b|"
                      r" altogether\b| that\b| too\b| as well\b| in (?:my|our|the) (?:house|home|flat|apartment)\b)")
# What is counted, and of which larger count it is a part.
_PART_OF = {"daughter": "kid", "son": "kid", "brother": "sibling", "sister": "sibling", "dog": "pet", "cat": "pet",
            "hamster": "pet", "rabbit": "pet", "turtle": "pet"}
_SAME = {"boy": "son", "girl": "daughter", "geschwister": "sibling", "haustier": "pet"}
_COUNTED = frozenset(thing(w) for w in vocabulary("""
kid daughter son brother sister sibling siblings geschwister twin cat dog pet pets haustier haustiere hamster rabbit
kaninchen
horse chicken huhn huhner cow pig goat job bathroom bedroom room floor car bike laptop tattoo degree grandchild
grandchildren
enkel house sheep fish hen bird phone computer tv monitor piercing motorcycle boat guitar language employee
""")) | {"pet", "sibling"}


def counts(text: str, reading: Reading) -> list[Slot]:
    """The counts a clause gives, as spans of numbers. `text` has its numbers in figures."""
    if reading.past and " got " not in text:
        return []
    found = _MY.search(text) or (_HAVE.match(text) if reading.subject in (SELF, NOUN) else None)
    if not found:
        return []
    said, what = found.groupdict(), found["t"] or ""
    parent = found.re is _HAVE and bool(re.search(r"\b(?:am|bin)\b", text[:found.start("n")]))
    name = "kid" if parent else _name(what)
    if not name or not (parent or _NEUTRAL.match(found["rest"])):
        return []
    owner = frozenset() if reading.subject == SELF or found.re is _MY else things(said.get(
        "s") or "") - {"house", "flat"}
    number = int(found["n"]) if found["n"].isdigit() else 1
    if number == 1 and " who" in found["rest"]:
        return []
    span = (number, MANY if said.get("least") else number)
    quality = said.get("a") or ""
    slots = [Slot(f"count:{name} {quality}".strip(), owner, found["n"], "count", span)]
    if quality:
        slots.append(Slot(f"count:{name}", owner, found["n"], "count", (number, MANY)))
    if whole := _PART_OF.get(name):
        slots.append(Slot(f"count:{whole}", owner, found["n"], "count", (number, MANY)))
    return slots


def _name(word: str) -> str:
    name = thing(word)
    name = _SAME.get(name, name)
    return name if name in _COUNTED else ""
