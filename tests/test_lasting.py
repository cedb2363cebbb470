"""What is learned from clauses whose verb no table gives a meaning: what lasts, and nothing that is of the moment."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memory.domain import Candidate, Polarity, Utterance
from memory.extract import guards, patterns


def learned(text: str) -> list[Candidate]:
    said = Utterance(1, "telegram:1", text, datetime(2026, 11, 30, tzinfo=UTC), "en")
    return [one for one in patterns.extract(said) if guards.check(one, said) is None]


@pytest.mark.parametrize(("text", "attribute", "value"), [
    ("I coach the under-tens on Saturdays", "skill", "under-tens"),
    ("we bake sourdough", "habit", "bake sourdough"),
    ("I'm in the village choir", "hobby", "village choir"),
    ("I took up fencing last spring", "hobby", "fencing"),
    ("I joined a book club", "note", "book club"),
    ("I've got a lock-up near the station too", "possession", "a lock-up near the station"),
    ("I also have a stepbrother, Ned", "family", "stepbrother"),
    ("I can't have gluten, by the way", "diet", "gluten"),
    ("I've run three marathons so far", "event", "three marathons"),
    ("I've never seen Casablanca", "event", "Casablanca"),
    ("my shift starts at half five", "detail:shift", "at half five"),
    ("my boss is called Ruth", "name", "Ruth"),
    ("we're getting a puppy in March", "plan", "puppy"),
    ("I've been playing the cello as well lately", "hobby", "cello"),
    ("sonntags helfe ich im Tierheim", "habit", "Tierheim"),
    ("ich züchte Orchideen", "habit", "züchte Orchideen"),
    ("ich baue auch Bohnen an", "hobby", "Bohnen"),
    ("ich hab mit Fechten angefangen", "hobby", "Fechten"),
    ("Cello hab ich jetzt auch angefangen zu lernen", "hobby", "Cello"),
    ("ich bin Schöffin geworden", "note", "Schöffin"),
    ("mir wird beim Fliegen immer übel", "health", "Fliegen"),
    ("Asthma wurde bei mir letztes Jahr festgestellt", "health", "Asthma"),
    ("geboren bin ich in Kassel", "birthplace", "Kassel"),
    ("mein Chef heißt Ottmar", "name", "Ottmar"),
    ("meine Schicht fängt um vier an", "detail:schicht", "um vier"),
    ("bei uns wird Kroatisch gesprochen", "language", "Kroatisch"),
    ("ich hab eine Geige geerbt", "possession", "Geige"),
])
def test_what_lasts_is_learned_though_no_table_has_its_verb(text: str, attribute: str, value: str) -> None:
    found = {(one.attribute, one.value.casefold()) for one in learned(text)}
    assert any(name == attribute and value.casefold() in said for name, said in found), found


@pytest.mark.parametrize("text", [
    "I click the button and nothing happens", "I add the flour and then the eggs", "I choose option B",
    "I call the endpoint with my token and get 403", "I picked up the kids at four", "I joined the call late, sorry",
    "I'm in a meeting", "I'm on the train", "I've got a headache right now",
    "I have a question about taxes", "we have a problem here", "I started with the second chapter",
    "I started to cry when I read that", "I can't have you do that", "I've never had this error before",
    "I draw my sword and attack the goblin", "I fly on Friday", "I pay for dinner tonight", "I'm getting an error",
    "my code is called from the main loop", "ich klicke auf den Knopf und nichts passiert",
    "ich öffne die Datei und sie ist leer", "ich bin müde geworden", "ich hab mit dem zweiten Kapitel angefangen",
    "ich hab angefangen zu weinen", "ich mache jetzt Pause", "ich hole die Kinder um vier ab", "wir haben ein Problem",
    "ich hab einen Kuchen gebacken", "mir wird das zu viel", "ich ziehe den Springer auf f3", "ich nehme Option B",
    "heute helfe ich meiner Mutter beim Umzug", "ich fahre morgen hin", "ich hab noch Hunger",
])
def test_what_is_of_the_moment_is_not_learned(text: str) -> None:
    assert [(one.attribute, one.value) for one in learned(text)] == []


def test_what_is_never_done_is_learned_as_denied() -> None:
    assert [one.polarity for one in learned("I've never been to Asia")] == [Polarity.NO]
    assert [one.polarity for one in learned("I can't have gluten")] == [Polarity.NO]


def test_who_is_pointed_at_is_not_the_speaker() -> None:
    assert learned("It's Marlon Brando") == []
    assert [one.value for one in learned("Hi, this is Paula")] == ["Paula"]
