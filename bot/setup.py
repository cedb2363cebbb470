"""`sayso init`: the few answers a first config needs, checked before it is written."""

from __future__ import annotations

import asyncio
import getpass
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import yaml

from bot import doctor
from bot.models import files
from bot.settings import ConfigError, Settings, parse

HEADER = "# Settings of Sayso. config.example.yaml lists all there are.\n"


@dataclass(frozen=True, slots=True)
class Answers:
    """What a person told us; None where they did not."""

    telegram_token: str | None = None
    discord_token: str | None = None
    owner: str | None = None
    ollama: str | None = None
    host: str | None = None


def asked(given: Answers) -> Answers:
    """Ask on the terminal for what was not given; an empty answer leaves it out."""
    telegram = given.telegram_token or _ask("Telegram bot token (Enter: no Telegram): ", hidden=True)
    discord = given.discord_token or _ask("Discord bot token (Enter: no Discord): ", hidden=True)
    owner = given.owner
    if owner is None and (telegram or discord):
        owner = _ask('Your own id, such as "telegram:123" (Enter: later, with a pairing code): ')
    ollama = given.ollama or _ask(f"Name of an Ollama model (Enter: the small built-in {files.SMOLLM2}): ")
    return replace(given, telegram_token=telegram, discord_token=discord, owner=owner, ollama=ollama)


def _ask(question: str, *, hidden: bool = False) -> str | None:
    if hidden:
        return getpass.getpass(question).strip() or None
    sys.stderr.write(question)
    sys.stderr.flush()
    return sys.stdin.readline().strip() or None


def text_of(answers: Answers) -> str:
    """The config file for these answers: only what differs from the defaults."""
    values: dict[str, Any] = {}
    if answers.owner:
        values["owners"] = [answers.owner]
    channels = {"telegram": answers.telegram_token, "discord": answers.discord_token}
    if any(channels.values()):
        values["channels"] = {name: {"token": token} for name, token in channels.items() if token}
    if answers.ollama:
        values["model"] = {"provider": "ollama", "name": answers.ollama}
    if answers.host:
        values.setdefault("model", {})["host"] = answers.host
    return HEADER + (yaml.safe_dump(values, sort_keys=False) if values else "")


def init(path: Path, answers: Answers, *, force: bool) -> int:
    """Check and write; the exit code. Refused tokens and files that are there write nothing.

    Raises `ConfigError` when an answer is not of the right form.
    """
    if path.exists() and not force:
        raise ConfigError([f"{path}: is there already and was left alone; --force replaces it"])
    text = text_of(answers)
    settings = parse(text, path)
    checks = asyncio.run(_looked_at(settings))
    if not _accepted(checks):
        print("Nothing was written.", file=sys.stderr)
        return 1
    write_private(path, text)
    print(f"Wrote {path}. Next: {_next(settings)}")
    return 0


async def _looked_at(settings: Settings) -> list[doctor.Check]:
    return [await doctor.telegram(settings), await doctor.discord(settings), await doctor.model(settings)]


def _accepted(checks: Sequence[doctor.Check]) -> bool:
    """Show the checks; whether no token was refused. A server that is out of reach now is no reason not to write."""
    for check in checks:
        print(f"{check.result:<5} {check.label:<9} {check.detail}" + (f" -> {check.remedy}" if check.remedy else ""))
    return not any(check.result == doctor.Result.FAIL and "refused" in check.detail for check in checks)


def write_private(path: Path, text: str) -> None:
    """Write a file that is 0600 from birth, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    handle = os.open(beside, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
    beside.replace(path)


def _next(settings: Settings) -> str:
    first = "" if settings.model.provider == "ollama" else "sayso models pull, then "
    return first + ("sayso run" if settings.secrets() else "sayso chat")
