"""Names in running text: who or what a message is about by name, as far as capitals and the word before show it."""

from __future__ import annotations

import re

from memory.text.compounds import parts
from memory.text.concepts import concepts_of
from memory.text.language import detect
from memory.text.normal import normalise
from memory.text.vocabulary import vocabulary

_CALENDAR = vocabulary("""
i monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september
october november december montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar marz märz mai juni
juli oktober dezember
""")
# What stands before a German noun and before no name.
_BEFORE_NOUNS = vocabulary("""
der die das den dem des ein eine einen einem einer eines kein keine keinen keinem keiner mein meine meinen meinem meiner
meines dein deine deinen deinem deiner sein seine seinen seinem ihr ihre ihren ihrem unser unsere unseren unserem im am
zum zur beim vom ins ans aufs welche welcher welches welchen welchem viel viele wenig mehr einige alle jeden jedem jede
jeder diesen diesem diese dieser dieses ohne gegen pro etwas nichts seit vor nach
""")
_NOUN_ENDINGS = ("ung", "heit", "keit", "schaft", "tät", "tion", "chen", "nis", "tum", "ment")
_ADJECTIVE = re.compile(r"(?<!t)(?:e|en|er|es|em)$")  # not the past tense of a verb
_TOKEN = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?|[.!?]")
_GENITIVE = re.compile(r"['’].*$")


def names(text: str) -> list[str]:
    """Capitalised words inside sentences that are names in English; in German those that no article, adjective or
    preposition goes before and whose form is not a noun's. Words of the lexicon are none ("Spanish", "Geburtstag").
    A guess: some German nouns are taken for names."""
    german = detect(text) == "de"
    found: dict[str, None] = {}
    before = "."
    for token in _TOKEN.findall(text):
        word = _GENITIVE.sub("", token)
        if (word[:1].isupper() and before not in ".!?" and len(word) > 1 and word.casefold() not in _CALENDAR
                and not concepts_of(normalise(word)) and not (german and _a_noun(before, word))):
            found[word] = None
        before = token
    return list(found)


def _a_noun(before: str, word: str) -> bool:
    inflected = before.islower() and _ADJECTIVE.search(before)
    return bool(before.casefold() in _BEFORE_NOUNS or inflected or word.casefold().endswith(_NOUN_ENDINGS)
                or parts(normalise(word)))
