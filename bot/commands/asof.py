"""/asof: what held on another day, by what was known then or now."""

from __future__ import annotations

import re
from datetime import date

from bot import cards
from bot.channel import Outgoing
from bot.commands.context import Answer, Context, text
from bot.texts import day
from memory.asof import Answer as Verdict
from memory.asof import AsOf, Span, Testimony
from memory.domain import Polarity

SHOWN = 6  # lines of evidence in one answer
_KNOWN = re.compile(r"\b(?:as )?(?:known|recorded|bekannt|stand)\b(?: (?:on|at|am|in|im))?\s+", re.IGNORECASE)


async def asof(context: Context, args: str) -> Answer:
    """/asof 2024-03-01 where did I live; /asof 2024-03-01 known 2026-11-01 where did I live."""
    span = _span(context, args)
    known: date | None = None
    if span is not None and (said := _KNOWN.match(span.rest)):
        record = _span(context, span.rest[said.end():])
        span = Span(span.first, span.last, record.rest) if record is not None else None
        known = record.last if record is not None else None
    if span is None or not span.rest.strip(" ?.,:"):
        return text(context.say("asof_usage"))
    found = await context.place.as_of(span.rest, span, known)
    seen = tuple(one.claim.id for one in found.testimony[:SHOWN])
    return Answer((Outgoing("\n".join(_lines(context, span, known, found)), "command", claims=seen),), place="list")


def _span(context: Context, words: str) -> Span | None:
    other = "en" if context.language == "de" else "de"
    return context.place.span(words, context.language) or context.place.span(words, other)


def _lines(context: Context, span: Span, known: date | None, found: AsOf) -> list[str]:
    when = _day(context, span.first)
    if span.last != span.first:
        when = context.say("when_between", first=when, last=_day(context, span.last))
    lines = [_answer(context, when, found)]
    if known is not None:
        lines.append(context.say("asof_known", day=_day(context, known)))
    if not found.testimony:
        lines.append(context.say("asof_nothing"))
    for one in found.testimony[:SHOWN]:
        lines += _evidence(context, one)
    return lines


def _answer(context: Context, when: str, found: AsOf) -> str:
    """Yes, no or unknown; to "where" and "what" the value itself."""
    if found.polar or found.answer is Verdict.UNKNOWN:
        return context.say(f"asof_{found.answer}", when=when)
    if found.answer is Verdict.YES:
        return context.say("asof_value", when=when, values=", ".join(found.values()[:SHOWN]))
    denied = found.values(Polarity.NO)
    return context.say("asof_denied" if denied else "asof_none", when=when, values=", ".join(denied[:SHOWN]))


def _evidence(context: Context, one: Testimony) -> list[str]:
    held = context.say(f"asof_held_{one.answer}")
    lines = [f"{cards.entry(context.language, one.claim)} · {held}"]
    for quote in one.evidence[:2]:
        link = f" · {quote.link}" if quote.link else ""
        said = context.say("said", quote=quote.quote, day=_day(context, quote.observed_at.date()))
        lines.append(f"    {said}{link}")
    return lines


def _day(context: Context, day_: date) -> str:
    return f"{day(context.language, day_)} {day_.year}"
