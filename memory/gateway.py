"""The one writer of beliefs: every claim comes in here and every change of its standing goes through here.

All functions run inside one write transaction. Nothing in a text can raise its own trust: the starting state is
decided by `Source`, which a channel or a job makes, and by the person's own acts.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum
from typing import Any

from memory import claims, contradict, events, expiry, facts, flips, observers, pairs, shown, tombstones
from memory.attributes import TYPES
from memory.claims import Home
from memory.db import Tx
from memory.decision import Decision
from memory.domain import Action, Candidate, Claim, Origin, PairKind, State
from memory.errors import GroundMoved, Refused
from memory.events import Act
from memory.peers import Peers
from memory.timestamps import iso

CORROBORATED = "corroborated"


@dataclass(frozen=True, slots=True)
class Source:
    """The path a write takes: whose words, said where, in which session, by which kind of act."""

    home: Home
    session: int
    origin: Origin
    observer: str = ""  # who formed the claim, where the candidate's extractor does not say it whole

    @property
    def id(self) -> str:
        """One person in one session."""
        return f"{self.home.credited}#{self.session}"


@dataclass(frozen=True, slots=True)
class Rules:
    """What goes with a database while the program runs: its key, what is forgotten, how claims are reviewed, and the
    claims read so far."""

    key: bytes
    forgotten: tombstones.Forgotten
    review: str = "required"
    peers: Peers = field(default_factory=Peers)


@dataclass(frozen=True, slots=True)
class Proposed:
    """What became of a candidate: a claim of its own, or one more quote behind an older one."""

    claim: int
    new: bool
    state: State
    disputed: bool


class Choice(StrEnum):
    """What a person may say about a disagreement: the later statement, the earlier one, both, or neither."""

    NEW = "new"
    OLD = "old"
    BOTH = "both"
    NEITHER = "neither"


def propose(tx: Tx, act: Act, rules: Rules, source: Source, candidate: Candidate, decision: Decision) -> Proposed:
    """Take a candidate in, or say why not.

    Raises:
        Refused: "no evidence", "forgotten topic", "declined", "settled"; the reason is all that is ever logged.
    """
    _check_evidence(tx, source.home, candidate)
    _check_tombstones(tx, act, rules, source, candidate)
    if claims.settled_by(tx, source.home, candidate):
        raise Refused("settled", str(candidate.message))
    decision = _standing(tx, source.home, decision)
    known = claims.same(tx, source.home, candidate)
    if known is None and decision.action is Action.NONE and decision.target is not None:
        known = claims.find(tx, decision.target)  # said in other words
    if known is not None:
        return _corroborate(tx, act, rules, source, candidate, known)
    own_word = source.origin in (Origin.REMEMBER, Origin.EDIT)
    observer = source.observer or (source.home.credited if own_word else candidate.extractor)
    number = claims.insert(tx, act, source.home, candidate, origin=source.origin, action=decision.action,
                           target=decision.target, observer=observer,
                           state=State.RAW if source.origin is Origin.NOTES else State.CANDIDATE)
    claims.cite(tx, act, number, source.home.scope, candidate.message, candidate.quote, source.id, independent=True)
    _scan(tx, act, rules, source.home, candidate, number)
    disputed = bool(pairs.with_fact(tx, number))
    claim = claims.owned(tx, number, source.home.credited)
    if own_word:
        claim = _take_word(tx, act, rules, claim, disputed)
    elif rules.review == CORROBORATED:
        claim = _promote_if_earned(tx, act, rules, claim)
    return Proposed(number, True, claim.state, disputed)


def approve(tx: Tx, act: Act, rules: Rules, person: str, number: int) -> Claim:
    """A person's yes to one of their own waiting claims.

    Raises:
        NotFound: no such number of theirs. Refused: "already decided", "disputed". GroundMoved.
    """
    claim = waiting(tx, person, number)
    if pairs.with_fact(tx, number):
        raise Refused("disputed", str(number))
    return verify(tx, act, rules, claim)


def decline(tx: Tx, act: Act, rules: Rules, person: str, number: int) -> Claim:
    """A person's no: the claim is over, and neither this value nor this quote is offered again."""
    return _decline(tx, act, rules, waiting(tx, person, number))


