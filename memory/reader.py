"""The guarded reader: everything a model may see is read through here, and SQLite itself refuses the rest.

A read-only connection knows a handful of temp views, each joined with `scope_now`, the caller's scopes. The
authorizer admits a column only when the innermost view that asks for it is one of ours and its definition names
that table. A CTE counts as a view there, so the views carry a random suffix per connection and no statement may
contain it. FTS5 reads its shadow tables with statements of its own: those are admitted only while a statement runs
that has been prepared before, strictly. The guard protects against our mistakes, not against hostile code.
"""

from __future__ import annotations

import re
import secrets
import sqlite3
from collections.abc import Sequence
from enum import Enum
from typing import Any

from memory.errors import Refused

VIEWS: dict[str, str] = {
    "fact": """
        select fact.claim, fact.scope, fact.person, fact.attribute, fact.value, fact.statement, fact.language,
               fact.always_on, fact.said_at, fact.sessions, fact.valid_from, fact.valid_to, person.name
        from scope_now
        join fact on fact.scope = scope_now.scope
        left join person on person.id = fact.person""",
    "share": """
        select share.claim, share.scope
        from scope_now join share on share.scope = scope_now.scope""",
    "shared_fact": """
        select fact.claim, fact.scope, fact.person, fact.attribute, fact.value, fact.statement, fact.language,
               fact.always_on, fact.said_at, fact.sessions, fact.valid_from, fact.valid_to, person.name,
               exists (select 1 from pair where pair.decision in ('pending', 'human_review')
                       and (pair.a = fact.claim or pair.b = fact.claim)) as disputed
        from scope_now
        join share on share.scope = scope_now.scope
        join fact on fact.claim = share.claim
        left join person on person.id = fact.person""",
    "found_shared": """
        select share.claim, fact_words.fact_words as words, fact_words.rank as rank, fact_words.rowid as place
        from fact_words
        join share on share.claim = fact_words.rowid
        join scope_now on scope_now.scope = share.scope""",
    "shared_vector": """
        select fact_vector.claim, fact_vector.model, fact_vector.vector
        from scope_now
        join share on share.scope = scope_now.scope
        join fact_vector on fact_vector.claim = share.claim""",
    "found_fact": """
        select fact.claim, fact_words.fact_words as words, fact_words.rank as rank, fact_words.rowid as place
        from fact_words
        join fact on fact.claim = fact_words.rowid
        join scope_now on scope_now.scope = fact.scope""",
    "vector": """
        select fact_vector.claim, fact_vector.scope, fact_vector.model, fact_vector.vector
        from scope_now join fact_vector on fact_vector.scope = scope_now.scope""",
    "revision": """
        select scope_revision.scope, scope_revision.revision
        from scope_now join scope_revision on scope_revision.scope = scope_now.scope""",
    "caution": """
        select pair.id, pair.kind, pair.found_at, pair.a, pair.b,
               person.name, a.statement as a_statement, a.credited as a_person, a.language as a_language,
               a.state as a_state, a.recorded_at as a_at,
               b.statement as b_statement, b.credited as b_person, b.language as b_language, b.state as b_state,
               b.recorded_at as b_at
        from scope_now
        join pair on pair.scope = scope_now.scope
        join claim as a on a.id = pair.a and a.scope = pair.scope
        join claim as b on b.id = pair.b and b.scope = pair.scope
        left join person on person.id = a.credited
        where pair.decision in ('pending', 'human_review')
          and a.state in ('verified', 'candidate', 'contradicted') and a.revoked_at is null
          and b.state in ('verified', 'candidate', 'contradicted') and b.revoked_at is null""",
    "excerpt": """
        select message.id, message.room, message.author, message.text, message.sent_at, message.session, person.name
        from scope_now
        join message on message.scope = scope_now.scope
        join person on person.id = message.author
        where message.text <> '' and message.quotable = 1 and message.forwarded = 0
          and message.kind in ('said', 'caption')
          and not exists (
            select 1 from evidence join claim on claim.id = evidence.claim
            where evidence.message = message.id
              and (claim.state in ('deprecated', 'contradicted', 'superseded') or claim.revoked_at is not null))""",
    "said": """
        select message.id, message.room, message.author, message.text, message.sent_at, message.session, person.name
        from scope_now
        join message on message.scope = scope_now.scope
        join person on person.id = message.author
        where message.text <> '' and message.indexed = 1 and message.kind in ('said', 'caption')""",
    "said_vector": """
        select message_vector.message, message_vector.model, message_vector.vector
        from scope_now join message_vector on message_vector.scope = scope_now.scope""",
    "said_change": """
        select said_change.message, said_change.room, said_change.seq
        from scope_now cross join said_change on said_change.scope = scope_now.scope""",
    "found_excerpt": """
        select message.id, message.room, message_words.message_words as words, message_words.rowid as place
        from message_words
        join message on message.id = message_words.rowid
        join scope_now on scope_now.scope = message.scope""",
}
TABLES: dict[str, set[str]] = {
    "fact": {"fact", "scope_now", "person"},
    "share": {"share", "scope_now"},
    "shared_fact": {"fact", "share", "scope_now", "person", "pair"},
    "found_shared": {"fact_words", "share", "scope_now"},
    "shared_vector": {"fact_vector", "share", "scope_now"},
    "found_fact": {"fact", "fact_words", "scope_now"},
    "vector": {"fact_vector", "scope_now"},
    "revision": {"scope_revision", "scope_now"},
    "caution": {"pair", "claim", "scope_now", "person"},
    "excerpt": {"message", "evidence", "claim", "scope_now", "person"},
    "said": {"message", "scope_now", "person"},
    "said_vector": {"message_vector", "scope_now"},
    "said_change": {"said_change", "scope_now"},
    "found_excerpt": {"message", "message_words", "scope_now"},
}
FUNCTIONS = {"match", "count", "max", "min", "sum", "coalesce", "length", "lower", "json_each", "abs"}
SHADOWS = {f"{index}_{part}" for index in ("fact_words", "message_words")
           for part in ("data", "idx", "docsize", "config")}
