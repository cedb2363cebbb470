"""Recall: what matters to a message, by words and by meaning, bounded, marked, and whatever the text looks like."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.prompt import assemble
from memory import pairs
from memory.core import Memory, Options
from memory.db import Tx
from memory.domain import Origin, PairKind, Recalled
from memory.errors import MemoryFault
from memory.events import Act
from memory.place import Place
from memory.recall import match, recall
from memory.text import query_tokens
from memory.topics import EmptyTopic
from tests.conftest import GROUP, JONAS, PRIYA, PRIYAS_DM, BagOfStems, HandClock, known, say
from tests.test_queue import candidate, offer

NASTY = ["don't", "well-known", "C++", "a@b.example", "50%", "why?", "AND", "OR hello", "NEAR(", '"', '"open',
         "content:likes", "-likes", "@@@", "*", "", "a,b", "#tag", "(x"]
NASTIER = [*NASTY, "\x00", "NOT", "words:peanuts", "peanuts*", "^peanuts", "peanuts AND", '" OR "1"="1', "{fact}",
           "'; drop table fact; --", "\u202eevil", "🙂", "\u200b", "İ", "ß", "日本語", "a" * 5000, "\n\n", "+", "\\"]
WORDS = ("oak ash elm fir yew pine birch maple cedar beech alder larch poplar willow walnut chestnut spruce rowan hazel"
         " linden").split()


def said(recalled: Recalled) -> list[str]:
    return [fact.statement for fact in recalled.facts]


async def remember(memory: Memory, place: Place, *statements: str) -> None:
    """Facts in the words they were said in."""
    for statement in statements:
        await offer(memory, place, candidate(statement), origin=Origin.REMEMBER)
    await memory.backfill()
    memory.clock.forward(hours=2)  # type: ignore[attr-defined]  # what is fresh is in every next prompt


# -- any text


@pytest.mark.parametrize("text", NASTIER)
async def test_c38_any_text_can_be_recalled_forgotten_and_remembered(memory: Memory, place: Place, text: str) -> None:
    await remember(memory, place, "My language is C++", "My address is a@b.example", "I wear 50% wool")
    assert isinstance(await place.recall(text), Recalled)
    try:
        await place.forget_preview(text)
    except EmptyTopic:
        assert not any(char.isalnum() for char in text.replace("\u202e", "")) or not text.strip()
    before = await known(place)
    try:
        made = (await place.remember(text)).cards
    except MemoryFault:
        assert await known(place) == before
        assert not any(char.isalpha() for char in text) or text.endswith("?")  # it says nothing
    else:
        assert made
    assert "I wear 50% wool" in await known(place)


@pytest.mark.parametrize(("text", "found"), [
    ("C++", "My language is C++"), ("do I know C++?", "My language is C++"),
    ("a@b.example", "My address is a@b.example"), ("50%", "I wear 50% wool"), ("AND", None), ("NEAR(", None),
    ("content:likes", None), ("@@@", None), ("*", None), ("", None), ("words:zebra", None), ('"', None),
    ("OR hello", None), ("-wool", "I wear 50% wool"), ("(wool", "I wear 50% wool"), ('"wool', "I wear 50% wool"),
    ("wool*", "I wear 50% wool"), ("NOT wool", "I wear 50% wool"), ("xyz,wool", "I wear 50% wool")])
async def test_c38_signs_and_operators_are_plain_words(memory: Memory, place: Place, embedder: BagOfStems, text: str,
                                                       found: str | None) -> None:
    await remember(memory, place, "My language is C++", "My address is a@b.example", "I wear 50% wool")
    embedder.down = True  # words alone
    assert said(await place.recall(text))[:1] == ([found] if found else [])


@given(st.text(max_size=60))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_query_holds_words_and_our_own_operators_only(text: str) -> None:
    words = query_tokens(text)
    assert all(word.isalnum() for word in words)
    assert match(words).replace(" OR ", "").count('"') == 2 * len(set(words))


# -- with and without meaning


async def test_words_find_what_meaning_cannot_and_the_other_way_round(memory: Memory, place: Place,
                                                                     embedder: BagOfStems) -> None:
    embedder.down = True
    await remember(memory, place, "I own a red kayak", "I play the cello")
    assert said(await place.recall("where is the kayak?")) == ["I own a red kayak"]
    assert await memory.backfill() == 0
    embedder.down = False
    while await memory.backfill():
        pass
    assert await memory.db.read(lambda tx: tx.execute("select count(*) from fact_vector").fetchone()) == (2,)
    assert said(await place.recall("where is the kayak?")) == ["I own a red kayak"]
    await memory.db.write(lambda tx: tx.execute("insert into fact_words (fact_words) values ('delete-all')"))
    assert said(await place.recall("red kayak")) == ["I own a red kayak"]  # by meaning alone


async def test_without_an_embedder_everything_works_by_words(directory: Path, clock: HandClock) -> None:
    async with Memory.open(directory, clock=clock) as memory:
        place = memory.at(PRIYA, PRIYAS_DM)
        await say(memory, place, "I own a red kayak")
        await place.approve((await place.pending())[0].claim.id)
        assert said(await place.recall("kayak")) == ["I own a red kayak"]
        assert await memory.backfill() == 0
        preview = await place.forget_preview("kayak")
        assert preview is not None
        await place.forget(preview.id)
        assert said(await place.recall("kayak")) == []


@pytest.mark.parametrize("embedded", [True, False])
async def test_small_talk_around_a_question_does_not_hide_its_answer(
        embedded: bool, directory: Path, clock: HandClock) -> None:
    before = "It rained all morning and the neighbours were drilling again."
    behind = "Please keep it short, because the bus comes in a minute."
    async with Memory.open(directory, clock=clock, embedder=BagOfStems() if embedded else None) as memory:
        place = memory.at(PRIYA, PRIYAS_DM)
        await remember(memory, place, "I drink my espresso without sugar", "I own a red kayak")
        for around in ("{}", f"{before} {{}}", f"{{}} {behind}", f"{before} {{}} {behind}"):
            found = said(await place.recall(around.format("How do I take my espresso?")))
            assert found == ["I drink my espresso without sugar"], around
        assert said(await place.recall(f"{before} {behind}")) == []


@pytest.mark.parametrize(("model", "number"), [("other", "1"), (BagOfStems.name, "2")])
async def test_vectors_of_another_model_or_version_are_not_compared_and_made_anew(
        model: str, number: str, directory: Path, clock: HandClock) -> None:
    class Other(BagOfStems):
        name = model
        version = number
        dimensions = 32
    async with Memory.open(directory, clock=clock, embedder=BagOfStems()) as memory:
        await remember(memory, memory.at(PRIYA, PRIYAS_DM), "I own a red kayak")
    async with Memory.open(directory, clock=clock, embedder=Other()) as memory:
        place = memory.at(PRIYA, PRIYAS_DM)
        assert said(await place.recall("kayak")) == ["I own a red kayak"]
        assert await memory.backfill() == 1
        assert said(await place.recall("kayak")) == ["I own a red kayak"]
        assert await memory.db.read(lambda tx: tx.execute("select model from fact_vector").fetchall()) == [
            (f"{model} {number}",)]


async def test_undecided_claims_have_vectors_that_recall_never_sees(memory: Memory, place: Place,
                                                                   embedder: BagOfStems) -> None:
    await say(memory, place, "I own a red kayak")
    assert await memory.db.read(lambda tx: tx.execute("select count(*) from claim_vector").fetchone()) == (1,)
    assert said(await place.recall("red kayak")) == []
    await place.approve((await place.pending())[0].claim.id)
    assert said(await place.recall("red kayak")) == ["I own a red kayak"]
    assert await memory.db.read(lambda tx: tx.execute("select count(*) from claim_vector").fetchone()) == (0,)


async def test_many_scopes_at_once_do_not_upset_the_vectors_that_are_held(memory: Memory, embedder: BagOfStems,
                                                                         monkeypatch: pytest.MonkeyPatch) -> None:
    from memory import vectors
    from memory.domain import Principal, Room
    monkeypatch.setattr(vectors, "SCOPES_KEPT", 1)
    places = [memory.at(Principal(f"telegram:{n}"), Room(f"telegram:{n}")) for n in range(10, 16)]
    for number, place in enumerate(places):
        await offer(memory, place, candidate(f"I own a {WORDS[number]} kayak"), origin=Origin.REMEMBER)
    await memory.backfill()
    for _ in range(10):
        found = await asyncio.gather(*(place.recall("kayak") for place in places))
        assert [said(one) for one in found] == [[f"I own a {WORDS[n]} kayak"] for n in range(len(places))]


# -- how much


@pytest.mark.parametrize("limit", [1, 2, 5, 12])
async def test_k_is_an_upper_bound_and_k_are_there(directory: Path, clock: HandClock, limit: int) -> None:
    async with Memory.open(directory, clock=clock, embedder=BagOfStems(), options=Options(facts=limit)) as memory:
        place = memory.at(PRIYA, PRIYAS_DM)
        await place.remember("My name is Priya")
        await remember(memory, place, *(f"I saw the {word} tree" for word in WORDS))
        found = await place.recall("which tree?")
        assert len(found.facts) == limit
        assert len(set(found.facts)) == limit
        built = assemble("which tree?", found, [], context_tokens=8192, limit=limit, room="this chat",
                         today="2026-11-03")
        assert len(built.used.facts) == limit
        assert built.messages[0][1].count("\n- (#") == limit


async def test_nothing_that_is_neither_named_nor_alike_is_shown_but_what_is_always_on(memory: Memory, place: Place
                                                                                    ) -> None:
    await place.remember("My name is Priya")
    await remember(memory, place, "I own a red kayak")
    assert said(await place.recall("tell me a joke")) == ["My name is Priya"]
    assert said(await place.recall("tell me about my kayak")) == ["My name is Priya", "I own a red kayak"]


async def test_a_single_fact_is_found_among_many(memory: Memory, place: Place) -> None:
    await remember(memory, place, *(f"I saw the {word} tree" for word in WORDS), "I own a red kayak")
    assert said(await place.recall("What colour is the kayak?"))[0] == "I own a red kayak"


# -- disputes


async def test_cautions_are_at_most_three_and_every_disputed_fact_is_marked(memory: Memory, place: Place) -> None:
    for word in WORDS[:5]:
        await place.remember(f"I love {word} trees")
    await say(memory, place, *(f"I hate {word} trees" for word in WORDS[:5]))
    await remember(memory, place, "I climb trees")
    found = await place.recall("what do I think of trees?")
    assert len(found.cautions) == 3
    marks = {fact.statement: fact.disputed for fact in found.facts}
    assert marks.pop("I climb trees") is False
    assert len(marks) == 5
    assert set(marks.values()) == {True}
    assert await place.recall("what about the weather?") == Recalled()


async def test_a_fact_keeps_its_mark_however_many_younger_disputes_there_are(memory: Memory, place: Place) -> None:
    await place.remember("I love elm trees")
    await say(memory, place, "I hate elm trees")
    a, = [claim.id for claim in await place.facts()]
    others = [(await offer(memory, place, candidate(f"I hum {word} tunes"))).claim for word in WORDS[5:]]

    def many(tx: Tx) -> None:
        act = Act("sayso", memory.clock.now(), memory.rules.key)
        for one in others:
            for other in others:
                if one < other:
                    pairs.note(tx, act, place.scope, one, other, PairKind.VALUE)
        for one in others:
            for other in others:
                if one < other:
                    tx.execute("insert into pair (scope, a, b, kind, found_at) values (?, ?, ?, 'value', 'x')",
                               (place.scope, other, one))
    await memory.db.write(many)
    found = await place.recall("elm trees")
    assert [(fact.claim, fact.disputed) for fact in found.facts] == [(a, True)]
    assert found.cautions[0].a.claim == a


async def test_a_caution_never_crosses_a_scope(memory: Memory, place: Place, jonas: Place) -> None:
    await place.remember("I love elm trees")
    await say(memory, place, "I hate elm trees")
    assert (await place.recall("elm trees")).cautions
    for other in (jonas, memory.at(PRIYA, GROUP), memory.at(JONAS, GROUP)):
        assert await other.recall("elm trees") == Recalled()


# -- where and when


async def test_a_group_recalls_what_was_said_there_and_the_dm_its_own(memory: Memory, place: Place) -> None:
    here = memory.at(PRIYA, GROUP)
    await here.remember("I own a green kayak")
    await place.remember("I own a red kayak")
    await memory.backfill()
    assert said(await here.recall("kayak")) == ["I own a green kayak"]
    assert said(await memory.at(JONAS, GROUP).recall("kayak")) == ["I own a green kayak"]
    assert said(await place.recall("kayak")) == ["I own a red kayak"]


@pytest.mark.parametrize(("mode", "there"), [("on", True), ("shadow", False), ("off", False)])
async def test_shadow_and_off_give_a_prompt_nothing(directory: Path, clock: HandClock, mode: str, there: bool) -> None:
    async with Memory.open(directory, clock=clock, options=Options(mode=mode, excerpts=True)) as memory:
        place = memory.at(PRIYA, PRIYAS_DM)
        await place.remember("I own a red kayak")
        await place.observe("the kayak is in the shed", sent_at=clock.now())
        assert (await place.recall("kayak") != Recalled()) is there
        assert await known(place) == ["I own a red kayak"]


async def test_excerpts_are_this_rooms_and_off_until_allowed_and_never_what_was_declined(memory: Memory, place: Place
                                                                                       ) -> None:
    await say(memory, place, "I own a red kayak")
    await say(memory, place, "the kayak needs paint")
    assert (await place.recall("kayak")).excerpts == ()
    await place.allow_excerpts(True)
    assert {one.text for one in (await place.recall("kayak")).excerpts} == {
        "I own a red kayak", "the kayak needs paint"}
    await place.decline((await place.pending())[0].claim.id)
    assert [one.text for one in (await place.recall("kayak")).excerpts] == ["the kayak needs paint"]
    here = memory.at(PRIYA, GROUP)
    await here.allow_excerpts(True)
    assert (await here.recall("kayak")).excerpts == ()


async def test_what_was_just_approved_is_in_the_next_prompt_whatever_is_asked_and_then_only_when_it_matters(
        memory: Memory, place: Place, clock: HandClock) -> None:
    await place.remember("I am allergic to peanuts")
    [fact] = await place.facts()
    first = await place.observe("good morning", sent_at=clock.now())
    recalled = await place.recall("good morning", before=first.id)
    assert [one.claim for one in recalled.facts] == [fact.id]
    await place.answered(first, "Good morning.", recalled, (), finishes=None, learn_after=3)
    assert (await place.recall("good morning")).facts == ()
    assert [one.claim for one in (await place.recall("may I eat peanuts?")).facts] == [fact.id]


async def test_where_there_is_no_room_for_both_what_was_asked_for_comes_before_what_was_approved_just_now(
        memory: Memory, place: Place) -> None:
    await place.remember("I am allergic to peanuts")
    for word in ("kayak", "tent"):
        await place.remember(f"I own a red {word}")
    both = await place.question("may I eat peanuts?")
    assert len(both.fresh) > 1
    for limit, first in ((1, ["I am allergic to peanuts"]), (12, ["I am allergic to peanuts", "I own a red tent"])):
        question = replace(both, limit=limit)
        found = await memory.db.recall(question.scopes, partial(recall, vectors=memory.vectors,
                                                               question=question))
        assert [fact.statement for fact in found.facts][:2] == first


async def test_what_was_approved_long_ago_is_not_fresh(memory: Memory, place: Place, clock: HandClock) -> None:
    await place.remember("I am allergic to peanuts")
    assert len((await place.recall("good morning")).facts) == 1
    clock.forward(hours=2)
    assert (await place.recall("good morning")).facts == ()
