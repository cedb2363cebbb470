"""Asking, once, about something a person declined and says anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.bare import context_of
from bot.commands import refusals
from bot.envelope import pack_outgoing
from memory.domain import Room
from memory.work import Said

if TYPE_CHECKING:
    from bot.app import App


async def ask(app: App, room: Room) -> None:
    """Ask about everything declined that was said anew in a room, each of its person and only once."""
    for number, principal in await app.memory.work.declined_again(room.id):
        context = await context_of(app, principal, room)
        out = await refusals.again(context, number)
        if out is not None:
            await app.memory.work.say([Said(room.id.partition(":")[0], room.id, context.place.scope, out.says,
                                            pack_outgoing(out))])
            app.wake_sender()
