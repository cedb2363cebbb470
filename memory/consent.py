"""What may leave, as the bot uses it: verbs over grants and the questions for them, each one transaction."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from memory import grants, messages, people
from memory.db import Database, Tx
from memory.domain import Principal, Utterance
from memory.events import TIMER, Act
from memory.grants import Asking, Grant, Terms
from memory.ports import Clock

_FROM_ELSEWHERE = ("(claim.scope not in (?, 'global') and not exists"
                   " (select 1 from share where share.claim = claim.id and share.scope = 'global'))")


class Consent:
    """See the module. `by` is who acts: a person's id, "operator", or this program."""

    def __init__(self, db: Database, clock: Clock, key: bytes) -> None:
        self._db = db
        self._clock = clock
        self._key = key

    def _act(self, by: str) -> Act:
        return Act(by, self._clock.now(), self._key)

    async def give(self, terms: Terms, by: str) -> Grant:
        act = self._act(by)
        return await self._db.write(lambda tx: grants.give(tx, act, terms))

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

    async def last_asked(self, room: str) -> str:
        """The endpoint a room was asked about last, "" when it never was."""
        return await self._db.read(lambda tx: grants.last_asked(tx, room))

    async def answer(self, asking: Asking) -> bool:
        now = self._clock.now()
        return await self._db.write(lambda tx: grants.answer(tx, asking.id, now))

    async def unlearned(self, room: str) -> list[tuple[Utterance, str]]:
        """What learning would read next in a room, each message with its id on the platform."""
        def read(tx: Tx) -> list[tuple[Utterance, str]]:
            return [(one, str(tx.execute("select platform_id from message where id = ?", (one.id,)).fetchone()[0]))
                    for one in messages.to_learn(tx, room)]
        return await self._db.read(read)

    async def replied(self, messages: Sequence[int]) -> set[int]:
        """Which of these messages have an answer in the history."""
        query = f"select answers from message where answers in ({_marks(messages)})"
        return await self._db.read(lambda tx: {row[0] for row in tx.execute(query, tuple(messages))})

    async def shared(self, claims: Sequence[int], scope: str) -> dict[int, str]:
        """Which of these claims a person shared into this scope, and who; what owners shared with everyone is not."""
        query = f"select claim.id, claim.credited from claim where id in ({_marks(claims)}) and {_FROM_ELSEWHERE}"
        return await self._db.read(lambda tx: dict(tx.execute(query, (*claims, scope)).fetchall()))

    async def built_on(self, replies: Sequence[int], scope: str) -> dict[int, frozenset[str]]:
        """Which of these replies had memory in their prompt, each with who had shared of it into this scope."""
        query = (f"select reply.id, claim.credited, {_FROM_ELSEWHERE} from message as reply"
                 " join shown on shown.turn = reply.answers and shown.place = 'prompt'"
                 f" join claim on claim.id = shown.claim where reply.id in ({_marks(replies)})")

        def read(tx: Tx) -> dict[int, frozenset[str]]:
            found: dict[int, set[str]] = {}
            for reply, person, from_elsewhere in tx.execute(query, (scope, *replies)):
                found.setdefault(reply, set()).update({person} if from_elsewhere else ())
            return {reply: frozenset(people) for reply, people in found.items()}
        return await self._db.read(read)

    async def owner(self, room: str) -> str:
        """Whose a private chat is; "" for a shared room or one that was never met."""
        found = await self._db.read(lambda tx: tx.execute("select scope from room where id = ?", (room,)).fetchone())
        return str(found[0]).removeprefix("person/") if found and str(found[0]).startswith("person/") else ""

    async def person(self, number: str) -> Principal:
        return await self._db.read(lambda tx: Principal(number, people.name(tx, number)))


def _marks(values: Sequence[int]) -> str:
    return ", ".join("?" * len(values))
