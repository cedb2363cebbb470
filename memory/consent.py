"""What may leave, as the bot uses it: verbs over grants and the questions for them, each one transaction."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from memory import grants, messages, people
from memory.db import Database, Tx
from memory.domain import Principal, Utterance
from memory.events import TIMER, Act
from memory.grants import Asking, Grant, Terms
from memory.ports import Clock


class Consent:
    """See the module. `by` is who acts: a person's id, "operator", or this program."""

    def __init__(self, db: Database, clock: Clock, key: bytes) -> None:
        self._db = db
        self._clock = clock
        self._key = key

    def _act(self, by: str) -> Act:
        return Act(by, self._clock.now(), self._key)

    async def give(self, terms: Terms, scope: str, by: str) -> Grant:
        act = self._act(by)
        return await self._db.write(lambda tx: grants.give(tx, act, scope, terms))

    async def end(self, numbers: Collection[int], reason: str, by: str = TIMER) -> int:
        """End grants; how many were standing."""
        act = self._act(by)
        return await self._db.write(lambda tx: sum(grants.end(tx, act, number, reason) for number in numbers))

    async def standing(self, room: str | None = None) -> list[Grant]:
        return await self._db.read(lambda tx: grants.standing(tx, room))

    async def ask(self, asking: Asking, scope: str) -> int:
        """Note a question for a yes (its own `id` is ignored); the number buttons carry."""
        now = self._clock.now()
        return await self._db.write(lambda tx: grants.ask(tx, scope, asking, now))

    async def asked(self, room: str, number: int | None = None) -> Asking | None:
        return await self._db.read(lambda tx: grants.open_asking(tx, room, number))

    async def answer(self, asking: Asking) -> bool:
        now = self._clock.now()
        return await self._db.write(lambda tx: grants.answer(tx, asking.id, now))

    async def unlearned(self, room: str) -> list[tuple[Utterance, str]]:
        """What learning would read next in a room, each message with its id on the platform."""
        def read(tx: Tx) -> list[tuple[Utterance, str]]:
            return [(one, str(tx.execute("select platform_id from message where id = ?", (one.id,)).fetchone()[0]))
                    for one in messages.to_learn(tx, room)]
        return await self._db.read(read)

    async def credited(self, claims: Sequence[int]) -> dict[int, str]:
        """Whose words each of these claims is."""
        marks = ", ".join("?" * len(claims))
        return await self._db.read(lambda tx: dict(tx.execute(
            f"select id, credited from claim where id in ({marks})", tuple(claims)).fetchall()))

    async def person(self, number: str) -> Principal:
        return await self._db.read(lambda tx: Principal(number, people.name(tx, number)))
