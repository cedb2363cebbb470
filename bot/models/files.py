"""The pinned model files: which they are, whether they are whole, and how they get here.

Every file is known by size and sha256, so where it came from carries no trust. What is fetched is written beside its
place and renamed into it once it matches: a file under its final name is whole, or was damaged later.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files as package_files
from pathlib import Path
from typing import Any

from bot.models import sources
from bot.models.sources import FetchError, Progress, quiet

SMOLLM2 = "SmolLM2-135M-Instruct"
MINILM = "all-MiniLM-L6-v2"
E5 = "multilingual-e5-small"  # for others than English; x86-64 Linux only

ATTEMPTS = 2  # a broken file is fetched again once; twice the same is not bad luck


@dataclass(frozen=True, slots=True)
class Part:
    """One pinned file: `wheel` is name==version on the package index, `member` the file's path inside it,
    `hub` its path on the model hub ("" when it is not published there), `size` in bytes."""

    file: str
    size: int
    sha256: str
    wheel: str
    member: str
    hub: str = ""


@dataclass(frozen=True, slots=True)
class ModelFiles:
    """What one model consists of. `written` are small JSON files that are ours, by name."""

    name: str
    licence: str
    parts: tuple[Part, ...]
    written: dict[str, Any] = field(default_factory=dict)

    @property
    def size(self) -> int:
        return sum(part.size for part in self.parts)


class PullError(Exception):
    """A model could not be fetched whole. The text says which, why and what to do."""

    def __init__(self, model: ModelFiles, part: Part, reason: str) -> None:
        super().__init__(f"Could not fetch {part.file} of {model.name} ({part.size / 1e6:.0f} MB): {reason}. "
                         "Nothing broken was kept. Check the network and run `sayso models pull` again.")
        self.model = model.name
        self.reason = reason


@cache
def known() -> dict[str, ModelFiles]:
    """All pinned models by name, from the manifest beside this module."""
    manifest = json.loads(package_files("bot.models").joinpath("files.json").read_text(encoding="utf-8"))
    return {name: ModelFiles(name, entry["licence"], tuple(Part(**part) for part in entry["parts"]), entry["written"])
            for name, entry in manifest.items()}


def default_directory(data_dir: Path) -> Path:
    return data_dir / "models"


def path_of(name: str, directory: Path) -> Path:
    """The directory that holds a model's files."""
    return directory / name


def weights(name: str, directory: Path) -> Path:
    """The model's largest file: what an engine is pointed at."""
    return path_of(name, directory) / max(known()[name].parts, key=lambda part: part.size).file


def installed(name: str, directory: Path, *, thorough: bool = False) -> bool:
    """Whether every file of a model is there in its full size; `thorough` also reads and hashes them (0.1 s)."""
    model, home = known()[name], path_of(name, directory)
    return (all(_whole(home / part.file, part, thorough=thorough) for part in model.parts)
            and all((home / file).is_file() for file in model.written))


def pull(names: Sequence[str], directory: Path, progress: Progress = quiet, *, hub: str = "") -> list[str]:
    """Make models whole in `directory`: fetch what is missing or broken, leave what is fine. Blocking.

    Returns the names for which something was fetched. `hub` is the base URL of a model hub to try first; where it
    does not answer within seconds, or holds another file than the pinned one, the package index is used.
    Raises `PullError`, and KeyError for a model that is not pinned.
    """
    directory.mkdir(parents=True, exist_ok=True, mode=0o700)
    with _alone(directory):
        for leftover in directory.glob(".partial-*"):  # of a pull that was killed: we hold the lock, nobody uses it
            shutil.rmtree(leftover)
        return [name for name in names if _make_whole(known()[name], directory, progress, hub)]


def _make_whole(model: ModelFiles, directory: Path, progress: Progress, hub: str) -> bool:
    home = path_of(model.name, directory)
    home.mkdir(exist_ok=True, mode=0o700)
    fetched = False
    for part in model.parts:
        if not _whole(home / part.file, part, thorough=True):
            _install(model, part, home, progress, hub)
            fetched = True
    for file, content in model.written.items():
        _write(home / file, json.dumps(content, indent=1) + "\n")
    return fetched


def _install(model: ModelFiles, part: Part, home: Path, progress: Progress, hub: str) -> None:
    (home / part.file).unlink(missing_ok=True)
    reason = ""
    for _ in range(ATTEMPTS):
        with tempfile.TemporaryDirectory(prefix=".partial-", dir=home.parent) as partial:
            try:
                arrived = _fetch(part, Path(partial), progress, hub)
            except FetchError as error:
                reason = str(error)
                if not error.again:
                    break
                continue
            if _whole(arrived, part, thorough=True):
                arrived.chmod(0o600)
                arrived.replace(home / part.file)
                return
            reason = "what arrived is not the pinned file (its sha256 differs)"
    raise PullError(model, part, reason)


def _fetch(part: Part, into: Path, progress: Progress, hub: str) -> Path:
    if hub and part.hub:
        found = sources.from_hub(hub, part.hub, part.sha256, part.size, into / part.file, progress)
        if found is not None:
            return found
    return sources.from_index(part.wheel, part.member, part.size, into, progress)


def _whole(path: Path, part: Part, *, thorough: bool) -> bool:
    try:
        if path.stat().st_size != part.size:
            return False
        if not thorough:
            return True
        with path.open("rb") as opened:
            return hashlib.file_digest(opened, "sha256").hexdigest() == part.sha256
    except FileNotFoundError:
        return False


def _write(path: Path, text: str) -> None:
    if path.is_file() and path.read_text(encoding="utf-8") == text:
        return
    beside = path.with_suffix(".tmp")
    beside.write_text(text, encoding="utf-8")
    beside.replace(path)


@contextmanager
def _alone(directory: Path) -> Iterator[None]:
    """One pull at a time in a directory; the lock goes with the process that held it."""
    with (directory / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
