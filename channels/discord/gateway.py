"""The connection on which events come in; a new one for each start, since the library's client lives only once."""

from __future__ import annotations

import asyncio
import re
from typing import Any, Protocol, Self

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from channels.discord.faults import FAULTS, NotConnected, TokenRefused

_TIMEOUT = 30.0  # seconds a 429 may ask for before it is the outbox that waits and not the connection
_GUILDS_APART = 0.5  # seconds without another server after which all have been told
_REFUSED = 4004  # close code: authentication failed


class Receiver(Protocol):
    """Whom the events are for."""

    def connected(self, client: Gateway) -> None: ...
    def said(self, client: Gateway, message: discord.Message) -> None: ...
    def changed(self, client: Gateway, message: discord.Message) -> None: ...
    def removed(self, client: Gateway, number: int, channel: discord.abc.Messageable) -> None: ...
    def lost(self, rooms: list[int], gone: bool) -> None: ...
    async def asked(self, client: Gateway, interaction: discord.Interaction[Any]) -> None: ...


class Pressed(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"(?P<data>[\s\S]+)"):
    """Any button of ours: what it means stands in its id, so it works after a restart."""

    @classmethod
    async def from_custom_id(cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any],
                             match: re.Match[str]) -> Self:
        if not isinstance(item, discord.ui.Button):
            raise TypeError(type(item).__name__)
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        client = interaction.client
        if isinstance(client, Gateway):
            await client.receiver.asked(client, interaction)


class Gateway(discord.Client):
    """One connection. `text`: with the content of messages nobody addressed to us."""

    def __init__(self, receiver: Receiver, *, text: bool) -> None:
        intents = discord.Intents(guilds=True, guild_messages=True, dm_messages=True, message_content=text)
        super().__init__(
            intents=intents, allowed_mentions=discord.AllowedMentions.none(), max_messages=None,
            chunk_guilds_at_startup=False, guild_ready_timeout=_GUILDS_APART,
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_ratelimit_timeout=_TIMEOUT, enable_debug_events=False)
        self.receiver = receiver
        self.text = text
        self.settled = asyncio.Event()  # all servers are known
        self._lost = asyncio.Event()
        self._back = asyncio.Event()
        self.add_dynamic_items(Pressed)

    @property
    def me(self) -> int:
        return self.user.id if self.user is not None else 0

    async def sign_in(self, token: str, gateway: str | None) -> None:
        """Open the connections for requests. Raises `TokenRefused` and `NotConnected`."""
        try:
            await self.login(token)
            if gateway is None:
                _, gateway, _ = await self.http.get_bot_gateway()
        except discord.LoginFailure:
            refused: Exception = TokenRefused()
        except FAULTS as error:
            refused = NotConnected(f"Discord does not answer ({_kind(error)})")
        else:
            DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
            return
        raise refused

    async def listen(self) -> None:
        """Receive events until cancelled, over lost connections. Raises `NotConnected`, `TokenRefused`, and the
        library's `PrivilegedIntentsRequired`."""
        try:
            await self.connect()
        except discord.PrivilegedIntentsRequired:
            raise
        except discord.ConnectionClosed as closed:
            failure: Exception = TokenRefused() if closed.code == _REFUSED else NotConnected(
                f"the gateway closed with {closed.code}")
        except AttributeError:
            if self.ws is not None:  # the library resumes a connection it never had when the first one fails
                raise
            failure = NotConnected("the gateway cannot be reached")
        except FAULTS as error:
            failure = NotConnected(f"the gateway cannot be reached ({_kind(error)})")
        else:
            failure = NotConnected("the gateway ended the connection")
        raise failure

    async def watch(self, patience: float) -> None:
        """Raises `NotConnected` once a lost connection was not back in time: the library pauses up to 17 minutes
        between two attempts, a new start tries within one."""
        while True:
            await self._lost.wait()
            try:
                async with asyncio.timeout(patience):
                    await self._back.wait()
            except TimeoutError:
                break
        raise NotConnected(f"the gateway was away for {patience:.0f} s")

    async def hang_up(self) -> None:
        """Receive no more, while requests still go out."""
        if self.ws is not None and self.ws.open:
            await self.ws.close(code=4000)

    def role(self, message: discord.Message) -> int | None:
        """The role Discord made for us in a message's guild."""
        mine = message.guild.self_role if message.guild is not None else None
        return mine.id if mine is not None else None

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """The library goes on telling news for half a second after it was closed; then nobody is there."""
        if not self.is_closed():
            super().dispatch(event, *args, **kwargs)

    # events, by the names the library calls

    async def on_disconnect(self) -> None:
        self._back.clear()
        self._lost.set()

    async def on_resumed(self) -> None:
        self._returned()

    def _returned(self) -> None:
        self._lost.clear()
        self._back.set()

    async def on_connect(self) -> None:
        self._returned()
        self.settled.clear()
        self.receiver.connected(self)

    async def on_ready(self) -> None:
        self.settled.set()

    async def on_message(self, message: discord.Message) -> None:
        self.receiver.said(self, message)

    async def on_raw_message_edit(self, event: discord.RawMessageUpdateEvent) -> None:
        self.receiver.changed(self, event.message)

    async def on_raw_message_delete(self, event: discord.RawMessageDeleteEvent) -> None:
        self.receiver.removed(self, event.message_id, self._place(event.channel_id, event.guild_id))

    async def on_raw_bulk_message_delete(self, event: discord.RawBulkMessageDeleteEvent) -> None:
        place = self._place(event.channel_id, event.guild_id)
        for number in sorted(event.message_ids):
            self.receiver.removed(self, number, place)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        if interaction.type is not discord.InteractionType.component:  # those come by `Pressed`
            await self.receiver.asked(self, interaction)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        self.receiver.lost(_rooms(guild), True)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        self.receiver.lost(_rooms(guild), False)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        self.receiver.lost([channel.id], True)

    async def on_raw_thread_delete(self, event: discord.RawThreadDeleteEvent) -> None:
        self.receiver.lost([event.thread_id], True)

    def _place(self, channel: int, guild: int | None) -> discord.abc.Messageable:
        found = self.get_channel(channel)
        return found if isinstance(found, discord.abc.Messageable) else self.get_partial_messageable(
            channel, guild_id=guild)


def address(api_base: str) -> None:
    """Where the library sends its requests; it knows one address for all clients."""
    Route.BASE = api_base.rstrip("/")


def _rooms(guild: discord.Guild) -> list[int]:
    return [channel.id for channel in [*guild.text_channels, *guild.voice_channels, *guild.threads]]


def _kind(error: Exception) -> str:
    if isinstance(error, discord.HTTPException):
        return f"HTTP {error.status}"
    return "no connection" if isinstance(error, aiohttp.ClientError) else type(error).__name__
