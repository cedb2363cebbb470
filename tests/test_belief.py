"""Where trust comes from: observers and their record, quarantine, flips between approved statements, echoes."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from memory import claims, events, flips, gateway, observers, pairs
from memory.claims import Home
from memory.core import Memory, Options
from memory.db import Tx
from memory.decision import Decision
from memory.domain import Action, Candidate, ClaimType, Origin, PairKind, Polarity, Principal, State
from memory.errors import Refused
from memory.events import Act
from memory.gateway import Choice, Source
from memory.place import Place
from tests.conftest import GROUP, JONAS, PRIYA, PRIYAS_DM, HandClock, ScriptedModel, known, say

ADD = Decision(Action.ADD, None, "test")


async def offer(memory: Memory, place: Place, statement: str, *, attribute: str, type: ClaimType, value: str = "",
                subject: str = "self", polarity: str = "+", observer: str = "", review: str = "required"
                ) -> gateway.Proposed:
    """Let a person say something that an observer reads so."""
    said = await place.observe(statement, sent_at=memory.clock.now())
    source = Source(Home(place.scope, place.room.id, place.principal.id, "en"), said.session, Origin.EXTRACTION,
                    observer)
    made = Candidate(subject, attribute, value or statement, Polarity(polarity), statement, statement, said.id, type,
                     "patterns")
    act, rules = Act("sayso", memory.clock.now(), memory.rules.key), replace(memory.rules, review=review)
    return await memory.db.write(lambda tx: gateway.propose(tx, act, rules, source, made, ADD))


async def state(memory: Memory, number: int) -> tuple[State, str]:
    claim = await memory.db.read(lambda tx: claims.find(tx, number))
    assert claim is not None
    return claim.state, claim.reason


async def test_a_claim_names_who_formed_it(directory: Path, clock: HandClock) -> None:
    answer = json.dumps({"claims": [{"message": 1, "quote": "The harbour is where I keep the old boat",
                                     "subject": "self", "attribute": "possession", "value": "boat"}]})
    async with Memory.open(directory, clock=clock, model=ScriptedModel(answer), options=Options(extractor="both")) as m:
        place = m.at(PRIYA, PRIYAS_DM)
        await place.remember("I live in Pune")
        await say(m, place, "The harbour is where I keep the old boat")
        named = {row[0] for row in await m.db.read(lambda tx: tx.execute("select extractor from claim").fetchall())}
        assert named == {PRIYA.id, "model:scripted"}
        assert {one.name for one in await m.observers()} == named


# -- quarantine


async def test_what_an_observer_in_quarantine_brought_is_hidden_and_nothing_of_theirs_promotes(
        memory: Memory, place: Place) -> None:
    first = await offer(memory, place, "I own a red kayak", attribute="possession", type=ClaimType.PROFILE,
                        observer="model:bad")
    await place.approve(first.claim)
    await place.remember("I live in Pune")
    hidden = await memory.quarantine("model:bad")
    assert hidden == [first.claim]
    assert await state(memory, first.claim) == (State.CONTRADICTED, "quarantine")
    assert await known(place) == ["I live in Pune"]
    assert [f.statement for f in (await place.recall("kayak")).facts if "kayak" in f.statement] == []
    later = await offer(memory, place, "I own a blue tent", attribute="possession", type=ClaimType.PROFILE,
                        observer="model:bad")  # capture goes on
    with pytest.raises(Refused, match="quarantined"):
        await place.approve(later.claim)
    assert (await state(memory, later.claim))[0] is State.CANDIDATE
    with pytest.raises(Refused, match="quarantined"):
        await place.restore(first.claim)
    control = await offer(memory, place, "I own a green bike", attribute="possession", type=ClaimType.PROFILE,
                          observer="model:good")
    await place.approve(control.claim)
    assert await known(place) == ["I live in Pune", "I own a green bike"]


async def test_lifting_a_quarantine_restores_nothing_by_itself_and_the_person_may(memory: Memory, place: Place) -> None:
    first = await offer(memory, place, "I own a red kayak", attribute="possession", type=ClaimType.PROFILE,
                        observer="model:bad")
    await place.approve(first.claim)
    await memory.quarantine("model:bad")
    assert await memory.quarantine("model:bad") is None
    assert await memory.quarantine("model:bad", lift=True) == []
    assert await memory.quarantine("model:bad", lift=True) is None
    assert await known(place) == []
    await place.restore(first.claim)
    assert await known(place) == ["I own a red kayak"]
    with pytest.raises(Refused, match="not hidden"):
        await place.restore(first.claim)
    verbs = await memory.db.read(lambda tx: [line["verb"] for line in events.of_target(tx, "observer:model:bad")])
    assert verbs == ["observer.quarantined", "observer.lifted"]
    assert await memory.rebuilt() == []


@pytest.mark.parametrize(("choice", "left"), [(Choice.OLD, {"I live in Oslo"}), (Choice.NEW, {"I live in Rome"}),
                                              (Choice.BOTH, {"I live in Oslo", "I live in Rome"})])
async def test_what_comes_back_and_disagrees_with_a_newer_fact_waits_for_a_choice(
        memory: Memory, place: Place, choice: Choice, left: set[str]) -> None:
    oslo = await offer(memory, place, "I live in Oslo", attribute="home", value="Oslo", type=ClaimType.PROFILE,
                       observer="model:bad")
    kayak = await offer(memory, place, "I own a red kayak", attribute="possession", type=ClaimType.PROFILE,
                        observer="model:bad")
    for one in (oslo, kayak):
        await place.approve(one.claim)
    await memory.quarantine("model:bad")
    await place.remember("I live in Rome")
    await memory.quarantine("model:bad", lift=True)
    assert (await place.restore(kayak.claim)).state is State.VERIFIED  # the control: nothing disagrees with it
    assert (await place.restore(oslo.claim)).state is State.CANDIDATE
    assert set(await known(place)) == {"I own a red kayak", "I live in Rome"}
    [card] = await place.pending()
    assert len(card.disputes) == 1
    await place.resolve(oslo.claim, choice)
    assert set(await known(place)) == {"I own a red kayak"} | left
    assert await memory.rebuilt() == []


async def test_a_person_in_quarantine_still_speaks_and_nothing_they_say_becomes_a_fact(
        memory: Memory, place: Place, jonas: Place) -> None:
    await memory.quarantine(PRIYA.id)
    assert (await place.remember("I live in Pune")).cards[0].claim.state is State.CANDIDATE
    assert await known(place) == []
    await jonas.remember("I live in Oslo")
    assert await known(jonas) == ["I live in Oslo"]
    await memory.quarantine(PRIYA.id, lift=True)
    assert (await place.remember("I live in Pune")).cards[0].claim.state is State.VERIFIED


def test_observers_and_quarantine_from_the_command_line(tmp_path: Path) -> None:
    config = tmp_path / "sayso.yaml"
    config.write_text(f'data_dir: "{tmp_path / "data"}"\nembeddings:\n  provider: none\nmodel:\n  provider: ollama\n'
                      '  name: none\n  host: "http://127.0.0.1:9"\n')

    async def live() -> None:
        async with Memory.open(tmp_path / "data") as memory:
            await memory.at(PRIYA, PRIYAS_DM).remember("I live in Pune")

    async def facts() -> list[str]:
        async with Memory.open(tmp_path / "data") as memory:
            assert await memory.audit() is None
            return await known(memory.at(PRIYA, PRIYAS_DM))
    asyncio.run(live())

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "-m", "bot", *arguments, "--config", str(config)], capture_output=True,
                              text=True, check=False, timeout=60)
    assert [row["observer"] for row in json.loads(run("observers", "--json").stdout)] == [PRIYA.id]
    assert run("quarantine", "nobody").returncode == 1
    assert asyncio.run(facts()) == ["I live in Pune"]
    done = run("quarantine", PRIYA.id)
    assert done.returncode == 0, done.stderr
    assert "1 facts were hidden" in done.stdout
    assert asyncio.run(facts()) == []
    assert json.loads(run("observers", "--json").stdout)[0]["quarantined"]
    assert run("quarantine", PRIYA.id, "--lift").returncode == 0
    assert asyncio.run(facts()) == []


# -- the record of an observer


async def guess(memory: Memory, place: Place, number: int, polarity: str = "+") -> int:
    made = await offer(memory, place, f"part {number} breaks", attribute="hypothesis", type=ClaimType.HYPOTHESIS,
                       subject=f"part{number}", polarity=polarity)
    return made.claim


async def outcome(memory: Memory, place: Place, number: int, polarity: str = "+") -> int:
    made = await offer(memory, place, f"part {number} breaks", attribute="event", type=ClaimType.OUTCOME,
                       subject=f"part{number}", polarity=polarity)
    await place.approve(made.claim)
    return made.claim


async def of(memory: Memory, person: Principal) -> observers.Observer:
    return next(one for one in await memory.observers() if one.name == person.id)


async def test_a_guess_is_right_or_wrong_by_what_somebody_else_saw(memory: Memory, clock: HandClock) -> None:
    priya, jonas = memory.at(PRIYA, GROUP), memory.at(JONAS, GROUP)
    for number in (1, 2, 3, 4):
        await guess(memory, priya, number)
    await outcome(memory, priya, 1)  # her own word for it
    assert (await of(memory, PRIYA)).resolved == 0
    await outcome(memory, jonas, 2)
    await outcome(memory, jonas, 3, "-")
    scored = await of(memory, PRIYA)
    assert (scored.right, scored.wrong, scored.expired) == (1, 1, 0)
    assert scored.low_sample
    assert scored.trust == 1.0
    await outcome(memory, jonas, 9)  # about something nobody guessed
    clock.forward(days=15)
    await memory.retire_due()
    await memory.retire_due()
    scored = await of(memory, PRIYA)
    assert (scored.right, scored.wrong, scored.expired) == (1, 1, 2)


def test_three_of_three_says_little_and_a_long_record_says_more() -> None:
    def brier(right: int, wrong: int) -> observers.Observer:
        return observers.Observer("x", 0, 0, right, wrong)
    assert brier(3, 0).low_sample
    assert brier(3, 0).trust == brier(0, 3).trust == 1.0
    assert brier(19, 0).trust == 1.0
    assert brier(20, 0).trust > 1.3
    assert brier(0, 20).trust < 0.7
    assert brier(300, 0).brier < brier(20, 0).brier < brier(3, 0).brier < 0.5


@pytest.mark.parametrize(("good", "needed"), [(True, 2), (False, None)])
async def test_from_twenty_answers_on_the_record_scales_confidence(memory: Memory, clock: HandClock, good: bool,
                                                                  needed: int | None) -> None:
    priya = memory.at(PRIYA, GROUP)

    def score(tx: Tx) -> None:
        act = Act("sayso", clock.now(), memory.rules.key)
        for _ in range(20):
            events.record(tx, act, observers.SCORED, f"observer:{PRIYA.id}",
                          meta={"claim": 1, "came": "right" if good else "wrong", "outcome": 2})
    await memory.db.write(score)
    for times in range(1, 6):
        made = await offer(memory, priya, "We ship on Fridays", attribute="convention", type=ClaimType.CONVENTION,
                           review="corroborated")
        assert (made.state is State.VERIFIED) is (needed is not None and times >= needed), times
        clock.forward(days=1)


# -- flips between approved statements


async def two_facts(memory: Memory, place: Place, clock: HandClock, extra: int) -> tuple[int, int]:
    """Two approved statements that flip, undecided again; the first has `extra` more sources than the other."""
    await place.remember("I like chess")
    old = (await place.facts())[0].id
    for _ in range(extra):
        clock.forward(days=1)
        await place.remember("I like chess")
    clock.forward(days=1)
    [new] = await say(memory, place, "I don't like chess")
    await place.resolve(new.id, Choice.BOTH)
    return old, new.id


def reopen(memory: Memory, old: int) -> object:
    act = Act(PRIYA.id, memory.clock.now(), memory.rules.key)

    def write(tx: Tx) -> None:
        pair = tx.execute("select id from pair where a = ?", (old,)).fetchone()[0]
        pairs.reopen(tx, act, pair)
        flips.settle(tx, act, old)
    return memory.db.write(write)


async def test_of_two_approved_statements_the_one_with_fewer_sources_is_hidden_and_a_tie_hides_neither(
        memory: Memory, place: Place, clock: HandClock) -> None:
    old, new = await two_facts(memory, place, clock, extra=0)
    assert sorted(await known(place)) == ["I don't like chess", "I like chess"]
    await reopen(memory, old)
    assert sorted(await known(place)) == ["I don't like chess", "I like chess"]
    recalled = await place.recall("chess")
    assert all(fact.disputed for fact in recalled.facts)
    clock.forward(days=2)
    await say(memory, place, "I really do like chess", "I like chess.")
    assert (await state(memory, new)) == (State.CONTRADICTED, "flip")
    assert await known(place) == ["I like chess"]
    assert len((await place.recall("chess")).cautions) == 1  # hidden, not gone
    await place.restore(new)  # dismisses the pair
    assert sorted(await known(place)) == ["I don't like chess", "I like chess"]
    assert await memory.rebuilt() == []


async def test_what_a_flip_hid_comes_back_when_its_rival_goes(memory: Memory, place: Place, clock: HandClock) -> None:
    old, new = await two_facts(memory, place, clock, extra=2)
    await reopen(memory, old)
    assert (await state(memory, new)) == (State.CONTRADICTED, "flip")
    await place.still(old, False)
    assert await known(place) == ["I don't like chess"]


async def test_another_value_of_one_slot_hides_nothing(memory: Memory, place: Place, clock: HandClock) -> None:
    await place.remember("I live in Pune")
    pune = (await place.facts())[0].id
    clock.forward(days=1)
    await place.remember("I live in Pune")
    [oslo] = await say(memory, place, "I moved to Oslo")
    await place.resolve(oslo.id, Choice.BOTH)
    await reopen(memory, pune)
    assert len(await known(place)) == 2


async def test_under_corroborated_review_it_takes_more_sources_to_turn_a_fact_round(memory: Memory, place: Place,
                                                                                  clock: HandClock) -> None:
    async def hear(polarity: str) -> gateway.Proposed:
        words = "The cellar is damp" if polarity == "+" else "The cellar is not damp"
        made = await offer(memory, place, words, attribute="state", type=ClaimType.ENVIRONMENT, subject="cellar",
                           value="damp", polarity=polarity, review="corroborated")
        clock.forward(days=1)
        return made
    damp = await hear("+")
    assert damp.state is State.VERIFIED
    dry = await hear("-")
    assert dry.state is State.CANDIDATE  # as many sources as the fact: it waits, the fact stays
    dry = await hear("-")
    assert dry.state is State.VERIFIED
    assert await state(memory, damp.claim) == (State.CONTRADICTED, "flip")
    kinds = await memory.db.read(lambda tx: [pair["kind"] for pair in pairs.undecided(tx, dry.claim)])
    assert kinds == [PairKind.FLIP]


async def test_a_hypothesis_never_promotes_itself(memory: Memory, clock: HandClock) -> None:
    place = memory.at(PRIYA, GROUP)
    for _ in range(5):
        made = await offer(memory, place, "the flake is a scheduling artifact", attribute="hypothesis",
                           type=ClaimType.HYPOTHESIS, review="corroborated")
        clock.forward(days=1)
        assert made.state is State.CANDIDATE
    control = await offer(memory, place, "the cellar is damp", attribute="state", type=ClaimType.ENVIRONMENT,
                          review="corroborated")
    assert control.state is State.VERIFIED


