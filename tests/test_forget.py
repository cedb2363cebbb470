"""Forgetting reaches every copy of one person's and nobody else's, and its bytes leave the file."""

from __future__ import annotations

import json
import random
import sqlite3
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from memory import claims, db, erase, gateway, rebuild, topics
from memory.claims import Home
from memory.core import Memory
from memory.domain import Counts, Origin, Principal, Recalled, Room
from memory.errors import MemoryFault, NotFound, Refused
from memory.events import Act
from memory.gateway import Source
from memory.place import ForgetPreview, Forgotten, Place
from memory.topics import EmptyTopic
from memory.work import Said
from tests.conftest import GROUP, JONAS, PRIYA, PRIYAS_DM, HandClock, known, say
from tests.doubles.chat import Chat, chatting
from tests.test_queue import ADD, candidate, offer


async def forget(place: Place, topic: str) -> Counts:
    preview = await place.forget_preview(topic)
    assert preview is not None
    done = await place.forget(preview.id)
    assert isinstance(done, Counts)
    return done


async def rows(memory: Memory, sql: str, *parameters: Any) -> list[tuple[Any, ...]]:
    return await memory.db.read(lambda tx: tx.execute(sql, parameters).fetchall())


async def everywhere(memory: Memory, word: str) -> list[str]:
    """Which columns of which tables hold a word."""
    def read(tx: sqlite3.Connection) -> list[str]:
        found = []
        for table, in tx.execute("select name from pragma_table_list where schema = 'main' and type = 'table'"
                                 " and name not like 'sqlite_%'").fetchall():
            for column in [row[1] for row in tx.execute(f'pragma table_info("{table}")')]:
                if tx.execute(f'select 1 from "{table}" where cast("{column}" as text) like ? limit 1',
                              (f"%{word}%",)).fetchone():
                    found.append(f"{table}.{column}")
        return found
    return await memory.db.read(read)


def indexed(directory: Path, word: str) -> list[tuple[str, ...]]:
    """Where the word indexes know a stem, read by another connection."""
    connection = sqlite3.connect(directory / "memory.db")
    try:
        found = []
        for index in ("fact_words", "message_words"):
            connection.execute(f"create virtual table temp.seen_{index} using fts5vocab(main, {index}, 'row')")
            found += connection.execute(f"select '{index}', term from seen_{index} where term like ?",
                                        (f"%{word}%",)).fetchall()
        return found
    finally:
        connection.close()


def in_files(directory: Path, word: str) -> int:
    return sum(path.read_bytes().lower().count(word.encode()) for path in directory.iterdir())


async def answered(memory: Memory, place: Place, question: str, reply: str, used: Recalled | None = None) -> None:
    observed = await place.observe(question, sent_at=memory.clock.now())
    said = Said("telegram", place.room.id, place.scope, "reply", json.dumps({"text": reply}), person=place.principal.id)
    await place.answered(observed, reply, used or await place.recall(question), [said], finishes=None, learn_after=3)


# -- reach


async def test_forgetting_reaches_every_copy_in_every_room(memory: Memory, place: Place, clock: HandClock) -> None:
    here = memory.at(PRIYA, GROUP)
    await here.join(True)
    await here.observe("I own a kayak", sent_at=clock.now())
    await memory.learn(GROUP.id)
    await say(memory, place, "I own a red kayak and I live in Pune", "I want to sell the kayaks")
    await place.remember("I like my kayak club")
    await place.observe("look at this", sent_at=clock.now(), quotes="the kayak is broken")
    for card in await place.pending():
        if "Pune" in card.claim.statement or "red" in card.claim.statement:
            await place.approve(card.claim.id)
    await memory.backfill()
    await answered(memory, place, "what do I do on water?", "You could take your kayak out.")
    await here.forget_preview("kayak")  # left unanswered in the other room
    done = await forget(place, "kayak")
    assert done.facts == 2
    assert done.replies == 1
    assert await everywhere(memory, "kayak") == []
    assert await known(place) == ["I live in Pune"]
    assert [row[0] for row in await rows(memory, "select text from message where text like '%Pune%'")] == [
        "I live in Pune"]
    assert await memory.audit() is None


