"""Nothing leaves this machine for an endpoint the room has not said yes to.

`ConsentTransport` stands under every client that talks to a model, search or embedding service. It looks at each
request by itself, whoever made it and for whatever reason: a helper step, a retry, a redirect somebody followed.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol, TypeVar

import httpx

from bot.pool import Pool
from memory.errors import ModelDown

DEFAULT_PORTS = {"http": 80, "https": 443}
RECHECK = 0.5  # seconds between two looks at the grant while an answer runs
T = TypeVar("T")


class Purpose(StrEnum):
    """What a request carries: talk alone, or talk with what is remembered (facts, extraction, embeddings)."""

    TALK = "talk"
    MEMORY = "talk and memory"


@dataclass(frozen=True, slots=True)
class Where:
    """On whose behalf a request is made, for which messages (their ids on the platform), with whose memory in it."""

    room: str
    purpose: Purpose
    turns: frozenset[str] = frozenset()
    people: frozenset[str] = frozenset()


room: ContextVar[Where | None] = ContextVar("room", default=None)


@contextmanager
def in_room(room_id: str, purpose: Purpose = Purpose.TALK, turns: Iterable[str] = (), people: Iterable[str] = ()
            ) -> Iterator[None]:
    """Everything sent inside is sent for that room. Tasks started inside inherit it, tasks started before do not."""
    token = room.set(Where(room_id, purpose, frozenset(turns), frozenset(people)))
    try:
        yield
    finally:
        room.reset(token)


class Grants(Protocol):
    async def allows(self, room: str, origin: str, purpose: Purpose) -> bool:
        """Whether that room said yes to that origin ("https://ollama.com"), for that purpose, as of now.

        Which messages it is for and whose memory they carry stands in the context variable `room`.
        """
        ...


class NoGrants:
    """Nobody said yes to anything."""

    async def allows(self, room: str, origin: str, purpose: Purpose) -> bool:
        return False


class Stage(StrEnum):
    """When a request was refused: before a byte of it left, or after, which the person has to be told."""

    BEFORE = "before"
    FOUND = "found"  # only the answer said that it comes from elsewhere
    TAKEN_BACK = "taken back"  # while the answer ran


class NotConsented(ModelDown):
    """No yes for `origin` from `room` (None: sent outside of any room). Nothing was sent, unless `stage` says so."""

    def __init__(self, origin: str, asked_in: Where | None) -> None:
        whose = f"room {asked_in.room} has not said yes" if asked_in else "nobody can say yes outside of a room"
        super().__init__("refused", f"{origin} is not this machine and {whose}; nothing was sent")
        self.origin = origin
        self.room = asked_in.room if asked_in else None
        self.purpose = asked_in.purpose if asked_in else None
        self.stage = Stage.BEFORE


def origin_of(url: httpx.URL | str) -> str:
    """Scheme, host and port of a URL as one word; the port only where it is not the scheme's own."""
    parsed = httpx.URL(url)
    host = parsed.raw_host.decode("ascii").lower().rstrip(".")
    host = f"[{host}]" if ":" in host and not host.startswith("[") else host
    port = parsed.port or DEFAULT_PORTS.get(parsed.scheme)
    return f"{parsed.scheme}://{host}" + ("" if port == DEFAULT_PORTS.get(parsed.scheme) else f":{port}")


async def require(grants: Grants, origin: str) -> None:
    """Raise `NotConsented` unless the room we are in has said yes to `origin`."""
    where = room.get()
    if where is None or not await grants.allows(where.room, origin, where.purpose):
        raise NotConsented(origin, where)


