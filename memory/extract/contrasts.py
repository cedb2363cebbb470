"""A favourite set against another one, without a word for what it is a favourite of: "my favourite is tea, not coffee".

By itself "my favourite is X" says too little to keep; what it is not says which earlier statement it is about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from memory.attributes import attribute
from memory.domain import Candidate, Polarity, Utterance
from memory.extract import passages

_FAVOURITE = re.compile(
    r"(?:(?:actually|no|well|eigentlich|nein|doch),?\s+)*"
    r"(?P<said>(?:my (?:new )?fav(?:ou?rite)?(?: one)? is|mein (?:neuer )?favorit ist) (?:now |jetzt |actually )?"
    r"(?:an? |the |eine? |der |die |das )?(?P<v>[^\W\d][\w '-]{1,40}?),? (?:and |und )?(?:not|nicht) (?:mehr )?"
    r"(?:an? |the |my |eine? |der |die |das )?[\w '-]{2,40})$", re.IGNORECASE)


def extract(utterance: Utterance) -> Iterator[Candidate]:
    """The contrasted favourites of a message, as preferences."""
    plain = passages.fold(passages.own_words(utterance.text, utterance.reply_quote))
    for sentence in passages.sentences(plain):
        found = _FAVOURITE.match(sentence.text)
        if found is None or sentence.asks:
            continue
        at = sentence.start
        quote = utterance.text[at + found.start("said"):at + found.end("said")]
        value = utterance.text[at + found.start("v"):at + found.end("v")]
        yield Candidate("self", "preference", value, Polarity.YES, quote[:1].upper() + quote[1:], quote, utterance.id,
                        attribute("preference").type, "patterns")
