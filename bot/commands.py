"""The commands: one table for routing, /help, menus and docs; each handler says what the person reads next."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot import cards
from bot.channel import Button, Incoming, Outgoing
from bot.texts import day, say
from memory import voice
from memory.domain import Card, Claim, Counts, State
from memory.errors import GroundMoved, NotFound, Refused
from memory.gateway import Choice
from memory.place import ForgetPreview, Forgotten, Place, Why
from memory.topics import EmptyTopic

if TYPE_CHECKING:
    from bot.app import App


@dataclass(frozen=True, slots=True)
class Context:
    """Who asked, where, in which language, and what the bot has."""

    app: App
    place: Place
    incoming: Incoming
    language: str

    def say(self, key: str, /, **values: object) -> str:
        return say(self.language, key, **values)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command or press leads to: messages to send, cards to redraw, a toast for who pressed."""

    messages: tuple[Outgoing, ...] = ()
    redraw: tuple[int, ...] = ()  # claims whose cards changed
    removed: tuple[tuple[int, str, str, str, tuple[str, ...]], ...] = ()  # cards of claims that are gone
    toast: str = ""
    place: str = "card"
    quiet: bool = field(default=False)  # nothing to send is meant


Handler = Callable[[Context, str], Awaitable[Answer]]


def text(words: str, *buttons: Button, says: str = "command") -> Answer:
    rows = (buttons,) if buttons else ()
    return Answer((Outgoing(words, "ask" if buttons else "command", rows),))


# -- first contact ---------------------------------------------------------------------------------------------------


async def start(context: Context, args: str) -> Answer:
    if context.place.room.kind != "dm":
        return text(context.say("start_group"))
    name = context.place.principal.name or context.place.principal.id
    return text(context.say("start", name=name, model=context.app.describe_model(context.language)),
                Button(context.say("start_how"), "how", "/help"), Button(context.say("start_pause"), "pause", "/pause"))


async def how(context: Context, args: str) -> Answer:
    return text(context.say("how"))


async def help_(context: Context, args: str) -> Answer:
    lines = [context.say("help")]
    lines += [f"/{command.name} - {context.say('cmd_' + command.name)}" for command in COMMANDS.values()]
    return text("\n".join([*lines, "", context.say("how")]))


# -- the queue -------------------------------------------------------------------------------------------------------


async def queue(context: Context, args: str) -> Answer:
    waiting = await context.place.pending()
    if not waiting:
        return text(context.say("queue_empty"))
    return paged(context, waiting, args, "queue")


async def approve(context: Context, args: str) -> Answer:
    if args.strip().casefold() in ("all", "alle"):
        return await approve_shown(context)
    numbers = parse_numbers(args)
    if not numbers:
        return text(context.say("approve_usage"))
    return await decide(context, numbers, context.place.approve)


async def approve_shown(context: Context) -> Answer:
    numbers, disputed = await context.place.approvable()
    if not numbers and not disputed:
        return text(context.say("approved_none"))
    answer = await decide(context, numbers, context.place.approve) if numbers else Answer()
    left = context.say("approved_left", numbers=", ".join(map(str, disputed)))
    return Answer((*answer.messages, *([Outgoing(left, "command")] if disputed else [])), answer.redraw)


async def decline(context: Context, args: str) -> Answer:
    numbers = parse_numbers(args)
    if not numbers:
        return text(context.say("decline_usage"))
    return await decide(context, numbers, context.place.decline)


async def resolve(context: Context, args: str) -> Answer:
    number, _, choice = args.strip().partition(" ")
    words = {"new": Choice.NEW, "neu": Choice.NEW, "old": Choice.OLD, "alt": Choice.OLD, "both": Choice.BOTH,
             "beide": Choice.BOTH, "neither": Choice.NEITHER, "keins": Choice.NEITHER, "none": Choice.NEITHER}
    if not number.lstrip("#").isdigit() or choice.strip().casefold() not in words:
        return text(context.say("resolve_usage"))
    picked = words[choice.strip().casefold()]
    return await decide(context, [int(number.lstrip("#"))], lambda n: context.place.resolve(n, picked))


