"""A context without a message: for what the bot asks of its own accord."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.channel import Incoming
from bot.commands.context import Context
from bot.texts import known
from memory.domain import Principal, Room

if TYPE_CHECKING:
    from bot.app import App


async def context_of(app: App, principal: Principal, room: Room) -> Context:
    place = app.memory.at(principal, room)
    nothing = Incoming(room.id.partition(":")[0], "", room, principal, "service", app.memory.clock.now())
    return Context(app, place, nothing, known(await place.language()))
