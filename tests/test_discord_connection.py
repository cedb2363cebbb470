"""The connection to Discord: it comes back, loses nothing, repeats nothing, and says once what is missing."""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
import structlog
from simcord.backend.models import Channel, User

from bot import log
from bot.channel import Incoming, Outgoing
from bot.settings import Logging
from channels.discord import DiscordChannel, NotConnected, TokenRefused, create
from channels.discord.gateway import Gateway
from channels.discord.intake import Handover
from tests.doubles.discord_double import DiscordDouble
from tests.doubles.discord_fixture import ann, channel, discord, general, guild, intake, running
from tests.doubles.discord_intake import receiving
from tests.doubles.telegram_intake import Kept


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """What is logged at DEBUG, without the censor that knows the secrets: nothing may depend on it."""
    out = io.StringIO()
    log.configure(Logging(level="debug", format="json"), (), out)
    yield out
    logging.getLogger().handlers = []
    structlog.reset_defaults()


@dataclass
class Recalling(Kept):
    """An intake that knows where it left off, as a database does over a restart."""

    async def latest(self, channel: str, prefix: str) -> dict[str, str]:
        found: dict[str, str] = {}
        for room, key in self.given:
            if key.startswith(prefix):
                found[room] = key
        return found

    def __post_init__(self) -> None:
        super().__post_init__()
        self.given: list[tuple[str, str]] = []

    async def accept(self, incoming: Incoming) -> bool:
        new = await super().accept(incoming)
        if new:
            self.given.append((incoming.room.id, incoming.key))
        return new


async def _at_once(gateway: Gateway, shard: int | None, *, initial: bool = False) -> None:
    return


# losing the connection

@pytest.mark.parametrize("how", ["closed", "asked to reconnect"])
async def test_c23d_a_resumed_connection_brings_what_was_missed_once(
    discord: DiscordDouble, running: DiscordChannel, intake: Kept, ann: User, how: str
) -> None:
    dm = discord.dm(ann)
    discord.say(ann, dm, "before")
    assert (await intake.next()).text == "before"
    await (discord.kick() if how == "closed" else discord.ask_reconnect())
    discord.say(ann, dm, "meanwhile")
    assert (await intake.next()).text == "meanwhile"
    await discord.until(lambda: discord.live)
    discord.replay(3)
    discord.say(ann, dm, "after")
    assert (await intake.next()).text == "after"
    assert len(discord.sessions) == 1


async def test_c23d_a_message_told_twice_is_one(
    discord: DiscordDouble, running: DiscordChannel, intake: Kept, ann: User
) -> None:
    discord.say(ann, discord.dm(ann), "once")
    await intake.next()
    entered = intake.entered
    discord.replay()
    await intake.until(lambda: intake.entered > entered)
    assert intake.items == []


async def test_a_session_discord_let_go_of_is_followed_by_a_new_one_that_catches_up(
    discord: DiscordDouble, channel: DiscordChannel, general: Channel, ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Gateway, "before_identify_hook", _at_once)  # the library waits 5 s, as Discord asks
    intake = Recalling()
    dm = discord.dm(ann)
    async with receiving(channel, discord, intake):
        discord.say(ann, dm, "before")
        await intake.next()
        for session in discord.sessions.values():
            session.valid = False
        await discord.kick()
        discord.say(ann, dm, "meanwhile")
        discord.say(ann, general, f"<@{discord.bot}> here too")
        assert {(await intake.next()).text for _ in range(2)} == {"here too", "meanwhile"}
        discord.say(ann, dm, "after")
        assert (await intake.next()).text == "after"


async def test_after_a_restart_what_was_said_meanwhile_comes_first_and_once(
    discord: DiscordDouble, channel: DiscordChannel, general: Channel, ann: User
) -> None:
    intake = Recalling()
    dm, thread = discord.dm(ann), discord.thread(general, ann, "plans")
    async with receiving(channel, discord, intake):
        for place in (dm, general, thread):
            discord.say(ann, place, "seen")
        await intake.until(lambda: len([one for one in intake.items if one.text]) == 3)
        intake.items.clear()
    for number in range(3):
        for place in (dm, general, thread):
            discord.say(ann, place, f"missed {number}")
    other = DiscordChannel(discord.token, discord.api_base, discord.ws_url)
    async with receiving(other, discord, intake):
        discord.say(ann, dm, "now")
        await intake.until(lambda: any(one.text == "now" for one in intake.items))
        for place in (dm, general, thread):
            said = [one.text for one in intake.items if one.room.id == f"discord:{place.id}" and one.text]
            assert said == ["missed 0", "missed 1", "missed 2"] + (["now"] if place is dm else [])
    await other.close()


