"""The Ollama wire over a real small model: what a scripted double says is ours, what this says is llama.cpp's.

    async with OllamaShim({"smollm2": weights}) as shim:
        model = Ollama("smollm2", shim.url)
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

from aiohttp import web

from bot.models.embedded import Embedded

STOP_SECONDS = 1.0


class OllamaShim:
    """Serves `models` (name to GGUF file) at `url`: chat, generate, show, tags, ps, version."""

    def __init__(self, models: dict[str, Path], *, context_tokens: int = 4096) -> None:
        self._models = {name: Embedded(path, name=name, context_tokens=context_tokens)
                        for name, path in models.items()}
        self._context_tokens = context_tokens
        self._runner: web.AppRunner | None = None
        self.url = ""

    async def __aenter__(self) -> Self:
        app = web.Application()
        app.add_routes([
            web.get("/", self._alive), web.get("/api/version", self._version), web.get("/api/tags", self._tags),
            web.get("/api/ps", self._tags), web.post("/api/show", self._show), web.post("/api/chat", self._chat),
            web.post("/api/generate", self._generate)])
        self._runner = web.AppRunner(app, shutdown_timeout=STOP_SECONDS)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        host, port = self._runner.addresses[0][:2]
        self.url = f"http://{host}:{port}"
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._runner is not None:
            await self._runner.cleanup()
        await asyncio.gather(*(model.close() for model in self._models.values()))

    async def _alive(self, _: web.Request) -> web.Response:
        return web.Response(text="Ollama is running")

    async def _version(self, _: web.Request) -> web.Response:
        return web.json_response({"version": "0.6.5"})

    async def _tags(self, _: web.Request) -> web.Response:
        return web.json_response({"models": [{"name": name, "model": name} for name in self._models]})

    async def _show(self, request: web.Request) -> web.Response:
        asked = await request.json()
        self._named(asked)
        return web.json_response({
            "details": {"format": "gguf", "family": "llama", "parameter_size": "134.52M"},
            "model_info": {"general.architecture": "llama", "general.parameter_count": 134_515_008,
                           "llama.context_length": self._context_tokens},
            "capabilities": ["completion"]})

    async def _chat(self, request: web.Request) -> web.StreamResponse:
        asked = await request.json()
        messages = [(message["role"], message.get("content") or "") for message in asked["messages"]]
        return await self._reply(request, asked, messages, lambda text: {
            "message": {"role": "assistant", "content": text}})

    async def _generate(self, request: web.Request) -> web.StreamResponse:
        asked = await request.json()
        system = [("system", asked["system"])] if asked.get("system") else []
        return await self._reply(request, asked, [*system, ("user", asked["prompt"])],
                                 lambda text: {"response": text})

    async def _reply(self, request: web.Request, asked: dict[str, Any], messages: list[tuple[str, str]],
                     wrap: Any) -> web.StreamResponse:
        pieces = self._pieces(asked, messages)
        head = {"model": asked["model"], "created_at": datetime.now(UTC).isoformat()}
        end = {"done": True, "done_reason": "stop"}
        if not asked.get("stream", True):
            return web.json_response(head | wrap("".join([piece async for piece in pieces])) | end)
        answer = web.StreamResponse(headers={"Content-Type": "application/x-ndjson"})
        await answer.prepare(request)
        async for piece in pieces:
            await answer.write(json.dumps(head | wrap(piece) | {"done": False}).encode() + b"\n")
        await answer.write(json.dumps(head | wrap("") | end).encode() + b"\n")
        await answer.write_eof()
        return answer

    async def _pieces(self, asked: dict[str, Any], messages: list[tuple[str, str]]) -> AsyncIterator[str]:
        model, options = self._named(asked), asked.get("options") or {}
        most, warmth = int(options.get("num_predict", 128)), float(options.get("temperature", 0.8))
        if isinstance(asked.get("format"), dict):
            yield await model.complete(messages, schema=asked["format"], temperature=warmth, max_tokens=most)
            return
        async for piece in model.chat(messages, max_tokens=most, temperature=warmth):
            yield piece

    def _named(self, asked: dict[str, Any]) -> Embedded:
        model = self._models.get(str(asked.get("model", "")).removesuffix(":latest"))
        if model is None:
            raise web.HTTPNotFound(text=json.dumps({"error": f"model '{asked.get('model')}' not found"}),
                                   content_type="application/json")
        return model
