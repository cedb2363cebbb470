"""A long answer on a screen before it is whole: one message, changed slowly, that the answer takes the place of."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from simcord.backend.models import Channel, Guild, User

from bot.channel import Outgoing
from bot.envelope import outgoing, pack_outgoing
from channels.discord import DiscordChannel
from channels.telegram import TelegramChannel
from memory.core import Memory
from memory.domain import Recalled
from memory.place import Place
from memory.work import Said
from tests.conftest import GROUP, PRIYA
from tests.doubles.discord_double import DiscordDouble
from tests.doubles.discord_fixture import ann, channel, discord, general, guild, intake
from tests.doubles.discord_intake import receiving
from tests.doubles.ollama_double import OllamaDouble, Reply
from tests.doubles.process import Person, Sayso, running, status_when
from tests.doubles.telegram_double import TelegramDouble
from tests.doubles.telegram_fixture import telegram
from tests.doubles.telegram_intake import Kept
from tests.doubles.telegram_oracle import Json
from tests.test_discord_process import Friend, address

FIRST, SECOND, THIRD = "Biryani is best", " in the old town,", " says everybody."
WHOLE = FIRST + SECOND + THIRD
EVERY = 2.9  # seconds between two showings at least: three, and a timer's grain


def slow(*pieces: str) -> tuple[Reply, list[asyncio.Event]]:
    """An answer of which each piece after the first waits for its event."""
    gates = [asyncio.Event() for _ in pieces[1:]]
    return Reply(pieces=pieces, gates=dict(enumerate(gates, 1))), gates


@pytest.fixture
async def ollama() -> AsyncIterator[OllamaDouble]:
    async with OllamaDouble("Noted.") as double:
        yield double


@pytest.fixture
async def sayso(tmp_path: Path, telegram: TelegramDouble, ollama: OllamaDouble) -> AsyncIterator[Sayso]:
    async with running(tmp_path, telegram, ollama) as process:
        yield process


@pytest.fixture
def group(telegram: TelegramDouble) -> Json:
    return telegram.group(-100500, "Home", topics=(36,))


async def met(sayso: Sayso, number: int = 1, name: str = "Ann", group: Json | None = None, **more: int) -> Person:
    """Somebody whose room has been told already who the bot is."""
    person = Person(sayso, number, name, group)
    await person.ask("@our_bot hello", "Noted.", **more)
    await person.hear("I answer when you mention me")
    return person


async def stands(sayso: Sayso) -> None:
    """Until it is on disk which message shows the answer."""
    await sayso.until(lambda: sayso.rows("select 1 from partial where platform_id <> ''"))


# -- Telegram


@pytest.mark.parametrize("where", [{}, {"message_thread_id": 36, "is_topic_message": True}])
async def test_a_long_answer_in_a_group_or_topic_is_one_message_that_is_changed_slowly(
    sayso: Sayso, telegram: TelegramDouble, ollama: OllamaDouble, group: Json, where: Json
) -> None:
    person = await met(sayso, group=group, **where)
    before = len(person.heard())
    reply, gates = slow("", FIRST, SECOND, THIRD)
    ollama.chat = reply
    started = asyncio.get_running_loop().time()
    asked = await person.say("@our_bot where is biryani best?", **where)
    await sayso.until(lambda: len(telegram.called("sendChatAction")) >= 2)  # it thinks, and says nothing yet
    assert len(person.heard()) == before
    gates[0].set()
    shown = await person.hear(FIRST, before)
    assert asyncio.get_running_loop().time() - started >= EVERY
    assert shown["text"] == f"{FIRST}\n…"
    assert asked is not None
    assert shown["reply_to_message"]["message_id"] == asked["message"]["message_id"]
    assert shown.get("message_thread_id") == where.get("message_thread_id")
    gates[1].set()
    await person.hear(SECOND, before)
    gates[2].set()
    await person.hear(WHOLE, before)
    assert [message["text"] for message in person.heard()[before:]] == [WHOLE]
    calls = [telegram.called("sendMessage", group["id"])[-1], *telegram.called("editMessageText", group["id"])]
    assert len(calls) == 3  # two that showed what there was, and the answer
    assert calls[1].at - calls[0].at >= EVERY
    assert all(call.parameters["link_preview_options"]["is_disabled"] for call in calls)
    assert sayso.rows("select count(*) from partial") == [(0,)]
    assert telegram.drafts == {}
    ollama.chat = "Quick."  # the control: what is quick is sent once
    await person.ask("@our_bot and quickly?", "Quick.", **where)
    assert len(telegram.called("editMessageText")) == 2


async def test_a_private_chat_has_drafts_and_no_message_before_the_answer(
    sayso: Sayso, telegram: TelegramDouble, ollama: OllamaDouble
) -> None:
    person = Person(sayso, 1, "Ann")
    reply, gates = slow(FIRST, SECOND)
    ollama.chat = reply
    await person.say("where is biryani best?")
    await sayso.until(lambda: len(telegram.called("sendChatAction", 1)) >= 2)  # four seconds
    assert telegram.drafts[1][-1][1] == FIRST
    assert person.heard() == []
    gates[0].set()
    await person.hear(FIRST + SECOND)
    assert telegram.called("editMessageText") == []


async def test_an_answer_longer_than_a_message_takes_the_place_of_what_showed_it_and_goes_on_in_new_ones(
    sayso: Sayso, telegram: TelegramDouble, ollama: OllamaDouble, group: Json
) -> None:
    person = await met(sayso, group=group)
    before = len(person.heard())
    text = "\n\n".join(f"Paragraph {number} of a long tale. " + "and so on " * 40 for number in range(20))
    reply, gates = slow(f"# A **tale**\n\n```\n{text[:5000]}", f"{text[5000:]}\n```\n", "The end.")
    ollama.chat = reply
    await person.say("@our_bot tell me a tale")
    shown = await person.hear("Paragraph 0", before)
    assert shown["text"].endswith("\n…")
    gates[0].set()
    gates[1].set()
    await person.hear("The end.", before)
    parts = person.heard()[before:]
    assert len(parts) == 3
    assert parts[0]["message_id"] == shown["message_id"]
    assert not any(part["text"].endswith("…") for part in parts)
    assert "".join(part["text"].replace("\n", "") for part in parts).count("Paragraph") == 20
    assert all(any(entity["type"] == "pre" for entity in part["entities"]) for part in parts[:2])


async def test_a_429_or_a_lost_connection_costs_a_showing_and_never_the_answer(
    sayso: Sayso, telegram: TelegramDouble, ollama: OllamaDouble, group: Json
) -> None:
    person = await met(sayso, group=group)
    other = Person(sayso, 2, "Ben")
    before = len(person.heard())
    reply, gates = slow(FIRST, SECOND, THIRD)
    ollama.chat = [reply, "Noted."]
    await person.say("@our_bot where is biryani best?")
    await person.hear(FIRST, before)
    telegram.fail("editMessageText", 429, "Too Many Requests: retry after 2", retry_after=2, chat=group["id"])
    gates[0].set()
    await sayso.until(lambda: telegram.called("editMessageText", group["id"]))
    await other.ask("hello", "Noted.")  # nobody else waits
    assert person.heard()[-1]["text"] == f"{FIRST}\n…"
    gates[1].set()
    await person.hear(WHOLE, before)
    refused, last = telegram.called("editMessageText", group["id"])
    assert last.at - refused.at >= 2.0
    telegram.fail("sendMessage", chat=group["id"], late=True)  # shown, and nobody hears of it
    reply, gates = slow(FIRST, SECOND)
    ollama.chat = reply
    await person.say("@our_bot where is biryani best?")
    await person.hear(f"{FIRST}\n…", before)
    gates[0].set()
    await sayso.until(lambda: person.heard()[-1]["text"] == FIRST + SECOND)
    assert [message["text"] for message in person.heard()[before:]] == [WHOLE, f"{FIRST}\n…", FIRST + SECOND]
    assert "may not have arrived" not in (await person.ask("/status", "Status"))["text"]
    assert "Traceback" not in sayso.output


async def test_somebody_who_removes_what_is_shown_gets_the_answer_as_a_new_message(
    sayso: Sayso, telegram: TelegramDouble, ollama: OllamaDouble, group: Json
) -> None:
    person = await met(sayso, group=group)
    before = len(person.heard())
    reply, gates = slow(FIRST, SECOND, THIRD)
    ollama.chat = reply
    await person.say("@our_bot where is biryani best?")
    shown = await person.hear(FIRST, before)
    del telegram.messages[group["id"], shown["message_id"]]
    gates[0].set()
    await sayso.until(lambda: telegram.called("editMessageText", group["id"]))
    gates[1].set()
    await person.hear(WHOLE, before)
    assert len(person.heard()) == before + 1


async def test_killed_between_showing_and_answer_the_same_message_becomes_the_answer(
    sayso: Sayso, telegram: TelegramDouble, ollama: OllamaDouble, group: Json
) -> None:
    person = await met(sayso, group=group)
    before = len(person.heard())
    reply, gates = slow(FIRST, SECOND)
    ollama.chat = [reply, WHOLE]
    await person.say("@our_bot where is biryani best?")
    shown = await person.hear(FIRST, before)
    await stands(sayso)
    assert sayso.rows("select platform_id from partial") == [(str(shown["message_id"]),)]
    assert not sayso.rows("select 1 from inbox where payload like '%old town%'")
    await sayso.kill()
    gates[0].set()
    assert person.heard()[-1]["text"] == f"{FIRST}\n…"  # nobody takes it for the answer
    await sayso.start()
    await person.hear(WHOLE, before)
    assert [message["text"] for message in person.heard()[before:]] == [WHOLE]
    assert sayso.rows("select count(*) from partial") == [(0,)]
    assert "may not have arrived" not in (await person.ask("/status", "Status"))["text"]


async def test_a_stop_parks_what_the_model_does_not_finish_and_the_next_start_completes_the_same_message(
    sayso: Sayso, telegram: TelegramDouble, ollama: OllamaDouble, group: Json
) -> None:
    person = await met(sayso, group=group)
    before = len(person.heard())
    reply, gates = slow(FIRST, SECOND)
    ollama.chat = [reply, WHOLE]
    await person.say("@our_bot where is biryani best?")
    await person.hear(FIRST, before)
    await sayso.restart()
    gates[0].set()
    await person.hear(WHOLE, before)
    assert [message["text"] for message in person.heard()[before:]] == [WHOLE]


@pytest.mark.parametrize("arrived", [True, False])
async def test_killed_while_the_last_change_is_on_its_way_it_is_made_again(
    sayso: Sayso, telegram: TelegramDouble, ollama: OllamaDouble, group: Json, arrived: bool
) -> None:
    person = await met(sayso, group=group)
    before = len(person.heard())
    reply, gates = slow(FIRST, SECOND + THIRD)
    ollama.chat = reply
    await person.say("@our_bot where is biryani best?")
    await person.hear(FIRST, before)
    await stands(sayso)
    on_its_way = asyncio.Event()
    telegram.fail("editMessageText", hold=on_its_way)
    gates[0].set()
    await sayso.until(lambda: telegram.called("editMessageText"))
    await sayso.kill()
    if arrived:
        on_its_way.set()
        await telegram.until(lambda: person.heard()[-1]["text"] == WHOLE)
    await sayso.start()
    await person.hear(WHOLE, before)
    status = await status_when(person, lambda told: "may not have arrived" not in told)
    assert "may not have arrived" not in status
    assert [message["text"] for message in person.heard()[before:-1]] == [WHOLE]
    on_its_way.set()


async def test_killed_while_the_first_showing_is_on_its_way_the_answer_comes_once_and_nothing_else_looks_whole(
    sayso: Sayso, telegram: TelegramDouble, ollama: OllamaDouble, group: Json
) -> None:
    person = await met(sayso, group=group)
    before = len(person.heard())
    reply, gates = slow(FIRST, SECOND)
    ollama.chat = [reply, WHOLE]
    on_its_way = asyncio.Event()
    telegram.fail("sendMessage", chat=group["id"], hold=on_its_way)
    sent = len(telegram.called("sendMessage"))
    await person.say("@our_bot where is biryani best?")
    await sayso.until(lambda: len(telegram.called("sendMessage")) > sent)
    await sayso.kill()
    on_its_way.set()
    gates[0].set()
    await sayso.start()
    await person.hear(WHOLE, before)
    assert [message["text"] for message in person.heard()[before:]] == [f"{FIRST}\n…", WHOLE]
    assert sayso.rows("select count(*) from partial") == [(0,)]


async def test_what_shows_an_answer_that_is_not_given_any_more_goes(
    sayso: Sayso, telegram: TelegramDouble, ollama: OllamaDouble, group: Json
) -> None:
    person = await met(sayso, group=group)
    before = len(person.heard())
    reply, gates = slow(FIRST, SECOND)
    ollama.chat = [reply, "To the newest."]
    old = {"date": group["id"] and telegram.messages[group["id"], 1]["date"] - 1200}
    await person.say("@our_bot where is biryani best?", **old)
    await person.hear(FIRST, before)
    await stands(sayso)
    await sayso.kill()
    await person.say("@our_bot and thali?", **old)  # what piled up gets one answer, to the newest
    await sayso.start()
    await person.hear("To the newest.", before)
    await sayso.until(lambda: FIRST not in str(person.heard()))
    assert [message["text"] for message in person.heard()[before:]] == [
        "I was away for a while. I read all you wrote and answer the last of it.", "To the newest."]
    gates[0].set()


async def test_an_answer_that_breaks_off_says_so_in_the_message_that_showed_it(
    sayso: Sayso, telegram: TelegramDouble, ollama: OllamaDouble, group: Json
) -> None:
    person = await met(sayso, group=group)
    before = len(person.heard())
    gate = asyncio.Event()
    ollama.chat = Reply(pieces=(FIRST, "", SECOND), gates={1: gate}, cut_after=2)
    await person.say("@our_bot where is biryani best?")
    shown = await person.hear(FIRST, before)
    gate.set()
    await person.hear("The model was there and is gone", before)
    assert [message["message_id"] for message in person.heard()[before:]] == [shown["message_id"]]


# -- forgetting


@pytest.mark.parametrize("how", ["number", "button"])
async def test_a_forgetting_while_an_answer_is_made_takes_back_what_shows_it(
    sayso: Sayso, telegram: TelegramDouble, ollama: OllamaDouble, group: Json, how: str
) -> None:
    alone = Person(sayso, 1, "Ann")
    await alone.ask("/start", "Hello")
    person = await met(sayso, group=group)
    await person.ask("/learn on", "I'll learn")
    await person.say("/remember I am allergic to peanuts")
    await sayso.until(lambda: sayso.rows("select count(*) from fact") == [(1,)])
    before = len(person.heard())
    reply, gates = slow("Anything without peanuts,", " such as rice.")
    ollama.chat = [reply, "Rice."]
    await person.say("@our_bot what should I cook?")
    shown = await person.hear("without peanuts", before)
    if how == "number":
        await person.say("/forget 1")
    else:
        question = await alone.ask("/forget peanuts", "This would go")
        await alone.press(question, "Forget it")
    stopped = await person.hear("I stopped that answer", before)
    assert stopped["message_id"] == shown["message_id"]
    await alone.hear("Removed: 1 fact")
    gates[0].set()
    assert "peanuts" not in str(person.heard()[before:])
    assert sayso.rows("select count(*) from message where text like '%peanuts%'") == [(0,)]
    assert sayso.rows("select count(*) from outbox where payload like '%peanuts%'") == [(0,)]
    await person.press(stopped, "Try again")  # the question itself stands, and can be answered without it
    await person.hear("Rice.", before)
    assert b"peanuts" not in ollama.chats[-1].raw


async def test_a_draft_is_overtaken_by_a_forgetting_as_well_and_an_answer_to_somebody_else_is_not(
    sayso: Sayso, telegram: TelegramDouble, ollama: OllamaDouble
) -> None:
    ann, ben = Person(sayso, 1, "Ann"), Person(sayso, 2, "Ben")
    await ann.ask("/remember I am allergic to peanuts", "")
    await sayso.until(lambda: sayso.rows("select count(*) from fact") == [(1,)])
    (hers, gate), (his, open_) = slow("Without peanuts,", " rice."), slow("For you", " bread.")
    ollama.chat = lambda request: hers if "peanuts" in request.prompt else his
    await ann.say("what should I cook?")
    await ben.say("what should I bake?")
    await sayso.until(lambda: telegram.drafts.get(1) and telegram.drafts.get(2))
    await ann.say("/forget 1")
    await ann.hear("I stopped that answer")
    gate[0].set()
    open_[0].set()
    await ben.hear("For you bread.")
    assert "peanuts" not in "".join(message["text"] for message in ann.heard()[1:])


async def test_an_answer_that_is_forgotten_before_it_is_sent_takes_what_showed_it_from_the_screen(
    memory: Memory, place: Place
) -> None:
    work = memory.work
    await place.remember("I am allergic to peanuts")
    for number, text in enumerate(("Without peanuts, rice.", "Bread."), 1):
        arrived = await work.accept(channel="telegram", key=f"update:{number}", room=GROUP, author=PRIYA,
                                    kind="message", payload="{}")
        assert arrived is not None
        assert await work.partial_begins(arrived) is (number == 1)  # not while something waits to be sent there
        if number == 1:
            await work.partial_stands(arrived, "77")
        there = memory.at(PRIYA, GROUP)
        asked = await there.observe("what to cook?", sent_at=memory.clock.now(), platform_id=str(number))
        await there.answered(asked, text, Recalled(), [Said("telegram", GROUP.id, there.scope, "reply", pack_outgoing(
            Outgoing(text, "reply")))], finishes=arrived, learn_after=60)
    rows = await work.queued()
    assert [(outgoing(row).text, outgoing(row).edits) for row in rows] == [("Without peanuts, rice.", "77"),
                                                                           ("Bread.", "")]
    preview = await place.forget_preview("peanuts")
    assert preview is not None
    await place.forget(preview.id)
    assert not await work.sending(rows[0])  # with the words it was read with
    rows = await work.queued()
    assert [(outgoing(row).text, outgoing(row).edits) for row in rows] == [("", "77"), ("Bread.", "")]
    assert await work.sending(rows[0])
    assert await work.again(rows[0].id, 5.0)
    assert await work.partials() == []


async def test_nothing_in_the_place_of_a_message_takes_it_from_the_screen(
    telegram: TelegramDouble, discord: DiscordDouble, channel: DiscordChannel, intake: Kept, ann: User
) -> None:
    telegram.group(-100500, "Home")
    other = TelegramChannel(telegram.token, telegram.url)
    shown, more = await other.partial("telegram:-100500", Outgoing("Biryani", markdown=True))
    assert more
    telegram.fail("deleteMessage", 400, "Bad Request: message can't be deleted")
    assert await other.send("telegram:-100500", Outgoing("", edits=shown)) == []
    assert [message["text"] for message in telegram.sent(-100500)] == ["…"]  # too old to remove: its words go
    for _ in range(2):
        assert await other.send("telegram:-100500", Outgoing("", edits=shown)) == []
        assert telegram.sent(-100500) == []
    await other.close()
    dm = discord.dm(ann)
    async with receiving(channel, discord, intake):
        shown, _ = await channel.partial(f"discord:{dm.id}", Outgoing("Biryani", markdown=True, nonce="p1"))
        same, _ = await channel.partial(f"discord:{dm.id}", Outgoing("Biryani is", markdown=True, nonce="p1"))
        assert same == shown
        assert [message.content for message in discord.sent(dm)] == ["Biryani\n…"]
        for _ in range(2):
            assert await channel.send(f"discord:{dm.id}", Outgoing("", edits=shown)) == []
            assert discord.sent(dm) == []


# -- Discord


@pytest.fixture
async def both(tmp_path: Path, telegram: TelegramDouble, discord: DiscordDouble, ollama: OllamaDouble,
               general: Channel, ann: User) -> AsyncIterator[Sayso]:
    async with running(tmp_path, telegram, ollama, channels=address(discord)) as process:
        await discord.until(lambda: discord.live and discord.backend.commands.get(None), 20)
        yield process


@pytest.mark.parametrize("where", ["channel", "thread", "dm"])
async def test_on_discord_a_long_answer_is_one_message_that_is_changed_slowly(
    both: Sayso, discord: DiscordDouble, ollama: OllamaDouble, general: Channel, ann: User, where: str
) -> None:
    place = {"channel": lambda: general, "thread": lambda: discord.thread(general, ann),
             "dm": lambda: discord.dm(ann)}[where]()
    friend = Friend(discord, both, ann, place)
    us = "" if where == "dm" else f"<@{discord.bot}> "
    await friend.ask(f"{us}hello", "Noted.")
    await friend.hear("/start says more" if where == "dm" else "I answer when you mention me")
    before = len(friend.heard())
    code = "```python\nprint(1)\n"
    reply, gates = slow("", FIRST, f"\n{code}", "```\nThat is all.")
    ollama.chat = reply
    discord.say(ann, place, f"{us}where is biryani best?")
    await friend.until(lambda: len(discord.called("POST", f"/channels/{place.id}/typing")) >= 2)
    assert len(friend.heard()) == before
    gates[0].set()
    shown = await friend.hear(FIRST, before)
    assert shown.content == f"{FIRST}\n…"
    gates[1].set()
    await friend.hear("print(1)", before)
    assert shown.content.count("```") == 2
    assert shown.content.endswith("\n…")
    gates[2].set()
    await friend.hear("That is all.", before)
    assert [message.content for message in friend.heard()[before:]] == [f"{FIRST}\n{code}```\nThat is all."]
    first, _ = discord.called("PATCH", f"/channels/{place.id}/messages/{shown.id}")
    assert first.at - discord.called("POST", f"/channels/{place.id}/messages")[-1].at >= EVERY
    ollama.chat = "Quick."
    await friend.ask(f"{us}and quickly?", "Quick.")
    assert len(discord.called("PATCH", f"/channels/{place.id}/messages/*")) == 2


async def test_on_discord_a_429_costs_a_showing_and_an_answer_too_long_goes_on_in_new_messages(
    both: Sayso, discord: DiscordDouble, ollama: OllamaDouble, general: Channel, ann: User
) -> None:
    friend = Friend(discord, both, ann, general)
    await friend.ask(f"<@{discord.bot}> hello", "Noted.")
    await friend.hear("I answer when you mention me")
    before = len(friend.heard())
    long = "word " * 500
    reply, gates = slow(FIRST, SECOND, f"\n{long}", "The end.")
    ollama.chat = reply
    discord.say(ann, general, f"<@{discord.bot}> where is biryani best?")
    shown = await friend.hear(FIRST, before)
    discord.fail("PATCH", f"/channels/{general.id}/messages/{shown.id}", 429, retry_after=1.0)
    for gate in gates[:2]:
        gate.set()
    await friend.until(lambda: discord.called("PATCH", f"/channels/{general.id}/messages/{shown.id}"))
    gates[2].set()
    await friend.hear("The end.", before)
    sent = friend.heard()[before:]
    assert len(sent) == 2
    assert sent[0].id == shown.id
    assert not any(message.content.endswith("…") for message in sent)
    assert "".join(message.content for message in sent).count("word") == 500


@pytest.mark.parametrize("arrived", [True, False])
async def test_on_discord_killed_while_the_first_showing_is_on_its_way_there_is_one_message_in_the_end(
    both: Sayso, discord: DiscordDouble, ollama: OllamaDouble, ann: User, arrived: bool
) -> None:
    friend = Friend(discord, both, ann)
    await friend.ask("hello", "Noted.")
    await friend.hear("/start says more")
    before = len(friend.heard())
    reply, gates = slow(FIRST, SECOND)
    ollama.chat = [reply, WHOLE]
    path = f"/channels/{friend.place.id}/messages"
    held = discord.fail("POST", path, hold=asyncio.Event())
    sent = len(discord.called("POST", path))
    discord.say(ann, friend.place, "where is biryani best?")
    await friend.until(lambda: len(discord.called("POST", path)) > sent)
    await both.kill()
    assert held.hold is not None
    if arrived:
        held.hold.set()
        await friend.hear(FIRST, before)
    await both.start()
    await friend.until(lambda: [message.content for message in friend.heard()[before:]] == [WHOLE])
    gates[0].set()
    await friend.ask("and thali?", WHOLE)  # the control: nothing comes behind it
    assert [message.content for message in friend.heard()[before:]] == [WHOLE, WHOLE]
    held.hold.set()


async def test_on_discord_a_question_removed_while_it_is_answered_leaves_nothing_to_learn_from(
    both: Sayso, discord: DiscordDouble, ollama: OllamaDouble, ann: User, guild: Guild
) -> None:
    friend = Friend(discord, both, ann)
    await friend.ask("I work at a bakery", "Noted.")
    await friend.hear("May I remember this?")
    before = len(friend.heard())
    reply, gates = slow(FIRST, SECOND)
    ollama.chat = reply
    asked = discord.say(ann, friend.place, "I live in Pune. Where is biryani best?")
    shown = await friend.hear(FIRST, before)
    discord.delete(friend.place, asked)
    gates[0].set()
    await friend.until(lambda: shown.content == FIRST + SECOND)
    await friend.until(lambda: both.rows("select 1 from message where platform_id = ? and text = ''", str(asked.id)))
    facts = await friend.pick("queue", "bakery")
    assert "Pune" not in facts.content
    assert both.rows("select count(*) from message where text like '%Pune%'") == [(0,)]
