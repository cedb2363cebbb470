"""The record: a chain that names the first line that is not as it was written, without a word of memory text."""

from __future__ import annotations

import json
import sqlite3

import pytest

from memory import events
from memory.core import Memory
from memory.db import Tx
from memory.events import Act, Break
from memory.gateway import Choice
from memory.place import Place
from tests.conftest import PRIYA, HandClock, known, say


async def tampered(memory: Memory, *tampering: str) -> Break | None:
    """What the audit says after somebody wrote past the triggers; everything is as before afterwards."""
    found: list[Break | None] = []

    class Undo(Exception):
        pass

    def work(tx: Tx) -> None:
        for trigger in ("event_fixed", "event_kept", "event_chained", "event_insert_gated"):
            tx.execute(f"drop trigger {trigger}")
        tx.execute("pragma defer_foreign_keys = on")
        for sql in tampering:
            tx.execute(sql)
        found.append(events.verify(tx, memory.rules.key))
        raise Undo
    with pytest.raises(Undo):
        await memory.db.write(work)
    assert await memory.audit() is None  # the control
    return found[0]


async def a_life(memory: Memory, place: Place, clock: HandClock) -> None:
    """Every verb there is, once: propose, approve, edit, decline, dispute, resolve, say again, forget."""
    queue = await say(memory, place, "My name is Priya and I live in Pune", "I own a kayak", "I love Thai food")
    assert len(queue) == 4
    for claim in queue[:2]:
        await place.approve(claim.id)
    await place.edit(queue[2].id, "I own a red kayak with a paddle")
    await place.decline(queue[3].id)
    clock.forward(days=1)
    disputed, = await say(memory, place, "I moved to Oslo")
    await place.resolve(disputed.id, Choice.NEW)
    clock.forward(days=1)
    await say(memory, place, "I live in Oslo", "My name is Priya")
    await place.remember("I am allergic to peanuts")
    preview = await place.forget_preview("kayak")
    assert preview is not None
    await place.forget(preview.id)
    number = next(claim.id for claim in await place.facts() if "peanuts" in claim.statement)
    await place.forget_number(number)


WORDS = ("priya", "pune", "kayak", "paddle", "thai", "oslo", "peanut")


async def test_a_life_of_claims_verifies_and_no_event_holds_a_word_of_it(memory: Memory, place: Place,
                                                                        clock: HandClock) -> None:
    await a_life(memory, place, clock)
    assert await memory.audit() is None
    lines = await memory.db.read(lambda tx: tx.execute("select * from event order by seq").fetchall())
    assert len(lines) > 15
    for line in lines:
        written = json.dumps(line).casefold()
        assert not [word for word in WORDS if word in written], line
    bodies = await memory.db.read(lambda tx: [row[0].casefold() for row in tx.execute("select body from content")])
    assert any("pune" in body for body in bodies), "the control: the words are kept, in content"
    assert not any(word in body for body in bodies for word in ("kayak", "paddle", "peanut"))


async def test_the_actor_of_every_event_is_who_did_it(memory: Memory, place: Place, clock: HandClock) -> None:
    await a_life(memory, place, clock)
    actors = dict(await memory.db.read(lambda tx: tx.execute("select verb, group_concat(distinct actor) from event"
                                                             " group by verb").fetchall()))
    assert actors["claim.superseded"] == actors["topic.forgotten"] == PRIYA.id
    assert set(actors["claim.proposed"].split(",")) == {"sayso", PRIYA.id}


@pytest.mark.parametrize("column", ["at", "actor", "verb", "target", "digest", "meta"])
async def test_a_changed_line_is_named(memory: Memory, place: Place, clock: HandClock, column: str) -> None:
    await a_life(memory, place, clock)
    found = await tampered(memory, f"update event set {column} = {column} || 'x' where seq = 7")
    assert found == Break(7, "this line was changed")


async def test_a_changed_content_id_is_named(memory: Memory, place: Place, clock: HandClock) -> None:
    await a_life(memory, place, clock)
    found = await tampered(memory, "update event set after = coalesce(after, 0) + 1 where seq = 7")
    assert found == Break(7, "this line was changed")


async def test_a_missing_line_is_named(memory: Memory, place: Place, clock: HandClock) -> None:
    await a_life(memory, place, clock)
    for tampering in (["delete from event where seq = 5"],
                      ["delete from event where seq = 5", "update event set seq = seq - 1 where seq > 5"]):
        found = await tampered(memory, *tampering)
        assert found is not None
        assert found.seq in (5, 6)
        assert "missing" in found.why


