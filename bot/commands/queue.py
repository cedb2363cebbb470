"""Deciding: /queue, /approve, /decline, /resolve, /edit, /remember."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from bot import cards
from bot.channel import Outgoing
from bot.commands import secret
from bot.commands.context import PAGE, Answer, Context, number_of, page_of, parse_numbers, text
from bot.texts import day
from bot.texts import secret as secret_name
from memory.domain import Card, Claim, Side, State
from memory.errors import GroundMoved, NotFound, Refused
from memory.gateway import Choice
from memory.place import Forgotten


async def queue(context: Context, args: str) -> Answer:
    waiting = await context.place.pending()
    if not waiting:
        return text(context.say("queue_empty"))
    return paged(context, waiting, args)


async def approve(context: Context, args: str) -> Answer:
    if args.strip().casefold() in ("all", "alle"):
        return await approve_shown(context)
    numbers = parse_numbers(args)
    if not numbers:
        return text(context.say("approve_usage"))
    rivals = await context.place.rivals_among(numbers)
    answer = await approve_agreeing(context, [number for number in numbers if number not in rivals], rivals)
    asked = cards.disputes(context.language, [await context.place.card(number) for number in rivals])
    return Answer((*answer.messages, *asked), answer.redraw)


async def approve_shown(context: Context) -> Answer:
    numbers, disputed = await context.place.approvable()
    if not numbers and not disputed:
        return text(context.say("approved_none"))
    return await approve_agreeing(context, numbers, disputed)


async def approve_agreeing(context: Context, numbers: Sequence[int], left: Sequence[int]) -> Answer:
    """Approve what can be approved together, and name what is left for the person to choose."""
    answer = await decide(context, numbers, context.place.approve) if numbers else Answer()
    told = context.say("approved_left", numbers=", ".join(map(str, left)))
    return Answer((*answer.messages, *([Outgoing(told, "command")] if left else [])), answer.redraw)


async def decline(context: Context, args: str) -> Answer:
    numbers = parse_numbers(args)
    if not numbers:
        return text(context.say("decline_usage"))
    return await decide(context, numbers, context.place.decline, "decline_approved")


async def resolve(context: Context, args: str) -> Answer:
    number, _, choice = args.strip().partition(" ")
    words = {"new": Choice.NEW, "neu": Choice.NEW, "old": Choice.OLD, "alt": Choice.OLD, "both": Choice.BOTH,
             "beide": Choice.BOTH, "neither": Choice.NEITHER, "keins": Choice.NEITHER, "none": Choice.NEITHER}
    if not number_of(number) or choice.strip().casefold() not in words:
        return text(context.say("resolve_usage"))
    wanted, picked = number_of(number), words[choice.strip().casefold()]
    sides = await dispute_of(context, wanted)
    waiting = [side.claim for side in sides.values() if side.state is State.CANDIDATE]
    if waiting and wanted not in waiting:
        return text(context.say("resolve_other", number=wanted, waiting=waiting[-1]))
    answer = await decide(context, [wanted], lambda n, _: context.place.resolve(n, picked), over=unchanged)
    if not answer.redraw or (len(sides) <= 2 and waiting == [wanted]):
        return answer  # one line says it
    return Answer((await fates(context, list(sides)),), redraw=tuple(sides))


async def dispute_of(context: Context, number: int) -> dict[int, Side]:
    """All that an open dispute of a number is between; empty where there is none."""
    try:
        return cards.sides(await context.place.card(number))
    except NotFound:
        return {}


async def fates(context: Context, numbers: Sequence[int]) -> Outgoing:
    """What has become of each."""
    found = [await context.place.card(number) for number in numbers]
    return Outgoing("\n".join(cards.fate(context.language, card.claim) for card in found), "command")


async def decide(context: Context, numbers: Sequence[int], verb: Callable[[int, str], Awaitable[Claim]],
                 approved: str = "", over: Callable[[Context, int, str], Awaitable[str]] | None = None) -> Answer:
    """Do `verb` to each number, as one act; one line each on what became of it.

    `approved`: what is said of a fact instead; `over`: what tells of one that was decided before, `already` by default.
    """
    lines: list[str] = []
    disputed: list[Card] = []
    changed: list[int] = []
    together = context.place.together()
    for number in numbers:
        try:
            claim = await verb(number, together)
            lines.append(cards.fate(context.language, claim))
            changed.append(number)
        except NotFound:
            lines.append(context.say("no_such", number=number))
        except GroundMoved:
            lines.append(context.say("moved", number=number))
        except Refused as refusal:
            if refusal.reason == "disputed":
                lines.append(context.say("disagrees_approve", number=number))
                disputed.append(await context.place.card(number))
            elif refusal.reason == "agreed":
                lines.append(context.say("resolve_agreed", number=number))
            elif refusal.reason == "quarantined":
                lines.append(context.say("quarantined", number=number))
            else:
                lines.append(await (over or already)(context, number, approved))
    asks = cards.disputes(context.language, disputed)
    return Answer((Outgoing("\n".join(lines), "command"), *asks), redraw=tuple(changed))


async def already(context: Context, number: int, approved: str = "") -> str:
    """What became of a claim that was decided before; `approved`: the text that tells what to do with a fact."""
    try:
        card = await context.place.card(number)
    except NotFound:
        return context.say("no_such", number=number)
    if approved and card.claim.state is State.VERIFIED:
        return context.say(approved, number=number)
    return cards.fate(context.language, card.claim) if card.claim.state is not State.CANDIDATE else context.say(
        "already_gone", number=number)


async def unchanged(context: Context, number: int, approved: str = "") -> str:
    """The same, where the request asked for something else than what became of it: says that it was not done."""
    told = await already(context, number, approved)
    found = (await context.place.card(number)).claim
    over = found.state is not State.CANDIDATE and not (approved and found.state is State.VERIFIED)
    return f"{told}\n{context.say('already_unchanged', number=number)}" if over else told


async def edit(context: Context, args: str) -> Answer:
    number, _, words = args.strip().partition(" ")
    if not number_of(number) or not words.strip():
        return text(context.say("edit_usage"))
    wanted = number_of(number)
    try:
        kept = await context.place.edit(wanted, words.strip())
    except NotFound:
        return text(context.say("no_such", number=wanted))
    except Refused as refusal:
        if refusal.reason == "no value":
            return text(context.say("edit_no_value", number=wanted))
        return text(await unchanged(context, wanted, "edit_approved"))
    except Forgotten:
        return text(context.say("remember_forgotten"))
    return saved(context, kept.cards, kept.secrets, "edited", redraw=(wanted,))


async def remember(context: Context, args: str) -> Answer:
    if not args.strip():
        return text(context.say("remember_usage"))
    try:
        kept = await context.place.remember(args.strip())
    except Forgotten:
        return text(context.say("remember_forgotten"))
    except Refused as refusal:
        return text(context.say("remember_usage" if refusal.reason == "no value" else "remember_forgotten"))
    answer = saved(context, kept.cards, kept.secrets, "remembered")
    return secret.ask(context, answer, tuple(card.claim.id for card in kept.cards)) if kept.secrets else answer


def saved(context: Context, kept: Sequence[Card], kinds: Sequence[str], head: str, redraw: tuple[int, ...] = ()
          ) -> Answer:
    done = [card.claim for card in kept if card.claim.state is State.VERIFIED]
    lines = [context.say(head), *(cards.entry(context.language, claim) for claim in done)] if done else []
    lines += [context.say("secret_one", kind=secret_name(context.language, kind)) for kind in dict.fromkeys(kinds)]
    waiting = [card for card in kept if card.claim not in done]
    lines += [context.say("saved_waiting", entry=cards.entry(context.language, card.claim)) for card in waiting
              if not card.disputes]  # nothing disagrees, so its source is set aside
    asks = [cards.dispute(context.language, card) for card in waiting if card.disputes]
    told = [Outgoing("\n".join(lines), "command")] if lines else []
    return Answer((*told, *asks), redraw=redraw)


def paged(context: Context, waiting: Sequence[Card], args: str) -> Answer:
    """The queue: one message for the plain ones of this page, one each for disputes."""
    page = page_of(waiting, args, PAGE)
    plain = [card for card in page.entries if not card.disputes]
    shown: list[Outgoing] = []
    if len(plain) == 1 and not page.rest:
        shown.append(cards.single(context.language, plain[0]))
    elif plain:
        lines = [context.say("queue_head")]
        entries = cards.entries(context.language, [card.claim for card in plain])
        lines += [f"{line}\n    {context.say('said', quote=card.quote, day=day(context.language, card.said_at))}"
                  f"{cards.effect(context.language, card, cards.NESTED)}"
                  for line, card in zip(entries, plain, strict=True)]
        lines += [context.say("queue_more", count=page.rest, page=page.number + 1)] if page.rest else []
        lines.append(context.say("queue_hint", number=plain[0].claim.id))
        buttons = cards.notice(context.language, plain).buttons
        numbers = tuple(card.claim.id for card in plain)
        shown.append(Outgoing("\n".join(lines), "notice", (buttons[0][::2],), claims=numbers))
    shown += cards.disputes(context.language, page.entries)
    if page.rest and not plain:
        shown.append(Outgoing(context.say("queue_more", count=page.rest, page=page.number + 1), "command"))
    return Answer(tuple(shown))
