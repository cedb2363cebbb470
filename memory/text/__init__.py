"""Words: normal form, language, stems, index terms, clauses and negation. Pure functions, no I/O."""

from memory.text.clauses import clauses, negated, negations
from memory.text.compounds import parts
from memory.text.concepts import concepts
from memory.text.language import detect
from memory.text.names import names
from memory.text.normal import normalise, skeleton
from memory.text.stems import root, stem
from memory.text.stopwords import ARTICLES, STOP_WORDS
from memory.text.tokens import (
    TOKENISER_VERSION,
    Word,
    concept_token,
    index_tokens,
    query,
    query_tokens,
    query_words,
    scope_token,
    value_key,
    words,
)

__all__ = [
    "ARTICLES",
    "STOP_WORDS",
    "TOKENISER_VERSION",
    "Word",
    "clauses",
    "concept_token",
    "concepts",
    "detect",
    "index_tokens",
    "names",
    "negated",
    "negations",
    "normalise",
    "parts",
    "query",
    "query_tokens",
    "query_words",
    "root",
    "scope_token",
    "skeleton",
    "stem",
    "value_key",
    "words",
]
