"""Time: whether something still holds, and bringing back what was put aside."""

from __future__ import annotations

from dataclasses import replace

from bot import cards
from bot.channel import Outgoing
from bot.commands.context import Answer, Context, number_of, parse_numbers, text
from bot.commands.look import past
from memory.domain import Claim, State
from memory.errors import NotFound, Refused

YES = {"yes", "y", "ja", "j", "true"}
NO = {"no", "n", "nein", "nope"}


async def still(context: Context, args: str) -> Answer:
    """/still 4 yes, /still 4 no: the answer to "still true?", or without having been asked."""
    number, _, word = args.strip().partition(" ")
    said = word.strip().casefold().rstrip(".")
    if not number_of(number) or said not in YES | NO:
        return text(context.say("still_usage"))
    wanted = number_of(number)
    try:
        return Answer((await _answered(context, wanted, said in YES),), redraw=(wanted,))
    except NotFound:
        return text(context.say("no_such_any", number=wanted))
    except Refused:
        return text(context.say("still_not", number=wanted))


async def pressed(context: Context, number: int, yes: bool) -> Answer:
    """The same by its buttons: the question's message turns into what became of it."""
    try:
        told = await _answered(context, number, yes)
    except NotFound:
        return Answer(toast=context.say("not_yours"))
    except Refused:
        return Answer(redraw=(number,), toast=context.say("still_not", number=number))
    return Answer((replace(told, says="card", edits=context.incoming.platform_id),))


async def _answered(context: Context, number: int, yes: bool) -> Outgoing:
    claim = await context.place.still(number, yes)
    if not yes:
        return Outgoing(cards.fate(context.language, claim), "command")
    if claim.valid_to is not None:
        told = context.say("still_yes_until", entry=cards.entry(context.language, claim), number=number)
        return Outgoing(told, "command")
    return await _back(context, claim, "still_yes")


async def _back(context: Context, claim: Claim, said: str) -> Outgoing:
    """What is used again; where it disagrees with what is known by now, the question which holds."""
    if claim.state is State.CANDIDATE:
        return cards.dispute(context.language, await context.place.card(claim.id))
    return Outgoing(context.say(said, number=claim.id, statement=cards.statement(claim)), "command")


async def restore(context: Context, args: str) -> Answer:
    """/restore 12: a fact again, after it was hidden or its time ran out."""
    numbers = parse_numbers(args)
    if len(numbers) != 1:
        return text(context.say("restore_usage"))
    [number] = numbers
    try:
        claim = await context.place.restore(number)
    except NotFound:
        return text(context.say("no_such_any", number=number))
    except Refused as refusal:
        return text(await _not_back(context, number, refusal.reason))
    return Answer((await _back(context, claim, "restored"),), redraw=(number,))


async def _not_back(context: Context, number: int, why: str) -> str:
    """Why something cannot be brought back, and for what its person ended on purpose, how it is kept again."""
    if why == "quarantined":
        return context.say("quarantined", number=number)
    claim = (await context.place.card(number)).claim
    if claim.state in (State.SUPERSEDED, State.DEPRECATED):
        return context.say("restore_past", number=number, reason=past(context, claim))
    return context.say("restore_not", number=number)
