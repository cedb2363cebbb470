"""Quantities in running text: numbers in words, clock times, spans of time, dates, measures. English and German.

All functions take normalised text (`memory.text.normalise`) and read the first quantity of their kind in it.
"""

from __future__ import annotations

import re
from functools import lru_cache

_ONES_EN = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen " \
           "seventeen eighteen nineteen"
_ONES_DE = "null eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn " \
           "siebzehn achtzehn neunzehn"
_TENS_EN = "twenty thirty forty fifty sixty seventy eighty ninety"
_TENS_DE = "zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig"
_ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth",
    "erste zweite dritte vierte funfte sechste siebte achte neunte zehnte elfte zwolfte",
)
_MONTHS = "january|januar february|februar march|marz april may|mai june|juni july|juli august september " \
          "october|oktober november december|dezember"
_DAYS = "mon|montag tues|dienstag wednes|mittwoch thurs|donnerstag fri|freitag satur|samstag|sonnabend sun|sonntag"


def _numerals() -> dict[str, int]:
    found: dict[str, int] = {"hundred": 100, "hundert": 100, "dozen": 12, "couple": 2}
    for ones in (_ONES_EN, _ONES_DE):
        found.update((word, n) for n, word in enumerate(ones.split()))
    for n, (en, de) in enumerate(zip(_TENS_EN.split(), _TENS_DE.split(), strict=True), 2):
        found[en] = found[de] = 10 * n
        for one, (en_one, de_one) in enumerate(zip(_ONES_EN.split()[1:10], _ONES_DE.split()[1:10], strict=True), 1):
            found[f"{en}-{en_one}"] = found[f"{en} {en_one}"] = found[en + en_one] = 10 * n + one
            found[f"{de_one.removesuffix('s') if one == 1 else de_one}und{de}"] = 10 * n + one
    return found


NUMERALS = _numerals()
_DECADES = {word[:-1] + "ies": f"{10 * n}s" for n, word in enumerate(_TENS_EN.split(), 2)}  # "in my thirties"
_DECADE = re.compile(rf"\b(?:{'|'.join(_DECADES)})\b")
ORDINALS: dict[str, int] = {}
for _row in _ORDINALS:
    for _n, _word in enumerate(_row.split(), 1):
        ORDINALS.update({_word + end: _n for end in ("", "n", "r", "s", "m")} if _row[0] == "e" else {_word: _n})
_MONTH = {name: n for n, names in enumerate(_MONTHS.split(), 1) for name in names.split("|")}
_MONTH.update({name[:3]: n for name, n in list(_MONTH.items())} | {"sept": 9})
_WEEKDAY: dict[str, int] = {}
for _n, _names in enumerate(_DAYS.split()):
    for _name in _names.split("|"):
        _WEEKDAY.update({_name + "day": _n, _name + "days": _n} if len(_name) < 7 and not _name.endswith("tag")
                        else {_name: _n, _name + "e": _n, _name + "s": _n})

_LONGEST_FIRST = sorted((w for w in NUMERALS if w not in ("one", "couple")), key=len, reverse=True)
_NUMERAL = re.compile(rf"\b(?:{'|'.join(_LONGEST_FIRST)})\b")
_FIGURE = r"\d+(?:[.,]\d+)*"
_HALF = r"(?: and a half|einhalb| 1/2)"
_COUNTED = (
    rf"(?P<n>{_FIGURE}|an?|one|eine?[nrm]?|halbe?|half an?|(?:an? |eine )halbe|anderthalb|"
    rf"eineinhalb)(?P<half>{_HALF})?"
)
# Minutes of a unit of time, by its first two letters in either language.
_UNITS_OF_TIME = {"mi": 1, "ho": 60, "hr": 60, "st": 60, "da": 1440, "ta": 1440, "we": 10080, "wo": 10080,
                  "mo": 43800, "ye": 525600, "yr": 525600, "ja": 525600}
_SPAN = re.compile(rf"\b{_COUNTED}[ -]?(?P<unit>min(?:ute)?[ns]?|hours?|hrs?|stunden?|days?|tage?n?|weeks?|wochen?|"
                   rf"months?|monate?n?|years?|yrs?|jahre?n?)\b(?P<more> and a half)?")
_HOUR = r"(?:\d{1,2})"
_PART = (r"(?P<part> ?(?:in the (?:morning|afternoon|evening)|at night|(?:am |heute )?(?:morgens?|fruh|vormittags?|"
         r"nachmittags?|abends?|nachts?)|tonight))?")
