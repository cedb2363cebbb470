"""How a sentence fits one standing statement: the words in common, and what the cues around them make of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

from memory.attributes import canonical
from memory.extract.lexicon import PET_WORD
from memory.known import Known
from memory.revision import cues, parties
from memory.revision.asides import aside
from memory.revision.clauses import Clause
from memory.revision.kinds import SELF_EVIDENT, TIMES, UNCUED, excludes
from memory.revision.tokens import Token, alike, tokens

Place = tuple[int, int]

_SLOT = re.compile(
    r"(?:my|our|mein\w*|unser\w*)\s+(?P<slot>[^,]*?)(?:\s+(?:is|are|heißt|heißen|ist|sind|lautet|beträgt|läuft|ends|"
    r"endet|"
    r"costs?|kostet)\b|'s\s)", re.I)
_AT = re.compile(
    r"\b(?P<at>at|with|for|from|in|bei|beim|mit|von|vom)\s+(?:(?:the|der|dem|eine[rnm]?|an?|mr|mrs|ms|dr|frau|"
    r"herrn?)\.? )*"
    r"(?P<name>(?-i:[A-ZÄÖÜ])[\w'&-]+)", re.I)
MOVES_A_THING = re.compile(  # "moved the boat to Plymouth", "unsere Abteilung ist umgezogen" say nothing of a home
    r"(?:(?:i|we|i've|we've) )?moved (?:the|my|our|his|her) "
    r"|(?:my|our|the|mein\w*|unser\w*|der|die|das) [\w-]+(?: is|'s| has| have| ist| sind)? (?:(?!nicht)[\w-]+ ){0,4}?"
    r"(?:moved|umgezogen|gezogen)", re.I)
_THEIRS = re.compile(r"\b(?:his|her|their|sein(?:e[nmrs]?)?|ihre?[nmrs]?) [\w-]", re.I)
_ELSEWHERE = frozenset(("in",))  # "is in Mumbai" says by itself only of somebody else where they live now
# What a person may have and part with, and what they may leave, by slot.
HELD = frozenset({"possession", "vehicle", "pet", "occupation", "note"})
LEAVABLE = frozenset({"employer", "workplace", "occupation", "role", "employment", "study", "hobby", "habit", "plan",
                      "state", "family", "friend", "skill", "event", "note"})
_WORK = frozenset({"employer", "workplace", "occupation", "role", "employment", "skill", "study"})
_GIVEN = frozenset({"name", "birthday", "origin", "birthplace", "age", "height"})  # what nobody gives up
_PARTNERS = frozenset({"wife", "husband", "partner", "girlfriend", "boyfriend"})
ANIMALS = frozenset(PET_WORD.values())
_TO = re.compile(r"\b(?:to|into|nach|ins?|aufs?)\b", re.I)  # what comes after says where one lives now
NO_PLACE = frozenset({"away", "out", "house", "room", "wg", "abroad", "ausland"})  # "moved house" names no home
_ROLES = frozenset({"flatmate", "boss", "teacher", "doctor", "dentist", "landlord", "neighbour", "colleague", "coach",
    "trainer",
                    "manager", "therapist", "lodger", "tenant", "cleaner", *_PARTNERS})  # others may come to be these
# The word by which a slot without a noun of its own is spoken of.
_ASKED_BY = {"home": "live", "employer": "work", "workplace": "work"}


def given(known: Known) -> bool:
    """Whether it is of what nobody gives up; the name of whoever is one's flatmate is not, nor that of an animal."""
    replaced = known.subject in _ROLES or known.subject in ANIMALS
    return canonical(known.attribute) in _GIVEN and not (canonical(known.attribute) == "name" and replaced)


