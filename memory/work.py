"""The durable side of talking: inbox, outbox, cards and jobs, as the bot uses them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from memory import erase, inbox, jobs, messages, outbox, partials, people, shown, tombstones
from memory.db import Database, Tx
from memory.domain import Principal, Room
from memory.inbox import Arrived
from memory.jobs import Job
from memory.outbox import Once, Waiting
from memory.partials import Partial
from memory.ports import Clock
from memory.timestamps import iso, moment

LEARN = "learn"
SCRUB = "scrub"
EMBED = "embed"
WINDOW = timedelta(days=1)  # what was said that long ago is in nobody's window any more
STANDING = 1000  # messages that are looked at again after a time away


@dataclass(frozen=True, slots=True)
class Said:
    """One message to be sent, and which claims it puts before whom (`place`: card, notice, list, reply)."""

    channel: str
    room: str
    scope: str
    says: str
    payload: str
    claims: tuple[int, ...] = ()
    person: str = ""
    place: str = "card"
    message: int | None = None


class Work:
    """Verbs over the queues; each is one transaction."""

    def __init__(self, db: Database, clock: Clock) -> None:
        self._db = db
        self._clock = clock
        self._moves: tuple[dict[str, str], dict[str, str]] | None = None

    async def canonical(self, room: str) -> str:
        """The room's own id, for an address the platform knows it by."""
        return (await self._known())[0].get(room, room)

    async def address(self, room: str) -> str:
        """Where the platform has this room now."""
        return (await self._known())[1].get(room, room)

    async def _known(self) -> tuple[dict[str, str], dict[str, str]]:
        """(room by address, address by room) of those that moved, read once: nobody but `moved` changes them."""
        if self._moves is None:
            self._moves = await self._db.read(_moves)
        return self._moves

    async def moved(self, old: str, new: str) -> None:
        now = self._clock.now()
        await self._db.write(lambda tx: people.moved(tx, old, new, now))
        self._moves = None

    async def dm_of(self, principal: Principal) -> Room | None:
        """The room in which this person talks to the bot alone, if they ever did."""
        return await self._db.read(lambda tx: people.dm(tx, principal))

    async def room(self, number: str) -> Room | None:
        return await self._db.read(lambda tx: people.room(tx, number))

    async def accept(self, *, channel: str, key: str, room: Room, author: Principal | None, kind: str, payload: str
                     ) -> int | None:
        """Store what came in; its number, or None when the key was seen before."""
        now = self._clock.now()
        scope = room.scope(author) if author else f"room/{room.id}"

        def work(tx: Tx) -> int | None:
            people.enter(tx, room, scope, now)
            if author is not None:
                people.meet(tx, author, now)
                people.reachable(tx, room.id, True)  # whoever talks to us there can be talked to, so it is tried again
            return inbox.accept(tx, scope=scope, channel=channel, key=key, room=room.id, kind=kind, payload=payload,
                                at=now)
        return await self._db.write(work)

    async def waiting(self) -> list[Arrived]:
        return await self._db.read(inbox.waiting)

    async def attempt(self, number: int) -> int:
        """Count a try at handling an inbox row; how many there were, this one included."""
        return await self._db.write(lambda tx: inbox.attempt(tx, number))

    async def say(self, messages: Sequence[Said], *, finishes: int | None = None) -> list[int]:
        """Queue messages and finish the inbox row they answer, together. Nothing is queued for a row done before."""
        now = self._clock.now()
        return await self._db.write(lambda tx: say(tx, messages, now, finishes))

    async def partials(self) -> list[Partial]:
        """What shows unfinished answers."""
        return await self._db.read(partials.standing)

    async def partial_begins(self, arrived: int) -> bool:
        """Mark that an unfinished answer is about to be sent; False when it must not be now."""
        now = self._clock.now()
        return await self._db.write(lambda tx: partials.begin(tx, arrived, now))

    async def partial_stands(self, arrived: int, platform_id: str) -> None:
        """It arrived as this message, whose place the answer will take; "": surely not."""
        await self._db.write(lambda tx: partials.stands(tx, arrived, platform_id) if platform_id
                             else partials.drop(tx, arrived))

    async def queued(self) -> list[Waiting]:
        return await self._db.read(outbox.queued)

    async def ready(self, busy: Collection[str], channels: Collection[str]) -> tuple[list[Waiting], datetime | None]:
        """What to send now, one message a room; and when more may go."""
        now = self._clock.now()
        rows, later = await self._db.read(lambda tx: outbox.ready(tx, now, busy, channels))
        return rows, moment(later) if later else None

    async def next_of(self, room: str) -> Waiting | None:
        """What to send next in a room."""
        now = self._clock.now()
        return await self._db.read(lambda tx: outbox.next_of(tx, now, room))

    async def sending(self, row: Waiting) -> bool:
        """Mark that a send begins; False when it is not queued any more, or its words are gone."""
        now = self._clock.now()
        return await self._db.write(lambda tx: outbox.sending(tx, row, now))

    async def put_back(self, begun: Collection[int]) -> None:
        """At the end: what was marked and not begun to be sent is queued again; the rest may have arrived."""
        await self._db.write(lambda tx: outbox.put_back(tx, begun))

    async def sent(self, row: Waiting, platform_ids: list[str]) -> Waiting | None:
        """Delivered: from now on what it held counts as shown. Gives what goes to the same room next."""
        now = self._clock.now()

        def work(tx: Tx) -> Waiting | None:
            _sent(tx, row.id, platform_ids, now)
            return outbox.next_of(tx, now, row.room)
        return await self._db.write(work)

    async def once(self, room: str, platform_id: str) -> Once | None:
        """The message of ours whose button was pressed, where a button works once."""
        return await self._db.read(lambda tx: outbox.once(tx, room, platform_id))

    async def use(self, number: int) -> None:
        """Its button was pressed, and works no more."""
        now = self._clock.now()
        await self._db.write(lambda tx: outbox.use(tx, number, now))

    async def again(self, number: int, after: float | None = None) -> bool:
        """Queue a message once more, not before `after` seconds from now."""
        later = self._clock.now() + timedelta(seconds=after) if after else None
        return await self._db.write(lambda tx: outbox.again(tx, number, later))

    async def doubt(self, number: int) -> None:
        await self._db.write(lambda tx: outbox.doubt(tx, number))

    async def fail(self, number: int) -> None:
        await self._db.write(lambda tx: outbox.fail(tx, number))

    async def dismiss(self, number: int) -> None:
        await self._db.write(lambda tx: outbox.dismiss(tx, number))

    async def latest(self, channel: str, prefix: str) -> dict[str, str]:
        """For each room of a channel the key that came last, of those that begin with `prefix`."""
        return await self._db.read(lambda tx: inbox.latest(tx, channel, prefix))

    async def author_of(self, room: str, platform_id: str) -> Principal | None:
        """Whose message that is; None when it is not kept."""
        found = await self._db.read(lambda tx: messages.author(tx, room, platform_id))
        return Principal(found) if found else None

    async def standing(self, channel: str) -> dict[str, list[str]]:
        """For each room of a channel the platform ids of what somebody said there that is evidence, was said within a
        day or is not read yet."""
        day_ago = self._clock.now() - WINDOW
        return await self._db.read(lambda tx: messages.standing(tx, channel, day_ago, STANDING))

    async def in_flight(self) -> list[tuple[Waiting, datetime]]:
        """What was being sent when the last run ended, each with the moment that began."""
        return [(row, moment(began)) for row, began in await self._db.read(outbox.in_flight)]

    async def doubtful(self, room: str) -> list[Waiting]:
        return await self._db.read(lambda tx: outbox.doubtful(tx, room))

    async def cards(self, claims: Sequence[int]) -> list[tuple[int, str, str, str, list[str]]]:
        """Where claims are on screens: (claim, place, channel, room, platform ids) of every delivered card."""
        def read(tx: Tx) -> list[tuple[int, str, str, str, list[str]]]:
            return [(row[0], row[1], row[2], row[3], row[4].split()) for claim in claims for row in tx.execute(
                "select card.claim, card.place, outbox.channel, outbox.room, outbox.platform_ids from card"
                " join outbox on outbox.id = card.outbox where card.claim = ? and card.place in ('card', 'notice')"
                " and outbox.platform_ids <> ''", (claim,))]
        return await self._db.read(read)

    async def previews(self, claims: Sequence[int]) -> list[tuple[int, str, str, str, list[str]]]:
        """Where questions whether to forget are on screens that name one of these claims: as `cards`, one a message."""
        def read(tx: Tx) -> list[tuple[int, str, str, str, list[str]]]:
            rows = [row for claim in claims for row in tx.execute(
                "select card.claim, outbox.channel, outbox.room, outbox.platform_ids from card"
                " join outbox on outbox.id = card.outbox where card.claim = ? and card.place = 'reply'"
                " and outbox.says = 'ask' and outbox.platform_ids <> ''", (claim,))]
            found = {ids: (claim, "preview", channel, room, ids.split()) for claim, channel, room, ids in rows}
            return list(found.values())
        return await self._db.read(read)

    async def batch(self, platform_id: str, room: str, person: str) -> list[int]:
        """The claims a notice or card held for a person, by the id it has on the platform."""
        def read(tx: Tx) -> list[int]:
            return [row[0] for row in tx.execute(
                "select distinct card.claim from card join outbox on outbox.id = card.outbox"
                " where outbox.room = ? and card.person = ? and card.place <> 'reply'"
                " and ' ' || outbox.platform_ids || ' ' like ? order by card.claim",
                (room, person, f"% {platform_id} %"))]
        return await self._db.read(read)

    async def unanswered_notices(self, room: str, person: str) -> int:
        """Questions of the last day in this room that hold something still waiting, and were not answered since."""
        def read(tx: Tx) -> int:
            return int(tx.execute(
                "select count(distinct card.outbox) from card join outbox on outbox.id = card.outbox"
                " join claim on claim.id = card.claim where outbox.room = ? and card.person = ?"
                " and claim.state = 'candidate' and card.place in ('card', 'notice', 'later') and outbox.inbox is null"
                " and julianday(outbox.made_at) > julianday(?) - 1", (room, person, iso(self._clock.now()))
            ).fetchone()[0])
        return await self._db.read(read)

    async def unasked(self, room: str) -> list[int]:
        """What was learned in a room in the last day and no card has shown yet."""
        def read(tx: Tx) -> list[int]:
            return [row[0] for row in tx.execute(
                "select id from claim where room = ? and state = 'candidate' and revoked_at is null"
                " and origin = 'extraction' and julianday(recorded_at) > julianday(?) - 1"
                " and not exists (select 1 from card where card.claim = claim.id) order by id",
                (room, iso(self._clock.now())))]
        return await self._db.read(read)

    async def declined_again(self, room: str) -> list[tuple[int, Principal]]:
        """Declined things their person said anew in a room, to be asked about: (refusal, person)."""
        return await self._db.read(lambda tx: [(number, Principal(person, people.name(tx, person)))
                                               for number, person in tombstones.to_ask(tx, room)])

    async def due(self) -> list[Job]:
        now = self._clock.now()
        return await self._db.read(lambda tx: jobs.due(tx, now))

    async def jobs(self, room: str) -> list[Job]:
        return await self._db.read(lambda tx: jobs.of_room(tx, room))

    async def next_job_at(self) -> datetime | None:
        return await self._db.read(jobs.next_at)

    async def ask(self, kind: str, room: str, scope: str, delay: float = 0.0) -> None:
        at = self._clock.now() + timedelta(seconds=delay)
        await self._db.write(lambda tx: jobs.put(tx, scope=scope, kind=kind, room=room, run_at=at))

    async def done(self, job: Job) -> None:
        await self._db.write(lambda tx: jobs.done(tx, job))

    async def later(self, job: Job) -> None:
        """Put off a job that could not be finished yet, as often as it takes."""
        now = self._clock.now()
        await self._db.write(lambda tx: jobs.later(tx, job, now))

    async def failed(self, job: Job, error: str, *, final: bool = False) -> bool:
        now = self._clock.now()
        return await self._db.write(lambda tx: jobs.fail(tx, job, error, now, final=final))

    async def scrub(self) -> bool:
        """Clear removed bytes out of the file; False while another process still reads the old ones."""
        return await self._db.maintain(erase.scrub)

    async def count(self, room: str) -> dict[str, Any]:
        """Numbers for /status: what waits in this room."""
        def read(tx: Tx) -> dict[str, Any]:
            return {"inbox": inbox.count(tx, room), "jobs": jobs.of_room(tx, room),
                    "doubtful": outbox.doubtful(tx, room)}
        return await self._db.read(read)


