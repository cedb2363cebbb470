"""The Discord double itself: it refuses what Discord refuses, and notes what a bot should not have asked for."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import discord as library
import pytest
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route
from simcord.backend.models import Channel, User

from tests.doubles.discord_double import DiscordDouble

OURS = {"content": "x", "allowed_mentions": {"parse": []}, "flags": 4, "nonce": "1", "enforce_nonce": True}


@pytest.fixture
async def discord() -> AsyncIterator[DiscordDouble]:
    async with DiscordDouble() as double:
        yield double


@pytest.fixture
async def web(discord: DiscordDouble) -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {discord.token}"}) as session:
        yield session


@pytest.fixture
async def general(discord: DiscordDouble) -> Channel:
    return discord.channel(discord.guild(), "general")


@pytest.fixture
async def ann(discord: DiscordDouble, general: Channel) -> User:
    return discord.user("ann", discord.backend.get_guild(general.guild_id))


class Client(library.Client):
    """The library by itself, with what it heard."""

    def __init__(self, discord: DiscordDouble, **intents: bool) -> None:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = discord.api_base, yarl.URL(discord.ws_url)
        super().__init__(intents=library.Intents(guilds=True, guild_messages=True, **intents), guild_ready_timeout=0.1)
        self.heard: asyncio.Queue[str] = asyncio.Queue()
        self.resumed = asyncio.Event()

    async def on_message(self, message: library.Message) -> None:
        self.heard.put_nowait(message.content)

    async def on_resumed(self) -> None:
        self.resumed.set()


async def ask(web: aiohttp.ClientSession, discord: DiscordDouble, method: str, path: str, json: Any = None
              ) -> tuple[int, Any]:
    async with web.request(method, discord.api_base + path, json=json) as answer:
        return answer.status, await answer.json() if answer.status != 204 else None


async def test_a_message_over_2000_characters_is_refused_and_a_violation(
    discord: DiscordDouble, web: aiohttp.ClientSession, general: Channel
) -> None:
    path = f"/channels/{general.id}/messages"
    status, told = await ask(web, discord, "POST", path, OURS | {"content": "x" * 2001})
    assert (status, told["code"]) == (400, 50035)
    assert len(discord.violations) == 1
    status, _ = await ask(web, discord, "POST", path, OURS | {"content": "x" * 2000})
    assert (status, len(discord.violations)) == (200, 1)


@pytest.mark.parametrize(("change", "why"), [
    ({"allowed_mentions": {"parse": ["everyone"]}}, "mentions"), ({"flags": 0}, "previews"),
    ({"enforce_nonce": False}, "nonce"), ({}, ""),
])
async def test_what_could_ping_preview_or_repeat_is_a_violation(
    discord: DiscordDouble, web: aiohttp.ClientSession, general: Channel, change: dict[str, Any], why: str
) -> None:
    await ask(web, discord, "POST", f"/channels/{general.id}/messages", OURS | change)
    assert [why in found for _, _, found in discord.violations] == ([True] if why else [])


async def test_a_repeated_nonce_is_the_first_message(
    discord: DiscordDouble, web: aiohttp.ClientSession, general: Channel
) -> None:
    path = f"/channels/{general.id}/messages"
    made = [(await ask(web, discord, "POST", path, OURS | {"nonce": nonce}))[1]["id"] for nonce in "112"]
    assert made[0] == made[1] != made[2]
    assert len(discord.sent(general)) == 2


async def test_a_request_it_does_not_know_is_noted(discord: DiscordDouble, web: aiohttp.ClientSession) -> None:
    status, _ = await ask(web, discord, "GET", "/teapots/1")
    assert (status, discord.unimplemented) == (501, ["GET /teapots/1"])


async def test_a_wrong_token_is_refused_by_both_ways_in(discord: DiscordDouble) -> None:
    client = Client(discord)
    with pytest.raises(library.LoginFailure):
        await client.start("wrong")
    await client.close()
    async with aiohttp.ClientSession() as session, session.ws_connect(discord.ws_url) as ws:
        await ws.receive_json()
        await ws.send_json({"op": 2, "d": {"token": "wrong", "intents": 1}})
        await ws.receive()
        assert ws.close_code == 4004


async def test_an_interaction_can_be_answered_once_and_within_three_seconds(
    discord: DiscordDouble, web: aiohttp.ClientSession, general: Channel, ann: User
) -> None:
    data = {"id": "1", "name": "x", "type": 1}
    quick, slow = (discord.interact(2, ann, general, data) for _ in range(2))

    async def answer(record: Any) -> tuple[int, Any]:
        return await ask(web, discord, "POST", f"/interactions/{record.id}/{record.token}/callback",
                         {"type": 5, "data": {}})

    assert (await answer(quick))[0] == 204
    assert (await answer(quick))[1]["code"] == 40060
    discord.later(4)
    assert (await answer(slow))[1]["code"] == 10062
    assert [code for _, code in discord.refusals] == [40060, 10062]
    assert discord.violations == []


@pytest.mark.parametrize("approved", [True, False])
async def test_content_needs_its_intent_but_for_mentions(
    discord: DiscordDouble, general: Channel, ann: User, approved: bool
) -> None:
    client = Client(discord, message_content=approved)
    task = asyncio.create_task(client.start(discord.token))
    await discord.until(lambda: discord.live)
    discord.say(ann, general, "hidden")
    discord.say(ann, general, f"<@{discord.bot}> seen")
    heard = [await asyncio.wait_for(client.heard.get(), 5) for _ in range(2)]
    assert heard == ["hidden" if approved else "", f"<@{discord.bot}> seen"]
    await client.close()
    await asyncio.wait_for(task, 5)


async def test_an_intent_that_is_switched_off_closes_the_connection(discord: DiscordDouble) -> None:
    discord.approved.clear()
    client = Client(discord, message_content=True)
    with pytest.raises(library.PrivilegedIntentsRequired):
        await asyncio.wait_for(client.start(discord.token), 10)
    await client.close()


async def test_a_session_is_replayed_where_it_broke_off(
    discord: DiscordDouble, general: Channel, ann: User
) -> None:
    client = Client(discord, message_content=True)
    task = asyncio.create_task(client.start(discord.token))
    await discord.until(lambda: discord.live)
    await discord.kick()
    discord.say(ann, general, "meanwhile")
    assert await asyncio.wait_for(client.heard.get(), 5) == "meanwhile"
    assert await asyncio.wait_for(client.resumed.wait(), 5)
    assert len(discord.sessions) == 1
    await client.close()
    await asyncio.wait_for(task, 5)
