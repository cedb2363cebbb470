"""How much a message wants each fact: words and meaning for the order, and how sure it is that the fact answers at all.

A message that names somebody resembles every fact about them, whatever it asks. What a name contributes is therefore
taken out before it is decided whether anything fits: its direction is projected out of the message's vector and of the
facts', and when facts hold the name, facts that do not are out of the question (docs/recall.md has the figures).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from memory.text import index_tokens
from memory.text.vocabulary import vocabulary

DENSE_WEIGHT = 1.5  # beside the share of the message's words at 1.0
COVER_WEIGHT = 0.1  # what words add to being sure beside meaning
SURE = 0.34  # from which a fact may be shown by meaning: see the curve in docs/recall.md
COVERED = 0.24  # share of the telling words from which it may be shown by words
FEW = 64  # facts there are at least, when it is said how rare a word is
PLAIN = vocabulary("know knows known remember say said something anything everything weißt weisst kennst erinnerst"
                   " etwas alles sag erzähl erzahl")  # asked with, not about
Matrix = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Weight:
    """One fact for one message. `order` ranks, `sure` says whether it is worth showing; nobody is shown either."""

    order: float
    sure: float
    fits: bool


@dataclass(frozen=True, slots=True)
class Pool:
    """The facts looked at: their index terms, cosines with the message, and dot products with it and the names'
    directions (a row a fact, the message first), None where a fact has no vector."""

    terms: Mapping[int, frozenset[str]]
    cosine: Mapping[int, float]
    dots: Mapping[int, Matrix]


@lru_cache(maxsize=8192)  # the same facts are looked at turn after turn
def terms_of(statement: str, value: str) -> frozenset[str]:
    return frozenset((*index_tokens(statement), *index_tokens(value)))


def weigh(pool: Pool, words: Sequence[tuple[str, ...]], named: Sequence[str], about: Matrix | None
          ) -> dict[int, Weight]:
    """A weight for every fact of the pool.

    `words` are the message's, each as its terms; `named` the index terms of the names in it; `about` the message's
    vector and the names' vectors, a row each.
    """
    claims = list(pool.terms)
    if not claims:
        return {}
    held = np.array([[bool(pool.terms[claim].intersection(terms)) for claim in claims] for terms in words] or
                    [[False] * len(claims)])
    is_name = np.array([bool(set(terms) & set(named)) for terms in words] or [True])
    plain = np.array([bool(set(terms) & PLAIN) for terms in words] or [True])
    telling = ~is_name & ~plain
    if not telling.any():  # it asks about the name itself
        telling, is_name = ~plain if (~plain).any() else np.ones_like(plain), np.zeros_like(is_name)
    covered, asked = _shares(held, np.ones(len(held), dtype=np.bool_)), _shares(held, telling)
    by_name = held[is_name].all(axis=0) if is_name.any() else np.ones(len(claims), dtype=np.bool_)
    if not by_name.any():
        by_name[:] = True
    alike = _unnamed(pool, claims, about if is_name.any() else None)
    made = {}
    for number, claim in enumerate(claims):
        cosine = pool.cosine.get(claim, 0.0)
        sure = (alike[number] if claim in pool.cosine else 0.0) + COVER_WEIGHT * asked[number]
        sure = float(sure if by_name[number] else 0.0)
        fits = bool(by_name[number]) and (sure >= SURE or asked[number] >= COVERED)
        made[claim] = Weight(float(covered[number]) + DENSE_WEIGHT * max(0.0, cosine), sure, fits)
    return made


def _shares(held: NDArray[np.bool_], which: NDArray[np.bool_]) -> NDArray[np.float64]:
    """What share of these words each fact holds, words that few of the facts hold counting more."""
    count = np.maximum(held.sum(axis=1), 1)  # a word no fact holds is as rare as one that a single fact holds
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
