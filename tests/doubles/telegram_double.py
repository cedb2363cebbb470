"""A loopback server that speaks the Telegram Bot API to an unmodified client.

    async with TelegramDouble() as telegram:
        ApplicationBuilder().token(telegram.token).base_url(telegram.url + "/bot")

It proves documented protocol and semantics, not Telegram's undocumented flood limits.
"""

from __future__ import annotations

import asyncio
import json
import time
from dataclasses import dataclass, field
from typing import Any, Self

from aiohttp import web

from tests.doubles import telegram_oracle as oracle
from tests.doubles.telegram_methods import Methods
from tests.doubles.telegram_oracle import ApiError, Json

_TAKEN = "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running"
_WEBHOOK_SET = ("Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the "
                "webhook first")


@dataclass
class Fault:
    """How the next `times` calls of a method go wrong. With `code` 0 the connection is cut, `late` says: after the
    work was done. `html` is an answer of the machine in front. `hold` delays a call until it is set, and then lets
    it through."""

    method: str
    code: int = 0
    description: str = "injected"
    times: int = 1
    html: bool = False
    late: bool = False
    chat: int | None = None
    hold: asyncio.Event | None = None
    parameters: Json = field(default_factory=dict)


@dataclass(frozen=True)
class Call:
    """One request as it arrived; `at` is monotonic."""

    method: str
    parameters: Json
    at: float


class TelegramDouble(Methods):
    """The server. `violations` and `unimplemented` must be empty when a test ends."""

    def __init__(self, token: str = "123456:TEST-secret-half", username: str = "our_bot",
                 privacy: bool = True) -> None:
        super().__init__(token, username, privacy)
        self.url = ""
        self.confirmed = 0  # the highest update id the bot has confirmed
        self.calls: list[Call] = []
        self.faults: list[Fault] = []
        self.violations: list[tuple[str, str, list[str]]] = []
        self.unimplemented: list[str] = []
        self._poller: asyncio.Event | None = None
        app = web.Application(client_max_size=60 << 20)
        app.router.add_route("*", "/bot{token:[^/]+}/{method}", self._serve)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.2)

    async def __aenter__(self) -> Self:
        return await self.start()

    async def __aexit__(self, *exc: object) -> None:
        await self.stop()

    async def start(self, port: int = 0) -> Self:
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", port).start()
        self.url = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        return self

    async def stop(self) -> None:
        if self._poller is not None:
            self._poller.set()
            await self.notify()
        await self._runner.cleanup()

    def fail(self, method: str, code: int = 0, description: str = "injected", **how: Any) -> Fault:
        """Arrange a fault; keywords beyond those of `Fault` are the answer's `parameters` (retry_after=33)."""
        known = {name: how.pop(name) for name in list(how) if name in Fault.__dataclass_fields__}
        fault = Fault(method.lower(), code, description, parameters=how, **known)
        self.faults.append(fault)
        return fault

    def called(self, method: str, chat: int | None = None) -> list[Call]:
        """The requests of one method so far, oldest first."""
        return [call for call in self.calls if call.method == method.lower()
                and (chat is None or str(call.parameters.get("chat_id")) == str(chat))]

    # HTTP

    async def _serve(self, request: web.Request) -> web.StreamResponse:
        method = request.match_info["method"].lower()
        if request.match_info["token"] != self.token:
            return _refusal(ApiError(401, "Unauthorized"))
        if method not in oracle.METHODS:
            return _refusal(ApiError(404, "Not Found"))
        parameters, files = await _parameters(request)
        self.calls.append(Call(method, parameters, time.monotonic()))
        await self.notify()
        fault = self._next_fault(method, parameters)
        if fault is not None and fault.hold is not None:
            await fault.hold.wait()
        elif fault is not None and not fault.late:
            return _go_wrong(request, fault)
        response = await self._answer(request, method, parameters, files)
        if fault is not None and fault.late:
            return _go_wrong(request, fault)
        await self.notify()
        return response

    async def _answer(self, request: web.Request, method: str, parameters: Json, files: set[str]) -> web.Response:
        if wrong := oracle.wrong_request(method, parameters, files):
            self.violations.append((method, "request", wrong))
        handler = getattr(self, f"m_{method}", None)
        try:
            if method == "getupdates":
                result = await self._updates(request, parameters)
            elif handler is None:
                self.unimplemented.append(method)
                raise ApiError(501, f"NOT IMPLEMENTED BY DOUBLE: {method}")
            else:
                result = await handler(parameters)
        except ApiError as error:
            return _refusal(error)
        if wrong := oracle.wrong_result(method, result):
            self.violations.append((method, "our result", wrong))
        return web.json_response({"ok": True, "result": result})

    def _next_fault(self, method: str, parameters: Json) -> Fault | None:
        for fault in self.faults:
            here = fault.chat is None or str(parameters.get("chat_id")) == str(fault.chat)
            if fault.method in (method, "*") and here:
                fault.times -= 1
                if fault.times <= 0:
                    self.faults.remove(fault)
                return fault
        return None

    # getUpdates

    async def _updates(self, request: web.Request, p: Json) -> list[Json]:
        """Long polling: a newer request ends the older one; an offset confirms everything below it."""
        if self.webhook is not None:
            raise ApiError(409, _WEBHOOK_SET)
        if self._poller is not None:
            self._poller.set()
            await self.notify()
        mine = self._poller = asyncio.Event()
        self._confirm(int(p.get("offset") or 0))
        await self.notify()
        until = asyncio.get_running_loop().time() + float(p.get("timeout") or 0)
        try:
            return await self._await_updates(request, mine, until, p)
        finally:
            if self._poller is mine:
                self._poller = None

    async def _await_updates(self, request: web.Request, mine: asyncio.Event, until: float, p: Json) -> list[Json]:
        allowed, limit = p.get("allowed_updates") or [], int(p.get("limit") or 100)

        def waiting() -> list[Json]:
            return [update for update in self.updates if not allowed or any(name in allowed for name in update)]

        def over() -> bool:
            return mine.is_set() or request.transport is None or bool(waiting())

        try:
            async with asyncio.timeout_at(until), self.changed:
                await self.changed.wait_for(over)
        except TimeoutError:
            return []
        if mine.is_set():
            raise ApiError(409, _TAKEN)
        return waiting()[:limit]

    def _confirm(self, offset: int) -> None:
        if offset < 0:
            offset = self.updates[offset:][0]["update_id"] if self.updates else 0
        if offset:
            self.confirmed = max(self.confirmed, offset - 1)
            self.updates = [update for update in self.updates if update["update_id"] >= offset]


