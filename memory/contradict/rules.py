"""When two clauses deny each other, and when one slot got two values."""

from __future__ import annotations

import re

from memory.contradict.kinds import kinds
from memory.contradict.lexicon import LIGHT, PERSONS, YOUNG, meaning, opposites
from memory.contradict.reading import IT, NOUN, SELF, Reading, compounds, doing, owned
from memory.text import root
from memory.text.vocabulary import vocabulary

_SEEMING = frozenset(("be", "feel", "look", "seem", "sound", "get"))  # verbs that hand a quality to their subject
_PRACTISING = frozenset(meaning(word)[0] for word in vocabulary("play train practice do spiele trainiere mache ube"))
_CONSUMING = frozenset(("eat", "drink"))
_HAVING = frozenset(meaning(word)[0] for word in vocabulary("have wear trage"))
# What nobody owns when they call it theirs: "I have no time" and "in my free time".
_ABSTRACT = frozenset(map(root, vocabulary("""
time idea problem money clue plan reason energy power work life way choice doubt need interest experience luck hope
zeit idee problem geld ahnung plan grund energie lust arbeit leben wahl zweifel interesse erfahrung gluck hoffnung
""")))
# What is said of the moment's talk when it has no object: "I don't agree", "I'm not sure".
_MENTAL = frozenset(map(root, vocabulary("""
true agree disagree understand sure feel believe see hear remember mind hope wait wonder guess suppose doubt
verstehe verstehen glaube glauben sicher weiss denke finde
""")))
_POINTS = re.compile(
    r"\b(?:it|them|him|her|they)\b|\b(?:that|this|these|those|diese\w*|jene\w*) (?!(?:i|we|is|are|was)\b)\w")
# Going up one of these and going down it may be the same.
_ALONG = frozenset(meaning(word)[0] for word in vocabulary("street road sidewalk path aisle hallway"))
_GERMAN_DENIAL = re.compile(r"\b(?:nicht|kein\w*|nie|niemals|nichts)\b")  # German writes a compound as one word
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
    if _lacks(a, b) or _lacks(b, a):
        return True
    if a.subject != b.subject:
        return False
    shared = a.content & b.content
    if a.denied == b.denied:
        return not a.denied and (_antonyms(a, b) or (bool(shared) and _prefixed(a, b))) and not _points_elsewhere(a, b)
    denied, affirmed = (a, b) if a.denied else (b, a)
    if _consumed(denied, affirmed):
        return _same_time(denied, affirmed)
    if not shared or (a.minus ^ b.minus) & shared or _other_roles(a, b) or _points_elsewhere(a, b):
        return False
    return _same_time(denied, affirmed) and not _part_of(denied, affirmed) and _denies(denied, affirmed, shared)


def _lacks(denied: Reading, other: Reading) -> bool:
    """Whether one clause denies having what the other calls "mine": "I have no car", "my car is in the drive"."""
    if not denied.denied or denied.subject != SELF or denied.predicate not in _HAVING or denied.modal or denied.past:
        return False
    things = denied.content - LIGHT - _HAVING - _ABSTRACT
    if other.denied or other.past or not things or (len(things) > 1 and not denied.listed):
        return False
    has = owned(other.text)
    return not things.isdisjoint(has.union(*map(kinds, has))) and not _LIMIT.search(denied.text)


def _part_of(denied: Reading, affirmed: Reading) -> bool:
    """Whether what is denied only qualifies another thing on the other side: "no olives", "olive oil"."""
    last = denied.order[-1]
    if last == denied.predicate or last in doing(denied.text):
        return False
    return not _GERMAN_DENIAL.search(denied.text) and any(
        one == last and other not in denied.content for one, other in compounds(affirmed.text))


def _same_time(denied: Reading, affirmed: Reading) -> bool:
    if denied.modal != affirmed.modal and not (denied.modal == "can" and not affirmed.modal):
        return False
    if denied.ended:
        return not affirmed.past
    return denied.past == affirmed.past or denied.ever


def _denies(denied: Reading, affirmed: Reading, shared: frozenset[str]) -> bool:
    if denied.subject == SELF and not _alike(denied.predicate, affirmed.predicate):
        return _practised(denied, affirmed)
    if denied.predicate == "be" and affirmed.core and denied.content.isdisjoint(affirmed.core):
        return False
    left = {w for w in denied.content - shared if not _met(w, affirmed.content) and not _kind_of(w, affirmed)}
    over = affirmed.content - shared
    heavy = denied.content - LIGHT
    if denied.subject == IT:
        # What "it" is differs from clause to clause: one shared word beside others tells nothing.
        return not left and (not over or len(heavy) > 1) and bool(heavy - _MENTAL)
    if not left and (denied.subject != NOUN or len(heavy) > 1):  # "no thanks" is no statement
        return bool(heavy - _MENTAL)
    return denied.listed and not over and len(shared) >= 2


def _practised(denied: Reading, affirmed: Reading) -> bool:
    """ "I do no sports" and "I train for triathlons": whatever the verb is, it is done."""
    return (denied.content <= {denied.predicate, "do"} and affirmed.predicate in _PRACTISING
            and _kind_of(denied.predicate, affirmed))


def _consumed(denied: Reading, affirmed: Reading) -> bool:
    """ "I never drink alcohol" and "I had three beers": having a drink is drinking."""
    if denied.subject != SELF or denied.predicate not in _CONSUMING or affirmed.predicate != "have":
        return False
    what = denied.content - {denied.predicate}
    return len(what) == 1 and all(_kind_of(word, affirmed) for word in what)


