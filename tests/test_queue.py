"""The queue: what waits, who decides on it, once, and what a decision does to what was known before."""

from __future__ import annotations

import itertools
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from memory import claims, gateway, jobs, pairs, shown
from memory.claims import Home
from memory.core import Memory, Options
from memory.db import Tx
from memory.decision import Decision
from memory.domain import Action, Candidate, Claim, ClaimType, Origin, PairKind, Polarity, State
from memory.errors import GroundMoved, NotFound, Refused
from memory.events import Act
from memory.gateway import Choice, Proposed, Rules, Source
from memory.place import Place
from memory.work import Said
from tests.conftest import GROUP, JONAS, JONAS_DM, PRIYA, PRIYAS_DM, HandClock, known, say
from tests.doubles.chat import chatting

ADD = Decision(Action.ADD, None, "test")


def candidate(statement: str, *, attribute: str = "note", value: str = "", subject: str = "self", polarity: str = "+",
              type: ClaimType = ClaimType.PREFERENCE, message: int = 0, valid_to: date | None = None,
              retraction: bool = False) -> Candidate:
    return Candidate(subject, attribute, value or statement, Polarity(polarity), statement, statement, message, type,
                     "model", valid_to=valid_to, retraction=retraction)


async def offer(memory: Memory, place: Place, offered: Candidate, decision: Decision = ADD, *,
                origin: Origin = Origin.EXTRACTION, rules: Rules | None = None) -> Proposed:
    """Let a person say a candidate's quote and propose it."""
    said = await place.observe(offered.quote, sent_at=memory.clock.now())
    source = Source(Home(place.scope, place.room.id, place.principal.id, "en"), said.session, origin)
    act = Act("sayso", memory.clock.now(), memory.rules.key)
    return await memory.db.write(lambda tx: gateway.propose(tx, act, rules or memory.rules, source, replace(
        offered, message=said.id), decision))


async def claim_of(memory: Memory, number: int) -> Claim:
    found = await memory.db.read(lambda tx: claims.find(tx, number))
    assert found is not None
    return found


async def waiting(place: Place) -> list[str]:
    return [card.claim.statement for card in await place.pending()]


# -- deciding, once, by the credited person


@pytest.mark.parametrize(("first", "second"), [*itertools.product(("approve", "decline"), repeat=2)])
async def test_a_claim_is_decided_once(memory: Memory, place: Place, first: str, second: str) -> None:
    claim, = await say(memory, place, "I live in Pune")
    await getattr(place, first)(claim.id)
    before = await claim_of(memory, claim.id)
    with pytest.raises(Refused, match="already decided"):
        await getattr(place, second)(claim.id)
    with pytest.raises(Refused, match="already decided"):
        await place.resolve(claim.id, Choice.NEW)
    with pytest.raises(Refused, match="already decided"):
        await place.edit(claim.id, "I live in Oslo")
    assert await claim_of(memory, claim.id) == before
    assert await known(place) == (["I live in Pune"] if first == "approve" else [])


async def test_c19_another_persons_number_is_answered_exactly_like_a_missing_one(memory: Memory, place: Place,
                                                                               jonas: Place) -> None:
    mine, = await say(memory, place, "I live in Pune")
    fact = (await place.remember("I am allergic to peanuts")).cards[0].claim
    for number in (mine.id, fact.id):
        for verb in ("approve", "decline", "forget_number", "why", "card"):
            with pytest.raises(NotFound) as other:
                await getattr(jonas, verb)(number)
            with pytest.raises(NotFound) as missing:
                await getattr(jonas, verb)(999)
            assert str(other.value).replace(str(number), "N") == str(missing.value).replace("999", "N")
        with pytest.raises(NotFound):
            await jonas.edit(number, "I live in Oslo")
        with pytest.raises(NotFound):
            await jonas.resolve(number, Choice.OLD)
    assert await jonas.pending() == []
    assert (await claim_of(memory, mine.id)).state is State.CANDIDATE
    await place.approve(mine.id)
    with pytest.raises(NotFound):
        await jonas.decline(mine.id)
    assert sorted(await known(place)) == ["I am allergic to peanuts", "I live in Pune"]


