"""Turns that are being answered, by whose they are: what somebody forgets meanwhile ends theirs."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Overtaken(Exception):
    """What the answer was being made of is forgotten now."""


class Underway:
    """Which answers somebody waits for."""

    def __init__(self) -> None:
        self._turns: defaultdict[str, set[asyncio.Timeout]] = defaultdict(set)

    @asynccontextmanager
    async def turn(self, person: str) -> AsyncIterator[None]:
        """While an answer to this person is made. Raises `Overtaken` when `end` comes first, wherever it waits."""
        limit = asyncio.timeout(None)
        try:
            async with limit:
                self._turns[person].add(limit)
                yield
        except TimeoutError:
            if not limit.expired():
                raise
            raise Overtaken from None
        finally:
            self._turns[person].discard(limit)
            if not self._turns[person]:
                del self._turns[person]

    def end(self, person: str) -> None:
        """End what is being made for this person, in every room."""
        for limit in self._turns.get(person, ()):
            if not limit.expired():
                limit.reschedule(asyncio.get_running_loop().time())
