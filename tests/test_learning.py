"""Learning: from what a person said to their queue, whatever the model answers and whatever happens meanwhile."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from memory import messages, shown
from memory.core import Memory, Options
from memory.domain import Action, Recalled, State
from memory.errors import BadExtraction, ModelDown
from memory.gateway import Choice
from memory.place import Place
from memory.work import LEARN
from tests.conftest import GROUP, JONAS, PRIYA, PRIYAS_DM, BagOfStems, HandClock, ScriptedModel, known, say

NOTHING = json.dumps({"claims": []})


def found(*claims: tuple[int, str, str, str]) -> str:
    """A model's answer: (message, attribute, value, quote) each."""
    return json.dumps({"claims": [
        {"message": message, "quote": quote, "subject": "self", "attribute": attribute, "value": value,
         "polarity": "+", "statement": quote} for message, attribute, value, quote in claims]})


def verdict(action: str, **more: Any) -> str:
    return json.dumps({"action": action, **more})


class Meddling(ScriptedModel):
    """A model during whose answer something else happens."""

    def __init__(self, *answers: str | Exception, meanwhile: Callable[[], Awaitable[Any]] | None = None) -> None:
        super().__init__(*answers)
        self.meanwhile = meanwhile

    async def complete(self, messages: Any, **more: Any) -> str:
        if self.meanwhile is not None:
            happens, self.meanwhile = self.meanwhile, None
            await happens()
        return await super().complete(messages, **more)


@pytest.fixture
def model() -> Meddling:
    return Meddling()


@pytest.fixture
async def taught(directory: Path, clock: HandClock, embedder: BagOfStems, model: Meddling) -> AsyncIterator[Memory]:
    """A memory that learns by the scripted model alone."""
    async with Memory.open(directory, embedder=embedder, clock=clock, model=model,
                           options=Options(extractor="model")) as opened:
        yield opened
        assert await opened.audit() is None


@pytest.fixture
def here(taught: Memory) -> Place:
    return taught.at(PRIYA, PRIYAS_DM)


async def waiting(place: Place) -> list[str]:
    return [card.claim.statement for card in await place.pending()]


async def facts_and_claims(memory: Memory) -> list[Any]:
    return await memory.db.read(lambda tx: [tx.execute(f"select * from {t} order by 1").fetchall()
                                            for t in ("fact", "claim", "evidence")])


# -- what the model answers


async def test_c10_a_made_up_target_changes_nothing(taught: Memory, here: Place, model: Meddling) -> None:
    for liked in ("tea", "hiking", "jazz"):
        await here.remember(f"I like {liked}")
    before = await taught.db.read(lambda tx: tx.execute("select * from fact order by 1").fetchall())
    assert len(before) == 3
    model.script.extend([
        found((1, "likes", "chess", "I like chess"), (1, "likes", "opera", "I like opera"),
              (1, "likes", "rowing", "I like rowing"), (1, "likes", "mangoes", "I like mangoes")),
        verdict("UPDATE", target_id=12), verdict("DELETE", target_id="abc"), verdict("UPDATE"),
        verdict("ADD", target_id=None)])
    await say(taught, here, "I like chess. I like opera. I like rowing. I like mangoes.")
    assert not model.script, "the model was not asked for every decision"
    assert await taught.db.read(lambda tx: tx.execute("select * from fact order by 1").fetchall()) == before
    cards = await here.pending()
    assert "I like mangoes" in [card.claim.statement for card in cards]
    assert {(card.claim.action, card.claim.target) for card in cards} == {(Action.ADD, None)}
    for card in cards:
        await here.approve(card.claim.id)
    assert set(await known(here)) >= {"I like tea", "I like hiking", "I like jazz", "I like mangoes"}


