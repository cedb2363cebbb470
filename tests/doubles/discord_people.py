"""What people do on the Discord double: talk, change and remove messages, pick commands, press, fill in forms."""

from __future__ import annotations

import asyncio
import datetime as dt
from collections.abc import Callable
from typing import Any

from simcord import interactions as sim_interactions
from simcord.backend import Backend, serializers
from simcord.backend.models import Channel, Guild, Interaction, Message, Role, User

Json = dict[str, Any]

_COMMAND, _COMPONENT, _AUTOCOMPLETE, _FORM = 2, 3, 4, 5
_CHAT, _CONTEXT = 1, 3


class People:
    """Verbs for tests; ids are ints."""

    backend: Backend
    changed: asyncio.Condition

    @property
    def bot(self) -> int:
        return self.backend.bot_user.id

    def guild(self, name: str = "Guild") -> Guild:
        return self.backend.create_guild(name)

    def channel(self, guild: Guild, name: str = "general", **more: Any) -> Channel:
        return self.backend.create_channel(guild.id, name, **more)

    def thread(self, channel: Channel, user: User, name: str = "a thread") -> Channel:
        return self.backend.create_thread(channel.id, name, user.id)

    def role_for_us(self, guild: Guild) -> Role:
        """The role Discord makes for a bot that joins."""
        role = self.backend.create_role(guild.id, "Sayso")
        payload = dict(serializers.role_payload(role)) | {"managed": True, "tags": {"bot_id": str(self.bot)}}
        self.backend.emit("GUILD_ROLE_UPDATE", {"guild_id": str(guild.id), "role": payload})
        return role

    def user(self, name: str, guild: Guild | None = None, **more: Any) -> User:
        user = self.backend.make_user(name, **more)
        if guild is not None:
            self.backend.add_member(guild.id, user.id, announce=True)
        return user

    def dm(self, user: User) -> Channel:
        return self.backend.get_dm_channel(user.id)

    def say(self, user: User, channel: Channel, text: str, reply_to: Message | None = None, **more: Any) -> Message:
        if reply_to is not None:
            more["reference"] = {"type": 0, "message_id": str(reply_to.id), "channel_id": str(channel.id)}
        return self.backend.create_message(channel.id, user.id, text, **more)

    def file_of(self, message: Message) -> tuple[str, str] | None:
        """Name and text of the file that came with a message, None when there is none."""
        for one in message.attachments:
            return one["filename"], (self.backend.cdn.get(one["url"]) or b"").decode()
        return None

    def edit(self, channel: Channel, message: Message, text: str) -> None:
        self.backend.edit_message(channel.id, message.id, {"content": text})

    def unfurl(self, message: Message) -> None:
        """Discord shows a preview of a link: a changed message that nobody edited."""
        payload = dict(serializers.message_payload(self.backend, message))
        self.backend.emit("MESSAGE_UPDATE", payload | {"edited_timestamp": None, "embeds": [{"title": "a page"}]})

    def delete(self, channel: Channel, message: Message) -> None:
        self.backend.delete_message(channel.id, message.id)

    def interact(self, kind: int, user: User, channel: Channel, data: Json, message: Message | None = None,
                 **instead: Any) -> Interaction:
        """An interaction; `instead` replaces fields of what the client is sent, as from where it is no member."""
        record, payload = sim_interactions.base_payload(
            self.backend, type=kind, channel_id=channel.id, guild_id=channel.guild_id, user_id=user.id, data=data)
        if message is not None:
            payload["message"] = dict(serializers.message_payload(self.backend, message))
            record.source_message_id = record.message_id = message.id
        self.backend.emit("INTERACTION_CREATE", payload | instead)
        return record

    def command(self, name: str, kind: int = _CHAT) -> Json:
        """A registered command; KeyError when there is none."""
        return next(one for (named, sort), one in self.backend.commands.get(None, {}).items()
                    if (named, sort) == (name, kind))

    def slash(self, user: User, channel: Channel, name: str, instead: Json | None = None, **options: Any
              ) -> Interaction:
        command = self.command(name)
        types = {option["name"]: option["type"] for option in command.get("options") or []}
        return self.interact(_COMMAND, user, channel, {
            "id": str(command["id"]), "name": name, "type": _CHAT,
            "options": [{"name": key, "type": types[key], "value": value} for key, value in options.items()],
        }, **(instead or {}))

    def complete(self, user: User, channel: Channel, name: str, option: str, typed: str) -> Interaction:
        command = self.command(name)
        types = {one["name"]: one["type"] for one in command.get("options") or []}
        return self.interact(_AUTOCOMPLETE, user, channel, {
            "id": str(command["id"]), "name": name, "type": _CHAT,
            "options": [{"name": option, "type": types[option], "value": typed, "focused": True}]})

    def point_at(self, user: User, channel: Channel, message: Message, name: str) -> Interaction:
        """Pick a command from a message's menu."""
        payload = dict(serializers.message_payload(self.backend, message))
        return self.interact(_COMMAND, user, channel, {
            "id": str(self.command(name, _CONTEXT)["id"]), "name": name, "type": _CONTEXT,
            "target_id": str(message.id), "resolved": {"messages": {str(message.id): payload}}})

    def press(self, user: User, channel: Channel, message: Message, label: str) -> Interaction:
        """Press the button with a label."""
        return self.interact(_COMPONENT, user, channel, {
            "custom_id": buttons(message)[label], "component_type": 2}, message)

    def submit(self, user: User, channel: Channel, form: Json, **values: str) -> Interaction:
        """Send a form off."""
        return self.interact(_FORM, user, channel, {"custom_id": form["custom_id"], "components": [
            {"type": 1, "components": [{"type": 4, "custom_id": name, "value": value}]}
            for name, value in values.items()]})

    def messages(self, channel: Channel) -> list[Message]:
        return list(self.backend.messages.get(channel.id, {}).values())

    def sent(self, channel: Channel) -> list[Message]:
        """What the bot has in a channel, oldest first; "thinking" is nothing yet."""
        return [one for one in self.messages(channel) if one.author_id == self.bot and (one.content or one.components)]

    def later(self, seconds: float) -> None:
        """Let the platform's clock run ahead: interactions grow old."""
        self.backend.clock.advance(seconds)

    async def until(self, condition: Callable[[], Any], seconds: float = 5.0) -> Any:
        """Wait until something is true; TimeoutError when it is not in time."""
        async with asyncio.timeout(seconds):
            while not (value := condition()):
                try:
                    async with self.changed:
                        await asyncio.wait_for(self.changed.wait(), 0.1)
                except TimeoutError:
                    continue  # events that touch no request are only seen by looking
            return value


def buttons(message: Message) -> dict[str, str]:
    """Label to data of the buttons under a message."""
    return {one["label"]: one["custom_id"] for row in message.components for one in row["components"]}


def now() -> dt.datetime:
    return dt.datetime.now(dt.UTC)
