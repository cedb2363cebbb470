"""Sentences that look like statements about their author and are none, kind by kind, each kind with its controls."""

from __future__ import annotations

from datetime import UTC, datetime
from time import perf_counter

import pytest

from memory.core import Memory
from memory.domain import Candidate, Utterance
from memory.extract import guards, opposed, patterns, play
from memory.known import Known
from memory.place import Place
from tests.conftest import say

SENT = datetime(2026, 2, 10, 18, 30, tzinfo=UTC)

NOTHING = {
    "a dass-clause under a verb of doubt, denial, wish, fear or pretence": (
        "Ich glaube nicht, dass ich allergisch gegen Nüsse bin", "Ich bezweifle, dass ich in Rom wohne",
        "Ich bestreite, dass ich Raucher bin", "Es stimmt nicht, dass ich in Köln wohne",
        "Es ist falsch, dass ich bei Siemens arbeite", "Ich würde nicht sagen, dass ich vegan bin",
        "Ich kann nicht sagen, dass ich Fisch mag", "Ich habe gelogen, dass ich in Bonn wohne",
        "Ich tue so, dass ich Tee mag", "Ich habe Angst, dass ich Diabetes habe",
        "Ich hatte Angst, dass ich Krebs habe",
        "Meine Mutter will, dass ich in Rom wohne", "Ich träume davon, dass ich in Paris wohne",
        "Es wäre schön, dass ich einen Hund habe", "Mein Chef möchte, dass ich in Hamburg arbeite",
        "Ich weiß nicht, dass ich in Rom wohne", "Ich weiß, dass du glaubst, dass ich in Rom wohne",
        "Dass ich in Rom wohne, ist gelogen", "Ich frage mich, ob ich allergisch gegen Nüsse bin",
        "Stimmt es, dass ich in Rom wohne", "Niemand glaubt, dass ich einen Hund habe",
        "I doubt that I'm allergic to nuts", "It isn't true that I like tea", "My boss wants me to live in Rome",
        "I'm afraid that I have diabetes", "I pretended that I live in Rome", "I wouldn't say that I like tea"),
    "words typed for a search": (
        "vegan food for Ben", "vegetarian restaurants in Oslo", "allergic to nuts recipes", "born in 1990 celebrities",
        "arbeite bei Google Gehalt", "vegan shoes", "moved to Berlin checklist", "allergisch gegen Nüsse Rezepte",
        "allergic to penicillin symptoms", "vegane Restaurants in Bonn", "unemployed benefits Germany",
        "wohne in Berlin Kosten"),
    "somebody else's words": (
        "Anna wrote me this: I moved to Bonn and I have a dog", "Here is the text my boss sent me:\nI live in Rome.",
        "On 3 May, Tom wrote:\nI live in Rome.", "Am 3. Mai schrieb Tom:\nIch wohne in Rom.",
        "Tom, 10:31\nI live in Rome", "Tom — Today at 10:31\nI live in Rome", "I live in Rome, Tom said",
        "I live in Rome (says Tom)", "Ich habe Diabetes, sagt der Arzt", "I love Thai food, said my brother",
        "Lies das mal: Ich wohne in Rom", "Kannst du das kürzen? Ich wohne in Rom und habe einen Hund.",
        "Can you shorten this? I live in Rome and I have a dog.", "Read this: I moved to Rome",
        "Subject: Application\nI live in Rome and I am a nurse.", "Dear Ms Smith,\nI live in Rome and I am a nurse.",
        "Sehr geehrte Frau Schmidt,\nich wohne in Rom und bin Lehrer.", "Anna schreibt: Ich wohne in Rom",
        "Ich wohne in Rom, meinte Tom", "Betreff: Bewerbung\nIch wohne in Rom.",
        "My sister sent me this message: I have a dog", "[10:31] Tom\nI live in Rome",
        "Von: Tom\nIch wohne in Rom", "Es heißt, ich wohne in einem Schloss", "People say I live in Rome",
        "Tom (10:31): I have a dog", "I love dogs, my sister said so", "Ich hasse Tee, hat Tom gesagt",
        "-----Original Message-----\nI live in Rome"),
    "a joke taken back, or a slip put right": (
        "I have three wives. Just kidding!", "I live on Mars, just kidding",
        "Ich habe zehn Kinder, quatsch, war ein Scherz",
        "Ich wohne in Paris. Spaß!", "Ich bin Arzt haha nein", "I'm a doctor lol no", "I am a nurse. jk",
        "Ich wohne in Berlin. Nur Spaß.",
        "We live in Bonn. No, that's not true.", "just kidding, I have 12 cats lol", "jk I live on a boat 😂",
        "Nur Spaß, ich habe 12 Katzen haha"),
    "a figure of speech": (
        "I'm allergic to bullshit", "I'm married to my job", "I have a dog in this fight", "I play the fool sometimes",
        "I never drink and drive", "I drive my mother crazy", "Call me crazy", "Call me later", "Nenn mich verrückt",
        "Ich bin mit meinem Job verheiratet", "Ich bin allergisch gegen Dummheit", "I work for free",
        "I work for peanuts", "Ich habe einen Vogel", "I have bigger fish to fry", "I live in denial",
        "I have butterflies in my stomach", "Nenn mich altmodisch", "I eat like a horse", "I live under a rock",
        "I hate to admit it", "I lost my cool", "I sold my soul", "I gave up halfway through", "My name is mud",
        "Ich habe aufgehört zu zählen", "Ich sammle erstmal Ideen", "I'm allergic to Mondays",
        "Ich reagiere allergisch auf Lügen", "I play devil's advocate"),
    "words in the wrong slot": (
        "I drive my kids to school", "I'm a big fan of your work", "Ich komme aus dem Urlaub",
        "Ich komme aus der Dusche",
        "I'm from customer support", "Ich arbeite bei Regen nicht", "I drive my grandma home", "Ich komme aus dem Büro",
        "I'm from the IT department", "Ruf mich später an", "Ich bin aus der Buchhaltung", "I work for fun",
        "Ich bin ein großer Fan von deiner Arbeit", "My birthday was yesterday", "My birthday is over",
        "Mein Geburtstag war gestern", "Mein Geburtstag ist vorbei", "My birthday is coming up",
        "Ich arbeite bei Musik besser", "Ich arbeite an der Präsentation", "I got a parking ticket",
        "I have anxiety about the exam"),
    "a denial that reaches only a part": (
        "I don't only speak German", "I don't always drink coffee", "Ich esse nicht immer Fleisch",
        "Ich trinke nicht jeden Tag Kaffee", "Ich spreche nicht nur Deutsch", "I don't just eat salad",
        "I don't necessarily like tea"),
    "what was so in another time": (
        "Als ich in Rom wohnte, hatte ich einen Hund", "When I lived in Rome, I had a dog",
        "While I was in Rome, I had a cat", "Als wir in Bonn lebten, hatten wir zwei Katzen",
        "I had a dog when I lived in Rome"),
}

