"""The Ollama adapter against a scripted server: what goes out, what comes back, and every way it breaks."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import AsyncIterator
from contextlib import aclosing

import pytest

from bot.consent import NotConsented, Purpose, in_room
from bot.models import ollama as adapter
from bot.models.faults import BrokenOff, ModelStalled
from bot.models.ollama import Ollama
from bot.models.wire import Limits
from memory.errors import ModelDown
from tests.doubles.ollama_double import CARD, OllamaDouble, Reply

HELLO = [("system", "Be short."), ("user", "Hello, I am Priya.")]
QUICK = Limits(first_byte=0.4, between=0.3, total=2.0)


@pytest.fixture
async def double() -> AsyncIterator[OllamaDouble]:
    async with OllamaDouble("Hello Priya.") as server:
        yield server


async def said(model: Ollama, **options: float) -> str:
    async with aclosing(model.chat(HELLO, **options)) as deltas:  # type: ignore[arg-type]
        return "".join([delta async for delta in deltas])


async def fault(model: Ollama) -> ModelDown:
    with pytest.raises(ModelDown) as caught:
        await said(model)
    return caught.value


class Yes:
    """Grants one origin to one room."""

    def __init__(self, room: str, origin: str) -> None:
        self.asked: list[tuple[str, str, Purpose]] = []
        self._yes = (room, origin)

    async def allows(self, room: str, origin: str, purpose: Purpose) -> bool:
        self.asked.append((room, origin, purpose))
        return (room, origin) == self._yes


async def test_a_reply_streams_in_pieces_and_the_window_is_sent_explicitly(double: OllamaDouble) -> None:
    model = Ollama("tiny", double.url, context_tokens=4096)
    pieces = [piece async for piece in model.chat(HELLO, max_tokens=99, temperature=0.3)]
    await model.close()
    assert pieces == ["Hello", " Priya."]
    sent = double.chats[0].json
    assert sent["options"] == {"num_ctx": 4096, "num_predict": 99, "temperature": 0.3}
    assert sent["messages"] == [{"role": "system", "content": "Be short."},
                                {"role": "user", "content": "Hello, I am Priya."}]
    assert (model.parameters, model.context_tokens) == (3.212749888, 4096)


async def test_the_window_never_exceeds_what_the_model_was_made_for(double: OllamaDouble) -> None:
    double.models["tiny"] = CARD | {"model_info": {"general.architecture": "llama", "llama.context_length": 2048}}
    model = Ollama("tiny", double.url, context_tokens=8192)
    await said(model)
    await model.close()
    assert double.chats[0].json["options"]["num_ctx"] == 2048
    assert model.parameters == 3.2  # from "3.2B", as the card names no count


async def test_an_answer_in_a_form_is_asked_for_with_the_schema_at_temperature_zero(double: OllamaDouble) -> None:
    double.forms = '{"claims": []}'
    schema = {"type": "object", "properties": {"claims": {"type": "array"}}}
    model = Ollama("tiny", double.url)
    assert await model.complete(HELLO, schema=schema) == '{"claims": []}'
    await model.close()
    sent = double.chats[0].json
    assert sent["format"] == schema
    assert sent["options"]["temperature"] == 0.0
    assert sent.get("think") is None


async def test_a_model_that_thinks_is_told_not_to_when_a_form_is_wanted(double: OllamaDouble) -> None:
    double.models["tiny"] = CARD | {"capabilities": ["completion", "thinking"]}
    model = Ollama("tiny", double.url)
    await model.complete(HELLO)
    await said(model)
    await model.close()
    assert double.chats[0].json["think"] is False
    assert double.chats[1].json.get("think") is None


async def test_c30_a_refused_connection_is_down_and_names_the_address() -> None:
    async with OllamaDouble() as double:
        pass  # it listened once, so the port is free
    model = Ollama("tiny", double.url)
    error = await fault(model)
    assert (error.kind, error.detail) == ("down", f"connection refused at 127.0.0.1:{double.port}")
    checked = await model.check()
    await model.close()
    assert checked is not None
    assert checked.kind == "down"


async def test_c30_a_model_the_server_does_not_have_is_missing(double: OllamaDouble) -> None:
    model = Ollama("absent", double.url)
    error = await fault(model)
    checked = await model.check()
    await model.close()
    assert (error.kind, checked and checked.kind) == ("missing", "missing")
    assert "absent" in error.detail
    assert double.chats == []


async def test_c30_a_server_that_worked_and_then_refuses_is_lost_and_may_come_back(double: OllamaDouble) -> None:
    model = Ollama("tiny", double.url)
    assert await said(model) == "Hello Priya."
    await double.stop()
    assert (await fault(model)).kind == "lost"
    await double.start()
    assert await said(model) == "Hello Priya."
    await model.close()


async def test_c30_a_failing_server_is_down_with_its_own_words_cut_short(double: OllamaDouble) -> None:
    double.chat = Reply("out of memory " * 100, status=500)
    model = Ollama("tiny", double.url)
    error = await fault(model)
    await model.close()
    assert error.kind == "down"
    assert "500: out of memory" in error.detail
    assert len(error.detail) < 300


async def test_c32_a_thought_in_the_text_is_not_shown(double: OllamaDouble) -> None:
    double.chat = Reply(pieces=["<th", "ink>plan", "…</thi", "nk>", "Hel", "lo"])
    model = Ollama("tiny", double.url)
    assert await said(model) == "Hello"
    assert await model.complete(HELLO) == "Hello"
    await model.close()


async def test_c32_the_thinking_field_is_not_shown_and_an_empty_answer_is_empty(double: OllamaDouble) -> None:
    double.chat = [Reply("Hello", thinking="a plan"), Reply("", thinking='{"claims": []}')]
    model = Ollama("tiny", double.url)
    assert await said(model) == "Hello"
    assert await model.complete(HELLO, schema={"type": "object"}) == ""
    await model.close()


@pytest.mark.parametrize("body", [b"<html>hi</html>", b'["a"]\n', b'"word"\n', b'{"message": 7}\n', b"\xff\xfe\n",
                                  b"[" * 200_000])
async def test_c32_what_is_no_reply_is_a_bad_answer(double: OllamaDouble, body: bytes) -> None:
    double.chat = [Reply(body=body), "Hello"]
    model = Ollama("tiny", double.url)
    assert (await fault(model)).kind == "bad answer"
    assert await said(model) == "Hello"
    await model.close()


async def test_c33_a_slow_start_succeeds_while_another_room_is_served(double: OllamaDouble) -> None:
    gate = asyncio.Event()
    double.chat = [Reply("At last.", wait=gate), "Quick."]
    model = Ollama("tiny", double.url, limits=Limits(first_byte=30.0, between=0.2))
    slow = asyncio.create_task(said(model))
    await double.seen(1)
    assert await said(model) == "Quick."
    assert not slow.done()
    gate.set()
    assert await slow == "At last."
    await model.close()


async def test_c33_silence_after_some_words_is_a_stall_that_keeps_them(double: OllamaDouble) -> None:
    double.chat = Reply("one two three four five six", stall_after=5)
    model = Ollama("tiny", double.url, limits=QUICK)
    error = await fault(model)
    await model.close()
    assert isinstance(error, ModelStalled)
    assert (error.kind, error.partial) == ("stalled", "one two three four five")
    assert "0.3 s" in error.detail


async def test_c33_a_server_that_accepts_and_never_answers_is_a_stall(double: OllamaDouble) -> None:
    double.chat = Reply(silent=True)
    model = Ollama("tiny", double.url, limits=QUICK)
    error = await fault(model)
    await model.close()
    assert isinstance(error, ModelStalled)
    assert error.partial == ""


async def test_c33_a_server_that_does_not_even_describe_its_model_is_found_out_in_seconds(
        double: OllamaDouble, monkeypatch: pytest.MonkeyPatch) -> None:
    assert adapter.SHOW_SECONDS <= 15
    monkeypatch.setattr(adapter, "SHOW_SECONDS", 0.2)
    double.deaf = True
    model = Ollama("tiny", double.url)
    assert isinstance(await fault(model), ModelStalled)
    double.deaf = False
    assert await said(model) == "Hello Priya."
    await model.close()


async def test_c33_an_endless_reply_ends_at_the_limit_in_total(double: OllamaDouble) -> None:
    double.chat = Reply("word " * 20_000)
    model = Ollama("tiny", double.url, limits=Limits(first_byte=5, between=5, total=0.5))
    error = await fault(model)
    await model.close()
    assert isinstance(error, ModelStalled)
    assert error.partial.startswith("word word")


async def test_a_cut_connection_is_lost_and_keeps_what_arrived(double: OllamaDouble) -> None:
    double.chat = Reply("one two three", cut_after=2)
    model = Ollama("tiny", double.url)
    error = await fault(model)
    await model.close()
    assert isinstance(error, BrokenOff)
    assert (error.kind, error.partial) == ("lost", "one two")


async def test_a_reply_that_ends_without_being_done_is_lost(double: OllamaDouble) -> None:
    line = {"model": "tiny", "message": {"role": "assistant", "content": "Hel"}, "done": False}
    double.chat = Reply(body=json.dumps(line).encode() + b"\n")
    model = Ollama("tiny", double.url)
    error = await fault(model)
    await model.close()
    assert isinstance(error, BrokenOff)
    assert (error.kind, error.partial) == ("lost", "Hel")


async def test_a_reply_is_capped_in_bytes(double: OllamaDouble) -> None:
    double.chat = Reply("word " * 1000)
    model = Ollama("tiny", double.url, limits=Limits(reply_bytes=20_000))
    assert (await fault(model)).kind == "bad answer"
    double.chat = "short"
    assert await said(model) == "short"
    await model.close()


@pytest.mark.parametrize("name", ["gpt-oss:120b-cloud", "kimi:cloud", "deepseek-v3:671B-Cloud"])
async def test_a_cloud_tag_is_refused_before_anything_is_sent(double: OllamaDouble, name: str) -> None:
    double.models[name] = CARD
    model = Ollama(name, double.url)
    with in_room("telegram:1"):
        error = await fault(model)
    assert isinstance(error, NotConsented)
    assert (error.kind, error.origin, double.requests) == ("refused", "https://ollama.com", [])
    await model.close()
    granted = Ollama(name, double.url, grants=Yes("telegram:1", "https://ollama.com"))
    with in_room("telegram:1"):
        assert await said(granted) == "Hello Priya."
    await granted.close()


@pytest.mark.parametrize("fields", [{"remote_host": "https://ollama.com:443"},
                                    {"remote_model": "gpt-oss:120b", "remote_host": "https://ollama.com"}])
async def test_a_model_whose_card_names_a_remote_host_gets_no_message(double: OllamaDouble,
                                                                      fields: dict[str, str]) -> None:
    double.models["tiny"] = CARD | fields
    grants = Yes("telegram:1", "https://ollama.com")
    model = Ollama("tiny", double.url, grants=grants)
    with in_room("telegram:2"):
        error = await fault(model)
    assert isinstance(error, NotConsented)
    assert (error.origin, model.remote, double.chats) == ("https://ollama.com", "https://ollama.com", [])
    assert b"Priya" not in double.bytes_received
    with in_room("telegram:1", Purpose.MEMORY):
        assert await said(model) == "Hello Priya."
    await model.close()
    assert ("telegram:1", "https://ollama.com", Purpose.MEMORY) in grants.asked


async def test_a_reply_that_names_a_remote_host_ends_the_turn_and_the_next_sends_nothing(double: OllamaDouble) -> None:
    double.chat = Reply("From far away.", fields={"remote_host": "https://far.example"})
    model = Ollama("tiny", double.url)
    with in_room("telegram:1"):
        first = await fault(model)
        second = await fault(model)
    await model.close()
    assert isinstance(first, NotConsented)
    assert isinstance(second, NotConsented)
    assert first.origin == second.origin == model.remote == "https://far.example"
    assert len(double.chats) == 1


async def test_a_remote_host_is_seen_when_its_key_is_spelled_in_escapes(double: OllamaDouble) -> None:
    double.chat = Reply(body=b'{"model":"tiny","message":{"role":"assistant","content":"x"},"done":true,'
                             b'"remote\\u005fhost":"https://far.example"}')
    model = Ollama("tiny", double.url)
    assert isinstance(await fault(model), NotConsented)
    await model.close()


@pytest.mark.parametrize("end", ["\n", "\r", "\x0b", "\x1c", "\u2028", "\x85"])
async def test_a_remote_host_is_seen_however_lines_end(double: OllamaDouble, end: str) -> None:
    lines = [{"message": {"role": "assistant", "content": "far"}, "done": False},
             {"message": {"role": "assistant", "content": "away"}, "done": True, "remote_host": "https://far.example"}]
    double.chat = Reply(body=end.join([json.dumps(line) for line in lines]).encode())
    model = Ollama("tiny", double.url)
    assert isinstance(await fault(model), NotConsented)
    await model.close()


async def test_a_compressed_reply_is_refused_for_it_could_hide_anything(double: OllamaDouble) -> None:
    line = json.dumps({"message": {"role": "assistant", "content": "x" * 100_000}, "done": True}).encode()
    double.chat = [Reply(body=gzip.compress(line), headers="Content-Encoding: gzip"), Reply(body=line)]
    model = Ollama("tiny", double.url)
    assert (await fault(model)).kind == "bad answer"
    assert await said(model) == "x" * 100_000
    await model.close()
    assert {request.headers["accept-encoding"] for request in double.requests} == {"identity"}


async def test_words_about_a_remote_host_are_only_words(double: OllamaDouble) -> None:
    double.chat = '{"remote_host": "https://far.example"}'
    model = Ollama("tiny", double.url)
    assert await said(model) == '{"remote_host": "https://far.example"}'
    await model.close()


async def test_a_redirect_is_not_followed(double: OllamaDouble) -> None:
    async with OllamaDouble("Caught.") as other:
        double.chat = Reply(redirect=f"{other.url}/api/chat")
        model = Ollama("tiny", double.url)
        error = await fault(model)
        await model.close()
        assert error.kind == "refused"
        assert other.url in error.detail
        assert other.requests == []


async def test_the_environment_adds_no_credentials_no_host_and_no_proxy(double: OllamaDouble,
                                                                        monkeypatch: pytest.MonkeyPatch) -> None:
    async with OllamaDouble("Caught.") as other:
        monkeypatch.setenv("OLLAMA_API_KEY", "secret-of-the-environment")
        monkeypatch.setenv("OLLAMA_HOST", other.url)
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(name, other.url)
        model = Ollama("tiny", double.url)
        assert await said(model) == "Hello Priya."
        await model.close()
        assert other.requests == []
        assert b"secret-of-the-environment" not in double.bytes_received
        assert all("authorization" not in request.headers for request in double.requests)
        configured = Ollama("tiny", double.url, api_key="ours")
        await said(configured)
        await configured.close()
        assert {request.headers["authorization"] for request in double.requests[2:]} == {"Bearer ours"}


async def test_the_configured_key_goes_to_its_host_and_nowhere_else(double: OllamaDouble) -> None:
    async with OllamaDouble() as other:
        model = Ollama("tiny", double.url, api_key="ours")
        assert await said(model) == "Hello Priya."
        await model._client._client.get(f"{other.url}/api/version")  # as a client would that goes its own ways
        await model.close()
        assert b"ours" in double.bytes_received
        assert len(other.requests) == 1
        assert b"ours" not in other.bytes_received


async def test_no_host_given_means_loopback_and_not_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OLLAMA_HOST", "http://far.example:1")
    models = [Ollama("tiny", ""), Ollama("tiny"), Ollama("tiny", "nas"), Ollama("tiny", "http://nas:9/")]
    assert [model.url for model in models] == [
        "http://127.0.0.1:11434", "http://127.0.0.1:11434", "http://nas:11434", "http://nas:9"]
    for model in models:
        await model.close()


async def test_a_turn_that_is_cancelled_lets_go_of_the_connection(double: OllamaDouble) -> None:
    double.chat = [Reply("one two three", stall_after=1), "Hello."]
    model = Ollama("tiny", double.url)
    turn = asyncio.create_task(said(model))
    await double.seen(1)
    turn.cancel()
    with pytest.raises(asyncio.CancelledError):
        await turn
    assert await said(model) == "Hello."
    await model.close()
