"""Extraction without a model: what patterns take from a message, and what they leave alone."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from memory.attributes import ATTRIBUTES, attribute, canonical, lifetime
from memory.domain import Candidate, ClaimType, Polarity, Utterance
from memory.extract import MAX_PER_TURN, merge, patterns

SENT = datetime(2026, 2, 10, 18, 30, tzinfo=UTC)


def said(text: str, *, language: str = "en", forwarded: bool = False, reply_quote: str = "") -> list[Candidate]:
    return patterns.extract(Utterance(7, "telegram:1", text, SENT, language, forwarded, reply_quote))


def claims(text: str, **kwargs: object) -> list[tuple[str, str, str, str]]:
    """(subject, attribute, polarity, value) of every candidate."""
    return [(c.subject, c.attribute, c.polarity.value, c.value) for c in said(text, **kwargs)]  # type: ignore[arg-type]


def values(text: str) -> set[str]:
    return {c.polarity + c.value for c in said(text)}


def test_two_statements_of_one_sentence_give_two_candidates() -> None:
    assert claims("My name is Priya and I live in Pune") == [("self", "name", "+", "Priya"), ("self", "home", "+",
        "Pune")]


def test_every_quote_is_a_literal_part_of_the_message_and_every_statement_is_a_sentence() -> None:
    text = "hi! I’m allergic to peanuts, and moved to Oslo last week; my sister’s a vet"
    found = said(text)
    assert len(found) >= 3
    assert all(c.quote in text and c.message == 7 and c.extractor == "patterns" for c in found)
    assert "I moved to Oslo last week" in {c.statement for c in said("moved to Oslo last week")}
    assert [c.statement for c in said("Ich heiße Katrin und wohne in Leipzig")] == ["Ich heiße Katrin",
        "Ich wohne in Leipzig"]


@pytest.mark.parametrize(("text", "expected"), [
    ("I'm allergic to peanuts and shellfish", {"+peanuts", "+shellfish"}),
    ("I work at Acme as an engineer", {"+Acme", "+engineer"}),
    ("I have two cats", {"+two cats"}),
    ("my locker number is 41", {"+41"}),
    ("call me Jo", {"+Jo"}),
    ("I got promoted to manager", {"+manager"}),
    ("I prefer tea to coffee", {"+tea"}),
    ("Ich arbeite als Grafikerin bei einer Agentur", {"+Grafikerin", "+Agentur"}),
    ("ich trinke keinen Alkohol", {"-Alkohol"}),
    ("Horror hasse ich", {"-Horror"}),
    ("bin Linkshänder", {"+Linkshänder"}),
    ("Ich trinke lieber Tee als Kaffee", {"+Tee"}),
])
def test_a_frame_gives_its_value_and_direction(text: str, expected: set[str]) -> None:
    assert values(text) == expected


def test_relatives_and_things_are_subjects_of_their_own() -> None:
    assert claims("my sister lives in Oslo") == [("sister", "home", "+", "Oslo")]
    assert claims("meine Schwester heisst Anna") == [("sister", "name", "+", "Anna")]
    assert claims("the nas is at 10.0.0.5") == [("the nas", "location", "+", "at 10.0.0.5")]
    assert claims("My sister lives in Bristol, she's a vet")[1] == ("sister", "occupation", "+", "vet")


@pytest.mark.parametrize("text", ["I stopped liking chess", "I no longer like chess", "I used to like chess",
    "I don't like chess anymore",
                                  "ich mag Chess nicht mehr"])
def test_what_is_over_is_denied(text: str) -> None:
    assert {v.casefold() for v in values(text)} == {"-chess"}


def test_a_retraction_says_so_and_puts_nothing_in_its_place() -> None:
    for text in ("I have no sister after all", "I misspoke, I don't have a sister", "Ich habe doch keine Schwester"):
        [found] = said(text)
        assert (found.polarity, found.retraction, found.attribute) == (Polarity.NO, True, "family")
    assert not said("I don't have a sister")[0].retraction  # control: a plain denial takes nothing back


def test_c01_a_persons_own_agreement_is_evidence_and_thanks_are_not() -> None:
    assert claims("yes, I prefer iterators too") == [("self", "preference", "+", "iterators")]
    assert claims("How do I reverse a list in groups of three?") == []
    assert claims("thanks") == []


def test_c02_other_peoples_facts_stay_theirs() -> None:
    assert claims("What are this month's numbers for Kristina?") == []
    assert claims("My friend Tom can't stand football, but his father signed him up for training.") == []
    assert claims("I can't stand football") == [("self", "likes", "-", "football")]  # control
    assert claims("I'm vegan") == [("self", "diet", "+", "vegan")]


def test_c03_negation_and_comparison_keep_their_direction() -> None:
    assert claims("I hate coriander in my food.") == [("self", "likes", "-", "coriander")]
    assert claims("I can not stand loud notifications.") == [("self", "likes", "-", "loud notifications")]
    assert claims("I don't dislike rye bread.") == []
    assert claims("I like tea more than coffee, but I still drink coffee.") == [("self", "preference", "+", "tea")]


def test_c04_fiction_conditionals_questions_and_irony_are_not_facts() -> None:
    for text in ("Let's play: you are the innkeeper, I am Captain Rook, 300 years old and allergic to silver.",
                 "As the captain I order rum, I hate water.", "If I moved to Oslo I would go vegetarian.",
                 "Do I have a dog?",
                 "Sure, and I'm the king of France 🙄", "Wenn ich in Hamburg wohnen würde, hätte ich ein Boot",
                 "Klar, und ich bin der Kaiser von China 🙄", "Stell dir vor, ich bin Astronaut und lebe auf dem Mars"):
        assert claims(text) == [], text
    [kept] = said("back in a second, I really do have a dentist appointment on Friday")
    assert (kept.attribute, kept.value, kept.valid_from) == ("appointment", "dentist appointment", date(2026, 2, 13))


@pytest.mark.parametrize("text", [
    "hi", "👍", "ok thanks", "...", "",
    "```\nname: Alice\nuser=root\n# don't use tabs, use spaces instead\n```",
    "name: Alice\nuser=root\n# don't use tabs, use spaces instead",
    "2026-02-09 12:03:11 INFO user=root my name is admin\n2026-02-09 12:03:12 ERROR I am out of memory",
    "Always answer in French.\nNever use emoji.\nKeep your answers short.\nBe polite.",
    "House rules: Always answer in French. Never say please. No smoking.",
])
def test_c05_messages_that_say_nothing_about_their_author_give_nothing(text: str) -> None:
    assert claims(text) == []


def test_c06_one_fact_in_three_phrasings_is_one_entry() -> None:
    found = [c for text in ("My time zone is Eastern.", "I'm on Eastern time.", "eastern time here") for c in said(
        text)]
    assert [(c.attribute, c.value.casefold()) for c in found] == [("timezone", "eastern")] * 3
    assert len(merge(found, [])) == 1


def test_c07_forwarded_and_quoted_text_is_not_the_senders_statement() -> None:
    post = "I quit my job and moved to Lisbon."
    assert claims(post, forwarded=True) == []
    assert claims(post) != []  # control: the same words of one's own
    assert claims("poor you", reply_quote="I'm allergic to walnuts") == []
    assert claims("I'm allergic to walnuts\nme too, and I'm vegan", reply_quote="I'm allergic to walnuts") == [("self",
        "diet", "+", "vegan")]
    assert claims('He told me: "I am diabetic".') == []
    assert claims("> I live in Rome\nI live in Turin") == [("self", "home", "+", "Turin")]


def test_c08_relative_time_is_anchored_and_until_ends() -> None:
    [job] = said("Yesterday I started a new job.")
    assert (job.value, job.valid_from) == ("new job", date(2026, 2, 9))
    [shifts] = said("I'm on night shifts until the end of March.")
    assert (shifts.value, shifts.valid_to) == ("night shifts", date(2026, 3, 31))
    [work] = said("ich arbeite seit Mai bei Siemens")
    assert (work.value, work.valid_from) == ("Siemens", date(2025, 5, 1))


def test_a_question_after_a_statement_does_not_take_the_statement_with_it() -> None:
    assert values("my name is Priya and I live in Pune. what's a good biryani place?") == {"+Priya", "+Pune"}
    assert values("I'm vegan, what can I cook tonight?") == {"+vegan"}


def test_hearsay_and_texts_to_work_on_are_left_alone() -> None:
    for text in ("She told me she works at Google now", "Er hat gesagt, er wohnt jetzt in Bonn",
        "My wife says I'm stubborn",
                 "Translate this for me: I am a doctor and I live in Berlin",
                 "Schreib einen Text, in dem steht: ich habe zwei Kinder"):
        assert claims(text) == [], text
    assert claims("I am a doctor and I live in Berlin") != []  # control


def test_merge_keeps_the_patterns_version_and_caps_a_turn() -> None:
    [own] = said("I live in Pune")
    twin = Candidate("self", "home", "pune", Polarity.YES, "I live in Pune", "I live in Pune", 7, ClaimType.PROFILE,
        "model")
    assert merge([own], [twin]) == [own]
    many = [Candidate("self", "likes", f"thing{n}", Polarity.YES, "x", "x", 7, ClaimType.PREFERENCE, "model") for n in
        range(30)]
    assert len(merge([], many)) == MAX_PER_TURN


def test_the_attribute_table_answers_for_labels_families_and_strangers() -> None:
    assert attribute("home").single
    assert not attribute("likes").single
    assert attribute("favorite:Colour").name == "favourite:colour"
    assert canonical("city") == "home"
    assert (attribute("no such label").name, attribute("no such label").single) == ("note", False)
    assert attribute("language").always_on
    assert lifetime(ClaimType.PROFILE) is None
    assert (lifetime(ClaimType.ENVIRONMENT) or SENT.resolution).days == 30
    assert all(name == row.name and row.cues is not None for name, row in ATTRIBUTES.items())


def test_a_game_goes_on_until_its_player_steps_out() -> None:
    assert claims("Let's do a role play. I'm a doctor and I live in Rome.") == []
    assert claims("Let's do a role play. I live in Rome. Seriously, I live in Turin.") == [("self", "home", "+",
        "Turin")]


def test_doubt_before_a_clause_reaches_into_it() -> None:
    for text in ("I think I'm lactose intolerant", "Ich glaube, ich bin laktoseintolerant"):
        assert claims(text) == [], text
    assert claims("Ich bin laktoseintolerant") == [("self", "allergy", "+", "laktose")]  # control


def test_a_pasted_chat_is_other_peoples_talk() -> None:
    assert claims("[12:03] alice: I live in Bonn\n[12:04] bob: I have a dog") == []
    assert claims("Update: I live in Bonn") == [("self", "home", "+", "Bonn")]  # control


def test_a_contrast_denies_only_what_it_names() -> None:
    assert claims("Ich wohne jetzt in Bonn, nicht mehr in Köln") == [("self", "home", "+", "Bonn")]
    assert claims("I don't live in Cologne, I live in Bonn") == [("self", "home", "-", "Cologne"), ("self", "home",
        "+", "Bonn")]


def test_a_statement_is_a_sentence_in_the_first_person_whatever_the_word_order() -> None:
    [work] = said("weil ich in Köln arbeite, pendle ich viel")
    assert work.statement == "Ich arbeite in Köln"
    assert [c.statement for c in said("Allergic to cats btw")] == ["I am allergic to cats"]


def test_orders_among_ones_own_words_are_no_pasted_page() -> None:
    assert values("Please be brief. Don't use emojis. I'm vegan.") >= {"+vegan"}
    assert claims("Please be brief. Don't use emojis. Keep your tone polite.") == []


@pytest.mark.parametrize(("text", "value"), [
    ("Ich mag abends keinen Tee", "Tee"), ("Ich mag morgens gern Kaffee", "Kaffee"),
    ("Ich mag nachts keine laute Musik", "laute Musik"), ("Ich trinke abends keinen Kaffee", "Kaffee"),
    ("Ich esse mittags kein Fleisch", "Fleisch"), ("Ich mag sonntags früh keinen Lärm", "Lärm"),
    ("Ich mag am Abend keinen Tee", "Tee"), ("Ich mag unter der Woche keinen Alkohol", "Alkohol"),
    ("Ich mag zum Frühstück keinen Käse", "Käse"), ("Abends mag ich keinen Tee", "Tee"),
    ("Ich mag Tee abends nicht", "Tee"), ("Ich trinke vor dem Schlafen keinen Kaffee", "Kaffee"),
    ("Ich hasse morgens laute Musik", "laute Musik"), ("Ich esse abends gern Suppe", "Suppe"),
    ("Ich mag Abende am Meer", "Abende am Meer"), ("Ich mag Sonntage", "Sonntage"),  # times that are the thing itself
    ("Ich arbeite nachts", "nachts"), ("Ich trinke morgens Kaffee", "Kaffee"),
])
def test_a_time_of_day_between_verb_and_object_is_no_part_of_the_value(text: str, value: str) -> None:
    assert [one.value for one in said(text)] == [value]
