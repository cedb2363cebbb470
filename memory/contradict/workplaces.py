"""Where somebody works, for whom and how: which two values of these slots can hold beside each other.

People say "in" of a field, of a house and of a town, and "employment" has their hours, their days, where they sit and
whether they have work at all. Only values of one kind exclude each other.
"""

from __future__ import annotations

import re

from memory.contradict.occupations import occupation
from memory.contradict.places import places_differ
from memory.contradict.values import differ

_SITE = re.compile(
    r"(?:\w*(?:hospital|clinic|school|kindergarten|nursery|university|college|bank|shop|store|supermarket|bakery|"
    r"restaurant|caf[eé]|pub|hotel|factory|warehouse|office|library|museum|pharmacy|lab|laboratory|garage|workshop|"
    r"prison|gym|salon|theat(?:re|er)|studio|farm|brewery|court|station|airport|agency|company|firm|surgery|mall)s?|"
    r"\w*(?:haus|klinik|klinikum|spital|schule|kita|uni|universität|hochschule|institut|laden|geschäft|markt|erei|café|"
    r"fabrik|werk|lager|büro|bibliothek|apotheke|labor|werkstatt|praxis|kanzlei|agentur|amt|behörde|ministerium|gericht|"
    r"theater|oper|hof|flughafen|verlag|firma|unternehmen|betrieb|heim|zentrum|gefängnis|archiv|filiale|zentrale|"
    r"kindergarten))$", re.I)
_TOWN = re.compile(r"\bin (?=(?-i:[A-ZÄÖÜ][a-zäöüß]))", re.I)
_FIELD = re.compile(
    r"(?:marketing|sales|finance|education|research|retail|logistics|engineering|health ?care|hospitality|insurance|"
    r"banking|construction|consulting|advertising|accounting|design|media|politics|law|tech\w*|tourism|agriculture|"
    r"nursing|publishing|music|film|software|security|catering|administration|management|support|customer|human|"
    r"public|real|social|data|fashion|gastronomie|vertrieb|\w*-?bereich)\b", re.I)
_ENDS = re.compile(r"\s(?:in|at|of|near|on|as|als|am|an|bei|von)\s.*|,.*", re.I)
_KINDS = {
    "hours": r"(?:part|full)[- ]?time|teilzeit|vollzeit|halbtags|stundenweise|\w+ (?:days|hours|tage|stunden)\b",
    "place": r"(?:mostly )?from home|remote\w*|home-?office|von zu hause|in the office",
    "times": r"nights|weekends|nachts|\w*schicht\w*|\w*shifts?\b|wochenend\w*",
    "kind": r"self|free-?lanc\w*|for myself|selbst\w*|freiberuflich|employed|angestellt",
}
_IDLE = re.compile(r"(?:unemployed|retired|jobless|out of work|between jobs|laid off|fired|let go|made redundant|"
                   r"arbeitslos|pensioniert|verrentet|in (?:rente|pension))", re.I)


def working_in(value: str, said: str) -> str:
    """The slot of what somebody works in: "workplace" for a house or a town, else "occupation".

    `said`: the words from before "in" on.
    """
    words = _ENDS.sub("", value).split()
    if words and (_SITE.match(words[-1]) or _SITE.match(words[0])):
        return "workplace"
    town = _TOWN.search(said)
    named = town is not None and said[town.end():].startswith(value) and not _FIELD.match(value)
    return "workplace" if named else "occupation"


def workplaces_differ(a: str, b: str) -> bool:
    """Whether nobody works in both: two towns, or two houses of one sort with names of their own."""
    one, other = a.split(), b.split()
    if not one or not other:
        return False
    if _SITE.match(one[0]) or _SITE.match(one[-1]) or _SITE.match(other[0]) or _SITE.match(other[-1]):
        return bool({one[0], one[-1]} & {other[0], other[-1]}) and min(len(one), len(other)) > 1 and differ(a, b)
    return places_differ(a.casefold(), b.casefold())


def employers_differ(a: str, b: str) -> bool:
    """Whether one excludes the other: "a bank" may be HSBC."""
    return _nameless(a) == _nameless(b) and differ(a.casefold(), b.casefold())


def _nameless(value: str) -> bool:
    words = value.split()
    return bool(words) and _SITE.match(words[-1]) is not None and not any(word[:1].isupper() for word in words[:-1])


def occupations_differ(a: str, b: str) -> bool:
    """Whether one excludes the other: two jobs or two fields do, a nurse may work in care."""
    one, other = a.casefold(), b.casefold()
    return bool(occupation(one)) == bool(occupation(other)) and differ(one, other)


def employments_differ(a: str, b: str) -> bool:
    """Whether one excludes the other: hours of work and other hours do, and work beside having none."""
    one, other = _kind(a), _kind(b)
    return (one == other or "idle" in (one, other)) and differ(a.casefold(), b.casefold())


def _kind(value: str) -> str:
    if _IDLE.match(value):
        return "idle"
    return next((kind for kind, words in _KINDS.items() if re.match(words, value, re.I)), "")
