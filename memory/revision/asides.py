"""What a clause names only beside what it is about: the dog one walks with, the town of the gym that was cancelled."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memory.revision.clauses import Clause
from memory.revision.tokens import Token, alike
from memory.text.vocabulary import vocabulary

_WHERE = re.compile(r"\b(?:in|at|near|from|bei|beim|im|am|aus)\s+(?:(?:the|my|our|dem|der|den|einem|einer)\s+)?$", re.I)
# What one gives up together with a job or a dwelling: "my notice at Bosch", "the flat in Halle". Keys of words.
_JOB = vocabulary("""work role position post contract vertrag notice kundigung internship praktikum placement
apprenticeship study shift career dienst stelle resignation gig stint""")
_TOGETHER = {
    "home": vocabulary("live house wg room zimmer lease rent mietvertrag key schlussel tenancy"),
    "employer": _JOB, "workplace": _JOB,
}


def aside(clause: Clause, token: Token, old: Sequence[Token], slot: str) -> bool:
    """Whether `token` only says with what or where something happened to what `old`, the words of a statement, has
    nothing of; `slot`: what the statement is about."""
    if clause.beside(token):
        return True
    at = _WHERE.search(clause.text[:token.start - clause.start])
    if at is None:
        return False
    together = _TOGETHER.get(slot, frozenset())
    return any(t.telling and t.start - clause.start < at.start() and not clause.cue(t) and t.key not in together
               and not t.kin and not any(alike(t, o) for o in old) for t in clause.tokens)
