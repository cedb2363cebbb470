"""What is kept of a model's claim: the place, the subject and the value; the rest comes from the clause it quotes."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime

import pytest

from memory.domain import Candidate, Utterance
from memory.extract import guards, prompt

SENT = datetime(2026, 2, 10, 18, 30, tzinfo=UTC)


def offered(text: str, quote: str, slot: str, value: str, subject: str = "self") -> tuple[Candidate, str | None]:
    """The candidate a model's claim becomes, and why it is refused."""
    german = any(word in f" {text.casefold()} " for word in (" ich ", " mein ", " meine "))
    source = Utterance(7, "telegram:1", text, SENT, "de" if german else "en")
    claim = {"message": 1, "quote": quote, "subject": subject, "attribute": slot, "value": value, "polarity": "+",
             "statement": "I hate Bob and I have cancer"}
    [found] = prompt.parse(json.dumps({"claims": [claim]}), [source])
    return found, guards.check(found, source)


def test_the_statement_is_the_clause_and_never_the_models_words() -> None:
    found, reason = offered("well, I met Bob today", "I met Bob today", "name", "Bob")
    assert (found.statement, found.attribute, reason) == ("I met Bob today", "note", None)
    found, reason = offered("I live in Pune and work at Acme", "work at Acme", "home", "Acme")
    assert (found.statement, found.attribute, reason) == ("I work at Acme", "employer", None)  # the patterns read it


@pytest.mark.parametrize(("text", "quote", "slot", "value", "kept"), [
    ("We met at Google", "We met at Google", "employer", "Google", "note"),
    ("I was near Rome with the choir", "Rome", "home", "Rome", "note"),
    ("I really adore the sound of rain", "sound of rain", "health", "sound of rain", "likes"),
    ("I read Dracula twice", "I read Dracula twice", "likes", "Dracula", "note"),
    ("I spent Sunday painting the fence", "painting the fence", "birthday", "Sunday", "note"),
    ("After years of renting we finally settled near Ghent", "settled near Ghent", "home", "Ghent", "home"),
    ("I was hospitalised with asthma", "hospitalised with asthma", "health", "asthma", "health"),
    ("Gestern kam unser neues Sofa", "unser neues Sofa", "possession", "neues Sofa", "possession"),
])
def test_an_identity_slot_needs_a_word_of_it_in_the_clause(text: str, quote: str, slot: str, value: str,
                                                           kept: str) -> None:
    found, reason = offered(text, quote, slot, value)
    assert (found.attribute, reason) == (kept, None)


@pytest.mark.parametrize(("text", "quote", "slot", "value", "reason"), [
    ("My sister lives in Oslo and I visit her", "lives in Oslo and I visit her", "home", "Oslo", "about somebody else"),
    ("My sister lives in Oslo and works at Google", "works at Google", "employer", "Google", "about somebody else"),
    ("Kristina lives in Pune", "lives in Pune", "home", "Pune", "about somebody else"),
    ("It isn't true that I like tea", "I like tea", "likes", "tea", "about somebody else"),
    ("I doubt I like tea", "I like tea", "likes", "tea", "hypothetical"),
    ("My boss wants me to live in Rome", "live in Rome", "home", "Rome", "hypothetical"),
    ("Ich glaube nicht, dass ich allergisch gegen Nüsse bin", "ich allergisch gegen Nüsse bin", "allergy", "Nüsse",
     "hypothetical"),
    ("Meine Mutter will, dass ich in Rom wohne", "ich in Rom wohne", "home", "Rom", "hypothetical"),
    ("I'm allergic to bullshit", "allergic to bullshit", "allergy", "bullshit", "figure of speech"),
    ("I live in Rome, Tom said", "I live in Rome", "home", "Rome", "quoted text"),
    ("I live in Berlin. No wait, Potsdam.", "I live in Berlin", "home", "Berlin", "quoted text"),
])
def test_a_quote_is_judged_with_the_whole_clause_it_stands_in(text: str, quote: str, slot: str, value: str,
                                                              reason: str) -> None:
    assert offered(text, quote, slot, value)[1] == reason


def test_a_quote_from_the_middle_of_an_own_clause_is_kept() -> None:
    found, reason = offered("I don't eat any sort of offal", "eat any sort of offal", "diet", "offal")
    assert (found.quote, found.polarity.value, reason) == ("I don't eat any sort of offal", "-", None)
    found, reason = offered("Ich bin froh, dass ich in Köln wohne", "ich in Köln wohne", "home", "Köln")
    assert (found.quote, found.statement, reason) == ("Ich bin froh, dass ich in Köln wohne", "Ich wohne in Köln", None)
    found, reason = offered("my sister is Anna", "is Anna", "name", "Anna", "sister")
    assert (found.subject, found.attribute, found.statement, reason) == ("sister", "name", "My sister is Anna", None)


def test_the_dates_are_those_of_the_clause() -> None:
    found, _ = offered("Yesterday we adopted a whippet", "a whippet", "pet", "whippet")
    assert found.valid_from == date(2026, 2, 9)
