"""Sending to Discord: it arrives whole, once, in order and as it was meant, or we know what became of it."""

from __future__ import annotations

import asyncio
import re
import time

import pytest
from discord import AllowedMentions
from simcord.backend.models import Channel, User

from bot.channel import Button, File, InDoubt, Outgoing, Rejected, RetryLater, Undelivered, Unreachable
from channels.discord import DiscordChannel
from channels.discord.rendering import literal, rows
from tests.doubles.discord_double import DiscordDouble
from tests.doubles.discord_fixture import ann, channel, discord, general, guild, intake, running
from tests.doubles.discord_people import buttons
from tests.doubles.telegram_intake import Kept

GO = ((Button("Approve", "ok:7"), Button("Edit", "ed:7"), Button("Decline", "no:7")),)
SENDS = "/channels/*/messages"
PINGS = "@everyone hello @here <@&123> <@1> and @" + "everyone"


@pytest.fixture
def room(discord: DiscordDouble, running: DiscordChannel, ann: User) -> str:
    """A person's DM, as a room."""
    return f"discord:{discord.dm(ann).id}"


def shown(text: str) -> str:
    """What a reader sees of escaped text: Discord drops a backslash before anything that is no letter or digit."""
    return re.sub(r"\\([^\w\s]|_)", r"\1", text)


# C27

BLOCK = "```python\n" + "\n".join(f"print({n}, 'a word')" for n in range(160)) + "\n```"
LONG = {
    "2,800 characters": "A sentence of some words. " * 108,
    "one code block": BLOCK,
    "one word": "x" * 2500,
    "sixty facts": "\n".join(f"{n}  You know somebody_called *Ann* and [her] <dog> number {n}" for n in range(60)),
}


@pytest.mark.parametrize("markdown", [False, True])
@pytest.mark.parametrize("case", sorted(LONG))
async def test_c27_long_text_arrives_whole_in_parts(
    discord: DiscordDouble, running: DiscordChannel, room: str, ann: User, case: str, markdown: bool
) -> None:
    ids = await running.send(room, Outgoing(LONG[case], markdown=markdown, buttons=GO))
    sent = discord.sent(discord.dm(ann))
    assert len(sent) > 1
    assert ids == [str(message.id) for message in sent]
    assert all(len(message.content) <= 2000 for message in sent)
    assert [bool(message.components) for message in sent] == [False] * (len(sent) - 1) + [True]
    if case == "one code block" and markdown:
        assert all(message.content.count("```") == 2 for message in sent)
        assert sent[1].content.startswith("```python\n")
    texts = [message.content if markdown else shown(message.content) for message in sent]
    whole = re.sub(r"\s|```(?:python)?", "", "".join(texts))
    assert whole == re.sub(r"\s|```(?:python)?", "", LONG[case])


@pytest.mark.parametrize("case", sorted(LONG))
async def test_c27_the_same_through_a_command_of_the_menu(
    discord: DiscordDouble, running: DiscordChannel, intake: Kept, general: Channel, ann: User, case: str
) -> None:
    discord.slash(ann, general, "facts")
    asked = await intake.next()
    ids = await running.send(asked.room.id, Outgoing(LONG[case], "command", answers=asked.key))
    sent = discord.sent(general)
    assert len(sent) == len(ids) > 1
    assert all(len(message.content) <= 2000 and message.is_ephemeral for message in sent)
    assert "".join(shown(message.content) for message in sent).replace("\n", "") == LONG[case].replace("\n", "")


