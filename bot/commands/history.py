"""Changing what was decided: /correct, /undo, /history."""

from __future__ import annotations

from bot import cards
from bot.commands.context import Answer, Context, number_of, parse_numbers, text
from bot.commands.queue import saved
from bot.texts import day
from memory.domain import State
from memory.errors import GroundMoved, NotFound, Refused
from memory.place import Forgotten

VERBS = {"claim.proposed": "noted", "claim.verified": "approved", "claim.superseded": "replaced",
         "claim.deprecated": "ended", "claim.contradicted": "contradicted", "claim.reopened": "reopened",
         "claim.restored": "restored", "claim.closed": "closed", "evidence.added": "said",
         "evidence.withdrawn": "unsaid", "claim.reworded": "reworded", "evidence.reworded": "reworded"}
_NOT_CORRECTED = {"no value": "correct_no_value", "something else": "correct_else", "the same": "correct_same",
                  "secret": "correct_secret"}


async def correct(context: Context, args: str) -> Answer:
    number, _, words = args.strip().partition(" ")
    if not number_of(number) and ":" in args:
        return await _correct_meant(context, args)
    if not number_of(number) or not words.strip():
        return text(context.say("correct_usage"))
    wanted = number_of(number)
    try:
        kept = await context.place.correct(wanted, words.strip())
    except NotFound:
        return text(context.say("no_such_any", number=wanted))
    except Refused as refusal:
        return text(context.say(_NOT_CORRECTED.get(refusal.reason, "correct_waiting"), number=wanted))
    except Forgotten:
        return text(context.say("remember_forgotten"))
    return saved(context, kept.cards, kept.secrets, "corrected", redraw=(wanted,))


async def _correct_meant(context: Context, args: str) -> Answer:
    """/correct my employer: I work at ACME. Found by what it means; several are asked about, none is changed."""
    request, _, words = args.strip().partition(":")
    means = set(await context.place.means(request.strip(), words.strip())) if words.strip() else set()
    found = [claim for claim in await context.place.facts() if claim.id in means]
    if len(found) == 1:
        return await correct(context, f"{found[0].id} {words.strip()}")
    if not found:
        return text(context.say("correct_unknown"))
    lines = [context.say("correct_which"), *(cards.entry(context.language, claim) for claim in found)]
    return text("\n".join([*lines, context.say("correct_usage")]))


async def undo(context: Context, args: str) -> Answer:
    try:
        undone = await context.place.undo()
    except NotFound:
        return text(context.say("undo_nothing"))
    except GroundMoved:
        return text(context.say("undo_moved"))
    except Refused as refusal:
        return text(context.say("undo_elsewhere" if refusal.reason == "elsewhere" else "undo_forgotten"))
    lines = [context.say("undone"), *(cards.fate(context.language, claim) for claim in undone.claims)]
    numbers = tuple(claim.id for claim in undone.claims)
    return Answer(text("\n".join(lines)).messages, redraw=numbers)


async def history(context: Context, args: str) -> Answer:
    numbers = parse_numbers(args)
    if not numbers:
        return text(context.say("history_usage"))
    try:
        happened = await context.place.history(numbers[0])
        card = await context.place.card(numbers[0])
    except NotFound:
        return text(context.say("no_such_any", number=numbers[0]))
    lines = [cards.fate(context.language, card.claim)]
    told = ("", "")
    for one in happened:
        what = "reopened" if one.verb == "claim.restored" and one.state == State.CANDIDATE else VERBS.get(
            one.verb, "changed")
        if (one.act, what) == told:  # one act, told once
            continue
        told = one.act, what
        own = one.actor == context.place.principal.id or one.verb.startswith("evidence.")  # their words, noted by us
        who = context.say("history_you" if own else "history_me")
        lines.append(f"    {day(context.language, one.at)} {one.at:%H:%M}  {context.say(f'history_{what}')} · {who}")
    return text("\n".join(lines))