async def test_a_reply_built_on_a_forgotten_fact_goes_even_when_it_does_not_name_it(memory: Memory, place: Place
                                                                                  ) -> None:
    fact = (await place.remember("I am allergic to peanuts")).cards[0].claim
    await answered(memory, place, "am I allergic to something?", "Mind the satay sauce.")
    await answered(memory, place, "how is the weather?", "Sunny.", Recalled())
    preview = await place.forget_preview("peanuts")
    assert preview is not None
    assert (preview.facts, preview.replies) == (frozenset({fact.id}), 1)
    await place.forget(preview.id)
    assert await rows(memory, "select text from message where kind = 'reply' and text <> ''") == [("Sunny.",)]
    assert await rows(memory, "select payload from outbox where payload <> ''") == [(json.dumps({"text": "Sunny."}),)]


async def test_quotes_of_old_wordings_go_too(memory: Memory, place: Place, clock: HandClock) -> None:
    """A claim stays whose words do not name the topic; a quote it once had and lost to an edit does."""
    await place.observe("I live in Pune, by the kayak club", sent_at=clock.now(), platform_id="1")
    observed = await rows(memory, "select id from message where platform_id = '1'")
    made = await offer(memory, place, candidate("I live in Pune", attribute="home", value="Pune"))
    act = Act("sayso", clock.now(), memory.rules.key)
    await memory.db.write(lambda tx: claims.cite(tx, act, made.claim, place.scope, observed[0][0],
                                                 "I live in Pune, by the kayak club", "s", independent=True))
    await place.approve(made.claim)
    await place.reread("1", "I live in Pune")
    await place.observe("the kayak sank", sent_at=clock.now())
    assert await everywhere(memory, "kayak") == ["content.body", "message.text"]
    await forget(place, "kayak")
    assert await everywhere(memory, "kayak") == []
    assert await known(place) == ["I live in Pune"]
    assert await memory.audit() is None


async def test_somebody_elses_rows_are_untouched(memory: Memory, place: Place, jonas: Place) -> None:
    here, his = memory.at(PRIYA, GROUP), memory.at(JONAS, GROUP)
    for one in (here, his):
        await one.join(True)
        await one.observe("I own a kayak", sent_at=memory.clock.now())
    await memory.learn(GROUP.id)
    await jonas.remember("My kayak is green")
    await answered(memory, his, "where is my kayak?", "Your kayak is in the shed.")
    await answered(memory, here, "where is my kayak?", "Your kayak is on the roof.")
    about_jonas = "select * from message where author = ? or answers in (select id from message where author = ?)"
    before = await rows(memory, about_jonas, JONAS.id, JONAS.id)
    outgoing = "select payload, state from outbox where payload like '%shed%'"
    waiting = await rows(memory, outgoing)
    assert len(waiting) == 1
    await forget(place, "kayak")
    assert await rows(memory, about_jonas, JONAS.id, JONAS.id) == before
    assert await rows(memory, outgoing) == waiting
    assert await rows(memory, "select 1 from outbox where payload like '%roof%'") == []
    assert await known(jonas) == ["My kayak is green"]
    assert [c.claim.statement for c in await his.pending()] == ["I own a kayak"]
    assert await here.pending() == []
    assert (await jonas.remember("My kayak is long")).cards


# -- the preview


async def test_the_preview_is_what_goes(memory: Memory, place: Place) -> None:
    await say(memory, place, "I own a kayak", "The kayak is red")
    await place.approve((await place.pending())[0].claim.id)
    await answered(memory, place, "and my kayak?", "Your kayak is fine.")
    preview = await place.forget_preview("kayak")
    assert preview is not None
    done = await place.forget(preview.id)
    assert isinstance(done, Counts)
    assert (done.facts, done.facts + done.claims, done.messages, done.replies) == (
        len(preview.facts), len(preview.claims), preview.messages, preview.replies)
    assert await place.forget(preview.id) is None


