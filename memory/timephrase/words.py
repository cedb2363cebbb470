"""The words of time in English and German."""

from __future__ import annotations

import re
from dataclasses import dataclass

MONTHS = {
    **{name: i + 1 for i, name in enumerate(
        "january february march april may june july august september october november december".split())},
    **{name: i + 1 for i, name in enumerate(
        "januar februar märz april mai juni juli august september oktober november dezember".split())},
    "jan": 1, "jänner": 1, "feb": 2, "mar": 3, "apr": 4, "jun": 6, "jul": 7, "aug": 8, "sep": 9, "sept": 9, "oct": 10,
    "okt": 10, "nov": 11, "dec": 12, "dez": 12, "maerz": 3,
}
WEEKDAYS = {name: i % 7 for i, name in enumerate(
    ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
     "montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonntag"])} | {"sonnabend": 5}
SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12, "frühling": 3, "frühjahr": 3, "sommer": 6,
           "herbst": 9}
HOLIDAYS = {"christmas": (12, 25), "weihnachten": (12, 24), "new year's eve": (12, 31), "new year's": (1, 1),
            "new year": (1, 1), "silvester": (12, 31), "neujahr": (1, 1)}
NEAR_DAYS = {"day before yesterday": -2, "yesterday": -1, "last night": -1, "today": 0, "tonight": 0, "this morning": 0,
             "day after tomorrow": 2, "tomorrow": 1,
             "vorgestern": -2, "gestern": -1, "heute": 0, "übermorgen": 2, "morgen": 1}
UNITS = {"day": "day", "tag": "day", "week": "week", "woche": "week", "fortnight": "fortnight", "month": "month",
         "monat": "month", "year": "year", "jahr": "year", "weekend": "weekend", "wochenende": "weekend"}
NUMBERS = {
    **{name: i + 1 for i, name in enumerate(
        "one two three four five six seven eight nine ten eleven twelve".split())},
    **{name: i + 2 for i, name in enumerate(
        "zwei drei vier fünf sechs sieben acht neun zehn elf zwölf".split())},
    "a": 1, "an": 1, "ein": 1, "eine": 1, "einem": 1, "einer": 1, "einen": 1, "a couple of": 2, "fifteen": 15,
    "fünfzehn": 15, "twenty": 20, "zwanzig": 20, "thirty": 30, "dreißig": 30, "vierzig": 40, "forty": 40,
}


@dataclass(frozen=True, slots=True)
class Grammar:
    """The little words of one language, as regular expressions without anchors."""

    since: str
    until: str
    starting: str
    before: str
    after: str
    between: str
    conjunction: str
    to: str
    at: str
    lasting: str
    not_until: str
    article: str
    ago_before: str
    ago_after: str
    ahead_before: str
    ahead_after: str
    about: str
    last: str
    this: str
    coming: str
    end: str
    start: str
    middle: str
    recurring: re.Pattern[str]
    used_to: re.Pattern[str]


_NEVER = r"(?!)"
ENGLISH = Grammar(
    since=r"ever since|since", until=r"up until|until|till|til|up to|through", before=r"before", after=r"after",
    starting=r"(?:starting|beginning|effective|from)(?: on| from| in| with)?|as (?:of|from)", between=r"between",
    conjunction=r"and", to=r"to|until|till|through|-|–|—", at=r"on|in|during|at", not_until=r"not until",
    lasting=r"for(?: the)?(?: (?:last|past))?|(?:over|in|during) the (?:last|past)", article=r"(?:the|a)",
    ago_before=_NEVER, ago_after=r"ago|back", ahead_before=r"in", ahead_after=r"from now|from today",
    about=r"(?:about|around|roughly|almost|nearly|over|more than|at least|well over|exactly|approximately)",
    last=r"last|the past", this=r"this", coming=r"next|the coming|the following",
    end=r"(?:the )?(?:very )?end of", start=r"(?:the )?(?:beginning|start) of|early",
    middle=r"(?:the )?middle of|mid(?:-| )",
    recurring=re.compile(r"\b(?:every|each|birthdays?|anniversary|always|usually|annually|whenever|often)\b", re.I),
    used_to=re.compile(
        r"(?<!\bam )(?<!\bis )(?<!\bare )(?<!['’]m )(?<!['’]re )(?<!['’]s )(?<!\bget )(?<!\bgot )(?<!\bgetting )"
        r"(?<!\bwas )(?<!\bwere )(?<!\bbeen )(?<!\bbe )\bused to\b|\bformerly\b|\bin the past\b", re.I),
)
GERMAN = Grammar(
    since=r"seit(?: dem| der)?", until=r"bis(?: zum| zur| in den| in die| in das| einschließlich)?",
    before=r"vor(?: dem)?",
    starting=r"ab(?: dem| der)?|von|vom|beginnend(?: mit| am| im)?", after=r"nach(?: dem)?", between=r"zwischen",
    conjunction=r"und", to=r"bis(?: zum| zur)?|-|–|—",
    at=r"am|im(?: jahre?)?|in der|in den|in dem|in|zu|an|während(?: des| der)?|seit",
    not_until=r"erst (?:ab|im|am|in|seit)",
    lasting=r"(?:in|während) (?:den|der) (?:letzten|vergangenen)|die letzten", article=r"(?:dem|der|den|die|das|des)",
    ago_before=r"vor", ago_after=_NEVER, ahead_before=r"in", ahead_after=_NEVER,
    about=r"(?:etwa|ungefähr|circa|ca\.?|rund|fast|knapp|über|mehr als|gut|mindestens|genau)",
    last=r"(?:letzt|vorig|vergangen)e[nrsm]?", this=r"diese[nrsm]?", coming=r"(?:nächst|kommend)e[nrsm]?",
    end=r"ende(?: des| der)?", start=r"anfang(?: des| der)?|beginn(?: des| der)?", middle=r"mitte(?: des| der)?",
    recurring=re.compile(
        r"\b(?:jede[nrms]?|geburtstag\w*|jahrestag\w*|hochzeitstag|immer|meistens|jährlich|oft)\b", re.I),
    used_to=re.compile(r"(?<!\bStunde )(?<!\bStunden )(?<!\bTage )(?<!\bviel )(?<!\betwas )\bfrüher\b"
                       r"(?! (?:als|oder|auf|ins|zu))|\behemals\b|\bdamals\b", re.I),
)
GRAMMARS = {"en": ENGLISH, "de": GERMAN}