async def test_an_edit_puts_the_persons_words_in_the_place_of_the_claim(memory: Memory, place: Place) -> None:
    claim, = await say(memory, place, "I live in Pune")
    edited = (await place.edit(claim.id, "I live in Poona")).cards[0].claim
    assert edited.state is State.VERIFIED
    assert edited.id != claim.id
    assert await known(place) == ["I live in Poona"]
    assert (await claim_of(memory, claim.id)).reason == "edited"
    assert await place.pending() == []


async def test_approve_all_takes_only_what_was_shown_here_and_never_a_dispute(memory: Memory, place: Place) -> None:
    await place.remember("I live in Pune")
    queue = await say(memory, place, "I moved to Oslo", "I own a kayak", "I have a dog")
    by_words = {claim.value: claim.id for claim in queue}
    assert await place.approvable() == ([], [])
    kayak, oslo = by_words["kayak"], by_words["Oslo"]

    def show(numbers: list[int], person: str, room: str, where: str) -> object:
        return memory.db.write(lambda tx: shown.show(tx, numbers, scope=place.scope, room=room, person=person,
                                                     place=where, at=memory.clock.now()))
    await show([by_words["dog"]], PRIYA.id, GROUP.id, "card")
    await show([by_words["dog"]], JONAS.id, PRIYAS_DM.id, "card")
    await show([by_words["dog"]], PRIYA.id, PRIYAS_DM.id, "prompt")
    assert await place.approvable() == ([], [])
    await show([kayak, oslo], PRIYA.id, PRIYAS_DM.id, "card")
    assert await place.approvable() == ([kayak], [oslo])
    with pytest.raises(Refused, match="disputed"):
        await place.approve(oslo)
    assert await known(place) == ["I live in Pune"]


# -- what was declined


async def test_c06_a_declined_claim_is_not_offered_again_from_the_same_message_or_value(memory: Memory,
                                                                                        place: Place) -> None:
    claim, = await say(memory, place, "I live in Pune")
    await place.decline(claim.id)
    await memory.db.write(lambda tx: tx.execute("update message set learned_at = null"))  # fed again
    learned = await memory.learn(PRIYAS_DM.id)
    assert [drop.reason for drop in learned.dropped] == ["declined"]
    assert await say(memory, place, "I live in Pune.") == []
    with pytest.raises(Refused, match="declined"):  # the same quote under another name
        await memory.db.write(lambda tx: gateway.propose(
            tx, Act("sayso", memory.clock.now(), memory.rules.key), memory.rules,
            Source(Home(place.scope, place.room.id, PRIYA.id, "en"), 1, Origin.EXTRACTION),
            replace(candidate("I live in Pune", attribute="origin", value="Poona"), message=1), ADD))
    assert [c.value for c in await say(memory, place, "I own a kayak")] == ["kayak"]  # the control


async def test_the_person_can_still_say_on_purpose_what_they_declined(memory: Memory, place: Place) -> None:
    claim, = await say(memory, place, "I live in Pune")
    await place.decline(claim.id)
    assert (await place.remember("I live in Pune")).cards[0].claim.state is State.VERIFIED
    assert await known(place) == ["I live in Pune"]


async def test_one_persons_no_binds_nobody_else(memory: Memory, place: Place, jonas: Place) -> None:
    claim, = await say(memory, place, "I live in Pune")
    await place.decline(claim.id)
    assert [c.statement for c in await say(memory, jonas, "I live in Pune")] == ["I live in Pune"]


@pytest.mark.parametrize("end", ["replaced", "edited"])
async def test_reading_an_old_message_again_does_not_bring_back_what_is_settled(memory: Memory, place: Place, end: str
                                                                              ) -> None:
    claim, = await say(memory, place, "I live in Pune")
    if end == "replaced":
        await place.approve(claim.id)
        await place.resolve((await say(memory, place, "I moved to Oslo"))[0].id, Choice.NEW)
    else:
        await place.edit(claim.id, "I live in Oslo")
    before = await known(place)
    await memory.db.write(lambda tx: tx.execute("update message set learned_at = null where kind = 'said'"))
    await memory.learn(PRIYAS_DM.id)
    assert await waiting(place) == []
    assert await known(place) == before
    assert await say(memory, place, "I live in Pune") != []  # the control: said anew, it is asked about


