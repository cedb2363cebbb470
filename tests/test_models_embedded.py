"""The engine that comes along, with the real small model: it talks, it is locked, and it goes when told to."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import stat
import sys
from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path

import httpx
import psutil
import pytest

from bot.models import files, launch
from bot.models.embedded import Embedded
from bot.models.faults import BrokenOff
from bot.models.ollama import Ollama
from bot.models.wire import WatchedTransport
from memory.errors import ModelDown
from tests.doubles.models import model_files as model_files
from tests.doubles.ollama_shim import OllamaShim

HELLO = [("system", "Be short."), ("user", "Hello, I am Priya.")]


@pytest.fixture
def weights(model_files: Path) -> Path:
    return files.weights(files.SMOLLM2, model_files)


@pytest.fixture
async def model(weights: Path) -> AsyncIterator[Embedded]:
    engine = Embedded(weights, context_tokens=1024)
    yield engine
    await engine.close()


async def rest(deltas: AsyncIterator[str]) -> str:
    return "".join([delta async for delta in deltas])


@pytest.fixture
def cut(weights: Path, tmp_path: Path) -> Path:
    """The weights, cut to their first kilobyte."""
    broken = tmp_path / "cut.gguf"
    broken.write_bytes(weights.read_bytes()[:1024])
    return broken


async def test_a_reply_streams_and_the_loop_is_never_held(model: Embedded) -> None:
    held, last = 0.0, asyncio.get_running_loop().time()

    async def watch() -> None:
        nonlocal held, last
        while True:
            await asyncio.sleep(0.005)
            now = asyncio.get_running_loop().time()
            held, last = max(held, now - last), now

    watching = asyncio.create_task(watch())
    pieces = [piece async for piece in model.chat(HELLO, max_tokens=20, temperature=0.0)]
    watching.cancel()
    assert len(pieces) > 3
    assert "".join(pieces).strip()
    assert held < 0.25  # loading in our own process held it for 0.45 s


async def test_an_answer_in_a_form_has_that_form(model: Embedded) -> None:
    schema = {"type": "object", "properties": {"age": {"type": "integer", "maximum": 99}}, "required": ["age"],
              "additionalProperties": False}
    answer = json.loads(await model.complete([("user", "How old is Ann? Ann is 7.")], schema=schema))
    assert isinstance(answer["age"], int)


async def test_the_engine_listens_on_a_private_socket_and_nowhere_else(model: Embedded) -> None:
    assert await model.check() is None
    assert model.engine is not None
    for process in (psutil.Process(model.engine.pid), psutil.Process()):
        assert [c for c in process.net_connections("inet") if c.status == psutil.CONN_LISTEN] == []
    assert any(str(model.engine.socket) == c.laddr for c in psutil.Process(model.engine.pid).net_connections("unix"))
    assert stat.S_IMODE(model.engine.socket.stat().st_mode) == 0o600
    assert stat.S_IMODE(model.engine.socket.parent.stat().st_mode) == 0o700
    assert isinstance(model.engine.client._transport, WatchedTransport)
    key = model.engine.client._transport._api_key
    told = " ".join(psutil.Process(model.engine.pid).cmdline()) + str(psutil.Process(model.engine.pid).environ())
    assert key
    assert key not in told
    assert "engine.py" in told


async def test_the_engine_refuses_whoever_has_no_key(model: Embedded) -> None:
    assert await model.check() is None
    assert model.engine is not None
    body = {"messages": [{"role": "user", "content": "Hi"}], "max_tokens": 1}
    stranger = httpx.AsyncHTTPTransport(uds=str(model.engine.socket))
    async with httpx.AsyncClient(transport=stranger, base_url="http://x") as one:
        for key in ("", "Bearer", "Bearer wrong"):
            for path in ("/v1/chat/completions", "/completion", "/v1/embeddings", "/tokenize"):
                assert (await one.post(path, json=body, headers={"Authorization": key})).status_code == 401
        for path in ("/slots", "/props", "/metrics", "/v1/models"):
            assert (await one.get(path)).status_code == 401
        assert (await one.get("/")).status_code == 404
    assert await model.complete(HELLO, max_tokens=2)  # with the key it answers


async def test_nobody_reads_other_peoples_prompts_from_the_slots_even_with_the_key(model: Embedded) -> None:
    assert await model.check() is None
    assert model.engine is not None
    assert (await model.engine.client.get("/slots")).status_code == 501
    assert (await model.engine.client.get("/metrics")).status_code == 501
    assert (await model.engine.client.get("/v1/models")).status_code == 200


async def test_a_reply_nobody_waits_for_makes_room_for_the_next(model: Embedded) -> None:
    async with aclosing(model.chat([("user", "Write a very long story.")], max_tokens=900)) as deltas:
        await anext(deltas)
    async with asyncio.timeout(10):
        assert await model.complete(HELLO, max_tokens=4)


async def test_closing_in_the_middle_of_a_reply_is_quick_and_leaves_nothing(model: Embedded) -> None:
    began = asyncio.Event()

    async def talk() -> None:
        async for _ in model.chat([("user", "Write a very long story.")], max_tokens=900):
            began.set()

    turn = asyncio.create_task(talk())
    await began.wait()
    assert model.engine is not None
    home, pid = model.engine.socket.parent, model.engine.pid
    async with asyncio.timeout(2):  # in our own process this took 30 s
        await model.close()
        with pytest.raises(BrokenOff, match="lost"):
            await turn
    await model.close()
    assert not home.exists()
    assert not psutil.pid_exists(pid)


async def test_an_engine_that_dies_is_lost_and_the_next_turn_has_a_new_one(model: Embedded) -> None:
    assert await model.complete(HELLO, max_tokens=2)
    assert model.engine is not None
    first = model.engine.pid
    async with aclosing(model.chat([("user", "Write a very long story.")], max_tokens=900)) as deltas:
        await anext(deltas)
        os.kill(first, signal.SIGKILL)
        with pytest.raises(BrokenOff, match="lost"):
            await rest(deltas)
    assert await model.complete(HELLO, max_tokens=2)
    assert model.engine is not None
    assert model.engine.pid != first


async def test_the_engine_goes_when_its_parent_is_killed(weights: Path) -> None:
    program = ("import asyncio, sys\nfrom pathlib import Path\nfrom bot.models.embedded import Embedded\n"
               "async def main():\n m = Embedded(Path(sys.argv[1]), context_tokens=512)\n"
               " assert await m.check() is None\n print(m.engine.pid, m.engine.socket, flush=True)\n"
               " await asyncio.Event().wait()\n"
               "asyncio.run(main())\n")
    parent = await asyncio.create_subprocess_exec(
        sys.executable, "-c", program, str(weights), stdout=asyncio.subprocess.PIPE, cwd=Path(__file__).parents[1])
    assert parent.stdout is not None
    pid, socket = (await parent.stdout.readline()).decode().split()
    engine = psutil.Process(int(pid))
    parent.kill()
    await parent.wait()
    await asyncio.to_thread(psutil.wait_procs, [engine], 10)
    assert not engine.is_running() or engine.status() == psutil.STATUS_ZOMBIE
    assert not Path(socket).parent.exists()


async def test_a_prompt_longer_than_the_window_is_an_error_with_the_numbers(model: Embedded) -> None:
    with pytest.raises(ModelDown, match="exceeds the available context size"):
        await model.complete([("user", "word " * 3000)])
    assert await model.complete(HELLO, max_tokens=2)


async def test_missing_weights_name_the_remedy(tmp_path: Path) -> None:
    model = Embedded(tmp_path / "absent.gguf")
    error = await model.check()
    await model.close()
    assert error is not None
    assert error.kind == "missing"
    assert "sayso models pull" in error.detail


async def test_c34_weights_cut_to_a_kilobyte_are_fetched_once_and_then_it_talks(weights: Path, cut: Path) -> None:
    fetched: list[Path] = []

    def fetch() -> None:
        fetched.append(cut)
        cut.unlink()
        cut.symlink_to(weights)

    model = Embedded(cut, context_tokens=512, fetch=fetch)
    assert await model.complete(HELLO, max_tokens=2)
    await model.close()
    assert fetched == [cut]


async def test_without_the_engines_package_nothing_is_fetched_and_the_extra_is_named(
        cut: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(launch, "find_spec", lambda _: None)
    fetched: list[Path] = []
    model = Embedded(cut, fetch=lambda: fetched.append(cut))
    error = await model.check()
    assert error is not None
    assert (error.kind, fetched) == ("missing", [])
    assert "`embedded`" in error.detail


async def test_c34_weights_that_stay_broken_are_not_fetched_again_and_again(cut: Path) -> None:
    fetched: list[Path] = []
    model = Embedded(cut, fetch=lambda: fetched.append(cut))
    kinds = [error.kind for error in [await model.check(), await model.check()] if error]
    await model.close()
    assert (kinds, len(fetched)) == (["missing", "missing"], 1)


async def test_the_same_model_talks_over_the_ollama_wire(weights: Path) -> None:
    async with OllamaShim({"smollm2": weights}, context_tokens=1024) as shim:
        model = Ollama("smollm2", shim.url)
        pieces = [piece async for piece in model.chat(HELLO, max_tokens=16, temperature=0.0)]
        assert len(pieces) > 2
        schema = {"type": "object", "properties": {"ok": {"type": "boolean"}}, "required": ["ok"]}
        assert set(json.loads(await model.complete(HELLO, schema=schema))) == {"ok"}
        assert (model.context_tokens, model.parameters) == (1024, 0.134515008)
        missing = Ollama("absent", shim.url)
        error = await missing.check()
        assert error is not None
        assert error.kind == "missing"
        await missing.close()
        await model.close()
