"""Reading again: what a text, by itself, says of the very thing that a claim says."""

from __future__ import annotations

from datetime import datetime

from memory import claims
from memory.domain import Candidate, Claim, Utterance
from memory.extract import patterns


def says(claim: Claim, text: str, at: datetime | None = None) -> Candidate | None:
    """The claim as a text says it, on the day of the claim or `at`; None when it does not say that."""
    read = patterns.extract(Utterance(0, claim.credited, text, at or claim.recorded_at, claim.language))
    said = (*claims.proposition_of(claim.subject, claim.attribute, claim.value), str(claim.polarity))
    return next((one for one in read if claims.proposition(one) == said), None)
