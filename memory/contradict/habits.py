"""Habits: how often, since when, how long, at what hour and by what means somebody does a thing."""

from __future__ import annotations

import re

from memory.contradict import quantities
from memory.contradict.lexicon import SMALL
from memory.contradict.reading import SELF, Reading
from memory.contradict.slots import Slot
from memory.contradict.things import thing
from memory.contradict.values import key

# Times a month, by what says so.
_PER_MONTH = {"day": 30, "night": 30, "morning": 30,
    "evening": 30, "tag": 30, "week": 4.3, "woche": 4.3, "month": 1, "monat": 1,
              "year": 1 / 12, "jahr": 1 / 12}
_UNIT = r"(?P<unit>day|night|morning|evening|week|month|year|tag|woche|monat|jahr)"
_OFTEN = re.compile(
    rf"\b(?:(?P<daily>daily|taglich|every single day|jeden (?:einzelnen )?(?:tag|morgen|abend)|all the time|every "
    rf"(?:single )?(?:day|night|morning|evening))|every (?P<every>other |second )?{_UNIT}"
    rf"|(?P<n>\d+|once|twice|einmal|zweimal|dreimal|viermal|funfmal|one|a few|couple)(?: ?(?:times?|mal|days?|tage))? "
    rf"(?:an?|per|each|every|die|pro|im|in der|am) "
    rf"(?P<per>day|week|month|year|tag|woche|monat|jahr)|an? (?P<single>day|week|month|year)$|(?P<weekly>weekly|"
    rf"wochentlich)|(?P<monthly>monthly|monatlich)|(?P<rare>rarely|hardly ever|almost never|selten|fast nie|kaum))\b")
_TIMES = {"once": 1, "twice": 2, "einmal": 1, "zweimal": 2,
    "dreimal": 3, "viermal": 4, "funfmal": 5, "one": 1, "a few": 3, "couple": 2}
_NOT_OFTEN = re.compile(r"\b(?:maybe|at most|hochstens|vielleicht|only|nur|about|almost|usually|immer|always|ziemlich|"
                        r"fast|like)\b")
_ACTIVITY = {"gym": "exercise", "workout": "exercise", "train": "exercise", "sport": "exercise", "exercise": "exercise"}
_SYNONYMS = ((re.compile(r"\b(?:work out|working out|go to the gym|hit the gym|exercise|mache sport|treibe sport|"
                         r"gehe ins fitnessstudio|ins fitnessstudio)\b"), "exercise"),)
_WAKE = re.compile(r"\b(?:(?:wake|get|am|are) (?:\w+ )?up(?: every \w+)?|stehe|wache|"
                   r"(?:sleep|schlafe)(?: in)?(?=(?: \w+)? (?:until|till|bis)))\b(?P<v>.*)")
_BED = re.compile(r"\b(?:go to (?:bed|sleep)|gehe(?=.*ins bett|.*schlafen))\b(?P<v>.*)")
_FREE = re.compile(r"\b(?:weekends?|saturdays?|sundays?|wochenende\w*|samstags?|sonntags?|sometimes|manchmal|except|"
                   r"today|heute|tomorrow|morgen fruh|on (?:my )?days? off|vacation|urlaub)\b")
_TO_WORK = re.compile(r"\b(?:to (?:work|the office)|commut\w+|zur arbeit|ins buro|pendle|pendeln)\b")
_NO_COMMUTE = re.compile(r"\b(?:sometimes|manchmal|usually|meistens|oft|often|winter|sommer|summer|when|wenn|on "
                         r"\w+days?|rain\w*|regen|or|oder|ab und zu|lately|today|heute|some)\b")
_MEANS = {"drive": "car", "car": "car", "auto": "car",
    "train": "rail", "zug": "rail", "bahn": "rail", "s-bahn": "rail", "u-bahn": "metro", "subway": "metro",
          "metro": "metro", "bus": "bus", "tram": "tram",
              "strassenbahn": "tram", "bike": "bike",
                  "cycle": "bike", "bicycle": "bike", "rad": "bike", "fahrrad": "bike",
          "walk": "foot", "fuss": "foot", "foot": "foot", "laufe": "foot"}
