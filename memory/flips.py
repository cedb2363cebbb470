"""Flips between facts: of two approved statements that say the opposite, the one with fewer sources is hidden.

By DESIGN 5 a tie hides neither, a decided pair hides nothing, and another value of one slot never does. A hidden claim
is `contradicted` with the reason "flip" and comes back when the pair is dismissed or the sources say so.
"""

from __future__ import annotations

from memory import claims, facts, observers, pairs
from memory.db import Tx
from memory.domain import Claim, PairKind, State
from memory.events import Act

HIDDEN = "flip"


def settle(tx: Tx, act: Act, number: int) -> None:
    """Hide and show a claim and those it flips with, as their independent sources say."""
    involved = {number, *rivals(tx, number)}
    for one in sorted(involved, key=lambda n: (-sources(tx, n), n)):
        claim = claims.find(tx, one)
        if claim is not None and _approved(claim):
            _weigh(tx, act, claim)


def dismiss_all(tx: Tx, act: Act, number: int) -> None:
    """A claim that no longer stands disagrees with nothing: what it hid comes back."""
    hidden = [row[0] for row in tx.execute(
        "select case a when :n then b else a end from pair where (a = :n or b = :n) and kind = 'flip'"
        f" and {pairs.UNDECIDED}", {"n": number})]  # it may stand no longer, so that `rivals` does not see it
    pairs.dismiss_all(tx, act, number)
    for one in hidden:
        settle(tx, act, one)


def rivals(tx: Tx, number: int) -> list[int]:
    """Claims that an undecided flip ties to this one."""
    return [pairs.other(pair, number) for pair in pairs.undecided(tx, number) if pair["kind"] == PairKind.FLIP]


def sources(tx: Tx, number: int) -> int:
    """Distinct independent sources behind a claim."""
    return claims.independent(tx, number)[0]


def _weigh(tx: Tx, act: Act, claim: Claim) -> None:
    stronger = any(rival is not None and rival.state is State.VERIFIED and sources(tx, rival.id) > sources(tx, claim.id)
                   for rival in (claims.find(tx, n) for n in rivals(tx, claim.id)))
    if stronger and claim.state is State.VERIFIED:
        facts.retire(tx, claim.id)
        claims.move(tx, act, claim, State.CONTRADICTED, HIDDEN)
    elif not stronger and claim.state is State.CONTRADICTED and not observers.quarantined(tx, claim):
        shown = claims.move(tx, act, claim, State.VERIFIED, "restored")
        if shown.valid_to is None or shown.valid_to >= act.at.date():
            facts.establish(tx, shown, claims.sessions(tx, claim.id))


def _approved(claim: Claim) -> bool:
    hidden = claim.state is State.CONTRADICTED and claim.reason == HIDDEN
    return claim.revoked_at is None and (claim.state is State.VERIFIED or hidden)
