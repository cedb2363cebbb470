"""How much a message wants each fact: words and meaning for the order, and how sure it is that the fact answers at all.

A message that names somebody resembles every fact about them, whatever it asks. What a name contributes is therefore
taken out before it is decided whether anything fits: its direction is projected out of the message's vector and of the
facts', and when facts hold the name, facts that do not are out of the question (docs/recall.md has the figures).
Meaning decides no more than the embedder can read: where message and fact are in languages it cannot compare, words do.
Words count where a fact holds them, and less where it is only about the same thing (`memory/text/lexicon.txt`). A fact
that holds no answer of the kind that is asked for, or does not touch the word that says what is wanted, is ordered as
it was and trusted less (`memory/answers.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from memory.answers import held as holds
from memory.caches import cached
from memory.text import Word, concepts, index_tokens

DENSE_WEIGHT = 1.0  # beside the share of the message's words at 1.0
RELATED = 0.7  # of a word, where a fact is about the same thing and does not hold it
COVER_WEIGHT = 0.3  # what words add to being sure beside meaning: see docs/recall.md
LACKING = 0.2  # what it costs to hold no answer of the kind that is asked for
PASSING_BY = 0.15  # what it costs not to be about what is wanted, where it is known what that is
BY_WORDS = 0.08  # how sure it must be of a fact without a vector that compares with the message
BESIDE = 0.2  # by how much it may be less sure of a fact than of the best and show both
FEW = 64  # facts there are at least, when it is said how rare a word is
Matrix = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Weight:
    """One fact for one message. `order` ranks; `sure` says how far it is above the threshold for it, so that it
    compares across languages. Nobody is shown either."""

    order: float
    sure: float
    fits: bool

    def or_more(self, other: Weight) -> Weight:
        """The same fact for two sentences of one message."""
        return Weight(max(self.order, other.order), max(self.sure, other.sure), self.fits or other.fits)


@dataclass(frozen=True, slots=True)
class Pool:
    """The facts looked at: their index terms, what they are about, cosines with the message, and dot products with it
    and the names' directions (a row a fact, the message first); no entry where a fact has no vector. `counted`: how
    much of its cosine says something (`Vectors.counted`), nothing where there is no entry. `statements`: as they
    were said. `lacking` are those that hold no answer of the kind the message asks for."""

    terms: Mapping[int, frozenset[str]]
    concepts: Mapping[int, frozenset[str]]
    cosine: Mapping[int, float]
    dots: Mapping[int, Matrix]
    counted: Mapping[int, float]
    statements: Mapping[int, str]
    lacking: frozenset[int] = frozenset()


@cached(8192)  # the same facts are looked at turn after turn
def terms_of(statement: str, value: str) -> frozenset[str]:
    return frozenset((*index_tokens(statement), *index_tokens(value)))


@cached(8192)
def names_of(statement: str) -> frozenset[str]:
    return frozenset(term for name in holds(statement).names for term in index_tokens(name))


@cached(8192)
def concepts_of(statement: str, attribute: str) -> frozenset[str]:
    return concepts(statement, attribute)


def weigh(pool: Pool, words: Sequence[Word], named: Sequence[str], about: Matrix | None, threshold: float,
          head: Word | None = None) -> dict[int, Weight]:
    """A weight for every fact of the pool.

    `words` are the message's; `named` the index terms of the names in it; `about` the message's vector and the names'
    vectors, a row each; `threshold`: from where the embedder is sure enough in the message's language; `head`: the
    word that says what is wanted, None where none does.
    """
    claims = list(pool.terms)
    if not claims:
        return {}
    held = _table([[_holds(pool, claim, word) for claim in claims] for word in words], len(claims))
    related = _table([[not pool.concepts[claim].isdisjoint(word.concepts) for claim in claims] for word in words],
                     len(claims))
    is_name = np.array([not word.concepts and not set(named).isdisjoint(word.terms) for word in words] or [False])
    telling = ~is_name
    if not telling.any():  # it asks about the name itself
        telling, is_name = is_name, telling
    touched = np.maximum(held, RELATED * related)
    covered, asked = _shares(touched, np.ones_like(telling)), _shares(touched, telling)
    by_name = held[is_name].all(axis=0) if is_name.any() else np.ones(len(claims), dtype=np.bool_)
    if not by_name.any():
        by_name[:] = True
    alike = _unnamed(pool, claims, about if is_name.any() else None)
    wanted = head or (words[int(telling.argmax())] if telling.sum() == 1 and words else None)
    beside = np.array([LACKING * (claim in pool.lacking) + PASSING_BY * _passes_by(pool, claim, wanted)
                       for claim in claims])
    counted = np.array([pool.counted.get(claim, 0.0) for claim in claims])
    bar = np.where(counted > 0, threshold, BY_WORDS)
    sure = np.where(by_name, counted * alike + COVER_WEIGHT * asked - beside, 0.0) - bar
    least = np.where(counted > 0, np.maximum(0.0, sure.max() - BESIDE * counted), 0.0)
    return {claim: Weight(float(covered[number]) + DENSE_WEIGHT * max(0.0, pool.cosine.get(claim, 0.0)),
                          float(sure[number]), bool(sure[number] >= least[number]))
            for number, claim in enumerate(claims)}


def _holds(pool: Pool, claim: int, word: Word) -> bool:
    """Whether a fact holds a word. One of the lexicon is no name, whatever its stem: whoever lives is not Liv."""
    terms = pool.terms[claim]
    if terms.isdisjoint(word.terms):
        return False
    return not word.concepts or any(
        term in terms and term not in names_of(pool.statements[claim]) for term in word.terms)


def _passes_by(pool: Pool, claim: int, wanted: Word | None) -> bool:
    """Whether it is known what is wanted and the fact is not about it."""
    return (wanted is not None and bool(wanted.concepts) and not _holds(pool, claim, wanted)
            and pool.concepts[claim].isdisjoint(wanted.concepts))


def _table(rows: list[list[bool]], width: int) -> NDArray[np.float64]:
    return np.array(rows or [[False] * width], dtype=np.float64)


def _shares(held: NDArray[np.float64], which: NDArray[np.bool_]) -> NDArray[np.float64]:
    """What share of these words each fact holds, words that few of the facts hold counting more."""
    count = np.maximum((held > 0).sum(axis=1), 1)  # a word no fact holds is as rare as one that a single fact holds
    rare = np.log1p((max(held.shape[1], FEW) - count + 0.5) / (count + 0.5)) * which
    total = rare.sum()
    return np.asarray(rare @ held / total if total > 0 else np.zeros(held.shape[1]), dtype=np.float64)


def _unnamed(pool: Pool, claims: Sequence[int], about: Matrix | None) -> NDArray[np.float64]:
    """Cosines of message and facts with the names' directions taken out of both."""
    plain = np.array([pool.cosine.get(claim, 0.0) for claim in claims])
    if about is None or len(about) < 2:
        return plain
    base, mixing = np.linalg.qr(about[1:].T)  # orthonormal directions of the names
    inside = base.T @ about[0]
    length = float(np.sqrt(max(1.0 - float(inside @ inside), 1e-2)))
    unmix = np.linalg.pinv(mixing).T
    for number, claim in enumerate(claims):
        if claim in pool.dots:
            along = unmix @ pool.dots[claim][1:]
            rest = np.sqrt(max(1.0 - float(along @ along), 1e-2))
            plain[number] = (float(pool.dots[claim][0]) - float(inside @ along)) / (length * rest)
    return plain
