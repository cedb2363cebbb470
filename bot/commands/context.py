"""What a command works with and what it leads to."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from bot.channel import Button, Incoming, Outgoing
from bot.texts import say
from memory.place import Place

if TYPE_CHECKING:
    from bot.app import App

T = TypeVar("T")
PAGE = 8  # cards of a list in one message; plain lines come four times as many


@dataclass(frozen=True, slots=True)
class Context:
    """Who asked, where, in which language, and what the bot has."""

    app: App
    place: Place
    incoming: Incoming
    language: str

    def say(self, key: str, /, **values: object) -> str:
        return say(self.language, key, **values)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command or press leads to: messages to send, cards to redraw, a toast for who pressed."""

    messages: tuple[Outgoing, ...] = ()
    redraw: tuple[int, ...] = ()  # claims whose cards changed
    removed: tuple[tuple[int, str, str, str, tuple[str, ...]], ...] = ()  # cards of claims that are gone
    toast: str = ""
    place: str = "card"
    aside: tuple[Outgoing, ...] = ()  # for the person's DM: a member's own matters are not shown in a room


Handler = Callable[[Context, str], Awaitable[Answer]]


async def aside(context: Context, run: Handler, args: str) -> Answer:
    """Answer in the person's DM what belongs there; the room is told no more than that."""
    if context.place.room.kind == "dm":
        return await run(context, args)
    room = await context.app.memory.work.dm_of(context.place.principal)
    if room is None:
        return text(context.say("dm_first"))
    there = replace(context, place=context.app.memory.at(context.place.principal, room))
    answer = await run(there, args)
    told = text(context.say("written_to_you")).messages
    return Answer(told, answer.redraw, answer.removed, place=answer.place, aside=answer.messages)


def text(words: str, *buttons: Button) -> Answer:
    """An answer of one message."""
    rows = (buttons,) if buttons else ()
    return Answer((Outgoing(words, "ask" if buttons else "command", rows),))


def parse_numbers(args: str) -> list[int]:
    """The numbers in "3 5", "#3, 5"; [] when anything else stands there."""
    parts = args.replace(",", " ").split()
    found = [int(part.lstrip("#")) for part in parts if part.lstrip("#").isdecimal() and len(part) < 18]
    return list(dict.fromkeys(found)) if len(found) == len(parts) else []


def page_number(args: str) -> int:
    """The page asked for, from 1."""
    return int(args) if args.strip().isdecimal() and 0 < int(args) < 10_000 else 1


def page_of(entries: Sequence[T], args: str, size: int) -> tuple[Sequence[T], int]:
    """The entries of the page asked for, and how many come after it."""
    first = (page_number(args) - 1) * size
    page = entries[first:first + size]
    return page, max(0, len(entries) - first - len(page))
