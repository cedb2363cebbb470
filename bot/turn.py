"""One turn: what a message leads to. Observe, recall, assemble, ask the model, answer; learning comes after."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass, replace
from textwrap import shorten
from typing import TYPE_CHECKING

import structlog

from bot import asking, consent, leaving, prompt
from bot.channel import Button, Incoming, Outgoing
from bot.consent import NotConsented, Purpose, Stage
from bot.envelope import pack_outgoing
from bot.leaving import Ground
from bot.models import build
from bot.models.faults import BrokenOff
from bot.texts import fault as in_words
from bot.texts import say, secret
from bot.underway import Overtaken
from memory import voice
from memory.domain import Fact, Recalled
from memory.errors import GroundMoved, ModelDown
from memory.messages import Line
from memory.place import Observed, Place
from memory.work import Said

if TYPE_CHECKING:
    from bot.app import App, ChatModel

log = structlog.get_logger()
AGAIN = "again:"  # how the key of a message begins that is answered once more, as if it came now
AWAY = "away"  # the note of a message that is answered for those before it, which piled up while nobody listened
PLACES = 3  # where a model may turn out to run elsewhere than it said, before it is no longer tried
FAULTS = {"missing": "model_missing", "lost": "model_lost", "stalled": "model_stalled", "bad answer": "model_bad",
          "refused": "model_refused"}
SILENT = {"stalled": "model_silent"}
NOTHING: Mapping[str, str] = {}
_LABEL = 60  # characters of a fact in the line that names what an answer rests on
_TELLING = frozenset(  # slots whose value says what it is by itself; "34" and "at 5:30" do not
    "name nickname home origin occupation employer role study allergy diet health religion likes preference hobby "
    "language timezone email possession vehicle pet skill appointment".split())


@dataclass(frozen=True, slots=True)
class Spoken:
    """What a turn says: what memory went into it, text for the history, messages to send, outcome for the log."""

    used: Recalled
    reply: str
    said: tuple[Outgoing, ...]
    outcome: str
    waits: bool = False  # for a person's yes or no
    cut: bool = False  # the message was too long for the prompt


@dataclass(frozen=True, slots=True)
class Turn:
    """A message that is kept and waits for its answer."""

    place: Place
    incoming: Incoming
    language: str
    arrived: int
    observed: Observed


async def begin(app: App, place: Place, incoming: Incoming, language: str, arrived: int) -> Turn | None:
    """Keep a message, in the order in which the room said it; None where it is not for us and that is all."""
    turn = Turn(place, incoming, language, arrived, await _observed(place, incoming))
    if incoming.addressed:
        return turn
    await pass_over(app, turn)
    return None


async def pass_over(app: App, turn: Turn) -> None:
    """Finish the row of a message that gets no answer of its own."""
    await turn.place.answered(turn.observed, "", Recalled(), (), finishes=turn.arrived, learn_after=app.quiet)
    app.partials.over(turn.arrived, turn.incoming.key)


async def waited(turn: Turn) -> Turn:
    """The same message after it waited for answers before it: what was forgotten meanwhile is not what this one is
    made of. One without an id on its platform would be kept twice."""
    known = bool(turn.incoming.platform_id)
    return replace(turn, observed=await _observed(turn.place, turn.incoming)) if known else turn


async def _observed(place: Place, incoming: Incoming) -> Observed:
    return await place.observe(incoming.text, sent_at=incoming.sent_at, platform_id=incoming.platform_id,
                               kind="caption" if incoming.caption else "said", link=incoming.link,
                               forwarded=incoming.forwarded, origin=incoming.origin, quotes=incoming.reply_quote)


async def answer(app: App, turn: Turn) -> None:
    """Answer one message and finish its inbox row."""
    place, incoming, language, arrived, observed = (turn.place, turn.incoming, turn.language, turn.arrived,
                                                    turn.observed)
    started = time.monotonic()
    partial = app.partials.of(arrived, incoming)
    try:
        async with app.talking(), app.underway.turn(place.principal.id):
            spoken = await _made(app, place, incoming, language, observed)
        await partial.settle(spoken.reply)
        await _queue(app, place, incoming, language, observed, spoken, arrived)
    except (Overtaken, GroundMoved):
        await partial.settle("")
        spoken = await _overtaken(place, incoming, language)
        await _queue(app, place, incoming, language, observed, spoken, arrived)
    app.partials.over(arrived, incoming.key)
    if incoming.key.startswith(AGAIN):
        await leaving.answered(app, place, asking.turn_of(incoming))
    log.info("turn.answered", room=place.room.id, outcome=spoken.outcome, facts=len(spoken.used.facts),
             cautions=len(spoken.used.cautions), ms=round((time.monotonic() - started) * 1000))


async def _made(app: App, place: Place, incoming: Incoming, language: str, observed: Observed) -> Spoken:
    """The answer, from what is remembered to what the model says."""
    async with app.preparing:  # in one process, more side by side only make each other later
        recalled = await place.recall(observed.text, before=observed.id)
        quoted = await place.replied_to(incoming.reply_to, incoming.reply_quote)
        base = await leaving.ground(app, place, recalled, await place.window(observed), quoted)
    newest = Line(observed.id, place.principal.id, place.principal.name, observed.text, incoming.sent_at,
                  incoming.origin if incoming.forwarded else None)
    assemble = assembler(app, place, newest)
    return await _talk(app, place, incoming, language, base, assemble)


async def _queue(app: App, place: Place, incoming: Incoming, language: str, observed: Observed, spoken: Spoken,
                 arrived: int) -> None:
    """Queue what a turn says, with what the person is told beside it, and finish the row. Raises `GroundMoved`."""
    notes = _notes(observed, spoken.cut, language)
    told = [*notes, *spoken.said] if spoken.cut else [*spoken.said, *notes]
    if incoming.note == AWAY:
        told.insert(0, Outgoing(say(language, "was_away"), "notice"))
    await place.answered(observed, spoken.reply, spoken.used if spoken.reply else Recalled(), [
        Said(incoming.channel, place.room.id, place.scope, one.says, pack_outgoing(replace(one, answers=incoming.key)),
             one.shown if one.says == "reply" else (), place.principal.id, "reply")
        for one in told],
        finishes=arrived, learn_after=asking.PATIENCE if spoken.waits and app.learns_by_model else app.quiet)


def assembler(app: App, place: Place, newest: Line) -> Callable[[Ground, bool], prompt.Prompt]:
    """What makes the prompt for a message out of a ground; its second argument: for the small model of this machine."""
    def assemble(base: Ground, stays: bool) -> prompt.Prompt:
        context = min(app.context_tokens, build.LOCAL_CONTEXT) if stays else app.context_tokens
        return prompt.assemble(newest.text, base.recalled, base.window, limit=app.limit, room="this chat",
                               context_tokens=context, small=stays or app.small, today=f"{newest.sent_at:%Y-%m-%d}",
                               group=place.room.kind != "dm", speaker=newest.name, origin=newest.origin,
                               quoted=base.quoted)
    return assemble


async def _talk(app: App, place: Place, incoming: Incoming, language: str, base: Ground,
                assemble: Callable[[Ground, bool], prompt.Prompt]) -> Spoken:
    """Answer with as much as the room's grants let go to where the model runs, or stay here."""
    given, built, turn, origin = base, assemble(base, False), asking.turn_of(incoming), ""
    if app.model is None:
        known = _without_model(built, language, "no_model", "no_model_nothing")
        return Spoken(built.used, known.text, (known,), "no model", cut=built.cut)
    for _ in range(PLACES):
        try:
            with await leaving.in_name_of(app, place, turn, base, built):
                reply, out, outcome = await _speak(app, app.model, place, incoming, language, built)
                return Spoken(built.used, reply, (out,), outcome, cut=built.cut)
        except NotConsented as refused:
            origin = refused.origin
            smaller = await leaving.fitting(app, place, base, origin, turn)
            if smaller is None or smaller == base:
                break
            base, built = smaller, assemble(smaller, False)
    return await _stay(app, place, incoming, language, assemble(given, True), origin)


