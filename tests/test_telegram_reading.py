"""What Telegram's updates mean: who spoke, where, to whom, and which words are the sender's own."""

from __future__ import annotations

import time
from typing import Any

import pytest

from channels.telegram import TelegramChannel
from tests.doubles.telegram_double import TelegramDouble
from tests.doubles.telegram_fixture import channel, intake, running, telegram
from tests.doubles.telegram_intake import Kept

GROUP, FORUM = -1005, -1006


@pytest.fixture
def world(telegram: TelegramDouble, running: TelegramChannel) -> TelegramDouble:
    """A receiving channel that sees everything said in a plain group and in a forum with topic 36."""
    telegram.privacy = False
    telegram.group(GROUP, "Team")
    telegram.group(FORUM, "Forum", topics=(36,))
    return telegram


def file(kind: str) -> dict[str, Any]:
    one = {"file_id": "F1", "file_unique_id": "U1"}
    return {
        "voice": {"voice": {**one, "duration": 3}},
        "photo": {"photo": [{**one, "width": 90, "height": 90}]},
        "sticker": {"sticker": {**one, "type": "regular", "width": 512, "height": 512, "is_animated": False,
                                "is_video": False}},
        "document": {"document": {**one, "file_name": "a.txt"}},
        "location": {"location": {"latitude": 48.2, "longitude": 16.4}},
    }[kind]


@pytest.mark.parametrize(("said", "words"), [
    ("@our_bot what is this?", "what is this?"),
    ("😀😀 @our_bot what is this?", "😀😀 what is this?"),
    ("@Our_Bot, hello 👩‍👧", "hello 👩‍👧"),
    ("hello @our_bot", "hello"),
    ("ask @our_bot and @other_bot", "ask and @other_bot"),
    ("@our_bot /queue", "/queue"),
])
async def test_a_mention_addresses_us_and_is_taken_out(
    world: TelegramDouble, intake: Kept, said: str, words: str
) -> None:
    await world.say(world.user(1, "Ann"), said, world.chats[GROUP])
    got = await intake.next()
    assert (got.addressed, got.text, got.room.kind) == (True, words, "group")


@pytest.mark.parametrize("said", ["just talk", "😀 @our_bot_2 hi", "mail me at x@our_bot.example", "@other_bot hi"])
async def test_talk_between_others_is_not_addressed_to_us(world: TelegramDouble, intake: Kept, said: str) -> None:
    ann = world.user(1, "Ann")
    await world.say(ann, said, world.chats[GROUP])
    got = await intake.next()
    assert (got.addressed, got.text) == (False, said)
    await world.say(ann, said)
    assert (await intake.next()).addressed  # the positive control: in a private chat the same words are


async def test_a_mention_by_name_without_handle_counts(world: TelegramDouble, intake: Kept) -> None:
    entity = {"type": "text_mention", "offset": 3, "length": 3, "user": world.me}
    await world.say(world.user(1, "Ann"), "😀 Our hi", world.chats[GROUP], entities=[entity])
    got = await intake.next()
    assert (got.addressed, got.text) == (True, "😀 hi")


async def test_commands_of_other_bots_are_ignored_and_ours_lose_our_name(
    world: TelegramDouble, intake: Kept
) -> None:
    ann = world.user(1, "Ann")
    for said in ("/forget@other_bot books", "/forget@OUR_BOT books", "/forget books", "/etc/passwd is a file"):
        await world.say(ann, said, world.chats[GROUP])
    await world.until(lambda: world.updates == [])
    assert [(got.text, got.addressed) for got in intake.items] == [
        ("/forget books", True), ("/forget books", True), ("/etc/passwd is a file", False)]


