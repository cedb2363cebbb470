"""From the words after a verb to the short values in them: what is cut off, what is a list, what is no value."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

_WEEKDAY = (r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends?|weekdays?|montags?|dienstags?|mittwochs?|"
    r"donnerstags?|"
            r"freitags?|samstags?|sonntags?|wochenenden?")
_MONTH = (r"january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|apr|aug|"
    r"sept?|oct|nov|dec|"
          r"januar|februar|märz|maerz|mai|juni|juli|oktober|dezember")
_UNIT = r"(?:years?|months?|weeks?|days?|hours?|decades?|jahr(?:en?)?|monat(?:en?)?|wochen?|tag(?:en?)?|stunden?)"
_SEASON = r"(?:spring|summer|autumn|fall|winter|frühling|frühjahr|sommer|herbst|weihnachten|christmas|easter|ostern)"
# A time phrase at the end of a value; `timephrase` reads the dates, this only takes the words off.
TIME = (
    r"(?:(?:ever )?since|until|till|til|up to|to|from|starting|as of|by|seit|bis|ab|vor|in|on|im|am|for|during|last|"
    r"next|this|every|each|"
    r"the|of|end|ende|anfang|mitte|early|late|mid|beginning|start|zum|zur|letzte[nrsm]?|nächste[nrsm]?|diese[nrsm]?|"
    r"kommende[nrsm]?|"
    r"jede[nrsm]?|vorige[nrsm]?|vergangene[nrsm]?|about|around|over|more than|almost|nearly|roughly|etwa|ungefähr|"
    r"circa|ca\.?|über|fast|"
    r"the (?:end|start|beginning) of|ende|anfang|mitte|a|an|einem|einer|ein|zwei|drei|vier|fünf|sechs|sieben|acht|"
    r"neun|zehn|elf|zwölf|"
    r"zwanzig|dreißig|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|few|couple|"
    r"several|many|some|paar|"
    r"ein paar|einigen|vielen|mehreren|past|den|dem|der|die|the)\s+")
_ANCHOR = (rf"(?:(?:{_WEEKDAY}|{_MONTH}|{_SEASON}|{_UNIT})(?:\s+(?:ago|now|her|lang|already|or so|\d{{4}}|mornings?|"
    r"evenings?|nights?|afternoons?))?"
           r"|\d{1,2}(?:st|nd|rd|th|\.)?(?:\s+of)?|\d{4}|\d{1,2}\.\s?\d{1,2}\.(?:\d{2,4})?|yesterday|tomorrow|today|"
           r"tonight|gestern|vorgestern|"
           r"heute|morgen|übermorgen|morning|evening|night|christmas|childhood|birth|kindheit|geburt|kurzem|langem|"
           r"jeher|"
           r"now|recently|ages|immer|noon|midnight|neuestem|noch)")
_TIME_TAIL = re.compile(
    rf"[\s,]+(?:(?:{TIME})+(?:{_ANCHOR})(?:\s+(?:{TIME})*{_ANCHOR})*(?:\s*(?:ago|now|her|lang|uhr))?|{_WEEKDAY}|"
    r"heute|gestern|morgen|"
    rf"vorgestern|übermorgen|yesterday|today|tomorrow|tonight|\d+ {_UNIT} ago|\w+ {_UNIT} ago|years ago|long ago|"
    r"ages ago|(?:once|twice|\w+ times|einmal|zweimal|dreimal|\w+ ?mal) (?:a|per|every|in the|in der|im|pro|die|am) "
    r"\w+|"
    rf"(?:at|um|gegen|ab)\s+(?:\d{{1,2}}(?:[:.]\d\d)?|(?:half )?(?:one|two|three|four|five|six|seven|eight|nine|ten|"
    r"eleven|twelve|noon|ein|eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf))(?:\s*(?:uhr|am|pm|"
    rf"o'clock))?|(?:after|before|nach|vor)\s+\d{{1,2}}(?:[:.]\d\d)?\s*(?:uhr|am|pm)?)\s*$", re.I)
_TIME_HEAD = re.compile(
    rf"^(?:(?:um|at|gegen) \d{{1,2}}(?:[:.]\d\d)?(?: uhr)?|(?:{TIME})+(?:{_ANCHOR})(?:\s*(?:ago|now|her|lang))?|"
    rf"{_WEEKDAY}|heute|gestern|morgen|vorgestern|"
    r"übermorgen|yesterday|today|"
    rf"tomorrow|tonight)(?:\s+|$)", re.I)
_FILLER = (
    r"now|too|also|as well|btw|by the way|fyi|though|tho|currently|right now|at the moment|these days|nowadays|"
    r"already|again|please|"
    r"thanks|thank you|lol|haha|actually|anymore|any more|any longer|at all|so much|a lot|very much|really|yet|"
    r"instead|regularly|"
    r"professionally|usually|sometimes|often|honestly|unfortunately|lately|recently|originally|myself|"
    r"before work|after work|before breakfast|before bed|vor der arbeit|nach der arbeit|once|twice|(?:two|three|four|"
    r"five|several|many|a few) times|ein ?mal|zwei ?mal|mehrmals|for now|for a living|after all|before|much|at the "
    r"end of the day|most of all|the most|all the time|every now and then|from time to time|so far|in the end|coming "
    r"up|either|"
    r"together|still|just|"
    r"in (?:my|our) (?:\w+ )?(?:food|free time|spare time|life|family|house)|with (?:it|me|him|her|them)|to be "
    r"honest|tbh|you know|okay|ok|"
    r"right|anyways?|for good|temporarily|permanently|daily|more than anything|whenever (?:possible|i can)|if possible|"
    r"jetzt|auch|dazu|außerdem|übrigens|momentan|zurzeit|zur zeit|derzeit|aktuell|gerade|mehr|sehr|gerne?|total|"
    r"nicht so|"
    r"gar nicht|leider|schon|wieder|"
    r"bitte|danke|eigentlich|halt|ja|inzwischen|mittlerweile|meistens|oft|immer|nie|niemals|nicht|überhaupt nicht|"
    r"überhaupt|ziemlich|"
    r"wirklich|am liebsten|besonders|einfach|nur|noch|echt|voll|dort|da|hier|so|richtig|doch|privat|beruflich|"
    r"hauptberuflich|in vollzeit|in teilzeit|"
    r"regelmäßig|täglich|in meiner freizeit|von beruf|von geburt an|ursprünglich|gar|lieber|früher|damals|absolut|"
    r"selber|selbst|endlich|neuerdings|vorübergehend")
_FILLER_TAIL = re.compile(rf"(?:^|[\s,]+)(?:{_FILLER})[\s,.!:]*$", re.I)
_FILLER_HEAD = re.compile(
    r"^(?:aber|deshalb|daher|deswegen|eher|now|also|really|just|actually|currently|usually|still|always|often|even|"
    r"especially|particularly|basically|"
    r"jetzt|auch|momentan|zurzeit|zur zeit|derzeit|aktuell|gerade|sehr|gerne?|total|leider|schon|eigentlich|halt|ja|"
    r"inzwischen|"
    r"mittlerweile|meistens|oft|immer|nie|niemals|nicht|überhaupt|ziemlich|wirklich|besonders|einfach|noch|echt|voll|"
    r"hier|richtig|doch|absolut|"
    r"privat|beruflich|gar|so|lieber|übrigens|früher|damals|mir|uns|mich|am liebsten|hauptsächlich|vor allem|ab und "
    r"zu|manchmal|"
    r"regelmäßig|endlich|neuerdings|total gern|also|selbst|selber|ursprünglich|letztens|neulich|kürzlich)\s+", re.I)
_CUT = re.compile(
    r"\s*(?:[,;(]|:(?!\d\d)|\s{3}|\s[-–—]|$|\s(?:because|since i|when|whenever|while|if|that|which|who|whose|so|though|"
    r"although|but|where|"
    r"until i|till i|as well|than|especially|particularly|mainly|mostly|such as|including|e\.g\.|even|except|unless|"
    r"after i|before i|in case|in order|and (?:i|it|we|that)\b|i\b|we\b|i'm\b|im\s(?!(?-i:[A-ZÄÖÜ])|\w+en\b)|"
    r"weil|wenn|dass|aber|obwohl|"
    r"damit|denn|sondern|als|falls|geboren)\b).*", re.I | re.S)
_TELLS = (  # verbs of sense, effect and being: with more words behind them they say something of the list before them
    r"(?:tastes?|smells?|looks?|feels?|sounds?|seems?|reminds?|makes?|keeps?|gives?|gets?|helps?|causes?|has|is|are|was|"
    r"were|does|goes|comes|brings?|lets?|calms?|cheers?|schmeckt|schmecken|riecht|riechen|klingt|klingen|sieht|sehen|"
    r"fühlt|fühlen|wirkt|macht|machen|hält|halten|gibt|geben|ist|sind|war|waren|hat|tut|tun|hilft|helfen|erinnert|"
    r"beruhigt)\s+\w")
_CUT_IN_LIST = re.compile(_CUT.pattern.replace("[,;(]", r"[;(]|,\s(?=especially|particularly|mainly|mostly|vor "
    rf"allem|besonders|like|such|including|(?:(?:it|they|just|always|es|das|die|einfach|immer|er|sie)\s)?{_TELLS})"),
    re.I | re.S)
_DETERMINER = re.compile(
    r"^(?:an?|the|some|any|my|our|all|both|lots of|a lot of|a bit of|a little(?: bit of)?|plenty of|no|"
    r"einen|einem|einer|eines|eine|ein|'?nen|'?ne|'?n|der|die|das|den|dem|des|meine[nmrs]?|mein|unsere?[nmrs]?|"
    r"keine[nmrs]?|kein|etwas|ein bisschen|ein wenig|viel|viele|alle|zum|zur|im|am)\s+", re.I)
_SEPARATOR = re.compile(r"\s*,\s*(?:(?:and|und|or|oder|sowie|also|auch)\s+)?|"
    r"(?<!\brock)(?<!\bdrum)(?<!\bmac)(?<!\bfish)(?<!\barts)(?<!\br)(?<!\bblack)(?<!\bsalt)(?<!\bbed)"
                        r"\s+(?:and|und|or|oder|as well as|sowie|nor|&|\+|plus|/)\s+", re.I)
_EMPTY = re.compile(
    r"^(?:i\b.*|i'm\b.*|it|this|that|these|those|them|him|her|you|he|she|they|me|us|one|ones|his|hers|theirs|yours|"
    r"mine|ours|"
    r"either|either one|both|neither|all|any|none|everyone|people|ton|tons|lots|lot|tonne|kind|type|part|rest|"
    r"feeling|taste|sound|look|idea|fact|weiteres|anderes|so|much|more|less|most|well|here|there|something|anything|"
    r"nothing|everything|things?|stuff|others?|what\b.*|how\b.*|why\b.*|when\b.*|being|doing|it\b.*|that\b.*|"
    r"your\b.*|this\b.*|"
    r"es|das|dies\w*|ihn|ihm|dich|dir|ihr|sie|er|was|wie\b.*|etwas|nichts|alles|so|hier|dort|da|dein\w*\b.*|euch|"
    r"mich|mir|uns|man|welche[nrs]?|deshalb|daher|deswegen|darum|trotzdem|dies\w*\b.*|these\b.*|"
    r"not|nicht|and|und|the|a|to|of|\W*|same|dasselbe|good|okay|ok|sure|gut)$", re.I)
_GERUND = re.compile(r"(?:to )?\w+ing\b\s+\S", re.I)
_BREAK = re.compile(r"[;(]|:(?!\d\d)|,\s|\s{3}|\s[-–—]|\s(?:because|but|and (?:i|my)|weil|aber|"
                    r"und (?:ich|mein\w*))\s", re.I)
_EDGE = " \t\n.,;:!?…\"'“”„()*_~-–—\x00"
_EMOJI = re.compile(r"[\U0001F000-\U0001FAFF☀-➿⬀-⯿️‍<>3]+$|(?:\s|^)[:;][-']?[()DPp3/|]+$|\s[xX]+[dD]?$")


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a text by its place, so that a value stays in the message's own spelling."""

    text: str
    start: int


