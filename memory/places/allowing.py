"""Allowing: whether a person is learned from, what a room may quote, which language is spoken."""

from __future__ import annotations

from memory import jobs, people
from memory.db import Tx
from memory.places.standpoint import Standpoint
from memory.work import EMBED


class Allowing(Standpoint):
    """The verbs of /pause, /learn and /recall."""

    async def pause(self, on: bool) -> None:
        def write(tx: Tx) -> None:
            self._enter(tx)
            people.learn(tx, self.principal.id, not on)
        await self._db.write(write)

    async def join(self, on: bool) -> None:
        """/learn on, /learn off in a shared room."""
        def write(tx: Tx) -> None:
            self._enter(tx)
            people.join(tx, self.principal.id, self.room, on, self._clock.now())
        await self._db.write(write)

    async def talked_before(self, message: int) -> bool:
        """Whether the bot has answered anything here before a message that could be sent."""
        return await self._db.read(lambda tx: tx.execute(
            "select 1 from session join message on message.session = session.id"
            " where session.room = ? and message.id < ? and message.kind = 'reply' and not exists ("
            "  select 1 from outbox where outbox.state in ('doubt', 'failed') and outbox.state = 'failed'"
            "  and outbox.room = session.room and outbox.message = message.id) limit 1",
            (self.room.id, message)).fetchone() is not None)

    async def notify(self, on: bool) -> None:
        """Whether this person is asked about what was learned; if not, it waits in /queue."""
        def write(tx: Tx) -> None:
            self._enter(tx)
            people.notify(tx, self.principal.id, on)
        await self._db.write(write)

    async def notified(self) -> bool:
        return await self._db.read(lambda tx: people.notified(tx, self.principal.id))

    async def quotes_earlier(self) -> bool:
        """Whether a prompt here may quote earlier messages of the room."""
        return await self._db.read(lambda tx: people.excerpts(tx, self.room.id, self._options.excerpts))

    async def learned_from(self) -> bool:
        if self._options.mode == "off":
            return False
        return await self._db.read(lambda tx: people.learned_from(tx, self.principal.id, self.room))

    async def allow_excerpts(self, on: bool) -> None:
        def write(tx: Tx) -> None:
            self._enter(tx)
            people.allow_excerpts(tx, self.room.id, on)
            if on:  # what was said so far gets its vectors
                jobs.put(tx, scope=self.scope, kind=EMBED, room=self.room.id, run_at=self._clock.now())
        await self._db.write(write)

    async def language(self) -> str:
        """The language this person is answered in, "" when none was noted."""
        return await self._db.read(lambda tx: people.language(tx, self.principal.id))

    async def speak(self, language: str) -> None:
        def write(tx: Tx) -> None:
            self._enter(tx)
            people.speak(tx, self.principal.id, language)
        await self._db.write(write)
