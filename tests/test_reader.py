"""What a model may see is read through SQLite's own guard: facts of the caller's scopes and nothing else."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from memory import schema
from memory.core import Memory
from memory.errors import Refused
from memory.place import Place
from memory.reader import Reader
from tests.conftest import GROUP, JONAS, PRIYA, HandClock, known

MINE = (PRIYA.scope, "global")
HIS = (JONAS.scope, "global")
WORDS = ("oak ash elm fir yew pine birch maple cedar beech alder larch poplar willow walnut chestnut spruce rowan hazel"
         " linden").split()


@pytest.fixture
async def both(memory: Memory, place: Place, jonas: Place) -> Memory:
    """Priya and Jonas each have a fact, and Priya a claim nobody has decided."""
    await place.remember("I am allergic to peanuts")
    await jonas.remember("My locker has number 41")
    await place.observe("I live in Pune", sent_at=memory.clock.now())
    await memory.learn(place.room.id)
    assert [card.claim.statement for card in await place.pending()] == ["I live in Pune"]
    return memory


async def statements(memory: Memory, scopes: tuple[str, ...]) -> list[str]:
    return await memory.db.recall(scopes, lambda reader: [
        row[0] for row in reader.select("select statement from {fact} order by claim")])


async def attempt(memory: Memory, sql: str, *parameters: Any) -> list[tuple[Any, ...]]:
    return await memory.db.recall(MINE, lambda reader: reader.select(sql, parameters))


@pytest.mark.parametrize("sql", [
    "select * from claim",
    "select statement from claim",
    "select count(*) from claim",
    "select * from fact",
    "select text from message",
    "select body from content",
    "select payload from inbox",
    "select digest from seal",
    "select * from person",
    "select scope from main.claim",
    "with fact as (select statement from claim) select * from fact",
    "with fact as (select statement from main.fact) select * from fact",
    "with {fact} as (select statement from fact) select statement from {fact}",
    "with {fact} (statement) as (select statement from fact) select statement from {fact}",
    "with {fact} as materialized (select statement from fact) select statement from {fact}",
    "with a as (select 1), {fact}  AS\nNOT MATERIALIZED (select statement from fact) select statement from {fact}",
    "WITH/**/{fact}/**/as/**/(select statement from fact) select statement from {fact}",
    "with {caution} as (select statement from claim) select statement from {caution}",
    "with recursive {caution} as (select statement from claim union select statement from {caution})"
    " select statement from {caution}",
    "select statement from (select statement from fact) as {fact}",
    "select (select statement from claim limit 1) from {fact}",
    "select statement from {fact} union all select statement from claim",
    "select statement from {fact} where claim in (select id from claim)",
    "select statement from {fact} where exists (select 1 from claim where statement like 'I live%')",
    "select statement from {fact} order by (select max(statement) from claim)",
    "select {fact}.statement from {fact} join claim on claim.id = {fact}.claim",
    "select * from fact_words",
    "select rowid from fact_words where fact_words match 'peanut'",
    "select * from fact_words_data",
    "select * from fact_words_idx",
    "select * from fact_words_docsize",
    "select block from message_words_data",
    "select scope from scope_now",
    "select sql from sqlite_master",
    "select sql from sqlite_schema",
    "select sql from sqlite_temp_master",
    "select * from pragma_table_info('claim')",
    "select * from dbstat",
    "pragma query_only = off",
    "pragma database_list",
    "pragma table_info(claim)",
    "attach database ':memory:' as other",
    "detach database main",
    "vacuum",
    "begin",
    "savepoint s",
    "reindex",
    "analyze",
    "insert into scope_now values ('person/telegram:2')",
    "delete from scope_now",
    "update fact set statement = 'x'",
    "delete from fact",
    "drop view {fact}",
    "create temp table loot as select * from claim",
    "create temp view loot as select * from claim",
    "create temp trigger t after insert on scope_now begin select 1; end",
    "select load_extension('x')",
    "select readfile('/etc/passwd')",
    "select fts5(1)",
    "select sqlite_version()",
    "select bm25(fact_words) from fact_words where fact_words match 'peanut'",
    "explain select * from claim",
])
async def test_what_is_not_one_of_the_views_is_refused(both: Memory, sql: str) -> None:
    with pytest.raises((Refused, sqlite3.OperationalError)) as refusal:
        await attempt(both, sql)
    if isinstance(refusal.value, sqlite3.OperationalError):  # not known to SQLite at all, which is as good as refused
        assert any(why in str(refusal.value) for why in ("no such", "syntax error", "vtable constructor failed"))
    assert await statements(both, MINE) == ["I am allergic to peanuts"]  # the control, on the same connections


async def test_the_private_name_of_a_view_does_not_open_it_even_when_guessed(both: Memory) -> None:
    def work(reader: Reader) -> None:
        name = reader._names["fact"]
        for sql in (f"select * from {name}", f"with {name} as (select statement from fact) select * from {name}"):
            with pytest.raises(Refused):
                reader.select(sql)
        assert len(reader.select("select statement from {fact}")) == 1
    await both.db.recall(MINE, work)


async def test_no_where_can_reach_into_another_scope(both: Memory) -> None:
    assert await attempt(both, "select statement from {fact} where scope = ?", JONAS.scope) == []
    assert await attempt(both, "select statement from {fact} where scope = ?", PRIYA.scope) != []
    match = "select claim from {found_fact} where words match ?"
    assert await attempt(both, match, "locker") == []
    assert len(await attempt(both, match, "peanut")) == 1
    assert await statements(both, HIS) == ["My locker has number 41"]
    assert await statements(both, ()) == []


async def test_a_claim_is_on_no_view_until_it_is_a_fact(both: Memory, place: Place) -> None:
    match = "select claim from {found_fact} where words match 'pune'"
    assert await statements(both, MINE) == ["I am allergic to peanuts"]
    assert await attempt(both, match) == []
    await place.approve((await place.pending())[0].claim.id)
    assert await statements(both, MINE) == ["I am allergic to peanuts", "I live in Pune"]
    assert len(await attempt(both, match)) == 1


async def test_scopes_of_one_caller_are_gone_for_the_next_one_after_an_error(both: Memory) -> None:
    def breaks(reader: Reader) -> None:
        reader.select("select statement from {fact}")
        raise LookupError
    for _ in range(4):  # each reader more than once
        with pytest.raises(LookupError):
            await both.db.recall(MINE, breaks)
        assert await statements(both, ()) == []
    assert await statements(both, MINE) == ["I am allergic to peanuts"]


async def test_interleaved_recalls_of_two_people_never_see_each_others_rows(both: Memory) -> None:
    order = random.Random(5)
    wanted = {MINE: "I am allergic to peanuts", HIS: "My locker has number 41"}

    async def one(scopes: tuple[str, ...], pauses: int) -> tuple[tuple[str, ...], list[str]]:
        for _ in range(pauses):
            await asyncio.sleep(0)  # gives way to the others: interleaves, waits for nothing
        return scopes, await statements(both, scopes)
    asked = [MINE if order.random() < 0.5 else HIS for _ in range(200)]
    seen = await asyncio.gather(*(one(scopes, order.randrange(4)) for scopes in asked))
    assert [found for _, found in seen] == [[wanted[scopes]] for scopes in asked]


async def test_interleaved_turns_of_two_people_never_see_each_others_rows(
        both: Memory, place: Place, jonas: Place) -> None:
    questions = ("what number has my locker?", "which allergy do I have, peanuts?")
    places = [place, jonas] * 20
    found = await asyncio.gather(*(one.recall(questions[n % 2]) for n, one in enumerate(places)))
    for one, recalled in zip(places, found, strict=True):
        assert {fact.scope for fact in recalled.facts} <= {one.scope}
    assert any(recalled.facts for recalled in (await place.recall(questions[1]), await jonas.recall(questions[0])))


async def test_a_cancelled_recall_leaves_its_reader_clean(both: Memory) -> None:
    for _ in range(8):
        task = asyncio.create_task(both.db.recall(MINE, lambda reader: reader.select("select 1 from {fact}")))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await statements(both, HIS) == ["My locker has number 41"]


async def test_the_guard_survives_vacuum_other_writers_and_a_later_migration(both: Memory, directory: Path) -> None:
    assert await statements(both, MINE) == ["I am allergic to peanuts"]
    await both.db.maintain(lambda db: db.execute("vacuum"))
    assert await statements(both, MINE) == ["I am allergic to peanuts"]
    with sqlite3.connect(directory / "memory.db") as other:
        other.execute("alter table fact add column later text not null default ''")
        other.execute("create table later (scope text not null, body text not null)")
        other.execute("insert into later values ('person/telegram:2', 'loot')")
    other.close()
    assert await statements(both, MINE) == ["I am allergic to peanuts"]
    with pytest.raises(Refused):
        await attempt(both, "select later from fact")
    with pytest.raises(Refused):
        await attempt(both, "select body from later")


async def test_reads_go_on_while_facts_come_and_go(both: Memory, place: Place, jonas: Place) -> None:
    async def writes() -> None:
        for number in range(20):
            await jonas.remember(f"I like shelf {WORDS[number]}")
            await place.remember(f"I like box {WORDS[number]}")
    busy = asyncio.create_task(writes())
    rounds = 0
    while not busy.done():
        rounds += 1
        assert all("shelf" not in said and "locker" not in said for said in await statements(both, MINE))
        assert all("box" not in said for said in await statements(both, HIS))
    await busy
    assert rounds > 5
    assert len(await statements(both, MINE)) == len(await statements(both, HIS)) == 21


async def test_a_recall_in_a_room_holds_nothing_of_the_dm_and_the_dm_nothing_of_the_room(
        memory: Memory, place: Place, clock: HandClock) -> None:
    here = memory.at(PRIYA, GROUP)
    await place.remember("My locker has number 41")
    await here.remember("Our locker room opens at nine")
    assert [fact.statement for fact in (await here.recall("locker")).facts] == ["Our locker room opens at nine"]
    assert [fact.statement for fact in (await place.recall("locker")).facts] == ["My locker has number 41"]
    assert await known(here) == ["Our locker room opens at nine"]


def test_every_view_names_the_tables_it_may_read_and_joins_the_scopes() -> None:
    from memory.reader import TABLES, VIEWS
    assert set(VIEWS) == set(TABLES)
    assert all("scope_now" in body and "scope_now" in TABLES[name] for name, body in VIEWS.items())
    assert schema.steps()
