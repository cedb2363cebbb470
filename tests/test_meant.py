"""What a request for change or forgetting means, and what only looks like it."""

from __future__ import annotations

import pytest

from memory.identifiers import canonical, identifiers
from memory.meant import meant, written_alike
from memory.text.conjuncts import conjuncts


@pytest.mark.parametrize(("request_", "instead", "said", "chosen"), [
    ("my address", "I moved to Oslo", ["I live in Pune", "I like tea"], [0]),
    ("where I live", "", ["I live in Pune", "I like tea"], [0]),
    ("mein Beruf", "", ["Ich arbeite bei Siemens", "Ich mag Tee"], [0]),
    ("everything about Frank the engineer", "", ["Frank works at Notion", "a frank discussion", "Grace sings"], [0]),
    ("alice@acme.io", "", ["ALICE@ACME.IO pays", "alice.smith@acme.io pays"], [0]),
    ("order_001 record", "", ["order_001 was for 5", "order_0010 was for 12"], [0]),
    ("phone 415-555-0123", "", ["call +1-415-555-0123", "call 415-555-0124"], [0]),
    ("Zhang Wei aka 张伟", "", ["张伟 ordered", "Zhang Wei pays", "王芳 ordered"], [0, 1]),
    ("Book A", "", ["Book A is a mystery", "Book B is a mystery"], [0]),
    ("zebra", "", ["I live in Pune", "I like tea"], []),
    ("art", "", ["takes an art class", "went to a party", "colleague Martin"], [0]),
    ("the gala on 2025-12-25", "", ["12/25/2025 is the gala", "12/26/2025 is the sale"], [0]),
])
def test_a_request_means_what_was_said_in_other_words_and_nothing_that_looks_alike(
        request_: str, instead: str, said: list[str], chosen: list[int]) -> None:
    assert meant(request_, said, instead) == chosen


@pytest.mark.parametrize(("one", "other", "same"), [
    ("4111-1111-1111-1111", "4111111111111111", True), ("192.168.001.005", "192.168.1.5", True),
    ("https://www.acme.io/vendor/", "acme.io/vendor", True), ("ada+promo@x.com", "ada@x.com", True),
    ("mycompany.com", "mycompany.com.br", False), ("TKT-100", "TKT-1000", False), ("0000847", "847", True),
    ("-5", "5", False), ("\u22125", "-5", True), ("5.5", "55", False), ("3,75", "375", False), ("3,75", "3.75", True),
    ("-5.5", "5.5", False), ("+49301234567", "49301234567", True), ("-05", "-5", True),
])
def test_writings_of_one_identifier_are_one_and_longer_ones_are_others(one: str, other: str, same: bool) -> None:
    assert (canonical(one) == canonical(other)) is same


def test_a_year_is_a_word_and_a_price_names_nothing() -> None:
    assert set(identifiers("in 2018 it cost $500 at 10.0.0.5")) == {"10.0.0.5"}


def test_other_writings_of_an_identifier_are_found_beside_the_exact_one() -> None:
    said = ["card 4111-1111-1111-1111", "the same: 4111111111111111", "card 4222222222222222"]
    assert written_alike("card 4111-1111-1111-1111", said) == [0, 1]
    assert written_alike("my card", said) == []


def test_a_number_with_a_sign_or_a_fraction_is_not_the_one_without() -> None:
    said = ["it was -5 degrees", "I have 5 cats", "it costs 5.5 a piece", "room 55"]
    assert [written_alike(number, said) for number in ("-5", "5", "5.5", "55")] == [[0], [1], [2], [3]]


def test_a_sentence_of_two_things_is_taken_apart_and_one_that_refers_back_is_not() -> None:
    both = conjuncts("Uma lives in Rome and works at ACME.")
    assert [one.statement for one in both] == ["Uma lives in Rome", "Uma works at ACME."]
    assert all(one.quote in "Uma lives in Rome and works at ACME." for one in both)
    assert len(conjuncts("Uma does not work at ACME and has never interviewed there.")) == 1
    assert len(conjuncts("Uma speaks English and Mandarin.")) == 1
