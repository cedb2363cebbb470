"""A loopback server that speaks Discord's REST API and gateway to an unmodified discord.py.

    async with DiscordDouble() as discord:
        DiscordChannel(discord.token, discord.api_base, discord.ws_url)

The transport is ours; `simcord` knows the semantics: permissions, limits, error codes, what an interaction allows.
It proves documented protocol and semantics, not Discord's undocumented flood limits.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import fnmatch
import io
import json
import time
from collections import defaultdict, deque
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, Self

from aiohttp import web
from simcord._clock import Clock
from simcord.backend import Backend
from simcord.backend.errors import BackendError
from simcord.http import router
from simcord.http import routes as routes  # registers what the router knows

from tests.doubles.discord_gateway import GatewayServer
from tests.doubles.discord_people import People, now

_NONCE_KEPT = 300.0  # seconds; Discord says "the past few minutes"
_SUPPRESS_EMBEDS = 4
_EXPECTED = (10062, 40060, 50027)  # refusals a client can only learn of by asking: late, twice, old


class RealClock(Clock):
    """Interactions expire and ids are dated by the real clock, which tests can push ahead."""

    def now(self) -> dt.datetime:
        return now() + dt.timedelta(seconds=self.elapsed)


@dataclass
class Fault:
    """How the next `times` requests to a path go wrong. `drop`: the connection is cut before the work is done
    (True) or after it ("after")."""

    method: str
    path: str
    status: int = 0
    times: int = 1
    retry_after: float = 0.5
    everywhere: bool = False
    drop: bool | str = False
    body: Any = None
    hold: asyncio.Event | None = None
    after: int = 0  # requests that are let through first


@dataclass(frozen=True)
class Call:
    """One request as it arrived; `at` is monotonic."""

    method: str
    path: str
    json: Any
    at: float
    query: dict[str, str] = field(default_factory=dict)


class DiscordDouble(GatewayServer, People):
    """The server. `violations` and `unimplemented` must be empty when a test ends."""

    def __init__(self, token: str = "test.bot.secret-half", approved: tuple[str, ...] = ("message_content",)) -> None:
        super().__init__()
        self.token = token
        self.approved = set(approved)
        self.url = self.ws_url = ""
        self.backend = Backend(clock=RealClock())
        self.backend.subscribers.append(self.emit)
        self.calls: list[Call] = []
        self.faults: list[Fault] = []
        self.refusals: list[tuple[str, int]] = []  # (path, code) of what a client could not know beforehand
        self.violations: list[tuple[str, str, str]] = []
        self.unimplemented: list[str] = []
        self.rate_limit: tuple[int, float] | None = None  # sends a channel takes, in so many seconds
        self._sends: dict[str, deque[float]] = defaultdict(deque)
        self._nonces: dict[tuple[str, str], tuple[float, Any]] = {}
        app = web.Application(client_max_size=30 << 20)
        app.router.add_route("*", "/api/v{version:\\d+}/{path:.*}", self._serve)
        app.router.add_get("/gateway", self.serve_gateway)
        app.router.add_get("/gateway/", self.serve_gateway)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.2)

    async def __aenter__(self) -> Self:
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        port = self._runner.addresses[0][1]
        self.url, self.ws_url = f"http://127.0.0.1:{port}", f"ws://127.0.0.1:{port}/gateway"
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.kick(1001)
        await self._runner.cleanup()
        for task in list(self._sending):
            task.cancel()
        await asyncio.gather(*self._sending, return_exceptions=True)

    @property
    def api_base(self) -> str:
        return f"{self.url}/api/v10"

    def fail(self, method: str, path: str, status: int = 0, **how: Any) -> Fault:
        """Arrange a fault; `path` may hold wildcards."""
        fault = Fault(method, path, status, **how)
        self.faults.append(fault)
        return fault

    def called(self, method: str, path: str) -> list[Call]:
        """The requests to a path so far, oldest first; `path` may hold wildcards."""
        return [call for call in self.calls if call.method == method and fnmatch.fnmatch(call.path, path)]

    async def _serve(self, request: web.Request) -> web.StreamResponse:
        path = "/" + request.match_info["path"]
        payload, files = await _body(request)
        self.calls.append(Call(request.method, path, payload, time.monotonic(), dict(request.query)))
        open_to_all = "/callback" in path or path.startswith("/webhooks/")
        if not open_to_all and request.headers.get("Authorization") != f"Bot {self.token}":
            return _json({"message": "401: Unauthorized", "code": 0}, 401)
        fault = self._next_fault(request.method, path)
        if fault is not None and fault.hold is not None:
            await fault.hold.wait()
        elif fault is not None and fault.drop != "after":
            return _go_wrong(request, fault)
        limited, headers = self._limited(request.method, path)
        response = limited or self._answer(request, path, payload, files, headers)
        await self.notify()
        if fault is not None and fault.drop == "after":
            return _cut(request)
        return response

    def _next_fault(self, method: str, path: str) -> Fault | None:
        for fault in self.faults:
            if fault.method in ("*", method) and fnmatch.fnmatch(path, fault.path):
                if fault.after:
                    fault.after -= 1
                    return None
                fault.times -= 1
                if fault.times <= 0:
                    self.faults.remove(fault)
                return fault
        return None

    def _limited(self, method: str, path: str) -> tuple[web.Response | None, dict[str, str]]:
        if self.rate_limit is None or method != "POST" or not path.endswith("/messages"):
            return None, {}
        limit, per = self.rate_limit
        sends, moment = self._sends[path], time.monotonic()
        while sends and sends[0] <= moment - per:
            sends.popleft()
        wait = round(sends[0] + per - moment, 3) if len(sends) >= limit else 0.0
        if not wait:
            sends.append(moment)
        headers = {"X-RateLimit-Limit": str(limit), "X-RateLimit-Remaining": str(limit - len(sends)),
                   "X-RateLimit-Reset-After": str(round(sends[0] + per - moment, 3)), "X-RateLimit-Bucket": "sends"}
        return (_too_many(wait, False, headers), {}) if wait else (None, headers)

    def _answer(self, request: web.Request, path: str, payload: Any, files: list[Any], headers: dict[str, str]
                ) -> web.Response:
        if path in ("/gateway", "/gateway/bot"):
            return _json({"url": self.ws_url, "shards": 1, "session_start_limit": {
                "total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}})
        if path == "/applications/@me":
            path = "/oauth2/applications/@me"
        key = (path, str(payload["nonce"])) if isinstance(payload, dict) and payload.get("enforce_nonce") else None
        if key in self._nonces and time.monotonic() - self._nonces[key][0] < _NONCE_KEPT:
            return _json(self._nonces[key][1], headers=headers)
        self._check(request.method, path, payload)
        try:
            answer = router.dispatch(
                self.backend, request.method, path, json=payload, params=dict(request.query), files=files,
                reason=request.headers.get("X-Audit-Log-Reason"),
                message_content_access="message_content" in self.approved)
        except (router.RouteNotImplemented, router.UnsupportedField):  # both of the next kind
            self.unimplemented.append(f"{request.method} {path}")
            return _json({"message": "not implemented by the double", "code": 0}, 501, headers)
        except BackendError as error:
            return self._refused(request.method, path, error, headers)
        if key is not None:
            self._nonces[key] = (time.monotonic(), answer)
        if path.endswith("/callback") and request.query.get("with_response") not in ("1", "true"):
            answer = None
        return web.Response(status=204, headers=headers) if answer is None else _json(answer, headers=headers)

    def _refused(self, method: str, path: str, error: BackendError, headers: dict[str, str]) -> web.Response:
        told = error.to_json()
        self.refusals.append((path, int(told.get("code", 0))))
        if error.status == 400 and told.get("code") not in _EXPECTED:
            self.violations.append((method, path, json.dumps(told)))
        return _json(told, error.status, headers)

    def _check(self, method: str, path: str, payload: Any) -> None:
        """What every message of ours owes the people in a room: no pings, no previews."""
        message = payload.get("data") if path.endswith("/callback") and payload.get("type") in (4, 7) else payload
        if not isinstance(message, dict) or "content" not in message:
            return
        if message.get("allowed_mentions", {}).get("parse") != []:
            self.violations.append((method, path, "mentions are not switched off"))
        if not message.get("flags", 0) & _SUPPRESS_EMBEDS:
            self.violations.append((method, path, "previews of links are not switched off"))
        if method == "POST" and path.startswith("/channels/") and not message.get("enforce_nonce"):
            self.violations.append((method, path, "a send without a nonce of its own"))


def _json(answer: Any, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    # discord.py compares Content-Type with exactly "application/json"; aiohttp's json_response adds a charset
    return web.Response(body=json.dumps(answer).encode(), status=status,
                        headers={**(headers or {}), "Content-Type": "application/json"})


def _too_many(wait: float, everywhere: bool, headers: dict[str, str] | None = None) -> web.Response:
    more = {"X-RateLimit-Global": "true"} if everywhere else {"X-RateLimit-Bucket": "refused"}
    return _json({"message": "You are being rate limited.", "retry_after": wait, "global": everywhere}, 429, {
        "Via": "1.1 google", "Retry-After": str(wait), "X-RateLimit-Reset-After": str(wait), "X-RateLimit-Limit": "5",
        "X-RateLimit-Remaining": "0", "X-RateLimit-Scope": "global" if everywhere else "user", **more,
        **(headers or {})})


def _go_wrong(request: web.Request, fault: Fault) -> web.Response:
    if fault.drop:
        return _cut(request)
    if fault.status == 429:
        return _too_many(fault.retry_after, fault.everywhere)
    return _json({"message": "injected", "code": 0} if fault.body is None else fault.body, fault.status)


def _cut(request: web.Request) -> web.Response:
    if request.transport is not None:
        request.transport.close()
    return web.Response()


async def _body(request: web.Request) -> tuple[Any, list[Any]]:
    if not request.can_read_body:
        return None, []
    if not request.content_type.startswith("multipart/"):
        raw = await request.read()
        return (json.loads(raw) if raw else None), []
    payload, files = None, []
    async for part in await request.multipart():
        data = await part.read()
        if part.name == "payload_json":
            payload = json.loads(data)
        elif part.filename:
            files.append(SimpleNamespace(filename=part.filename, fp=io.BytesIO(data), description=None, spoiler=False))
    return payload, files
