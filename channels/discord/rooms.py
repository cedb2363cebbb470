"""Where something happened on Discord, and where to send to: the two directions of a room's id."""

from __future__ import annotations

import discord

from memory.domain import Room

EPHEMERAL = "ephemeral:"  # before the id of a message only one person sees: it is edited by another way, or not at all
INTERACTION = "interaction:"  # before the id of a command, where other rooms have the id of a message


def room_id(channel: int) -> str:
    """The id of a channel, thread or DM as a room ("discord:81384788765712384")."""
    return f"discord:{channel}"


def target(room: str) -> int:
    """Channel id to send to. Raises ValueError for an id that is not Discord's."""
    platform, _, channel = room.partition(":")
    if platform != "discord":
        raise ValueError(f"{room} is not a Discord room")
    return int(channel)


def room_of(channel: discord.abc.Messageable | discord.abc.GuildChannel | discord.abc.PrivateChannel) -> Room:
    """The room of a channel. A thread is a room of its own: who reads it is decided apart from its parent."""
    number: int = channel.id  # type: ignore[union-attr] # every channel of the library has one
    if isinstance(channel, discord.DMChannel):
        return Room(room_id(number), "dm")
    if isinstance(channel, discord.GroupChannel):
        return Room(room_id(number), "group", channel.name or "")
    if isinstance(channel, discord.PartialMessageable):
        return Room(room_id(number), "dm" if channel.guild_id is None else "channel")
    kind = "thread" if isinstance(channel, discord.Thread) else "channel"
    return Room(room_id(number), kind, getattr(channel, "name", "") or "")
