"""Work after the talk: learning when a room is quiet, scrubbing, retiring, backfill. Replies always go first."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import structlog

from bot import again, cards, leaving
from bot.channel import Outgoing
from bot.envelope import pack_outgoing
from bot.texts import known, say
from memory.domain import Principal, Room
from memory.errors import BadExtraction, ModelDown, StoreBusy
from memory.jobs import Job
from memory.work import EMBED, LEARN, SCRUB, Said

if TYPE_CHECKING:
    from bot.app import App

log = structlog.get_logger()
TEND_EVERY = 3600.0  # seconds between looks at what has expired
AFTER_TROUBLE = 5.0  # seconds
OFTEN = 0.2  # seconds at least between two looks at what is due, when rooms are waited for longer than that
NOTICES_A_DAY = 3  # unanswered questions after which it stops asking there (UX)


class Worker:
    """Runs due jobs one after the other."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._awake = asyncio.Event()
        self._running = asyncio.Lock()
        self._stopping = False
        self._behind = False  # something may still wait for its vector
        self._tend_at = 0.0  # of the loop's clock
        self._tended = datetime(1970, 1, 1, tzinfo=UTC)

    def wake(self) -> None:
        self._awake.set()

    async def stop(self, within: float) -> None:
        """Begin no more jobs; wait at most `within` seconds for the one that runs. It is durable: it comes again."""
        self._stopping = True
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(within), self._running:
                return

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            self._awake.clear()
            try:
                pause = await self._round()
            except StoreBusy:
                pause = AFTER_TROUBLE
                log.warning("store.busy")
            except Exception:  # the loop must outlive whatever one round meets
                pause = AFTER_TROUBLE
                log.exception("work.broke")
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):  # wait_for would lose a cancellation that comes with the event
                    await self._awake.wait()
                if pause > OFTEN:  # each answer wakes; with many rooms the looks would cost more than the work
                    await asyncio.sleep(min(OFTEN, self._app.quiet / 4))

    async def _round(self) -> float:
        """Do what is due; seconds until something is again."""
        loop = asyncio.get_running_loop()
        memory = self._app.memory
        self._tended = min(self._tended, memory.clock.now())  # a clock may be put back
        due = await memory.next_due(self._tended)
        if loop.time() >= self._tend_at or (due is not None and due <= memory.clock.now()):
            self._tended = memory.clock.now()
            await self._tend()
            self._tend_at = loop.time() + TEND_EVERY
        for job in await self._app.memory.work.due():
            await self._one(job)
        if self._behind and not self._stopping:  # a piece a round: what is due goes first, and replies before all
            await self._app.no_reply_running()
            self._behind = bool(await memory.backfill())
        if not self._app.busy:
            await memory.tidy()
        return await self._pause(self._tend_at - loop.time())

    async def learn_now(self, room: str) -> None:
        """Run a room's learning job at once, if it has one that waits."""
        for job in await self._app.memory.work.jobs(room):
            if job.kind == LEARN and job.state == "waiting":
                await self._one(job)

    async def _pause(self, longest: float) -> float:
        if self._behind:
            return 0.0
        memory = self._app.memory
        moments = [at for at in (await memory.work.next_job_at(), await memory.next_due(self._tended)) if at]
        if not moments:
            return max(0.05, longest)
        return max(0.01, min(longest, (min(moments) - memory.clock.now()).total_seconds()))

    async def _one(self, job: Job) -> None:
        async with self._running:
            if self._stopping:
                return
            try:
                if job.kind == LEARN:
                    await self._app.no_reply_running()
                    await self._learn(job)
                    self._behind = True  # what was asked about may have more to be read
                elif job.kind == EMBED:
                    self._behind = True
                elif job.kind == SCRUB and not await self._app.memory.scrub():
                    await self._app.memory.work.later(job)
                    return
                await self._app.memory.work.done(job)
            except (ModelDown, BadExtraction, StoreBusy) as fault:
                over = await self._app.memory.work.failed(job, getattr(fault, "kind", "bad answer"))
                log.warning("job.failed", kind=job.kind, room=job.room, fault=type(fault).__name__, given_up=over)
            except Exception:
                log.exception("job.broke", kind=job.kind, room=job.room)
                await self._app.memory.work.failed(job, "error")

    async def _learn(self, job: Job) -> None:
        learned = await leaving.learn(self._app, job.room)
        log.info("room.learned", room=job.room, messages=learned.messages, queued=len(learned.claims),
                 corroborated=len(learned.corroborated), dropped=sorted({drop.reason for drop in learned.dropped}))
        room = await self._app.memory.work.room(job.room)
        unasked = await self._app.memory.work.unasked(job.room)  # also what a run that was killed here left unasked
        if room is not None and unasked:
            await self._ask(room, unasked)
            self._app.wake_sender()
        if room is not None:
            await again.ask(self._app, room)

    async def _ask(self, room: Room, claims: Sequence[int]) -> None:
        """One notice under the answer for each person who was learned from; after three unanswered ones, silence."""
        by_person = await self._app.credited(claims)
        for principal, numbers in by_person.items():
            place = self._app.memory.at(Principal(principal.id, principal.name), room)
            language = known(await place.language())
            if not await place.notified():
                continue
            asked = await self._app.memory.work.unanswered_notices(room.id, principal.id)
            if asked > NOTICES_A_DAY:
                continue
            if asked == NOTICES_A_DAY:
                outs = [Outgoing(say(language, "later"), "notice", claims=tuple(numbers))]  # told of, not shown
            else:
                outs = cards.ask(language, [await place.card(number) for number in numbers])
                outs += [Outgoing(say(language, "near_forgotten", number=number, words=words), "notice")
                         for number, words in (await place.near_readable(numbers)).items()]
            await self._app.memory.work.say([Said(
                room.id.partition(":")[0], room.id, place.scope, out.says, pack_outgoing(out), out.claims,
                principal.id, "later" if asked == NOTICES_A_DAY else "notice" if out.says == "notice" else "card")
                for out in outs])

    async def _tend(self) -> None:
        gone = await self._app.memory.retire_due()
        if gone:
            log.info("facts.retired", count=len(gone))
        await self._ask_still()
        pruned = await self._app.memory.prune(self._app.keep_days)
        if pruned:
            log.info("messages.pruned", count=pruned)
        self._behind = True

    async def _ask_still(self) -> None:
        """Ask the persons of facts whose lifetime is over whether they still hold."""
        asked = 0
        for claim in await self._app.memory.to_ask():
            room = await self._app.memory.work.room(claim.room)
            principal = next(iter(await self._app.credited([claim.id])), None)
            if room is None or principal is None:  # forgotten meanwhile
                continue
            place = self._app.memory.at(principal, room)
            name = principal.name if room.kind != "dm" else ""
            out = cards.still(known(await place.language()), claim, name)
            await self._app.memory.ask_still(claim, Said(room.id.partition(":")[0], room.id, place.scope, out.says,
                                                         pack_outgoing(out), out.claims, principal.id))
            asked += 1
        if asked:
            log.info("facts.asked", count=asked)
            self._app.wake_sender()
