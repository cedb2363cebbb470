"""No byte goes to an endpoint the room has not said yes to: the ways around it, each beside one that is allowed."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import httpx
import ollama
import pytest

from bot.consent import ConsentTransport, NotConsented, Purpose, in_room, origin_of, require, room
from tests.doubles.ollama_double import OllamaDouble

FAR = "https://far.example"
NAMES = {"far.example": ["93.184.216.34"], "both.example": ["127.0.0.1", "93.184.216.34"],
         "box.example": ["127.0.0.1"], "localhost": ["::1", "127.0.0.1"], "127.1": ["127.0.0.1"],
         "0x7f000001": ["127.0.0.1"], "ollama.com": ["34.36.133.15"]}


class Yes:
    """What rooms said yes to; a test may take it back."""

    def __init__(self, *granted: tuple[str, str, Purpose]) -> None:
        self.granted = set(granted)

    async def allows(self, room: str, origin: str, purpose: Purpose) -> bool:
        return (room, origin, purpose) in self.granted


class Outside(httpx.AsyncBaseTransport):
    """Stands where sockets would be opened and keeps what would go out."""

    def __init__(self) -> None:
        self.sent: list[httpx.Request] = []
        self.answers: list[httpx.Response] = []

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.sent.append(request)
        return self.answers.pop(0) if self.answers else httpx.Response(200, json={})


@pytest.fixture
def outside() -> Outside:
    return Outside()


@pytest.fixture(autouse=True)
def names(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[str]]:
    """A name service of our own: nothing is looked up for real."""
    known = {name: list(addresses) for name, addresses in NAMES.items()}

    def look_up(host: str, port: Any, *_: Any, **__: Any) -> list[Any]:
        if host.lower() not in known:
            raise socket.gaierror(socket.EAI_NONAME, "unknown")
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 0)) for address in known[host.lower()]]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    return known


def client(outside: Outside, grants: Yes | None = None, **options: Any) -> httpx.AsyncClient:
    return httpx.AsyncClient(transport=ConsentTransport(grants, inner=outside), trust_env=False, **options)


@pytest.mark.parametrize("host", ["127.0.0.1", "127.200.3.4", "[::1]", "localhost", "LOCALHOST.", "127.1",
                                  "0x7f000001", "[::ffff:127.0.0.1]", "box.example"])
async def test_this_machine_needs_no_grant_however_it_is_spelled(outside: Outside, host: str) -> None:
    async with client(outside) as http:
        await http.post(f"http://{host}:11434/api/chat", content=b"hello")
    assert len(outside.sent) == 1


@pytest.mark.parametrize("host", ["0.0.0.0", "10.0.0.1", "192.168.1.5", "169.254.169.254", "[::]", "[::ffff:10.0.0.1]",
                                  "[fe80::1]", "far.example", "both.example", "unknown.example",
                                  "127.0.0.1@far.example", "localhost.far.example", "128.0.0.1"])
async def test_c45_any_other_host_is_refused_before_a_socket_opens(outside: Outside, host: str) -> None:
    async with client(outside) as http:
        with in_room("telegram:1"), pytest.raises(NotConsented) as caught:
            await http.post(f"http://{host}/api/chat", content=b"hello")
        assert outside.sent == []
        assert (caught.value.kind, caught.value.room) == ("refused", "telegram:1")
        await http.post("http://127.0.0.1/api/chat")
    assert len(outside.sent) == 1


async def test_a_grant_is_for_one_room_one_origin_and_one_purpose(outside: Outside) -> None:
    grants = Yes(("telegram:1", FAR, Purpose.TALK))
    async with client(outside, grants) as http:
        with in_room("telegram:1"):
            await http.post(f"{FAR}/api/chat")
            assert len(outside.sent) == 1
            for url in ("http://far.example/", f"{FAR}:8443/", "https://ollama.com/", "https://www.far.example/"):
                with pytest.raises(NotConsented):
                    await http.post(url)
        for elsewhere in (in_room("telegram:2"), in_room("telegram:1", Purpose.MEMORY), in_room("")):
            with elsewhere, pytest.raises(NotConsented):
                await http.post(f"{FAR}/api/chat")
        with pytest.raises(NotConsented, match="outside of a room"):
            await http.post(f"{FAR}/api/chat")
    assert len(outside.sent) == 1


async def test_c45_a_withdrawn_grant_stops_the_next_request_of_a_running_job(outside: Outside) -> None:
    grants = Yes(("telegram:1", FAR, Purpose.MEMORY))
    async with client(outside, grants) as http:
        with in_room("telegram:1", Purpose.MEMORY):
            await http.post(FAR)
            grants.granted.clear()
            with pytest.raises(NotConsented):
                await http.post(FAR)
    assert len(outside.sent) == 1


async def test_c45_rooms_at_the_same_time_do_not_lend_each_other_their_grants(outside: Outside) -> None:
    grants = Yes(("telegram:1", FAR, Purpose.TALK))
    entered = asyncio.Barrier(2)

    async def turn(http: httpx.AsyncClient, where: str) -> bool:
        with in_room(where):
            await entered.wait()
            try:
                await http.post(FAR, content=where.encode())
            except NotConsented:
                return False
            return True

    async with client(outside, grants) as http:
        assert await asyncio.gather(turn(http, "telegram:1"), turn(http, "telegram:2")) == [True, False]
    assert [request.content for request in outside.sent] == [b"telegram:1"]
    assert room.get() is None


async def test_work_started_in_a_room_goes_on_in_its_name(outside: Outside) -> None:
    grants = Yes(("telegram:1", FAR, Purpose.TALK))
    async with client(outside, grants) as http:
        with in_room("telegram:1"):
            helper = asyncio.create_task(http.post(FAR))
        await helper
    assert len(outside.sent) == 1


async def test_a_name_that_changes_after_the_look_up_leads_nowhere_else(outside: Outside,
                                                                        names: dict[str, list[str]]) -> None:
    async with client(outside) as http:
        await http.post("http://box.example:11434/api/chat")
        assert outside.sent[0].url.host == "127.0.0.1"  # what was looked at is what is connected to
        assert outside.sent[0].headers["host"] == "box.example:11434"
        names["box.example"] = ["93.184.216.34"]
        with pytest.raises(NotConsented):
            await http.post("http://box.example:11434/api/chat")
    assert len(outside.sent) == 1


async def test_a_redirect_is_checked_like_any_request_even_by_a_client_that_follows(outside: Outside) -> None:
    outside.answers = [httpx.Response(307, headers={"location": "http://127.0.0.1:2/"}), httpx.Response(200),
                       httpx.Response(307, headers={"location": FAR})]
    async with client(outside, follow_redirects=True) as http:
        assert (await http.post("http://127.0.0.1:1/")).status_code == 200
        with pytest.raises(NotConsented):
            await http.post("http://127.0.0.1:1/", content=b"hello")
    assert [str(request.url) for request in outside.sent] == [
        "http://127.0.0.1:1/", "http://127.0.0.1:2/", "http://127.0.0.1:1/"]


async def test_the_web_search_of_the_ollama_client_does_not_get_out(outside: Outside,
                                                                    monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OLLAMA_API_KEY", "key")
    over = ollama.AsyncClient("http://127.0.0.1:1", transport=ConsentTransport(inner=outside), trust_env=False)
    outside.answers = [httpx.Response(200, json={"models": []})]
    await over.list()
    with in_room("telegram:1"), pytest.raises(NotConsented):
        await over.web_search("peanuts")
    await over.close()
    assert [request.url.path for request in outside.sent] == ["/api/tags"]


async def test_a_server_on_one_address_family_is_found_by_name(names: dict[str, list[str]]) -> None:
    async with OllamaDouble() as double, httpx.AsyncClient(transport=ConsentTransport(), trust_env=False) as http:
        names["localhost"] = ["127.0.0.9", "127.0.0.1"]
        names["localhost"].reverse()
        assert (await http.get(f"http://localhost:{double.port}/api/version")).status_code == 200
        names["localhost"] = ["127.0.0.1", "127.0.0.0"]  # sorted: the dead one is tried first
        assert (await http.get(f"http://localhost:{double.port}/api/version")).status_code == 200
    assert {request.headers["host"] for request in double.requests} == {f"localhost:{double.port}"}


async def test_a_place_named_by_a_server_is_asked_for_like_a_host() -> None:
    grants = Yes(("telegram:1", FAR, Purpose.TALK))
    with in_room("telegram:1"):
        await require(grants, FAR)
        with pytest.raises(NotConsented) as caught:
            await require(grants, "https://ollama.com")
    assert caught.value.origin == "https://ollama.com"


@pytest.mark.parametrize(("url", "origin"), [
    ("https://Ollama.com/api/chat", "https://ollama.com"),
    ("https://ollama.com:443", "https://ollama.com"),
    ("http://ollama.com:443/", "http://ollama.com:443"),
    ("http://nas.:11434", "http://nas:11434"),
    ("http://[2001:DB8::1]:80/x", "http://[2001:db8::1]"),
    ("http://user:pass@far.example/", "http://far.example"),
    ("https://bücher.example", "https://xn--bcher-kva.example"),
])
def test_an_origin_is_scheme_host_and_port(url: str, origin: str) -> None:
    assert origin_of(url) == origin