async def _stay(app: App, place: Place, incoming: Incoming, language: str, built: prompt.Prompt, origin: str) -> Spoken:
    """No yes for where the model runs: ask for one, unless it was refused, and answer on this machine if it can."""
    refused = await app.grants.refused(place.room.id, origin)
    asks = () if refused else (await asking.card(app, place, incoming, language, origin),)
    if app.local is not None:
        with consent.in_room(place.room.id, Purpose.MEMORY):
            reply, out, outcome = await _speak(app, app.local, place, incoming, language, built)
        return Spoken(built.used, reply, (out, *asks), f"{outcome} here", waits=bool(asks), cut=built.cut)
    if asks:
        return Spoken(Recalled(), "", asks, "asked", waits=True, cut=built.cut)
    known = _without_model(built, language, "consent_stays", "consent_stays_nothing", origin=origin)
    return Spoken(built.used, known.text, (known,), "stayed", cut=built.cut)


async def _speak(app: App, model: ChatModel, place: Place, incoming: Incoming, language: str, built: prompt.Prompt
                 ) -> tuple[str, Outgoing, str]:
    """(text for the history, message to send, outcome for the log): the model's answer, or what went wrong.

    Raises:
        NotConsented: nothing has been said yet, and nothing may be sent.
    """
    parts: list[str] = []
    try:
        async with (app.showing(incoming, str(arrived_nonce(incoming))) as shown,
                    aclosing(model.chat(built.messages, max_tokens=built.answer_tokens)) as pieces):
            async for piece in pieces:
                parts.append(piece)
                await shown.so_far("".join(parts))
    except NotConsented as refused:
        if refused.stage is Stage.BEFORE and not parts:
            raise
        return _refused("".join(parts).strip(), refused, built, language, incoming)
    except BrokenOff as fault:
        return _broken_off("".join(parts) or fault.partial, fault, built, language, incoming, app)
    except ModelDown as fault:
        return "", _fault(fault, language, incoming, app), fault.kind
    text = "".join(parts).strip()
    if not text:
        return "", _fault(ModelDown("bad answer"), language, incoming, app), "empty"
    return text, _reply(text, built, language, incoming), "answered"


