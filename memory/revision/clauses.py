"""The clauses of a sentence that say what has come about: where each stands, whom it is about, what its cues are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from memory.revision import cues, parties
from memory.revision.tokens import Token, tokens

_NO_CUT = r"it's|that's|i (?:aren't|are|were|have|haven't|got|split|broke|separated|both|don't)"
_CUT = re.compile(
    r"[,;:!?()]+(?!\d)(?!(?:\s+(?-i:[A-ZÄÖÜ])[\w.-]+){1,3}\W*$)"  # not before a name that ends the sentence
    r"|(?<!\bDr)(?<!\bMr)(?<!\bMrs)(?<!\bSt)\.(?=\s|$)"
    r"|\s[-–—]+\s"
    rf"|\s(?=(?:and(?! (?-i:[A-Z])\w+\W*$)(?! (?:{_NO_CUT})\b)|but|so|because|cause"
    r"|und(?! ich (?:haben|sind|waren)\b)|aber|sondern|weil|denn|dafür)\s)", re.I)
_LEAD = re.compile(
    r"(?:(?:and|but|so|because|cause|und|aber|weil|denn|dass|well|oh|hey|hi|ok|okay|btw|by the way|update|übrigens|"
    r"also|ja|yes|yep|no(?! (?:more|longer))|nein|turns out(?: that)?|guess what|honestly|actually|finally|leider|"
    r"endlich|sadly|unfortunately|good news|big news|news|fyi|ach|puh|tja|seit gestern|seit heute)\b[\s,:]*)+", re.I)
_CARRIED = re.compile(r"(?:she|he|they|it|er|sie|es)\b", re.I)
_OLD = re.compile(
    r"(?:\bnot|\bno longer|n't|\binstead of|\brather than|\bstatt|\banstatt|\bnicht(?: mehr)?|\bkein\w*|\bfrom|\bvon|"
    r"\bno more)(?:\s+\w+){0,2}\s*$", re.I)
_IDENTIFIES = re.compile(
    r"\b(?:is|are|am|heißt|ist|sind|bin|became|geworden|endet|ends|beträgt|lautet|called|named|replaced|teaches|have|"
    r"hab\w*|got|moved|gezogen|umgezogen|relocated|costs?|kostet|comes|kommt|stammt|starts?|beginnt|fängt|goes|geht|"
    r"runs)\b|'(?:s|m|re|ve)\b|^(?:my |mein\w* )?(?:new|neue\w*)\b", re.I)
_SETTLES = re.compile(
    r"\b(?:lieber|stattdessen)\b|\b(?:works? (?:at|for)|arbeitet? (?:jetzt )?bei)\s+(?-i:[A-ZÄÖÜ])"
    r"|(?:\b(?:i'm|i am|we're|we are|it's|bin|sind|ist)\s+(?:with|at|on|in|using|bei(?: der| dem)?|beim|auf|in)\s+"
    r"|\bi (?:see|use|have|got) (?:an? )?)(?-i:[A-ZÄÖÜ])", re.I)
_ACTS = re.compile(r"(?<=\w )(?<!\bi )(?<!\bwe )(?<!\bich )(?<!\bwir )(?:hat|haben|has|have|stopped|dropped|ended|axed|"
                   r"cancel{1,2}ed|took|taken|sold|lost|returned|donated|scrapped|binned|gave)\s+(?:(?:mir|uns|me|us|off|auch|now|jetzt|stopped|cancel{1,2}ed)\s+)*"
                   r"(?:my|our|the|his|her|their|an?|mein\w*|unser\w*|sein\w*|ihre?n?|eine?n?|das|den|die)\s", re.I)
_WITH = re.compile(r"\b(?:mit|with)\s+(?:(?:the|my|our|his|her|dem|der|den|mein\w*|unser\w*)\s+)?$", re.I)
_DONE = re.compile(r"\w+(?:ed|ing)$|\w+(?:iert|te)$|ge\w+(?:t|en)$")  # "promoted manager" names no sort of manager
_WHERE = re.compile(r"\b(?:in|to|into|near|nach|at|am|an|auf|im|von)\s+(?:(?:the|der|dem|den|die)\s+)?$", re.I)


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause by its place in the sentence. `about`: as `parties.subject` has it."""

    text: str
    start: int
    tokens: tuple[Token, ...]
    about: frozenset[str]

    @property
    def turned(self) -> bool:
        return cues.TURNED.search(self.text) is not None

    @property
    def now(self) -> bool:
        return cues.NOW.search(self.text) is not None

    @property
    def ended(self) -> bool:
        return cues.ENDED.search(self.text) is not None

    @property
    def gives_way(self) -> bool:
        return cues.GIVES_WAY.search(self.text) is not None

    @property
    def identifies(self) -> bool:
        """Whether it says what something is: "my new flatmate is Priya"."""
        return _IDENTIFIES.search(self.text) is not None

    @property
    def points(self) -> bool:
        """Whether it goes on about what the clause before it named: "and I threw it out"."""
        return re.search(r"\b(?:it|them|none|ihn|sie|es|den|das|die|keine?[ns])\b", self.text, re.I) is not None

    @property
    def of_one_day(self) -> bool:
        return cues.ONE_DAY.search(self.text) is not None

    @property
    def goes_on(self) -> bool:
        """Whether it says more of what the clause before it named: "a new one, it's a Bosch"."""
        return re.match(r"(?:it|it's|that's|he's|she's|die|der|das|es)\b", self.text, re.I) is not None

    @property
    def settles(self) -> bool:
        """Whether it says by name where or with whom the speaker is: "I'm with Monzo"."""
        return _SETTLES.search(self.text) is not None

    def old(self, token: Token) -> bool:
        """Whether a word of it is said to hold no more: what follows "not", "instead of", "from"."""
        at = token.start - self.start
        found = _OLD.search(self.text[:at])
        if found and found.group().split()[0].casefold() in ("from", "von"):  # "from X to Y", not "comes from X now"
            return re.search(r"\b(?:to|auf|zu|nach)\b", self.text[at:], re.I) is not None
        return found is not None

    def cue(self, token: Token) -> bool:
        """Whether a word of it is part of a cue and so names nothing."""
        at = token.start - self.start
        return any(found.start() <= at < found.end() and len(found.group().split()) < 3
                   for table in (cues.TURNED, cues.NOW, cues.GIVES_WAY, cues.ENDED, cues.PARTED, cues.LEFT)
                   for found in table.finditer(self.text))

    def acts(self, token: Token) -> bool:
        """Whether a word only names who ended it: "Dr. Wolf hat die Tabletten abgesetzt"."""
        found = _ACTS.search(self.text)
        return found is not None and token.start - self.start < found.start()

    def beside(self, token: Token) -> bool:
        """Whether a word only says with what: the dog in "den Spaziergang mit dem Hund abgesagt"."""
        found = _WITH.search(self.text[:token.start - self.start])
        return found is not None and any(t.telling and not self.cue(t) for t in self.tokens
                                         if t.start - self.start < found.start())

    def named_by(self, last: Token) -> Token:
        """The first of the words that stand without a break before `last` and name with it: the "team" of "team
        lead"."""
        first = last
        for t in reversed([t for t in self.tokens if t.start < last.start]):
            between = self.text[t.end - self.start:first.start - self.start]
            if between.strip(" -") or not (t.telling or t.figure) or self.cue(t) or _DONE.match(t.word):
                break
            first = t
        return first

    def dwells(self, place: Token, whose: frozenset[str]) -> bool:
        """Whether it says where somebody lives, or only where they are: "we're in Oslo now", not "I work in Oslo"."""
        before = [t for t in self.tokens if t.telling and t.start < place.start and not self.cue(t)
                  and t.word not in whose and not (t.kin and t.kin in whose)]
        return (any(t.key == "live" for t in self.tokens) or not before) and _WHERE.search(
            self.text[:place.start - self.start]) is not None

    def mentions(self, names: frozenset[str]) -> bool:
        return any(token.word in names or token.kin in names for token in self.tokens)


def split(sentence: str, known: parties.Aliases) -> Sequence[Clause]:
    """The clauses of a sentence that tell of something real."""
    out: list[Clause] = []
    at, before = 0, frozenset[str]()
    for cut in [*_CUT.finditer(sentence), None]:
        stop = cut.start() if cut else len(sentence)
        piece = sentence[at:stop]
        bare = piece.lstrip()
        lead = _LEAD.match(bare)
        start = stop - len(bare) + (lead.end() if lead else 0)
        text = sentence[start:stop].rstrip()
        at = cut.end() if cut else stop
        if not text or cues.UNDONE.search(text) or (cues.TO_COME.search(text) and not cues.ENDED.search(text)):
            continue
        carried = before if before and _CARRIED.match(text) else None
        about = carried or parties.subject(text, known)
        out.append(Clause(text, start, tuple(replace(t, start=t.start + start) for t in tokens(text)), about))
        before = about
    return out
