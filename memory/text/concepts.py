"""What a text is about beside its words: concepts of the lexicon, and which of them a question demands."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from memory.text.compounds import parts
from memory.text.normal import normalise
from memory.text.stopwords import STOP_WORDS

_ENDINGS = ("", "s", "es", "n", "en", "e", "er")
_SHORTEST = 3  # letters of a prefix
_NUMBER = (r"(?:\d{1,2}|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:-\w+)?|(?:four|fif|six|seven|eigh|nine)?teen"
           r"|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen"
           r"|(?:\w+und)?(?:zwan|vier|funf|sech|sieb|acht|neun)zig|\w*dreissig|\w+zehn"
           r"|eins|zwei|drei|vier|funf|sechs|sieben|acht|neun|zehn|elf|zwolf)")
# What the form of a sentence says and no word of it, on normalised text.
_FORMS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("age", re.compile(
        r"\b(?:is|am|i'm|are|was|bin|ist|sind|war|turn(?:s|ed|ing)?|werde|wird|wurde)"
        rf"(?: (?:only|just|almost|now|erst|gerade|fast|jetzt))? {_NUMBER}"
        r"(?:$|[.,!]| (?:now|today|in|on|last|this|next|and|geworden|im|am|und|jahre?|years?)\b)")),
)
_WORD = re.compile(r"[^\W_]+")


def _read(file: Path) -> tuple[dict[str, tuple[str, ...]], dict[str, tuple[str, ...]]]:
    """(whole words, prefixes), each with its concepts."""
    whole: dict[str, dict[str, None]] = {}
    begins: dict[str, dict[str, None]] = {}
    concept = ""
    lines = file.read_text(encoding="utf-8").splitlines()
    for entry in " ".join(line for line in lines if not line.startswith("#")).split():
        if entry.endswith(":"):
            concept = entry[:-1]
        else:
            (begins if entry.endswith("*") else whole).setdefault(entry.rstrip("*"), {})[concept] = None
    return {word: tuple(found) for word, found in whole.items()}, {word: tuple(found) for word, found in begins.items()}


_WHOLE, _BEGINS = _read(Path(__file__).with_name("lexicon.txt"))
NAMES = frozenset(concept for table in (_WHOLE, _BEGINS) for found in table.values() for concept in found)


@lru_cache(maxsize=50_000)
def concepts_of(word: str) -> frozenset[str]:
    """The concepts of one normalised word: those of the longest entry it begins with or is, its regular endings off;
    where there is none, those of the parts of a German compound."""
    if word in STOP_WORDS:
        return frozenset()
    return frozenset(_alone(word) or (concept for part in parts(word) for concept in _alone(part)))


def _alone(word: str) -> tuple[str, ...]:
    stems = dict.fromkeys(word[:len(word) - len(ending)] for ending in _ENDINGS if word.endswith(ending))
    if whole := [concept for stem in stems for concept in _WHOLE.get(stem, ())]:
        return tuple(whole)
    return next((_BEGINS[word[:length]] for length in range(len(word), _SHORTEST - 1, -1) if word[:length] in _BEGINS),
                ())


def concepts(text: str, slot: str = "") -> frozenset[str]:
    """The concepts of all words of a text and of a slot's name: "favourite:colour" is about colours."""
    plain = normalise(text)
    formed = {concept for concept, form in _FORMS if form.search(plain)}
    family, _, thing = slot.partition(":")
    formed |= {family} & NAMES
    words = _WORD.findall(f"{plain} {normalise(thing)}".replace("'", ""))
    return frozenset(formed).union(*(concepts_of(word) for word in words))
