"""A reply to a card is an answer to it: yes and no decide, other words are the claim in the person's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.channel import Incoming
from memory.domain import State
from memory.errors import NotFound
from memory.place import Place

if TYPE_CHECKING:
    from bot.app import App

YES = frozenset("yes yep yeah ok okay right correct sure approve ja jo genau richtig stimmt klar passt".split())
NO = frozenset("no nope wrong decline nein nö falsch".split())


async def command(app: App, place: Place, incoming: Incoming) -> tuple[str, str] | None:
    """(name, arguments) of the command a reply stands for; None when it is talk.

    Only a message that showed this person claims which still wait is answered so; a question is talk. Other words than
    yes and no are an edit, of a single claim.
    """
    words = incoming.text.strip()
    if not (incoming.reply_to and incoming.addressed and words) or incoming.forwarded or words.endswith("?"):
        return None
    shown = await app.memory.work.batch(incoming.reply_to, place.room.id, place.principal.id)
    try:
        waits = [(await place.card(number)).claim.state is State.CANDIDATE for number in shown]
    except NotFound:
        return None
    if not shown or not all(waits):
        return None
    numbers = " ".join(map(str, shown))
    if says_yes(words):
        return "approve", numbers
    if says_no(words):
        return "decline", numbers
    return ("edit", f"{numbers} {words}") if len(shown) == 1 else None


def says_yes(words: str) -> bool:
    """Whether a text is nothing but a yes."""
    return words.casefold().strip(" .!,") in YES


def says_no(words: str) -> bool:
    """Whether a text is nothing but a no."""
    return words.casefold().strip(" .!,") in NO
