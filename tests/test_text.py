"""Words: normal form, languages, index terms, clauses."""

from __future__ import annotations

import sqlite3

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.text import clauses, detect, index_tokens, negated, normalise, query_tokens, value_key


@pytest.mark.parametrize(("a", "b"), [
    ("Straße", "STRASSE"), ("café", "cafe\u0301"), ("café", "CAFE"), ("ＦＵＬＬ", "full"), ("don’t", "don't"),
    ("so\u00adft", "soft"), ("no\u200bthing", "nothing"), ("a\u202eb", "ab"), ("реаnut", "peanut"), ("тёмная",
    "темная"),
    ("  two\n words ", "two words"), ("İstanbul", "istanbul"), ("сосоа and milk", "cocoa and milk"),
])
def test_texts_that_read_the_same_have_one_form(a: str, b: str) -> None:
    assert normalise(a) == normalise(b)


@pytest.mark.parametrize("text", ["хор поёт в церкви", "сосна", "мой", "предпочитает"])
def test_real_russian_stays_russian(text: str) -> None:
    assert not any("a" <= c <= "z" for c in normalise(text))
    assert "й" not in text or "й" in normalise(text)


@pytest.mark.parametrize(("text", "language"), [
    ("I live in Pune and like tea", "en"), ("Ich wohne in Berlin", "de"), ("Erdnüsse", "de"), ("Я люблю чай", "ru"),
    ("j'aime le chocolat et les chats", "fr"), ("vivo en Madrid y tengo un perro", "es"), ("黒猫が好き", "ja"),
    ("我喜欢茶", "zh"), ("Pune", "xx"), ("", "xx"),
])
def test_language_is_told_from_words_and_script_or_falls_back(text: str, language: str) -> None:
    assert detect(text, "xx") == language


@pytest.mark.parametrize(("text", "language"), [
    ("Was vertrage ich nicht?", "de"), ("mir und dir", "de"), ("Diesen Sommer baue ich Tomaten an", "de"),
    ("In welchen Mannschaften spielte Felix?", "de"), ("Wohin zieht Tom um?", "de"),
    ("Which restaurants does Ravi own?", "en"), ("who takes our parcels in?", "en"), ("I don't", "en"),
    ("Mia geht in den Kindergarten", "de"), ("Carlas Eltern leben in Neapel", "xx"), ("was dad in?", "xx"),
    ("Ik woon over de brug", "nl"), ("on se voit demain", "fr"), ("no me gusta", "es"),
])
def test_function_words_tell_the_language_and_those_that_two_have_in_common_do_not(text: str, language: str) -> None:
    assert detect(text, "xx") == language


FINDABLE = [
    ("I write C++ for a living", "C++"), ("mail me at a@b.example", "a@b.example"), ("only 50% cotton", "50%"),
    ("the nas is at 192.168.1.20", "192.168.1.20"), ("I said don't", "don't"), ("a well-known place", "well-known"),
    ("Ich habe eine Erdnussallergie", "Allergie"), ("Ich habe eine Erdnussallergie", "Erdnuss"),
    ("zwei Häuser", "Haus"),
    ("Frau Mueller", "Müller"), ("предпочитает тёмную тему", "тёмная тема"), ("黒猫が好き", "黒猫"),
    ("黒猫が好き", "猫"),
    ("allergic to peanuts", "peanut"), ("AND", "AND"), ("my favourite colour", "favorite color"), ("ชอบแมว", "แมว"),
    ("call 555-1234", "5551234"), ("j'aime les chevaux", "chevaux"), ("I love cats", "cat"), ("der Hund bellt",
    "Hunde"),
]


@pytest.mark.parametrize(("stored", "asked"), FINDABLE)
def test_what_is_stored_is_found_by_fts5(stored: str, asked: str) -> None:
    db = sqlite3.connect(":memory:")
    db.execute("create virtual table t using fts5(body)")
    db.execute("insert into t values (?)", (" ".join(index_tokens(stored)),))
    db.execute("insert into t values (?)", (" ".join(index_tokens("quite another sentence about the weather")),))
    match = " OR ".join(f'"{term}"' for term in query_tokens(asked))
    assert [r for (r,) in db.execute("select rowid from t where t match ?", (match,))] == [1]
    db.close()


