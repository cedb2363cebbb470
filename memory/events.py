"""The append-only record: one line a change, chained by keyed hashes, without a word of memory text.

Historical text lives in `content` alone, every version under its own salt. An event holds content ids, the salted
digest, and in `meta` the row's states and times, so that the current tables can be rebuilt from both.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from memory.db import Tx, rows
from memory.keys import digest
from memory.timestamps import iso

TIMER = "sayso"  # the actor where no person acted
OPERATOR = "operator"  # who runs the program, from its command line


@dataclass(frozen=True, slots=True)
class Act:
    """Who changes something, and when; every write carries one."""

    actor: str
    at: datetime
    key: bytes
    id: str = field(default_factory=lambda: secrets.token_hex(6))  # the events of one act carry it


@dataclass(frozen=True, slots=True)
class Break:
    """The first line of the record that is not as it was written."""

    seq: int
    why: str


def keep(tx: Tx, scope: str, body: Mapping[str, str] | str) -> int:
    """Store one version of a text; returns its content id."""
    text = body if isinstance(body, str) else json.dumps(body, ensure_ascii=False, sort_keys=True)
    cursor = tx.execute("insert into content (scope, salt, body) values (?, ?, ?)",
                        (scope, secrets.token_bytes(16), text))
    return int(cursor.lastrowid or 0)


def record(tx: Tx, act: Act, verb: str, target: str, *, before: int | None = None, after: int | None = None,
           meta: Mapping[str, Any] | None = None) -> int:
    """Append one event; returns its number. `meta` holds states, times, ids and counts, never memory text."""
    last = tx.execute("select seq, hash from event order by seq desc limit 1").fetchone() or (0, "")
    seq = int(last[0]) + 1
    line = [seq, iso(act.at), act.actor, verb, target, before, after, _digest_of(tx, after),
            json.dumps({"act": act.id, **(meta or {})}, ensure_ascii=False, sort_keys=True), last[1]]
    tx.execute("insert into event (seq, at, actor, verb, target, before, after, digest, meta, prev, hash)"
               " values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", (*line, hashed := _hash(act.key, line)))
    tx.execute("insert into meta values ('head', ?) on conflict (name) do update set value = excluded.value",
               (_mark(act.key, seq, hashed),))
    return seq


def verify(tx: Tx, key: bytes) -> Break | None:
    """The first broken line, or None: chain whole, every content there with its digest or named by a later forget."""
    previous, expected = "", 1
    erased = _erased(tx)
    for line in _lines(tx):
        seq = line["seq"]
        if seq != expected or line["prev"] != previous:
            return Break(seq, "a line is missing or out of order before this one")
        if line["hash"] != _hash(key, [line[name] for name in _COLUMNS]):
            return Break(seq, "this line was changed")
        for content in (line["before"], line["after"]):
            if content is not None and (why := _content_broken(tx, line, content, erased)):
                return Break(seq, why)
        previous, expected = line["hash"], seq + 1
    marked = tx.execute("select value from meta where name = 'head'").fetchone()
    if (marked is None and expected > 1) or (marked and marked[0] != _mark(key, expected - 1, previous)):
        return Break(expected, "this line or later ones are missing")
    return None


def head(tx: Tx) -> tuple[int, str]:
    """Number and hash of the last event; a backup carries it."""
    found = tx.execute("select seq, hash from event order by seq desc limit 1").fetchone()
    return (int(found[0]), str(found[1])) if found else (0, "")


def of_act(tx: Tx, actor: str, act: str) -> list[dict[str, Any]]:
    """The events of one act, in order, `meta` as it is stored."""
    return rows(tx.execute("select * from event where actor = ? and json_extract(meta, '$.act') = ? order by seq",
                           (actor, act)))


def of_target(tx: Tx, target: str) -> list[dict[str, Any]]:
    """All events about one target, oldest first, `meta` parsed."""
    found = rows(tx.execute("select * from event where target = ? order by seq", (target,)))
    return [line | {"meta": json.loads(line["meta"])} for line in found]


_COLUMNS = ("seq", "at", "actor", "verb", "target", "before", "after", "digest", "meta", "prev")


def _lines(tx: Tx) -> Iterator[dict[str, Any]]:
    cursor = tx.execute("select * from event order by seq")
    names = [column[0] for column in cursor.description]
    for row in cursor:
        yield dict(zip(names, row, strict=True))


def _mark(key: bytes, seq: int, hashed: str) -> str:
    """What says, outside the chain, where it ends: a chain cut short is whole by itself."""
    return digest(key, "head", str(seq), hashed)


def _hash(key: bytes, line: list[Any]) -> str:
    return digest(key, *("" if part is None else str(part) for part in line))


def _digest_of(tx: Tx, content: int | None) -> str:
    if content is None:
        return ""
    salt, body = tx.execute("select salt, body from content where id = ?", (content,)).fetchone()
    return hmac.new(salt, body.encode(), hashlib.sha256).hexdigest()


def _erased(tx: Tx) -> dict[int, int]:
    """Content ids that a forget named, with the number of the event that did."""
    found: dict[int, int] = {}
    for seq, meta in tx.execute("select seq, meta from event where verb in ('topic.forgotten', 'claim.forgotten')"):
        for content in json.loads(meta).get("erased", []):
            found[content] = seq
    return found


def _content_broken(tx: Tx, line: dict[str, Any], content: int, erased: Mapping[int, int]) -> str | None:
    there = tx.execute("select 1 from content where id = ?", (content,)).fetchone() is not None
    if content in erased:
        return f"content {content} is still there though it was forgotten" if there else None
    if not there:
        return f"content {content} is gone and no forget names it"
    if content == line["after"] and line["digest"] != _digest_of(tx, content):
        return f"content {content} was changed"
    return None
