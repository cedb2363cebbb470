"""Fixed ways of saying something that no verb frame covers: names, contacts, "my X is Y", instructions."""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory.extract import lexicon, nouns, values
from memory.extract.lexicon import BEING_WORD
from memory.extract.reading import Clause, Said
from memory.extract.values import Span

_NOT_A_NAME = re.compile(
    r"(?:(?-i:[A-Z]{2,5})|ok(?:ay)?|sorry|back|here|home|done|fine|good|sure|not|just|so|very|really|also|new|ready|"
    r"happy|sad|tired|busy|lost|late|glad|monday|tuesday|wednesday|thursday|"
    r"friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|november|december|"
    r"christmas|team .*|batman|superman|god|satan|king .*|queen .*|captain .*|"
    r"kapitän .*|könig .*|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|januar|februar|märz|mai|juni|"
    r"juli|oktober|dezember|ende|anfang|single|mitte|student\w*|"
    r"hetero|jungfrau|waage|löwe|zwilling|widder|stier|krebs|skorpion|schütze|steinbock|wassermann|fische|leo|virgo|"
    r"libra|aries|taurus|gemini|scorpio|capricorn|aquarius|pisces|sagittarius)$", re.I)
_NOWHERE = re.compile(r"\b(?:on fire|in the (?:details?|mail|way|works|air|past)|at risk|unter last|im eimer|am ende|"
    r"in arbeit)\b", re.I)
_DAY = re.compile(r"\d|\b(?:jan|feb|m[aä]r|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])\w*", re.I)
_MEANT = re.compile(r"\b(?:me|please|always|from now on|in future|only|mir|bitte|immer|ab jetzt|ab sofort|künftig|in "
    r"zukunft|stets|nur)\b", re.I)


_POINTING = re.compile(r"\W*(?:this is|it's|it is)\b", re.I)


def _is_name(value: str, clause: Clause) -> bool:
    """Whether "I'm X" gives a name. German nouns have capitals too, so there it takes a greeting before it."""
    if _NOT_A_NAME.match(value) or lexicon.LANGUAGES.match(value) or nouns.being(value, "") or len(value) < 2:
        return False
    if _POINTING.match(clause.text) and not clause.greeted:
        return False  # of a picture, or of whom the talk is
    aged = re.search(re.escape(value) + r",\s*\d", clause.text) is not None  # "ich bin Jonas, 29"
    return clause.greeted or aged or not re.search(r"\b(?:ich|bin)\b", clause.text, re.I)


@dataclass(frozen=True, slots=True)
class Phrase:
    """A pattern over the clause after its lead-in, and the slot it fills.

    Groups: `v` the value, `k` what the slot is about (`attribute` ends in ":"), `s` a relative, animal or thing that
    becomes the subject. `listed`: the value may be a list. `begins`: the clause must begin with it. `denied`: the
    phrase itself denies. `opening`: as in `Said`. `whole`: the value is taken as it stands.
    """

    pattern: re.Pattern[str]
    attribute: str
    listed: bool = False
    begins: bool = True
    denied: bool = False
    opening: str = ""
    whole: bool = False

    def said(self, clause: Clause, at: int) -> list[Said]:
        """What the phrase says when the clause has its shape, else nothing."""
        found = self.pattern.match(clause.text, at) if self.begins else self.pattern.search(clause.text, at)
        if not found:
            return []
        groups = found.groupdict()
        key = " ".join((groups.get("k") or "").casefold().split())
        who = " ".join((groups.get("s") or "self").casefold().split())
        who = "self" if who in ("i", "ich", "self") else BEING_WORD.get(who) or f"the {who}"
        span = Span(found["v"], found.start("v"))
        items = self._values(span)
        cue = clause.text[found.start():found.start("v")]
        denied = self.denied or re.search(r"\b(?:not|never|no longer|nicht|kein\w*|nie)\b|n't\b", cue, re.I) is not None
        if self.attribute == "location" and _NOWHERE.search(span.text):
            return []
        if self.attribute == "NAME":
            return [Said(who, "name", item, denied, self.opening) for item in items
                    if not denied and _is_name(item.text, clause)]
        if self.attribute == "BEING":
            return [Said(who, held[0], item, denied, f"{self.opening} {item.text}.") for item in items
                    if (held := nouns.being(item.text, "")) and held[0] != "note"]
        if self.attribute == "INSTRUCTION":
            return [Said(who, "instruction", item, denied, self.opening) for item in items
                    if _MEANT.search(clause.text) or lexicon.LANGUAGES.search(item.text)]
        return [Said(who, self.attribute + key, item, denied, self.opening) for item in items]

    def _values(self, span: Span) -> list[Span]:
        if self.listed:
            return list(values.many(span))
        value = values.without_edges(span) if self.whole else values.one(span)
        if value is None and self.attribute.startswith("favourite"):
            value = values.without_edges(span)  # "my favourite season is autumn": here a time is the value
        if self.attribute == "birthday" and value and not _DAY.search(value.text):
            return []  # "my birthday was yesterday", "is over"
        return [value] if value else []


def phrase(pattern: str, attribute: str, *, listed: bool = False, begins: bool = True, denied: bool = False,
           opening: str = "", whole: bool = False) -> Phrase:
    """A row of a phrase table."""
    return Phrase(re.compile(pattern, re.I), attribute, listed, begins, denied, opening, whole)
