"""What a message takes back itself: a joke called one, a slip of the tongue put right in the same breath."""

from __future__ import annotations

import re

_JOKE = re.compile(
    r"\b(?:(?:just|only|i'?m|was(?: just| only)?) (?:kidding|joking)|jk|j/k|(?:it |that |this )?(?:was|is) (?:just |"
    r"only )?"
    r"a joke|not really|psych)\b(?!\s+(?:my|about|around))|(?:^|[.!?,;(–—-]\s*)(?:ach,? |so ein )?quatsch\b|"
    r"\b(?:war|ist) (?:doch |natürlich )?(?:nur |bloß )?(?:ein )?(?:kleiner )?(?:scherz|spaß|witz)\b|"
    r"(?:^|[.!?,;(–—-]\s*)(?:nur |kleiner |war (?:nur )?|alles )?(?:spaß|scherz|scherzchen)\b(?=\W*$|\s*[.!,;)])|"
    r"\b(?:ha){2,}h?,? (?:nein|no|nope|nö|quatsch|nicht wirklich)\b|\b(?:lol|lmao),? (?:no|nope|nein|nah)\b|"
    r"\bkleiner scherz\b|"
    r"\bnicht wirklich\b(?=\W*$)", re.I)
_SLIP = re.compile(
    r"(?:^|[.!?,;(–—-]\s*)(?:(?:oh |äh |uh |ach |ah )?(?:no|nope|nein|nee|nö),?\s+(?:wait|sorry|warte|moment|"
    r"stimmt nicht|"
    r"falsch|quatsch|actually|rather|doch)\b|(?:wait|sorry|oops|ups|warte|moment|halt|ach),?\s+(?:no|nein|nee|nö)\b|"
    r"scratch that|(?:no|nope|nein|nee),?\s+(?:that'?s|das (?:ist|war|stimmt)) (?:not true|wrong|a lie|nicht|gelogen|"
    r"falsch)\b|"
    r"(?:or|oder),? (?:rather|besser gesagt|vielmehr)\b|besser gesagt|strike that|ich mein(?:t)?e\s+(?!das|es|dass|"
    r"damit))"
    r"|,\s+i mean(?:t)? (?!i\b|it|that|the|you|what|to|well|like\b|come on)", re.I)
_NUMBERED = re.compile(  # "two kids, no, three"; "two kids, no sleep" is a list
    r",\s*(?:no|nein|nee|nö)(?:,\s+(?!i\b|i'm|ich\b|not\b|but\b|really|kein|thanks|danke|it|that|das)|\s+(?=\d|two|"
    r"three|four|"
    r"five|six|zwei|drei|vier|fünf|sechs))(?=\S)", re.I)
_STANDS = re.compile(r"\bafter all\b|\bdoch (?:gar |überhaupt )?(?:kein\w*|nicht)\b", re.I)


def taken_back(sentence: str, following: str) -> bool:
    """Whether a sentence is withdrawn in itself or by the head of the one that follows it.

    A denial that says it is one ("I have no sister after all") stands: it takes back itself.
    """
    if _STANDS.search(sentence):
        return False
    for mark in (_JOKE, _SLIP, _NUMBERED):
        inside = mark.search(sentence)
        if inside and (inside.start() > 0 or mark is _NUMBERED):
            return True
    return any((found := mark.search(following)) is not None and found.start() < 8 for mark in (_JOKE, _SLIP))
