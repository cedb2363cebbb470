"""Commands of the menu, presses and forms: acknowledged at once, answered in their place, seen by whom they concern."""

from __future__ import annotations

import asyncio

import pytest
from simcord.backend.models import Channel, Guild, User

from bot.channel import Button, InDoubt, Outgoing, Undelivered
from channels.discord import DiscordChannel
from memory.domain import Principal
from tests.doubles.discord_double import DiscordDouble
from tests.doubles.discord_fixture import ann, channel, discord, general, guild, intake, running
from tests.doubles.discord_intake import receiving
from tests.doubles.discord_people import buttons
from tests.doubles.telegram_intake import Kept

CARD = Outgoing('7  You live in Pune\n    you said: "I live in Pune"', "card", (
    (Button("Approve", "ok:7"), Button("Edit", "ed:7"), Button("Decline", "no:7")),), claims=(7,))


# C28

async def test_c28a_a_slow_answer_is_acknowledged_first_and_takes_its_place_later(
    discord: DiscordDouble, running: DiscordChannel, intake: Kept, general: Channel, ann: User
) -> None:
    record = discord.slash(ann, general, "ask", question="think hard")
    got = await intake.next()
    await discord.until(lambda: record.responded)
    discord.later(40)
    await running.send(got.room.id, Outgoing("thought", answers=got.key, markdown=True))
    [sent] = discord.sent(general)
    assert (sent.id, sent.content, sent.is_ephemeral) == (record.message_id, "thought", False)