async def decide(context: Context, numbers: Sequence[int], verb: Callable[[int], Awaitable[Claim]]) -> Answer:
    """Do `verb` to each number; one line each on what became of it."""
    lines: list[str] = []
    asks: list[Outgoing] = []
    changed: list[int] = []
    for number in numbers:
        try:
            claim = await verb(number)
            lines.append(cards.fate(context.language, claim))
            changed.append(number)
        except NotFound:
            lines.append(context.say("no_such", number=number))
        except GroundMoved:
            lines.append(context.say("moved", number=number))
        except Refused as refusal:
            if refusal.reason == "disputed":
                lines.append(context.say("disagrees_approve", number=number))
                asks.append(cards.dispute(context.language, await context.place.card(number)))
            else:
                lines.append(await already(context, number))
    return Answer((Outgoing("\n".join(lines), "command"), *asks), redraw=tuple(changed))


async def already(context: Context, number: int) -> str:
    try:
        card = await context.place.card(number)
    except NotFound:
        return context.say("no_such", number=number)
    return cards.fate(context.language, card.claim) if card.claim.state is not State.CANDIDATE else context.say(
        "already_gone", number=number)


async def edit(context: Context, args: str) -> Answer:
    number, _, words = args.strip().partition(" ")
    if not number.lstrip("#").isdigit() or not words.strip():
        return text(context.say("edit_usage"))
    wanted = int(number.lstrip("#"))
    try:
        kept = await context.place.edit(wanted, words.strip())
    except NotFound:
        return text(context.say("no_such", number=wanted))
    except Refused:
        return text(await already(context, wanted))
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
    except Refused:
        return text(context.say("remember_forgotten"))
    return saved(context, kept.cards, kept.secrets, "remembered")


def saved(context: Context, kept: Sequence[Card], kinds: Sequence[str], head: str, redraw: tuple[int, ...] = ()
          ) -> Answer:
    done = [card.claim for card in kept if card.claim.state is State.VERIFIED]
    lines = [context.say(head), *(cards.entry(context.language, claim) for claim in done)] if done else []
    lines += [context.say("secret_one", kind=kind) for kind in dict.fromkeys(kinds)]
    asks = [cards.dispute(context.language, card) for card in kept if card.disputes and card.claim not in done]
    told = [Outgoing("\n".join(lines), "command")] if lines else []
    return Answer((*told, *asks), redraw=redraw)


# -- looking -----------------------------------------------------------------------------------------------------------


async def facts(context: Context, args: str) -> Answer:
    known = await context.place.facts()
    if not known:
        return text(context.say("facts_empty"))
    disputed = await context.place.disputed()
    page, rest = page_of(known, args)
    lines = [context.say("facts_head")]
    lines += [cards.entry(context.language, claim)
              + (f" ({context.say('facts_disputed')})" if claim.id in disputed else "") for claim in page]
    if rest:
        lines.append(context.say("facts_more", count=rest, page=page_number(args) + 1))
    return Answer((Outgoing("\n".join(lines), "command", claims=tuple(claim.id for claim in page)),), place="list")


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
    return text("\n".join(lines))


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
        lines.append(f"    {context.say('said', quote=quote.quote, day=day(context.language, quote.observed_at))}{link}")
    return lines


def standing(context: Context, claim: Claim) -> str:
    if claim.state is State.CANDIDATE:
        return context.say("why_waiting")
    reason = "superseded" if claim.state is State.SUPERSEDED else claim.reason
    known = reason if reason in ("declined", "edited", "expired", "ended", "retracted", "superseded") else "other"
    return context.say("why_past", reason=context.say(f"reason_{known}"))


async def status(context: Context, args: str) -> Answer:
    app, place = context.app, context.place
    counts = await app.memory.work.count(place.room.id)
    fault = await app.model_fault()
    model = app.describe_model(context.language)
    lines = [context.say("status_head"),
             context.say("status_model", model=model) if fault is None
             else context.say("status_model_down", detail=fault.detail or fault.kind),
             context.say("status_learning",
                         on=context.say("status_yes" if await place.learned_from() else "status_no")),
             context.say("status_counts", facts=len(await place.facts()), waiting=len(await place.pending()))]
    for job in counts["jobs"]:
        if job.kind == "learn":
            key = "status_job_failed" if job.state == "failed" else "status_job_retry" if job.attempts else "status_job"
            lines.append(context.say(key, attempts=job.attempts, error=job.error))
    buttons: list[Button] = []
    for doubt in counts["doubtful"]:
        key = "status_doubt" if doubt.state == "doubt" else "status_failed"
        lines.append(context.say(key, day=day(context.language, app.moment(doubt.made_at))))
        buttons.append(Button(context.say("button_retry"), f"rt:{doubt.id}", f"/retry {doubt.id}"))
    return text("\n".join(lines), *buttons[:4])


