"""The far end of a pipe: one memory system in its own process and environment, a JSON line in, a JSON line out.

    {"insert": {"id": 7, "text": …, "turn": {"speaker": …, "said": …, "at": ISO 8601}}}   -> {"ms": 0.4, "cpu_ms": 0.3}
    {"query": "…", "k": 10}                                      -> {"ids": [7, …], "ms": 1.2, "cpu_ms": 1.1}
    {"measure": true}                                   -> {"rss_mb": …, "peak_mb": …, "isolated": …, "refused": […]}

The first line out is `{"ready": true}`. `text` is the document every system gets; `turn` is the same for those that
keep speaker and time apart. `ids` are best first. Times are taken here, around the system's own call, so that neither
the pipe nor JSON counts. Standard library only: this runs in each system's environment.
"""

from __future__ import annotations

import ctypes
import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol

CLONE_NEWNET, CLONE_NEWUSER = 0x40000000, 0x10000000  # sched.h
LOOPBACK = ("localhost", "127.", "::1")
MB = 1e6


class System(Protocol):
    def insert(self, number: int, text: str, turn: dict[str, str]) -> None: ...

    def query(self, text: str, k: int) -> list[int]: ...


def serve(opened: Callable[[Path, Path], System]) -> None:
    """Answer lines until there are none. `opened` gets an empty directory and the one with all-MiniLM's files.

    An exception ends the process: its last line on stderr is the reason that is reported.
    """
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a library prints must not be read as an answer
    sys.excepthook = ended
    isolated, refused = without_network(), refusing()
    system = opened(Path(sys.argv[1]), Path(sys.argv[2]))
    print('{"ready": true}', file=out, flush=True)
    for line in sys.stdin:
        asked = json.loads(line)
        started, used = time.perf_counter(), time.process_time()
        if "insert" in asked:
            system.insert(asked["insert"]["id"], asked["insert"]["text"], asked["insert"]["turn"])
            answer: dict[str, Any] = {}
        elif "query" in asked:
            answer = {"ids": system.query(asked["query"], asked["k"])}
        else:
            answer = memory() | {"isolated": isolated, "refused": sorted(set(refused))}
        answer |= {"ms": (time.perf_counter() - started) * 1000, "cpu_ms": (time.process_time() - used) * 1000}
        print(json.dumps(answer), file=out, flush=True)
    os._exit(0)  # the store is thrown away: nobody waits for threads that a library left


def ended(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Say why and be gone, whatever threads are left."""
    sys.__excepthook__(kind, error, trace)
    sys.stderr.flush()
    os._exit(1)


def without_network() -> bool:
    """Leave every network behind, native code included, where Linux lets this process."""
    try:
        unshare = ctypes.CDLL(None).unshare
    except (OSError, AttributeError):
        return False
    return any(unshare(flags) == 0 for flags in (CLONE_NEWNET, CLONE_NEWNET | CLONE_NEWUSER))


def refusing() -> list[str]:
    """From now on Python reaches no address but the loopback; the hosts it was kept from appear in the list."""
    refused: list[str] = []

    def look(event: str, values: tuple[Any, ...]) -> None:
        if event in ("socket.connect", "socket.sendto") and isinstance(values[1], tuple):
            host = values[1][0]
        elif event in ("socket.getaddrinfo", "socket.gethostbyname"):
            host = values[0]
        else:
            return
        host = host.decode() if isinstance(host, bytes) else host
        if host and not host.startswith(LOOPBACK):
            refused.append(host)
            raise OSError(f"{host} is beyond the loopback")
    sys.addaudithook(look)
    return refused


def memory() -> dict[str, float]:
    """Resident memory now and at most, in MB."""
    status = Path("/proc/self/status")
    if not status.exists():
        import resource

        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / MB  # bytes on macOS, which has no /proc
        return {"rss_mb": peak, "peak_mb": peak}
    lines = dict(line.split(":", 1) for line in status.read_text().splitlines() if ":" in line)
    return {name: int(lines[key].split()[0]) * 1024 / MB for name, key in (("rss_mb", "VmRSS"), ("peak_mb", "VmHWM"))}