async def test_a_preview_that_is_out_of_date_shows_the_new_one_and_deletes_nothing(memory: Memory, place: Place
                                                                                 ) -> None:
    await place.remember("I own a kayak")
    preview = await place.forget_preview("kayak")
    assert preview is not None
    await place.remember("I like kayak tours")
    changed = await place.forget(preview.id)
    assert isinstance(changed, ForgetPreview)
    assert len(changed.claims) == 2
    assert len(await known(place)) == 2
    assert isinstance(await place.forget(changed.id), Counts)
    assert await known(place) == []


async def test_another_person_cannot_carry_out_or_close_a_preview(memory: Memory, place: Place, jonas: Place) -> None:
    await place.remember("I own a kayak")
    preview = await place.forget_preview("kayak")
    assert preview is not None
    assert await jonas.forget(preview.id) is None
    assert await jonas.reached(preview.id) == []
    await jonas.keep(preview.id)
    assert await place.open_preview() == preview.id
    assert await jonas.forget_preview("kayak") is None
    assert isinstance(await place.forget(preview.id), Counts)


async def test_a_preview_that_is_kept_leaves_everything(memory: Memory, place: Place) -> None:
    await place.remember("I own a kayak")
    preview = await place.forget_preview("kayak")
    assert preview is not None
    await place.keep(preview.id)
    assert await place.forget(preview.id) is None
    assert await known(place) == ["I own a kayak"]
    assert await everywhere(memory, "kayak") != []
    assert await rows(memory, "select 1 from preview") == []


async def test_c12_nothing_that_matches_is_said_so_and_leaves_no_word(memory: Memory, place: Place) -> None:
    await place.remember("I own a kayak")
    assert await place.forget_preview("zebra") is None
    assert await everywhere(memory, "zebra") == []


@pytest.mark.parametrize(("said", "topic", "gone"), [
    (["I take an art class", "I went to a party", "Martin is a colleague"], "art", ["I take an art class"]),
    (["I plan a Berlin trip in June", "I live in Berlin", "I took a trip hazard course"], "Berlin trip",
     ["I plan a Berlin trip in June"]),
    (["I wear 100% cotton only", "I own 1000 books"], "100%", ["I wear 100% cotton only"]),
    (["I am allergic to peanuts", "I like walnuts"], "peanut", ["I am allergic to peanuts"]),
    (["Юля — моя сестра", "Маша — моя подруга"], "юля", ["Юля — моя сестра"]),
    (["I like the café at the corner", "I like coffee"], "cafe\u0301", ["I like the café at the corner"]),
    (["I live in the Lange Straße", "I live alone"], "STRASSE", ["I live in the Lange Straße"]),
])
async def test_c14_c15_exactly_what_was_asked_goes(memory: Memory, place: Place, jonas: Place, said: list[str],
                                                   topic: str, gone: list[str]) -> None:
    for one in said:
        for who in (place, jonas):
            await offer(memory, who, candidate(one), origin=Origin.REMEMBER)
    before = await known(place)
    await forget(place, topic)
    assert await known(place) == [one for one in before if one not in gone]
    assert sorted(await known(jonas)) == sorted(before)


@pytest.mark.parametrize("nothing", ["", "   ", "...", "%", "_", "*", "\u200b", "\n"])
async def test_c14_an_empty_topic_deletes_nothing(memory: Memory, place: Place, nothing: str) -> None:
    await place.remember("I own a kayak")
    with pytest.raises(EmptyTopic):
        await place.forget_preview(nothing)
    assert await known(place) == ["I own a kayak"]


# -- afterwards


