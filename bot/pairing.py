"""Where pairing is kept: in the memory's own database, shared by `sayso pair` and the running bot."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime

from bot.access import Code
from memory.core import Memory
from memory.domain import Principal


class Pairing:
    """`bot.access.Paired` over the memory."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    async def paired(self, principal: str) -> bool:
        return await self._memory.paired(principal)

    async def pair(self, principal: str) -> None:
        await self._memory.pair(Principal(principal))

    async def update_code(self, step: Callable[[Code | None], Code | None]) -> None:
        def packed(value: str | None) -> str | None:
            code = step(_unpack(value) if value else None)
            return _pack(code) if code else None
        await self._memory.update_meta("pairing code", packed)


def _pack(code: Code) -> str:
    return json.dumps([code.salt, code.digest, code.expires_at.isoformat(), code.tries])


def _unpack(value: str) -> Code:
    salt, digest, expires_at, tries = json.loads(value)
    return Code(salt, digest, datetime.fromisoformat(expires_at), tries)
