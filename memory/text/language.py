"""Which language a text is in, by its script and its commonest words. No model, no dependency."""

from __future__ import annotations

import re

from memory.text.normal import normalise
from memory.text.stopwords import ENGLISH, GERMAN
from memory.text.vocabulary import vocabulary

_KANA = re.compile("[\u3040-\u30ff]")  # Japanese mixes these with Chinese characters
_SCRIPTS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("zh", re.compile("[\u3400-\u4dbf\u4e00-\u9fff]")),
    ("ko", re.compile("[\uac00-\ud7af\u1100-\u11ff]")),
    ("ru", re.compile("[\u0400-\u04ff]")),
    ("el", re.compile("[\u0370-\u03ff]")),
    ("th", re.compile("[\u0e00-\u0e7f]")),
    ("ar", re.compile("[\u0600-\u06ff]")),
    ("he", re.compile("[\u0590-\u05ff]")),
    ("hi", re.compile("[\u0900-\u097f]")),
)
_COMMON = {
    "en": ENGLISH | vocabulary("live lives like likes work works love loves about name really never their"),
    "de": GERMAN | vocabulary("""
        keiner keinen keinem hast mag wohne wohnt arbeite arbeitet heisse heisst ihrem ihrer unserem unserer unseren
        welchen welchem wohin woher wessen im ins beim vom wegen gern gerne jetzt nie immer als jeden jede jeder letzte
        letzten nachste nachsten zwei"""),
    "fr": vocabulary("""
        le la les un une des du je tu il elle nous vous ils elles mon ma mes ton ta ses est suis sont etes ai as avons
        pas ne et ou mais avec pour dans sur qui que quoi on me te se j'ai j'aime c'est n'ai n'aime habite travaille
        tres au aux"""),
    "es": vocabulary("""
        el la los las un una unos yo tu ella nosotros mi mis su sus es soy son eres esta estoy tengo tiene no y o pero
        con para por en de del que quien como me gusta vivo trabajo muy al"""),
    "it": vocabulary("""
        il lo la gli le un uno una io tu lui lei noi mio mia mi sono sei e ha ho abbiamo non ma con per di del della
        che chi come piace vivo lavoro molto"""),
    "pt": vocabulary("""
        o a os as um uma eu tu ele ela nos meu minha sou esta estou tenho tem nao e ou mas com para por em do da que
        quem como me gosto moro trabalho muito"""),
    "nl": vocabulary("""
        de het een ik jij hij zij wij mijn jouw is ben bent zijn heb heeft niet geen en of maar met van voor in op dat
        wie wat hoe woon werk vind ook heel graag was over we me"""),
}
_VOTES: dict[str, tuple[str, ...]] = {}  # which languages a word is among the commonest of
for _code, _words in _COMMON.items():
    for _word in _words:
        _VOTES[_word] = (*_VOTES.get(_word, ()), _code)
_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?")
_FOREIGN = re.compile("[\u0370-\uffff]")
_UMLAUT = re.compile("[äöüßÄÖÜ]|[aou]\u0308")


def _votes(plain: str, umlaut: bool) -> dict[str, int]:
    """How many words of a normalised text are among the commonest of each language; a German letter counts double."""
    count: dict[str, int] = {}
    for word in _WORD.findall(plain):
        for code in _VOTES.get(word, ()):
            count[code] = count.get(code, 0) + 1
    if umlaut:
        count["de"] = count.get("de", 0) + 2
    return count


def detect(text: str, default: str = "en") -> str:
    """ISO 639-1 code of the language of `text`; `default` where words and script do not tell."""
    return known(text) or default


def known(text: str, plain: str | None = None) -> str:
    """Like `detect`, but "" where the text does not tell. `plain`: the text normalised, where the caller has it."""
    if _FOREIGN.search(text) and (code := _by_script(text.casefold())):
        return code
    umlaut = not text.isascii() and bool(_UMLAUT.search(text))
    count = _votes(normalise(text) if plain is None else plain, umlaut)
    if not count:
        return ""
    best = max(count.values())
    first = [code for code, n in count.items() if n == best]
    return first[0] if len(first) == 1 else ""


def _by_script(text: str) -> str:
    letters = sum(c.isalpha() for c in text)
    if len(_KANA.findall(text)) * 5 > letters:
        return "ja"
    return next((code for code, script in _SCRIPTS if (n := len(script.findall(text))) and n * 2 >= letters), "")
