"""The slots a claim can fill: cardinality, type and lifetime of each, and the words people and models use for it.

The table decides what counts as a contradiction (two values of a single-valued slot), how a claim is approved and how
long it lives. A model's own label never does: it is only looked up here (`canonical`), and what is not found is a note.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from types import MappingProxyType

from memory.domain import ClaimType


@dataclass(frozen=True, slots=True)
class Attribute:
    """One slot.

    `single`: another value disagrees with the first one. `always_on`: an approved fact of it opens every session.
    `cues`: words (casefolded, EN and DE) under which the slot is asked for or labelled. `family`: the part before
    the colon of names such as "favourite:colour", each of which is a slot of its own; empty for plain slots.
    """

    name: str
    single: bool
    type: ClaimType
    always_on: bool = False
    cues: tuple[str, ...] = ()
    family: str = ""

    @property
    def generic(self) -> frozenset[str]:
        """Words that only name the slot again inside a value: "Eastern time" is the time zone Eastern."""
        return _GENERIC.get(self.name, frozenset())


@dataclass(frozen=True, slots=True)
class TypeRule:
    """How a type lives, from the table of types in the design: days until it expires, None for never."""

    days: int | None
    observations: int  # independent ones needed under `review: corroborated`; 0: only a person can approve
    confidence: float = 0.0
    immutable: bool = False


TYPES: Mapping[ClaimType, TypeRule] = MappingProxyType({
    ClaimType.PROFILE: TypeRule(None, 0),
    ClaimType.ENVIRONMENT: TypeRule(30, 1),
    ClaimType.OUTCOME: TypeRule(None, 1, immutable=True),
    ClaimType.CONVENTION: TypeRule(180, 2, confidence=0.85),
    ClaimType.PREFERENCE: TypeRule(365, 0),
    ClaimType.HYPOTHESIS: TypeRule(14, 0),
})

_P, _E, _O, _C, _F = (ClaimType.PROFILE, ClaimType.ENVIRONMENT, ClaimType.OUTCOME, ClaimType.CONVENTION,
                      ClaimType.PREFERENCE)

# name, single-valued, type, always on, cues
_ROWS: tuple[tuple[str, bool, ClaimType, bool, str], ...] = (
    ("name", True, _P, True, "name called vorname nachname heiße heisse full_name first_name"),
    ("nickname", True, _P, True, "nickname spitzname alias"),
    ("pronouns", True, _P, True, "pronouns pronomen"),
    ("home", True, _P, False, "home city town live living lives residence location_home wohnort wohne wohnst zuhause "
                              "stadt hometown_now country"),
    ("origin", True, _P, False, "origin from hometown herkunft komme heimat"),
    ("birthplace", True, _P, False, "birthplace born geburtsort geboren place_of_birth"),  # many grow up elsewhere
    ("nationality", True, _P, False, "nationality citizenship nationalität staatsangehörigkeit"),
    ("birthday", True, _P, False, "birthday birthdate date_of_birth geburtstag geburtsdatum"),
    ("age", True, _P, False, "age old alter alt years_old"),
    ("height", True, _P, False, "height tall größe groß"),
    ("occupation", True, _P, False, "occupation job profession work beruf job_title"),
    ("employer", True, _P, False, "employer company firma arbeitgeber arbeite"),
    ("workplace", True, _P, False, "workplace work arbeite arbeitsplatz arbeitsort"),
    ("role", True, _P, False, "role position title rolle stelle"),
    ("employment", True, _P, False, "employment employed unemployed retired arbeitslos rente employment_state"),
    ("study", True, _P, False, "study studies student major university degree school studium studiere uni schule"),
    ("relationship", True, _P, False, "relationship married single divorced verheiratet ledig geschieden "
                                      "marital_status"),
    ("partner", True, _P, False, "partner wife husband girlfriend boyfriend frau mann freundin ehemann ehefrau"),
    ("family", False, _P, False, "family sister brother siblings children kids son daughter mother father familie "
                                 "schwester bruder geschwister kinder sohn tochter mutter vater"),
    ("friend", False, _P, False, "friend friends freunde freund"),
    ("pet", False, _P, False, "pet pets dog cat haustier haustiere hund katze"),
    ("allergy", False, _P, False, "allergy allergies allergic allergie allergien allergisch intolerance intolerant"),
    ("diet", False, _P, False, "diet vegetarian vegan ernährung vegetarier vegetarisch eats food_restriction"),
    ("health", False, _P, False, "health condition illness medication gesundheit krankheit medikament diagnosis"),
    ("religion", True, _P, False, "religion faith glaube"),
    ("likes", False, _F, False, "likes like love loves enjoys dislikes hates dislike hate mag liebe hasse interests "
                                "interest vorlieben"),
    ("preference", False, _F, False, "preference preferences prefer prefers lieber bevorzuge vorliebe"),
    ("habit", False, _F, False, "habit habits routine gewohnheit gewohnheiten"),
    ("hobby", False, _F, False, "hobby hobbies hobbys freizeit sport plays"),
    ("language", False, _P, True, "language languages speak speaks sprache sprachen spreche"),
    ("timezone", True, _P, True, "timezone time_zone zeitzone"),
    ("phone", True, _P, False, "phone mobile telephone telefon handynummer telefonnummer phone_number"),
    ("email", True, _P, False, "email e-mail mail mailadresse"),
    ("address", True, _P, False, "address street adresse anschrift"),
    ("possession", False, _P, False, "possession owns own has besitz besitze"),
    ("vehicle", False, _P, False, "vehicle car bike drives auto fahrrad motorrad fahre"),
    ("skill", False, _P, False, "skill skills can fähigkeit kann"),
    ("wish", False, _F, False, "wish wants goal wunsch ziel"),
    ("plan", False, _E, False, "plan plans vorhaben pläne learning"),
    ("appointment", False, _O, False, "appointment meeting termin verabredung"),
    ("event", False, _O, False, "event outcome happened ereignis achievement experience"),
    ("state", False, _E, False, "state status currently zustand zurzeit schedule shift schicht"),
    ("location", True, _E, False, "location at where ort liegt steht"),
    ("convention", False, _C, False, "convention rule regel team_rule vereinbarung"),
    ("instruction", False, _F, True, "instruction instructions anweisung always answer"),
    ("hypothesis", False, ClaimType.HYPOTHESIS, False, "hypothesis guess vermutung"),
    ("note", False, _F, False, "note fact other notiz misc"),
)

_GENERIC: Mapping[str, frozenset[str]] = MappingProxyType({
    "timezone": frozenset({"time", "timezone", "zone", "zeit", "zeitzone"}),
})

ATTRIBUTES: Mapping[str, Attribute] = MappingProxyType({
    name: Attribute(name, single, type_, always_on, tuple(cues.split()))
    for name, single, type_, always_on, cues in _ROWS
})

# Slots that come one a thing: "favourite:colour" and "favourite:food" each hold one value.
FAMILIES: Mapping[str, Attribute] = MappingProxyType({
    "favourite": Attribute("favourite", True, _F, family="favourite", cues=("favorite", "lieblings")),
    "detail": Attribute("detail", True, _P, family="detail"),  # "my locker number is 41" -> detail:locker number
})

_CUES: Mapping[str, str] = MappingProxyType({
    cue: a.name for a in reversed(tuple(ATTRIBUTES.values())) for cue in a.cues})


def canonical(label: str) -> str:
    """The slot name for a label in anybody's words ("city" -> "home"); "note" when the table knows none."""
    if label in ATTRIBUTES:  # what is stored is canonical already, and a scan asks for it a thousand times
        return label
    name = label.strip().casefold()
    head, colon, thing = name.partition(":")
    head = {"favorite": "favourite"}.get(head.strip(), head.strip())
    if colon and head in FAMILIES and thing.strip():
        return f"{head}:{thing.strip()}"
    if name in ATTRIBUTES:
        return name
    return _CUES.get(name.replace(" ", "_")) or _CUES.get(name) or "note"


def attribute(name: str) -> Attribute:
    """The slot of this name or label; an unknown one is "note": many values, a preference in type.

    "favourite:colour" gives a slot of that name with the rules of its family. Never raises.
    """
    found = canonical(name)
    head, colon, _ = found.partition(":")
    return replace(FAMILIES[head], name=found) if colon else ATTRIBUTES[found]


def lifetime(type_: ClaimType) -> timedelta | None:
    """How long a fact of this type holds without being confirmed; None for ever."""
    days = TYPES[type_].days
    return None if days is None else timedelta(days=days)
