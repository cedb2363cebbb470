"""What a question wants to be told, and whether a fact can tell it: a time, an amount, a person, a name, a place.

A fact may be about everything a question names and still not answer it: "Mira lives in Hamburg" says nothing of when
she was born, "I drive a Toyota" nothing of a car insurance. So two things are read off a question: which kinds of
answer it asks for, and its head, the one word that says what is wanted ("size" of "what shoe size am I?"). English and
German; patterns only, and of each text nothing is kept but its kinds.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from itertools import dropwhile, takewhile

from memory.caches import cached
from memory.text import STOP_WORDS, concepts, detect, names, normalise, query_words
from memory.text.stopwords import ASKING
from memory.text.vocabulary import vocabulary
from memory.timephrase.words import HOLIDAYS, MONTHS, NEAR_DAYS, SEASONS, UNITS, WEEKDAYS


class Kind(StrEnum):
    """What an answer may be."""

    TIME = "time"
    AMOUNT = "amount"
    PERSON = "person"
    NAME = "name"
    PLACE = "place"


# The first of these in a clause says what is asked for; "other" asks for anything.
_ASKS = re.compile("|".join(rf"(?P<{kind}>\b(?:{form})\b)" for kind, form in (
    (Kind.TIME, r"when|(?:what|which) (?:time|day|date|year|month|weekend)s?|how (?:long|often)|wann|"
                r"wie (?:lange|oft|spat)|um wie ?viel uhr|welche[mnrs]? (?:tag|jahr|monat|datum|wochenende)\w*"),
    (Kind.AMOUNT, r"how (?:many|much|old|tall|big|high|heavy|far|expensive)|wie ?viele?|"
                  r"wie (?:alt|gross|hoch|schwer|weit|teuer)"),
    (Kind.NAME, r"wie (?:heiss\w+|nennt)|what(?:'s| is| are|s)(?: [\w']+){1,5} (?:called|names?)"),
    (Kind.PERSON, r"who(?:m|se|s)?|wer|wem|wen|wessen"),
    (Kind.PLACE, r"where|(?:what|which) (?:city|town|country|street|place|village)|wo|wohin|woher|"
                 r"welche[mnrs]? (?:stadt|ort|land|strasse|dorf)"),
    ("other", r"what|which|how|why|was|welche[mnrs]?|wie|warum|wieso"),
)))
_KINDS = frozenset(kind.value for kind in Kind)
_CLAUSE = re.compile(r"[,.;:!?]+\s")
# "may" and "mar" are other words as well, "fall" too; "morgen" is the morning or tomorrow, and a time either way.
_CALENDAR = "|".join({re.escape(normalise(word)) for table in (MONTHS, WEEKDAYS, SEASONS, HOLIDAYS, NEAR_DAYS)
                      for word in table} - {"may", "mar", "fall"})
_UNITS = "|".join(normalise(word) for word in UNITS)
_NUMBER = (r"\d[\d.,]*|(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|hundred|thousand|dozen|half|twice|"
           r"(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty)(?:-\w+)?|both|twins?|"
           r"zwei|drei|vier|funf|sechs|sieben|acht|neun|elf|zwolf|\w*zehn|\w*(?:zwan|vier|funf|sech|sieb|acht|neun)zig|"
           r"\w*dreissig|\w*hundert|\w*tausend|halb\w*|dutzend|beide|zwillinge?")
_HOLDS: tuple[tuple[Kind, re.Pattern[str]], ...] = tuple((kind, re.compile(rf"\b(?:{form})\b")) for kind, form in (
    (Kind.TIME, rf"\w*(?:{_CALENDAR}|tag)s?|(?:in|\d{{1,2}}\.?|this|next|last) (?:may|mar|fall)|(?:may|mar) \d+|"
                r"\d{4}|\d{1,2}(?:[:.]\d\d| ?(?:uhr|am|pm|o'clock)|\.(?= )|st|nd|rd|th)|(?:half|quarter) (?:past|to)|"
                rf"halb \w+|(?:{_NUMBER}|a|every|each|last|next|this|all|in|(?:ein|jed|letzt|nachst|dies)\w*) "
                rf"(?:\w+ )?(?:{_UNITS})\w*|since|until|ago|before|after|during|while|always|soon|daily|weekly|born|"
                r"(?:at|by|all) (?:night|noon|midnight|dawn)|(?:in the |every )?(?:morning|afternoon|evening|night)s?|"
                r"easter|ramadan|childhood|as a (?:child|kid)|when|seit|bis|vor|nach|wahrend|immer|bald|taglich|"
                r"wochentlich|\w*mittags?|\w*abends?|morgens|nachts?|fruh\w*|ostern|pfingsten|ferien|als kind|wenn"),
    (Kind.AMOUNT, _NUMBER),
    (Kind.PERSON, r"mother|mum|mom|mam|father|dad|grand\w+|\w*sister|\w*brother|daughter|son|wife|husband|partner|"
                  r"(?:girl|boy)?friend|aunt|uncle|cousin|niece|nephew|neighbou?r|colleague|\w*mutter|mama|\w*vater|papa|"
                  r"\w*schwester|\w*bruder|\w*tochter|\w*sohn|\w*frau|\w*mann|\w*freund(?:in)?|tante|onkel|cousine?|oma|"
                  r"opa|nichte|neffe|\w*nachbar(?:in)?|\w*kolleg(?:e|in)|herr|boss|manager|teacher|doctor|coach|trainer|"
                  r"\w*chef(?:in)?|\w*arzt(?:in)?|\w*lehrer(?:in)?|trainerin"),
    (Kind.PLACE, r"(?:in|at|near|from|to|above|behind|under|beside|outside|around|across|abroad|next door|on|home|town|"
                 r"im|ins|am|an|auf|aus|nach|bei|beim|zum|zur|hinter|neben|uber|unter|vom|von|zu ?hause|daheim|nebenan)"
                 rf"(?! (?:\w*(?:{_CALENDAR})s?|(?:\w+ )?(?:{_UNITS})|\d))"),
))
# Where the head of a question stands: behind whose thing it is, behind which or what, behind "what is my".
_RUN = r"(?P<run>[\w-]+(?: [\w-]+){0,3})"
_HEADS = tuple(re.compile(form, re.IGNORECASE) for form in (
    rf"\b(?!(?:what|who|when|where|how|it|that|there|let)['’]s)\w+(?:['’]s|s['’]) {_RUN}",
    rf"\b(?:what kind of|which|what|how many|how much|welche[mnrs]?|was für(?: ein\w*)?|wie ?viele?) {_RUN}",
    rf"(?:\b(?:is|are|was|were|hei(?:ß|ss)\w+|lautet|ist|sind|war)|['’]s) (?:my|our|his|her|their|the|der|"
    rf"die|das|meine?[mnrs]?|unsere?[mnrs]?|seine?[mnrs]?|ihre?[mnrs]?) {_RUN}",
))
_ASKS_NAME = vocabulary("called named name names like")


_START = r"(?:^|[?.!,;:]\s*|\b(?:and|or|but|und|oder|aber)\s+)(?:also |then |auch |dann )?"
_VERB_FIRST = (
    r"(?:do|does|did|am|is|are|were|can|could|should|would|will|have|has|mag|bin|ist|sind|habe|hat|kann|soll|darf|muss|"
    r"esse|trinke)\s+(?:i|we|you|my|our|he|she|they|ich|wir|du|mein\w*|unser\w*|er|sie)\b")
_YES_NO = re.compile(_START + _VERB_FIRST)
_OPENS = re.compile(rf"{_START}(?:(?:what|who|whom|whose|where|when|which|why|how|was|wer|wen|wem|wo|wann|warum|"
                    rf"welche\w*|wie)\b|{_VERB_FIRST})")


PARTS = 3
_SENTENCE = re.compile(r"(?<=[.!?…])\s+|\n+")


@dataclass(frozen=True, slots=True)
class Held:
    """What a statement could answer with."""

    kinds: frozenset[Kind]
    names: frozenset[str]  # normalised


@cached(1024)
def wanted(question: str) -> frozenset[Kind]:
    """The kinds of answer that a question asks for; none where it asks for anything, or yes or no beside them."""
    if _several(question) and _YES_NO.search(normalise(question)):
        return frozenset()
    first = (_ASKS.search(clause) for clause in _CLAUSE.split(normalise(question)))
    return frozenset(Kind(found.lastgroup) for found in first if found and found.lastgroup in _KINDS)


def parts(message: str) -> list[str]:
    """The sentences of a message to be looked at one by one, at most `PARTS`: those that ask, else those that tell
    most. None where it is one sentence: what is said around a question belongs to something else."""
    sentences = [found for found in map(str.strip, _SENTENCE.split(message)) if found]
    if len(sentences) < 2:
        return []
    asking = [one for one in sentences if one.endswith("?") or _OPENS.match(normalise(one))]
    longest = sorted(sentences, key=lambda one: -len(query_words(one)))[:PARTS]
    return asking[-PARTS:] or [one for one in sentences if one in longest]


def _several(question: str) -> bool:
    """Whether a message asks two things: what answers one of them need not be of the other's kind."""
    return len(_OPENS.findall(normalise(question))) > 1


