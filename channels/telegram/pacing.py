"""How fast we may write into each chat. One chat that has to wait stops no other."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field

from telegram.error import RetryAfter, TelegramError

from bot.channel import RetryLater
from channels.telegram.faults import seconds

# core.telegram.org/bots/faq#my-bot-is-hitting-limits: about one message a second in a chat, bursts allowed,
# and no more than 20 a minute in a group. What Telegram really allows it only says by its 429s.
_BURST = 20.0
_A_SECOND_PRIVATE = 1.0
_A_SECOND_GROUP = 20 / 60
_KEPT = 1000  # chats remembered before those that have rested are let go
_RESERVED = 1.0  # a partial answer never takes the last slot: that one is the final text's
DRAFT_GAP = 0.7  # seconds between two drafts in a chat
PARTIAL_GAP = 3.0  # seconds between two showings of an unfinished answer where there are no drafts (DESIGN 11)


@dataclass(slots=True)
class _Lane:
    """One chat: its turn-taking, its allowance, and the moment before which Telegram wants nothing."""

    refill: float
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    slots: float = _BURST
    counted_at: float = field(default_factory=time.monotonic)
    closed_until: float = 0.0
    drafted_at: float = 0.0  # or a partial text was shown

    def count(self) -> None:
        now = time.monotonic()
        self.slots = min(_BURST, self.slots + (now - self.counted_at) * self.refill)
        self.counted_at = now

    def rested(self) -> bool:
        """Whether it is as good as new, and need not be kept."""
        self.count()
        now = time.monotonic()
        return (self.slots >= _BURST and self.closed_until <= now and now - self.drafted_at >= PARTIAL_GAP
                and not self.lock.locked())


class Pace:
    """The allowance of every chat we write to. Seconds are of the monotonic clock."""

    def __init__(self) -> None:
        self._lanes: dict[int, _Lane] = {}

    def turn(self, chat: int) -> asyncio.Lock:
        """Held while one message goes out, all its parts, so that two never interleave in a chat."""
        return self._lane(chat).lock

    def check(self, chat: int) -> None:
        """Raises `RetryLater` with what is left of the time Telegram asked us to stay away from this chat."""
        left = self._lane(chat).closed_until - time.monotonic()
        if left > 0:
            raise RetryLater(left)

    def close(self, chat: int, seconds: float) -> None:
        """Telegram said 429: nothing goes to this chat for that long."""
        lane = self._lane(chat)
        lane.closed_until = max(lane.closed_until, time.monotonic() + seconds)

    def heed(self, chat: int, error: TelegramError) -> None:
        """The same for a request whose failure matters to nobody else."""
        if isinstance(error, RetryAfter):
            self.close(chat, seconds(error))

    async def slot(self, chat: int) -> None:
        """Wait until the chat may have another message, and take its slot."""
        lane = self._lane(chat)
        lane.count()
        lane.slots -= 1
        wait = max(-lane.slots / lane.refill, lane.closed_until - time.monotonic())
        if wait > 0:
            await asyncio.sleep(wait)

    def may_draft(self, chat: int, gap: float = DRAFT_GAP) -> bool:
        """Whether a partial text may go out now, and if so, counts it. One that may not is contained in the next."""
        lane = self._lane(chat)
        lane.count()
        now = time.monotonic()
        if now < lane.closed_until or now - lane.drafted_at < gap or lane.slots < 1 + _RESERVED:
            return False
        lane.drafted_at = now
        return True

    def may_ask(self, chat: int) -> bool:
        """Whether a request that shows no text ("typing") may go to the chat."""
        return time.monotonic() >= self._lane(chat).closed_until

    def _lane(self, chat: int) -> _Lane:
        lane = self._lanes.get(chat)
        if lane is None and len(self._lanes) >= _KEPT:
            self._lanes = {number: one for number, one in self._lanes.items() if not one.rested()}
        if lane is None:  # ids of private chats are positive
            lane = self._lanes[chat] = _Lane(_A_SECOND_PRIVATE if chat > 0 else _A_SECOND_GROUP)
        return lane
