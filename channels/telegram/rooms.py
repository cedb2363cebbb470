"""Where something happened on Telegram, and where to send to: the two directions of a room's id."""

from __future__ import annotations

from telegram import CallbackQuery, Chat, Message
from telegram.constants import ChatType

from memory.domain import Room

GENERAL_TOPIC = 1  # core.telegram.org/api/forum: "General" has id 1, and a send that names it is refused

_KINDS: dict[str, str] = {ChatType.PRIVATE: "dm", ChatType.CHANNEL: "channel"}


def room_id(chat: int, thread: int | None = None) -> str:
    """The id of a chat as a room ("telegram:-100500"), or of a forum topic in it ("telegram:-100500/36")."""
    return f"telegram:{chat}/{thread}" if thread else f"telegram:{chat}"


def target(room: str) -> tuple[int, int | None]:
    """Chat id and topic id to send to. Raises ValueError for an id that is not Telegram's."""
    platform, _, rest = room.partition(":")
    if platform != "telegram":
        raise ValueError(f"{room} is not a Telegram room")
    chat, _, thread = rest.partition("/")
    return int(chat), int(thread) if thread else None


def room_of(chat: Chat, message: Message | None) -> Room:
    """The room of a message. Only a real forum topic is a room of its own.

    Telegram also puts a thread id on replies in plain groups and in General; those are not topics, and taking
    them for one would split a group's talk in two.
    """
    thread = None
    if message is not None and message.is_topic_message and message.message_thread_id != GENERAL_TOPIC:
        thread = message.message_thread_id
    if chat.type == ChatType.PRIVATE:
        return Room(room_id(chat.id), "dm")
    kind = "topic" if thread else _KINDS.get(chat.type, "group")
    return Room(room_id(chat.id, thread), kind, chat.title or "")


def room_of_press(query: CallbackQuery) -> Room | None:
    """The room of the message that held the button; None for a button in an inline result, which has no room."""
    if query.message is None:
        return None
    message = query.message if isinstance(query.message, Message) else None
    return room_of(query.message.chat, message)