def _shrink(span: Span, start: int, end: int) -> Span:
    piece = span.text[start:end]
    left = len(piece) - len(piece.lstrip(_EDGE))
    return Span(piece.strip(_EDGE), span.start + start + left)


def without_time(span: Span) -> Span:
    """The span without time phrases and filler words at its two ends."""
    span = _shrink(span, 0, len(span.text))
    while True:
        before = span
        for pattern in (_FILLER_TAIL, _TIME_TAIL):
            if found := pattern.search(span.text):
                span = _shrink(span, 0, found.start())
        if (found := re.search(_EMOJI, span.text)) and not span.text[found.start():].strip("<>3").isalnum() \
                and not span.text.endswith("3"):
            span = _shrink(span, 0, found.start())
        for pattern in (_FILLER_HEAD, _TIME_HEAD):
            if found := pattern.match(span.text):
                span = _shrink(span, found.end(), len(span.text))
        if span == before:
            return span


def blanked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """The text with these ranges overwritten by spaces, offsets unchanged."""
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def without_edges(span: Span) -> Span:
    """The span without spaces and punctuation at its two ends."""
    return _shrink(span, 0, len(span.text))


def as_it_stands(span: Span) -> Span:
    """The span up to its first break, with the words that `one` would take for fillers."""
    cut = _BREAK.search(span.text.strip())
    start = len(span.text) - len(span.text.lstrip())
    return _shrink(span, 0, start + cut.start() if cut else len(span.text))


