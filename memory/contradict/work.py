"""What somebody does for a living, and for whom."""

from __future__ import annotations

import re

from memory.contradict.frames import Row, owner_of
from memory.contradict.occupations import occupation
from memory.contradict.reading import SELF, Reading
from memory.contradict.slots import Slot
from memory.contradict.things import things
from memory.contradict.values import key
from memory.text import root
from memory.text.vocabulary import vocabulary

_WORK = r"(?:work|works|working|arbeite|arbeitet|arbeiten)"
_ROLE_ENDED = re.compile(
    r"\b(?:retired|former|formerly|aspiring|future|ex|part|student|want|studying|training|trying|hope|"
    r"pensioniert\w*|ehemalig\w*|ex-\w+|angehend\w*|rentner\w*)\b"
)
_EMPLOYER_END = re.compile(
    r"\b(?:as|als|in|and|und|on|for|since|seit|with|now|from|where|which|right|full|part|downtown|near|during|at|"
    r"angestellt|beschaftigt|tatig|employed)\b|,"
)
_NO_EMPLOYER = frozenset(map(root, vocabulary("""
home night nights times desk moment least age front hour hours money living long year years week myself same it that
this them me hause nacht minimum weekend weekends all fun free something number
""")))


# What people call themselves beside what they live on.
_BESIDE = vocabulary("""
writer author novelist musician photographer artist painter coach composer model dj trainer tutor cartoonist sculptor
musiker autor kunstler fotograf maler moderator imker gardener potter
""")


_LIVING = re.compile(r"\b(?:freelance|professional|full[- ]time|hauptberuflich\w*|freiberuflich\w*|trade|living)\b")


def _job(match: re.Match[str], reading: Reading) -> Slot | None:
    owner = owner_of(match.string[:match.start()], reading)
    if owner is None or _ROLE_ENDED.search(reading.text):
        return None
    named = occupation(match["v"], framed=match.re is not _IS_A)
    beside = match.re is _IS_A and named.split(" ")[-1] in _BESIDE and not _LIVING.search(match.string)
    return Slot("occupation", owner, named) if named and not beside else None


def _driver(match: re.Match[str], reading: Reading) -> Slot | None:
    return Slot("occupation", frozenset(), f"{match['v']} driver") if reading.subject == SELF else None


def _taught(match: re.Match[str], reading: Reading) -> Slot | None:
    return Slot("occupation", frozenset(), "teacher") if reading.subject == SELF else None


def _definite(said: str) -> str:
    """How definitely an employer is named: "a hotel" may be "the Hilton", and "the factory" BMW's."""
    return {"the": "the", "a": "a", "an": "a", "einem": "a", "einer": "a"}.get(said.split()[0], "")


_A_TIME = re.compile(r"\d{1,2}(?:[:.]\d\d)?(?: ?(?:am|pm|uhr|o'?clock))?|noon|midday|midnight|dawn")


def _employer(match: re.Match[str], reading: Reading) -> Slot | None:
    said = _EMPLOYER_END.split(match["v"])[0].strip()
    owner = owner_of(match.string[:match.start()], reading)
    if owner is None or not said or len(said.split()) > 4 or key(said) & _NO_EMPLOYER or _A_TIME.fullmatch(said):
        return None
    return Slot("employer", owner - {"employer"}, said, "employer", (_definite(said),))


def _my_employer(match: re.Match[str], reading: Reading) -> Slot | None:
    return Slot("employer", things(match["s"]) - {"employer"}, match["v"], "employer", (_definite(match["v"]),))


_IS_A = re.compile(
    r"\b(?:am|is|bin|ist)(?: now| jetzt| currently)?(?: an?| ein| eine)? (?P<v>(?:[\w-]+ ){0,3}?[\w-]+)"
    r"(?=$|[,.!]| at | for | in | by | bei | von | and | und )"
)
WORK: tuple[Row, ...] = (
    ("am is bin ist", _IS_A, _job),
    ("as als", rf"\b(?:{_WORK}|job|career|living|stelle)\b(?:.*?) (?:as|als) (?:an? |the |eine? )?(?P<v>.+)$", _job),
    ("promoted became become", r"\b(?:promoted to|became|become) (?:an? |the )?(?P<v>.+)$", _job),
    ("beruf profession occupation", r"^(?:von beruf (?:bin ich|ist er|ist sie)|(?:my|mein) (?:profession|occupation|"
                                    r"beruf) (?:is|ist)) (?:an? |eine? )?(?P<v>[\w -]+)$", lambda m, r: Slot(
                                        "occupation", frozenset(), occupation(m["v"], True))),
    ("teach unterrichte", r"\b(?:teach|unterrichte)(?:ing)? (?:\w+ )?(?:grade|kindergarten|preschool|high school|"
                          r"middle school|elementary|"
                          r"at (?:a|the|an) \w*\s?school|an (?:einer|der) \w*schule)", _taught),
    ("living beruf", r"\b(?:drive|fahre) (?:an? |einen? )?(?P<v>truck|bus|taxi|cab|lkw|lorry)s? (?:for a living|"
                     r"beruflich)", _driver),
    ("work job arbeite", rf"\b(?:{_WORK}|job)(?: (?:as an? |als )?\w+)? (?:at|for|bei) (?P<v>.+)$", _employer),
    ("employed payroll", r"\b(?:employed|payroll)(?: full[ -]time| part[ -]time)? (?:at|by|with|of) "
                         r"(?P<v>.+)$", _employer),
    ("beschaftigt angestellt tatig", r"\b(?:bin|ist|arbeite) (?:\w+ )?bei (?:der |dem )?(?P<v>.+?) (?:beschaftigt|"
                                     r"angestellt|tatig)\b", _employer),
    ("angestellte mitarbeiter employee",
     r"\b(?:am|bin|ist|is) (?:an? |eine? )?(?:angestellte[rn]?|mitarbeiter(?:in)?|employee) (?:bei|of|at) (?:der |dem "
     r")?(?P<v>.+)$", _employer),
    ("employer arbeitgeber", r"^(?P<s>.*\b(?:employer|arbeitgeber)) (?:is|ist|heisst) (?:die |der |das |the "
                             r")?(?P<v>[\w& .-]+)$",
     _my_employer),
)
