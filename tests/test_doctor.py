"""What `sayso doctor` and `sayso init` say, and what the command line does when something is wrong."""

from __future__ import annotations

import asyncio
import io
import json
import os
import sqlite3
import stat
import subprocess
import sys
from collections import namedtuple
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from bot import doctor, setup
from bot.doctor import Check, Result, examine
from bot.models import files
from bot.settings import ConfigError, Settings, load
from memory.core import Memory
from tests.conftest import PRIYA, PRIYAS_DM, BagOfStems

HALF = "AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc"
TOKEN = f"123456789:{HALF}"
ROOT = Path(__file__).parent.parent


class Server:
    """A platform and an Ollama on loopback, by path; `requests` holds what came."""

    def __init__(self) -> None:
        self.answers: dict[str, tuple[int, Any]] = {}
        self.requests: list[tuple[str, str | None]] = []
        self.url = ""

    async def answer(self, request: web.Request) -> web.Response:
        self.requests.append((request.path, request.headers.get("Authorization")))
        status, body = self.answers.get(request.path, (404, {"ok": False}))
        return web.json_response(body, status=status)


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    server = Server()
    application = web.Application()
    application.router.add_route("*", "/{path:.*}", server.answer)
    runner = web.AppRunner(application)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    server.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    yield server
    await runner.cleanup()


def settings_of(tmp_path: Path, **values: Any) -> Settings:
    return Settings(**{"data_dir": tmp_path / "data", **values})


async def found(settings: Settings, label: str, config: Path | None = None) -> Check:
    return next(check for check in await examine(settings, config) if check.label == label)


async def test_every_part_has_one_check_and_a_failure_has_a_remedy(tmp_path):
    checks = await examine(settings_of(tmp_path), tmp_path / "none.yaml")
    assert [check.label for check in checks] == [
        "config", "data directory", "database", "disk", "model", "embeddings", "telegram", "discord", "access",
    ]  # fmt: skip
    assert all(check.remedy for check in checks if check.result != Result.OK)


async def test_a_config_with_a_token_that_others_may_read_is_pointed_out(tmp_path, server):
    config = tmp_path / "config.yaml"
    config.write_text(f'channels: {{telegram: {{token: "{TOKEN}", api_base: "{server.url}"}}}}')
    config.chmod(0o644)
    settings = load(config, {"SAYSO_DATA_DIR": str(tmp_path)})
    assert (await found(settings, "config", config)).remedy == f"chmod 600 {config}"
    config.chmod(0o600)
    assert (await found(settings, "config", config)).result == Result.OK


async def test_a_data_directory_is_private_and_a_directory(tmp_path):
    settings = settings_of(tmp_path)
    assert "will be made" in (await found(settings, "data directory")).detail
    settings.data_dir.mkdir(mode=0o755)
    settings.data_dir.chmod(0o755)
    assert (await found(settings, "data directory")).remedy == f"chmod 700 {settings.data_dir}"
    settings.data_dir.chmod(0o700)
    assert (await found(settings, "data directory")).result == Result.OK
    settings.data_dir.rmdir()
    settings.data_dir.write_text("")
    assert (await found(settings, "data directory")).result == Result.FAIL


async def test_a_database_is_read_and_left_as_it_is(tmp_path):
    settings = settings_of(tmp_path)
    settings.data_dir.mkdir()
    path = settings.data_dir / "memory.db"
    with sqlite3.connect(path) as connection:
        connection.execute("create table t (x)")
        connection.execute("pragma user_version = 1")
    connection.close()
    path.chmod(0o600)
    before = path.read_bytes()
    assert (await found(settings, "database")).detail == f"{settings.data_dir / 'key'} is missing"
    (settings.data_dir / "key").write_bytes(b"k" * 32)
    assert (await found(settings, "database")).result == Result.OK
    assert path.read_bytes() == before
    with sqlite3.connect(path) as connection:
        connection.execute("pragma user_version = 9999")
    connection.close()
    assert (await found(settings, "database")).remedy == "install the newer one"
    path.write_bytes(b"not a database, but long enough to be looked at" * 100)
    assert "cannot be read" in (await found(settings, "database")).detail


