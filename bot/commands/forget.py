"""Forgetting: preview, confirmation bound to it, receipt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot import cards
from bot.channel import Button, Outgoing
from bot.commands.context import Answer, Context, number_of, parse_numbers, text
from memory.domain import Counts
from memory.errors import NotFound
from memory.place import ForgetPreview
from memory.text import STOP_WORDS, words
from memory.topics import EmptyTopic


async def forget(context: Context, args: str) -> Answer:
    topic = args.strip()
    if topic.casefold() in ("yes", "ja", "no", "nein"):
        held = await context.place.open_preview()
        if held is None:
            return text(context.say("forget_over"))
        return await (forget_yes(context, held) if topic.casefold() in ("yes", "ja") else forget_keep(context, held))
    if len(topic) < 10 and (number := number_of(topic)):
        try:
            return await forget_one(context, number)
        except NotFound:
            return text(context.say("no_such_any", number=topic))
    numbers = parse_numbers(topic)
    if len(numbers) > 1:
        return text(context.say("forget_many", number=numbers[0]))
    await context.place.forget_no_longer()  # a new question takes the place of an open one, also when nothing is found
    if (spoken := words(topic)) and all(word in STOP_WORDS for word in spoken):
        return text(context.say("forget_usage"))  # nothing but "the" and "a" would take everything
    topic, readable = _readable(topic)
    try:
        preview = await context.place.forget_preview(topic, readable=readable)
    except EmptyTopic:
        return text(context.say("forget_usage"))
    if preview is None:
        return text(context.say("forget_nothing"))
    return ask_forget(context, preview, context.say("forget_head" if preview.exact else "forget_meant"))


def _readable(topic: str) -> tuple[str, bool]:
    """`/forget x readable` keeps the words of x, so that the refusal can be read again; the last word says it."""
    words, _, last = topic.rpartition(" ")
    wanted = last.casefold() in ("readable", "lesbar") and bool(words.strip())
    return (words.strip(), True) if wanted else (topic, False)


def ask_forget(context: Context, preview: ForgetPreview, head: str) -> Answer:
    """Show what would go, and ask; the buttons carry the preview's number, not its words."""
    lines = [head, *(cards.entry(context.language, claim) for claim in preview.claims)]
    if preview.messages or preview.replies:
        said = {"messages": counted(context, "message", preview.messages),
                "replies": counted(context, "reply", preview.replies)}
        lines.append(context.say("forget_messages", **said))
    lines.append(context.say("forget_promise" if preview.exact else "forget_no_promise"))
    buttons = [Button(context.say("button_forget"), f"fy:{preview.id}", "/forget yes")]
    if len(preview.claims) == 1:
        only = preview.claims[0].id
        buttons.append(Button(context.say("button_only", number=only), f"fo:{preview.id}:{only}", f"/forget {only}"))
    buttons.append(Button(context.say("button_keep"), f"fk:{preview.id}", "/forget no"))
    named = tuple(claim.id for claim in preview.claims)
    return Answer((Outgoing("\n".join(lines), "ask", (tuple(buttons),), claims=named),), place="reply")


async def forget_yes(context: Context, preview: int) -> Answer:
    screens = await on_screens(context, await context.place.reached(preview))
    done = await context.place.forget(preview)
    if done is None:
        return text(context.say("forget_over"))
    if isinstance(done, ForgetPreview):
        return ask_forget(context, done, context.say("forget_changed"))
    return await receipt(context, done, screens)


async def forget_one(context: Context, number: int) -> Answer:
    """Forget one number at once; where others say the same in the same words, these are shown first."""
    screens = await on_screens(context, [number])
    done = await context.place.forget_alone(number)
    if isinstance(done, ForgetPreview):
        return ask_forget(context, done, context.say("forget_joined", number=number))
    return await receipt(context, done, screens)


async def forget_keep(context: Context, preview: int) -> Answer:
    await context.place.keep(preview)
    return text(context.say("forget_kept"))


@dataclass(frozen=True, slots=True)
class Screens:
    """What loses words on screens: cards and previews (claim, place, channel, room, platform ids), and the claims that
    stay and are drawn anew."""

    places: tuple[tuple[int, str, str, str, list[str]], ...]
    redraw: tuple[int, ...]


async def on_screens(context: Context, claims: Sequence[int]) -> Screens:
    """The cards of claims that go and of those said with them, and the previews that name any: wherever they stand."""
    work = context.app.memory.work
    spared = await context.place.spared(claims)
    anew = [(room, ids) for _, _, _, room, ids in await work.cards(spared)]
    gone = [place for place in await work.cards(claims) if place[3:] not in anew]
    return Screens(tuple(gone + await work.previews([*claims, *spared])), tuple(spared))


async def receipt(context: Context, counts: Counts, screens: Screens) -> Answer:
    """"Removed" with the counts read back; "gone from the file" once the scrub has said so."""
    context.app.memory.vectors.forget()
    context.app.underway.end(context.place.principal.id)
    kinds = [amount(context, "fact", counts.facts), amount(context, "message", counts.messages),
             amount(context, "reply", counts.replies)]
    kinds += [context.say("count_claim", n=counts.claims)] if counts.claims else []
    kinds += [context.say("count_unsent", n=counts.other["unsent"])] if "unsent" in counts.other else []
    told = context.say("forget_done", counts=", ".join(kind for kind in kinds if kind))
    gone = await context.app.scrub_now()
    told += " " + context.say("forget_scrubbed" if gone else "forget_scrub_later")
    removed = tuple((claim, place, channel, room, tuple(ids)) for claim, place, channel, room, ids in screens.places)
    return Answer((Outgoing(told, "command"),), redraw=screens.redraw, removed=removed)


def counted(context: Context, noun: str, n: int) -> str:
    """"1 message", "0 messages"."""
    plural = {"fact": "facts", "message": "messages", "reply": "replies"}[noun]
    return context.say(f"count_{noun if n == 1 else plural}", n=n)


def amount(context: Context, noun: str, n: int) -> str:
    return counted(context, noun, n) if n else ""
