"""Who somebody is: name, age, birthday, whom they are married to."""

from __future__ import annotations

import re

from memory.contradict import quantities
from memory.contradict.classes import of_class
from memory.contradict.frames import Row, owner_of, plain
from memory.contradict.occupations import occupation
from memory.contradict.reading import SELF, Reading
from memory.contradict.slots import Slot
from memory.contradict.things import things
from memory.contradict.values import key
from memory.text import normalise

_PARTNER = re.compile(
    r"\b(?:[Mm]y|[Mm]eine?[mnr]?) (?P<who>wife|husband|hubby|spouse|girlfriend|gf|boyfriend|bf|partner|fianc[eé]e?|"
    r"boss|landlord|landlady|"
    r"Frau|Mann|Ehemann|Ehefrau|Freundin|Partner|Partnerin|Verlobter?|Chefin|Chef|Vermieterin|Vermieter),? "
    r"(?P<v>(?!Mr|Mrs|Ms|Dr|I\b|Frau\b|Herr\b)[A-ZÄÖÜ][a-zäöüßé]+)\b(?! [A-ZÄÖÜ][a-zäöüß]+(?: und|$))")


def _age(match: re.Match[str], reading: Reading) -> Slot | None:
    """A span of ages: one year for "34", the year before too for a birthday still to come, ten for "in my thirties"."""
    owner = owner_of(match.string[:match.start()], reading)
    if owner is None or len(owner) > 3:
        return None
    low = high = int(match["v"])
    said = match.groupdict()
    if said.get("soon"):
        low -= 1
    if said.get("tens"):
        part = said.get("part") or ""
        low, high = {"early": (low, low + 4), "anfang": (low, low + 4), "mid": (low + 3, low + 7),
                     "mitte": (low + 3, low + 7), "late": (low + 6, low + 9), "ende": (low + 6, low + 9)}.get(
                         part, (low, low + 9))
    return Slot("age", owner, match["v"], "count", (low, high))


def _born(match: re.Match[str], reading: Reading) -> Slot | None:
    said = match["v"]
    before = match.string[:match.start()]
    owner = owner_of(before, reading)
    if owner is None and re.search(r"\b(?:my|mein\w*)\b", before):
        owner = frozenset()
    date, year = quantities.date(said) or (0, 0, 0), quantities.year(said) or 0
    if owner is None or not (date[1] or year):
        return None
    return Slot("birthday", owner - {"birthday"}, said, "date", (date[0] or year, *date[1:]))


def _birthday(match: re.Match[str], reading: Reading) -> Slot | None:
    date = quantities.date(match["v"])
    owner = things(match["s"]) - {"birthday", "year"}
    return Slot("birthday", owner, match["v"], "date", date) if date else None


def _birth_year(match: re.Match[str], reading: Reading) -> Slot | None:
    year = quantities.year(match["v"])
    return Slot("birthday", frozenset(), match["v"], "date", (year, 0, 0)) if year else None


def _spouse(match: re.Match[str], reading: Reading) -> Slot | None:
    """Whom one is married to, by name: "a firefighter" and "my best friend" are none."""
    said = match["v"]
    return None if occupation(said) or reading.past else Slot("name", frozenset(("spouse",)), said, "name")


def introduced(statement: str) -> list[Slot]:
    """The names that stand right behind whom they name, as capitals show them: "my husband Mark cooks". Only of those
    there is one of at a time."""
    found = []
    for match in _PARTNER.finditer(statement):
        name = normalise(match["v"])
        if not occupation(name):
            found.append(Slot("name", things(f"meine {normalise(match['who'])}"), name, "name"))
    return found


def _celebrated(match: re.Match[str]) -> Slot | None:
    date = quantities.date(match["v"])
    return Slot("date ", things(match["t"]), match["v"], "date", date) if date else None


_SIGN = {word: row.split()[0] for row in """
capricorn steinbock | aquarius wassermann | pisces | aries widder | taurus | gemini zwilling | cancer | leo
virgo jungfrau | libra waage
scorpio skorpion | sagittarius schutze
""".replace("\n", "|").split("|") if row.strip() for word in row.split()}
_ZODIAC = "|".join(_SIGN)


def _grade(match: re.Match[str], reading: Reading) -> Slot | None:
    owner = things(match["s"])
    grade = str(quantities.ORDINALS.get(match["v"]) or match["v"])
    return Slot("grade", owner, match["v"], "set", (grade,)) if grade.isdigit() else None


_MARITAL = {"single": "single", "ledig": "single", "married": "married",
    "verheiratet": "married", "divorced": "divorced",
            "geschieden": "divorced", "engaged": "engaged",
                "verlobt": "engaged", "widowed": "widowed", "verwitwet": "widowed"}


def _marital(match: re.Match[str], reading: Reading) -> Slot | None:
    owner = owner_of(match.string[:match.start()], reading)
    if not owner or reading.past:
        return None
    return Slot("marital", owner, match["v"], "class", of_class("marital", _MARITAL[match["v"]]))


_YEARS = r"(?: (?:years?|jahre?|yrs?)(?: old| alt)?| geworden)?"
_ADV = r"(?:(?:now|just|only|already|currently|schon|erst|gerade|jetzt|nur|inzwischen|mittlerweile) )*"


def _soon(match: re.Match[str], reading: Reading) -> Slot | None:
    slot = _age(match, reading)
    if slot is None:
        return None
    low, high = slot.data
    return Slot("age", slot.owner, slot.value, "count", (low - 1, high))