# -- disputes


@pytest.mark.parametrize(("choice", "left"), [
    (Choice.NEW, ["I hate Thai food now"]), (Choice.OLD, ["I love Thai food"]),
    (Choice.BOTH, ["I love Thai food", "I hate Thai food now"]), (Choice.NEITHER, [])])
async def test_c09_a_contradiction_is_decided_each_way_and_until_then_the_old_fact_stays(
        memory: Memory, place: Place, choice: Choice, left: list[str]) -> None:
    await place.remember("I love Thai food")
    claim, = await say(memory, place, "I hate Thai food now.")
    assert await known(place) == ["I love Thai food"]
    recalled = await place.recall("Thai food")
    assert [fact.disputed for fact in recalled.facts] == [True]
    assert {side.statement for c in recalled.cautions for side in (c.a, c.b)} == {
        "I love Thai food", "I hate Thai food now"}
    with pytest.raises(Refused, match="disputed"):
        await place.approve(claim.id)
    await place.resolve(claim.id, choice)
    assert await known(place) == left
    assert (await place.recall("Thai food")).cautions == ()
    with pytest.raises(Refused, match="already decided"):
        await place.resolve(claim.id, choice)


@pytest.mark.parametrize("named", ["second", "newest"])
@pytest.mark.parametrize("approved", [True, False])
@pytest.mark.parametrize(("choice", "left"), [
    (Choice.NEW, ["I turned 33"]), (Choice.OLD, ["I'm 31"]), (Choice.NEITHER, []),
    (Choice.BOTH, ["I'm 31", "I'm 32", "I turned 33"])])
async def test_a_choice_decides_all_that_disagrees_whichever_of_them_is_named(
        memory: Memory, place: Place, named: str, approved: bool, choice: Choice, left: list[str]) -> None:
    [first] = await say(memory, place, "I'm 31")
    if approved:
        await place.approve(first.id)
    newest = (await say(memory, place, "I'm 32", "I turned 33"))[-1]
    await place.resolve(newest.id - 1 if named == "second" else newest.id, choice)
    assert await known(place) == left
    assert await waiting(place) == []
    assert (await place.recall("how old am I, 31 32 33")).cautions == ()
    await place.undo()
    assert await known(place) == (["I'm 31"] if approved else [])
    assert [len(card.disputes) for card in await place.pending()] == [2] * (2 if approved else 3)
    assert await memory.rebuilt() == []


@pytest.mark.parametrize(("choice", "left"), [
    (Choice.NEW, ["the shed is green"]), (Choice.OLD, ["the shed is red", "the shed is wooden"])])
async def test_what_agrees_with_the_side_that_is_kept_stays(memory: Memory, place: Place, choice: Choice,
                                                            left: list[str]) -> None:
    numbers = [(await offer(memory, place, candidate(words))).claim
               for words in ("the shed is red", "the shed is wooden", "the shed is green")]
    for number in numbers[:2]:
        await place.approve(number)
    act = Act(place.principal.id, memory.clock.now(), memory.rules.key)
    for number in numbers[:2]:
        await memory.db.write(lambda tx, one=number: pairs.note(tx, act, place.scope, one, numbers[2], PairKind.VALUE))
    await place.resolve(numbers[2], choice)
    assert await known(place) == left
    assert await waiting(place) == []
    assert await memory.rebuilt() == []


async def test_c09_declining_the_new_side_leaves_the_old_fact_as_it_was(memory: Memory, place: Place) -> None:
    await place.remember("I love Thai food")
    before = await memory.db.read(lambda tx: tx.execute("select * from fact").fetchall())
    claim, = await say(memory, place, "I hate Thai food now.")
    await place.decline(claim.id)
    assert await memory.db.read(lambda tx: tx.execute("select * from fact").fetchall()) == before
    recalled = await place.recall("Thai food")
    assert [fact.disputed for fact in recalled.facts] == [False]
    assert recalled.cautions == ()


