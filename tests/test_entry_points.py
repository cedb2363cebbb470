"""Every way into memory, one by one: a forgotten topic is refused on each, and its neighbour gets in on each.

`ENTRIES` is the list. A command that is in neither list, or SQL that writes words outside the modules that may, fails.
"""

from __future__ import annotations

import ast
import json
import re
import sqlite3
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.commands import COMMANDS
from memory import backup, restoring, transfer
from memory.places import talk
from tests.conftest import PRIYA, PRIYAS_DM, HandClock
from tests.doubles.chat import Chat, chatting

ROOT = Path(__file__).resolve().parent.parent
BAD, GOOD = "I am allergic to peanuts", "I am allergic to walnuts"
Step = Callable[[Chat, str], Awaitable[object]]


async def nothing(chat: Chat, words: str) -> None:
    """Some entries need nothing before, or nothing after."""


async def offered(chat: Chat, words: str) -> None:
    """Said and waiting for a yes, before anything was forgotten."""
    await chat.say(PRIYA, PRIYAS_DM, words)
    await chat.learn(PRIYAS_DM)


async def told(chat: Chat, words: str) -> None:
    await chat.say(PRIYA, PRIYAS_DM, f"/remember {words}")


async def message(chat: Chat, words: str) -> None:
    await chat.say(PRIYA, PRIYAS_DM, words)
    await chat.learn(PRIYAS_DM)


async def caption(chat: Chat, words: str) -> None:
    await chat.say(PRIYA, PRIYAS_DM, words, caption=True)
    await chat.learn(PRIYAS_DM)


async def edited_message(chat: Chat, words: str) -> None:
    await chat.say(PRIYA, PRIYAS_DM, "one moment", platform_id="m1")
    await chat.edit(PRIYA, PRIYAS_DM, "m1", words)
    await chat.learn(PRIYAS_DM)


async def edit(chat: Chat, words: str) -> None:
    await chat.say(PRIYA, PRIYAS_DM, "I live in Pune")
    await chat.learn(PRIYAS_DM)
    await chat.say(PRIYA, PRIYAS_DM, f"/edit {await newest(chat)} {words}")


async def replied(chat: Chat, words: str) -> None:
    """Other words, as a reply to a card that waits."""
    await chat.say(PRIYA, PRIYAS_DM, "I am allergic to eggs")
    await chat.learn(PRIYAS_DM)
    await chat.say(PRIYA, PRIYAS_DM, words, reply_to=chat.channel.sent[-1][2])


async def correct(chat: Chat, words: str) -> None:
    await told(chat, "I am allergic to eggs")
    await chat.say(PRIYA, PRIYAS_DM, f"/correct {await newest(chat)} {words}")


async def approve(chat: Chat, words: str) -> None:
    for number in range(1, await newest(chat) + 1):
        await chat.say(PRIYA, PRIYAS_DM, f"/approve {number}")


async def approve_all(chat: Chat, words: str) -> None:
    await chat.say(PRIYA, PRIYAS_DM, "/queue")
    await chat.say(PRIYA, PRIYAS_DM, "/approve all")


async def declined(chat: Chat, words: str) -> None:
    await offered(chat, words)
    await chat.press(PRIYA, "Decline")


async def ended(chat: Chat, words: str) -> None:
    """A fact whose time is over, so that there is something to restore."""
    await chat.say(PRIYA, PRIYAS_DM, f"/remember {words}")
    await chat.memory.db.write(lambda tx: tx.execute("update claim set expires_at = '2026-11-03' where statement = ?",
                                                     (words,)))
    await chat.memory.retire_due()


async def restored(chat: Chat, words: str) -> None:
    for number in range(1, await newest(chat) + 1):
        await chat.say(PRIYA, PRIYAS_DM, f"/restore {number}")


async def undo(chat: Chat, words: str) -> None:
    await chat.say(PRIYA, PRIYAS_DM, "/undo")


async def asked_again(chat: Chat, words: str) -> None:
    await declined(chat, words)
    chat.memory.clock.forward(days=1)  # type: ignore[attr-defined]  # the tests' own clock
    await chat.say(PRIYA, PRIYAS_DM, words)
    assert "Keep it now" in await chat.learn(PRIYAS_DM)


