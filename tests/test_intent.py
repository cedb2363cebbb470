"""Requests to forget, made in words."""

from __future__ import annotations

import pytest

from bot.intent import forget_topic


@pytest.mark.parametrize(("words", "topic"), [
    ("forget what I said about my phone number", "phone number"),
    ("Can you delete the memory about my phone number?", "phone number"),
    ("Please forget everything about Anna.", "Anna"),
    ("could you erase everything you know about my knee", "knee"),
    ("forget that I live in Pune", "live in Pune"),
    ("Forget my address, please", "address"),
    ("please remove all information about my sister from your memory", "sister"),
    ("I want you to forget about peanuts", "peanuts"),
    ("vergiss, dass ich in Köln wohne", "in Köln wohne"),
    ("Vergiss bitte alles über Anna", "Anna"),
    ("Kannst du alles über meine Schwester vergessen?", "Schwester"),
    ("Lösche die Erinnerung an meinen Geburtstag", "Geburtstag"),
    ("Vergiss, was ich über meine Adresse gesagt habe!", "Adresse"),
    ("Kannst du bitte meine Telefonnummer löschen?", "Telefonnummer"),
])
def test_a_request_to_forget_is_recognised_in_many_words(words: str, topic: str) -> None:
    assert forget_topic(words) == topic


@pytest.mark.parametrize("words", [
    "don't forget the milk", "I forgot my keys", "forget it", "Vergiss es", "vergiss nicht, Milch zu kaufen",
    "how do I delete a file?", "Can you delete the file?", "forget my last message", "I will never forget my mother",
    "what did you forget?", "", "remove the third column", "Ich habe meinen Schlüssel vergessen",
    "delete the folder about taxes", "do not forget that I live in Pune",
])
def test_talk_about_forgetting_is_talk(words: str) -> None:
    assert forget_topic(words) is None