async def test_c13_a_forgotten_topic_comes_back_on_no_path(memory: Memory, place: Place, jonas: Place,
                                                           clock: HandClock) -> None:
    waiting, = await say(memory, place, "I live in Pune")
    await place.remember("I own a kayak")
    await forget(place, "kayak")
    for path in (place.remember("My kayaks are red"), place.edit(waiting.id, "I live in a kayak"),
                 memory.at(PRIYA, GROUP).remember("I own a kayak")):
        with pytest.raises(MemoryFault):
            await path
    assert [card.claim.id for card in await place.pending()] == [waiting.id]
    said = await place.observe("I own a KAYAK again", sent_at=clock.now())
    assert said.withheld
    assert await rows(memory, "select text, withheld from message where id = ?", said.id) == [("", "forgotten topic")]
    quoting = await place.observe("look", sent_at=clock.now(), quotes="your kayak")
    assert quoting.withheld
    await answered(memory, place, "what do I own?", "You own a kayak.")
    with pytest.raises(Refused, match="forgotten topic"):  # a model's own words, hung on an innocent quote
        await offer(memory, place, candidate("I own it", value="kayak"))
    await memory.learn(PRIYAS_DM.id)
    assert await everywhere(memory, "kayak") == ["outbox.payload"]  # the answer on its way, as it was said
    assert (await place.recall("kayak")).facts == ()
    assert (await jonas.remember("I own a kayak")).cards  # a tombstone binds its owner alone
    assert (await place.remember("I own a canoe")).cards
    assert (await place.tombstones())[0].hits > 0


async def test_an_edited_message_that_now_names_a_forgotten_topic_keeps_no_words_and_says_why(
        memory: Memory, place: Place, clock: HandClock) -> None:
    await place.remember("I own a kayak")
    await forget(place, "kayak")
    await place.observe("I own a canoe", sent_at=clock.now(), platform_id="9")
    await place.reread("9", "I own a kayak")
    assert await rows(memory, "select text, withheld, indexed from message where platform_id = '9'") == [
        ("", "forgotten topic", 0)]


async def test_the_writers_own_triggers_refuse_a_forgotten_word_whoever_writes_it(memory: Memory, place: Place) -> None:
    await place.remember("I own a canoe")
    await place.remember("I own a kayak")
    await forget(place, "kayak")
    for sql in ("update message set text = 'my kayak' where author = ?",
                "update claim set value = 'kayak' where credited = ?",
                "update claim set statement = 'the kayaks' where credited = ?",
                "insert into message (scope, room, session, author, kind, sent_at, text)"
                " select scope, room, session, author, kind, sent_at, 'kayak' from message where author = ?"):
        with pytest.raises(sqlite3.IntegrityError, match="forgotten"):
            await memory.db.write(lambda tx, sql=sql: tx.execute(sql, (PRIYA.id,)))
    await memory.db.write(lambda tx: tx.execute("update message set text = 'my canoe' where text <> ''"))


async def test_tombstones_hold_after_a_restart(directory: Path, clock: HandClock) -> None:
    async with Memory.open(directory, clock=clock) as memory:
        place = memory.at(PRIYA, PRIYAS_DM)
        await place.remember("I own a kayak")
        await forget(place, "kayak")
    async with Memory.open(directory, clock=clock) as memory:
        place = memory.at(PRIYA, PRIYAS_DM)
        with pytest.raises(MemoryFault):
            await place.remember("I own a kayak")
        assert (await place.remember("I own a canoe")).cards


async def test_a_rolled_back_forget_forgets_nothing(memory: Memory, place: Place) -> None:
    await place.remember("I own a kayak")

    class Cut(Exception):
        pass

    def cut(tx: sqlite3.Connection) -> None:
        topic = topics.parse("kayak")
        erase.remove(tx, Act(PRIYA.id, memory.clock.now(), memory.rules.key), memory.rules, PRIYA.id, PRIYA.scope,
                     erase.reach(tx, PRIYA.id, topic), topic)
        raise Cut
    with pytest.raises(Cut):
        await memory.db.write(cut)
    assert await known(place) == ["I own a kayak"]
    assert (await place.remember("I like kayak tours")).cards


async def test_forgetting_one_number_takes_its_quote_and_refuses_nothing(memory: Memory, place: Place) -> None:
    pune, kayak = await say(memory, place, "I live in Pune and I own a kayak")
    await place.approve(pune.id)
    await place.approve(kayak.id)
    done = await place.forget_number(kayak.id)
    assert (done.facts, done.messages) == (1, 1)
    assert await known(place) == ["I live in Pune"]
    assert await everywhere(memory, "kayak") == []
    assert await place.tombstones() == []
    assert (await place.remember("I own a kayak")).cards
    with pytest.raises(NotFound):
        await place.why(kayak.id)


