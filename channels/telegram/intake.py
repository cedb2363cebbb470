"""Handing updates over: what was done goes into the inbox, news about a chat to the two verbs there are for it."""

from __future__ import annotations

from telegram import Update
from telegram.constants import ChatMemberStatus

from bot.channel import Intake
from channels.telegram.rooms import room_id
from channels.telegram.updates import Me, read

_GONE = (ChatMemberStatus.LEFT, ChatMemberStatus.BANNED)


async def take(update: Update, me: Me, intake: Intake) -> None:
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
