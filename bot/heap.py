"""Memory that is held longer than it is needed, and looked at more often: the collector's, and the C library's.

What concerns the C library is for glibc; elsewhere nothing happens."""

from __future__ import annotations

import ctypes
import gc

# Parameters of mallopt, from malloc.h.
_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8
ARENAS = 2  # by default each thread has one, up to eight a core, and each keeps pages of its own
PIECE = 1 << 20  # bytes: what is larger is a mapping of its own, and goes back to the system when it is freed


def frugal() -> None:
    """Let all threads share a few arenas, since only one runs Python at a time, and let none keep what is free.

    The C library raises both thresholds to the largest piece that was ever freed, 23 MB once a model has been read,
    and then an arena may keep twice that at its end (30 MB, measured). To be called before threads begin.
    """
    if (libc := _libc()) is not None:
        for parameter, value in ((_ARENA_MAX, ARENAS), (_MMAP_THRESHOLD, PIECE), (_TRIM_THRESHOLD, PIECE)):
            libc.mallopt(parameter, value)


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
