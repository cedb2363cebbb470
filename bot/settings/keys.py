"""Every setting, its type and its default. `config.example.yaml` says the same to people; a test compares the two.

Types are strict, because YAML 1.1 quietly turns `no` into false, `0123` into 83 and `22:30` into 1350.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Annotated, Any, Literal, Self
from urllib.parse import urlsplit

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    SecretStr,
    StringConstraints,
    model_validator,
)
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict


def default_data_dir() -> Path:
    """`$XDG_DATA_HOME/sayso`, else `~/.local/share/sayso` (XDG Base Directory Specification)."""
    home = os.environ.get("XDG_DATA_HOME", "")
    return (Path(home) if Path(home).is_absolute() else Path.home() / ".local" / "share") / "sayso"


def _url(*schemes: str) -> AfterValidator:
    def check(value: str) -> str:
        try:
            parts = urlsplit(value)
            host, _ = parts.hostname, parts.port
        except ValueError:
            host = None
        if not host or parts.scheme not in schemes:
            raise ValueError(f"expected an address such as {schemes[0]}://host:port")
        if parts.username or parts.password:
            raise ValueError("expected an address without a user name or password in it")
        return value.rstrip("/")

    return AfterValidator(check)


def _principal(value: str) -> str:
    channel, colon, identity = value.partition(":")
    if not colon or channel not in ("telegram", "discord", "terminal") or not identity or value.split() != [value]:
        raise ValueError('expected a person by platform and id, such as "telegram:123" or "discord:123"')
    if channel != "terminal" and not (identity.isascii() and identity.isdigit()):
        raise ValueError("expected the platform's number of the person after the colon, never a name or @handle")
    return value


def _token(value: SecretStr) -> SecretStr:
    """Refuse what a token cannot be. White space is refused and not stripped, so that file and program agree."""
    text = value.get_secret_value()
    if not text:
        raise ValueError("expected a token, found an empty one (write null for none)")
    if text != text.strip():
        raise ValueError("the token begins or ends with white space or a line break; remove it")
    if not text.isascii() or not text.isprintable() or " " in text:
        raise ValueError("the token holds a space, quote mark or sign that no token has; copy it again")
    return value


def _telegram_token(value: SecretStr) -> SecretStr:
    number, colon, half = _token(value).get_secret_value().partition(":")
    if not (colon and number.isdigit() and half):
        raise ValueError("expected a bot token as BotFather gives it: digits, a colon, letters")
    return value


def _webhook_secret(value: SecretStr) -> SecretStr:
    """core.telegram.org/bots/api#setwebhook says which characters; a short one could be guessed."""
    if not re.fullmatch(r"[A-Za-z0-9_-]{16,256}", value.get_secret_value()):
        raise ValueError("expected 16 to 256 of the characters A-Z, a-z, 0-9, _ and -")
    return value


Listen = Annotated[str, StringConstraints(pattern=r"^(\[[0-9a-fA-F:]+\]|[^\s:]+):\d{1,5}$")]  # host:port
Person = Annotated[str, AfterValidator(_principal)]
People = Annotated[tuple[Annotated[Person, Field(strict=True)], ...], Field(strict=False)]
def _named(value: object) -> object:
    if isinstance(value, str) and not value.strip():  # Path("") is the current directory
        raise ValueError("expected the path of a directory, found none")
    return value


Directory = Annotated[Path, Field(strict=False), BeforeValidator(_named)]
Name = Annotated[str, StringConstraints(min_length=1, pattern=r"^\S(.*\S)?$")]
Seconds = Annotated[float, Field(gt=0, le=86_400, allow_inf_nan=False)]


class Group(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, hide_input_in_errors=True)


class Telegram(Group):
    token: Annotated[SecretStr, AfterValidator(_telegram_token)] | None = None  # None: the channel is off
    api_base: Annotated[str, _url("https", "http")] = "https://api.telegram.org"
    mode: Literal["polling", "webhook"] = "polling"
    webhook_url: Annotated[str, _url("https", "http")] | None = None
    webhook_listen: Listen = "127.0.0.1:8443"
    webhook_secret: Annotated[SecretStr, AfterValidator(_webhook_secret)] | None = None

    @model_validator(mode="after")
    def _webhook_is_whole(self) -> Self:
        if self.mode == "webhook" and (self.webhook_url is None or self.webhook_secret is None):
            raise ValueError("expected `webhook_url` and `webhook_secret` beside mode: webhook")
        return self