async def test_a_first_start_reads_no_history(
    discord: DiscordDouble, channel: DiscordChannel, general: Channel, ann: User
) -> None:
    intake = Recalling()
    discord.say(ann, general, f"<@{discord.bot}> long ago")
    async with receiving(channel, discord, intake):
        discord.say(ann, general, "now")
        assert (await intake.next()).text == "now"
    assert discord.called("GET", "/channels/*/messages") == []


async def test_order_is_kept_while_storing_is_slow(
    discord: DiscordDouble, running: DiscordChannel, intake: Kept, ann: User
) -> None:
    intake.gate.clear()
    for number in range(20):
        discord.say(ann, discord.dm(ann), str(number))
    await intake.until(lambda: intake.entered)
    intake.gate.set()
    assert [(await intake.next()).text for _ in range(20)] == [str(number) for number in range(20)]


async def test_a_stop_stores_what_had_arrived_and_sending_goes_on_until_the_end(
    discord: DiscordDouble, channel: DiscordChannel, intake: Kept, general: Channel, ann: User
) -> None:
    dm = discord.dm(ann)

    def waiting() -> int:
        assert channel._client is not None
        assert isinstance(channel._client.receiver, Handover)
        return channel._client.receiver.events.qsize()

    async with receiving(channel, discord, intake) as task:
        intake.gate.clear()
        for number in range(5):
            discord.say(ann, dm, str(number))
        await discord.until(lambda: waiting() + intake.entered == 5)
        discord.say(ann, dm, "5")
        await discord.until(lambda: waiting() + intake.entered == 6 and waiting())
        task.cancel()
        intake.gate.set()
    assert [one.text for one in intake.items] == ["0", "1", "2", "3", "4", "5"]
    await channel.send(f"discord:{dm.id}", Outgoing("parting words"))
    assert discord.sent(dm)[-1].content == "parting words"
    assert not discord.live


async def test_a_connection_that_does_not_come_back_ends_the_run(
    discord: DiscordDouble, channel: DiscordChannel, intake: Kept, general: Channel, ann: User,
    monkeypatch: pytest.MonkeyPatch, written: io.StringIO,
) -> None:
    monkeypatch.setattr("channels.discord.channel.PATIENCE", 0.5)
    task = asyncio.create_task(channel.run(intake))
    await discord.until(lambda: discord.live)
    await discord.kick()  # the control: this one comes back at once
    await discord.until(lambda: discord.live and any(op == 6 for op, _, _ in discord.gateway_log))
    discord.say(ann, discord.dm(ann), "still there")
    await intake.next()
    discord.gateway_down = True
    await discord.kick()
    with pytest.raises(NotConnected, match="away"):
        await asyncio.wait_for(task, 5)
    assert "Traceback" not in written.getvalue()
    discord.gateway_down = False
    async with receiving(channel, discord, intake):
        discord.say(ann, discord.dm(ann), "back")
        assert (await intake.next()).text == "back"


async def test_a_stop_in_the_moment_of_a_reconnect_is_heard(
    discord: DiscordDouble, channel: DiscordChannel, intake: Kept, general: Channel
) -> None:
    for ticks in range(0, 60, 3):
        task = asyncio.create_task(channel.run(intake))
        await discord.until(lambda: discord.live)
        await discord.kick()
        for _ in range(ticks):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task], timeout=5)
        assert task.done()


async def test_a_stop_waits_for_a_command_that_is_being_stored(
    discord: DiscordDouble, channel: DiscordChannel, intake: Kept, general: Channel, ann: User
) -> None:
    async with receiving(channel, discord, intake) as task:
        intake.gate.clear()
        discord.slash(ann, discord.dm(ann), "facts")
        await intake.until(lambda: intake.entered)
        task.cancel()
        intake.gate.set()
        await asyncio.wait([task])
        assert [one.text for one in intake.items] == ["/facts"]


# starting

async def test_a_start_that_fails_raises_and_the_next_one_is_a_new_client(
    discord: DiscordDouble, channel: DiscordChannel, intake: Kept, general: Channel, ann: User
) -> None:
    discord.fail("GET", "/users/@me", 503)
    with pytest.raises(NotConnected):
        await channel.run(intake)
    nowhere = DiscordChannel(discord.token, discord.api_base, "ws://127.0.0.1:9/nothing")
    with pytest.raises(NotConnected, match="gateway cannot be reached"):
        await nowhere.run(intake)
    await nowhere.close()
    async with receiving(channel, discord, intake):
        discord.say(ann, discord.dm(ann), "hello")
        assert (await intake.next()).text == "hello"
    async with receiving(channel, discord, intake):
        discord.say(ann, discord.dm(ann), "again")
        assert (await intake.next()).text == "again"


