"""Getting one message into one chat: parts, edits, refusals, and what is known after a failure."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import TypeVar

import structlog
from telegram import Bot, InlineKeyboardMarkup, InputFile, LinkPreviewOptions, Message, ReplyParameters
from telegram.error import TelegramError

from bot.channel import File, InDoubt, Outgoing, RetryLater, Undelivered
from bot.outset import leaves
from channels.telegram import rendering
from channels.telegram.faults import Complaint, Rejected, translate
from channels.telegram.pacing import PARTIAL_GAP, Pace
from channels.telegram.rendering import Part
from channels.telegram.rooms import target

_NO_PREVIEW = LinkPreviewOptions(is_disabled=True)
_SHOWN_WITHIN = 4.0  # seconds an answer may have to wait for a showing of it that hangs
_ATTEMPTS = 4  # for the parts after the first, which can no longer be given back to the outbox

log = structlog.get_logger("channels.telegram")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a part goes: chat, topic, the message it answers, the buttons under it."""

    chat: int
    thread: int | None
    reply_to: int | None = None
    keyboard: InlineKeyboardMarkup | None = None


class Sender:
    """Sends through one bot, each chat at its own pace."""

    def __init__(self, bot: Bot, pace: Pace) -> None:
        self._bot = bot
        self._pace = pace

    async def send(self, room: str, out: Outgoing) -> list[str]:
        """Deliver all parts, in order, and return their ids. Raises the kinds of `bot.channel`. In the place of another
        message (`edits`) no text removes that.

        `RetryLater`, `Undelivered`, `Unreachable` and `Moved` mean that nothing was sent. Once the first part is
        out, the rest is tried again here, since a repetition of the whole would show the first part twice; what
        still fails then is `InDoubt`.
        """
        chat, thread = target(room)
        place = _Place(chat, thread, int(out.reply_to) if out.reply_to else None)
        keyboard = rendering.keyboard(out.buttons)
        self._pace.check(chat)
        async with self._pace.turn(chat):
            self._pace.check(chat)
            if out.edits and not out.text:
                await self._remove(place, int(out.edits))
                return []
            if out.file is not None:
                return [await self._document(replace(place, keyboard=keyboard), rendering.caption(out.text), out.file)]
            waiting = rendering.parts(out)
            sent: list[str] = []
            while waiting:
                part, *waiting = waiting
                at = replace(place, reply_to=None if sent else place.reply_to, keyboard=None if waiting else keyboard)
                if sent:
                    sent.append(await self._insist(at, part))
                else:
                    sent.append(await self._first(at, part, out.edits))
            return sent

    async def show(self, room: str, out: Outgoing) -> tuple[str, bool]:
        """Show an answer that is still being made, in one message; its id, and whether that can show more. It never
        waits, and takes no slot the answer itself will need: then it raises `RetryLater`."""
        chat, thread = target(room)
        turn = self._pace.turn(chat)
        if turn.locked() or not self._pace.may_draft(chat, PARTIAL_GAP):
            raise RetryLater(PARTIAL_GAP)
        part, more = rendering.unfinished(out)
        place = _Place(chat, thread, int(out.reply_to) if out.reply_to else None)
        try:
            async with turn, asyncio.timeout(_SHOWN_WITHIN):  # a change that came after the answer would undo it
                return (await self._edit(place, int(out.edits), part) if out.edits else
                        await self._new(place, part)), more
        except Rejected as refused:
            if refused.why is not Complaint.UNCHANGED:
                raise
            return out.edits, more
        except TimeoutError:
            failure = RetryLater(PARTIAL_GAP) if out.edits else InDoubt("no answer in time")
        raise failure

    async def _first(self, place: _Place, part: Part, edits: str) -> str:
        if not edits:
            return await self._new(place, part)
        try:
            return await self._edit(place, int(edits), part)
        except InDoubt as doubt:  # made twice, an edit is the same edit
            raise Undelivered(str(doubt)) from None
        except Rejected as refused:
            if refused.why is Complaint.UNCHANGED:
                return edits
            if refused.why is not Complaint.GONE:
                raise
        return await self._new(place, part)

    async def _insist(self, place: _Place, part: Part) -> str:
        """A later part: waits as long as Telegram asks, and tries again what surely did not arrive."""
        for attempt in range(1, _ATTEMPTS):
            try:
                return await self._new(place, part)
            except RetryLater as wait:
                await asyncio.sleep(wait.seconds)
            except Rejected as refused:
                raise InDoubt(f"only the beginning was sent: {refused}") from None
            except Undelivered:
                await asyncio.sleep(attempt)
        try:
            return await self._new(place, part)
        except (RetryLater, Undelivered) as failure:
            raise InDoubt(f"only the beginning was sent: {failure}") from None

    async def _new(self, place: _Place, part: Part) -> str:
        async def send(part: Part) -> Message:
            return await self._bot.send_message(
                place.chat, part.text, entities=part.entities or None, message_thread_id=place.thread,
                reply_markup=place.keyboard, link_preview_options=_NO_PREVIEW,
                reply_parameters=ReplyParameters(place.reply_to, allow_sending_without_reply=True)
                if place.reply_to is not None else None,
            )

        return str((await self._formatted_or_plain(place.chat, part, send)).message_id)

    async def _document(self, place: _Place, caption: str, file: File) -> str:
        async def send(part: Part) -> Message:
            return await self._bot.send_document(
                place.chat, InputFile(file.text.encode(), file.name), caption=part.text,
                message_thread_id=place.thread, reply_markup=place.keyboard,
                reply_parameters=ReplyParameters(place.reply_to, allow_sending_without_reply=True)
                if place.reply_to is not None else None)

        return str((await self._asked(place.chat, send, Part(caption))).message_id)

    async def _edit(self, place: _Place, message: int, part: Part) -> str:
        async def edit(part: Part) -> Message | bool:
            return await self._bot.edit_message_text(
                part.text, place.chat, message, entities=part.entities or None, reply_markup=place.keyboard,
                link_preview_options=_NO_PREVIEW,
            )

        await self._formatted_or_plain(place.chat, part, edit)
        return str(message)

    async def _remove(self, place: _Place, message: int) -> None:
        """Take a message from the screen; one Telegram no longer lets us remove loses its words."""
        async def remove(part: Part) -> bool:
            return await self._bot.delete_message(place.chat, message)

        try:
            await self._asked(place.chat, remove, Part(""))
        except InDoubt as doubt:  # removed twice, it is gone as well
            raise Undelivered(str(doubt)) from None
        except Rejected as refused:
            if refused.why is not Complaint.GONE:
                await self._edit(place, message, Part("…"))

    async def _formatted_or_plain(self, chat: int, part: Part, call: Callable[[Part], Awaitable[T]]) -> T:
        """With formatting, and when Telegram refuses that, the same text without."""
        try:
            return await self._asked(chat, call, part)
        except Rejected as refused:
            if refused.why is not Complaint.CONTENT or not part.entities:
                raise
        log.warning("formatting.refused", chat=chat, entities=len(part.entities))
        return await self._asked(chat, call, Part(part.text))

    async def _asked(self, chat: int, call: Callable[[Part], Awaitable[T]], part: Part) -> T:
        """One request at the chat's pace. What it raises is chained to nothing: the library's errors know the
        address they were sent to, and with it the token."""
        await self._pace.slot(chat)
        await leaves()
        try:
            return await call(part)
        except TelegramError as error:
            failure = translate(error)
        if isinstance(failure, RetryLater):
            self._pace.close(chat, failure.seconds)
        raise failure
