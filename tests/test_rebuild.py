"""The tables made again from the record: before and after decisions, disputes and a forget, they are equal."""

from __future__ import annotations

import pytest

from memory.core import Memory
from memory.gateway import Choice
from memory.place import Place
from tests.conftest import say


async def lived(memory: Memory, place: Place) -> None:
    """A life of claims: approved, declined, edited, replaced, remembered."""
    [home] = await say(memory, place, "I live in Pune")
    await place.approve(home.id)
    [tea] = await say(memory, place, "I like zanzibar tea")
    await place.decline(tea.id)
    [chess] = await say(memory, place, "I like chess")
    await place.edit(chess.id, "I like blitz chess")
    [oslo] = await say(memory, place, "I moved to Oslo last week")
    await place.resolve(oslo.id, Choice.NEW)
    await place.remember("I park on level quux3")


async def test_evidence_rebuild_from_retained(memory: Memory, place: Place) -> None:
    """evidence.rebuild_from_retained: the record alone brings back every claim, quote, pair and fact."""
    await lived(memory, place)
    assert len(await place.facts()) >= 3
    assert await memory.rebuilt() == []
    recalled = await place.recall("where do I park, quux3?")
    assert any("quux3" in fact.statement for fact in recalled.facts)


async def test_tables_equal_the_record_after_a_forget_and_the_chain_stays_whole(memory: Memory, place: Place) -> None:
    await lived(memory, place)
    preview = await place.forget_preview("chess")
    assert preview is not None
    await place.forget(preview.id)
    assert await memory.rebuilt() == []
    assert await memory.audit() is None
    assert all("chess" not in claim.statement for claim in await place.facts())


@pytest.mark.parametrize(("damage", "named"), [
    ("update claim set reason = 'x' where id = 1", "claims 1: reason"),
    ("delete from evidence where claim = 1", "evidence (1, 1): in the record, not in the table"),
    ("update fact set valid_to = '2030-01-01' where claim = (select max(claim) from fact)", "valid_to"),
    ("update fact set valid_from = '2001-01-01' where claim = (select max(claim) from fact)", "valid_from"),
    ("update fact set sessions = 9 where claim = (select max(claim) from fact)", "sessions"),
])
async def test_a_table_that_was_changed_behind_the_record_is_named(memory: Memory, place: Place, damage: str,
                                                                  named: str) -> None:
    await lived(memory, place)
    assert await memory.rebuilt() == []
    await memory.db.write(lambda tx: tx.execute(damage).rowcount)
    assert any(named in line for line in await memory.rebuilt())
