"""Looking: /facts, /why, /status, and sending again what may not have arrived."""

from __future__ import annotations

from collections import Counter
from textwrap import shorten

from bot import cards
from bot.channel import Button, Outgoing
from bot.commands import options
from bot.commands.context import PAGE, Answer, Context, page_of, parse_numbers, text
from bot.consent import NotConsented
from bot.envelope import outgoing
from bot.texts import day
from bot.texts import fault as in_words
from memory import voice
from memory.domain import Claim, State
from memory.errors import NotFound
from memory.outbox import Waiting
from memory.place import Why

HIDDEN_SHOWN = 20  # numbers in one line
_BEGINNING = 60  # characters of a message that name it
REASONS = ("declined", "edited", "expired", "ended", "retracted", "superseded", "quarantine", "flip")


async def facts(context: Context, args: str) -> Answer:
    known = await context.place.facts()
    hidden = await _hidden(context)
    if not known:
        return text("\n".join([context.say("facts_empty"), *hidden]))
    disputed = await context.place.disputed()
    page = page_of(known, args, 4 * PAGE)
    lines = [context.say("facts_head")]
    names = await context.place.names({claim.credited for claim in page.entries})
    said = Counter(claim.statement for claim in page.entries)
    lines += [_entry(context, claim, names) + (f" ({claim.value})" if said[claim.statement] > 1 else "")
              + (f" ({context.say('facts_disputed')})" if claim.id in disputed else "") for claim in page.entries]
    if page.rest:
        lines.append(context.say("facts_more", count=page.rest, page=page.number + 1))
    lines += hidden
    numbers = tuple(claim.id for claim in page.entries)
    return Answer((Outgoing("\n".join(lines), "command", claims=numbers),), place="list")


async def _hidden(context: Context) -> list[str]:
    """The line that names what is the person's own and kept out of use, if anything is."""
    numbers = await context.place.hidden()
    if not numbers:
        return []
    more = f" (+{len(numbers) - HIDDEN_SHOWN})" if len(numbers) > HIDDEN_SHOWN else ""
    listed = ", ".join(map(str, numbers[:HIDDEN_SHOWN])) + more
    return [context.say("facts_hidden", numbers=listed, first=numbers[0])]


def _entry(context: Context, claim: Claim, names: dict[str, str]) -> str:
    """One's own facts are told to "you", another member's by their name."""
    if claim.credited == context.place.principal.id:
        return cards.entry(context.language, claim)
    name = names.get(claim.credited, claim.credited)
    return context.say("line", number=claim.id,
                       statement=f"{name}: {voice.third_person(claim.statement, claim.language)}")


async def why(context: Context, args: str) -> Answer:
    if not args.strip():
        return await why_last(context)
    numbers = parse_numbers(args)
    if not numbers:
        return text(context.say("why_usage"))
    try:
        found = await context.place.why(numbers[0])
    except NotFound:
        return text(context.say("no_such_any", number=numbers[0]))
    lines = [*origin(context, found), context.say("why_fact") if found.is_fact else standing(context, found.claim)]
    lines += [context.say("why_rival", number=side.claim,
                          statement=voice.second_person(side.statement, side.language))
              for pair in found.rivals for side in (pair.a, pair.b) if side.claim != found.claim.id]
    seen = dict.fromkeys([found.claim.id, *(side.claim for pair in found.rivals for side in (pair.a, pair.b))])
    return Answer((Outgoing("\n".join(lines), "command", claims=tuple(seen)),), place="list")


async def why_last(context: Context) -> Answer:
    found = await context.place.why_last()
    if found is None:
        return text(context.say("why_no_answer"))
    if not found:
        return text(context.say("why_nothing"))
    return text("\n".join([context.say("why_head"), *(line for one in found for line in origin(context, one))]))


def origin(context: Context, found: Why) -> list[str]:
    """A claim and every quote it stands on, with date and link."""
    lines = [cards.entry(context.language, found.claim)]
    for quote in found.evidence:
        link = f" · {quote.link}" if quote.link else ""
        said = context.say("said", quote=quote.quote, day=day(context.language, quote.observed_at))
        lines.append(f"    {said}{link}")
    return lines


def standing(context: Context, claim: Claim) -> str:
    if claim.state is State.CANDIDATE:
        return context.say("why_waiting")
    return context.say("why_past", reason=past(context, claim))


def past(context: Context, claim: Claim) -> str:
    """Why a claim is no longer used."""
    reason = "superseded" if claim.state is State.SUPERSEDED else claim.reason
    approved_of_the_past = claim.state is State.VERIFIED and claim.valid_to is not None
    if claim.valid_to is not None and (approved_of_the_past or reason == "ended"):
        return context.say("reason_ended_on", day=f"{day(context.language, claim.valid_to)} {claim.valid_to.year}")
    return context.say(f"reason_{reason if reason in REASONS else 'other'}")


async def status(context: Context, args: str) -> Answer:
    app, place = context.app, context.place
    counts = await app.memory.work.count(place.room.id)
    fault = await app.model_fault(place.room.id)
    model = app.describe_model(context.language)
    lines = [context.say("status_head"),
             context.say("status_model", model=model) if fault is None
             else context.say("status_model_unasked", origin=fault.origin) if isinstance(fault, NotConsented)
             else context.say("status_model_down", detail=in_words(context.language, fault.detail or fault.kind)),
             *options.mode(context),
             context.say("status_learning",
                         on=context.say("status_yes" if await place.learned_from() else "status_no")),
             context.say("status_counts", facts=len(await place.facts()), waiting=len(await place.pending()))]
    for job in counts["jobs"]:
        if job.kind == "learn":
            key = "status_job_failed" if job.state == "failed" else "status_job_retry" if job.attempts else "status_job"
            lines.append(context.say(key, attempts=job.attempts, error=in_words(context.language, job.error)))
    doubtful = counts["doubtful"]
    lines += [_undelivered(context, doubt, number if len(doubtful) > 1 else 0)
              for number, doubt in enumerate(doubtful, 1)]
    buttons = [Button(context.say("button_retry") + (f" {number}" if len(doubtful) > 1 else ""), f"rt:{doubt.id}",
                      f"/retry {doubt.id}") for number, doubt in enumerate(doubtful, 1)]
    return text("\n".join(lines), *buttons[:4])


def _undelivered(context: Context, row: Waiting, number: int) -> str:
    """A message that may not have arrived: when it was, and how it begins where only its person reads that."""
    made = context.app.moment(row.made_at)
    alone = context.place.room.kind == "dm" and row.payload
    begins = f": {shorten(outgoing(row).text, _BEGINNING, placeholder='…')}" if alone else "."
    line = context.say("status_doubt" if row.state == "doubt" else "status_failed", day=day(context.language, made),
                       time=f"{made:%H:%M}", words=begins)
    return f"{number}. {line}" if number else line


async def retry(context: Context, args: str) -> Answer:
    """Send a message again whose delivery is in doubt; only the person it was for can ask."""
    numbers = parse_numbers(args)
    doubtful = {waiting.id for waiting in await context.app.memory.work.doubtful(context.place.room.id)}
    if not numbers or numbers[0] not in doubtful:
        return text(context.say("dismissed"))
    await context.app.memory.work.again(numbers[0])
    context.app.wake_sender()
    return text(context.say("retried"))
