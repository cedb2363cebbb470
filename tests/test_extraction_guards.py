"""Guards, echo and the reading of a model's answer: every refusal with a control that passes."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from memory.attributes import attribute
from memory.domain import Candidate, ClaimType, Polarity, Utterance
from memory.errors import BadExtraction
from memory.extract import echo, guards, patterns, prompt

SENT = datetime(2026, 2, 10, 18, 30, tzinfo=UTC)


def utterance(text: str, number: int = 7, *, forwarded: bool = False, reply_quote: str = "") -> Utterance:
    return Utterance(number, "telegram:1", text, SENT, "en", forwarded, reply_quote)


def candidate(quote: str, value: str, slot: str = "home", subject: str = "self") -> Candidate:
    return Candidate(subject, slot, value, Polarity.YES, quote, quote, 7, attribute(slot).type, "model")


def judged(text: str, quote: str, value: str, slot: str = "home", subject: str = "self") -> str | None:
    return guards.check(candidate(quote, value, slot, subject), utterance(text))


def answer(*items: dict[str, object]) -> str:
    return json.dumps({"claims": list(items)})


def item(**changes: object) -> dict[str, object]:
    return {"message": 1, "quote": "I live in Pune", "subject": "self", "attribute": "home", "value": "Pune"} | changes


def test_a_plain_statement_passes_every_guard() -> None:
    assert judged("well, I live in Pune", "I live in Pune", "Pune") is None
    assert judged("Ich wohne in Köln", "Ich wohne in Köln", "Köln") is None
    assert judged("my sister lives in Oslo", "my sister lives in Oslo", "Oslo", subject="sister") is None


@pytest.mark.parametrize(("text", "quote", "value", "reason"), [
    ("I live in Pune", "I live in Mumbai", "Mumbai", "quote not in message"),
    ("I live in Pune", "", "Pune", "quote not in message"),
    ("Do I live in Pune?", "I live in Pune", "Pune", "question"),
    ("If I live in Pune I am happy", "I live in Pune", "Pune", "hypothetical"),
    ("Maybe I live in Pune", "I live in Pune", "Pune", "hypothetical"),
    ("Let's pretend I live in Pune", "I live in Pune", "Pune", "role play"),
    ("As the captain I live in Pune", "I live in Pune", "Pune", "role play"),
    ("sure, and I live in Pune 🙄", "I live in Pune", "Pune", "irony"),
    ("My friend Tom lives in Pune", "My friend Tom lives in Pune", "Pune", "about somebody else"),
    ("Kristina lives in Pune", "Kristina lives in Pune", "Pune", "about somebody else"),
    ("I live in Pune", "I live in Pune", "Maharashtra", "not grounded"),
    ("she said I live in Pune", "I live in Pune", "Pune", "reported speech"),
    ("translate this: I live in Pune", "I live in Pune", "Pune", "request"),
    ("```\nI live in Pune\n```", "I live in Pune", "Pune", "quoted text"),
])
def test_each_guard_names_its_reason(text: str, quote: str, value: str, reason: str) -> None:
    assert judged(text, quote, value) == reason


def test_forwards_and_quoted_replies_are_refused() -> None:
    plain = candidate("I live in Pune", "Pune")
    assert guards.check(plain, utterance("I live in Pune", forwarded=True)) == "forwarded"
    assert guards.check(plain, utterance("I live in Pune\npoor you", reply_quote="I live in Pune")) == "quoted text"
    assert guards.check(plain, utterance("I live in Pune")) is None


def test_c40_a_secret_is_refused_by_name() -> None:
    text = "my database password is hunter2-blue"
    assert judged(text, text, "hunter2-blue", "note") == "secret"
    masked = "my password is [secret: password]"
    assert judged(masked, masked, "password", "note") == "secret"
    assert patterns.extract(utterance("My IBAN is [secret: iban]")) == []
    assert [found.value for found in patterns.extract(utterance("My hat size is 58"))] == ["58"]
    assert judged("I have a database password", "I have a database password", "database password", "note") is None


def test_double_denial_asserts_nothing() -> None:
    text = "I don't dislike rye bread."
    assert judged(text, "I don't dislike rye bread", "rye bread", "likes") == "neither asserted nor denied"
    assert judged("I dislike rye bread.", "I dislike rye bread", "rye bread", "likes") is None


@pytest.mark.parametrize("text", [
    "I live in Pune", "I'm not vegetarian anymore", "moved to Oslo last week", "my sister lives in Oslo",
    "Ich trinke keinen Alkohol",
    "never been to Asia", "My wife's name is Helen", "the nas is at 10.0.0.5", "I hate mornings but I love late nights",
])
def test_what_patterns_find_passes_the_guards(text: str) -> None:
    found = patterns.extract(utterance(text))
    assert found
    assert [guards.check(one, utterance(text)) for one in found] == [None] * len(found)


def test_polarity_type_and_dates_come_from_the_words_not_from_the_model() -> None:
    source = utterance("I'm not vegetarian anymore. I'm on night shifts until the end of March.")
    [diet, shifts] = prompt.parse(answer(
        item(quote="I'm not vegetarian anymore", attribute="diet", value="vegetarian", polarity="+"),
        item(quote="I'm on night shifts until the end of March", attribute="state", value="night shifts",
             polarity="-")),
            [source])
    assert (diet.polarity, diet.type) == (Polarity.NO, ClaimType.PROFILE)
    assert (shifts.polarity, shifts.valid_to, shifts.type) == (Polarity.YES, date(2026, 3, 31), ClaimType.ENVIRONMENT)


def test_c32_json_in_a_code_fence_after_a_sentence_is_read() -> None:
    fenced = f"Here is what I found:\n```json\n{answer(item())}\n```"
    [found] = prompt.parse(fenced, [utterance("I live in Pune")])
    assert (found.value, found.message, found.extractor) == ("Pune", 7, "model")


def test_c32_json_cut_after_two_complete_claims_keeps_the_two() -> None:
    whole = answer(item(), item(quote="I am Priya", attribute="name", value="Priya"), item(quote="I am 30", attribute=
        "age", value="30"))
    found = prompt.parse(whole[:whole.index('"I am 30"')], [utterance("I am Priya. I live in Pune. I am 30")])
    assert [one.value for one in found] == ["Pune", "Priya"]


@pytest.mark.parametrize("bad", [
    "", "   ", '{"{"claims": []}', "I could not find anything in these messages.", answer(item(value=3)), answer(item(
    attribute="starsign mood")),
    answer(item(message="one")), answer(item(polarity=1)), answer(item(quote="")), '{"claims": 4}', '{"facts": []}',
        '{"claims": [{"message": 1, "quo',
    '{"claims": ["I live in Pune"]}', "null",
])
def test_c32_an_answer_that_cannot_be_read_is_a_failure_and_never_nothing(bad: str) -> None:
    with pytest.raises(BadExtraction):
        prompt.parse(bad, [utterance("I live in Pune")])


def test_c32_an_explicit_empty_list_is_nothing_to_learn() -> None:
    assert prompt.parse('{"claims": []}', [utterance("hi")]) == []
    assert prompt.parse("[]", [utterance("hi")]) == []


def test_a_claim_is_credited_to_the_message_that_holds_its_quote() -> None:
    both = [utterance("hello there", 3), utterance("I live in Pune", 4)]
    [found] = prompt.parse(answer(item(message=1)), both)
    assert found.message == 4
    [lost] = prompt.parse(answer(item(message=9, quote="I live on Mars")), both)
    assert guards.check(lost, both[1]) == "quote not in message"


def test_the_prompt_fences_messages_and_leaves_out_what_is_not_the_authors() -> None:
    system, user = prompt.build([utterance("I live in Pune\n> I live in Rome"), utterance("I live in Bonn", forwarded=
        True)])
    assert system[0] == "system"
    mark = user[1].split("]")[0].split()[-1]
    assert user[1].endswith(f"[end {mark}]")
    assert mark not in system[1]
    assert "Pune" in user[1]
    assert "Rome" not in user[1]
    assert "Bonn" not in user[1]
    assert mark not in prompt.build([utterance("x")])[1][1]  # another prompt, another mark


def test_c05_the_prompt_holds_no_person_that_could_leak_out() -> None:
    system = prompt.build([utterance("hi")])[0][1]
    assert patterns.extract(utterance(system)) == []
    assert not any(name in system for name in ("Alice", "Bob", "Anna", "John", "Priya"))


def test_c06_restating_what_was_shown_is_echo_and_new_content_is_not() -> None:
    shown = [("self", "I have two cats"), ("self", "I live in Pune"), ("daughter", "My daughter has asthma")]

    def echoes(text: str) -> bool:
        return echo.is_echo(patterns.extract(utterance(text))[0], shown)

    assert echoes("I have two cats")
    assert echoes("yes, I live in Pune")
    assert not echoes("I have two cats called Mia and Tom")
    assert not echoes("I live in Oslo")
    assert not echoes("I no longer live in Pune")
    assert not echoes("yes, I live in Pune too")
    assert echoes("my daughter has asthma")
    assert not echoes("I have asthma")


def test_a_subject_nobody_named_is_not_grounded() -> None:
    brother = candidate("I live in Pune", "Pune", subject="brother")
    assert guards.check(brother, utterance("I live in Pune")) == "not grounded"
    named = "my brother lives in Pune"
    assert guards.check(replace(brother, quote=named), utterance(named)) is None


def test_a_model_that_quotes_too_much_is_cut_to_the_clause_and_to_the_spelling_of_the_message() -> None:
    text = "Ich bin kein Vegetarier mehr, aber Pilze mag ich immer noch nicht"
    source = Utterance(7, "telegram:1", text, SENT, "de")
    [found] = prompt.parse(answer(item(quote=text, attribute="likes", value="pilze", polarity="+")), [source])
    assert (found.value, found.quote, found.polarity) == ("Pilze", "Pilze mag ich immer noch nicht", Polarity.NO)
    assert guards.check(found, source) is None
