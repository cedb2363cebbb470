"""[Try again] under an answer that failed: the message is answered once more, once, and the button goes."""

from __future__ import annotations

from bot.channel import Outgoing
from bot.commands.context import Answer, Context


async def pressed(context: Context, asked: str) -> Answer:
    """Answer the message with this platform id as if it came now, when its own author asks for it."""
    incoming, place, work = context.incoming, context.place, context.app.memory.work
    author = await work.author_of(place.room.id, asked)
    if author is not None and author.id != place.principal.id:
        return Answer(toast=context.say("not_yours"))
    notice = await work.once(place.room.id, incoming.platform_id)
    if notice is not None and notice.used:
        return Answer(toast=context.say("retry_used"))
    if not await context.app.answer_again(place.principal, asked, incoming):
        return Answer(toast=context.say("retry_over"))
    if notice is not None:
        await work.use(notice.id)  # once it is on disk: after a kill in between, the same key answers it once
    if notice is None or not notice.whole:
        return Answer()  # what it says besides is not known, or is not the whole of it
    said = f"{notice.text} …" if notice.text else context.say("retrying")
    return Answer((Outgoing(said, "error", edits=incoming.platform_id),))
