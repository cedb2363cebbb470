"""What the bot says, in the person's language: one YAML file a language, the same keys in each."""

from __future__ import annotations

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


def day(language: str, moment: date) -> str:
    """"3 Nov" / "3. Nov.": a date as people write it in a chat."""
    name = known(language)
    month = MONTHS[name][moment.month - 1]
    return f"{moment.day}. {month}" if name == "de" else f"{moment.day} {month}"
