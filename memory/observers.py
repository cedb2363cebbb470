"""Observers: who formed a claim (a person, an importer, a model, the patterns), how often they were right, and whether
they are set aside. All of it is read from the record of events; nothing about an observer is kept anywhere else.

A record is made of guesses and what came of them: a hypothesis, and an outcome that somebody else observed. A guess
that nobody answered in its lifetime is expired, which counts for nothing (the claim model: "an unanswered question
must never lower a score the way a wrong answer does").
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from memory import claims, contradict, events, facts
from memory.db import Tx, rows
from memory.domain import Claim, ClaimType, Polarity, State
from memory.events import Act
from memory.text import STOP_WORDS, negated, normalise, root, words
from memory.timestamps import iso

QUARANTINED, LIFTED, SCORED = "observer.quarantined", "observer.lifted", "observer.scored"
RIGHT, WRONG, EXPIRED = "right", "wrong", "expired"
PRIOR, PRIOR_WEIGHT = 0.5, 10  # a neutral score that counts like this many guesses: three of three must not say much
ENOUGH = 20  # resolved guesses from which on a record scales confidence (DESIGN 2)


@dataclass(frozen=True, slots=True)
class Observer:
    """One observer's standing. `brier`: mean of (1 - right)^2 over resolved guesses, shrunk to 0.5; 0 is best."""

    name: str
    claims: int
    facts: int
    right: int = 0
    wrong: int = 0
    expired: int = 0
    quarantined: bool = False

    @property
    def resolved(self) -> int:
        return self.right + self.wrong

    @property
    def brier(self) -> float:
        return (self.wrong + PRIOR * PRIOR_WEIGHT) / (self.resolved + PRIOR_WEIGHT)

    @property
    def low_sample(self) -> bool:
        return self.resolved < ENOUGH

    @property
    def trust(self) -> float:
        """What confidence is multiplied with: 1 until enough is resolved, then between 0.5 (wrong) and 1.5 (right)."""
        return 1.0 if self.low_sample else 1.5 - self.brier


def of(claim: Claim, extractor: str) -> tuple[str, ...]:
    """The observers a claim hangs on: who formed it, and whose words it was formed from."""
    return tuple(dict.fromkeys((extractor, claim.credited)))


def extractor(tx: Tx, claim: int) -> str:
    return str(tx.execute("select extractor from claim where id = ?", (claim,)).fetchone()[0])


def quarantined(tx: Tx, claim: Claim) -> bool:
    """Whether one of those a claim hangs on is set aside at this moment."""
    return any(_set_aside(tx, name) for name in of(claim, extractor(tx, claim.id)))


def quarantine(tx: Tx, act: Act, name: str) -> list[int] | None:
    """Set an observer aside: nothing of theirs promotes, what was promoted is hidden, capture goes on.

    The numbers hidden now; None when they were set aside before.
    """
    if _set_aside(tx, name):
        return None
    events.record(tx, act, QUARANTINED, f"observer:{name}")
    hidden = [row[0] for row in tx.execute(
        "select id from claim where (extractor = ? or credited = ?) and state = 'verified' and revoked_at is null"
        " order by id", (name, name)).fetchall()]
    for number in hidden:
        facts.retire(tx, number)
        claim = claims.find(tx, number)
        if claim is not None:
            claims.move(tx, act, claim, State.CONTRADICTED, "quarantine")
    return hidden


def lift(tx: Tx, act: Act, name: str) -> bool:
    """End a quarantine. What it hid stays hidden until its person restores it; False when there was none."""
    if not _set_aside(tx, name):
        return False
    events.record(tx, act, LIFTED, f"observer:{name}")
    return True


def all_of(tx: Tx) -> list[Observer]:
    """Everybody who formed a claim, guessed or is set aside, by name."""
    both = "select extractor as name, id from claim union select credited, id from claim"
    made = dict(tx.execute(f"select name, count(*) from ({both}) group by name").fetchall())
    held = dict(tx.execute(f"select name, count(*) from ({both}) join fact on claim = id group by name").fetchall())
    told = {row[0][9:] for row in tx.execute("select distinct target from event where target like 'observer:%'")}
    return [Observer(name, made.get(name, 0), held.get(name, 0), *_score(tx, name), _set_aside(tx, name))
            for name in sorted(made.keys() | told)]


