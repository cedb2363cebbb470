"""Sharing: /share 12 here, /share 12 everyone, /unshare 12."""

from __future__ import annotations

from bot.commands.context import Answer, Context, number_of, text
from memory.errors import NotFound, Refused

HERE = {"here", "hier"}
EVERYONE = {"everyone", "everybody", "alle", "allen", "überall"}


async def share(context: Context, args: str) -> Answer:
    number, _, where = args.strip().partition(" ")
    place = where.strip().casefold()
    if not number_of(number) or place not in HERE | EVERYONE:
        return text(context.say("share_usage"))
    wanted = number_of(number)
    if place in EVERYONE and context.place.principal.id not in context.app.settings.owners:
        return text(context.say("share_owners"))
    try:
        fresh = await context.place.share(wanted, everyone=place in EVERYONE)
    except NotFound:
        return text(context.say("no_such_any", number=wanted))
    except Refused as refusal:
        if refusal.reason == "hypothesis":
            return text(context.say("share_guess", number=wanted))
        dm = refusal.reason == "not a room"
        return text(context.say("share_dm" if dm else "share_not_fact", number=wanted))
    if not fresh:
        return text(context.say("share_already", number=wanted))
    return text(context.say("shared_everyone" if place in EVERYONE else "shared_here", number=wanted))


async def unshare(context: Context, args: str) -> Answer:
    number = number_of(args)
    if not number:
        return text(context.say("unshare_usage"))
    try:
        scopes = await context.place.unshare(number)
    except NotFound:
        return text(context.say("no_such_any", number=number))
    return text(context.say("unshared" if scopes else "unshare_none", number=number))