@pytest.mark.parametrize(("said", "gone", "word", "left"), [
    ("I own a kayak and a cello", "cello", "cello", {"I own a kayak"}),
    ("I own a kayak and a cello", "kayak", "kayak", {"I own a cello"}),
    ("I like judo, sumo and aikido", "sumo", "sumo", {"I like judo", "I like aikido"}),
    ("I work as an engineer at Infosys", "engineer", "engineer", {"I work at Infosys"}),
    ("I work as an engineer at Infosys", "Infosys", "infosys", {"I work as an engineer"}),
    ("I have a dog called Rex and a cat called Mia", "cat called Mia", "mia", {"I have a dog called Rex"}),
    ("Hello there.\n\nI own a kayak  and a cello.", "cello", "cello", {"I own a kayak"}),
    ("ich habe einen Hund und eine Katze", "Katze", "katze", {"Ich habe einen Hund"}),
    ("ich trinke gerne Kakao und Tee", "Kakao", "kakao", {"Ich trinke gerne Tee"})])
async def test_what_was_said_in_the_same_words_stays_and_no_longer_says_the_forgotten_one(
        memory: Memory, place: Place, directory: Path, said: str, gone: str, word: str, left: set[str]) -> None:
    claims_ = {claim.value: claim for claim in await say(memory, place, said)}
    for claim in claims_.values():
        await place.approve(claim.id)
    await memory.backfill()
    assert len(claims_) == len(left) + 1
    assert await everywhere(memory, word)
    done = await place.forget_alone(claims_[gone].id)
    assert isinstance(done, Counts)
    assert (done.facts, done.claims, done.messages) == (1, 0, 1)
    assert set(await known(place)) == left
    assert await everywhere(memory, word) == []
    assert indexed(directory, word) == []
    assert await memory.work.scrub()
    assert in_files(directory, word) == 0
    assert await memory.db.read(rebuild.differences) == []
    for claim in await place.facts():  # each still stands on words that are in the message
        [quote] = (await place.why(claim.id)).evidence
        [(text,)] = await rows(memory, "select text from message where id = ?", quote.message)
        assert quote.quote
        assert quote.quote in text
    await memory.backfill()
    assert [fact.claim for fact in (await place.recall(said)).facts]


async def said_of(memory: Memory, place: Place, words: str, *values: str) -> list[int]:
    """Facts with these values, all of one message and with all of its words as their quote."""
    said = await place.observe(words, sent_at=memory.clock.now())
    source = Source(Home(place.scope, place.room.id, place.principal.id, "en"), said.session, Origin.EXTRACTION)
    act = Act("sayso", memory.clock.now(), memory.rules.key)
    made = [await memory.db.write(lambda tx, value=value: gateway.propose(  # type: ignore[misc]
        tx, act, memory.rules, source, replace(candidate(words, value=value), message=said.id), ADD))
        for value in values]
    return [(await place.approve(one.claim)).id for one in made]


async def test_words_that_do_not_come_apart_leave_a_mark_of_omission(memory: Memory, place: Place) -> None:
    words = "kayak trips before breakfast, rarely cello practice"
    kayak, cello = await said_of(memory, place, words, "kayak trips", "cello practice")
    assert isinstance(await place.forget_alone(kayak), Counts)
    assert [quote.quote for quote in (await place.why(cello)).evidence] == [words.replace("kayak trips", "…")]
    assert await known(place) == [words.replace("kayak trips", "…")]
    assert await everywhere(memory, "kayak") == []


async def test_what_says_the_forgotten_thing_itself_is_shown_before_it_goes_too(
        tmp_path: Path, clock: HandClock) -> None:
    async with chatting(tmp_path, clock) as chat:
        await chat.say(PRIYA, PRIYAS_DM, "hello")
        here = chat.memory.at(PRIYA, PRIYAS_DM)
        name, kayak = await said_of(chat.memory, here, "my kayak is called Selkie", "Selkie", "kayak called Selkie")
        asked = await chat.say(PRIYA, PRIYAS_DM, f"/forget {name}")
        assert "[Forget it]" in asked
        assert f"{kayak}  " in asked
        assert len(await here.facts()) == 2  # nothing went yet
        assert "Removed: 2 facts" in await chat.press(PRIYA, "Forget it")
        assert await everywhere(chat.memory, "Selkie") == []
        assert await here.tombstones() == []