def verify(tx: Tx, act: Act, rules: Rules, claim: Claim, *, settled: bool = False) -> Claim:
    """Make a claim a fact, doing to its target what it proposed; `settled`: a dispute was decided just now."""
    if not settled and claim.target is not None and claim.action in (Action.UPDATE, Action.DELETE):
        target = claims.find(tx, claim.target)
        standing = (State.VERIFIED,) if claim.action is Action.UPDATE else (State.VERIFIED, State.CANDIDATE)
        if target is None or target.state not in standing or target.revoked_at is not None:
            raise GroundMoved(str(claim.id))
        if claim.action is Action.DELETE:
            return retract(tx, act, rules, claim)
        _supersede(tx, act, target, claim)
    if observers.quarantined(tx, claim):
        raise Refused("quarantined", str(claim.id))
    verified = claims.move(tx, act, claim, State.VERIFIED, "approved" if act.actor == claim.credited else "earned")
    if _current(verified, act):
        facts.establish(tx, verified, claims.sessions(tx, claim.id))
    flips.settle(tx, act, claim.id)
    observers.resolve(tx, act, verified)
    return claims.owned(tx, claim.id, claim.credited)


def restore(tx: Tx, act: Act, rules: Rules, person: str, number: int) -> Claim:
    """A person's act: what was hidden, or ran out, is a fact again. Dismisses the flips that hid it. Where it disagrees
    with what became a fact meanwhile, it waits for its person's choice.

    Raises:
        NotFound. Refused: "not hidden", "quarantined".
    """
    claim = claims.owned(tx, number, person)
    if not is_aside(tx, claim):
        raise Refused("not hidden", str(number))
    if observers.quarantined(tx, claim):
        raise Refused("quarantined", str(number))
    flips.dismiss_all(tx, act, number)
    claim = claims.owned(tx, number, person)
    if claim.state is State.VERIFIED:
        return claim
    restored = expiry.renew(tx, act, claims.move(tx, act, claim, State.VERIFIED, "restored"))
    _scan(tx, act, rules, Home(claim.scope, claim.room, claim.credited, claim.language), Candidate(
        claim.subject, claim.attribute, claim.value, claim.polarity, restored.statement, "", 0, claim.type, ""), number)
    if pairs.with_fact(tx, number):
        restored = claims.move(tx, act, restored, State.CANDIDATE, "restored")
    elif _current(restored, act):
        facts.establish(tx, restored, claims.sessions(tx, number))
    rules.peers.drop()  # its words may be fewer than before
    return restored


def is_aside(tx: Tx, claim: Claim) -> bool:
    """Whether a claim was hidden or its time ran out, so that its person can bring it back."""
    ran_out = (claim.state is State.DEPRECATED and claim.reason == "expired") or claims.ended_by_itself(tx, claim.id)
    return claim.revoked_at is None and (claim.state is State.CONTRADICTED or ran_out)


def retire_due(tx: Tx, act: Act) -> list[int]:
    """Retire facts whose time is over: their claims stay, deprecated, and say why."""
    observers.expire(tx, act)
    gone = []
    for claim in claims.due(tx, act.at):
        facts.retire(tx, claim.id)
        ended = claim.valid_to is not None and claim.valid_to < act.at.date()
        claims.move(tx, act, claim, State.DEPRECATED, "ended" if ended else "expired")
        flips.dismiss_all(tx, act, claim.id)
        gone.append(claim.id)
    return gone


def withdraw(tx: Tx, act: Act, claim: Claim, reason: str) -> None:
    """Take a claim back without a person's no: its last quote is gone, or it was replaced by an edit."""
    facts.retire(tx, claim.id)
    claims.move(tx, act, claim, State.DEPRECATED, reason)
    flips.dismiss_all(tx, act, claim.id)


def waiting(tx: Tx, person: str, number: int) -> Claim:
    claim = claims.owned(tx, number, person)
    if claim.state is not State.CANDIDATE or claim.revoked_at is not None:
        raise Refused("already decided", str(number))
    return claim


def _check_evidence(tx: Tx, home: Home, candidate: Candidate) -> None:
    found = tx.execute("select author, text from message where id = ?", (candidate.message,)).fetchone()
    if found is None or found[0] != home.credited or not candidate.quote or candidate.quote not in found[1]:
        raise Refused("no evidence", str(candidate.message))