@cached(8192)  # the same facts are looked at turn after turn
def held(statement: str) -> Held:
    """The kinds of answer and the names that are in a statement."""
    plain = normalise(statement)
    word = statement.split(" ", 1)[0]
    first = word.removesuffix("'s").removesuffix("’s")
    also = [first] if first.istitle() and not STOP_WORDS & {normalise(word), normalise(first)} and not concepts(
        first) else []
    named = frozenset(normalise(name) for name in (*names(statement), *also))
    kinds = frozenset(kind for kind, form in _HOLDS if form.search(plain))
    return Held(kinds | {Kind.PERSON} if named else kinds, named)


def lacks(question: str, statement: str) -> bool:
    """Whether the question asks for some kind of answer and the statement holds none of it. Whose name is asked for is
    not answered with the names that the question has itself."""
    kinds = wanted(question)
    if not kinds or kinds & (found := held(statement)).kinds:
        return False
    plain = normalise(question)
    return Kind.NAME not in kinds or all(name in plain for name in found.names)


@cached(1024)
def head(question: str) -> str:
    """The word that says what is wanted; "" where none does or several things are."""
    if _several(question):
        return ""
    german = detect(question) == "de"
    for form in _HEADS:
        found = form.search(question)
        run: list[str] = list(takewhile(_tells, found["run"].split())) if found else []
        if german:  # its nouns have capitals
            run = list(takewhile(_capital, dropwhile(str.islower, run)))
        if run:
            return run[-1]
    return ""


def _tells(word: str) -> bool:
    plain = normalise(word)
    return plain not in STOP_WORDS and plain not in ASKING and plain not in _ASKS_NAME


def _capital(word: str) -> bool:
    return word[:1].isupper()
