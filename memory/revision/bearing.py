"""Which statement a change bears on that names neither its slot nor its old value: the one it has most in common with.

A second look, after `matches`: only where a clause says for certain that something ended or has turned, and only where
one statement has clearly more in common with it than every other one. Nothing is named in doubt.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from memory.attributes import canonical
from memory.domain import Polarity
from memory.known import Known
from memory.revision import cues, parties
from memory.revision.affinity import Common, common
from memory.revision.asides import aside
from memory.revision.clauses import Clause
from memory.revision.kinds import TIMES
from memory.revision.matches import ANIMALS, HELD, LEAVABLE, MOVES_A_THING, NO_PLACE, given
from memory.revision.tokens import Token, alike, tokens
from memory.text import normalise

Place = tuple[int, int]

_LEAD = 0.7  # by how much the nearest statement has to be nearer than the next
_SURE, _MEASURED = 2.0, 1.5  # in common: one word that no other statement has; another value of one measure
_REPEATED = frozenset({"habit", "hobby", "location"})
_KEPT = frozenset({"likes", "allergy", "birthday"})  # in whose place no name comes
_INTO = re.compile(r"\b(?:to|into|for|over to|auf|zur?|zum|made me|made him|made her)\s", re.I)
_STARTS = re.compile(r"(?:i|i'm|i've|im|we|we're|we've|my|our|the|ich|wir|mein\w*|unser\w*|der|die|das|mir|uns|mich|"
                     r"a|an|ein\w*|there|es|it|it's|am|im|in|on|at|every|jede\w*)$")
_POSSESSOR = re.compile(r"(?P<name>[A-ZÄÖÜ][\wäöüß-]+?)(?:'s|s'|'|s)\s+(?P<noun>[\w-]+)")
_OTHER = re.compile(r"\b(?:other|andere[rsnm]?|second|zweite[rsnm]?)\b", re.I)
_PAST = re.compile(r"\b(?:used to|früher|worked|was|were|war|waren|as a (?:student|kid|child|teen\w*)|als kind|learned|"
                   r"gelernt|studied|hatte|had|gave up|grew up|aufgewachsen)\b", re.I)


def bears(clauses: Sequence[Clause], standing: Sequence[Known], known: parties.Aliases
          ) -> tuple[int, Place | None] | None:
    """(the statement the clauses change, what takes its place or None where it is over); None where it is not plain."""
    told = [clause for clause in clauses if not (clause.about and clause.about <= {"?"})]
    if not any(_turns(clause) or clause.ended or any(
               cue.search(clause.text) for cue in (cues.PARTED, cues.GONE, cues.LEFT, cues.STRAYED))
               for clause in told):
        return None
    strangers = frozenset().union(*(clause.about for clause in told)) - set(known)
    said = tuple(t for clause in told for t in clause.tokens if t.kin or t.word not in strangers)
    text = " ".join(clause.text for clause in told)
    fitting = [k for k in standing if k.polarity is Polarity.YES
               and (_PAST.search(k.statement) or _concerns(told, k, parties.owner(k.statement, known)))]
    if not fitting:
        return None
    turned = any(_turns(clause) for clause in told)
    ranked = common(said, text if turned else "", fitting)  # another value is no word on what has ended
    best = ranked[0]
    others = [one.weight for one in ranked if one.known.id != best.known.id]
    if (others and best.weight - max(others) < _LEAD) or _PAST.search(best.known.statement):
        return None
    whose = parties.owner(best.known.statement, known)
    if _housed(best) and not _dwell(told, best, whose):
        return None
    if turned and (place := _measured(told, best) or _renewed(told, best, whose)):
        return best.known.id, place
    return (best.known.id, None) if any(_ends(clause, best) for clause in told) else None


def _concerns(clauses: Sequence[Clause], k: Known, whose: frozenset[str]) -> bool:
    """Whether the clauses speak of the life that a statement is about; a name it begins with has to be said."""
    said = {t.word for clause in clauses for t in clause.tokens} | {t.kin for clause in clauses for t in clause.tokens}
    if owned := _POSSESSOR.match(k.statement):
        noun = tokens(owned["noun"])[0]
        if noun.kin:
            return normalise(owned["name"]) in said and noun.kin in said
    if canonical(k.attribute) == "home" and any(MOVES_A_THING.match(clause.text) for clause in clauses):
        return False
    about = frozenset().union(*(clause.about for clause in clauses))
    if _OTHER.search(k.statement) and not any(_OTHER.search(clause.text) for clause in clauses):
        return False
    if whose and about - {"?"}:
        return bool(whose & about)
    if whose:
        return bool(whose & said) or _leads(clauses, k)
    first = tokens(k.statement)[:1]
    if first and not _STARTS.match(first[0].text.casefold()) and not any(
            alike(first[0], t) for clause in clauses for t in clause.tokens):
        return False
    held = {t.word for t in tokens(k.statement)} | {t.kin for t in tokens(k.statement)}
    return not any(clause.about and not clause.about & held for clause in clauses)


def _leads(clauses: Sequence[Clause], k: Known) -> bool:
    """Whether a clause begins with what a statement about somebody speaks of: "Schwimmkurs der Kleinen ist nun"."""
    return any(t.telling and (t.text[:1].isupper() or clause.identifies)
               and any(o.telling and alike(t, o) for o in tokens(k.statement))
               for clause in clauses for t in clause.tokens[:1])


def _turns(clause: Clause) -> bool:
    return clause.turned or clause.now or cues.GROWN.search(clause.text) is not None


def _ends(clause: Clause, best: Common) -> bool:
    """Whether a clause says that what it names is over, of something that can be."""
    slot = canonical(best.known.attribute)
    if clause.of_one_day and slot in _REPEATED and not parties.of_oneself(clause.text):
        return False  # "the train was cancelled this morning"
    if given(best.known) or best.weight < _SURE or (best.words and not any(
            alike(t, word) and not (clause.acts(t) or aside(clause, t, tokens(best.known.statement), slot))
            for t in clause.tokens for word in best.words)):
        return not best.words and cues.PARTED.search(clause.text) is not None and best.weight >= 1 and slot in HELD
    strayed = cues.STRAYED.search(clause.text) is not None and (slot == "pet" or best.known.subject in ANIMALS)
    return clause.ended or strayed or cues.GONE.search(clause.text) is not None or (
        cues.PARTED.search(clause.text) is not None and slot in HELD) or (
        cues.LEFT.search(clause.text) is not None and slot in LEAVABLE)


def _measured(clauses: Sequence[Clause], best: Common) -> Place | None:
    """Where the other value of its measure stands."""
    if not any(v.measure not in ("person", "place") for v in best.values):
        return None
    if best.weight < _MEASURED or (not best.words and best.weight < _SURE and _foreign(clauses)):
        return None
    wanted = {v.amount for v in best.values}
    timed = any(v.measure == "clock" for v in best.values)
    for clause in clauses:
        new = [t for t in clause.tokens if (t.figure and (timed or t.figure.replace(",", ".") in wanted))
               or (t.kind and t.kind[0] in TIMES and t.kind[1] in wanted)]
        if new:
            return new[0].start, new[-1].end
    return None


def _foreign(clauses: Sequence[Clause]) -> bool:
    """Whether something else is named, that the statement has not: the dose of another medicine."""
    return any(t.telling and not clause.cue(t) for clause in clauses for t in clause.tokens)


def _renewed(clauses: Sequence[Clause], best: Common, whose: frozenset[str]) -> Place | None:
    """Where a name stands that the statement has not, in a clause that says that things have turned."""
    if not _of_the_matter(clauses, best, whose) or best.weight < (_MEASURED if best.values else _SURE):
        return None
    if canonical(best.known.attribute) in _KEPT:
        return None
    old = tokens(best.known.statement)
    placed = [v for v in best.values if v.measure in ("person", "place")]
    if placed:
        return next(((t.start, t.end) for clause in clauses for t in clause.tokens if t.word == placed[0].amount), None)
    for clause in clauses:
        if (into := _INTO.search(clause.text)) and (clause.turned or cues.GROWN.search(clause.text)):
            new = [t for t in clause.tokens if t.telling and t.start - clause.start >= into.end()
                   and not any(alike(t, o) for o in old)]
            nowhere = _housed(best) and any(t.key in NO_PLACE for t in new)
            if new and not clause.old(new[0]) and not nowhere:
                return new[0].start, new[-1].end
    for clause in clauses:
        if not clause.turned and not cues.GROWN.search(clause.text) and not clause.identifies:
            continue
        new = [t for t in clause.tokens if _named(t, clause) and not any(alike(t, o) for o in (*old, *best.words))]
        if new:
            return new[0].start, new[-1].end
    return None


def _of_the_matter(clauses: Sequence[Clause], best: Common, whose: frozenset[str]) -> bool:
    """Whether more than a person is in common: what they do or have, what they are called, or where they live."""
    return (any(not t.kin and t.word not in whose for t in best.words)
            or any(cues.RENAMED.search(clause.text) for clause in clauses)
            or (_housed(best) and any(v.measure == "place" for v in best.values)))


def _housed(best: Common) -> bool:
    return any(t.key == "live" for t in tokens(best.known.statement))


def _dwell(clauses: Sequence[Clause], best: Common, whose: frozenset[str]) -> bool:
    """Whether the clauses say of a place they name that somebody lives there; one may work in Oslo and live in Bergen.
    Where they name none there is nothing to mistake."""
    named = {v.amount for v in best.values if v.measure == "place"}
    places = [(clause, t) for clause in clauses for t in clause.tokens
              if t.word in named or any(t.key == word.key != "live" and not word.kin and word.word not in whose
                                        for word in best.words)]
    return not places or any(clause.dwells(place, whose) for clause, place in places)


def _named(token: Token, clause: Clause) -> bool:
    return (token.telling and token.text[:1].isupper() and token.start > clause.start
            and not clause.old(token) and not clause.cue(token))