class Discord(Group):
    token: Annotated[SecretStr, AfterValidator(_token)] | None = None  # None: the channel is off
    api_base: Annotated[str, _url("https", "http")] = "https://discord.com/api/v10"
    gateway_url: Annotated[str, _url("wss", "ws")] | None = None  # None: Discord is asked for it


class Channels(Group):
    telegram: Telegram = Telegram()
    discord: Discord = Discord()


class Timeout(Group):
    """Seconds. A plain number in place of the group sets `total`; the other two never exceed it."""

    first_byte: Seconds = 180.0  # a cold start loads tens of GB
    between_chunks: Seconds = 30.0
    total: Seconds = 600.0

    @model_validator(mode="before")
    @classmethod
    def _plain_number(cls, value: Any) -> Any:
        return {"total": value} if isinstance(value, int | float) and not isinstance(value, bool) else value

    @model_validator(mode="after")
    def _within_total(self) -> Self:
        for part in ("first_byte", "between_chunks"):
            if getattr(self, part) > self.total:
                object.__setattr__(self, part, self.total)  # frozen towards everybody else
        return self


class Model(Group):
    provider: Literal["embedded", "ollama", "none"] = "embedded"
    host: Annotated[str, _url("http", "https")] = "http://127.0.0.1:11434"
    name: Name | None = None  # None: the small model that `sayso models pull` fetches
    context_tokens: Annotated[int, Field(ge=512, le=1_048_576)] = 4096
    timeout: Timeout = Timeout()
    api_key: Annotated[SecretStr, AfterValidator(_token)] | None = None  # goes to `host` and nowhere else

    @model_validator(mode="after")
    def _ollama_needs_a_name(self) -> Self:
        if self.provider == "ollama" and self.name is None:
            raise ValueError('expected `name`, the model Ollama is to run, such as "qwen3:8b"')
        return self


class Embeddings(Group):
    provider: Literal["fastembed", "none"] = "fastembed"
    model: Name = "all-MiniLM-L6-v2"
    path: Directory | None = None  # holds the directory named like the model; None: data_dir/models


class Memory(Group):
    review: Literal["required", "corroborated"] = "required"
    mode: Literal["on", "shadow", "off"] = "on"
    recall: bool = False  # what a new room starts with
    extractor: Literal["auto", "patterns", "model", "both"] = "auto"
    keep_messages: Annotated[int, Field(ge=1, le=36_500)] = 90  # days
    facts: Annotated[int, Field(ge=1, le=200)] = 12  # k of a prompt
    quiet: Annotated[float, Field(ge=0, le=3600, allow_inf_nan=False)] = 3.0  # seconds


class Pairing(Group):
    characters: Annotated[int, Field(ge=8, le=32)] = 8
    minutes: Annotated[int, Field(ge=1, le=1440)] = 10
    tries: Annotated[int, Field(ge=1, le=20)] = 5


class Access(Group):
    mode: Literal["owner", "allowlist", "pairing", "open"] = "pairing"
    allow: People = ()
    pairing: Pairing = Pairing()
    turns_per_minute: Annotated[int, Field(ge=1, le=10_000)] = 60  # one person's messages answered by the model


class Logging(Group):
    level: Literal["debug", "info", "warning", "error"] = "info"
    format: Literal["console", "json"] = "console"


class Settings(BaseSettings):
    """Immutable. `Settings()` is all defaults; `load` adds the file and the environment."""

    model_config = SettingsConfigDict(extra="forbid", frozen=True, strict=True, hide_input_in_errors=True)

    data_dir: Directory = Field(default_factory=default_data_dir)
    owners: People = ()
    channels: Channels = Channels()
    model: Model = Model()
    embeddings: Embeddings = Embeddings()
    memory: Memory = Memory()
    access: Access = Access()
    logging: Logging = Logging()

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Values come in through `load`, which knows the line or variable each stands in; nothing else is read."""
        return (init_settings,)

    def secrets(self) -> list[str]:
        """Every value no output may show."""
        tokens = (self.channels.telegram.token, self.channels.telegram.webhook_secret, self.channels.discord.token,
                  self.model.api_key)
        return [token.get_secret_value() for token in tokens if token is not None]
