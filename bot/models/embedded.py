"""A small model that comes along: llama.cpp beside us, reachable by nobody else."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Sequence
from pathlib import Path
from typing import Any

import httpx

from bot.models import launch
from bot.models.faults import BrokenOff
from bot.models.files import SMOLLM2, PullError
from bot.models.reply import as_spoken, as_whole
from bot.models.wire import Limits
from memory.errors import ModelDown
from memory.ports import Schema

CALM = 0.2  # the temperature at which SmolLM2-135M stays with the question (at 0.7 it tells stories; tried by hand)
REPEAT_PENALTY, REPEAT_WINDOW = 1.15, 128  # without it SmolLM2-135M says one sentence until its limit (measured)


class Embedded:
    """A `memory.ports.Model` and the chat model of a fresh machine, over xllamacpp.

    The engine starts with the first request (or `check`) and again after it died; `fetch`, when given, is called at
    most once, in a thread, if the weights are missing or cannot be read: it makes them whole or raises `PullError`.
    `parameters` is in billions.
    """

    def __init__(self, weights: Path, *, name: str = SMOLLM2, parameters: float | None = 0.135,
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
        self.engine: launch.Running | None = None

    def chat(self, messages: Sequence[tuple[str, str]], *, max_tokens: int = 512,
             temperature: float = CALM) -> AsyncGenerator[str, None]:
        """The reply to (role, text) messages as it comes, thinking text removed. Raises `ModelDown` and its kinds."""
        return as_spoken(self._deltas(_body(messages, max_tokens, temperature)))

    async def complete(self, messages: Sequence[tuple[str, str]], *, schema: Schema | None = None,
                       temperature: float = 0.0, max_tokens: int = 512) -> str:
        """The whole answer, in the form of `schema` where one is given. Raises `ModelDown` and its kinds."""
        body = _body(messages, max_tokens, temperature)
        if schema is not None:
            body["response_format"] = {"type": "json_schema", "json_schema": {"name": "answer", "schema": schema}}
        return await as_whole(self._deltas(body))

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
        engine = await self._ready()
        finished = False
        try:
            async with engine.client.stream("POST", "/v1/chat/completions", json=body) as answer:
                if answer.status_code != 200:
                    raise _refusal(answer.status_code, await answer.aread())
                async for line in answer.aiter_lines():
                    if not line.startswith("data: ") or line == "data: [DONE]":
                        continue
                    delta, done = _delta(line.removeprefix("data: "))
                    finished = finished or done
                    if delta:
                        yield delta
        except (httpx.HTTPError, httpx.StreamError) as error:
            await self._drop(engine)
            raise BrokenOff("lost", f"the engine ended ({type(error).__name__})") from error
        if not finished:
            raise BrokenOff("lost", "the engine stopped in the middle of a reply")

    async def _ready(self) -> launch.Running:
        async with self._starting:
            if self.engine is not None and self.engine.alive:
                return self.engine
            await self._stop()
            fetch, self._fetch = self._fetch, None
            try:
                self.engine = await self._start()
            except ModelDown as error:
                if fetch is None or error.kind != "missing" or not launch.installed():
                    raise
                await self._refetch(fetch)
                self.engine = await self._start()
            return self.engine

    async def _start(self) -> launch.Running:
        return await launch.start(self._weights, context_tokens=self.context_tokens, threads=self._threads,
                                  limits=self._limits)

    async def _refetch(self, fetch: Callable[[], object]) -> None:
        try:
            await asyncio.to_thread(fetch)
        except PullError as error:
            raise ModelDown("missing", str(error)) from error

    async def _drop(self, broken: launch.Running) -> None:
        """Stop an engine that broke a connection, so that the next turn has a new one."""
        async with self._starting:
            if self.engine is broken:
                await self._stop()

    async def _stop(self) -> None:
        engine, self.engine = self.engine, None
        if engine is not None:
            await engine.stop()


def _body(messages: Sequence[tuple[str, str]], max_tokens: int, temperature: float) -> dict[str, Any]:
    return {"messages": [{"role": role, "content": text} for role, text in messages], "max_tokens": max_tokens,
            "temperature": temperature, "stream": True, "cache_prompt": True,
            "repeat_penalty": REPEAT_PENALTY, "repeat_last_n": REPEAT_WINDOW}


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