async def _parameters(request: web.Request) -> tuple[Json, set[str]]:
    """The parameters with their JSON decoded, and the names of the files that came along."""
    found: Json = dict(request.query)
    files: set[str] = set()
    if request.content_type.startswith("multipart/"):
        async for part in await request.multipart():
            if part.filename:
                files.add(part.name)
                found[part.name] = {"file_name": part.filename, "content": (await part.read()).decode()}
            else:
                found[part.name] = (await part.read()).decode()
    elif request.content_type == "application/json":
        found.update(await request.json())
    elif request.method == "POST":
        found.update(await request.post())
    return {name: _decoded(name, value) for name, value in found.items()}, files


def _decoded(name: str, value: Any) -> Any:
    if not isinstance(value, str) or name in ("text", "caption") or value[:1] not in ("[", "{"):
        return value
    try:
        return json.loads(value)
    except ValueError:
        return value


def _go_wrong(request: web.Request, fault: Fault) -> web.Response:
    if fault.code == 0:
        if request.transport is not None:
            request.transport.abort()
        return web.Response()
    if fault.html:
        return web.Response(status=fault.code, text=f"<html>{fault.description}</html>", content_type="text/html")
    return _refusal(ApiError(fault.code, fault.description, **fault.parameters))


def _refusal(error: ApiError) -> web.Response:
    body: Json = {"ok": False, "error_code": error.code, "description": error.description}
    if error.parameters:
        body["parameters"] = error.parameters
    return web.json_response(body, status=error.code)
