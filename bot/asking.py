"""Asking a room whether its talk may leave this machine, and what becomes of the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import structlog

from bot.channel import Button, Incoming, Outgoing
from bot.commands.context import Answer, Context
from bot.texts import say
from memory.grants import Asking, Extent, Terms
from memory.place import Place
from memory.work import LEARN

if TYPE_CHECKING:
    from bot.app import App

log = structlog.get_logger()
CHOICES = {"once": Extent.MEMORY, "talk": Extent.TALK, "memory": Extent.MEMORY, "no": Extent.NOTHING}
PATIENCE = 3600.0  # seconds that learning from a message waits for the answer before it is done on this machine


def turn_of(incoming: Incoming) -> str:
    """What a `once` is bound to; never empty, since an empty one would mean always."""
    return incoming.platform_id or incoming.key


async def card(app: App, place: Place, incoming: Incoming, language: str, origin: str) -> Outgoing:
    """The question, with a button and a command for each answer. Whose message it is for is kept with it. A room that
    has it before it is not asked again: what waits there is somebody's who may not be the one who writes."""
    store, shared = app.memory.consent, place.room.kind != "dm"
    waiting = await store.asked(place.room.id) if shared else None
    if waiting is not None and waiting.origin == origin and waiting.turn != turn_of(incoming):
        return Outgoing(say(language, "consent_pending", origin=origin), "notice")
    number = await store.ask(Asking(0, place.room.id, place.principal.id, turn_of(incoming), origin), place.scope)
    lines = [say(language, "consent_ask", model=app.model_name, origin=origin),
             *([say(language, "consent_decides")] if shared else []), say(language, "consent_once_means")]
    buttons = ((Button(say(language, "consent_button_once"), f"ca:{number}:once", "/consent once"),
                Button(say(language, "consent_button_talk"), f"ca:{number}:talk", "/consent talk")),
               (Button(say(language, "consent_button_memory"), f"ca:{number}:memory", "/consent talk and memory"),
                Button(say(language, "consent_button_no"), f"ca:{number}:no", "/consent no")))
    return Outgoing("\n".join(lines), "ask", buttons, reply_to=incoming.platform_id if shared else "")


async def may_decide(context: Context) -> bool:
    """In a DM the person; elsewhere an owner, or an administrator of that room, asked of the platform now."""
    place = context.place
    if place.room.kind == "dm" or place.principal.id in context.app.settings.owners:
        return True
    return await context.app.is_admin(context.incoming.channel, place.room.id, place.principal)


async def pressed(context: Context, argument: str) -> Answer:
    """One press on the question."""
    number, _, choice = argument.partition(":")
    asking = await context.app.memory.consent.asked(context.place.room.id, int(number)) if number.isdigit() else None
    if choice not in CHOICES:
        return Answer(toast=context.say("consent_over"))
    if not await may_decide(context):
        return Answer(toast=context.say("consent_admins"))
    if asking is None or not await context.app.memory.consent.answer(asking):
        return Answer(toast=context.say("consent_over"))
    told = await decide(context, asking, choice)
    return Answer((Outgoing(told, "card", edits=context.incoming.platform_id),))


async def decide(context: Context, asking: Asking, choice: str) -> str:
    """Record the answer, then take up the message that waits for it; what to tell."""
    app, origin = context.app, asking.origin
    told = await give(context, origin, choice, asking.turn if choice == "once" else "")
    if choice == "no":
        await app.memory.work.ask(LEARN, context.place.room.id, context.place.scope, app.quiet)
        app.worker.wake()
    elif not await app.answer_waiting(asking, context.incoming) and choice == "once":
        await app.grants.spend(asking.room, {asking.turn})
    return told


async def give(context: Context, origin: str, choice: str, turn: str = "") -> str:
    """Record a yes or a no of this room; what to tell."""
    place = context.place
    await context.app.grants.give(Terms(place.room.id, origin, CHOICES[choice], turn), place.principal.id)
    log.info("consent.given", room=place.room.id, origin=origin, choice=choice)
    told = context.say({"once": "consent_said_once", "talk": "consent_said_talk", "memory": "consent_said_memory",
                        "no": "consent_said_no"}[choice], origin=origin)
    if choice == "memory" and place.room.kind != "dm":
        told += "\n" + context.say("consent_members")
    return told
