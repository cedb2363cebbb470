"""What came in, to where it belongs: access first, then press, command or talk. Errors become sentences here."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

import structlog

from bot import cards, commands, greeting, intent, presses, replying, turn
from bot.channel import Incoming, Outgoing
from bot.commands.context import Answer, Context, text
from bot.envelope import pack_outgoing
from bot.texts import known, say
from memory.domain import Principal
from memory.errors import MemoryFault, NotFound, StoreBusy
from memory.place import Place
from memory.text import detect
from memory.work import Said

if TYPE_CHECKING:
    from bot.app import App

log = structlog.get_logger()
WORDLESS = {"": "mention", "voice": "voice", "audio": "voice", "photo": "photo", "document": "document",
            "video": "video", "video_note": "video", "sticker": "sticker", "animation": "sticker", "dice": "sticker",
            "game": "sticker"}  # what came without words, by what is said to it
TRIES = 3  # a message whose handling failed this often is answered with an apology and let go


async def handle(app: App, arrived: int, incoming: Incoming) -> turn.Turn | None:
    """Handle one inbox row to its end: done, with whatever it leads to queued in the same transaction. Talk is kept,
    and given back where it waits for an answer (`answer`)."""
    author = incoming.author
    if incoming.note == "deleted":
        await _deleted(app, incoming, arrived)
        return None
    if author is None or incoming.kind == "service":
        await app.memory.work.say((), finishes=arrived)
        return None
    place = app.memory.at(author, incoming.room)
    language = await speaks(place, incoming)
    async with _in_words(app, place, incoming, language, arrived):
        if not await app.access.allows(author):
            await _stranger(app, author, incoming, place, language, arrived)
        elif incoming.kind == "press":
            await _finish(app, place, incoming, language, arrived, await presses.press(
                Context(app, place, incoming, language)))
        elif incoming.kind == "edit":
            await _edited(app, place, incoming, language, arrived)
        elif (command := commands.parse(incoming.text)) is not None and not incoming.forwarded:
            await _finish(app, place, incoming, language, arrived, await commands.run(
                Context(app, place, incoming, language), *command))
        elif (topic := _asked_to_forget(incoming)) is not None:
            await _finish(app, place, incoming, language, arrived, await commands.run(
                Context(app, place, incoming, language), "forget", topic))
        elif (answer := await replying.answer(Context(app, place, incoming, language))) is not None:
            await _finish(app, place, incoming, language, arrived, answer)
        elif incoming.addressed and (seconds := app.pressure.over(author.id, incoming.sent_at)):
            await _finish(app, place, incoming, language, arrived, _too_fast(app, incoming, author, language, seconds))
        elif incoming.text.strip():
            await greeting.give(app, place, incoming, language)
            return await turn.begin(app, place, incoming, language, arrived)
        else:
            await _wordless(app, place, incoming, language, arrived)
    return None


async def answer(app: App, one: turn.Turn, waited: bool = False) -> None:
    """Answer talk, to the end of its inbox row; `waited`: other answers came first."""
    async with _in_words(app, one.place, one.incoming, one.language, one.arrived):
        await turn.answer(app, await turn.waited(one) if waited else one)


@asynccontextmanager
async def _in_words(app: App, place: Place, incoming: Incoming, language: str, arrived: int) -> AsyncIterator[None]:
    """What the memory cannot do is told, and ends the row."""
    try:
        yield
    except StoreBusy:
        await _give_up(app, place, incoming, arrived, say(language, "busy"))
    except MemoryFault as fault:
        log.error("message.failed", room=incoming.room.id, kind=type(fault).__name__)
        await _give_up(app, place, incoming, arrived, say(language, "broken"))


def _asked_to_forget(incoming: Incoming) -> str | None:
    """A request to forget made in words gets the preview; neither it nor its topic is kept or sent to a model."""
    own = incoming.addressed and not incoming.forwarded and not incoming.caption
    return intent.forget_topic(incoming.text) if own else None


def _too_fast(app: App, incoming: Incoming, author: Principal, language: str, seconds: float) -> Answer:
    """One refusal until messages are answered again, and one for each that a platform shows as being answered."""
    if app.pressure.told(author.id, incoming.sent_at, seconds) and not incoming.press_id:
        return Answer()
    return text(say(language, "too_fast", seconds=math.ceil(seconds)))


async def give_up(app: App, arrived: int, incoming: Incoming) -> None:
    """End a row that failed again and again, so that it does not stop its room for ever."""
    if incoming.author is None:
        await app.memory.work.say((), finishes=arrived)
        return
    place = app.memory.at(incoming.author, incoming.room)
    await _give_up(app, place, incoming, arrived, say(await speaks(place, incoming), "broken"))


async def speaks(place: Place, incoming: Incoming) -> str:
    """The language to answer in: of a longer text, else the one noted, else of a short text, else the hint."""
    noted = await place.language()
    if incoming.forwarded:  # somebody else's language
        return known(noted or incoming.language or "en")
    if incoming.kind == "message" and len(incoming.text.split()) >= 3 and not incoming.text.startswith("/"):
        heard = known(detect(incoming.text, default=noted or incoming.language or "en"))
        if heard != noted:
            await place.speak(heard)
        return heard
    told = "" if noted or incoming.kind != "message" or incoming.text.startswith("/") else detect(incoming.text, "")
    if told:
        await place.speak(known(told))
    return known(noted or told or incoming.language or "en")


async def _stranger(app: App, author: Principal, incoming: Incoming, place: Place, language: str, arrived: int) -> None:
    """Somebody who is not let in: a pairing code opens; else they are told whose bot this is, in a DM or where the
    platform shows it to them alone. To what is said in rooms it is silent."""
    words = incoming.text.strip()
    key = "not_paired" if app.access.mode == "pairing" else "not_allowed"
    if incoming.room.kind != "dm" or incoming.kind != "message":
        if incoming.press_id:
            await app.toast(incoming.channel, incoming.press_id, say(language, key))
        await app.memory.work.say((), finishes=arrived)
        return
    if app.access.mode == "pairing" and not words.startswith("/"):
        result = await app.access.redeem(author, words)
        key = {"paired": "paired", "wrong": "pairing_wrong", "no code": key}.get(result, "pairing_over")
    told = say(language, key) + (f"\n{greeting.words(app, place.room, language)}" if key == "paired" else "")
    await _finish(app, place, incoming, language, arrived, text(told))


async def _finish(app: App, place: Place, incoming: Incoming, language: str, arrived: int, answer: Answer) -> None:
    """Queue an answer and the redrawn cards, and finish the row, in one transaction."""
    said = [_said(place, incoming, one, answer.place) for one in answer.messages]
    said += await _aside(app, place, incoming, answer)
    said += await _redraws(app, place, language, answer)
    if incoming.press_id:
        await app.toast(incoming.channel, incoming.press_id, answer.toast)
    await app.memory.work.say(said, finishes=arrived)


async def _aside(app: App, place: Place, incoming: Incoming, answer: Answer) -> list[Said]:
    """What goes to the person's DM instead of the room."""
    room = await app.memory.work.dm_of(place.principal) if answer.aside else None
    if room is None:
        return []
    there = app.memory.at(place.principal, room)
    return [replace(_said(there, incoming, one, answer.place), payload=pack_outgoing(one)) for one in answer.aside]


