"""Starting and stopping the engine's process, and the one client that may talk to it."""

from __future__ import annotations

import asyncio
import json
import secrets
import shutil
import sys
import tempfile
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import httpx

from bot.consent import ConsentTransport
from bot.models import engine
from bot.models.wire import Limits, WatchedTransport
from memory.errors import ModelDown

HOME = "http://engine"  # a name for HTTP's sake: all goes to the socket
START_SECONDS = 120.0  # a model of some GB on a slow disk
STOP_SECONDS = 3.0


class Running:
    """An engine that was started: `client` talks to it, `socket` is where it listens, `pid` its process."""

    def __init__(self, process: asyncio.subprocess.Process, socket: Path, client: httpx.AsyncClient) -> None:
        self._process = process
        self.socket = socket
        self.client = client

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def alive(self) -> bool:
        return self._process.returncode is None

    async def stop(self) -> None:
        """End it, also in the middle of a reply; safe to call twice."""
        await self.client.aclose()
        await _end(self._process, self.socket.parent)


def installed() -> bool:
    """Whether the engine's package is here; it is an extra."""
    return find_spec("xllamacpp") is not None


async def start(weights: Path, *, context_tokens: int, threads: int, limits: Limits) -> Running:
    """Start an engine over a GGUF file. Raises `ModelDown`: missing, or stalled when it does not come up."""
    if not installed():
        raise ModelDown("missing", "the engine is not installed; install sayso with the extra `embedded`")
    if not await asyncio.to_thread(weights.is_file):
        raise ModelDown("missing", f"the file {weights.name} is not there; run `sayso models pull`")
    home = Path(tempfile.mkdtemp(prefix="sayso-"))  # 0700, and short: a socket's path has 108 bytes
    socket, key = home / "engine.sock", secrets.token_urlsafe(32)
    # A session of its own: Ctrl-C in the terminal is for us, the engine goes when we close its input. `-P` keeps this
    # directory out of its module path.
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-P", engine.__file__, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL, start_new_session=True)
    try:
        answer = await _order(process, {"weights": str(weights), "socket": str(socket), "key": key,
                                        "context_tokens": context_tokens, "threads": threads})
        if "ready" not in answer:
            raise ModelDown("missing", f"the file {weights.name} cannot be read; run `sayso models pull`")
    except BaseException:  # also when we are cancelled: nobody else knows of this process yet
        await _end(process, home)
        raise
    watched = WatchedTransport(ConsentTransport(uds=str(socket)), limits, home=HOME, api_key=key)
    return Running(process, socket, httpx.AsyncClient(transport=watched, base_url=HOME, timeout=None,
                                                      trust_env=False))


async def _order(process: asyncio.subprocess.Process, order: dict[str, Any]) -> dict[str, Any]:
    """Tell the engine what to do; its one line in return, {} when it ended without one."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        async with asyncio.timeout(START_SECONDS):
            with suppress(ConnectionError):  # it ended already; what it said is read below
                process.stdin.write(json.dumps(order).encode() + b"\n")
                await process.stdin.drain()
            while line := await process.stdout.readline():
                with suppress(ValueError):  # llama.cpp talking
                    answer = json.loads(line)
                    if isinstance(answer, dict):
                        return answer
    except TimeoutError as error:
        raise ModelDown("stalled", f"the engine did not start within {START_SECONDS:g} s") from error
    return {}


async def _end(process: asyncio.subprocess.Process, home: Path) -> None:
    if process.stdin is not None:
        process.stdin.close()
    try:
        async with asyncio.timeout(STOP_SECONDS):
            await process.wait()
    except TimeoutError:
        process.kill()
        await process.wait()
    shutil.rmtree(home, ignore_errors=True)
