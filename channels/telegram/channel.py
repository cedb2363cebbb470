"""The Telegram channel: the verbs of `bot.channel.Channel` over the Bot API."""

from __future__ import annotations

import asyncio
import zlib

import structlog
from telegram import Bot, Update
from telegram.constants import ChatAction, ChatMemberStatus
from telegram.error import InvalidToken, TelegramError

from bot.channel import Intake, Outgoing
from channels.telegram import menu, polling, webhook
from channels.telegram.faults import TokenRefused, scrubbed, translate
from channels.telegram.intake import take
from channels.telegram.pacing import Pace
from channels.telegram.rendering import end_of, parts
from channels.telegram.rooms import target
from channels.telegram.sending import Sender
from channels.telegram.updates import Me
from channels.telegram.wire import Connections, UpdateConnections, keep_quiet
from memory.domain import Principal

_HOME = "https://api.telegram.org"
_TOAST = 200  # characters, core.telegram.org/bots/api#answercallbackquery
_DRAFT_TIMEOUT = 5  # seconds the final text may have to wait for a draft that hangs

log = structlog.get_logger("channels.telegram")


class TelegramChannel:
    """`bot.channel.Channel` over the Bot API. `close` ends its connections; `send` works without `run`."""

    name = "telegram"
    says_when_it_leaves = True

    def __init__(self, token: str, api_base: str = "", pause: polling.Pause = polling.pause,
                 hook: webhook.Hook | None = None) -> None:
        keep_quiet()
        if not token:
            raise TokenRefused
        base = (api_base or _HOME).rstrip("/")
        self._requests = (UpdateConnections(2), Connections(256))
        self._bot = Bot(token, base_url=f"{base}/bot", base_file_url=f"{base}/file/bot",
                        get_updates_request=self._requests[0], request=self._requests[1])
        self._pause = pause
        self._hook = hook
        self._pace = Pace()
        self._sender = Sender(self._bot, self._pace)

    async def run(self, intake: Intake) -> None:
        """Receive until cancelled. Raises `TokenRefused` for a bad token, kinds of `bot.channel` when Telegram
        cannot be reached at the start, and whatever the intake raises."""
        me = await self._introduced()

        async def keep(update: Update) -> None:
            await take(update, me, intake)

        menus = asyncio.create_task(menu.bring_up_to_date(self._bot))  # what comes in does not wait for it
        try:
            if self._hook is not None:
                async with webhook.listening(self._bot, self._hook, keep):
                    await asyncio.Event().wait()
            log.info("polling.started", bot=me.username)
            await polling.poll(self._bot, keep, self._pause)
        finally:
            menus.cancel()
            await asyncio.gather(menus, return_exceptions=True)

    async def send(self, room: str, out: Outgoing) -> list[str]:
        """Deliver and return the ids of the parts; see `sending.Sender.send` for what each failure means."""
        return await self._sender.send(room, out)

    def sends_once(self, out: Outgoing) -> bool:
        """Whether `out`, given again, is not sent twice: a change of one message is the same change."""
        return bool(out.edits) and len(parts(out)) == 1

    def shows_partials(self, room: str, answers: str) -> bool:
        """Everywhere but in private chats, which have drafts."""
        return target(room)[0] < 0

    async def partial(self, room: str, out: Outgoing) -> tuple[str, bool]:
        """Show an answer so far; see `sending.Sender.show`."""
        return await self._sender.show(room, out)

    async def draft(self, room: str, nonce: str, text: str) -> None:
        """Show the answer so far in a private chat; Telegram has drafts in no other."""
        chat, _ = target(room)
        turn = self._pace.turn(chat)
        if chat < 0 or not text.strip() or turn.locked() or not self._pace.may_draft(chat):
            return
        async with turn:  # a draft that comes after the final text would stand under it
            try:
                await self._bot.send_message_draft(chat, zlib.crc32(nonce.encode()) or 1, end_of(text),
                                                   read_timeout=_DRAFT_TIMEOUT)
            except TelegramError as error:
                self._pace.heed(chat, error)

    async def typing(self, room: str) -> None:
        """Show "typing" for the five seconds Telegram lets it stand."""
        chat, thread = target(room)
        if not self._pace.may_ask(chat):
            return
        try:
            await self._bot.send_chat_action(chat, ChatAction.TYPING, message_thread_id=thread)
        except TelegramError as error:
            self._pace.heed(chat, error)

    async def toast(self, press_id: str, text: str) -> None:
        """Answer a press. One older than about 15 s can no longer be answered, and is not."""
        try:
            await self._bot.answer_callback_query(press_id, text[:_TOAST] or None)
        except TelegramError as error:
            log.info("press.unanswered", error=scrubbed(error.message))

    async def is_admin(self, room: str, principal: Principal) -> bool:
        """Ask Telegram now; what it does not confirm is no."""
        platform, _, number = principal.id.partition(":")
        if platform != "telegram":
            return False
        try:
            member = await self._bot.get_chat_member(target(room)[0], int(number))
        except TelegramError as error:
            log.info("administrator.unknown", error=scrubbed(error.message))
            return False
        return member.status in (ChatMemberStatus.OWNER, ChatMemberStatus.ADMINISTRATOR)

    async def close(self) -> None:
        """End all connections. What is sent afterwards is `Undelivered`."""
        for request in self._requests:
            await request.shutdown()

    async def _introduced(self) -> Me:
        """Who we are; also ends a webhook that is still set, with which Telegram refuses polling."""
        failure: Exception
        try:
            me = await self._bot.get_me()
            if self._hook is None:
                await self._bot.delete_webhook(drop_pending_updates=False)
            return Me(me.id, me.username or "")
        except InvalidToken:
            failure = TokenRefused()
        except TelegramError as error:
            failure = translate(error)
        raise failure  # out here it is chained to nothing that knows the token