def _said(place: Place, incoming: Incoming, out: Outgoing, where: str = "card") -> Said:
    kind = where if where != "card" else "notice" if out.says == "notice" else "card"
    return Said(incoming.channel, place.room.id, place.scope, out.says,
                pack_outgoing(replace(out, answers=incoming.key)),
                out.claims if not out.edits else (), place.principal.id, kind)


async def _redraws(app: App, place: Place, language: str, answer: Answer) -> list[Said]:
    """Edits that bring cards on screens up to date: decided ones say so, forgotten ones lose their words."""
    edits: dict[tuple[str, str], Said] = {}
    for claim, kind, channel, room, ids in await app.memory.work.cards(answer.redraw):
        there = await app.memory.work.room(room)
        if not ids or there is None:
            continue
        home = app.memory.at(place.principal, there)  # a card is drawn with what may be shown where it is
        try:
            batch = [await home.card(number) for number in await app.memory.work.batch(
                ids[-1], room, place.principal.id)] or [await home.card(claim)]
            out = (cards.redrawn if kind == "notice" and len(batch) > 1 else cards.decided)(language, batch, ids[-1])
        except NotFound:
            continue  # not this person's, or no longer to be shown there
        edits[room, ids[-1]] = Said(channel, room, home.scope, "card", pack_outgoing(out))
    for claim, kind, channel, room, gone in answer.removed:
        out = cards.answered(language, gone[-1]) if kind == "preview" else cards.removed(language, claim, gone[-1])
        edits[room, gone[-1]] = Said(channel, room, place.scope, "card", pack_outgoing(out))
    return list(edits.values())


async def _edited(app: App, place: Place, incoming: Incoming, language: str, arrived: int) -> None:
    """An edited message: no command runs again; what was learned from words that are gone is withdrawn."""
    if commands.parse(incoming.text) is None:
        gone = await place.reread(incoming.platform_id, incoming.text)
        await _finish(app, place, incoming, language, arrived, Answer(redraw=tuple(gone)))
    else:
        await app.memory.work.say((), finishes=arrived)


async def _deleted(app: App, incoming: Incoming, arrived: int) -> None:
    """A removed message: one evidence less; a claim goes with its last. The platform does not say whose it was."""
    author = await app.memory.work.author_of(incoming.room.id, incoming.platform_id)
    if author is None:
        await app.memory.work.say((), finishes=arrived)
        return
    place = app.memory.at(author, incoming.room)
    gone = await place.reread(incoming.platform_id, "")
    await _finish(app, place, incoming, await speaks(place, incoming), arrived, Answer(redraw=tuple(gone)))


async def _wordless(app: App, place: Place, incoming: Incoming, language: str, arrived: int) -> None:
    """A voice message, sticker or picture without words: a short answer, or silence on purpose."""
    words = say(language, f"note_{WORDLESS.get(incoming.note, 'other')}") if incoming.addressed else ""
    await _finish(app, place, incoming, language, arrived, text(words) if words else Answer())


async def _give_up(app: App, place: Place, incoming: Incoming, arrived: int, words: str) -> None:
    await app.memory.work.say([_said(place, incoming, Outgoing(words, "error"))], finishes=arrived)
