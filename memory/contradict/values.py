"""Values: what kind a value is, and whether two of one kind can both hold."""

from __future__ import annotations

import re
from functools import lru_cache

from memory.contradict.lexicon import meaning
from memory.text import ARTICLES, root

NUMBERS = {word: str(n) for row in (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen",
    "null eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn",
) for n, word in enumerate(row.split())}
# Colours in either language by the name they are compared by; the ones people give to eyes and hair among them.
COLOURS = {root(word): row.split()[0] for row in """
red rot ginger redhead | blue blau | green grun | yellow gelb | orange | purple violet lila violett | pink rosa
black schwarz
white weiss | gray grau silver silbern silber | brown braun brunette hazel | teal turquoise turkis | gold golden | beige
maroon | navy | magenta | cyan | blonde blond | auburn | cream creme | khaki | bronze | burgundy bordeaux
""".replace("\n", "|").split("|") if row.strip() for word in row.split()}
# Languages in English and German by their English name.
LANGUAGES = {word: row.split()[0] for row in """
english englisch | german deutsch | french franzosisch | spanish spanisch | italian italienisch
portuguese portugiesisch
dutch niederlandisch hollandisch | polish polnisch | russian russisch | turkish turkisch | arabic arabisch
greek griechisch
chinese chinesisch | mandarin | cantonese | japanese japanisch | korean koreanisch | hindi | urdu | bengali
persian farsi
swedish schwedisch | norwegian norwegisch | danish danisch | finnish finnisch | czech tschechisch | hungarian ungarisch
romanian rumanisch | croatian kroatisch | serbian serbisch | bulgarian bulgarisch | ukrainian ukrainisch
hebrew hebraisch
vietnamese vietnamesisch | thai | tagalog | latin latein | swahili | esperanto | welsh | irish | catalan katalanisch
""".replace("\n", "|").split("|") if row.strip() for word in row.split()}
# A word, with the signs that make it another one: "C++" is no "C", "-5" no "5".
WORD = re.compile(r"(?:(?<![\w)])-(?=\d))?[^\W_]+(?:[.@:/][^\W_]+)*(?:[+#]+(?!\w))?")
_SIGNED = re.compile(r"\w[+#]+(?!\w)|(?<![\w)])-\d")
_TIME = re.compile(r"^(\d{1,2})(?:[:.h](\d{2}))?\s*(am|pm|a\.m\.?|p\.m\.?|uhr|o'?clock)?(?:\s*(\d{2}))?$")
_TIME_WORDS = {"noon": 720, "midday": 720, "midnight": 0, "mittag": 720, "mittags": 720, "mitternacht": 0}


def minutes(text: str) -> int | None:
    """Minutes since midnight of a clock time in any form ("5pm", "17:00", "17 Uhr 30", "noon"); None for others."""
    plain = text.strip().lower()
    if plain in _TIME_WORDS:
        return _TIME_WORDS[plain]
    found = _TIME.match(plain)
    if not found:
        return None
    hour, minute = int(found[1]), int(found[2] or found[4] or 0)
    half = (found[3] or "").replace(".", "")
    if hour > 24 or minute > 59 or (half in ("am", "pm") and not 1 <= hour <= 12):
        return None
    if half in ("am", "pm"):
        hour = hour % 12 + (12 if half == "pm" else 0)
    return hour % 24 * 60 + minute


@lru_cache(maxsize=20_000)
def key(value: str) -> frozenset[str]:
    """The words of a value without articles, endings and spelling variants; numbers as digits."""
    words = WORD.findall(value)
    content = [w for w in words if w not in ARTICLES] or words
    return frozenset(NUMBERS.get(w) or meaning(w)[0] for w in content)


def differ(a: str, b: str) -> bool:
    """Whether two values of a single-valued slot exclude each other: under half in common, none inside the other."""
    times = minutes(a), minutes(b)
    if times[0] is not None and times[1] is not None:
        return times[0] != times[1]
    one, two = key(a), key(b)
    if not one or not two or one <= two or two <= one:
        return False
    if (a in b or b in a) and min(len(a), len(b)) > 2 and not _SIGNED.search(a) and not _SIGNED.search(b):
        return False
    figures = {w for w in one ^ two if w.isdigit()}
    return len(one & two) / len(one | two) < 0.5 or figures == one ^ two  # "3 May" and "4 May" share a month only
