"""A reply to a card is an answer to it: yes and no decide, the claim in other words takes its place.

Nothing else decides. A question, and what is a statement of its own, is talk; of what can be neither told apart from
an answer nor taken for one, the person is asked.
"""

from __future__ import annotations

from dataclasses import replace

from bot import cards, commands
from bot.channel import Outgoing
from bot.commands.context import Answer, Context, text
from memory.assent import Assent, assent
from memory.domain import Card, State
from memory.errors import NotFound
from memory.wording import asks, read_in, said_anew

SHORT = 8  # words of a reply that is hardly talk of its own


async def answer(context: Context) -> Answer | None:
    """What comes of a message that replies to a card; None when it is talk.

    Only a message that showed this person claims which still wait is answered so.
    """
    words = context.incoming.text.strip()
    waiting = [] if context.incoming.forwarded or not words or asks(words) else await _replied_to(context)
    if not waiting:
        return None
    numbers = " ".join(str(card.claim.id) for card in waiting)
    says = assent(words)
    if says is Assent.LATER:
        return text(context.say("later"))
    if says is not None:
        return await commands.run(context, "approve" if says is Assent.YES else "decline", numbers)
    if len(waiting) == 1 and (anew := said_anew(words, waiting[0].claim, context.incoming.sent_at)):
        return await commands.run(context, "edit", f"{numbers} {anew}")
    if len(words.split()) > SHORT or read_in(words, context.incoming.sent_at):
        return None
    return Answer(_asked_back(context, waiting))


async def _replied_to(context: Context) -> list[Card]:
    """The claims of the message it replies to, where all of them wait for this person."""
    incoming, place = context.incoming, context.place
    if not (incoming.reply_to and incoming.addressed):
        return []
    shown = await context.app.memory.work.batch(incoming.reply_to, place.room.id, place.principal.id)
    try:
        found = [await place.card(number) for number in shown]
    except NotFound:
        return []
    return found if all(card.claim.state is State.CANDIDATE for card in found) else []


def _asked_back(context: Context, waiting: list[Card]) -> tuple[Outgoing, ...]:
    """The same cards once more, under the question what was meant."""
    first, *rest = cards.ask(context.language, waiting)
    asked = "reply_unclear" if len(waiting) == 1 else "reply_unclear_several"
    return replace(first, text=f"{context.say(asked, number=waiting[0].claim.id)}\n{first.text}"), *rest
