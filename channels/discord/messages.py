"""Discord's messages as the bot understands them: one `Incoming` for each thing somebody wrote, changed or removed."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import discord

from bot import commands
from bot.channel import Incoming
from channels.discord.rooms import room_of
from memory.domain import Principal

MESSAGE = "message:"  # how keys of messages begin
_SAID = (discord.MessageType.default, discord.MessageType.reply)
_JOINED = (discord.MessageType.new_member, discord.MessageType.recipient_add)


def read(message: discord.Message, me: int, role: int | None = None) -> Incoming | None:
    """What a new message says, or None for what is not for us: our own, and of what nobody addressed to us commands
    and what has no words, as all of it has without the message content intent.

    `me`: our user id; `role`: the role Discord made for us in that guild, which people pick by mistake.
    """
    found = _read(message, me, role, "message", f"{MESSAGE}{message.id}@{me}")
    if found is None or found.addressed:
        return found
    return found if found.text.strip() and not found.text.lstrip().startswith("/") else None


def read_edit(message: discord.Message, me: int, role: int | None, *, sees_text: bool) -> Incoming | None:
    """A changed message. Discord reports as changed also what it changed itself (a link's picture): not an edit.

    Without the message content intent an edit comes without its words (`sees_text` False), and says nothing.
    """
    if message.edited_at is None or not (sees_text or message.content):
        return None
    stamp = f"{message.edited_at.timestamp():.6f}"
    return _read(message, me, role, "edit", f"edit:{message.id}:{stamp}@{me}")


def removed(message: int, channel: discord.abc.Messageable, me: int) -> Incoming:
    """A removed message. Discord does not say whose it was, nor who removed it."""
    return Incoming("discord", f"removed:{message}@{me}", room_of(channel), None, "service", datetime.now(UTC),
                    platform_id=str(message), addressed=False, note="deleted")


def person(user: discord.abc.User) -> Principal | None:
    """Who that is; None for bots."""
    return None if user.bot else Principal(f"discord:{user.id}", user.display_name)


def _read(message: discord.Message, me: int, role: int | None, kind: str, key: str) -> Incoming | None:
    if message.author.id == me:
        return None
    room = room_of(message.channel)
    words, mentioned = own_words(message, me, role)
    forwarded = bool(message.message_snapshots)
    if forwarded and not words:
        words = message.message_snapshots[0].content
    replied = _replied(message)
    service = message.type not in _SAID
    note = "joined" if message.type in _JOINED else "service" if service else _note(message, forwarded)
    return Incoming(
        channel="discord", key=key, room=room,
        author=None if message.webhook_id is not None else person(message.author),
        kind="service" if service else "edit" if kind == "edit" else "message",
        sent_at=(message.edited_at if kind == "edit" else None) or message.created_at,
        text="" if service else words, platform_id=str(message.id),
        addressed=room.kind == "dm" or mentioned or (replied is not None and replied.author.id == me),
        caption=bool(message.attachments) and bool(words), forwarded=forwarded,
        reply_quote=replied.content if replied is not None else "",
        reply_to=str(message.reference.message_id or "") if message.reference is not None and not forwarded else "",
        link=message.jump_url, exposed=room.kind != "dm", note="edited" if kind == "edit" else note,
    )


def own_words(message: discord.Message, me: int, role: int | None = None) -> tuple[str, bool]:
    """The sender's words without the mention of us, other people's mentions by name; whether we were mentioned."""
    names = {user.id: user.display_name for user in message.mentions}
    us = re.compile(rf"<@!?{me}>" + (rf"|<@&{role}>" if role else ""))
    mentioned = us.search(message.content) is not None
    words = us.sub("\0", message.content)
    words = re.sub(r"^\s*\0[\s,:]*|\s*\0$", "", words).replace(" \0 ", " ").replace("\0", "")
    words = re.sub(r"<@!?(\d+)>", lambda found: f"@{names.get(int(found.group(1)), 'somebody')}", words)
    return (words.strip() if mentioned else words), mentioned


def _replied(message: discord.Message) -> discord.Message | None:
    """The message this one replies to, as far as Discord sent it along."""
    reference = message.reference
    if reference is None or message.message_snapshots:
        return None
    return reference.resolved if isinstance(reference.resolved, discord.Message) else None


def _note(message: discord.Message, forwarded: bool) -> str:
    if message.flags.voice:
        return "voice"
    if message.attachments:
        kind = message.attachments[0].content_type or ""
        return "photo" if kind.startswith("image/") else "voice" if kind.startswith("audio/") else "document"
    if message.stickers:
        return "sticker"
    if message.poll is not None:
        return "poll"
    return "forward" if forwarded else ""


def is_command(text: str) -> bool:
    """Whether a text is a command: what answers those shows memory more often than not."""
    return commands.parse(text.strip()) is not None


def command_name(text: str) -> str:
    """The command a text is, "" when it is talk."""
    parsed = commands.parse(text.strip())
    return parsed[0] if parsed is not None else ""
