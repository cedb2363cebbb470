"""`sayso run` with both channels, as its own process: people on a Discord double and a Telegram double side by side."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from simcord.backend.models import Channel, Guild, Interaction, Message, User

from tests.doubles.discord_double import DiscordDouble
from tests.doubles.discord_fixture import ann, channel, discord, general, guild, intake
from tests.doubles.discord_people import buttons
from tests.doubles.ollama_double import OllamaDouble, Reply
from tests.doubles.process import Person, Sayso, running
from tests.doubles.telegram_double import TelegramDouble
from tests.doubles.telegram_fixture import telegram

SOON = 20.0  # seconds; nothing waits longer than it has to


@pytest.fixture
async def ollama() -> AsyncIterator[OllamaDouble]:
    async with OllamaDouble("Noted.") as double:
        yield double


def address(discord: DiscordDouble, token: str = "") -> dict[str, Any]:
    return {"discord": {"token": token or discord.token, "api_base": discord.api_base, "gateway_url": discord.ws_url}}


@pytest.fixture
async def sayso(tmp_path: Path, telegram: TelegramDouble, discord: DiscordDouble, ollama: OllamaDouble,
                general: Channel, ann: User) -> AsyncIterator[Sayso]:
    async with running(tmp_path, telegram, ollama, channels=address(discord)) as process:
        await discord.until(lambda: discord.live and discord.backend.commands.get(None), SOON)
        yield process


class Friend:
    """Somebody on Discord, in one place."""

    def __init__(self, discord: DiscordDouble, sayso: Sayso, user: User, place: Channel | None = None) -> None:
        self.discord, self.sayso, self.user = discord, sayso, user
        self.place = place or discord.dm(user)

    async def until(self, condition: Callable[[], Any]) -> Any:
        try:
            return await self.discord.until(condition, SOON)
        except TimeoutError:
            heard = [message.content for message in self.heard()]
            raise AssertionError(f"nothing of that; heard {heard}\n{self.sayso.output[-3000:]}") from None

    def heard(self) -> list[Message]:
        return self.discord.sent(self.place)

    def answers(self) -> list[str]:
        """What was heard, without the line that says who the bot is."""
        return [message.content for message in self.heard() if "/start says more" not in message.content]

    async def hear(self, words: str, before: int = 0) -> Message:
        message: Message = await self.until(lambda: next(
            (one for one in self.heard()[before:] if words in one.content), None))
        return message

    async def ask(self, text: str, words: str) -> Message:
        before = len(self.heard())
        self.discord.say(self.user, self.place, text)
        return await self.hear(words, before)

    async def pick(self, name: str, words: str, **options: Any) -> Message:
        before = len(self.heard())
        self.discord.slash(self.user, self.place, name, **options)
        return await self.hear(words, before)

    async def press(self, message: Message, label: str, words: str = "") -> Interaction:
        record = self.discord.press(self.user, self.place, message, label)
        await self.until(lambda: record.responded and words in message.content)
        return record


@pytest.fixture
def friend(discord: DiscordDouble, sayso: Sayso, ann: User) -> Friend:
    return Friend(discord, sayso, ann)


async def test_both_channels_learn_from_their_own_people_and_the_token_is_nowhere(
    sayso: Sayso, friend: Friend, discord: DiscordDouble, telegram: TelegramDouble, ollama: OllamaDouble
) -> None:
    priya = Person(sayso, 1, "Priya")
    await asyncio.gather(priya.ask("I live in Oslo", "Noted."), friend.ask("I live in Pune", "Noted."))
    card = await friend.hear("May I remember this?")
    assert list(buttons(card)) == ["Approve", "Edit", "Decline"]
    await friend.press(card, "Approve", "approved")
    assert card.components == []
    await priya.press(await priya.hear("May I remember this?"), "Approve", "approved")
    assert "Pune" in (await friend.pick("facts", "What I know")).content
    told = (await priya.ask("/facts", "What I know"))["text"]
    assert "Oslo" in told
    assert "Pune" not in told
    await friend.ask("Where do I live?", "Noted.")
    assert b"lives in Pune" in ollama.chats[-1].raw or b"live in Pune" in ollama.chats[-1].raw
    await sayso.stop()
    for secret in (discord.token, "secret-half", telegram.token):
        assert secret not in sayso.output
    assert "Traceback" not in sayso.output


async def test_c28b_c28e_a_decision_is_taken_once_and_stands_though_it_cannot_be_told(
    sayso: Sayso, friend: Friend, discord: DiscordDouble
) -> None:
    await friend.ask("I live in Pune", "Noted.")
    card = await friend.hear("May I remember this?")
    discord.fail("*", f"/channels/{friend.place.id}/messages*", 403, times=99,
                 body={"code": 50007, "message": "Cannot send messages to this user"})
    records = [discord.press(friend.user, friend.place, card, "Approve") for _ in range(2)]
    await friend.until(lambda: all(record.responded for record in records))
    await friend.until(lambda: sayso.rows("select count(*) from fact") == [(1,)])
    await friend.until(lambda: "room.unreachable" in sayso.output)
    discord.faults.clear()
    assert "Pune" in (await friend.pick("facts", "What I know")).content
    assert sayso.rows("select count(*) from event where verb = 'claim.verified'") == [(1,)]
    assert "Traceback" not in sayso.output
    assert discord.refusals == []


async def test_in_a_server_only_its_person_sees_what_is_remembered(
    sayso: Sayso, friend: Friend, discord: DiscordDouble, general: Channel, guild: Guild
) -> None:
    here = Friend(discord, sayso, friend.user, general)
    assert (await here.pick("learn", "", switch="on")).is_ephemeral
    await here.ask(f"<@{discord.bot}> I live in Pune", "Noted.")
    cover = await here.hear("press Show")
    assert not cover.is_ephemeral
    await here.press(cover, "Show")
    card = await here.hear("You live in Pune")
    assert card.is_ephemeral
    await here.press(card, "Approve", "approved")
    facts = await here.pick("facts", "What I know")
    assert facts.is_ephemeral
    assert "Pune" in facts.content
    assert not any("Pune" in message.content for message in here.heard() if not message.is_ephemeral)
    bob = Friend(discord, sayso, discord.user("bob", guild), general)
    told = await bob.pick("facts", "")
    assert told.is_ephemeral
    alone = await friend.pick("facts", "")
    assert "Pune" not in alone.content


async def test_the_edit_form_changes_what_is_remembered(sayso: Sayso, friend: Friend, discord: DiscordDouble) -> None:
    await friend.ask("I live in Pune", "Noted.")
    card = await friend.hear("May I remember this?")
    record = await friend.press(card, "Edit")
    discord.submit(friend.user, friend.place, record.modal, words="I live in Oslo")
    await friend.until(lambda: sayso.rows("select count(*) from fact") == [(1,)])
    facts = await friend.pick("facts", "What I know")
    assert "Oslo" in facts.content
    assert "Pune" not in facts.content


async def test_c27_c29_a_long_answer_full_of_pings_arrives_whole_and_pings_nobody(
    sayso: Sayso, friend: Friend, discord: DiscordDouble, ollama: OllamaDouble, general: Channel
) -> None:
    block = "```python\n" + "\n".join(f"print({n})  # @everyone" for n in range(120)) + "\n```"
    ollama.chat = f"@everyone hello @here <@&123>\n{block}\nthe end"
    here = Friend(discord, sayso, friend.user, general)
    await here.ask(f"<@{discord.bot}> list it", "the end")
    sent = here.heard()
    assert len(sent) > 1
    assert all(message.content.count("```") % 2 == 0 and len(message.content) <= 2000 for message in sent)
    assert not any(message.mention_everyone for message in sent)
    await here.pick("ask", "the end", question="the same again")


async def test_c23b_what_was_said_before_a_kill_is_answered_once(
    sayso: Sayso, friend: Friend, discord: DiscordDouble, ollama: OllamaDouble
) -> None:
    gate = asyncio.Event()
    ollama.chat = [Reply("never heard", wait=gate), "Noted."]
    discord.say(friend.user, friend.place, "What is a good biryani place?")
    await friend.until(lambda: ollama.chats)
    await sayso.kill()
    sessions = len(discord.sessions)
    await sayso.start()
    await friend.hear("Noted.")
    await friend.until(lambda: len(discord.sessions) > sessions and discord.live)
    await friend.ask("And a good thali place?", "Noted.")
    gate.set()
    assert friend.answers() == ["Noted.", "Noted."]


async def test_what_was_said_while_it_was_dead_is_answered_once_and_in_order(
    sayso: Sayso, friend: Friend, discord: DiscordDouble, ollama: OllamaDouble
) -> None:
    await friend.ask("What is a good biryani place?", "Noted.")
    await sayso.kill()
    for number in range(3):
        discord.say(friend.user, friend.place, f"And place number {number}?")
    await sayso.start()
    await friend.until(lambda: [message.content for message in friend.heard()].count("Noted.") == 4)
    asked = [request.json["messages"][-1]["content"] for request in ollama.chats]
    assert [text for text in asked if "number" in text] == [f"And place number {number}?" for number in range(3)]


async def test_a_send_in_flight_at_a_kill_arrives_once(
    sayso: Sayso, friend: Friend, discord: DiscordDouble
) -> None:
    await friend.ask("Hello", "Noted.")
    messages = f"/channels/{friend.place.id}/messages"
    before = len(discord.called("POST", messages))
    held = discord.fail("POST", messages, hold=asyncio.Event())
    discord.say(friend.user, friend.place, "What is a good biryani place?")
    await friend.until(lambda: len(discord.called("POST", messages)) > before)
    await sayso.kill()
    assert held.hold is not None
    held.hold.set()  # the first one arrives, and nobody hears of it
    await friend.until(lambda: friend.answers() == ["Noted."] * 2)
    await sayso.start()
    await friend.until(lambda: sayso.rows("select distinct state from outbox") == [("sent",)])
    assert friend.answers() == ["Noted."] * 2
    await friend.ask("And a good thali place?", "Noted.")


async def test_a_removed_message_takes_its_evidence_and_the_claim_goes_with_its_last(
    sayso: Sayso, friend: Friend, discord: DiscordDouble
) -> None:
    said = []
    for text, words in (("I live in Pune", "Pune"), ("I work at a bakery", "bakery")):
        said.append(discord.say(friend.user, friend.place, text))
        await friend.press(await friend.hear(words), "Approve", "approved")
    assert sayso.rows("select count(*) from fact") == [(2,)]
    discord.delete(friend.place, said[0])
    await friend.until(lambda: sayso.rows("select count(*) from fact") == [(1,)])
    facts = await friend.pick("facts", "What I know")
    assert "bakery" in facts.content
    assert "Pune" not in facts.content


async def test_a_changed_message_takes_its_evidence_and_a_reply_to_a_card_is_an_answer(
    sayso: Sayso, friend: Friend, discord: DiscordDouble
) -> None:
    said = discord.say(friend.user, friend.place, "I live in Pune")
    await friend.press(await friend.hear("Pune"), "Approve", "approved")
    discord.say(friend.user, friend.place, "I work at a bakery")
    card = await friend.hear("bakery")
    discord.say(friend.user, friend.place, "I work at a mill", reply_to=card)
    await friend.until(lambda: ("I work at a mill",) in sayso.rows("select statement from fact"))
    discord.edit(friend.place, said, "Never mind")
    await friend.until(lambda: sayso.rows("select statement from fact") == [("I work at a mill",)])


async def test_numbers_are_offered_to_whom_they_belong(
    sayso: Sayso, friend: Friend, discord: DiscordDouble, guild: Guild
) -> None:
    await friend.ask("I live in Pune", "Noted.")
    await friend.hear("May I remember this?")
    record = discord.complete(friend.user, friend.place, "approve", "numbers", "")
    await friend.until(lambda: record.responded)
    assert ["Pune" in choice["name"] for choice in record.autocomplete_choices] == [True]
    bob = discord.user("bob", guild)
    record = discord.complete(bob, discord.dm(bob), "approve", "numbers", "")
    await friend.until(lambda: record.responded)
    assert record.autocomplete_choices == []


async def test_c44_a_stop_finishes_the_answer_that_is_being_made(
    sayso: Sayso, friend: Friend, discord: DiscordDouble, ollama: OllamaDouble
) -> None:
    gate = asyncio.Event()
    ollama.chat = Reply("Noted.", wait=gate)
    discord.say(friend.user, friend.place, "What is a good biryani place?")
    await friend.until(lambda: ollama.chats)
    sayso.send(signal.SIGTERM)
    await friend.until(lambda: not discord.live)
    gate.set()
    assert await sayso.ended() == 0
    assert friend.answers() == ["Noted."]


async def test_one_channel_that_cannot_start_leaves_the_other_alone(
    tmp_path: Path, telegram: TelegramDouble, discord: DiscordDouble, ollama: OllamaDouble
) -> None:
    async with running(tmp_path, telegram, ollama, channels=address(discord, "some.wrong.token")) as sayso:
        await discord.until(lambda: "channels.discord.token" in sayso.output, SOON)
        await Person(sayso, 1, "Priya").ask("hello", "Noted.")
        assert "some.wrong.token" not in sayso.output
    assert "Traceback" not in sayso.output