async def test_a_reply_to_us_addresses_us_and_quotes_are_not_the_senders_words(
    world: TelegramDouble, intake: Kept
) -> None:
    ann, team = world.user(1, "Ann"), world.chats[GROUP]
    ours = world.new_message(team, world.me, text="I live in a computer")
    await world.say(ann, "really?", team, reply_to_message=ours)
    got = await intake.next()
    assert (got.addressed, got.text, got.reply_quote, got.reply_to) == (
        True, "really?", "I live in a computer", str(ours["message_id"]))
    theirs = world.new_message(team, world.user(2, "Ben"), text="I live in Pune. I like tea.")
    await world.say(ann, "me too", team, reply_to_message=theirs,
                    quote={"text": "I like tea.", "position": 16, "is_manual": True})
    got = await intake.next()
    assert (got.addressed, got.text, got.reply_quote) == (False, "me too", "I like tea.")
    origin = {"type": "hidden_user", "date": int(time.time()), "sender_user_name": "Cy"}
    await world.say(ann, "and me", team, external_reply={"origin": origin},
                    quote={"text": "from elsewhere", "position": 0})
    assert (await intake.next()).reply_quote == "from elsewhere"


async def test_a_forward_is_marked_as_one(world: TelegramDouble, intake: Kept) -> None:
    ann = world.user(1, "Ann")
    origin = {"type": "user", "date": int(time.time()), "sender_user": world.user(2, "Ben")}
    await world.say(ann, "I am allergic to nuts", forward_origin=origin)
    await world.say(ann, "I am allergic to nuts")
    first, second = await intake.next(), await intake.next()
    assert (first.forwarded, second.forwarded) == (True, False)
    assert (first.origin, second.origin) == ("Ben", "")
    assert first.author is not None
    assert first.author.id == "telegram:1"
    at = int(time.time())
    news = {"id": -1007, "type": "channel", "title": "News"}
    for origin in ({"type": "hidden_user", "date": at, "sender_user_name": "Zed"},
                   {"type": "channel", "date": at, "chat": news, "message_id": 5}):
        await world.say(ann, "I am allergic to nuts", forward_origin=origin)
    assert [(await intake.next()).origin for _ in range(2)] == ["Zed", "News"]


async def test_whoever_has_no_principal_gets_none(world: TelegramDouble, intake: Kept) -> None:
    ann, team = world.user(1, "Ann"), world.chats[GROUP]
    channel = {"id": -1009, "type": "channel", "title": "News"}
    anonymous = {"id": 1087968824, "is_bot": True, "first_name": "Group", "username": "GroupAnonymousBot"}
    other_bot = {"id": 77, "is_bot": True, "first_name": "Other"}
    await world.say(anonymous, "I am the admin", team, sender_chat=team)
    await world.say({"id": 136817688, "is_bot": True, "first_name": "Channel"}, "x", team, sender_chat=channel)
    await world.say(ann, "chosen inline", team, via_bot=other_bot)
    await world.say(other_bot, "beep", team)
    await world.push(channel_post=world.new_message(channel, None, text="news", sender_chat=channel))
    await world.say(ann, "and me", team)
    authors = {got.text: got.author for got in [await intake.next() for _ in range(6)]}
    assert authors.pop("and me") is not None  # the positive control
    assert list(authors.values()) == [None] * 5


async def test_c25_a_caption_is_the_senders_text(world: TelegramDouble, intake: Kept) -> None:
    ann = world.user(1, "Ann")
    await world.say(ann, caption="this is my new dog Rex", **file("photo"))
    got = await intake.next()
    assert (got.kind, got.text, got.caption, got.note) == ("message", "this is my new dog Rex", True, "photo")
    await world.say(ann, caption="/forget dog", **file("document"))
    got = await intake.next()
    assert (got.text, got.caption, got.note) == ("/forget dog", True, "document")
    await world.say(ann, chat=world.chats[GROUP], caption="😀 @our_bot who is this?", **file("photo"))
    got = await intake.next()
    assert (got.text, got.addressed) == ("😀 who is this?", True)


@pytest.mark.parametrize("kind", ["voice", "photo", "sticker", "document", "location"])
async def test_c25_what_holds_no_text_says_what_it_is(world: TelegramDouble, intake: Kept, kind: str) -> None:
    await world.say(world.user(1, "Ann"), **file(kind))
    got = await intake.next()
    assert (got.kind, got.text, got.caption, got.note) == ("message", "", False, kind)


