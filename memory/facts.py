"""Facts: the only memory a model is given as true. One row, its index words and its vector come and go together."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np

from memory import messages
from memory.attributes import attribute
from memory.db import Tx
from memory.domain import Claim
from memory.ports import Vector
from memory.text import TOKENISER_VERSION, concept_token, concepts, index_tokens, scope_token
from memory.timestamps import iso


def establish(tx: Tx, claim: Claim, sessions: int) -> None:
    """Make the fact of a verified claim: from now on a model may be given it."""
    tx.execute(
        "insert into fact (claim, scope, person, attribute, value, statement, language, always_on, said_at, sessions,"
        " valid_from, valid_to) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (claim.id, claim.scope, claim.credited, claim.attribute, claim.value, claim.statement, claim.language,
         int(claim.subject == "self" and attribute(claim.attribute).always_on), iso(claim.recorded_at), sessions,
         claim.valid_from and claim.valid_from.isoformat(), claim.valid_to and claim.valid_to.isoformat()))
    tx.execute("insert into fact_words (rowid, tokens) values (?, ?)", (claim.id, found_by(tx, claim.id)))
    tx.execute("insert into fact_vector (claim, scope, model, vector) select claim, scope, model, vector"
               " from claim_vector where claim = ?", (claim.id,))
    tx.execute("delete from claim_vector where claim = ?", (claim.id,))


def retire(tx: Tx, claim: int) -> bool:
    """Take the fact away, index and vector with it; the claim stays, unindexed. The one way a fact ends."""
    if tx.execute("select 1 from fact where claim = ?", (claim,)).fetchone() is None:
        return False
    tx.execute("insert into fact_words (fact_words, rowid, tokens) values ('delete', ?, ?)",
               (claim, found_by(tx, claim)))
    for table in ("fact_vector", "still", "fact"):
        tx.execute(f"delete from {table} where claim = ?", (claim,))
    return True


@contextmanager
def reworded(tx: Tx, claim: int) -> Iterator[None]:
    """Whatever changes the index words of a fact happens inside: they are taken out before and put in after."""
    tx.execute("insert into fact_words (fact_words, rowid, tokens) values ('delete', ?, ?)",
               (claim, found_by(tx, claim)))
    yield
    tx.execute("insert into fact_words (rowid, tokens) values (?, ?)", (claim, found_by(tx, claim)))


def reword(tx: Tx, claim: int) -> None:
    """Take over a claim's statement where it was said in other words: the index follows, the vector is made anew."""
    for table in ("fact_vector", "claim_vector"):
        tx.execute(f"delete from {table} where claim = ?", (claim,))
    tx.execute("insert into embed_pending values (?) on conflict do nothing", (claim,))
    if tx.execute("select 1 from fact where claim = ?", (claim,)).fetchone() is None:
        return
    with reworded(tx, claim):
        tx.execute("update fact set statement = (select statement from claim where id = ?) where claim = ?",
                   (claim, claim))
    tx.execute("insert into scope_revision select scope, 1 from fact where claim = ?"
               " on conflict (scope) do update set revision = revision + 1", (claim,))


def close(tx: Tx, claim: int) -> None:
    """Let a fact end when its claim does."""
    tx.execute("update fact set valid_to = (select valid_to from claim where id = ?) where claim = ?", (claim, claim))


def cite(tx: Tx, claim: int, sessions: int) -> None:
    """Note that a fact was said again."""
    tx.execute("update fact set sessions = ? where claim = ? and sessions <> ?", (sessions, claim, sessions))


def embed(tx: Tx, claim: int, scope: str, model: str, vector: Vector) -> None:
    """Keep a vector: beside the fact if there is one, else apart, for the gateway only. One of zeros is none: its model
    could not read the statement, which words find."""
    table = "fact_vector" if tx.execute("select 1 from fact where claim = ?", (claim,)).fetchone() else "claim_vector"
    tx.execute(f"delete from {table} where claim = ?", (claim,))
    if vector.any():
        tx.execute(f"insert into {table} (claim, scope, model, vector) values (?, ?, ?, ?)",
                   (claim, scope, model, vector.astype(np.float32).tobytes()))
    tx.execute("delete from embed_pending where claim = ?", (claim,))


