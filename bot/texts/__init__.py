"""What the bot says, in the person's language: one YAML file a language, the same keys in each."""

from __future__ import annotations

import re
from datetime import date
from functools import cache
from importlib import resources

import yaml

LANGUAGES = ("en", "de")
MONTHS = {"en": "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(),
          "de": "Jan. Feb. März April Mai Juni Juli Aug. Sept. Okt. Nov. Dez.".split()}


@cache
def table(language: str) -> dict[str, str]:
    """Key to text of one language."""
    raw = resources.files("bot.texts").joinpath(f"{language}.yaml").read_text("utf-8")
    texts: dict[str, str] = yaml.safe_load(raw)
    return texts


def known(language: str) -> str:
    """The language itself if we speak it, else English."""
    short = language.casefold()[:2]
    return short if short in LANGUAGES else "en"


def say(language: str, key: str, /, **values: object) -> str:
    """The text of a key, filled in. A key that does not exist is a programming error and raises KeyError."""
    text = table(known(language))[key]
    return text.format_map(values) if values else text


def fault(language: str, detail: str) -> str:
    """What is wrong with a model, of which its adapter has told in English, in another language: the `fault_` texts are
    what adapters say. Words of a server's own stay as they are, marked as a quotation."""
    if known(language) == "en":
        return detail
    for key, said in _faults():
        if found := said.fullmatch(detail):
            return say(language, key, **found.groupdict())
    return f"„{detail}“"


@cache
def _faults() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The English fault texts as patterns, those with most words of their own first."""
    texts = {key: text for key, text in table("en").items() if key.startswith("fault_")}
    return tuple((key, re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+?)", re.escape(texts[key])), re.DOTALL))
                 for key in sorted(texts, key=lambda key: -len(re.sub(r"\{\w+\}", "", texts[key]))))


def secret(language: str, kind: str) -> str:
    """The name of a kind of secret (`memory.secrets`)."""
    return say(language, f"secret_kind_{kind.replace(' ', '_').replace('-', '_')}")


def day(language: str, moment: date) -> str:
    """"3 Nov" / "3. Nov.": a date as people write it in a chat."""
    name = known(language)
    month = MONTHS[name][moment.month - 1]
    return f"{moment.day}. {month}" if name == "de" else f"{moment.day} {month}"
