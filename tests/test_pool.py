"""The transport under every HTTP client of the bot: what each failure says about whether something was sent."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import httpx
import pytest

from bot.pool import Pool

Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
WHOLE = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
BEGUN = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n"


class Server:
    """Answers every request on a connection with `answer`, then cuts it or goes on; counts connections."""

    def __init__(self, answer: bytes, *, cut: bool = False) -> None:
        self.answer, self.cut = answer, cut
        self.connections = 0
        self.requests: list[bytes] = []
        self.url = ""

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Server]:
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
        try:
            yield self
        finally:
            server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                self.requests.append(head)
                writer.write(self.answer)
                if self.cut:
                    return
        except asyncio.IncompleteReadError:
            return
        finally:
            writer.close()


@pytest.fixture
async def client() -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(transport=Pool(), trust_env=False, timeout=0.5) as made:
        yield made


async def test_an_answer_comes_whole_and_its_connection_is_used_again(client: httpx.AsyncClient) -> None:
    async with Server(WHOLE).running() as server:
        assert [(await client.get(server.url)).text for _ in range(3)] == ["ok"] * 3
        assert (server.connections, len(server.requests)) == (1, 3)


async def test_where_nobody_listens_nothing_was_sent(client: httpx.AsyncClient) -> None:
    async with Server(WHOLE).running() as server:
        gone = server.url
    with pytest.raises(httpx.ConnectError):
        await client.get(gone)


@pytest.mark.parametrize(("answer", "cut", "kind"), [
    (b"", True, httpx.RemoteProtocolError), (BEGUN, True, httpx.RemoteProtocolError), (b"", False, httpx.ReadTimeout),
    (BEGUN, False, httpx.ReadTimeout), (b"no HTTP\r\n\r\n", True, httpx.RemoteProtocolError)])
async def test_what_breaks_later_may_have_arrived(client: httpx.AsyncClient, answer: bytes, cut: bool,
                                                  kind: type[httpx.TransportError]) -> None:
    async with Server(answer, cut=cut).running() as server:
        with pytest.raises(kind) as failure:
            await client.post(server.url, content=b"")
        assert len(server.requests) == 1  # the control: it did arrive
        assert not isinstance(failure.value, httpx.ConnectError | httpx.ConnectTimeout | httpx.PoolTimeout)
        assert server.url not in str(failure.value)  # Telegram's addresses hold the token


async def test_closing_ends_what_is_being_read() -> None:
    pool = Pool()
    client = httpx.AsyncClient(transport=pool, trust_env=False, timeout=None)
    async with Server(BEGUN).running() as server, client.stream("GET", server.url) as answer:
        pieces = answer.aiter_bytes()
        assert await anext(pieces) == b"ok"
        rest = asyncio.create_task(anext(pieces, None))
        await pool.aclose()
        async with asyncio.timeout(2):
            with pytest.raises(httpx.RemoteProtocolError):
                await rest
    await client.aclose()


async def test_nothing_of_the_environment_and_no_redirect_is_followed(
        client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch) -> None:
    async with Server(WHOLE).running() as proxy:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(name, proxy.url)
        away = f"HTTP/1.1 302 Found\r\nLocation: {proxy.url}\r\nSet-Cookie: a=b\r\nContent-Length: 0\r\n\r\n".encode()
        async with Server(away).running() as server:
            assert (await client.get(server.url)).status_code == 302
            assert proxy.requests == []