_CLOCKS = tuple(re.compile(pattern + _PART + r"(?![\w:.,]*\d)") for pattern in (
    rf"\b(?P<by>half|quarter|viertel|\d{{1,2}})(?: minutes?| minuten)? (?P<way>past|to|after|before|nach|vor) "
    rf"(?P<h>{_HOUR})(?: ?uhr| ?o'?clock)?(?: ?(?P<m12>am|pm))?\b",
    rf"\b(?P<way>halb|dreiviertel) (?P<h>{_HOUR})(?: ?uhr)?\b",
    rf"\b(?P<h>{_HOUR})[:.h](?P<m>\d{{2}})(?: ?uhr)?(?: ?(?P<m12>am|pm|a\.m\.?|p\.m\.?))?\b",
    rf"\b(?P<h>{_HOUR}) ?(?:uhr|o'?clock)(?: ?(?P<m>\d{{2}}))?\b",
    rf"\b(?P<h>{_HOUR}) ?(?P<m12>am|pm|a\.m|p\.m)\b",
    rf"\b(?:at|around|um|gegen|ab|by|until|till|bis) (?P<h>{_HOUR})(?=$|,| in the | at night| every| each| sharp| on |"
    rf" am | morgens| abends| nach| vor|jeden| jeden| immer| fruh| most| today| statt| ins | zu | auf| los| an$| zu$)",
))
_NOON = re.compile(r"\b(?:(noon|midday|mittags?|zwolf uhr mittags)|(midnight|mitternacht))\b")
_RANGE = re.compile(r"\b(?:from|von|between|zwischen) \d.*\b(?:to|until|till|bis|and|und) \d|\d ?(?:-|bis|to) "
                    r"?\d{1,2}(?::\d\d)? ?(?:uhr|am|pm)")
_LATE = re.compile(r"afternoon|evening|night|nachmittag|abend|nacht")
_NAMED = "|".join(sorted(_MONTH, key=len, reverse=True))
_NTH = r"(?:st|nd|rd|th|\.|ten|te|tn)?"
_DATES = (
    re.compile(r"\b(?P<y>\d{4})-(?P<mo>\d\d)-(?P<d>\d\d)\b"),
    re.compile(rf"\b(?P<d>\d{{1,2}}){_NTH}(?: of)?,? ?(?P<mo>{_NAMED})\b\.?,?(?: (?P<y>\d{{4}}))?"),
    re.compile(rf"\b(?P<mo>{_NAMED})\.?,?(?: the)? (?P<d>\d{{1,2}}){_NTH}(?!\d|:|\.\d)\b,?(?: (?P<y>\d{{4}}))?"),
    re.compile(r"\b(?P<d>\d{1,2})\.(?P<mo>\d{1,2})\.(?P<y>\d{4})?(?!\d)"),
    re.compile(rf"\b(?P<mo>{_NAMED})\b(?: (?P<y>\d{{4}}))?"),
    re.compile(r"\bthe (?P<d>\d{1,2})(?:st|nd|rd|th)$|\b(?:am|der) (?P<d2>\d{1,2})\.$"),
)
_ORDINAL_DAY = re.compile(rf"\b(?P<o>{'|'.join(sorted(ORDINALS, key=len, reverse=True))})(?= (?:of )?(?:{_NAMED})\b)")
_YEAR = re.compile(r"(?<![\d.,])(?:(?P<y>(?:1[89]|20)\d\d)|'(?P<s>\d\d))(?!\w|[.,]\d)")
_PLURAL_DAY = re.compile(r"\w+(?:days|s)$")
_WEEKDAYS = re.compile(rf"\b(?:{'|'.join(sorted(_WEEKDAY, key=len, reverse=True))})\b")
# unit as written -> (unit it is compared in, how many of those it is)
_MEASURES: dict[str, tuple[str, float]] = {
    **dict.fromkeys(("gb", "gigabytes?", "gig", "gigs"), (
        "gb", 1.0)), **dict.fromkeys(("tb", "terabytes?"), ("gb", 1000.0)),
    **dict.fromkeys(("mb", "megabytes?"), ("gb", 0.001)),
    **dict.fromkeys(("mbit", "mbps", "mbit/s"), ("mbit", 1.0)),
    **dict.fromkeys(("kg", "kilos?", "kilogramm?s?"), ("kg", 1.0)), **dict.fromkeys((
        "lbs?", "pounds?"), ("kg", 0.4536)),
    **dict.fromkeys(("stones?",), ("kg", 6.35)), "pfund": ("kg", 0.5),
    **dict.fromkeys(("cm", "zentimeter", "centimet(?:er|re)s?"), ("cm", 1.0)),
    **dict.fromkeys(("m", "met(?:er|re)s?", "metern"), ("cm", 100.0)),
    **dict.fromkeys(("inch(?:es)?", "zoll", '"'), ("cm", 2.54)), **dict.fromkeys(("foot", "feet", "ft"), ("cm", 30.48)),
    **dict.fromkeys(("km", "kilometern?",
        "kilomet(?:er|re)s?"), ("km", 1.0)), **dict.fromkeys(("miles?", "meilen?"), ("km", 1.609)),
    **dict.fromkeys(("euros?", "eur", "€", "dollars?", "usd",
        r"\$", "bucks", "quid", "£", "franken", "chf"), ("money", 1.0)),
    **dict.fromkeys(("square met(?:er|re)s?", "quadratmetern?", "qm", "m2", "sqm"), ("sqm", 1.0)),
    **dict.fromkeys(("square feet", "sq ?ft"), ("sqm", 0.0929)),
    **dict.fromkeys(("percent", "prozent", "%"), ("percent", 1.0)), **dict.fromkeys(("ps", "hp"), ("hp", 1.0)),
    **dict.fromkeys(("lit(?:er|re)s?", "litern"), ("litre", 1.0)), **dict.fromkeys((
        "degrees?", "grad"), ("degree", 1.0)),
    **dict.fromkeys(("volts?",), ("volt", 1.0)), **dict.fromkeys(("watts?",), ("watt", 1.0)),
    **dict.fromkeys(("pages?", "seiten"), ("page", 1.0)), **dict.fromkeys(("seats?", "sitzplatze"), ("seat", 1.0)),
    **dict.fromkeys(("calories", "kcal", "kalorien"), ("kcal", 1.0)),
}
_WRITTEN = sorted(_MEASURES, key=len, reverse=True)
_MEASURE = re.compile(
    rf"(?<![\w.,])(?P<sign>[$€£])? ?(?P<n>{_FIGURE})(?P<k>k)?(?: ?-?(?P<unit>{'|'.join(_WRITTEN)})(?!\w))?")
