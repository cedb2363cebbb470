"""What of a message is the author's own statement: passages, sentences and clauses with their place and mood.

Nothing is cut out of a message: what is not the author's word (code, logs, quotations) is overwritten with a mark of
the same length, so every offset still points into the message and a quote stays an exact substring.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from memory.extract import slips, voices

LONGEST = 800  # characters of a sentence that is read: longer ones are lists and pasted text, and slow to take apart
HIDDEN = "\x00"  # stands for text that is not the author's own

_CODE = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)|`[^`\n]+`|<(code|pre|blockquote)>.*?(?:</\1>|\Z)", re.S | re.I)
_SECRET = re.compile(r"\[secret: [^\]\n]{1,40}\]")  # what masking left in the place of a value: nothing was said
_LINE = re.compile(
    r"^(?:\s*>.*"                                             # a quoting line
    r"|\s*\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d.*"                  # a log line by its time
    r"|\s*\[?\d\d:\d\d:\d\d\b.*"
    r"|.*\b(?:ERROR|WARN(?:ING)?|INFO|DEBUG|FATAL|TRACE)\b[ :\]].*"
    r"|\s*(?:at |File \")[\w./$<]+.*\b(?:line \d+|\(.*:\d+\)).*"
    r"|\s*(?:Traceback|Exception|Caused by)\b.*"
    r"|\s*(?:#|//|\$|%|/\*|--|<[!\w/]).*"
    r"|\s*[\w.-]+\s*=\s*\S+\s*"
    r"|\s*[\w-]+:\s+\S+\s*"                                   # name: Alice
    r"|.*[{};]\s*|\s*(?:From|Subject|To|Von|An|Betreff|Date|Datum):.*)$", re.M)
_SPEAKER = re.compile(r"^\s*(?:\[[\d:., ]+\]\s*)?(?!(?:ps|note|edit|btw|fyi|update|correction|info|intro|hinweis|"
    r"nachtrag|korrektur|wichtig|"
                      r"übrigens|also|reminder|disclaimer|me|ich|heads|anmerkung|btw|fact|fakt|notiz|merke|remember|memo|todo|background|context|kontext|hintergrund|confession|honestly|"
                      r"actually|look|listen|so|well|ok|okay|yes|no|ja|nein|please|bitte|sorry|"
                      r"name)\b)[\w.-]{2,15}:\s+(?=(?:i|i'm|my|we|ich|mein\w*|wir)\b).*$", re.I | re.M)
_NAME_LINE = re.compile(r"\s*(?:ps|p\.s\.|edit|btw|fyi|übrigens|note)\s*:", re.I)
_QUOTED = re.compile(r"“[^”]*”|„[^“”\"]*[“”\"]|»[^«]*«|«[^»]*»|\"[^\"]*\"|(?<!\w)'[^'\n]{12,}'(?!\w)|‚[^‘]*‘|"
    r"‘[^’]{12,}’")
_OWN_WORD = re.compile(r"\b(?:i|i'm|my|me|we|our|ich|mein\w*|mir|mich|wir|unser\w*)\b", re.I)
_RULES = re.compile(r"^[^\n.!?]{0,60}\b(?:rules?|guidelines?|policy|policies|instructions|terms|hausordnung|\w*regeln|"
                    r"richtlinien?|anleitung|vorschriften|nutzungsbedingungen)\b[^\n.!?]{0,40}[:\n]", re.I | re.M)
_FORWARD = re.compile(r"^\s*(?:-+\s*)?(?:forwarded (?:message|from)|fwd?:|weitergeleitet(?:e nachricht)?|wg:|begin "
    r"forwarded)",
                      re.I)
_IMPERATIVE = re.compile(r"^\s*(?:[-*•\d.)]+\s*)?(?:always|never|do not|don't|please|you must|use|keep|avoid|no|answer|"
                         r"respond|immer|niemals|nie|bitte|keine?|verwende|vermeide|antworte)\b", re.I)

_END = re.compile(r"(?<!\b[A-Z])(?<!\bDr)(?<!\bSt)(?<!\bMr)(?<!\bMrs)(?<!\bbzw)(?<!\bca)(?<!\bz\.B)(?<!\be\.g)(?<!\d)"
                  r"[.!?…]+(?=\s|$|[\"'”)])|(?<=\d)[.!?](?=\s*$|\s+(?!Jan|Feb|M[aä]|Apr|Jun|Jul|Aug|Sep|Okt|Oct|Nov|"
                  r"De[zc]|Jahr|Stock|Etage|"
                  r"Klasse|Semester|Monat|Woche|Geburtstag|Mal|Liga|Platz)[A-ZÄÖÜ])"
                  r"|[!?]+|;|\n+|" + HIDDEN + "+|(?<=[\U0001F300-\U0001FAFF☀-➿])\\s+(?=\\w)")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of the author's own with its offset in the message, and whether its end mark asks."""

    text: str
    start: int
    asks: bool


