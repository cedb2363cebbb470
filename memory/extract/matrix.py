"""Subordinate clauses with "dass" and "ob": what they say counts only when the clause they hang on vouches for it.

"Ich weiß, dass ..." and "Ich bin froh, dass ..." take what follows for true (factive verbs, as grammars call them);
belief, doubt, denial, fear, wish, pretence and other people's will do not. The list is short on purpose: a clause
under a verb it does not name is not read at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_OPENS = re.compile(r"(?<!so )(?<!\w)(?:dass|daß|(?<!als )ob)\s+", re.I)
_ENDS = re.compile(r",?\s+(?:aber|sondern|allerdings|jedoch)\s+|[;:]\s|\s[-–—]+\s", re.I)
_VOUCHES = re.compile(
    r"(?:^|[\s,:])(?:(?:ich|wir) (?:weiß|weiss|wissen|gestehe|gebe zu|muss (?:zugeben|gestehen|sagen|erwähnen|"
    r"dazu sagen)|"
    r"sollte (?:erwähnen|sagen|dazu sagen)|erwähne|sage? dir|freue mich|merke|bedaure|habe (?:\w+ ){0,3}"
    r"(?:gesagt|erzählt|erwähnt|gemerkt|herausgefunden|erfahren|festgestellt)|"
    r"(?:bin|sind) (?:\w+ ){0,2}(?:froh|glücklich|stolz|dankbar|traurig|erleichtert))"
    r"|weiß ich|(?:du|ihr|sie) (?:solltest|sollst|musst|müsst|sollt|sollten|müssen|kannst|könnt)(?: \w+){0,2} wissen|"
    r"damit (?:du|ihr) wisst|damit du weißt|du weißt(?: ja| doch)?|wie du weißt|"
    r"wisse|merk(?:e)? dir(?: bitte)?|denk (?:bitte )?(?:dran|daran)|vergiss (?:bitte )?nicht|beachte?(?: bitte)?|"
    r"(?:zum glück|leider|schade|schön|gut|blöd|klar)|es freut mich|mich freut|es ist (?:so|wahr|schön|schade|toll)|"
    r"(?:es )?stimmt|tatsache ist|fakt ist|wichtig ist|das problem ist|(?:es kommt )?dazu(?: kommt)?)\s*,?\s*$", re.I)
_SHAKY = re.compile(r"\b(?:nicht(?<!vergiss nicht)(?<!vergiss bitte nicht)|nie|niemals|kein\w*|kaum|würde\w*|wäre\w*|"
                    r"hätte\w*|wenn|falls|niemand|sag(?:e|t)? (?:ihm|ihr|ihnen|allen|meine\w*))\b|^\W*(?:stimmt|ist|"
                    r"war)"
                    r" es\b", re.I)


@dataclass(frozen=True, slots=True)
class Subordinate:
    """A clause opened by "dass" or "ob" in a sentence: its place, where its matrix begins, whether that vouches."""

    start: int
    stop: int
    governor: int
    vouched: bool


def subordinates(sentence: str) -> Iterator[Subordinate]:
    """The "dass" and "ob" clauses of a sentence; inside one that is not vouched for, none is."""
    at, trusted = 0, True
    for found in _OPENS.finditer(sentence):
        end = _ENDS.search(sentence, found.end())
        stop = end.start() if end else len(sentence)
        if at and (gap := list(_ENDS.finditer(sentence, at, found.start()))):
            at, trusted = gap[-1].end(), True
        matrix = sentence[at:found.start()]
        opens = found.group().strip().casefold()
        vouched = opens != "ob" and _VOUCHES.search(matrix) is not None and _SHAKY.search(matrix) is None
        trusted = trusted and vouched
        yield Subordinate(found.start(), stop, at, trusted)
        at = found.end()


def governor(sentence: str, start: int) -> int | None:
    """Where the quote of what stands at `start` has to begin, None when it must not be read.

    Unchanged outside of subordinate clauses, the begin of the matrix in one that is vouched for.
    """
    holding = [one for one in subordinates(sentence) if one.start <= start < one.stop]
    if not holding:
        return start
    return min(one.governor for one in holding) if all(one.vouched for one in holding) else None
