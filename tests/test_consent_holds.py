"""A yes holds while its row and its file exist, in its room, for its endpoint; C45: nothing quietly goes around it."""

from __future__ import annotations

import ast
import asyncio
from pathlib import Path

import httpx
import pytest

from bot.models import build
from bot.models.ollama import Ollama
from tests.doubles.cloud import (
    DM,
    FIELDS,
    JONAS,
    JONAS_DM,
    PRIYA,
    TALK,
    WITH_MEMORY,
    asked,
    chosen,
    grant_files,
    learning_by_model,
)
from tests.doubles.cloud import chat as chat
from tests.doubles.cloud import cloud as cloud
from tests.doubles.ollama_double import CARD, OllamaDouble, Reply, Request
from tests.doubles.talk import Chat, talking

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize("how", ["command", "file", "changed file"])
async def test_a_yes_holds_while_row_and_file_exist(chat: Chat, cloud: OllamaDouble, how: str) -> None:
    await chat.press(PRIYA, DM, await asked(chat), TALK)
    await chat.hear(DM, "Noted.")
    file, = grant_files(chat)
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.parent.stat().st_mode & 0o777 == 0o700
    written = file.read_text()
    assert "room: telegram:1\nto: https://ollama.com\n" in written
    await chat.ask(PRIYA, DM, "And for tea?", "Noted.")
    assert len(cloud.chats) == 2
    if how == "command":
        await chat.ask(PRIYA, DM, "/consent off", "Stopped")
        assert grant_files(chat) == []
    elif how == "file":
        file.unlink()
    else:
        file.write_text(written.replace("without what is remembered", "and what is remembered"))
    await asked(chat, "A penguin then")
    assert b"penguin" not in cloud.bytes_received
    assert "Nothing may leave" in (await chat.ask(PRIYA, DM, "/consent")).text
    file.write_text(written)  # put back: it was ended for good when it was seen to be gone
    await asked(chat, "A penguin again")
    assert b"penguin" not in cloud.bytes_received


async def test_a_file_alone_grants_nothing(chat: Chat, cloud: OllamaDouble) -> None:
    await chat.press(PRIYA, DM, await asked(chat), TALK)
    await chat.hear(DM, "Noted.")
    file, = grant_files(chat)
    written = file.read_text()
    await chat.ask(PRIYA, DM, "/consent off", "Stopped")
    file.write_text(written)
    await asked(chat, "A penguin then")
    assert b"penguin" not in cloud.bytes_received


@pytest.mark.parametrize("how", ["command", "file"])
async def test_a_running_answer_is_stopped_when_the_yes_is_taken_back(chat: Chat, cloud: OllamaDouble, how: str
                                                                      ) -> None:
    cloud.chat = lambda request: Reply(pieces=["Well", " then", " more"], stall_after=2, fields=FIELDS)
    await chat.press(PRIYA, DM, await asked(chat), TALK)
    await chat.until(lambda: "Well then" in chat.drafts)
    if how == "file":
        grant_files(chat)[0].unlink()
    else:
        await chat.app.grants.withdraw(await chat.app.grants.holding(DM.id), "taken back", PRIYA.id)
    stopped = await chat.hear(DM, "Stopped")
    assert stopped.text.startswith("Well then …")


async def test_the_yes_is_taken_back_by_command_while_an_answer_runs(chat: Chat, cloud: OllamaDouble) -> None:
    cloud.chat = lambda request: Reply(silent=True)
    await chat.press(PRIYA, DM, await asked(chat), TALK)
    await cloud.seen(1)
    await chat.say(PRIYA, DM, "/consent off")
    await chat.hear(DM, "Stopped. Nothing goes out")
    await chat.hear(DM, "Stopped: there is no yes for https://ollama.com")


async def test_a_model_that_says_only_in_its_answer_where_it_runs_is_stopped_and_then_asked_for(
    chat: Chat, cloud: OllamaDouble
) -> None:
    cloud.models["gpt-oss:120b"] = CARD
    stopped = await chat.ask(PRIYA, DM, "What is for dinner?")
    assert "went there before I could know" in stopped.text  # and not "nothing has been sent"
    assert "Noted." not in "".join(chat.drafts)
    await asked(chat, "A penguin then")
    assert b"penguin" not in cloud.bytes_received


async def test_c45_taking_back_in_the_middle_of_a_job_stops_its_next_request(tmp_path: Path, cloud: OllamaDouble
                                                                             ) -> None:
    held, learning = asyncio.Event(), '{"claims": []}'

    def slow(request: Request) -> Reply:
        form = bool(request.json.get("format"))
        return Reply(learning if form else "Noted.", wait=held if form else None, fields=FIELDS)

    cloud.chat = slow
    async with learning_by_model(tmp_path, cloud) as chat:
        await chat.press(PRIYA, DM, await asked(chat, "I live in Pune"), WITH_MEMORY)
        await cloud.seen(2)  # the answer, and the extraction that waits
        grant_files(chat)[0].unlink()
        await chat.hear(DM, "You live in Pune")  # patterns on this machine took over
        await chat.settled(DM)
        assert len(cloud.chats) == 2
        held.set()


