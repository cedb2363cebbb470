"""Taking one's memory along: /export, and taking up what notes brought: /notes."""

from __future__ import annotations

import json
from collections.abc import Callable

from bot import cards
from bot.channel import File, Outgoing
from bot.commands.context import PAGE, Answer, Context, page_of, parse_numbers, text
from bot.commands.look import REASONS
from bot.texts import say
from memory import transfer
from memory.errors import NotFound, Refused

MOST = 8_000_000  # bytes of a file; Discord takes ten million, Telegram fifty


async def export(context: Context, args: str) -> Answer:
    """As a file, whole; where a chat does not take that much, the operator's command says how it can be had."""
    data, form = await context.place.export(), args.strip().casefold()
    words = (json.dumps(data, ensure_ascii=False, indent=1) if form == "json"
             else transfer.markdown(data, wording(context.language)))
    if (size := len(words.encode())) > MOST:
        return text(context.say("export_long", person=context.place.principal.id, size=f"{size // 1_000_000} MB"))
    file = File(f"sayso-{data['exported_at'][:10]}.{'json' if form == 'json' else 'md'}", words)
    return Answer((Outgoing(context.say("export_file"), "command", file=file),))


def wording(language: str) -> Callable[..., str]:
    """The texts an export is written with."""
    def said(key: str, **values: object) -> str:
        reason = key.removeprefix("reason_")
        return "" if reason != key and reason not in REASONS else say(language, key, **values)
    return said


async def notes(context: Context, args: str) -> Answer:
    waiting = await context.place.notes()
    words = args.strip().casefold()
    if words in ("all", "alle"):
        numbers = [claim.id for claim in waiting]
    elif not words or (not (numbers := parse_numbers(words))):
        if not waiting:
            return text(context.say("notes_empty"))
        page = page_of(waiting, "1", 4 * PAGE)
        lines = [context.say("notes_head"), *(cards.entry(context.language, claim) for claim in page.entries)]
        lines += [context.say("notes_more", count=page.rest)] if page.rest else []
        return text("\n".join([*lines, context.say("notes_usage")]))
    done: list[int] = []
    for number in numbers:
        try:
            done.append((await context.place.take_up(number)).id)
        except (NotFound, Refused):
            continue
    if not done:
        return text(context.say("notes_none"))
    return Answer(tuple(cards.ask(context.language, [await context.place.card(number) for number in done])))

