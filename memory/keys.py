"""The key file: what makes the event chain and the sealed tombstones unforgeable and unreadable without it."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import os
import secrets
from pathlib import Path

from memory.directory import private, usable
from memory.errors import StoreUnusable

LENGTH = 32  # bytes


def load(directory: Path) -> bytes:
    """The key of this data directory; made, 0600, on the first start.

    Raises:
        StoreUnusable: the file is there but is not a key, or a database is there and the file is not; or the directory
            cannot be used.
    """
    with usable(directory):
        key = _kept(private(directory) / "key")
    if len(key) != LENGTH:
        raise StoreUnusable(f"{directory / 'key'} is not a key of {LENGTH} bytes. Put it back from a backup.")
    return key


def _kept(path: Path) -> bytes:
    if not path.exists():
        database = path.with_name("memory.db")
        if database.is_file() and database.stat().st_size:
            raise StoreUnusable(f"{path} is missing. It seals what was forgotten in {path.parent}; put it back from a "
                                "backup. Without it the memory cannot be opened.")
        _make(path)
    return path.read_bytes()


def _make(path: Path) -> None:
    """Put a new key in place, whole or not at all; when another start was faster, its key stands."""
    draft = path.with_name(f"key.{os.getpid()}.{secrets.token_hex(4)}")
    handle = os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(secrets.token_bytes(LENGTH))
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileExistsError):
            os.link(draft, path)
    finally:
        draft.unlink()


def key_id(key: bytes) -> str:
    """What the database remembers of the key, to notice another one."""
    return hashlib.sha256(b"sayso key id" + key).hexdigest()[:16]


def digest(key: bytes, *parts: str) -> str:
    """HMAC-SHA256 over the parts, each with its length, as hex."""
    message = b"".join(len(p.encode()).to_bytes(4, "big") + p.encode() for p in parts)
    return hmac.new(key, message, hashlib.sha256).hexdigest()
