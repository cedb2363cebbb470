"""Pairs: two claims that disagree, and what a person made of it. Undecided ones are cautions."""

from __future__ import annotations

from typing import Any

from memory import events
from memory.db import Tx, rows
from memory.domain import PairDecision, PairKind
from memory.errors import Refused
from memory.events import Act
from memory.timestamps import iso

UNDECIDED = "decision in ('pending', 'human_review')"


def note(tx: Tx, act: Act, scope: str, older: int, newer: int, kind: PairKind) -> int | None:
    """Record that two claims disagree; None when that is recorded already."""
    if tx.execute("select 1 from pair where (a = ? and b = ?) or (a = ? and b = ?)",
                  (older, newer, newer, older)).fetchone():
        return None
    made = tx.execute("insert into pair (scope, a, b, kind, found_at) values (?, ?, ?, ?, ?)",
                      (scope, older, newer, kind, iso(act.at)))
    number = int(made.lastrowid or 0)
    events.record(tx, act, "pair.found", f"pair:{number}", meta={"a": older, "b": newer, "kind": kind})
    return number


def undecided(tx: Tx, claim: int) -> list[dict[str, Any]]:
    """Open disagreements of a claim with claims that still stand."""
    return rows(tx.execute(
        f"select pair.* from pair join claim a on a.id = pair.a join claim b on b.id = pair.b"
        f" where (pair.a = ? or pair.b = ?) and pair.{UNDECIDED}"
        " and a.state in ('verified', 'candidate', 'contradicted') and a.revoked_at is null"
        " and b.state in ('verified', 'candidate', 'contradicted') and b.revoked_at is null order by pair.id",
        (claim, claim)))


def with_fact(tx: Tx, claim: int) -> list[dict[str, Any]]:
    """Open disagreements of a claim with a claim that is a fact."""
    return [pair for pair in undecided(tx, claim)
            if tx.execute("select 1 from fact where claim = ?", (other(pair, claim),)).fetchone()]


def other(pair: dict[str, Any], claim: int) -> int:
    return int(pair["b"] if pair["a"] == claim else pair["a"])


def find(tx: Tx, number: int) -> dict[str, Any] | None:
    found = rows(tx.execute("select * from pair where id = ?", (number,)))
    return found[0] if found else None


def decide(tx: Tx, act: Act, pair: dict[str, Any], decision: PairDecision) -> None:
    """Decide a disagreement, once.

    Raises:
        Refused: it was decided before ("already decided").
    """
    done = tx.execute(f"update pair set decision = ?, decided_at = ?, decided_by = ? where id = ? and {UNDECIDED}"
                      " returning id", (decision, iso(act.at), act.actor, pair["id"])).fetchone()
    if done is None:
        raise Refused("already decided", f"pair {pair['id']}")
    events.record(tx, act, "pair.decided", f"pair:{pair['id']}", meta={"decision": decision})


def reopen(tx: Tx, act: Act, number: int) -> None:
    """Make a decided disagreement open again."""
    tx.execute("update pair set decision = 'pending', decided_at = null, decided_by = null where id = ?", (number,))
    events.record(tx, act, "pair.reopened", f"pair:{number}", meta={"decision": PairDecision.PENDING})


def dismiss_all(tx: Tx, act: Act, claim: int) -> None:
    """A claim that no longer stands disagrees with nothing."""
    for pair in rows(tx.execute(f"select * from pair where (a = ? or b = ?) and {UNDECIDED}", (claim, claim))):
        decide(tx, act, pair, PairDecision.DISMISSED)
