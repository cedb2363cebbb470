"""Time through a channel: what ends, what is asked about, what is said of when it holds."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot import prompt
from bot.app import App
from memory import claims
from memory.asof import Span
from memory.domain import Room
from memory.errors import Refused
from memory.place import Place
from tests.conftest import JONAS, PRIYA, PRIYAS_DM, HandClock
from tests.doubles.talk import Message
from tests.doubles.timed import Timed, timed


@pytest.fixture
def start(tmp_path: Path, clock: HandClock) -> Callable[[], AbstractAsyncContextManager[Timed]]:
    return lambda: timed(tmp_path, clock)


@pytest.fixture
async def chat(start: Callable[[], AbstractAsyncContextManager[Timed]]) -> AsyncIterator[Timed]:
    async with start() as running:
        yield running


async def learn(chat: Timed, text: str, label: str = "Approve") -> None:
    """Say something and decide on the card it leads to."""
    await chat.press(PRIYA, PRIYAS_DM, await chat.learned(PRIYA, PRIYAS_DM, text), label)


async def asks(chat: Timed, count: int) -> list[Message]:
    """The questions whether something still holds, once there are `count`."""
    def found() -> list[Message] | None:
        seen = [m for m in chat.messages if m.labels == ["Still true", "No longer"]]
        return seen if len(seen) >= count else None
    seen: list[Message] = await chat.until(found)
    return seen


async def prompt_for(app: App, text: str) -> str:
    recalled = await app.memory.at(PRIYA, PRIYAS_DM).recall(text)
    built = prompt.assemble(text, recalled, [], context_tokens=4000, limit=12, room="this chat",
                            today=f"{app.memory.clock.now():%Y-%m-%d}")
    return built.messages[0][1]


async def test_c08_yesterday_is_a_date_and_until_ends(chat: Timed, clock: HandClock) -> None:
    clock.at = datetime(2026, 2, 10, 18, 30, tzinfo=UTC)
    await learn(chat, "I'm on night shifts until the end of March.")
    await learn(chat, "I moved to Oslo yesterday")
    facts = await chat.ask(PRIYA, PRIYAS_DM, "/facts", "What I know")
    assert "until 31 Mar" in facts.text
    assert "since 9 Feb" in facts.text
    assert ", until 2026-03-31" in await prompt_for(chat.app, "what are my working hours with the night shifts?")
    assert ", since 2026-02-09" in await prompt_for(chat.app, "when did I move to Oslo?")
    clock.at = datetime(2026, 4, 15, 9, 0, tzinfo=UTC)
    assert "night shifts" not in await prompt_for(chat.app, "what are my working hours with the night shifts?")
    assert "Oslo" in await prompt_for(chat.app, "when did I move to Oslo?")
    assert "shifts" not in (await chat.ask(PRIYA, PRIYAS_DM, "/facts", "What I know")).text


async def test_an_end_of_valid_time_needs_no_question_and_comes_by_the_timer(
        chat: Timed, clock: HandClock, monkeypatch: pytest.MonkeyPatch) -> None:
    retired, retire = asyncio.Event(), chat.app.memory.retire_due

    async def noted() -> list[int]:
        gone = await retire()
        if gone:
            retired.set()
        return gone
    monkeypatch.setattr(chat.app.memory, "retire_due", noted)
    clock.at = datetime(2026, 2, 10, 18, 30, tzinfo=UTC)
    await learn(chat, "I'm on night shifts until the end of March.")
    await learn(chat, "I live in Pune")
    clock.at = datetime(2026, 3, 31, 23, 0, tzinfo=UTC)
    chat.moved()
    await chat.ask(PRIYA, PRIYAS_DM, "/facts", "What I know here:\n1  You're on night shifts")
    clock.forward(hours=2)
    chat.moved()
    async with asyncio.timeout(10):
        await retired.wait()
    assert len(await chat.app.memory.at(PRIYA, PRIYAS_DM).facts()) == 1
    await chat.ask(PRIYA, PRIYAS_DM, "/why 1", "it ended")
    assert not [m for m in chat.messages if "Still true" in m.labels]


@pytest.mark.parametrize("asked", ["/still 1 yes", "/restore 1"])
@pytest.mark.parametrize("day", [datetime(2026, 3, 31, 9, tzinfo=UTC), datetime(2026, 4, 2, 9, tzinfo=UTC)])
async def test_what_still_holds_when_its_end_has_come_goes_on_without_it(
        chat: Timed, clock: HandClock, day: datetime, asked: str) -> None:
    clock.at = datetime(2026, 2, 10, 18, 30, tzinfo=UTC)
    await learn(chat, "I'm on night shifts until the end of March.")
    await learn(chat, "I'm in Rome on 20 February.")
    told = await chat.ask(PRIYA, PRIYAS_DM, "/still 1 yes", "still true")
    assert "until 31 Mar" in told.text  # an end that lies ahead stays
    clock.at = day
    await chat.app.memory.retire_due()
    if day.month == 3 and asked.startswith("/restore"):
        await chat.ask(PRIYA, PRIYAS_DM, asked, "not put aside")
        return
    await chat.ask(PRIYA, PRIYAS_DM, asked, "1")
    clock.forward(days=3)
    await chat.app.memory.retire_due()
    facts = await chat.ask(PRIYA, PRIYAS_DM, "/facts", "What I know")
    assert "1  You're on night shifts" in facts.text
    assert "March" not in facts.text
    assert "until" not in await prompt_for(chat.app, "what are my working hours with the night shifts?")
    await chat.ask(PRIYA, PRIYAS_DM, "/undo", "Taken back")
    assert "night shifts" not in (await chat.ask(PRIYA, PRIYAS_DM, "/facts", "know")).text


async def test_what_goes_on_and_disagrees_with_what_was_approved_since_is_a_question(chat: Timed, clock: HandClock
                                                                                    ) -> None:
    await learn(chat, "I live in Rome until the end of November.")
    clock.forward(days=60)
    await chat.app.memory.retire_due()
    await learn(chat, "I live in Oslo")
    asked = await chat.ask(PRIYA, PRIYAS_DM, "/still 1 yes", "disagrees")
    assert len(asked.labels) == 4
    facts = await chat.ask(PRIYA, PRIYAS_DM, "/facts", "What I know")
    assert "Oslo" in facts.text
    assert "Rome" not in facts.text
    await chat.ask(PRIYA, PRIYAS_DM, "/resolve 1 both", "approved")
    assert "Rome" in (await chat.ask(PRIYA, PRIYAS_DM, "/facts", "What I know")).text


async def test_what_its_person_ended_does_not_go_on_by_a_yes(chat: Timed, clock: HandClock) -> None:
    await learn(chat, "I'm on night shifts until the end of March.")
    await chat.ask(PRIYA, PRIYAS_DM, "/still 1 no", "no longer")
    await chat.ask(PRIYA, PRIYAS_DM, "/still 1 yes", "nothing I use now")
    await chat.ask(PRIYA, PRIYAS_DM, "/restore 1", "can't be brought back")


async def test_a_fact_whose_lifetime_is_over_stays_until_it_was_asked_about_twice(chat: Timed, clock: HandClock
                                                                               ) -> None:
    await learn(chat, "I like chess")  # a preference: 365 days
    await learn(chat, "I live in Pune")  # no lifetime
    clock.forward(days=364)
    chat.moved()
    assert "chess" in (await chat.ask(PRIYA, PRIYAS_DM, "/facts", "What I know")).text
    assert not [m for m in chat.messages if "Still true" in m.labels]
    clock.forward(days=2)
    chat.moved()
    assert "chess" in (await asks(chat, 1))[0].text
    clock.forward(days=6)
    chat.moved()
    assert "chess" in (await chat.ask(PRIYA, PRIYAS_DM, "/facts", "What I know")).text
    assert len(await asks(chat, 1)) == 1
    clock.forward(days=1, seconds=1)
    chat.moved()
    assert len(await asks(chat, 2)) == 2
    assert "chess" in await prompt_for(chat.app, "do I like chess?")
    clock.forward(days=7, seconds=1)
    assert "chess" not in await prompt_for(chat.app, "do I like chess?")  # read before the timer came
    facts = await chat.ask(PRIYA, PRIYAS_DM, "/facts", "What I know")
    assert "chess" not in facts.text
    assert "Pune" in facts.text
    await chat.ask(PRIYA, PRIYAS_DM, "/why 1", "its time ran out")


@pytest.mark.parametrize("how", ["button", "command"])
@pytest.mark.parametrize("yes", [True, False])
async def test_still_true_begins_its_lifetime_anew_and_no_longer_ends_it(chat: Timed, clock: HandClock, how: str,
                                                                         yes: bool) -> None:
    await learn(chat, "I like chess")
    await learn(chat, "I live in Pune")
    clock.forward(days=366)
    chat.moved()
    [question] = await asks(chat, 1)
    if how == "button":
        assert await chat.press(JONAS, PRIYAS_DM, question, "Still true") == "That isn't yours to decide."
        await chat.press(PRIYA, PRIYAS_DM, question, "Still true" if yes else "No longer")
    else:
        await chat.ask(PRIYA, PRIYAS_DM, f"/still 1 {'yes' if yes else 'no'}", "still true" if yes else "no longer")
    await chat.until(lambda: question.labels == [])
    clock.forward(days=360)
    chat.moved()
    facts = await chat.ask(PRIYA, PRIYAS_DM, "/facts", "What I know")
    assert ("chess" in facts.text) is yes
    claim = (await chat.app.memory.at(PRIYA, PRIYAS_DM).why(1)).claim
    if yes:
        clock.forward(days=6)
        chat.moved()
        assert len(await asks(chat, 1)) == 1
    else:
        assert claim.reason == "ended"
        assert claim.valid_to == datetime(2027, 11, 4).date()
        assert "nothing I use now" in (await chat.ask(PRIYA, PRIYAS_DM, "/still 1 yes", "1")).text


async def test_nobody_is_flooded_with_questions(chat: Timed, clock: HandClock) -> None:
    place = chat.app.memory.at(PRIYA, PRIYAS_DM)
    for game in ("chess", "go", "bridge", "poker"):
        await place.remember(f"I like {game}")
    clock.forward(days=366)
    chat.moved()
    assert len(await asks(chat, 3)) == 3
    clock.forward(days=1, hours=1)
    chat.moved()
    assert len(await asks(chat, 4)) == 4
    assert len(await place.facts()) == 4


async def test_a_question_survives_a_restart_and_is_not_asked_again(
        start: Callable[[], AbstractAsyncContextManager[Timed]], clock: HandClock) -> None:
    async with start() as chat:
        await chat.app.memory.at(PRIYA, PRIYAS_DM).remember("I like chess")
        clock.forward(days=366)
        chat.moved()
        await asks(chat, 1)
    clock.forward(days=1)
    async with start() as chat:
        await chat.ask(PRIYA, PRIYAS_DM, "/facts", "chess")
        assert not [m for m in chat.messages if "Still true" in m.labels]
        clock.forward(days=7)
        chat.moved()
        await asks(chat, 1)


async def test_what_does_not_hold_yet_is_recalled_with_its_day(chat: Timed, clock: HandClock) -> None:
    await learn(chat, "I'm moving to Oslo next month")
    said = await prompt_for(chat.app, "Oslo?")
    assert ", from 2026-12-01" in said
    assert "from 1 Dec" in (await chat.ask(PRIYA, PRIYAS_DM, "/facts", "What I know")).text


async def test_what_will_take_its_place_leaves_the_old_fact_until_then(chat: Timed, clock: HandClock) -> None:
    await learn(chat, "I work at Siemens")
    card = await chat.learned(PRIYA, PRIYAS_DM, "I work at Bosch from next month", "disagrees")
    await chat.press(PRIYA, PRIYAS_DM, card, "Bosch now")
    said = await prompt_for(chat.app, "do I work at Siemens or Bosch?")
    assert "Siemens, until 2026-11-30" in said
    assert ", from 2026-12-01" in said
    clock.at = datetime(2026, 12, 1, 9, 0, tzinfo=UTC)
    said = await prompt_for(chat.app, "do I work at Siemens or Bosch?")
    assert "Siemens" not in said
    assert ", since 2026-12-01" in said


# -- as of another day


async def asof(chat: Timed, words: str) -> str:
    return (await chat.ask(PRIYA, PRIYAS_DM, f"/asof {words}")).text


async def test_as_of_a_day_answers_yes_no_and_unknown_with_the_evidence(chat: Timed, clock: HandClock) -> None:
    clock.at = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
    await learn(chat, "I've lived in Pune since 2023")
    await learn(chat, "I work at Siemens")
    clock.at = datetime(2026, 11, 10, 9, 0, tzinfo=UTC)
    before = len(chat.messages)
    await chat.say(PRIYA, PRIYAS_DM, "I moved to Oslo last week")
    await chat.settled(PRIYAS_DM)
    await chat.press(PRIYA, PRIYAS_DM, await chat.hear(PRIYAS_DM, "disagrees", before), "Oslo now")
    clock.forward(days=7)

    told = await asof(chat, "2024-03-01 where did I live")
    assert told.startswith("1 Mar 2024: Pune.\n")
    assert "Pune" in told.splitlines()[1]
    assert "held then" in told.splitlines()[1]
    assert "I've lived in Pune since 2023" in told
    assert "2 Mar 2026" in told
    assert "Oslo" in (await asof(chat, "2026-11-15 where did I live")).splitlines()[1]
    assert "yes." in await asof(chat, "2024-03-01 did I live in Pune?")
    assert "no." in await asof(chat, "2024-03-01 did I live in Oslo?")
    assert "no." in await asof(chat, "2026-11-15 did I live in Pune?")
    assert "no." in await asof(chat, "2022-03-01 did I live in Pune?")
    assert (await asof(chat, "2026-04-01 where did I work")).startswith("1 Apr 2026: Siemens.\n")
    assert "nothing I know of held then" in await asof(chat, "2022-03-01 where did I live")
    assert "1 Apr 2026: yes." in await asof(chat, "2026-04-01 did I work at Siemens")
    told = await asof(chat, "2024-03-01 where did I work")  # said in 2026, without a beginning
    assert "I don't know." in told
    assert "never said" in told
    assert "I don't know." in await asof(chat, "2024-03-01 did I have a dog")
    assert "Pune" in (await asof(chat, "last March where did I live")).splitlines()[1]
    assert "Pune" in (await asof(chat, "two years ago where did I live")).splitlines()[1]
    assert "Say a day" in await asof(chat, "where did I live")
    assert "Say a day" in await asof(chat, "2024-03-01")


async def test_as_of_keeps_what_was_so_apart_from_what_was_known(chat: Timed, clock: HandClock) -> None:
    await learn(chat, "I live in Pune")
    clock.forward(days=10)
    before = len(chat.messages)
    await chat.say(PRIYA, PRIYAS_DM, "I moved to Oslo last week")
    await chat.settled(PRIYAS_DM)
    await chat.press(PRIYA, PRIYAS_DM, await chat.hear(PRIYAS_DM, "disagrees", before), "Oslo now")
    clock.forward(days=3)
    today = await asof(chat, "2026-11-12 where did I live")
    assert "Oslo" in today.splitlines()[1]
    then = await asof(chat, "2026-11-12 known 2026-11-12 where did I live")
    assert "By what I knew on 12 Nov 2026." in then
    assert "Pune" in then
    assert "Oslo" not in then
    assert "I don't know" in await asof(chat, "2026-11-12 known 2026-11-01 where did I live")


async def test_as_of_forgets_what_was_forgotten_and_shows_nobody_elses(chat: Timed, clock: HandClock) -> None:
    await learn(chat, "I live in Pune")
    await learn(chat, "I like chess")
    clock.forward(days=3)
    theirs = (await chat.ask(JONAS, Room("telegram:2", "dm"), "/asof today where did I live")).text
    assert "Pune" not in theirs
    await chat.ask(PRIYA, PRIYAS_DM, "/forget Pune", "This would go")
    await chat.ask(PRIYA, PRIYAS_DM, "/forget yes", "Removed")
    assert "Pune" not in await asof(chat, "2026-11-04 where did I live")
    assert "Pune" not in await asof(chat, "2026-11-04 known 2026-11-04 where did I live")
    assert "chess" in await asof(chat, "2026-11-04 did I like chess")


async def test_as_of_finds_an_approved_past_by_the_words_of_its_sentence(chat: Timed) -> None:
    await learn(chat, "I lived in Paris from 2015 to 2018")
    await learn(chat, "I was in the army until 2012")
    await learn(chat, "I live in Madrid")
    for question, answer in (("2016-05-01 where did I live", "1 May 2016: Paris."), ("2016 Paris", "yes."),
                             ("2016-05-01 did I live in Paris", "yes."), ("2012 was I in the army", "yes."),
                             ("2011 was I in the army", "I don't know."), ("2013 was I in the army", "no."),
                             ("2016 did I live in Rome", "I don't know."), ("2014 did I live in Paris", "no.")):
        assert answer in (await chat.ask(PRIYA, PRIYAS_DM, f"/asof {question}", "201")).text, question
    assert "Paris" not in (await chat.ask(PRIYA, PRIYAS_DM, "/asof 2016 was I in the army", "2016")).text
    await chat.ask(PRIYA, PRIYAS_DM, "/why 1", "it ended on 31 Dec 2018")
    assert "Paris" not in (await chat.ask(PRIYA, PRIYAS_DM, "/facts", "What I know")).text


@pytest.mark.parametrize("again", ["I have lived in Madrid since 2019", "I moved to Madrid in 2019"])
async def test_as_of_knows_the_beginning_that_a_fact_got_when_it_was_said_again(chat: Timed, again: str) -> None:
    await learn(chat, "I live in Madrid")
    await chat.ask(PRIYA, PRIYAS_DM, "/asof 2020-05-01 where did I live", "never said")  # the control
    await chat.say(PRIYA, PRIYAS_DM, again)
    await chat.settled(PRIYAS_DM)
    await chat.ask(PRIYA, PRIYAS_DM, "/asof 2020-05-01 where did I live", "1 May 2020: Madrid.")
    await chat.ask(PRIYA, PRIYAS_DM, "/asof 2018-05-01 where did I live", "not then")


async def test_as_of_in_german(chat: Timed, clock: HandClock) -> None:
    clock.at = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
    await chat.say(PRIYA, PRIYAS_DM, "Ich wohne seit 2023 in Berlin")
    await chat.settled(PRIYAS_DM)
    await chat.press(PRIYA, PRIYAS_DM, await chat.hear(PRIYAS_DM, "merken"), "Bestätigen")
    told = await asof(chat, "2024-03-01 wo habe ich gewohnt?")
    assert told.startswith("1. März 2024: Berlin.\n")
    assert (await asof(chat, "2024-03-01 in welcher Stadt habe ich gewohnt?")).startswith("1. März 2024: Berlin.\n")
    assert (await asof(chat, "2024-03-01 habe ich in Berlin gewohnt?")).startswith("1. März 2024: ja.\n")
    assert "nichts, wovon ich weiß" in await asof(chat, "2021-03-01 wo habe ich gewohnt?")
    for text in ("Ich mag Tee", "Ich mag Schach", "Ich mag keinen Kaffee"):
        before = len(chat.messages)
        await chat.say(PRIYA, PRIYAS_DM, text)
        await chat.settled(PRIYAS_DM)
        await chat.press(PRIYA, PRIYAS_DM, await chat.hear(PRIYAS_DM, "merken", before), "Bestätigen")
    told = await asof(chat, "2026-03-02 was mochte ich")
    assert told.splitlines()[0] in ("2. März 2026: Schach, Tee.", "2. März 2026: Tee, Schach.")
    assert "Berlin" in await asof(chat, "vor einem Jahr wo habe ich gewohnt?")


# -- what was shown to whom, and what it makes of saying it again


async def shown_places(chat: Timed, number: int) -> set[str]:
    found: set[str] = await chat.app.memory.db.read(lambda tx: {row[0] for row in tx.execute(
        "select place from shown where claim = ? and person = ?", (number, PRIYA.id))})
    return found


async def test_prompts_replies_cards_and_lists_are_on_record_once_they_were_seen(chat: Timed, clock: HandClock
                                                                               ) -> None:
    chat.app.model = None  # so that the reply itself names what is known
    await learn(chat, "I like chess")
    await learn(chat, "I live in Pune")
    assert "card" in await shown_places(chat, 1)
    assert not {"list", "reply"} & await shown_places(chat, 1)
    await chat.ask(PRIYA, PRIYAS_DM, "/facts", "What I know")
    await chat.settled(PRIYAS_DM)
    assert {"card", "list"} <= await shown_places(chat, 1)
    answer = await chat.ask(PRIYA, PRIYAS_DM, "do I like chess?", "I have no language model")
    assert "You like chess" in answer.text
    await chat.settled(PRIYAS_DM)
    assert await shown_places(chat, 1) == {"card", "list", "prompt", "reply"}
    assert "reply" not in await shown_places(chat, 2)


@pytest.mark.parametrize(("look", "independent"), [("", 2), ("/facts", 1), ("/why 1", 1), ("do I like chess?", 1)])
async def test_what_was_shown_and_is_said_again_is_no_evidence_of_its_own(chat: Timed, clock: HandClock, look: str,
                                                                         independent: int) -> None:
    chat.app.model = None
    await chat.app.memory.at(PRIYA, PRIYAS_DM).remember("I like chess")
    clock.forward(hours=1)
    if look:
        await chat.ask(PRIYA, PRIYAS_DM, look, "You like chess")
        await chat.settled(PRIYAS_DM)
    clock.forward(days=1)
    await chat.ask(PRIYA, PRIYAS_DM, "/remember I like chess", "Remembered")
    assert (await chat.app.memory.db.read(lambda tx: claims.independent(tx, 1)))[0] == independent
    assert len((await chat.app.memory.at(PRIYA, PRIYAS_DM).why(1)).evidence) == 2


@pytest.mark.parametrize("words", ["I don't know", "not allergic", "/approve all", "Oslo?", "keine Ahnung"])
async def test_what_is_no_value_takes_no_fact_s_place(place: Place, words: str) -> None:
    number = (await place.remember("I'm allergic to nuts")).cards[0].claim.id
    with pytest.raises(Refused, match="no value"):
        await place.correct(number, words)
    assert [fact.statement for fact in await place.facts()] == ["I'm allergic to nuts"]
    await place.correct(number, "eggs")
    assert [fact.statement for fact in await place.facts()] == ["I'm allergic to eggs"]


async def test_on_the_day_of_a_correction_the_new_value_holds(place: Place, clock: HandClock) -> None:
    number = (await place.remember("I live in Rome")).cards[0].claim.id
    await place.correct(number, "Turin")
    today = clock.now().date()
    found = await place.as_of("where do I live", Span(today, today, ""))
    assert found.values() == ["Turin"]
