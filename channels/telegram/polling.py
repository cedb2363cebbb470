"""Long polling in which Telegram hears about an update only after it is safe with us.

The library's own updater confirms a batch, by the offset of its next request, before the handlers have finished;
a crash in between loses what it held. Here the offset moves on after `take` has returned for the whole batch.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable

import structlog
from telegram import Bot, Update
from telegram.error import Conflict, InvalidToken, NetworkError, RetryAfter, TelegramError

from channels.telegram.faults import TokenRefused, scrubbed, seconds
from channels.telegram.updates import KINDS

HOLD = 25  # seconds Telegram may keep a request open when there is nothing to say
_LONGEST_PAUSE = 60.0
_UNREADABLE = (KeyError, TypeError, ValueError, AttributeError)

log = structlog.get_logger("channels.telegram")

Pause = Callable[[int], float]


def pause(failures: int) -> float:
    """Seconds to wait after so many failures in a row: doubling from one second to a minute, give or take a fifth."""
    return min(_LONGEST_PAUSE, 2.0 ** min(failures - 1, 10)) * random.uniform(0.8, 1.2)


async def poll(bot: Bot, take: Callable[[Update], Awaitable[None]], pause: Pause = pause) -> None:
    """Receive until cancelled; outlives lost connections, server errors and a second poller.

    Raises `TokenRefused` when the token stops being valid, and whatever `take` raises, with nothing of that batch
    confirmed: it comes again.
    """
    offset: int | None = None
    failures, conflict = 0, False
    while True:
        try:
            batch = await _batch(bot, offset)
        except InvalidToken:
            break
        except TelegramError as error:
            failures += 1
            conflict = _report(error, failures, conflict)
            await asyncio.sleep(max(pause(failures), seconds(error) if isinstance(error, RetryAfter) else 0.0))
            continue
        if failures:
            log.info("polling.resumed", failures=failures)
        failures, conflict = 0, False
        await _take_all(batch, take)
        if batch:
            offset = batch[-1].update_id + 1
    raise TokenRefused


async def _take_all(batch: tuple[Update, ...], take: Callable[[Update], Awaitable[None]]) -> None:
    """In order inside a chat, chats side by side; with a chat among them that gets another id, all in order."""
    chats: dict[int, list[Update]] = {}
    moves = any(message is not None and message.migrate_to_chat_id is not None
                for message in (update.effective_message for update in batch))
    for update in batch:
        chat = update.effective_chat
        chats.setdefault(chat.id if chat is not None and not moves else 0, []).append(update)

    async def one_chat(updates: list[Update]) -> None:
        for update in updates:
            await take(update)

    await asyncio.gather(*(one_chat(updates) for updates in chats.values()))


async def _batch(bot: Bot, offset: int | None) -> tuple[Update, ...]:
    return await bot.get_updates(offset=offset, timeout=HOLD, allowed_updates=KINDS, read_timeout=10)


def _report(error: TelegramError, failures: int, conflict: bool) -> bool:
    """One line when trouble begins, not one for each attempt. Returns whether a conflict has been told."""
    if isinstance(error, Conflict):
        if not conflict:
            log.error("polling.conflicted", meaning="Another program is receiving this bot's messages with the same "
                      "token. Stop it, or give one of the two a token of its own; until then nothing arrives here.")
        return True
    if failures == 1:
        kind = "network" if isinstance(error, NetworkError) else type(error).__name__
        log.warning("polling.interrupted", kind=kind, error=scrubbed(error.message))
    return conflict
