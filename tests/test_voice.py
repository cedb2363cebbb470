"""Statements are kept in the first person, shown in the second, given to prompts in the third."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.voice import second_person, third_person

ENGLISH = [
    ("I live in Pune", "You live in Pune", "lives in Pune"),
    ("I'm allergic to peanuts", "You're allergic to peanuts", "is allergic to peanuts"),
    ("I’m allergic to peanuts", "You're allergic to peanuts", "is allergic to peanuts"),
    ("I am not a vegetarian", "You are not a vegetarian", "is not a vegetarian"),
    ("i live in pune", "You live in pune", "lives in pune"),
    ("im allergic to nuts", "You're allergic to nuts", "is allergic to nuts"),
    ("my sister lives in Oslo", "Your sister lives in Oslo", "their sister lives in Oslo"),
    ("My name is Priya", "Your name is Priya", "their name is Priya"),
    ("I don't eat meat", "You don't eat meat", "doesn't eat meat"),
    ("I do not eat meat", "You do not eat meat", "does not eat meat"),
    ("I don't eat meat but like fish", "You don't eat meat but like fish", "doesn't eat meat but likes fish"),
    ("I have two cats", "You have two cats", "has two cats"),
    ("I haven't got a car", "You haven't got a car", "hasn't got a car"),
    ("I've lived here for ten years", "You've lived here for ten years", "has lived here for ten years"),
    ("I was born in 1990", "You were born in 1990", "was born in 1990"),
    ("I live in Pune and was born in Oslo", "You live in Pune and were born in Oslo",
     "lives in Pune and was born in Oslo"),
    ("I was born in Oslo and have two kids", "You were born in Oslo and have two kids",
     "was born in Oslo and has two kids"),
    ("I live in Pune and work at Infosys", "You live in Pune and work at Infosys",
     "lives in Pune and works at Infosys"),
    ("I live in Pune and I work at Infosys", "You live in Pune and you work at Infosys",
     "lives in Pune and works at Infosys"),
    ("I moved to Oslo last week", "You moved to Oslo last week", "moved to Oslo last week"),
    ("I used to live in Pune", "You used to live in Pune", "used to live in Pune"),
    ("I can't swim", "You can't swim", "can't swim"),
    ("I'd like to learn Czech", "You'd like to learn Czech", "would like to learn Czech"),
    ("I'd been a teacher before", "You'd been a teacher before", "had been a teacher before"),
    ("I'll be in Oslo in May", "You'll be in Oslo in May", "will be in Oslo in May"),
    ("I never drink coffee", "You never drink coffee", "never drinks coffee"),
    ("I also speak Czech", "You also speak Czech", "also speaks Czech"),
    ("I taught myself the piano", "You taught yourself the piano", "taught themselves the piano"),
    ("In 2019 I moved to Oslo", "In 2019 you moved to Oslo", "In 2019 they moved to Oslo"),
    ("I like Pune because I was born there", "You like Pune because you were born there",
     "likes Pune because they were born there"),
    ("My dog loves me", "Your dog loves you", "their dog loves them"),
    ("I get up at 6 am", "You get up at 6 am", "gets up at 6 am"),
    ("I work in a gold mine", "You work in a gold mine", "works in a gold mine"),
    ("I love My Chemical Romance", "You love My Chemical Romance", "loves My Chemical Romance"),
    ('I say "I love my cat" a lot', 'You say "I love my cat" a lot', 'says "I love my cat" a lot'),
    ("I live in Pune. I work at Infosys.", "You live in Pune. You work at Infosys.",
     "lives in Pune. They work at Infosys."),
    ("I moved to Oslo and live with my partner", "You moved to Oslo and live with your partner",
     "moved to Oslo and lives with their partner"),
    ("I no longer eat meat", "You no longer eat meat", "no longer eats meat"),
    ("I fly to Oslo on Mondays", "You fly to Oslo on Mondays", "flies to Oslo on Mondays"),
    ("I study physics", "You study physics", "studies physics"),
    ("I teach maths", "You teach maths", "teaches maths"),
]
GERMAN = [
    ("Ich wohne in Berlin", "Du wohnst in Berlin", "wohnt in Berlin"),
    ("ich wohne in Berlin", "Du wohnst in Berlin", "wohnt in Berlin"),
    ("Ich bin allergisch gegen Nüsse", "Du bist allergisch gegen Nüsse", "ist allergisch gegen Nüsse"),
    ("Ich habe keine Kinder", "Du hast keine Kinder", "hat keine Kinder"),
    ("Ich esse kein Fleisch", "Du isst kein Fleisch", "isst kein Fleisch"),
    ("Ich arbeite bei Siemens", "Du arbeitest bei Siemens", "arbeitet bei Siemens"),
    ("Ich heiße Jonas", "Du heißt Jonas", "heißt Jonas"),
    ("Ich fahre mit dem Rad zur Arbeit", "Du fährst mit dem Rad zur Arbeit", "fährt mit dem Rad zur Arbeit"),
    ("Ich stehe um sechs auf", "Du stehst um sechs auf", "steht um sechs auf"),
    ("Ich nehme am Chor teil", "Du nimmst am Chor teil", "nimmt am Chor teil"),
    ("Ich freue mich auf Mai", "Du freust dich auf Mai", "freut sich auf Mai"),
    ("Ich wünsche mir ein Rad", "Du wünschst dir ein Rad", "wünscht sich ein Rad"),
    ("Ich sammle Marken", "Du sammelst Marken", "sammelt Marken"),
    ("Ich zeichne gern", "Du zeichnest gern", "zeichnet gern"),
    ("Ich wohnte früher in Pune", "Du wohntest früher in Pune", "wohnte früher in Pune"),
    ("Ich zog nach Oslo", "Du zogst nach Oslo", "zog nach Oslo"),
    ("Ich vertrage keine Milch", "Du verträgst keine Milch", "verträgt keine Milch"),
    ("Ich wohne in Berlin und arbeite bei Siemens", "Du wohnst in Berlin und arbeitest bei Siemens",
     "wohnt in Berlin und arbeitet bei Siemens"),
    ("Ich bin 30 und ich wohne in Berlin", "Du bist 30 und du wohnst in Berlin", "ist 30 und wohnt in Berlin"),
    ("wohne in Leipzig", "Du wohnst in Leipzig", "wohnt in Leipzig"),
    ("Bin allergisch gegen Nüsse", "Du bist allergisch gegen Nüsse", "ist allergisch gegen Nüsse"),
    ("Ich mag Hunde und eine Katze", "Du magst Hunde und eine Katze", "mag Hunde und eine Katze"),
]
THINGS = [("the nas is at 10.0.0.5", "en"), ("The standup is at 9", "en"), ("Das Treffen ist am Montag", "de"),
          ("iPhones are dear", "en"), ("der Drucker steht im Keller", "de"), ("US imports are taxed", "en")]


@pytest.mark.parametrize(("statement", "second", "third"), ENGLISH)
def test_english_statements_turn(statement: str, second: str, third: str) -> None:
    assert (second_person(statement, "en"), third_person(statement, "en")) == (second, third)


@pytest.mark.parametrize(("statement", "second", "third"), GERMAN)
def test_german_statements_turn(statement: str, second: str, third: str) -> None:
    assert (second_person(statement, "de"), third_person(statement, "de")) == (second, third)


@pytest.mark.parametrize(("statement", "second"), [
    ("meine Schwester heisst Anna", "Deine Schwester heisst Anna"),
    ("Meine Mutter liebt mich", "Deine Mutter liebt dich"),
    ("Ich mag meine Arbeit", "Du magst deine Arbeit"),
    ("Seit 2019 arbeite ich bei Siemens", "Seit 2019 arbeitest du bei Siemens"),
    ("Als ich klein war, wohnte ich in Pune", "Als du klein warst, wohntest du in Pune"),
    ("Mir ist immer kalt", "Dir ist immer kalt"),
])
def test_german_cards_say_du_and_prompts_quote_where_a_gender_would_be_a_guess(statement: str, second: str) -> None:
    assert second_person(statement, "de") == second
    assert third_person(statement, "de") == f'says: "{statement}"'


@pytest.mark.parametrize(("statement", "language"), THINGS)
def test_things_stay_as_they_are(statement: str, language: str) -> None:
    assert second_person(statement, language) == statement
    assert third_person(statement, language) == statement


@pytest.mark.parametrize(("statement", "language"), [
    ("I love you", "en"),
    ("Type I diabetes is mine", "en"),
    ("nor do I", "en"),
    ("Call me Bob", "en"), ("always answer me in German", "en"), ("Please never remind me of my ex", "en"),
    ("J'habite à Paris", "fr"),
    ("Vivo en Madrid", "es"),
    ("Wir wohnen in Berlin", "de"),
    ("Ich liebe dich", "de"),
    ("nenn mich einfach Basti", "de"),
    ("antworte mir bitte immer auf Deutsch", "de"),
    ("Ich mag große und kleine Hunde", "de"),
])
def test_what_the_rules_are_not_sure_of_is_quoted(statement: str, language: str) -> None:
    assert second_person(statement, language) == f"“{statement}”"
    assert third_person(statement, language) == f'says: "{statement}"'


@pytest.mark.parametrize("statement", [
    "I kinda like tea", "I like music and dance", "I read a lot", "My sister and I live in Oslo", "We live in Oslo",
    "I want to move to Oslo and have a dog", "I, Priya, live in Pune",
    "I don't eat meat and live in Pune", "I'd a dog",
])
def test_a_prompt_quotes_where_the_verb_is_not_certain(statement: str) -> None:
    assert third_person(statement, "en") == f'says: "{statement}"'


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.text(max_size=30), st.sampled_from(["I like {}", "my {} is", "Ich mag {}", "{}"]),
       st.sampled_from(["en", "de", "fr"]))
def test_any_text_turns_or_is_quoted_and_quotes_are_untouched(noise: str, frame: str, language: str) -> None:
    quoted = '"I am my own ' + noise.replace('"', "") + '"'
    statement = frame.format(quoted)

    assert quoted in second_person(statement, language)
    assert quoted in third_person(statement, language)
    second_person(noise, language)
    third_person(noise, language)
