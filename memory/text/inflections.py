"""Other forms of a Polish or Italian word, for which `root` has no endings: what it may stand as in a topic.

Endings are those of nouns and adjectives in the languages' school grammars, on normalised words (`ą` is `a`, `ł` is
`l`). They are offered only in a text that shows its language, since "Anne" is no form of "Anna" in English.
"""

from __future__ import annotations

import re

from memory.text.stems import root
from memory.text.vocabulary import vocabulary

POLISH, ITALIAN = "pl", "it"
TONGUES = (POLISH, ITALIAN)
_POLISH_LETTER = re.compile("[ąćęłńśźżĄĆĘŁŃŚŹŻ]")
_POLISH_WORDS = vocabulary("mam masz jest jestem sie moj moja moje mojej mieszkam ktory ktora przez nie dla")
_ITALIAN_WORDS = vocabulary(
    "gli della dello delle degli nella nel ho abbiamo mio miei mie suoi suo sono molto molti molte che dopo piu anche"
)
_SPANISH_WORDS = vocabulary("el los las y es en por muy pero")
_WORD = re.compile("[a-z]+")
_OPEN_SHARE = 0.85  # of the words of an Italian text end in a vowel; names and loans do not
_POLISH_ENDINGS = ("ego", "emu", "ach", "ami", "iem", "owi", "ie", "ej", "em", "om", "ow", "ym", "im", *"aeiouy", "")
_POLISH_FIRST = ("", "a", "o", "e", "y", "i")  # how a noun or an adjective ends in the nominative
_ITALIAN_ENDINGS = {
    "che": ("ca",), "ghe": ("ga",), "chi": ("co",), "ghi": ("go",), "i": ("o", "io", "e", "ie", "a"), "e": ("a", "i"),
    "o": ("i", ""), "a": ("e",),
}


def tongue(text: str, plain: str) -> str:
    """`POLISH` or `ITALIAN` where `text` shows it by its letters or words, else "". `plain`: the text normalised."""
    if not text.isascii() and _POLISH_LETTER.search(text):
        return POLISH
    words = _WORD.findall(plain)
    if not _POLISH_WORDS.isdisjoint(words):
        return POLISH
    return ITALIAN if not _ITALIAN_WORDS.isdisjoint(words) or _sounds_italian(words) else ""


def _sounds_italian(words: list[str]) -> bool:
    """Whether nearly all longer words end in a vowel, not all in the `e` and `a` of others, and none is Spanish."""
    ends = [word[-1] for word in words if len(word) > 3]
    if len(ends) < 2 or {"i", "o"}.isdisjoint(ends) or not _SPANISH_WORDS.isdisjoint(words):
        return False
    return sum(end in "aeio" for end in ends) >= _OPEN_SHARE * len(ends)


def forms(word: str, language: str) -> tuple[str, ...]:
    """Normalised words that `word` may be a form of, itself left out; some of them are no words."""
    if len(word) < 4 or not word.isalpha():
        return _polish(word) if language == POLISH and len(word) == 3 and word.isalpha() else ()
    return _polish(word) if language == POLISH else _italian(word)


def _polish(word: str) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for ending in _POLISH_ENDINGS:
        stem = word.removesuffix(ending)
        if len(stem) < 3 or not word.endswith(ending) or (not ending and word[-1] in "aeiouy"):
            continue
        stems = [stem]
        if ending == "ie" and stem.endswith("dz"):
            stems.append(stem[:-1])  # "rozwodzie" of "rozwod"
        # Where `root` would cut into the stem itself, "domena" would be a form of "dom".
        found |= {form: None for base in stems for first in _POLISH_FIRST
                  if len(root(form := base + first)) >= len(base)}
    found.pop(word, None)
    return tuple(found)


def _italian(word: str) -> tuple[str, ...]:
    return tuple(word[:len(word) - len(old)] + new for old, several in _ITALIAN_ENDINGS.items()
                 if word.endswith(old) for new in several)
