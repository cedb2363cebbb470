"""Telegram posts updates to us: only with the secret, each safe before it is confirmed, in the order it came."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from channels.telegram import TelegramChannel
from channels.telegram.webhook import Hook
from tests.doubles.telegram_double import TelegramDouble
from tests.doubles.telegram_fixture import channel, intake, running, telegram
from tests.doubles.telegram_intake import Kept, receiving

SECRET = "a-secret-of-some-length"
HEADER = "X-Telegram-Bot-Api-Secret-Token"


@pytest.fixture
def hook() -> Hook:
    with contextlib.closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        listen = f"127.0.0.1:{probe.getsockname()[1]}"
    return Hook(f"http://{listen}/hook/of/ours", listen, SECRET)


@pytest.fixture
async def hooked(telegram: TelegramDouble, intake: Kept, hook: Hook) -> AsyncIterator[TelegramChannel]:
    channel = TelegramChannel(telegram.token, telegram.url, hook=hook)
    async with receiving(channel, intake):
        await telegram.until(lambda: telegram.webhook)
        yield channel
    await channel.close()


@pytest.fixture
async def http() -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(trust_env=False, headers={HEADER: SECRET}) as client:
        yield client


async def said(telegram: TelegramDouble, text: str) -> dict[str, Any]:
    update = await telegram.say(telegram.user(1, "Ann"), text)
    assert update is not None
    return update


async def test_an_update_is_confirmed_when_it_is_safe_and_comes_again_when_it_is_not(
    telegram: TelegramDouble, intake: Kept, hooked: TelegramChannel, hook: Hook, http: httpx.AsyncClient
) -> None:
    assert telegram.webhook is not None
    assert telegram.webhook["secret_token"] == SECRET
    assert "true" not in str(telegram.webhook.get("drop_pending_updates")).lower()
    first, second = await said(telegram, "one"), await said(telegram, "two")
    intake.gate.clear()
    posting = asyncio.create_task(http.post(hook.url, json=first))
    await intake.until(lambda: intake.entered == 1)
    assert not posting.done()
    intake.gate.set()
    assert (await posting).status_code == 200
    for _ in range(2):  # the same again is no second message
        assert (await http.post(hook.url, json=second)).status_code == 200
    assert [got.text for got in intake.items] == ["one", "two"]


async def test_what_could_not_be_stored_is_not_confirmed(
    telegram: TelegramDouble, intake: Kept, hooked: TelegramChannel, hook: Hook, http: httpx.AsyncClient,
    monkeypatch: pytest.MonkeyPatch
) -> None:
    update = await said(telegram, "keep me")

    async def full(incoming: object) -> bool:
        raise OSError("no space left")

    with monkeypatch.context() as patch:
        patch.setattr(intake, "accept", full)
        assert (await http.post(hook.url, json=update)).status_code == 500
    assert (await http.post(hook.url, json=update)).status_code == 200
    assert [got.text for got in intake.items] == ["keep me"]


@pytest.mark.parametrize(("change", "status"), [
    ({"headers": {HEADER: "a-secret-of-other-length"}}, 403), ({"headers": {HEADER: ""}}, 403),
    ({"path": "/elsewhere"}, 404), ({"method": "GET"}, 404), ({"content": b"no json"}, 400), ({"content": b"[]"}, 400),
    ({}, 200)])
async def test_strangers_and_nonsense_are_turned_away(
    telegram: TelegramDouble, intake: Kept, hooked: TelegramChannel, hook: Hook, http: httpx.AsyncClient,
    change: dict[str, Any], status: int
) -> None:
    update = await said(telegram, "hello")
    url = hook.url.replace("/hook/of/ours", change.get("path", "/hook/of/ours"))
    body = {"content": change["content"]} if "content" in change else {"json": update}
    answer = await http.request(change.get("method", "POST"), url, headers=change.get("headers"), **body)
    assert answer.status_code == status
    assert len(intake.items) == (status == 200)
    assert SECRET not in answer.text


async def test_a_body_without_end_is_not_read(hooked: TelegramChannel, hook: Hook) -> None:
    host, _, port = hook.listen.partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(f"POST /hook/of/ours HTTP/1.1\r\n{HEADER}: {SECRET}\r\nContent-Length: 99999999\r\n\r\n".encode())
    assert (await asyncio.wait_for(reader.read(), 5)).startswith(b"HTTP/1.1 413 ")
    writer.close()


async def test_the_webhook_goes_when_polling_comes_back(
    telegram: TelegramDouble, intake: Kept, hooked: TelegramChannel
) -> None:
    polling = TelegramChannel(telegram.token, telegram.url)
    async with receiving(polling, intake):
        await telegram.until(lambda: telegram.called("getUpdates"))
        assert telegram.webhook is None
    await polling.close()
