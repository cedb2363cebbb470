"""Slots a statement fills, read from frames of everyday speech: home, name, age, work, favourites, numbers, times."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from memory.contradict.lexicon import SMALL
from memory.contradict.occupations import occupation
from memory.contradict.reading import NOUN, SELF, Reading
from memory.contradict.values import COLOURS, key, minutes, place
from memory.text import root
from memory.text.vocabulary import vocabulary

_BE = r"(?:is|are|am|was|ist|sind|bin|lautet|heisst|=)"
_MY = r"(?:my|our|mein|meine|meinen|unser|unsere|the|der|die|das|i|his|her|their)"
_LIVE = r"(?:live|lives|living|reside|resides|based|wohne|wohnt|lebe|lebt|wohnen|leben)"
_WORK = r"(?:work|works|working|arbeite|arbeitet|arbeiten)"
# Nouns that name a single-valued attribute of their owner, whatever it is.
_ATTRIBUTES = frozenset(map(root, vocabulary("""
name surname nickname number size code address color timezone zone date deadline phone email mail username handle
hometown capital password pin brand model height weight age job profession occupation role title employer company
major degree university school pronouns salary budget gender religion nationality sign zip postcode plate ssid type port
version hostname host ip url vorname nachname nummer grosse adresse farbe zeitzone datum frist telefon handy
telefonnummer handynummer wohnort beruf arbeitgeber firma passwort gewicht alter stelle kennzeichen postleitzahl
universitat hochschule schule religion
""")))
_MARITAL = "single|married|divorced|widowed|engaged|ledig|verheiratet|geschieden|verwitwet|verlobt"
_TIMED = re.compile(
    r"(?:at|um|gegen|from|ab) (\d{1,2}(?:[:.]\d{2})?(?:am|pm|a\.m\.?|p\.m\.?|uhr(?: \d{2})?| o'?clock)?|noon|midnight)$"
)
_IP = re.compile(r"^(?:at |on |unter )?(\d{1,3}(?:\.\d{1,3}){3})\b")
_AGED = re.compile(r"(\d{1,3})(?: years?(?: old)?| jahre?(?: alt)?)?")
_SOME_OF = re.compile(r"\b(?:one|some) of\b|\bfavou?rites\b|\bother\b|\beine[rs]? (?:von|der)\b")
_ROLE_ENDED = re.compile(
    r"\b(?:retired|former|formerly|aspiring|future|ex|part|student|want|studying|training|trying|hope|"
    r"pensioniert\w*|ehemalig\w*|ex-\w+|angehend\w*|rentner\w*)\b"
)
_EMPLOYER_END = re.compile(
    r"\b(?:as|als|in|and|und|on|for|since|seit|with|now|from|where|which|right|full|part|downtown|near|during|at)\b|,"
)
_NO_EMPLOYER = frozenset(map(root, vocabulary("""
home night nights times desk moment least age front hour hours money living long year years week myself same it that
this them me hause nacht minimum weekend weekends all fun free something number
""")))
_MONTH = r"(?:jan|feb|mar|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)[a-z]*\.?"
_DAY = re.compile(
    r"(?:on |am |next |this )?"
    r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|"
    r"\d{4}-\d\d-\d\d|"
    rf"{_MONTH}(?: the)? \d{{1,2}}(?:st|nd|rd|th)?|\d{{1,2}}(?:st|nd|rd|th|\.)?(?: of)? {_MONTH})"
)
# What takes place on many days: another day is another one of them.
_RECURRING = frozenset(map(root, vocabulary("meeting class course training shift lesson standup termin treffen kurs")))
_RELATIVE = re.compile(r"\b(?:who|whose|whom|that (?:lives|works|is|are))\b|, (?:der|die|das|deren|dessen)\b")
_LEAD = re.compile(r"^(?:now|jetzt|currently|actually|still|inzwischen|aktuell) ")


@dataclass(frozen=True, slots=True)
class Slot:
    """One value of one slot: whose it is ("" for the speaker) and how its values are compared."""

    name: str
    owner: frozenset[str]
    value: str
    kind: str = "text"  # text | place | time


_Make = Callable[[re.Match[str], Reading], Slot | None]


def fills(reading: Reading) -> tuple[Slot, ...]:
    """The slots a clause fills; none when it denies, ends or only wishes something."""
    if reading.denied or reading.ended or reading.modal or "want" in reading.content:
        return ()
    text = _RELATIVE.split(reading.text)[0]  # "a sister who lives in Rome" says nothing of the speaker's home
    found = []
    for cues, pattern, make in _FRAMES:
        if any(map(text.__contains__, cues)) and (match := pattern.search(text)):
            slot = make(match, reading)
            if slot is not None:
                found.append(slot)
    return tuple(found)


def _words(text: str) -> list[str]:
    return [root(w) for w in re.findall(r"[^\W_]+", text) if not re.fullmatch(_MY, w)]


def _owner(before: str, reading: Reading) -> frozenset[str] | None:
    """Whom a frame speaks of: nothing for the speaker, the words for a third party, None when it cannot be told."""
    if reading.subject == SELF:
        return frozenset()
    return frozenset(_words(before)) or None if reading.subject == NOUN else None


def _plain(name: str, kind: str = "text") -> _Make:
    def make(match: re.Match[str], reading: Reading) -> Slot | None:
        owner, said = _owner(reading.text[:match.start()], reading), match["v"].strip(" .,!")
        if kind == "place":  # "a flat in Rome": the first part that names a place
            said = next((part.strip() for part in re.split(r"\bin\b", said) if place(part)), "")
        if owner is None or not said:
            return None
        return Slot(name, owner, said, kind)

    return make


def _own(name: str) -> _Make:
    """A slot that is read for the speaker only."""
    return lambda match, reading: Slot(name, frozenset(), match["v"]) if reading.subject == SELF else None


def _job(match: re.Match[str], reading: Reading) -> Slot | None:
    owner = _owner(reading.text[:match.start()], reading)
    if owner is None or _ROLE_ENDED.search(reading.text):
        return None
    named = occupation(match["v"], framed=match.re is not _IS_A)
    return Slot("occupation", owner, named) if named else None


def _employer(match: re.Match[str], reading: Reading) -> Slot | None:
    said = _EMPLOYER_END.split(match["v"])[0].strip()
    owner = _owner(reading.text[:match.start()], reading)
    if owner is None or not said or len(said.split()) > 4 or key(said) & _NO_EMPLOYER:
        return None
    return Slot("employer", owner, said)


def _favourite(match: re.Match[str], reading: Reading) -> Slot | None:
    if _SOME_OF.search(reading.text):
        return None
    whose = (match.groupdict().get("s") or "").split()
    owner = frozenset(root(w) for w in whose if w not in SMALL and not re.fullmatch(_MY, w))
    return Slot("favourite:" + " ".join(sorted(key(match["t"] or ""))), owner, _LEAD.sub("", match["v"]))


def _preferred(match: re.Match[str], reading: Reading) -> Slot | None:
    """ "tea" of tea and coffee: which of two is preferred, one slot for each two."""
    owner = _owner(reading.text[:match.start()], reading)
    of = key(match["v"]), key(match["t"])
    if owner is None or not all(of) or of[0] & of[1]:
        return None
    return Slot("preferred:" + " ".join(sorted(of[0] | of[1])), owner, match["v"])


def _manner(match: re.Match[str], reading: Reading) -> Slot | None:
    return Slot("manner:" + root(match["t"]), frozenset(), match["v"]) if reading.subject == SELF else None


def _named(match: re.Match[str], reading: Reading) -> Slot | None:
    owner = _owner(match["s"], reading)
    return None if owner is None else Slot("name", owner, match["v"])


def _birthday(match: re.Match[str], reading: Reading) -> Slot | None:
    words = _words(reading.text[:match.start()])
    return Slot("birthday", frozenset(words), match["v"])


def _attribute(match: re.Match[str], reading: Reading) -> Slot | None:
    """A subject and a value whose kind is plain: "my locker number is 41", "the standup is at 9am", "my car is red"."""
    words, value = _words(match["s"]), _LEAD.sub("", match["v"].strip(" .,!"))
    if not words or len(words) > 5 or root("favorite") in words or reading.past:
        return None
    owner = frozenset(words)
    if ip := _IP.match(value):
        return Slot("address", owner, ip[1])
    if (time := _TIMED.match(value)) and minutes(time[1]) is not None:
        return Slot("time", owner, time[1], "time")
    if words == [root("name")]:
        return Slot("name", frozenset(), value)
    if words[-1] in _ATTRIBUTES:
        return Slot("attribute", owner, value) if len(value.split()) <= 6 else None
    if key(value) and key(value) <= COLOURS:
        return Slot("colour", owner, value)
    if _DAY.fullmatch(value) and not _RECURRING & owner:
        return Slot("day", owner, value)
    aged = _AGED.fullmatch(value)
    return Slot("age", owner, aged[1]) if aged else None


_IS_A = re.compile(
    r"\b(?:am|is|bin|ist)(?: now| jetzt| currently)?(?: an?| ein| eine)? (?P<v>(?:[\w-]+ ){0,3}?[\w-]+)"
    r"(?=$|[,.!]| at | for | in | by | bei | von | and | und )"
)
# (letters one of which the clause must hold, pattern with the value as group v, what becomes of a match)
_ROWS: tuple[tuple[str, str | re.Pattern[str], _Make], ...] = (
    ("live livi resid based wohn leb", rf"\b{_LIVE}\b(?: [\w']+){{0,3}}? in (?P<v>.+)$",
     _plain("home", "place")),
    ("moved relocated", r"\b(?:moved|relocated) (?:back )?to (?P<v>.+)$", _plain("home", "place")),
    ("zog zieh", r"\b(?:zog|ziehe|umgezogen|gezogen) nach (?P<v>.+)$", _plain("home", "place")),
    ("born geboren", r"\b(?:born|geboren) (?:in|on|am|im)? ?(?P<v>.*\d.*)$", _plain("birthday")),
    ("geburtstag", r"\b(?:habe|hat) am (?P<v>.+?) geburtstag\b", _plain("birthday")),
    ("birthday geburtstag", r"\b(?:birthday|geburtstag) (?:is|ist)(?: on| in| am| im)? (?P<v>.+)$", _birthday),
    ("gezogen", r"\bnach (?P<v>\w+) (?:um)?gezogen\b", _plain("home", "place")),
    ("born from grew raised aus geboren",
     r"\b(?:born|originally|grew up|raised|aufgewachsen|geboren|stamme|komme|come|am|is)(?: [\w']+)??"
     r" (?:in|from|aus) (?P<v>[a-z].*)$",
     _plain("origin", "place")),
    ("am bin is turned", r"\b(?:am|bin|is|ist|turned) (?P<v>\d{1,3})(?: (?:years?|jahre?|yrs?)(?: old| alt)?)?$",
     _own("age")),
    ("am is bin ist", _IS_A, _job),
    ("as als", rf"\b(?:{_WORK}|job|career|stelle)\b(?:.*?) (?:as|als) (?:an? |the |eine? )?(?P<v>.+)$", _job),
    ("promoted became become", r"\b(?:promoted to|became|become) (?:an? |the )?(?P<v>.+)$", _job),
    ("work job arbeite", rf"\b(?:{_WORK}|job)(?: \w+)? (?:at|for|bei) (?P<v>.+)$", _employer),
    ("favo", r"^(?P<s>[\w' -]*?)\b(?:(?:all time|all-time|absolute|current) )?favou?rite(?P<t>(?: [\w-]+){0,3}?)"
             r" (?:is|are|ist) (?P<v>.+)$", _favourite),
    ("lieblings", r"\b(?:my|mein\w*|i|der|die|das) lieblings(?P<t>\w+) (?:ist|sind) (?P<v>.+)$", _favourite),
    ("favo", r"^(?P<v>.+?) (?:is|are|ist) my (?:all time |all-time |absolute )?favou?rite(?P<t>(?: [\w-]+){0,3})$",
     _favourite),
    ("prefer bevorzug lieber",
     r"\b(?:prefers?|bevorzuge|bevorzugt|lieber) (?:(?:to )?(?:drink|eat|have|take|read|play)(?:ing)? )?(?P<v>.+?)"
     r" (?:to|over|than|rather than|als|vor) (?P<t>.+)$", _preferred),
    ("my mein", r"\b(?:take|drink|have|like|prefer|trinke|nehme|mag|esse|eat) (?:my|mein\w*) (?P<t>[\w-]+) (?P<v>.+)$",
     _manner),
    ("i =", rf"^(?P<s>(?:{_MY} )?[\w -]+?) {_BE} (?P<v>.+)$", _attribute),
    ("called named heiss", r"^(?P<s>[\w -]*?)\b(?:am called|is called|is named|am named|heisse|heisst) (?P<v>[\w -]+)$",
     _named),
    ("am bin is", rf"\b(?:am|bin|is|ist) (?P<v>{_MARITAL})\b", _plain("relationship")),
    ("stud major", r"\b(?:study|studies|studying|major in|majoring in|studier(?:e|t))"
                   r" (?P<v>(?!(?:for|to|at|in|an|hard|abroad)\b)[\w -]+?)(?= at | in | an |$)", _plain("study")),
)
_FRAMES = tuple((tuple(cues.split()), re.compile(pattern), make) for cues, pattern, make in _ROWS)
