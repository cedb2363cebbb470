"""What people do on Discord, as the bot understands it: their own words, who they are, whether it is for us."""

from __future__ import annotations

import pytest
from simcord.backend.models import Channel, Guild, User

from channels.discord import DiscordChannel
from memory.domain import Room
from tests.doubles.discord_double import DiscordDouble
from tests.doubles.discord_fixture import ann, channel, discord, general, guild, intake, running
from tests.doubles.telegram_intake import Kept

pytestmark = pytest.mark.usefixtures("running")


async def test_a_dm_is_addressed_and_belongs_to_the_person(discord: DiscordDouble, intake: Kept, ann: User) -> None:
    said = discord.say(ann, discord.dm(ann), "hello")
    got = await intake.next()
    assert (got.kind, got.text, got.addressed, got.platform_id) == ("message", "hello", True, str(said.id))
    assert got.author is not None
    assert (got.author.id, got.author.name) == (f"discord:{ann.id}", "ann")
    assert got.room == Room(f"discord:{discord.dm(ann).id}", "dm")
    assert got.link.endswith(f"/{said.id}")


@pytest.mark.parametrize(("text", "words"), [
    ("<@{me}> what is up", "what is up"), ("<@!{me}>, what is up", "what is up"), ("what is up <@{me}>", "what is up"),
    ("what <@{me}> is up", "what is up"), ("😀 <@{me}> hi", "😀 hi"),
])
async def test_a_mention_addresses_us_and_is_no_word(
    discord: DiscordDouble, intake: Kept, ann: User, general: Channel, text: str, words: str
) -> None:
    discord.say(ann, general, "just talk")
    discord.say(ann, general, text.format(me=discord.bot))
    talk, call = await intake.next(), await intake.next()
    assert (talk.text, talk.addressed, talk.room) == ("just talk", False, Room(f"discord:{general.id}", "channel",
                                                                               "general"))
    assert (call.text, call.addressed) == (words, True)


async def test_the_role_discord_made_for_us_is_us(
    discord: DiscordDouble, intake: Kept, ann: User, guild: Guild, general: Channel
) -> None:
    other = discord.backend.create_role(guild.id, "others")
    ours = discord.role_for_us(guild)
    discord.say(ann, general, f"<@&{other.id}> hi")
    discord.say(ann, general, f"<@&{ours.id}> hi")
    assert [(one.text, one.addressed) for one in [await intake.next(), await intake.next()]] == [
        (f"<@&{other.id}> hi", False), ("hi", True)]


async def test_other_mentions_become_names(
    discord: DiscordDouble, intake: Kept, ann: User, guild: Guild, general: Channel
) -> None:
    bob = discord.user("bob", guild)
    discord.say(ann, general, f"<@{discord.bot}> ask <@{bob.id}>")
    assert (await intake.next()).text == "ask @bob"


async def test_a_reply_to_us_is_addressed_and_its_quote_is_not_its_words(
    discord: DiscordDouble, intake: Kept, ann: User, guild: Guild, general: Channel
) -> None:
    ours = discord.backend.create_message(general.id, discord.bot, "I am the bot")
    bobs = discord.say(discord.user("bob", guild), general, "I live in Pune")
    discord.say(ann, general, "me too", reply_to=bobs)
    discord.say(ann, general, "fine", reply_to=ours)
    await intake.next()
    to_bob, to_us = await intake.next(), await intake.next()
    assert (to_bob.text, to_bob.reply_quote, to_bob.addressed) == ("me too", "I live in Pune", False)
    assert (to_us.text, to_us.reply_quote, to_us.addressed, to_us.reply_to) == ("fine", "I am the bot", True,
                                                                                str(ours.id))


async def test_bots_and_webhooks_are_nobody_and_our_own_words_do_not_come_back(
    discord: DiscordDouble, intake: Kept, ann: User, guild: Guild, general: Channel
) -> None:
    other = discord.user("other", guild, bot=True)
    hook = discord.backend.create_webhook(general.id, "news", ann.id)
    discord.backend.create_message(general.id, discord.bot, "mine")
    discord.say(other, general, f"<@{discord.bot}> hi")
    discord.backend.create_message(general.id, hook.webhook_user_id, "news", webhook_id=hook.id)
    discord.say(ann, general, "mine too")
    bot, news, person = await intake.next(), await intake.next(), await intake.next()
    assert (bot.author, bot.text) == (None, "hi")
    assert (news.author, news.text) == (None, "news")
    assert person.author is not None
    assert person.text == "mine too"


async def test_a_thread_is_a_room_of_its_own(
    discord: DiscordDouble, intake: Kept, ann: User, general: Channel
) -> None:
    thread = discord.thread(general, ann, "plans")
    discord.say(ann, thread, "in the thread")
    got = await intake.until(lambda: next((one for one in intake.items if one.text), None))
    assert got.room == Room(f"discord:{thread.id}", "thread", "plans")


async def test_a_command_typed_to_nobody_is_not_ours(
    discord: DiscordDouble, intake: Kept, ann: User, general: Channel
) -> None:
    discord.say(ann, general, "/roll 20")
    discord.say(ann, general, f"<@{discord.bot}> /facts")
    got = await intake.next()
    assert (got.text, got.addressed) == ("/facts", True)


async def test_an_edit_is_told_once_and_what_discord_changes_is_none(
    discord: DiscordDouble, intake: Kept, ann: User
) -> None:
    dm = discord.dm(ann)
    said = discord.say(ann, dm, "I live in Pune")
    await intake.next()
    discord.unfurl(said)
    discord.edit(dm, said, "I live in Oslo")
    got = await intake.next()
    assert (got.kind, got.text, got.platform_id, got.note) == ("edit", "I live in Oslo", str(said.id), "edited")
    discord.replay()
    discord.say(ann, dm, "next")
    assert (await intake.next()).text == "next"


async def test_a_removed_message_is_told_by_its_id(
    discord: DiscordDouble, intake: Kept, ann: User, general: Channel
) -> None:
    first, second = discord.say(ann, general, "one"), discord.say(ann, general, "two")
    await intake.next()
    await intake.next()
    discord.delete(general, first)
    gone = await intake.next()
    assert (gone.kind, gone.note, gone.platform_id, gone.author) == ("service", "deleted", str(first.id), None)
    assert gone.room == Room(f"discord:{general.id}", "channel", "general")
    discord.backend.bulk_delete_messages(general.id, [second.id])
    assert (await intake.next()).platform_id == str(second.id)


async def test_what_has_no_words_says_what_it_is(discord: DiscordDouble, intake: Kept, ann: User) -> None:
    dm = discord.dm(ann)
    for name in ("a.png", "b.pdf"):
        discord.say(ann, dm, "", attachments=discord.backend.store_attachments(dm.id, [(name, b"x")]))
    discord.say(ann, dm, "look", attachments=discord.backend.store_attachments(dm.id, [("c.png", b"x")]))
    picture, paper, captioned = await intake.next(), await intake.next(), await intake.next()
    assert (picture.note, picture.text) == ("photo", "")
    assert (paper.note, paper.caption) == ("document", False)
    assert (captioned.text, captioned.caption, captioned.note) == ("look", True, "photo")


async def test_rooms_that_go_and_come_back_are_told(
    discord: DiscordDouble, intake: Kept, channel: DiscordChannel, guild: Guild, general: Channel
) -> None:
    side = discord.channel(guild, "side")
    discord.backend.delete_channel(side.id)
    await intake.until(lambda: (f"discord:{side.id}", True) in intake.reach)
    discord.backend.remove_guild(guild.id)
    await intake.until(lambda: (f"discord:{general.id}", True) in intake.reach)
