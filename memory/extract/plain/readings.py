"""What the reading of a clause says where no frame fits: a habit, a group, a thing had, what was never done.

A clause in the present is taken for a habit when something in it says how often, or when its verb is one that names a
pastime or a standing arrangement and what follows is no single thing in view ("the", "this", "my").
"""

from __future__ import annotations

import re

from memory.extract import lexicon, values
from memory.extract.plain import verbs, words
from memory.extract.reading import Reading, Said
from memory.extract.values import Span

LONGEST = 14  # words of such a clause
_MUCH = re.compile(r"(?:viel|oft|gerne?|wenig|much|often|a lot)?", re.I)
_COUNTED = re.compile(r"(?:an? (?!lot\b|bit\b|few\b|little\b|couple\b)|(?:my|our) own |another |one (?!of\b|more\b|"
                      r"last\b)|twin |two |three |"
    r"four |five |"
                      r"\d{1,3} |eine?n? (?!bisschen\b|paar\b|wenig\b)|eigene\w* |noch eine?n? |zwei |drei |"
                          r"vier |fünf )",
                      re.I)
_EVER = re.compile(r"\b(?:never|nie|noch nie|niemals)\b", re.I)
_NAMED = re.compile(r"[A-ZÄÖÜ][\w'-]+(?: [A-ZÄÖÜ][\w'-]+)*")
_GROUP = re.compile(
    r"(?:(?:also|now|active|actively|part) )*(?:(?:in|on|part of|with|a member of|members of|on the board of) )"
    r"(?P<v>(?:an?|the|our|two) (?:[\w'-]+ ){0,3}?(?:union|choir|orchestra|band|club|team|league|society|association|"
    r"board|council|committee|party|guild|clan|troupe|book group|reading group|support group|self-help group|"
    r"fire brigade|parish|community garden|co-?op|wheelchair|waiting list|housing association)\b.*)", re.I)


def said(reading: Reading, clause: str) -> list[Said]:
    """What a clause that no frame fits says of its subject: a habit, a group, a thing had; nothing when it may be of
    the moment only."""
    if len(reading.verb.text.split()) > LONGEST:
        return []
    if reading.perfect and reading.denied and _EVER.search(clause):
        return _never(reading)
    if reading.past or (reading.perfect and not reading.lasting):
        return []
    if reading.lemma in ("be", "been", "sein"):
        return _grouped(reading)
    if reading.lemma in ("have", "haben"):
        return _had(reading)
    lemma = reading.lemma.partition("+")[0]
    rest = reading.rest.text.strip()
    often = reading.habitual or words.OFTEN.search(reading.verb.text + " " + rest) is not None
    if lemma in verbs.FLEETING or words.ADDRESSED.search(rest) or reading.elided:
        return []
    if not often and (lemma not in verbs.PURSUITS or words.POINTED_AT.match(rest) or words.JUST_NOW.search(clause)
                      or _MUCH.fullmatch(rest) or words.OF_THE_MOMENT.search(rest)):
        return []
    value = values.one(values.after_subject(reading.verb))
    return [Said(reading.subject, "habit", value, reading.denied)] if value else []


def _never(reading: Reading) -> list[Said]:
    """"I've never seen Star Wars": of something that has a name; of what is in view it says nothing lasting."""
    named = _NAMED.search(reading.rest.text)
    if not named or words.ADDRESSED.search(reading.rest.text) or words.POINTED_AT.match(reading.rest.text.strip()):
        return []
    return [Said(reading.subject, "event", Span(named.group(), reading.rest.start + named.start()), True)]


def _grouped(reading: Reading) -> list[Said]:
    found = _GROUP.match(reading.rest.text.lstrip())
    if not found or reading.dated:
        return []
    indent = len(reading.rest.text) - len(reading.rest.text.lstrip())
    value = values.one(Span(found["v"], reading.rest.start + indent + found.start("v")))
    return [Said(reading.subject, "note", value, reading.denied)] if value else []


def _had(reading: Reading) -> list[Said]:
    """A thing that is counted or one's own, and neither a matter of the moment nor of the mind."""
    text = reading.rest.text.lstrip()
    counted = _COUNTED.match(text)
    done = reading.lemma == "haben" and words.DONE.search(text)
    if (not counted or done or reading.dated or reading.elided or words.ADDRESSED.search(text)
            or words.OF_THE_MOMENT.search(text)):
        return []
    start = reading.rest.start + len(reading.rest.text) - len(text)
    value = values.one(Span(text, start), keep_determiner=True)
    if value is None or lexicon.ABSTRACT.search(value.text) or len(value.text.split()) > 7:
        return []
    return [Said(reading.subject, "possession", value, reading.denied)]
