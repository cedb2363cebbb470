"""Memory that is held longer than it is needed, and looked at more often: the collector's, and the C library's.

What concerns the C library is for glibc; elsewhere nothing happens."""

from __future__ import annotations

import ctypes
import gc

_ARENA_MAX = -8  # M_ARENA_MAX of malloc.h
ARENAS = 2  # by default each thread has one, up to eight a core, and each keeps pages of its own


def few_arenas() -> None:
    """Let all threads share a few arenas; only one runs Python at a time. To be called before they begin."""
    if (libc := _libc()) is not None:
        libc.mallopt(_ARENA_MAX, ARENAS)


def settle() -> None:
    """Let the collector look no more at what there is by now, which lives as long as the program: modules, tables,
    the libraries' classes. A look at all of it stops every room for 70 ms, about once in 400 messages (measured)."""
    gc.collect()
    gc.freeze()


def give_back() -> None:
    """Return what is free to the system."""
    if (libc := _libc()) is not None:
        libc.malloc_trim(0)


def _libc() -> ctypes.CDLL | None:
    try:
        libc = ctypes.CDLL("libc.so.6")
    except OSError:
        return None
    return libc if hasattr(libc, "malloc_trim") and hasattr(libc, "mallopt") else None