_LASTS = re.compile(r"\b(?:takes? me|i commute|pendle|commute is|commute takes|arbeitsweg (?:ist|dauert)|brauche|"
                    r"drive is)\b(?P<v>.*)")
_WORKPLACE = re.compile(r"work|arbeit|commute|office|buro")
_SINCE = re.compile(r"\b(?:have|has) (?:been )?(?P<x>[^,\d]+?) (?:for|over|almost)(?: about| over| almost| the "
                    r"(?:last|past))? (?P<v>(?:\d|an? ).*)$")
_SEIT = re.compile(r"(?P<x>.*?)\bseit (?P<v>(?:\d|eine)[^,]*?(?:jahre?n?|monate?n?|wochen?))\b(?P<y>.*)$")
_AGO = re.compile(r"\b(?P<x>quit \w+|stopped \w+|got married|gave up \w+|moved here|graduated|retired|started \w+|"
                  r"geheiratet|aufgehort)\b.*?"
                  r"(?:(?P<v>(?:\d+|an?|one) \w+) ago|vor (?P<w>(?:\d+|einem|einer) \w+)|(?P<l>last|letzte\w*) "
                  r"(?P<u>week|month|year|woche|monat|jahr))\b")
# What happens once, or goes on since a year.
_IN_YEAR = re.compile(
    r"^(?:i|we|ich|wir) (?:only |just |finally |have |habe |haben |bin |sind |been )*"
    r"(?P<x>(?:moved|graduated|retired|got married|got my|married|bought|started|finished|quit|stopped|joined|"
    r"emigrated|immigrated|"
    r"divorced)\b[\w ]*?) in (?P<v>(?:19|20)\d\d)$|^(?:i|we|ich|wir) (?P<y>.+?) (?:since|seit) (?P<w>(?:19|20)\d\d)$")
_SLEEP = re.compile(r"\b(?:sleep|schlafe)\b (?P<v>.*(?:hour|stunde).*)$")
_INCOME = re.compile(r"\b(?:make|earn|verdiene|bekomme)\b (?:about |around |almost |over |etwa |rund "
                     r")?(?P<v>.*?\d.*?) (?:an?|per|each|every|im|pro|in der|die) (?P<per>hour|week|month|year|stunde|"
                     r"woche|monat|jahr)\b")
_THOUSANDS = re.compile(r"\b(\d+) ?k\b")
_PERIOD = {"hour": 160, "stunde": 160, "week": 4.3, "woche": 4.3,
    "month": 1, "monat": 1, "year": 1 / 12, "jahr": 1 / 12}
_SOME = re.compile(r"\b(?:about|around|roughly|over|almost|nearly|uber|etwa|rund|knapp|fast|more than|mehr als)\b")
_CUES = ("every", "daily", "taglich", "jede", "a week",
    "a month", "a year", "a day", "die woche", "pro ",
        "im monat", "am tag", "rarely", "selten", "weekly", "monthly", "kaum", "hardly",
         "per ")


def habits(text: str, reading: Reading) -> list[Slot]:
    """The habits of the speaker a clause tells of. `text` has its numbers in figures."""
    if reading.subject != SELF and "takes me" not in text and "commute" not in text and "arbeitsweg" not in text:
        return []
    found = [*spans(text)]
    if reading.past:
        return found
    if any(map(text.__contains__, _CUES)) and (rate := _rate(text)):
        found.append(rate)
    if ("up" in text or "stehe" in text or "sleep" in text or "schlafe" in text or "wache" in text or "bed" in text or
     "bett" in text) and not _FREE.search(text):
        for name, pattern in (("wake", _WAKE), ("bed", _BED)):
            if (match := pattern.search(text)) and (time := quantities.clock(_late(match["v"]))):
                found.append(Slot(name, frozenset(), match["v"], "clock", (*time, frozenset())))
    if _TO_WORK.search(text) and not _NO_COMMUTE.search(text):
        means = {_MEANS[w] for w in re.findall(r"[\w-]+", text) if w in _MEANS}
        if means and "from home" not in text:
            found.append(Slot("commute", frozenset(), text, "set", tuple(sorted(means))))
    return found


