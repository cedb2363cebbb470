"""Buttons: what their data means. The same verbs as the commands; a press is answered on the card it came from."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot import asking, cards, retrying
from bot.channel import Outgoing
from bot.commands import contact, forget, lasting, look, options, queue, refusals, secret
from bot.commands.context import Answer, Context, text
from memory.domain import State
from memory.errors import GroundMoved, NotFound, Refused
from memory.gateway import Choice

CHOICES = {"new": Choice.NEW, "old": Choice.OLD, "both": Choice.BOTH, "none": Choice.NEITHER}


async def press(context: Context) -> Answer:
    """Do what a button says, for its credited person only; anybody else learns nothing from the refusal."""
    verb, _, argument = context.incoming.press.partition(":")
    numbers = [int(part) for part in argument.split(":") if part.isdigit()]
    if verb in ("ok", "no") and numbers:
        return await _decide(context, numbers[0], context.place.approve if verb == "ok" else context.place.decline)
    if verb in CHOICES and numbers:
        return await _choose(context, numbers[0], numbers[1:], CHOICES[verb])
    if verb in ("sy", "sn") and numbers:
        return await lasting.pressed(context, numbers[0], verb == "sy")
    if verb in ("dk", "dn") and numbers:
        return await refusals.pressed(context, numbers[0], verb == "dk")
    if verb in ("sk", "sd") and numbers:
        return await secret.pressed(context, numbers[0], verb == "sk")
    if verb == "ed" and numbers:
        return await _ask_words(context, numbers[0])
    if verb == "all":
        return await _batch(context, argument)
    if verb in ("fy", "fo", "fk") and numbers:
        return await _forget(context, verb, numbers)
    if verb == "rt" and numbers:
        return await look.retry(context, str(numbers[0]))
    if verb == "ca":
        return await asking.pressed(context, argument)
    if verb == "set":
        return await options.pressed(context, argument)
    if verb == "ag":
        return await retrying.pressed(context, argument)
    simple = {"how": contact.how, "pause": contact.pause}
    return await simple[verb](context, "") if verb in simple else Answer(toast=context.say("already_gone", number="?"))


async def _choose(context: Context, number: int, asked: list[int], choice: Choice) -> Answer:
    """Decide a dispute, if it is still between the oldest and the newest side (`asked`) that the card showed."""
    sides = await queue.dispute_of(context, number)
    waits = number in sides and sides[number].state is State.CANDIDATE
    if waits and asked and asked != [min(sides), max(sides)]:
        told = Outgoing(context.say("dispute_changed", number=number), "command")
        return Answer((told, cards.dispute(context.language, await context.place.card(number))))
    answer = await _decide(context, number, lambda n, _: context.place.resolve(n, choice))
    if not waits or len(sides) <= 2 or answer.messages or answer.toast:
        return answer
    return Answer((await queue.fates(context, list(sides)),), redraw=tuple(sides))


async def _decide(context: Context, number: int, verb: Callable[[int, str], Awaitable[object]], together: str = ""
                  ) -> Answer:
    """One decision from one press; a second press changes nothing and says nothing new."""
    try:
        await verb(number, together)
    except NotFound:
        return Answer(toast=context.say("not_yours"))
    except GroundMoved:
        return Answer((Outgoing(context.say("moved", number=number), "command"),))
    except Refused as refusal:
        if refusal.reason == "disputed":
            return Answer((cards.dispute(context.language, await context.place.card(number)),))
        if refusal.reason == "quarantined":
            return text(context.say("quarantined", number=number))
        return Answer(redraw=(number,), toast=await queue.already(context, number))
    return Answer(redraw=(number,))


async def _ask_words(context: Context, number: int) -> Answer:
    try:
        card = await context.place.card(number)
    except NotFound:
        return Answer(toast=context.say("not_yours"))
    asked = context.say("edit_ask", number=number, statement=card.claim.statement)
    return Answer((Outgoing(asked, "command", claims=(number,)),))


async def _batch(context: Context, what: str) -> Answer:
    """Both / Look at each / Neither under a notice: about what that very message showed this person."""
    shown = await context.app.memory.work.batch(context.incoming.platform_id, context.place.room.id,
                                                context.place.principal.id)
    if not shown:
        return Answer(toast=context.say("not_yours"))
    waiting = [card for card in [await context.place.card(number) for number in shown]
               if card.claim.state is State.CANDIDATE]
    if what == "look":
        return Answer(tuple(cards.single(context.language, card) for card in waiting))
    changed: list[int] = []
    together = context.place.together()
    rivals = await context.place.rivals_among(shown) if what == "ok" else []
    for card in waiting:
        if card.claim.id not in rivals:
            verb = context.place.approve if what == "ok" else context.place.decline
            changed += (await _decide(context, card.claim.id, verb, together)).redraw
    asked = cards.disputes(context.language, [card for card in waiting if card.claim.id in rivals])
    return Answer(tuple(asked), redraw=tuple(changed) or tuple(shown[:1]))


async def _forget(context: Context, verb: str, numbers: list[int]) -> Answer:
    if await context.place.open_preview() is None:
        return Answer(toast=context.say("forget_over"))
    if verb == "fy":
        answer = await forget.forget_yes(context, numbers[0])
    elif verb == "fo" and len(numbers) > 1:
        await context.place.keep(numbers[0])
        try:
            answer = await forget.forget_one(context, numbers[1])
        except NotFound:
            return Answer(toast=context.say("not_yours"))
    else:
        answer = await forget.forget_keep(context, numbers[0])
    first, *rest = answer.messages
    ends = Outgoing(first.text, first.says, first.buttons, edits=context.incoming.platform_id)
    elsewhere = tuple(one for one in answer.removed if context.incoming.platform_id not in one[4])
    return Answer((ends, *rest), answer.redraw, elsewhere)
