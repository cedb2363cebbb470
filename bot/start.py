"""Starting: the app that some settings describe, and what the commands of `sayso` do with it."""

from __future__ import annotations

import asyncio
import importlib
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, TextIO

import structlog

from bot import heap
from bot.access import Access
from bot.app import WATCHED_STOP_WITHIN, App
from bot.channel import Channel
from bot.grants import KeptGrants
from bot.models import build
from bot.pairing import Pairing
from bot.rehearsal import rehearse
from bot.settings import Settings
from memory.core import Memory, Options
from memory.ports import Clock

log = structlog.get_logger()


@asynccontextmanager
async def opened(settings: Settings, *, lock: bool = True, clock: Clock | None = None) -> AsyncIterator[App]:
    """The app of these settings, without channels."""
    grants = KeptGrants(settings.data_dir / "consent")
    model, local, embedder = build.model(settings, grants), build.local(settings), build.embedder(settings)
    chosen = settings.memory
    options = Options(review=chosen.review, mode=chosen.mode, extractor=chosen.extractor, facts=chosen.facts,
                      excerpts=chosen.recall)
    try:
        async with Memory.open(settings.data_dir, embedder=embedder, model=model, options=options, lock=lock,
                               clock=clock) as memory:
            pairing = settings.access.pairing
            access = Access(settings.access.mode, settings.owners, settings.access.allow, Pairing(memory),
                            characters=pairing.characters, minutes=pairing.minutes, tries=pairing.tries)
            app = App(settings, memory, model, access, grants, local)
            if lock and (lost := await grants.tidy()):
                log.info("consent.ended", count=lost, reason="file gone")
            yield app
    finally:
        for one in (model, local):
            if one is not None:
                await one.close()
        if embedder is not None:
            await embedder.close()


def configured(settings: Settings) -> list[Channel]:
    """The channels that have a token, loaded by name."""
    found: list[Channel] = []
    for name in ("telegram", "discord"):
        chosen = getattr(settings.channels, name)
        if chosen.token is not None:
            found.append(importlib.import_module(f"channels.{name}").create(chosen))
    return found


async def run(settings: Settings) -> int:
    """All configured channels until SIGTERM or SIGINT."""
    heap.frugal()
    async with opened(settings) as app:
        channels = configured(settings)
        if not channels:
            print("No channel is configured: set channels.telegram.token, or talk here with `sayso chat`.")
            return 1
        stop = asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
        log.info("bot.started", channels=[channel.name for channel in channels], model=app.model_name)
        heap.settle()
        await app.serve(channels, stop)
        log.info("bot.stopped")
        return 1 if app.refused else 0


async def chat(settings: Settings, *, as_json: bool = False, lines: TextIO | None = None) -> int:
    """A conversation in the terminal; with `lines` (not a terminal) one message a line."""
    terminal = importlib.import_module("channels.terminal")
    async with opened(settings) as app:
        stop = asyncio.Event()
        channel = terminal.create(app, stop, as_json=as_json, lines=lines)
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
        await app.serve([channel], stop, within=WATCHED_STOP_WITHIN)
    return 0


async def prompt(settings: Settings, text: str, room: str, principal: str) -> dict[str, Any]:
    """Exactly what would be sent to the model for `text`, and to whom, without sending anything."""
    async with opened(settings, lock=False) as app:
        return (await rehearse(app, text, room, principal)).as_json()


async def audit(settings: Settings, *, rebuild: bool = False) -> tuple[bool, list[str]]:
    """(whether the record is whole, what to say about it): its chain, and on request the tables made from it."""
    async with opened(settings, lock=False) as app:
        broken = await app.memory.audit()
        if broken is not None:
            return False, [f"The record is broken at line {broken.seq}: {broken.why}."]
        number, digest = await app.memory.head()
        lines = [f"The record is whole: {number} lines, head {digest[:16]}."]
        differences = await app.memory.rebuilt() if rebuild else []
        if rebuild and not differences:
            lines.append("The tables are what the record makes of itself.")
        return not differences, [*lines, *differences]


async def pair(settings: Settings) -> str:
    """A fresh pairing code."""
    async with opened(settings, lock=False) as app:
        return await app.access.new_code()
