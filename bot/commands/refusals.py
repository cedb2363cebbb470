"""Refusals: /unforget lists what was forgotten or declined, sealed, and lifts it by number or by its words."""

from __future__ import annotations

from dataclasses import replace

from bot import cards
from bot.channel import Button, Outgoing
from bot.commands.context import PAGE, Answer, Context, page_of, parse_numbers, text
from bot.texts import day, say
from memory.tombstones import Tombstone
from memory.topics import EmptyTopic

SHOWN = 300  # characters of a message that a question quotes


async def unforget(context: Context, args: str) -> Answer:
    words = args.strip()
    if not words:
        return await _listed(context)
    first, _, rest = words.partition(" ")
    if rest.strip().casefold() in ("keep", "behalten") and parse_numbers(first):
        return await keep(context, parse_numbers(first)[0])
    numbers = parse_numbers(words)
    if numbers:
        done = [number for number in numbers if await context.place.lift(number)]
        if not done:
            return text(context.say("unforget_none", number=numbers[0]))
        return text(context.say("unforgotten", numbers=", ".join(map(str, done))))
    try:
        lifted = await context.place.lift_topic(words)
    except EmptyTopic:
        return text(context.say("unforget_usage"))
    if not lifted:
        return text(context.say("unforget_unknown"))
    return text(context.say("unforgotten", numbers=", ".join(map(str, lifted))))


async def again(context: Context, number: int) -> Outgoing | None:
    """The one question about something declined that its person says anew; None when it was asked before."""
    asked = await context.place.asked_again(number)
    if asked is None:
        return None
    when, said = asked
    words = context.say("declined_again", day=day(context.language, when), quote=said[:SHOWN])
    return Outgoing(words, "ask", ((
        Button(context.say("button_keep_now"), f"dk:{number}", f"/unforget {number} keep"),
        Button(context.say("button_not_now"), f"dn:{number}")),))


async def keep(context: Context, number: int) -> Answer:
    """Yes to it: lifted, and remembered."""
    kept = await context.place.keep_after_all(number)
    if kept is None:
        return text(context.say("unforget_none", number=number))
    lines = [cards.entry(context.language, claim) for claim in kept]
    return text("\n".join([context.say("remembered"), *lines]) if kept else context.say("unforgotten", numbers=number))


async def pressed(context: Context, number: int, yes: bool) -> Answer:
    """The same by its buttons, in the place of the question."""
    answer = await keep(context, number) if yes else text(context.say("declined_still"))
    first = replace(answer.messages[0], edits=context.incoming.platform_id)
    return replace(answer, messages=(first,))


async def _listed(context: Context) -> Answer:
    standing = await context.place.refusals()
    if not standing:
        return text(context.say("unforget_empty"))
    page = page_of(standing[::-1], "1", 4 * PAGE)  # the newest first: those are the ones somebody regrets
    lines = [context.say("unforget_head"), *(line(context.language, one) for one in page.entries)]
    if page.rest:
        lines.append(context.say("unforget_more", count=page.rest))
    return text("\n".join([*lines, context.say("unforget_usage")]))


def line(language: str, one: Tombstone) -> str:
    """A sealed refusal tells its date and how often it held; only a readable one tells its words."""
    what = f'"{one.words}"' if one.words else say(
        language, "unforget_topic" if one.kind == "topic" else "unforget_declined")
    return say(language, "unforget_line", number=one.id, what=what, day=day(language, one.made_at), hits=one.hits)
