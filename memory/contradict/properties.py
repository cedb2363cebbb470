"""Properties of things: a definite thing, a verb that gives it a value, and a value of a kind.

One reading for "the meeting starts at 4:30 pm", "das Baujahr vom Auto ist 2021", "our dog is a poodle" and "Tuesday is
the board meeting": the verb says only that the value is one; its kind comes from the value itself.
"""

from __future__ import annotations

import re

from memory.contradict import quantities
from memory.contradict.slots import Slot
from memory.contradict.sorts import sort
from memory.contradict.things import definite, make, named, thing, things, unique
from memory.contradict.values import COLOURS, key
from memory.text import root
from memory.text.vocabulary import vocabulary

# Verbs that give a thing a value, by what the value is then of: "" for the thing itself, its end, its arrival.
_VERBS = {
    "": "is are ist sind lautet betragt has hat starts start kicks begins begin beginnt startet findet fangt takes "
        "lasts "
        "dauert "
        "leaves departs fahrt geht fliegt runs lauft costs cost kostet weighs wiegt measures misst dates liegt steht "
        "sits "
        "reads was wurde goes happens macht",
    "end": "ends endet closes schliesst finishes expires",
    "arrival": "arrives lands landet kommt", "opening": "opens offnet",
}
_ROLE = {verb: role for role, verbs in _VERBS.items() for verb in verbs.split()}
_LINK = re.compile(
    rf"(?P<not>\bnot )?(?<![\w-])(?P<verb>(?:will be|shall be|is called|is named|heisst|heissen|"
    rf"{'|'.join(sorted(_ROLE, key=len, reverse=True))}|="
    r"|moved to|(?:machen|haben|have|do) (?:wir|we)))(?![\w-])"
)
_PAST_BUILT = re.compile(r"\b(?:built|gebaut|founded|gegrundet|established|made|moved|verlegt|verschoben|hat gekostet|"
                         r"from|second[- ]?hand|used|brand new|gebraucht)\b")
_OTHER_ROLE = re.compile(r"\b(?:zu|auf|aus|zuruck|back|over|vorbei|until|till|bis|end\w*)$|\b(?:until|till|bis)\b")
_LOOSE = re.compile(r"\b(?:about|around|roughly|approximately|approx|almost|nearly|circa|ca|etwa|ungefahr|rund|knapp|"
                    r"fast|"
                    r"over|uber|under|unter|more|mehr|less|weniger|mindestens|at least|up to|bis zu|between|zwischen|"
                    r"some)\b")
_ONCE = re.compile(r"\b(?:today|tomorrow|tonight|yesterday|this time|heute|morgen|gestern|next|last(?! name)|"
                   r"nachste\w*|letzte\w*|sometimes|manchmal|usually|meistens|often|oft|either|or|oder|except)\b")
_FLOOR = re.compile(
    rf"\b(?:(?P<o>{'|'.join(sorted(quantities.ORDINALS, key=len, reverse=True))})|(?P<n>\d+)(?:st|nd|rd|th|\.)?|"
    rf"(?P<g>ground|top)) "
    r"(?:floor|stock|etage|stockwerk|obergeschoss)\b|\b(?P<e>erdgeschoss|parterre|basement|dachgeschoss|keller)\b")
_ROOM = re.compile(r"\b(?:room|raum|zimmer|saal|gate|platform|gleis|seat|row|reihe|halle|hall|terminal) "
                   r"(?P<v>\w*\d\w*|[a-h])\b")
_MEDIA = {
    "teams": "teams", "zoom": "zoom", "skype": "skype", "webex": "webex", "slack": "slack", "discord": "discord",
    "google meet": "meet", "facetime": "facetime", "in person": "on site", "vor ort": "on site", "on site": "on site",
    "face to face": "on site", "prasenz": "on site", "kitchen": "on site", "kuche": "on site",
}
_MEDIUM = re.compile(rf"\b(?:(?:on|over|via|uber|per|in|bei|auf) )?(?P<v>{'|'.join(_MEDIA)})\b")
_HONORIFIC = re.compile(r"(?:mr|mrs|ms|miss|dr|frau|herr|prof(?:essor)?|doktor)\.? (?P<v>[a-z-]+(?: [a-z-]+)?)$")
_NAMING = frozenset(("is called", "is named", "heisst", "heissen"))
_IP = re.compile(r"^(?:at |on |unter )?(\d{1,3}(?:\.\d{1,3}){3})\b")
_AGED = re.compile(r"(?:now |already |just |schon |erst |jetzt |only |gerade )*(\d{1,3})(?: years?(?: old)?| "
                   r"jahre?(?: alt)?)?(?: now| jetzt| geworden)?$")
_LEAD = re.compile(r"^(?:now|jetzt|currently|actually|still|inzwischen|aktuell|immer|always|on|at|in|the|die|der|das|"
                   r"a|an|eine?|bei|auf|with|from) ")
