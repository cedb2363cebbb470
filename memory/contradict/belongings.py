"""What somebody drives, uses and pays."""

from __future__ import annotations

import re

from memory.contradict import quantities
from memory.contradict.frames import Make, Row, amount, unit
from memory.contradict.reading import SELF, Reading
from memory.contradict.slots import Slot
from memory.contradict.sorts import sort
from memory.contradict.things import PROVIDERS, make, things
from memory.contradict.values import COLOURS, key

# Makers of cars and phones make these as well.
_OTHER_KIND = re.compile(
    r"\b(?:motor(?:cycle|bike|rad|roller)|bike|fahrrad|scooter|moped|mower|rasenmaher|boat|tractor|van|truck|lkw|tv|"
    r"television|fernseher|"
    r"watch|uhr|laptop|tablet|tab|camera|kamera|fridge|kuhlschrank|headphones|earbuds|buds|speaker|keyboard|piano|"
    r"soundbar|monitor|console)\b")
_PRIVATE = re.compile(r"\b(?:privat\w*|private|work phone|business|dienst\w*|firmen\w*|company|second|zweit\w*|old|"
                      r"alte?\w?|also|auch|used|winter|summer|sommer|for work|sometimes|manchmal|rent\w*|borrow\w*)\b")


def _model(weak: bool) -> Make:
    """A make of car or phone that is driven, used or had."""
    def make_slot(match: re.Match[str], reading: Reading) -> Slot | None:
        if reading.subject != SELF or reading.past or _PRIVATE.search(reading.text) or _OTHER_KIND.search(reading.text):
            return None
        for kind in ("car", "phone"):
            if makes := make(frozenset((kind,)), match["v"]):
                rest = frozenset(w for w in key(match["v"]) if any(map(str.isdigit, w))) - makes
                return Slot("model", frozenset((kind,)), match["v"], "model", (makes, rest), weak)
        return None

    return make_slot


def _painted(match: re.Match[str], reading: Reading) -> Slot | None:
    shades = tuple(sorted(COLOURS[w] for w in key(match["c"]) if w in COLOURS))
    if reading.subject != SELF or reading.past or not shades:
        return None
    return Slot("colour", frozenset(("car",)), match["c"], "set", shades)


def _plan(match: re.Match[str], reading: Reading) -> Slot | None:
    plan = "prepaid" if match["v"] == "prepaid" else "monthly contract"
    return None if reading.past else Slot("plan", frozenset(("phone",)), match["v"], "set", (plan,))


def _driven(match: re.Match[str], reading: Reading) -> Slot | None:
    found = None if reading.past or reading.subject != SELF or _PRIVATE.search(reading.text) else sort(match["v"])
    return Slot(found[0], frozenset(("car",)), match["v"],
        "set", (found[1],)) if found and found[0] in ("fuel", "gear") else None


def _of_year(match: re.Match[str], reading: Reading) -> Slot | None:
    if reading.subject != SELF or reading.past:
        return None
    return Slot("year", frozenset(("car",)), match["v"], "date", (int(match["v"]), 0, 0))


def _provider(match: re.Match[str], reading: Reading) -> Slot | None:
    return Slot("provider", frozenset(), match["v"], "set", (match["v"],))


def _priced(match: re.Match[str]) -> Slot | None:
    many = unit("money")(match["v"]) or _bare(match["v"])
    return None if many is None else Slot("money", things(match["t"]), match["v"], "amount", (many, 0.02))


def _bare(text: str) -> float | None:
    found = re.search(r"\d+(?:[.,]\d+)*", text)
    return quantities.number(found.group()) if found else None


OWN: tuple[Row, ...] = (
    ("bought got gekauft", r"^(?:i|we|ich|wir) (?:have |habe |haben )?(?:bought|got|kaufte) (?:the|my|our|das|mein\w*|"
                           r"unser\w*) (?P<t>\w+) (?:brand )?(?P<v>new|used|second[- ]hand)\b",
     lambda m, r: Slot("condition", things(m["t"]), m["v"], "set", ("new" if m["v"] == "new" else "used",))),
    ("drive fahr use benutz nutze switched gewechselt", r"\b(?:drive|driving|fahre|use|benutze|nutze|switched to|"
                                                        r"gewechselt) (?P<v>.+)$",
     _model(weak=False)),
    ("drive fahre", r"\b(?:drive|fahre) (?:an? |eine?n? )(?P<c>[a-z]+) \w+", _painted),
    ("drive fahre", r"\b(?:drive|fahre) (?P<v>an? .+|eine?n? .+)$", _driven),
    ("drive fahre", r"\b(?:drive|fahre) (?:an? |eine?n? )(?:[a-z]+ )?(?P<v>(?:19|20)\d\d)\b", _of_year),
    ("have habe hab got own bought besitz",
     r"\b(?:have|habe|hab|got|own|bought|besitze) (?P<v>.+)$", _model(weak=True)),
    ("prepaid contract vertrag", r"^(?=.*(?:phone|handy|sim\b|mobile)).*\b(?P<v>prepaid|(?:monthly|two-year|phone|"
                                 r"mobile) contract|laufzeitvertrag)\b",
     _plan),
    ("with bei", rf"^(?:i am with|ich bin bei) (?P<v>{'|'.join(map(re.escape, sorted(PROVIDERS)))})\b", _provider),
    ("vertrag provider carrier handy phone anbieter plan contract",
     rf"(?=.*\b(?:\w*vertrag|\w*anbieter|provider|carrier|handy|phone|anbieter|plan|contract)\b)(?=.*\b(?:bei|with|is|"
     rf"ist|on|through)\b).*\b(?P<v>{'|'.join(map(re.escape, sorted(PROVIDERS)))})\b", _provider),
    ("pay zahle", r"\b(?:pay|zahle|zahlen|bezahle)\b(?P<v>.*?\d.*?) (?:for|fur) (?P<t>(?:my|our|the|mein\w*|unser\w*|"
                  r"das|den|die) [\w ]+?)(?: a month| per month| im monat|$)", lambda m, r: _priced(m)),
    ("pay zahle rent miete", r"\b(?:pay|zahle|zahlen)\b(?P<v>.*\d.*?) (?:in |for |for my )?(?:rent|(?:kalt|"
                             r"warm)?miete)\b",
     amount("money", lambda t: unit("money")(t) or _bare(t), 0.02, "rent")),
)
