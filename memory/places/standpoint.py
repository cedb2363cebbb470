"""Who stands where: the person, the room, the scope that follows from both, and what every verb needs."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from secrets import token_hex
from typing import Protocol, TypeVar

from memory import claims, messages, pairs, people
from memory.db import Database, Tx
from memory.domain import Card, Caution, Claim, PairKind, Principal, Room, Side
from memory.errors import EmbedderDown, NotFound
from memory.events import Act
from memory.gateway import Rules
from memory.messages import Stored
from memory.ports import Clock, Embedder, Vector
from memory.vectors import Vectors

T = TypeVar("T")


class OptionsLike(Protocol):
    """The part of `core.Options` that a place reads."""

    @property
    def mode(self) -> str: ...
    @property
    def facts(self) -> int: ...
    @property
    def excerpts(self) -> bool: ...
    @property
    def quotes(self) -> int: ...


class Standpoint:
    """One principal in one room. The scope comes from both and is nobody's argument."""

    def __init__(self, db: Database, rules: Rules, options: OptionsLike, clock: Clock, embedder: Embedder | None,
                 vectors: Vectors, principal: Principal, room: Room) -> None:
        self._db = db
        self._rules = rules
        self._options = options
        self._clock = clock
        self._embedder = embedder
        self._vectors = vectors
        self.principal = principal
        self.room = room
        self.scope = room.scope(principal)

    def together(self) -> str:
        """An id under which several decisions are one act: one undo takes back all of them."""
        return token_hex(6)

    async def _act(self, change: Callable[[Tx, Act], T], together: str = "") -> T:
        act = Act(self.principal.id, self._clock.now(), self._rules.key, together or self.together())
        return await self._db.write(lambda tx: change(tx, act))

    def _enter(self, tx: Tx) -> None:
        now = self._clock.now()
        people.enter(tx, self.room, self.scope, now)
        people.meet(tx, self.principal, now)

    def _store(self, tx: Tx, *, kind: str, text: str, sent_at: datetime, language: str, learn: bool,
               author: str | None = "", link: str = "", platform_id: str = "", forwarded: bool = False,
               origin: str = "", quotes: str = "", answers: int | None = None) -> Stored:
        return messages.store(
            tx, self._rules.forgotten, scope=self.scope, room=self.room.id, kind=kind, text=text, sent_at=sent_at,
            author=self.principal.id if author == "" else author, language=language, platform_id=platform_id,
            link=link, forwarded=forwarded, origin=origin, quotes=quotes, answers=answers, asker=self.principal.id,
            learn=learn)

    def _visible(self, claim: Claim) -> bool:
        """In a DM everything of one's own may be shown; elsewhere only what belongs to the room."""
        return self.room.kind == "dm" or claim.scope == self.scope

    def _owned(self, tx: Tx, number: int) -> Claim:
        claim = claims.owned(tx, number, self.principal.id)
        if not self._visible(claim):
            raise NotFound(f"There is no number {number} of yours.")
        return claim

    def _card(self, tx: Tx, claim: Claim) -> Card:
        quotes = claims.evidence(tx, claim.id)
        first = quotes[0] if quotes else None
        return Card(claim, first.quote if first else "", first.observed_at if first else claim.recorded_at,
                    claims.find(tx, claim.target) if claim.target else None, self._disputes(tx, claim))

    def _disputes(self, tx: Tx, claim: Claim) -> tuple[Caution, ...]:
        return tuple(Caution(pair["id"], PairKind(pair["kind"]), self.principal.name,
                             self._side(tx, pair["a"]), self._side(tx, pair["b"]))
                     for pair in pairs.undecided(tx, claim.id))

    def _side(self, tx: Tx, number: int) -> Side:
        claim = claims.find(tx, number)
        quotes = claims.evidence(tx, number)
        if claim is None:
            raise NotFound(f"There is no number {number}.")
        return Side(number, claim.statement, quotes[0].quote if quotes else claim.statement,
                    quotes[0].observed_at if quotes else claim.recorded_at, claim.state, claim.language)

    async def _vector(self, text: str) -> Vector | None:
        if self._embedder is None or not text.strip():
            return None
        try:
            vector = (await self._embedder.embed([text]))[0]
        except EmbedderDown:
            return None
        return vector if vector.any() else None
