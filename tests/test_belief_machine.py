"""Any order of saying, deciding, correcting, expiring, undoing and restarting: what must never be found afterwards."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from contextlib import AbstractAsyncContextManager
from datetime import date
from itertools import combinations
from pathlib import Path
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from memory.attributes import attribute
from memory.contradict import exclude
from memory.core import Memory, Options
from memory.db import Tx
from memory.domain import Polarity, State
from memory.errors import GroundMoved, NotFound, Refused
from memory.gateway import Choice
from memory.place import Forgotten, Place
from memory.work import Said
from tests.conftest import JONAS, JONAS_DM, PRIYA, PRIYAS_DM, HandClock

TOWNS = ("Pune", "Oslo", "Lisbon")
SAYINGS = [f"I live in {town}" for town in TOWNS] + [
    "I moved to Oslo last week", "I like chess", "I don't like chess anymore", "I hate chess", "I have a dog",
    "I have no dog after all", "I'm on night shifts until the end of November", "I am allergic to peanuts",
    "My name is Priya", "I work at Siemens", "I work at Bosch from next month"]
WORDS = ("pune", "oslo", "lisbon", "chess", "dog", "shifts", "peanut", "siemens", "bosch")
QUESTIONS = "where do I live, Pune Oslo Lisbon? chess, dog, shifts, peanuts, my name?"
NO = (NotFound, Refused, GroundMoved, Forgotten)


class Belief(RuleBasedStateMachine):
    """One person's memory, under everything that can be done to it."""

    def __init__(self) -> None:
        super().__init__()
        self.directory = Path(tempfile.mkdtemp())
        self.runner = asyncio.Runner()
        self.clock = HandClock()
        self.set_aside = False

    @initialize(review=st.sampled_from(["required", "corroborated"]))
    def start(self, review: str) -> None:
        self.review = review
        self.open()

    def open(self) -> None:
        self.holding: AbstractAsyncContextManager[Memory] = Memory.open(
            self.directory, clock=self.clock, options=Options(extractor="patterns", review=self.review))
        self.memory = self.run(self.holding.__aenter__())
        self.place: Place = self.memory.at(PRIYA, PRIYAS_DM)

    def run(self, coroutine: Any) -> Any:
        return self.runner.run(coroutine)

    def teardown(self) -> None:
        if hasattr(self, "holding"):
            self.run(self.holding.__aexit__(None, None, None))
        self.runner.close()
        shutil.rmtree(self.directory)

    def attempt(self, coroutine: Any) -> bool:
        try:
            self.run(coroutine)
        except NO:
            return False
        return True

    def read(self, sql: str) -> list[Any]:
        def fetch(tx: Tx) -> list[Any]:
            return tx.execute(sql).fetchall()
        found: list[Any] = self.run(self.memory.db.read(fetch))
        return found

    def states(self) -> dict[int, str]:
        return dict(self.read("select id, state from claim"))

    def some(self, pick: int, state: str) -> int:
        numbers = [number for number, now in self.states().items() if now == state]
        return numbers[pick % len(numbers)] if numbers else 999

    # -- what can be done

    @rule(saying=st.sampled_from(SAYINGS))
    def say(self, saying: str) -> None:
        self.clock.forward(minutes=7)
        self.run(self.place.observe(saying, sent_at=self.clock.now()))
        self.run(self.memory.learn(PRIYAS_DM.id))

    @rule(saying=st.sampled_from(SAYINGS))
    def remember(self, saying: str) -> None:
        self.clock.forward(minutes=7)
        self.attempt(self.place.remember(saying))

    @rule(pick=st.integers(0, 5), verb=st.sampled_from(["approve", "decline"]))
    def decide(self, pick: int, verb: str) -> None:
        number = self.some(pick, "candidate")
        if self.attempt(getattr(self.place, verb)(number)):
            assert self.states()[number] != "candidate"
            for again in (self.place.approve, self.place.decline):
                assert not self.attempt(again(number)), "decided twice"

    @rule(pick=st.integers(0, 5), choice=st.sampled_from(list(Choice)))
    def resolve(self, pick: int, choice: Choice) -> None:
        number = self.some(pick, "candidate")
        if self.attempt(self.place.resolve(number, choice)):
            assert not self.attempt(self.place.resolve(number, choice)), "decided twice"

    @rule(pick=st.integers(0, 5), saying=st.sampled_from(SAYINGS))
    def edit(self, pick: int, saying: str) -> None:
        self.attempt(self.place.edit(self.some(pick, "candidate"), saying))

    @rule(pick=st.integers(0, 5), words=st.sampled_from([*TOWNS, "I like chess"]))
    def correct(self, pick: int, words: str) -> None:
        self.attempt(self.place.correct(self.some(pick, "verified"), words))

    @rule(pick=st.integers(0, 5), yes=st.booleans())
    def still(self, pick: int, yes: bool) -> None:
        self.attempt(self.place.still(self.some(pick, "verified"), yes))

    @rule(pick=st.integers(0, 5), state=st.sampled_from(["contradicted", "deprecated"]))
    def restore(self, pick: int, state: str) -> None:
        self.attempt(self.place.restore(self.some(pick, state)))

    @rule()
    def undo(self) -> None:
        self.attempt(self.place.undo())

    @rule(days=st.sampled_from([1, 8, 31, 366]))
    def expire(self, days: int) -> None:
        self.clock.forward(days=days)
        for claim in self.run(self.memory.to_ask()):
            self.run(self.memory.ask_still(claim, Said("telegram", PRIYAS_DM.id, self.place.scope, "ask", "{}")))
        self.run(self.memory.retire_due())

    @rule(lift=st.booleans())
    def quarantine(self, lift: bool) -> None:
        self.run(self.memory.quarantine("patterns", lift=lift))
        self.set_aside = not lift

    @precondition(lambda self: self.states())
    @rule()
    def restart(self) -> None:
        self.run(self.holding.__aexit__(None, None, None))
        self.open()

    # -- what must never be found

    @invariant()
    def the_record_is_whole_and_makes_the_same_tables(self) -> None:
        if hasattr(self, "memory"):
            assert self.run(self.memory.audit()) is None
            assert self.run(self.memory.rebuilt()) == []

    @invariant()
    def no_event_holds_memory_text(self) -> None:
        if hasattr(self, "memory"):
            record = " ".join(str(part) for line in self.read("select * from event") for part in line).casefold()
            assert not [word for word in WORDS if word in record]

    @invariant()
    def two_current_values_of_one_slot_are_an_open_pair_or_a_persons_choice(self) -> None:
        if not hasattr(self, "memory"):
            return
        tied = {frozenset(row) for row in self.read(
            "select a, b from pair where decision in ('pending', 'human_review', 'both', 'dismissed')")}
        current = [c for c in self.run(self.place.facts())
                   if attribute(c.attribute).single and c.polarity is Polarity.YES]
        for one, other in combinations(current, 2):
            apart = any((a.valid_to or date.max) < (b.valid_from or date.min) for a, b in ((one, other), (other, one)))
            if (one.subject, one.attribute) == (other.subject, other.attribute) and not apart and exclude(
                    one.attribute, one.value, other.value):
                assert frozenset((one.id, other.id)) in tied, (one, other)

    @invariant()
    def nothing_of_who_is_set_aside_is_a_fact(self) -> None:
        if hasattr(self, "memory") and self.set_aside:
            assert not self.read("select 1 from fact join claim on claim.id = fact.claim"
                                 " where claim.extractor = 'patterns'")

    @invariant()
    def a_prompt_holds_facts_only_and_only_of_this_person(self) -> None:
        if not hasattr(self, "memory"):
            return
        recalled = self.run(self.place.recall(QUESTIONS))
        states, today = self.states(), self.clock.now().date().isoformat()
        facts = dict(self.read("select claim, coalesce(valid_to, '9999') from fact"))
        for fact in recalled.facts:
            assert states[fact.claim] == State.VERIFIED
            assert facts[fact.claim] >= today
        undecided = {row[0] for row in self.read("select id from pair where decision in ('pending', 'human_review')")}
        assert {caution.pair for caution in recalled.cautions} <= undecided
        others = self.run(self.memory.at(JONAS, JONAS_DM).recall(QUESTIONS))
        assert (others.facts, others.cautions) == ((), ())


TestBelief = Belief.TestCase
TestBelief.settings = settings(max_examples=30, stateful_step_count=20, deadline=None, derandomize=True)