def _has_birthday(match: re.Match[str], reading: Reading) -> Slot | None:
    date = quantities.date(match["v"])
    owner = frozenset() if reading.subject == SELF else things(match["s"])
    return Slot("birthday", owner, match["v"], "date", date) if date else None


WHO: tuple[Row, ...] = (
    ("called named heiss name", r"^(?:i (?:am|is) (?:called|named)|(?:ich|i) heisst?e?|heisse ich|my (?:full )?name "
                                r"is|mein (?:voller )?name "
                                r"(?:ist|lautet)) (?P<v>[\w -]+)$", lambda m, r: Slot("name", frozenset(), m["v"])),
    ("call go by nenn", r"(?:everyone|everybody|people|they|all) (?:just |always )?calls? me (?P<v>\w+)|"
                        r"(?:alle|die leute) nennen mich (?P<v2>\w+)|\bgo by (?P<v3>\w+)", lambda m, r: Slot(
                            "nickname", frozenset(), m["v"] or m["v2"] or m["v3"], "name")),
    ("am bin is ist turn werd wird will age", rf"\b(?:am|bin|is|ist|turned|wurde) "
                                              rf"{_ADV}(?P<v>\d{{1,3}})(?![.,]\d){_YEARS}"
     r"(?=$|,| now| jetzt| and | und | yesterday| today| gestern| heute| last | im | in )", _age),
    ("turn werde wird will", rf"\b(?:will be|(?:will be |am |is )?turn(?:ing|s)?|werde|wird)(?P<soon>)? (?:[a-z]+ "
                             rf"){{0,3}}?(?P<v>\d{{1,3}})"
     rf"{_YEARS}(?=$|,| this| next| in | on | tomorrow| soon| bald| dies| am | im )", lambda m, r: _soon(m, r)),
    ("ties ziger 0s", r"\b(?:in (?:my|his|her)|am in (?:my|the)) (?P<part>early|mid|late)?[ -]?(?P<v>\d0)s?(?P<tens>s|"
                      r"ties)", _age),
    ("birthday geburtstag", r"^(?P<s>.*?\b(?:birthday|geburtstag))\b (?:is|ist)(?: on| in| am| im)? (?P<v>.+)$",
     _birthday),
    ("geburtstag", r"^(?P<s>.+?) (?:habe|hat|hab)(?: ich)? (?P<v>(?:am|im) .+?) geburtstag\b",
     lambda m, r: _has_birthday(m, r)),
    ("born geboren", r"\b(?:was |wurde |bin |am |is |ist )?(?:born|geboren)\b(?P<v>.*\d.*| (?:on|in|am|im) \w+(?: "
                     r"\w+)?)$", _born),
    ("anniversary hochzeitstag wedding geburtstag", r"^(?:i|we|ich|wir) (?:have|celebrate|haben|habe|feiern|"
                                                    r"feiere)\b(?P<v>.*\b(?P<t>anniversary|"
                                                    r"hochzeitstag|wedding)\b.*)$", lambda m, r: _celebrated(m)),
    ("geboren", r"\b(?P<v>(?:am|im|in|seit)? ?\d.*) geboren$", _born),
    ("birth jahrgang geburtsjahr", r"\b(?:birth ?year|year of birth|jahrgang|geburtsjahr)\b(?: is| ist)? "
                                   r"(?P<v>.*\d.*)$", _birth_year),
    ("married verheiratet", r"\bmarried to (?P<v>(?!a |an |the |my |our |him|her|someone)[^\W\d]+)(?=$|,| for | since "
                            r"| and )", _spouse),
    ("verheiratet", r"\bmit (?P<v>(?!einem |einer |dem |der |meine)[^\W\d]+) (?:glucklich )?verheiratet\b", _spouse),
    ("am bin is", rf"\b(?:is|ist) (?:\w+ )?(?P<v>{'|'.join(_MARITAL)})\b", _marital),
    ("stud major", r"\b(?:study|studies|studying|major(?:ing)? in|studier(?:e|t))"
                   r" (?P<v>(?!(?:for|to|at|in|an|hard|abroad)\b)[\w -]+?)(?= at | in | an |$)", plain("study")),
    ("klasse grade", r"^(?P<s>(?:my|our|meine?|unsere?) (?:\w+ )?(?:son|daughter|kid|child|boy|girl|sohn|tochter|kind|"
                     r"brother|sister|bruder|"
                     r"schwester|nephew|niece))\b.*?\b(?:in|into|besucht|starts?) (?:die |der |the )?(?P<v>\d+|"
                     r"\w+)(?:(?<=\d)(?:st|nd|rd|th))?\.? "
                     r"(?:klasse|grade)\b", _grade),
    ("capri aqua pisces aries taurus gemini cancer leo virgo libra scorpio sagitt sternz sign",
     rf"\b(?:am an? |bin (?:ein |eine )?|sign is (?:an? )?|sternzeichen (?:ist |bin ich )?)"
     rf"(?P<v>{_ZODIAC})(?=$|,| and | und )", lambda m, r: Slot(
         "zodiac", frozenset(), m["v"], "set", (_SIGN[m["v"]],))),
    (" in ", r"^(?:i|we|ich|wir) (?:only |just |finally )?(?:have |habe |haben |bin |sind )?(?P<x>(?:moved|graduated|"
             r"retired|got married|married|bought|started|finished|quit|joined|emigrated|"
             r"immigrated|divorced)\b[\w ]*?) in (?P<v>(?:19|20)\d\d)$", lambda m, r: Slot(
                 "year:" + " ".join(sorted(key(m["x"]))), frozenset(), m["v"], "date", (int(m["v"]), 0, 0))),
)
