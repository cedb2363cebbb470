"""What the room of a command is told when its answer goes to the person alone: that it did, once it was delivered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.channel import Outgoing
from bot.envelope import pack_outgoing
from memory.work import Said

if TYPE_CHECKING:
    from bot.app import App


async def give(app: App, channel: str, out: Outgoing, *, delivered: bool) -> None:
    """Tell it, where somebody waits for it."""
    told = out.receipt
    if told is None:
        return
    line = Outgoing(told.delivered if delivered else told.undelivered, "notice", answers=told.answers)
    await app.memory.work.say([Said(channel, told.room, told.scope, line.says, pack_outgoing(line))])
    app.wake_sender()