async def test_reordered_lines_are_named(memory: Memory, place: Place, clock: HandClock) -> None:
    await a_life(memory, place, clock)
    found = await tampered(memory, "update event set seq = 1000 where seq = 5",
                           "update event set seq = 5 where seq = 6", "update event set seq = 6 where seq = 1000")
    assert found is not None
    assert found.seq == 5


async def test_a_line_written_without_the_key_is_named(memory: Memory, place: Place, clock: HandClock) -> None:
    await a_life(memory, place, clock)
    seq, _ = await memory.db.read(events.head)
    found = await tampered(memory, "insert into event select seq + 1, at, actor, verb, target, before, after, digest,"
                                   f" meta, hash, hash from event where seq = {seq}")
    assert found == Break(seq + 1, "this line was changed")


async def test_another_key_verifies_nothing(memory: Memory, place: Place, clock: HandClock) -> None:
    await a_life(memory, place, clock)
    assert await memory.db.read(lambda tx: events.verify(tx, b"x" * 32)) == Break(1, "this line was changed")


async def test_content_changed_gone_or_back_is_named(memory: Memory, place: Place, clock: HandClock) -> None:
    await a_life(memory, place, clock)
    number = (await memory.db.read(lambda tx: tx.execute("select min(id) from content").fetchone()))[0]
    changed = await tampered(memory, f"update content set body = 'x' where id = {number}")
    assert changed is not None
    assert changed.why == f"content {number} was changed"
    salted = await tampered(memory, f"update content set salt = x'00' where id = {number}")
    assert salted == changed
    gone = await tampered(memory, f"delete from content where id = {number}")
    assert gone is not None
    assert gone.why == f"content {number} is gone and no forget names it"
    erased = json.loads((await memory.db.read(lambda tx: tx.execute(
        "select meta from event where verb = 'topic.forgotten'").fetchone()))[0])["erased"]
    back = await tampered(memory, f"insert into content values ({erased[0]}, 'x', x'00', 'kayak')")
    assert back is not None
    assert back.why == f"content {erased[0]} is still there though it was forgotten"


async def test_an_event_can_be_neither_changed_nor_deleted_nor_replaced_even_through_the_gateway(
        memory: Memory, place: Place) -> None:
    await place.remember("I live in Pune")
    before = await memory.db.read(lambda tx: tx.execute("select * from event").fetchall())
    for sql, why in (
            ("update event set actor = 'x'", "never changes"),
            ("update event set seq = seq", "never changes"),
            ("delete from event", "never deleted"),
            ("insert or replace into event select * from event where seq = 1", "comes after the last one"),
            ("insert or ignore into event select * from event where seq = 1", "comes after the last one"),
            ("insert into event select seq + 2, at, actor, verb, target, before, after, digest, meta, hash, hash"
             " from event order by seq desc limit 1", "comes after the last one"),
            ("insert into event select seq + 1, at, actor, verb, target, before, after, digest, meta, prev, hash"
             " from event order by seq desc limit 1", "comes after the last one")):
        with pytest.raises(sqlite3.IntegrityError, match=why):
            await memory.db.write(lambda tx, sql=sql: tx.execute(sql))
    assert await memory.db.read(lambda tx: tx.execute("select * from event").fetchall()) == before
    await place.remember("My name is Priya")
    assert len(await memory.db.read(lambda tx: tx.execute("select * from event").fetchall())) > len(before)


async def test_a_change_that_fails_leaves_no_event(memory: Memory, place: Place, clock: HandClock) -> None:
    await place.remember("I live in Pune")
    head = await memory.db.read(events.head)

    def half(tx: Tx) -> None:
        events.record(tx, Act("x", clock.now(), memory.rules.key), "half.done", "x:1")
        raise LookupError
    with pytest.raises(LookupError):
        await memory.db.write(half)
    assert await memory.db.read(events.head) == head


async def test_lifting_a_refusal_is_an_event(memory: Memory, place: Place) -> None:
    claim, = await say(memory, place, "I love Thai food")
    await place.decline(claim.id)
    before = await memory.db.read(events.head)
    await place.remember("I love Thai food")
    assert await known(place) == ["I love Thai food"]
    verbs = await memory.db.read(lambda tx: [row[0] for row in tx.execute(
        "select verb from event where seq > ?", (before[0],))])
    assert "refusal.lifted" in verbs


@pytest.mark.parametrize("tampering", ["delete from event where seq = (select max(seq) from event)",
                                       "delete from event", "delete from meta where name = 'head'"])
async def test_a_record_cut_short_is_noticed(memory: Memory, place: Place, tampering: str) -> None:
    await place.remember("I live in Pune")
    assert await memory.audit() is None
    found = await tampered(memory, tampering)
    assert found is not None
    assert "missing" in found.why