async def retry(context: Context, args: str) -> Answer:
    """Send a message again whose delivery is in doubt; only the person it was for can ask."""
    numbers = parse_numbers(args)
    doubtful = {waiting.id for waiting in await context.app.memory.work.doubtful(context.place.room.id)}
    if not numbers or numbers[0] not in doubtful:
        return text(context.say("dismissed"))
    await context.app.memory.work.again(numbers[0])
    context.app.wake_sender()
    return text(context.say("retried"))


# -- forgetting ----------------------------------------------------------------------------------------------------------


async def forget(context: Context, args: str) -> Answer:
    topic = args.strip()
    if topic.casefold() in ("yes", "ja", "no", "nein"):
        held = await context.place.open_preview()
        if held is None:
            return text(context.say("forget_over"))
        return await (forget_yes(context, held) if topic.casefold() in ("yes", "ja") else forget_keep(context, held))
    if topic.lstrip("#").isdigit() and len(topic) < 10:
        try:
            return await forget_one(context, int(topic.lstrip("#")))
        except NotFound:
            return text(context.say("no_such_any", number=topic))
    try:
        preview = await context.place.forget_preview(topic)
    except EmptyTopic:
        return text(context.say("forget_usage"))
    if preview is None:
        return text(context.say("forget_nothing"))
    return ask_forget(context, preview, context.say("forget_head"))


def ask_forget(context: Context, preview: ForgetPreview, head: str) -> Answer:
    """Show what would go, and ask; the buttons carry the preview's number, not its words."""
    lines = [head, *(cards.entry(context.language, claim) for claim in preview.claims)]
    if preview.messages or preview.replies:
        lines.append(context.say("forget_messages", messages=amount(context, "message", preview.messages),
                                 replies=preview.replies))
    lines.append(context.say("forget_promise"))
    buttons = [Button(context.say("button_forget"), f"fy:{preview.id}", "/forget yes")]
    if len(preview.claims) == 1:
        only = preview.claims[0].id
        buttons.append(Button(context.say("button_only", number=only), f"fo:{preview.id}:{only}", f"/forget {only}"))
    buttons.append(Button(context.say("button_keep"), f"fk:{preview.id}", "/forget no"))
    return Answer((Outgoing("\n".join(lines), "ask", (tuple(buttons),)),))


async def forget_yes(context: Context, preview: int) -> Answer:
    before = await context.place.reached(preview)
    places = await context.app.memory.work.cards(before)
    done = await context.place.forget(preview)
    if done is None:
        return text(context.say("forget_over"))
    if isinstance(done, ForgetPreview):
        return ask_forget(context, done, context.say("forget_changed"))
    return await receipt(context, done, places)


async def forget_one(context: Context, number: int) -> Answer:
    places = await context.app.memory.work.cards([number])
    return await receipt(context, await context.place.forget_number(number), places)


async def forget_keep(context: Context, preview: int) -> Answer:
    await context.place.keep(preview)
    return text(context.say("forget_kept"))


async def receipt(context: Context, counts: Counts, places: Sequence[tuple[int, str, str, str, list[str]]]) -> Answer:
    """"Removed" with the counts read back; "gone from the file" once the scrub has said so."""
    context.app.memory.vectors.forget()
    kinds = [amount(context, "fact", counts.facts), amount(context, "message", counts.messages),
             amount(context, "reply", counts.replies)]
    kinds += [context.say("count_claim", n=counts.claims)] if counts.claims else []
    kinds += [context.say("count_unsent", n=counts.other["unsent"])] if "unsent" in counts.other else []
    told = context.say("forget_done", counts=", ".join(kind for kind in kinds if kind))
    gone = await context.app.scrub_now()
    told += " " + context.say("forget_scrubbed" if gone else "forget_scrub_later")
    removed = tuple((claim, place, channel, room, tuple(ids)) for claim, place, channel, room, ids in places)
    return Answer((Outgoing(told, "command"),), removed=removed)


def amount(context: Context, noun: str, n: int) -> str:
    plural = {"fact": "facts", "message": "messages", "reply": "replies"}[noun]
    return context.say(f"count_{noun if n == 1 else plural}", n=n) if n else ""


# -- being learned from ----------------------------------------------------------------------------------------------------


