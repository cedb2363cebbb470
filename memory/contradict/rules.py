"""When two clauses deny each other, and when one slot got two values."""

from __future__ import annotations

import re

from memory.contradict.lexicon import LIGHT, PERSONS, YOUNG, meaning
from memory.contradict.reading import IT, NOUN, SELF, Reading

_SEEMING = frozenset(("be", "feel", "look", "seem", "sound", "get"))  # verbs that hand a quality to their subject
_PREFIXES = ("un", "dis", "in", "im", "ir", "il", "non", "nicht")


# What limits a denial to a time, a place or a manner; "at all", "in general" do not.
_LIMIT = re.compile(
    r"\b(?:in|on|at|after|before|with|without|from|during|when|while|until|every|today|tonight|nach|vor|ohne|mit|bei|im|am|zum|zur|"
    r"heute|abends|morgens|nachts|mittags|nachmittags|vormittags|wahrend|(?:mon|diens|donners|frei|sams|sonn)tags|mittwochs)\b"
    r"(?! (?:all|general|the least|the slightest|any way|geringsten|allgemeinen)\b)"
)


def limited(denying: tuple[Reading, ...], affirming: tuple[Reading, ...], value: frozenset[str]) -> bool:
    """Whether a statement denies a value only within limits that the other does not speak of: "not in the evening"."""
    said = value.union(*(r.content for r in affirming)) | LIGHT
    found = [r for r in denying if r.denied and value <= r.content]
    return bool(found) and all(not r.ended and r.content - said and _LIMIT.search(r.text) for r in found)


def flips(a: Reading, b: Reading) -> bool:
    """Whether two clauses say the opposite of the same thing: one denied, or one said by the other's opposite."""
    if a.subject != b.subject:
        return False
    shared = a.content & b.content
    if not shared:
        return False
    opposed = (a.minus ^ b.minus) & shared
    if a.denied == b.denied:
        if a.denied:
            return False
        if opposed:
            return len(opposed) == 1 and _antonyms(a, b, next(iter(opposed)))
        return _prefixed(a, b)
    if opposed:
        return False
    denied, affirmed = (a, b) if a.denied else (b, a)
    return _same_time(denied, affirmed) and _denies(denied, affirmed, shared)


def _same_time(denied: Reading, affirmed: Reading) -> bool:
    if denied.modal != affirmed.modal and not (denied.modal == "can" and not affirmed.modal):
        return False
    if denied.ended:
        return not affirmed.past
    return denied.past == affirmed.past or denied.ever


def _denies(denied: Reading, affirmed: Reading, shared: frozenset[str]) -> bool:
    if denied.subject == SELF and not _alike(denied.predicate, affirmed.predicate):
        return False
    if denied.predicate == "be" and affirmed.core and denied.content.isdisjoint(affirmed.core):
        return False
    left = {w for w in denied.content - shared if not _met(w, affirmed.content)}
    over = affirmed.content - shared
    if denied.subject == IT:
        # What "it" is differs from clause to clause: one shared word beside others tells nothing.
        return not left and (not over or len(denied.content - LIGHT) > 1)
    if not left:
        heavy = denied.content - LIGHT
        whole = denied.content in (affirmed.content, affirmed.content - PERSONS - {"person"})
        return bool(heavy) and (whole or len(heavy) > (denied.subject == NOUN))
    if denied.listed and not over and len(shared) >= 2:
        return True
    unmet = {w for w in over if not _met(w, denied.content)}
    return denied.subject == NOUN and not unmet and len(left) <= max(1, len(shared) // 3) and len(shared) >= 3


def _met(word: str, content: frozenset[str]) -> bool:
    """Whether `content` has `word` in another form, or as its kind: a person for a man, a kid for a boy."""
    if any(_alike(word, other) for other in content):
        return True
    if word == "person" or "person" in content:
        return bool(PERSONS & content) if word == "person" else word in PERSONS
    return bool(YOUNG & content) if word == "kid" else "kid" in content and word in YOUNG


def _alike(a: str, b: str) -> bool:
    """Equal but for a German verb ending that the stemmer leaves on ("rauch", "raucht")."""
    if a == b:
        return True
    short, long = sorted((a, b), key=len)
    return len(short) >= 4 and long in (short + "t", short + "et")


def _antonyms(a: Reading, b: Reading, word: str) -> bool:
    """Whether an opposite is what the two clauses say, and the rest of them is the same."""
    if a.past != b.past or a.modal != b.modal:
        return False
    said = word in (a.predicate, b.predicate) or bool(_SEEMING & a.content & b.content)
    if not said and a.subject != NOUN:
        return False
    rest_a, rest_b = a.content - {word}, b.content - {word}
    return rest_a == rest_b or (word in LIGHT and bool(rest_a & rest_b) and (rest_a <= rest_b or rest_b <= rest_a))


def _prefixed(a: Reading, b: Reading) -> bool:
    """ "happy" and "unhappy" with everything else the same."""
    only_a, only_b = a.content - b.content, b.content - a.content
    if len(only_a) != 1 or len(only_b) != 1:
        return False
    short, long = sorted((*only_a, *only_b), key=len)
    if len(short) < 4 or not (a.subject == NOUN or "be" in a.content):
        return False
    return any(long.startswith(prefix) and meaning(long[len(prefix):])[0] == short for prefix in _PREFIXES)
