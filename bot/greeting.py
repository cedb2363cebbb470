"""First contact: who runs the bot, where its model runs and what is kept, said before its first answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.channel import Incoming, Outgoing
from bot.envelope import pack_outgoing
from bot.texts import say
from memory.domain import Room
from memory.place import Place
from memory.work import Said

if TYPE_CHECKING:
    from bot.app import App

_ANY = 2 ** 62  # past the number of every message


def words(app: App, room: Room, language: str) -> str:
    """What everybody should know before they go on talking."""
    key = "first_contact" if room.kind == "dm" else "start_group"
    model = app.describe_model(language)
    return f"{say(language, key, model=model)}\n{say(language, 'settings_kept', days=app.keep_days)}"


async def give(app: App, place: Place, incoming: Incoming, language: str) -> None:
    """Say it where it was not said yet; in a room one telling is for all. One that could not be delivered is given
    again (`deliver` takes the room out of `met`)."""
    if await _needed(app, place, incoming):
        out = Outgoing(words(app, place.room, language), "notice", answers=incoming.key)
        await app.memory.work.say([Said(incoming.channel, place.room.id, place.scope, out.says, pack_outgoing(out))])
        app.met.add(place.room.id)
        app.wake_sender()


async def _needed(app: App, place: Place, incoming: Incoming) -> bool:
    """Telegram lets nobody write who has not pressed Start, which asks for it by /start; and whoever sits at the
    terminal has set it up."""
    if not incoming.addressed or place.room.id in app.met or incoming.channel == "terminal":
        return False
    started = incoming.channel == "telegram" and place.room.kind == "dm"
    return not started and not await place.talked_before(_ANY)
