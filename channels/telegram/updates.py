"""Telegram's updates as the bot understands them: one `Incoming` for each thing somebody did."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime

from telegram import CallbackQuery, Message, MessageEntity, MessageOrigin, Update, User

from bot.channel import Incoming
from channels.telegram.rooms import room_of, room_of_press
from memory.domain import Principal

KINDS = ("message", "edited_message", "channel_post", "edited_channel_post", "callback_query", "my_chat_member")

# Animation before document: Telegram fills in both for one.
_MEDIA = ("voice", "video_note", "audio", "video", "animation", "photo", "sticker", "document", "contact", "venue",
          "location", "poll", "dice", "story", "game", "paid_media", "checklist")
_SERVICE = {"new_chat_members": "joined", "left_chat_member": "left", "pinned_message": "pinned",
            "new_chat_title": "renamed"}
_COMMAND = re.compile(r"/(\w{1,64})(?:@(\w+))?(?=\s|$)")


@dataclass(frozen=True, slots=True)
class Me:
    """The bot's own account, as far as reading needs it."""

    id: int
    username: str


def read(update: Update, me: Me) -> Incoming | None:
    """What the update says, or None for what is not for us: commands of other bots, buttons of inline results."""
    key = f"update:{update.update_id}@{me.id}"  # ids start anew with another bot's token
    if update.callback_query is not None:
        return _press(update.callback_query, key)
    message = update.effective_message
    if message is None:
        return None
    edited = update.edited_message is not None or update.edited_channel_post is not None
    return _message(message, key, me, edited)


def _press(query: CallbackQuery, key: str) -> Incoming | None:
    room = room_of_press(query)
    if room is None or query.message is None or query.data is None:
        return None
    return Incoming(
        channel="telegram", key=key, room=room, author=_person(query.from_user), kind="press",
        sent_at=datetime.now(UTC), platform_id=str(query.message.message_id), press=str(query.data),
        press_id=query.id, language=_language(query.from_user),
    )


def _message(message: Message, key: str, me: Me, edited: bool) -> Incoming | None:
    caption = message.caption is not None
    words, mentioned = _without_mention(message, me)
    command = _COMMAND.match(words)
    if command is not None and command.group(2) is not None:
        if command.group(2).casefold() != me.username.casefold():
            return None
        words, mentioned = f"/{command.group(1)}{words[command.end():]}", True
    note, service = _note(message)
    private = message.chat.type == message.chat.PRIVATE
    reply = _replied(message)
    return Incoming(
        channel="telegram", key=key, room=room_of(message.chat, message), author=_author(message),
        kind="service" if service else "edit" if edited else "message",
        sent_at=(message.edit_date if edited else None) or message.date,
        text=words, platform_id=str(message.message_id),
        addressed=private or mentioned or command is not None or _is_by(reply, me),
        caption=caption, forwarded=message.forward_origin is not None or bool(message.is_automatic_forward),
        origin=_origin(message.forward_origin),
        reply_quote=_quote(message, reply), reply_to=str(reply.message_id) if reply is not None else "",
        language=_language(message.from_user), link=message.link or "", note="edited" if edited else note,
    )


def _author(message: Message) -> Principal | None:
    """Whose words these are; None for anonymous admins, channels, bots and what a bot wrote for somebody."""
    if message.sender_chat is not None or message.via_bot is not None or message.from_user is None:
        return None
    return _person(message.from_user)


def _person(user: User) -> Principal | None:
    return None if user.is_bot else Principal(f"telegram:{user.id}", user.full_name)


def _language(user: User | None) -> str:
    return (user.language_code or "").partition("-")[0] if user is not None else ""


def _replied(message: Message) -> Message | None:
    """The message this one answers. In a topic Telegram names the topic's first message where there is none."""
    reply = message.reply_to_message
    return None if reply is None or reply.forum_topic_created is not None else reply


def _is_by(reply: Message | None, me: Me) -> bool:
    return reply is not None and reply.from_user is not None and reply.from_user.id == me.id


def _quote(message: Message, reply: Message | None) -> str:
    """Somebody else's words that stand with this message: the part they quoted, else all they replied to."""
    if message.quote is not None:
        return message.quote.text
    return (reply.text or reply.caption or "") if reply is not None else ""


def _origin(origin: MessageOrigin | None) -> str:
    """Whose words a forwarded message holds: a person, also one who hides behind a name, a group or a channel."""
    user, chat = getattr(origin, "sender_user", None), getattr(origin, "sender_chat", None) or getattr(
        origin, "chat", None)
    named = user.full_name if user is not None else getattr(origin, "sender_user_name", None)
    return str(named or (chat.title if chat is not None else "") or "")


def _note(message: Message) -> tuple[str, bool]:
    """What the message is beside its text, and whether Telegram wrote it by itself ("X joined")."""
    for name in _MEDIA:
        if getattr(message, name, None):  # older versions of the library lack the newer kinds
            return name, False
    for name, note in _SERVICE.items():
        if getattr(message, name):
            return note, True
    nothing_said = message.text is None and message.caption is None
    return ("service", True) if nothing_said else ("", False)


def _without_mention(message: Message, me: Me) -> tuple[str, bool]:
    """The sender's words with the mention of us taken out, and whether there was one.

    Offsets count UTF-16 units (core.telegram.org/api/entities), so the cut is made in that encoding.
    """
    text = message.text if message.text is not None else message.caption or ""
    entities = message.entities if message.text is not None else message.caption_entities
    units = text.encode("utf-16-le", "surrogatepass")
    found = False
    for entity in sorted(entities, key=lambda entity: -entity.offset):
        start, end = 2 * entity.offset, 2 * (entity.offset + entity.length)
        if _names_us(entity, units[start:end].decode("utf-16-le", "replace"), me):
            units, found = _joined(units[:start], units[end:]), True
    return units.decode("utf-16-le", "surrogatepass").strip() if found else text, found


def _names_us(entity: MessageEntity, words: str, me: Me) -> bool:
    if entity.type == MessageEntity.TEXT_MENTION:
        return entity.user is not None and entity.user.id == me.id
    return entity.type == MessageEntity.MENTION and words.casefold() == f"@{me.username}".casefold()


def _joined(before: bytes, after: bytes) -> bytes:
    """What stood around the mention, without the comma that followed it and without a doubled space."""
    left = before.decode("utf-16-le", "surrogatepass")
    right = after.decode("utf-16-le", "surrogatepass")
    if not left.strip():
        right = right.lstrip(" ,:")
    elif left.endswith(" ") and right.startswith(" "):
        right = right[1:]
    return (left + right).encode("utf-16-le", "surrogatepass")
