"""Forgotten topics: what names one, what does not, and seals that do not tell."""

from __future__ import annotations

import hmac

import pytest

from memory.topics import EmptyTopic, Seal, mentions, parse, seal

KEY = b"k" * 32

HITS = [
    ("art", "takes an art class"), ("Berlin trip", "Berlin trip in June"), ("Berlin trip", "my trip to Berlin"),
    ("100%", "wears 100% cotton only"), ("100%", "100 percent sure"), ("тёмная тема", "предпочитает тёмную тему"),
    ("юля", "Юля — моя сестра"), ("peanut", "allergic to peanuts"), ("peanuts", "one peanut"),
    ("café", "the cafe\u0301 is shut"), ("Straße", "DIE STRASSE IST LANG"), ("peanut", "реаnut butter"),
    ("peanut", "ＰＥＡＮＵＴＳ"), ("peanut", "pea\u200bnu\u00adts"), ("peanut allergy", "allergic to peanuts"),
    ("Erdnuss", "Ich habe eine Erdnussallergie"), ("Erdnüsse", "Erdnussallergie"), ("cocoa", "сосоа"),
    ("猫", "黒猫が好き"),
    ("黒猫", "黒猫が好き"), ("phone number", "my phone number is secret"), ("a@b.example", "write to A@B.example."),
    ("a@b.example", "a (at) b (dot) example"), ("a@b.example", "it is a at b dot example"),
    ("555-1234", "call me: +1 (212) 555 1234"), ("+49 170 5551234", "0170/555 12 34"), ("@priya_k", "ask priya_k"),
    ("1000", "owns 1,000 books"), ("C++", "I write C++"), ("10.0.0.5", "the nas is at 10.0.0.5"),
    ("Anna", "Anna's car"), ("my kayak", "owns a red kayak"),
    ("St. Pauli", "a fan of St. Pauli"), ("peanuts (allergy)", "allergy: peanuts"),
    ("Mueller", "Frau Müller"),
    ("The Who", "the who are loud"), ("хор", "пел хор в церкви"),
    ("peanuts", "no pea-nuts please"), ("peanuts", "pea_nuts"), ("peanuts", "I hate p.e.a.n.u.t.s"),
    ("peanuts", "p e a n u t s"), ("peanuts", "a bag of pea nuts"), ("peanut", "pea nut butter"),
    ("peanuts", "pea/nuts"), ("peanuts", "pea.nuts"), ("peanuts", "p. e. a. n. u. t. s."), ("peanuts", "p-e-a-nuts"),
    ("icecream", "I love ice cream"), ("icecream", "ice-cream"), ("ice cream", "I love icecream"),
    ("pea-nuts", "peanuts"), ("p.e.a.n.u.t.s", "one peanut"), ("heart", "he-art"), ("party", "p art y"),
    ("aller-gy", "I am allergic"), ("Erdnuss", "Erd-Nüsse mag ich"), ("Erd Nuss", "Erdnüsse"),
    ("smart phone", "smartphones"), ("C", "I know C"), ("C", "vitamin C"), ("C#", "C# and Go"), ("C++", "Java/C++."),
    ("C", "C++ and C"), ("-5", "-5 diopters"), ("-5", "minus 5 diopters"), ("5 diopters", "5 diopters"),
    ("A-", "an A- in maths"), (".NET", "works on .NET 8"), ("Disney", "has Disney+"),
    ("T-shirt", "two tshirts"), ("PS 5", "a PS5"),
    ("tshirt", "a T-Shirt"), ("PS5", "the PS 5"), ("covid-19", "covid19"),
    ("iPhone", "my i phone"), ("peanuts", "peanuts++"),
    ("5%", "5 Prozent"),
]
MISSES = [
    ("art", "went to a party"), ("art", "colleague Martin"), ("art", "start it"), ("art", "Partei"),
    ("Berlin trip", "lives in Berlin"), ("Berlin trip", "trip-hazard course at work"), ("100%", "owns 1000 books"),
    ("100%", "100 books"), ("C++", "vitamin C"), ("Berlin trip", "I hate the trip. I live in Berlin"),
    ("555-1234", "555-9999"), ("a@b.example", "ab example"), ("黒猫", "白猫が好き"),
    ("phone number", "a number of friends. I lost my phone"), ("Nuss", "Nussbaumer Partei"),
    ("kayak", "boat for paddling"), ("peanut", ""),
    ("art", "heart"), ("apart", "a part of it"), ("art", "p art y"), ("art", "p.art.y"),
    ("nuts", "peanuts"), ("rapist", "therapist"),
    ("therapist", "the rapist"), ("ice cream", "icecreamery"), ("island", "he is landing"),
    ("peanuts", "peas and nuts"), ("C", "I know C++"), ("C", "I know C#"), ("C++", "I know C"), ("C#", "I know C++"),
    ("5", "-5 diopters"), ("-5", "5 diopters"), ("5", "5% off"), ("-5", "10-5"), ("A-", "a plan"),
    (".NET", "a fishing net"), ("net", "the .NET runtime"), ("C", "20 °C"), ("12 34", "1234 houses"),
    ("cup of tea", "cuptea"),
]


@pytest.mark.parametrize(("topic", "text"), HITS)
def test_a_text_that_names_the_topic_is_found_open_and_sealed(topic: str, text: str) -> None:
    parsed = parse(topic)
    assert parsed.mentioned_in(text)
    assert mentions(KEY, {3: seal(KEY, parse("unrelated zebra")), 7: seal(KEY, parsed)}, text) == 7


@pytest.mark.parametrize(("topic", "text"), MISSES)
def test_a_text_that_does_not_name_it_is_left_alone(topic: str, text: str) -> None:
    parsed = parse(topic)
    assert not parsed.mentioned_in(text)
    assert mentions(KEY, {7: seal(KEY, parsed)}, text) is None
    assert parsed.mentioned_in(f"{text}. {topic}")


@pytest.mark.parametrize("topic", ["", "   ", "...", "%", "_", "*", "!?", "\u200b"])
def test_a_topic_without_a_word_is_refused(topic: str) -> None:
    with pytest.raises(EmptyTopic):
        parse(topic)


def test_nothing_sealed_names_nothing() -> None:
    assert mentions(KEY, {}, "peanuts") is None
    assert mentions(KEY, {1: ()}, "peanuts") is None


def test_seals_hold_no_word_and_differ_by_key() -> None:
    topic = parse("peanut allergy")
    sealed = seal(KEY, topic)
    assert all(isinstance(s, Seal) and len(s.digest) == 16 for s in sealed)
    assert not any(b"peanut" in s.digest or "peanut" in s.kind for s in sealed)
    assert sealed == seal(KEY, parse("PEANUT allergies"))
    other = seal(b"x" * 32, topic)
    assert {s.digest for s in sealed}.isdisjoint(s.digest for s in other)
    assert mentions(b"x" * 32, {1: sealed}, "peanut allergy") is None


@pytest.mark.parametrize("key", [KEY, b"short", b"a key of more than one block of the hash" * 2])
def test_a_seal_is_hmac_sha256_cut_to_its_first_half(key: bytes) -> None:
    assert seal(key, parse("peanut"))[0].digest == hmac.digest(key, b"word\0peanut", "sha256")[:16]
