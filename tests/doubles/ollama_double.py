"""A scripted Ollama server on loopback: keeps every request byte for byte and answers what the test says.

    async with OllamaDouble("Hello Priya.") as double:
        model = Ollama("tiny", double.url)
        ...
        assert b"peanuts" not in double.bytes_received

Written on bare streams: a test needs stalls, cuts and nonsense no HTTP framework lets through.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Request:
    """One request as it arrived; `headers` have lower-case names."""

    raw: bytes
    method: str
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body) if self.body else None

    @property
    def prompt(self) -> str:
        """All message texts of a chat request, one after the other."""
        return "\n".join(message["content"] for message in self.json["messages"])


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer to a chat. Streamed word by word unless the request says otherwise.

    `wait` holds back even the status line until it is set; `stall_after` and `cut_after` are numbers of pieces after
    which the server says nothing more, or drops the connection; `fields` are added to each line (remote_host, ...);
    `body` replaces everything the server would send, `headers` go with it; `redirect` is a Location; `silent` never
    answers at all.
    """

    text: str = ""
    thinking: str = ""
    status: int = 200
    wait: asyncio.Event | None = None
    stall_after: int | None = None
    cut_after: int | None = None
    fields: dict[str, Any] = field(default_factory=dict)
    body: bytes | None = None
    redirect: str = ""
    headers: str = ""  # more header lines, without the last line break
    silent: bool = False
    pieces: Sequence[str] | None = None  # instead of the words of `text`
    gates: Mapping[int, asyncio.Event] = field(default_factory=dict)  # what a piece, by its number, waits for


Answer = Reply | str
Rule = Answer | Sequence[Answer] | Callable[[Request], Answer]

CARD: dict[str, Any] = {
    "details": {"format": "gguf", "family": "llama", "parameter_size": "3.2B", "quantization_level": "Q4_K_M"},
    "model_info": {"general.architecture": "llama", "general.parameter_count": 3_212_749_888,
                   "llama.context_length": 131_072},
    "capabilities": ["completion"],
}


class OllamaDouble:
    """Answers chats by `chat` and those that ask for a form (`format`) by `forms`, when given.

    A list is answered in order, its last entry for ever after; a callable is asked each time. `models` maps names to
    what `/api/show` says; other names are 404.
    """

    def __init__(self, chat: Rule = "Hello.", *, forms: Rule | None = None,
                 models: dict[str, dict[str, Any]] | None = None) -> None:
        self.chat = chat
        self.forms = forms
        self.models = {"tiny": CARD} if models is None else models
        self.requests: list[Request] = []
        self.deaf = False  # accept connections, answer nothing, not even /api/show
        self.port = 0
        self._answered: dict[str, int] = {}
        self._server: asyncio.Server | None = None
        self._connections: set[asyncio.Task[None]] = set()
        self._news = asyncio.Condition()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def chats(self) -> list[Request]:
        return [request for request in self.requests if request.path == "/api/chat"]

    @property
    def bytes_received(self) -> bytes:
        return b"".join(request.raw for request in self.requests)

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    async def start(self) -> None:
        """Listen; after a `stop`, on the same port."""
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        """Refuse connections from now on, and drop those there are."""
        if self._server is not None:
            self._server.close()
        for task in list(self._connections):
            task.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)
        self._server = None

    async def seen(self, count: int, path: str = "/api/chat", seconds: float = 20.0) -> list[Request]:
        """Wait until `count` requests to `path` arrived, and return them."""
        def those() -> list[Request]:
            return [request for request in self.requests if request.path == path]

        async with asyncio.timeout(seconds), self._news:
            await self._news.wait_for(lambda: len(those()) >= count)
        return those()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._connections.add(task)
        try:
            request = await _read(reader)
            if request is not None:
                self.requests.append(request)
                async with self._news:
                    self._news.notify_all()
                await self._answer(request, writer)
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            writer.transport.abort()
        finally:
            self._connections.discard(task)
            writer.close()

    async def _answer(self, request: Request, writer: asyncio.StreamWriter) -> None:
        if self.deaf:
            await asyncio.Event().wait()  # until `stop` cancels it
        if request.path == "/api/chat":
            await self._answer_chat(request, writer)
        elif request.path == "/api/show":
            card = self.models.get(_bare(request.json["model"]))
            missing = {"error": f"model '{request.json['model']}' not found"}
            await _send_json(writer, missing if card is None else card, 404 if card is None else 200)
        elif request.path == "/api/tags":
            await _send_json(writer, {"models": [{"name": name, "model": name} for name in self.models]})
        elif request.path == "/api/version":
            await _send_json(writer, {"version": "0.6.5"})
        else:
            await _send_json(writer, {"error": "not found"}, 404)

    async def _answer_chat(self, request: Request, writer: asyncio.StreamWriter) -> None:
        reply = self._pick(request)
        if reply.wait is not None:
            await reply.wait.wait()
        if reply.silent:
            await asyncio.Event().wait()  # until `stop` cancels it
        if _bare(request.json["model"]) not in self.models:
            await _send_json(writer, {"error": f"model '{request.json['model']}' not found"}, 404)
        elif reply.redirect:
            await _send(writer, _head(307, f"Location: {reply.redirect}\r\nContent-Length: 0"))
        elif reply.body is not None or reply.status != 200:
            body = reply.body if reply.body is not None else json.dumps({"error": reply.text}).encode()
            more = f"\r\n{reply.headers}" if reply.headers else ""
            await _send(writer, _head(reply.status, f"Content-Length: {len(body)}{more}") + body)
        elif request.json.get("stream", True):
            await _stream(request, reply, writer)
        else:
            await _send_json(writer, _line(request, reply, reply.text, done=True))

    def _pick(self, request: Request) -> Reply:
        kind = "forms" if self.forms is not None and request.json.get("format") else "chat"
        rule = self.forms if kind == "forms" and self.forms is not None else self.chat
        if callable(rule):
            rule = rule(request)
        elif isinstance(rule, Sequence) and not isinstance(rule, str):
            at = self._answered.get(kind, 0)
            self._answered[kind] = at + 1
            rule = rule[min(at, len(rule) - 1)]
        return Reply(rule) if isinstance(rule, str) else rule