async def _overtaken(place: Place, incoming: Incoming, language: str) -> Spoken:
    """What the answer was made of was forgotten meanwhile: nothing of it is kept or stays on a screen."""
    left = incoming.platform_id and await place.said(incoming.platform_id)
    again = ((Button(say(language, "button_retry"), f"ag:{incoming.platform_id}"),),) if left else ()
    return Spoken(Recalled(), "", (Outgoing(say(language, "overtaken"), "error", again),), "overtaken")


def arrived_nonce(incoming: Incoming) -> int:
    """A small number that stays the same while one answer is drafted (Telegram wants a non-zero draft id)."""
    return abs(hash(incoming.key)) % 2_000_000_000 + 1


def _reply(text: str, built: prompt.Prompt, language: str, incoming: Incoming) -> Outgoing:
    used = [fact for fact in built.used.facts if fact.score > 0]
    footer = say(language, "used", facts=", ".join(map(label, used))) if used else ""
    quote = incoming.platform_id if incoming.room.kind != "dm" else ""
    return Outgoing(text, "reply", markdown=True, reply_to=quote, footer=footer,
                    shown=tuple(fact.claim for fact in built.used.facts))


def label(fact: Fact) -> str:
    """Number and telling words of a fact: its value where that names something, else what it says."""
    telling = fact.attribute.startswith("favourite") or fact.attribute in _TELLING
    words = fact.value if telling else voice.second_person(fact.statement, fact.language)
    return f"{fact.claim} {shorten(words, _LABEL, placeholder='…')}"


def _broken_off(partial: str, fault: ModelDown, built: prompt.Prompt, language: str, incoming: Incoming, app: App
                ) -> tuple[str, Outgoing, str]:
    """What arrived before the break is shown as such; it is history, and the person can ask again."""
    if not partial.strip():
        return "", _fault(fault, language, incoming, app, SILENT), fault.kind
    notice = _fault(fault, language, incoming, app)
    whole = Outgoing(f"{partial.strip()} …\n\n{notice.text}", "reply", notice.buttons, shown=tuple(
        fact.claim for fact in built.used.facts))
    return partial.strip(), whole, fault.kind


def _refused(partial: str, refused: NotConsented, built: prompt.Prompt, language: str, incoming: Incoming
             ) -> tuple[str, Outgoing, str]:
    """Something went out and may go on no longer: what arrived until then, and what happened."""
    key = "consent_found" if refused.stage is Stage.FOUND else "consent_stopped"
    notice = say(language, key, origin=refused.origin)
    again = ((Button(say(language, "button_retry"), f"ag:{incoming.platform_id}"),),) if incoming.platform_id else ()
    text = f"{partial} …\n\n{notice}" if partial else notice
    return partial, Outgoing(text, "reply" if partial else "error", again, shown=tuple(
        fact.claim for fact in built.used.facts)), str(refused.stage)


def _fault(fault: ModelDown, language: str, incoming: Incoming, app: App, unbegun: Mapping[str, str] = NOTHING
           ) -> Outgoing:
    """What went wrong; `unbegun`: what to say instead where no word of an answer had come."""
    key = unbegun.get(fault.kind) or FAULTS.get(fault.kind, "model_down")
    detail = in_words(language, fault.detail or fault.kind)
    return Outgoing(say(language, key, detail=detail, name=app.model_name), "error",
                    ((Button(say(language, "button_retry"), f"ag:{incoming.platform_id}", ""),),)
                    if incoming.platform_id else ())


def _without_model(built: prompt.Prompt, language: str, head: str, nothing: str, **values: object) -> Outgoing:
    """No model that may be asked: for a question, what is known about it."""
    known = [fact for fact in built.used.facts if fact.score > 0]
    if not known:
        return Outgoing(say(language, nothing, **values), "reply")
    lines = [say(language, "line", number=fact.claim, statement=voice.second_person(fact.statement, fact.language))
             for fact in known]
    return Outgoing("\n".join([say(language, head, **values), *lines]), "reply",
                    shown=tuple(fact.claim for fact in known))


def _notes(observed: Observed, cut: bool, language: str) -> list[Outgoing]:
    """What the person is told beside the answer: a masked secret, a message that was not kept, one cut short."""
    notes = [say(language, "secret_one", kind=secret(language, kind)) for kind in dict.fromkeys(observed.secrets)]
    if observed.withheld:
        notes.append(say(language, "forgotten_topic"))
    if cut:
        notes.append(say(language, "too_long"))
    return [Outgoing("\n".join(notes), "notice")] if notes else []
