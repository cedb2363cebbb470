"""The Discord channel: the verbs of `bot.channel.Channel` over the gateway and the REST API."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any, Protocol, runtime_checkable

import discord
import structlog

from bot import commands
from bot.channel import Incoming, InDoubt, Intake, Outgoing, RetryLater, Undelivered, Unreachable
from channels.discord import interactions, menu, messages
from channels.discord.catchup import catch_up
from channels.discord.faults import FAULTS, TokenRefused, translate
from channels.discord.gateway import Gateway, address
from channels.discord.interactions import Taken
from channels.discord.rooms import room_id, room_of, target
from channels.discord.sending import CONSENT, Sender
from channels.discord.waiting import Open
from channels.discord.wire import HOME, ORIGINAL, Api, body, keep_quiet
from memory.domain import Principal, Room

ACCEPT_WITHIN = 1.5  # seconds storing may take before Discord is told, of the three it waits
PATIENCE = 60.0  # seconds a lost connection has to come back by itself
_TYPING_EVERY = 8.0  # seconds; Discord shows it for ten
_HEARD_WITHIN = 0.5  # seconds until a cancellation is repeated
_CHOICES = 25  # discord.com/developers/docs/interactions/application-commands#autocomplete
_CHOICE = 100  # characters
_HARMLESS = ("start", "help", "pause", "resume", "learn", "recall", "consent")  # commands whose answers show no memory
_SEND_FAULTS = (Undelivered, Unreachable, InDoubt, RetryLater)

log = structlog.get_logger("channels.discord")


@runtime_checkable
class Suggests(Protocol):
    """An intake that can also say which numbers a command could be about."""

    async def suggest(self, author: Principal, room: Room, command: str, typed: str) -> list[tuple[str, int]]:
        """(line to show, number) of what this person could mean here, best first."""
        ...


discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # we never speak


class DiscordChannel:
    """`bot.channel.Channel` over Discord. `run` stopped, `send` still works until `close`."""

    name = "discord"

    def __init__(self, token: str, api_base: str = "", gateway: str | None = None) -> None:
        keep_quiet()
        if not token:
            raise TokenRefused
        self._token = token
        self._gateway = gateway
        address(api_base or HOME)
        self._api = Api()
        self._open = Open()
        self._sender = Sender(self._api, self._open)
        self._client: Gateway | None = None
        self._intake: Intake | None = None
        self._events: asyncio.Queue[Callable[[], Awaitable[object]]] = asyncio.Queue()
        self._broken: asyncio.Future[None] | None = None
        self._text = True  # until Discord says that the intent is off
        self._over = False  # receiving has ended; what is still queued is stored
        self._typed: dict[int, float] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._storing: set[asyncio.Future[bool]] = set()

    # -- bot.channel.Channel

    async def run(self, intake: Intake) -> None:
        """Receive until cancelled. Raises `TokenRefused`, `NotConnected`, and whatever the intake raises."""
        self._intake = intake
        try:
            await self._session()
        except discord.PrivilegedIntentsRequired:
            self._text = False
            log.warning("intent.missing", intent="message content", meaning="In servers I read only what mentions me, "
                        "replies to me or is a command; direct messages are whole. To change that, turn on Message "
                        "Content Intent in the developer portal (Bot) and start again.")
            await self._session()

    async def send(self, room: str, out: Outgoing) -> list[str]:
        """Deliver and return the ids of the parts; see `sending.Sender.send` for what each failure means."""
        return await self._sender.send(room, out)

    async def draft(self, room: str, nonce: str, text: str) -> None:
        """Nothing is shown before the final text; "typing" is kept alive meanwhile."""
        channel = target(room)
        now = time.monotonic()
        if now - self._typed.get(channel, 0.0) >= _TYPING_EVERY:
            self._typed = {number: at for number, at in self._typed.items() if now - at < _TYPING_EVERY}
            self._typed[channel] = now
            self._start(self.typing(room))

    async def typing(self, room: str) -> None:
        """Show "typing" for the ten seconds Discord lets it stand."""
        try:
            await self._api.typing(target(room))
        except _SEND_FAULTS:
            return

    async def toast(self, press_id: str, text: str) -> None:
        """Tell the person of an interaction something only they see; one too old is not told."""
        waiting = self._open.numbered(press_id)
        if waiting is None or not text or not await waiting.open():
            return
        try:
            await self._sender.tell(waiting, text)
        except _SEND_FAULTS as fault:
            log.info("press.unanswered", error=str(fault))

    async def is_admin(self, room: str, principal: Principal) -> bool:
        """Whether this person administers the server of the room, by what Discord says of them now."""
        place = self._client.get_channel(target(room)) if self._client is not None else None
        if not isinstance(place, discord.abc.GuildChannel | discord.Thread):
            return False
        try:
            member = await place.guild.fetch_member(int(principal.id.partition(":")[2]))
        except FAULTS as error:
            log.info("member.unknown", room=room, error=str(translate(error)))
            return False
        allowed = member.guild_permissions
        return allowed.administrator or allowed.manage_guild

    async def close(self) -> None:
        """End all connections. What is sent afterwards is `Undelivered`."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._api.http = None
        if self._client is not None:
            await self._client.close()
            self._client = None

    # -- one connection

    async def _session(self) -> None:
        client = Gateway(self, text=self._text)
        try:
            await client.sign_in(self._token, self._gateway)
        except BaseException:
            await client.close()
            raise
        before, self._client, self._api.http = self._client, client, client.http
        if before is not None:
            await before.close()
        log.info("gateway.started", bot=str(client.user))
        self._start(self._register(client))
        self._over = False
        self._broken = asyncio.get_running_loop().create_future()
        loops = [asyncio.create_task(work) for work in (client.listen(), client.watch(PATIENCE), self._store())]
        try:
            done, _ = await asyncio.wait([*loops, self._broken], return_when=asyncio.FIRST_COMPLETED)
            for over in done:
                over.result()
        finally:
            self._broken.cancel()
            await _ended(loops)
            await client.hang_up()
            self._over = True
            if self._storing:
                await asyncio.wait(self._storing, timeout=ACCEPT_WITHIN)
            while not self._events.empty():
                await self._events.get_nowait()()

    async def _store(self) -> None:
        """Hand over in the order in which it came."""
        while True:
            await (await self._events.get())()

    async def _register(self, client: Gateway) -> None:
        try:
            await menu.register(client.http, client.application_id or 0)
        except FAULTS as error:
            log.warning("commands.unregistered", error=str(translate(error)))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # -- what came in

    def connected(self, client: Gateway) -> None:
        """A new session: what was said before it comes first. It waits in the queue, and all that follows behind it."""
        if self._intake is not None:
            self._events.put_nowait(partial(self._catch_up, client, self._intake))

    async def _catch_up(self, client: Gateway, intake: Intake) -> None:
        if self._over:  # the next start reads it
            return
        missed: list[discord.Message] = []
        await catch_up(client, intake, missed.append)
        for message in missed:
            incoming = messages.read(message, client.me, client.role(message))
            if incoming is not None:
                await intake.accept(incoming)

    def said(self, client: Gateway, message: discord.Message) -> None:
        self._api.note(message.channel.id, room_of(message.channel).kind == "dm")
        self._take(messages.read(message, client.me, client.role(message)))

    def changed(self, client: Gateway, message: discord.Message) -> None:
        sees = client.text or message.guild is None
        self._take(messages.read_edit(message, client.me, client.role(message), sees_text=sees))

    def removed(self, client: Gateway, number: int, channel: discord.abc.Messageable) -> None:
        self._take(messages.removed(number, channel, client.me))

    def lost(self, rooms: list[int], gone: bool) -> None:
        if self._intake is not None:
            for number in rooms:
                self._events.put_nowait(partial(self._intake.unreachable, room_id(number), gone))

    def _take(self, incoming: Incoming | None) -> None:
        if incoming is None or self._intake is None:
            return
        name = messages.command_name(incoming.text)
        command = commands.COMMANDS.get(name)
        if name in _HARMLESS or (command is not None and command.private):  # a private one answers in the DM
            self._sender.public.append(incoming.key)
        self._events.put_nowait(partial(self._intake.accept, incoming))

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
        if self._intake is None or self._broken is None:
            return
        waiting = taken.waiting
        if taken.incoming.press.startswith(CONSENT):
            self._sender.public.append(taken.incoming.key)
        self._open.add(waiting)
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
        except _SEND_FAULTS as fault:
            waiting.failed = True
            log.warning("interaction.late", interaction=waiting.number, error=str(fault))
        if waiting.source:
            self._open.holds(waiting.source, waiting, ORIGINAL)
        waiting.acknowledged.set()
        await asyncio.wait([storing])
        self._fail(storing)

    def _fail(self, storing: asyncio.Future[bool]) -> None:
        """What the intake raised ends the run, as it does for messages."""
        error = storing.exception()
        if error is not None and self._broken is not None and not self._broken.done():
            self._broken.set_exception(error)

    async def _acknowledge(self, interaction: discord.Interaction[Any], kind: int, data: dict[str, Any]) -> None:
        try:
            await self._api.acknowledge(interaction.id, interaction.token, kind, data)
        except _SEND_FAULTS as fault:
            log.info("interaction.late", interaction=interaction.id, error=str(fault))

    async def _choices(self, interaction: discord.Interaction[Any]) -> list[dict[str, Any]]:
        """Numbers to offer for what is typed so far; none where nobody knows any."""
        author, room = messages.person(interaction.user), interactions.room(interaction)
        if author is None or room is None or not isinstance(self._intake, Suggests):
            return []
        command, typed = interactions.focused(interaction)
        found = await self._intake.suggest(author, room, command, typed)
        numeric = not any(option.name == "numbers" for option in menu.OPTIONS.get(command, ()))
        return [{"name": line[:_CHOICE], "value": number if numeric else str(number)}
                for line, number in found[:_CHOICES]]


async def _ended(tasks: list[asyncio.Task[None]]) -> None:
    """Cancel until it is heard: the library waits for its connection by `asyncio.wait_for`, which in Python 3.11
    swallows a cancellation that comes in the moment what it waits for is done."""
    while running := [task for task in tasks if not task.done()]:
        for task in running:
            task.cancel()
        await asyncio.wait(running, timeout=_HEARD_WITHIN)
    await asyncio.gather(*tasks, return_exceptions=True)
