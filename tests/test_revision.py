"""What a message does to an earlier statement, read from the words of both, and how it reaches the queue."""

from __future__ import annotations

import pytest

from memory.core import Memory
from memory.domain import Action, Polarity
from memory.known import Known
from memory.place import Place
from memory.revision import beside, restates, revise, within
from tests.conftest import known, say


def standing(*statements: str) -> list[Known]:
    return [Known(number, "self", "note", said, Polarity.YES, said) for number, said in enumerate(statements, 1)]


FAMILY = standing("My sister Mona lives in Kiel", "I have a dog named Rex", "My brother Tim plays the oboe",
                  "My flatmate is called Olga", "I pay 600 euros rent", "My yoga class is on Mondays",
                  "I have a pass for the pool")


@pytest.mark.parametrize(("said", "target", "value"), [
    ("Mona moved to Bremen", 1, "Bremen"),
    ("Tim dropped the oboe and plays the tuba now", 3, "tuba"),
    ("Olga moved out, Ines is my new flatmate", 4, "Ines"),
    ("the rent went up to 650", 5, "650"),
    ("yoga is on Thursdays instead of Mondays", 6, "Thursdays"),
    ("my yoga class got pushed to Friday", 6, "Friday"),
])
def test_what_takes_the_place_of_an_earlier_statement_is_read_with_its_new_value(said: str, target: int, value: str
                                                                               ) -> None:
    found = revise(said, FAMILY)
    assert found is not None
    assert found.target == target
    assert found.value is not None
    assert said[slice(*found.value)] == value


@pytest.mark.parametrize(("said", "target"), [
    ("Tim doesn't play the oboe anymore", 3),
    ("I gave up the yoga class", 6),
    ("my pool pass expired", 7),
])
def test_what_only_ends_an_earlier_statement_has_no_value(said: str, target: int) -> None:
    found = revise(said, FAMILY)
    assert found is not None
    assert found.target == target
    assert found.ends


@pytest.mark.parametrize("said", [
    "my boss moved to Bremen",                # somebody else's life
    "I might give up the yoga class",         # not come about
    "I still have the pool pass",             # goes on
    "Rex is asleep on the sofa now",          # of the moment, about a dog of which that says nothing
    "I also pay 50 euros for parking now",    # beside the rest
    "I moved to Bremen",                      # of oneself, not of Mona
    "it is raining now",
])
def test_what_takes_nothing_back_is_left_alone(said: str) -> None:
    assert revise(said, FAMILY) is None
    assert revise("Mona moved to Bremen", FAMILY) is not None  # the control


def test_two_statements_that_fit_alike_are_both_left_alone() -> None:
    two = standing("I have a bike in Kiel", "I have a bike in Bremen")
    assert revise("I sold my bike", two) is None
    assert revise("I sold my bike", two[:1]) is not None


def test_what_says_nothing_beyond_a_known_statement_is_within_it() -> None:
    assert within("I like running", "I like running in the park")
    assert not within("I like running in the park", "I like running")
    assert not within("I have three cats", "I have two cats in Kiel")


def test_a_sentence_says_of_itself_that_it_is_known_or_comes_on_top() -> None:
    assert restates("I'm a baker, as you know")
    assert restates("wie gesagt, ich bin Bäcker")
    assert not restates("I'm a baker")
    assert beside("I also bake bread")
    assert beside("außerdem backe ich Brot")
    assert not beside("I bake bread")


@pytest.mark.parametrize(("before", "said", "action"), [
    ("My sister Mona lives in Kiel", "Mona just moved to Bremen btw", Action.UPDATE),
    ("Mein Mitbewohner heißt Olaf", "Olaf ist ausgezogen, mein neuer Mitbewohner ist Igor", Action.UPDATE),
    ("I have a pass for the pool", "I handed my pool pass back", Action.DELETE),
    ("Ich spiele Oboe", "mit der Oboe hab ich aufgehört", Action.DELETE),
])
async def test_the_queue_offers_to_change_the_statement_that_the_message_is_about(
        memory: Memory, place: Place, before: str, said: str, action: Action) -> None:
    await place.remember("I have a boat called Undine")
    await place.remember(before)
    target = next(fact.id for fact in await place.facts() if fact.statement == before)
    waiting = await say(memory, place, said)
    assert [(claim.action, claim.target) for claim in waiting] == [(action, target)]
    assert before in await known(place)  # nothing changes before the person says so


async def test_what_is_called_known_is_not_offered_again(memory: Memory, place: Place) -> None:
    await place.remember("I have asthma")
    assert await say(memory, place, "I'm asthmatic, like I said") == []
    assert len(await say(memory, place, "I'm diabetic")) == 1


async def test_who_is_named_alone_is_the_one_an_earlier_statement_named(memory: Memory, place: Place) -> None:
    assert await say(memory, place, "Eoin plays hurling") == []
    await place.remember("Our son Eoin is nine")
    waiting = await say(memory, place, "Eoin plays hurling")
    assert [(claim.subject, claim.value) for claim in waiting] == [("son", "hurling")]


HOUSEHOLD = standing("My electricity comes from Enova", "I take 20 mg of metoprol", "I go to bed at half past ten",
                     "My daughter Pia has fencing on Tuesdays", "I have a parakeet named Kiki",
                     "I have a parakeet named Momo", "I drive a Skoda Fabia", "I did my training in Ghent")


@pytest.mark.parametrize(("said", "target", "value"), [
    ("electricity comes from Voltis from March on", 1, "Voltis"),
    ("they doubled the metoprol to 40 mg", 2, "40"),
    ("my bedtime is more like 11:15 these days", 3, "11:15"),
    ("fencing's been shifted to Fridays", 4, "Fridays"),
])
def test_a_change_is_of_the_statement_it_has_most_in_common_with(said: str, target: int, value: str) -> None:
    found = revise(said, HOUSEHOLD)
    assert found is not None
    assert found.target == target
    assert found.value is not None
    assert value in said[slice(*found.value)]


@pytest.mark.parametrize(("said", "target"), [
    ("Kiki the parakeet died last week", 5), ("Momo ist leider gestorben", 6), ("the car got stolen", 7),
])
def test_an_end_is_of_the_one_it_names_among_its_like(said: str, target: int) -> None:
    found = revise(said, HOUSEHOLD)
    assert found is not None
    assert found.target == target
    assert found.ends


@pytest.mark.parametrize("said", [
    "the doctor put me on 40 mg of statin",  # the dose of something else
    "a parakeet of ours died",  # which one?
    "der Sittich meiner Nachbarin ist gestorben",
    "Pia has sold her skates",  # hers, but nothing that is known
    "I work in Ghent now",  # where the training was says nothing of work
])
def test_what_has_too_little_in_common_with_any_statement_changes_none(said: str) -> None:
    assert revise(said, HOUSEHOLD) is None
