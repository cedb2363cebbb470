"""Connections to servers, kept and used again: an httpx transport over aiohttp.

httpx's own transport reads HTTP in Python and costs 1.1 ms of CPU a request and 1.6 ms a streamed answer; over aiohttp
it is 0.5 and 0.8 (measured on loopback, both clients of the bot). Every message takes three or more requests.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Mapping
from functools import cache

import aiohttp
import httpx
from yarl import URL

KEPT = 5.0  # seconds a connection that is not used is kept, as httpx does
_KINDS: tuple[tuple[type[Exception], type[httpx.TransportError]], ...] = (  # the first that fits
    (aiohttp.ConnectionTimeoutError, httpx.ConnectTimeout),
    (TimeoutError, httpx.ReadTimeout),
    (aiohttp.ClientConnectorError, httpx.ConnectError),
    (aiohttp.InvalidURL, httpx.UnsupportedProtocol),
    (aiohttp.ClientOSError, httpx.ReadError),
    (aiohttp.ClientError, httpx.RemoteProtocolError),
)


class Pool(httpx.AsyncBaseTransport):
    """At most `size` connections at once, 0: any number. `uds` is a unix socket that takes every request.

    Follows no redirect, keeps no cookie, decompresses nothing and takes nothing from the environment. Failures are
    httpx's: `ConnectError` and `ConnectTimeout` mean that nothing was sent, the others leave that open.
    """

    def __init__(self, *, size: int = 0, uds: str | None = None) -> None:
        self._size = size
        self._uds = uds
        self._session: aiohttp.ClientSession | None = None
        self._running: set[aiohttp.ClientResponse] = set()  # answers that are being read

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        if self._session is None:  # not before there is a loop
            self._session = aiohttp.ClientSession(connector=self._connector(), cookie_jar=aiohttp.DummyCookieJar(),
                                                  auto_decompress=False)
        times = request.extensions.get("timeout", {})
        try:
            async with asyncio.timeout(_sum(times, "pool", "connect", "write", "read")):
                answer = await self._session.request(
                    request.method, URL(str(request.url), encoded=True), data=await request.aread(),
                    headers=request.headers.multi_items(), skip_auto_headers=("Accept", "User-Agent", "Content-Type"),
                    allow_redirects=False, ssl=_trusted() if request.url.scheme == "https" else True,
                    server_hostname=request.extensions.get("sni_hostname"),
                    timeout=aiohttp.ClientTimeout(total=None, connect=_sum(times, "pool", "connect"),
                                                  sock_connect=times.get("connect"), sock_read=times.get("read")))
        except (aiohttp.ClientError, TimeoutError) as error:
            raise _translated(error, request) from error
        self._running.add(answer)
        return httpx.Response(answer.status, headers=answer.raw_headers, stream=_Body(answer, request, self._running))

    async def aclose(self) -> None:
        session, self._session = self._session, None
        for answer in self._running:  # whoever reads one would wait for ever
            answer.close()
        if session is not None:
            await session.close()

    def _connector(self) -> aiohttp.BaseConnector:
        if self._uds is not None:
            # Connecting is free there, and a kept connection the other side is just closing fails the next turn.
            return aiohttp.UnixConnector(self._uds, limit=self._size, force_close=True)
        return aiohttp.TCPConnector(limit=self._size, keepalive_timeout=KEPT, resolver=aiohttp.ThreadedResolver())


class _Body(httpx.AsyncByteStream):
    def __init__(self, answer: aiohttp.ClientResponse, request: httpx.Request, running: set[aiohttp.ClientResponse]
                 ) -> None:
        self._answer = answer
        self._request = request
        self._running = running

    async def __aiter__(self) -> AsyncIterator[bytes]:
        try:
            async for chunk in self._answer.content.iter_any():
                yield chunk
        except (aiohttp.ClientError, TimeoutError) as error:
            raise _translated(error, self._request) from error

    async def aclose(self) -> None:
        self._running.discard(self._answer)
        self._answer.close()  # a connection whose answer was read to its end is back in the pool by now


def _translated(error: Exception, request: httpx.Request) -> httpx.TransportError:
    """httpx's kind of an error. Its text names no address: those of Telegram hold the token."""
    kind = next(to for of, to in _KINDS if isinstance(error, of))
    return kind(type(error).__name__, request=request)


def _sum(times: Mapping[str, float | None], *names: str) -> float | None:
    """Seconds for all of these together; None where one of them has no limit."""
    total = 0.0
    for name in names:
        seconds = times.get(name)
        if seconds is None:
            return None
        total += seconds
    return total


@cache
def _trusted() -> ssl.SSLContext:
    """The certificates httpx trusts, read once."""
    return httpx.create_ssl_context(trust_env=False)
