"""Fails every connection beyond loopback, and every look-up of a name that would ask beyond it, before a packet.

An audit hook of the interpreter (PEP 578): it sees all sockets of a process whoever opens them, and cannot be taken
out again. In a child process `guard/sitecustomize.py` installs it; attempts go into the file that `RECORD` names.
"""

from __future__ import annotations

import ipaddress
import os
import sys
from pathlib import Path
from typing import Any

RECORD = "OUTBOUND_RECORD"
NEAR = {"", "localhost", "localhost.localdomain", "ip6-localhost"}
_CONNECTING = {"socket.connect", "socket.sendto", "socket.sendmsg"}
_NAMING = {"socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr"}


class Escaped(ConnectionRefusedError):
    """Something would have gone beyond loopback. For the code that tried it is a refused connection."""


class Recorder:
    """What was attempted, as words; `install` it once a process."""

    def __init__(self, file: str | None = None) -> None:
        self.attempts: list[str] = []
        self._file = file

    def install(self) -> None:
        sys.addaudithook(self._hook)

    def take(self) -> list[str]:
        """The attempts since the last call, and forget them."""
        taken, self.attempts = self.attempts, []
        return taken

    def _hook(self, event: str, args: tuple[Any, ...]) -> None:
        if event in _CONNECTING:
            host = args[1][0] if isinstance(args[1], tuple) else None
        elif event in _NAMING:
            host = args[0]
        else:
            return
        if not is_near(host):
            self._note(f"{event} {host}")
            raise Escaped(f"{event} {host}: tests stay on this machine")

    def _note(self, attempt: str) -> None:
        self.attempts.append(attempt)
        if self._file:
            with Path(self._file).open("a", encoding="utf-8") as file:
                file.write(f"{os.getpid()} {attempt}\n")


def is_near(host: Any) -> bool:
    """Whether a host is this machine by its address, or by a name no server is asked for. None: no network at all."""
    if host is None:
        return True
    name = host.decode("ascii", "replace") if isinstance(host, bytes) else str(host)
    if name.lower().rstrip(".") in NEAR:
        return True
    try:
        address = ipaddress.ip_address(name.partition("%")[0])
    except ValueError:
        return False
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return (mapped or address).is_loopback
