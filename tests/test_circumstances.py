"""What people mention of their circumstances on the way to something else: kind by kind, each with what is none."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memory.domain import Candidate, Polarity, Utterance
from memory.extract import guards, patterns

KINDS = {
    "no subject pronoun": (
        ("been on lithium since my twenties", "on lithium"), ("been in a wheelchair for ten years", "wheelchair"),
        ("moved to Tromsø for good", "Tromsø"), ("bin bademeister im freibad", "bademeister"),
        ("hab nen steifen ellenbogen", "steifen ellenbogen"), ("hab keinen festnetzanschluss", "festnetz")),
    "beside a question or a request": (
        ("can you suggest a dessert, and keep in mind i'm coeliac", "coeliac"),
        ("could you change the menu, we're halal", "halal"), ("explain depreciation, i'm a locksmith", "locksmith"),
        ("kannst du was empfehlen, ich bin vegan", "vegan"), ("lohnt sich das? bin schafzüchter", "schafzüchter"),
        ("short lines pls, dyslexia", "dyslexia"), ("große schrift bitte, tinnitus", "tinnitus")),
    "what is mine": (
        ("our terrace faces west", "faces west"), ("my sewing circle meets in the chapel", "meets in the chapel"),
        ("our stove's wood fired", "wood fired"), ("unser garten geht nach süden", "geht nach süden"),
        ("mein vertrag läuft bis ende juni", "bis ende juni"), ("mein kurs ist jeden abend", "jeden abend")),
    "days": (
        ("tuesdays are chemo", "chemo"), ("every other friday i'm on call at the lifeboat station", "call"),
        ("donnerstags hab ich krankengymnastik", "krankengymnastik"),
        ("jeden montag geh ich ins blasorchester", "blasorchester")),
    "as somebody": (
        ("as a courier i get parking fines", "courier"), ("als hausmeister hab ich alle schlüssel", "hausmeister"),
        ("being the only man in the office gets old", "only man in the office")),
    "we": (("we're beekeepers", "beekeepers"), ("wir sind halt schafbauern", "schafbauern")),
    "relatives": (
        ("mother in law lives with us", "lives with us"), ("my ex has the kids at easter", "kids at easter"),
        ("meine schwiegereltern wohnen über uns", "wohnen über uns"), ("schwester sitzt im rollstuhl", "rollstuhl")),
    "rules": (
        ("the landlord has banned barbecues on the roof", "banned barbecues"),
        ("our lease doesn't allow dogs", "allow dogs"), ("no grapefruit for me", "grapefruit"),
        ("der vermieter verbietet haustiere", "haustiere"), ("ich darf keinen alkohol trinken", "alkohol"),
        ("seit der operation darf ich nicht fliegen", "fliegen"), ("crowds are a no for me", "crowds")),
    "at home": (
        ("bei uns im dorf gibts keinen bus", "keinen bus"), ("no signal at our farm btw", "signal"),
        ("there's always a rescue inhaler in my bag", "rescue inhaler")),
    "for long": (
        ("i've sung alto in a gospel choir since the nineties", "sung alto"),
        ("ich trag seit zehn jahren ein hörgerät", "hörgerät"),
        ("seit dem unfall schlaf ich im sessel", "im sessel")),
    "what one cannot do or lives by": (
        ("i never learnt to swim and i'm fine with that", "swim"), ("ich kann nicht schwimmen", "schwimmen"),
        ("radfahren hab ich nie gelernt", "radfahren"), ("i rely on captions", "captions"),
        ("fyi i go by she/they", "she/they")),
    "the body": (
        ("epileptic, diagnosed last spring", "epileptic"), ("nee, ich bin trocken, vier jahre", "trocken"),
        ("vor zehn bin ich nie wach genug", "vor zehn bin ich nie"),
        ("i'm deaf in one ear", "deaf in one ear"), ("bin auf einem ohr taub", "auf einem ohr taub"),
        ("ich lauf nur mit krücken", "nur mit krücken")),
    "clipped verbs": (
        ("ich trag seit zehn jahren eine prothese", "prothese"), ("pendel jeden tag von Ulm nach Stuttgart", "von Ulm"),
        ("ich mal nur aquarelle, seit zwanzig jahren", "aquarelle")),
    "people by title": (
        ("my thesis supervisor is Dr Adeyemi", "Dr Adeyemi"), ("unsere hebamme ist frau Lorenz", "frau Lorenz"),
        ("grandma's pension covers our heating", "pension covers our heating")),
    "passions and plans": (
        ("pottery is my passion", "pottery"), ("angeln ist meine leidenschaft", "angeln"),
        ("i opened a small bakery", "bakery"), ("we want to adopt a child", "adopt a child"),
        ("i'm looking for a flat in Leeds", "flat in Leeds")),
    "what they never did, like better and cannot bear": (
        ("never smoked a cigarette", "cigarette"), ("hab noch nie geraucht", "geraucht"),
        ("führerschein hab ich nie gemacht", "führerschein"), ("rabbits beat hamsters for me any day", "rabbits"),
        ("lieber nordsee als ostsee", "nordsee"), ("spargel geht immer", "spargel"),
        ("gluten geht bei mir gar nicht", "gluten"), ("goat's milk makes me ill", "goat's milk"),
        ("no milk in my tea, ever", "milk"), ("not allowed to drive since the stroke", "drive")),
    "medicines and measures": (
        ("i take mesalazine for my gut", "mesalazine"), ("ich nehme metformin", "metformin"),
        ("i'm six foot four", "six foot four"), ("i've been sober nine years", "sober nine years")),
    "standing things": (
        ("my commute is super short", "super short"), ("our street is dead quiet", "dead quiet"),
        ("unsere wohnung ist winzig", "winzig"), ("bei mir wohnen drei papageien", "drei papageien")),
    "relatives' habits": (
        ("my wife Edna keeps the accounts", "keeps the accounts"), ("mum's scared of horses", "scared of horses"),
        ("mein vater hilft auf dem hof", "hilft auf dem hof"), ("i sell eggs to the village shop", "sell eggs")),
}


def learned(text: str, language: str = "en") -> list[Candidate]:
    said = Utterance(1, "telegram:1", text, datetime(2026, 11, 30, tzinfo=UTC), language)
    return [one for one in patterns.extract(said) if guards.check(one, said) is None]


@pytest.mark.parametrize(("text", "value"), [row for rows in KINDS.values() for row in rows])
def test_what_is_mentioned_in_passing_is_learned(text: str, value: str) -> None:
    found = [one.value.casefold() for one in learned(text)]
    assert any(value.casefold() in said for said in found), found


@pytest.mark.parametrize("text", [
    "been there, done that", "been a while since we talked", "been in a meeting since noon", "bin müde",
    "bin gleich da",
    "hab ne frage", "hab nen fehler im code", "hab nen ohrwurm", "hab einen tollen film gesehen",
    "how do you say, i'm lost", "can you write a mail to my boss, i'm sick", "can you tell him, i'm a nurse",
    "wie sagt man auf englisch, ich bin lehrer", "kannst du schreiben, ich bin vegan", "can you help me, i'm stuck",
    "do you know if the hotel is ok, i'm vegan they asked", "explain asthma please", "bitte erklär mir asthma",
    "what is dyslexia please", "recipe for diabetes please",
    "my phone is broken", "my code has a bug", "my essay ends in a question", "mein zug hat verspätung",
    "mein code läuft nicht", "meine romanfigur ist ein einarmiger uhrmacher", "our team lost again",
    "our postman has a spaniel", "my boss lives in Lima", "unser nachbar hat eine katze",
    "friday is fine", "mondays are the worst", "every monday the store is closed",
    "as a result i failed the test", "as a joke i said yes", "as a rule i don't reply", "als nächstes will ich kochen",
    "we're late", "we are the champions", "wir sind bereit",
    "mom has a question", "mom has the flu", "her mother in law lives with them",
    "the school says no", "does the lease allow pets", "the doctor in the movie bans visitors",
    "her landlord has banned bikes", "no sugar for the cake", "no comment for now", "no time for me today",
    "there's a bug in my code", "there's a spider in my room", "i've been working on this for years",
    "i can't see the file", "i want to know why", "i want to open the file",
    "i'm looking for a word", "this is my favourite", "this song is my passion", "i started a new chat",
    "ich mal das bild morgen fertig", "ich seh nur den fehler", "we decided to start the meeting",
    "i opened a ticket", "my question is dr strange", "i rely on your help", "schreib jeden tag einen satz",
    "my sister says hi", "my kid screams at me", "mein mann kommt gleich", "my place is empty tonight",
    "my shift is over", "meine wohnung ist dreckig", "i'm not allowed to open the file", "not allowed to say",
    "never touched the config", "hab noch nie davon gehört", "quality over quantity always", "better late than never",
    "der link geht bei mir nicht", "das geht immer kaputt", "lieber heute als morgen", "this error terrifies me",
    "i take the pipeline", "bei uns wohnt der dativ", "no bugs in my code",
    "seit gestern regnet es", "seit heute früh hab ich husten",
])
def test_what_only_looks_like_it_is_not(text: str) -> None:
    assert [(one.attribute, one.value) for one in (*learned(text), *learned(text, "de"))] == []


@pytest.mark.parametrize(("text", "statement"), [
    ("is this ok? been on lithium since my twenties", "I have been on lithium since my twenties"),
    ("as a courier i get parking fines", "I am a courier"),
    ("tuesdays are dialysis so dont plan me anything", "Tuesdays are dialysis"),
    ("short sentences pls, dyslexia", "I have dyslexia"),
    ("bin bademeister im freibad, erzähl mir was", "Ich bin bademeister im freibad"),
])
def test_the_statement_is_a_sentence_of_its_own(text: str, statement: str) -> None:
    assert [one.statement for one in learned(text)] == [statement]


def test_what_one_cannot_bear_is_a_taste_denied() -> None:
    for text in ("spiders terrify me", "tanzen ist mir ein graus"):
        assert [(one.attribute, one.polarity) for one in learned(text, "de")] == [("likes", Polarity.NO)]


def test_what_is_not_allowed_is_denied() -> None:
    assert [one.polarity for one in learned("ich darf keinen alkohol trinken", "de")] == [Polarity.NO]
    assert [one.polarity for one in learned("no grapefruit for me")] == [Polarity.NO]
    assert [one.polarity for one in learned("der vermieter verbietet haustiere", "de")] == [Polarity.YES]
