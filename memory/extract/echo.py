"""Whether a person only says back what memory has just shown: that is no evidence of its own."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memory.domain import Candidate, Polarity
from memory.text import STOP_WORDS, negated, normalise, value_key, words
from memory.text.stems import root

_OWN_VOICE = re.compile(r"\b(?:too|as well|me neither|auch|ebenfalls|genauso)\b", re.I)
_NODS = frozenset("yes yeah yep yup right exactly correct true indeed ok okay sure ja jo genau stimmt richtig jap "
    "klar said told remember know "
                  "gesagt weißt weiss erinnerst like liked".split())
_VERBS = {"has": "have", "lives": "live", "is": "be", "am": "be", "are": "be", "ist": "sein", "bin": "sein", "bist":
    "sein", "hat": "haben", "hast": "haben",
          "habe": "haben"}


def is_echo(candidate: Candidate, shown: Sequence[tuple[str, str]]) -> bool:
    """Whether the candidate restates one of `shown`, (subject, statement) put before this person, and adds nothing.

    A restatement is about the same subject, holds no content word that the shown text lacks and has its direction.
    Agreeing in one's own voice ("I prefer tea too"), a new detail, the opposite, or the same of somebody else ("I'm
    allergic to eggs", beside a daughter who is) is a statement of the person's own.
    """
    if _OWN_VOICE.search(candidate.quote):
        return False
    said = _content(candidate.quote)
    return bool(said) and any(
        said <= _content(text) and _direction(text) == candidate.polarity
        for subject, text in shown if value_key(subject) == value_key(candidate.subject))


def _content(text: str) -> set[str]:
    found = {root(_VERBS.get(word, word).replace("'", "")) for word in words(text) if word not in STOP_WORDS and word
        not in _NODS}
    return found - {root(word) for word in ("be", "sein", "have", "haben", "since", "as")}


def _direction(text: str) -> Polarity:
    hates = re.search(r"\b(?:hate|hates|dislike|dislikes|hasst|hasse)\b", text, re.I) is not None
    return Polarity.NO if negated(normalise(text)) or hates else Polarity.YES
