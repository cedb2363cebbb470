"""A standing claim of a person, as far as comparing with it needs one."""

from __future__ import annotations

from dataclasses import dataclass

from memory.domain import Polarity


@dataclass(frozen=True, slots=True)
class Known:
    """A standing claim of the same person, as far as comparing needs it."""

    id: int
    subject: str
    attribute: str
    value: str
    polarity: Polarity
    statement: str
