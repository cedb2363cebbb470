"""Whether everything Sayso needs is there: each check says what it looked at, what it found and what helps.

Reads only, and sends no word of any chat: the database is opened read-only beside a running Sayso, a model is asked
for its name, a platform for the bot's own account.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import sqlite3
import stat
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path

import httpx

from bot.models import files
from bot.settings import Settings, default_config_path
from memory import schema

PATIENCE = 10.0  # seconds for one answer from a server
ENOUGH_DISK = 500_000_000  # bytes: the small model files twice, and room for the scrub's copy of the database
LITTLE_DISK = 50_000_000


class Result(StrEnum):
    OK = "ok"
    WARN = "warn"
    FAIL = "fail"


@dataclass(frozen=True, slots=True)
class Check:
    """One thing looked at. `remedy` is what to do, empty when nothing is."""

    label: str
    result: Result
    detail: str
    remedy: str = ""

    def as_json(self) -> dict[str, str]:
        return {key: str(value) for key, value in asdict(self).items()}


async def examine(settings: Settings, config: Path | None = None) -> list[Check]:
    """Every check, in the order a start needs them. `config` is the file the settings came from."""
    checks = [_config(settings, config), _directory(settings.data_dir), _database(settings.data_dir),
              _disk(settings.data_dir), await model(settings), _embeddings(settings)]  # fmt: skip
    return [*checks, await telegram(settings), await discord(settings), _access(settings)]


def _config(settings: Settings, config: Path | None) -> Check:
    path = config or default_config_path()
    if not path.exists():
        return Check("config", Result.OK, "no file, every setting has its default")
    if settings.secrets() and stat.S_IMODE(path.stat().st_mode) & 0o077:
        return Check("config", Result.WARN, f"{path} may be read by other users", f"chmod 600 {path}")
    return Check("config", Result.OK, str(path))


def _directory(path: Path) -> Check:
    label = "data directory"
    if not path.exists():
        above = next(parent for parent in path.parents if parent.exists())
        if not above.is_dir() or not os.access(above, os.W_OK | os.X_OK):
            return Check(label, Result.FAIL, f"{path} cannot be made in {above}", "set data_dir to a place of yours")
        return Check(label, Result.OK, f"{path} will be made at the first start")
    if not path.is_dir():
        return Check(label, Result.FAIL, f"{path} is not a directory", "move it away, or set data_dir")
    if not os.access(path, os.R_OK | os.W_OK | os.X_OK):
        return Check(label, Result.FAIL, f"{path} cannot be written by this user", f"chown it, or chmod u+rwx {path}")
    if stat.S_IMODE(path.stat().st_mode) & 0o077:
        return Check(label, Result.WARN, f"{path} may be entered by other users", f"chmod 700 {path}")
    return Check(label, Result.OK, str(path))


def _database(directory: Path) -> Check:
    label, path = "database", directory / "memory.db"
    if not path.exists() or not path.stat().st_size:
        return Check(label, Result.OK, "none yet")
    if not (directory / "key").exists():
        return Check(label, Result.FAIL, f"{directory / 'key'} is missing", "put it back from a backup")
    known = schema.steps()[-1][0]
    try:
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
        try:
            version = connection.execute("pragma user_version").fetchone()[0]
            found = connection.execute("pragma quick_check(1)").fetchone()[0]
        finally:
            connection.close()
    except sqlite3.DatabaseError as error:
        return Check(label, Result.FAIL, f"{path} cannot be read ({error})", "restore a backup, or move it away")
    if version > known:
        detail = f"version {version}, this program knows up to {known}"
        return Check(label, Result.FAIL, detail, "install the newer one")
    if found != "ok":
        return Check(label, Result.FAIL, f"{path} is damaged", "stop Sayso and restore a backup")
    if stat.S_IMODE(path.stat().st_mode) & 0o077:
        return Check(label, Result.WARN, f"{path} may be read by other users", f"chmod 600 {path}")
    return Check(label, Result.OK, f"version {version}, {path.stat().st_size / 1e6:.1f} MB")


def _disk(directory: Path) -> Check:
    place = next(path for path in (directory, *directory.parents) if path.exists())
    free = shutil.disk_usage(place).free
    detail = f"{free / 1e9:.1f} GB free at {place}"
    if free < LITTLE_DISK:
        return Check("disk", Result.FAIL, detail, "make room: nothing can be stored safely")
    if free < ENOUGH_DISK:
        return Check("disk", Result.WARN, detail, "make room for the model files and for forgetting")
    return Check("disk", Result.OK, detail)


async def model(settings: Settings) -> Check:
    """Whether the configured model can answer."""
    if settings.model.provider == "none":
        return Check("model", Result.WARN, "none: commands and lists work, there are no answers", "set model.provider")
    return await _ollama(settings) if settings.model.provider == "ollama" else _embedded(settings)


def _embedded(settings: Settings) -> Check:
    name = settings.model.name or files.SMOLLM2
    if importlib.util.find_spec("xllamacpp") is None:
        return Check("model", Result.FAIL, "the engine is not installed", 'pip install "sayso[embedded]"')
    if name in files.known():
        if _installed(name, files.default_directory(settings.data_dir)):
            return Check("model", Result.OK, f"{name}, in this process")
        return Check("model", Result.FAIL, f"the files of {name} are not here", "sayso models pull")
    if Path(name).expanduser().is_file():
        return Check("model", Result.OK, f"{name}, in this process")
    return Check("model", Result.FAIL, f"there is no model and no file called {name}", "sayso models list")


def _installed(name: str, directory: Path) -> bool:
    try:
        return files.installed(name, directory)
    except OSError:  # no directory, or not ours: the check of the data directory says so
        return False


async def _ollama(settings: Settings) -> Check:
    name, host = settings.model.name, settings.model.host
    try:
        async with _client() as client:
            answer = await client.post(f"{host}/api/show", json={"model": name})
            shown = answer.json() if answer.status_code == 200 else {}
    except (httpx.HTTPError, ValueError) as error:
        return Check("model", Result.FAIL, f"Ollama does not answer at {host} ({type(error).__name__})", "ollama serve")
    if answer.status_code == 404:
        return Check("model", Result.FAIL, f"Ollama at {host} has no model {name}", f"ollama pull {name}")
    if answer.status_code != 200 or not isinstance(shown, dict):
        return Check("model", Result.FAIL, f"{host} answered {answer.status_code}", "check model.host")
    if remote := shown.get("remote_host"):
        return Check("model", Result.WARN, f"{name} runs at {remote}, not here", "each chat is asked before it is used")
    return Check("model", Result.OK, f"{name} at {host}")


def _embeddings(settings: Settings) -> Check:
    label, name, path = "embeddings", settings.embeddings.model, settings.embeddings.path
    if settings.embeddings.provider == "none":
        return Check(label, Result.OK, "off: memory is searched by words")
    if name not in files.known():
        return Check(label, Result.FAIL, f"there is no embedding model called {name}", f"use {files.MINILM}")
    directory = path or files.default_directory(settings.data_dir)
    if not _installed(name, directory):
        detail = f"the files of {name} are not in {directory}; words still work"
        return Check(label, Result.WARN, detail, "sayso models pull" if path is None else "check embeddings.path")
    waiting = _unread(settings.data_dir)
    facts = "1 fact is" if waiting == 1 else f"{waiting} facts are"
    return Check(label, Result.OK, f"{name}; {facts} still to be read by it and found by words" if waiting else name)


def _unread(directory: Path) -> int:
    """How many facts still wait for their vector, after a change of the model or a time without it."""
    try:
        with closing(sqlite3.connect(f"{(directory / 'memory.db').absolute().as_uri()}?mode=ro", uri=True)) as opened:
            return int(opened.execute("select count(*) from embed_pending join fact using (claim)").fetchone()[0])
    except sqlite3.DatabaseError:  # none yet, or the check of the database says what it is
        return 0


async def telegram(settings: Settings) -> Check:
    """Whether Telegram knows the token."""
    token, base = settings.channels.telegram.token, settings.channels.telegram.api_base
    if token is None:
        return Check("telegram", Result.OK, "off, no token")
    if importlib.util.find_spec("telegram") is None:
        return Check("telegram", Result.FAIL, "its library is not installed", 'pip install "sayso[telegram]"')

    async def ask() -> httpx.Response:
        async with _client() as client:
            return await client.get(f"{base}/bot{token.get_secret_value()}/getMe")

    return await _account("telegram", base, ask, "get a new token from BotFather")


async def discord(settings: Settings) -> Check:
    """Whether Discord knows the token."""
    token, base = settings.channels.discord.token, settings.channels.discord.api_base
    if token is None:
        return Check("discord", Result.OK, "off, no token")
    if importlib.util.find_spec("discord") is None:
        return Check("discord", Result.FAIL, "its library is not installed", 'pip install "sayso[discord]"')

    async def ask() -> httpx.Response:
        async with _client() as client:
            headers = {"Authorization": f"Bot {token.get_secret_value()}"}
            return await client.get(f"{base}/users/@me", headers=headers)

    return await _account("discord", base, ask, "reset the token in the developer portal")


async def _account(label: str, base: str, ask: Callable[[], Awaitable[httpx.Response]], remedy: str) -> Check:
    """What a platform says of the bot's account. The address holds the token: no error text is repeated."""
    try:
        answer = await ask()
        told = answer.json()
    except (httpx.HTTPError, httpx.InvalidURL, ValueError) as error:
        return Check(label, Result.FAIL, f"{base} does not answer ({type(error).__name__})", "check the network")
    if answer.status_code in (401, 403, 404):
        return Check(label, Result.FAIL, f"the token was refused ({answer.status_code})", remedy)
    account = told.get("result", told) if isinstance(told, dict) else None
    if answer.status_code != 200 or not isinstance(account, dict) or "username" not in account:
        return Check(label, Result.FAIL, f"{base} answered {answer.status_code}", "check api_base, try again later")
    return Check(label, Result.OK, f"@{account['username']}")


def _access(settings: Settings) -> Check:
    mode, people = settings.access.mode, len({*settings.owners, *settings.access.allow})
    if mode == "owner" and not settings.owners:
        return Check("access", Result.WARN, "owner: only the terminal is let in, nobody is an owner", "set owners")
    if mode == "allowlist" and not people:
        return Check("access", Result.WARN, "allowlist: only the terminal is let in, the list is empty",
                     "set access.allow")  # fmt: skip
    if mode == "open":
        return Check("access", Result.WARN, "open: everybody who finds the bot may talk to it",
                     "set access.mode to pairing, unless that is meant")  # fmt: skip
    return Check("access", Result.OK, f"{mode}, {len(settings.owners)} owner(s)")


def _client() -> httpx.AsyncClient:
    """No proxies or credentials of the environment, no redirects: what is asked goes to the address configured."""
    return httpx.AsyncClient(timeout=PATIENCE, trust_env=False, follow_redirects=False)
