"""Peers: the standing claims of a person in a scope that a new one is compared with. Its cost is flat in their number.

Compared are the newest `NEWEST` claims, every value of a single-valued slot, the same value in a slot of many whatever
its age, and, once there are more than `NEWEST`, for each word of the new one the older facts that hold it: all of them
where the word is telling, the newest few where it is common.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import NamedTuple

from memory.attributes import attribute
from memory.claims import Home, proposition
from memory.contradict import Proposition
from memory.contradict.rivals import Statements
from memory.db import Tx
from memory.decision import Known
from memory.domain import Candidate, Polarity
from memory.text import query_words, scope_token

NEWEST = 500  # DESIGN 5
SLOT = 200  # values of one single-valued slot; a person has fewer, undecided ones included
TELLING = 16  # a word that fewer older facts hold tells them apart
COMMON = 2  # of those that hold another word
STANDING = ("verified", "candidate")
KEPT = 5000  # claims held in memory, about 1 kB each
_POLARITY = {str(polarity): polarity for polarity in Polarity}


class Peer(NamedTuple):
    """A claim as the contradiction rules and the decision step read it; a tuple, because a scan looks at hundreds."""

    id: int
    says: Proposition
    known: Known


class Peers:
    """The peers of claims in one database.

    A claim never moves, so a row that was read is held by its number and a scan asks the file for numbers only. Whoever
    erases claims, puts one in other words or takes a transaction back calls `drop`.
    """

    def __init__(self) -> None:
        self._read: dict[int, Peer] = {}
        self._statements = Statements()

    def drop(self) -> None:
        """Let go of every word held."""
        self._read, self._statements = {}, Statements()

    def rivals(self, tx: Tx, home: Home, candidate: Candidate) -> list[Peer]:
        """Those of its peers that `candidate` can disagree with, by its own slot or by their words. To compare all of
        them would take most of a write's time."""
        same, others = _beside(tx, home, candidate)
        found = self._rows(tx, (*same, *others))
        numbers = self._statements.rivals(candidate.statement, set(others)).union(same)
        return [peer for peer in found if peer.id in numbers]

    def standing(self, tx: Tx, home: Home) -> list[Known]:
        """The newest standing claims of a person in a scope, as the decision step reads them."""
        return [peer.known for peer in self._rows(tx, _newest(tx, "credited = ?", [home.credited], home.scope, NEWEST))]

    def alike(self, tx: Tx, home: Home, candidate: Candidate, limit: int) -> list[int]:
        """The newest peers that answer the same question, of its own slot first: ids of at most `limit`."""
        slot = proposition(candidate)[0]
        same = _newest(tx, "credited = ? and slot = ?", [home.credited, slot], home.scope, limit)
        recent = _newest(tx, "credited = ?", [home.credited], home.scope, NEWEST) if len(same) < limit else []
        others = [peer.id for peer in self._rows(tx, recent) if peer.known.attribute == candidate.attribute]
        return list(dict.fromkeys((*same, *others)))[:limit]

    def _rows(self, tx: Tx, numbers: Iterable[int]) -> list[Peer]:
        """The peers with these numbers, in their order, each once."""
        wanted, held = list(dict.fromkeys(numbers)), self._read
        missing = [number for number in wanted if number not in held]
        if missing:
            if len(held) + len(missing) > KEPT:
                kept = [held[number] for number in wanted if number in held]
                self.drop()
                held = self._read
                for peer in kept:
                    self._hold(peer)
            for row in tx.execute("select id, subject, attribute, value, polarity, statement from claim"
                                  " where id in (select value from json_each(?))", (json.dumps(missing),)):
                known = Known(row[0], row[1], row[2], row[3], _POLARITY[row[4]], row[5])
                self._hold(Peer(known.id, Proposition(known.statement, known.subject, known.attribute, known.value,
                                                      known.polarity), known))
        return [held[number] for number in wanted]

    def _hold(self, peer: Peer) -> None:
        self._read[peer.id] = peer
        self._statements.add(peer.id, peer.says.statement)


def _beside(tx: Tx, home: Home, candidate: Candidate) -> tuple[list[int], list[int]]:
    """(claims of its own slot, newer ones and those that share words), each from the newest."""
    slot, value, _ = proposition(candidate)
    where, keys = "credited = ? and slot = ?", [home.credited, slot]
    if not attribute(candidate.attribute).single:
        where, keys = f"{where} and value_key = ?", [*keys, value]
    same = _newest(tx, where, keys, home.scope, SLOT)
    recent = _newest(tx, "credited = ?", [home.credited], home.scope, NEWEST)
    older = _sharing_words(tx, home, candidate.statement, recent[-1]) if len(recent) == NEWEST else []
    return same, recent + older


def _newest(tx: Tx, where: str, parameters: list[str], scope: str, limit: int) -> list[int]:
    """State by state, so that each select walks its index from the new end and stops."""
    numbers = [row[0] for state in STANDING for row in tx.execute(
        f"select id from claim where {where} and state = ? and scope = ? and revoked_at is null"
        " order by id desc limit ?", (*parameters, state, scope, limit))]
    return sorted(numbers, reverse=True)[:limit]


def _sharing_words(tx: Tx, home: Home, statement: str, before: int) -> list[int]:
    """By number, not by rank: ranking would read every fact that holds a common word."""
    found: set[int] = set()
    for terms in query_words(statement):
        if terms[0].isdigit():
            continue  # two statements with one number need not be about one thing
        any_form = " OR ".join(f'"{term}"' for term in terms)
        holding = [row[0] for row in tx.execute(
            "select rowid from fact_words where fact_words match ? and rowid < ? order by rowid desc limit ?",
            (f"{scope_token(home.scope)} AND ({any_form})", before, TELLING))]
        found.update(holding if len(holding) < TELLING else holding[:COMMON])
    return [row[0] for row in tx.execute(
        "select id from claim where id in (select value from json_each(?)) and credited = ? and scope = ?"
        " and state = 'verified' and revoked_at is null order by id desc",
        (json.dumps(sorted(found)), home.credited, home.scope))]
