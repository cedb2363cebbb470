"""Index terms: what a text is found by. Terms hold letters and digits only, so they may be space-joined into an FTS5 "
"column."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import lru_cache

from memory.text.compounds import parts
from memory.text.concepts import concepts_of
from memory.text.language import known
from memory.text.normal import normalise, skeleton
from memory.text.stems import root, stem
from memory.text.stopwords import ARTICLES, ASKING, STOP_WORDS

KEPT = 2_000  # words whose terms are remembered: numbers and names come without end, and a miss costs little
TOKENISER_VERSION = 4  # store it beside an index; another number means: rebuild

UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Burmese, Khmer
    "\u3005\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"  # Chinese, Japanese; Korean too
)
_INSIDE = rf"[^\s{UNSPACED},;()\[\]{{}}<>\"|*?!=~^\\]"
_CHUNK = re.compile(rf"[{UNSPACED}]+|[^\W_{UNSPACED}](?:{_INSIDE}*[^\W_{UNSPACED}])?[+#%]*")
_RUN = re.compile(r"[^\W_]+")
_INNER = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
# What makes another value of the same letters: C++, C#, Disney+, A*, A- (a grade, a blood group), .NET; -5 and 5%, <5.
_VALUE = re.compile(
    r"(?<![^\W_])[^\W_]+[+#]+(?![^\W_])|(?<![\w*])[^\W\d_]\*(?![\w*])|(?<![\w-])(?:[^\W\d_]|ab|0)-(?![\w-])"
    r"|(?<![\w.])\.net(?!\w)|[<>](?==?\d)|[^\W_]+(?:'[^\W_]+)*"
)
_SIGNS = re.compile(r"[-+#%*<>.$€£¥]|per cent|prozent|minus")
_AMOUNT = re.compile(r"([$€£¥])\s?(\d(?:[\d.,]*\d)?)")
_SAID = (  # signs that are also said as words
    (re.compile(r"(?<=\d)\s*(?:%|per cent\b|prozent\b)"), " percent "),
    (re.compile(r"(?<![\w)%])(?<!\d )-(?=\.?\d)"), "minus "),
    *((re.compile(re.escape(sign)), f" {name} ")
      for sign, name in (("$", "dollar"), ("€", "euro"), ("£", "pound"), ("¥", "yen"))),
)
_GRAMS = re.compile(f"[{UNSPACED}]")


@dataclass(frozen=True, slots=True)
class Word:
    """A telling word of a query: the terms any one of which finds it, and what it is about."""

    terms: tuple[str, ...]
    concepts: frozenset[str]


def index_tokens(text: str) -> list[str]:
    """The terms a text is stored under, in order, repeats kept.

    A word gives its stem in the text's language, in English and German both where the language is not plain; a German
    compound its parts as well; scripts without spaces give single characters and overlapping pairs; `C++`, `50%`,
    `a@b.example` and `10.0.0.5` one escaped term beside their parts.
    """
    plain = normalise(text)
    languages = _index_languages(text, plain)
    return [term for chunk in _CHUNK.findall(plain) for term in _index_terms(chunk, languages)]


def query_tokens(text: str) -> list[str]:
    """The terms to look a text up by, each once, English and German stop-words out unless nothing else is there.

    Stems come in English, German and the text's own language, whichever the stored text was taken for.
    """
    return list(dict.fromkeys(term for terms in query_words(text) for term in terms))


def query_words(text: str) -> list[tuple[str, ...]]:
    """The same terms word by word: any one of a word's terms finds it."""
    return list(dict.fromkeys(word.terms for word in _words(text)))


def query(text: str) -> list[Word]:
    """The words that a question is about, each once: those it is only asked with are out as well."""
    return _words(text, asked=True)


def _words(text: str, *, asked: bool = False) -> list[Word]:
    plain = normalise(text)
    chunks = _CHUNK.findall(plain)
    content = [c for c in chunks if c not in STOP_WORDS] or chunks
    if asked:
        content = [c for c in content if c not in ASKING] or content
    languages = tuple(dict.fromkeys(("en", "de", known(text, plain) or "en")))
    return list(dict.fromkeys(Word(_query_terms(chunk, languages), _about(chunk)) for chunk in content))