async def _stream(request: Request, reply: Reply, writer: asyncio.StreamWriter) -> None:
    await _send(writer, _head(200, "Content-Type: application/x-ndjson\r\nTransfer-Encoding: chunked"))
    pieces = reply.pieces if reply.pieces is not None else _words(reply.text)
    lines = [_line(request, reply, "", thinking=reply.thinking)] if reply.thinking else []
    lines += [_line(request, reply, piece) for piece in pieces]
    for number, line in enumerate(lines):
        if number == reply.stall_after:
            await asyncio.Event().wait()  # until `stop` cancels it
        if number == reply.cut_after:
            writer.transport.abort()
            return
        if number in reply.gates:
            await reply.gates[number].wait()
        await _send(writer, _chunk(line))
        await asyncio.sleep(0)  # whoever reads it lives on the same loop
    await _send(writer, _chunk(_line(request, reply, "", done=True)) + b"0\r\n\r\n")


def _line(request: Request, reply: Reply, text: str, *, thinking: str = "", done: bool = False) -> dict[str, Any]:
    message = {"role": "assistant", "content": text} | ({"thinking": thinking} if thinking else {})
    line = {"model": request.json["model"], "created_at": "2026-11-29T12:00:00Z", "message": message, "done": done}
    return line | ({"done_reason": "stop", "eval_count": 1} if done else {}) | reply.fields


async def _read(reader: asyncio.StreamReader) -> Request | None:
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError:
        return None
    first, *lines = head.decode("latin-1").strip().split("\r\n")
    method, path, _ = first.split(" ", 2)
    headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return Request(head + body, method, path, headers, body)


def _head(status: int, headers: str) -> bytes:
    return f"HTTP/1.1 {status} X\r\n{headers}\r\nConnection: close\r\n\r\n".encode()


def _chunk(line: dict[str, Any]) -> bytes:
    data = json.dumps(line).encode() + b"\n"
    return f"{len(data):x}\r\n".encode() + data + b"\r\n"


async def _send(writer: asyncio.StreamWriter, data: bytes) -> None:
    writer.write(data)
    await writer.drain()


async def _send_json(writer: asyncio.StreamWriter, answer: dict[str, Any], status: int = 200) -> None:
    body = json.dumps(answer).encode()
    await _send(writer, _head(status, f"Content-Type: application/json\r\nContent-Length: {len(body)}") + body)


def _words(text: str) -> list[str]:
    words = text.split(" ")
    return [word if number == 0 else " " + word for number, word in enumerate(words)]


def _bare(name: str) -> str:
    return name.removesuffix(":latest")