def fold(text: str) -> str:
    """The text with typographic apostrophes and no-break spaces made plain, character for character."""
    return text.translate({0x2019: "'", 0x02BC: "'", 0x00B4: "'", 0x60: "'", 0xA0: " ", 0x202F: " "})


def _hide(text: str, start: int, end: int) -> str:
    return text[:start] + HIDDEN * (end - start) + text[end:]


def own_words(text: str, reply_quote: str = "") -> str:
    """The message with everything that is not the author's own statement overwritten, offsets unchanged."""
    if _FORWARD.match(text):
        return HIDDEN * len(text)
    out = text
    for found in (*_CODE.finditer(text), *_SECRET.finditer(text)):
        out = _hide(out, *found.span())
    theirs = [*voices.passages_of_others(fold(out))]
    if reply_quote.strip() and reply_quote.strip() in out:
        at = out.index(reply_quote.strip())
        out = _hide(out, at, at + len(reply_quote.strip()))
    lines = out.count("\n") + 1
    for found in _LINE.finditer(out):
        plain = re.match(r"\s*[\w-]+:\s+\S+\s*$", found.group()) is not None
        if not (plain and (lines < 3 or _NAME_LINE.match(found.group()))):
            out = _hide(out, *found.span())
    for found in _SPEAKER.finditer(out):  # a pasted chat: "alice: I have a dog"
        out = _hide(out, *found.span())
    for found in _QUOTED.finditer(out):
        inner = found.group()[1:-1]
        if _OWN_WORD.search(fold(inner)) or len(inner.split()) > 5:
            out = _hide(out, *found.span())
    rules = _RULES.search(out)
    if rules and not _OWN_WORD.search(fold(rules.group())):
        out = _hide(out, rules.start(), len(out))
    for start, end in theirs:
        out = _hide(out, start, end)
    parts = list(sentences(fold(out)))
    for sentence, following in zip(parts, [*(one.text for one in parts[1:]), ""], strict=False):
        long = len(sentence.text) > LONGEST
        theirs_whole = long or voices.credits_another(sentence.text)
        gone = len(sentence.text) if theirs_whole else slips.withdrawn(sentence.text, following[:LONGEST])
        out = _hide(out, sentence.start, sentence.start + gone)
    return _hide(out, 0, len(out)) if _is_rule_page(out) else out


def _is_rule_page(text: str) -> bool:
    parts = [part for part in re.split(r"[.!?\n]+", text) if part.strip(HIDDEN + " ")]
    orders = sum(bool(_IMPERATIVE.match(part)) for part in parts)
    return len(parts) >= 3 and orders * 2 >= len(parts) and not _OWN_WORD.search(fold(text))


def sentences(own: str) -> Iterator[Sentence]:
    """The sentences of `own_words`, without their end marks."""
    at = 0
    for end in [*_END.finditer(own), None]:
        stop = end.start() if end else len(own)
        raw = own[at:stop]
        text = raw.strip(" \t\n\r" + HIDDEN).lstrip("-*•· ")
        if text:
            yield Sentence(text, at + raw.index(text), bool(end and "?" in end.group()))
        at = end.end() if end else stop
