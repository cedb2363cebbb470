"""Peers: the standing claims of a person in a scope that a new one is compared with. Its cost is flat in their number.

Compared are the newest `NEWEST` claims, every value of a single-valued slot, the same value in a slot of many whatever
its age, and, once there are more than `NEWEST`, for each word of the new one the `SHARING` newest older facts that hold
it: all of them where the word is telling, a few where it is common.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from memory.attributes import attribute
from memory.claims import Home, proposition
from memory.contradict import Proposition
from memory.db import Tx
from memory.decision import Known
from memory.domain import Candidate, Polarity
from memory.text import query_tokens, scope_token

NEWEST = 500  # DESIGN 5
SLOT = 200  # values of one single-valued slot; a person has fewer, undecided ones included
SHARING = 16
STANDING = ("verified", "candidate")
_COLUMNS = "select id, statement, subject, attribute, value, polarity from claim"
_POLARITY = {str(polarity): polarity for polarity in Polarity}


class Peer(NamedTuple):
    """A claim as the contradiction rules read it; a tuple, because a scan makes a thousand."""

    id: int
    says: Proposition


def of(tx: Tx, home: Home, candidate: Candidate) -> list[Peer]:
    """What `candidate` is compared with, those of its own slot first."""
    slot, value, _ = proposition(candidate)
    where, keys = "credited = ? and slot = ?", [home.credited, slot]
    if not attribute(candidate.attribute).single:
        where, keys = f"{where} and value_key = ?", [*keys, value]
    same = _newest(tx, where, keys, home.scope, SLOT)
    recent = _newest(tx, "credited = ?", [home.credited], home.scope, NEWEST)
    older = _sharing_words(tx, home, candidate.statement, recent[-1][0]) if len(recent) == NEWEST else []
    found = {row[0]: row for row in (*same, *recent, *older)}
    return [Peer(row[0], Proposition(row[1], row[2], row[3], row[4], _POLARITY[row[5]])) for row in found.values()]


def standing(tx: Tx, home: Home) -> list[Known]:
    """The newest standing claims of a person in a scope, as the decision step reads them."""
    return [Known(row[0], row[2], row[3], row[4], _POLARITY[row[5]], row[1])
            for row in _newest(tx, "credited = ?", [home.credited], home.scope, NEWEST)]


def alike(tx: Tx, home: Home, candidate: Candidate, limit: int) -> list[int]:
    """The newest peers that answer the same question, of its own slot first: ids of at most `limit`."""
    slot = proposition(candidate)[0]
    same = _newest(tx, "credited = ? and slot = ?", [home.credited, slot], home.scope, limit)
    recent = _newest(tx, "credited = ?", [home.credited], home.scope, NEWEST) if len(same) < limit else []
    others = (row for row in recent if row[3] == candidate.attribute)
    return list(dict.fromkeys(row[0] for row in (*same, *others)))[:limit]


def _newest(tx: Tx, where: str, parameters: list[str], scope: str, limit: int) -> list[tuple[Any, ...]]:
    """State by state, so that each select walks its index from the new end and stops."""
    rows = [row for state in STANDING for row in tx.execute(
        f"{_COLUMNS} where {where} and state = ? and scope = ? and revoked_at is null order by id desc limit ?",
        (*parameters, state, scope, limit))]
    return sorted(rows, key=lambda row: -int(row[0]))[:limit]


def _sharing_words(tx: Tx, home: Home, statement: str, before: int) -> list[tuple[Any, ...]]:
    """By number, not by rank: ranking would read every fact that holds a common word."""
    scope = scope_token(home.scope)
    found = {row[0] for word in query_tokens(statement) for row in tx.execute(
        "select rowid from fact_words where fact_words match ? and rowid < ? order by rowid desc limit ?",
        (f'{scope} AND "{word}"', before, SHARING))}
    return tx.execute(f"{_COLUMNS} where id in ({', '.join('?' * len(found))}) and credited = ? and scope = ?"
                      " and state = 'verified' and revoked_at is null order by id desc",
                      (*found, home.credited, home.scope)).fetchall()
