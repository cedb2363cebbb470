"""Recall with the embedder missing, changed, or still at work: found by words until then, and nothing lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

import numpy as np
import pytest

from memory import caches, vectors
from memory.core import Memory, Options
from memory.db import Tx
from memory.place import Place
from memory.ports import Vector, kept_as
from memory.relevance import terms_of
from memory.vectors import Vectors
from tests.conftest import PRIYA, PRIYAS_DM, BagOfStems, HandClock, known, say
from tests.doubles.chat import chatting

TREES = ("oak ash elm fir yew pine birch maple cedar beech alder larch poplar willow walnut chestnut spruce rowan hazel"
         " linden").split()


class Narrow(BagOfStems):
    """Another model: other name, other vector length."""

    name = "narrow"
    dimensions = 48


class ReadsEnglish(BagOfStems):
    """A model that has read English and says so; it sees nothing in common in texts of two languages."""

    shown_from: Mapping[str, float] = MappingProxyType({"en": 0.32, "": 0.25})


async def statements(place: Place, text: str) -> list[str]:
    return [fact.statement for fact in (await place.recall(text)).facts]


async def models(memory: Memory) -> dict[str, int]:
    """How many vectors of facts and of messages there are of each model."""
    def read(tx: Tx) -> dict[str, int]:
        return dict(tx.execute("select model, count(*) from (select model from fact_vector union all"
                               " select model from message_vector) group by model").fetchall())
    return await memory.db.read(read)


async def planted(memory: Memory, place: Place, clock: HandClock) -> None:
    """A fact a tree, and a message beside each; a day later, so that no fact is new."""
    for tree in TREES:
        await place.remember(f"I planted the {tree} tree")
        await place.observe(f"the {tree} grows well", sent_at=clock.now())
    clock.forward(days=1)


@pytest.fixture
def options() -> Options:
    return Options(extractor="patterns", excerpts=True)


async def test_c34_without_files_words_find_and_vectors_come_later(directory: Path, clock: HandClock, options: Options
                                                                  ) -> None:
    missing = BagOfStems()
    missing.down = True
    async with Memory.open(directory, clock=clock, embedder=missing, options=options) as memory:
        place = memory.at(PRIYA, PRIYAS_DM)
        await planted(memory, place, clock)
        assert "I planted the larch tree" in await statements(place, "larch")
        assert next(one.text for one in (await place.recall("larch")).excerpts) == "the larch grows well"
        assert await models(memory) == {}
        missing.down = False
        while await memory.backfill():
            assert "I planted the larch tree" in await statements(place, "larch")
        assert await models(memory) == {"bag-of-stems 1": 2 * len(TREES)}
        assert (await statements(place, "larch"))[0] == "I planted the larch tree"


async def test_c35_another_vector_length_is_rebuilt_and_nothing_is_lost(directory: Path, clock: HandClock,
                                                                       options: Options) -> None:
    async with Memory.open(directory, clock=clock, embedder=BagOfStems(), options=options) as memory:
        place = memory.at(PRIYA, PRIYAS_DM)
        await planted(memory, place, clock)
        while await memory.backfill():
            continue
        assert await models(memory) == {"bag-of-stems 1": 2 * len(TREES)}
    async with Memory.open(directory, clock=clock, embedder=Narrow(), options=options) as memory:
        place = memory.at(PRIYA, PRIYAS_DM)
        assert (await statements(place, "larch"))[0] == "I planted the larch tree"  # by words, old vectors unread
        assert next(one.text for one in (await place.recall("larch")).excerpts) == "the larch grows well"
        await memory.backfill()  # half built
        found = await models(memory)
        assert set(found) == {"bag-of-stems 1", "narrow 1"}
        for tree in TREES:
            assert f"I planted the {tree} tree" in await statements(place, tree)
        await place.remember("I planted the plum tree")
        number = next(claim.id for claim in await place.facts() if "elm" in claim.statement)
        await place.correct(number, "I planted the apple tree")
        preview = await place.forget_preview("oak")
        assert preview is not None
        await place.forget(preview.id)
        while await memory.backfill():
            continue
        assert set(await models(memory)) == {"narrow 1"}
        clock.forward(days=1)
        assert (await statements(place, "plum"))[0] == "I planted the plum tree"
        assert (await statements(place, "apple"))[0] == "I planted the apple tree"
        assert not {"I planted the oak tree", "I planted the elm tree"} & set(await known(place))
        assert await memory.audit() is None


async def test_after_a_turn_a_rebuild_goes_on(tmp_path: Path, clock: HandClock, options: Options) -> None:
    class Interrupted(Narrow):
        """Somebody is answered while the first of its vectors are made."""

        def __init__(self) -> None:
            super().__init__()
            self.all = asyncio.Event()
            self.answered: Callable[[], None] = self.all.clear

        async def embed(self, texts: Sequence[str]) -> list[Vector]:
            if not self.asked:
                self.answered()
            found = await super().embed(texts)
            if {f"I planted the {tree} tree" for tree in TREES} <= set(self.asked):
                self.all.set()
            return found
    async with Memory.open(tmp_path / "data", clock=clock, embedder=BagOfStems(), options=options) as memory:
        await planted(memory, memory.at(PRIYA, PRIYAS_DM), clock)
        while await memory.backfill():
            continue
    embedder = Interrupted()
    async with chatting(tmp_path, clock, embedder=embedder, options=options) as chat:
        embedder.answered = chat.app.wake_sender
        chat.app.wake_sender()
        await asyncio.wait_for(embedder.all.wait(), 5)
        assert "narrow 1" in await models(chat.app.memory)


async def test_ten_writers_and_a_reader_go_on_during_a_rebuild(directory: Path, clock: HandClock, options: Options
                                                              ) -> None:
    async with Memory.open(directory, clock=clock, embedder=BagOfStems(), options=options) as memory:
        await planted(memory, memory.at(PRIYA, PRIYAS_DM), clock)
    async with Memory.open(directory, clock=clock, embedder=Narrow(), options=options) as memory:
        place = memory.at(PRIYA, PRIYAS_DM)

        async def write(number: int) -> None:
            for word in ("bush", "hedge", "seed"):
                await place.remember(f"I planted the {TREES[number]} {word}")
                await place.observe(f"my {TREES[number]} {word} is fine", sent_at=clock.now())

        async def rebuild() -> None:
            while await memory.backfill():
                continue

        async def read() -> None:
            for tree in TREES:
                assert f"I planted the {tree} tree" in await statements(place, tree)

        await asyncio.gather(*(write(number) for number in range(10)), rebuild(), read(), read())
        await rebuild()
        wanted = 2 * (len(TREES) + 30)
        assert await models(memory) == {"narrow 1": wanted}
        assert len(await known(place)) == len(TREES) + 30
        assert await memory.audit() is None


async def test_a_message_changed_while_it_was_embedded_keeps_no_vector_of_its_old_words(
        directory: Path, clock: HandClock, options: Options) -> None:
    class Meanwhile(BagOfStems):
        place: Place | None = None

        async def embed(self, texts: object) -> list[Vector]:
            found = await super().embed(texts)  # type: ignore[arg-type]
            if self.place is not None:
                place, self.place = self.place, None
                await place.reread("1", "the tent is green")
            return found

    embedder = Meanwhile()
    async with Memory.open(directory, clock=clock, embedder=embedder, options=options) as memory:
        place = memory.at(PRIYA, PRIYAS_DM)
        await place.observe("the kayak is red", sent_at=clock.now(), platform_id="1")
        embedder.place = place
        while await memory.backfill():
            continue
        expected = embedder._vector("the tent is green")
        [(blob,)] = await memory.db.read(lambda tx: tx.execute("select vector from message_vector").fetchall())
        held = np.frombuffer(blob, dtype=np.int8).astype(np.float32)
        assert held @ expected / np.linalg.norm(held) > 0.99


async def test_a_fact_the_embedder_cannot_read_is_found_by_its_words_and_by_nothing_else(
        directory: Path, clock: HandClock, options: Options) -> None:
    class Latin(ReadsEnglish):
        def _vector(self, text: str) -> Vector:
            return super()._vector(text if text.isascii() else "")
    async with Memory.open(directory, clock=clock, embedder=Latin(), options=options) as memory:
        place = memory.at(PRIYA, PRIYAS_DM)
        await place.remember("ฉันชอบแมวดำ")
        await place.remember("I planted the oak tree")
        while await memory.backfill():
            continue
        clock.forward(days=1)
        for unread in ("*", "😀", "สวัสดี", "გამარჯობა"):
            assert await statements(place, unread) == []
        assert await statements(place, "แมวดำ") == ["ฉันชอบแมวดำ"]
        assert await statements(place, "the oak tree") == ["I planted the oak tree"]


@pytest.mark.parametrize("embedder", [None, ReadsEnglish()], ids=["by words", "beside an embedder"])
@pytest.mark.parametrize(("statement", "question"), [
    ("We have a grey tomcat called Muckel", "Wie heißt unsere Katze?"),
    ("My favourite colour is petrol blue", "Was ist meine Lieblingsfarbe?"),
    ("Wir heizen mit einer Wärmepumpe", "how is our heating done?"),
    ("Ich bin gegen Hausstaub allergisch", "which allergy do I have?"),
])
async def test_an_embedder_that_cannot_compare_two_languages_loses_nothing_that_words_find(
        directory: Path, clock: HandClock, embedder: ReadsEnglish | None, statement: str, question: str) -> None:
    async with Memory.open(directory, clock=clock, embedder=embedder, options=Options(extractor="patterns")) as memory:
        place = memory.at(PRIYA, PRIYAS_DM)
        await place.remember(statement)
        while await memory.backfill():
            continue
        clock.forward(days=1)
        assert await statements(place, question) == [statement]
        assert await statements(place, "Wann ist der Elternabend in der Schule?") == []


async def test_within_the_language_it_has_read_a_low_cosine_speaks_against_a_fact(
        directory: Path, clock: HandClock) -> None:
    asked = "Which cats were holy in Egypt?"  # the fact is about one of its words
    for embedder, found in ((None, 1), (ReadsEnglish(), 0)):
        async with Memory.open(directory / str(found), clock=clock, embedder=embedder,
                               options=Options(extractor="patterns")) as memory:
            place = memory.at(PRIYA, PRIYAS_DM)
            await place.remember("We have a grey tomcat called Muckel")
            while await memory.backfill():
                continue
            clock.forward(days=1)
            assert len(await statements(place, asked)) == found
            assert await statements(place, "Is our tomcat grey?") == ["We have a grey tomcat called Muckel"]


async def test_a_message_that_does_not_tell_its_language_is_in_its_authors(
        directory: Path, clock: HandClock, options: Options) -> None:
    async with Memory.open(directory, clock=clock, embedder=ReadsEnglish(), options=options) as memory:
        place = memory.at(PRIYA, PRIYAS_DM)
        assert (await place.question("Miete Küche?")).spoken == ""
        await place.speak("de")
        assert (await place.question("Miete Küche?")).spoken == "de"
        assert memory.vectors.counted("de", "en") == 0 < memory.vectors.counted("de", "de") < 1
        assert memory.vectors.counted("en", "en") == Vectors("reads all", {"": 0.32}).counted("de", "en") == 1


async def test_a_name_alone_brings_nothing_but_what_is_asked_about_it_does(memory: Memory, place: Place,
                                                                         clock: HandClock) -> None:
    await place.remember("My sister Ana works as a nurse")
    await say(memory, place, learn=False)
    clock.forward(days=1)
    assert await statements(place, "Which motorbike does Ana drive?") == []
    assert await statements(place, "Where does Ana work as a nurse?") == ["My sister Ana works as a nurse"]
    assert await statements(place, "What do you know about Ana?") == ["My sister Ana works as a nurse"]


async def test_the_first_look_reads_the_newest_vectors_and_the_others_follow(
        directory: Path, clock: HandClock, options: Options, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vectors, "NEWEST", 6)
    embedder = BagOfStems()
    async with Memory.open(directory, clock=clock, embedder=embedder, options=options) as memory:
        place = memory.at(PRIYA, PRIYAS_DM)
        await planted(memory, place, clock)
        while await memory.backfill():
            continue
        query = (await embedder.embed(["I planted the oak tree"]))[0]

        async def seen(held: Vectors) -> set[int]:
            return await memory.db.recall((place.scope,), lambda reader: {
                claim for claim, _ in held.closest(reader, query, len(TREES))})
        fresh = Vectors(kept_as(embedder))
        newest = await seen(fresh)
        assert len(newest) == 6
        memory.vectors.forget()
        assert await seen(memory.vectors) == newest
        assert "I planted the oak tree" in await statements(place, "oak")  # by its words, until its vector is read
        await place.remember("I planted the bonsai tree")
        while await memory.backfill():
            continue
        assert len(await seen(memory.vectors)) == len(TREES)
        assert memory.vectors.growing() is None


async def test_a_fact_that_goes_while_vectors_are_read_is_not_held(
        directory: Path, clock: HandClock, options: Options, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vectors, "NEWEST", 6)
    async with Memory.open(directory, clock=clock, embedder=BagOfStems(), options=options) as memory:
        place = memory.at(PRIYA, PRIYAS_DM)
        await planted(memory, place, clock)
        while await memory.backfill():
            continue
        memory.vectors.forget()
        await statements(place, "oak")
        preview = await place.forget_preview("oak")
        assert preview is not None
        await place.forget(preview.id)
        while await memory.backfill():
            continue
        assert "I planted the oak tree" not in await statements(place, "oak tree")
        assert "I planted the ash tree" in await statements(place, "ash tree")
        assert memory.vectors.growing() is None


async def test_the_words_of_facts_are_taken_apart_before_a_question_looks_at_them(
        directory: Path, clock: HandClock, options: Options) -> None:
    async with Memory.open(directory, clock=clock, embedder=BagOfStems(), options=options) as memory:
        place = memory.at(PRIYA, PRIYAS_DM)
        for number in range(60):
            await place.remember(f"My box {number} holds the thing called larch{number}")
        while await memory.backfill():
            pass
        for prepared in (False, True):
            caches.drop()
            memory.vectors.forget()
            await place.recall("hello")  # looks at a few
            while prepared and await memory.backfill():
                pass
            before = terms_of.cache_info().misses  # type: ignore[attr-defined]
            await place.recall("larch51 larch52 larch53 larch54")
            assert (terms_of.cache_info().misses == before) is prepared  # type: ignore[attr-defined]
