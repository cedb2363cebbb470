"""A small model that comes along: llama.cpp beside us, reachable by nobody else."""

from __future__ import annotations

import asyncio
import json
import secrets
import shutil
import sys
import tempfile
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import httpx

from bot.consent import ConsentTransport
from bot.models import engine
from bot.models.faults import BrokenOff, ModelStalled
from bot.models.files import PullError
from bot.models.thinking import Spoken, spoken_part
from bot.models.wire import Limits, WatchedTransport
from memory.errors import ModelDown
from memory.ports import Schema

START_SECONDS = 120.0  # a model of some GB on a slow disk
STOP_SECONDS = 3.0


class Embedded:
    """A `memory.ports.Model` and the chat model of a fresh machine, over xllamacpp.

    The engine starts with the first request (or `check`) and again after it died; `fetch`, when given, is called at
    most once, in a thread, if the weights are missing or cannot be read: it makes them whole or raises `PullError`.
    `parameters` is in billions.
    """

    def __init__(self, weights: Path, *, name: str = "SmolLM2-135M-Instruct", parameters: float | None = 0.135,
                 context_tokens: int = 4096, threads: int = 1, limits: Limits | None = None,
                 fetch: Callable[[], object] | None = None) -> None:
        self.name = name
        self.parameters = parameters
        self.context_tokens = context_tokens
        self._weights = weights
        self._threads = threads
        self._limits = limits or Limits()
        self._fetch = fetch
        self._starting = asyncio.Lock()
        self._process: asyncio.subprocess.Process | None = None
        self._home: Path | None = None
        self._client: httpx.AsyncClient | None = None

    @property
    def socket(self) -> Path | None:
        """Where the engine listens; None while it does not run."""
        return self._home / "engine.sock" if self._home else None

    @property
    def pid(self) -> int | None:
        """The engine's process; None while it does not run."""
        return self._process.pid if self._process else None

    async def chat(self, messages: Sequence[tuple[str, str]], *, max_tokens: int = 512,
                   temperature: float = 0.7) -> AsyncGenerator[str, None]:
        """The reply to (role, text) messages as it comes, thinking text removed. Raises `ModelDown` and its kinds."""
        spoken, said = Spoken(), ""
        try:
            async with aclosing(self._deltas(_body(messages, max_tokens, temperature))) as deltas:
                async for delta in deltas:
                    if text := spoken.feed(delta):
                        said += text
                        yield text
        except ModelStalled as error:
            raise ModelStalled(error.detail, said) from error
        except BrokenOff as error:
            raise BrokenOff(error.kind, error.detail, said) from error
        if text := spoken.end():
            yield text

    async def complete(self, messages: Sequence[tuple[str, str]], *, schema: Schema | None = None,
                       temperature: float = 0.0, max_tokens: int = 512) -> str:
        """The whole answer, in the form of `schema` where one is given. Raises `ModelDown` and its kinds."""
        body = _body(messages, max_tokens, temperature)
        if schema is not None:
            body["response_format"] = {"type": "json_schema", "json_schema": {"name": "answer", "schema": schema}}
        async with aclosing(self._deltas(body)) as deltas:
            return spoken_part("".join([delta async for delta in deltas]))

    async def check(self) -> ModelDown | None:
        """Start the engine if it does not run; what keeps it from running, or None."""
        try:
            await self._ready()
        except ModelDown as error:
            return error
        return None

    async def close(self) -> None:
        """Stop the engine; safe to call twice."""
        async with self._starting:
            await self._stop()

    async def _deltas(self, body: dict[str, Any]) -> AsyncGenerator[str, None]:
        client = await self._ready()
        finished = False
        try:
            async with client.stream("POST", "/v1/chat/completions", json=body) as answer:
                if answer.status_code != 200:
                    raise _refusal(answer.status_code, await answer.aread())
                async for line in answer.aiter_lines():
                    if not line.startswith("data: ") or line == "data: [DONE]":
                        continue
                    delta, done = _delta(line.removeprefix("data: "))
                    finished = finished or done
                    if delta:
                        yield delta
        except httpx.HTTPError as error:
            await self._drop(client)
            raise BrokenOff("lost", f"the engine ended ({type(error).__name__})") from error
        if not finished:
            raise BrokenOff("lost", "the engine stopped in the middle of a reply")

    async def _ready(self) -> httpx.AsyncClient:
        async with self._starting:
            if self._client is not None and self._process is not None and self._process.returncode is None:
                return self._client
            await self._stop()
            fetch, self._fetch = self._fetch, None
            if fetch is not None and not self._weights.is_file():
                await self._refetch(fetch)
                fetch = None
            try:
                return await self._start()
            except ModelDown as error:
                if fetch is None or error.kind != "missing":
                    raise
            await self._refetch(fetch)
            return await self._start()

    async def _start(self) -> httpx.AsyncClient:
        if find_spec("xllamacpp") is None:
            raise ModelDown("missing", "the engine is not installed; install sayso with the extra `embedded`")
        if not self._weights.is_file():
            raise ModelDown("missing", f"the file of {self.name} is not there; run `sayso models pull`")
        self._home = Path(tempfile.mkdtemp(prefix="sayso-"))  # 0700, and short: a socket's path has 108 bytes
        key = secrets.token_urlsafe(32)
        try:
            await self._launch({"weights": str(self._weights), "socket": str(self.socket), "key": key,
                                "context_tokens": self.context_tokens, "threads": self._threads})
        except BaseException:
            await self._stop()
            raise
        watched = WatchedTransport(ConsentTransport(uds=str(self.socket)), self._limits, api_key=key)
        self._client = httpx.AsyncClient(transport=watched, base_url="http://engine", timeout=None, trust_env=False)
        return self._client

    async def _launch(self, order: dict[str, Any]) -> None:
        # A session of its own: Ctrl-C in the terminal is for us, the engine goes when we close its input. `-P` keeps
        # this directory out of its module path.
        self._process = process = await asyncio.create_subprocess_exec(
            sys.executable, "-P", engine.__file__, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL, start_new_session=True)
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(order).encode() + b"\n")
        try:
            with suppress(ConnectionError):  # it ended already; what it said is read below
                await process.stdin.drain()
            async with asyncio.timeout(START_SECONDS):
                answer = await _report(process.stdout)
        except TimeoutError as error:
            raise ModelDown("stalled", f"the engine did not start within {START_SECONDS:g} s") from error
        if "ready" not in answer:
            raise ModelDown("missing", f"the file of {self.name} cannot be read; run `sayso models pull`")

    async def _stop(self) -> None:
        client, self._client = self._client, None
        process, self._process = self._process, None
        home, self._home = self._home, None
        if client is not None:
            await client.aclose()
        if process is not None:
            if process.stdin is not None:
                process.stdin.close()
            try:
                async with asyncio.timeout(STOP_SECONDS):
                    await process.wait()
            except TimeoutError:
                process.kill()
                await process.wait()
        if home is not None:
            shutil.rmtree(home, ignore_errors=True)

    async def _drop(self, broken: httpx.AsyncClient) -> None:
        """Stop an engine that broke a connection, so that the next turn has a new one."""
        async with self._starting:
            if self._client is broken:
                await self._stop()

    async def _refetch(self, fetch: Callable[[], object]) -> None:
        try:
            await asyncio.to_thread(fetch)
        except PullError as error:
            raise ModelDown("missing", str(error)) from error


