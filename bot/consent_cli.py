"""`sayso consent`: what may leave this machine, and from which chat."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from bot.settings import Settings, load

app = typer.Typer(help="What may leave this machine, and from which chat.", no_args_is_help=True, rich_markup_mode=None)

Config = Annotated[Path | None, typer.Option("--config", metavar="FILE", help="Settings (default: the XDG place).")]


@app.command("list")
def list_(config: Config = None, as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """List what every chat has said yes or no to."""
    settings = _start(config)
    from bot import consent_desk

    held = asyncio.run(consent_desk.holding(settings))
    if as_json:
        print(json.dumps(held, ensure_ascii=False))
        return
    for grant in held:
        whose = f"  (what {grant['person']} told there)" if grant["person"] else ""
        print(f"{grant['room']:<24} {grant['origin']:<32} {grant['extent']:<16} {grant['term']:<7}"
              f" by {grant['given_by']}{whose}")
    if not held:
        print("Nothing may leave this machine.")


@app.command()
def grant(
    room: Annotated[str, typer.Argument(help="Chat, such as telegram:-100500.")],
    origin: Annotated[str, typer.Argument(help="Endpoint, such as https://ollama.com.")],
    with_memory: Annotated[bool, typer.Option("--with-memory", help="Also what is remembered there.")] = False,
    config: Config = None,
) -> None:
    """Say yes for a group, an owner's own chat or the terminal.

    In a chat of their own everybody else decides by themselves, where the bot asks.
    """
    settings = _start(config)
    from bot import consent_desk

    try:
        terms = asyncio.run(consent_desk.give(settings, room, origin, with_memory=with_memory))
    except consent_desk.NotYours as refusal:
        print(refusal, file=sys.stderr)
        sys.exit(1)
    print(f"{terms.room} may send {terms.extent} to {terms.origin}.")


@app.command()
def revoke(
    room: Annotated[str | None, typer.Argument(help="Chat; without one: every chat.")] = None,
    origin: Annotated[str | None, typer.Argument(help="Endpoint; without one: every endpoint.")] = None,
    config: Config = None,
) -> None:
    """Take a yes back, also from a Sayso that is running: what it is sending stops within a second."""
    settings = _start(config)
    from bot import consent_desk

    print(f"Taken back: {asyncio.run(consent_desk.withdraw(settings, room, origin))}")


def _start(config: Path | None) -> Settings:
    """Load the settings; events go to the log only where the settings ask for them, since a person is reading."""
    from bot import log

    settings = load(config)
    chosen = settings.logging
    if "level" not in chosen.model_fields_set:
        chosen = chosen.model_copy(update={"level": "warning"})
    log.configure(chosen, secrets=settings.secrets())
    return settings