async def test_a_retraction_puts_nothing_in_the_place_and_the_old_message_does_not_bring_it_back(
        memory: Memory, place: Place) -> None:
    dog = candidate("I have a dog", attribute="pet", value="dog", type=ClaimType.PROFILE)
    fact = await offer(memory, place, dog)
    await place.approve(fact.claim)
    await place.remember("I live in Pune")
    gone = candidate("I have no dog after all", attribute="pet", value="dog", polarity="-", type=ClaimType.PROFILE,
                     retraction=True)
    back = await offer(memory, place, gone, Decision(Action.DELETE, fact.claim, "test"))
    assert await known(place) == ["I have a dog", "I live in Pune"]
    if back.disputed:
        await place.resolve(back.claim, Choice.NEW)
    else:
        await place.approve(back.claim)
    assert await known(place) == ["I live in Pune"]
    with pytest.raises(Refused, match="declined"):
        await offer(memory, place, dog)
    assert await known(place) == ["I live in Pune"]


async def test_a_retraction_of_what_still_waits_ends_it(memory: Memory, place: Place) -> None:
    dog = await offer(memory, place, candidate("I have a dog", attribute="pet", value="dog"))
    gone = await offer(memory, place, candidate("I have no dog after all", attribute="pet", value="dog", polarity="-",
                                                retraction=True), Decision(Action.DELETE, dog.claim, "test"))
    await place.approve(gone.claim)
    assert await known(place) == []
    assert await place.pending() == []


async def test_of_two_waiting_claims_that_disagree_each_can_be_approved_after_the_other_was_declined(
        memory: Memory, place: Place) -> None:
    pune, oslo = await say(memory, place, "I live in Pune", "I moved to Oslo")
    await place.decline(pune.id)
    await place.approve(oslo.id)
    assert await known(place) == ["I moved to Oslo"]


async def test_of_two_waiting_claims_that_disagree_the_second_becomes_a_dispute_when_the_first_is_approved(
        memory: Memory, place: Place) -> None:
    pune, oslo = await say(memory, place, "I live in Pune", "I moved to Oslo")
    await place.approve(oslo.id)
    with pytest.raises(Refused, match="disputed"):
        await place.approve(pune.id)
    assert await known(place) == ["I moved to Oslo"]


# -- ground that moved


async def test_an_update_whose_ground_has_moved_is_refused_with_the_reason(memory: Memory, place: Place) -> None:
    old = await offer(memory, place, candidate("I am a cook", attribute="note", value="cook"))
    await place.approve(old.claim)
    new = await offer(memory, place, candidate("Cooking is my past, I bake", value="baker"),
                      Decision(Action.UPDATE, old.claim, "test"))
    control = await offer(memory, place, candidate("I run marathons", value="marathons"))
    assert not new.disputed
    await place.forget_number((await offer(memory, place, candidate("I own a kayak"))).claim)
    await memory.db.write(lambda tx: gateway.withdraw(tx, Act(PRIYA.id, memory.clock.now(), memory.rules.key),
                                                      claims.owned(tx, old.claim, PRIYA.id), "edited away"))
    with pytest.raises(GroundMoved):
        await place.approve(new.claim)
    assert (await claim_of(memory, new.claim)).state is State.CANDIDATE
    await place.approve(control.claim)
    assert await known(place) == ["I run marathons"]


@pytest.mark.parametrize("action", [Action.UPDATE, Action.DELETE, Action.NONE])
async def test_a_decision_whose_target_fell_while_learning_ran_becomes_an_addition(memory: Memory, place: Place,
                                                                                  action: Action) -> None:
    old = await offer(memory, place, candidate("I am a cook", value="cook"))
    await place.decline(old.claim)
    new = await offer(memory, place, candidate("I bake bread", value="bread"), Decision(action, old.claim, "test"))
    assert new.new
    made = await claim_of(memory, new.claim)
    assert (made.action, made.target) == (Action.ADD, None)
    await place.approve(new.claim)
    assert await known(place) == ["I bake bread"]


async def test_a_decision_cannot_reach_another_persons_claim(memory: Memory, place: Place, jonas: Place) -> None:
    await place.remember("I am a cook")
    theirs = (await place.facts())[0].id
    for action in (Action.UPDATE, Action.DELETE, Action.NONE):
        mine = await offer(memory, jonas, candidate(f"I like {action}", value=str(action)),
                           Decision(action, theirs, "test"))
        assert (await claim_of(memory, mine.claim)).target is None
        await jonas.approve(mine.claim)
    assert await known(place) == ["I am a cook"]


