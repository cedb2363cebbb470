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


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked for one answer, and which check of `doctor` looks at it."""

    answer: str  # the field of `Answers`
    words: str
    hidden: bool = False
    check: str = ""


QUESTIONS = (
    Question("telegram_token", "Telegram bot token (Enter: no Telegram): ", hidden=True, check="telegram"),
    Question("discord_token", "Discord bot token (Enter: no Discord): ", hidden=True, check="discord"),
    Question("owner", 'Your own id, such as "telegram:123" (Enter: later, with a pairing code): '),
    Question("ollama", f"Name of an Ollama model (Enter: the small built-in {files.SMOLLM2}): ", check="model"),
)


def asked(given: Answers, path: Path) -> Answers:
    """Ask on the terminal for what was not given; an empty answer leaves it out, a wrong one is asked for again."""
    for question in QUESTIONS:
        nobody = question.answer == "owner" and not (given.telegram_token or given.discord_token)
        if getattr(given, question.answer) is None and not nobody:
            given = _answered(given, question, path)
    return given


def _answered(given: Answers, question: Question, path: Path) -> Answers:
    while (answer := _ask(question.words, hidden=question.hidden)) is not None:
        tried = replace(given, **{question.answer: answer})
        try:
            if _accepted(parse(text_of(tried), path), [question]):
                return tried
        except ConfigError as error:
            for problem in error.problems:
                print(problem.partition(": ")[2], file=sys.stderr)  # without the line of a file that is not there yet
    return given


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


def init(path: Path, answers: Answers, *, force: bool, asking: bool = False) -> int:
    """Check, ask for what is missing if `asking`, and write; the exit code. Every answer is checked where it is given,
    the options before the first question. Refused tokens and files that are there write nothing.

    Raises `ConfigError` when an option is not of the right form.
    """
    if path.exists() and not force:
        raise ConfigError([f"{path}: is there already and was left alone; --force replaces it"])
    given = [question for question in QUESTIONS if getattr(answers, question.answer) is not None]
    if not _accepted(parse(text_of(answers), path), given):
        print("Nothing was written.", file=sys.stderr)
        return 1
    if asking:
        answers = asked(answers, path)
    text = text_of(answers)
    settings = parse(text, path)
    if not answers.ollama:
        _accepted(settings, [question for question in QUESTIONS if question.check == "model"])
    write_private(path, text)
    print(f"Wrote {path}. Next: {_next(settings)}")
    return 0


def _accepted(settings: Settings, questions: Sequence[Question]) -> bool:
    """Show what the checks say of these answers; whether no token was refused. A server that is out of reach now is no
    reason not to write."""
    look = {"telegram": doctor.telegram, "discord": doctor.discord, "model": doctor.model}
    accepted = True
    for check in [asyncio.run(look[question.check](settings)) for question in questions if question.check]:
        remedy = f" -> {check.remedy}" if check.remedy else ""
        print(f"{check.result:<5} {check.label:<9} {check.detail}{remedy}")
        accepted &= not (check.result == doctor.Result.FAIL and "refused" in check.detail)
    return accepted


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