def _check_tombstones(tx: Tx, act: Act, rules: Rules, source: Source, candidate: Candidate) -> None:
    person = source.home.credited
    text = "\n".join((candidate.statement, candidate.subject, candidate.value, candidate.quote))
    hit = rules.forgotten.hit(person, text)
    if hit is not None:
        tombstones.hold(tx, hit)
        raise Refused("forgotten topic", str(candidate.message))
    declined = tombstones.declined(tx, rules.key, person, claims.proposition(candidate))
    if source.origin in (Origin.REMEMBER, Origin.EDIT):
        if declined is not None:  # the person says it on purpose now: that lifts their own no
            tombstones.lift(tx, act, declined)
        return
    if declined is not None and source.origin is Origin.EXTRACTION:
        tombstones.said_again(tx, declined, candidate.message)
    declined = declined or tombstones.declined_place(tx, rules.key, person, candidate.message, candidate.quote)
    if declined is not None:
        tombstones.hold(tx, declined)
        raise Refused("declined", str(candidate.message))


def _corroborate(tx: Tx, act: Act, rules: Rules, source: Source, candidate: Candidate, known: Claim) -> Proposed:
    """The same thing said again: one more quote, independent unless it was shown to the person since the last."""
    last = claims.evidence(tx, known.id)[-1:]
    related = [known.id] + [row[0] for row in tx.execute(
        "select other.id from claim join claim as other on other.slot = claim.slot"
        " and other.credited = claim.credited where claim.id = ? and other.id <> claim.id", (known.id,))]
    echoed = bool(last) and shown.since(tx, source.home.credited, related, iso(last[0].observed_at))
    new = claims.cite(tx, act, known.id, source.home.scope, candidate.message, candidate.quote, source.id,
                      independent=not echoed)
    facts.cite(tx, known.id, claims.sessions(tx, known.id))
    claim = known
    if claim.state is State.RAW and new:
        claim = claims.move(tx, act, claim, State.CANDIDATE, "second source")
    disputed = bool(pairs.with_fact(tx, known.id))
    if claim.state is State.CANDIDATE:
        if source.origin in (Origin.REMEMBER, Origin.EDIT):
            claim = _take_word(tx, act, rules, claim, disputed)
        elif rules.review == CORROBORATED:
            claim = _promote_if_earned(tx, act, rules, claim)
    flips.settle(tx, act, known.id)
    claim = claims.owned(tx, known.id, known.credited)
    return Proposed(known.id, False, claim.state, disputed)


def _take_word(tx: Tx, act: Act, rules: Rules, claim: Claim, disputed: bool) -> Claim:
    """A person's own word is its approval, unless it disagrees with a fact or their word is set aside."""
    if disputed or observers.quarantined(tx, claim):
        return claim
    return verify(tx, act, rules, claim)


def _promote_if_earned(tx: Tx, act: Act, rules: Rules, claim: Claim) -> Claim:
    """`review: corroborated`: some types need no person once enough independent sources agree.

    Only a type that the attribute table gave counts. Against a fact that says the opposite it takes more sources than
    that one has, and another value of one slot always waits for its person.
    """
    rule = TYPES[claim.type]
    seen, confidence = claims.independent(tx, claim.id)
    if (not rule.observations or seen < rule.observations or not claims.typed_by_table(tx, claim.id)
            or min(1.0, confidence * observers.trust(tx, claim)) < rule.confidence
            or observers.quarantined(tx, claim)):
        return claim
    against = pairs.with_fact(tx, claim.id)
    if any(pair["kind"] != PairKind.FLIP or flips.sources(tx, pairs.other(pair, claim.id)) >= seen
           for pair in against):
        return claim
    return verify(tx, act, rules, claim, settled=bool(against))


def _standing(tx: Tx, home: Home, decision: Decision) -> Decision:
    """The decision, if its target still stands and is of the same person and scope; else the claim is simply added.

    It was taken before this transaction began. Only a fact can be replaced; what waits itself can be taken back.
    """
    if decision.target is None:
        return Decision(Action.ADD, None, decision.reason)
    target = claims.find(tx, decision.target)
    standing = (State.VERIFIED,) if decision.action is Action.UPDATE else (State.VERIFIED, State.CANDIDATE)
    if (target is None or target.credited != home.credited or target.scope != home.scope
            or target.state not in standing or target.revoked_at is not None):
        return Decision(Action.ADD, None, decision.reason)
    return decision


