"""Contradictions: what denies what, what is another value of one slot, and what only looks like it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.contradict import Proposition, compare, drop_readings, verdict
from memory.contradict.glance import apart
from memory.contradict.kinds import kinds
from memory.contradict.lexicon import meaning, opposites
from memory.contradict.rivals import Statements
from memory.domain import PairKind, Polarity

ROWS = [
    line.split("\t")
    for line in (Path(__file__).parent / "data" / "contradiction-pairs.tsv").read_text(encoding="utf-8").splitlines()
    if line.strip() and not line.startswith("#")
]


@pytest.mark.parametrize(("a", "b", "expected", "why"), ROWS)
def test_pairs_come_out_as_written_both_ways_round(a: str, b: str, expected: str, why: str) -> None:
    assert verdict(a, b) == expected, why
    assert verdict(b, a) == expected, why


def test_different_subjects_never_disagree() -> None:
    mine, hers = Proposition("lives in Rome", subject="self"), Proposition("lives in Oslo", subject="sister")
    assert compare(mine, hers) is None
    assert compare(mine, Proposition("lives in Oslo", subject="self")) is PairKind.VALUE


def test_slot_fields_decide_where_both_sides_have_them() -> None:
    def of(value: str, attribute: str = "home", polarity: Polarity = Polarity.YES) -> Proposition:
        return Proposition(value, "self", attribute, value, polarity)

    assert compare(of("Pune"), of("Oslo")) is PairKind.VALUE
    assert compare(of("Pune"), of("pune")) is None
    assert compare(of("Pune"), of("India")) is None
    assert compare(of("Pune"), of("Pune", polarity=Polarity.NO)) is PairKind.FLIP
    assert compare(of("tea", "likes"), of("coffee", "likes")) is None
    assert compare(of("tea", "likes"), of("tea", "likes", Polarity.NO)) is PairKind.FLIP
    assert compare(of("red", "favourite:colour"), of("teal", "favourite:colour")) is PairKind.VALUE
    assert compare(of("red", "favourite:colour"), of("Thai", "favourite:food")) is None


@pytest.mark.parametrize(("said", "denied", "expected"), [
    ("I like coffee", "I do not like coffee in the evening", None),
    ("I eat coffee", "I don't eat coffee on Fridays", None),
    ("I like coffee in the evening", "I do not like coffee in the evening", PairKind.FLIP),
    ("I like coffee", "I do not like coffee at all", PairKind.FLIP),
    ("I like coffee", "I no longer like coffee with milk", PairKind.FLIP),
    ("I like coffee", "I do not like coffee", PairKind.FLIP),
])
def test_a_denial_within_limits_denies_no_more_than_them(said: str, denied: str, expected: PairKind | None) -> None:
    yes = Proposition(said, "self", "likes", "coffee", Polarity.YES)
    no = Proposition(denied, "self", "likes", "coffee", Polarity.NO)
    assert compare(yes, no) is expected
    assert compare(no, yes) is expected


def test_what_shares_no_telling_word_and_no_kind_of_slot_is_not_read_and_no_pair_is_lost_by_it() -> None:
    assert apart("I play the violin", "my sister baked bread for the guests")
    assert not apart("I live in Rome", "Oslo is where we moved to")
    assert not any(apart(a, b) or apart(b, a) for a, b, expected, _ in ROWS if expected != "none")


def test_the_first_look_loses_no_pair_that_reading_both_would_find(monkeypatch: pytest.MonkeyPatch) -> None:
    statements = list(dict.fromkeys(side for a, b, *_ in ROWS for side in (a, b)))
    pairs = [(a, b) for at, a in enumerate(statements) for b in statements[at + 1::61]]
    looked_at = [(verdict(a, b), verdict(b, a)) for a, b in pairs]
    monkeypatch.setattr("memory.contradict.apart", lambda a, b: False)
    for (a, b), first in zip(pairs, looked_at, strict=True):
        assert first == (verdict(a, b), verdict(b, a)), (a, b)
    assert sum(kind != "none" for kind, _ in looked_at) > 10  # there were pairs to lose


def test_among_many_statements_the_rivals_of_each_are_found_and_few_others() -> None:
    sides = list(dict.fromkeys(side for a, b, *_ in ROWS for side in (a, b)))
    held = Statements()
    for number, side in enumerate(sides):
        held.add(number, side)
    everyone = set(range(len(sides)))
    found = {side: held.rivals(side, everyone) for side in sides}
    at = {side: number for number, side in enumerate(sides)}
    pairs = [(a, b) for a, b, expected, _ in ROWS if expected != "none"]
    assert [(a, b) for a, b in pairs if at[b] not in found[a] or at[a] not in found[b]] == []
    assert sum(map(len, found.values())) < len(sides) ** 2 / 10
    assert held.rivals(pairs[0][0], everyone - {at[pairs[0][1]]}).isdisjoint({at[pairs[0][1]]})


def test_a_dropped_first_look_is_taken_again() -> None:
    assert apart("I play the violin", "my sister baked bread")
    drop_readings()
    assert not apart("I play the violin", "I no longer play the violin")


@pytest.mark.parametrize(("one", "other"), [
    ("untying", "ties"), ("arrived", "leaving"), ("slowly", "quickly"), ("einschalten", "ausschalten"),
    ("offne", "schliesst"), ("crowded", "deserted"),
])
def test_opposites_are_found_in_any_form_and_both_ways(one: str, other: str) -> None:
    x, y = meaning(one), meaning(other)
    assert (y in opposites(*x) and x in opposites(*y)) or (x[0] == y[0] and x[1] != y[1])
    assert x not in opposites(*x)


def test_a_kind_holds_for_its_members_and_what_is_above_them_only() -> None:
    dog, pet, terrier = (meaning(word)[0] for word in ("dog", "pet", "terrier"))
    assert {dog, pet} <= kinds(terrier)
    assert terrier not in kinds(dog)
    assert not kinds("robot")


WORDS = ("i not no never like dogs . , ? 5pm at 9 my name is the ich mag kein mehr used to stopped liking if ' ( : "
         "and but nobody favourite berlin live in two cats have").split()
STATEMENTS = st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join)


@settings(max_examples=200, deadline=None)
@given(STATEMENTS, STATEMENTS)
def test_the_verdict_is_the_same_both_ways_round_for_any_words(a: str, b: str) -> None:
    assert verdict(a, b) == verdict(b, a)
    assert verdict(a, a) == "none"


def test_a_question_or_a_condition_says_nothing() -> None:
    assert verdict("I have a dog", "I have no dog") == "flip"
    assert verdict("I have a dog", "Do I have no dog?") == "none"
    assert verdict("I don't have a dog", "If I had a garden I have a dog") == "none"


def test_what_was_read_can_be_dropped_and_is_read_again() -> None:
    assert verdict("I live in Pune", "I live in Oslo") == "value"
    drop_readings()
    assert verdict("I live in Pune", "I live in Oslo") == "value"
