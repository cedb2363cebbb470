"""Lasting: what a person says about how long something holds."""

from __future__ import annotations

from memory import claims, expiry, gateway
from memory.db import Tx
from memory.domain import Claim
from memory.events import Act
from memory.places.standpoint import Standpoint


class Lasting(Standpoint):
    """The verbs of lifetimes."""

    async def still(self, number: int, yes: bool) -> Claim:
        """Answer "still true?" about a fact: its lifetime begins anew, or it ends today. One whose end has come by its
        own words goes on without it.

        Raises:
            NotFound: no such number of theirs. Refused: "not a fact".
        """
        def change(tx: Tx, act: Act) -> Claim:
            claim = self._owned(tx, number)
            if yes and claims.ended_by_itself(tx, number):
                return gateway.restore(tx, act, self._rules, self.principal.id, number)
            self._rules.peers.drop()  # what goes on has fewer words than before
            return (expiry.confirm if yes else expiry.end)(tx, act, claim)
        return await self._act(change)

    async def restore(self, number: int) -> Claim:
        """Bring back what was hidden, or ran out; a candidate where it disagrees with a fact. Raises what
        `gateway.restore` raises."""
        return await self._act(lambda tx, act: gateway.restore(tx, act, self._rules, self.principal.id,
                                                               self._owned(tx, number).id))

    async def put_aside(self) -> list[Claim]:
        """What `restore` could bring back and may be shown here, oldest first."""
        def read(tx: Tx) -> list[Claim]:
            mine = [claims.owned(tx, row[0], self.principal.id) for row in tx.execute(
                "select id from claim where credited = ? and state in ('contradicted', 'deprecated')"
                " and revoked_at is null order by id", (self.principal.id,)).fetchall()]
            return [claim for claim in mine if gateway.is_aside(tx, claim) and self._visible(claim)]
        return await self._db.read(read)