async def test_a_file_comes_whole_by_every_way_and_never_before_a_room(
    discord: DiscordDouble, running: DiscordChannel, intake: Kept, general: Channel, ann: User, room: str
) -> None:
    whole = "# What I remember\n" + "- 3  Straße, 猫 and 😀\n" * 2000
    out = Outgoing("All I keep about you.", "command", file=File("sayso.md", whole), nonce="7")
    for _ in range(2):  # the second is the first
        await running.send(room, out)
    dm = discord.dm(ann)
    discord.slash(ann, dm, "export")
    asked = await intake.next()
    for nonce in ("8", "9"):  # in the place of "thinking", and after it
        await running.send(room, Outgoing(out.text, "command", file=out.file, answers=asked.key, nonce=nonce))
    sent = discord.sent(dm)
    assert [message.content for message in sent] == [out.text] * 3
    assert [discord.file_of(message) for message in sent] == [("sayso.md", whole)] * 3
    await running.send(f"discord:{general.id}", Outgoing("All I keep", "command", file=out.file))
    [cover] = discord.sent(general)
    assert discord.file_of(cover) is None


# C29 and previews: the double holds every request against the same rules

async def test_c29_no_path_pings_or_previews(
    discord: DiscordDouble, running: DiscordChannel, intake: Kept, general: Channel, ann: User
) -> None:
    text = f"{PINGS} https://example.org"
    discord.say(ann, general, f"<@{discord.bot}> list them")
    talk = await intake.next()
    for markdown in (True, False):
        reply = Outgoing(text, markdown=markdown, reply_to=talk.platform_id, answers=talk.key)
        [made] = await running.send(talk.room.id, reply)
        await running.send(talk.room.id, Outgoing(text + "!", markdown=markdown, edits=made))
    discord.slash(ann, general, "facts")
    asked = await intake.next()
    card = Outgoing(text, "card", GO, answers=asked.key)
    await running.send(asked.room.id, card)
    [hidden] = await running.send(asked.room.id, card)
    await running.send(asked.room.id, Outgoing(text, "card", edits=hidden))
    await running.toast(asked.press_id, text)
    discord.slash(ann, general, "ask", question="who is there?")
    question = await intake.next()
    await running.send(question.room.id, Outgoing(text, answers=question.key, markdown=True))
    messages = [call for call in discord.calls if isinstance(call.json, dict) and "content" in call.json]
    assert {(call.method, call.path.split("/")[1]) for call in messages} == {
        ("POST", "channels"), ("PATCH", "channels"), ("POST", "webhooks"), ("PATCH", "webhooks")}
    for call in messages:
        assert call.json["allowed_mentions"]["parse"] == []
        assert not call.json["allowed_mentions"].get("replied_user")
        assert call.json["flags"] & 4
    assert not [message for message in discord.sent(general) if message.mention_everyone]


async def test_the_double_sees_a_send_that_could_ping(
    discord: DiscordDouble, running: DiscordChannel, room: str
) -> None:
    """The control of the test above: the library by itself, told to ping everybody, is complained of."""
    assert running._client is not None
    place = running._client.get_partial_messageable(int(room.partition(":")[2]))
    await place.send("@everyone", allowed_mentions=AllowedMentions.all())
    assert [why for _, _, why in discord.violations] == [
        "mentions are not switched off", "previews of links are not switched off"]
    discord.violations.clear()


# C41

MARKUP = ["<b>bold", "a < b && c", "<name>", "[click](javascript:x)", "`code", "**x", "# head", "- item", "> quote",
          "-# small", "1. one", "||spoiler||", "__u__", "~~s~~", "```block", "<@1>", "<#2>", "<:smile:3>", "<t:0>",
          ":smile:", "back\\slash", "C:\\*", "snake_case_name", "* star", "https://example.org/a_b_c_d*e", "@everyone"]


@pytest.mark.parametrize("text", MARKUP)
async def test_c41_stored_text_is_shown_letter_by_letter(
    discord: DiscordDouble, running: DiscordChannel, room: str, ann: User, text: str
) -> None:
    await running.send(room, Outgoing(f"4  {text}\n{text}", "command"))
    [sent] = discord.sent(discord.dm(ann))
    assert shown(sent.content) == f"4  {text}\n{text}"
    if not text.startswith("http"):
        bare = re.sub(r"\\.", "x", sent.content)
        assert not re.search(r"[*_~`|<\[]|^[ \t]*[#>-]|:\w+:", bare, re.MULTILINE)


