"""Lasting: what a person says about how long something holds."""

from __future__ import annotations

from memory import expiry
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
