"""What the memory has to say to a message: facts that matter, cautions that touch it, excerpts where allowed.

Runs over the guarded reader in one hop. Words and meaning are scored apart and fused after each was normalised;
either half may be missing. Nothing is shown that neither names nor resembles what was asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from memory.answers import head, held, lacks
from memory.domain import Caution, Excerpt, Fact, PairKind, Recalled, Side, State
from memory.excerpts import Asked, excerpts
from memory.ports import Vector
from memory.reader import Reader
from memory.relevance import Pool, Weight, concepts_of, terms_of, weigh
from memory.text import (
    Word,
    concept_token,
    detect,
    index_tokens,
    names,
    query,
    query_tokens,
    query_words,
    scope_token,
)
from memory.timestamps import day_or_none, moment
from memory.vectors import Vectors

CAUTIONS = 3  # shown at most; beyond that the facts' own `disputed` marks have to do (DESIGN 8)
EXCERPTS = 4
POOL = 20  # facts each way of looking may offer: by words, by what the message is about, by meaning


@dataclass(frozen=True, slots=True)
class Question:
    """What recall is asked: the words, their vector if there is one, and how much may come back."""

    text: str
    vector: Vector | None
    scopes: tuple[str, ...]
    limit: int
    excerpts: bool = False
    room: str = ""
    before: int | None = None  # a message id: excerpts come from earlier talk only
    speech: Vector | None = None  # of the text without the names of who talks here; for excerpts
    asker: str = ""
    spoken: str = ""  # the asker's language, for a text that does not tell its own
    quotes: int = EXCERPTS
    named: Mapping[str, Vector] = field(default_factory=dict)  # the names in the text, each with its vector
    parts: tuple[Question, ...] = ()  # its sentences, where it has several and each is looked at (`answers.parts`)
    fresh: tuple[int, ...] = ()  # facts approved just now that no prompt has held: the next one does, if it has room


def recall(reader: Reader, vectors: Vectors, question: Question) -> Recalled:
    """Facts (always-on first, then by score, then fresh ones), undecided pairs touching them or the words, excerpts."""
    words = query_tokens(question.text)
    shared = bool(reader.select("select claim from {share} limit 1"))
    weights = weighed(reader, vectors, question, shared)
    scores = {claim: weight.order for claim, weight in weights.items() if weight.fits}
    always = [row[0] for row in reader.select(  # `+claim`: sort the few, do not walk all facts in order of number
        "select claim from {fact} where always_on = 1 order by +claim limit ?", (max(1, question.limit // 2),))]
    ranked = sorted(scores, key=lambda claim: (-scores[claim], -claim))
    chosen = list(dict.fromkeys([*always, *ranked, *question.fresh]))[:question.limit]
    open_pairs = _undecided(reader, chosen)
    facts = _facts(reader, chosen, scores, _disputed(reader, chosen), shared)
    cautions = _touching(open_pairs, set(chosen), set(words))
    quoted = _excerpts(reader, vectors, question) if question.excerpts and words else ()
    return Recalled(facts, cautions, quoted)


def nearest(reader: Reader, vectors: Vectors, query: Vector, threshold: float, limit: int) -> list[int]:
    """Claims of facts at least this similar: candidates for the decision step, never a verdict."""
    return [claim for claim, score in vectors.closest(reader, query, limit) if score >= threshold]


def match(words: Sequence[str], scopes: Sequence[str] = ()) -> str:
    """An FTS5 query: any of the words, in any of the scopes; every word quoted, so no text is syntax."""
    any_word = " OR ".join(f'"{word}"' for word in dict.fromkeys(words))
    if not scopes:
        return any_word
    return f"({' OR '.join(scope_token(scope) for scope in scopes)}) AND ({any_word})"


def weighed(reader: Reader, vectors: Vectors, question: Question, shared: bool = False) -> dict[int, Weight]:
    """Every fact that is looked at, with what it weighs for this message: the most that any part of it gives."""
    found: dict[int, Weight] = {}
    for part in (question, *question.parts):
        for claim, weight in _weighed(reader, vectors, part, shared).items():
            found[claim] = weight.or_more(found.get(claim, weight))
    return found


def take_apart(reader: Reader, claims: Sequence[int]) -> None:
    """What recall keeps of the words of these facts."""
    for _, statement, value, attribute in _of(reader, claims, "claim, statement, value, attribute", shared=False):
        terms_of(statement, value), concepts_of(statement, attribute), held(statement)


def _weighed(reader: Reader, vectors: Vectors, question: Question, shared: bool) -> dict[int, Weight]:
    """The nearest facts by words and by meaning."""
    words, language = query(question.text), detect(question.text, question.spoken or "en")
    claims = _worded(reader, question, words, shared)
    close = vectors.closest(reader, question.vector, POOL) if question.vector is not None else []
    close += vectors.closest_shared(reader, question.vector) if question.vector is not None and shared else []
    claims = list(dict.fromkeys([*claims, *(claim for claim, score in close if score > 0)]))
    about = None if question.vector is None else np.stack([question.vector, *question.named.values()])
    dots = {} if about is None else vectors.dots(reader, claims, about)
    cosine = dict(close) | {claim: float(row[0]) for claim, row in dots.items()}
    rows = _of(reader, claims, "claim, statement, value, attribute, language", shared)
    pool = Pool({row[0]: terms_of(row[1], row[2]) for row in rows},
                {row[0]: concepts_of(row[1], row[3]) for row in rows}, cosine, dots,
                {row[0]: vectors.counted(language, row[4]) for row in rows if row[0] in cosine},
                {row[0]: row[1] for row in rows},
                frozenset(row[0] for row in rows if lacks(question.text, row[1])))
    named = [term for name in names(question.text) for term in index_tokens(name)]
    return weigh(pool, words, named, about, vectors.threshold(language), _head(question.text))


def _head(text: str) -> Word | None:
    return next(iter(query(head(text))), None)


def _worded(reader: Reader, question: Question, words: Sequence[Word], shared: bool) -> list[int]:
    """The best by words, and the newest about the same things: to rank all of these would be to read very many."""
    terms = [term for word in words for term in word.terms]
    about = sorted({concept_token(concept) for word in words for concept in word.concepts})
    return [row[0] for view in (("found_fact", "found_shared") if shared else ("found_fact",))
            for wanted, order in ((terms, "rank"), (about, "place desc")) if wanted
            for row in reader.select(f"select claim from {{{view}}} where words match ? order by {order} limit ?",
                                     (match(wanted, question.scopes), POOL))]


def _of(reader: Reader, claims: Sequence[int], columns: str, shared: bool) -> list[tuple[Any, ...]]:
    """Columns of these facts; a few sizes of statement, because the reader vets every new text."""
    if not claims:
        return []
    size = next((size for size in (8, 32, 128) if size >= len(claims)), len(claims))
    padded = (*claims, *[claims[0]] * (size - len(claims)))
    marks = ", ".join("?" * size)
    found = reader.select(f"select {columns} from {{fact}} where claim in ({marks})", padded)
    if shared:
        found += reader.select(f"select {columns} from {{shared_fact}} where claim in ({marks})", padded)
    return found


def _facts(reader: Reader, chosen: list[int], scores: dict[int, float], disputed: set[int], shared: bool
           ) -> tuple[Fact, ...]:
    if not chosen:
        return ()
    marks, lent = ", ".join("?" * len(chosen)), set[int]()
    columns = ("claim, scope, coalesce(name, ''), person, statement, attribute, said_at, sessions, language, value,"
               " valid_from, valid_to")
    found = {row[0]: row for row in reader.select(f"select {columns} from {{fact}} where claim in ({marks})", chosen)}
    if shared:
        theirs = reader.select(f"select {columns}, disputed from {{shared_fact}} where claim in ({marks})", chosen)
        disputed = disputed | {row[0] for row in theirs if row[-1]}
        lent = {row[0] for row in theirs} - found.keys()
        found = {row[0]: row for row in theirs} | found
    return tuple(Fact(claim=row[0], scope=row[1], person=row[2] or row[3], statement=row[4], attribute=row[5],
                      said_at=moment(row[6]), sessions=row[7], disputed=row[0] in disputed,
                      score=scores.get(row[0], 0.0), language=row[8], value=row[9],
                      valid_from=day_or_none(row[10]), valid_to=day_or_none(row[11]), shared=row[0] in lent)
                 for row in (found[claim] for claim in chosen if claim in found))


def _disputed(reader: Reader, chosen: list[int]) -> set[int]:
    """Which of the chosen have an open pair, however many younger pairs there are."""
    marks = ", ".join("?" * len(chosen))
    return {side for row in reader.select(
        f"select a, b from {{caution}} where a in ({marks}) or b in ({marks})", (*chosen, *chosen)) for side in row}


def _undecided(reader: Reader, chosen: list[int]) -> list[Caution]:
    """Open pairs, those of the chosen facts before younger ones."""
    marks = ", ".join("?" * len(chosen))
    return [Caution(pair=row[0], kind=PairKind(row[1]), person=row[2] or row[3],
                    a=Side(row[4], row[5], row[5], moment(row[6]), State(row[7]), row[8]),
                    b=Side(row[9], row[10], row[10], moment(row[11]), State(row[12]), row[13]))
            for row in reader.select(
                "select id, kind, name, a_person, a, a_statement, a_at, a_state, a_language,"
                " b, b_statement, b_at, b_state, b_language from {caution}"
                f" order by (a in ({marks}) or b in ({marks})) desc, id desc limit 200", (*chosen, *chosen))]


def _touching(open_pairs: list[Caution], chosen: set[int], words: set[str]) -> tuple[Caution, ...]:
    """The pairs that the prompt's facts or words touch, those in the facts first."""
    def weight(pair: Caution) -> float:
        in_facts = 2.0 * len({pair.a.claim, pair.b.claim} & chosen)
        return in_facts + len(words & {*index_tokens(pair.a.statement), *index_tokens(pair.b.statement)})

    touched = sorted(((weight(pair), pair.pair, pair) for pair in open_pairs), key=lambda t: (-t[0], -t[1]))
    return tuple(pair for score, _, pair in touched if score > 0)[:CAUTIONS]


def _excerpts(reader: Reader, vectors: Vectors, question: Question) -> tuple[Excerpt, ...]:
    talk = vectors.talk.current(reader, question.scopes, question.room)
    asked = Asked(question.text, query_words(question.text), question.speech, question.asker)
    return excerpts(reader, talk, asked, question.room, question.before or 2**62, question.quotes)
