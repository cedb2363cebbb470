"""The menu: every command of the bot's table, its fields and numbers, and "Remember this" on a message."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from simcord.backend.models import Channel, Guild, User

from bot import commands
from channels.discord import DiscordChannel, menu
from memory.domain import Principal, Room
from tests.doubles.discord_double import DiscordDouble
from tests.doubles.discord_fixture import ann, channel, discord, general, guild, intake, running
from tests.doubles.discord_intake import receiving
from tests.doubles.telegram_intake import Kept


@dataclass
class Knowing(Kept):
    """An intake that also knows what waits."""

    asked: list[tuple[str, str, str, str]] = field(default_factory=list)

    async def suggest(self, author: Principal, room: Room, command: str, typed: str) -> list[tuple[str, int]]:
        self.asked.append((author.id, room.id, command, typed))
        return [("7  You live in Pune", 7), ("8  " + "x" * 200, 8)]


async def test_every_command_of_the_table_is_in_the_menu(discord: DiscordDouble, running: DiscordChannel) -> None:
    registered = {name for name, kind in discord.backend.commands[None] if kind == 1}
    assert registered == {*commands.COMMANDS, "ask"}
    assert discord.command("Remember this", 3)
    edit = discord.command("edit")
    assert [(one["name"], one["required"]) for one in edit["options"]] == [("number", True), ("words", True)]
    assert edit["description_localizations"]["de"]


def test_every_field_of_the_menu_is_named_for_what_goes_into_it() -> None:
    described = {command["name"]: command.get("options", []) for command in menu.payloads() if command["type"] == 1}
    assert {name for name, options in described.items() if any(one["name"] == "more" for one in options)} == set()
    assert {one["name"] for one in described["asof"]} == {"day", "question"}  # the control: there are fields


async def test_the_menu_is_registered_only_when_it_changed(
    discord: DiscordDouble, channel: DiscordChannel, intake: Kept, general: Channel, ann: User
) -> None:
    registered = "/applications/*/commands"
    for _ in range(2):
        async with receiving(channel, discord, intake):
            await discord.until(lambda: discord.called("GET", registered))
    assert len(discord.called("PUT", registered)) == 1
    discord.backend.register_commands(None, [{"name": "old", "description": "x", "type": 1}])
    async with receiving(channel, discord, intake):
        await discord.until(lambda: len(discord.called("PUT", registered)) == 2)
    assert discord.command("queue")


@pytest.mark.parametrize("change", ["description", "options", "description_localizations", "gone"])
def test_any_change_of_the_menu_is_seen(change: str) -> None:
    wanted = menu.payloads()
    known = [dict(command, id="1", version="2", default_permission=True) for command in menu.payloads()]
    assert menu.same(wanted, known)
    known[2] = {**known[2], change: "x" if change == "description" else []} if change != "gone" else known[1]
    assert not menu.same(wanted, known)


@pytest.mark.parametrize(("name", "options", "text"), [
    ("queue", {}, "/queue"), ("queue", {"page": 2}, "/queue 2"), ("approve", {"numbers": "7 8"}, "/approve 7 8"),
    ("edit", {"words": "I live in Oslo", "number": 7}, "/edit 7 I live in Oslo"),
    ("resolve", {"number": 7, "choice": "new"}, "/resolve 7 new"), ("learn", {"switch": "on"}, "/learn on"),
    ("forget", {"topic": "peanuts"}, "/forget peanuts"), ("ask", {"question": "/facts"}, "facts"),
    ("ask", {"question": "what is up"}, "what is up"), ("share", {"where": "here", "number": 7}, "/share 7 here"),
    ("asof", {"question": "where did I live", "day": "2024-03-01"}, "/asof 2024-03-01 where did I live"),
    ("export", {"form": "json"}, "/export json"), ("export", {}, "/export"), ("restore", {"number": 7}, "/restore 7"),
    ("unforget", {"topic": "3"}, "/unforget 3"), ("notes", {"numbers": "all"}, "/notes all"),
])
async def test_what_is_picked_counts_as_typed(
    discord: DiscordDouble, running: DiscordChannel, intake: Kept, ann: User, name: str, options: dict[str, object],
    text: str,
) -> None:
    discord.slash(ann, discord.dm(ann), name, **options)
    got = await intake.next()
    assert (got.kind, got.text, got.addressed) == ("message", text, True)
    assert got.platform_id.startswith("interaction:")
    assert got.author is not None
    assert got.author.id == f"discord:{ann.id}"


async def test_numbers_are_offered_while_somebody_types(
    discord: DiscordDouble, channel: DiscordChannel, general: Channel, ann: User
) -> None:
    knowing = Knowing()
    async with receiving(channel, discord, knowing):
        for name, option, values in (("why", "number", [7, 8]), ("approve", "numbers", ["7", "8"]),
                                     ("restore", "number", [7, 8]), ("share", "number", [7, 8]),
                                     ("unshare", "number", [7, 8]), ("unforget", "topic", ["7", "8"]),
                                     ("notes", "numbers", ["7", "8"])):
            record = discord.complete(ann, general, name, option, "7")
            await discord.until(lambda record=record: record.responded)
            assert [choice["value"] for choice in record.autocomplete_choices] == values
            assert all(len(choice["name"]) <= 100 for choice in record.autocomplete_choices)
    assert knowing.asked[0] == (f"discord:{ann.id}", f"discord:{general.id}", "why", "7")
    assert knowing.items == []


async def test_an_intake_that_knows_no_numbers_offers_none(
    discord: DiscordDouble, running: DiscordChannel, general: Channel, ann: User
) -> None:
    record = discord.complete(ann, general, "why", "number", "7")
    await discord.until(lambda: record.responded)
    assert record.autocomplete_choices == []


async def test_remember_this_takes_ones_own_words_and_nobody_elses(
    discord: DiscordDouble, running: DiscordChannel, intake: Kept, guild: Guild, general: Channel, ann: User
) -> None:
    bob = discord.user("bob", guild)
    mine, his = discord.say(ann, general, "I live in Pune"), discord.say(bob, general, "I live in Oslo")
    await intake.next()
    await intake.next()
    record = discord.point_at(ann, general, his, "Remember this")
    await discord.until(lambda: record.responded)
    assert intake.items == []
    [told] = discord.sent(general)
    assert (told.is_ephemeral, "own words" in told.content) == (True, True)
    laugh = discord.say(ann, general, "lol 😀")
    await intake.next()
    record = discord.point_at(ann, general, laugh, "Remember this")
    await discord.until(lambda: record.responded)
    assert intake.items == []
    assert "states nothing" in discord.sent(general)[-1].content
    discord.point_at(ann, general, mine, "Remember this")
    assert (await intake.next()).text == "/remember I live in Pune"