async def test_without_a_configured_address_discord_is_asked_for_the_gateway(
    discord: DiscordDouble, intake: Kept, general: Channel, ann: User
) -> None:
    channel = DiscordChannel(discord.token, discord.api_base)
    async with receiving(channel, discord, intake):
        discord.say(ann, discord.dm(ann), "hello")
        assert (await intake.next()).text == "hello"
    await channel.close()
    assert discord.called("GET", "/gateway/bot")


async def test_what_storing_raises_ends_the_run(
    discord: DiscordDouble, channel: DiscordChannel, general: Channel, ann: User
) -> None:
    class Full(Kept):
        async def accept(self, incoming: Incoming) -> bool:
            raise OSError("disk full")

    for what in ("message", "command"):
        sessions = len(discord.sessions)
        task = asyncio.create_task(channel.run(Full()))
        await discord.until(lambda sessions=sessions: len(discord.sessions) > sessions and discord.backend.commands)
        if what == "message":
            discord.say(ann, discord.dm(ann), "hello")
        else:
            discord.slash(ann, discord.dm(ann), "facts")
        with pytest.raises(OSError, match="disk full"):
            await asyncio.wait_for(task, 5)
    assert not discord.called("POST", "*/callback")


@pytest.mark.parametrize("token", ["", "wrong.token.here"])
async def test_a_refused_token_says_what_to_do(discord: DiscordDouble, intake: Kept, token: str) -> None:
    with pytest.raises(TokenRefused, match=r"channels\.discord\.token"):
        await DiscordChannel(token, discord.api_base, discord.ws_url).run(intake)


def test_it_is_made_from_its_settings() -> None:
    class Chosen:
        token = "a.b.c"
        api_base = "https://discord.com/api/v10"
        gateway_url = None

    assert create(Chosen()).name == "discord"


# intents

async def test_without_the_content_intent_it_is_said_once_and_dms_mentions_and_commands_work(
    discord: DiscordDouble, channel: DiscordChannel, intake: Kept, general: Channel, ann: User, written: io.StringIO
) -> None:
    discord.approved.clear()
    for _ in range(2):
        async with receiving(channel, discord, intake):
            discord.say(ann, discord.dm(ann), "in a DM")
            discord.say(ann, general, f"<@{discord.bot}> in public")
            hidden = discord.say(ann, general, "not for you")
            assert [(await intake.next()).text for _ in range(2)] == ["in a DM", "in public"]
            discord.edit(general, hidden, "still not for you")
            discord.slash(ann, general, "facts")
            assert (await intake.next()).text == "/facts"
            assert intake.items == []
    assert written.getvalue().count("intent.missing") == 1
    assert "Message Content Intent" in written.getvalue()


# C43

async def test_c43_the_token_is_in_no_log_and_no_error(
    discord: DiscordDouble, channel: DiscordChannel, intake: Kept, general: Channel, ann: User, written: io.StringIO
) -> None:
    said = []
    async with receiving(channel, discord, intake):
        dm = discord.dm(ann)
        discord.slash(ann, dm, "facts")
        got = await intake.next()
        waiting = channel._open.answering(got.key)
        assert waiting is not None
        await waiting.open()
        for path in ("/channels/*/messages", "/webhooks/*"):
            for how in ({"status": 401}, {"drop": True}, {"status": 400}, {"status": 503}):
                discord.fail("*", path, times=4, **how)
                try:
                    await channel.send(got.room.id, Outgoing("x", nonce="1", answers=got.key if "web" in path else ""))
                except Exception as error:  # noqa: BLE001 - whatever it is, its text is looked at
                    said.append(repr(error) + str(error) + repr(error.__cause__) + repr(error.__context__))
                discord.faults.clear()
        await discord.kick()
        await discord.until(lambda: discord.live)
    discord.token = "another.token.now"
    with pytest.raises(TokenRefused) as refused:
        await channel.run(intake)
    assert len(said) == 8
    text = "\n".join([*said, repr(refused.value), written.getvalue()])
    assert "gateway.started" in text
    for secret in ("test.bot.secret-half", "secret-half", "simcord_interaction"):
        assert secret not in text