INDEXES = {"fact_words", "message_words"}
_DEFINES = re.compile(r"\bwith\b", re.IGNORECASE)  # `with {fact} as (...)` would be trusted like the view of that name


class Mode(Enum):
    """What the authorizer is judging at the moment."""

    SETUP = "setup"  # our own views and scope_now
    STRICT = "strict"  # a statement is being vetted
    RUN = "run"  # a vetted statement runs; FTS5 prepares its own


class Reader:
    """One guarded connection. Lives in one thread at a time; `Database.recall` sees to that."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._suffix = secrets.token_hex(8)
        self._names = {name: f"{name}_{self._suffix}" for name in VIEWS}
        self._tables = {self._names[name]: tables for name, tables in TABLES.items()}
        self._vetted: set[str] = set()
        self._mode = Mode.SETUP
        db.execute("create temp table scope_now (scope text primary key) without rowid")
        for name, body in VIEWS.items():
            db.execute(f"create temp view {self._names[name]} as {body}")
        for index in INDEXES:  # connect the virtual tables while nothing is refused yet
            db.execute(f"select rowid from {index} limit 0")
        db.set_authorizer(self._authorize)

    def enter(self, scopes: Sequence[str]) -> None:
        """Make `scopes` the only ones that exist until the next call."""
        self._mode = Mode.SETUP
        try:
            self._db.execute("delete from scope_now")
            self._db.executemany("insert into scope_now values (?)", [(s,) for s in dict.fromkeys(scopes)])
        finally:
            self._mode = Mode.STRICT

    def select(self, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Rows of a SELECT over `{fact}`, `{vector}`, … (the names of `VIEWS`, in braces).

        Raises:
            Refused: SQLite's authorizer said no; nothing was read.
        """
        if self._suffix in sql:
            raise Refused("not readable", "a statement names a view by its private name")
        if "{" in sql and _DEFINES.search(sql):
            raise Refused("not readable", "a statement over the views defines names of its own")
        text = sql.format_map(self._names)
        try:
            if text not in self._vetted:
                self._db.execute("explain " + text, parameters)
                self._vetted.add(text)
            self._mode = Mode.RUN
            return self._db.execute(text, parameters).fetchall()
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_AUTH or "not authorized" in str(error):
                raise Refused("not readable", str(error)) from error
            raise
        finally:
            self._mode = Mode.STRICT

    def _authorize(self, action: int, one: str | None, two: str | None, base: str | None, inner: str | None) -> int:
        allowed = (self._setting_up(action, one) if self._mode is Mode.SETUP
                   else self._reading(action, one, two, base, inner))
        return sqlite3.SQLITE_OK if allowed else sqlite3.SQLITE_DENY

    def _setting_up(self, action: int, one: str | None) -> bool:
        if action in (sqlite3.SQLITE_INSERT, sqlite3.SQLITE_DELETE, sqlite3.SQLITE_READ):
            return one == "scope_now"
        return action in (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_TRANSACTION)

    def _reading(self, action: int, one: str | None, two: str | None, base: str | None, inner: str | None) -> bool:
        if action == sqlite3.SQLITE_SELECT:
            return True
        if action == sqlite3.SQLITE_READ:
            return self._may_read(one or "", base, inner)
        if action == sqlite3.SQLITE_FUNCTION:
            return two in FUNCTIONS or (two == "bm25" and self._mode is Mode.RUN)
        if action == sqlite3.SQLITE_PRAGMA:
            return one == "data_version" and self._mode is Mode.RUN
        return False

    def _may_read(self, table: str, base: str | None, inner: str | None) -> bool:
        if inner is not None:
            return table in self._tables.get(inner, ())
        if base == "temp" and table in self._tables:
            return True
        if table in SHADOWS:
            return self._mode is Mode.RUN or table.endswith("_config")
        return table in INDEXES and self._mode is Mode.RUN
