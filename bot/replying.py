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

    Only a message that showed this person one claim, which still waits, is answered so; a question is talk.
    """
    words = incoming.text.strip()
    if not (incoming.reply_to and incoming.addressed and words) or incoming.forwarded or words.endswith("?"):
        return None
    shown = await app.memory.work.batch(incoming.reply_to, place.room.id, place.principal.id)
    if len(shown) != 1:
        return None
    try:
        card = await place.card(shown[0])
    except NotFound:
        return None
    if card.claim.state is not State.CANDIDATE:
        return None
    said = words.casefold().strip(" .!,")
    if said in YES:
        return "approve", str(shown[0])
    return ("decline", str(shown[0])) if said in NO else ("edit", f"{shown[0]} {words}")