async def test_the_same_in_other_words_is_one_more_quote_and_no_second_entry(memory: Memory, place: Place) -> None:
    first = await offer(memory, place, candidate("My time zone is Eastern", attribute="timezone", value="Eastern"))
    again = await offer(memory, place, candidate("eastern time here", value="eastern time here"),
                        Decision(Action.NONE, first.claim, "test"))
    assert (again.claim, again.new) == (first.claim, False)
    assert await waiting(place) == ["My time zone is Eastern"]
    assert len((await place.why(first.claim)).evidence) == 2


# -- evidence and confidence


async def test_no_claim_without_a_quote_that_is_in_a_message_of_that_person(memory: Memory, place: Place,
                                                                           jonas: Place) -> None:
    his = await jonas.observe("I live in Pune", sent_at=memory.clock.now())
    mine = await place.observe("I live in Oslo", sent_at=memory.clock.now())
    source = Source(Home(place.scope, place.room.id, PRIYA.id, "en"), mine.session, Origin.EXTRACTION)
    act = Act("sayso", memory.clock.now(), memory.rules.key)
    for message, quote in ((his.id, "I live in Pune"), (mine.id, "I live in Pune"), (mine.id, ""), (999, "I live")):
        bad = replace(candidate("I live in Pune", attribute="home", value="Pune"), message=message, quote=quote)
        with pytest.raises(Refused, match="no evidence"):
            await memory.db.write(lambda tx, bad=bad: gateway.propose(tx, act, memory.rules, source, bad, ADD))
    good = replace(candidate("I live in Oslo", attribute="home", value="Oslo"), message=mine.id)
    assert (await memory.db.write(lambda tx: gateway.propose(tx, act, memory.rules, source, good, ADD))).new


async def confidence(memory: Memory, number: int) -> tuple[int, float]:
    return await memory.db.read(lambda tx: claims.independent(tx, number))


async def test_confidence_moves_half_way_to_one_with_each_independent_assertion(memory: Memory, place: Place,
                                                                               clock: HandClock) -> None:
    said = candidate("We ship on Fridays", type=ClaimType.CONVENTION)
    first = await offer(memory, place, said)
    assert await confidence(memory, first.claim) == (1, 0.5)
    for sources, expected in ((2, 0.75), (3, 0.875)):
        clock.forward(days=1)
        await offer(memory, place, said)
        assert await confidence(memory, first.claim) == (sources, expected)
    clock.forward(days=1)
    await memory.db.write(lambda tx: shown.show(tx, [first.claim], scope=place.scope, room=place.room.id,
                                                person=PRIYA.id, place="prompt", at=clock.now()))
    clock.forward(hours=1)
    await offer(memory, place, said)
    assert await confidence(memory, first.claim) == (3, 0.875)  # an echo of what was shown is no evidence


async def test_saying_it_a_hundred_times_is_not_too_much(memory: Memory, place: Place, clock: HandClock) -> None:
    said = candidate("We ship on Fridays")
    for _ in range(70):
        clock.forward(hours=7)
        made = await offer(memory, place, said)
    sources, sure = await confidence(memory, made.claim)
    assert sources == 70
    assert 0.99 < sure <= 1.0


@pytest.mark.parametrize(("type", "needed"), [
    (ClaimType.PROFILE, None), (ClaimType.PREFERENCE, None), (ClaimType.HYPOTHESIS, None),
    (ClaimType.ENVIRONMENT, 1), (ClaimType.OUTCOME, 1), (ClaimType.CONVENTION, 3)])
async def test_under_corroborated_review_the_type_says_what_is_enough(memory: Memory, place: Place, clock: HandClock,
                                                                    type: ClaimType, needed: int | None) -> None:
    relaxed = replace(memory.rules, review="corroborated")
    slots = {ClaimType.PROFILE: "health", ClaimType.PREFERENCE: "likes", ClaimType.HYPOTHESIS: "hypothesis",
             ClaimType.ENVIRONMENT: "state", ClaimType.OUTCOME: "event", ClaimType.CONVENTION: "convention"}
    said = candidate("The build runs on two cores", type=type, attribute=slots[type])
    for times in range(1, 6):
        made = await offer(memory, place, said, rules=relaxed)
        assert (made.state is State.VERIFIED) is (needed is not None and times >= needed), times
        clock.forward(days=1)


