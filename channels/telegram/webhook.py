"""Receiving by webhook: Telegram posts each update to us and takes anything but 200 as "try again later".

A small HTTP/1.1 server of its own: it takes one path, one method and one secret, and speaks to the proxy in front of
it that ends TLS. An update is answered 200 after `take` has returned, so what is not safe with us comes again.
"""

from __future__ import annotations

import asyncio
import hmac
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import structlog
from telegram import Bot, Update
from telegram.error import TelegramError

from channels.telegram.faults import translate
from channels.telegram.updates import KINDS
from channels.telegram.wire import readable

_HEAD, _BODY = 16_384, 2_000_000  # bytes; an update holds no files
_IDLE = 75.0  # seconds a connection may be silent
_REASONS = {200: "OK", 400: "Bad Request", 403: "Forbidden", 404: "Not Found", 413: "Content Too Large",
            500: "Internal Server Error"}

log = structlog.get_logger("channels.telegram")
Take = Callable[[Update], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Hook:
    """Where Telegram posts to (`url`, by way of a proxy that has a certificate), where we listen ("host:port"), and
    the secret Telegram repeats in each request's header."""

    url: str
    listen: str
    secret: str = field(repr=False)


@asynccontextmanager
async def listening(bot: Bot, hook: Hook, take: Take) -> AsyncIterator[None]:
    """Listen, and have Telegram post here. One request at a time, so that chats keep their order. Raises OSError
    when the address is taken, and kinds of `bot.channel`."""
    host, _, port = hook.listen.rpartition(":")
    connections: set[asyncio.Task[None]] = set()

    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        connections.add(task)
        try:
            await _connection(reader, writer, bot, hook, take)
        finally:
            connections.discard(task)
            writer.close()

    server = await asyncio.start_server(accept, host.strip("[]"), int(port), limit=_HEAD)
    try:
        await _announce(bot, hook)
        yield
    finally:
        server.close()
        for task in list(connections):
            task.cancel()
        await asyncio.gather(*connections, return_exceptions=True)


async def _announce(bot: Bot, hook: Hook) -> None:
    try:
        await bot.set_webhook(hook.url, secret_token=hook.secret, allowed_updates=KINDS, max_connections=1,
                              drop_pending_updates=False)
    except TelegramError as error:
        failure = translate(error)
    else:
        log.info("webhook.set", listen=hook.listen)
        return
    raise failure  # out here it is chained to nothing that knows the token


async def _connection(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, bot: Bot, hook: Hook, take: Take
                      ) -> None:
    while True:
        try:
            async with asyncio.timeout(_IDLE):
                status, body = await _request(reader, hook)
        except (TimeoutError, ConnectionError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            return
        if status == 200:
            status = await _store(body, bot, take)
        goes_on = status in (200, 500)
        writer.write(f"HTTP/1.1 {status} {_REASONS[status]}\r\nContent-Length: 0\r\n"
                     f"Connection: {'keep-alive' if goes_on else 'close'}\r\n\r\n".encode())
        try:
            await writer.drain()
        except ConnectionError:
            return
        if not goes_on:
            return


async def _request(reader: asyncio.StreamReader, hook: Hook) -> tuple[int, bytes]:
    """(200 and the body, or why not). Nothing of a request without the secret is read beyond its head."""
    first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").strip().split("\r\n")
    headers = {name.strip().casefold(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    method, _, rest = first.partition(" ")
    if method != "POST" or rest.partition(" ")[0].partition("?")[0] != (urlsplit(hook.url).path or "/"):
        return 404, b""
    given = headers.get("x-telegram-bot-api-secret-token", "")
    if not hmac.compare_digest(given.encode(), hook.secret.encode()):
        return 403, b""
    length = headers.get("content-length", "")
    if not length.isdecimal():
        return 400, b""
    return (413, b"") if int(length) > _BODY else (200, await reader.readexactly(int(length)))


async def _store(body: bytes, bot: Bot, take: Take) -> int:
    try:
        raw = json.loads(body)
        update = Update.de_json(readable(raw), bot)
    except (ValueError, KeyError, TypeError):
        return 400
    try:
        await take(update)
    except Exception:  # whatever went wrong while storing: Telegram keeps the update and brings it again
        log.exception("update.unstored", update=update.update_id)
        return 500
    return 200
