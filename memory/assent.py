"""Whether words are a yes, a no or a "not now", and nothing else. English, German and the signs people send instead.

A text is taken apart into the phrases below and into words that add nothing ("please", "thanks"): it is an answer when
nothing is left over and all of its phrases say the same. "Yes, but only on weekends" is therefore none, and neither is
a sign that says nothing of itself (a heart, a laugh). What may be taken for consent is kept narrow.
"""

from __future__ import annotations

import re
from enum import StrEnum

from memory.text import normalise


class Assent(StrEnum):
    """What a bare answer says."""

    YES = "yes"
    NO = "no"
    LATER = "later"


_IT = r"(?: (?:it|that|this|them|those|these|das|es|dies|die|den|ihn|sie))"
_ALL = r"(?: (?:of (?:it|that|this|them|those)|davon))?"
_ITS = r"(?:that|this|it|das)(?: is| ist|s)?"
_KEEP = r"(?:remember|save|keep|store|note)"
_MERK = r"(?:merke?|speichere?|notiere?) (?:dir )?(?:das|es|dies|die|den|ihn|sie)"
_DROP = (r"(?:delete|remove|forget|drop|discard|erase|scrap|ignore|"
         r"losche?|vergiss|verwirf|streiche?|entferne?|ignoriere?)")
_DONT = r"(?:dont|do not|never)"
# In normal form, without apostrophes; of each line the first alternative that fits, so longer ones stand first.
_PHRASES: dict[Assent, tuple[str, ...]] = {
    Assent.LATER: (
        r"not (?:right now|now|yet|today)|(?:maybe |perhaps )?(?:some other time|another time|later)",
        r"ask (?:me )?(?:again )?later|hold on|wait|skip",
        r"(?:jetzt|gerade|heute|noch) nicht|nicht (?:jetzt|heute)|(?:vielleicht )?(?:spater|ein andermal)",
        r"frag (?:mich )?spater|warte(?: mal| kurz)?",
    ),
    Assent.NO: (
        rf"{_DONT} (?:you )?(?:ever |dare )?(?:{_KEEP}|do){_IT}?|{_DONT}|{_DROP}{_IT}?",
        rf"not (?:really|at all|(?:true|right|correct|ok|okay))|{_ITS} (?:not |nt )?(?:wrong|false|incorrect|untrue)",
        rf"{_ITS} (?:not|nicht) (?:true|right|correct|ok|okay|richtig|wahr)",
        r"(?:that|this|it) isnt (?:true|right|correct)",
        r"no way|no+|nope|nah|nay|(?:id |i would )?rather not|wrong|false|incorrect|untrue|declined?|rejected?",
        rf"(?:das )?stimmt (?:so )?nicht|{_MERK} nicht|(?:bloss|lieber|besser|sicher|ja) nicht",
        r"auf keinen fall|niemals|nie",
        rf"nein|nee+|ne|{_ITS} falsch|falsch|nicht (?:richtig|wahr)|weg damit|lass (?:das|es|mal)(?: sein)?",
        rf"(?:neither|none){_ALL}|kein(?:e|er|es|s|en)?{_ALL}",
    ),
    Assent.YES: (
        rf"(?:do|{_KEEP}){_IT}|do|go (?:ahead|for it)|{_MERK}|you (?:may|can)|of course|sure thing|sure|certainly",
        rf"{_ITS} (?:right|correct|true|ok|okay|fine|richtig)|sounds good|absolutely|definitely|exactly|fine",
        r"ye+s*|yep|yup|yeah|yea|aye|okay|ok|k|right|correct|true|approved?",
        r"ja+|jo|jep|jawohl|(?:aber |na )?(?:klar|sicher|gerne?)|genau|richtig",
        r"naturlich|selbstverstandlich|einverstanden|in ordnung",
        r"(?:das )?(?:stimmt|passt)(?: so)?|auf jeden fall|mach (?:das|mal)|tu das|du darfst|darfst du",
        rf"(?:both|all|beides?|alles?){_ALL}",
    ),
}
_ADDS_NOTHING = (r"please|pls|plz|thank you|thanks?|thx|bitte|danke(?: schon)?|vielen dank|indeed|just|well|then|dann|"
                 r"mal|schon|eben|hey|oh|hm+|ah+|and|und")
_SIGNS = {Assent.YES: "👍👌✅✔☑💯🆗", Assent.NO: "👎❌✖🚫🙅⛔✗✘"}
_SIGN = {sign: says for says, signs in _SIGNS.items() for sign in signs}
_BESIDE = re.compile("[\U0001F3FB-\U0001F3FF\uFE0E\uFE0F\u200D♀♂']")  # the colour of a hand, who shakes a head
_PART = re.compile("|".join([*(rf"(?P<{says}>(?:{'|'.join(lines)})(?!\w))" for says, lines in _PHRASES.items()),
                             rf"(?P<nothing>(?:{_ADDS_NOTHING})(?!\w))"]))
_LEAD = re.compile(r"\s*[,.;:!–—-]+\s+|\s+(?=(?:but|aber|sondern)\s)")
_TURN = re.compile(r"(?:but|aber|sondern|actually|eigentlich)\s+", re.I)
_LONGEST = 80  # characters; a longer text says more than that


def assent(words: str) -> Assent | None:
    """What a text answers, when it is nothing but an answer."""
    if len(words) > _LONGEST or "?" in words:
        return None
    bare = _BESIDE.sub("", words.replace("’", "'"))
    found = {_SIGN[sign] for sign in bare if sign in _SIGN}
    plain = normalise("".join(" " if sign in _SIGN else sign for sign in bare))
    left = re.sub(r"[\s.,!…~;:()-]+", " ", plain).strip()
    while left:
        part = _PART.match(left)
        if part is None:
            return None
        if part.lastgroup != "nothing":
            found.add(Assent(str(part.lastgroup)))
        left = left[part.end():].strip()
    return found.pop() if len(found) == 1 else None


def after_answer(words: str) -> str:
    """What a text goes on to say after an answer it opens with: "No, I live in Oslo". All of it where it opens so
    with none, "" where it says no more."""
    if assent(words) is not None:
        return ""
    for cut in _LEAD.finditer(words):
        if assent(words[:cut.start()]) is not None:
            return _TURN.sub("", words[cut.end():], count=1)
    return words
