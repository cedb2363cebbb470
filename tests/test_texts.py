"""What the bot says: the same keys and blanks in every language, nothing missing, nothing idle, nothing shouted."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from string import Formatter

import pytest

from bot import turn
from bot.commands import COMMANDS
from bot.consent import NotConsented
from bot.texts import LANGUAGES, day, fault, known, say, secret, table
from memory.secrets import assignments, numbers, spoken, tokens

ROOT = Path(__file__).resolve().parent.parent
# families whose keys the code puts together
BUILT = ("settings_", "asof_", "became_", "history_", "cmd_", "reason_", "count_", "note_", "export_", "secret_kind_",
         "fault_")
JARGON = {
    "en": ("claim", "ledger", "tombstone", "extraction", "embedding", "token"),
    "de": ("claim", "ledger", "tombstone", "extraktion", "embedding", "token", "verifizier", "kandidat"),
}
SIE = re.compile(r"\b(Ihnen|Ihre?[mnrs]?|(?<![.:] )Sie)\b")  # a "Sie" inside a sentence is the formal address


def blanks(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def strings() -> Iterator[str]:
    """Every string constant in the code that talks to people."""
    for folder in ("bot", "channels"):
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield node.value


def said_keys() -> Iterator[str]:
    """Keys given to `say(language, "key")` and `context.say("key")`, both branches of a choice included."""
    for folder in ("bot", "channels"):
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Call) and node.args and (chosen := _key(node)) is not None:
                    branches = (chosen.body, chosen.orelse) if isinstance(chosen, ast.IfExp) else (chosen,)
                    yield from (b.value for b in branches if isinstance(b, ast.Constant) and isinstance(b.value, str))


def _key(call: ast.Call) -> ast.expr | None:
    if isinstance(call.func, ast.Name) and call.func.id == "say":
        return call.args[1] if len(call.args) > 1 else None
    if isinstance(call.func, ast.Attribute) and call.func.attr == "say":
        owner = call.func.value
        return call.args[0] if isinstance(owner, ast.Name) and owner.id == "context" else None
    return None


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_the_same_things(language: str) -> None:
    assert table(language).keys() == table("en").keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_has_the_blanks_of_the_english_one(language: str) -> None:
    wrong = {key for key, text in table(language).items() if blanks(text) != blanks(table("en")[key])}
    assert not wrong


def test_every_key_the_code_says_exists() -> None:
    keys = set(said_keys())
    assert {"may_i", "learn_on", "learn_off", "forget_scrub_later"} <= keys  # the search finds plain and chosen keys
    assert keys <= table("en").keys()


def test_every_key_the_code_builds_exists() -> None:
    built = {f"cmd_{name}" for name in COMMANDS} | set(turn.FAULTS.values())
    built |= {f"reason_{r}" for r in ("declined", "edited", "expired", "ended", "retracted", "superseded", "other")}
    built |= {f"count_{noun}" for noun in ("fact", "facts", "message", "messages", "reply", "replies")}
    built |= {f"note_{note}" for note in ("voice", "photo", "sticker", "document", "other")}
    assert built <= table("en").keys()


def test_no_key_is_idle() -> None:
    written = set(strings())
    assert "may_i" in written
    assert not {key for key in table("en") if not key.startswith(BUILT) and key not in written}
    assert {key for key in table("en") if key.startswith("cmd_")} == {f"cmd_{name}" for name in COMMANDS}


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_shouted_and_no_jargon_or_emoji_is_used(language: str) -> None:
    for key, text in table(language).items():
        assert "!" not in text, key
        assert not [word for word in JARGON[language] if word in text.casefold()], key
        assert not [sign for sign in text if ord(sign) > 0x2BFF or 0x2600 <= ord(sign) <= 0x27BF], key


@pytest.mark.parametrize("formal", ["Können Sie das", "mit Ihrem Namen", "von Ihnen"])
def test_the_formal_address_is_recognised(formal: str) -> None:
    assert SIE.search(formal)


def test_german_people_are_addressed_as_du() -> None:
    assert not [key for key, text in table("de").items() if SIE.search(text)]


def test_german_texts_are_german() -> None:
    same = {key for key, text in table("de").items() if text and text == table("en")[key]}
    assert same == {"line", "became_waiting", "asof_value"}  # nothing but numbers and statements


def details() -> set[str]:
    """What the adapters of models say is wrong, each with something in its blanks."""
    found = set()
    for path in (ROOT / "bot" / "models").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            name = getattr(getattr(node, "func", None), "id", "")
            if isinstance(node, ast.Call) and name in ("ModelDown", "BrokenOff", "ModelStalled"):
                said = node.args[-1 if name == "ModelStalled" else 1:][:1]
                found |= {_filled(one) for one in said if isinstance(one, ast.JoinedStr | ast.Constant)}
    return found


def _filled(text: ast.expr) -> str:
    if isinstance(text, ast.Constant):
        return str(text.value)
    assert isinstance(text, ast.JoinedStr)
    return "".join(str(part.value) if isinstance(part, ast.Constant) else "x1" for part in text.values)


def test_what_is_wrong_with_a_model_is_said_in_german_whatever_it_is() -> None:
    said = details() | {"down", "missing", "lost", "stalled", "bad answer", "refused", "error"}
    assert {"the engine stopped in the middle of a reply", "connection refused at x1"} <= said  # the search finds both
    assert {detail for detail in said if fault("de", detail).startswith("„")} == {"x1: x1"}  # a server's own words
    assert fault("de", "connection refused at 127.0.0.1:11434") == "Verbindung zu 127.0.0.1:11434 abgelehnt"
    assert fault("en", "connection refused at 127.0.0.1:11434") == "connection refused at 127.0.0.1:11434"
    assert fault("de", str(NotConsented("https://a.example", None).detail)).startswith("https://a.example ist nicht")


@pytest.mark.parametrize("kind", sorted({*tokens.KINDS, *numbers.KINDS, *assignments.KINDS, *spoken.KINDS}))
def test_every_kind_of_secret_has_a_name(kind: str) -> None:
    assert secret("de", kind) != secret("en", kind) != ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_commands_named_in_texts_exist(language: str) -> None:
    named = {name for text in table(language).values() for name in re.findall(r"(?<!\S)/([a-z]+)", text)}
    assert {"facts", "forget", "queue"} <= named <= COMMANDS.keys()


def test_an_unknown_language_is_answered_in_english_and_an_unknown_key_is_an_error() -> None:
    assert known("de-AT") == "de"
    assert known("fr") == "en"
    assert say("fr", "no_such", number=7) == "There is no number 7 waiting. /queue shows what is."
    assert say("de", "no_such", number=7) == "Eine Nummer 7 wartet nicht. /queue zeigt, was wartet."
    with pytest.raises(KeyError):
        say("en", "no_such_key")


def test_words_of_a_person_with_braces_stay_as_they_are() -> None:
    assert say("de", "line", number=3, statement="mag {x} und {0}") == "3  mag {x} und {0}"


def test_days_are_written_as_in_a_chat() -> None:
    moment = datetime(2026, 11, 3, tzinfo=UTC)
    assert (day("en", moment), day("de", moment)) == ("3 Nov", "3. Nov.")
