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
_HESITATES = r"(?:äh+m?|öh+m?|uh+m?|um|er+m?|ah|oh|ach|hm+|well|na)"
_OFF = r"[\s,.…!;:–—-]{1,6}"
_MARK = (  # the first kind also begins other things: "no milk", "wait for me"
    r"(?:(?:no|wait|hold on|sorry|nein|nee|warte(?: mal)?|moment(?: mal)?|stopp?|falsch)"
    r"(?=\s*[,.…!;:–—-]|\s+(?-i:[A-ZÄÖÜ])|\s+(?:no|nein|nee|wait|sorry|warte|quatsch|falsch|i mean|ich mein\w*|\d+|in|"
    r"aus|bei|two|three|four|five|six|zwei|drei|vier|fünf|sechs)\b)"
    r"|(?:no wait|wait no|nope|nah|nö|oops|ups|quatsch|correction|korrektur|scratch that|strike that|make that|"
    r"streich das|or rather|oder vielmehr|vielmehr|(?:oder )?besser gesagt|oder besser|i mean|i meant|"
    r"ich meine?|ich meinte)\b)")
_RIGHT = (  # up to four words of something that can stand in the place of the slip, and then an end
    r"(?:(?:in|at|to|from|bei|aus|nach|an|the|an?|der|die|das|eine?n?|my|meine?)\s+)?"
    r"(?!(?:i|i'm|im|i've|i'll|we|you|he|she|it|it's|they|that|that's|this|there|ich|wir|du|er|sie|es|das|dies\w*|man|"
    r"not|nicht|kein\w*|no|nein|but|aber|and|und|or|oder|really|just|only|thanks?|thx|danke|please|bitte|never|nie|sure|"
    r"sorry|ok|okay|yes|ja|doch|wait|warte|kidding|joking|jk|wrong|falsch|true|seriously|never mind|egal|mehr|more|of|"
    r"because|weil|what|was|how|wie|why|if|wenn)\b)"
    r"[^\W_][\w'’&-]*(?:\s+[^\W_][\w'’&-]*){0,3}?(?=\s*(?:[.!?,;)\n…]|$))")
REPAIR = re.compile(  # "Rome... nah, Turin", "zwei, äh nein, drei", "Bonn, besser gesagt in Köln"
    rf"(?<![\s,.…!;:(–—-])(?:\s?[,.…!;:(]{{1,4}}\s*|\s+[-–—]+\s+|"
    rf"\s+(?={_HESITATES}\b|no wait|wait no|scratch that|i mean\b|besser gesagt))"
    rf"(?:{_HESITATES}{_OFF}){{0,2}}(?:{_MARK}{_OFF}(?:{_HESITATES}{_OFF})?){{1,3}}(?P<right>{_RIGHT})", re.I)
_ANEW = re.compile(
    rf"{_OFF}(?:{_MARK}{_OFF}(?:{_HESITATES}{_OFF})?){{1,3}}(?=(?:i|i'm|i've|my|we|ich|mein\w*|wir)\b)", re.I)
_STANDS = re.compile(r"\bafter all\b|\bdoch (?:gar |überhaupt )?(?:kein\w*|nicht)\b", re.I)


def withdrawn(sentence: str, following: str) -> int:
    """How many characters of a sentence are withdrawn: all, or what comes before "no wait, I live in Turin"."""
    if not taken_back(sentence, following):
        return 0
    anew = _ANEW.search(sentence)
    return anew.end() if anew else len(sentence)


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
    if (repair := REPAIR.search(f"{sentence}. {following}")) and repair.start() <= len(sentence):
        return True
    return any((found := mark.search(following)) is not None and found.start() < 8 for mark in (_JOKE, _SLIP))
