"""What a new claim is compared with among thousands: recent ones, its own slot, and old ones that share its words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from memory import peers
from memory.claims import Home
from memory.core import Memory
from memory.db import Tx
from memory.place import Place
from memory.ports import Vector
from memory.vectors import Vectors

FILLERS = ["Ana has a red kayak", "I bought a lamp in Oslo", "Ben cooks fried beets", "My aunt grows roses",
           "The green tent belongs to Uwe", "I met Kim at the pool", "Zoe repairs radios", "I lent Nora a drill"]


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three recent claims are many, so that a test needs no five hundred."""
    monkeypatch.setattr(peers, "NEWEST", 3)


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """What the last claim was compared with."""
    found: list[int] = []
    original = peers._beside

    def watched(*args: Any) -> tuple[list[int], list[int]]:
        same, others = original(*args)
        found[:] = [*same, *others]
        return same, others

    monkeypatch.setattr(peers, "_beside", watched)
    return found


async def disputed(place: Place, old: str, new: str) -> bool:
    """Does `new` disagree with `old`, when more was remembered since than is recent?"""
    await place.remember(old)
    for words in FILLERS:
        await place.remember(words)
    return any(card.disputes for card in (await place.remember(new)).cards)


@pytest.mark.parametrize(("old", "new"), [
    ("The bakery on Elm street is open", "The bakery on Elm street is closed"),  # shares words
    ("I like cilantro", "I don't like cilantro"),  # the same value of a slot of many
    ("I live in Pune", "I live in Oslo"),  # a slot of one
])
async def test_an_old_claim_is_still_found(few: None, place: Place, old: str, new: str) -> None:
    assert await disputed(place, old, new)


async def test_an_old_claim_is_found_by_its_words_and_by_nothing_else(
        few: None, place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "_sharing_words", lambda *_: [])
    assert not await disputed(place, "The bakery on Elm street is open", "The bakery on Elm street is closed")


async def test_a_common_word_brings_a_few_old_claims_and_a_rare_one_all_it_has(
        few: None, place: Place, seen: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "TELLING", 3)
    rare = (await place.remember("The bakery on Elm street is open")).cards[0].claim.id
    streets = [(await place.remember(f"The {shop} shop is in {street} street")).cards[0].claim.id
               for shop, street in (("lamp", "Oak"), ("tea", "Ash"), ("bike", "Fir"), ("wool", "Yew"))]
    for words in FILLERS[:4]:
        await place.remember(words)
    await place.remember("The bakery on Main street is closed")
    assert rare in seen
    assert len(set(streets) & set(seen)) <= 2


async def test_a_number_that_two_statements_share_brings_no_old_claim(
        few: None, place: Place, seen: list[int]) -> None:
    numbered = (await place.remember("The shop at 12 is open")).cards[0].claim.id
    for words in FILLERS[:4]:
        await place.remember(words)
    await place.remember("Bus 12 is late")
    assert numbered not in seen
    await place.remember("Shop 12 is shut")
    assert numbered in seen


class Rows:
    """As much of the guarded reader as `Vectors` asks: one scope, and how many vectors it handed out."""

    def __init__(self) -> None:
        self.vectors: dict[int, Vector] = {}
        self.revision = 0
        self.fetched = 0

    def select(self, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        if "{revision}" in sql:
            return [("scope", self.revision)]
        if "claim in" not in sql:
            return [(claim,) for claim in self.vectors]
        found = {claim: self.vectors[claim] for claim in parameters[:-1]}
        self.fetched += len(found)
        return [(claim, vector.tobytes()) for claim, vector in found.items()]


def whole(rows: Rows, query: Vector) -> Vectors:
    """All vectors, read anew."""
    made = Vectors("model")
    made.closest(rows, query, 1)  # type: ignore[arg-type]
    while scope := made.growing():
        made.grow(rows, scope)  # type: ignore[arg-type]
    return made


def test_vectors_brought_up_to_date_answer_as_if_read_anew() -> None:
    chance = np.random.default_rng(5)
    rows, held = Rows(), Vectors("model")
    for _ in range(120):
        rows.revision += 1
        for claim in chance.integers(1, 10**9, int(chance.choice([0, 1, 3, 40, 300]))):
            vector = chance.normal(size=16).astype(np.float32)
            rows.vectors[int(claim)] = vector / np.linalg.norm(vector)
        for claim in list(rows.vectors)[:int(chance.choice([0, 0, 1, 60]))]:
            del rows.vectors[claim]
        query = chance.normal(size=16).astype(np.float32)
        kept, anew = (source.closest(rows, query, 8)  # type: ignore[arg-type]
                      for source in (held, whole(rows, query)))
        assert [claim for claim, _ in kept] == [claim for claim, _ in anew]
        assert np.allclose([score for _, score in kept], [score for _, score in anew])  # rounding may differ
    before = rows.fetched
    held.closest(rows, query, 8)  # type: ignore[arg-type]
    assert rows.fetched == before  # nothing changed, nothing is fetched
    rows.revision += 1
    rows.vectors[1] = query
    assert held.closest(rows, query, 1)[0][0] == 1  # type: ignore[arg-type]
    assert rows.fetched == before + 1  # one came, one is fetched


def test_a_vector_that_went_leaves_nothing_behind() -> None:
    rows, held = Rows(), Vectors("model")
    rows.vectors = {claim: np.full(4, claim, dtype=np.float32) for claim in (1, 2, 3)}
    query = np.ones(4, dtype=np.float32)
    assert [claim for claim, _ in held.closest(rows, query, 3)] == [3, 2, 1]  # type: ignore[arg-type]
    del rows.vectors[2]
    rows.revision += 1
    assert [claim for claim, _ in held.closest(rows, query, 3)] == [3, 1]  # type: ignore[arg-type]
    assert 2.0 not in held._held["scope"]._rows


async def test_what_a_broken_transaction_read_is_not_compared_with(memory: Memory, place: Place) -> None:
    """Its numbers are given out again, to claims with other words."""
    home = Home(place.scope, place.room.id, place.principal.id, "en")

    def read(tx: Tx) -> list[str]:
        return [known.statement for known in memory.rules.peers.standing(tx, home)]

    def broken(tx: Tx) -> None:
        tx.execute("update claim set statement = 'I own a zebra'")
        memory.rules.peers.drop()
        assert read(tx) == ["I own a zebra"]
        raise RuntimeError("taken back")

    await place.remember("I like cilantro")
    with pytest.raises(RuntimeError, match="taken back"):
        await memory.db.write(broken)
    assert await memory.db.read(read) == ["I like cilantro"]


async def test_forgotten_words_leave_the_process_as_well(memory: Memory, place: Place) -> None:
    await place.remember("I like cilantro")
    await place.remember("I own a lamp")
    assert any("cilantro" in peer.known.statement for peer in memory.rules.peers._read.values())
    preview = await place.forget_preview("cilantro")
    assert preview is not None
    await place.forget(preview.id)
    assert not any("cilantro" in peer.known.statement for peer in memory.rules.peers._read.values())
