"""Excerpts: which turns of a room may answer, whose they are, and that what is held stays what is stored."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory import conversations
from memory.conversations import Conversation, packed
from memory.core import Memory, Options
from memory.domain import GLOBAL_SCOPE, Principal
from memory.excerpts import unnamed
from memory.place import Place
from memory.rows import Rows
from memory.work import EMBED
from tests.conftest import GROUP, JONAS, PRIYA, PRIYAS_DM, BagOfStems, HandClock


async def talk(memory: Memory, clock: HandClock, *turns: tuple[Principal, str]) -> list[int]:
    """Let people talk in the group; the numbers of their messages."""
    numbers = []
    for who, text in turns:
        place = memory.at(who, GROUP)
        await place.join(True)
        clock.forward(seconds=30)
        numbers.append((await place.observe(text, sent_at=clock.now())).id)
    while await memory.backfill():
        pass
    return numbers


async def quoted(place: Place, text: str, *, before: int | None = None) -> list[str]:
    return [one.text for one in (await place.recall(text, before=before)).excerpts]


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
async def room(memory: Memory) -> Place:
    here = memory.at(PRIYA, GROUP)
    await here.allow_excerpts(True)
    return here


async def test_an_answer_is_found_by_the_question_before_it(memory: Memory, room: Place, clock: HandClock) -> None:
    await talk(memory, clock, (PRIYA, "Where do you keep the kayak in winter?"),
               (JONAS, "In my uncle's garage, mostly."),
               (PRIYA, "I see, that is handy and dry"), (JONAS, "We could cook tonight"))
    found = await quoted(room, "where is the kayak kept in winter?")
    assert "In my uncle's garage, mostly." in found[:2]


async def test_who_is_named_is_quoted_before_who_says_the_same(memory: Memory, room: Place, clock: HandClock) -> None:
    await talk(memory, clock, (PRIYA, "I bought a red kayak"), (JONAS, "I bought a red kayak"))
    found = (await room.recall("what did Jonas buy, a kayak?")).excerpts
    assert [one.person for one in found] == ["Jonas", "Priya"]
    found = (await room.recall("what did Priya buy, a kayak?")).excerpts
    assert [one.person for one in found] == ["Priya", "Jonas"]


async def test_when_asks_for_turns_that_name_a_time(memory: Memory, room: Place, clock: HandClock) -> None:
    await talk(memory, clock, (JONAS, "the kayak race was a joy to watch"), (JONAS, "the kayak race was last week"))
    assert (await quoted(room, "when was the kayak race?"))[0] == "the kayak race was last week"


async def test_nothing_is_quoted_where_nothing_speaks_for_it(memory: Memory, room: Place, clock: HandClock) -> None:
    await talk(memory, clock, (JONAS, "the kayak is in the shed"))
    assert await quoted(room, "zebra?") == []
    assert await quoted(room, "kayak?") == ["the kayak is in the shed"]


async def test_only_earlier_talk_is_quoted(memory: Memory, room: Place, clock: HandClock) -> None:
    first, second = await talk(memory, clock, (JONAS, "the kayak is red"), (JONAS, "the kayak is wet"))
    assert await quoted(room, "kayak", before=second) == ["the kayak is red"]
    assert await quoted(room, "kayak", before=first) == []
    assert len(await quoted(room, "kayak")) == 2


async def test_a_room_is_quoted_in_itself_only(memory: Memory, room: Place, place: Place, clock: HandClock) -> None:
    await talk(memory, clock, (JONAS, "the kayak is red"))
    await place.allow_excerpts(True)
    assert await quoted(place, "kayak") == []
    assert await quoted(room, "kayak") == ["the kayak is red"]


async def test_what_is_held_follows_new_edited_and_forgotten_words(memory: Memory, room: Place, clock: HandClock
                                                                   ) -> None:
    here = memory.at(PRIYA, GROUP)
    await here.join(True)
    await here.observe("the kayak is red", sent_at=clock.now(), platform_id="1")
    assert await quoted(room, "kayak") == ["the kayak is red"]
    await here.observe("the paddle of the kayak broke", sent_at=clock.now(), platform_id="2")
    while await memory.backfill():
        pass
    assert len(await quoted(room, "kayak")) == 2
    await here.reread("2", "the tent broke")
    assert await quoted(room, "kayak") == ["the kayak is red", "the tent broke"]  # its neighbour may belong to it
    assert (await quoted(room, "tent"))[0] == "the tent broke"
    preview = await here.forget_preview("kayak")
    assert preview is not None
    await here.forget(preview.id)
    assert "the kayak is red" not in await quoted(room, "kayak")
    held = await memory.db.recall((here.scope, GLOBAL_SCOPE), lambda reader: memory.vectors.talk.current(
        reader, (here.scope, GLOBAL_SCOPE), GROUP.id))
    assert len(held) == 1
    assert await memory.db.read(lambda tx: tx.execute(
        "select count(*) from message_vector where message in (select id from message where text = '')").fetchone()
        ) == (0,)


async def test_held_talk_equals_what_a_fresh_look_gives(memory: Memory, room: Place, clock: HandClock) -> None:
    scopes = (room.scope, GLOBAL_SCOPE)
    for number in range(12):
        await talk(memory, clock, (PRIYA if number % 2 else JONAS, f"turn {number} about the kayak, number {number}"))
        held = await memory.db.recall(scopes, lambda reader: memory.vectors.talk.current(reader, scopes, GROUP.id))
        before = (held.ids.tolist(), held.session.tolist(), [held.authors[a] for a in held.author], held.asks.tolist())
        query = (await BagOfStems().embed(["kayak 3"]))[0]
        near = held.vectors.cosines(query)
        memory.vectors.forget()
        held = await memory.db.recall(scopes, lambda reader: memory.vectors.talk.current(reader, scopes, GROUP.id))
        assert before == (held.ids.tolist(), held.session.tolist(), [held.authors[a] for a in held.author],
                          held.asks.tolist())
        assert np.allclose(near, held.vectors.cosines(query))


async def test_turns_get_vectors_only_where_they_may_be_quoted(memory: Memory, clock: HandClock) -> None:
    here = memory.at(PRIYA, PRIYAS_DM)
    await here.observe("the kayak is red", sent_at=clock.now())
    assert await memory.backfill() == 0
    await here.allow_excerpts(True)
    assert EMBED in [job.kind for job in await memory.work.jobs(PRIYAS_DM.id)]
    assert await memory.backfill() == 1
    assert await memory.backfill() == 0


async def test_words_alone_quote_as_well(directory: Path, clock: HandClock) -> None:
    async with Memory.open(directory, clock=clock, options=Options(excerpts=True)) as memory:
        await talk(memory, clock, (JONAS, "the kayak is in the shed"))
        assert await quoted(memory.at(PRIYA, GROUP), "kayak") == ["the kayak is in the shed"]


def test_names_of_those_who_talk_become_the_first_person() -> None:
    assert unnamed("What did Priya Rao buy in Oslo?", ["Priya Rao", "Jonas"]) == "What did I buy in Oslo?"
    assert unnamed("What did priya buy?", ["Priya Rao"]) == "What did I buy?"
    assert unnamed("nothing here", []) == "nothing here"
    assert unnamed("Anabel left", ["Ana"]) == "Anabel left"


@given(st.lists(st.tuples(st.sampled_from(["add", "first", "drop", "change"]), st.integers(0, 9)), max_size=40))
@settings(max_examples=30)
def test_rows_keep_their_vectors_whatever_comes_and_goes(steps: list[tuple[str, int]]) -> None:
    chance = np.random.default_rng(3)
    rows, plain = Rows(), list[np.ndarray]()
    for what, number in steps:
        vector = chance.standard_normal(70).astype(np.float32)
        vector /= np.linalg.norm(vector)
        if what in ("add", "first"):
            at = len(plain) if what == "add" else 0
            rows = rows.with_rows(np.array([at]), [packed(vector)])
            plain.insert(at, vector)
        elif plain and what == "drop":
            rows = rows.without(np.array([number % len(plain)]))
            plain.pop(number % len(plain))
        elif plain:
            rows = rows.with_changed(np.array([number % len(plain)]), [packed(vector)])
            plain[number % len(plain)] = vector
    query = chance.standard_normal(70).astype(np.float32)
    query /= np.linalg.norm(query)
    assert len(rows) == len(plain)
    assert np.allclose(rows.cosines(query), [vector @ query for vector in plain], atol=0.02)


def test_signs_choose_the_nearest_among_very_many() -> None:
    chance = np.random.default_rng(5)
    topics = np.repeat(chance.standard_normal((2000, 384)), 10, axis=0)
    many = (topics + 0.7 * chance.standard_normal((20_000, 384))).astype(np.float32)
    many /= np.linalg.norm(many, axis=1, keepdims=True)
    rows = Rows().with_rows(np.zeros(len(many), dtype=np.int64), [packed(vector) for vector in many])
    for near in range(0, 200, 20):
        query = (topics[near] + 0.7 * chance.standard_normal(384)).astype(np.float32)
        query /= np.linalg.norm(query)
        exact = set(np.argsort(-(many @ query))[:10].tolist())
        assert len(exact & set(np.argsort(-rows.cosines(query))[:10].tolist())) >= 9


async def test_the_first_look_at_a_room_reads_its_newest_turns_and_the_older_ones_follow(
        memory: Memory, room: Place, clock: HandClock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversations, "NEWEST", 4)
    monkeypatch.setattr(conversations, "PAGE", 3)
    await talk(memory, clock, *((PRIYA if number % 2 else JONAS, f"turn {number} about the kayak")
                                for number in range(12)))
    scopes = (room.scope, GLOBAL_SCOPE)

    async def held() -> Conversation:
        return await memory.db.recall(scopes, lambda reader: memory.vectors.talk.current(reader, scopes, GROUP.id))
    memory.vectors.forget()
    first = await held()
    assert len(first) == 4
    assert first.oldest == first.ids[0]
    await talk(memory, clock, (PRIYA, "and one more"))  # backfill reads what is older meanwhile
    grown = await held()
    assert len(grown) == 13
    assert not grown.oldest
    assert memory.vectors.talk.growing() is None
    memory.vectors.forget()
    monkeypatch.setattr(conversations, "NEWEST", 100)
    whole = await held()
    assert grown.ids.tolist() == whole.ids.tolist()
    query = (await BagOfStems().embed(["turn 3"]))[0]
    assert np.allclose(grown.vectors.cosines(query), whole.vectors.cosines(query))


async def test_an_edit_of_an_old_turn_is_seen_whether_it_was_read_before_or_is_read_later(
        memory: Memory, clock: HandClock, room: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    here = memory.at(PRIYA, GROUP)
    await here.join(True)
    for number in range(6):
        await here.observe(f"the kayak number {number}", sent_at=clock.now(), platform_id=str(number))
    memory.vectors.forget()
    monkeypatch.setattr(conversations, "NEWEST", 2)
    assert len(await quoted(room, "kayak")) == 2
    await here.reread("0", "the tent is old")
    await here.reread("5", "the tent is new")
    assert set(await quoted(room, "tent")) >= {"the tent is new"}
    while await memory.backfill():
        pass
    assert {"the tent is new", "the tent is old"} <= set(await quoted(room, "tent"))
