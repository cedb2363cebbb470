"""/consent: what may leave this machine from here, and taking it back."""

from __future__ import annotations

import httpx

from bot import asking
from bot.commands.context import Answer, Context, text
from bot.consent import origin_of
from bot.texts import day
from memory.grants import Extent, Grant, Terms

WORDS = {"once": "once", "einmal": "once", "no": "no", "nein": "no", "off": "off", "aus": "off", "mine": "mine",
         "meins": "mine"}


async def consent(context: Context, args: str) -> Answer:
    """List, answer the open question (`once`, `talk`, `talk and memory`, `no`), or take back (`off`)."""
    words = args.casefold().split()
    try:
        named = next((origin_of(word) for word in words if "://" in word), "")
    except (httpx.InvalidURL, UnicodeError):
        return text(context.say("consent_usage"))
    if not words:
        return text(await listed(context))
    verb = WORDS.get(words[0], "")
    if verb == "mine":
        return text(await mine(context, named, off=any(WORDS.get(word) == "off" for word in words[1:])))
    if not verb and words[0] in ("talk", "always", "immer", "gespräch", "memory"):
        with_memory = {"memory", "gedächtnis"} & {*words} and not {"without", "ohne"} & {*words}
        verb = "memory" if with_memory else "talk"
    if not verb:
        return text(context.say("consent_usage"))
    if not await asking.may_decide(context):
        return text(context.say("consent_admins"))
    return text(await (off(context, named) if verb == "off" else _answer(context, verb, named)))


async def listed(context: Context) -> str:
    await context.app.grants.tidy()
    lines = [_line(context, grant) for grant in await context.app.grants.holding(context.place.room.id)
             if not grant.terms.person or grant.terms.person == context.place.principal.id]
    if not lines:
        return context.say("consent_none")
    return "\n".join([context.say("consent_head"), *lines, context.say("consent_hint")])


async def off(context: Context, origin: str) -> str:
    """Take back what this room lets go, to one origin or to all."""
    going = [grant for grant in await context.app.memory.consent.standing(context.place.room.id)
             if grant.terms.extent is not Extent.NOTHING and origin in ("", grant.terms.origin)]
    ended = await context.app.grants.withdraw(going, "taken back", context.place.principal.id)
    return context.say("consent_off" if ended else "consent_off_nothing")


async def mine(context: Context, origin: str, *, off: bool) -> str:
    """A member's own yes, or its end, for what they shared into this room."""
    place, grants = context.place, context.app.grants
    if place.room.kind == "dm":
        return context.say("consent_mine_dm")
    if off:
        own = [grant for grant in await context.app.memory.consent.standing(place.room.id)
               if grant.terms.person == place.principal.id and origin in ("", grant.terms.origin)]
        await grants.withdraw(own, "taken back", place.principal.id)
        return context.say("consent_mine_off")
    going = {grant.terms.origin for grant in await grants.holding(place.room.id)
             if grant.terms.extent is Extent.MEMORY and not grant.terms.person and origin in ("", grant.terms.origin)}
    for to in sorted(going):
        await grants.give(Terms(place.room.id, to, Extent.MEMORY, person=place.principal.id), place.principal.id)
    return context.say("consent_mine", origins=", ".join(sorted(going))) if going else context.say("consent_none")


async def _answer(context: Context, choice: str, origin: str) -> str:
    """What a button of the question does; without an open one, for the endpoint named or asked about last."""
    store = context.app.memory.consent
    waiting = await store.asked(context.place.room.id)
    if waiting is not None and origin in ("", waiting.origin):
        if not await store.answer(waiting):
            return context.say("consent_over")
        return await asking.decide(context, waiting, choice)
    origin = origin or await store.last_asked(context.place.room.id)
    if not origin or choice == "once":
        return context.say("consent_not_asked")
    return await asking.give(context, origin, choice)


def _line(context: Context, grant: Grant) -> str:
    terms = grant.terms
    key = "mine" if terms.person else "once" if terms.turn else {
        Extent.TALK: "talk", Extent.MEMORY: "memory", Extent.NOTHING: "no"}[terms.extent]
    lines = {"mine": "consent_line_mine", "once": "consent_line_once", "talk": "consent_line_talk",
             "memory": "consent_line_memory", "no": "consent_line_no"}
    return context.say(lines[key], origin=terms.origin, day=day(context.language, grant.given_at))
