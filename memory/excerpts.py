"""Which turns of a room may answer a message: evidence of words, meaning, neighbours, session, speaker and time.

Each signal is an array with one number for every turn of the room; the score is their weighted sum. A turn answers
more often where the turn before it asked about the same thing, where its neighbours hold the rest of the words, where
its session is about the same, and where the person whom the question names said it. docs/recall.md has the ablation.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from memory.conversations import Conversation, Floats, Numbers
from memory.domain import Excerpt
from memory.ports import Vector
from memory.reader import Reader
from memory.text import index_tokens, normalise, scope_token, words
from memory.timestamps import moment

POSTINGS = 1500  # newest turns looked at for each word of a message
WORDS = 24  # words of a message that are looked up, the longest first
MEANS = 0.25  # cosine from which a turn may be shown that shares no word, nor its neighbours
SPREAD = 60  # turns among which a session's second turn gives way to others
AGAIN = 0.2  # of a score, whose spread over the first ten turns is about 2
BEST = 3  # turns of a session that speak for it
_TIME = re.compile(r"\b(?:when|how long|since when|what (?:year|month|day|date|time)|which (?:year|month|day|date)"
                   r"|wann|wie lange|seit wann|welche[nmrs]? (?:jahr|monat|tag|datum))\b")
_FIRST = {"i", "my", "me", "mine", "ich", "mein", "meine", "meinen", "meinem", "meiner", "mir", "mich"}
# Tuned on three LoCoMo conversations by listwise logistic regression, rounded; benchmarks/locomo.py --fit prints them.
WEIGHTS: Mapping[str, float] = {
    "words_before": 2.2, "words_two": 3.7, "speaker": 2.9, "asks": -0.8, "time": 2.0, "asked_before": 1.4,
    "meaning": 3.7, "meaning_session": 2.3,
}
Signals = dict[str, Floats]
T = TypeVar("T", np.bool_, np.float32)


@dataclass(frozen=True, slots=True)
class Asked:
    """A message as this lane reads it: its words one by one, and the vector of its text without names."""

    text: str
    words: Sequence[tuple[str, ...]]
    vector: Vector | None
    asker: str = ""


def excerpts(reader: Reader, talk: Conversation, asked: Asked, room: str, before: int, limit: int
             ) -> tuple[Excerpt, ...]:
    """The best turns, best first; never one that may not be quoted (the view knows), never one after `before`."""
    found = signals(reader, talk, asked, room)
    scores = ranked(found)
    spoken_for = (found["words_two"] > 0) | (found["close"] >= MEANS)  # else nothing is shown rather than anything
    order = np.argsort(-scores, kind="stable")
    order = order[(spoken_for & (talk.ids < before))[order]]
    order = spread(order, scores, talk.session)[:limit + limit // 2 + 8]  # a few may not be quoted
    chosen = [int(number) for number in talk.ids[order]]
    marks = ", ".join("?" * len(chosen))
    rows = {row[0]: row for row in reader.select(
        f"select id, name, text, sent_at from {{excerpt}} where id in ({marks})", chosen)} if chosen else {}
    return tuple(Excerpt(message=number, person=rows[number][1], text=rows[number][2],
                         said_at=moment(rows[number][3]), score=float(score))
                 for number, score in zip(chosen, scores[order], strict=True) if number in rows)[:limit]


def spread(order: Numbers, scores: Floats, session: Numbers) -> Numbers:
    """The first `SPREAD` of the order taken one by one, each time the best after every turn lost `AGAIN` for each one
    that was taken from its session before: one long talk does not fill the list. The rest stays as it is."""
    head = order[:SPREAD]
    left, taken = scores[head].astype(np.float64), []
    for _ in range(len(head)):
        best = int(np.argmax(left))
        taken.append(int(head[best]))
        left[best] = -np.inf
        left[session[head] == session[head[best]]] -= AGAIN
    return np.concatenate([np.array(taken, dtype=np.int64), order[SPREAD:]])


def ranked(found: Signals, weights: Mapping[str, float] | None = None) -> Floats:
    """The weighted sum of the signals."""
    weights = WEIGHTS if weights is None else weights
    return sum((weights[name] * found[name] for name in weights), np.zeros_like(found["speaker"]))


def signals(reader: Reader, talk: Conversation, asked: Asked, room: str) -> Signals:
    """Every signal for every turn."""
    named, of_names = _named(talk, asked)
    looked_up = sorted((terms for terms in asked.words if not of_names & set(terms)), key=lambda t: -len(t[0]))[:WORDS]
    held, weight = _postings(reader, talk, looked_up, room)
    near, number = _Neighbours(talk.session), _numbered(talk.session)
    made: Signals = {
        "words_before": weight @ (held | near.shifted(held, 1)),
        "words_two": weight @ (near.around(held, 1) | near.around(held, 2)),
        "speaker": named, "asks": talk.asks, "asked_before": near.shifted(talk.asks * _of_best(weight @ held), 1),
        "time": talk.timed * np.float32(bool(_TIME.search(normalise(asked.text))))}
    close = talk.vectors.cosines(asked.vector) if asked.vector is not None and len(talk) else np.zeros_like(named)
    made["close"] = close
    made["meaning"] = _of_best(close)
    made["meaning_session"] = _of_best(_best_of_session(number, close))
    return {name: np.asarray(values, dtype=np.float32) for name, values in made.items()}


def unnamed(text: str, names: Sequence[str]) -> str:
    """The text as its speaker would say it: the names of who talks here become the first person, which is what their
    own turns hold. A name in the text draws the turns that address that person, not those they say themselves."""
    parts = sorted({part for name in names for part in (name, *name.split()) if len(part) > 1}, key=len, reverse=True)
    if not parts:
        return text
    return re.sub(rf"\b(?:{'|'.join(map(re.escape, parts))})\b", "I", text, flags=re.IGNORECASE)


def _named(talk: Conversation, asked: Asked) -> tuple[Floats, set[str]]:
    """(1 for each turn of a person the message names, index terms of all names): nothing when it names everybody."""
    said = set(words(asked.text))
    terms: set[str] = set()
    hit = np.zeros(len(talk.authors) or 1, dtype=np.float32)
    for number, (principal, name) in enumerate(talk.authors):
        parts = words(name)
        terms |= set(index_tokens(name))
        mine = principal == asked.asker and bool(_FIRST & said)
        hit[number] = mine or any(part in said or f"{part}'s" in said for part in parts)
    if not len(talk) or hit[:len(talk.authors)].all():
        return np.zeros(len(talk), dtype=np.float32), terms
    return hit[talk.author], terms


def _postings(reader: Reader, talk: Conversation, looked_up: Sequence[tuple[str, ...]], room: str
              ) -> tuple[NDArray[np.bool_], Floats]:
    """(which turn holds which word, a row a word; what share of the message's telling words each is)."""
    held = np.zeros((len(looked_up), len(talk)), dtype=np.bool_)
    where = scope_token(f"room/{room}")
    for number, terms in enumerate(looked_up):
        any_of = " OR ".join(f'"{term}"' for term in terms)
        rows = reader.select("select place from {found_excerpt} where words match ? order by place desc limit ?",
                             (f"{where} AND ({any_of})", POSTINGS))
        held[number, talk.at([row[0] for row in rows])] = True
    count = held.sum(axis=1)
    rare = np.where(count > 0, np.log1p((len(talk) - count + 0.5) / (count + 0.5)), 0.0)
    total = rare.sum()
    return held, (rare / total if total > 0 else rare).astype(np.float32)


class _Neighbours:
    """Turns next to each other in one session."""

    def __init__(self, session: NDArray[np.int64]) -> None:
        self._session = session

    def shifted(self, values: NDArray[T], by: int) -> NDArray[T]:
        """What the turn `by` places earlier has (negative: later), nothing across sessions; along the last axis."""
        made = np.zeros_like(values)
        size = self._session.shape[0]
        if abs(by) < size:
            to, of = (slice(by, None), slice(None, -by)) if by > 0 else (slice(None, by), slice(-by, None))
            made[..., to] = values[..., of] * (self._session[to] == self._session[of])
        return made

    def around(self, held: NDArray[np.bool_], reach: int) -> NDArray[np.bool_]:
        """Which turns have the word themselves or `reach` places before or after."""
        return np.logical_or(held, np.logical_or(self.shifted(held, reach), self.shifted(held, -reach)))


def _of_best(values: Floats) -> Floats:
    """The values as shares of the highest."""
    best = float(values.max(initial=0.0))
    return values / np.float32(best) if best > 0 else np.zeros_like(values)


def _numbered(session: NDArray[np.int64]) -> NDArray[np.int64]:
    """Sessions counted from 0 in the order of the turns: those of one room follow each other."""
    return np.concatenate([np.zeros(min(1, len(session)), dtype=np.int64), np.cumsum(session[1:] != session[:-1])])


def _best_of_session(number: NDArray[np.int64], values: Floats) -> Floats:
    """The mean of the `BEST` highest values of each turn's session."""
    if not len(number):
        return values
    means = np.zeros(int(number[-1]) + 1, dtype=np.float32)
    there = np.flatnonzero(values)  # of very many turns only the nearest have a value
    order = there[np.lexsort((-values[there], number[there]))]
    place = np.arange(len(order)) - np.searchsorted(number[order], number[order])  # within its session
    best = order[place < BEST]
    np.add.at(means, number[best], values[best])
    sizes = np.minimum(np.bincount(number, minlength=len(means)), BEST)
    return np.asarray((means / sizes)[number], dtype=np.float32)
