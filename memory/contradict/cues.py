"""Words that say which kind of slot a statement may fill: statements without a common word are compared by these."""

from __future__ import annotations

from functools import lru_cache

from memory.contradict.quantities import NUMERALS
from memory.contradict.things import CLASSES, PHRASES, PROVIDERS, known, thing

# Kinds of slot whose values share no word with each other, by how the words begin that their frames are read from.
_STARTS = {
    "home": """
live livi resid based wohn lebe lebt leben move reloc zog zieh umge gezo place adress anschrift zuhause
""",
    "origin": "hometown heimat born from grew rais aus gebo geburtig origin aufg stam komm come",
    "work": """
as als promo becam becom work job jobs arbe care stelle employ payroll beschaftig angestellt self freelanc
selbst beruf profess occup teach unterricht retired rent unemploy arbeitslos
""",
    "name": "name call heis surname nachname last vorname firstname nick go",
    "birth": "birth gebu born gebo jahrgang",
    "marital": """
singl marr divor widow engag ledig verhei gesch verw verl wife husband spouse frau mann girlfriend boyfriend
gf bf freundin fianc wedding
""",
    "study": "stud major",
    "beard": "beard bart shave rasiert",
    "taken": "coffee kaffee tea milk milch cream sahne",
    "favourite": "favo fav lieb leib fan supporter",
    "gender": """
man dude guy male female dad father mom mum mother woman lady girl husband wife mann frau vater mutter papa
mama pregnant schwanger
""",
    "tenure": "own rent miete bought landlord vermieter eigen",
    "company": "live wohn lebe alone allein",
    "diet": "vegetari vegan meat fleisch carnivor",
    "rhythm": "morning night nacht fruh morgen langschl early",
    "faith": """
catholic katholi protestant evangeli baptist lutheran methodist christ muslim moslem jewish jude judin judisch
hindu buddhis atheis agnosti konfessionslos
""",
    "siblings": """
only einzelkind brother sister bruder schwester sibling geschwister oldest youngest eldest alteste jungste
middle
""",
    "politics": "democrat liberal republican conservat",
    "raised": "raised aufgewachs grossgez brought grew",
    "phone": "phone handy smartphone android ios iphone",
    "car": "car cars auto wagen drive fahre",
    "commute": "commut work arbeit pend drive",
    "body": "hair haar haare bald glatze blond brunette redhead ginger tall gross feet foot ft cm weigh wieg gewicht "
            "height",
    "kids": "kid kids child kind daughter son tochter sohn sohne tochtern mom dad father mother mutter vater",
    "tongue": "tongue native mutterspr erstspr language speak fluent sprech rede",
    "pets": "pet haustier",
    "street": "street road avenue strasse",
    "zodiac": """
zodiac sign sternz capricorn steinbock aquarius wassermann pisces aries widder taurus gemini zwilling cancer
leo virgo jungfrau libra waage scorpio skorpion sagitt schutze
""",
    "allergy": "allerg heuschn hay intoleran celiac zoliakie lactose laktose",
    "animals": "pet haustier tier animal",
    "dwelling": "house haus flat apartment wohnung condo studio",
    "time": "up sleep schlaf stehe wake wache bed bett",
    "sport": "gym work exercis sport fitness train",
    "number": "sized size type typ",
    "provider": "provider vertrag contract anbieter",
}
_FIRST = 3  # letters that tell whether a word can be one of those
_FAMILIES: dict[str, tuple[str, ...]] = {}
for _family, _starts in _STARTS.items():
    for _start in _starts.split():
        _FAMILIES[_start] = (*_FAMILIES.get(_start, ()), _family)
for _phrase, _name in PHRASES.items():
    _start = _phrase.split()[0]
    _FAMILIES[_start] = (*_FAMILIES.get(_start, ()), _name)


@lru_cache(maxsize=20_000)
def families(word: str) -> tuple[str, ...]:
    """The kinds of slot a normalised word may stand for."""
    found: dict[str, None] = dict.fromkeys(_FAMILIES.get(word, ()))
    for end in range(_FIRST + 1, len(word)):
        if family := _FAMILIES.get(word[:end]):
            found.update(dict.fromkeys(family))
    found.update(dict.fromkeys(name for name, members in CLASSES.items() if word in members))
    if word in PROVIDERS:
        found["provider"] = None
    if known(word):
        found[thing(word)] = None
    if word in NUMERALS or (word.isdigit() and len(word) < 4):
        found["age"] = None
    return tuple(found)
