"""One written form for texts that read the same: the first step of every comparison of words."""

from __future__ import annotations

import re
import unicodedata

# Look-alike letters, after Unicode's confusables (UTS 39): only those that pass for the Latin letter in running text.
_CYRILLIC = dict(zip("асеорхуіјѕһԁԛԝԍмткнвг", "aceopxyijshdqwgmtkhbr", strict=True))
_GREEK = dict(zip("αοερνικτχυ", "aoepviktxu", strict=True))
_TO_LATIN = {ord(k): v for k, v in (_CYRILLIC | _GREEK).items()}
_LOOKALIKE = frozenset("асеорхуіјѕһԁԛԝ" + "αορνικτχυ")  # letters a whole word may be faked with
_TO_CYRILLIC = {ord(v): k for k, v in dict(zip("асеорхукмтв", "aceopxykmtb", strict=True)).items()}

_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0"
    "\ufff9-\ufffb\U000e0000-\U000e0fff]"
)
_APOSTROPHES = dict.fromkeys(map(ord, "\u2018\u2019\u201a\u201b\u02bc\u02b9\u02bb\u0060\u00b4\u2032\uff07"), "'")
_DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"), "-")
_LETTERS = {
    "ø": "o", "ł": "l", "æ": "ae", "œ": "oe", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ħ": "h", "ŧ": "t",
    "ё": "е", "\u0640": "",
}  # letters that carry their mark inside, so that decomposition does not take it off; Arabic stretching
_WORD = re.compile(r"\w+")


class _Fold(dict[int, str]):
    """Maps one code point to its bare form, worked out on first sight."""

    def __missing__(self, code: int) -> str:
        self[code] = bare = _bare(chr(code))
        return bare


def _bare(char: str) -> str:
    if char in _LETTERS:
        return _LETTERS[char]
    if unicodedata.combining(char) and ("\u0300" <= char <= "\u036f" or "\u0591" <= char <= "\u0655"):
        return ""
    first = unicodedata.normalize("NFKD", char)
    if len(first) > 1 and unicodedata.name(first[0], "").startswith(("LATIN", "GREEK")):
        return "".join(c for c in first if not unicodedata.combining(c))
    return char


_fold = _Fold({**_APOSTROPHES, **_DASHES})


def normalise(text: str) -> str:
    """`text` with case, diacritics, widths, apostrophes, dashes, invisibles, look-alikes and whitespace levelled.

    `Straße` = `STRASSE`, `café` = `cafe`, `ё` = `е`; `й` stays a letter of its own. A look-alike is folded only in
    a word that mixes scripts, or in a word all of look-alikes that stands in otherwise Latin text: Russian stays
    Russian. German `ae` for `ä` meets at the stem (`stems`), since "neue" must not lose its letters here.
    """
    if text.isascii():
        return " ".join(text.replace("`", "'").casefold().split())
    text = unicodedata.normalize("NFKC", text.translate(_APOSTROPHES))
    text = _INVISIBLE.sub("", text).casefold().translate(_fold)
    if not text.isascii():
        text = _level_scripts(text)
    return " ".join(text.split())


def _level_scripts(text: str) -> str:
    latin = any("a" <= c <= "z" for c in text)
    if not latin:
        return text
    foreign = any((c not in _LOOKALIKE) and ("\u0370" <= c <= "\u052f") for w in _WORD.findall(text)
                  if not any("a" <= c <= "z" for c in w) for c in w)

    def level(match: re.Match[str]) -> str:
        word = match.group()
        if word.isascii():
            return word
        if any("a" <= c <= "z" for c in word):
            as_latin = word.translate(_TO_LATIN)
            if as_latin.isascii():
                return as_latin
            as_cyrillic = word.translate(_TO_CYRILLIC)
            return as_cyrillic if not any("a" <= c <= "z" for c in as_cyrillic) else word
        return word if foreign else (skeleton(word) or word)

    return _WORD.sub(level, text)


def skeleton(word: str) -> str:
    """The Latin word that a normalised word made wholly of look-alikes passes for; "" when there is none."""
    if word and not word.isascii() and all(c in _LOOKALIKE or c.isdigit() for c in word):
        return word.translate(_TO_LATIN)
    return ""
