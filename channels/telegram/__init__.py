"""Telegram by its Bot API and python-telegram-bot, which is used for the wire and its types, not for its dispatch."""

from __future__ import annotations

import os
from typing import Protocol

os.environ.setdefault("PTB_TIMEDELTA", "1")  # else the library warns at every 429; read at each use, not at import

from bot.channel import Channel
from channels.telegram.channel import TelegramChannel
from channels.telegram.faults import TokenRefused
from channels.telegram.webhook import Hook

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
    @property
    def webhook_url(self) -> str | None: ...
    @property
    def webhook_listen(self) -> str: ...
    @property
    def webhook_secret(self) -> str | Secret | None: ...


def create(settings: Settings) -> Channel:
    """The channel for these settings. Raises `TokenRefused` for an empty token, ValueError for an unknown mode."""
    hook = None
    if settings.mode not in ("polling", "webhook"):
        raise ValueError(f"there is no mode {settings.mode!r}: polling or webhook")
    if settings.mode == "webhook":
        hook = Hook(settings.webhook_url or "", settings.webhook_listen, _open(settings.webhook_secret or ""))
    return TelegramChannel(_open(settings.token), settings.api_base, hook=hook)


def _open(value: str | Secret) -> str:
    return value if isinstance(value, str) else value.get_secret_value()