async def keep_now(chat: Chat, words: str) -> None:
    for number in (1, 2):  # the command of the question's button, whichever refusal it was
        await chat.say(PRIYA, PRIYAS_DM, f"/unforget {number} keep")


async def reread(chat: Chat, words: str) -> None:
    """Every saved message is extracted from once more."""
    await chat.memory.db.write(lambda tx: tx.execute("update message set learned_at = null where text <> ''"))
    await chat.memory.work.ask(talk.LEARN, PRIYAS_DM.id, PRIYA.scope)
    await chat.learn(PRIYAS_DM)


async def exported(chat: Chat, words: str) -> None:
    await told(chat, words)
    data = await chat.memory.at(PRIYA, PRIYAS_DM).export()
    (chat.app.settings.data_dir.parent / "export.json").write_text(json.dumps(data))


async def imported(chat: Chat, words: str) -> None:
    if (number := await holding(chat, words)) is not None:  # the control's own copy goes first, without a refusal
        await chat.say(PRIYA, PRIYAS_DM, f"/forget {number}")
    _, entries = transfer.read((chat.app.settings.data_dir.parent / "export.json").read_text())
    await chat.memory.at(PRIYA, PRIYAS_DM).import_(entries)


async def notes(chat: Chat, words: str) -> None:
    place = chat.memory.at(PRIYA, PRIYAS_DM)
    for number in (await place.import_notes(f"- {words}")).queued:
        await place.take_up(number)


async def shared(chat: Chat, words: str) -> None:
    await chat.memory.at(PRIYA, PRIYAS_DM).observe(words, sent_at=chat.memory.clock.now(), quotes=words)
    await message(chat, words)


@dataclass(frozen=True)
class Entry:
    """One way in: what happens before the topic is forgotten, and what is tried after it."""

    before: Step = nothing
    after: Step = nothing
    restores: bool = False  # a backup made before the forget is put back in between


ENTRIES: dict[str, Entry] = {
    "message": Entry(after=message),
    "caption": Entry(after=caption),
    "edited message": Entry(after=edited_message),
    "quoted message": Entry(after=shared),
    "/remember": Entry(after=told),
    "/edit": Entry(after=edit),
    "reply to a card": Entry(after=replied),
    "/correct": Entry(after=correct),
    "/approve": Entry(offered, approve),
    "/approve all": Entry(offered, approve_all),
    "/undo of a decline": Entry(declined, undo),
    "/restore": Entry(ended, restored),
    "keep it now": Entry(asked_again, keep_now),
    "re-extraction": Entry(offered, reread),
    "import": Entry(exported, imported),
    "notes": Entry(after=notes),
    "restore": Entry(told, restores=True),
}
COMMANDS_THAT_WRITE = {"remember", "edit", "correct", "approve", "undo", "resolve", "notes", "unforget", "restore"}
COMMANDS_THAT_DO_NOT = {
    "start", "help", "queue", "decline", "history", "facts", "forget", "why", "status", "pause", "resume", "learn",
    "recall", "consent", "export", "share", "unshare", "still", "asof", "quarantine", "release", "audit", "pairs",
    "settings", "notify",
}


async def newest(chat: Chat) -> int:
    return await chat.memory.db.read(lambda tx: tx.execute("select coalesce(max(id), 0) from claim").fetchone()[0])


async def holding(chat: Chat, words: str) -> int | None:
    found = await chat.memory.db.read(lambda tx: tx.execute(
        "select id from claim where statement = ?", (words,)).fetchone())
    return found[0] if found else None


async def anywhere(chat: Chat, word: str) -> list[str]:
    """The columns that hold a word."""
    def read(tx: sqlite3.Connection) -> list[str]:
        tables = [row[0] for row in tx.execute("select name from pragma_table_list where schema = 'main' and type ="
                                               " 'table' and name not like 'sqlite_%'")]
        return [f"{table}.{column[1]}" for table in tables for column in tx.execute(f'pragma table_info("{table}")')
                if tx.execute(f'select 1 from "{table}" where cast("{column[1]}" as text) like ?',
                              (f"%{word}%",)).fetchone()]
    return await chat.memory.db.read(read)


async def standing(chat: Chat) -> str:
    place = chat.memory.at(PRIYA, PRIYAS_DM)
    return " ".join([*(claim.statement for claim in await place.facts()),
                     *(card.claim.statement for card in await place.pending())])