@pytest.mark.parametrize("text", ['"', "@@@", "*", "", "...", "  ", "%", "_"])
def test_punctuation_alone_asks_for_nothing(text: str) -> None:
    assert query_tokens(text) == []


@pytest.mark.parametrize("text", [
    "don't", "C++", "a@b.example", "50%", "OR hello", "NEAR(", '"open', "content:likes", "-likes", "a,b", "#tag",
    "(x", "ไทย น้ำ",
])
def test_terms_hold_letters_and_digits_only(text: str) -> None:
    assert all(term.isalnum() for term in index_tokens(text) + query_tokens(text))
    assert query_tokens(text)


def test_stop_words_are_left_out_of_a_question_unless_alone() -> None:
    assert query_tokens("where do I live") == query_tokens("live")
    assert query_tokens("why?")


def test_a_value_has_one_key_in_its_variants() -> None:
    assert value_key("the cat") == value_key("cats")
    assert value_key("eine Katze") == value_key("Katzen")
    assert value_key("favourite colour") == value_key("favorite color")
    assert value_key("Berlin") != value_key("Bern")


@pytest.mark.parametrize(("one", "other"), [
    ("C++", "C"), ("C#", "C"), ("C++", "C#"), (".NET", "net"), ("-5 diopters", "5 diopters"), ("5%", "5"), ("A+", "A"),
    ("A-", "A"), ("A+", "A-"), ("A*", "A"), ("blood group 0-", "blood group 0+"), ("Disney+", "Disney"), ("<5", ">5"),
    ("$5000", "€5000"), ("I know C++", "I know C"),
])
def test_a_sign_that_makes_another_value_makes_another_key(one: str, other: str) -> None:
    assert value_key(one) != value_key(other)
    assert value_key(f"the {one}.") == value_key(one.lower())


@pytest.mark.parametrize(("one", "other"), [
    ("5%", "5 Prozent"), ("-5 °C", "minus 5 °C"), ("$5000", "5000 dollars"), ("€ 30", "30 euros"), ("*tea*", "tea"),
    ("tea - green", "tea, green"), ("C++.", "C++"), ("10-20", "10 - 20"), ("t-shirt", "T shirt"),
])
def test_signs_that_say_nothing_more_leave_the_key_as_it_is(one: str, other: str) -> None:
    assert value_key(one) == value_key(other)


def test_clauses_part_where_a_new_subject_begins_and_keep_lists() -> None:
    assert clauses("Ich bin Lehrer und meine Frau ist nicht berufstätig") == ["ich bin lehrer",
    "meine frau ist nicht berufstatig"]
    assert clauses("I like jazz and rock") == ["i like jazz and rock"]


@pytest.mark.parametrize(("clause", "denies"), [
    ("i don't like chess", True), ("i no longer like chess", True), ("i like chess", False),
    ("i like chess not anymore", True),
    ("ich mag kaffee nicht mehr", True), ("ich habe keine schwester", True), ("er arbeitet nirgends", True),
    ("not without my dog", False),
])
def test_a_clause_denies_by_an_odd_number_of_cues(clause: str, denies: bool) -> None:
    assert negated(clause) is denies


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=60))
def test_any_text_gives_safe_terms_and_a_stable_normal_form(text: str) -> None:
    assert all(term.isalnum() for term in index_tokens(text) + query_tokens(text))
    assert normalise(normalise(text)) == normalise(text)
    assert index_tokens(text) == index_tokens(text)


def test_what_a_text_is_asked_for_by_its_own_words_meets_it() -> None:
    for stored, _ in FINDABLE:
        assert set(query_tokens(stored)) & set(index_tokens(stored))