async def test_the_card_of_what_stays_is_drawn_without_the_forgotten_one(tmp_path: Path, clock: HandClock) -> None:
    async with chatting(tmp_path, clock) as chat:
        await chat.say(PRIYA, PRIYAS_DM, "I own a kayak and a cello")
        await chat.learn(PRIYAS_DM)
        [notice] = [number for number, text in on_screens(chat).items() if "kayak" in text]
        assert "cello" in on_screens(chat)[notice]  # the control
        await chat.say(PRIYA, PRIYAS_DM, "/approve 1")
        assert "Removed" in await chat.say(PRIYA, PRIYAS_DM, "/forget 2")
        assert "kayak" in on_screens(chat)[notice]
        assert "cello" not in on_screens(chat)[notice]


async def test_claim_numbers_are_never_used_twice(memory: Memory, place: Place) -> None:
    numbers = []
    for round_ in range(3):
        number = (await place.remember("I own a kayak")).cards[0].claim.id
        assert number not in numbers
        numbers.append(number)
        await place.forget_number(number)
        assert await memory.work.scrub(), round_
    assert numbers == [1, 2, 3]


async def test_a_reused_place_in_the_index_is_not_found_under_the_old_meaning(memory: Memory, place: Place) -> None:
    await place.remember("I own a red kayak")
    await memory.backfill()
    await forget(place, "kayak")
    await place.remember("I play the cello")
    await memory.backfill()
    memory.clock.forward(hours=2)  # type: ignore[attr-defined]  # no longer fresh
    assert (await place.recall("red kayak")).facts == ()
    assert [fact.statement for fact in (await place.recall("cello")).facts] == ["I play the cello"]
    for table in ("fact_words", "fact_vector"):
        assert await rows(memory, f"select count(*) from {table}") == [(1,)]


# -- the bytes


WORDS = [f"quokka{letter}" for letter in "bdfgklmnprtz"]


class Leaving:
    """The writer's connection, deaf to one of the scrub's steps."""

    def __init__(self, connection: sqlite3.Connection, out: str) -> None:
        self.connection = connection
        self.out = out

    def execute(self, sql: str) -> sqlite3.Cursor:
        return self.connection.execute("select 0" if self.out in sql else sql)


async def a_history(memory: Memory, place: Place, word: str, choose: random.Random) -> None:
    """Many small messages about a word, changed and written over, then forgotten."""
    def filler(most: int) -> str:
        return " ".join(choose.choice(["river", "stone", "cloud", "window", "paper"])
                        for _ in range(choose.randrange(most)))
    numbers = list(range(250))
    for number in numbers:
        await place.observe(f"my {word} {number} {filler(4)}", sent_at=memory.clock.now(),
                            platform_id=f"{word}{number}")
    choose.shuffle(numbers)
    await place.remember(f"I like {word} {filler(9)}")
    for number in numbers[:200]:
        await place.reread(f"{word}{number}", f"my {word} {number} {filler(30)}")
    for number in numbers[::3]:
        await place.reread(f"{word}{number}", f"my {word} {number}")
    await memory.backfill()
    assert (await forget(place, word)).messages == 251
    await memory.db.write(lambda tx: tx.execute("update message set platform_id = ''"))  # the test's own naming


async def test_after_the_scrub_no_byte_of_the_word_is_left_and_without_its_vacuum_some_are(
        memory: Memory, place: Place, directory: Path) -> None:
    choose = random.Random(3)
    await place.remember("I play the cello")
    for word in WORDS:
        await a_history(memory, place, word, choose)
        assert await memory.db.maintain(lambda db: erase.scrub(Leaving(db, "vacuum")))  # type: ignore[arg-type]
        if in_files(directory, word):
            break
    else:
        pytest.fail("these histories leave nothing behind even without the vacuum: they prove nothing")
    assert await memory.work.scrub()
    assert in_files(directory, "quokka") == 0
    assert indexed(directory, "quokka") == []
    assert in_files(directory, "cello") > 0
    assert indexed(directory, "cello") != []
    assert await known(place) == ["I play the cello"]
    assert (await place.recall("cello")).facts != ()