class Match:
    """One standing statement beside the clauses that may speak of it."""

    def __init__(self, clauses: Sequence[Clause], known: Known, whose: frozenset[str]) -> None:
        self.known, self.whose = known, whose
        self.old = tokens(known.statement)
        self.slot = canonical(known.attribute)
        self.clauses = [clause for clause in clauses if self._fits(clause)]

    def revised(self) -> tuple[float, Place | None]:
        """(how well it fits, what takes its place); 0 when the sentence does nothing to it."""
        owned = bool(self.whose)
        if owned and not any(clause.mentions(self.whose) for clause in self.clauses):
            return 0, None
        weight = len(self.firm) + owned
        turned = any(clause.turned for clause in self.clauses)
        cued = turned or any(clause.now for clause in self.clauses) or self._followed()
        if place := self._another_kind(turned, cued, weight) or self._another_figure(cued, weight):
            return 2.5 + weight, place
        if cued and (self.firm or (owned and self._dwells)) and (place := self._another_place()):
            return 2 + weight, place
        if self._uncoupled():
            return 1 + weight, None
        if not self.firm and not (owned and turned and self._of_one_field):
            return 0, None
        fresh = self._fresh() if cued and not self._given else None
        if fresh and self.slot != "allergy":
            if self._names_the_value and any(clause.ended or clause.gives_way for clause in self.clauses):
                return 2 + weight, fresh
            if self._names_the_slot and (turned or any(clause.identifies for clause in self.clauses)):
                return 1 + weight, fresh
            if owned and (turned or self.firm):
                return weight, fresh
            if self._all_but_one and self.slot != "likes":
                return weight, fresh
        if self._given or not (self._over() or self._moved_away()):
            return 0, None
        return 1 + weight, self._another_job() if cued else None

    @property
    def _given(self) -> bool:
        return given(self.known)

    @cached_property
    def telling(self) -> list[Token]:
        """The words that say what the statement is about, beside whose life it is about."""
        return [t for t in self.old if t.telling and t.word not in self.whose and not (t.kin and t.kin in self.whose)]

    @cached_property
    def firm(self) -> list[Token]:
        """Those of them that the clauses name as well; a day or a month tells too little."""
        return [t for t in self.telling if not (t.kind and t.kind[0] in TIMES)
                and any(said.telling and alike(t, said) for clause in self.clauses for said in clause.tokens)]

    @property
    def _names_the_value(self) -> bool:
        strangers = {noun for clause in self.clauses if len(clause.about) == 1 for noun in clause.about
                     if self.slot == "note"}
        held = {t.key for t in (self.telling if self.slot == "note" else tokens(self.known.value))
                if t.word not in strangers}
        return any(t.key in held for t in self.firm)

    @property
    def _names_the_slot(self) -> bool:
        named = _SLOT.match(self.known.statement)
        nouns = {t.key for t in tokens(named["slot"])} if named else {_ASKED_BY.get(self.slot, "")}
        return any(t.key in nouns for t in self.firm)

    def _fits(self, clause: Clause) -> bool:
        """Whether a clause may speak of the life the statement is about."""
        if self.whose:
            other = clause.about or parties.of_oneself(clause.text[:12])
            return clause.mentions(self.whose) or bool(clause.about & self.whose) or not other
        if self.slot == "home" and MOVES_A_THING.match(clause.text):
            return False
        held = {t.word for t in self.old} | {t.kin for t in self.old}
        return not clause.about or any(noun in held or noun.removesuffix("in") in held or f"{noun}in" in held
                                       for noun in clause.about)

    def _uncoupled(self) -> bool:
        """Whether a clause says that a couple is none any more, and the statement is about one."""
        couple = any(t.kin in _PARTNERS or (t.kind and t.kind[0] == "marital" and t.kind[1] != "0")
                     or t.word in ("zusammen", "together") for t in self.old)
        named = [t for t in self.old if t.telling and t.text[:1].isupper()] or [
            t for t in self.old if t.kin in _PARTNERS]
        return couple and any(cues.UNCOUPLED.search(clause.text) and any(
            alike(t, name) for t in clause.tokens for name in named) for clause in self.clauses)

    def _moved_away(self) -> bool:
        """Whether a clause says that somebody no longer lives where the statement has it, and not where they do now."""
        return self.slot == "home" and any(
            cues.AWAY.search(clause.text) and not _TO.search(clause.text)
            and all(self._of_moving(clause, t) for t in clause.tokens if t.telling)
            and (not clause.of_one_day or any(t.key == "live" for t in clause.tokens))  # "I left Leeds this morning"
            for clause in self.clauses)

    def _of_moving(self, clause: Clause, token: Token) -> bool:
        """Whether a word of a clause says no more than who has left and what."""
        return (token.key == "live" or token.key in NO_PLACE or clause.cue(token) or token.word in self.whose
                or (token.kin != "" and token.kin in self.whose) or any(alike(token, o) for o in self.old))

    def _over(self) -> bool:
        """Whether a clause says that what it speaks of is over, of something that can be."""
        return any(
            (clause.ended or (cues.PARTED.search(clause.text) and (self.slot in HELD or self._gathers))
             or (cues.LEFT.search(clause.text) and self.slot in LEAVABLE))
            and not (clause.of_one_day and self.slot == "habit" and not parties.of_oneself(clause.text))
            and any(t.telling and any(alike(t, met) for met in self.firm)
                    and not (clause.acts(t) or aside(clause, t, self.old, self.slot))
                    for t in (*clause.tokens, *(before.tokens if before and clause.points else ())))
            for before, clause in zip((None, *self.clauses), self.clauses, strict=False))

    @property
    def _gathers(self) -> bool:
        return any(t.key in ("collect", "samml", "sammel") or t.word.startswith("samm") for t in self.old)

    def _another_kind(self, turned: bool, cued: bool, weight: int) -> Place | None:
        """Where another value of a kind stands that the statement has one of: a weekday, a diet."""
        for clause in self.clauses:
            for t in clause.tokens:
                if t.kind is None or clause.old(t):
                    continue
                name = t.kind[0]
                others = [o.kind for o in self.old if o.kind and excludes(o.kind, t.kind)]
                same = any(o.kind == t.kind for o in self.old)
                about = weight or name in UNCUED or (name in SELF_EVIDENT and (turned or (cued and name != "job")))
                if others and not same and about and (cued or name in UNCUED):
                    return clause.named_by(t).start if name == "job" else t.start, t.end
        return None

    def _another_figure(self, cued: bool, weight: int) -> Place | None:
        """Where a figure stands that the statement has another one of."""
        had = {(o.ordinal, o.figure) for o in self._counted(self.old, ())}
        here = [t for clause in self.clauses for t in self._counted(clause.tokens, self.old) if not clause.old(t)]
        new = [t for t in here if (t.ordinal, t.figure) not in had and any(o == t.ordinal for o, _ in had)]
        if not new or not weight or had <= {(t.ordinal, t.figure) for t in here}:
            return None
        dated = self.slot in ("appointment", "event")
        plain = weight >= 2 and any(c.identifies for c in self.clauses) and not any(c.of_one_day for c in self.clauses)
        return (new[0].start, new[-1].end) if cued or dated or plain else None

    def _another_job(self) -> Place | None:
        """Where the work stands that comes after what one has left: "I left teaching, I'm a data analyst"."""
        return next(((t.start, t.end) for clause in self.clauses for t in clause.tokens
                     if t.kind and t.kind[0] == "job" and clause.identifies and not clause.ended
                     and self.slot in _WORK and not any(alike(t, o) for o in self.old)), None)

    def _counted(self, words: Sequence[Token], beside: Sequence[Token]) -> list[Token]:
        """The figures among `words`; "one" counts only before what the other text counts ("one coffee")."""
        return [t for t, after in zip(words, (*words[1:], None), strict=True) if t.figure and (
            not t.article or (after is not None and any(alike(after, other) for other in beside)))]

    def _followed(self) -> bool:
        """Whether one clause gives up what another one names anew: "closed my account, I'm with Monzo"."""
        return len(self.clauses) > 1 and any(clause.ended or clause.gives_way for clause in self.clauses) and any(
            clause.settles for clause in self.clauses)

    @property
    def _all_but_one(self) -> bool:
        """Whether the clauses name all that it says but one word: "I drink my coffee with milk now", not black."""
        missing = [t for t in self.telling if t not in self.firm]
        return len(self.firm) >= 2 and len(missing) == 1 and missing[0].key != _ASKED_BY.get(self.slot)

    @property
    def _of_one_field(self) -> bool:
        """Whether what is said of somebody by name may be of one field of life: work, or where they live."""
        said = {t.key for clause in self.clauses for t in clause.tokens if t.telling}
        work = self.slot in _WORK or any(t.kind and t.kind[0] == "job" for t in self.old)
        if any(_THEIRS.search(clause.text) for clause in self.clauses):
            return False  # something of theirs that the statement has not
        return not ("live" in said and not self._dwells) and not ("work" in said and not work)

    @property
    def _dwells(self) -> bool:
        """Whether it says where somebody lives."""
        return self.slot == "home" or any(t.key == "live" for t in self.telling)

    def _another_place(self) -> Place | None:
        """Where another name stands behind the same preposition: "at Lidl", "at Aldi"."""
        had = {(found["at"].casefold(), found["name"]) for found in _AT.finditer(self.known.statement)}
        for clause in self.clauses:
            for found in _AT.finditer(clause.text):
                name, at = found["name"], found["at"].casefold()
                if any(at == before for before, _ in had) and all(name != other for _,
                    other in had) and not clause.ended:
                    return clause.start + found.start("name"), clause.start + found.end("name")
        return None

    def _fresh(self) -> Place | None:
        """From where to where the words stand that say what it is now; None when no clause brings any."""
        led = False
        for clause in self.clauses:
            cued = clause.turned or (clause.now and not clause.ended) or (clause.settles and self._followed())
            led, said = cued, cued or (led and clause.goes_on)
            if not said:
                continue
            new = [t for t in clause.tokens if t.telling and not any(alike(t, o) for o in self.old)
                   and t.word not in self.whose and not (t.kin and t.kin in self.whose)
                   and not clause.old(t) and not clause.cue(t)]
            if new and not (self.slot == "home" and any(t.key in NO_PLACE for t in new)):
                return new[0].start, new[-1].end
        return None
