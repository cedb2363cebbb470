"""Stems: what the forms of one word have in common."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import snowballstemmer

from memory.text.vocabulary import vocabulary

_NAMES = {
    "en": "english", "de": "german", "ru": "russian", "fr": "french", "es": "spanish", "it": "italian",
    "pt": "portuguese",
    "nl": "dutch", "sv": "swedish", "da": "danish", "no": "norwegian", "fi": "finnish", "hu": "hungarian",
    "ro": "romanian",
    "tr": "turkish", "ar": "arabic", "el": "greek", "hi": "hindi",
}
# British and irregular forms that the stemmer keeps apart; keys and values are normalised words.
_SPELLING = {
    "grey": "gray", "centre": "center", "theatre": "theater", "metre": "meter", "litre": "liter",
    "programme": "program",
    "tyre": "tire", "pyjamas": "pajamas", "moustache": "mustache", "doughnut": "donut", "yoghurt": "yogurt",
    "aeroplane": "airplane",
    "aluminium": "aluminum", "jewellery": "jewelry", "licence": "license", "practise": "practice", "defence": "defense",
    "children": "child", "men": "man", "women": "woman", "mice": "mouse", "feet": "foot", "teeth": "tooth",
    "geese": "goose",
    "people": "person", "wives": "wife", "knives": "knife", "lives": "live", "leaves": "leaf", "loaves": "loaf",
}
_OUR = vocabulary("""
colour favourite favour flavour neighbour honour humour behaviour labour odour rumour harbour vapour armour parlour
saviour savour vigour tumour glamour endeavour
""")


@lru_cache(maxsize=32)
def _stemmer(language: str) -> Any:
    return snowballstemmer.stemmer(_NAMES[language])


@lru_cache(maxsize=50_000)
def stem(word: str, language: str = "en") -> str:
    """The stem of one normalised word; the word itself in languages without a stemmer."""
    if language not in _NAMES or not word.isalpha():
        return word
    if language == "en":
        word = _american(word)
    elif language == "ru":
        word = word.replace("ё", "е")
    return str(_stemmer(language).stemWord(word))


def _american(word: str) -> str:
    if word in _SPELLING:
        return _SPELLING[word]
    at = word.find("our")
    if at > 1:
        for british in _OUR:
            if word.startswith(british):
                return british.replace("our", "or") + word[len(british):]
    return word


@lru_cache(maxsize=50_000)
def root(word: str) -> str:
    """One key for all forms of a word in an unknown language: English and German endings off, Russian in Cyrillic.

    For comparing two texts with each other; it cuts deeper than `stem` and is no index term.
    """
    if "\u0400" <= word[:1] <= "\u04ff":
        return stem(word, "ru")
    return stem(stem(word, "en"), "de")
