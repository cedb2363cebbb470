"""Undo: the inverse of a person's last act, as an act of its own. A forget has none: there is nothing to restore."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from memory import claims, events, facts, flips, observers, pairs, shares, tombstones
from memory.db import Tx
from memory.domain import Claim, State
from memory.errors import GroundMoved, NotFound, Refused
from memory.events import Act

FORGETS = ("topic.forgotten", "claim.forgotten")
UNDONE = "act.undone"


@dataclass(frozen=True, slots=True)
class Undone:
    """What an undo put back: the claims as they are now."""

    claims: tuple[Claim, ...]


def undo(tx: Tx, act: Act, person: str, visible: Callable[[Claim], bool]) -> Undone:
    """Take back the person's last decision, edit, correction or /remember.

    Raises:
        NotFound: there is nothing to take back. Refused: "forgotten", the last act was a forget; "elsewhere", it was
        about something that may not be shown here. GroundMoved: something it changed has changed again since, or
        the words it stood on are gone.
    """
    lines = _last_act(tx, person)
    numbers = list(dict.fromkeys(int(line["target"][6:]) for line in lines if "row" in line["meta"]))
    for number in numbers:
        if not _as_left(tx, number, lines) or not claims.evidence(tx, number):
            raise GroundMoved(str(number))
        if not visible(claims.owned(tx, number, person)):
            raise Refused("elsewhere", str(number))
    for line in lines:
        if line["verb"] == "pair.decided":
            pairs.reopen(tx, act, int(line["target"].partition(":")[2]))
        elif line["verb"] == "value.declined":
            tombstones.lift(tx, act, int(line["target"].partition(":")[2]))
    first = int(lines[0]["seq"])
    order = sorted(numbers, key=lambda n: _before(tx, n, first) is not None)  # new ones go before old ones return
    restored = [_restore(tx, act, number, _before(tx, number, first), first) for number in order]
    events.record(tx, act, UNDONE, f"person:{person}", meta={"undone": lines[0]["meta"]["act"]})
    return Undone(tuple(restored))


def _last_act(tx: Tx, person: str) -> list[dict[str, Any]]:
    """The events of the person's last act that is not undone, in order."""
    undone: set[str] = set()
    for verb, meta in tx.execute("select verb, meta from event where actor = ? order by seq desc", (person,)):
        read = json.loads(meta)
        if verb == UNDONE:
            undone |= {read["undone"], read["act"]}
        elif verb in FORGETS:
            raise Refused("forgotten")
        elif (verb.startswith("claim.") or verb == "pair.decided") and read["act"] not in undone:
            return [line | {"meta": json.loads(line["meta"])} for line in events.of_act(tx, person, read["act"])]
    raise NotFound("There is nothing to undo.")


def _before(tx: Tx, number: int, seq: int) -> dict[str, Any] | None:
    """The claim's row as the record has it before an event; None when it did not exist."""
    images = [line["meta"]["row"] for line in events.of_target(tx, f"claim:{number}")
              if line["seq"] < seq and "row" in line["meta"]]
    return images[-1] if images else None


def _as_left(tx: Tx, number: int, lines: list[dict[str, Any]]) -> bool:
    """Does a claim still stand as the act left it? What was undone since does not count as a change."""
    left = next(line["meta"]["row"] for line in reversed(lines)
                if line["target"] == f"claim:{number}" and "row" in line["meta"])
    now = tx.execute("select state, revoked_at, valid_to from claim where id = ?", (number,)).fetchone()
    return bool(now == (left["state"], left["revoked_at"], left["valid_to"]))


def _restore(tx: Tx, act: Act, number: int, image: dict[str, Any] | None, since: int) -> Claim:
    """Put a claim back as it was before event `since`, and what it was shared with."""
    claim = claims.find(tx, number)
    if claim is None:
        raise GroundMoved(str(number))
    facts.retire(tx, number)
    if image is None:
        pairs.dismiss_all(tx, act, number)
        return claims.move(tx, act, claim, State.DEPRECATED, "undone") if claim.state is not State.DEPRECATED else claim
    restored = claims.restore(tx, act, claim, image)
    if restored.state is State.VERIFIED and observers.quarantined(tx, restored):
        return claims.move(tx, act, restored, State.CONTRADICTED, "quarantine")
    if restored.state is State.VERIFIED and (restored.valid_to is None or restored.valid_to >= act.at.date()):
        facts.establish(tx, restored, claims.sessions(tx, number))
        shares.again(tx, act, restored, since)
    flips.settle(tx, act, number)
    return claims.owned(tx, number, restored.credited)
