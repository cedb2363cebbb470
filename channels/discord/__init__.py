"""Discord by its gateway and REST API through discord.py, which keeps the connection and its rate limits."""

from __future__ import annotations

from typing import Protocol

from bot.channel import Channel
from channels.discord.channel import DiscordChannel
from channels.discord.faults import NotConnected, TokenRefused

__all__ = ["DiscordChannel", "NotConnected", "Secret", "Settings", "TokenRefused", "create"]


class Secret(Protocol):
    """A value that does not print itself (pydantic's SecretStr)."""

    def get_secret_value(self) -> str: ...


class Settings(Protocol):
    """What the channel reads of `channels.discord`."""

    @property
    def token(self) -> str | Secret: ...
    @property
    def api_base(self) -> str: ...
    @property
    def gateway_url(self) -> str | None: ...


def create(settings: Settings) -> Channel:
    """The channel for these settings. Raises `TokenRefused` for an empty token."""
    token = settings.token if isinstance(settings.token, str) else settings.token.get_secret_value()
    return DiscordChannel(token, settings.api_base, settings.gateway_url)