def test_c41_an_address_stays_one() -> None:
    assert literal("see https://discord.com/channels/@me/1/2_3.") == "see https://discord.com/channels/@me/1/2_3."


async def test_a_models_markdown_is_kept_and_its_images_are_text(
    discord: DiscordDouble, running: DiscordChannel, room: str, ann: User
) -> None:
    await running.send(room, Outgoing("**bold** ![x](https://evil.example/?q=1) `code`", markdown=True))
    [sent] = discord.sent(discord.dm(ann))
    assert sent.content == "**bold** x (https://evil.example/?q=1) `code`"


async def test_nothing_to_say_still_says_something(discord: DiscordDouble, running: DiscordChannel, room: str) -> None:
    assert len(await running.send(room, Outgoing("", markdown=True))) == 1


def test_data_over_64_bytes_is_a_mistake_of_ours() -> None:
    with pytest.raises(ValueError, match="64 bytes"):
        rows(((Button("x", "ä" * 33),),))


# faults

async def test_a_lost_answer_and_a_repetition_make_one_message(
    discord: DiscordDouble, running: DiscordChannel, room: str, ann: User
) -> None:
    discord.fail("POST", SENDS, drop="after", times=2)
    out = Outgoing("once", nonce="41")
    with pytest.raises(Undelivered):
        await running.send(room, out)
    ids = await running.send(room, out)
    assert ids == [str(message.id) for message in discord.sent(discord.dm(ann))]
    await running.send(room, Outgoing("once", nonce="42"))
    assert len(discord.sent(discord.dm(ann))) == 2


async def test_an_outbox_that_counts_anew_is_not_taken_for_the_old_one(
    discord: DiscordDouble, running: DiscordChannel, room: str, ann: User
) -> None:
    await running.send(room, Outgoing("from the old database", nonce="1"))
    await running.send(room, Outgoing("from the new one", nonce="1"))
    assert [one.content for one in discord.sent(discord.dm(ann))] == ["from the old database", "from the new one"]
    assert all(len(call.json["nonce"]) <= 25 for call in discord.called("POST", SENDS))


async def test_without_an_id_of_the_outbox_a_lost_answer_is_in_doubt(
    discord: DiscordDouble, running: DiscordChannel, room: str, ann: User
) -> None:
    discord.fail("POST", SENDS, drop="after", times=2)
    with pytest.raises(InDoubt):
        await running.send(room, Outgoing("once"))
    assert len(discord.sent(discord.dm(ann))) == 1


async def test_a_repetition_does_not_repeat_the_parts_that_arrived(
    discord: DiscordDouble, running: DiscordChannel, room: str, ann: User
) -> None:
    out = Outgoing("words and more words. " * 200, nonce="43")
    discord.fail("POST", SENDS, 503, times=4, after=1)
    with pytest.raises(Undelivered):
        await running.send(room, out)
    ids = await running.send(room, out)
    again = await running.send(room, out)
    assert again == ids == [str(message.id) for message in discord.sent(discord.dm(ann))]
    assert len(ids) == 3


async def test_a_short_429_is_waited_for_and_a_long_one_given_back(
    discord: DiscordDouble, running: DiscordChannel, room: str, ann: User
) -> None:
    discord.fail("POST", SENDS, 429, retry_after=0.3)
    began = time.monotonic()
    await running.send(room, Outgoing("waits", nonce="44"))
    assert 0.3 <= time.monotonic() - began < 2
    discord.fail("POST", SENDS, 429, retry_after=77.0)
    with pytest.raises(RetryLater) as wait:
        await running.send(room, Outgoing("later", nonce="45"))
    assert wait.value.seconds == 77.0
    assert [message.content for message in discord.sent(discord.dm(ann))] == ["waits"]


