"""One's memory out and in: all of one's own, nobody else's, and nothing that was refused comes in by a file."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bot.commands.carrying import wording
from memory import transfer
from memory.core import Memory, Options
from memory.domain import Counts, State
from memory.place import Place
from memory.transfer import Unreadable
from tests.conftest import GROUP, JONAS, JONAS_DM, PRIYA, PRIYAS_DM, HandClock, known, say
from tests.doubles.chat import chatting
from tests.doubles.process import ROOT, environment, settings, write_config


def as_file(data: dict[str, Any]) -> list[transfer.Entry]:
    return transfer.read(json.dumps(data))[1]


async def test_c17_an_export_holds_all_of_ones_own_and_nothing_of_anybody_elses(memory: Memory, place: Place,
                                                                                jonas: Place) -> None:
    await place.remember("my locker is number 41")
    await memory.at(PRIYA, GROUP).remember("I bring the cake")
    await jonas.remember("I own a red kayak")
    (waiting,) = await say(memory, place, "I live in Pune")
    await place.decline(waiting.id)
    data = await place.export()
    assert data["sayso"] == transfer.SCHEMA
    assert [entry["statement"] for entry in data["facts"]] == ["my locker is number 41", "I bring the cake"]
    assert [entry["state"] for entry in data["claims"]] == ["deprecated"]
    assert data["facts"][0]["evidence"][0]["quote"] == "my locker is number 41"
    assert [one["kind"] for one in data["refusals"]] == ["declined"]
    assert {"claim.verified", "claim.deprecated"} <= {event["verb"] for event in data["events"]}
    whole = json.dumps(data) + transfer.markdown(data, wording("en"))
    assert "kayak" not in whole
    assert "locker" not in json.dumps(await jonas.export())


async def test_an_export_taken_in_again_is_queued_once_and_twice_changes_nothing(
        memory: Memory, place: Place, directory: Path, clock: HandClock, tmp_path: Path) -> None:
    await place.remember("I live in Pune")
    await place.remember("I own a red kayak")
    entries = as_file(await place.export())
    assert (await place.import_(entries)).known == 2
    async with Memory.open(tmp_path / "new", clock=clock, options=Options(extractor="patterns")) as other:
        fresh = other.at(PRIYA, PRIYAS_DM)
        first = await fresh.import_(entries)
        assert len(first.queued) == 2
        assert await known(fresh) == []  # what a file calls a fact is a candidate here
        assert {card.claim.state for card in await fresh.pending()} == {State.CANDIDATE}
        again = await fresh.import_(entries)
        assert (again.queued, again.known) == ([], 2)
        await fresh.approve(first.queued[0])
        assert await known(fresh) == ["I live in Pune"]
        assert await other.audit() is None


async def test_a_file_brings_back_nothing_forgotten_declined_or_secret(memory: Memory, place: Place) -> None:
    for words in ("I am allergic to peanuts", "I own a red kayak", "I like tea"):
        await place.remember(words)
    (pune,) = [claim for claim in await say(memory, place, "I live in Pune") if claim.value == "Pune"]
    data = await place.export()
    preview = await place.forget_preview("peanuts")
    assert preview is not None
    assert isinstance(await place.forget(preview.id), Counts)
    await place.decline(pune.id)
    await place.forget_number(2)
    data["facts"].append(data["facts"][1] | {"statement": "my database password is hunter2-blue",
                                             "value": "hunter2-blue", "attribute": "note"})
    taken = await place.import_(as_file(data))
    assert taken.refused == {"forgotten topic": 1, "declined": 1}
    statements = [card.claim.statement for card in await place.pending()]
    assert "I own a red kayak" in statements  # the control: by number, nothing is refused afterwards
    assert not [one for one in statements if "peanut" in one or "Pune" in one or "hunter2" in one]
    assert "peanut" not in json.dumps(await place.export())
    held = await memory.db.read(lambda tx: tx.execute(
        "select count(*) from message where text like '%hunter2%' or text like '%peanut%'").fetchone()[0])
    assert held == 0


async def test_what_a_room_knew_goes_into_that_room_or_nowhere(memory: Memory, place: Place, clock: HandClock,
                                                              tmp_path: Path) -> None:
    await memory.at(PRIYA, GROUP).remember("I bring the cake")
    entries = as_file(await place.export())
    async with Memory.open(tmp_path / "new", clock=clock) as other:
        fresh = other.at(PRIYA, PRIYAS_DM)
        assert (await fresh.import_(entries)).refused == {"unknown room": 1}
        await other.at(JONAS, GROUP).remember("we meet on Fridays")
        assert (await fresh.import_(entries)).refused == {"unknown room": 1}  # she has never spoken there
        await other.at(PRIYA, GROUP).observe("hello", sent_at=clock.now())
        taken = await fresh.import_(entries)
        assert [card.claim.scope for card in await other.at(PRIYA, GROUP).pending()] == [f"room/{GROUP.id}"]
        assert len(taken.queued) == 1
        assert await other.at(JONAS, JONAS_DM).pending() == []


async def test_notes_are_raw_until_taken_up_or_said_again(memory: Memory, place: Place) -> None:
    notes = "# About me\n- I live in Pune\n- I am allergic to peanuts\n\nmilk, eggs\n> my password: hunter2-blue!\n"
    taken = await place.import_notes(notes)
    assert len(taken.queued) == 2
    assert (await place.import_notes(notes)).queued == []
    assert await place.pending() == []
    raw = await place.notes()
    assert {claim.state for claim in raw} == {State.RAW}
    assert (await place.take_up(raw[0].id)).state is State.CANDIDATE
    assert [claim.statement for claim in await say(memory, place, "I am allergic to peanuts")] == [
        "I live in Pune", "I am allergic to peanuts"]  # said again: a second source
    assert await place.notes() == []


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"sayso": 99, "person": "x", "facts": [], "claims": []}',
                                  '{"sayso": 1, "person": "x", "facts": [{}], "claims": []}', "\0"])
def test_a_file_that_is_no_export_is_said_so(text: str) -> None:
    with pytest.raises(Unreadable, match=r"Nothing was taken in|Install the newer"):
        transfer.read(text)


async def test_c41_markup_in_an_export_is_shown_as_it_is(place: Place) -> None:
    said = ["<b>bold is my style", "a < b && c", "[click](javascript:x)", "`code is here", "**x"]
    for words in said:
        await place.remember(words)
    data = await place.export()
    assert [entry["statement"] for entry in data["facts"]] == said
    page = transfer.markdown(data, wording("en"))
    assert r"\[click\](javascript:x)" in page
    assert r"\<b\>bold" in page


async def test_in_a_chat_the_export_comes_whole_as_a_file_in_the_dm(
    tmp_path: Path, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with chatting(tmp_path, clock) as chat:
        await chat.say(PRIYA, PRIYAS_DM, "/remember my locker is number 41")
        sent = await chat.ask(PRIYA, GROUP, "/export")
        assert {room: "locker" in (out.file.text if out.file else "") for room, out, _ in sent} == {
            GROUP.id: False, PRIYAS_DM.id: True}
        assert not any("locker" in out.text for _, out, _ in sent)
        for number in range(12):
            await chat.say(PRIYA, PRIYAS_DM, f"/remember entry {number} is {'long ' * 400}")
        (_, page, _), = await chat.ask(PRIYA, PRIYAS_DM, "/export")
        (_, plain, _), = await chat.ask(PRIYA, PRIYAS_DM, "/export json")
        assert page.file is not None
        assert plain.file is not None
        assert (page.file.name, plain.file.name) == ("sayso-2026-11-03.md", "sayso-2026-11-03.json")
        assert page.file.text.startswith("# What I remember of")
        assert len(transfer.read(plain.file.text)[1]) == 13
        monkeypatch.setattr("bot.commands.carrying.MOST", 1000)
        assert "sayso export --as telegram:1" in await chat.say(PRIYA, PRIYAS_DM, "/export")


async def test_an_export_holds_the_messages_that_are_kept_and_none_that_are_not(tmp_path: Path, clock: HandClock
                                                                                  ) -> None:
    async with chatting(tmp_path, clock) as chat:
        await chat.say(PRIYA, PRIYAS_DM, "what should I cook?")
        await chat.say(PRIYA, PRIYAS_DM, "I own a red kayak")
        await chat.say(PRIYA, PRIYAS_DM, "I quit my job", forwarded=True)
        await chat.say(PRIYA, GROUP, "I bring the cake")
        await chat.say(JONAS, GROUP, "and I bring the tea")
        data = await chat.memory.at(PRIYA, PRIYAS_DM).export()
        told = [(one["author"], one["room"], one["text"], one["forwarded"]) for one in data["messages"]]
        mine = [one for one in told if one[0] == PRIYA.id]
        assert mine == [(PRIYA.id, PRIYAS_DM.id, "what should I cook?", False),
                        (PRIYA.id, PRIYAS_DM.id, "I own a red kayak", False),
                        (PRIYA.id, PRIYAS_DM.id, "I quit my job", True),
                        (PRIYA.id, GROUP.id, "I bring the cake", False)]
        assert {one[1] for one in told if one[0] == "sayso"} == {PRIYAS_DM.id}
        page = transfer.markdown(data, wording("en"))
        for line in ("2026-11-03 10:00  what should I cook?", "you forwarded: I quit my job", "I answered: Noted."):
            assert line in page
        assert "tea" not in page
        await chat.say(PRIYA, PRIYAS_DM, "/forget kayak")
        await chat.press(PRIYA, "Forget it")
        assert "kayak" not in json.dumps(await chat.memory.at(PRIYA, PRIYAS_DM).export())


async def test_notes_wait_until_they_are_taken_up(tmp_path: Path, clock: HandClock) -> None:
    async with chatting(tmp_path, clock) as chat:
        await chat.say(PRIYA, PRIYAS_DM, "hello")
        await chat.memory.at(PRIYA, PRIYAS_DM).import_notes("I live in Pune")
        assert "You live in Pune" in await chat.say(PRIYA, PRIYAS_DM, "/notes")
        assert "May I remember" in await chat.say(PRIYA, PRIYAS_DM, "/notes all")


async def test_a_german_chat_gets_its_export_and_the_names_of_secrets_in_german(tmp_path: Path, clock: HandClock
                                                                                  ) -> None:
    async with chatting(tmp_path, clock) as chat:
        await chat.say(PRIYA, PRIYAS_DM, "/remember Ich wohne in Köln", language="de")
        await chat.say(PRIYA, PRIYAS_DM, "Ich mag abends keinen Tee", language="de")
        await chat.learn(PRIYAS_DM)
        await chat.say(PRIYA, PRIYAS_DM, "/decline 2", language="de")
        page = await chat.say(PRIYA, PRIYAS_DM, "/export", language="de")
        assert [line for line in page.splitlines() if line.startswith("#")] == [
            "# Was ich über telegram:1 weiß", "## Gemerkt", "## Alles andere, was je notiert wurde",
            "## Was ich nicht behalte", "## Nachrichten, die ich noch habe"]
        assert "(nicht mehr verwendet: du hast es abgelehnt)" in page
        assert "etwas, das du abgelehnt hast, 2026-11-03" in page
        told = await chat.say(PRIYA, PRIYAS_DM, "Mein Passwort lautet: hunter2xyz!", language="de")
        assert "(Passwort)" in told
        assert "What I remember of" in await chat.say(JONAS, JONAS_DM, "/export")  # the control


def test_an_export_of_somebody_who_was_never_met_says_so_and_writes_nothing(tmp_path: Path) -> None:
    config, out = write_config(tmp_path, settings(tmp_path)), tmp_path / "out"

    def sayso(*words: str, said: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "-m", "bot", *words, "--config", str(config)], input=said, check=False,
                              capture_output=True, text=True, cwd=ROOT, env=environment(), timeout=60)
    sayso("chat", said="/remember I own a red kayak\n")
    for nobody in ("telegram:99", "nobody", "terminal:loca", ""):
        done = sayso("export", "--as", nobody, "--out", str(out))
        assert (done.returncode, done.stdout) == (1, ""), nobody
        assert f"Nothing is kept about {nobody or 'nobody'}" in done.stderr
        assert "telegram:123" in done.stderr
        assert not out.exists()
    assert sayso("export", "--as", "terminal:local", "--out", str(out)).returncode == 0  # the control
    assert "kayak" in (out / "terminal-local.md").read_text()


def test_the_commands_carry_memory_between_two_installations(tmp_path: Path) -> None:
    def sayso(config: Path, *words: str, said: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "-m", "bot", *words, "--config", str(config)], input=said, check=False,
                              capture_output=True, text=True, cwd=ROOT, env=environment(), timeout=60)

    (tmp_path / "b").mkdir()
    one, other = write_config(tmp_path, settings(tmp_path)), write_config(tmp_path / "b", settings(tmp_path / "b"))
    sayso(one, "chat", said="/remember I own a red kayak\n")
    out = tmp_path / "out"
    assert sayso(one, "export", "--as", "terminal:local", "--out", str(out)).returncode == 0
    files = sorted(out.iterdir())
    assert [file.name for file in files] == ["terminal-local.json", "terminal-local.md"]
    assert {file.stat().st_mode & 0o777 for file in files} == {0o600}
    assert "waiting for a yes: 1" in sayso(other, "import", str(files[0])).stdout
    assert "known already: 1" in sayso(other, "import", str(files[0])).stdout
    assert "kayak" in sayso(other, "chat", said="/queue\n").stdout
    notes = tmp_path / "notes.md"
    notes.write_text("- I live in Pune\n")
    assert "noted: 1" in sayso(other, "import", "--notes", str(notes), "--as", "terminal:local").stdout
    assert sayso(other, "import", str(notes)).returncode == 1
