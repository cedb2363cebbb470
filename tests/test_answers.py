"""What a question wants to be told, and which statements cannot tell it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from memory.answers import Kind, head, lacks, parts, wanted
from memory.core import Memory, Options
from memory.domain import Principal, Room
from memory.place import Place
from tests.conftest import HandClock

# question, a statement that may answer it, one that cannot
PAIRS = (
    ("when is Mira's birthday?", "Mira's birthday is on 4 May", "Mira is a nurse"),
    ("when do I swim?", "I swim on Tuesdays", "I swim with Jo"),
    ("what time do I start work?", "I start work at 9 am", "I work at the bakery"),
    ("how long have I had the car?", "I've had the car for two years", "I have a red car"),
    ("since when do I live in Ghent?", "I have lived in Ghent since 2019", "I live in Ghent"),
    ("how old is Bruno?", "Bruno is four", "Bruno is scared of thunder"),
    ("how many bees do we keep?", "We keep 40,000 bees", "We keep bees"),
    ("who taught me to knit?", "My grandmother taught me to knit", "I love to knit"),
    ("what's Femi's restaurant called?", "Femi's restaurant is called Suya Palace", "Femi owns a restaurant"),
    ("what is Ana's last name?", "Ana's last name is Costa", "My sister is Ana"),
    ("where does Arjun live?", "Arjun lives in Pune", "Arjun loves cricket"),
    ("where did I lose my wallet?", "I lost my wallet at the pool", "I lost my wallet in March"),
    ("wann hat Selma Geburtstag?", "Selma hat am 3. Juni Geburtstag", "Selma ist Lehrerin"),
    ("wann ist Chorprobe?", "Die Chorprobe ist donnerstags", "Die Chorprobe macht Spaß"),
    ("seit wann rauche ich nicht mehr?", "Ich rauche seit zwei Jahren nicht mehr", "Ich rauche nicht mehr"),
    ("um wie viel Uhr stehe ich auf?", "Ich stehe um halb sechs auf", "Ich stehe ungern auf"),
    ("wie alt ist Frida?", "Frida ist acht", "Frida spielt Geige"),
    ("wie viele Hühner habe ich?", "Ich habe drei Hühner", "Ich habe Hühner"),
    ("wie hoch ist meine Miete?", "Ich zahle 800 Euro Miete", "Ich zahle Miete"),
    ("wer nimmt meine Pakete an?", "Mein Nachbar nimmt Pakete an", "Ich bekomme viele Pakete"),
    ("wie heißen Katrins Zwillinge?", "Katrins Zwillinge heißen Jo und Ben", "Katrin hat Zwillinge"),
    ("wo arbeitet Dario?", "Dario arbeitet in einer Eisdiele", "Dario arbeitet viel"),
    ("woher kommt Ingrid?", "Ingrid kommt aus Lübeck", "Ingrid kocht zu fett"),
)


@pytest.mark.parametrize(("question", "answer", "beside"), PAIRS)
def test_a_statement_without_the_kind_of_answer_that_is_asked_for_lacks_it(question: str, answer: str, beside: str
                                                                          ) -> None:
    assert not lacks(question, answer)
    assert lacks(question, beside)


@pytest.mark.parametrize("question", ["what do I do for work?", "do I have pets?", "which wrist broke when I skied?",
                                      "was mache ich beruflich?", "bin ich verheiratet?", "I was born in May",
                                      "welchen Sport mache ich?"])
def test_a_question_for_anything_is_lacked_by_no_statement(question: str) -> None:
    assert wanted(question) == frozenset()
    assert not lacks(question, "I have two cats")


def test_each_clause_may_ask_for_a_kind_of_its_own() -> None:
    assert wanted("where do I get my pills, who do I ask for?") == {Kind.PLACE, Kind.PERSON}


def test_who_a_name_is_may_be_told_by_a_statement_with_that_name() -> None:
    assert not lacks("who is Deepa?", "My boss is Deepa")
    assert lacks("what's Deepa called?", "My boss is Deepa")


@pytest.mark.parametrize(("question", "word"), [
    ("what's Mira's phone number?", "number"), ("what shoe size am I?", "size"),
    ("what car insurance do I have", "insurance"),
    ("what is my blood type?", "blood"), ("which gym am I a member of?", "gym"), ("what colour is Biscuit?", "colour"),
    ("welche Blutgruppe hab ich?", "Blutgruppe"), ("was ist meine Augenfarbe?", "Augenfarbe"),
    ("bei welcher Bank bin ich?", "Bank"), ("wie heißt mein Zahnarzt?", "Zahnarzt"),
    ("was für ein Handy nutze ich?", "Handy"), ("does it rain?", ""), ("regnet es?", ""),
])
def test_the_head_is_the_word_that_says_what_is_wanted(question: str, word: str) -> None:
    assert head(question) == word


@pytest_asyncio.fixture
async def here(directory: Path, clock: HandClock) -> AsyncIterator[Place]:
    async with Memory.open(directory, clock=clock, options=Options(extractor="patterns")) as memory:
        place = memory.at(Principal("t:1", "Priya"), Room("t:1"))
        for statement in ("My sister Mira is a nurse in Hamburg", "I drive a red Toyota",
                          "Meine Tochter Frida spielt Geige"):
            await place.remember(statement)
        clock.forward(days=1)
        yield place


@pytest.mark.parametrize(("answered", "beside"), [
    ("where does Mira nurse?", "how old is Mira?"),
    ("what colour is my Toyota?", "what car insurance do I have?"),
    ("was spielt Frida?", "wann hat Frida Geburtstag?"),
])
async def test_what_shares_the_person_or_the_topic_only_is_not_shown(here: Place, answered: str, beside: str) -> None:
    assert (await here.recall(answered)).facts
    assert not (await here.recall(beside)).facts


@pytest.mark.parametrize(("question", "statement"), [
    ("do I like tea? and what's my number again?", "I like tea"),
    ("mag ich Tee? und wie war meine Nummer?", "Ich mag Tee"),
])
def test_a_message_that_asks_two_things_is_answered_by_either(question: str, statement: str) -> None:
    assert not lacks(question, statement)
    assert head(question) == ""
    assert head(question.split("?")[1]) != ""


@pytest.mark.parametrize(("message", "looked_at"), [
    ("where do I live?", []),
    ("It rained all day. Where do I live? Thanks!", ["Where do I live?"]),
    ("Hier regnet es. wo wohne ich\nDanke schon mal", ["wo wohne ich"]),
    ("I went to the market. My aunt wants flowers for her birthday. Yes.",
     ["I went to the market.", "My aunt wants flowers for her birthday.", "Yes."]),
    ("Who is he? What is it? Where is she? When was that?", ["What is it?", "Where is she?", "When was that?"]),
])
def test_of_several_sentences_those_that_ask_are_looked_at_by_themselves(message: str, looked_at: list[str]) -> None:
    assert parts(message) == looked_at
