"""The real model files, for tests that need them, fetched by the code users run. Import the fixtures in conftest."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bot.models import files


def models_directory() -> Path:
    """Shared by all test runs on a machine; `SAYSO_TEST_MODELS` names another place."""
    return Path(os.environ.get("SAYSO_TEST_MODELS") or Path.home() / ".cache" / "sayso" / "models")


@pytest.fixture(scope="session")
def model_files() -> Path:
    """A directory with both pinned models in it."""
    directory = models_directory()
    files.pull(list(files.known()), directory)
    return directory