def _kind_of(word: str, affirmed: Reading) -> bool:
    """Whether a clause has one of a kind that is denied: "a terrier" when `word` is "dog". Not for taste: who does not
    like fish may like salmon."""
    return affirmed.predicate != "like" and any(word in kinds(other) for other in affirmed.content)


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


def _other_roles(a: Reading, b: Reading) -> bool:
    """Whether two clauses about others have another doer or another doing: "a baby holds a hat", "a hat holder"."""
    if a.subject != NOUN or " by " in a.text + b.text:
        return False
    does, other_does = doing(a.text), doing(b.text)
    if does and other_does and does.isdisjoint(other_does):
        return True
    for nobody, doer in ((a, b), (b, a)):
        if nobody.text.startswith("nobody") and " being " not in doer.text:
            return not nobody.content.isdisjoint(doer.order[:doer.lead])  # "nobody looks at the man who looks"
    one, other = a.order[:a.lead], frozenset(b.order[:b.lead])
    return bool(one and other) and not any(_met(word, other) for word in one)


def _antonyms(a: Reading, b: Reading) -> bool:
    """Whether an opposite is what the two clauses say, and the rest of them is the same."""
    if a.past != b.past or a.modal != b.modal:
        return False
    poles = [(name, name) for name in (a.minus ^ b.minus) & a.content & b.content]
    if not poles and a.contrary.isdisjoint(b.signed):
        return False
    poles += [(x, y) for x in a.content - b.content for y in b.content - a.content if _opposed(a, x, b, y)]
    if len(poles) != 1:
        return False
    (x, y), = poles
    rest_a, rest_b = a.content - {x}, b.content - {y}
    if not rest_a & rest_b - (frozenset() if a.subject == SELF else LIGHT):
        return False
    if a.subject == NOUN:
        if (x in a.order[:a.lead] and y in b.order[:b.lead]) or _qualifies_the_same(a, x, b, y):
            return False  # "a tall man", "a short man": there may be both
        if {x, y} == {"up", "down"} and rest_a & _ALONG:
            return False
        return rest_a ^ rest_b <= {"up"} or (_says(a, x) and _says(b, y) and _same_subject(a, b)
                                             and min(len(a.order), len(b.order)) == a.lead + 1)
    seeming = bool(_SEEMING & a.content & b.content)
    if not seeming and not _in_manner(a, x, b, y) and (x != y or x not in (a.predicate, b.predicate)):
        return False  # "I buy old books" and "I sell old books": people do both
    if x not in LIGHT:
        return rest_a == rest_b
    liked, hated = (rest_a, rest_b) if x in b.minus else (rest_b, rest_a)
    hating = b if x in b.minus else a
    if hating.listed and liked - LIGHT and liked - LIGHT <= hated:
        return True
    return hated <= liked | LIGHT and bool(liked & hated - LIGHT)  # "I hate reading comics" leaves reading to be liked


def _points_elsewhere(a: Reading, b: Reading) -> bool:
    """Whether one of two first-person clauses is about something that only its own talk names: "that show"."""
    return a.subject == SELF and bool(_POINTS.search(a.text)) != bool(_POINTS.search(b.text))


def _opposed(a: Reading, x: str, b: Reading, y: str) -> bool:
    return (y, -1 if y in b.minus else 1) in opposites(x, -1 if x in a.minus else 1)


def _in_manner(a: Reading, x: str, b: Reading, y: str) -> bool:
    """Whether two opposites tell how one and the same thing is done: "I sleep well", "I sleep badly"."""
    qualifying = {word for word, _ in compounds(a.text)} | {word for word, _ in compounds(b.text)}
    return (a.predicate == b.predicate and a.predicate not in LIGHT and not {x, y} & {a.predicate, b.predicate}
            and qualifying.isdisjoint((x, y)))


def _qualifies_the_same(a: Reading, x: str, b: Reading, y: str) -> bool:
    """Whether two opposites belong to a thing that something is done with: "holds a big box", "holds a small box"."""
    if not doing(a.text) - {x} or not doing(b.text) - {y}:
        return False
    return bool({thing for word, thing in compounds(a.text) if word == x}
                & {thing for word, thing in compounds(b.text) if word == y})


def _says(reading: Reading, word: str) -> bool:
    """Whether `word` is what a clause says of its subject, right after it: "the street *is empty*"."""
    return 0 < reading.lead < len(reading.order) and reading.order[reading.lead] == word


def _same_subject(a: Reading, b: Reading) -> bool:
    return a.order[:a.lead] == b.order[:b.lead]


def _prefixed(a: Reading, b: Reading) -> bool:
    """ "happy" and "unhappy" with everything else the same."""
    only_a, only_b = a.content - b.content, b.content - a.content
    if len(only_a) != 1 or len(only_b) != 1:
        return False
    short, long = sorted((*only_a, *only_b), key=len)
    if len(short) < 4 or not (a.subject == NOUN or "be" in a.content):
        return False
    return short in unprefixed(long)


def unprefixed(word: str) -> frozenset[str]:
    """What a word is the opposite of by its prefix: "happy" for "unhappy"."""
    return frozenset(meaning(word[len(prefix):])[0] for prefix in _PREFIXES if word.startswith(prefix))