async def test_c45_every_helper_step_asks_the_same_gate(tmp_path: Path, cloud: OllamaDouble) -> None:
    async with learning_by_model(tmp_path, cloud) as chat:
        await chat.press(JONAS, JONAS_DM, await asked(chat, "I have a dog", JONAS, JONAS_DM), WITH_MEMORY)
        await chat.hear(JONAS_DM, "Noted.")
        await chat.settled(JONAS_DM)
        assert len(cloud.chats) == 2  # the control: with a yes both the answer and the extraction go out
        await asked(chat, "I live in Pune")
        await chat.settled(DM)  # extraction: by patterns
        await chat.ask(PRIYA, DM, "/status", "has not said yes")  # a look at the model, in the room's name
        await chat.app.memory.backfill()  # embeddings
        assert len(cloud.chats) == 2
        assert b"Pune" not in cloud.bytes_received


async def test_the_grants_and_their_end_are_in_the_record(chat: Chat) -> None:
    await chat.press(PRIYA, DM, await asked(chat), TALK)
    await chat.hear(DM, "Noted.")
    await chat.ask(PRIYA, DM, "/consent off", "Stopped")
    verbs = await chat.app.memory.db.read(lambda tx: [tuple(row) for row in tx.execute(
        "select actor, verb from event where target like 'grant:%' order by seq")])
    assert verbs == [(PRIYA.id, "grant.given"), (PRIYA.id, "grant.ended")]
    assert await chat.app.memory.audit() is None


class Elsewhere(httpx.AsyncBaseTransport):
    """Stands where sockets would be opened, and leads every host to one double on loopback."""

    def __init__(self, double: OllamaDouble) -> None:
        self._double = double
        self._inner = httpx.AsyncHTTPTransport(trust_env=False)
        self.hosts: list[str] = []

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.hosts.append(request.url.host)
        request.url = request.url.copy_with(scheme="http", host="127.0.0.1", port=self._double.port)
        return await self._inner.handle_async_request(request)

    async def aclose(self) -> None:
        await self._inner.aclose()


@pytest.mark.parametrize("host", ["192.168.1.5", "10.0.0.7", "169.254.10.1", "[fd00::5]", "0.0.0.0"])
async def test_c45_a_host_on_the_lan_is_not_this_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, host: str
                                                         ) -> None:
    async with OllamaDouble("Noted.") as lan:
        way = Elsewhere(lan)
        monkeypatch.setattr(build, "model", lambda settings, grants: Ollama(
            "tiny", settings.model.host, grants=grants, inner=way))
        async with talking(chosen(tmp_path, f"http://{host}:11434")) as chat:
            ask = await asked(chat)
            assert f"to http://{host}:11434. Nothing has been sent." in ask.text
            await chat.settled(DM)
            assert (way.hosts, lan.requests) == ([], [])  # not even a look at the model
            await chat.press(PRIYA, DM, ask, TALK)
            await chat.hear(DM, "Noted.")
            assert set(way.hosts) == {host.strip("[]")}
            file, = grant_files(chat)
            assert f"to: http://{host}:11434\n" in file.read_text()


async def test_a_running_answer_from_the_lan_is_stopped_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with OllamaDouble(lambda request: Reply(pieces=["Well", " then", " more"], stall_after=2)) as lan:
        monkeypatch.setattr(build, "model", lambda settings, grants: Ollama(
            "tiny", settings.model.host, grants=grants, inner=Elsewhere(lan)))
        async with talking(chosen(tmp_path, "http://192.168.1.5:11434")) as chat:
            await chat.press(PRIYA, DM, await asked(chat), TALK)
            await chat.until(lambda: "Well then" in chat.drafts)
            grant_files(chat)[0].unlink()
            assert (await chat.hear(DM, "Stopped")).text.startswith("Well then …")


async def test_c45_a_model_that_is_down_here_is_not_replaced_by_one_elsewhere(tmp_path: Path) -> None:
    models = {"gpt-oss:120b": CARD}
    async with OllamaDouble("Noted.", models=models) as near, talking(chosen(tmp_path, near.url)) as chat:
        await chat.ask(PRIYA, DM, "What is for dinner?", "Noted.")  # the control: here it needs no yes
        await near.stop()
        await chat.ask(PRIYA, DM, "And a penguin?", "Your message is kept")
        assert b"penguin" not in near.bytes_received


CLIENTS = {  # every module that opens connections by itself, with what it may send
    "bot/models/ollama.py": "a room's talk, over ConsentTransport",
    "bot/models/launch.py": "a room's talk, over a unix socket to our own engine",
    "bot/models/sources.py": "requests for model files, when the operator asks for them",
    "bot/doctor.py": "questions about configured servers, when the operator asks",
}
MAKERS = {"Client", "AsyncClient", "HTTPTransport", "AsyncHTTPTransport", "ClientSession", "urlopen", "HTTPConnection",
          "HTTPSConnection", "create_connection", "open_connection"}


def test_no_other_module_opens_connections_by_itself() -> None:
    found = {}
    for folder in ("bot", "memory"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            called = {node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                      for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)}
            if called & MAKERS:
                found[str(path.relative_to(ROOT))] = called & MAKERS
    assert found.pop("bot/pool.py") == {"ClientSession"}  # under the one transport all of a room's requests take
    assert found.keys() == CLIENTS.keys()
    ollama = (ROOT / "bot/models/ollama.py").read_text("utf-8")
    assert ollama.count("AsyncClient(") == ollama.count("transport=self._transport") == 1
