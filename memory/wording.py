"""What a person's words would be as the text of a claim: nothing at all, something, or that very claim said anew."""

from __future__ import annotations

import re
from datetime import datetime

from memory.assent import after_answer, assent
from memory.domain import Candidate, Claim, Utterance
from memory.extract import guards, mood, patterns
from memory.text import STOP_WORDS, detect, normalise, words
from memory.text.stems import root

_UNKNOWN = re.compile(r"(?:(?:i |ich )?(?:don'?t|do not) know|dunno|no idea|not sure|keine ahnung|"
                      r"(?:ich )?weiss (?:ich |es )?nicht)\b")
_EXCLAIMS = re.compile(r"\W*(?:(?:lol|rofl|lmao|omg|wow|(?:ha){2,}h?|(?:he){2,}h?|[hu]m+|oh+|ah+|uh+|hi|hey|hello|"
                       r"hallo|moin|servus|thanks?|thank you|thx|danke|bye|tschuss|good (?:morning|night)|"
                       r"guten (?:morgen|tag|abend)|gute nacht)\b\W*)+")
_ADDS = re.compile(r"\b(?:also|too|as well|another|besides|auch|ausserdem|zusatzlich|noch ein\w*)\b")
_COVERED = 0.6  # of the words that a statement has to be read from: the rest may be how it is put


def asks(text: str) -> bool:
    """Whether a text is a question, by its end or by its beginning."""
    return normalise(text).rstrip(" .!").endswith("?") or mood.asks(text)


def says_something(text: str) -> bool:
    """Whether there is anything in a text that could be remembered: no bare answer, question, shrug, greeting or laugh,
    and more than signs."""
    plain = normalise(text)
    return (any(map(str.isalpha, text)) and not asks(text) and assent(text) is None and not _UNKNOWN.match(plain)
            and not _EXCLAIMS.fullmatch(plain))


def said_anew(text: str, claim: Claim, now: datetime) -> str:
    """The part of a text that is this claim in other words; "" where none is.

    It has to be read as a whole statement of the same kind about the same one, or with a word of the value in common;
    what adds something ("I also have ...") leaves the claim as it is. An answer before it goes: "No, I live in Oslo".
    """
    rest = after_answer(text).strip()
    if not rest or not says_something(rest) or _ADDS.search(normalise(rest)):
        return ""
    return rest if any(_same(read, claim) for read in read_in(rest, now)) else ""


def read_in(text: str, now: datetime) -> list[Candidate]:
    """What the patterns read in a text, where that is most of it."""
    utterance = Utterance(0, "", text, now, detect(text))
    found = [read for read in patterns.extract(utterance) if guards.check(read, utterance) is None]
    return found if sum(len(read.quote) for read in found) >= _COVERED * len(text) else []


def _same(read: Candidate, claim: Claim) -> bool:
    kind = (read.subject, read.attribute) == (claim.subject, claim.attribute) and claim.attribute != "note"
    return kind or bool(_telling(read.statement) & _telling(claim.value))


def _telling(text: str) -> set[str]:
    return {root(word) for word in words(text) if word not in STOP_WORDS}
