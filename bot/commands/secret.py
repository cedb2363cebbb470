"""A secret told on purpose: kept masked, with the question whether to keep it anyway. The default is no.

The value itself is held in this process only (`unmasked`); no disk sees it before a yes.
"""

from __future__ import annotations

from dataclasses import replace

from bot.channel import Button, Outgoing
from bot.commands.context import Answer, Context, number_of, text
from memory.errors import NotFound


def ask(context: Context, answer: Answer, claims: tuple[int, ...]) -> Answer:
    """Add the question to the answer of a /remember whose words were masked."""
    number = context.app.unmasked.ask(context.incoming.key, claims)
    if number is None:
        return answer
    question = Outgoing(context.say("secret_keep"), "ask", ((
        Button(context.say("button_keep_anyway"), f"sk:{number}", f"/keep {number} yes"),
        Button(context.say("button_no"), f"sd:{number}", f"/keep {number} no")),))
    return replace(answer, messages=(*answer.messages, question))


async def pressed(context: Context, number: int, yes: bool) -> Answer:
    """Yes: the words as they were take the masked ones' place. No, or too late: the masked ones stay."""
    found = context.app.unmasked.end(number, context.place.principal.id, context.place.room.id)
    edits = context.incoming.platform_id
    if found is None:
        return Answer(toast=context.say("forget_over"))
    if not yes:
        return Answer((Outgoing(context.say("secret_masked"), "command", edits=edits),))
    for claim in found.claims:
        try:
            await context.place.forget_number(claim)
        except NotFound:
            continue
    kept = await context.place.remember(found.words, as_it_is=True)
    done = text(context.say("secret_kept", numbers=", ".join(str(card.claim.id) for card in kept.cards)))
    return replace(done, messages=(replace(done.messages[0], edits=edits),))


async def keep(context: Context, args: str) -> Answer:
    """The same answers as a command: /keep 3 yes, /keep 3 no."""
    number, _, word = args.strip().partition(" ")
    if not number_of(number):
        return text(context.say("forget_over"))
    answer = await pressed(context, number_of(number), word.strip().casefold() in ("yes", "ja"))
    if answer.toast:
        return text(answer.toast)
    return replace(answer, messages=tuple(replace(one, edits="") for one in answer.messages))
