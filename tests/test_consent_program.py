"""Consent from outside: `sayso run` on a Telegram double, `sayso consent` beside it, files deleted under it."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.doubles.ollama_double import CARD, OllamaDouble, Reply
from tests.doubles.process import Person, Sayso, environment, labels, running
from tests.doubles.telegram_double import TelegramDouble
from tests.doubles.telegram_fixture import telegram

AWAY = "https://ollama.com"
FIELDS = {"remote_host": f"{AWAY}:443", "remote_model": "gpt-oss:120b"}
FLAT = -100500


@pytest.fixture
async def cloud() -> AsyncIterator[OllamaDouble]:
    """A loopback Ollama whose model runs at ollama.com."""
    async with OllamaDouble(lambda request: Reply("Noted.", fields=FIELDS), models={"tiny": CARD | FIELDS}) as double:
        yield double


@pytest.fixture
async def sayso(tmp_path: Path, telegram: TelegramDouble, cloud: OllamaDouble) -> AsyncIterator[Sayso]:
    async with running(tmp_path, telegram, cloud) as process:
        yield process


async def consent(sayso: Sayso, *arguments: str) -> tuple[int, str]:
    """Run `sayso consent`; its exit code and what it printed."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", "consent", *arguments, "--config", str(sayso.config), env=environment(),
        cwd=sayso.directory, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT)
    said, _ = await process.communicate()
    return process.returncode or 0, said.decode()


async def test_asked_granted_and_taken_back_from_outside(sayso: Sayso, cloud: OllamaDouble) -> None:
    priya = Person(sayso, 1, "Priya")
    ask = await priya.ask("What is for dinner?", "Nothing has been sent")
    assert labels(ask) == ["This once", "Always, without what I remember", "Always, with it", "No, stay local"]
    assert cloud.chats == []
    await priya.press(ask, "Always, with it", "from now on")
    await priya.hear("Noted.")
    assert (await consent(sayso, "list"))[1].split()[:6] == [
        "telegram:1", AWAY, "talk", "and", "memory", "always"]
    listed = json.loads((await consent(sayso, "list", "--json"))[1])
    assert [(one["room"], one["given_by"]) for one in listed] == [("telegram:1", "telegram:1")]

    assert await consent(sayso, "revoke", "telegram:1") == (0, "Taken back: 1\n")
    assert "Nothing may leave" in (await consent(sayso, "list"))[1]
    await priya.ask("And a penguin?", "Nothing has been sent")
    await sayso.restart()
    await priya.ask("And another penguin?", "Nothing has been sent")
    assert b"penguin" not in cloud.bytes_received
    assert sayso.chain() is None


async def test_a_running_answer_stops_when_the_operator_takes_the_yes_back(sayso: Sayso, cloud: OllamaDouble) -> None:
    cloud.chat = lambda request: Reply(pieces=["Well", " then"], stall_after=1, fields=FIELDS)
    priya = Person(sayso, 1, "Priya")
    await priya.press(await priya.ask("What is for dinner?", "Nothing has been sent"), "Always, with it")
    await cloud.seen(1)
    await consent(sayso, "revoke")
    await priya.hear("Stopped: there is no yes for https://ollama.com any more.")


async def test_in_a_group_telegram_is_asked_who_may_decide(sayso: Sayso, cloud: OllamaDouble) -> None:
    group = sayso.telegram.group(FLAT, "The flat")
    priya, jonas, ben = (Person(sayso, n, name, group) for n, name in ((1, "Priya"), (2, "Jonas"), (3, "Ben")))
    sayso.telegram.standing |= {(FLAT, 2): "creator", (FLAT, 3): "administrator"}
    me = sayso.telegram.me["username"]
    ask = await priya.ask(f"@{me} what is for dinner?", "Nothing has been sent")
    refused = await priya.press(ask, "Always, with it")
    assert refused["text"] == "Only an administrator of this room can decide that."
    assert cloud.chats == []
    await jonas.press(ask, "This once", "this once")
    await priya.hear("Noted.")
    ask = await priya.ask(f"@{me} and for tea?", "Nothing has been sent")
    await ben.press(ask, "Always, without what I remember", "from now on")
    await sayso.until(lambda: len([m for m in priya.heard() if m["text"] == "Noted."]) == 2)
    assert "and for tea?" in cloud.chats[-1].prompt


async def test_the_operator_says_yes_for_groups_and_not_for_other_peoples_own_chats(
    sayso: Sayso, cloud: OllamaDouble
) -> None:
    group = sayso.telegram.group(FLAT, "The flat")
    priya, here = Person(sayso, 1, "Priya"), Person(sayso, 1, "Priya", group)
    me = sayso.telegram.me["username"]
    await priya.ask("What is for dinner?", "Nothing has been sent")
    await here.ask(f"@{me} what is for dinner?", "Nothing has been sent")
    code, said = await consent(sayso, "grant", "telegram:1", AWAY)
    assert (code, "only they can say yes there" in said) == (1, True)
    code, said = await consent(sayso, "grant", f"telegram:{FLAT}", "nonsense")
    assert (code, "is no endpoint" in said) == (1, True)
    assert cloud.chats == []
    code, said = await consent(sayso, "grant", f"telegram:{FLAT}", AWAY)
    assert (code, said) == (0, f"telegram:{FLAT} may send talk to {AWAY}.\n")
    await here.ask(f"@{me} and for tea?", "Noted.")
    await priya.ask("And for me?", "Nothing has been sent")
    assert len(cloud.chats) == 1


async def test_the_environments_proxies_and_keys_change_nothing(
    tmp_path: Path, telegram: TelegramDouble, cloud: OllamaDouble, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with OllamaDouble("From the proxy.", models={"tiny": CARD}) as proxy:
        for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
            monkeypatch.setenv(name, proxy.url)
        for name in ("NO_PROXY", "no_proxy"):
            monkeypatch.setenv(name, "")
        monkeypatch.setattr("tests.doubles.process.environment", _with_key(environment()))
        async with running(tmp_path, telegram, cloud) as sayso:
            priya = Person(sayso, 1, "Priya")
            ask = await priya.ask("What is for dinner?", "Nothing has been sent")
            await priya.press(ask, "Always, with it")
            await priya.hear("Noted.")
        assert proxy.requests == []
        assert cloud.chats
        assert not [request for request in cloud.requests if "authorization" in request.headers]
        assert b"sk-of-the-environment" not in cloud.bytes_received


def _with_key(kept: dict[str, str]) -> object:
    return lambda: kept | {"OLLAMA_API_KEY": "sk-of-the-environment", "OLLAMA_HOST": "http://127.0.0.1:9"}
