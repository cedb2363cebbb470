"""Telegram on bad days: a second poller, lost connections, a refused token, and a token that stays secret."""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import Awaitable, Iterator
from types import SimpleNamespace

import pytest
from pydantic import SecretStr
from structlog.testing import capture_logs

from bot.channel import InDoubt, Outgoing, Undelivered
from channels.telegram import TelegramChannel, create
from channels.telegram.faults import TokenRefused, scrubbed
from channels.telegram.polling import pause
from tests.doubles.telegram_double import TelegramDouble
from tests.doubles.telegram_fixture import channel, intake, running, telegram
from tests.doubles.telegram_intake import Kept, receiving


async def test_c20_a_second_poller_is_told_once_and_waited_for(
    telegram: TelegramDouble, channel: TelegramChannel, intake: Kept
) -> None:
    fault = telegram.fail("getUpdates", 409, "Conflict: terminated by other getUpdates request", times=10**9)
    with capture_logs() as logs:
        async with receiving(channel, intake) as task:
            await telegram.until(lambda: len(telegram.called("getUpdates")) >= 5)
            assert not task.done()
            told = [entry for entry in logs if entry["event"] == "polling.conflicted"]
            assert len(told) == 1
            assert "same token" in told[0]["meaning"]
            assert not any("exc_info" in entry or entry["event"] == "polling.interrupted" for entry in logs)
            telegram.faults.remove(fault)
            await telegram.say(telegram.user(1, "Ann"), "now")
            assert (await intake.next()).text == "now"


async def test_c20_three_conflicts_and_then_fine(
    telegram: TelegramDouble, channel: TelegramChannel, intake: Kept
) -> None:
    telegram.fail("getUpdates", 409, "Conflict: terminated by other getUpdates request", times=3)
    await telegram.say(telegram.user(1, "Ann"), "hello")
    with capture_logs() as logs:
        async with receiving(channel, intake):
            assert (await intake.next()).text == "hello"
    assert [entry["event"] for entry in logs] == ["polling.started", "polling.conflicted", "polling.resumed"]


def test_c20_pauses_grow_to_a_minute_and_no_further() -> None:
    assert 0.8 <= pause(1) <= 1.2
    assert 3.2 <= pause(3) <= 4.8
    assert all(48 <= pause(failures) <= 72 for failures in (8, 20, 10**6))


async def test_a_real_second_poller_takes_over_and_is_outlived(
    telegram: TelegramDouble, running: TelegramChannel, intake: Kept
) -> None:
    other = TelegramChannel(telegram.token, telegram.url, pause=lambda failures: 0.05)
    await telegram.until(lambda: telegram.called("getUpdates"))
    theirs = Kept()
    async with receiving(other, theirs):
        await telegram.until(lambda: len(telegram.called("getUpdates")) >= 4)
    await other.close()
    await telegram.say(telegram.user(1, "Ann"), "still there?")
    assert (await intake.next()).text == "still there?"


async def test_receiving_survives_server_errors_and_broken_connections(
    telegram: TelegramDouble, running: TelegramChannel, intake: Kept
) -> None:
    await telegram.until(lambda: telegram.called("getUpdates"))
    telegram.fail("getUpdates", 502, "Bad Gateway", html=True, times=2)
    telegram.fail("getUpdates", times=2)
    telegram.fail("getUpdates", 429, "Too Many Requests: retry after 0", retry_after=0.01)
    telegram.fail("getUpdates", late=True)
    ann = telegram.user(1, "Ann")
    await telegram.say(ann, "before")
    await telegram.until(lambda: telegram.updates == [] and telegram.faults == [])
    await telegram.say(ann, "in the answer that is cut off")
    await telegram.until(lambda: telegram.updates == [])
    assert [got.text for got in intake.items] == ["before", "in the answer that is cut off"]


async def test_an_intake_that_fails_confirms_nothing(telegram: TelegramDouble, channel: TelegramChannel) -> None:
    class Full(Kept):
        async def accept(self, incoming: object) -> bool:
            raise OSError("no space left on device")

    await telegram.say(telegram.user(1, "Ann"), "hello")
    with pytest.raises(OSError, match="no space"):
        await channel.run(Full())
    assert telegram.confirmed == 0
    intake = Kept()
    async with receiving(channel, intake):
        assert (await intake.next()).text == "hello"


async def test_polling_ends_a_webhook_that_was_left_and_keeps_what_waits(
    telegram: TelegramDouble, channel: TelegramChannel, intake: Kept
) -> None:
    telegram.webhook = {"url": "https://example.org/hook"}
    await telegram.say(telegram.user(1, "Ann"), "waiting")
    async with receiving(channel, intake):
        assert (await intake.next()).text == "waiting"


