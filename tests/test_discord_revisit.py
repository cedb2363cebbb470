"""What people changed or removed on Discord while nobody listened: looked at again after a start or a lost session."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest
from simcord.backend.models import Channel, Guild, Message, User

from bot.channel import Incoming
from channels.discord import DiscordChannel, revisit
from channels.discord.gateway import Gateway
from tests.doubles.discord_double import DiscordDouble
from tests.doubles.discord_fixture import ann, channel, discord, general, guild, intake
from tests.doubles.discord_intake import receiving
from tests.doubles.ollama_double import OllamaDouble
from tests.doubles.process import Sayso, running
from tests.doubles.telegram_double import TelegramDouble
from tests.doubles.telegram_fixture import telegram
from tests.doubles.telegram_intake import Kept
from tests.test_discord_process import Friend, address


@dataclass
class Keeping(Kept):
    """An intake that keeps messages, as a database does over a restart."""

    kept: dict[str, list[str]] = field(default_factory=dict)

    def keep(self, place: Channel, *said: Message) -> None:
        self.kept.setdefault(f"discord:{place.id}", []).extend(str(message.id) for message in reversed(said))

    async def standing(self, channel: str) -> dict[str, list[str]]:
        return self.kept

    def came(self) -> list[tuple[str, str]]:
        return sorted((one.note, one.platform_id) for one in self.items)


async def _at_once(gateway: Gateway, shard: int | None, *, initial: bool = False) -> None:
    return


def looks(discord: DiscordDouble, place: Channel) -> int:
    return len(discord.called("GET", f"/channels/{place.id}/messages*"))


async def listened(discord: DiscordDouble, channel: DiscordChannel, intake: Keeping, user: User, until: int) -> None:
    """Have the channel run until it has looked at everything; a message said now shows that it handles events."""
    async with receiving(channel, discord, intake):
        await intake.until(lambda: len(intake.items) >= until)
        discord.say(user, discord.dm(user), "now")
        await intake.until(lambda: any(one.text == "now" for one in intake.items))
    intake.items = [one for one in intake.items if one.text != "now"]


async def test_what_was_changed_or_removed_meanwhile_is_told_and_what_stands_is_not(
    discord: DiscordDouble, channel: DiscordChannel, general: Channel, ann: User
) -> None:
    intake, dm, thread = Keeping(), discord.dm(ann), discord.thread(general, ann)
    expected = []
    for place in (dm, general, thread):
        same, changed, gone = said = [discord.say(ann, place, f"<@{discord.bot}> {n}") for n in ("one", "two", "three")]
        intake.keep(place, *said)
        discord.edit(place, changed, f"<@{discord.bot}> other words")
        discord.delete(place, gone)
        expected += [("edited", str(changed.id)), ("deleted", str(gone.id))]
        assert same.edited_timestamp is None
    await listened(discord, channel, intake, ann, until=len(expected))
    assert intake.came() == sorted(expected)
    assert {one.text for one in intake.items if one.kind == "edit"} == {"other words"}
    assert all(looks(discord, place) == 2 for place in (dm, general, thread))  # a page, and the one it lacked


async def test_a_room_that_cannot_be_read_is_left_as_it_is(
    discord: DiscordDouble, channel: DiscordChannel, guild: Guild, general: Channel, ann: User
) -> None:
    intake, other, third = Keeping(), discord.channel(guild, "other"), discord.channel(guild, "third")
    for place in (general, other, third):
        said = [discord.say(ann, place, f"<@{discord.bot}> {n}") for n in range(3)]
        intake.keep(place, *said)
        discord.delete(place, said[0])
    discord.fail("GET", f"/channels/{general.id}/messages", 403, body={"code": 50001, "message": "Missing Access"})
    discord.fail("GET", f"/channels/{other.id}/messages", 200, body=[])  # as without the right to read the history
    discord.fail("GET", f"/channels/{other.id}/messages/*", 403, body={"code": 50001, "message": "Missing Access"})
    await listened(discord, channel, intake, ann, until=1)
    assert [one.room.id for one in intake.items] == [f"discord:{third.id}"]  # the control
    assert looks(discord, general) == 1
    assert looks(discord, other) == 2


async def test_the_requests_of_one_look_are_bounded(
    discord: DiscordDouble, channel: DiscordChannel, general: Channel, ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(revisit, "_REQUESTS", 5)
    intake = Keeping()
    said = [discord.say(ann, general, f"<@{discord.bot}> {n}") for n in range(20)]
    intake.keep(general, *said)
    for message in said:
        discord.delete(general, message)
    await listened(discord, channel, intake, ann, until=4)
    assert looks(discord, general) == 5
    assert len(intake.items) == 4


async def test_a_session_discord_let_go_of_is_followed_by_a_look(
    discord: DiscordDouble, channel: DiscordChannel, general: Channel, ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Gateway, "before_identify_hook", _at_once)
    intake, dm = Keeping(), discord.dm(ann)
    async with receiving(channel, discord, intake):
        said = discord.say(ann, dm, "I live in Pune")
        await intake.until(lambda: intake.items)
        intake.keep(dm, said)
        for session in discord.sessions.values():
            session.valid = False
        await discord.kick()
        discord.delete(dm, said)
        found: Incoming = await intake.until(lambda: next((one for one in intake.items if one.note == "deleted"), None))
        assert found.platform_id == str(said.id)


async def test_claims_go_with_words_that_were_changed_or_removed_while_it_was_dead(
    tmp_path: Path, telegram: TelegramDouble, discord: DiscordDouble, general: Channel, ann: User
) -> None:
    async with (OllamaDouble("Noted.") as ollama,
                running(tmp_path, telegram, ollama, channels=address(discord)) as sayso):
        await discord.until(lambda: discord.live and discord.backend.commands.get(None), 20)
        friend = Friend(discord, sayso, ann)
        said = []
        for text, words in (("I live in Pune", "Pune"), ("I work at a bakery", "bakery"), ("I have a dog", "dog")):
            said.append(discord.say(ann, friend.place, text))
            await friend.press(await friend.hear(words), "Approve", "approved")
        await sayso.kill()
        discord.delete(friend.place, said[0])
        discord.edit(friend.place, said[1], "Never mind")
        await sayso.start()
        await friend.until(lambda: sayso.rows("select count(*) from fact") == [(1,)])
        facts = await friend.pick("facts", "dog")
        assert "Pune" not in facts.content
        assert "bakery" not in facts.content
        assert sayso.rows("select count(*) from message where text like '%Pune%'") == [(0,)]
        await settled_twice(sayso, friend)


async def settled_twice(sayso: Sayso, friend: Friend) -> None:
    """Another start tells nothing twice."""
    events = sayso.rows("select count(*) from event")
    await sayso.kill()
    await sayso.start()
    await friend.ask("and now?", "Noted.")
    assert sayso.rows("select count(*) from event") == events
    assert sayso.rows("select count(*) from fact") == [(1,)]
