"""The running bot: memory, model, channels and the loops between them, put together from the settings."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime
from typing import Any, Protocol, runtime_checkable

import structlog

from bot import commands, suggestions
from bot.access import Access
from bot.channel import Channel, Incoming, KnowsAdmins, TokenRefused
from bot.consent import NotConsented, in_room
from bot.deliver import Sender
from bot.dispatch import Dispatcher
from bot.envelope import pack_incoming
from bot.grants import KeptGrants
from bot.partial import Partials
from bot.pressure import Pressure
from bot.settings import Settings
from bot.showing import Showing
from bot.texts import say
from bot.turn import AGAIN
from bot.underway import Underway
from bot.unmasked import Unmasked
from bot.worker import Worker
from memory import secrets
from memory.core import Memory
from memory.domain import Principal, Room
from memory.errors import EmbedderDown, ModelDown
from memory.grants import Asking
from memory.inbox import Arrived
from memory.timestamps import moment

log = structlog.get_logger()
STOP_WITHIN = 8.0  # seconds a stop waits for what was begun; with SEND_WITHIN less than the ten Docker gives
JOB_WITHIN = 2.0  # seconds a stop waits for a job: it is durable and comes again
SEND_WITHIN = 1.0  # seconds for sending what was answered meanwhile
SHOW_WITHIN = 0.5  # seconds for a showing of an unfinished answer that is on its way
WATCHED_STOP_WITHIN = 600.0  # seconds the terminal waits for a reply: the person there can press Ctrl-C again
LEARN_WITHIN = 60.0  # seconds a piped command waits for the room's learning
PATIENCE = 30.0  # seconds learning waits for a moment in which nobody is being answered
PREPARED = 2  # messages that are made ready for the model side by side: one waits for the store, one for the processor
RESTART_FIRST, RESTART_LONGEST = 1.0, 60.0  # seconds between starts of a channel that fails


class ChatModel(Protocol):
    """A model as the bot uses it: the adapters in `bot.models`."""

    @property
    def name(self) -> str: ...
    @property
    def parameters(self) -> float | None: ...
    def chat(self, messages: Sequence[tuple[str, str]], *, max_tokens: int = 512, temperature: float = 0.7
             ) -> AsyncGenerator[str, None]: ...
    async def complete(self, messages: Sequence[tuple[str, str]], *, schema: dict[str, Any] | None = None,
                       temperature: float = 0.0, max_tokens: int = 512) -> str: ...
    async def check(self) -> ModelDown | None: ...
    async def close(self) -> None: ...


@runtime_checkable
class RunsElsewhere(Protocol):
    """A model that can tell whether it runs on another machine."""

    @property
    def elsewhere(self) -> str:
        """Where, as an origin, as far as it is known by now; "" for this machine."""
        ...

    async def origin(self) -> str:
        """The same, found out."""
        ...


class App:
    """See the module; made by `opened`."""

    def __init__(self, settings: Settings, memory: Memory, model: ChatModel | None, access: Access,
                 grants: KeptGrants | None = None, local: ChatModel | None = None) -> None:
        self.settings = settings
        self.memory = memory
        self.model = model
        self.access = access
        self.grants = grants or KeptGrants(settings.data_dir / "consent")
        self.grants.over(memory.consent)
        self.local = local  # answers on this machine where `model` runs elsewhere and may not be asked
        self.channels: dict[str, Channel] = {}
        self.dispatcher = Dispatcher(self)
        self.sender = Sender(self)
        self.partials = Partials(self)
        self.underway = Underway()
        self.preparing = asyncio.Semaphore(PREPARED)
        memory.learner.give_way = self._between_turns
        self.worker = Worker(self)
        self.unmasked = Unmasked(memory.clock)
        self.met: set[str] = set()  # rooms in which it is known who the bot is
        self.pressure = Pressure(settings.access.turns_per_minute)
        self.refused: set[str] = set()  # channels whose token the platform does not know
        self._signs: set[asyncio.Task[None]] = set()
        self._talking = 0
        self._silent = asyncio.Event()
        self._silent.set()

    # -- what the other modules ask

    @property
    def quiet(self) -> float:
        return self.settings.memory.quiet

    @property
    def limit(self) -> int:
        return self.settings.memory.facts

    @property
    def keep_days(self) -> int:
        return self.settings.memory.keep_messages

    @property
    def context_tokens(self) -> int:
        return self.settings.model.context_tokens

    @property
    def small(self) -> bool:
        """A model under a billion parameters: short rules, short answers, little chance."""
        return self.model is not None and self.model.parameters is not None and self.model.parameters < 1

    @property
    def model_name(self) -> str:
        return self.model.name if self.model else "none"

    def describe_model(self, language: str) -> str:
        if self.model is None:
            return say(language, "model_none")
        if self.settings.model.provider == "embedded":
            return say(language, "model_embedded")
        if isinstance(self.model, RunsElsewhere) and (origin := self.model.elsewhere):
            return say(language, "model_elsewhere", name=self.model_name, origin=origin)
        return say(language, "model_ollama", name=self.model_name, host=self.settings.model.host)

    async def model_fault(self, room: str) -> ModelDown | None:
        """What keeps the model from answering in this room, or None."""
        with in_room(room):
            return await self.model.check() if self.model else None

    @property
    def learns_by_model(self) -> bool:
        return self.settings.memory.extractor != "patterns"

    async def is_admin(self, channel: str, room: str, principal: Principal) -> bool:
        """Whether the platform says, now, that this person administers this room; no where it cannot be asked."""
        found = self.channels.get(channel)
        return isinstance(found, KnowsAdmins) and await found.is_admin(await self.memory.work.address(room), principal)

    @asynccontextmanager
    async def talking(self) -> AsyncIterator[None]:
        """While a message is answered, learning waits."""
        self._talking += 1
        self._silent.clear()
        try:
            yield
        finally:
            self._talking -= 1
            if not self._talking:
                self._silent.set()

    @property
    def busy(self) -> bool:
        """Whether somebody is being answered."""
        return self._talking > 0

    async def no_reply_running(self) -> None:
        """Until nothing is being answered; where somebody is always talking, for `PATIENCE` seconds."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await self._silent.wait()

    async def _between_turns(self) -> None:
        """Let a message that just came go first, up to where its model is asked."""
        await asyncio.sleep(0)
        async with self.preparing:
            return

    def showing(self, incoming: Incoming, nonce: str) -> Showing:
        """Signs of life while an answer is made."""
        return Showing(self.channels.get(incoming.channel), incoming.room.id, nonce, self._signs,
                       self.memory.work.address, self.partials.shown(incoming.key))

    async def toast(self, channel: str, press: str, text: str) -> None:
        if channel in self.channels:
            await self.channels[channel].toast(press, text)

    def wake_sender(self) -> None:
        self.sender.wake()
        self.worker.wake()

    async def scrub_now(self) -> bool:
        """Clear removed bytes out of the file now; the durable job does it again if somebody still reads them."""
        return await self.memory.scrub()

    async def credited(self, claims: Sequence[int]) -> dict[Principal, list[int]]:
        return await self.memory.credited(claims)

    @staticmethod
    def moment(text: str) -> datetime:
        return moment(text)

    async def answer_again(self, author: Principal, platform_id: str, incoming: Incoming) -> bool:
        """Answer a message of theirs that was not answered, as if it came now with `incoming`, the press or command
        that asks for it; False when its words are gone."""
        said = await self.memory.at(author, incoming.room).said(platform_id)
        if said is not None:
            await self.accept(replace(
                incoming, kind="message", key=f"{AGAIN}{incoming.key}", author=author, text=said.text,
                forwarded=said.origin is not None, origin=said.origin or "", platform_id=platform_id, press="",
                press_id="", addressed=True))
        return said is not None

    async def answer_waiting(self, asking: Asking, incoming: Incoming) -> bool:
        """Answer the message a question was asked for, as its author's; False when its words are gone."""
        return await self.answer_again(await self.memory.consent.person(asking.person), asking.turn, incoming)

    # -- intake

    async def latest(self, channel: str, prefix: str) -> dict[str, str]:
        """For each room of the channel the key it was given last, of those that begin with `prefix`."""
        return await self.memory.work.latest(channel, prefix)

    async def standing(self, channel: str) -> dict[str, list[str]]:
        """For each room of the channel the platform ids of the messages that are evidence or in the window."""
        return await self.memory.work.standing(channel)

    async def suggest(self, author: Principal, room: Room, command: str, typed: str) -> list[tuple[str, int]]:
        """(line, number) of what a command could be about here, newest first; nothing to who is not let in."""
        if not await self.access.allows(author):
            return []
        place = self.memory.at(author, replace(room, id=await self.memory.work.canonical(room.id)))
        return await suggestions.offered(place, command, typed)

    async def accept(self, incoming: Incoming) -> bool:
        """Store what a channel received; secrets are masked before anything touches the disk."""
        room = replace(incoming.room, id=await self.memory.work.canonical(incoming.room.id))
        author = self.memory.named(incoming.author) if incoming.author else None
        masked = replace(incoming, room=room, author=author, text=secrets.mask(_whole(incoming.text)).text,
                         origin=secrets.mask(_whole(incoming.origin)).text,
                         reply_quote=secrets.mask(_whole(incoming.reply_quote)).text)
        payload = pack_incoming(masked)
        command = commands.parse(incoming.text) if masked.text != incoming.text else None
        if command is not None and command[0] == "remember" and incoming.author is not None:
            self.unmasked.put(incoming.key, incoming.author.id, room.id, command[1].strip())
        number = await self.memory.work.accept(channel=incoming.channel, key=incoming.key, room=room,
                                               author=author, kind=incoming.kind, payload=payload)
        if number is None:
            return False
        self.dispatcher.feed(Arrived(number, incoming.channel, room.id, incoming.kind, payload, 0))
        return True

    async def migrated(self, old_room: str, new_room: str) -> None:
        await self.memory.work.moved(old_room, new_room)
        log.info("room.moved", old=old_room, new=new_room)

    async def unreachable(self, room: str, gone: bool) -> None:
        await self.memory.reachable(room, not gone)
        log.info("room.lost" if gone else "room.returned", room=room)

    # -- running

    async def learned(self, room: str) -> None:
        """Until this room's learning is done and what it asks is delivered, bounded."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LEARN_WITHIN):
                await self.dispatcher.settled(room)
                await self.worker.learn_now(room)
                await self.sender.flushed(room)

    async def serve(self, channels: Sequence[Channel], stop: asyncio.Event, *, within: float = STOP_WITHIN) -> None:
        """Run channels and loops until `stop` is set, then finish what was begun `within` seconds or park it."""
        self.channels = {channel.name: channel for channel in channels}
        await self.sender.take_up()
        await self.partials.take_up()
        loops = [asyncio.create_task(self.sender.run(), name="sender"),
                 asyncio.create_task(self.worker.run(), name="worker")]
        loops.append(asyncio.create_task(self._warm(), name="warm"))
        resumed = await self.dispatcher.resume()
        if resumed:
            log.info("inbox.resumed", count=resumed)
        intakes = [asyncio.create_task(self._supervise(channel, stop), name=channel.name) for channel in channels]
        try:
            await stop.wait()
        finally:
            await _cancelled(intakes)
            await asyncio.gather(self.dispatcher.stop(within), self.worker.stop(JOB_WITHIN))
            await self.partials.stop(SHOW_WITHIN)
            await self.sender.stop(SEND_WITHIN)
            await _cancelled(loops)
            for channel in channels:
                await channel.close()

    async def _warm(self) -> None:
        """Load what the first turn would otherwise wait for; what cannot be loaded is said once."""
        fault = await self.model.check() if self.model is not None else None
        if isinstance(self.model, RunsElsewhere):
            await self.model.origin()
        if isinstance(fault, NotConsented):
            log.info("model.elsewhere", model=self.model_name, origin=fault.origin)  # rooms are asked when they write
        elif fault is not None:
            log.warning("model.missed", model=self.model_name, kind=fault.kind, detail=fault.detail)
        if self.memory.embedder is not None:
            try:
                await self.memory.embedder.embed(["warm"])
            except EmbedderDown as fault:
                log.warning("embedder.missed", detail=str(fault))

    async def _supervise(self, channel: Channel, stop: asyncio.Event) -> None:
        """Keep one channel running; its failures are its own and never take another one down."""
        pause = RESTART_FIRST
        while not stop.is_set():
            try:
                await channel.run(self)
                return
            except TokenRefused as refused:
                log.error("channel.refused", channel=channel.name, detail=str(refused))
                self.refused.add(channel.name)
                if self.refused >= set(self.channels):
                    stop.set()  # nothing is left that could receive
                return
            except Exception as error:  # noqa: BLE001 - a library may raise anything; the supervisor goes on
                log.error("channel.failed", channel=channel.name, error=type(error).__name__, detail=str(error),
                          seconds=pause)
            await asyncio.sleep(pause)
            pause = min(RESTART_LONGEST, pause * 2)


_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


def _whole(text: str) -> str:
    """`text` without half characters, which cannot be stored, and without the signs that steer a terminal."""
    return _CONTROL.sub("", text.encode("utf-16", "surrogatepass").decode("utf-16", "replace"))


async def _cancelled(tasks: Sequence[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
