"""Words typed for a search ("vegan food for Ben", "allergic to nuts recipes"): a fragment without a subject word is
its author's statement only when nothing in it is looked for."""

from __future__ import annotations

import re

_BARE = re.compile(
    r"(?:(?:currently|still|also|now|never|no longer|not|both|fully|mostly) )*(?:vegan|vegetarian|unemployed|veggie|"
    r"teetotal|"
    r"celiac|coeliac|diabetic|pescatarian)\b(?P<rest>.*)", re.I | re.S)
_GOES_ON_WELL = re.compile(
    r"\W*$|\s*[,.!;:(–—-]|\s+(?:here|btw|by the way|since|for (?:\d|an?\b|about|over|almost|the|two|three|four|five|"
    r"six|ten|many|"
    r"years|ages|now|life)|now|and|but|too|though|so|because|at the moment|again|myself|as well|these days|in \d|"
    r"by choice|atm|"
    r"right now|fyi|until|anymore|any more|currently|or|with|family)\b", re.I)
_LOOKED_FOR = re.compile(
    r"\b(?:recipes?|foods?|restaurants?|symptoms?|treatments?|test|tests|jobs?|salary|salaries|celebrit\w+|movies?|"
    r"list|meaning|"
    r"definition|near me|reddit|reviews?|checklist|tips|guide|benefits?|statistics|calculator|template|price|prices|"
    r"cost|costs|"
    r"how to|vs\.?|ideas|alternatives?|quotes?|memes?|lyrics|news|forum|cookies?|cake|snacks?|rezepte?n?|gehalt|"
    r"gehälter|"
    r"symptome?|erfahrung(?:en)?|kosten|preise?|test|liste|bedeutung|checkliste|tipps|anleitung|vorlage|behandlung|"
    r"promis|"
    r"rechner|steuern|mietpreise|stellenangebote|bewertung(?:en)?|forum|wiki(?:pedia)?|famous people|athletes|actors|"
    r"singers|stars|schauspieler)(?:\s+\w+){0,2}\W*$", re.I)


def looks_for(clause: str) -> bool:
    """Whether a clause without a subject word reads like a search, not like a statement that left out "I"."""
    bare = _BARE.match(clause)
    if bare and not _GOES_ON_WELL.match(bare["rest"]):
        return True
    return _LOOKED_FOR.search(clause) is not None