@pytest.mark.parametrize(("free", "result"), [(10**10, "ok"), (10**8, "warn"), (10**6, "fail")])
async def test_little_room_on_the_disk_is_said(tmp_path, monkeypatch, free, result):
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(doctor.shutil, "disk_usage", lambda _: usage(10**11, 10**11 - free, free))
    assert (await found(settings_of(tmp_path), "disk")).result == result


async def test_facts_that_wait_for_their_vector_are_counted(tmp_path, clock, monkeypatch):
    settings = settings_of(tmp_path)
    monkeypatch.setattr(files, "installed", lambda name, directory: True)
    embedder = BagOfStems()
    embedder.down = True
    async with Memory.open(settings.data_dir, clock=clock, embedder=embedder) as memory:
        for tree in ("oak", "elm"):
            await memory.at(PRIYA, PRIYAS_DM).remember(f"I planted the {tree} tree")
        assert "2 facts are still to be read" in (await found(settings, "embeddings")).detail
        embedder.down = False
        while await memory.backfill():
            continue
        assert (await found(settings, "embeddings")).detail == settings.embeddings.model


async def test_model_files_that_are_missing_are_pulled(tmp_path, monkeypatch):
    settings = settings_of(tmp_path)
    assert (await found(settings, "model")).remedy == "sayso models pull"
    assert (await found(settings, "embeddings")).remedy == "sayso models pull"
    monkeypatch.setattr(files, "installed", lambda name, directory: directory == tmp_path / "data" / "models")
    assert (await found(settings, "model")).result == Result.OK
    assert (await found(settings, "embeddings")).result == Result.OK


async def test_a_model_file_of_ones_own_is_accepted(tmp_path):
    own = tmp_path / "own.gguf"
    settings = settings_of(tmp_path, model={"name": str(own)})
    assert (await found(settings, "model")).result == Result.FAIL
    own.write_bytes(b"GGUF")
    assert (await found(settings, "model")).result == Result.OK


async def test_ollama_is_asked_for_the_model_by_name(tmp_path, server):
    settings = settings_of(tmp_path, model={"provider": "ollama", "name": "small", "host": server.url})
    assert (await found(settings, "model")).remedy == "ollama pull small"
    server.answers["/api/show"] = (200, {"details": {}})
    assert await found(settings, "model") == Check("model", Result.OK, f"small at {server.url}")
    server.answers["/api/show"] = (200, {"remote_host": "https://ollama.com"})
    assert (await found(settings, "model")).detail == "small runs at https://ollama.com, not here"
    server.answers["/api/show"] = (302, {})
    assert (await found(settings, "model")).result == Result.FAIL
    away = settings_of(tmp_path, model={"provider": "ollama", "name": "small", "host": "http://127.0.0.1:1"})
    assert (await found(away, "model")).remedy == "ollama serve"


async def test_a_channel_is_asked_for_its_account_and_the_token_is_never_shown(tmp_path, server):
    settings = settings_of(tmp_path, channels={
        "telegram": {"token": TOKEN, "api_base": server.url},
        "discord": {"token": HALF, "api_base": server.url},
    })  # fmt: skip
    refused = await examine(settings)
    assert [check.detail for check in refused[6:8]] == ["the token was refused (404)"] * 2
    server.answers[f"/bot{TOKEN}/getMe"] = (200, {"ok": True, "result": {"id": 1, "username": "our_bot"}})
    server.answers["/users/@me"] = (200, {"id": "2", "username": "ours"})
    accepted = await examine(settings)
    assert [check.detail for check in accepted[6:8]] == ["@our_bot", "@ours"]
    assert (f"/bot{TOKEN}/getMe", None) in server.requests
    assert ("/users/@me", f"Bot {HALF}") in server.requests
    server.answers[f"/bot{TOKEN}/getMe"] = (502, {"ok": False})
    away = settings_of(tmp_path, channels={"telegram": {"token": TOKEN, "api_base": "http://127.0.0.1:1"}})
    rest = [*await examine(settings), *await examine(away)]
    assert sum(check.result == Result.FAIL and check.label == "telegram" for check in rest) == 2
    assert HALF not in repr([refused, accepted, rest])