def _bare(span: Span, keep_determiner: bool = False) -> Span:
    span = without_time(_shrink(span, 0, len(span.text)))
    while not keep_determiner and (found := _DETERMINER.match(span.text)):
        if found.end() >= len(span.text):
            break
        span = without_time(_shrink(span, found.end(), len(span.text)))
    return span


def one(span: Span, keep_determiner: bool = False) -> Span | None:
    """The single value at the head of a span, or None when what is left names nothing."""
    cut = _CUT.search(span.text)
    value = _bare(_shrink(span, 0, cut.start() if cut else len(span.text)), keep_determiner)
    return None if _EMPTY.match(value.text) or len(value.text.split()) > 8 else value


def after_subject(verb: Span) -> Span:
    """"helfe ich bei der Tafel" from behind the "ich", everything else from the verb on."""
    turned = re.match(r"\w+ (?:ich|wir)\s+", verb.text, re.I)
    return Span(verb.text[turned.end():], verb.start + turned.end()) if turned else verb


def many(span: Span) -> Iterator[Span]:
    """The values of a list ("peanuts, eggs and shellfish"), each as `one` would give it."""
    cut = _CUT_IN_LIST.search(span.text)
    whole = _shrink(span, 0, cut.start() if cut else len(span.text))
    at, gerund = 0, _GERUND.match(whole.text) is not None
    for found in [*_SEPARATOR.finditer(whole.text), None]:
        if found and gerund and not re.match(r"(?:to )?\w+ing\b", whole.text[found.end():], re.I):
            continue  # "making soup and bread" is one thing, "baking and making soup" two
        stop = found.start() if found else len(whole.text)
        value = one(Span(whole.text[at:stop], whole.start + at))
        if value and not (at and re.match(r"(?:in|on|at|with|for|from|to|of|mit|im|bei|auf|vor allem|besonders)\s",
            value.text, re.I)):
            yield value
        at = found.end() if found else stop
