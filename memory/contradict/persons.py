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
from memory.contradict.values import LANGUAGES
from memory.text import normalise

_PARTNER = re.compile(
    r"\b(?:[Mm]y|[Mm]eine?[mnr]?) (?P<who>wife|husband|hubby|spouse|girlfriend|gf|boyfriend|bf|partner|fianc[eé]e?|"
    r"boss|landlord|landlady|"
    r"Frau|Mann|Ehemann|Ehefrau|Freundin|Partner|Partnerin|Verlobter?|Chefin|Chef|Vermieterin|Vermieter),? "
    r"(?P<v>(?!Mr|Mrs|Ms|Dr|I\b|Frau\b|Herr\b)[A-ZÄÖÜ][a-zäöüßé]+)\b(?! [A-ZÄÖÜ][a-zäöüß]+(?: und|$))")


# The years of a decade that a part of it spans.
_OF_TEN = {"early": (0, 4), "anfang": (0, 4), "mid": (3, 7), "mitte": (3, 7), "late": (6, 9), "ende": (6, 9)}


def _age(match: re.Match[str], reading: Reading) -> Slot | None:
    """A span of ages: one year for "34", the year before too for a birthday still to come, ten for "in my thirties"."""
    owner = owner_of(match.string[:match.start()], reading)
    if owner is None or len(owner) > 3:
        return None
    low = high = quantities.ORDINALS.get(match["v"]) or int(match["v"])
    said = match.groupdict()
    if "part" in said:
        first, last = _OF_TEN.get(said["part"] or "", (0, 9))
        low, high = low + first, low + last
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
    owner = things(match["s"]) - {"birthday", "year", "celebrat"}
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


def _tongue(match: re.Match[str], reading: Reading) -> Slot | None:
    said = match["v"] or match["w"] or match["x"] or match["y"]
    return Slot("attribute", things("mother tongue"), said) if reading.subject == SELF and said in LANGUAGES else None


def _celebrated(match: re.Match[str], reading: Reading) -> Slot | None:
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


_YEARS = r"(?: (?:years?|jahre?|yrs?)(?: old| alt| jung| young)?| geworden)?"
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





def _called(match: re.Match[str], reading: Reading) -> Slot:
    return Slot("name", frozenset(), match["v"])


def _surnamed(match: re.Match[str], reading: Reading) -> Slot:
    return Slot("attribute", things("nachname"), match["v"])


def _nicknamed(match: re.Match[str], reading: Reading) -> Slot:
    return Slot("nickname", frozenset(), match["v"] or match["w"] or match["x"], "name")


def _born_under(match: re.Match[str], reading: Reading) -> Slot:
    return Slot("zodiac", frozenset(), match["v"], "set", (_SIGN[match["v"]],))


