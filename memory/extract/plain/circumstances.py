"""What a clause mentions of its speaker's circumstances, by the tables of kinds, up to the first comma or "so"."""

from __future__ import annotations

import re

from memory.extract import lexicon, nouns
from memory.extract.lexicon import BEING_WORD, KIN_WORD
from memory.extract.plain import verbs, words
from memory.extract.plain.around import AROUND
from memory.extract.plain.kind import Kind
from memory.extract.plain.oneself import ONESELF
from memory.extract.reading import Clause, Said
from memory.extract.values import Span, without_edges, without_time

LONGEST = 14  # words of what is read of a clause
_STOPS = re.compile(r",\s|\s(?:so|and (?:i|it|that|then)|because|cos|cause|but|und (?:ich|das|da)|weil|aber|also)\s|"
                    r"\s(?:btw|fyi|lol|though|haha|by the way|übrigens|halt so)\b|[,.!]*$", re.I)
_ROLE_EN = re.compile(r"(?:[\w-]+ )*(?:[\w-]{3,}(?:ist|ian|eer)|[\w-]*(?:keeper|runner|worker|driver|parent|smith|"
                      r"wright|monger|herd|bearer|setter|porter|courier|user|survivor|owner|tenant|renter|carer|"
                      r"apprentice|student|"
                      r"trainee|teacher|vendor|sailor|tailor|widow(?:er)?))s?$", re.I)
_ROLE_DE = re.compile(r"[\w-]{3,}(?:wächter|feger|bauern?|führer|meister|träger|händler|helfer|arbeiter|lehrer|fahrer|"
                      r"pfleger|züchter|spieler|läufer|macher|bäcker|gärtner|jäger|hüter|nehmer|unternehmer|"
                      r"rentner|betreuer|ist|eur|ant|wart|kraft|frau|mann|ling|mutter|vater|schüler)(?:in(?:nen)?|n|"
                      r"en|s)?$", re.I)
_LED = re.compile(r"(?<!\w)(?:no|(?:on )?(?:every (?:[\w-]+ )?)?(?:mon|tues|wednes|thurs|fri|"
                  r"satur|sun)days?),?\s$", re.I)
_NEGATIVE = re.compile(r"\b(?:never|nie|not|nicht|nichts|kein\w*)\b|n't\b", re.I)
_SOMEBODY = re.compile(r"[\w-]*(?:man|men|woman|women|mate|friend|guest|girl|boy|people|nachbarn?|freunde?|mann|frau|"
                       r"leute|gast|gäste)s?$", re.I)
_MADE_UP = words.any_of(words.table(r"""
\w*figur \w*held(?:in)? \w*roman \w*geschichte protagonist(?:in)? charakter character protagonist hero heroine villain
novel story plot npc wizard elf
"""))
_A_WHILE = re.compile(r"(?:an? )?(?:few|couple|while|long|days?|weeks?|months?|years?|hours?)\b", re.I)


def said(clause: Clause, at: int) -> list[Said]:
    """What the clause mentions from offset `at` on, of one kind at most; nothing when it may be of the moment."""
    if led := _LED.search(clause.text[:at]):  # "no X for me", "every other friday I": no lead but what is said
        at = led.start()
    stop = _STOPS.search(clause.text, at)
    text = clause.text[at:stop.start() if stop else len(clause.text)].rstrip()
    if len(clause.text[at:].split()) < 2 or len(text.split()) > LONGEST or _MADE_UP.search(text):
        return []
    for kind in (*ONESELF, *AROUND):
        found = kind.pattern.match(clause.text[at:].rstrip(" .!") if kind.across else text)
        if found and (one := _read(kind, found, at)):
            return [one]
    return []


def _read(kind: Kind, found: re.Match[str], at: int) -> Said | None:
    groups, value, whole = found.groupdict(), without_edges(Span(found["v"], at + found.start("v"))), found.group()
    often = words.OFTEN.search(whole) is not None
    passing = words.AT_HAND.search(whole) or words.PASSING.search(whole) or (
        not often and words.OF_THE_MOMENT.search(whole))
    verb = (groups.get("verb") or "").casefold()
    if (passing and not kind.sure) or _is_fleeting(verb) or _A_WHILE.match(value.text):
        return None
    if not kind.sure and not often and len(value.text.split()) < 4 and words.keeps_nothing(value.text):
        return None
    if (owned := groups.get("noun")) and _is_somebody(owned.split()[-1].casefold()):
        return None  # whom one knows has a life of their own
    denied = _NEGATIVE.search(whole.replace(value.text, "")) is not None
    subject, slot = "self", kind.slot
    if slot == "KIN":
        kin = found["kin"].casefold()
        subject, slot = KIN_WORD.get(kin.replace(" ", "-")) or KIN_WORD.get(kin) or "self", "note"
    elif slot == "BEING":
        if not (being := _being(value.text, kind)):
            return None
        slot, value = being, without_time(value)
    elif slot == "HAVING":
        if words.DONE.fullmatch(value.text.split()[-1]):
            return None
        slot = (nouns.having(value.text) or ("note", ""))[0]
        denied = value.text.startswith("kein")
    elif slot in ("NOT", "HATES"):
        slot, denied = "likes" if slot == "HATES" else "note", True
    return Said(subject, slot, value, denied, _sentence(kind, whole, value.text))


def _is_fleeting(verb: str) -> bool:
    """Whether a verb form is of the moment or the mind: "says", "thinks", "sagt"."""
    stem = verb.removesuffix("t").removesuffix("e")
    if verb in verbs.PURSUITS:
        return False
    return not verbs.IN_PASSING.isdisjoint((verb, stem + "e")) or not verbs.FLEETING.isdisjoint(
        (verb, verb.removesuffix("e"), stem + "en")) or verb in verbs.OF_OTHERS


def _is_somebody(noun: str) -> bool:
    """Whether a noun names a person or an animal."""
    return noun in BEING_WORD or lexicon.is_job(noun) or _ROLE_EN.fullmatch(noun) is not None or (
        _SOMEBODY.fullmatch(noun) is not None)


def _sentence(kind: Kind, whole: str, value: str) -> str:
    """The clause as a sentence of its own, with the subject that it leaves out."""
    if kind.whole:
        return f"{kind.opening} {value}."
    has_subject = re.match(r"(?:i|we|ich|wir)\b", whole, re.I)
    return f"{whole}." if has_subject or not kind.opening else f"{kind.opening} {whole[:1].lower()}{whole[1:]}."


def _being(value: str, kind: Kind) -> str | None:
    """The slot of what somebody says they are, None when it is no role, state or trait."""
    head = re.split(r"\s(?:im|in|bei|beim|an|am|auf|at|for|of)\s", value)[0]
    bare = re.sub(r"^(?:an?|the|eine?)\s", "", head, flags=re.I)
    found = nouns.being(bare, kind.language)
    role = _ROLE_DE if kind.language == "de" else _ROLE_EN
    return found[0] if found else "occupation" if role.fullmatch(bare) else None
