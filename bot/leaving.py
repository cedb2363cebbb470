"""What of a turn or a job may leave this machine: made smaller until the room's grants fit, or done here.

The transport decides (`bot.consent`); this module says in whose name a request is made, and what is left of it after
a refusal. Nothing here can send more than the transport lets through.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from bot import consent
from bot.consent import NotConsented, Purpose
from bot.prompt import Prompt
from memory.domain import Caution, Learned, Recalled, Utterance
from memory.messages import Line
from memory.place import Place

if TYPE_CHECKING:
    from bot.app import App


@dataclass(frozen=True, slots=True)
class Ground:
    """What a prompt is made from. `built_on`: the earlier replies that memory went into, with whose memory it was."""

    recalled: Recalled
    window: tuple[Line, ...]
    built_on: dict[int, frozenset[str]] = field(default_factory=dict)
    quoted: Line | None = None  # what the newest message replies to

    def without(self, gone: Collection[int]) -> tuple[tuple[Line, ...], Line | None]:
        """The window, and what is quoted, without these messages."""
        quoted = self.quoted if self.quoted is not None and self.quoted.id not in gone else None
        return tuple(line for line in self.window if line.id not in gone), quoted


async def ground(app: App, place: Place, recalled: Recalled, window: Sequence[Line], quoted: Line | None = None
                 ) -> Ground:
    replies = {line.id for line in (*window, quoted) if line is not None and line.author is None}
    return Ground(recalled, tuple(window), await app.memory.consent.built_on(sorted(replies), place.scope)
                  if replies else {}, quoted)


async def in_name_of(app: App, place: Place, turn: str, base: Ground, built: Prompt) -> AbstractContextManager[None]:
    """The context a turn's request is made in: its purpose, and whose facts, shared from elsewhere, it carries."""
    used = built.used
    if not (used.facts or used.cautions or used.excerpts or base.built_on):
        return consent.in_room(place.room.id, Purpose.TALK, [turn])
    shared = await app.memory.consent.shared(_claims(used), place.scope)
    people = set(shared.values()).union(*base.built_on.values())
    return consent.in_room(place.room.id, Purpose.MEMORY, [turn], people)


async def fitting(app: App, place: Place, base: Ground, origin: str, turn: str) -> Ground | None:
    """As much of the ground as the room's grants let go to `origin`; None when not even the talk may."""
    room = place.room.id
    with consent.in_room(room, turns=[turn]):
        if not await app.grants.allows(room, origin, Purpose.TALK):
            return None
        remembered = await app.grants.allows(room, origin, Purpose.MEMORY)
    if not remembered:
        window, quoted = base.without(base.built_on)
        return Ground(Recalled(), window, quoted=quoted)
    yes = await app.grants.own_yes(room, origin, [turn])
    whose = await app.memory.consent.shared(_claims(base.recalled), place.scope)
    silent = {claim for claim, person in whose.items() if person not in yes}
    kept = {reply: people for reply, people in base.built_on.items() if people <= yes}
    window, quoted = base.without(base.built_on.keys() - kept.keys())
    return Ground(
        replace(base.recalled, facts=tuple(fact for fact in base.recalled.facts if fact.claim not in silent),
                cautions=tuple(c for c in base.recalled.cautions if not {c.a.claim, c.b.claim} & silent)),
        window, kept, quoted)


async def learn(app: App, room: str) -> Learned:
    """One learning job: by the model for the messages it may have, by patterns on this machine for the others."""
    waiting = await app.memory.consent.unlearned(room)
    try:
        learned = await _by_model(app, room, waiting)
    except NotConsented:
        learned = Learned()
        for batch in await _batches(app, room, waiting):
            learned = _both(learned, await _by_model_or_here(app, room, batch))
    replied = await app.memory.consent.replied([one.id for one, _ in waiting])
    await app.grants.spend(room, {turn for one, turn in waiting if one.id in replied})
    return learned


async def answered(app: App, place: Place, turn: str) -> None:
    """A turn that was let out once is over; its grant goes on for the learning from it, if there is any to come."""
    if turn not in {waiting for _, waiting in await app.memory.consent.unlearned(place.room.id)}:
        await app.grants.spend(place.room.id, {turn})


async def _by_model(app: App, room: str, batch: Sequence[tuple[Utterance, str]]) -> Learned:
    with consent.in_room(room, Purpose.MEMORY, [turn for _, turn in batch]):
        return await app.memory.learn(room, {one.id for one, _ in batch})


async def _by_model_or_here(app: App, room: str, batch: Sequence[tuple[Utterance, str]]) -> Learned:
    try:
        return await _by_model(app, room, batch)
    except NotConsented:
        return await app.memory.learn(room, {one.id for one, _ in batch}, by_model=False)


async def _batches(app: App, room: str, waiting: Sequence[tuple[Utterance, str]]
                   ) -> list[list[tuple[Utterance, str]]]:
    """Messages that stand or fall together: each one that was let out once by itself, and the others."""
    once = {grant.terms.turn for grant in await app.grants.holding(room) if grant.terms.turn}
    batches: dict[str, list[tuple[Utterance, str]]] = {}
    for one, turn in waiting:
        batches.setdefault(turn if turn in once else "", []).append((one, turn))
    return list(batches.values())


def _both(a: Learned, b: Learned) -> Learned:
    return Learned(a.claims + b.claims, a.corroborated + b.corroborated, a.dropped + b.dropped, a.messages + b.messages)


def _claims(recalled: Recalled) -> list[int]:
    pairs: tuple[Caution, ...] = recalled.cautions
    return [fact.claim for fact in recalled.facts] + [side.claim for pair in pairs for side in (pair.a, pair.b)]
