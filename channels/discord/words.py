"""What only Discord needs said, in the languages the bot speaks."""

from __future__ import annotations

from bot.texts import known

_WORDS = {
    "cover": ("I have something to ask about what I may remember. Only the person it is for can see it: press Show.",
              "Ich habe eine Frage dazu, was ich mir merken darf. Nur wen sie betrifft, sieht sie: auf Anzeigen."),
    "cover_command": ("I answered that, but only one person may see it, and here I can't show it to them alone now. "
                      "/queue and /facts in the / menu show how things are.",
                      "Das ist beantwortet, aber nur eine Person darf es sehen, und hier kann ich es ihr nicht mehr "
                      "allein zeigen. /queue und /facts im /-Menü zeigen, wie es steht."),
    "settled": ("Settled.", "Erledigt."),
    "show": ("Show", "Anzeigen"),
    "own_words": ("I remember only your own words. Use /remember to say it yourself.",
                  "Ich merke mir nur deine eigenen Worte. Sag es selbst mit /remember."),
    "no_words": ("That message has no words I could remember.", "In der Nachricht stehen keine Worte."),
    "says_nothing": ("That message states nothing I could remember. Use /remember to say what it should be.",
                     "In der Nachricht steht nichts, was ich mir merken könnte. Sag mit /remember, was es sein soll."),
    "outside": ("I am not a member here: I see only what you give me with a command, none of the other messages.",
                "Ich bin hier kein Mitglied: Ich sehe nur, was du mir mit einem Befehl gibst, sonst nichts."),
    "too_long": ("That message is too long to remember as one.", "Die Nachricht ist zu lang, um sie mir zu merken."),
    "no_place": ("I cannot answer in this kind of place.", "An so einem Ort kann ich nicht antworten."),
    "edit_title": ("Number {number} in your own words", "Nummer {number} in deinen Worten"),
    "edit_label": ("What should I remember?", "Was soll ich mir merken?"),
    "remember_this": ("Remember this", "Das merken"),
    "ask": ("ask me something; everybody here sees the answer", "frag mich etwas; alle hier sehen die Antwort"),
    "option_page": ("which page", "welche Seite"),
    "option_number": ("its number", "die Nummer"),
    "option_numbers": ("numbers, for example 3 5", "Nummern, zum Beispiel 3 5"),
    "option_words": ("your words", "deine Worte"),
    "option_topic": ("a topic or a number", "ein Thema oder eine Nummer"),
    "option_choice": ("which one holds", "was gilt"),
    "option_answer": ("your answer", "deine Antwort"),
    "option_switch": ("on or off", "an oder aus"),
    "option_question": ("your question", "deine Frage"),
    "option_where": ("here, or for everyone", "hier, oder für alle"),
    "option_day": ("a day, for example 2024-03-01", "ein Tag, zum Beispiel 2024-03-01"),
    "option_form": ("to read, or for another program", "zum Lesen oder für ein anderes Programm"),
    "option_more": ("what else the command takes", "was der Befehl sonst braucht"),
}


def word(language: str, key: str, /, **values: object) -> str:
    """The text of a key in a language, English where we do not speak it."""
    text = _WORDS[key][1 if known(language) == "de" else 0]
    return text.format_map(values) if values else text