@pytest.mark.parametrize(
    ("access", "owners", "result"),
    [("pairing", [], "ok"), ("owner", [], "warn"), ("owner", ["telegram:1"], "ok"), ("allowlist", [], "warn"),
     ("open", ["telegram:1"], "warn")],
)  # fmt: skip
async def test_a_door_that_lets_nobody_or_everybody_in_is_pointed_out(tmp_path, access, owners, result):
    settings = settings_of(tmp_path, access={"mode": access}, owners=owners)
    assert (await found(settings, "access")).result == result


async def test_init_writes_only_what_was_answered_and_only_for_its_owner(tmp_path, server, capsys):
    path = tmp_path / "deep" / "config.yaml"
    server.answers["/api/show"] = (200, {})
    answers = setup.Answers(owner="telegram:5", ollama="small", host=server.url)
    assert await asyncio.to_thread(setup.init, path, answers, force=False) == 0
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    settings = load(path, {})
    assert (settings.owners, settings.model.name) == (("telegram:5",), "small")
    assert "access" not in path.read_text()
    assert list(path.parent.iterdir()) == [path]
    with pytest.raises(ConfigError, match="is there already and was left alone"):
        await asyncio.to_thread(setup.init, path, setup.Answers(), force=False)
    assert await asyncio.to_thread(setup.init, path, setup.Answers(), force=True) == 0
    assert load(path, {}) == Settings()


async def test_init_writes_nothing_for_a_token_that_is_refused_or_malformed(tmp_path, server, monkeypatch, capsys):
    base = {"channels": {"telegram": {"token": TOKEN, "api_base": server.url}}}
    path = tmp_path / "config.yaml"
    monkeypatch.setattr(setup, "parse", lambda text, path: Settings(**base))
    assert await asyncio.to_thread(setup.init, path, setup.Answers(telegram_token=TOKEN), force=False) == 1
    assert not path.exists()
    monkeypatch.undo()
    with pytest.raises(ConfigError, match="digits, a colon, letters"):
        await asyncio.to_thread(setup.init, path, setup.Answers(telegram_token=HALF), force=False)
    assert not path.exists()
    shown = capsys.readouterr()
    assert "the token was refused" in shown.out
    assert HALF not in shown.out + shown.err


@pytest.fixture
def answering(monkeypatch):
    """Type answers into `sayso init`: those to hidden questions, those to the others. Platforms refuse nothing, unless
    a token is among `refused`."""
    refused: set[str] = set()

    async def account(settings: Settings) -> doctor.Check:
        for name in ("telegram", "discord"):
            token = getattr(settings.channels, name).token
            if token is not None and token.get_secret_value() in refused:
                return doctor.Check(name, doctor.Result.FAIL, "the token was refused (401)", "get a new one")
        return doctor.Check("account", doctor.Result.OK, "known")

    def type_in(hidden: list[str], lines: list[str], refuse: str = "") -> None:
        refused.add(refuse)
        answers = iter(hidden)
        monkeypatch.setattr(setup.getpass, "getpass", lambda question: next(answers))
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    for name in ("telegram", "discord", "model"):
        monkeypatch.setattr(doctor, name, account)
    return type_in


def test_init_asks_hidden_for_tokens_and_for_the_owner_only_where_there_is_a_channel(answering, tmp_path, capsys):
    answering([TOKEN, ""], ["telegram:5", "small"])
    assert setup.asked(setup.Answers(), tmp_path / "c") == setup.Answers(TOKEN, None, "telegram:5", "small")
    answering(["", ""], [""])
    assert setup.asked(setup.Answers(), tmp_path / "c") == setup.Answers()
    assert capsys.readouterr().err.count("Your own id") == 1


def test_init_asks_again_at_once_for_an_answer_that_is_malformed_or_refused(answering, tmp_path, capsys):
    other = TOKEN.replace(":", "0:")
    answering([HALF, other, TOKEN, "two words", ""], ["Priya", "@priya", "telegram:5", ""], refuse=other)
    assert setup.init(tmp_path / "config.yaml", setup.Answers(), force=False, asking=True) == 0
    assert load(tmp_path / "config.yaml", {}).channels.telegram.token.get_secret_value() == TOKEN
    assert load(tmp_path / "config.yaml", {}).owners == ("telegram:5",)
    shown = capsys.readouterr()
    first, second = shown.err.split("Your own id", 1)
    assert "digits, a colon, letters" in first  # said before the next question is asked
    assert "no token has" in first
    assert "Your own id" in second
    assert "expected a person by platform and id" in second
    assert "the token was refused (401) -> get a new one" in shown.out
    assert "config.yaml:" not in shown.err
    assert not any(secret in shown.out + shown.err for secret in (HALF, other, TOKEN))