async def test_a_label_that_the_attribute_table_did_not_give_relaxes_nothing(memory: Memory, place: Place,
                                                                           clock: HandClock) -> None:
    relaxed = replace(memory.rules, review="corroborated")
    for attribute, verified in (("home", False), ("state", True)):
        made = await offer(memory, place, candidate("It is in the cellar", type=ClaimType.ENVIRONMENT,
                                                    attribute=attribute, value=attribute), rules=relaxed)
        assert (made.state is State.VERIFIED) is verified


async def test_under_required_review_nothing_promotes_itself(memory: Memory, place: Place, clock: HandClock) -> None:
    for _ in range(5):
        made = await offer(memory, place, candidate("The build runs on two cores", type=ClaimType.ENVIRONMENT))
        assert made.state is State.CANDIDATE
        clock.forward(days=1)


# -- time


@pytest.mark.parametrize(("type", "days"), [(ClaimType.ENVIRONMENT, 30), (ClaimType.PREFERENCE, 365),
                                            (ClaimType.HYPOTHESIS, 14), (ClaimType.CONVENTION, 180)])
async def test_a_fact_retires_when_its_lifetime_is_over(memory: Memory, place: Place, clock: HandClock,
                                                       type: ClaimType, days: int) -> None:
    made = await offer(memory, place, candidate("My desk is by the window", type=type))
    await place.approve(made.claim)
    await place.remember("My name is Priya")
    clock.forward(days=days, seconds=-1)
    assert await memory.to_ask() == []
    clock.forward(seconds=2)
    for _ in range(2):
        [due] = await memory.to_ask()
        assert due.id == made.claim
        await memory.ask_still(due, Said("telegram", place.room.id, place.scope, "ask", "{}"))
        assert await memory.to_ask() == []
        assert await memory.retire_due() == []
        clock.forward(days=7)
    assert [fact.statement for fact in (await place.recall("where is my desk, by the window?")).facts
            if "desk" in fact.statement] == []  # read before the timer came
    gone = await claim_of(memory, made.claim)
    assert (gone.state, gone.reason) == (State.DEPRECATED, "expired")
    assert await known(place) == ["My name is Priya"]


async def test_a_fact_ends_with_its_valid_time_and_one_that_is_over_never_becomes_one(memory: Memory, place: Place,
                                                                                     clock: HandClock) -> None:
    today = clock.now().date()
    until = await offer(memory, place, candidate("I am in Goa until today", valid_to=today))
    over = await offer(memory, place, candidate("I was in Delhi until March", valid_to=date(2026, 3, 1)))
    await place.approve(until.claim)
    assert (await place.approve(over.claim)).state is State.VERIFIED
    assert await known(place) == ["I am in Goa until today"]
    clock.forward(days=1)
    assert await memory.retire_due() == [until.claim]
    assert (await claim_of(memory, until.claim)).reason == "ended"
    assert await known(place) == []


# -- rooms


async def test_a_claim_of_the_dm_can_be_neither_seen_nor_decided_in_a_group(memory: Memory, place: Place) -> None:
    here = memory.at(PRIYA, GROUP)
    mine, = await say(memory, place, "I live in Pune")
    await here.join(True)
    await here.observe("I own a kayak", sent_at=memory.clock.now())
    await memory.learn(GROUP.id)
    assert await waiting(here) == ["I own a kayak"]
    assert sorted(await waiting(place)) == ["I live in Pune", "I own a kayak"]
    for act in (here.approve, here.decline, here.why, here.forget_number):
        with pytest.raises(NotFound):
            await act(mine.id)
    await here.approve((await here.pending())[0].claim.id)
    assert await known(here) == ["I own a kayak"]
    assert await known(place) == []