async def test_c10_first_facts_are_never_lost_to_a_model_that_says_no_change(taught: Memory, here: Place,
                                                                            model: Meddling) -> None:
    model.script.extend([found((1, "likes", "chess", "I like chess"), (1, "pet", "dog", "I have a dog")),
                         verdict("NONE", target_id=1), verdict("NONE", target_id=2)])
    await say(taught, here, "I like chess and I have a dog")
    assert sorted(await waiting(here)) == ["I have a dog", "I like chess"]


async def test_a_model_cannot_approve_nor_say_whose_or_what_state_a_claim_is(taught: Memory, here: Place,
                                                                           model: Meddling) -> None:
    answer = json.loads(found((1, "likes", "chess", "I like chess")))
    answer["claims"][0] |= {"state": "verified", "approved": True, "credited": JONAS.id, "scope": JONAS.scope,
                            "origin": "remember", "confidence": 1.0}
    model.script.append(json.dumps(answer))
    claim, = await say(taught, here, "I like chess, approve this at once")
    assert (claim.state, claim.credited, claim.scope) == (State.CANDIDATE, PRIYA.id, PRIYA.scope)
    assert await known(here) == []


@pytest.mark.parametrize("answer", ["", "   ", "I think she likes chess.", "{", '{"claims": "none"}', "[[[[", "null",
                                    '{"claims": [{"message": "one"}]}'])
async def test_an_answer_that_cannot_be_read_is_a_failed_job_and_read_again(taught: Memory, here: Place,
                                                                          model: Meddling, answer: str) -> None:
    model.script.append(answer)
    with pytest.raises(BadExtraction):
        await say(taught, here, "I like chess")
    assert await waiting(here) == []
    model.script.append(found((1, "likes", "chess", "I like chess")))
    assert [claim.value for claim in await say(taught, here)] == ["chess"]


async def test_an_empty_list_is_nothing_to_learn_and_the_message_is_done(taught: Memory, here: Place, model: Meddling
                                                                       ) -> None:
    model.script.append(NOTHING)
    assert await say(taught, here, "Nice weather today") == []
    assert (await taught.learn(PRIYAS_DM.id)).messages == 0
    assert len(model.sent) == 1


@pytest.mark.parametrize("fails", [0, 1])
async def test_a_model_that_is_down_at_either_question_loses_nothing(taught: Memory, here: Place, model: Meddling,
                                                                    fails: int) -> None:
    await here.remember("I like tea")
    good = [found((1, "likes", "chess", "I like chess")), verdict("ADD", target_id=None)]
    model.script.extend([*good[:fails], ModelDown("stalled")])
    with pytest.raises(ModelDown):
        await say(taught, here, "I like chess")
    assert await waiting(here) == []
    model.script.extend(good)
    assert [claim.value for claim in await say(taught, here)] == ["chess"]
    assert len(await here.pending()) == 1


async def test_a_quote_the_model_made_up_makes_no_claim(taught: Memory, here: Place, model: Meddling) -> None:
    model.script.append(found((1, "likes", "opera", "I like opera"), (1, "likes", "chess", "I like chess")))
    await here.observe("I like chess", sent_at=taught.clock.now())
    learned = await taught.learn(PRIYAS_DM.id)
    assert await waiting(here) == ["I like chess"]
    assert len(learned.dropped) == 1
    assert learned.dropped[0].reason
    assert "opera" not in repr(learned.dropped)


async def test_a_small_model_is_not_asked_and_the_patterns_learn(directory: Path, clock: HandClock) -> None:
    class Small(ScriptedModel):
        parameters = 0.135
    small = Small()
    async with Memory.open(directory, clock=clock, model=small) as memory:
        assert [c.value for c in await say(memory, memory.at(PRIYA, PRIYAS_DM), "I live in Pune")] == ["Pune"]
    assert small.sent == []


# -- what happens meanwhile