async def test_c25_service_messages_are_told_apart(world: TelegramDouble, intake: Kept) -> None:
    ann, ben, team = world.user(1, "Ann"), world.user(2, "Ben"), world.chats[GROUP]
    await world.say(ann, chat=team, new_chat_members=[ben])
    await world.say(ann, chat=team, left_chat_member=ben)
    await world.say(ann, chat=team, delete_chat_photo=True)
    assert [((got := await intake.next()).kind, got.note, got.text) for _ in range(3)] == [
        ("service", "joined", ""), ("service", "left", ""), ("service", "service", "")]


async def test_c24_only_a_real_topic_is_a_room_of_its_own(world: TelegramDouble, intake: Kept) -> None:
    ann, team, forum = world.user(1, "Ann"), world.chats[GROUP], world.chats[FORUM]
    root = world.new_message(forum, ann, message_thread_id=36, is_topic_message=True,
                             forum_topic_created={"name": "Food", "icon_color": 1})
    await world.say(ann, "in a topic", forum, message_thread_id=36, is_topic_message=True, reply_to_message=root)
    await world.say(ann, "in General", forum, message_thread_id=1, is_topic_message=True)
    await world.say(ann, "a reply in General", forum, message_thread_id=7)
    await world.say(ann, "a reply in a plain group", team, message_thread_id=9)
    got = [await intake.next() for _ in range(4)]
    assert [(item.room.id, item.room.kind) for item in got] == [
        ("telegram:-1006/36", "topic"), ("telegram:-1006", "group"), ("telegram:-1006", "group"),
        ("telegram:-1005", "group")]
    assert (got[0].reply_to, got[0].reply_quote) == ("", "")  # the topic's first message is nobody's answer


async def test_c23c_an_edit_is_an_edit_and_not_a_message(world: TelegramDouble, intake: Kept) -> None:
    ann = world.user(1, "Ann")
    first = await world.say(ann, "/forget books")
    assert first is not None
    assert (await intake.next()).kind == "message"
    await world.edit(first["message"], "/forget books")
    got = await intake.next()
    assert (got.kind, got.note, got.text) == ("edit", "edited", "/forget books")
    assert got.platform_id == str(first["message"]["message_id"])


async def test_c23a_the_same_update_twice_has_the_same_key(world: TelegramDouble, intake: Kept) -> None:
    update = await world.say(world.user(1, "Ann"), "once")
    assert update is not None
    await world.until(lambda: world.updates == [])
    world.updates.append(update)
    await world.notify()
    await intake.until(lambda: intake.entered == 2)
    await world.until(lambda: world.updates == [])
    assert [got.text for got in intake.items] == ["once"]


async def test_a_message_of_a_supergroup_has_a_link(world: TelegramDouble, intake: Kept) -> None:
    ann = world.user(1, "Ann")
    world.group(-1001234567890, "Big")
    await world.say(ann, "x", world.chats[-1001234567890])
    await world.say(ann, "x")
    assert [(await intake.next()).link for _ in range(2)] == ["https://t.me/c/1234567890/1", ""]


async def test_being_blocked_and_let_in_again_is_told(world: TelegramDouble, intake: Kept) -> None:
    ann = world.user(1, "Ann")
    await world.member(ann, "kicked")
    await world.member(ann, "member", old="kicked")
    await intake.until(lambda: len(intake.reach) == 2)
    assert intake.reach == [("telegram:1", True), ("telegram:1", False)]


async def test_c24a_a_migration_is_told_once(world: TelegramDouble, intake: Kept) -> None:
    ann = world.user(1, "Ann")
    world.group(-77, "Old", "group")
    await world.migrate(ann, -77, -10077)
    await world.until(lambda: world.updates == [])
    assert intake.moves == [("telegram:-77", "telegram:-10077")]
    assert intake.items == []
