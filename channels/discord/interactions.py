"""Commands of the menu, presses and forms as the bot understands them, and what Discord hears at once about each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import discord

from bot.channel import Incoming
from channels.discord import menu
from channels.discord.messages import is_command, person
from channels.discord.rooms import EPHEMERAL, INTERACTION, room_of, target
from channels.discord.waiting import Waiting
from channels.discord.words import word
from memory.domain import Principal, Room
from memory.wording import says_something

Json = dict[str, Any]

# discord.com/developers/docs/interactions/receiving-and-responding#interaction-callback-type
MESSAGE, DEFERRED, DEFERRED_UPDATE, CHOICES, MODAL = 4, 5, 6, 8, 9
_ACTION_ROW, _TEXT_INPUT, _PARAGRAPH = 1, 4, 2
_TITLE, _LABEL = 45, 45  # characters
_WORDS_MOST = 1000
_REMEMBER_MOST = 3000  # characters of a message that is remembered whole
EDIT, DO = "ed:", "do:"  # data of buttons that this channel answers: by a form, and by a command of the menu
_DELAYED_EPHEMERAL = {"flags": discord.MessageFlags(ephemeral=True).value}


@dataclass(frozen=True, slots=True)
class Taken:
    """What an interaction leads to: something for the inbox, and how Discord is told that we have it."""

    incoming: Incoming
    waiting: Waiting
    callback: int
    data: Json


def read(interaction: discord.Interaction[Any], me: int) -> Taken | str:
    """What was asked; or, where nothing can come of it, what to say to the person at once."""
    where, author = room(interaction), person(interaction.user)
    language = language_of(interaction)
    if where is None or author is None:
        return word(language, "no_place")
    data: Mapping[str, Any] = interaction.data or {}
    if interaction.type is discord.InteractionType.component:
        return _press(interaction, me, where, author, str(data.get("custom_id", "")))
    if interaction.type is discord.InteractionType.modal_submit:
        return _typed(interaction, me, where, author, _form(data))
    if data.get("type") == 3:
        words = _own_message(data, interaction.user.id, language)
        return _typed(interaction, me, where, author, f"/remember {words[0]}") if words[0] else words[1]
    given = {option["name"]: option.get("value", "") for option in data.get("options") or []}
    return _typed(interaction, me, where, author, menu.text_of(str(data["name"]), given))


def language_of(interaction: discord.Interaction[Any]) -> str:
    return str(interaction.locale).partition("-")[0]


def form(number: str, language: str) -> Json:
    """The form of an Edit button; what is typed comes back under the number it is about, also after a restart."""
    field = {"type": _TEXT_INPUT, "custom_id": "words", "style": _PARAGRAPH, "required": True,
             "label": word(language, "edit_label")[:_LABEL], "max_length": _WORDS_MOST}
    return {"custom_id": f"{EDIT}{number}", "title": word(language, "edit_title", number=number)[:_TITLE],
            "components": [{"type": _ACTION_ROW, "components": [field]}]}


def focused(interaction: discord.Interaction[Any]) -> tuple[str, str]:
    """The command and the text so far of the field somebody types in."""
    data: Mapping[str, Any] = interaction.data or {}
    typed: Mapping[str, Any] = next((option for option in data.get("options") or [] if option.get("focused")), {})
    return str(data.get("name", "")), str(typed.get("value", ""))


def _typed(interaction: discord.Interaction[Any], me: int, room: Room, author: Principal, text: str) -> Taken:
    """Something that counts as typed: a command of the menu, a form, a question."""
    private = room.kind != "dm" and is_command(text)
    waiting = _waiting(interaction, room, thinking=True, private=private)
    incoming = _incoming(interaction, me, room, author, text=text)
    return Taken(incoming, waiting, DEFERRED, _DELAYED_EPHEMERAL if private else {})


def _press(interaction: discord.Interaction[Any], me: int, room: Room, author: Principal, pressed: str) -> Taken | str:
    if pressed.startswith(DO):
        return _typed(interaction, me, room, author, f"/{pressed.removeprefix(DO)}")
    message = interaction.message
    if message is None:
        return word(language_of(interaction), "no_place")
    hidden = message.flags.ephemeral
    waiting = _waiting(interaction, room, private=hidden, source=message.id)
    incoming = _incoming(interaction, me, room, author, press=pressed,
                         message=f"{EPHEMERAL}{message.id}" if hidden else str(message.id))
    return Taken(incoming, waiting, DEFERRED_UPDATE, {})


def _incoming(interaction: discord.Interaction[Any], me: int, room: Room, author: Principal, *, text: str = "",
              press: str = "", message: str = "") -> Incoming:
    return Incoming(
        "discord", f"{INTERACTION}{interaction.id}@{me}", room, author, "press" if press else "message",
        interaction.created_at, text, platform_id=message or f"{INTERACTION}{interaction.id}", press=press,
        press_id=str(interaction.id), language=language_of(interaction))


def _waiting(interaction: discord.Interaction[Any], room: Room, *, thinking: bool = False, private: bool = False,
             source: int = 0) -> Waiting:
    return Waiting(interaction.id, interaction.application_id, interaction.token, language_of(interaction),
                   shared=room.kind != "dm", outside=_outside(interaction, room), channel=target(room.id),
                   thinking=thinking, private=private, source=source)


def room(interaction: discord.Interaction[Any]) -> Room | None:
    """Where it happened; None for a kind of place the library does not know."""
    if interaction.channel is None:
        return None
    place = room_of(interaction.channel)
    # A DM between two people is shared by both, though Discord calls it by the same kind as one with us.
    return Room(place.id, "group") if place.kind == "dm" and interaction.context.private_channel else place


def _outside(interaction: discord.Interaction[Any], room: Room) -> bool:
    """Whether somebody brought us along to where we are no member."""
    if room.kind == "dm":
        return False
    return interaction.guild_id is None or interaction.client.get_guild(interaction.guild_id) is None


def _form(data: Mapping[str, Any]) -> str:
    number = str(data.get("custom_id", "")).removeprefix(EDIT)
    fields = [field for row in data.get("components") or [] for field in
              [*(row.get("components") or []), *([row["component"]] if "component" in row else [])]]
    words = next((str(field.get("value", "")) for field in fields if field.get("custom_id") == "words"), "")
    return f"/edit {number} {words.strip()}"


def _own_message(data: Mapping[str, Any], user: int, language: str) -> tuple[str, str]:
    """The words of the message somebody pointed at, when they are that person's own; else why not."""
    message = data.get("resolved", {}).get("messages", {}).get(str(data.get("target_id")), {})
    if str(message.get("author", {}).get("id")) != str(user) or message.get("message_snapshots"):
        return "", word(language, "own_words")
    words = str(message.get("content", "")).strip()
    if not words:
        return "", word(language, "no_words")
    if not says_something(words):
        return "", word(language, "says_nothing")
    return (words, "") if len(words) <= _REMEMBER_MOST else ("", word(language, "too_long"))
