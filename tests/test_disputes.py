"""What disagrees, through a channel: cautions where there is a conflict, none where there is not, and who decides."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from memory.domain import Principal
from tests.conftest import GROUP, JONAS, PRIYA, PRIYAS_DM, HandClock
from tests.doubles.timed import Timed, timed


@pytest.fixture
async def chat(tmp_path: Path, clock: HandClock) -> AsyncIterator[Timed]:
    async with timed(tmp_path, clock) as running:
        yield running


async def statements(chat: Timed) -> list[str]:
    return [claim.statement for claim in await chat.app.memory.at(PRIYA, PRIYAS_DM).facts()]


async def cautions(chat: Timed, text: str) -> int:
    return len((await chat.app.memory.at(PRIYA, PRIYAS_DM).recall(text)).cautions)


@pytest.mark.parametrize(("label", "left"), [
    ("The new one", ["I hate Thai food now"]), ("The old one", ["I love Thai food"]),
    ("Both", ["I love Thai food", "I hate Thai food now"]), ("Neither", [])])
async def test_c09_a_contradiction_never_leaves_the_person_with_nothing_they_did_not_choose(
        chat: Timed, label: str, left: list[str]) -> None:
    await chat.ask(PRIYA, PRIYAS_DM, "/remember I love Thai food", "Remembered")
    card = await chat.learned(PRIYA, PRIYAS_DM, "I hate Thai food now.", "disagrees")
    assert card.labels == ["The new one", "The old one", "Both", "Neither"]
    assert '"I hate Thai food now"' in card.text
    assert '"I love Thai food"' in card.text
    assert await statements(chat) == ["I love Thai food"]
    assert await cautions(chat, "Thai food") == 1
    assert "choose" in (await chat.ask(PRIYA, PRIYAS_DM, "/approve all")).text
    await chat.press(PRIYA, PRIYAS_DM, card, label)
    await chat.until(lambda: "disagrees" not in card.text)
    assert await statements(chat) == left
    assert await cautions(chat, "Thai food") == 0


@pytest.mark.parametrize(("known", "said", "flagged"), [
    (["My favourite coffee is a cortado"], "Actually my favourite is a flat white, not a cortado.", True),
    (["I grow tomatoes"], "I bought a telescope", False),
    (["I grow tomatoes"], "I watched a film about the Moon landing", False),
    (["I have a dog"], "I also have a cat", False),
    (["I speak Spanish"], "I speak Czech", False),
    (["Ich habe einen Hund"], "Ich habe auch eine Katze", False),
    (["Ich mag Kaffee"], "Ich mag keinen Kaffee mehr", True),
    (["I'm a secondary school teacher"], "I teach geography and Irish", False),
    (["I'm a nurse"], "I coach a youth team", False),
    (["Ich bin Lehrerin"], "Ich unterrichte Mathe und Physik", False),
    (["I'm a secondary school teacher"], "I'm a nurse", True),
])
async def test_c11_a_caution_hits_the_real_conflict_and_stays_quiet_otherwise(
        chat: Timed, known: list[str], said: str, flagged: bool) -> None:
    for statement in known:
        await chat.app.memory.at(PRIYA, PRIYAS_DM).remember(statement)
    await chat.say(PRIYA, PRIYAS_DM, said)
    await chat.settled(PRIYAS_DM)
    assert await cautions(chat, f"{known[0]} {said}") == int(flagged)
    disputed = [m for m in chat.messages if "disagrees" in m.text or "widerspricht" in m.text]
    assert bool(disputed) is flagged


async def test_a_button_that_disagrees_with_a_quarantine_says_so(chat: Timed) -> None:
    card = await chat.learned(PRIYA, PRIYAS_DM, "I own a red kayak")
    await chat.app.memory.quarantine("patterns")
    await chat.press(PRIYA, PRIYAS_DM, card, "Approve")
    await chat.hear(PRIYAS_DM, "set aside, so it can't be approved now")
    assert "set aside" in (await chat.ask(PRIYA, PRIYAS_DM, "/approve 1", "set aside")).text
    assert await statements(chat) == []
    await chat.app.memory.quarantine("patterns", lift=True)
    await chat.ask(PRIYA, PRIYAS_DM, "/approve 1", "approved")
    assert await statements(chat) == ["I own a red kayak"]
    await chat.app.memory.quarantine("patterns")
    assert "its source was set aside" in (await chat.ask(PRIYA, PRIYAS_DM, "/why 1", "no longer use it")).text
    await chat.app.memory.quarantine("patterns", lift=True)
    assert await statements(chat) == []
    await chat.ask(PRIYA, PRIYAS_DM, "/restore 1", "back")
    assert await statements(chat) == ["I own a red kayak"]
    await chat.ask(PRIYA, PRIYAS_DM, "/restore 1", "nothing to bring back")


async def test_a_guess_is_scored_by_what_somebody_else_reports_and_never_leaves_its_room(chat: Timed, clock: HandClock
                                                                                       ) -> None:
    async def approved(person: Principal, text: str) -> None:
        await chat.press(person, GROUP, await chat.learned(person, GROUP, text), "Approve")
    for person in (PRIYA, JONAS):
        await chat.ask(person, GROUP, "/learn on", "I'll learn")
    await approved(PRIYA, "My guess is that the boiler fails in December.")
    await approved(PRIYA, "My guess is that the printer fails in December.")
    await approved(PRIYA, "My guess is that the fridge fails in December.")
    clock.forward(days=3)
    await approved(PRIYA, "Outcome: the fridge failed in December.")
    await approved(JONAS, "Outcome: the boiler failed in December.")
    await approved(JONAS, "Outcome: the printer did not fail in December.")
    scored = next(one for one in await chat.app.memory.observers() if one.name == PRIYA.id)
    assert (scored.right, scored.wrong) == (1, 1)
    with pytest.raises(Exception, match="hypothesis"):
        await chat.app.memory.at(PRIYA, GROUP).share(1, everyone=True)


@pytest.mark.parametrize(("mode", "queued", "recalled"), [("on", True, True), ("shadow", True, False),
                                                          ("off", False, False)])
async def test_shadow_fills_queue_and_pairs_and_gives_prompts_nothing(tmp_path: Path, clock: HandClock, mode: str,
                                                                    queued: bool, recalled: bool) -> None:
    async with timed(tmp_path, clock, mode=mode) as chat:
        await chat.ask(PRIYA, PRIYAS_DM, "/remember I love Thai food", "Remembered")
        await chat.say(PRIYA, PRIYAS_DM, "I hate Thai food now.")
        await chat.settled(PRIYAS_DM)
        waiting = await chat.app.memory.at(PRIYA, PRIYAS_DM).pending()
        assert bool(waiting) is queued
        assert bool(waiting and waiting[0].disputes) is queued
        found = await chat.app.memory.at(PRIYA, PRIYAS_DM).recall("Thai food")
        assert bool(found.facts) is recalled
        assert bool(found.cautions) is recalled


async def test_corroborated_review_promotes_by_the_table_and_asks_for_the_rest(tmp_path: Path, clock: HandClock
                                                                             ) -> None:
    async with timed(tmp_path, clock, review="corroborated") as chat:
        await chat.say(PRIYA, PRIYAS_DM, "I'm on night shifts until the end of December")  # a state: one observation
        await chat.say(PRIYA, PRIYAS_DM, "I live in Pune")  # a person has to say so
        await chat.settled(PRIYAS_DM)
        assert await statements(chat) == ["I'm on night shifts until the end of December"]
        for _ in range(3):
            clock.forward(days=1)
            await chat.say(PRIYA, PRIYAS_DM, "I live in Pune")
            await chat.settled(PRIYAS_DM)
        assert await statements(chat) == ["I'm on night shifts until the end of December"]
        await chat.ask(PRIYA, PRIYAS_DM, "/approve 2", "approved")
        assert len(await statements(chat)) == 2


@pytest.mark.parametrize(("known", "said", "asked"), [
    ("the nas is at 192.168.1.20", "the nas is at 10.0.0.5 now", True),
    ("My partner's name is Alex", "My partner's name is Chris", True),
    ("Ich habe Angst vor Spinnen", "Ich habe keine Angst mehr vor Spinnen", True),
    ("I'm afraid of heights", "I'm not afraid of heights anymore", True),
    ("the nas is at 192.168.1.20", "is the nas at 10.0.0.5 now?", False),
    ("the nas is at 192.168.1.20", "imagine the nas is at 10.0.0.5", False),
    ("I'm afraid of heights", "He's not afraid of heights", False),
])
async def test_what_takes_back_something_known_is_asked_about_though_no_grammar_reads_it(
        chat: Timed, known: str, said: str, asked: bool) -> None:
    await chat.app.memory.at(PRIYA, PRIYAS_DM).remember(known)
    await chat.say(PRIYA, PRIYAS_DM, said)
    await chat.settled(PRIYAS_DM)
    waiting = await chat.app.memory.at(PRIYA, PRIYAS_DM).pending()
    assert [bool(card.disputes) for card in waiting] == ([True] if asked else [])
    assert [one.casefold() for one in await statements(chat)] == [known.casefold()]