_RUN_BY = re.compile(
    r"(?P<t>.+?) (?:is|wird|ist) (?:always |usually |immer )?(?:(?:run|led|hosted|chaired|moderated|taught|"
    r"organi[sz]ed) by|von) (?P<v>\w+)(?: (?:geleitet|moderiert|organisiert))?$")
_RUNS = re.compile(r"(?P<v>\w+) (?:always |usually |immer )?(?:runs|leads|hosts|chairs|moderates|teaches|organi[sz]es|"
                   r"leitet|moderiert)(?: immer| always)? (?P<t>(?:the|our|my|das|die|den|unser\w*) .+)$")
_WE_HOLD = re.compile(r"(?:we|wir) (?:have|haben|do|hold|halten) (?:(?:our|the|das|die|den|unsere?n?) )?"
                      r"(?P<t>(?!an?\b|eine?|\d|no\b|to\b|been\b)[a-z-]+(?: [a-z]+)??)(?: immer| always)? (?P<v>(?:at|"
                      r"on|um|am) .+)")
_AT = re.compile(r"(?P<t>[a-z][a-z -]{2,30}?) (?P<v>(?:at|um) \d.*)")
_WE_MEET = re.compile(r"(?:we meet|wir treffen uns)\b(?P<v>.*)")
# Nouns that name a single-valued attribute of their owner, whatever it is.
_ATTRIBUTES = frozenset(thing(w) for w in vocabulary("""
surname firstname nickname number size code address color timezone zone date deadline phone phonenumber email
mail username handle hometown capital password pin brand model height weight age job profession role title employer
company major degree university school pronouns salary budget gender religion nationality sign postcode plate ssid
type port version hostname host ip url wohnort firma zeitzone gewicht alter shoesize bloodtype mothertongue subject
provider insurance bank contract hochschule universitat geburtsort birthplace sternzeichen konfession rent birthyear
groesse grosse name plan tariff tarif locker nickname spitzname
"""))
_PRICED = frozenset(("rent", "salary", "budget", "fee", "loan"))
_BARE = re.compile(r"(\d+(?:[.,]\d+)*)(?: (?:a|per|im|pro) (?:month|monat))?")
# What takes place on many days: another day is another one of them.
_RECURRING = frozenset(map(root, vocabulary("meeting class course training shift lesson termin treffen kurs")))


def properties(text: str) -> list[Slot]:
    """The properties a clause gives to the things it names. `text` is normalised, with idioms spelt out."""
    text = quantities.figures(text)
    for pattern in (_RUNS, _RUN_BY):
        if found := pattern.match(text):
            return [Slot("run by", things(found["t"]), found["v"])]
    if met := _WE_MEET.match(text):
        return _typed(frozenset(("meeting",)), "", met["v"])
    held = _WE_HOLD.match(text)
    if held:
        return _given(held["t"], "is", held["v"])
    for link in _LINK.finditer(text):
        before, after = text[:link.start()].strip(" ,"), text[link.end():].strip(" .,!")
        if before and after and len(before) < 60 and len(after) < 80:
            return _given(before, link["verb"], after)
    bare = _AT.match(text)
    return _given(bare["t"], "is", bare["v"]) if bare else []


def _given(before: str, verb: str, after: str) -> list[Slot]:
    if verb in ("is", "ist", "sind", "are") and (turned := _turned(before, after)):
        before, after = turned
    subject = named(before)
    owner = subject.things
    if not owner or len(owner) > 5 or not definite(before) or "favorit" in owner or _ONCE.search(f"{before} {after}"):
        return []
    if verb in ("was", "wurde") and not _PAST_BUILT.search(after):
        return []
    if "name" in subject.sides:
        verb = "is called"
    if owner == {"number"} and re.match(r"(?:my|mein)", before):
        owner = frozenset(("phone",))
    return _values(owner, verb, after)


_MINE = re.compile(r"(?:my|our|mein\w*|unser\w*|the|der|die|das) \w+(?: \w+){0,2}$")
_WHEN = re.compile(r"(?:on|at|am|um|in|im) \w+(?: \w+)?$")


def _turned(before: str, after: str) -> tuple[str, str] | None:
    """The two sides of "Mr Osborne is our landlord" and "am Freitag ist die Sitzung", thing first."""
    if not _MINE.fullmatch(after) or re.match(r"(?:my|our|mein\w*|unser\w*)\b", before):
        return None
    if _WHEN.fullmatch(before) or re.match(r"(?:my|our|mein|unser)", after):
        return after, before
    return None


_MOVED = re.compile(r"\b(?:moved|verschoben|verlegt|rescheduled|postponed)\b")