def _late(text: str) -> str:
    return text.replace(" am ", " ") if " am tag" in text else text


def _rate(text: str) -> Slot | None:
    """How often a month, of what the clause says besides."""
    match = _OFTEN.search(text)
    if not match or _FREE.search(text):
        return None
    said = match.groupdict()
    if said["daily"]:
        times = 30.0
    elif said["rare"]:
        times = 0.5
    elif said["weekly"] or said["monthly"]:
        times = 4.3 if said["weekly"] else 1.0
    elif said["single"]:
        times = _PER_MONTH[said["single"]]
    elif said["unit"]:
        times = _PER_MONTH[said["unit"]] / (2 if said["every"] else 1)
    else:
        times = _PER_MONTH[said["per"]] * (int(said["n"]) if said["n"].isdigit() else _TIMES.get(said["n"], 1))
    rest = _NOT_OFTEN.sub(" ", text[:match.start()] + " " + text[match.end():])
    for pattern, by in _SYNONYMS:
        rest = pattern.sub(by, rest)
    done = frozenset(_ACTIVITY.get(thing(w), thing(w)) for w in re.findall(
        r"[^\W\d_]+", rest) if w not in SMALL) - {"go", "do"}
    if not done or re.search(r"\d", rest):
        return None
    return Slot("rate:" + " ".join(sorted(done)), frozenset(), match.group(), "amount", (times, 0.75))


def spans(text: str) -> list[Slot]:
    """How long, how long ago or for how much a clause says something goes on."""
    found = []
    slack = 0.35 if _SOME.search(text) else 0.1
    if (match := _LASTS.search(text)) and _WORKPLACE.search(text) and (minutes := quantities.span(match["v"])):
        found.append(Slot("commute time", frozenset(), match["v"], "amount", (float(minutes), max(slack, 0.3))))
    if (match := _SINCE.search(text)) and (minutes := quantities.span(match["v"])):
        found.append(Slot("for:" + _done(match["x"]), frozenset(), match["v"],
            "amount", (float(minutes), max(slack, 0.15))))
    elif (match := _SEIT.search(text)) and (minutes := quantities.span(match["v"])):
        found.append(Slot("for:" + _done(match["x"] + " " + match["y"]), frozenset(), match["v"],
            "amount", (float(minutes), max(slack, 0.15))))
    if match := _AGO.search(text):
        said = match["v"] or match["w"] or "1 " + match["u"]
        if minutes := quantities.span(said.replace("einem", "1").replace("einer", "1")):
            what = "for:marri" if match["x"] in ("got married", "geheiratet") else "ago:" + _done(match["x"])
            found.append(Slot(what, frozenset(), said, "amount", (float(minutes), 0.3)))
    if match := _IN_YEAR.search(text):
        when = match["v"] or match["w"]
        found.append(Slot("year:" + _done(match["x"] or match["y"]), frozenset(), when, "date", (int(when), 0, 0)))
    if (match := _SLEEP.search(text)) and (minutes := quantities.span(match["v"])) and "last night" not in text:
        found.append(Slot("sleep", frozenset(), match["v"], "amount", (float(minutes), max(slack, 0.15))))
    if match := _INCOME.search(text):
        many, bare = quantities.measure(match["v"]), _THOUSANDS.search(match["v"])
        sum_ = many[1] if many and many[0] == "money" else float(bare[1]) * 1000 if bare else 0.0
        if sum_:
            found.append(Slot("income", frozenset(), match["v"], "amount", (sum_ * _PERIOD[match["per"]], 0.3)))
    return found


def _done(text: str) -> str:
    return " ".join(sorted(key(" ".join(w for w in re.findall(r"[^\W\d_]+", text) if w not in SMALL)) - {"be", "here"}))
