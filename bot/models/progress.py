"""How a long download shows itself: a bar where somebody watches, one line a file where nobody does."""

from __future__ import annotations

import time
from typing import TextIO

WIDTH = 30
PAUSE = 0.1  # seconds between two drawings


class Bar:
    """A `Progress` that draws on `stream`: call it with bytes done, bytes in total and a label."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._live = stream.isatty()
        self._finished: set[str] = set()
        self._drawn = 0.0

    def __call__(self, done: int, total: int, label: str) -> None:
        last = done >= total
        if label in self._finished:
            return
        if self._live and (last or time.monotonic() - self._drawn >= PAUSE):
            self._draw(done, total, label)
        if last:
            self._finished.add(label)
            self._stream.write("\n" if self._live else f"fetched {label} ({total / 1e6:.0f} MB)\n")
            self._stream.flush()

    def _draw(self, done: int, total: int, label: str) -> None:
        filled = round(WIDTH * done / total) if total else 0
        bar = "#" * filled + "." * (WIDTH - filled)
        self._stream.write(f"\r{label}  [{bar}] {done / 1e6:6.1f} of {total / 1e6:.1f} MB")
        self._stream.flush()
        self._drawn = time.monotonic()
