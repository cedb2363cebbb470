"""The terminal from outside: piped lines, one JSON object a line, and a keyboard on a pseudo terminal."""

from __future__ import annotations

import asyncio
import fcntl
import json
import os
import pty
import subprocess
import termios
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.models import files
from tests.doubles.ollama_double import OllamaDouble, Reply
from tests.doubles.process import PROGRAM, SOON, environment, settings, write_config

PRIYA = ["My name is Priya and I live in Pune", "I am allergic to peanuts", "/approve all", "What am I allergic to?"]
ANSWER_SECONDS = 120  # the small model on a busy machine


def chat(directory: Path, lines: list[str], *options: str, **more: Any) -> list[str]:
    """Pipe lines into `sayso chat`; what it printed. It has to end by itself, with exit code 0."""
    config = write_config(directory, settings(directory, **more))
    done = subprocess.run([*PROGRAM, "chat", "--config", str(config), *options], input="\n".join([*lines, ""]),
                          env=environment(), cwd=directory, capture_output=True, text=True, timeout=ANSWER_SECONDS,
                          check=False)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout.splitlines()


def test_a_piped_conversation_without_a_model_learns_and_remembers(tmp_path: Path) -> None:
    said = chat(tmp_path, PRIYA)
    assert any("3  You are allergic to peanuts · approved" in line for line in said)
    assert "3  You are allergic to peanuts" in said[-1]
    known = chat(tmp_path, ["/facts"])
    assert known == ["What I know here:", "1  Your name is Priya", "2  You live in Pune",
                     "3  You are allergic to peanuts"]


@pytest.fixture
def with_models(tmp_path: Path, model_files: Path) -> dict[str, Any]:
    """Settings as a fresh `make chat` has them, with the model files of all test runs."""
    (tmp_path / "data").mkdir(mode=0o700)
    files.default_directory(tmp_path / "data").symlink_to(model_files)
    return {"model": {"provider": "embedded", "context_tokens": 1024}, "embeddings": {"provider": "fastembed"},
            "memory": {"extractor": "auto", "quiet": 3.0}}


def test_a_piped_conversation_with_the_models_that_come_along_names_the_facts_used(
    tmp_path: Path, with_models: dict[str, Any]
) -> None:
    said = chat(tmp_path, PRIYA, **with_models)
    used = [line for line in said if line.startswith("used: ")]
    assert "3 peanuts" in used[-1]
    known = chat(tmp_path, ["/facts"], **with_models)
    assert known == ["What I know here:", "1  Your name is Priya", "2  You live in Pune",
                     "3  You are allergic to peanuts"]


def test_json_prints_one_object_a_line_with_buttons_and_numbers(tmp_path: Path) -> None:
    said = [json.loads(line) for line in chat(tmp_path, [*PRIYA[1:], "/queue", "/nonsense"], "--json")]
    assert all({"reply", "buttons", "claims", "shown"} <= set(one) for one in said)
    card = next(one for one in said if one["claims"] == [1] and one["buttons"])
    assert [button["command"] for button in card["buttons"]] == ["/approve 1", "/edit 1 …", "/decline 1"]
    answer = next(one for one in said if one["shown"])
    assert answer["shown"] == [1]
    assert "peanuts" in answer["reply"]
    assert [one["reply"] for one in said][-2:] == [
        "Nothing is waiting.", "I don't know /nonsense. /help lists what I understand."]


def test_decisions_wait_for_what_was_said_just_before(tmp_path: Path) -> None:
    slow = {"memory": {"quiet": 3600}}
    said = chat(tmp_path, ["I live in Pune", "/queue", "I like tea", "/forget tea", "/forget yes", "/queue"], **slow)
    assert any("1  You live in Pune" in line for line in said)
    assert any(line.startswith("Removed: ") for line in said)
    assert not any("You like tea" in line for line in said[-3:])


def test_what_was_said_last_is_learned_before_the_end(tmp_path: Path) -> None:
    chat(tmp_path, ["I live in Pune"], memory={"quiet": 3600})
    assert any("You live in Pune" in line for line in chat(tmp_path, ["/queue"]))


def test_nothing_piped_in_prints_nothing(tmp_path: Path) -> None:
    assert chat(tmp_path, []) == []