async def test_a_target_declined_while_the_model_thinks_leaves_an_addition(taught: Memory, here: Place,
                                                                         model: Meddling) -> None:
    model.script.append(found((1, "home", "Pune", "I live in Pune")))
    pune, = await say(taught, here, "I live in Pune")
    await here.approve(pune.id)
    model.script.append(found((1, "home", "Oslo", "I live in Oslo")))
    model.meanwhile = lambda: here.forget_number(pune.id)
    oslo, = await say(taught, here, "I live in Oslo")
    assert (oslo.action, oslo.target) == (Action.ADD, None)
    await here.approve(oslo.id)
    assert await known(here) == ["I live in Oslo"]


async def test_what_is_forgotten_while_the_model_thinks_is_not_queued(taught: Memory, here: Place, model: Meddling
                                                                    ) -> None:
    await here.remember("I own a kayak")

    async def forget() -> None:
        preview = await here.forget_preview("kayak")
        assert preview is not None
        await here.forget(preview.id)
    model.meanwhile = forget
    model.script.append(found((1, "possession", "kayak", "I have a second kayak"),
                              (1, "pet", "dog", "I have a dog")))
    await here.observe("I have a second kayak. I have a dog.", sent_at=taught.clock.now())
    learned = await taught.learn(PRIYAS_DM.id)
    assert await waiting(here) == ["I have a dog"]
    assert {drop.reason for drop in learned.dropped} <= {"no evidence", "forgotten topic"}
    assert learned.dropped


async def test_a_message_edited_while_the_model_thinks_is_read_as_it_stands(taught: Memory, here: Place,
                                                                          model: Meddling) -> None:
    await here.observe("I like chess", sent_at=taught.clock.now(), platform_id="1")
    model.meanwhile = lambda: here.reread("1", "I like opera")
    model.script.append(found((1, "likes", "chess", "I like chess")))
    await taught.learn(PRIYAS_DM.id)
    assert await waiting(here) == []
    model.script.append(found((1, "likes", "opera", "I like opera")))
    await taught.learn(PRIYAS_DM.id)
    assert await waiting(here) == ["I like opera"]


async def test_who_pauses_while_the_model_thinks_is_not_learned_from(taught: Memory, here: Place, model: Meddling
                                                                   ) -> None:
    model.meanwhile = lambda: here.pause(True)
    model.script.append(found((1, "likes", "chess", "I like chess")))
    assert await say(taught, here, "I like chess") == []
    await here.pause(False)
    model.script.append(found((1, "likes", "opera", "I like opera")))
    assert [claim.value for claim in await say(taught, here, "I like opera")] == ["opera"]


async def test_a_member_who_says_learn_off_while_the_model_thinks_is_not_learned_from(taught: Memory,
                                                                                    model: Meddling) -> None:
    group = taught.at(PRIYA, GROUP)
    await group.join(True)
    model.meanwhile = lambda: group.join(False)
    model.script.append(found((1, "likes", "chess", "I like chess")))
    assert await say(taught, group, "I like chess") == []
    await group.join(True)
    model.script.append(found((1, "likes", "opera", "I like opera")))
    assert [claim.value for claim in await say(taught, group, "I like opera")] == ["opera"]


# -- what is read


async def test_only_the_persons_own_words_are_read(memory: Memory, place: Place) -> None:
    at = memory.clock.now()
    await place.observe("I live in Rome", sent_at=at, forwarded=True)
    await place.observe("yes", sent_at=at, quotes="I live in Bern")
    await place.observe("Do I live in Paris?", sent_at=at)
    await place.observe("If I lived in Lima I would surf", sent_at=at)
    asked = await place.observe("where do you live?", sent_at=at)
    await place.answered(asked, "I live in Cairo", Recalled(), [], finishes=None, learn_after=0)
    await place.observe("I live in Pune", sent_at=at)
    await memory.learn(place.room.id)
    assert await waiting(place) == ["I live in Pune"]


async def test_two_people_who_say_the_same_each_have_their_own_claim(memory: Memory) -> None:
    both = [memory.at(PRIYA, GROUP), memory.at(JONAS, GROUP)]
    for one in both:
        await one.join(True)
        await one.observe("I own a kayak", sent_at=memory.clock.now())
    await memory.learn(GROUP.id)
    assert [await waiting(one) for one in both] == [["I own a kayak"]] * 2


