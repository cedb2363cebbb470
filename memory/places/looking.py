"""Looking: what is known here, where it came from, what the last answer had."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from memory import claims, events, pairs, shown
from memory.db import Tx
from memory.domain import GLOBAL_SCOPE, Caution, Claim, Evidence
from memory.errors import NotFound
from memory.places.standpoint import Standpoint
from memory.timestamps import moment
from memory.tombstones import Tombstone, standing


@dataclass(frozen=True, slots=True)
class Why:
    """Where a claim comes from."""

    claim: Claim
    evidence: tuple[Evidence, ...]
    rivals: tuple[Caution, ...]
    is_fact: bool


@dataclass(frozen=True, slots=True)
class Happened:
    """One line of a claim's history."""

    at: datetime
    actor: str
    verb: str
    reason: str
    act: str = ""
    state: str = ""  # it left the claim in; "" where it left that alone


class Looking(Standpoint):
    """The verbs that change nothing."""

    async def facts(self) -> list[Claim]:
        """What it knows and may show here."""
        return await self._db.read(lambda tx: [claims.owned(tx, row[0], row[1]) for row in tx.execute(
            "select claim, person from fact where scope in (:own, :all) or claim in"
            " (select claim from share where scope in (:own, :all)) order by claim",
            {"own": self.scope, "all": GLOBAL_SCOPE})])

    async def hidden(self) -> list[int]:
        """Numbers of one's own that were approved and are kept out of use here for now: put in doubt or set aside."""
        return await self._db.read(lambda tx: [row[0] for row in tx.execute(
            "select id from claim where credited = ? and scope = ? and state = 'contradicted' and revoked_at is null"
            " order by id", (self.principal.id, self.scope))])

    async def disputed(self) -> set[int]:
        return await self._db.read(lambda tx: {side for row in tx.execute(
            f"select a, b from pair where scope = ? and {pairs.UNDECIDED}", (self.scope,)) for side in row})

    async def why(self, number: int) -> Why:
        def read(tx: Tx) -> Why:
            claim = self._owned(tx, number)
            fact = tx.execute("select 1 from fact where claim = ?", (number,)).fetchone() is not None
            return Why(claim, tuple(claims.evidence(tx, number)), self._disputes(tx, claim), fact)
        return await self._db.read(read)

    async def history(self, number: int) -> list[Happened]:
        """Everything that was done with a claim, oldest first."""
        def read(tx: Tx) -> list[Happened]:
            self._owned(tx, number)
            return [Happened(moment(line["at"]), line["actor"], line["verb"], str(line["meta"].get("reason", "")),
                             str(line["meta"]["act"]), str(line["meta"].get("row", {}).get("state", "")))
                    for line in events.of_target(tx, f"claim:{number}")]
        return await self._db.read(read)

    async def why_last(self) -> list[Why] | None:
        """What the prompt of the last answer here held; None when there was no answer yet."""
        def read(tx: Tx) -> list[int] | None:
            last = tx.execute("select answers from message where room = ? and kind = 'reply' and answers in"
                              " (select id from message where author = ?) order by id desc limit 1",
                              (self.room.id, self.principal.id)).fetchone()
            return shown.for_turn(tx, last[0]) if last else None
        seen = await self._db.read(read)
        if seen is None:
            return None
        found: list[Why] = []
        for number in seen:
            try:
                found.append(await self.why(number))
            except NotFound:
                continue  # forgotten since, or a member's that was shared here
        return found

    async def tombstones(self) -> list[Tombstone]:
        return await self._db.read(lambda tx: standing(tx, self.principal.id))