SAID = (  # (message, the values it does say)
    ("Du sollst wissen, dass ich allergisch gegen Nüsse bin", {"+Nüsse"}),
    ("Ich bin froh, dass ich in Köln wohne", {"+Köln"}),
    ("Vergiss nicht, dass ich Nüsse nicht vertrage", {"-Nüsse"}),
    ("Ich glaube nicht, dass das klappt, aber ich wohne in Köln", {"+Köln"}),
    ("vegan here", {"+vegan"}), ("vegetarian, btw", {"+vegetarian"}), ("allergic to nuts", {"+nuts"}),
    ("moved to Berlin last week", {"+Berlin"}), ("wohne in Bonn", {"+Bonn"}),
    ("Update: I moved to Bonn", {"+Bonn"}), ("About me: I live in Rome", {"+Rome"}),
    ("Dear bot, I live in Rome", {"+Rome"}), ("I live in Rome, as I said", {"+Rome"}),
    ("Kurz zu mir: Ich wohne in Rom", {"+Rom"}), ("Ich wohne in Rom, wie gesagt", {"+Rom"}),
    ("I live in Rome. Could you shorten your answers?", {"+Rome"}),
    ("Just kidding, I live in Rome", {"+Rome"}), ("Kochen macht mir Spaß! Ich wohne in Rom.", {"+Rom"}),
    ("No, I live in Rome", {"+Rome"}), ("wait, I also have a dog", {"+dog"}),
    ("I'm allergic to bees", {"+bees"}), ("I'm married to a nurse", {"+married"}), ("I play the guitar", {"+guitar"}),
    ("I drive a Tesla", {"+Tesla"}), ("Call me Cray", {"+Cray"}), ("Nenn mich Vero", {"+Vero"}),
    ("I work for Siemens", {"+Siemens"}), ("I'm a big fan of jazz", {"+jazz"}),
    ("Ich komme aus der Schweiz", {"+Schweiz"}),
    ("I'm from the Netherlands", {"+Netherlands"}), ("Ich arbeite nicht bei Siemens", {"-Siemens"}),
    ("My birthday is on 3 May", {"+3 May"}), ("Mein Geburtstag ist am 3. Mai", {"+3. Mai"}),
    ("I don't drink coffee", {"-coffee"}), ("Ich esse kein Fleisch", {"-Fleisch"}),
    ("When I was a child I lived in Peru, now I live in Ghent", {"+Ghent"}),
    ("Ich mag Wien", {"+Wien"}), ("I love herbs", {"+herbs"}), ("Ich lerne Esperanto", {"+Esperanto"}),
    ("I like iterators too", {"+iterators"}), ("I live in Rome and I had a dog", {"+Rome"}),
)


