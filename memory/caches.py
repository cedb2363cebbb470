"""What the process keeps of texts it has read, so as not to read them again; let go of as one when some is erased."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
_KEPT: list[Callable[[], None]] = []


def cached(maxsize: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """`functools.lru_cache` for functions of memory text: `drop` empties it."""
    def keep(function: Callable[P, T]) -> Callable[P, T]:
        keeper = lru_cache(maxsize=maxsize)(function)
        _KEPT.append(keeper.cache_clear)
        return keeper  # type: ignore[return-value]  # the wrapper takes hashable arguments only, which P cannot say
    return keep


def drop() -> None:
    """Let go of every text held."""
    for clear in _KEPT:
        clear()