def _body(messages: Sequence[tuple[str, str]], max_tokens: int, temperature: float) -> dict[str, Any]:
    return {"messages": [{"role": role, "content": text} for role, text in messages], "max_tokens": max_tokens,
            "temperature": temperature, "stream": True, "cache_prompt": True}


async def _report(output: asyncio.StreamReader) -> dict[str, Any]:
    """The engine's one line; anything else on its output is llama.cpp talking."""
    while line := await output.readline():
        with suppress(ValueError):
            answer = json.loads(line)
            if isinstance(answer, dict):
                return answer
    return {}


def _delta(data: str) -> tuple[str, bool]:
    """The text of one streamed piece, and whether the reply is complete with it."""
    try:
        piece = json.loads(data)
        if "error" in piece:
            raise ModelDown("down", str(piece["error"].get("message", "no reason given"))[:200])
        choices = piece.get("choices") or [{}]
        return choices[0].get("delta", {}).get("content") or "", bool(choices[0].get("finish_reason"))
    except (ValueError, AttributeError, TypeError) as error:
        raise ModelDown("bad answer", "the engine sent something that is not a reply") from error


def _refusal(status: int, content: bytes) -> ModelDown:
    try:
        reason = str(json.loads(content)["error"]["message"])
    except (ValueError, KeyError, TypeError):
        reason = f"status {status}"
    return ModelDown("refused" if status in (401, 403) else "down", reason[:200])
