"""Clauses, and whether one denies what it says. Cue lists: design section 5, English and German."""

from __future__ import annotations

import re

from memory.text.normal import normalise

_STARTERS = (
    r"i|i'm|i've|i'll|i'd|im|ive|he|she|it|it's|we|we're|they|they're|you|there|that's|my|his|her|our|their|"
    r"ich|er|sie|es|wir|ihr|du|mein\w*|sein\w*|unser\w*|don't|doesn't|didn't|can't|cannot|never|not"
)
_CUT = re.compile(
    r"[.!?;:\n]+(?=\s|$)|\s[-–—]+\s|[()\"„“”]|[。｡]|[!?;](?=[\u3040-\u30ff\u3400-\u9fff])"
    r"|,?\s*\b(?:but|because|although|though|while|whereas|however|unless|aber|sondern|weil|obwohl|wahrend|dass|denn)\b,?"
    rf"|(?:,|\b(?:and|und|or|oder|so|which|who)\b|,\s*(?:and|und))\s+(?=(?:{_STARTERS})\b)"
)
_NEGATION = re.compile(
    r"\b(?:not|no|never|cannot|cant|dont|doesnt|didnt|isnt|wasnt|arent|wont|none|nothing|nobody|nowhere|neither|nor|without|hardly|"
    r"anymore|any more|stopped|quit|used to|no longer|"
    r"nicht|kein\w*|nie|niemals|nirgends|nirgendwo|niemand\w*|nichts|aufgehort|ohne|fruher|keinesfalls)\b|n't\b"
)


def clauses(text: str) -> list[str]:
    """The clauses of `text`, normalised, in order. A list ("jazz and rock") stays whole; a new subject or verb "
    "begins a new one."""
    plain = normalise(text.replace("\n", ". ")) if "\n" in text else normalise(text)
    return [part for piece in _CUT.split(plain) if (part := piece.strip(" ,.!?;:"))]


def negations(clause: str) -> int:
    """How many cues of denial a normalised clause holds. "nicht mehr", "no longer", "not ... anymore" count once."""
    found = [m.group() for m in _NEGATION.finditer(clause)]
    if len(found) > 1:
        found = [cue for cue in found if cue not in ("anymore", "any more")]
    if "no longer" in clause or "nicht mehr" in clause:
        return max(1, len(found) - ("no longer" in clause and "no" in found and "no longer" in found))
    return len(found)


def negated(clause: str) -> bool:
    """Whether a normalised clause denies what it says: an odd number of cues."""
    return negations(clause) % 2 == 1
