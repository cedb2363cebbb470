"""Getting one message into one room: in the place of an interaction that waits, or as an ordinary message."""

from __future__ import annotations

import asyncio
import json
import zlib
from collections import deque
from dataclasses import replace
from uuid import uuid4

import structlog

from bot.channel import Button, File, InDoubt, Outgoing, RetryLater, Undelivered, Unreachable
from channels.discord import rendering
from channels.discord.faults import Expired, Gone, Lost
from channels.discord.interactions import DO
from channels.discord.rooms import EPHEMERAL, target
from channels.discord.waiting import Open, Waiting
from channels.discord.wire import ORIGINAL, Api, Json, body
from channels.discord.words import word
from memory.text import detect

_FIRST, _LATER = 2, 4  # tries of the first part, which can be given back to the outbox, and of those after it
_PUBLIC = 500  # commands that may be on their way at once
CONSENT = "ca:"  # how data of the buttons under that question begins
_SHOWN_WITHIN = 4.0  # seconds for showing an unfinished answer
_PAUSE = 0.3  # seconds before a repetition, times how many there were

log = structlog.get_logger("channels.discord")


class Sender:
    """Sends over one connection, through interactions where they wait."""

    def __init__(self, api: Api, waiting: Open) -> None:
        self._api = api
        self._open = waiting
        self._told_outside: set[int] = set()  # rooms in which we are no member, and have said so
        self.public: deque[str] = deque(maxlen=_PUBLIC)  # keys of commands whose answers show no memory

    async def send(self, room: str, out: Outgoing) -> list[str]:
        """Deliver all parts, in order, and return their ids. Raises the kinds of `bot.channel`.

        An ordinary message carries the outbox's id as nonce, so a repetition is dropped by Discord and a broken
        connection is `Undelivered`. An answer to an interaction has no nonce: its first part is put in the place of
        "thinking", which can be repeated; a broken connection at a later part is `InDoubt`.
        """
        channel = target(room)
        if out.edits:
            return await self._edit(channel, out)
        waiting = self._open.answering(out.answers)
        if waiting is not None and await waiting.open():
            try:
                return await self._respond(waiting, out)
            except Expired:
                self._open.drop(waiting)
        if await self._covered(channel, out):
            out = _cover(out)
        return await self._ordinary(channel, out)

    async def show(self, room: str, out: Outgoing) -> tuple[str, bool]:
        """Show an answer that is still being made, in one message; its id, and whether that can show more. Under the
        same nonce a second one is the first. Waits for no limit: one that would have to raises `RetryLater`."""
        channel = target(room)
        text, more = rendering.unfinished(out.text)
        try:
            async with asyncio.timeout(_SHOWN_WITHIN):  # the library sits out what a limit asks for
                if out.edits:
                    return await self._api.edit(channel, int(out.edits), body(text, [])), more
                return await self._api.create(channel, body(text, []), out.nonce, out.reply_to), more
        except TimeoutError:
            failure: Exception = RetryLater(_SHOWN_WITHIN) if out.edits else InDoubt("no answer in time")
        except Lost as lost:
            failure = InDoubt(str(lost))
        raise failure

    async def _covered(self, channel: int, out: Outgoing) -> bool:
        """Whether an ordinary message there would show many what is for one."""
        return _shows_memory(out) and out.answers not in self.public and not await self._api.is_direct(channel)

    async def tell(self, waiting: Waiting, text: str) -> None:
        """A short text that only the person of an interaction sees."""
        message = body(rendering.literal(text)[:rendering.LIMIT], [], ephemeral=True)
        if waiting.thinking:
            await self._api.edit_response(waiting.application, waiting.token, ORIGINAL, message)
            waiting.thinking = False
        else:
            await self._api.follow_up(waiting.application, waiting.token, message)

    async def _respond(self, waiting: Waiting, out: Outgoing) -> list[str]:
        hidden = waiting.private or (waiting.shared and _shows_memory(out))
        texts = rendering.parts(out)
        buttons = rendering.rows(out.buttons)
        ids = []
        for number, text in enumerate(texts):
            last = number == len(texts) - 1
            message = body(text, buttons if last else [], ephemeral=hidden)
            ids.append(await self._part(waiting, f"{out.nonce}.{number}" if out.nonce else "", message,
                                        out.file if last else None))
        if waiting.outside and waiting.channel not in self._told_outside:  # once a room, under what was asked for
            self._told_outside.add(waiting.channel)
            note = body(rendering.literal(word(waiting.language, "outside")), [], ephemeral=hidden)
            ids.append(await self._part(waiting, f"{out.nonce}.outside" if out.nonce else "", note))
        return [f"{EPHEMERAL}{made}" for made in ids] if hidden else ids

    async def _part(self, waiting: Waiting, place: str, message: Json, file: File | None = None) -> str:
        """One part of an answer, unless an earlier try has brought it there."""
        if place and place in waiting.sent:
            return waiting.sent[place]
        if waiting.thinking:
            made = await self._api.edit_response(waiting.application, waiting.token, ORIGINAL, message, file)
            waiting.thinking = False
            self._open.holds(int(made), waiting, ORIGINAL)
        else:
            try:
                made = await self._api.follow_up(waiting.application, waiting.token, message, file)
            except Lost as lost:
                raise InDoubt(str(lost)) from None
            self._open.holds(int(made), waiting, made)
        waiting.sent[place or made] = made
        return made

    async def _edit(self, channel: int, out: Outgoing) -> list[str]:
        """Put a message in the place of one that was sent, which goes where there are no words; made twice, an edit
        is the same edit."""
        hidden, number = out.edits.startswith(EPHEMERAL), int(out.edits.removeprefix(EPHEMERAL))
        if not out.text and not hidden:
            await self._api.delete(channel, number)
            return []
        first, *rest = rendering.parts(out)
        buttons = rendering.rows(out.buttons)
        held = self._open.holding(number)
        if hidden:
            if held is None or not await held[0].open():
                log.info("card.expired", message=number)  # it is gone from the screen with its session
                return [out.edits]
            try:
                await self._api.edit_response(held[0].application, held[0].token, held[1],
                                              body(first, buttons, ephemeral=True))
            except (Expired, Gone, Unreachable):
                log.info("card.expired", message=number)
            return [out.edits]
        if await self._covered(channel, out):
            first, rest = rendering.literal(word(_language(out), "settled")), []
        try:
            await self._api.edit(channel, number, body(first, buttons if not rest else []))
        except Gone:
            return await self._ordinary(channel, replace(out, edits=""))
        made = await self._ordinary(channel, replace(out, edits=""), rest) if rest else []
        return [str(number), *made]

    async def _ordinary(self, channel: int, out: Outgoing, texts: list[str] | None = None) -> list[str]:
        texts = rendering.parts(out) if texts is None else texts
        buttons = rendering.rows(out.buttons)
        nonce = out.nonce or uuid4().hex[:12]
        sent: list[str] = []
        for number, text in enumerate(texts):
            last = number == len(texts) - 1
            message = body(text, buttons if last else [])
            own, reply_to, file = _nonce(nonce, number, message), "" if sent else out.reply_to, out.file
            try:
                sent.append(await self._insist(channel, message, own, reply_to, _LATER if sent else _FIRST,
                                               file if last else None))
            except Lost as lost:
                if out.nonce:  # the outbox tries again, under the same nonce
                    raise
                raise InDoubt(str(lost)) from None
            except (Undelivered, RetryLater) as failure:
                if sent and not out.nonce:
                    raise InDoubt(f"only the beginning was sent: {failure}") from None
                raise
        return sent

    async def _insist(self, channel: int, message: Json, nonce: str, reply_to: str, tries: int,
                      file: File | None = None) -> str:
        """Send one message, again after what may pass at once: its nonce makes the second one the first."""
        for attempt in range(1, tries):
            try:
                return await self._api.create(channel, message, nonce, reply_to, file)
            except RetryLater as wait:
                if attempt == 1 and tries == _FIRST:
                    raise
                await asyncio.sleep(wait.seconds)
            except Undelivered:
                await asyncio.sleep(_PAUSE * attempt)
        return await self._api.create(channel, message, nonce, reply_to, file)


def _nonce(number: str, part: int, message: Json) -> str:
    """At most 25 characters. With a checksum of what is said: a database made anew counts from one again within the
    minutes Discord remembers, and its first answer is not a repetition of another first answer."""
    return f"{number}.{part}.{zlib.crc32(json.dumps(message, sort_keys=True).encode()):08x}"


def _shows_memory(out: Outgoing) -> bool:
    """Whether a message is about what is remembered of a person: what the others in a room need not see. A question
    whether the room's talk may leave the machine is for whoever administers the room."""
    if any(button.data.startswith(CONSENT) for row in out.buttons for button in row):
        return False
    return out.says in ("command", "card", "ask") or (out.says == "notice" and bool(out.claims))


def _cover(out: Outgoing) -> Outgoing:
    """What stands in a room in the place of something for one person: no words of theirs, and the way to them."""
    language = _language(out)
    out = replace(out, file=None)
    if not out.claims:
        return replace(out, text=word(language, "cover_command"), buttons=(), markdown=False)
    show = Button(word(language, "show"), f"{DO}queue", "/queue")
    return replace(out, text=word(language, "cover"), buttons=((show,),), markdown=False)


def _language(out: Outgoing) -> str:
    return detect(out.text, default="en")
