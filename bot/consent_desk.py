"""Grants seen and changed by whoever runs this machine, beside a Sayso that may be running on the same data."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx

from bot.consent import origin_of
from bot.grants import OPERATOR, KeptGrants
from bot.settings import Settings
from memory.core import Memory
from memory.grants import Extent, Grant, Terms


class NotYours(Exception):
    """The operator cannot say this yes; the text says who can, or what is wrong with it."""


@asynccontextmanager
async def _kept(settings: Settings) -> AsyncIterator[tuple[Memory, KeptGrants]]:
    async with Memory.open(settings.data_dir, lock=False) as memory:
        grants = KeptGrants(settings.data_dir / "consent")
        grants.over(memory.consent)
        yield memory, grants


async def holding(settings: Settings) -> list[dict[str, str]]:
    """Every yes that holds and every no, as plain words."""
    async with _kept(settings) as (_, grants):
        return [_plain(grant) for grant in await grants.holding()]


async def give(settings: Settings, room: str, origin: str, *, with_memory: bool) -> Terms:
    """Say yes for a group, an owner's own chat, or the terminal. Raises `NotYours`."""
    try:
        to = origin_of(origin) if "://" in origin else ""
    except (httpx.InvalidURL, UnicodeError):
        to = ""
    if not to:
        raise NotYours(f"{origin} is no endpoint. Write it as https://host or http://host:port.")
    async with _kept(settings) as (memory, grants):
        found = await memory.work.room(room)
        if found is None:
            raise NotYours(f"There is no chat {room}. Say something there first.")
        if found.kind == "dm" and (whose := await memory.consent.owner(room)) not in settings.owners \
                and not whose.startswith("terminal:"):
            raise NotYours(f"{room} is somebody's own chat: only they can say yes there, where the bot asks them.")
        terms = Terms(room, to, Extent.MEMORY if with_memory else Extent.TALK)
        return (await grants.give(terms, OPERATOR)).terms


async def withdraw(settings: Settings, room: str | None, origin: str | None) -> int:
    """Take back what a chat, or every chat, lets go to an endpoint, or to any; how many grants ended."""
    async with _kept(settings) as (memory, grants):
        found = [grant for grant in await memory.consent.standing(room) if grant.terms.extent is not Extent.NOTHING
                 and origin in (None, grant.terms.origin)]
        return await grants.withdraw(found, "taken back", OPERATOR)


def _plain(grant: Grant) -> dict[str, str]:
    terms = grant.terms
    return {"room": terms.room, "origin": terms.origin, "extent": str(terms.extent), "turn": terms.turn,
            "term": "once" if terms.turn else "always", "person": terms.person, "given_by": grant.given_by,
            "given_at": grant.given_at.isoformat()}