async def pause(context: Context, args: str) -> Answer:
    await context.place.pause(True)
    return text(context.say("paused"))


async def resume(context: Context, args: str) -> Answer:
    await context.place.pause(False)
    return text(context.say("resumed"))


async def learn(context: Context, args: str) -> Answer:
    if context.place.room.kind == "dm":
        return text(context.say("learn_dm"))
    wanted = args.strip().casefold()
    if wanted not in ("on", "off", "an", "aus"):
        return text(context.say("learn_usage"))
    on = wanted in ("on", "an")
    await context.place.join(on)
    return text(context.say("learn_on" if on else "learn_off"))


async def recall(context: Context, args: str) -> Answer:
    wanted = args.strip().casefold()
    if wanted not in ("on", "off", "an", "aus"):
        return text(context.say("recall_usage"))
    on = wanted in ("on", "an")
    await context.place.allow_excerpts(on)
    return text(context.say("recall_on" if on else "recall_off"))


# -- the table ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Command:
    """One row: its name, what it does, whether it waits for this room's learning when input is piped."""

    name: str
    run: Handler
    waits_for_learning: bool = False


COMMANDS: dict[str, Command] = {command.name: command for command in (
    Command("start", start), Command("help", help_), Command("queue", queue, True), Command("approve", approve, True),
    Command("decline", decline, True), Command("edit", edit, True), Command("resolve", resolve, True),
    Command("facts", facts), Command("remember", remember), Command("forget", forget, True), Command("why", why),
    Command("status", status), Command("pause", pause), Command("resume", resume), Command("learn", learn),
    Command("recall", recall))}
HIDDEN: dict[str, Handler] = {"retry": retry, "how": how}


def parse(words: str) -> tuple[str, str] | None:
    """(name, arguments) when a text is a command, in any case; None when it is talk."""
    if not words.startswith("/") or len(words) < 2 or not words[1].isalpha():
        return None
    head, _, args = words[1:].partition(" ") if "\n" not in words.split(" ")[0] else words[1:].partition("\n")
    return head.casefold(), args


async def run(context: Context, name: str, args: str) -> Answer:
    """Carry out a command; an unknown one is answered, never sent to a model."""
    command = COMMANDS.get(name)
    if command is not None:
        return await command.run(context, args)
    if name in HIDDEN:
        return await HIDDEN[name](context, args)
    return text(context.say("unknown_command", command=f"/{name}"[:40]))


def parse_numbers(args: str) -> list[int]:
    """The numbers in "3 5", "#3, 5"; [] when anything else stands there."""
    parts = args.replace(",", " ").split()
    found = [int(part.lstrip("#")) for part in parts if part.lstrip("#").isdigit() and len(part) < 18]
    return list(dict.fromkeys(found)) if len(found) == len(parts) else []


def page_number(args: str) -> int:
    return int(args) if args.strip().isdigit() and 0 < int(args) < 10_000 else 1


def page_of(entries: Sequence[Claim], args: str) -> tuple[Sequence[Claim], int]:
    start_at = (page_number(args) - 1) * cards.PAGE * 4
    page = entries[start_at:start_at + cards.PAGE * 4]
    return page, max(0, len(entries) - start_at - len(page))


def paged(context: Context, waiting: Sequence[Card], args: str, name: str) -> Answer:
    """The queue: one message for the plain ones of this page, one each for disputes."""
    start_at = (page_number(args) - 1) * cards.PAGE
    page = waiting[start_at:start_at + cards.PAGE]
    rest = max(0, len(waiting) - start_at - len(page))
    plain = [card for card in page if not card.disputes]
    shown: list[Outgoing] = []
    if len(plain) == 1 and not rest:
        shown.append(cards.single(context.language, plain[0]))
    elif plain:
        lines = [context.say("queue_head")]
        lines += [f"{cards.entry(context.language, card.claim)}\n    "
                  f"{context.say('said', quote=card.quote, day=day(context.language, card.said_at))}" for card in plain]
        lines += [context.say("queue_more", count=rest, page=page_number(args) + 1)] if rest else []
        lines.append(context.say("queue_hint"))
        buttons = cards.notice(context.language, plain).buttons
        shown.append(Outgoing("\n".join(lines), "notice", buttons, claims=tuple(card.claim.id for card in plain)))
    shown += [cards.dispute(context.language, card) for card in page if card.disputes]
    return Answer(tuple(shown))