@pytest.mark.parametrize(("status", "body", "kind"), [
    (403, {"code": 50007, "message": "Cannot send messages to this user"}, Unreachable),
    (403, {"code": 50001, "message": "Missing Access"}, Unreachable),
    (404, {"code": 10003, "message": "Unknown Channel"}, Unreachable),
    (503, None, Undelivered),
    (401, {"code": 0, "message": "401: Unauthorized"}, Undelivered),
    (400, {"code": 50035, "message": "Invalid Form Body"}, Rejected),
])
async def test_each_refusal_says_what_became_of_the_message(
    discord: DiscordDouble, running: DiscordChannel, room: str, status: int, body: dict[str, object],
    kind: type[Exception],
) -> None:
    discord.fail("POST", SENDS, status, times=2, body=body)
    with pytest.raises(kind) as caught:
        await running.send(room, Outgoing("x", nonce="46"))
    assert caught.value.__cause__ is None
    assert caught.value.__context__ is None


async def test_an_edit_of_a_message_that_is_gone_becomes_a_new_one(
    discord: DiscordDouble, running: DiscordChannel, room: str, ann: User
) -> None:
    dm = discord.dm(ann)
    [made] = await running.send(room, Outgoing("7  You live in Pune", "card", GO))
    discord.delete(dm, discord.sent(dm)[0])
    [other] = await running.send(room, Outgoing("7 approved", "card", edits=made))
    [sent] = discord.sent(dm)
    assert (str(sent.id), sent.content, other != made) == (other, "7 approved", True)


async def test_an_edit_takes_buttons_away_and_repeats_harmlessly(
    discord: DiscordDouble, running: DiscordChannel, room: str, ann: User
) -> None:
    [made] = await running.send(room, Outgoing("7  You live in Pune", "card", GO))
    [sent] = discord.sent(discord.dm(ann))
    assert buttons(sent) == {"Approve": "ok:7", "Edit": "ed:7", "Decline": "no:7"}
    for _ in range(2):
        assert await running.send(room, Outgoing("7 approved", "card", edits=made)) == [made]
    assert (sent.content, sent.components) == ("7 approved", [])


async def test_a_reply_names_what_it_answers_and_survives_its_removal(
    discord: DiscordDouble, running: DiscordChannel, intake: Kept, general: Channel, ann: User
) -> None:
    said = discord.say(ann, general, f"<@{discord.bot}> hi")
    await intake.next()
    await running.send(f"discord:{general.id}", Outgoing("hello", reply_to=str(said.id)))
    discord.delete(general, said)
    await running.send(f"discord:{general.id}", Outgoing("hello again", reply_to=str(said.id)))
    first, second = discord.sent(general)
    assert str(first.reference["message_id"]) == str(said.id)
    assert second.content == "hello again"


async def test_before_it_is_connected_nothing_is_sent(discord: DiscordDouble, channel: DiscordChannel) -> None:
    with pytest.raises(Undelivered):
        await channel.send("discord:1", Outgoing("x"))


async def test_typing_is_shown_at_discords_pace_and_never_raises(
    discord: DiscordDouble, running: DiscordChannel, room: str
) -> None:
    typing = "/channels/*/typing"
    for _ in range(3):
        await running.typing(room)
    assert len(discord.called("POST", typing)) == 1
    await running.send(room, Outgoing("there"))  # which ends what is shown
    discord.fail("POST", typing, 403)
    await running.typing(room)
    assert len(discord.called("POST", typing)) == 2


async def test_typing_never_comes_after_the_answer(discord: DiscordDouble, running: DiscordChannel, room: str) -> None:
    held = discord.fail("POST", "/channels/*/typing", hold=asyncio.Event())
    typing = asyncio.create_task(running.typing(room))
    await discord.until(lambda: discord.called("POST", "/channels/*/typing"))
    sending = asyncio.create_task(running.send(room, Outgoing("there")))
    await asyncio.wait([sending], timeout=0.2)
    assert not sending.done()
    assert held.hold is not None
    held.hold.set()
    await asyncio.gather(typing, sending)
