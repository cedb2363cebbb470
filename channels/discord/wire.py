"""Every request to Discord that shows something, made in one place so that none can ping, preview or lose its fault."""

from __future__ import annotations

import io
import json
import logging
from typing import Any

import discord
from discord.http import HTTPClient, Route

from bot.channel import File, Undelivered
from channels.discord.faults import FAULTS, Acknowledged, Gone, translate

Json = dict[str, Any]

_SUPPRESS_EMBEDS = discord.MessageFlags(suppress_embeds=True).value
_EPHEMERAL = discord.MessageFlags(ephemeral=True).value
_NOBODY = {**discord.AllowedMentions.none().to_dict(), "replied_user": False}
_DM = discord.ChannelType.private.value
ORIGINAL = "@original"
HOME = "https://discord.com/api/v10"


def body(text: str, components: list[Json], *, ephemeral: bool = False) -> Json:
    """A message that pings nobody and shows no preview of a link, whatever stands in it."""
    return {"content": text, "components": components, "allowed_mentions": _NOBODY,
            "flags": _SUPPRESS_EMBEDS | (_EPHEMERAL if ephemeral else 0)}


class Api:
    """Requests over whichever connection is the current one. Each raises the kinds of `bot.channel`, chained to
    nothing: what the libraries raise knows the address, and that of an interaction holds its token."""

    def __init__(self) -> None:
        self.http: HTTPClient | None = None
        self._direct: dict[int, bool] = {}  # channel id -> whether it is a DM, which never changes

    async def create(self, channel: int, message: Json, nonce: str, reply_to: str = "", file: File | None = None
                     ) -> str:
        """A new message. Discord drops one that repeats a nonce of the last minutes, and answers with the first."""
        message = message | {"nonce": nonce, "enforce_nonce": True}
        if reply_to.isdecimal():
            message["message_reference"] = {"message_id": reply_to, "channel_id": str(channel),
                                            "fail_if_not_exists": False}
        made = await self._asked(Route("POST", "/channels/{channel_id}/messages", channel_id=channel), message, file)
        return str(made["id"])

    async def edit(self, channel: int, number: int, message: Json) -> str:
        route = Route("PATCH", "/channels/{channel_id}/messages/{message_id}", channel_id=channel, message_id=number)
        return str((await self._asked(route, message))["id"])

    async def delete(self, channel: int, number: int) -> None:
        """Remove a message; one that is gone stays so."""
        route = Route("DELETE", "/channels/{channel_id}/messages/{message_id}", channel_id=channel, message_id=number)
        try:
            await self._asked(route)
        except Gone:
            return

    async def typing(self, channel: int) -> None:
        await self._asked(Route("POST", "/channels/{channel_id}/typing", channel_id=channel))

    async def acknowledge(self, interaction: int, token: str, kind: int, data: Json | None = None) -> None:
        """Respond to an interaction for the first time; one that was acknowledged before stays so."""
        route = Route("POST", "/interactions/{webhook_id}/{webhook_token}/callback", webhook_id=interaction,
                      webhook_token=token)
        try:
            await self._asked(route, {"type": kind, "data": data or {}})
        except Acknowledged:
            return

    async def follow_up(self, application: int, token: str, message: Json, file: File | None = None) -> str:
        route = Route("POST", "/webhooks/{webhook_id}/{webhook_token}", webhook_id=application, webhook_token=token)
        return str((await self._asked(route, message, file, wait="true"))["id"])

    async def edit_response(self, application: int, token: str, which: str, message: Json, file: File | None = None
                            ) -> str:
        """Put a message in the place of one an interaction led to; `which`: its id or `ORIGINAL`."""
        path = "/webhooks/{webhook_id}/{webhook_token}/messages/"
        if which == ORIGINAL:
            route = Route("PATCH", path + ORIGINAL, webhook_id=application, webhook_token=token)
        else:
            route = Route("PATCH", path + "{message}", webhook_id=application, webhook_token=token, message=which)
        return str((await self._asked(route, message, file))["id"])

    def note(self, channel: int, direct: bool) -> None:
        """Remember what kind of room a channel is, seen from an event."""
        self._direct[channel] = direct

    async def is_direct(self, channel: int) -> bool:
        """Whether a channel is a DM with one person. One we may not look at is not."""
        if channel not in self._direct:
            found = await self._asked(Route("GET", "/channels/{channel_id}", channel_id=channel))
            self._direct[channel] = found["type"] == _DM
        return self._direct[channel]

    async def _asked(self, route: Route, message: Json | None = None, file: File | None = None, **query: str) -> Any:
        if self.http is None:
            raise Undelivered("not connected to Discord yet")
        more: Json = {"params": query} if query else {}
        if file is not None:
            more |= _with_file(message or {}, file)
        elif message is not None:
            more["json"] = message
        try:
            return await self.http.request(route, **more)
        except FAULTS as error:
            failure = translate(error)
        raise failure


def _with_file(message: Json, file: File) -> Json:
    """A request as Discord takes one with a file: discord.com/developers/docs/reference#uploading-files."""
    told = json.dumps(message | {"attachments": [{"id": 0, "filename": file.name}]})
    upload = discord.File(io.BytesIO(file.text.encode()), file.name)
    return {"files": [upload], "form": [
        {"name": "payload_json", "value": told, "content_type": "application/json"},
        {"name": "files[0]", "value": upload.fp, "filename": file.name, "content_type": "application/octet-stream"}]}


class _Brief(logging.Filter):
    """A lost connection is news of one line and not of a page."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.getMessage().startswith("Attempting a reconnect"):
            record.exc_info, record.levelno, record.levelname = None, logging.WARNING, "WARNING"
        return True


_BRIEF = _Brief()


def keep_quiet() -> None:
    """Below WARNING the library writes whole events and the addresses of interactions, their tokens in them."""
    logging.getLogger("discord").setLevel(logging.WARNING)
    logging.getLogger("discord.client").addFilter(_BRIEF)
