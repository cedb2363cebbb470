"""What is held of texts read before, in memory."""

from __future__ import annotations

from memory.caches import cached, drop
from memory.place import Place
from memory.relevance import terms_of


def test_what_was_read_is_read_once_until_it_is_let_go_of() -> None:
    read: list[str] = []

    @cached(8)
    def length(text: str) -> int:
        read.append(text)
        return len(text)

    assert [length("peanuts"), length("peanuts")] == [7, 7]
    assert read == ["peanuts"]
    drop()
    assert length("peanuts") == 7
    assert read == ["peanuts", "peanuts"]


async def test_forgetting_lets_go_of_what_was_read(place: Place) -> None:
    await place.remember("I like cilantro")
    await place.recall("do I like cilantro?")
    info = terms_of.cache_info  # type: ignore[attr-defined]  # an lru_cache
    assert info().currsize > 0
    preview = await place.forget_preview("cilantro")
    assert preview is not None
    await place.forget(preview.id)
    assert info().currsize == 0
