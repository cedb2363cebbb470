"""German clauses: where they begin, who they speak of, and the verb bracket with its cues of denial."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from memory.extract import meaning
from memory.extract.german_phrases import PHRASES
from memory.extract.german_verbs import FIRST, KIN_SUBJECT, THIRD, read
from memory.extract.plain import readings
from memory.extract.reading import NOBODY, Clause, Frame, Said, Subject

_V1 = "|".join(sorted({form for form in FIRST if len(form) > 2}, key=len, reverse=True))
_V3 = "|".join(sorted({form for form in THIRD if len(form) > 2}, key=len, reverse=True))
_ADV = (
    r"(?:(?:auch|jetzt|dann|zurzeit|momentan|derzeit|gerade|seitdem|nun|trotzdem|eigentlich|leider|inzwischen|"
    r"mittlerweile|sonst|außerdem|daher|deshalb|früher|nur|aktuell)\s+)*"
)
_STARTER = (
    rf"{_ADV}(?:ich(?! (?:wohnen|leben|haben|sind|arbeiten|essen|trinken|mögen|lieben|fahren|spielen|gehen|ziehen|"
    rf"kommen|waren|hatten)\b)|wir|mein\w*|unser\w*|er|sie|es|du|ihr|das|dies\w*|man|bitte|nenn|{_V1}|{_V3}|kann|"
    r"darf|will|würde|hätte)\b"
)
_BOUNDARY = re.compile(
    r"\s+[-–—]+\s+|[()]|:\s+|\s*,?\s+(?:aber|sondern|doch(?= ich)|jedoch|allerdings|obwohl|weil|denn|während|"
    r"obgleich|dass|daß|sodass|nachdem|bevor)\s+|,\s*da\s+(?=ich)"
    rf"|,\s*(?:und|oder|also|dann|außerdem|da|daher|deshalb)?\s*(?={_STARTER})|\s+(?:und|sowie|&|\+)\s+(?={_STARTER})"
    rf"|,\s*(?=(?:wie|was|wo|wer|wann|warum|kannst|gibt|gibts|hast|bitte|danke|lohnt|passt|"
    r"(?:erzähl|erklär|zeig|schreib|mach|gib|nenn|such|plan|hilf|schlag|empfiehl|rechne?)e?(?= (?:mir|uns|mal|bitte|"
    r"da|das|"
    r"den|die|ein\w*)\b))\b)|\s+und\s+(?=[\wäöüß -]{{2,40}} (?:mag|"
    r"hasse|liebe|esse|trinke|spiele) ich)"
    r"|,\s*(?=(?:schmeckt|schmecken|riecht|riechen|klingt|sieht|fühlt sich|erinnert|beruhigt|tut|macht|hilft)\s)"
    r"|\s+und\s+(?=in (?-i:[A-ZÄÖÜ])[\w-]+ aufgewachsen\b)"
    rf"|,\s*(?=[\wäöüß -]{{2,40}} (?:mag|hasse|liebe|esse|trinke|spiele|habe|hab|bin) ich)", re.I)
_LEAD = re.compile(
    r"(?:hallo|hi|hey|moin|servus|na|klar|guten (?:tag|morgen|abend)|grüß (?:dich|gott)|also|so|ach|oh|ok|okay|ja|nein|"
    r"nee|nö|übrigens|btw|fyi|nur zur info|zur info|und|aber|oder|denn|weil|"
    r"da(?= ich)|dass|sorry|entschuldigung|ehrlich gesagt|eigentlich|leider|zum glück|endlich|tja|naja|wie gesagt|"
    r"nebenbei|hm+|haha|ps|p\.s\.|merk dir(?: bitte)?|bitte merk dir|denk(?:t)? (?:bitte )?dran|"
    r"vergiss nicht|du musst wissen|damit du es weißt|kurz zu mir|zu mir|über mich|kleine info|gut zu wissen|"
    r"korrektur|update|nachtrag|doch|stimmt|freut mich|außerdem|jedenfalls|"
    r"persönlich|grundsätzlich|generell|wisse|wichtig|noch was|apropos|tatsächlich|gute nachrichten)[,:;!.\s]+", re.I)


def clauses(sentence: str) -> Iterator[Clause]:
    """The clauses of a sentence with their offsets in it. A list of things is no boundary, a new subject or verb is."""
    at, conjoined = 0, False
    for cut in [*_BOUNDARY.finditer(sentence), None]:
        stop = cut.start() if cut else len(sentence)
        text = sentence[at:stop]
        if text.strip():
            yield Clause(text.strip(), at + len(text) - len(text.lstrip()), conjoined)
            conjoined = bool(cut and re.search(r"und|,|sowie|&|\+|oder|aber", cut.group()))
        at = cut.end() if cut else stop


def lead(clause: str) -> int:
    """How many characters of a clause come before its first part: greetings and conjunctions."""
    at = 0
    while found := _LEAD.match(clause, at):
        at = found.end()
    return at


def _named(clause: str, at: int) -> str:
    """The words for the relative a clause begins with, else "Ich": what a following clause may leave out."""
    named = KIN_SUBJECT.match(clause, at) or KIN_SUBJECT.search(f"{clause} ", at)  # "Max heißt auch mein Hund"
    return named.group()[:1].upper() + named.group()[1:] if named else "Ich"


def _is_finite(word: str, pronoun: str) -> bool:
    plural = pronoun.strip().casefold() == "wir"
    return word.casefold() in FIRST and word.casefold().endswith("en") == plural


def statements(clause: Clause, at: int, earlier: Subject, frames: Sequence[Frame]) -> tuple[Subject, list[Said]]:
    """Whom the clause speaks of and what it says, from offset `at` on; nobody and nothing when it is not understood."""
    for phrase in PHRASES:
        if found := phrase.said(clause, at):
            if phrase.attribute == "NAME":
                more = meaning.after_name(clause.text, found[0].value, frames, "de")
                name = found[0].value
                if clause.text[name.start + len(name.text):].strip(" ,.!"):
                    found = [replace(found[0], opening=f"Ich bin {name.text}."), *more]
            return Subject(found[0].subject, _named(clause.text, at)), found
    result = read(clause.text, at, earlier, clause.conjoined, clause.times)
    if result is None:
        return NOBODY, []
    who, reading = result
    found = meaning.said(reading, frames, "de") or readings.said(reading, clause.text)
    ich = re.match(r"(?:ich|wir)\s+(?=\S)", clause.text[at:], re.I)
    final = clause.text[reading.verb.start:] if ich else ""
    if ich and _is_finite(final, ich.group()) and not reading.past and reading.verb.start > at + ich.end():
        said = f"{ich.group()}{final.strip()} {clause.text[at + ich.end():reading.verb.start].strip()}."
        found = [replace(item, opening=said) for item in found]  # "weil ich in Köln wohne" -> "Ich wohne in Köln"
    elif reading.elided:
        found = [replace(item, opening=who.surface) for item in found]
    elif who.key != "self" and re.match(r"(?:er|sie)\b", clause.text[at:], re.I):
        found = [replace(item, opening=who.surface + re.sub(r"^\w+", "", clause.text[at:]) + ".") for item in found]
    return who, found
