"""What can go wrong between us and Discord, told apart by what it means for a message that was being sent."""

from __future__ import annotations

import aiohttp
import discord

from bot import channel
from bot.channel import InDoubt, Rejected, RetryLater, Undelivered, Unreachable

# discord.com/developers/docs/topics/opcodes-and-status-codes#json
_GONE = {10008}  # unknown message
_EXPIRED = {10015, 10062, 50027}  # unknown webhook, unknown interaction, invalid webhook token
ACKNOWLEDGED = 40060
_NEVER_LEFT = (aiohttp.ClientConnectorError, aiohttp.ConnectionTimeoutError)
_WAIT = 5.0  # seconds, when a 429 does not say how long

SEND_FAULTS = (Undelivered, Unreachable, InDoubt, RetryLater)
FAULTS = (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError, RuntimeError)


class TokenRefused(channel.TokenRefused):
    """Discord does not know this bot token. Trying again is useless until the configuration changes."""

    def __init__(self) -> None:
        super().__init__("Discord does not accept the bot token. Put the one of the developer portal (Bot, Reset "
                         "Token) into channels.discord.token and start again.")


class NotConnected(Exception):
    """The gateway could not be reached, or ended the connection for good."""


class Gone(Rejected):
    """The message to edit is no longer there."""


class Expired(Undelivered):
    """The interaction can no longer be answered: three seconds before it is acknowledged, 15 minutes after."""


class Acknowledged(Undelivered):
    """The interaction was acknowledged before."""


class Lost(Undelivered):
    """The connection broke after the request had left. Safe to repeat only where Discord drops the second one."""


def translate(error: Exception) -> Exception:
    """The kind of `bot.channel` that says what `error` means for a send.

    Its text holds a status and a code and nothing of the request: addresses of interactions carry their token.
    """
    match error:
        case discord.RateLimited():
            return RetryLater(error.retry_after)
        case discord.HTTPException():
            return _refusal(error)
        case RuntimeError() | discord.DiscordException():  # our connections are closed already
            return Undelivered(type(error).__name__)
        case _ if isinstance(error, _NEVER_LEFT):
            return Undelivered(type(error).__name__)
        case _:
            return Lost(type(error).__name__)


def _refusal(error: discord.HTTPException) -> Exception:
    said = f"HTTP {error.status}, code {error.code}"
    if error.status == 429:
        return RetryLater(_asked(error))
    if error.code in _EXPIRED:
        return Expired(said)
    if error.code in _GONE:
        return Gone(said)
    if error.code == ACKNOWLEDGED:
        return Acknowledged(said)
    if error.status in (403, 404):  # 50007 cannot message this person, 50001 no access, 10003 unknown channel
        return Unreachable(said)
    if error.status == 401 or error.status >= 500:
        return Undelivered(said)
    return Rejected(said)


def _asked(error: discord.HTTPException) -> float:
    try:
        return float(error.response.headers.get("Retry-After", _WAIT))
    except ValueError:
        return _WAIT