_ORDINALS = "|".join(quantities.ORDINALS)
_KIN = r"son|daughter|kid|child|boy|girl|brother|sister|nephew|niece|sohn|tochter|kind|bruder|schwester"
WHO: tuple[Row, ...] = (
    ("called named heiss name",
     r"^(?:i (?:am|is) (?:called|named)|(?:ich|i) heisst?e?|heisse ich|my (?:full )?name is|mein (?:voller )?name "
     r"(?:ist|lautet)) (?P<v>[\w -]+)$", _called),
    ("nachname", r"\b(?:mit nachnamen (?:heisse ich )?|heisse mit nachnamen )(?P<v>[\w-]+)$", _surnamed),
    ("call go by nenn",
     r"(?:everyone|everybody|people|they|all) (?:just |always )?calls? me (?P<v>\w+)|(?:alle|die leute) nennen mich "
     r"(?P<w>\w+)|\bgo by (?P<x>\w+)", _nicknamed),
    ("am bin is ist turned wurde",
     rf"\b(?:am|bin|is|ist|turned|wurde) {_ADV}(?P<v>\d{{1,3}})(?![.,]\d){_YEARS}"
     r"(?=$|,| now| jetzt| and | und | yesterday| today| gestern| heute| last | im | in )", _age),
    ("turn werde wird will",
     rf"\b(?:will be|(?:will be |am |is )?turn(?:ing|s)?|werde|wird) (?:[a-z]+ ){{0,3}}?(?P<v>\d{{1,3}}){_YEARS}"
     r"(?=$|,| this| next| in | on | tomorrow| soon| bald| dies| am | im )", _soon),
    ("0s", r"\bin (?:my|his|her|the) (?:(?P<part>early|mid|late)[ -]?)?(?P<v>[2-9]0)s\b", _age),
    ("anfang mitte ende", r"\b(?:bin|ist) (?P<part>anfang|mitte|ende) (?P<v>[2-9]0)\b", _age),
    ("birthday geburtstag",
     rf"\b(?:just )?(?:had|celebrated|hatte|feierte)\b.*?\b(?P<v>\d+|{_ORDINALS})(?:st|nd|rd|th|\.)? (?:birthday|"
     rf"geburtstag)$", _age),
    ("birthday geburtstag",
     r"^(?:i celebrate )?(?P<s>.*?\b(?:birthday|geburtstag))\b (?:(?:is|ist|falls|fallt)(?: on| in| am| im)?|on|in) "
     r"(?P<v>.+)$", _birthday),
    ("geburtstag", r"^(?P<s>)geburtstag habe ich (?P<v>(?:am|im) .+)$", _has_birthday),
    ("geburtstag", r"^(?P<s>.+?) (?:habe|hat|hab)(?: ich)? (?P<v>(?:am|im) .+?) geburtstag\b", _has_birthday),
    ("born geboren",
     r"\b(?:was |wurde |bin |am |is |ist )?(?:born|geboren)\b(?P<v>.*\d.*| (?:on|in|am|im) \w+(?: \w+)?)$", _born),
    ("geboren", r"\b(?P<v>(?:am|im|in|seit)? ?\d.*) geboren$", _born),
    ("birth jahrgang geburtsjahr geburtsdatum",
     r"\b(?:birth ?year|year of birth|jahrgang|geburtsjahr)\b(?: is| ist)? (?P<v>.*\d.*)$", _birth_year),
    ("birth geburtsdatum", r"^(?:my|mein) (?:date of birth|birth ?date|geburtsdatum) (?:is|ist)(?P<v> .*\d.*)$", _born),
    ("anniversary hochzeitstag wedding",
     r"^(?:i|we|ich|wir) (?:have|celebrate|haben|habe|feiern|feiere)\b(?P<v>.*\b(?P<t>anniversary|hochzeitstag|"
     r"wedding)\b.*)$",
     _celebrated),
    ("tongue mutterspr native",
     r"(?P<v>[a-z]+) (?:as|als) (?:my |meine )?(?:mother tongue|native (?:language|tongue)|first language|"
     r"muttersprache)|"
     r"\bnative (?P<w>[a-z]+) speaker|\bnative speaker of (?P<x>[a-z]+)|\b(?P<y>[a-z]+?)e?r? muttersprachler", _tongue),
    ("married", r"\bmarried to (?P<v>(?!a |an |the |my |our |him|her|someone)[^\W\d]+)(?=$|,| for | since | and )",
     _spouse),
    ("verheiratet", r"\bmit (?P<v>(?!einem |einer |dem |der |meine)[^\W\d]+) (?:glucklich )?verheiratet\b", _spouse),
    ("is ist", rf"\b(?:is|ist) (?:\w+ )?(?P<v>{'|'.join(_MARITAL)})\b", _marital),
    ("stud major",
     r"\b(?:study|studies|studying|major(?:ing)? in|studier(?:e|t)) (?P<v>(?!(?:for|to|at|in|an|hard|"
     r"abroad)\b)[\w -]+?)(?= at | in | an |$)", plain("study")),
    ("stud", r"\b(?:study|studying|student|studiere) (?:at|an der) (?:the )?(?P<v>[\w -]+)$", plain("university")),
    ("klasse grade",
     rf"^(?P<s>(?:(?:my|our|meine?|unsere?) (?:\w+ )?(?:{_KIN})|i|ich))\b.*?\b(?:in|into|besucht|starts?) (?:die |der "
     rf"|the )?"
     r"(?P<v>\d+|\w+)(?:(?<=\d)(?:st|nd|rd|th))?\.? (?:klasse|grade)\b", _grade),
    ("am bin sign sternz",
     rf"\b(?:am an? |bin (?:ein |eine )?|sign is (?:an? )?|sternzeichen (?:ist |bin ich )?)(?P<v>{_ZODIAC})(?=$|,| "
     rf"and | und |vom )",
     _born_under),
)