def say(tx: Tx, messages: Sequence[Said], at: datetime, finishes: int | None) -> list[int]:
    """The transaction behind `Work.say`, for callers that have one open already."""
    if finishes is not None and not inbox.finish(tx, finishes, at):
        return []
    partial = partials.take(tx, finishes) if finishes is not None else None
    heir = _heir(messages, partial) if partial else None
    if partial and heir is None:
        outbox.put(tx, scope=partial.scope, channel=partial.channel, room=partial.room, says="reply", payload="",
                   at=at, inbox=finishes, replaces=partial.platform_id)
    numbers = []
    for one in messages:
        number = outbox.put(tx, scope=one.scope, channel=one.channel, room=one.room, says=one.says,
                            payload=one.payload, at=at, inbox=finishes, message=one.message,
                            replaces=partial.platform_id if partial and one is heir else "")
        tx.executemany("insert into card (scope, outbox, claim, person, place) select ?, ?, id, ?, ? from claim"
                       " where id = ?",  # it may have been forgotten while the answer was made
                       [(one.scope, number, one.person, one.place, claim) for claim in one.claims])
        numbers.append(number)
    return numbers


def _heir(messages: Sequence[Said], partial: Partial) -> Said | None:
    """What takes the place of an unfinished answer: the answer, or else what is said in the same room instead."""
    here = [one for one in messages if one.room == partial.room and one.says != "card"]
    return next((one for one in here if one.says == "reply"), here[0] if here else None)


def _moves(tx: Tx) -> tuple[dict[str, str], dict[str, str]]:
    aliases = tx.execute("select address, room from room_alias").fetchall()
    return dict(aliases), {room: people.address(tx, room) for _, room in aliases}


def _sent(tx: Tx, number: int, platform_ids: list[str], at: datetime) -> None:
    outbox.sent(tx, number, platform_ids, at)
    for scope, room, person, place, claim in tx.execute(
            "select card.scope, outbox.room, card.person, card.place, card.claim from card"
            " join outbox on outbox.id = card.outbox where outbox.id = ? and card.place <> 'later'",
            (number,)).fetchall():
        shown.show(tx, [claim], scope=scope, room=room, person=person, at=at,
                   place=place if place in ("list", "reply") else "card")
