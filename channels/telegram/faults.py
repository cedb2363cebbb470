"""What can go wrong between us and Telegram, told apart by what it means for a message that was being sent."""

from __future__ import annotations

import re
from datetime import timedelta
from enum import StrEnum

import httpx
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
)

from bot import channel
from bot.channel import InDoubt, Moved, RetryLater, Undelivered, Unreachable
from channels.telegram.rooms import room_id

_TOKEN = re.compile(r"\d{3,}(?::|%3A)[\w-]{3,}", re.IGNORECASE)
_NEVER_LEFT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.UnsupportedProtocol)
_FRONT_REFUSED = ("bad gateway", "service unavailable", "too many requests")
_BODY = ". Parsing the server response"  # where the library begins to repeat what it could not read
_MESSAGE_IS_GONE = ("message to edit not found", "message can't be edited", "message to delete not found",
                    "message_id_invalid")
_ROOM_IS_GONE = ("chat not found", "user not found", "peer_id_invalid", "user is deactivated", "not enough rights",
                 "no rights to send", "chat_write_forbidden", "need administrator rights", "bot is not a member",
                 "message thread not found", "topic_closed", "topic_deleted")


class TokenRefused(channel.TokenRefused):
    """Telegram does not know this bot token. Trying again is useless until the configuration changes."""

    def __init__(self) -> None:
        super().__init__("Telegram does not accept the bot token. Put the one BotFather shows into "
                         "channels.telegram.token and start again.")


class Complaint(StrEnum):
    """What Telegram holds against the content of a request (HTTP 400)."""

    UNCHANGED = "unchanged"  # an edit that changes nothing
    GONE = "gone"  # the message to edit is no longer there, or no longer ours to edit
    ROOM = "room"  # the chat or topic cannot be written to
    CONTENT = "content"


class Rejected(channel.Rejected):
    """Telegram refuses this very message, whatever we wait for. Surely not sent."""

    def __init__(self, said: str, why: Complaint) -> None:
        super().__init__(said)
        self.why = why


def complaint(error: BadRequest) -> Complaint:
    """Telegram gives the reason as an English sentence only; these are the sentences its server holds."""
    said = error.message.casefold()
    if "message is not modified" in said:
        return Complaint.UNCHANGED
    if any(words in said for words in _MESSAGE_IS_GONE):
        return Complaint.GONE
    return Complaint.ROOM if any(words in said for words in _ROOM_IS_GONE) else Complaint.CONTENT


def scrubbed(words: str) -> str:
    """The words without anything shaped like a bot token ("123456:ABC") and without a copy of the answer's body."""
    return _TOKEN.sub("[token]", words.partition(_BODY)[0])


def translate(error: TelegramError) -> Exception:
    """The kind of `bot.channel` that says what `error` means for a send.

    A 502 or 503 is written by the machine in front of the Bot API when it reaches none behind it: nothing was
    accepted. A 500 or 504 comes after acceptance as likely as before, like every timeout and broken connection,
    unless the connection was never made.
    """
    said = scrubbed(error.message)
    match error:
        case RetryAfter():
            return RetryLater(seconds(error))
        case ChatMigrated():
            return Moved(room_id(error.new_chat_id))
        case Forbidden():
            return Unreachable(said)
        case InvalidToken() | Conflict():
            return Undelivered(said)
        case BadRequest():
            why = complaint(error)
            return Unreachable(said) if why is Complaint.ROOM else Rejected(said, why)
        case NetworkError():  # a timeout is one of them
            return Undelivered(said) if never_accepted(error) else InDoubt(said)
        case _:
            return InDoubt(said)


def never_accepted(error: NetworkError) -> bool:
    """Whether the request surely had no effect: it never left, or the front server had nobody to pass it to."""
    if isinstance(error.__cause__, httpx.HTTPError):
        return isinstance(error.__cause__, _NEVER_LEFT)
    if isinstance(error.__cause__, RuntimeError):  # our connections are closed already
        return True
    return any(words in scrubbed(error.message).casefold() for words in _FRONT_REFUSED)


def seconds(error: RetryAfter) -> float:
    """How long Telegram asks to wait. The library gives a number or a timedelta, by a setting of its own."""
    wait = error.retry_after
    return wait.total_seconds() if isinstance(wait, timedelta) else float(wait)