class Watch:
    """Asks again, while something goes on, whether it still may: a yes taken back ends a running answer.

    `origin` says where the answer comes from, "" for this machine; a model may turn out to run elsewhere on the way.
    """

    def __init__(self, grants: Grants, origin: Callable[[], str]) -> None:
        self._grants = grants
        self._origin = origin
        self._asked_at = asyncio.get_running_loop().time()

    async def during(self, work: Coroutine[Any, Any, T]) -> T:
        """The result of `work`; cancels it and raises `NotConsented` once the room has no grant any more."""
        if not self._origin():
            return await work
        task = asyncio.create_task(work)
        try:
            while True:
                now = asyncio.get_running_loop().time()
                if now >= self._asked_at + RECHECK:
                    await self._still()
                    self._asked_at = now
                if task.done():
                    return task.result()
                await asyncio.wait({task}, timeout=self._asked_at + RECHECK - now)
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


    async def _still(self) -> None:
        try:
            await require(self._grants, self._origin())
        except NotConsented as refused:
            refused.stage = Stage.TAKEN_BACK
            raise


class _Watched(httpx.AsyncByteStream):
    """What arrives from elsewhere, for as long as it may."""

    def __init__(self, stream: httpx.AsyncByteStream, watch: Watch) -> None:
        self._stream = stream
        self._watch = watch

    async def __aiter__(self) -> AsyncIterator[bytes]:
        chunks = aiter(self._stream)
        while (chunk := await self._watch.during(_next(chunks))) is not None:
            yield chunk

    async def aclose(self) -> None:
        await self._stream.aclose()


async def _next(chunks: AsyncIterator[bytes]) -> bytes | None:
    return await anext(chunks, None)


async def local_addresses(host: str) -> list[str]:
    """The addresses of `host`, IPv4 first, when every one of them is loopback, else none. Never raises."""
    host = host.rstrip(".").removeprefix("[").removesuffix("]")
    try:
        return [host] if _is_loopback(host) else []
    except ValueError:
        pass  # a name, or a spelling of an address ("127.1") that only the resolver knows
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return []
    addresses = sorted({str(entry[4][0]) for entry in found}, key=lambda address: (":" in address, address))
    return addresses if all(_is_loopback(address) for address in addresses) else []


def _is_loopback(address: str) -> bool:
    parsed = ipaddress.ip_address(address)
    mapped = parsed.ipv4_mapped if isinstance(parsed, ipaddress.IPv6Address) else None
    return (mapped or parsed).is_loopback


class ConsentTransport(httpx.AsyncBaseTransport):
    """Passes on what stays on this machine, and what the room granted; raises `NotConsented` before a socket opens.

    A name is looked up once and a local one is connected to by the address that was looked at, so that no second
    look-up can lead elsewhere. `uds` is a unix socket that then takes every request. Environment proxies never apply
    here; a client over it must still be made with trust_env=False, since httpx mounts proxies beside its transport.
    """

    def __init__(self, grants: Grants | None = None, *, uds: str | None = None,
                 inner: httpx.AsyncBaseTransport | None = None) -> None:
        self._grants = grants or NoGrants()
        self._socket = uds is not None
        self._inner = inner or Pool(uds=uds)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        if self._socket:
            return await self._inner.handle_async_request(request)
        addresses = await local_addresses(request.url.host)
        if not addresses:
            return await self._send_away(request, origin_of(request.url))
        if addresses != [request.url.host]:
            request.extensions = {**request.extensions, "sni_hostname": request.url.host}
        for address in addresses[:-1]:
            try:
                return await self._send_to(address, request)
            except httpx.ConnectError:
                continue  # a server on one family only
        return await self._send_to(addresses[-1], request)

    async def _send_away(self, request: httpx.Request, origin: str) -> httpx.Response:
        await require(self._grants, origin)
        watch = Watch(self._grants, lambda: origin)
        response = await watch.during(self._inner.handle_async_request(request))
        if isinstance(response.stream, httpx.AsyncByteStream):
            response.stream = _Watched(response.stream, watch)
        return response

    async def _send_to(self, address: str, request: httpx.Request) -> httpx.Response:
        if address != request.url.host:
            request.url = request.url.copy_with(host=address)  # the Host header is set already and stays
        return await self._inner.handle_async_request(request)

    async def aclose(self) -> None:
        await self._inner.aclose()