async def test_c28a_a_slow_disk_does_not_delay_the_acknowledgement(
    discord: DiscordDouble, running: DiscordChannel, intake: Kept, general: Channel, ann: User,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("channels.discord.intake.ACCEPT_WITHIN", 0.05)
    intake.gate.clear()
    record = discord.slash(ann, general, "queue")
    await discord.until(lambda: record.responded)
    assert intake.items == []
    intake.gate.set()
    assert (await intake.next()).text == "/queue"


async def test_c28b_two_quick_presses_are_two_acknowledged_presses_of_one_message(
    discord: DiscordDouble, running: DiscordChannel, intake: Kept, ann: User
) -> None:
    dm = discord.dm(ann)
    [made] = await running.send(f"discord:{dm.id}", CARD)
    [card] = discord.sent(dm)
    records = [discord.press(ann, dm, card, "Approve") for _ in range(2)]
    first, second = await intake.next(), await intake.next()
    await discord.until(lambda: all(record.responded for record in records))
    assert (first.kind, first.press, first.platform_id) == ("press", "ok:7", made)
    assert second.key != first.key
    discord.replay(2)
    discord.say(ann, dm, "after")
    assert (await intake.next()).text == "after"
    assert discord.refusals == []


async def test_c28c_a_button_from_before_a_restart_works(
    discord: DiscordDouble, channel: DiscordChannel, intake: Kept, general: Channel, ann: User
) -> None:
    dm = discord.dm(ann)
    async with receiving(channel, discord, intake):
        [made] = await channel.send(f"discord:{dm.id}", CARD)
    await channel.close()
    other = DiscordChannel(discord.token, discord.api_base, discord.ws_url)
    async with receiving(other, discord, intake):
        [card] = discord.sent(dm)
        discord.press(ann, dm, card, "Decline")
        got = await intake.next()
        assert (got.press, got.platform_id) == ("no:7", made)
        await other.send(got.room.id, Outgoing("7 declined", "card", edits=made))
        assert card.content == "7 declined"
    await other.close()


@pytest.mark.parametrize("says", ["reply", "command"])
async def test_c28d_after_fifteen_minutes_an_ordinary_message_takes_over(
    discord: DiscordDouble, running: DiscordChannel, intake: Kept, general: Channel, ann: User, says: str
) -> None:
    asked = "ask" if says == "reply" else "facts"
    record = discord.slash(ann, general, asked, **({"question": "x"} if says == "reply" else {}))
    got = await intake.next()
    await discord.until(lambda: record.responded)
    discord.later(15 * 60 + 1)
    answer = Outgoing("You live in Pune", says, answers=got.key)  # type: ignore[arg-type]
    [made] = await running.send(got.room.id, answer)
    ours = [message for message in discord.sent(general) if str(message.id) == made]
    assert [message.is_ephemeral for message in ours] == [False]
    assert ("Pune" in ours[0].content) == (says == "reply")
    dm = discord.dm(ann)
    record = discord.slash(ann, dm, "facts")
    got = await intake.next()
    await discord.until(lambda: record.responded)
    discord.later(15 * 60 + 1)
    await running.send(got.room.id, Outgoing("You live in Pune", "command", answers=got.key))
    assert discord.sent(dm)[-1].content == "You live in Pune"


async def test_c28_what_is_too_late_to_acknowledge_is_answered_all_the_same(
    discord: DiscordDouble, running: DiscordChannel, intake: Kept, ann: User
) -> None:
    dm = discord.dm(ann)
    fault = discord.fail("POST", "*/callback", hold=asyncio.Event())
    discord.slash(ann, dm, "facts")
    got = await intake.next()
    discord.later(4)
    assert fault.hold is not None
    fault.hold.set()
    await running.send(got.room.id, Outgoing("nothing yet", "command", answers=got.key))
    assert [message.content for message in discord.sent(dm)] == ["nothing yet"]
    assert [code for _, code in discord.refusals] == [10062]


async def test_a_lost_acknowledgement_counts(
    discord: DiscordDouble, running: DiscordChannel, intake: Kept, ann: User
) -> None:
    dm = discord.dm(ann)
    discord.fail("POST", "*/callback", drop="after")
    discord.slash(ann, dm, "facts")
    got = await intake.next()
    await running.send(got.room.id, Outgoing("nothing yet", "command", answers=got.key))
    assert [message.content for message in discord.sent(dm)] == ["nothing yet"]


async def test_a_repeated_answer_does_not_repeat_the_parts_that_arrived(
    discord: DiscordDouble, running: DiscordChannel, intake: Kept, general: Channel, ann: User
) -> None:
    discord.slash(ann, general, "ask", question="tell me a lot")
    got = await intake.next()
    long = Outgoing("words and more words. " * 250, answers=got.key, nonce="9")
    discord.fail("POST", "/webhooks/*", 503, after=1)
    with pytest.raises(Undelivered):
        await running.send(got.room.id, long)
    ids = await running.send(got.room.id, long)
    assert ids == [str(message.id) for message in discord.sent(general)]
    assert len(ids) == 3
    discord.slash(ann, general, "ask", question="once more")
    got = await intake.next()
    discord.fail("POST", "/webhooks/*", drop="after")
    with pytest.raises(InDoubt):
        await running.send(got.room.id, Outgoing("words and more words. " * 250, answers=got.key, nonce="10"))


# who sees what

async def test_what_shows_memory_in_a_server_is_seen_by_its_person_only(
    discord: DiscordDouble, running: DiscordChannel, intake: Kept, general: Channel, ann: User
) -> None:
    discord.slash(ann, general, "queue")
    got = await intake.next()
    ids = [*await running.send(got.room.id, Outgoing("What waits:", "command", answers=got.key)),
           *await running.send(got.room.id, Outgoing(CARD.text, "card", CARD.buttons, answers=got.key, claims=(7,)))]
    assert all(one.startswith("ephemeral:") for one in ids)
    assert all(message.is_ephemeral for message in discord.sent(general))
    card = discord.sent(general)[-1]
    discord.press(ann, general, card, "Approve")
    press = await intake.next()
    assert press.platform_id == ids[-1]
    await running.toast(press.press_id, "Not yours to decide.")
    await running.send(press.room.id, Outgoing("7 approved", "card", edits=press.platform_id))
    assert card.content == "7 approved"
    assert all(message.is_ephemeral for message in discord.sent(general))


async def test_a_hidden_card_is_changed_through_the_command_that_brought_it(
    discord: DiscordDouble, running: DiscordChannel, intake: Kept, general: Channel, ann: User
) -> None:
    discord.slash(ann, general, "queue")
    got = await intake.next()
    [made] = await running.send(got.room.id, Outgoing(CARD.text, "card", CARD.buttons, answers=got.key))
    await running.send(got.room.id, Outgoing("7 approved", "card", edits=made))
    assert [message.content for message in discord.sent(general)] == ["7 approved"]
    discord.later(15 * 60 + 1)
    assert await running.send(got.room.id, Outgoing("7 removed", "card", edits=made)) == [made]
    assert [message.content for message in discord.sent(general)] == ["7 approved"]


async def test_a_hidden_card_waits_for_the_acknowledgement_of_its_press(
    discord: DiscordDouble, running: DiscordChannel, intake: Kept, general: Channel, ann: User
) -> None:
    discord.slash(ann, general, "queue")
    got = await intake.next()
    [made] = await running.send(got.room.id, Outgoing(CARD.text, "card", CARD.buttons, answers=got.key))
    held = discord.fail("POST", "*/callback", hold=asyncio.Event())
    discord.press(ann, general, discord.sent(general)[0], "Approve")
    await intake.next()
    sending = asyncio.create_task(running.send(got.room.id, Outgoing("7 approved", "card", edits=made)))
    await discord.until(lambda: len(discord.called("POST", "*/callback")) == 2)
    assert not sending.done()
    assert held.hold is not None
    held.hold.set()
    assert await sending == [made]
    assert [message.content for message in discord.sent(general)] == ["7 approved"]


@pytest.mark.parametrize("says", ["command", "card", "ask", "notice"])
async def test_without_an_interaction_a_server_sees_a_cover_and_no_words(
    discord: DiscordDouble, running: DiscordChannel, intake: Kept, general: Channel, ann: User, says: str
) -> None:
    room = f"discord:{general.id}"
    claims = () if says == "command" else (7,)
    out = Outgoing("7  You live in Pune", says, CARD.buttons, claims=claims)  # type: ignore[arg-type]
    [made] = await running.send(room, out)
    [sent] = discord.sent(general)
    assert "Pune" not in sent.content
    if says == "command":
        assert sent.components == []
    else:
        discord.press(ann, general, sent, "Show")
        got = await intake.next()
        assert (got.kind, got.text) == ("message", "/queue")
        await running.send(room, Outgoing(CARD.text, "card", answers=got.key))
        assert discord.sent(general)[-1].is_ephemeral
    await running.send(room, Outgoing("7  You live in Pune · approved", "card", edits=made))
    assert (sent.content, sent.components) == ("Settled.", [])


async def test_in_a_dm_and_for_plain_replies_nothing_is_covered(
    discord: DiscordDouble, running: DiscordChannel, intake: Kept, general: Channel, ann: User
) -> None:
    await running.send(f"discord:{discord.dm(ann).id}", CARD)
    await running.send(f"discord:{general.id}", Outgoing("In Pune people name ...", "reply"))
    await running.send(f"discord:{general.id}", Outgoing("The model isn't answering.", "error"))
    assert "Pune" in discord.sent(discord.dm(ann))[0].content
    assert [message.is_ephemeral for message in discord.sent(general)] == [False, False]


async def test_a_typed_command_that_shows_no_memory_is_answered_in_the_open(
    discord: DiscordDouble, running: DiscordChannel, intake: Kept, general: Channel, ann: User
) -> None:
    discord.say(ann, general, f"<@{discord.bot}> /learn on")
    got = await intake.next()
    await running.send(got.room.id, Outgoing("I learn from you here now.", "command", answers=got.key))
    discord.say(ann, general, f"<@{discord.bot}> /facts")
    got = await intake.next()
    assert got.exposed
    await running.send(got.room.id, Outgoing("4  You live in Pune", "command", answers=got.key))
    first, second = discord.sent(general)
    assert first.content == "I learn from you here now."
    assert "Pune" not in second.content


async def test_whoever_is_refused_is_told_in_the_place_of_thinking(
    discord: DiscordDouble, running: DiscordChannel, intake: Kept, general: Channel, ann: User
) -> None:
    discord.slash(ann, general, "facts")
    got = await intake.next()
    await running.toast(got.press_id, "That is not yours.")
    [sent] = discord.sent(general)
    assert (sent.content, sent.is_ephemeral) == ("That is not yours.", True)
    await running.toast("999", "nobody waits for this")


# the form

async def test_the_edit_button_opens_a_form_whose_words_become_a_command(
    discord: DiscordDouble, running: DiscordChannel, intake: Kept, ann: User
) -> None:
    dm = discord.dm(ann)
    await running.send(f"discord:{dm.id}", CARD)
    record = discord.press(ann, dm, discord.sent(dm)[0], "Edit")
    await discord.until(lambda: record.modal)
    assert intake.items == []
    discord.submit(ann, dm, record.modal, words="I live in Oslo\n")
    got = await intake.next()
    assert (got.kind, got.text) == ("message", "/edit 7 I live in Oslo")
    await running.send(got.room.id, Outgoing("Changed.", "command", answers=got.key))
    assert discord.sent(dm)[-1].content == "Changed."


# where we are no member

async def test_where_somebody_brought_us_along_we_say_what_we_cannot_see(
    discord: DiscordDouble, running: DiscordChannel, intake: Kept, general: Channel, ann: User
) -> None:
    brought = {"context": 2, "guild_id": None, "member": None, "authorizing_integration_owners": {"1": str(ann.id)}}
    private = {key: value for key, value in brought.items() if value is not None}
    dm = discord.dm(ann)
    discord.slash(ann, dm, "ask", instead=private, question="what did Bob say?")
    got = await intake.next()
    assert got.room.kind == "group"
    await running.send(got.room.id, Outgoing("I don't know.", answers=got.key, markdown=True))
    assert [message.content[:20] for message in discord.sent(dm)] == ["I don't know.", "I am not a member he"]


async def test_the_same_in_a_server_that_has_us_not(
    discord: DiscordDouble, running: DiscordChannel, intake: Kept, general: Channel, ann: User
) -> None:
    away = {"guild_id": "999", "guild": {"id": "999", "locale": "en-US", "features": []},
            "authorizing_integration_owners": {"1": str(ann.id)}}
    for number in range(2):
        discord.slash(ann, general, "ask", instead=away, question="what did Bob say?")
        got = await intake.next()
        assert got.room.kind == "channel"
        answer = Outgoing(f"answer {number}", answers=got.key, markdown=True, buttons=CARD.buttons)
        await running.send(got.room.id, answer)
    said = [message.content for message in discord.sent(general)]
    assert [text for text in said if text.startswith("answer")] == ["answer 0", "answer 1"]
    assert [("not a member" in text) for text in said] == [False, True, False]  # once
    assert [bool(message.components) for message in discord.sent(general)] == [True, False, True]


async def test_as_a_member_we_say_nothing_of_the_kind(
    discord: DiscordDouble, running: DiscordChannel, intake: Kept, general: Channel, ann: User
) -> None:
    discord.slash(ann, general, "ask", question="what did Bob say?")
    got = await intake.next()
    await running.send(got.room.id, Outgoing("I don't know.", answers=got.key))
    assert [message.content for message in discord.sent(general)] == ["I don't know."]


async def test_answers_find_their_own_question(
    discord: DiscordDouble, running: DiscordChannel, intake: Kept, guild: Guild, general: Channel, ann: User
) -> None:
    bob = discord.user("bob", guild)
    first, second = discord.slash(ann, general, "facts"), discord.slash(bob, general, "facts")
    asked = [await intake.next(), await intake.next()]
    for got in reversed(asked):
        assert got.author is not None
        await running.send(got.room.id, Outgoing(f"for {got.author.name}", "command", answers=got.key))
    said = {message.id: message.content for message in discord.sent(general)}
    assert (said[first.message_id], said[second.message_id]) == ("for ann", "for bob")
    assert buttons(discord.sent(general)[0]) == {}


async def test_a_question_to_the_room_is_asked_and_answered_in_the_open(
    discord: DiscordDouble, running: DiscordChannel, intake: Kept, general: Channel, ann: User
) -> None:
    question = Outgoing("May I send this chat to https://ollama.com?", "ask", ((Button("No", "ca:1:no"),),))
    [made] = await running.send(f"discord:{general.id}", question)
    [sent] = discord.sent(general)
    assert "ollama.com" in sent.content
    discord.press(ann, general, sent, "No")
    got = await intake.next()
    await running.send(got.room.id, Outgoing("It stays here.", "card", edits=made, answers=got.key))
    assert sent.content == "It stays here."


async def test_who_administers_a_server_is_asked_of_discord(
    discord: DiscordDouble, running: DiscordChannel, guild: Guild, general: Channel, ann: User
) -> None:
    boss = discord.user("boss")
    discord.backend.add_member(guild.id, boss.id, announce=True)
    role = discord.backend.create_role(guild.id, name="boss", permissions=1 << 5)  # manage guild
    discord.backend.add_member_role(guild.id, boss.id, role.id)
    room = f"discord:{general.id}"
    assert await running.is_admin(room, Principal(f"discord:{boss.id}"))
    assert not await running.is_admin(room, Principal(f"discord:{ann.id}"))
    assert not await running.is_admin(room, Principal("discord:1"))
    assert not await running.is_admin(f"discord:{discord.dm(boss).id}", Principal(f"discord:{boss.id}"))