@pytest.mark.parametrize("step", ["optimize", "wal_checkpoint"])
async def test_no_step_of_the_scrub_can_be_left_out(memory: Memory, place: Place, directory: Path, step: str) -> None:
    await a_history(memory, place, "quokka", random.Random(1))
    await memory.db.maintain(lambda db: erase.scrub(Leaving(db, step)))  # type: ignore[arg-type]
    assert in_files(directory, "quokka") or indexed(directory, "quokka")
    assert await memory.work.scrub()
    assert not in_files(directory, "quokka")
    assert not indexed(directory, "quokka")


async def test_while_another_process_reads_the_scrub_says_not_yet_and_asks_again(
        directory: Path, clock: HandClock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(db, "BUSY_SECONDS", 0.2)
    async with Memory.open(directory, clock=clock) as memory:
        place = memory.at(PRIYA, PRIYAS_DM)
        await place.remember("I like quokkas")
        other = sqlite3.connect(directory / "memory.db", isolation_level=None)
        other.execute("begin")
        assert other.execute("select count(*) from fact").fetchone() == (1,)
        await forget(place, "quokkas")
        assert [job.kind for job in await memory.work.due()] == ["scrub"]
        assert not await memory.work.scrub()
        other.close()
        assert await memory.work.scrub()
        assert in_files(directory, "quokka") == 0


async def test_the_audit_names_no_break_after_many_forgets(memory: Memory, place: Place, clock: HandClock) -> None:
    for topic in ("kayak", "cello", "quokka"):
        await say(memory, place, f"I own a {topic}")
        await place.remember(f"I like my {topic} very much")
        clock.forward(days=1)
        await say(memory, place, f"I own a {topic}.")
        await forget(place, topic)
        assert await memory.audit() is None
    assert await rows(memory, "select count(*) from claim") == [(0,)]
    assert timedelta(days=3) == clock.now() - HandClock().now()


@pytest.mark.parametrize(("fact", "topic", "again"), [
    ("предпочитаю тёмную тему", "тёмная тема", "я люблю тёмные темы"),
    ("Юля — моя сестра", "юля", "ЮЛЯ приедет завтра"),
    ("I am allergic to peanuts", "peanut", "Peanut butter makes me ill"),
])
async def test_c15_word_forms_and_letter_case_outside_ascii(memory: Memory, place: Place, fact: str, topic: str,
                                                           again: str) -> None:
    await place.remember(fact)
    await place.remember("I park on level 3")
    preview = await place.forget_preview(topic)
    assert preview is not None
    assert [claim.statement for claim in preview.claims] == [fact]
    await place.forget(preview.id)
    assert await known(place) == ["I park on level 3"]
    with pytest.raises(Forgotten):  # the other form is blocked as well
        await place.remember(again)
    await place.remember("I like tea")  # and nothing else is
    assert await known(place) == ["I park on level 3", "I like tea"]


# -- what stands on screens


def on_screens(chat: Chat) -> dict[str, str]:
    """The bot's messages as they stand now, by their id on the platform."""
    return {number: out.text for _, out, number in chat.channel.sent}


@pytest.mark.parametrize("room", [PRIYAS_DM, GROUP])
@pytest.mark.parametrize("answered", ["/forget yes", "Forget it", "/forget 1"])
async def test_an_answered_preview_loses_its_words_wherever_it_stands(
        tmp_path: Path, clock: HandClock, room: Room, answered: str) -> None:
    async with chatting(tmp_path, clock) as chat:
        await chat.say(PRIYA, PRIYAS_DM, "/remember I own a red kayak")
        await chat.say(PRIYA, PRIYAS_DM, "/remember I live in Pune")
        for asked in ("/forget kayak", "/forget Pune", "/forget kayak"):  # the first is left unanswered
            assert asked.split()[1] in await chat.say(PRIYA, room, asked)
        previews = [number for number, text in on_screens(chat).items() if "This would go" in text]
        assert len(previews) == 3
        if answered.startswith("/"):
            told = await chat.say(PRIYA, room, answered)
        else:
            told = await chat.press(PRIYA, answered)
        assert "Removed: 1 fact" in told
        screens = on_screens(chat)
        assert not [screens[number] for number in previews if "kayak" in screens[number]]
        assert "That question is answered." in screens[previews[0]]
        assert "You live in Pune" in screens[previews[1]]  # the control: another question keeps its words


async def test_a_preview_that_is_answered_with_no_keeps_its_words_and_decides_nothing(
        tmp_path: Path, clock: HandClock) -> None:
    async with chatting(tmp_path, clock) as chat:
        await chat.say(PRIYA, PRIYAS_DM, "I own a red kayak and I live in Pune")
        await chat.learn(PRIYAS_DM)
        assert "kayak" in await chat.say(PRIYA, GROUP, "/forget kayak")
        await chat.say(PRIYA, GROUP, "/forget no")
        assert any("This would go" in text and "kayak" in text for text in on_screens(chat).values())
        redrawn = await chat.say(PRIYA, PRIYAS_DM, "/approve 1")
        assert "kayak · approved" in redrawn
        assert any("This would go" in text and "kayak" in text for text in on_screens(chat).values())


async def test_the_receipt_does_not_say_gone_while_a_message_with_the_words_is_in_flight(
        tmp_path: Path, clock: HandClock) -> None:
    async with chatting(tmp_path, clock) as chat:
        await chat.say(PRIYA, PRIYAS_DM, "/remember I own a red zanzibar")
        await chat.say(PRIYA, PRIYAS_DM, "/forget zanzibar")
        arrived = await chat.memory.work.accept(
            channel="telegram", key="update:in flight", room=GROUP, author=JONAS, kind="message",
            payload='{"text": "whose zanzibar is that?"}')
        told = await chat.say(PRIYA, PRIYAS_DM, "/forget yes")
        assert "Removed: 1 fact" in told
        assert "Gone from the file" not in told
        assert "clearing it out of the file now" in told
        await chat.memory.work.say((), finishes=arrived)
        assert await chat.memory.scrub()
        held = b"".join(path.read_bytes() for path in (tmp_path / "data").glob("memory.db*"))
        assert b"zanzibar" not in held
        await chat.say(PRIYA, PRIYAS_DM, "/remember I own a blue kayak")
        await chat.say(PRIYA, PRIYAS_DM, "/forget kayak")
        assert "Gone from the file as well." in await chat.say(PRIYA, PRIYAS_DM, "/forget yes")  # the control


async def test_a_display_name_that_was_forgotten_is_neither_kept_nor_shown_to_a_model(
        tmp_path: Path, clock: HandClock) -> None:
    def held() -> bytes:
        return b"".join(path.read_bytes() for path in (tmp_path / "data").glob("memory.db*"))
    quux, group = Principal("telegram:1", "Quuxley Brown"), "@bot what should I cook?"
    async with chatting(tmp_path, clock) as chat:
        await chat.say(quux, PRIYAS_DM, "/remember my old name is Quuxley")
        await chat.say(JONAS, GROUP, group)
        assert "Quuxley" in await chat.prompt(quux, GROUP, group)  # the control: before, it is shown
        await chat.say(quux, PRIYAS_DM, "/forget Quuxley")
        assert "Removed: 1 fact" in await chat.say(quux, PRIYAS_DM, "/forget yes")
        for room in (GROUP, PRIYAS_DM):  # the platform goes on sending it
            assert "Quuxley" not in await chat.prompt(quux, room, group)
        names = await chat.memory.db.read(lambda tx: dict(tx.execute("select id, name from person").fetchall()))
        assert names == {quux.id: "", JONAS.id: JONAS.name}
        assert await chat.memory.scrub()
        assert b"Quuxley" not in held()
        assert JONAS.name in await chat.prompt(JONAS, GROUP, group)
        renamed = Principal(quux.id, "Anna Brown")
        assert "Anna Brown" in await chat.prompt(renamed, GROUP, group)
