"""Fixed ways of saying something that no verb frame covers: names, contacts, "my X is Y", instructions."""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory.extract import values
from memory.extract.lexicon import KIN_WORD, PET_WORD
from memory.extract.reading import Said, Subject
from memory.extract.values import Span


@dataclass(frozen=True, slots=True)
class Phrase:
    """A pattern over the clause after its lead-in, and the slot it fills.

    Groups: `v` the value, `k` what the slot is about (`attribute` ends in ":"), `s` a relative, animal or thing that
    becomes the subject. `listed`: the value may be a list. `begins`: the clause must begin with it. `opening`: words that make the clause a sentence.
    """

    pattern: re.Pattern[str]
    attribute: str
    listed: bool = False
    begins: bool = True
    denied: bool = False
    opening: str = ""
    whole: bool = False

    def said(self, clause: str, at: int, earlier: Subject) -> list[Said]:
        """What the phrase says when the clause has its shape, else nothing."""
        found = self.pattern.match(clause, at) if self.begins else self.pattern.search(clause, at)
        if not found:
            return []
        groups = found.groupdict()
        key = " ".join((groups.get("k") or "").casefold().split())
        who = " ".join((groups.get("s") or "self").casefold().split())
        who = "self" if who in ("i", "ich", "self") else KIN_WORD.get(who) or PET_WORD.get(who) or who
        span = Span(found["v"], found.start("v"))
        items = list(values.many(span)) if self.listed else [values.without_edges(span)] if self.whole else list(
            filter(None, [values.one(span)]))
        cue = clause[found.start():found.start("v")]
        denied = self.denied or re.search(r"\b(?:not|never|no longer|nicht|kein\w*|nie)\b|n't\b", cue, re.I) is not None
        return [Said(who, self.attribute + key, item, denied, self.opening) for item in items]


def phrase(pattern: str, attribute: str, *, listed: bool = False, begins: bool = True, denied: bool = False, opening: str = "",
           whole: bool = False) -> Phrase:
    """A row of a phrase table."""
    return Phrase(re.compile(pattern, re.I), attribute, listed, begins, denied, opening, whole)
