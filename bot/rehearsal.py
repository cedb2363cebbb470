"""What a turn would send for a text, to whom, without sending it: the same ground, grants and assembler as a turn's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot import consent, leaving, turn
from bot.models.ollama import Ollama
from bot.prompt import Prompt
from memory import secrets
from memory.domain import Recalled, Room
from memory.messages import Line
from memory.place import Place

if TYPE_CHECKING:
    from bot.app import App

HERE = "this machine"


@dataclass(frozen=True, slots=True)
class Rehearsed:
    """The prompt, None where nothing would be sent; the endpoint it goes to, or that this room has not said yes to."""

    prompt: Prompt | None
    to: str

    def as_json(self) -> dict[str, Any]:
        used = self.prompt.used if self.prompt else Recalled()
        return {"to": self.to, "messages": [{"role": role, "content": content} for role, content in
                                            (self.prompt.messages if self.prompt else ())],
                "facts": [fact.claim for fact in used.facts], "cautions": [pair.pair for pair in used.cautions],
                "max_tokens": self.prompt.answer_tokens if self.prompt else 0}


async def rehearse(app: App, text: str, room: str, person: str) -> Rehearsed:
    """What would be sent if this person said `text` there now."""
    found = await app.memory.work.room(room) or Room(room)
    place = app.memory.at(await app.memory.consent.person(person), found)
    text = secrets.mask(text).text
    base = await leaving.ground(app, place, await place.recall(text), await place.window_now())
    assemble = turn.assembler(app, place, Line(0, person, place.principal.name, text, app.memory.clock.now()))
    origin = await app.model.origin() if isinstance(app.model, Ollama) else ""
    if not origin or await _may(app, place, base, assemble(base, False), origin):
        return Rehearsed(assemble(base, False), origin or HERE)
    smaller = await leaving.fitting(app, place, base, origin, "")
    if smaller is not None and smaller != base:
        return Rehearsed(assemble(smaller, False), origin)
    return Rehearsed(assemble(base, True), HERE) if app.local is not None else Rehearsed(None, origin)


async def _may(app: App, place: Place, base: leaving.Ground, built: Prompt, origin: str) -> bool:
    with await leaving.in_name_of(app, place, "", base, built):
        where = consent.room.get()
        return where is not None and await app.grants.allows(where.room, origin, where.purpose)
