"""Disputes: several statements that cannot all hold, decided together by their person."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from memory import claims, flips, gateway, pairs
from memory.db import Tx
from memory.domain import Action, Claim, PairDecision, State
from memory.errors import Refused
from memory.events import Act
from memory.gateway import Choice, Rules


@dataclass(frozen=True, slots=True)
class Dispute:
    """A waiting statement, all that openly disagrees with it, oldest first, and every open pair among these."""

    members: tuple[Claim, ...]
    pairs: tuple[dict[str, Any], ...]

    def against(self, number: int) -> set[int]:
        """Who of them disagrees with one of them."""
        return {pairs.other(pair, number) for pair in self.pairs if number in (pair["a"], pair["b"])}


def around(tx: Tx, person: str, number: int) -> Dispute:
    """The dispute a statement is in.

    Raises:
        NotFound: no such number of theirs. Refused: "agreed", nothing disagrees with it.
    """
    of_its_own = pairs.undecided(tx, number)
    if not of_its_own:
        raise Refused("agreed", str(number))
    numbers = {number, *(pairs.other(pair, number) for pair in of_its_own)}
    found = {pair["id"]: pair for one in numbers for pair in pairs.undecided(tx, one)
             if {pair["a"], pair["b"]} <= numbers}
    return Dispute(tuple(claims.owned(tx, one, person) for one in sorted(numbers)),
                   tuple(found[one] for one in sorted(found)))


def resolve(tx: Tx, act: Act, rules: Rules, person: str, number: int, choice: Choice) -> Claim:
    """Decide a waiting statement together with all that it disagrees with: facts, or what waits as well.

    The newest or the oldest of them stands, and what disagrees with that one is put aside; two that both disagreed
    with a third, and not with each other, do not fall with it.

    Raises:
        NotFound, Refused ("already decided", or "agreed": nothing disagrees with it).
    """
    gateway.waiting(tx, person, number)
    dispute = around(tx, person, number)
    winner = {Choice.NEW: dispute.members[-1], Choice.OLD: dispute.members[0]}.get(choice)
    everybody = {one.id for one in dispute.members}
    kept = {winner.id} if winner else everybody if choice is Choice.BOTH else set()
    aside = dispute.against(winner.id) if winner else everybody - kept
    for pair in dispute.pairs:
        if {pair["a"], pair["b"]} & (kept | aside):
            pairs.decide(tx, act, pair, _decided(pair, choice, aside))
    for loser in dispute.members:
        if loser.id in aside:
            _put_aside(tx, act, rules, loser, winner)
    for keeper in dispute.members:
        if keeper.id in kept:
            _keep(tx, act, rules, keeper, alone=winner is not None)
    return claims.owned(tx, number, person)


def _decided(pair: dict[str, Any], choice: Choice, aside: set[int]) -> PairDecision:
    if choice is Choice.BOTH:
        return PairDecision.BOTH
    if {pair["a"], pair["b"]} <= aside:
        return PairDecision.NEITHER
    return PairDecision.KEPT_B if pair["a"] in aside else PairDecision.KEPT_A


def _put_aside(tx: Tx, act: Act, rules: Rules, loser: Claim, winner: Claim | None) -> None:
    if winner is not None and _takes_back(winner):
        gateway.take_back(tx, act, rules, loser)
    else:
        gateway.put_aside(tx, act, rules, loser, winner)


def _keep(tx: Tx, act: Act, rules: Rules, keeper: Claim, *, alone: bool) -> None:
    """Let one stand; a retraction that stands alone is done, and was never a statement to keep."""
    if keeper.state is State.CONTRADICTED:
        flips.settle(tx, act, keeper.id)
    elif alone and _takes_back(keeper):
        gateway.retract(tx, act, rules, keeper)
    elif keeper.state is State.CANDIDATE:
        gateway.verify(tx, act, rules, keeper, settled=True)


def _takes_back(claim: Claim) -> bool:
    return claim.action is Action.DELETE and claim.state is State.CANDIDATE