@pytest.mark.parametrize("words", [BAD, GOOD], ids=["forgotten", "control"])
@pytest.mark.parametrize("name", ENTRIES)
async def test_a_forgotten_topic_gets_in_nowhere_and_its_neighbour_everywhere(
        tmp_path: Path, clock: HandClock, name: str, words: str) -> None:
    entry = ENTRIES[name]
    async with chatting(tmp_path, clock) as chat:
        await told(chat, "I own a plate for peanuts")
        await entry.before(chat, words)
        if entry.restores:
            backup.write(chat.app.settings.data_dir, tmp_path / "b.sayso")
        if name == "/undo of a decline" and words == GOOD:
            await entry.after(chat, words)  # a forget in between is what undo stops at
            assert "walnuts" in await standing(chat)
            return
        await chat.say(PRIYA, PRIYAS_DM, "/forget peanuts")
        assert "Removed" in await chat.press(PRIYA, "Forget it")
    if entry.restores:
        await restoring.restore(tmp_path / "data", tmp_path / "b.sayso", clock)
    async with chatting(tmp_path, clock) as chat:
        await entry.after(chat, words)
        if words == GOOD:
            assert "walnuts" in await standing(chat)
        else:
            assert await anywhere(chat, "peanut") == []
            assert "peanut" not in await standing(chat)
        assert await chat.memory.audit() is None


def test_every_command_is_on_one_of_the_lists() -> None:
    assert COMMANDS.keys() - COMMANDS_THAT_WRITE - COMMANDS_THAT_DO_NOT == set()


TEXT_TABLES = ("message", "claim", "evidence", "fact", "content", "tombstone", "fact_words", "message_words",
               "fact_vector", "claim_vector", "message_vector")
# Which module may write which table of words; DESIGN section 4: one noun a module.
WRITERS = {
    "message": {"messages", "erase", "places/lifting"},
    "claim": {"claims", "erase"},
    "evidence": {"claims", "erase"},
    "fact": {"facts", "erase", "claims"},  # claims: in how many sessions it was said, no words
    "content": {"events", "erase"},
    "tombstone": {"tombstones", "restoring"},
    "fact_words": {"facts", "erase"},
    "message_words": {"messages", "erase", "facts"},
    "fact_vector": {"facts", "erase"},
    "claim_vector": {"facts", "erase"},
    "message_vector": {"messages"},
}
_WRITES = re.compile(r"\b(?:insert(?: or \w+)? into|replace into|update(?: or \w+)?|delete from)\s+\"?(\w+)",
                     re.IGNORECASE)


def sql_writes() -> dict[str, set[str]]:
    """Table -> modules whose strings write it; a table name put in by a format counts as each it may be."""
    found: dict[str, set[str]] = {}
    for folder in ("memory", "bot", "channels"):
        for path in (ROOT / folder).rglob("*.py"):
            module = str(path.relative_to(ROOT / folder).with_suffix(""))
            module = module if folder == "memory" else f"{folder}:{module}"
            for text in _strings(ast.parse(path.read_text("utf-8"))):
                for table in _WRITES.findall(text):
                    found.setdefault(table, set()).add(module)
    return found


def _strings(tree: ast.AST) -> list[str]:
    texts = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            texts.append(node.value)
        elif isinstance(node, ast.JoinedStr):
            texts.append("".join(str(part.value) if isinstance(part, ast.Constant) else "_any_"
                                 for part in node.values))
    return texts


def test_words_are_written_by_the_modules_that_own_them_and_by_no_other() -> None:
    writes = sql_writes()
    assert "claims" in writes["claim"]  # the control: the search finds what is there
    wrong = {table: writes.get(table, set()) - WRITERS[table] for table in TEXT_TABLES}
    assert not any(wrong.values()), wrong
    loose = writes.get("_any_", set())  # a table chosen at run time: only where all it may be are owned
    assert loose <= {"facts", "erase"}, loose


def test_every_writing_module_knows_of_no_other_way(tmp_path: Path) -> None:
    """The control of the list above: a writer put somewhere else is found."""
    tree = ast.parse("tx.execute('insert into claim (id) values (1)')\ntx.execute(f'update {table} set x = 1')")
    assert [_WRITES.findall(text) for text in _strings(tree) if _WRITES.findall(text)] == [["claim"], ["_any_"]]

