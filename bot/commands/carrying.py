"""Taking one's memory along: /export, and taking up what notes brought: /notes."""

from __future__ import annotations

import json
from collections.abc import Callable

from bot import cards
from bot.channel import Outgoing
from bot.commands.context import PAGE, Answer, Context, page_of, parse_numbers, text
from bot.commands.look import REASONS
from bot.texts import say
from memory import transfer
from memory.errors import NotFound, Refused

PART, PARTS = 3500, 6  # characters of one message, under what Telegram takes; messages that are not yet too many


async def export(context: Context, args: str) -> Answer:
    """As text here, while it is short; else the operator's command says where it can be had whole."""
    data = await context.place.export()
    words = (json.dumps(data, ensure_ascii=False, indent=1) if args.strip().casefold() == "json"
             else transfer.markdown(data, wording(context.language)))
    parts = _cut(words)
    if len(parts) > PARTS:
        return text(context.say("export_long", person=context.place.principal.id, size=f"{len(words) // 1000} kB"))
    return Answer(tuple(Outgoing(part, "command") for part in parts))


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


def _cut(words: str) -> list[str]:
    """In parts at line ends."""
    parts = [""]
    for line in words.splitlines(keepends=True):
        for piece in (line[at:at + PART] for at in range(0, len(line), PART)):
            if len(parts[-1]) + len(piece) > PART:
                parts.append("")
            parts[-1] += piece
    return [part for part in parts if part.strip()]