async def test_in_a_group_nobody_is_learned_from_before_their_own_yes_not_even_by_an_edit(memory: Memory) -> None:
    here, his = memory.at(PRIYA, GROUP), memory.at(JONAS, GROUP)
    await here.join(True)
    await here.observe("I own a kayak", sent_at=memory.clock.now(), platform_id="1")
    await his.observe("I live in Pune", sent_at=memory.clock.now(), platform_id="2")
    await his.reread("2", "I live in Oslo")
    await memory.learn(GROUP.id)
    assert await waiting(his) == []
    assert await waiting(here) == ["I own a kayak"]
    await his.join(True)
    await his.observe("I love biryani", sent_at=memory.clock.now(), platform_id="3")
    await his.join(False)  # before learning came round
    await memory.learn(GROUP.id)
    assert await waiting(memory.at(JONAS, JONAS_DM)) == []


async def test_editing_a_message_withdraws_what_stood_on_the_words_that_are_gone(memory: Memory, place: Place) -> None:
    await place.observe("I live in Pune and I own a kayak", sent_at=memory.clock.now(), platform_id="7")
    await memory.learn(place.room.id)
    for card in await place.pending():
        await place.approve(card.claim.id)
    await place.reread("7", "I own a kayak")
    assert await known(place) == ["I own a kayak"]
    assert await memory.db.read(lambda tx: tx.execute("select count(*) from fact_words").fetchone()[0]) == 1


async def test_a_job_asked_for_again_while_it_runs_is_not_lost(memory: Memory, clock: HandClock) -> None:
    def put(tx: Tx) -> None:
        jobs.put(tx, scope="s", kind="learn", room="r", run_at=clock.now())
    await memory.db.write(put)
    job, = await memory.work.due()
    clock.forward(seconds=1)
    await memory.db.write(put)
    await memory.work.done(job)
    again, = await memory.work.due()
    await memory.work.done(again)
    assert await memory.work.due() == []


async def test_a_job_that_keeps_failing_is_given_up_visibly(memory: Memory, clock: HandClock) -> None:
    await memory.work.ask("learn", "r", "s")
    over = False
    for _ in range(jobs.TRIES):
        assert not over
        clock.forward(hours=1)
        job, = await memory.work.due()
        over = await memory.work.failed(job, "down")
    assert over
    clock.forward(days=1)
    assert await memory.work.due() == []
    assert [job.state for job in await memory.work.jobs("r")] == ["failed"]
    await memory.work.ask("learn", "r", "s")
    assert len(await memory.work.due()) == 1


async def test_shadow_queues_and_recalls_nothing_and_off_does_neither(directory: Path, clock: HandClock) -> None:
    for mode, queued in (("on", 1), ("shadow", 1), ("off", 0)):
        async with Memory.open(directory / mode, clock=clock, options=Options(mode=mode)) as memory:
            place = memory.at(PRIYA, PRIYAS_DM)
            await place.remember("I am allergic to peanuts")
            assert len(await say(memory, place, "I live in Pune")) == queued
            assert len((await place.recall("peanuts")).facts) == (1 if mode == "on" else 0)


async def test_approve_all_leaves_what_it_was_only_told_of_beside_the_queue(tmp_path: Path, clock: HandClock) -> None:
    async with chatting(tmp_path, clock) as chat:
        for thing in ("a red kayak", "a blue tent", "a green bike"):
            await chat.say(PRIYA, PRIYAS_DM, f"I own {thing}")
            assert "May I remember" in await chat.learn(PRIYAS_DM)
        await chat.say(PRIYA, PRIYAS_DM, "I own a grey piano")
        assert await chat.learn(PRIYAS_DM) == "I'll keep them in /queue."
        assert "grey piano" not in await chat.say(PRIYA, PRIYAS_DM, "/approve all")
        facts = await known(chat.memory.at(PRIYA, PRIYAS_DM))
        assert facts == ["I own a red kayak", "I own a blue tent", "I own a green bike"]
        assert "grey piano" in await chat.say(PRIYA, PRIYAS_DM, "/queue")
        await chat.say(PRIYA, PRIYAS_DM, "/approve all")  # now it was shown
        assert "I own a grey piano" in await known(chat.memory.at(PRIYA, PRIYAS_DM))