EXACT = (  # (message, language, everything it says: subject, polarity and value, statement)
    # words in apposition to a name: each is a sentence of its own
    ("I'm Tom, 34, living in Leeds with my wife Hannah", "en", [
        ("self", "+Tom", "I'm Tom"), ("self", "+34", "I'm 34"),
        ("self", "+Leeds", "I'm living in Leeds with my wife Hannah")]),
    ("Hi, I'm Tom, 34, working at Siemens", "en", [
        ("self", "+Tom", "I'm Tom"), ("self", "+34", "I'm 34"), ("self", "+Siemens", "I'm working at Siemens")]),
    ("Ich bin Tom, 34 Jahre alt, Lehrer aus Bonn", "de", [
        ("self", "+Tom", "Ich bin Tom"), ("self", "+34", "Ich bin 34 Jahre alt"),
        ("self", "+Lehrer", "Ich bin Lehrer aus Bonn")]),
    ("Hi, I'm Tom", "en", [("self", "+Tom", "I'm Tom")]),
    ("I'm Tom, living the dream", "en", [("self", "+Tom", "I'm Tom")]),
    ("My car's engine is broken", "en", []),
    ("My car's a Golf", "en", [("self", "+Golf", "My car's a Golf")]),
    ("I'm vegan, 34, from Leeds", "en", [
        ("self", "+vegan", "I'm vegan"), ("self", "+34", "I'm 34"), ("self", "+Leeds", "I'm from Leeds")]),
    ("I'm allergic to nuts and eggs", "en", [
        ("self", "+nuts", "I'm allergic to nuts and eggs"), ("self", "+eggs", "I'm allergic to nuts and eggs")]),
    # what a list is said to be like is none of its items
    ("I hate coriander, tastes like soap", "en", [("self", "-coriander", "I hate coriander")]),
    ("I love coffee and tea, keeps me awake", "en", [
        ("self", "+coffee", "I love coffee and tea"), ("self", "+tea", "I love coffee and tea")]),
    ("Ich hasse Koriander, schmeckt nach Seife", "de", [("self", "-Koriander", "Ich hasse Koriander")]),
    ("I like walks, feasts and tea", "en", [
        ("self", "+walks", "I like walks, feasts and tea"), ("self", "+feasts", "I like walks, feasts and tea"),
        ("self", "+tea", "I like walks, feasts and tea")]),
    # whose name is told, and whom the pronoun after it means
    ("Max is my dog's name too, he is 3", "en", [
        ("dog", "+Max", "Max is my dog's name"), ("dog", "+3", "My dog is 3")]),
    ("Max heißt auch mein Hund", "de", [("dog", "+Max", "Max heißt mein Hund")]),
    ("Ich habe einen Hund, er heißt Bello", "de", [
        ("self", "+Hund", "Ich habe einen Hund"), ("dog", "+Bello", "Mein Hund heißt Bello")]),
    ("We have a new puppy. Her name is Luna", "en", [
        ("self", "+new puppy", "We have a new puppy"), ("dog", "+Luna", "My puppy's name is Luna")]),
    ("Meine Schwester hat einen Hund, er heißt Bello", "de", [
        ("sister", "+Hund", "Meine Schwester hat einen Hund")]),
    ("I have a son, she is 3", "en", [("self", "+son", "I have a son")]),
    ("I have a dog and a cat, he is called Bello", "en", [
        ("self", "+dog", "I have a dog and a cat"), ("self", "+cat", "I have a dog and a cat")]),
    # what only joins a statement to the talk is no part of it, the hour is
    ("I live in Oslo too, lol", "en", [("self", "+Oslo", "I live in Oslo")]),
    ("Ich mag auch Tee", "de", [("self", "+Tee", "Ich mag Tee")]),
    ("My son is 3 today", "en", [("son", "+3", "My son is 3")]),
    ("I get up at 5:30", "en", [("self", "+at 5:30", "I get up at 5:30")]),
    ("I hate tofu, too: mushy", "en", [("self", "-tofu", "I hate tofu")]),
    # what lies ahead of relatives and oneself, and what one takes or carries
    ("My mum's surgery is on Thursday", "en", [("mother", "+surgery", "My mum's surgery is on Thursday")]),
    ("My mum's surgery went well", "en", []),
    ("My flight leaves tomorrow at 7", "en", [("self", "+flight", "My flight leaves tomorrow at 7")]),
    ("My flight leaves soon", "en", []),
    ("Meine Mutter wird am Donnerstag operiert", "de", [
        ("mother", "+operiert", "Meine Mutter wird am Donnerstag operiert")]),
    ("Meine Mutter wird operiert", "de", []),
    ("Nächste Woche fange ich bei Siemens an", "de", [
        ("self", "+Siemens", "Nächste Woche fange ich bei Siemens an")]),
    ("Heute fange ich mit dem Buch an", "de", []),
    ("Wedding anniversary is 12 September", "en", [
        ("self", "+12 September", "My wedding anniversary is 12 September")]),
    ("Wedding anniversary is a big thing", "en", []),
    ("I met my wife in 2010", "en", [("self", "+my wife", "I met my wife in 2010")]),
    ("I met my wife at the station", "en", []),
    ("I take Ritalin", "en", [("self", "+Ritalin", "I take Ritalin")]),
    ("I take Uber", "en", []),
    ("I carry an EpiPen", "en", [("self", "+EpiPen", "I carry an EpiPen")]),
    ("I carry a bag", "en", []),
    ("Both my kids have asthma", "en", [("children", "+asthma", "Both my kids have asthma")]),
    ("Remember: I have two sons", "en", [("self", "+two sons", "I have two sons")]),
    ("Alice: I have two sons", "en", []),
)


