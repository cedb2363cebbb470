"""What the tests share: a clock moved by hand, an embedder and a model that do as told, an open memory."""

from __future__ import annotations

import hashlib
import os
from collections import deque
from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import MappingProxyType

import numpy as np
import pytest
import pytest_asyncio
from hypothesis import settings

from memory.core import Memory, Options
from memory.domain import Claim, Principal, Room
from memory.errors import EmbedderDown
from memory.place import Place
from memory.ports import Schema, Vector
from memory.text import query_tokens

# The Telegram tests name their own: most tests need no channel.
pytest_plugins = ["tests.doubles.models", "tests.doubles.recorder"]

settings.register_profile("ci", deadline=None, max_examples=60, derandomize=True)
settings.register_profile("local", deadline=None, max_examples=60)
settings.load_profile("ci" if os.environ.get("CI") else "local")

PRIYA = Principal("telegram:1", "Priya")
JONAS = Principal("telegram:2", "Jonas")
PRIYAS_DM = Room("telegram:1", "dm")
JONAS_DM = Room("telegram:2", "dm")
GROUP = Room("telegram:-100", "group", "The flat")


class HandClock:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.at = datetime(2026, 11, 3, 10, 0, tzinfo=UTC)

    def now(self) -> datetime:
        return self.at

    def forward(self, **span: float) -> datetime:
        self.at += timedelta(**span)
        return self.at


class BagOfStems:
    """Texts that share stems point the same way: a deterministic embedder. `down` makes it fail."""

    name = "bag-of-stems"
    version = "1"
    dimensions = 64
    threshold = 0.5
    shown_from: Mapping[str, float] = MappingProxyType({"": 0.32})

    def __init__(self) -> None:
        self.down = False
        self.asked: list[str] = []

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        if self.down:
            raise EmbedderDown("told to be")
        self.asked += texts
        return [self._vector(text) for text in texts]

    def _vector(self, text: str) -> Vector:
        vector = np.zeros(self.dimensions, dtype=np.float32)
        for token in query_tokens(text):
            vector[hashlib.sha256(token.encode()).digest()[0] % self.dimensions] += 1.0
        length = float(np.linalg.norm(vector))
        return vector / np.float32(length) if length else vector


class ScriptedModel:
    """Answers with what stands next in its script; an exception there is raised. Records what it was sent."""

    name = "scripted"
    parameters = 7.0

    def __init__(self, *answers: str | Exception) -> None:
        self.script = deque(answers)
        self.sent: list[tuple[tuple[str, str], ...]] = []

    async def complete(self, messages: Sequence[tuple[str, str]], *, schema: Schema | None = None,
                       temperature: float = 0.0, max_tokens: int = 512) -> str:
        self.sent.append(tuple(messages))
        answer = self.script.popleft()
        if isinstance(answer, Exception):
            raise answer
        return answer


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def embedder() -> BagOfStems:
    return BagOfStems()


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest_asyncio.fixture
async def memory(directory: Path, clock: HandClock, embedder: BagOfStems) -> AsyncIterator[Memory]:
    """An empty memory that learns by patterns."""
    async with Memory.open(directory, embedder=embedder, clock=clock, options=Options(extractor="patterns")) as opened:
        yield opened
        assert await opened.audit() is None


@pytest.fixture
def place(memory: Memory) -> Place:
    """Priya in her DM."""
    return memory.at(PRIYA, PRIYAS_DM)


@pytest.fixture
def jonas(memory: Memory) -> Place:
    """Jonas in his DM."""
    return memory.at(JONAS, JONAS_DM)


async def say(memory: Memory, place: Place, *texts: str, learn: bool = True) -> list[Claim]:
    """Let a person say something and have it learned; their whole queue afterwards."""
    for text in texts:
        await place.observe(text, sent_at=memory.clock.now())
    if learn:
        await memory.learn(place.room.id)
    return [card.claim for card in await place.pending()]


async def known(place: Place) -> list[str]:
    """The statements that are facts here."""
    return [claim.statement for claim in await place.facts()]
