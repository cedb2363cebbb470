"""Lasting: what a person says about how long something holds."""

from __future__ import annotations

from memory import expiry, gateway
from memory.domain import Claim
from memory.places.standpoint import Standpoint


class Lasting(Standpoint):
    """The verbs of lifetimes."""

    async def still(self, number: int, yes: bool) -> Claim:
        """Answer "still true?" about a fact: its lifetime begins anew, or it ends today.

        Raises:
            NotFound: no such number of theirs. Refused: "not a fact".
        """
        verb = expiry.confirm if yes else expiry.end
        return await self._act(lambda tx, act: verb(tx, act, self._owned(tx, number)))

    async def restore(self, number: int) -> Claim:
        """Bring back what was hidden, or ran out. Raises what `gateway.restore` raises."""
        return await self._act(lambda tx, act: gateway.restore(tx, act, self.principal.id,
                                                               self._owned(tx, number).id))
