"""When a message leaves. A channel that may have to wait before it asks the platform says when it does, so that a
message that only waited is never taken for one that may have arrived."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol, runtime_checkable

_begin: ContextVar[Callable[[], Awaitable[None]] | None] = ContextVar("begin", default=None)


class Withdrawn(Exception):
    """It is not to be sent any more, or not with these words."""


@runtime_checkable
class SaysWhenItLeaves(Protocol):
    """A channel whose `send` awaits `leaves` right before each request."""

    says_when_it_leaves: bool


@contextmanager
def watched(begin: Callable[[], Awaitable[None]]) -> Iterator[None]:
    """Have `begin` awaited before a request of what is sent inside leaves; what it raises ends the send."""
    token = _begin.set(begin)
    try:
        yield
    finally:
        _begin.reset(token)


async def leaves() -> None:
    """A request is about to leave; nothing happens where nobody watches."""
    begin = _begin.get()
    if begin is not None:
        await begin()