_FEET = re.compile(r"(?<!\w)(?P<f>[3-7])(?: ?'| ?ft\.?| foot| feet)(?: ?(?P<i>\d{1,2})(?!\w)(?: ?(?:\"|''|inch(?:es)?|"
                   r"in)?)?)?")
_METRES = re.compile(r"(?<![\w.,])(?P<m>[12])[.,](?P<c>\d\d)(?: ?m(?:eter)?)?(?![\w.,]*\d)")
FIGURES = re.compile(r"\d")
_SPELT = re.compile(rf"\b(?:{_NAMED}|noon|mid|mitt|half|halb|anderthalb|an? (?:hour|day|week|month|year|minute)|"
                    rf"eine? (?:stunde|tag|woche|monat|jahr|minute))|(?:day|tag|woch|tags)s?\b")


@lru_cache(maxsize=4_000)
def figures(text: str) -> str:
    """`text` with numbers in words as digits: "viertel nach neun" is "viertel nach 9". One and "ein" stay."""
    words = re.split(r"[^a-z]+", text)
    if not NUMERALS.keys().isdisjoint(words):
        text = _NUMERAL.sub(lambda m: str(NUMERALS[m.group()]), text)
    if not _DECADES.keys().isdisjoint(words):
        text = _DECADE.sub(lambda m: _DECADES[m.group()], text)
    if ORDINALS.keys().isdisjoint(words):
        return text
    return _ORDINAL_DAY.sub(lambda m: str(ORDINALS[m["o"]]), text)


def spelt(text: str) -> bool:
    """Whether a text may hold a time, a date or a span although there is no figure in it."""
    return bool(_SPELT.search(text))


def number(text: str) -> float:
    """The value of a figure: "1,90" is 1.9, "7,000" and "14.500" are thousands."""
    if re.fullmatch(r"\d{1,3}(?:[.,]\d{3})+", text):
        return float(re.sub(r"[.,]", "", text))
    return float(re.sub(r"[.,](?=.*[.,])", "", text).replace(",", "."))


def clock(text: str) -> tuple[int, bool] | None:
    """(minute of the day, whether it is told from that twelve hours later); None without a time of day or for two."""
    if _RANGE.search(text):
        return None
    if named := _NOON.search(text):
        return (720 if named[1] else 0), True
    for pattern in _CLOCKS:
        if found := pattern.search(text):
            return _time(found)
    return None


