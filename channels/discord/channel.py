"""The Discord channel: the verbs of `bot.channel.Channel` over the gateway and the REST API."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine
from typing import Any

import discord
import structlog

from bot.channel import Intake, Outgoing
from channels.discord import menu, rendering
from channels.discord.faults import FAULTS, SEND_FAULTS, TokenRefused, translate
from channels.discord.gateway import Gateway, address
from channels.discord.intake import Handover
from channels.discord.rooms import INTERACTION, target
from channels.discord.sending import Sender
from channels.discord.waiting import Open
from channels.discord.wire import HOME, Api, keep_quiet
from memory.domain import Principal

PATIENCE = 60.0  # seconds a lost connection has to come back by itself
_TYPING_EVERY = 8.0  # seconds; Discord shows it for ten
_HEARD_WITHIN = 0.5  # seconds until a cancellation is repeated

log = structlog.get_logger("channels.discord")


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
        self._text = True  # until Discord says that the intent is off
        self._typing: dict[int, asyncio.Task[None]] = {}  # by channel, until something is sent there
        self._typed: dict[int, float] = {}  # when, in monotonic seconds
        self._tasks: set[asyncio.Task[None]] = set()

    # -- bot.channel.Channel

    async def run(self, intake: Intake) -> None:
        """Receive until cancelled. Raises `TokenRefused`, `NotConnected`, and whatever the intake raises."""
        try:
            await self._session(intake)
        except discord.PrivilegedIntentsRequired:
            self._text = False
            log.warning("intent.missing", intent="message content", meaning="In servers I read only what mentions me, "
                        "replies to me or is a command; direct messages are whole. To change that, turn on Message "
                        "Content Intent in the developer portal (Bot) and start again.")
            await self._session(intake)

    async def send(self, room: str, out: Outgoing) -> list[str]:
        """Deliver and return the ids of the parts; see `sending.Sender.send` for what each failure means."""
        typing = self._typing.pop(target(room), None)
        if typing is not None and not typing.done():  # one that comes after the answer would stand under it
            await asyncio.wait([typing], timeout=_HEARD_WITHIN)
        return await self._sender.send(room, out)

    def sends_once(self, out: Outgoing) -> bool:
        """Whether `out`, given again within two minutes, is not sent twice: a message by its nonce, an edit by
        itself, at any time. An answer to an interaction has no nonce."""
        if out.edits:
            return bool(out.nonce) or len(rendering.parts(out)) == 1
        return bool(out.nonce) and not out.answers.startswith(INTERACTION)

    def shows_partials(self, room: str, answers: str) -> bool:
        """In every room; an interaction that waits shows by itself that we are at it."""
        return INTERACTION not in answers

    async def partial(self, room: str, out: Outgoing) -> tuple[str, bool]:
        """Show an answer so far; see `sending.Sender.show`."""
        return await self._sender.show(room, out)

    async def draft(self, room: str, nonce: str, text: str) -> None:
        """Nothing: a long answer is a message that is changed from time to time."""
        return

    async def typing(self, room: str) -> None:
        """Show "typing" for the ten seconds Discord lets it stand."""
        channel = target(room)
        running = self._typing.get(channel)
        if running is None or (running.done() and time.monotonic() - self._typed.get(channel, 0.0) >= _TYPING_EVERY):
            self._typed[channel] = time.monotonic()
            self._typing[channel] = self._start(self._type(channel))
        await asyncio.wait([self._typing[channel]])

    async def _type(self, channel: int) -> None:
        try:
            await self._api.typing(channel)
        except SEND_FAULTS:
            return

    async def toast(self, press_id: str, text: str) -> None:
        """Tell the person of an interaction something only they see; one too old is not told."""
        waiting = self._open.numbered(press_id)
        if waiting is None or not text or not await waiting.open():
            return
        try:
            await self._sender.tell(waiting, text)
        except SEND_FAULTS as fault:
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

    async def _session(self, intake: Intake) -> None:
        handover = Handover(intake, self._api, self._open, self._sender.public)
        client = Gateway(handover, text=self._text)
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
        loops = [asyncio.create_task(work) for work in (client.listen(), client.watch(PATIENCE), handover.store())]
        try:
            done, _ = await asyncio.wait([*loops, handover.broken], return_when=asyncio.FIRST_COMPLETED)
            for over in done:
                over.result()
        finally:
            await _ended(loops)
            await client.hang_up()
            await handover.end()

    async def _register(self, client: Gateway) -> None:
        try:
            await menu.register(client.http, client.application_id or 0)
        except FAULTS as error:
            log.warning("commands.unregistered", error=str(translate(error)))

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


async def _ended(tasks: list[asyncio.Task[None]]) -> None:
    """Cancel until it is heard: the library waits for its connection by `asyncio.wait_for`, which in Python 3.11
    swallows a cancellation that comes in the moment what it waits for is done."""
    while running := [task for task in tasks if not task.done()]:
        for task in running:
            task.cancel()
        await asyncio.wait(running, timeout=_HEARD_WITHIN)
    await asyncio.gather(*tasks, return_exceptions=True)