def concept_token(concept: str) -> str:
    """A concept as one index word, which no text holds."""
    return f"xqabout{concept.replace('_', '')}"


def scope_token(scope: str) -> str:
    """A scope as one index word, so that a search touches this scope's rows only."""
    return "scope" + hashlib.sha256(scope.encode()).hexdigest()[:16]


def words(text: str) -> list[str]:
    """The words of a text, normalised, in order: runs of letters and digits with inner apostrophes."""
    return _INNER.findall(normalise(text))


def value_key(text: str) -> str:
    """A key equal for the same value in other words' dress: articles out, endings off. "" for a text without words.

    Signs that make another value stay in it: C++ is not C, -5 not 5, 5% not 5, and $5 not €5 (but 5 dollars).
    """
    plain = normalise(text)
    if _SIGNS.search(plain):
        plain = _AMOUNT.sub(r"\2 \1", plain)
        for sign, said in _SAID:
            plain = sign.sub(said, plain)
    found = [w.replace("'", "") for w in _VALUE.findall(plain)]
    content = [w for w in found if w not in ARTICLES] or found
    return " ".join(root(w) for w in content)


def _index_languages(text: str, plain: str) -> tuple[str, ...]:
    language = known(text, plain)
    if language in ("en", "de"):
        return (language,)
    return ("en", "de") if not language else (language, "en")


@lru_cache(maxsize=KEPT)
def _index_terms(chunk: str, languages: tuple[str, ...]) -> tuple[str, ...]:
    if _GRAMS.match(chunk):
        return (*map(_safe, chunk), *_pairs(chunk))
    runs = _RUN.findall(chunk.replace("'", ""))
    terms = [s for run in runs for s in _stems(run, languages)]
    if "de" in languages:
        terms += [s for run in runs for part in parts(run) for s in _stems(part, ("de",)) if s not in terms]
    return (*terms, *_identifier(chunk, runs))


def _about(chunk: str) -> frozenset[str]:
    return frozenset().union(*(concepts_of(run) for run in _RUN.findall(chunk.replace("'", ""))))


@lru_cache(maxsize=KEPT)
def _query_terms(chunk: str, languages: tuple[str, ...]) -> tuple[str, ...]:
    if _GRAMS.match(chunk):
        return _pairs(chunk) or (_safe(chunk),)
    runs = _RUN.findall(chunk.replace("'", ""))
    whole = _identifier(chunk, runs)
    return (*whole, *(s for run in runs if not whole or len(run) > 1 for s in _stems(run, languages)))


def _stems(run: str, languages: tuple[str, ...]) -> tuple[str, ...]:
    if not run.isalpha():
        return (run,)
    if "\u0400" <= run[0] <= "\u04ff":
        faked = skeleton(run)
        return (stem(run, "ru"), *((stem(faked, "en"),) if faked else ()))
    if not run.isascii():
        return tuple(dict.fromkeys(_safe(stem(run, language)) for language in (languages if languages[0] not in ("en",
        "de")
                                                                               else ("el",))))
    return tuple(dict.fromkeys(stem(run, language) for language in languages))


def _pairs(chunk: str) -> tuple[str, ...]:
    return tuple(_safe(chunk[i:i + 2]) for i in range(len(chunk) - 1))


def _identifier(chunk: str, runs: list[str]) -> tuple[str, ...]:
    """One more term for a chunk with signs inside: joined over hyphens, escaped over other signs."""
    bare = chunk.replace("'", "")
    if len(runs) == 1 and runs[0] == bare:
        return ()
    joined = bare.replace("-", "")
    return (joined,) if joined.isalnum() else (_safe(bare),)


def _safe(term: str) -> str:
    """`term` with every sign that FTS5's tokeniser would cut at written as letters and digits."""
    if term.isascii() and term.isalnum():
        return term
    return "".join(c if c.isalnum() else f"xq{ord(c):x}x" for c in term)
