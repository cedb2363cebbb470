"""Sharing: what of one's own is shown in a room, or by an operator everywhere."""

from __future__ import annotations

from memory import claims, shares
from memory.db import Tx
from memory.domain import GLOBAL_SCOPE
from memory.errors import Refused
from memory.events import Act
from memory.places.standpoint import Standpoint


class Sharing(Standpoint):
    """The verbs of /share and /unshare. A number may be named in a room where its words may not be shown."""

    async def share(self, number: int, *, everyone: bool = False) -> bool:
        """Show one's own fact in this room, or everywhere (an operator's act: the caller has checked that).

        False when it is visible there already. Raises NotFound; Refused: "not a fact", "not a room".
        """
        if self.room.kind == "dm" and not everyone:
            raise Refused("not a room")
        scope = GLOBAL_SCOPE if everyone else self.scope

        def change(tx: Tx, act: Act) -> bool:
            self._enter(tx)
            return shares.give(tx, act, claims.owned(tx, number, self.principal.id), scope)
        return await self._act(change)

    async def unshare(self, number: int) -> list[str]:
        """Take one's own fact back out of every scope it was shared with; which those were. Raises NotFound."""
        return await self._act(lambda tx, act: shares.end(tx, act, claims.owned(tx, number, self.principal.id)))

    async def names(self, people_: set[str]) -> dict[str, str]:
        """Display names, for lists in which the words of several people stand."""
        return await self._db.read(lambda tx: {row[0]: row[1] or row[0] for row in tx.execute(
            f"select id, name from person where id in ({', '.join('?' * len(people_))})", tuple(people_))})
