"""Rebuilding: the current claims, evidence, pairs, facts and shares made again from events and content, and compared.

Beliefs are a projection of the record, not the only copy. What a forget erased is absent from both sides.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from memory.claims import proposition_of
from memory.db import Tx, rows
from memory.shares import follow, makes_a_fact

Row = dict[str, Any]
_CLAIM = ("scope", "room", "credited", "subject", "attribute", "value", "slot", "value_key", "polarity", "statement",
          "language", "type", "typed_by", "state", "reason", "origin", "extractor", "action", "target", "recorded_at",
          "decided_at", "decided_by", "revoked_at", "valid_from", "valid_to", "expires_at")
_EVIDENCE = ("quote", "source", "independent")
_PAIR = ("a", "b", "kind", "decision")
_FACT = ("scope", "person", "attribute", "value", "statement", "language", "said_at", "sessions", "valid_from",
         "valid_to")


@dataclass
class Projection:
    """The current tables by key: claim number, (claim, message), pair number, claim number; scopes a fact is shared
    with by claim number."""

    claims: dict[Any, Row] = field(default_factory=dict)
    evidence: dict[Any, Row] = field(default_factory=dict)
    pairs: dict[Any, Row] = field(default_factory=dict)
    facts: dict[Any, Row] = field(default_factory=dict)
    shares: dict[Any, set[str]] = field(default_factory=dict)


def replay(tx: Tx) -> Projection:
    """What the record says the tables should be."""
    made = Projection()
    texts = dict(tx.execute("select id, body from content").fetchall())
    for event in rows(tx.execute("select at, verb, target, after, meta from event order by seq")):
        meta = json.loads(event["meta"]) | {"at": event["at"]}
        _apply(made, event["verb"], event["target"], event["after"], meta, texts)
    for claim in made.claims.values():
        if claim["target"] not in made.claims:
            claim["target"] = None  # what it would have changed was forgotten
    made.facts = {number: _fact(number, claim, made) for number, claim in made.claims.items()
                  if makes_a_fact(claim, claim["left_at"])}
    made.shares = {number: scopes for number, scopes in made.shares.items() if scopes and number in made.facts}
    return made


def current(tx: Tx) -> Projection:
    """What the tables are."""
    def table(sql: str, columns: tuple[str, ...]) -> dict[Any, Row]:
        return {_key(row): {name: row[name] for name in columns} for row in rows(tx.execute(sql))}

    shared: dict[Any, set[str]] = {}
    for claim, scope in tx.execute("select claim, scope from share"):
        shared.setdefault(claim, set()).add(scope)
    return Projection(table("select id as k, * from claim", _CLAIM),
                      table("select claim as k, message as k2, * from evidence", _EVIDENCE),
                      table("select id as k, * from pair", _PAIR), table("select claim as k, * from fact", _FACT),
                      shared)


def differences(tx: Tx) -> list[str]:
    """Where record and tables disagree, each as "table number: columns"; [] when they are equal."""
    wanted, found = replay(tx), current(tx)
    lines: list[str] = []
    for name in ("claims", "evidence", "pairs", "facts"):
        lines += _differ(name, getattr(wanted, name), getattr(found, name))
    lines += [f"shares {number}: scopes" for number in sorted(wanted.shares.keys() | found.shares.keys())
              if wanted.shares.get(number) != found.shares.get(number)]
    return lines


def _differ(name: str, wanted: Mapping[Any, Row], found: Mapping[Any, Row]) -> list[str]:
    lines = [f"{name} {key}: in the record, not in the table" for key in sorted(wanted.keys() - found.keys())]
    lines += [f"{name} {key}: in the table, not in the record" for key in sorted(found.keys() - wanted.keys())]
    for key in sorted(wanted.keys() & found.keys()):
        other = [column for column in found[key] if wanted[key].get(column) != found[key][column]]
        if other:
            lines.append(f"{name} {key}: {', '.join(other)}")
    return lines


def _apply(made: Projection, verb: str, target: str, after: int | None, meta: Row, texts: Mapping[int | None, str]
           ) -> None:
    kind, _, number = target.partition(":")
    if kind == "claim":
        follow(made.shares.setdefault(int(number), set()), verb, meta)
    if verb in ("topic.forgotten", "claim.forgotten"):
        _forget(made, meta)
    elif verb in ("evidence.added", "evidence.reworded") and after in texts:
        made.evidence[int(number), meta["message"]] = {"quote": texts[after], "source": meta["source"],
                                                       "independent": int(meta["independent"])}
    elif verb == "evidence.withdrawn":
        made.evidence.pop((int(number), meta["message"]), None)
    elif verb == "pair.found":
        made.pairs[int(number)] = {"a": meta["a"], "b": meta["b"], "kind": meta["kind"], "decision": "pending"}
    elif verb in ("pair.decided", "pair.reopened") and int(number) in made.pairs:
        made.pairs[int(number)]["decision"] = meta["decision"]
    elif kind == "claim" and "row" in meta and after in texts:
        words = json.loads(texts[after])
        slot, value_key = proposition_of(words["subject"], words["attribute"], words["value"])
        made.claims[int(number)] = meta["row"] | words | {"slot": slot, "value_key": value_key, "left_at": meta["at"]}


def _forget(made: Projection, meta: Row) -> None:
    gone = set(meta.get("claims", ()))
    made.claims = {k: v for k, v in made.claims.items() if k not in gone}
    made.evidence = {k: v for k, v in made.evidence.items() if k[0] not in gone}
    made.pairs = {k: v for k, v in made.pairs.items() if v["a"] not in gone and v["b"] not in gone}


def _fact(number: int, claim: Row, made: Projection) -> Row:
    sessions = len({row["source"] for (of, _), row in made.evidence.items() if of == number})
    return {name: claim[name] for name in ("scope", "attribute", "value", "statement", "language", "valid_from",
                                         "valid_to")} | {
        "person": claim["credited"], "said_at": claim["recorded_at"], "sessions": sessions}


def _key(row: Row) -> Any:
    return (row["k"], row["k2"]) if "k2" in row else row["k"]
