"""No test, and no program a test starts, connects beyond loopback: whoever tries fails, and the test with it."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests.doubles.outbound import RECORD, Recorder

_recorder = Recorder()
_recorder.install()


@pytest.fixture(autouse=True)
def outbound(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Recorder]:
    """The recorder; a test that means to try takes what it did with `take`."""
    file = tmp_path_factory.getbasetemp() / "outbound.txt"
    file.unlink(missing_ok=True)
    os.environ[RECORD] = os.fspath(file)
    _recorder.take()
    yield _recorder
    tried = _recorder.take() + (file.read_text(encoding="utf-8").splitlines() if file.exists() else [])
    assert not tried, f"beyond loopback: {tried}"
