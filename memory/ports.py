"""What the memory needs from outside, as Protocols: `bot` supplies the adapters, tests supply doubles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float32]  # one-dimensional, length 1
Schema = dict[str, Any]  # a JSON schema


class Clock(Protocol):
    def now(self) -> datetime:
        """The present moment, timezone-aware, in UTC."""
        ...


class Embedder(Protocol):
    """Turns texts into unit vectors. Its threshold is where *it* begins to see two texts as about the same thing."""

    @property
    def name(self) -> str: ...
    @property
    def version(self) -> str: ...
    @property
    def dimensions(self) -> int: ...
    @property
    def threshold(self) -> float: ...
    @property
    def shown_from(self) -> Mapping[str, float]:
        """How sure recall must be to show a fact (`memory.relevance`), by the message's language; "": any other.
        The languages named are those it has read. Where there are some, a cosine between two languages says nothing,
        and one within a language that is not named half as much: to it, all texts in such a language look alike."""
        ...

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        """One vector a text, in order; zeros for a text that it cannot read. Raises `EmbedderDown` when it cannot."""
        ...


def kept_as(embedder: Embedder) -> str:
    """What its vectors are kept under: those of another model, or of another version, are never compared."""
    return f"{embedder.name} {embedder.version}"


class Model(Protocol):
    """A language model, as far as learning needs one."""

    @property
    def name(self) -> str: ...
    @property
    def parameters(self) -> float | None:
        """Size in billions, None when unknown."""
        ...

    async def complete(self, messages: Sequence[tuple[str, str]], *, schema: Schema | None = None,
                       temperature: float = 0.0, max_tokens: int = 512) -> str:
        """The whole answer to (role, text) messages, thinking text removed. Raises `ModelDown` and its kinds."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        return datetime.now(UTC)
