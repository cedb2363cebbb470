"""Twins: two claims read out of one clause. Each keeps the words of its own, so that one can change without the other.

"I work at Acme as an engineer" says an employer and a role. When the role changes, the employer must not go on saying
"engineer"; when shellfish is forgotten, peanuts must not be said with it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from memory.domain import Candidate

_LINKS = r"as|at|for|with|in|als|bei|beim|für|in"
_AND = r"and|or|und|oder|sowie|as well as"
_ARTICLE = r"(?:an?\s+|the\s+|der\s+|die\s+|das\s+|dem\s+|ein(?:e[nrm]?)?\s+)?"


def apart(candidates: Sequence[Candidate]) -> list[Candidate]:
    """The same candidates; those that share message and statement say only their own part, where that can be cut."""
    return [replace(one, statement=_own(one, candidates)) for one in candidates]


def _own(one: Candidate, candidates: Sequence[Candidate]) -> str:
    statement = one.statement
    for other in candidates:
        shared = other.message == one.message and other.statement == one.statement and other is not one
        if not shared or not other.value or other.value in one.value or one.value in other.value:
            continue
        value = _ARTICLE + re.escape(other.value)
        for pattern in (rf"\s+(?:{_LINKS})\s+{value}(?!\w)", rf"(?:\s*,|\s+(?:{_AND}))\s+{value}(?!\w)",
                        rf"(?<!\w){value}\s*(?:,|\s(?:{_AND})\s)\s*"):
            shorter = re.sub(pattern, " " if pattern.startswith("(?<!") else "", statement, count=1)
            if shorter != statement:
                statement = " ".join(shorter.split())
                break
    return statement if one.value in statement else one.statement