def _time(found: re.Match[str]) -> tuple[int, bool] | None:
    said = found.groupdict()
    hour, minute = int(said["h"]), int(said.get("m") or 0)
    if hour > 24 or minute > 59:
        return None
    at = hour * 60 + minute
    by = {"half": 30, "quarter": 15, "viertel": 15}.get(said.get("by") or "", 0) or int(said.get("by") or 0)
    at += {"past": by, "after": by, "nach": by, "to": -by, "before": -by, "vor": -by,
           "halb": -30, "dreiviertel": -15}.get(said.get("way") or "", 0)
    half = (said.get("m12") or "").replace(".", "")
    part = said.get("part") or ""
    late = half == "pm" or bool(_LATE.search(part))
    if half or part:
        if hour > 12:
            return at % 1440, True
        at = at % 720 + 720 * (late and not (part.strip() in ("at night", "nachts", "nacht") and hour < 6))
        return at % 1440, True
    written = found.group().strip()
    return at % 1440, hour > 12 or hour == 0 or (written[0] == "0" and ":" in written)


def span(text: str) -> int | None:
    """Minutes of a span of time ("an hour and a half", "eine halbe Stunde", "12 Jahre"); None without one."""
    total, end = 0.0, -1
    for found in _SPAN.finditer(text):
        if end >= 0 and not re.fullmatch(r"(?: and| und)?,? ?", text[end:found.start()]):
            break
        said = found["n"]
        many = number(said) if said[0].isdigit() else 1.5 if said in ("anderthalb", "eineinhalb") else (
            0.5 if "hal" in said else 1.0)
        many += 0.5 * bool(found["half"] or found["more"])
        total += many * _UNITS_OF_TIME[found["unit"][:2]]
        end = found.end()
    return round(total) or None


def date(text: str) -> tuple[int, int, int] | None:
    """(year, month, day) with 0 for what is not said; None without at least a month."""
    for pattern in _DATES:
        if found := pattern.search(text):
            said = found.groupdict()
            if "mo" not in said:
                return 0, 0, int(said["d"] or said["d2"])
            month = int(said["mo"]) if said["mo"].isdigit() else _MONTH[said["mo"]]
            day = int(said.get("d") or 0)
            return (int(said.get("y") or 0), month, day) if month <= 12 and day <= 31 else None
    return None


def year(text: str) -> int | None:
    """A year of four digits, or of two after an apostrophe."""
    found = _YEAR.search(text)
    if not found:
        return None
    return int(found["y"]) if found["y"] else int(found["s"]) + (1900 if int(found["s"]) > 30 else 2000)


def weekdays(text: str) -> tuple[frozenset[int], bool]:
    """The days of the week in a text, and whether one stands in the plural ("on Mondays", "montags")."""
    found = _WEEKDAYS.findall(text)
    return frozenset(_WEEKDAY[day] for day in found), any(_PLURAL_DAY.fullmatch(day) for day in found)


_UNNUMBERED = {"ground": "erdgeschoss", "parterre": "erdgeschoss", "top": "dachgeschoss", "basement": "keller"}


def level(said: str) -> str:
    """A floor by its number or, for those without one, by one name: "second", "2nd", "zweiten" are "2"."""
    return str(ORDINALS.get(said, "")) or _UNNUMBERED.get(said, said.rstrip("stndrh.") if said[0].isdigit() else said)


def measure(text: str) -> tuple[str, float] | None:
    """(unit, how many) of the first measured amount: ("gb", 64.0), ("money", 900.0), ("cm", 180.0)."""
    if found := _FEET.search(text):
        return "cm", int(found["f"]) * 30.48 + int(found["i"] or 0) * 2.54
    for found in _MEASURE.finditer(text):
        if not found["unit"] and not found["sign"]:
            continue
        written = found["unit"] or found["sign"]
        unit, factor = next(_MEASURES[w] for w in _WRITTEN if re.fullmatch(w, written)) if found["unit"] else (
            "money", 1.0)
        return unit, number(found["n"]) * (1000 if found["k"] else 1) * factor
    return None


def stature(text: str) -> float | None:
    """A person's height in cm, also where the unit is left out: "1,90", "5'4", "six foot two"."""
    if (found := measure(text)) and found[0] == "cm" and 50 < found[1] < 250:
        return found[1]
    metres = _METRES.search(text)
    return int(metres["m"]) * 100 + float(metres["c"]) if metres else None
