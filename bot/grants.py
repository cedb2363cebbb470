"""Grants as the transport asks for them: a row in the memory and one readable file each, and both have to be there.

Whoever looks into `data_dir/consent` sees what leaves this machine; whoever deletes a file there ends it at once.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import re
from collections.abc import Collection
from pathlib import Path

from bot import consent
from bot.consent import Purpose
from memory.consent import Consent
from memory.events import TIMER
from memory.grants import Extent, Grant, Terms

_UNSAFE = re.compile(r"[^A-Za-z0-9.-]+")
OPERATOR = "operator"  # who acts at the command line of this machine


class KeptGrants:
    """A `bot.consent.Grants`. Before `over` was called nobody has said yes to anything."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._store: Consent | None = None
        self._changing = asyncio.Lock()

    def over(self, store: Consent) -> None:
        """Use this memory's rows from now on."""
        self._store = store

    async def allows(self, room: str, origin: str, purpose: Purpose) -> bool:
        """See the protocol. What people shared into a room goes along only with each one's own yes."""
        where = consent.room.get()
        turns = where.turns if where is not None and where.room == room else frozenset()
        people = where.people if where is not None and where.room == room else frozenset()
        standing = [grant for grant in await self.holding(room) if grant.terms.origin == origin]
        covers = [grant for grant in standing if not grant.terms.person and _fits(grant, standing, turns)]
        if purpose is Purpose.TALK:
            return any(grant.terms.extent is not Extent.NOTHING for grant in covers)
        return any(grant.terms.extent is Extent.MEMORY for grant in covers) and people <= _own_yes(standing, covers)

    async def own_yes(self, room: str, origin: str, turns: Collection[str] = ()) -> set[str]:
        """The people whose facts, shared into a room, may go along to `origin`."""
        standing = [grant for grant in await self.holding(room) if grant.terms.origin == origin]
        return _own_yes(standing, [g for g in standing if not g.terms.person and _fits(g, standing, frozenset(turns))])

    async def refused(self, room: str, origin: str) -> bool:
        """Whether the room has said no, so that it is not to be asked again."""
        return any(grant.terms.origin == origin and grant.terms.extent is Extent.NOTHING
                   for grant in await self.holding(room))

    async def holding(self, room: str | None = None) -> list[Grant]:
        """The grants of a room, or of all, that have both row and file; and the recorded noes."""
        if self._store is None:
            return []
        rows = await self._store.standing(room)
        return await asyncio.to_thread(lambda: [grant for grant in rows if self._has_file(grant)])

    async def give(self, terms: Terms, by: str) -> Grant:
        """Record a yes (or a no), file first: a file without its row grants nothing."""
        assert self._store is not None
        async with self._changing:
            before = await self._store.standing(terms.room)
            if terms.extent is not Extent.NOTHING:
                await asyncio.to_thread(self._write, terms, by)
            given = await self._store.give(terms, by)
            await self._drop_files(before, await self._store.standing(terms.room))
            return given

    async def withdraw(self, grants: Collection[Grant], reason: str, by: str) -> int:
        """End grants, row first; how many had been standing."""
        assert self._store is not None
        async with self._changing:
            ended = await self._store.end([grant.id for grant in grants], reason, by)
            await asyncio.to_thread(_remove, {self._path(grant.terms) for grant in grants})
            return ended

    async def spend(self, room: str, turns: Collection[str]) -> None:
        """End what was granted once for these messages: they are answered and learned from."""
        used = [grant for grant in await self.holding(room) if grant.terms.turn and grant.terms.turn in turns]
        if used:
            await self.withdraw(used, "used", TIMER)

    async def tidy(self) -> int:
        """End for good what lost its file, so that a file put back does not bring it back; how many."""
        assert self._store is not None
        async with self._changing:
            rows = await self._store.standing()
            kept = {grant.id for grant in await self.holding()}
            lost = [grant.id for grant in rows if grant.id not in kept]
            return await self._store.end(lost, "file gone") if lost else 0

    async def _drop_files(self, before: Collection[Grant], after: Collection[Grant]) -> None:
        keep = {self._path(grant.terms) for grant in after}
        gone = {self._path(grant.terms) for grant in before} - keep
        await asyncio.to_thread(_remove, gone)

    def _path(self, terms: Terms) -> Path:
        key = "\n".join((terms.room, terms.origin, terms.person, terms.turn))
        names = [_UNSAFE.sub("_", part)[:60] for part in (terms.room, terms.origin, terms.person, terms.turn) if part]
        return self._directory / f"{'--'.join(names)}--{hashlib.sha256(key.encode()).hexdigest()[:8]}.txt"

    def _has_file(self, grant: Grant) -> bool:
        if grant.terms.extent is Extent.NOTHING:
            return True
        try:
            handle = os.open(self._path(grant.terms), os.O_RDONLY | os.O_NOFOLLOW)
        except OSError:
            return False
        with os.fdopen(handle, encoding="utf-8", errors="replace") as file:
            return file.read() == readable(grant.terms, grant.given_by)

    def _write(self, terms: Terms, by: str) -> None:
        self._directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = self._path(terms)
        temporary = path.with_suffix(".new")
        temporary.unlink(missing_ok=True)
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(readable(terms, by))
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)


def readable(terms: Terms, by: str) -> str:
    """What a grant's file says; any other content grants nothing."""
    term = f"once, for message {terms.turn}" if terms.turn else "always"
    whose = f"what {terms.person} shared here" if terms.person else {
        Extent.TALK: "its messages, without what is remembered",
        Extent.MEMORY: "its messages and what is remembered"}[terms.extent]
    return (f"Sayso sends from this room to this endpoint. Delete this file to stop it.\n"
            f"room: {_line(terms.room)}\nto: {_line(terms.origin)}\nwhat: {_line(whose)}\nterm: {_line(term)}\n"
            f"given by: {_line(by)}\n")


def _remove(paths: Collection[Path]) -> None:
    for path in paths:
        path.unlink(missing_ok=True)


def _line(text: str) -> str:
    return " ".join(text.split())


def _fits(grant: Grant, standing: Collection[Grant], turns: frozenset[str]) -> bool:
    """Always, or once for the very messages the request is made for."""
    if not grant.terms.turn:
        return True
    return bool(turns) and turns <= {other.terms.turn for other in standing if other.terms.turn}


def _own_yes(standing: Collection[Grant], covers: Collection[Grant]) -> set[str]:
    """Who said yes for what is remembered of themselves: by `/consent mine`, or by giving the room's yes with it."""
    own = {grant.terms.person for grant in standing if grant.terms.person}
    return own | {grant.given_by for grant in covers if grant.terms.extent is Extent.MEMORY}
