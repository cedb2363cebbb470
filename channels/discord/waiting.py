"""Interactions somebody waits for an answer to, and the messages they let us change. Lost by a restart, on purpose:
what they would have answered then goes out as an ordinary message, or says where it can be seen."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from dataclasses import dataclass, field

LIFETIME = 15 * 60 - 20  # seconds an interaction can be answered, discord.com/developers/docs/interactions; some spare
ACKNOWLEDGED_BY = 3.0  # seconds


@dataclass
class Waiting:
    """One interaction. `thinking`: Discord shows that we are at it, until the first answer takes its place;
    `private`: what answers it is seen by its person only."""

    number: int
    application: int
    token: str = field(repr=False)
    language: str = "en"
    shared: bool = False  # not in a DM with us
    outside: bool = False  # where we are no member
    channel: int = 0
    thinking: bool = False
    private: bool = False
    source: int = 0  # the message whose button was pressed
    since: float = field(default_factory=time.monotonic)
    acknowledged: asyncio.Event = field(default_factory=asyncio.Event)
    failed: bool = False  # it could not be acknowledged
    sent: dict[str, str] = field(default_factory=dict)  # what of an answer is out, by nonce and part

    async def open(self) -> bool:
        """Whether it can be answered, once it is acknowledged."""
        try:
            async with asyncio.timeout(ACKNOWLEDGED_BY):
                await self.acknowledged.wait()
        except TimeoutError:
            return False
        return not self.failed and self.fresh()

    def fresh(self) -> bool:
        return time.monotonic() - self.since < LIFETIME


class Open:
    """All that wait."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[int, Waiting] = OrderedDict()
        self._messages: OrderedDict[int, tuple[Waiting, str]] = OrderedDict()

    def add(self, waiting: Waiting) -> None:
        self._forget_old()
        self._waiting[waiting.number] = waiting

    def drop(self, waiting: Waiting) -> None:
        self._waiting.pop(waiting.number, None)

    def answering(self, key: str) -> Waiting | None:
        """The interaction with this key of an `Incoming` ("interaction:123@9"; "again:" before it: asked again)."""
        kind, _, number = key.removeprefix("again:").partition("@")[0].partition(":")
        return self.numbered(number) if kind == "interaction" else None

    def numbered(self, number: str) -> Waiting | None:
        return self._waiting.get(int(number)) if number.isdecimal() else None

    def holds(self, message: int, waiting: Waiting, which: str) -> None:
        """A message can be changed through an interaction, where it is called `which`."""
        self._messages[message] = (waiting, which)
        self._messages.move_to_end(message)

    def holding(self, message: int) -> tuple[Waiting, str] | None:
        found = self._messages.get(message)
        return found if found is not None and found[0].fresh() else None

    def _forget_old(self) -> None:
        while self._waiting and not next(iter(self._waiting.values())).fresh():
            self._waiting.popitem(last=False)
        while self._messages and not next(iter(self._messages.values()))[0].fresh():
            self._messages.popitem(last=False)