def _scan(tx: Tx, act: Act, rules: Rules, home: Home, candidate: Candidate, number: int) -> None:
    """Look for claims this one disagrees with; every pair is recorded, nothing is hidden."""
    new = contradict.Proposition(candidate.statement, candidate.subject, candidate.attribute, candidate.value,
                                 candidate.polarity)
    for peer in rules.peers.rivals(tx, home, candidate):
        if peer.id == number:
            continue
        kind = contradict.compare(*((peer.says, new) if peer.id < number else (new, peer.says)))
        if kind is not None:
            pairs.note(tx, act, home.scope, min(peer.id, number), max(peer.id, number), kind)


def _supersede(tx: Tx, act: Act, old: Claim, new: Claim) -> None:
    """End a fact by another one; where that begins later, the old one holds up to the day before and ends then."""
    until = new.valid_from or new.recorded_at.date()
    if until > act.at.date():
        claims.close(tx, act, old, (until - timedelta(days=1)).isoformat())
        facts.close(tx, old.id)
        return
    facts.retire(tx, old.id)
    claims.close(tx, act, old, until.isoformat())
    claims.move(tx, act, claims.owned(tx, old.id, old.credited), State.SUPERSEDED, f"by {new.id}")


def supersede(tx: Tx, act: Act, old: Claim) -> None:
    """End a fact because the person puts another statement in its place."""
    facts.retire(tx, old.id)
    claims.close(tx, act, old, act.at.date().isoformat())
    claims.move(tx, act, claims.owned(tx, old.id, old.credited), State.SUPERSEDED, "corrected")
    flips.dismiss_all(tx, act, old.id)


def put_aside(tx: Tx, act: Act, rules: Rules, loser: Claim, winner: Claim | None) -> None:
    """End what its person did not choose: what waits is declined, a fact gives way to the winner, if there is one."""
    if loser.state is State.CANDIDATE:
        _decline(tx, act, rules, loser)
    elif winner is None:
        facts.retire(tx, loser.id)
        _bury(tx, act, rules, claims.move(tx, act, loser, State.DEPRECATED, "declined"))
    elif loser.state is State.VERIFIED:
        _supersede(tx, act, loser, winner)
    else:  # hidden before, so there is nothing the winner takes the place of
        claims.close(tx, act, loser, act.at.date().isoformat())
        claims.move(tx, act, claims.owned(tx, loser.id, loser.credited), State.DEPRECATED, "ended")


def retract(tx: Tx, act: Act, rules: Rules, claim: Claim) -> Claim:
    """An approved retraction: the old value goes and is not offered again; nothing has to take its place."""
    target = claims.find(tx, claim.target) if claim.target is not None else None
    if target is not None and target.state in (State.VERIFIED, State.CANDIDATE) and target.revoked_at is None:
        take_back(tx, act, rules, target)
    return claims.move(tx, act, claim, State.DEPRECATED, "retraction done")


def take_back(tx: Tx, act: Act, rules: Rules, target: Claim) -> None:
    """End a claim because its person says that it is not so (any more)."""
    facts.retire(tx, target.id)
    _bury(tx, act, rules, claims.move(tx, act, target, State.DEPRECATED, "retracted"))
    flips.dismiss_all(tx, act, target.id)


def _decline(tx: Tx, act: Act, rules: Rules, claim: Claim) -> Claim:
    declined = claims.move(tx, act, claim, State.DEPRECATED, "declined")
    _bury(tx, act, rules, declined)
    flips.dismiss_all(tx, act, claim.id)
    return declined


def _bury(tx: Tx, act: Act, rules: Rules, claim: Claim) -> None:
    proposition: tuple[Any, ...] = tx.execute("select slot, value_key, polarity from claim where id = ?",
                                              (claim.id,)).fetchone()
    places = [(e.message, e.quote) for e in claims.evidence(tx, claim.id)]
    number = tombstones.bury_value(tx, rules.key, claim.credited, claim.scope,
                                   (str(proposition[0]), str(proposition[1]), str(proposition[2])), places, act.at)
    events.record(tx, act, "value.declined", f"tombstone:{number}", meta={"claim": claim.id})


def _current(claim: Claim, act: Act) -> bool:
    return claim.valid_to is None or claim.valid_to >= act.at.date()