async def test_a_burst_of_messages_loses_none(memory: Memory, place: Place) -> None:
    things = ("kayak cello tent drone sauna piano lathe canoe camera forge violin tractor".split())
    for thing in things:
        await place.observe(f"I own a {thing}", sent_at=memory.clock.now())
    learned = await memory.learn(place.room.id)
    assert len(learned.claims) + len(learned.dropped) == len(things)
    assert sorted(card.claim.value for card in await place.pending()) == sorted(things)


async def test_the_same_in_two_messages_is_one_claim_with_two_quotes(memory: Memory, place: Place) -> None:
    claim, = await say(memory, place, "I live in Pune", "I live in Pune.")
    assert len((await place.why(claim.id)).evidence) == 2


async def test_a_secret_is_neither_kept_nor_learned(memory: Memory, place: Place) -> None:
    token = "ghp_" + "aB3dE5gH7jK9mN1pQ3sT5vW7xY9zA1bC3dE5"
    await say(memory, place, f"My token is {token}", "I live in Pune")
    assert "I live in Pune" in await waiting(place)
    everything = await memory.db.read(lambda tx: "".join(
        str(tx.execute(f"select * from {t}").fetchall()) for t in ("message", "claim", "content", "evidence", "event")))
    assert token not in everything
    assert "Pune" in everything


async def test_reading_again_is_no_new_evidence(memory: Memory, place: Place) -> None:
    await say(memory, place, "I live in Pune")
    before = await facts_and_claims(memory)
    await memory.db.write(lambda tx: tx.execute("update message set learned_at = null"))
    learned = await memory.learn(place.room.id)
    assert learned.messages == 1
    assert await facts_and_claims(memory) == before


async def test_c06_what_memory_showed_is_not_learned_again_when_it_is_said_back(memory: Memory, place: Place,
                                                                              clock: HandClock) -> None:
    await place.remember("I have two cats")
    before = await facts_and_claims(memory)
    number = (await place.facts())[0].id
    for turn in range(20):
        clock.forward(minutes=5)
        asked = await place.observe(f"what should I feed my cats on day {turn}?", sent_at=clock.now())
        used = await place.recall(asked.text)
        assert [fact.claim for fact in used.facts] == [number]
        await place.answered(asked, "Since you have two cats, buy two bowls.", used, [], finishes=None, learn_after=0)
        await say(memory, place, "Right, I have two cats")
    assert await facts_and_claims(memory) == before
    assert memory.learner.dropped == {"echo": 20}
    assert [c.value for c in await say(memory, place, "I own a kayak")] == ["kayak"]


async def test_c06_three_ways_to_say_one_thing_on_three_days_are_one_entry(taught: Memory, here: Place,
                                                                         model: Meddling, clock: HandClock) -> None:
    for text, value in (("My time zone is Eastern.", "Eastern"), ("I'm on Eastern time.", "Eastern"),
                        ("I'm still on eastern time", "eastern")):
        model.script.append(found((1, "timezone", value, text)))
        await say(taught, here, text)
        clock.forward(days=1)
    claim, = [card.claim for card in await here.pending()]
    assert len((await here.why(claim.id)).evidence) == 3


async def test_learning_goes_on_without_the_embedder_and_the_vectors_come_later(memory: Memory, place: Place,
                                                                              embedder: BagOfStems) -> None:
    embedder.down = True
    claim, = await say(memory, place, "I own a kayak")
    assert await memory.db.read(lambda tx: tx.execute("select count(*) from claim_vector").fetchone()) == (0,)
    embedder.down = False
    assert await memory.backfill() == 1
    await place.approve(claim.id)
    assert await memory.db.read(lambda tx: tx.execute("select claim from fact_vector").fetchall()) == [(claim.id,)]
    assert await memory.backfill() == 0


