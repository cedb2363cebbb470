"""Refusals: /unforget lists what was forgotten or declined, sealed, and lifts it by number or by its words."""

from __future__ import annotations

from bot.commands.context import PAGE, Answer, Context, page_of, parse_numbers, text
from bot.texts import day
from memory.tombstones import Tombstone
from memory.topics import EmptyTopic


async def unforget(context: Context, args: str) -> Answer:
    words = args.strip()
    if not words:
        return await _listed(context)
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


async def _listed(context: Context) -> Answer:
    standing = await context.place.refusals()
    if not standing:
        return text(context.say("unforget_empty"))
    page, rest = page_of(standing[::-1], "1", 4 * PAGE)  # the newest first: those are the ones somebody regrets
    lines = [context.say("unforget_head"), *(_line(context, one) for one in page)]
    if rest:
        lines.append(context.say("unforget_more", count=rest))
    return text("\n".join([*lines, context.say("unforget_usage")]))


def _line(context: Context, one: Tombstone) -> str:
    """A sealed refusal tells its date and how often it held; only a readable one tells its words."""
    what = f'"{one.words}"' if one.words else context.say(
        "unforget_topic" if one.kind == "topic" else "unforget_declined")
    return context.say("unforget_line", number=one.id, what=what, day=day(context.language, one.made_at),
                       hits=one.hits)
