"""Telegram by its Bot API and python-telegram-bot, which is used for the wire and its types, not for its dispatch."""

from __future__ import annotations

import os
from typing import Protocol

os.environ.setdefault("PTB_TIMEDELTA", "1")  # else the library warns at every 429; read at each use, not at import

from bot.channel import Channel
from channels.telegram.channel import TelegramChannel
from channels.telegram.faults import TokenRefused

__all__ = ["Secret", "Settings", "TelegramChannel", "TokenRefused", "create"]


class Secret(Protocol):
    """A value that does not print itself (pydantic's SecretStr)."""

    def get_secret_value(self) -> str: ...


class Settings(Protocol):
    """What the channel reads of `channels.telegram`."""

    @property
    def token(self) -> str | Secret: ...
    @property
    def api_base(self) -> str: ...
    @property
    def mode(self) -> str: ...


def create(settings: Settings) -> Channel:
    """The channel for these settings. Raises `TokenRefused` for an empty token, ValueError for an unknown mode."""
    if settings.mode != "polling":
        raise ValueError(f"channels.telegram.mode is {settings.mode!r}; only polling is there yet")
    token = settings.token if isinstance(settings.token, str) else settings.token.get_secret_value()
    return TelegramChannel(token, settings.api_base)