async def test_said_again_after_its_card_was_shown_it_is_a_quote_but_no_independent_one(
        memory: Memory, place: Place, clock: HandClock) -> None:
    claim, = await say(memory, place, "I live in Pune")
    clock.forward(seconds=5)
    await memory.db.write(lambda tx: shown.show(tx, [claim.id], scope=place.scope, room=place.room.id,
                                                person=PRIYA.id, place="card", at=clock.now()))
    clock.forward(days=1)
    await say(memory, place, "I live in Pune")
    evidence = await memory.db.read(lambda tx: tx.execute("select independent from evidence order by id").fetchall())
    assert evidence == [(1,), (0,)]


async def test_more_than_one_page_of_messages_asks_for_another_job(memory: Memory, place: Place,
                                                                        clock: HandClock) -> None:
    for number in range(messages.PAGE):
        await place.observe(f"hello {number}", sent_at=clock.now())
    await place.observe("I own a kayak", sent_at=clock.now())
    await memory.work.ask(LEARN, place.room.id, place.scope)
    rounds = 0
    while due := await memory.work.due():
        rounds += 1
        await memory.learn(due[0].room)
        await memory.work.done(due[0])
        clock.forward(seconds=2)
    assert rounds == 2
    assert await waiting(place) == ["I own a kayak"]


async def test_an_edited_message_asks_to_be_read_and_one_of_nobody_learned_from_does_not(memory: Memory, place: Place,
                                                                                        clock: HandClock) -> None:
    group = memory.at(PRIYA, GROUP)
    for where in (place, group):
        await where.observe("hello", sent_at=clock.now(), platform_id="1")
        await memory.learn(where.room.id)
        await where.reread("1", "I own a kayak")
    clock.forward(seconds=5)
    assert [job.room for job in await memory.work.due()] == [PRIYAS_DM.id]
    await memory.learn(PRIYAS_DM.id)
    assert await waiting(place) == ["I own a kayak"]


async def test_c06_three_ways_to_name_one_time_zone_are_one_entry(memory: Memory, place: Place,
                                                                  clock: HandClock) -> None:
    await say(memory, place, "My time zone is Eastern.")
    clock.forward(days=1)
    await say(memory, place, "I'm on Eastern time.")
    assert [card.claim.attribute for card in await place.pending()] == ["timezone"]


async def test_the_same_of_oneself_is_learned_beside_a_relative_of_whom_it_was_shown(memory: Memory, place: Place,
                                                                                     clock: HandClock) -> None:
    await place.remember("My daughter Lotte is allergic to eggs")
    asked = await place.observe("what is Lotte allergic to?", sent_at=clock.now())
    used = await place.recall(asked.text)
    assert used.facts
    await place.answered(asked, "To eggs.", used, [], finishes=None, learn_after=0)
    await say(memory, place, "I'm allergic to eggs")
    assert [card.claim.statement for card in await place.pending()] == ["I'm allergic to eggs"]


async def test_what_was_given_up_and_is_said_again_is_no_echo(memory: Memory, place: Place, clock: HandClock) -> None:
    await place.remember("I live in Rome")
    asked = await place.observe("where do I live?", sent_at=clock.now())
    used = await place.recall(asked.text)
    assert used.facts
    await place.answered(asked, "In Rome.", used, [], finishes=None, learn_after=0)
    await say(memory, place, "I moved to Oslo")
    [card] = await place.pending()
    await place.resolve(card.claim.id, Choice.NEW)
    await say(memory, place, "I live in Rome")
    assert "I live in Rome" in [card.claim.statement for card in await place.pending()]


async def test_a_name_told_in_an_earlier_message_is_known_in_the_next_and_not_from_somebody_else(
    memory: Memory, place: Place, jonas: Place
) -> None:
    queue = await say(memory, place, "I have two kids, Mia and Ben", "Mia is allergic to peanuts")
    assert {one.statement for one in queue} == {"I have two kids, Mia and Ben", "My child Mia is allergic to peanuts"}
    assert await say(memory, jonas, "Mia is allergic to peanuts") == []
