"""Sharing: a person's own fact, made visible in one more scope for as long as it is a fact.

A share holds no words. The second scope reads the fact row itself, so whatever ends the fact (forgetting, a
correction, a decline, its time) ends what was shared, in the same statement: the row goes with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from memory import events
from memory.db import Tx
from memory.domain import Claim, ClaimType, State
from memory.errors import Refused
from memory.events import Act
from memory.facts import reworded
from memory.reader import Reader
from memory.timestamps import iso


def give(tx: Tx, act: Act, claim: Claim, scope: str) -> bool:
    """Show a fact in a scope too; False when it is visible there already.

    Raises:
        Refused: "not a fact"; "hypothesis", which never leaves its room (DESIGN 2).
    """
    if claim.type is ClaimType.HYPOTHESIS:
        raise Refused("hypothesis", str(claim.id))
    if tx.execute("select 1 from fact where claim = ?", (claim.id,)).fetchone() is None:
        raise Refused("not a fact", str(claim.id))
    if scope == claim.scope or scope in of(tx, claim.id):
        return False
    with reworded(tx, claim.id):
        tx.execute("insert into share (claim, scope, since) values (?, ?, ?)", (claim.id, scope, iso(act.at)))
    events.record(tx, act, "share.given", f"claim:{claim.id}", meta={"scope": scope})
    return True


def end(tx: Tx, act: Act, claim: Claim) -> list[str]:
    """Take a fact back out of every scope it was shared with; which those were."""
    scopes = of(tx, claim.id)
    if scopes:
        with reworded(tx, claim.id):
            tx.execute("delete from share where claim = ?", (claim.id,))
        events.record(tx, act, "share.ended", f"claim:{claim.id}", meta={"scopes": scopes})
    return scopes


def again(tx: Tx, act: Act, claim: Claim, before: int) -> None:
    """Share a fact that an undo brought back where it was shared before event `before`, unless that was ended since."""
    lines = events.of_target(tx, f"claim:{claim.id}")
    standing: set[str] = set()
    for line in lines:
        if line["seq"] < before:
            follow(standing, line["verb"], line["meta"] | {"at": line["at"]})
        elif line["verb"] == "share.ended":
            standing -= set(line["meta"]["scopes"])
    for scope in sorted(standing):
        give(tx, act, claim, scope)


def follow(scopes: set[str], verb: str, meta: Mapping[str, Any]) -> None:
    """What one event of a claim, with its time "at", does to the scopes it is shared with: they end with the fact."""
    if verb == "share.given":
        scopes.add(meta["scope"])
    elif verb == "share.ended":
        scopes.difference_update(meta["scopes"])
    elif "row" in meta and not makes_a_fact(meta["row"], meta["at"]):
        scopes.clear()


def makes_a_fact(row: Mapping[str, Any], at: str) -> bool:
    """Whether a claim that an event left like this at that moment (ISO text) is a fact."""
    if row["state"] != State.VERIFIED or row["revoked_at"] is not None:
        return False
    return row["valid_to"] is None or bool(row["valid_to"] >= at[:10])


def of(tx: Tx, claim: int) -> list[str]:
    """The scopes a fact is shared with."""
    return [row[0] for row in tx.execute("select scope from share where claim = ? order by scope", (claim,))]


def visible(reader: Reader) -> list[int]:
    """Facts the reader's scopes see only because they were shared with them."""
    return [row[0] for row in reader.select("select claim from {share}")]
