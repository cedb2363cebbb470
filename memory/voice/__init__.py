"""Turns a statement in a person's own first person into the second person of cards and the third of prompts.

"I live in Pune" becomes "You live in Pune" and "lives in Pune"; "Ich wohne in Berlin" becomes "Du wohnst in Berlin"
and "wohnt in Berlin". A statement about a thing stays as it is, and so does text in quotes. Whatever the rules are
not sure of, and every language but English and German, is quoted verbatim, which is never wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from memory.voice import english, german
from memory.voice.unsure import Unsure

_QUOTED = re.compile(r"\"[^\"]*\"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|»[^«]*«|`[^`]*`|(?<!\w)['‘][^'’]*['’](?!\w)")
_HELD = re.compile("\ue000+")
_VOICES = {"en": english, "de": german}


def second_person(statement: str, language: str) -> str:
    """The statement as said to its author ("You live in Pune"), or in “quotes”."""
    voice = _VOICES.get(language)
    try:
        if voice is None:
            return f"“{statement}”"
        return _outside_quotes(statement, voice.second_person)
    except Unsure:
        return f"“{statement}”"


def third_person(statement: str, language: str) -> str:
    """The statement as said about its author, without a name ("lives in Pune"), or as `says: "..."`."""
    voice = _VOICES.get(language)
    try:
        if voice is None:
            return _says(statement)
        return _outside_quotes(statement, voice.third_person)
    except Unsure:
        return _says(statement)


def _says(statement: str) -> str:
    return f"says: “{statement}”" if '"' in statement else f'says: "{statement}"'


def _outside_quotes(statement: str, turn: Callable[[str], str]) -> str:
    """Applies `turn` with each quoted part held as one opaque word."""
    if "\ue000" in statement:
        raise Unsure
    quoted = _QUOTED.findall(statement)
    turned = turn(_QUOTED.sub("\ue000", statement))
    if len(_HELD.findall(turned)) != len(quoted):
        raise Unsure
    parts = iter(quoted)
    return _HELD.sub(lambda _: next(parts), turned)