def said(text: str, *, playing: bool = False) -> list[Candidate]:
    source = Utterance(7, "telegram:1", text, SENT, "en")
    found = patterns.extract(source, playing=playing)
    return [one for one in found if guards.check(one, source, playing=playing) is None]


@pytest.mark.parametrize("text", [text for texts in NOTHING.values() for text in texts])
def test_what_only_looks_like_a_statement_gives_nothing(text: str) -> None:
    assert [(one.attribute, one.polarity.value, one.value) for one in said(text)] == []


@pytest.mark.parametrize(("text", "expected"), SAID)
def test_its_plain_neighbour_is_still_read(text: str, expected: set[str]) -> None:
    assert {one.polarity + one.value for one in said(text)} >= expected


@pytest.mark.parametrize(("text", "language", "expected"), EXACT)
def test_a_message_says_this_and_no_more(text: str, language: str, expected: list[tuple[str, str, str]]) -> None:
    source = Utterance(7, "telegram:1", text, SENT, language)
    found = [one for one in patterns.extract(source) if guards.check(one, source) is None]
    assert [(one.subject, one.polarity + one.value, one.statement) for one in found] == expected


def beside(text: str, before: str, language: str) -> list[tuple[str, str, str]]:
    """What is said by a name alone, where `before` was said earlier."""
    earlier = patterns.extract(Utterance(1, "telegram:1", before, SENT, language))
    standing = [Known(number, one.subject, one.attribute, one.value, one.polarity, one.statement)
                for number, one in enumerate(earlier, 1)]
    source = Utterance(7, "telegram:1", text, SENT, language)
    found = opposed.extract(source, standing, patterns.extract(source))
    return [(one.subject, one.polarity + one.value, one.statement) for one in found
            if guards.check(one, source) is None]


