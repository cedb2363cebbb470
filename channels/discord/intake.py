"""Handing over: what was said goes into the inbox in its order, what was asked goes there and is acknowledged."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Protocol, runtime_checkable

import discord
import structlog

from bot import commands
from bot.channel import Incoming, Intake
from channels.discord import interactions, menu, messages
from channels.discord.catchup import catch_up
from channels.discord.faults import SEND_FAULTS
from channels.discord.gateway import Gateway
from channels.discord.interactions import Taken
from channels.discord.revisit import revisit
from channels.discord.rooms import room_id, room_of
from channels.discord.sending import CONSENT
from channels.discord.waiting import Open
from channels.discord.wire import ORIGINAL, Api, body
from memory.domain import Principal, Room

ACCEPT_WITHIN = 1.5  # seconds storing may take before Discord is told, of the three it waits
_CHOICES = 25  # discord.com/developers/docs/interactions/application-commands#autocomplete
_CHOICE = 100  # characters

log = structlog.get_logger("channels.discord")


@runtime_checkable
class Suggests(Protocol):
    """An intake that can also say which numbers a command could be about."""

    async def suggest(self, author: Principal, room: Room, command: str, typed: str) -> list[tuple[str, int]]:
        """(line to show, number) of what this person could mean here, best first."""
        ...


class Handover:
    """`gateway.Receiver` for one connection. `broken` is set to what the intake raised."""

    def __init__(self, intake: Intake, api: Api, waiting: Open, public: deque[str]) -> None:
        self._intake = intake
        self._api = api
        self._open = waiting
        self._public = public  # keys whose answers may be seen by all
        self.events: asyncio.Queue[Incoming | Callable[[], Awaitable[object]]] = asyncio.Queue()
        self.broken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._storing: set[asyncio.Future[bool]] = set()
        self._handing: asyncio.Future[None] | None = None
        self._over = False
        self._revisit: asyncio.Task[None] | None = None
        self._told: set[int] = set()  # messages that were changed or removed while what stands is looked at

    async def store(self) -> None:
        """Hand over in the order in which it came, until cancelled."""
        while True:
            self._handing = asyncio.ensure_future(self._store_one_or_more(await self.events.get()))
            await asyncio.shield(self._handing)  # whoever stops this lets what was begun come to its end

    async def _store_one_or_more(self, event: Incoming | Callable[[], Awaitable[object]]) -> None:
        """One event and the messages that queued up behind it, all at once: the store takes them in this order, but
        each alone would wait for what the turns of those before it do there."""
        said: list[Incoming] = []
        while isinstance(event, Incoming):
            said.append(event)
            if self.events.empty():
                await asyncio.gather(*map(self._intake.accept, said))
                return
            event = self.events.get_nowait()
        await asyncio.gather(*map(self._intake.accept, said))
        await event()

    async def end(self) -> None:
        """Hand over what had arrived when the connection ended."""
        self._over = True
        self.broken.cancel()
        if self._revisit is not None:
            self._revisit.cancel()
            await asyncio.gather(self._revisit, return_exceptions=True)
        begun: list[asyncio.Future[Any]] = [*self._storing, *([self._handing] if self._handing is not None else [])]
        if begun:
            await asyncio.wait(begun, timeout=ACCEPT_WITHIN)
        if self._handing is not None:
            self._handing.cancel()
            await asyncio.gather(self._handing, return_exceptions=True)
        while not self.events.empty():
            await self._store_one_or_more(self.events.get_nowait())

    def connected(self, client: Gateway) -> None:
        """A new session: what was said before it comes first. It waits in the queue, and all that follows behind it."""
        self.events.put_nowait(partial(self._catch_up, client))

    async def _catch_up(self, client: Gateway) -> None:
        if self._over:  # the next start reads it
            return
        missed: list[discord.Message] = []
        await catch_up(client, self._intake, missed.append)
        for message in missed:
            incoming = messages.read(message, client.me, client.role(message))
            if incoming is not None:
                await self._intake.accept(incoming)
        if self._revisit is not None:
            self._revisit.cancel()
        self._revisit = asyncio.create_task(self._look_again(client))

    async def _look_again(self, client: Gateway) -> None:
        """What was changed or removed meanwhile, as if it was told now; what is told now goes before it."""
        self._told.clear()

        def changed(message: discord.Message) -> None:
            if message.id not in self._told:
                self._take_change(client, message)

        def removed(number: int, channel: discord.abc.Messageable) -> None:
            if number not in self._told:
                self._take(messages.removed(number, channel, client.me))

        try:
            await revisit(client, self._intake, changed, removed)
        except Exception:  # a library may raise anything, and talk goes on without this look
            log.exception("revisit.broke")
        finally:
            self._told.clear()

    def said(self, client: Gateway, message: discord.Message) -> None:
        self._api.note(message.channel.id, room_of(message.channel).kind == "dm")
        self._take(messages.read(message, client.me, client.role(message)))

    def changed(self, client: Gateway, message: discord.Message) -> None:
        self._note(message.id)
        self._take_change(client, message)

    def _take_change(self, client: Gateway, message: discord.Message) -> None:
        sees = client.text or message.guild is None
        self._take(messages.read_edit(message, client.me, client.role(message), sees_text=sees))

    def removed(self, client: Gateway, number: int, channel: discord.abc.Messageable) -> None:
        self._note(number)
        self._take(messages.removed(number, channel, client.me))

    def _note(self, number: int) -> None:
        if self._revisit is not None and not self._revisit.done():
            self._told.add(number)

    def lost(self, rooms: list[int], gone: bool) -> None:
        for number in rooms:
            self.events.put_nowait(partial(self._intake.unreachable, room_id(number), gone))

    def _take(self, incoming: Incoming | None) -> None:
        if incoming is None:
            return
        name = messages.command_name(incoming.text)
        if name and not commands.shows_memory(name):
            self._public.append(incoming.key)
        self.events.put_nowait(incoming)

    async def asked(self, client: Gateway, interaction: discord.Interaction[Any]) -> None:
        """An interaction: stored, then acknowledged within three seconds, then handled."""
        data: Any = interaction.data or {}
        if interaction.type is discord.InteractionType.autocomplete:
            await self._acknowledge(interaction, interactions.CHOICES, {"choices": await self._choices(interaction)})
            return
        pressed = str(data.get("custom_id", ""))
        if interaction.type is discord.InteractionType.component and pressed.startswith(interactions.EDIT):
            form = interactions.form(pressed.removeprefix(interactions.EDIT), interactions.language_of(interaction))
            await self._acknowledge(interaction, interactions.MODAL, form)
            return
        taken = interactions.read(interaction, client.me)
        if isinstance(taken, str):
            await self._acknowledge(interaction, interactions.MESSAGE, body(taken, [], ephemeral=True))
        else:
            await self._accept(taken)

    async def _accept(self, taken: Taken) -> None:
        waiting = taken.waiting
        if taken.incoming.press.startswith(CONSENT):
            self._public.append(taken.incoming.key)
        self._open.add(waiting)
        if waiting.source:
            self._open.holds(waiting.source, waiting, ORIGINAL)
        storing = asyncio.ensure_future(self._intake.accept(taken.incoming))
        self._storing.add(storing)
        storing.add_done_callback(self._storing.discard)
        await asyncio.wait([storing], timeout=ACCEPT_WITHIN)
        if storing.done() and (storing.exception() is not None or not storing.result()):
            self._open.drop(waiting)
            self._fail(storing)
            return
        try:
            await self._api.acknowledge(waiting.number, waiting.token, taken.callback, taken.data)
        except SEND_FAULTS as fault:
            waiting.failed = True
            log.warning("interaction.late", interaction=waiting.number, error=str(fault))
        waiting.acknowledged.set()
        await asyncio.wait([storing])
        self._fail(storing)

    def _fail(self, storing: asyncio.Future[bool]) -> None:
        """What the intake raised ends the run, as it does for messages."""
        error = storing.exception()
        if error is not None and not self.broken.done():
            self.broken.set_exception(error)

    async def _acknowledge(self, interaction: discord.Interaction[Any], kind: int, data: dict[str, Any]) -> None:
        try:
            await self._api.acknowledge(interaction.id, interaction.token, kind, data)
        except SEND_FAULTS as fault:
            log.info("interaction.late", interaction=interaction.id, error=str(fault))

    async def _choices(self, interaction: discord.Interaction[Any]) -> list[dict[str, Any]]:
        """Numbers to offer for what is typed so far; none where nobody knows any."""
        author, room = messages.person(interaction.user), interactions.room(interaction)
        if author is None or room is None or not isinstance(self._intake, Suggests):
            return []
        command, typed = interactions.focused(interaction)
        found = await self._intake.suggest(author, room, command, typed)
        numeric = any(option.completes and option.type == menu.INTEGER for option in menu.OPTIONS.get(command, ()))
        return [{"name": line[:_CHOICE], "value": number if numeric else str(number)}
                for line, number in found[:_CHOICES]]
