"""Neighbours: claims said in the same words as one that is forgotten by its number, and how they go on without it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from memory import claims, facts, messages, redaction
from memory.db import Tx
from memory.domain import Claim, Evidence
from memory.events import Act
from memory.reading import says
from memory.redaction import Cut, names, spans


@dataclass(frozen=True, slots=True)
class _Said:
    """A claim, and where its quote stands in a message."""

    claim: Claim
    start: int
    end: int

    def meets(self, other: _Said) -> bool:
        return self.start < other.end and other.start < self.end


@dataclass
class Neighbours:
    """What stays, in other words: statements by claim, quotes by (claim, message)."""

    statements: dict[int, str] = field(default_factory=dict)
    quotes: dict[tuple[int, int], str] = field(default_factory=dict)

    def quote(self, of: Evidence) -> str:
        """A quote as it is to stand."""
        return self.quotes.get((of.claim, of.message), of.quote)

    def spare(self, tx: Tx, gone: Collection[int], claim: Claim, words: Evidence, text: str) -> str | None:
        """`text` without what `claim` says in it, where others say something in the same words.

        None when nobody else does or it cannot be taken out: then all of the words go.
        """
        said = _said_in(tx, words.message, text, self.quotes)
        own = next((one for one in said if one.claim.id == claim.id), None)
        beside = [one for one in said if one.claim.id not in gone and own is not None and one.meets(own)]
        if own is None or not beside:
            return None
        if not spans(text[own.start:own.end], claim.value):  # it went with another one, or never stood there
            return text if spans(words.quote, claim.value) else None
        found = _alone(text, own, beside, claim.value) or _shared(text, beside, claim.value)
        statements = {one.claim.id: self._restated(one.claim, claim.value) for one in beside}
        if found is None or None in statements.values():
            return None
        self.statements |= {number: words_ for number, words_ in statements.items() if words_ is not None}
        self.quotes |= {(one.claim.id, words.message): found.part(text, one.start, one.end) for one in said}
        return found.of(text)

    def _restated(self, claim: Claim, value: str) -> str | None:
        return restated(claim, self.statements.get(claim.id, claim.statement), value)


def joined(tx: Tx, gone: Sequence[Claim]) -> list[Claim]:
    """Claims that say what one of `gone` says in the same words, and so cannot stay when it goes."""
    found = {claim.id: claim for claim in gone}
    waiting = list(gone)
    while waiting:
        claim = waiting.pop()
        for quote in claims.evidence(tx, claim.id):
            said = _said_in(tx, quote.message, messages.text_of(tx, quote.message) or "", {})
            own = [one for one in said if one.claim.id == claim.id]
            more = [one.claim for one in said if one.claim.id not in found and own and one.meets(own[0])
                    and restated(one.claim, one.claim.statement, claim.value) is None]
            found |= {one.id: one for one in more}
            waiting += more
    return [found[number] for number in sorted(found.keys() - {claim.id for claim in gone})]


def reword(tx: Tx, act: Act, stay: Neighbours) -> list[int]:
    """Give the claims that stay their new words; the ids of the contents they were in before."""
    erased: list[int] = []
    for number, said in stay.statements.items():
        erased += claims.reword(tx, act, number, said)
        facts.reword(tx, number)
    for (number, message), quote in stay.quotes.items():
        erased += claims.requote(tx, act, number, message, quote)
    return erased


def restated(claim: Claim, said: str, value: str) -> str | None:
    """A claim's statement without another one's value; None where the claim itself says that."""
    if names(claim.value, value) or names(claim.subject, value):
        return None
    if not names(said, value):
        return said
    found = redaction.cut(said, value, lambda one: says(claim, one.of(said)) is not None)
    return found.of(said) if found else None


def _said_in(tx: Tx, message: int, text: str, quotes: dict[tuple[int, int], str]) -> list[_Said]:
    """Every claim that stands on words of a message."""
    found = []
    for number, person, quote in tx.execute(
            "select claim.id, claim.credited, evidence.quote from evidence join claim on claim.id = evidence.claim"
            " where evidence.message = ? order by claim.id", (message,)).fetchall():
        quote = quotes.get((number, message), quote)
        at = text.find(quote)
        if quote and at >= 0:
            found.append(_Said(claims.owned(tx, number, person), at, at + len(quote)))
    return found


def _alone(text: str, own: _Said, beside: Sequence[_Said], value: str) -> Cut | None:
    """The words around the value that nobody else stands on; None where it is in another one's quote."""
    start, end = spans(text[own.start:own.end], value)[0]
    start, end = own.start + start, own.start + end
    if any(one.start < end and start < one.end for one in beside):
        return None
    return Cut(max([one.end for one in beside if one.end <= start], default=own.start),
               min([one.start for one in beside if one.start >= end], default=own.end))


def _shared(text: str, beside: Sequence[_Said], value: str) -> Cut | None:
    """The value in words that others stand on too."""
    start, end = min(one.start for one in beside), max(one.end for one in beside)
    found = redaction.cut(text[start:end], value, lambda one: all(
        says(other.claim, one.moved(start).part(text, other.start, other.end)) for other in beside))
    return found.moved(start) if found else None

