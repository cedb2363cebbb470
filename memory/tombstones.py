"""Refusals that outlive the rows they are about: forgotten topics and declined values, sealed by the key."""

from __future__ import annotations

import sqlite3
from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from memory import events, topics
from memory.db import Tx
from memory.events import Act
from memory.keys import digest
from memory.text import normalise
from memory.timestamps import iso, moment


@dataclass(frozen=True, slots=True)
class Tombstone:
    """One refusal as its owner may see it: sealed ones tell their date and how often they held."""

    id: int
    kind: str
    made_at: datetime
    hits: int
    words: str


class Forgotten:
    """The seals in force, by person, held in memory: what `forgotten()` in the writer's triggers asks."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._seals: dict[str, dict[int, tuple[topics.Seal, ...]]] = {}
        self._version: int | None = None  # of the file, as changed by other processes
        self._times: Counter[str] = Counter()

    def forgotten(self, person: str | None, text: str | None) -> bool:
        return self.hit(person, text) is not None

    def hit(self, person: str | None, text: str | None) -> int | None:
        """The tombstone this text runs into for this person, if any."""
        seals = self._seals.get(person or "")
        return topics.mentions(self._key, seals, text) if seals and text else None

    def times(self, person: str) -> int:
        """How often somebody has forgotten something since the start: an answer that was begun before the last time
        may be made of it."""
        return self._times[person]

    def once_more(self, person: str) -> None:
        self._times[person] += 1

    @property
    def people(self) -> tuple[str, ...]:
        """Everybody who has forgotten something."""
        return tuple(self._seals)

    def refresh(self, db: sqlite3.Connection) -> None:
        version = db.execute("pragma data_version").fetchone()[0]
        if version != self._version:
            self.load(db)
            self._version = version

    def spoil(self) -> None:
        self._version = None

    def load(self, db: sqlite3.Connection) -> None:
        seals: dict[str, dict[int, tuple[topics.Seal, ...]]] = {}
        for person, tombstone, kind, length, sealed in db.execute(
                "select tombstone.person, tombstone.id, seal.kind, seal.length, seal.digest"
                " from tombstone join seal on seal.tombstone = tombstone.id"
                " where tombstone.kind = 'topic' and tombstone.lifted_at is null order by seal.rowid"):
            mine = seals.setdefault(person, {})
            mine[tombstone] = (*mine.get(tombstone, ()), topics.Seal(kind, length, sealed))
        self._seals = seals


def bury_topic(tx: Tx, key: bytes, person: str, scope: str, topic: topics.Topic, at: datetime, words: str = "") -> int:
    """Refuse a topic from now on, on every path. `words` only where the person wants to read it again."""
    made = tx.execute("insert into tombstone (scope, person, kind, words, made_at) values (?, ?, 'topic', ?, ?)",
                      (scope, person, words, iso(at)))
    number = int(made.lastrowid or 0)
    tx.executemany("insert into seal (tombstone, kind, length, digest) values (?, ?, ?, ?)",
                   [(number, seal.kind, seal.length, seal.digest) for seal in topics.seal(key, topic)])
    return number


def bury_value(tx: Tx, key: bytes, person: str, scope: str, proposition: tuple[str, str, str],
               places: list[tuple[int, str]], at: datetime) -> int:
    """Refuse a declined (slot, value key, polarity), and the quotes it was read from, for every extractor."""
    made = tx.execute("insert into tombstone (scope, person, kind, made_at) values (?, ?, 'declined', ?)",
                      (scope, person, iso(at)))
    number = int(made.lastrowid or 0)
    sealed = [("value", value_seal(key, person, proposition))]
    sealed += [("place", _place(key, message, quote)) for message, quote in places]
    tx.executemany("insert into seal (tombstone, kind, length, digest) values (?, ?, 1, ?)",
                   [(number, kind, digest_) for kind, digest_ in sealed])
    return number


def declined(tx: Tx, key: bytes, person: str, proposition: tuple[str, str, str]) -> int | None:
    """The tombstone of this declined value, if it stands."""
    return _standing(tx, person, "value", value_seal(key, person, proposition))


def declined_place(tx: Tx, key: bytes, person: str, message: int, quote: str) -> int | None:
    """The tombstone of a claim that was declined and had been read from this very quote."""
    return _standing(tx, person, "place", _place(key, message, quote))


def said_again(tx: Tx, tombstone: int, message: int) -> None:
    """Note that the person has said a declined thing anew, in a message younger than their no; asked about once."""
    tx.execute("update tombstone set said_again = :message where id = :id and asked_at is null and exists"
               " (select 1 from message where message.id = :message and message.sent_at > tombstone.made_at)",
               {"id": tombstone, "message": message})


def to_ask(tx: Tx, room: str) -> list[tuple[int, str]]:
    """(refusal, person) of declined things said anew in a room that nobody has asked about."""
    return tx.execute(
        "select tombstone.id, tombstone.person from tombstone join message on message.id = tombstone.said_again"
        " where message.room = ? and message.text <> '' and tombstone.asked_at is null and tombstone.lifted_at is null"
        " and message.scope = tombstone.scope order by tombstone.id", (room,)).fetchall()


def ask(tx: Tx, tombstone: int, person: str, at: datetime) -> tuple[datetime, str] | None:
    """(when it was declined, what was said anew) for the one question there is; None when it was asked before."""
    found = tx.execute("update tombstone set asked_at = ? where id = ? and person = ? and asked_at is null"
                       " returning made_at, (select text from message where id = said_again)",
                       (iso(at), tombstone, person)).fetchone()
    return (moment(found[0]), str(found[1])) if found else None


def lift(tx: Tx, act: Act, tombstone: int) -> None:
    """End a refusal; only a person does that, and the record says when."""
    tx.execute("update tombstone set lifted_at = ? where id = ?", (iso(act.at), tombstone))
    events.record(tx, act, "refusal.lifted", f"tombstone:{tombstone}")


def hold(tx: Tx, tombstone: int) -> None:
    """Count that a refusal held."""
    tx.execute("update tombstone set hits = hits + 1 where id = ?", (tombstone,))


def standing(tx: Tx, person: str, kind: str = "topic") -> list[Tombstone]:
    found = tx.execute("select id, kind, made_at, hits, words from tombstone"
                       " where person = ? and kind = ? and lifted_at is null order by id", (person, kind))
    return [Tombstone(row[0], row[1], moment(row[2]), row[3], row[4]) for row in found]


def _standing(tx: Tx, person: str, kind: str, sealed: str) -> int | None:
    found = tx.execute("select tombstone.id from seal join tombstone on tombstone.id = seal.tombstone"
                       " where seal.digest = ? and seal.kind = ? and tombstone.person = ?"
                       " and tombstone.lifted_at is null", (sealed, kind, person)).fetchone()
    return int(found[0]) if found else None


def value_seal(key: bytes, person: str, proposition: tuple[str, str, str]) -> str:
    """What storage keeps of a declined (slot, value key, polarity)."""
    return digest(key, "declined value", person, *proposition)


def _place(key: bytes, message: int, quote: str) -> str:
    return digest(key, "declined place", str(message), normalise(quote))