def _values(owner: frozenset[str], verb: str, said: str) -> list[Slot]:
    role = "moved" if verb == "moved to" or _MOVED.search(said) else _ROLE.get(verb, "")
    if _OTHER_ROLE.search(said) and not role:
        role = "end"
    if role == "end" and "phone" in owner:
        return [Slot("ending", owner, said.split()[-1], "ending")]
    if verb in _COPULAS and owner & _ATTRIBUTES - _PRICED and re.fullmatch(r"[\d.]+", said):
        return [Slot("attribute", owner, said)]
    found = _typed(owner, role, said)
    if found:
        return found
    if verb in _NAMING:
        one = unique(owner) or "new" in owner
        return [Slot("name", owner, said, "name")] if one and len(said.split()) <= 3 else []
    value = said
    while (cut := _LEAD.sub("", value)) != value:
        value = cut
    if makes := make(owner, value):
        rest = frozenset(key(value)) - makes
        return [Slot("model", owner, value, "model", (makes, rest))]
    if (named := _HONORIFIC.match(said)) and unique(owner):
        return [Slot("name", owner, named["v"], "name")]
    if verb in _COPULAS and owner & _ATTRIBUTES and (told := _attribute(owner, value)):
        return told
    words = key(value)
    if (shades := tuple(sorted(COLOURS[w] for w in words if w in COLOURS))) and words <= COLOURS.keys() | _SHADES:
        return [Slot("colour", owner, value, "set", shades)]
    return []


_COPULAS = frozenset(("is", "ist", "=", "lautet", "reads", "betragt", "are", "sind", "will be"))
_DIGITS = frozenset(map(thing, vocabulary("phone phonenumber number code pin postcode version port size shoesize zip")))
_QUALITY = re.compile(r"^(?:very|so|too|really|quite|pretty|near|far|not|close|sehr|zu|ganz|echt|super|broken|kaputt|"
                      r"lost|new|old|neu|alt|gone|"
                      r"great|good|bad|important|easy|hard|open|closed|fixed|ready|[a-z]+(?:ing|ful|ous|ible|able))\b")


def _attribute(owner: frozenset[str], value: str) -> list[Slot]:
    """What a code, a name or a company is; not how it is."""
    if len(value.split()) > 6 or _QUALITY.match(value) or (owner & _DIGITS and not re.search(r"\d", value)):
        return []
    return [Slot("attribute", owner, value)]


_SHADES = frozenset(map(root, vocabulary(
    "getigert gestreift striped spotted gefleckt dyed naturally coloured colored gefarbt dark light bright pale deep "
    "jet all natural dunkel hell ganz komplett "
    "total")))


def _typed(owner: frozenset[str], role: str, said: str) -> list[Slot]:
    """The slots whose values have a form of their own: times, dates, amounts, floors."""
    if ip := _IP.match(said):
        return [Slot("address", owner, ip[1])]
    if medium := _MEDIUM.search(said):
        return [Slot("medium", owner, medium["v"], "set", (_MEDIA[medium["v"]],))]
    if floor := _FLOOR.search(said):
        level = quantities.level(floor["o"] or floor["n"] or floor["g"] or floor["e"])
        return [Slot("floor", owner, floor.group(), "set", (level,))]
    if found_sort := sort(said):
        return [Slot(found_sort[0], owner, said, "set", (found_sort[1],))]
    if room := _ROOM.search(said):
        return [Slot("room", owner, room["v"], "set", (room["v"],))]
    if not quantities.FIGURES.search(said) and not quantities.spelt(said):
        return []
    slack = 0.25 if _LOOSE.search(said) else 0.02
    found: list[Slot] = []
    days, plural = quantities.weekdays(said)
    # What is held on many days has another day beside the first, unless it was moved.
    weak = bool(owner & _RECURRING) and len(owner) == 1 and role != "moved"
    if days and not plural and len(days) == 1:
        found.append(Slot("day", owner, said, "set", tuple(sorted(days)), weak))
    if (time := quantities.clock(said)) and slack < 0.1:
        return [*found, Slot(f"time {role.removeprefix('moved')}", owner, said, "clock", (*time, days))]
    if owner & _PRICED and (many := _BARE.fullmatch(said)):
        return [*found, Slot("money", owner, said, "amount", (quantities.number(many[1]), slack))]
    amount = quantities.measure(said)
    if amount and amount[0] == "money":  # "700 euros a month" is no month
        return [*found, Slot("money", owner, said, "amount", (amount[1], slack))]
    if minutes := quantities.span(said):
        if _AGED.match(said):
            return []
        return [*found, Slot("span", owner, said, "amount", (float(minutes), max(slack, 0.05)))]
    if (date := quantities.date(said)) and "birthday" not in owner:
        return [*found, Slot(f"date {role.removeprefix('moved')}", owner, said, "date", date)]
    if amount:
        return [*found, Slot(amount[0], owner, said, "amount", (amount[1], slack))]
    if (year := quantities.year(said)) and slack < 0.1:
        return [*found, Slot("year", owner, said, "date", (year, 0, 0))]
    return found