def trust(tx: Tx, claim: Claim) -> float:
    """What this claim's confidence is multiplied with, by the records of those it hangs on; a bad one decides."""
    scores = [Observer(name, 0, 0, *_score(tx, name)).trust for name in of(claim, extractor(tx, claim.id))]
    return min(scores) if min(scores) < 1 else max(scores)


def resolve(tx: Tx, act: Act, outcome: Claim) -> list[int]:
    """Score the open guesses that an outcome, once it is a fact, answers; their numbers.

    Only somebody else's observation counts, made no earlier than the guess, about the same thing in the same scope.
    """
    if outcome.type is not ClaimType.OUTCOME or outcome.state is not State.VERIFIED:
        return []
    answered = []
    for guess in _open_guesses(tx, outcome.scope):
        if guess.credited == outcome.credited or guess.recorded_at > outcome.recorded_at:
            continue
        came = _came_of(guess, outcome)
        if came is not None:
            _record(tx, act, guess, came, outcome.id)
            answered.append(guess.id)
    return answered


def expire(tx: Tx, act: Act) -> int:
    """Close the guesses whose lifetime is over without an answer; how many."""
    over = [_found(tx, row[0]) for row in tx.execute(
        "select id from claim where type = 'hypothesis' and expires_at <= ? order by id", (iso(act.at),)).fetchall()]
    due = [guess for guess in over if not _scored(tx, guess.id)]
    for guess in due:
        _record(tx, act, guess, EXPIRED, None)
    return len(due)


def _set_aside(tx: Tx, name: str) -> bool:
    last = tx.execute("select verb from event where target = ? and verb in (?, ?) order by seq desc limit 1",
                      (f"observer:{name}", QUARANTINED, LIFTED)).fetchone()
    return last is not None and last[0] == QUARANTINED


def _score(tx: Tx, name: str) -> tuple[int, int, int]:
    found = [json.loads(row[0])["came"] for row in tx.execute(
        "select meta from event where target = ? and verb = ?", (f"observer:{name}", SCORED))]
    return found.count(RIGHT), found.count(WRONG), found.count(EXPIRED)


def _record(tx: Tx, act: Act, guess: Claim, came: str, outcome: int | None) -> None:
    meta: dict[str, Any] = {"claim": guess.id, "came": came, "outcome": outcome}
    for name in of(guess, extractor(tx, guess.id)):
        events.record(tx, act, SCORED, f"observer:{name}", meta=meta)
    events.record(tx, act, "guess.scored", f"guess:{guess.id}", meta={"came": came})


def _scored(tx: Tx, guess: int) -> bool:
    return tx.execute("select 1 from event where target = ? limit 1", (f"guess:{guess}",)).fetchone() is not None


def _open_guesses(tx: Tx, scope: str) -> list[Claim]:
    found = [_found(tx, row["id"]) for row in rows(tx.execute(
        "select id from claim where scope = ? and type = 'hypothesis' and state in ('candidate', 'verified')"
        " and revoked_at is null order by id", (scope,)))]
    return [guess for guess in found if not _scored(tx, guess.id)]


def _came_of(guess: Claim, outcome: Claim) -> str | None:
    """Right, wrong, or None when the outcome says nothing about the guess.

    Only the same words in any form are about the same thing, and then a "not" more or less decides: a likeness must
    never make a guess right that its outcome denies.
    """
    if guess.subject != outcome.subject:
        return None
    if _telling(guess) != _telling(outcome):
        kind = contradict.compare(contradict.Proposition(guess.value), contradict.Proposition(outcome.value))
        return WRONG if kind is not None else None
    return RIGHT if _denied(guess) is _denied(outcome) else WRONG


def _telling(claim: Claim) -> set[str]:
    return {root(word) for word in words(normalise(claim.value)) if word not in STOP_WORDS}


def _denied(claim: Claim) -> bool:
    return negated(normalise(claim.value)) is not (claim.polarity is Polarity.NO)


def _found(tx: Tx, number: int) -> Claim:
    claim = claims.find(tx, number)
    assert claim is not None  # it was read from the same transaction
    return claim