def vector_of(tx: Tx, claim: int, model: str) -> Vector | None:
    """The vector of a claim, fact or not, if this model has made one."""
    for table in ("fact_vector", "claim_vector"):
        found = tx.execute(f"select vector from {table} where claim = ? and model = ?", (claim, model)).fetchone()
        if found:
            return np.frombuffer(found[0], dtype=np.float32)
    return None


def embedded(tx: Tx, scopes: Sequence[str]) -> bool:
    """Whether any fact that is seen in these scopes has a vector, so that one of a message can be of use."""
    marks = ", ".join("?" * len(scopes))
    return bool(tx.execute(
        f"select exists (select 1 from fact_vector where scope in ({marks}))"
        f" or exists (select 1 from share join fact_vector on fact_vector.claim = share.claim"
        f"            where share.scope in ({marks}))", (*scopes, *scopes)).fetchone()[0])


def unembedded(tx: Tx, limit: int) -> list[tuple[int, str, str]]:
    """(claim, scope, statement) of facts and queued claims that wait for their vector."""
    return tx.execute(
        "select claim.id, claim.scope, claim.statement from embed_pending"
        " cross join claim on claim.id = embed_pending.claim"  # cross: few wait, so begin with those
        " where exists (select 1 from fact where fact.claim = claim.id)"
        " or (claim.state = 'candidate' and claim.revoked_at is null) limit ?", (limit,)).fetchall()


def awaits_vector(tx: Tx, claim: int) -> bool:
    """Whether a claim is there and the embedder in use has not turned its words into a vector yet."""
    return tx.execute("select 1 from embed_pending where claim = ?", (claim,)).fetchone() is not None


def embed_with(tx: Tx, model: str) -> None:
    """From now on vectors are this model's: what has only another's waits for a new one."""
    found = tx.execute("select value from meta where name = 'embedder'").fetchone()
    if found and found[0] == model:
        return
    tx.execute("insert into embed_pending select id from claim"
               " where not exists (select 1 from fact_vector where fact_vector.claim = claim.id and model = :model)"
               " and not exists (select 1 from claim_vector where claim_vector.claim = claim.id and model = :model)"
               " on conflict do nothing", {"model": model})
    tx.execute("insert into meta values ('embedder', ?) on conflict (name) do update set value = excluded.value",
               (model,))


def reindex_if_changed(tx: Tx) -> int:
    """Rebuild the word indexes when they were made by another version of the tokeniser; rows done."""
    found = tx.execute("select value from meta where name = 'tokeniser'").fetchone()
    if found and found[0] == str(TOKENISER_VERSION):
        return 0
    done = reindex(tx)
    tx.execute("insert into meta values ('tokeniser', ?) on conflict (name) do update set value = excluded.value",
               (str(TOKENISER_VERSION),))
    return done


def reindex(tx: Tx) -> int:
    """Make both word indexes anew from the rows."""
    for index in ("fact_words", "message_words"):
        tx.execute(f"insert into {index} ({index}) values ('delete-all')")
    facts = [row[0] for row in tx.execute("select claim from fact")]
    tx.executemany("insert into fact_words (rowid, tokens) values (?, ?)", [(c, found_by(tx, c)) for c in facts])
    said = tx.execute("select id, room, text from message where indexed = 1").fetchall()
    tx.executemany("insert into message_words (rowid, tokens) values (?, ?)",
                   [(number, messages.found_by(room, text)) for number, room, text in said])
    return len(facts) + len(said)


def found_by(tx: sqlite3.Connection, claim: int) -> str:
    """What a fact is found by: its scopes, the day, its words and what it is about."""
    scope, statement, said_at, value, slot = tx.execute(
        "select scope, statement, said_at, value, attribute from fact where claim = ?", (claim,)).fetchone()
    words = dict.fromkeys(index_tokens(statement) + index_tokens(value))
    about = sorted(concept_token(concept) for concept in concepts(statement, slot))
    shared = [scope_token(row[0]) for row in tx.execute("select scope from share where claim = ? order by scope",
                                                        (claim,))]
    return " ".join([scope_token(scope), *shared, said_at[:10].replace("-", ""), *words, *about])
