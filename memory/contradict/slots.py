"""Slots a statement fills, read from frames of everyday speech: home, name, age, work, favourites, numbers, times."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from memory.contradict.occupations import occupation
from memory.contradict.reading import NOUN, OTHER, SELF, Reading
from memory.contradict.values import COLOURS, key, minutes, place
from memory.text import root
from memory.text.vocabulary import vocabulary

_SELF_WORDS = r"(?:i|we|ich|wir)"
_BE = r"(?:is|are|am|was|ist|sind|bin|lautet|heisst|=)"
_MY = r"(?:my|our|mein|meine|meinen|unser|unsere|the|der|die|das|i|his|her|their)"
# Nouns that name a single-valued attribute of their owner, whatever it is.
_ATTRIBUTES = vocabulary("""
name surname nickname number size code address color timezone zone birthday date deadline phone email mail username
handle hometown capital password pin brand model height weight age job profession occupation role title employer boss
company major degree university school pronouns salary budget gender religion nationality sign zip postcode plate ssid
port version hostname host ip url vorname nachname nummer grosse adresse farbe zeitzone geburtstag datum frist telefon
handy telefonnummer handynummer wohnort beruf arbeitgeber chef firma passwort gewicht alter stelle kennzeichen
postleitzahl universitat hochschule schule religion husband wife partner boyfriend girlfriend mann frau freund
freundin ehemann ehefrau
""")
_MARITAL = vocabulary("single married divorced widowed engaged ledig verheiratet geschieden verwitwet verlobt")
_TIMED = r"(?:at|um|gegen|from|ab)\s+(\d{1,2}(?:[:.]\d{2})?\s*(?:am|pm|a\.m\.?|p\.m\.?|uhr(?:\s*\d{2})?|o'?clock)?|noon|midnight)$"
_IP = re.compile(r"^(?:at |on |unter )?(\d{1,3}(?:\.\d{1,3}){3})\b")
_ROLE_ENDED = re.compile(r"\b(?:retired|former|formerly|aspiring|future|ex|part|student|want|studying|training|trying|hope|pensioniert\w*|"
                         r"ehemalig\w*|ex-\w+|angehend\w*|rentner\w*)\b")


@dataclass(frozen=True, slots=True)
class Slot:
    """One value of one slot: whose it is ("" for the speaker) and how its values are compared."""

    name: str
    owner: frozenset[str]
    value: str
    kind: str = "text"  # text | place | time | number | colour


@dataclass(frozen=True, slots=True)
class _Frame:
    pattern: re.Pattern[str]
    slot: Callable[[re.Match[str], Reading], Slot | None]


@lru_cache(maxsize=20_000)
def fills(reading: Reading) -> tuple[Slot, ...]:
    """The slots a clause fills; none when it denies, ends or only wishes something."""
    if reading.denied or reading.ended or reading.modal or "want" in reading.content:
        return ()
    found = []
    for frame in _FRAMES:
        match = frame.pattern.search(reading.text)
        slot = frame.slot(match, reading) if match else None
        if slot is not None:
            found.append(slot)
    return tuple(found)


def _owner(words: str, reading: Reading) -> frozenset[str] | None:
    """Whom a frame speaks of: nothing for the speaker, the words for a third party, None when it cannot be told."""
    if reading.subject == SELF:
        return frozenset()
    if reading.subject in (OTHER, NOUN):
        return frozenset(root(w) for w in re.findall(r"[^\W_]+", words) if not re.fullmatch(_MY, w))
    return None


def _made(name: str, value: str, kind: str = "text") -> Callable[[re.Match[str], Reading], Slot | None]:
    def make(match: re.Match[str], reading: Reading) -> Slot | None:
        owner = _owner(reading.text[:match.start()], reading)
        said = match.group(value).strip(" .,!")
        if owner is None or not said or (reading.subject == NOUN and not owner):
            return None
        if kind == "place" and place(said) is None:
            return None
        return Slot(name, owner, said, kind)

    return make


def _job(match: re.Match[str], reading: Reading) -> Slot | None:
    said, owner = match.group("v"), _owner(reading.text[:match.start()], reading)
    if owner is None or _ROLE_ENDED.search(reading.text):
        return None
    named = occupation(said, framed=match.re is not _IS_A)
    return Slot("occupation", owner, named, "text") if named else None


def _employer(match: re.Match[str], reading: Reading) -> Slot | None:
    said = re.split(r"\b(?:as|als|in|and|und|on|for|since|seit|with|now|from|where|which|right|full|part|downtown|near|during|at)\b|,",
                    match.group("v"))[0].strip()
    owner = _owner(reading.text[:match.start()], reading)
    if owner is None or not said or key(said) & _NO_EMPLOYER or len(said.split()) > 4:
        return None
    return Slot("employer", owner, said)


_NO_EMPLOYER = frozenset(map(root, vocabulary(
    "home night nights times desk moment least age front hour hours money living long year years week myself same it that this them me "
    "hause nacht minimum weekend weekends all fun free something"))) | {"number"}


def _favourite(match: re.Match[str], reading: Reading) -> Slot | None:
    thing, value = match.group("t") or "", match.group("v")
    if re.search(r"\b(?:one|some) of\b|\bfavou?rites\b|\bother\b|\beiner? (?:von|der)\b", reading.text):
        return None
    return Slot("favourite:" + " ".join(sorted(key(thing))), frozenset(), value)


def _manner(match: re.Match[str], reading: Reading) -> Slot | None:
    return Slot("manner:" + root(match.group("t")), frozenset(), match.group("v")) if reading.subject == SELF else None


def _attribute(match: re.Match[str], reading: Reading) -> Slot | None:
    """ "my locker number is 41", "the standup is at 9am", "my car is red": a subject and a value whose kind is plain."""
    subject, value = match.group("s"), match.group("v").strip(" .,!")
    words = [root(w) for w in re.findall(r"[^\W_]+", subject) if not re.fullmatch(_MY, w)]
    owner = frozenset(words)
    if not owner or len(words) > 5 or "favorit" in owner or reading.past:
        return None
    ip, time = _IP.match(value), re.match(_TIMED, value)
    if ip:
        return Slot("address", owner, ip[1])
    if time and minutes(time[1]) is not None:
        return Slot("time", owner, time[1], "time")
    if key(value) and key(value) <= COLOURS:
        return Slot("colour", owner, value, "colour")
    if re.fullmatch(r"\d{1,3}(?: years?(?: old)?| jahre?(?: alt)?)?", value) and not owner & _ATTRIBUTE_ROOTS:
        return Slot("age", owner, value.split()[0], "number")
    if words[-1] in _ATTRIBUTE_ROOTS and len(value.split()) <= 6:
        if words == [root("name")]:
            return Slot("name", frozenset(), value)
        owned = not words[-1] in _RELATIVES or (len(value.split()) == 1 and occupation(value) == "" and value.isalpha()
                                                and not value.endswith(("ed", "ing", "y", "ful", "ous", "ish", "ian", "an")))
        return Slot("attribute", owner, value) if owned and words[-1] not in _RELATIVES else None
    return None


_ATTRIBUTE_ROOTS = frozenset(map(root, _ATTRIBUTES))
_RELATIVES = frozenset(map(root, vocabulary("husband wife partner boyfriend girlfriend mann frau freund freundin ehemann ehefrau boss chef")))


def _age(match: re.Match[str], reading: Reading) -> Slot | None:
    return Slot("age", frozenset(), match.group("v"), "number") if reading.subject == SELF else None


def _named(match: re.Match[str], reading: Reading) -> Slot | None:
    owner = _owner(match.group("s"), reading)
    return None if owner is None or (reading.subject == NOUN and not owner) else Slot("name", owner, match.group("v"))


def _marital(match: re.Match[str], reading: Reading) -> Slot | None:
    return Slot("relationship", frozenset(), match.group("v")) if reading.subject == SELF else None


_IS_A = re.compile(r"\b(?:am|is|bin|ist)(?: now| jetzt| currently)?(?: an?| ein| eine)? (?P<v>(?:[\w-]+ ){0,3}?[\w-]+)(?=$|[,.!]| at | for | in | by | bei | von | and | und )")
_VERB_HOME = r"(?:live|lives|living|reside|resides|based|wohne|wohnt|lebe|lebt|wohnen|leben)"

_FRAMES = tuple(_Frame(re.compile(pattern) if isinstance(pattern, str) else pattern, slot) for pattern, slot in (
    (rf"\b{_VERB_HOME}\b(?: [\w']+){{0,3}}? (?:in|near) (?P<v>.+)$", _made("home", "v", "place")),
    (r"\b(?:moved|relocated|moving) (?:back )?to (?P<v>.+)$", _made("home", "v", "place")),
    (r"\bnach (?P<v>\w+) (?:um)?gezogen\b", _made("home", "v", "place")),
    (r"\b(?:born|originally|grew up|raised|aufgewachsen|geboren|stamme|komme)\b(?: [\w']+){0,2}? (?:in|from|aus) (?P<v>[a-z].*)$",
     _made("origin", "v", "place")),
    (r"\b(?:am|is) from (?P<v>.+)$", _made("origin", "v", "place")),
    (r"\b(?:am|bin) (?P<v>\d{1,3})(?: years?(?: old)?| jahre?(?: alt)?| yrs?(?: old)?)?$", _age),
    (_IS_A, _job),
    (r"\b(?:work|works|working|arbeite|arbeitet)\b.*?\b(?:as|als) (?:an? |the |eine? )?(?P<v>.+)$", _job),
    (r"\b(?:job|career|stelle) (?:as|als) (?:an? |the |eine? )?(?P<v>.+)$", _job),
    (r"\b(?:promoted to|became|become) (?:an? |the )?(?P<v>.+)$", _job),
    (r"\b(?:work|works|working|arbeite|arbeitet)(?: \w+)? (?:at|for|bei) (?P<v>.+)$", _employer),
    (r"\b(?:my|mein\w*|i) (?:(?:all time|all-time|absolute|current) )?favou?rite(?P<t>(?: [\w-]+){0,3}?) (?:is|are|ist) (?P<v>.+)$", _favourite),
    (r"\b(?:my|mein\w*|i) lieblings(?P<t>\w+) (?:ist|sind) (?P<v>.+)$", _favourite),
    (r"^(?P<v>.+?) (?:is|are|ist) my (?:all time |all-time |absolute )?favou?rite(?P<t>(?: [\w-]+){0,3})$", _favourite),
    (r"\b(?:take|drink|have|like|prefer|trinke|nehme|mag|esse|eat) (?:my|mein\w*) (?P<t>[\w-]+) (?P<v>.+)$", _manner),
    (rf"^(?P<s>(?:{_MY} )?[\w -]+?) {_BE} (?P<v>.+)$", _attribute),
    (r"^(?P<s>[\w -]*?)\b(?:am called|is called|is named|am named|heisse|heisst) (?P<v>[\w -]+)$", _named),
    (rf"\b(?:am|bin) (?P<v>{'|'.join(sorted(_MARITAL))})\b", _marital),
    (r"\b(?:study|studying|major in|majoring in|studiere) (?P<v>(?!for\b|to\b|at\b|in\b|an\b|hard\b|abroad\b)[\w -]+?)(?= at | in | an |$)",
     _made("study", "v")),
))