def test_init_says_what_is_wrong_with_options_and_the_file_before_it_asks(answering, tmp_path):
    path = tmp_path / "config.yaml"
    answering([], [])  # any question would fail
    with pytest.raises(ConfigError, match="expected a person"):
        setup.init(path, setup.Answers(owner="Priya"), force=False, asking=True)
    answering([], [], refuse=TOKEN)
    assert setup.init(path, setup.Answers(telegram_token=TOKEN), force=False, asking=True) == 1
    path.touch()
    with pytest.raises(ConfigError, match="is there already"):
        setup.init(path, setup.Answers(), force=False, asking=True)


def sayso(tmp_path: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("SAYSO_", "XDG_"))}
    return subprocess.run(
        [sys.executable, "-m", "bot", *arguments], cwd=ROOT, capture_output=True, text=True, check=False,
        stdin=subprocess.DEVNULL, env={**clean, "HOME": str(tmp_path), **environment},
    )  # fmt: skip


def test_an_expected_error_is_lines_on_standard_error_and_no_trace(tmp_path):
    for arguments in (["run"], ["chat"], ["prompt", "hi"], ["pair"], ["models", "list"]):
        done = sayso(tmp_path, *arguments, SAYSO_MODEL__NAEM="x")
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == "SAYSO_MODEL__NAEM: unknown setting; did you mean SAYSO_MODEL__NAME?\n"


def test_run_without_a_channel_says_what_to_do(tmp_path):
    done = sayso(tmp_path, "run")
    assert done.returncode == 2
    assert "no channel has a token; `sayso init` sets one" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_doctor_exits_1_on_a_failure_and_prints_json(tmp_path):
    done = sayso(tmp_path, "doctor", "--json")
    assert done.returncode == 1
    checks = json.loads(done.stdout)
    assert {"label": "model", "result": "fail", "detail": f"the files of {files.SMOLLM2} are not here",
            "remedy": "sayso models pull"} in checks  # fmt: skip
    fine = sayso(tmp_path, "doctor", SAYSO_MODEL__PROVIDER="none")
    assert fine.returncode == 0
    assert "-> set model.provider" in fine.stdout
    broken = sayso(tmp_path, "doctor", "--json", SAYSO_MODEL__PROVIDER="no")
    assert broken.returncode == 1
    assert json.loads(broken.stdout)[0]["detail"] == "SAYSO_MODEL__PROVIDER: expected one of embedded, ollama, none"


def test_models_lists_what_can_be_fetched_and_refuses_what_cannot(tmp_path):
    rows = json.loads(sayso(tmp_path, "models", "list", "--json").stdout)
    assert {row["name"] for row in rows} == {files.SMOLLM2, files.MINILM, files.E5}
    assert not any(row["installed"] for row in rows)
    done = sayso(tmp_path, "models", "pull", "zebra")
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)


def test_models_pull_needed_is_silent_when_nothing_is_needed(tmp_path):
    none = {"SAYSO_MODEL__PROVIDER": "none", "SAYSO_EMBEDDINGS__PROVIDER": "none"}
    done = sayso(tmp_path, "models", "pull", "--needed", **none)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_pair_says_when_codes_are_not_used(tmp_path):
    done = sayso(tmp_path, "pair", SAYSO_ACCESS__MODE="owner")
    assert done.returncode == 2
    assert done.stderr.startswith("access.mode is owner, which uses no codes.")


def test_init_without_a_terminal_asks_nothing(tmp_path):
    done = sayso(tmp_path, "init", "--owner", "telegram:5")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / ".config/sayso/config.yaml").read_text().endswith("owners:\n- telegram:5\n")


def test_version_is_that_of_the_package(tmp_path):
    assert sayso(tmp_path, "version").stdout == "sayso 0.1.0\n"
