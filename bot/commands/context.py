"""What a command works with and what it leads to."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Generic, TypeVar

from bot.channel import Button, Incoming, Outgoing, Receipt
from bot.texts import say
from memory.place import Place

if TYPE_CHECKING:
    from bot.app import App

T = TypeVar("T")
_DIGITS = 17  # of a number: one more is past what the database counts to
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
    """Answer in the person's DM what belongs there; the room is told no more than that, and not before it is so."""
    if context.place.room.kind == "dm":
        return await run(context, args)
    room = await context.app.memory.work.dm_of(context.place.principal)
    if room is None:
        return told(context.say("dm_first"))
    there = replace(context, place=context.app.memory.at(context.place.principal, room))
    answer = await run(there, args)
    if not answer.messages:
        return answer
    receipt = Receipt(context.place.room.id, context.place.scope, context.incoming.key, context.say("written_to_you"),
                      context.say("dm_closed"))
    last = replace(answer.messages[-1], receipt=receipt)
    return Answer((), answer.redraw, answer.removed, place=answer.place, aside=(*answer.messages[:-1], last))


def text(words: str, *buttons: Button) -> Answer:
    """An answer of one message."""
    rows = (buttons,) if buttons else ()
    return Answer((Outgoing(words, "ask" if buttons else "command", rows),))


def told(words: str) -> Answer:
    """An answer that shows nothing of anybody's memory, so that a whole room may see it."""
    return Answer((Outgoing(words, "notice"),))


def parse_numbers(args: str) -> list[int]:
    """The numbers in "3 5", "#3, 5"; [] when anything else stands there."""
    found = [number_of(part) for part in args.replace(",", " ").split()]
    return list(dict.fromkeys(found)) if all(found) else []


def number_of(word: str) -> int:
    """The number in "12" or "#12"; 0 where there is none. One longer than any there is counts as one that is not."""
    digits = word.strip().removeprefix("#")
    return int(digits[:_DIGITS]) if digits.isdecimal() else 0


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """Some of a list: `number` counts from 1, `rest` is how many entries come after it."""

    entries: Sequence[T]
    number: int
    rest: int


def page_of(entries: Sequence[T], args: str, size: int) -> Page[T]:
    """The page asked for. A list gets shorter while its pages are read: past the end stands the last page, and what
    is no page is the first."""
    last = max(1, -(-len(entries) // size))
    number = min(max(1, number_of(args)), last)
    first = (number - 1) * size
    page = entries[first:first + size]
    return Page(page, number, len(entries) - first - len(page))
