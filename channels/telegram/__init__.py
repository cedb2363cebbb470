"""Telegram by its Bot API and python-telegram-bot, which is used for the wire and its types, not for its dispatch."""

from __future__ import annotations

import logging
import os
import zlib
from collections.abc import Mapping, Sequence
from typing import Protocol

import structlog

os.environ.setdefault("PTB_TIMEDELTA", "1")  # else the library warns at every 429; read at each use, not at import

from telegram import Bot, BotCommand, Update
from telegram.constants import ChatAction, ChatMemberStatus
from telegram.error import InvalidToken, TelegramError
from telegram.request import HTTPXRequest

from bot.channel import Channel, Intake, Outgoing
from channels.markup import utf16_len
from channels.telegram import polling
from channels.telegram.faults import TokenRefused, scrubbed, translate
from channels.telegram.pacing import Pace
from channels.telegram.rendering import LIMIT
from channels.telegram.rooms import room_id, target
from channels.telegram.sending import Sender
from channels.telegram.updates import Me, read

_HOME = "https://api.telegram.org"
_GONE = (ChatMemberStatus.LEFT, ChatMemberStatus.BANNED)
_TOAST = 200  # characters, core.telegram.org/bots/api#answercallbackquery

log = structlog.get_logger("channels.telegram")


class Secret(Protocol):
    """A value that does not print itself (pydantic's SecretStr)."""

    def get_secret_value(self) -> str: ...


class Settings(Protocol):
    """What the channel reads of `channels.telegram`."""

    @property
    def token(self) -> str | Secret: ...
    @property
    def api_base(self) -> str: ...
    @property
    def mode(self) -> str: ...


def create(settings: Settings) -> Channel:
    """The channel for these settings. Raises `TokenRefused` for an empty token, ValueError for an unknown mode."""
    if settings.mode != "polling":
        raise ValueError(f"channels.telegram.mode is {settings.mode!r}; only polling is there yet")
    token = settings.token if isinstance(settings.token, str) else settings.token.get_secret_value()
    return TelegramChannel(token, settings.api_base)


class TelegramChannel:
    """`bot.channel.Channel` over the Bot API. `close` ends its connections; `send` works without `run`."""

    name = "telegram"

    def __init__(self, token: str, api_base: str = "", pause: polling.Pause = polling.pause) -> None:
        _keep_quiet()
        if not token:
            raise TokenRefused
        base = (api_base or _HOME).rstrip("/")
        self._requests = (_connections(8), _connections(256))
        self._bot = Bot(token, base_url=f"{base}/bot", base_file_url=f"{base}/file/bot",
                        get_updates_request=self._requests[0], request=self._requests[1])
        self._pause = pause
        self._pace = Pace()
        self._sender = Sender(self._bot, self._pace)

    async def run(self, intake: Intake) -> None:
        """Receive until cancelled. Raises `TokenRefused` for a bad token, kinds of `bot.channel` when Telegram
        cannot be reached at the start, and whatever the intake raises."""
        me = await self._introduced()
        log.info("polling.started", bot=me.username)

        async def take(update: Update) -> None:
            await _take(update, me, intake)

        await polling.poll(self._bot, take, self._pause)

    async def send(self, room: str, out: Outgoing) -> list[str]:
        """Deliver and return the ids of the parts; see `sending.Sender.send` for what each failure means."""
        return await self._sender.send(room, out)

    async def draft(self, room: str, nonce: str, text: str) -> None:
        """Show the answer so far in a private chat; in others nothing is shown before the final text."""
        chat, _ = target(room)
        if chat < 0 or not text.strip() or self._pace.turn(chat).locked() or not self._pace.may_draft(chat):
            return
        try:
            await self._bot.send_message_draft(chat, zlib.crc32(nonce.encode()) or 1, _end_of(text))
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

    async def set_commands(self, table: Mapping[str, Sequence[tuple[str, str]]]) -> None:
        """Put (name, description) pairs into the command menu, per language ("en", "de"; the first is everybody
        else's too). Raises the kinds of `bot.channel`."""
        for number, (language, entries) in enumerate(table.items()):
            commands = [BotCommand(name, description[:256]) for name, description in entries]
            for code in (None, language) if number == 0 else (language,):
                await self._set_menu(commands, code)

    async def close(self) -> None:
        """End all connections. What is sent afterwards is `Undelivered`."""
        for request in self._requests:
            await request.shutdown()

    async def _set_menu(self, commands: list[BotCommand], language: str | None) -> None:
        try:
            await self._bot.set_my_commands(commands, language_code=language)
        except TelegramError as error:
            failure = translate(error)
        else:
            return
        raise failure

    async def _introduced(self) -> Me:
        """Who we are; also ends a webhook that is still set, with which Telegram refuses polling."""
        failure: Exception
        try:
            me = await self._bot.get_me()
            await self._bot.delete_webhook(drop_pending_updates=False)
            return Me(me.id, me.username or "")
        except InvalidToken:
            failure = TokenRefused()
        except TelegramError as error:
            failure = translate(error)
        raise failure  # out here it is chained to nothing that knows the token


async def _take(update: Update, me: Me, intake: Intake) -> None:
    """Hand one update over; returns when it is safe."""
    change = update.my_chat_member
    if change is not None:
        room, old, new = room_id(change.chat.id), change.old_chat_member.status, change.new_chat_member.status
        if (old in _GONE) != (new in _GONE):
            await intake.unreachable(room, new in _GONE)
        return
    message = update.effective_message
    if message is not None and message.migrate_to_chat_id is not None:
        await intake.migrated(room_id(message.chat.id), room_id(message.migrate_to_chat_id))
        return
    if message is not None and message.migrate_from_chat_id is not None:
        return  # the other half of the same news
    incoming = read(update, me)
    if incoming is not None:
        await intake.accept(incoming)


def _connections(pool: int) -> HTTPXRequest:
    return HTTPXRequest(connection_pool_size=pool, read_timeout=20, write_timeout=20, connect_timeout=10,
                        pool_timeout=10, httpx_kwargs={"trust_env": False})


def _end_of(text: str) -> str:
    """The text, or as much of its end as a draft may hold."""
    while utf16_len(text) > LIMIT:
        text = "…" + text[max(1, (utf16_len(text) - LIMIT) // 2 + 2):]
    return text


def _keep_quiet() -> None:
    """Below WARNING the HTTP client writes each address, the token in it; the library writes whole messages, and
    at CRITICAL those it could not read."""
    for name in ("httpx", "httpcore"):
        logging.getLogger(name).setLevel(logging.WARNING)
    logging.getLogger("telegram").setLevel(logging.CRITICAL + 1)
