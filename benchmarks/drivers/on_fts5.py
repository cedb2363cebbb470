"""Plain full-text search: SQLite's FTS5 as it comes, any of the question's words, ordered by bm25."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

from protocol import serve


class Fts5:
    def __init__(self, store: Path, models: Path) -> None:
        self._db = sqlite3.connect(store / "turns.db", isolation_level=None)
        self._db.execute("pragma journal_mode = wal")
        self._db.execute("create virtual table turn using fts5(text)")

    def insert(self, number: int, text: str, turn: dict[str, str]) -> None:
        self._db.execute("insert into turn(rowid, text) values (?, ?)", (number, text))

    def query(self, text: str, k: int) -> list[int]:
        words = " OR ".join(f'"{word}"' for word in re.findall(r"\w+", text))
        rows = self._db.execute("select rowid from turn where turn match ? order by rank limit ?", (words or '""', k))
        return [number for number, in rows]


if __name__ == "__main__":
    serve(Fts5)
