"""Which standing statement a sentence takes back or puts something else in the place of, read from the words of both.

The grammars read what a clause says by itself. Much that changes a memory says little by itself: "sold the Civic",
"it's Thursday instead of Tuesday", "Sam moved out, Priya's my new flatmate". What it is about stands in an earlier
statement. A cue says that something is over or has turned, the words in common say what, and the rest of the clause
what it is now. Two statements that fit equally well are left alone: a wrong one must never be named.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from memory.caches import cached
from memory.contradict.lexicon import meaning
from memory.domain import Polarity
from memory.known import Known
from memory.revision import cues, parties
from memory.revision.bearing import bears
from memory.revision.clauses import Clause, split
from memory.revision.kinds import UNCUED
from memory.revision.matches import Match
from memory.revision.tokens import alike, tokens

__all__ = ["Revision", "beside", "restates", "revise", "within"]


_PRONOUNS = frozenset("i we my our ich wir mein meine unser unsere".split())

_DENIED = re.compile(r"(?:\b(?:not|never|no|nicht|kein\w*)|n't)\b[^,;.]*$", re.I)  # "not getting another"


@dataclass(frozen=True, slots=True)
class Revision:
    """What a sentence does to a standing statement.

    `value`: (start, stop) in the sentence of what takes the old one's place; None where nothing does and it is over.
    """

    target: int
    value: tuple[int, int] | None

    @property
    def ends(self) -> bool:
        return self.value is None


def revise(sentence: str, standing: Sequence[Known]) -> Revision | None:
    """What the sentence does to the one of `standing` it is about; None when it is about none, or about two alike."""
    plain = sentence.replace("’", "'")
    if _besides(plain, standing):
        return None
    if cues.RENAMED.search(plain):
        standing = [k for k in standing if cues.NAMING.search(k.statement)]
    known = parties.aliases(k.statement for k in standing)
    clauses = split(plain, known)
    if not (cues.ANY.search(plain) or any(token.figure or (token.kind and token.kind[0] in UNCUED)
                                          for token in tokens(plain))):
        return _second_look(clauses, standing, known)
    best, found = 0.0, list[Revision]()
    for k in standing:
        if k.polarity is Polarity.NO:
            continue
        fit, value = Match(clauses, k, parties.owner(k.statement, known)).revised()
        if fit and fit >= best:
            found = [*(found if fit == best else ()), Revision(k.id, value)]
            best = fit
    if not found:
        return _second_look(clauses, standing, known)
    targets = {revision.target for revision in found}
    return found[0] if len(targets) == 1 else _second_look(clauses, [k for k in standing if k.id in targets], known)


def _second_look(clauses: Sequence[Clause], standing: Sequence[Known], known: parties.Aliases) -> Revision | None:
    found = bears(clauses, standing, known)
    return Revision(*found) if found else None


def restates(sentence: str) -> bool:
    """Whether the sentence says of itself that it is nothing new."""
    return cues.KNOWN_ALREADY.search(sentence.replace("’", "'")) is not None


def beside(sentence: str) -> bool:
    """Whether the sentence sets what it says beside the rest: "I also teach pilates"."""
    return cues.BESIDES.search(sentence.replace("’", "'")) is not None


def within(said: str, known: str) -> bool:
    """Whether a statement says nothing beyond `known`: "I like running" beside "I like running in the park"."""
    new = tokens(said)
    telling = _telling(said)
    if not telling or not telling <= _keys(known):  # most pairs end here
        return False
    if any((key, -sign) in _signed(known) for key, sign in _signed(said)):
        return False  # opposites share their key: "right-handed" says nothing of "left-handed"
    held = tokens(known)
    figures = {token.figure for token in new if token.figure and not token.article}
    first = next((token for token in new if token.word not in _PRONOUNS), None)
    return (figures <= {token.figure for token in held} and first is not None
            and any(alike(first, other) for other in held))


@cached(5_000)
def _keys(text: str) -> frozenset[str]:
    return frozenset(token.key for token in tokens(text))


@cached(5_000)
def _signed(text: str) -> frozenset[tuple[str, int]]:
    return frozenset(meaning(token.word) for token in tokens(text) if token.telling)


@cached(5_000)
def _telling(text: str) -> frozenset[str]:
    return frozenset(token.key for token in tokens(text) if token.telling)


def _besides(plain: str, standing: Sequence[Known]) -> bool:
    """Whether it says that it comes on top of the rest; "my second job is over" ends what was called second."""
    ends = [tokens(found.group())[-1] for found in cues.BESIDES.finditer(plain)
            if not _DENIED.search(plain[:found.start()])]
    held = {token.word for k in standing for token in tokens(k.statement)} if ends else set()
    return any(last.article or last.word not in held for last in ends)
