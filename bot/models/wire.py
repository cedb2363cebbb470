"""What holds for every request to a model, whoever's client makes it: limits in time and bytes, and no detours."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import httpx

from bot.consent import NoGrants, NotConsented, Stage, Watch, origin_of
from bot.models.faults import ModelStalled
from memory.errors import ModelDown

CONNECT_SECONDS = 5.0
SAYS_NOTHING = ("/api/show",)  # requests that carry no word of any chat
# All that httpx takes for the end of a line (str.splitlines): a reply must not be read otherwise than the client does.
LINE_ENDS = re.compile(rb"[\n\r\x0b\x0c\x1c-\x1e]|\xc2\x85|\xe2\x80[\xa8\xa9]")

_MAY_NAME = (b"remote_", b"\\u", b"\0")  # spelt out, with letters as \\u0072, or in UTF-16: other lines need no reading


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds to the first byte (a cold start loads tens of GB), between two chunks and in total; bytes a reply."""

    first_byte: float = 180.0
    between: float = 30.0
    total: float = 600.0
    reply_bytes: int = 4_000_000


OnRemote = Callable[[str], Awaitable[None]]  # told the remote host a reply names; raises unless that is allowed


class WatchedTransport(httpx.AsyncBaseTransport):
    """Over another transport: keeps to `limits`, follows no redirect, sends no credentials but `api_key`, to
    the origin of `home` only.

    Replies are read line by line as they pass; one that names a `remote_host` or `remote_model` is handed to
    `on_remote` before any of that line reaches the client; `watch` makes what ends a reply that may go on no longer.
    Raises `ModelStalled` and `ModelDown`.
    """

    def __init__(self, inner: httpx.AsyncBaseTransport, limits: Limits, *, home: str, api_key: str | None = None,
                 on_remote: OnRemote | None = None, watch: Callable[[], Watch] | None = None) -> None:
        self._inner = inner
        self._limits = limits
        self._home = origin_of(home)
        self._api_key = api_key
        self._on_remote = on_remote
        self._watch = watch or (lambda: Watch(NoGrants(), lambda: ""))

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        # The ollama client takes OLLAMA_API_KEY from the environment by itself: only ours may go out.
        request.headers.pop("authorization", None)
        if self._api_key and origin_of(request.url) == self._home:
            request.headers["authorization"] = f"Bearer {self._api_key}"
        # Compressed, a reply could be read neither for its size nor for what it says about itself.
        request.headers["accept-encoding"] = "identity"
        started = asyncio.get_running_loop().time()
        watch = self._watch()
        try:
            async with asyncio.timeout(min(self._limits.first_byte, self._limits.total)):
                response = await watch.during(self._inner.handle_async_request(request))
        except TimeoutError as error:
            raise ModelStalled(f"no answer within {self._limits.first_byte:g} s") from error
        if 300 <= response.status_code < 400:
            await response.aclose()
            raise ModelDown("refused", _redirect(request, response))
        if response.headers.get("content-encoding", "identity").lower() != "identity":
            await response.aclose()
            raise ModelDown("bad answer", f"{origin_of(request.url)} sent a compressed reply nobody asked for")
        if isinstance(response.stream, httpx.AsyncByteStream):
            stage = Stage.BEFORE if request.url.path in SAYS_NOTHING else Stage.FOUND
            response.stream = _Watched(response.stream, self._limits, started, self._on_remote, watch, stage)
        return response

    async def aclose(self) -> None:
        await self._inner.aclose()


class _Watched(httpx.AsyncByteStream):
    def __init__(self, stream: httpx.AsyncByteStream, limits: Limits, started: float,
                 on_remote: OnRemote | None, watch: Watch, stage: Stage) -> None:
        self._stream = stream
        self._watch = watch
        self._stage = stage
        self._limits = limits
        self._started = started
        self._on_remote = on_remote
        self._allowed = ""

    async def __aiter__(self) -> AsyncIterator[bytes]:
        chunks = aiter(self._stream)
        size, line = 0, b""
        while True:
            chunk = await self._next(chunks, first=size == 0)
            if chunk is None:
                break
            size += len(chunk)
            if size > self._limits.reply_bytes:
                raise ModelDown("bad answer", f"the reply is longer than {self._limits.reply_bytes} bytes")
            *complete, line = LINE_ENDS.split(line + chunk)
            for piece in complete:
                await self._look(piece)
            yield chunk
        await self._look(line)

    async def _next(self, chunks: AsyncIterator[bytes], *, first: bool) -> bytes | None:
        now = asyncio.get_running_loop().time()
        until_total = self._started + self._limits.total
        until_next = self._started + self._limits.first_byte if first else now + self._limits.between
        try:
            async with asyncio.timeout_at(min(until_total, until_next)):
                return await self._watch.during(_pull(chunks))
        except TimeoutError as error:
            if until_total <= until_next:
                raise ModelStalled(f"not finished after {self._limits.total:g} s") from error
            seconds = self._limits.first_byte if first else self._limits.between
            raise ModelStalled(f"no word for {seconds:g} s") from error

    async def _look(self, line: bytes) -> None:
        host = remote_host(line)
        if host and host != self._allowed and self._on_remote is not None:
            try:
                await self._on_remote(host)
            except NotConsented as refused:
                refused.stage = self._stage
                raise
            self._allowed = host

    async def aclose(self) -> None:
        await self._stream.aclose()


async def _pull(chunks: AsyncIterator[bytes]) -> bytes | None:
    return await anext(chunks, None)


def remote_host(line: bytes) -> str:
    """The host a line of a reply says it was computed on, "" for this machine. The names are Ollama's own."""
    if not any(sign in line for sign in _MAY_NAME):
        return ""
    try:
        answer: Any = json.loads(line)
    except (ValueError, RecursionError):
        return ""
    if not isinstance(answer, dict) or not (answer.get("remote_host") or answer.get("remote_model")):
        return ""
    return str(answer.get("remote_host") or "unknown")


def _redirect(request: httpx.Request, response: httpx.Response) -> str:
    try:
        to = origin_of(request.url.join(response.headers.get("location", "")))
    except httpx.InvalidURL:
        to = "nowhere"
    return f"{origin_of(request.url)} redirects to {to}; redirects are not followed"
