"""What a command could be about, offered while somebody types its number. Only their own: a number that is offered is
one the command can do something with, and what is told to "you" was said by you."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot import cards
from bot.commands import refusals
from bot.texts import known
from memory.domain import Claim
from memory.place import Place

Line = tuple[str, int]
Source = Callable[[Place], Awaitable[list[Claim]]]


async def offered(place: Place, command: str, typed: str) -> list[Line]:
    """(line to show, number), newest first, of which `typed` is a part."""
    language = known(await place.language() or "en")
    if command == "unforget":
        lines = [(refusals.line(language, one), one.id) for one in await place.refusals()]
    else:
        lines = [(cards.entry(language, claim), claim.id) for claim in await SOURCES.get(command, _all)(place)]
    return [line for line in reversed(lines) if typed.strip(" #").casefold() in line[0].casefold()]


async def _waiting(place: Place) -> list[Claim]:
    return [card.claim for card in await place.pending()]


async def _facts(place: Place) -> list[Claim]:
    return [claim for claim in await place.facts() if claim.credited == place.principal.id]


async def _of_here(place: Place) -> list[Claim]:
    return [claim for claim in await _facts(place) if claim.scope == place.scope]


async def _brought_here(place: Place) -> list[Claim]:
    return [claim for claim in await _facts(place) if claim.scope != place.scope]


async def _all(place: Place) -> list[Claim]:
    return [*await _of_here(place), *await _waiting(place)]


async def _aside(place: Place) -> list[Claim]:
    return await place.put_aside()


async def _notes(place: Place) -> list[Claim]:
    return await place.notes()


SOURCES: dict[str, Source] = {
    "approve": _waiting, "decline": _waiting, "edit": _waiting, "resolve": _waiting, "notes": _notes,
    "correct": _of_here, "still": _of_here, "restore": _aside, "share": _of_here, "unshare": _brought_here,
}