class Keyboard:
    """`sayso chat` on a pseudo terminal: what is typed goes in, what a person would see comes out."""

    def __init__(self, process: asyncio.subprocess.Process, master: int) -> None:
        self.process = process
        self.screen = ""
        self._master = master
        self._news = asyncio.Event()
        os.set_blocking(master, False)
        asyncio.get_running_loop().add_reader(master, self._read)

    def type(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    async def sees(self, words: str, after: int = 0) -> None:
        async with asyncio.timeout(SOON):
            while words not in self.screen[after:]:
                self._news.clear()
                await self._news.wait()

    async def ended(self) -> int:
        async with asyncio.timeout(SOON):
            return await self.process.wait()

    def close(self) -> None:
        asyncio.get_running_loop().remove_reader(self._master)
        os.close(self._master)

    def _read(self) -> None:
        try:
            self.screen += os.read(self._master, 65536).decode(errors="replace")
        except OSError:  # the other end is closed
            asyncio.get_running_loop().remove_reader(self._master)
        self._news.set()


@asynccontextmanager
async def keyboard(directory: Path, ollama: OllamaDouble | None = None, language: str = "en_US.UTF-8"
                   ) -> AsyncIterator[Keyboard]:
    config = write_config(directory, settings(directory, ollama=ollama))
    master, slave = pty.openpty()
    before = termios.tcgetattr(slave)
    process = await asyncio.create_subprocess_exec(
        *PROGRAM, "chat", "--config", str(config), stdin=slave, stdout=slave, stderr=slave, cwd=directory,
        env=environment() | {"TERM": "dumb", "LANG": language}, start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
    at = Keyboard(process, master)
    try:
        yield at
        await at.ended()
        assert termios.tcgetattr(slave) == before  # the shell gets its terminal back as it was
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
        at.close()
        os.close(slave)


async def test_typed_words_are_answered_and_ctrl_c_twice_leaves(tmp_path: Path) -> None:
    async with OllamaDouble("Hello there, how are you?") as ollama, keyboard(tmp_path, ollama) as priya:
        priya.type("I am allergic to peanuts\n")
        await priya.sees("Hello there, how are you?")
        await priya.sees("May I remember this?")
        priya.type("/approve 1\n")
        await priya.sees("approved")
        priya.type("Which nuts, peanuts?\n")
        await priya.sees("used: 1 peanuts")
        assert priya.screen.count("Hello there, how are you?") == 2
        priya.type("\x03")
        await priya.sees("(Ctrl-C again leaves)")
        priya.type("\x03")
        assert await priya.ended() == 0


async def test_the_end_of_typing_leaves(tmp_path: Path) -> None:
    async with keyboard(tmp_path) as priya:
        priya.type("/facts\n")
        await priya.sees("I know nothing about you here yet.")
        priya.type("\x04")
        assert await priya.ended() == 0


async def test_german_people_are_spoken_to_in_german(tmp_path: Path) -> None:
    async with keyboard(tmp_path, language="de_DE.UTF-8") as anna:
        await anna.sees("Sprich mit mir; /help zeigt, was ich verstehe")
        anna.type("/facts\n")
        await anna.sees("Ich weiß hier noch nichts über dich.")
        anna.type("\x03")
        await anna.sees("noch einmal Strg-C beendet")
        anna.type("\x03")
        assert await anna.ended() == 0


async def test_ctrl_c_once_finishes_the_reply_and_the_conversation_goes_on(tmp_path: Path) -> None:
    go_on = asyncio.Event()
    script = [Reply("Hello there, how are you?", wait=go_on), "Fine weather.", "Good night."]
    async with OllamaDouble(script) as ollama, keyboard(tmp_path, ollama) as ann:
        ann.type("good morning to you\n")
        await ollama.seen(1)
        ann.type("\x03")
        await ann.sees("finishing this answer; Ctrl-C again leaves at once")
        go_on.set()
        await ann.sees("Hello there, how are you?")
        ann.type("and how is the weather\n")
        await ann.sees("Fine weather.")
        at = len(ann.screen)
        ann.type("\x03")  # the first one again, for something was said in between
        await ann.sees("Ctrl-C again leaves", at)  # at once, where it is still busy with that answer
        ann.type("good night\n")
        await ann.sees("Good night.")
        ann.type("\x04")
        assert await ann.ended() == 0


async def test_ctrl_c_twice_leaves_at_once_and_the_answer_comes_at_the_next_start(tmp_path: Path) -> None:
    async with OllamaDouble([Reply("Never.", wait=asyncio.Event()), "Hello there."]) as ollama:
        async with keyboard(tmp_path, ollama) as ann:
            ann.type("good morning to you\n")
            await ollama.seen(1)
            ann.type("\x03")
            await ann.sees("Ctrl-C again leaves at once")
            ann.type("\x03")
            assert await ann.ended() == 130
        async with keyboard(tmp_path, ollama) as ann:
            await ann.sees("Hello there.")
            ann.type("\x04")
            assert await ann.ended() == 0


def test_a_bare_yes_or_no_answers_what_was_asked_last_and_is_talk_otherwise(tmp_path: Path) -> None:
    said = "\n".join(chat(tmp_path, ["I live in Pune and I work as a nurse", "/queue", "yes", "/facts", "yes"]))
    assert "Pune · approved" in said
    assert "nurse · approved" in said
    said = "\n".join(chat(tmp_path, ["I like chess", "/queue", "no", "/queue"]))
    assert "chess · declined" in said
    assert "Nothing is waiting" in said


@pytest.mark.parametrize(("answer", "stays"), [("yes", False), ("ja", False), ("no", True), ("hello", True)])
def test_a_bare_yes_answers_the_preview_of_a_forgetting(tmp_path: Path, answer: str, stays: bool) -> None:
    said = chat(tmp_path, ["/remember I love ramen", "/forget ramen", answer, "yes", "/facts"])
    assert any("You love ramen" in line for line in said[:4])
    assert ("love ramen" in "\n".join(said[-2:])) is stays


def test_a_bare_yes_is_for_what_can_be_approved_not_for_a_dispute_shown_with_it(tmp_path: Path) -> None:
    said = "\n".join(chat(tmp_path, ["/remember I live in Pune", "I moved to Oslo and I like chess", "/queue", "yes",
                                     "/facts"]))
    assert "chess · approved" in said
    assert "Oslo · approved" not in said