@pytest.mark.parametrize(("text", "before", "language", "expected"), [
    ("Mia is allergic to peanuts", "I have two kids, Mia and Ben", "en",
     [("mia", "+peanuts", "My child Mia is allergic to peanuts")]),
    ("Ben starts school next September", "I have two kids, Mia and Ben", "en",
     [("ben", "+school", "My child Ben starts school next September")]),
    ("Mia ist allergisch gegen Nüsse", "Ich habe zwei Töchter, Mia und Eva", "de",
     [("mia", "+Nüsse", "Meine Tochter Mia ist allergisch gegen Nüsse")]),
    ("Ben starts school next September", "My son is called Ben", "en",
     [("son", "+school", "My son Ben starts school next September")]),
    ("Erik is now a teacher", "My boyfriend's name is Erik", "en",
     [("boyfriend", "+teacher", "My boyfriend Erik is now a teacher")]),
    ("Max is my dog's name too, he is 3", "My son is called Max", "en",
     [("dog", "+Max", "Max is my dog's name"), ("dog", "+3", "My dog is 3")]),
    ("Max heißt auch mein Hund", "Mein Sohn heißt Max", "de", [("dog", "+Max", "Max heißt mein Hund")]),
    ("I have two kids, Mia and Ben. Mia is allergic to peanuts.", "", "en",
     [("self", "+two kids", "I have two kids, Mia and Ben"),
      ("mia", "+peanuts", "My child Mia is allergic to peanuts")]),
    ("I live in Oslo. Mia is allergic to peanuts.", "", "en", [("self", "+Oslo", "I live in Oslo")]),
    ("Tom is allergic to peanuts", "I have two kids, Mia and Ben", "en", []),
    ("Mia and Ben are allergic to peanuts", "I have two kids, Mia and Ben", "en", []),
])
def test_a_name_stands_for_whom_it_was_told_of(text: str, before: str, language: str,
                                               expected: list[tuple[str, str, str]]) -> None:
    assert beside(text, before, language) == expected


def test_the_quote_of_a_dass_clause_holds_what_it_hangs_on() -> None:
    [found] = said("Ich bin froh, dass ich in Köln wohne")
    assert (found.quote, found.statement) == ("Ich bin froh, dass ich in Köln wohne", "Ich wohne in Köln")


def test_two_subjects_stay_together_in_the_sentence() -> None:
    [found] = said("My wife and I are vegan")
    assert (found.subject, found.value, found.statement) == ("self", "vegan", "My wife and I are vegan")


def test_a_span_of_days_is_no_part_of_the_value() -> None:
    [found] = said("I am on holiday from Monday to Friday")
    assert found.value == "holiday"


GAME = ("Let's pretend: you are the innkeeper and I am Captain Rook.", "Good evening, captain, says the innkeeper",
        "I drink rum and I hate water")


@pytest.mark.parametrize("opening", [
    "Let's role-play: I'm a vampire", "let's play: you are the dragon", "You are the game master, I am an elf",
    "Lass uns so tun, als wären wir Piraten", "Spielen wir: ich bin der König", "Du bist der Wirt, ich bin Ritter",
])
def test_a_game_goes_on_in_later_messages_until_it_is_ended(opening: str) -> None:
    assert play.goes_on([opening])
    assert play.goes_on([opening, "I hate water", "ich habe drei Schwerter"])
    assert not play.goes_on([opening, "end of game", "I live in Rome"])
    assert not play.goes_on([opening, "Rollenspiel Ende"])
    assert not play.goes_on([opening, *["hm"] * play.LOOKS_BACK])


@pytest.mark.parametrize("text", ["I play D&D on Fridays", "I'm writing a novel", "Let's play chess tomorrow",
                                  "In my story a king dies", "I work as a game master", "Ich spiele Gitarre"])
def test_talk_about_games_opens_none(text: str) -> None:
    assert not play.goes_on([text])


def test_what_is_said_in_a_game_is_not_learned_and_stepping_out_of_it_is() -> None:
    assert play.goes_on(GAME[:2])
    assert said(GAME[2], playing=True) == []
    assert {one.value for one in said(GAME[2])} >= {"water"}  # control: the same words outside of it
    assert [one.value for one in said("I hate water. Seriously, I live in Turin.", playing=True)] == ["Turin"]
    assert [one.value for one in said("I hate water. End of game. I live in Turin.", playing=True)] == ["Turin"]


async def test_c04_a_game_opened_in_one_message_keeps_the_next_ones_out_of_the_queue(memory: Memory,
                                                                                     place: Place) -> None:
    assert await say(memory, place, "Let's role-play: you are the innkeeper!", "I hate water") == []
    assert await say(memory, place, "I live in a cave near Rome") == []
    queued = await say(memory, place, "End of the game. I live in Turin.")
    assert [claim.value for claim in queued] == ["Turin"]  # control: the same room, the game over


@pytest.mark.parametrize("piece", ["I like tea and my wife and I are vegan, ", "ich weiß, dass ", ", no ", " ", "("])
def test_a_sentence_without_an_end_is_left_alone_and_costs_little(piece: str) -> None:
    text = piece * (4000 // len(piece))
    started = perf_counter()
    assert said(text) == []
    assert perf_counter() - started < 5  # seconds; hundredths when idle, minutes when read by clauses