async def test_a_message_goes_out_while_nothing_is_received(
    telegram: TelegramDouble, channel: TelegramChannel, intake: Kept
) -> None:
    telegram.user(1, "Ann")
    async with receiving(channel, intake):
        await telegram.until(lambda: telegram.called("getUpdates"))
    assert len(await channel.send("telegram:1", Outgoing("the last answer"))) == 1


def test_settings_may_hold_the_token_as_a_secret_and_name_a_mode() -> None:
    made = create(SimpleNamespace(token=SecretStr("1:x"), api_base="", mode="polling"))
    assert made.name == "telegram"
    with pytest.raises(ValueError, match="mode"):
        create(SimpleNamespace(token="1:x", api_base="", mode="pigeon"))
    with pytest.raises(TokenRefused):
        create(SimpleNamespace(token="", api_base="", mode="polling"))


@pytest.mark.parametrize("words", ["https://api.telegram.org/bot123456:AAb-c_d/getMe failed", "bot123456%3AAAb-c_d"])
def test_words_shaped_like_a_token_are_scrubbed(words: str) -> None:
    assert "AAb-c_d" not in scrubbed(words)
    assert "bot[token]" in scrubbed(words)


class Everything(logging.Handler):
    """Keeps every record of every logger, with what a formatter would print of it."""

    def __init__(self) -> None:
        super().__init__(logging.NOTSET)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@pytest.fixture
def everything() -> Iterator[Everything]:
    handler, root = Everything(), logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield handler
    root.removeHandler(handler)
    root.setLevel(level)


async def failure_of(work: Awaitable[object]) -> str:
    """The failure as a crash report shows it, causes and contexts included."""
    with pytest.raises((TokenRefused, Undelivered, InDoubt)) as failure:
        await work
    return "".join(traceback.format_exception(failure.value)) + repr(failure.value)


async def test_c43_the_token_is_in_no_log_and_no_failure(
    telegram: TelegramDouble, everything: Everything, capsys: pytest.CaptureFixture[str]
) -> None:
    telegram.user(1, "Ann")
    channel, intake, said = TelegramChannel(telegram.token, telegram.url, lambda failures: 0.01), Kept(), []
    async with receiving(channel, intake):
        telegram.fail("getUpdates", 502, "Bad Gateway", html=True)
        telegram.fail("getUpdates")
        await telegram.say(telegram.user(1, "Ann"), "hello")
        await intake.next()
        for how in ({}, {"code": 502, "html": True}, {"code": 401, "description": f"Unauthorized {telegram.token}"}):
            telegram.fail("sendMessage", **how)
            said.append(await failure_of(channel.send("telegram:1", Outgoing("x"))))
    telegram.token = "654321:ANOTHER"
    said.append(await failure_of(channel.run(intake)))
    await telegram.stop()
    said.append(await failure_of(channel.send("telegram:1", Outgoing("x"))))
    said.append(await failure_of(channel.run(intake)))
    await channel.close()
    said += everything.lines + list(capsys.readouterr())
    assert not [line for line in said if "secret-half" in line]
    assert "TokenRefused" in said[3]


async def test_c43_the_probe_would_see_a_token(
    telegram: TelegramDouble, channel: TelegramChannel, everything: Everything
) -> None:
    telegram.user(1, "Ann")
    logging.getLogger("httpx").setLevel(logging.INFO)
    await channel.send("telegram:1", Outgoing("x"))
    logging.getLogger("httpx").setLevel(logging.WARNING)
    assert any("secret-half" in line for line in everything.lines)


async def test_a_token_that_stops_being_valid_ends_receiving(
    telegram: TelegramDouble, channel: TelegramChannel, intake: Kept
) -> None:
    async with asyncio.timeout(5):
        run = asyncio.create_task(channel.run(intake))
        await telegram.until(lambda: telegram.called("getUpdates"))
        telegram.token = "654321:ANOTHER"
        await telegram.say(telegram.user(1, "Ann"), "x")
        with pytest.raises(TokenRefused):
            await run


async def test_c44_receiving_stops_at_once_and_confirms_nothing_half_kept(
    telegram: TelegramDouble, channel: TelegramChannel
) -> None:
    intake = Kept()
    run = asyncio.create_task(channel.run(intake))
    await telegram.say(telegram.user(1, "Ann"), "kept")
    await telegram.until(lambda: telegram.confirmed == 1001)
    intake.gate.clear()
    await telegram.say(telegram.user(1, "Ann"), "half kept")
    await intake.until(lambda: intake.entered == 2)
    run.cancel()
    async with asyncio.timeout(0.5):
        with pytest.raises(asyncio.CancelledError):
            await run
    assert [update["message"]["text"] for update in telegram.updates] == ["half kept"]
