"""Which language a text is in, by its script and its commonest words. No model, no dependency."""

from __future__ import annotations

import re

from memory.text.normal import normalise

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
    "en": "the a an i i'm i've i'll im my me you your he she it its it's we they is are am was were be been have has "
          "had do does"
          "don't doesn't didn't not no and or but of to for with at from this that what who how where when why can "
          "can't will would like likes live lives work works love loves about name really very also never there their",
    "de": "der die das den dem des ein eine einen einem einer eines kein keine keinen keiner ich du er sie es wir ihr "
          "mich mir"
          "dich dir mein meine meinen meinem meiner dein deine sein seine ist bin bist sind war waren habe hat haben "
          "hast nicht"
          "und oder aber mit von zu zum zur im am auf aus bei nach seit fur uber auch noch nur sehr mag wohne wohnt "
          "arbeite arbeitet heisse heisst wie wer wo wann warum kann will mehr gern gerne jetzt nie immer als",
    "fr": "le la les un une des du je tu il elle nous vous ils elles mon ma mes ton ta ses est suis sont etes ai as "
          "avons pas ne et ou"
          "mais avec pour dans sur qui que quoi j'ai j'aime c'est n'ai n'aime habite travaille tres au aux",
    "es": "el la los las un una unos yo tu ella nosotros mi mis su sus es soy son eres esta estoy tengo tiene no y o "
          "pero con para"
          "por en de del que quien como me gusta vivo trabajo muy al",
    "it": "il lo la gli le un uno una io tu lui lei noi mio mia mi sono sei e ha ho abbiamo non ma con per di del "
          "della che chi come"
          "piace vivo lavoro molto",
    "pt": "o a os as um uma eu tu ele ela nos meu minha sou esta estou tenho tem nao e ou mas com para por em do da "
          "que quem como"
          "gosto moro trabalho muito",
    "nl": "de het een ik jij hij zij wij mijn jouw is ben bent zijn heb heeft niet geen en of maar met van voor in op "
          "dat wie wat hoe"
          "woon werk vind ook heel graag",
}
_VOTES: dict[str, tuple[str, ...]] = {}  # which languages a word is among the commonest of
for _code, _words in _COMMON.items():
    for _word in frozenset(_words.split()):
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
