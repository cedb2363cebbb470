"""Finds the phrases of time in a text and what each says about when something holds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from memory.text.vocabulary import vocabulary
from memory.timephrase.days import Interval, Lean, day, shift, year
from memory.timephrase.expressions import Read, duration, read
from memory.timephrase.words import Grammar
from memory.voice.english_verbs import PAST


@dataclass(frozen=True, slots=True)
class Phrase:
    """What one phrase settles: days or None, and its place in the text."""

    start: int
    end: int
    valid_from: date | None
    valid_to: date | None


_CHANGE = re.compile(
    r"(?i)\b(?:mov(?:e|ed|ing)|start(?:s|ed|ing)?|beg(?:in|an|un)|join(?:ed|ing)?|bought|married|bec(?:ame|ome|oming)|quit"
    r"|stop(?:ped|ping)?|left|leav(?:e|ing)|chang(?:e|ed|ing)|switch(?:ed|ing)?|adopted|born|graduated?|met|finish(?:ed)?"
    r"|retir(?:e|ed|ing)|got|get(?:ting)?|had an? (?:baby|son|daughter|child)|sold|lost|(?:um)?gezogen|zog|ziehe"
    r"|umzieh\w*|angefangen|anfangen|fange|begonnen|beginne|begann|gekauft|kaufte|geheiratet|heirate\w*|geworden|wurde|gewechselt"
    r"|wechsle|aufgehört|aufhören|verlassen|verließ|geboren|bekommen|bekam|gekündigt|kündige|kennengelernt"
    r"|gestartet|starte)\b")
_PAST_STATE = re.compile(
    r"(?i)\b(?:was|were|had|lived|worked|stayed|felt|studied|visited|wore|taught|war|waren|hatte|hatten|lebte|wohnte"
    r"|arbeitete|studierte|gelebt|gewohnt|gearbeitet|gewesen|studiert|besucht)\b")
_FUTURE = re.compile(r"(?i)\b(?:will|won['’]t|going to|gonna|werde|wirst|wird|werden)\b|['’]ll\b")
_PERFECT = re.compile(r"(?i)\b(?:have|has|haven['’]t|hasn['’]t)\b|['’](?:ve|s)\b")
_HELD = re.compile(r"(?i)(?:['’](?:ve|s)|\b(?:have|has)) got\b(?! (?:to know|married|divorced|engaged))")  # a present
_ENGLISH_PAST = re.compile(r"(?i)\b(?!need\b|feed\b|speed\b|breed\b|used\b)[a-z]{2,}ed\b")
_GERMAN_PAST = re.compile(
    r"(?i)\b(?:war|waren|hatte|hatten|wurde|zog|ging|kam|fing|begann|lebte|wohnte|arbeitete|studierte|spielte|machte)\b"
    r"|\b(?:bin|habe|hab|ist|hat|haben|sind)\b.*\b(?:[a-zäöüß]*ge[a-zäöüß]{2,}(?:t|en)|[a-zäöüß]+iert|be[a-zäöüß]+(?:t|en)"
    r"|ver[a-zäöüß]+(?:t|en))\b")
_ENDING = re.compile(r"(?i)\b(?:due|ends?|expires?|runs out|endet|läuft)\b")
_HABIT = re.compile(r"(?i)\b(?:like|love|hate|enjoy|prefer|mag|liebe|hasse|gern|gerne)\b")
_ONCE = re.compile(  # what a present tense tells of a stay, a journey, time off
    r"(?i)\b(?:am|is|are|bin|ist|sind|visit\w*|stay\w*|travel\w*|fly|flies|away|off|have (?:guests|visitors)|besuche\w*"
    r"|fahre\w*|fliege\w*|reise\w*|verreise\w*|übernachte\w*|urlaub|frei|besuch)\b|['’](?:m|s|re)\b")
_WEEKLY = re.compile(
    r"(?i)\b(?:open\w*|close[ds]?|work\w*|arbeit\w*|geöffnet|offen|geschlossen|office|school|uni\w*|nursery|kita|schule|büro"
    r"|home ?office|gym|training|\w*shifts?|\w*schicht\w*|commut\w*|pend[e]?l\w*|lessons?|\w*unterricht|class(?:es)?"
    r"|lectures?|vorlesung\w*|available|erreichbar|sprechstunde\w*|busy|kindergarten|daycare|diet|diät)\b")
_NOT_YEARS = vocabulary("people users euros dollars euro dollar pounds miles km kilometres steps words lines calories")
_WORD_START = re.compile(r"(?<![\w'’.@/#-])(?=[\w])")
_REACH = 200  # characters to either side in which a verb may still belong to a phrase
_BREAK = re.compile(r"[.;!?\n](?=\s|$)|,\s|\s(?:and|but|und|aber)\s")


def find(text: str, said: date, grammar: Grammar) -> Iterator[Phrase]:
    """Each phrase, from left to right, without overlaps."""
    at = 0
    while (hit := _WORD_START.search(text, at)) is not None:
        phrase = _phrase(text, hit.start(), said, grammar)
        if phrase is not None:
            yield phrase
        at = phrase.end if phrase is not None else hit.start() + 1


def _phrase(text: str, at: int, said: date, grammar: Grammar) -> Phrase | None:
    for reader in (_not_until, _since, _until, _range, _starting, _beside, _lasting, _bare):
        phrase = reader(text, at, said, grammar)
        if phrase is not None:
            return phrase
    return None


def _after(words: str, text: str, at: int, grammar: Grammar) -> int | None:
    """Where the expression begins that follows one of `words`."""
    article = rf"(?:{grammar.article} (?!year |day |week |month |past |last |couple ))?"
    hit = re.compile(rf"(?:{words})\s+{article}", re.IGNORECASE).match(text, at)
    return hit.end() if hit else None


def _read_after(words: str, text: str, at: int, grammar: Grammar) -> Read | None:
    begins = _after(words, text, at, grammar)
    return read(text, begins, grammar) if begins is not None else None


def _not_until(text: str, at: int, said: date, grammar: Grammar) -> Phrase | None:
    found = _read_after(grammar.not_until, text, at, grammar)
    return Phrase(at, found.end, found.means(said, Lean.COMING)[0], None) if found else None


def _since(text: str, at: int, said: date, grammar: Grammar) -> Phrase | None:
    begins = _after(grammar.since, text, at, grammar)
    if begins is None:
        return None
    found = read(text, begins, grammar)
    if found is not None:
        first = found.means(said, Lean.PAST)[0]
        return Phrase(at, found.end, first, None) if first <= said else None
    about = re.compile(rf"{grammar.about} ", re.IGNORECASE).match(text, begins)
    lasts = duration(text, about.end() if about else begins)
    return Phrase(at, lasts[2], shift(said, -lasts[0], lasts[1]), None) if lasts else None


def _until(text: str, at: int, said: date, grammar: Grammar) -> Phrase | None:
    found = _read_after(grammar.until, text, at, grammar)
    if found is None:
        return None
    return Phrase(at, found.end, None, found.means(said, _lean(text, at, found.end, Lean.COMING))[1])


def _range(text: str, at: int, said: date, grammar: Grammar) -> Phrase | None:
    """from A to B, between A and B, 2019-2021. "Monday to Friday" settles something where the clause tells of once."""
    for opening, joint in ((grammar.starting, grammar.to), (grammar.between, grammar.conjunction), ("", grammar.to)):
        begins = _after(opening, text, at, grammar) if opening else at
        a = _range_start(text, begins, grammar) if begins is not None else None
        if a is None:
            continue
        link = re.compile(rf"\s*(?:{joint})\s*(?:{grammar.article} )?", re.IGNORECASE).match(text, a.end)
        b = read(text, link.end(), grammar) if link else None
        if b is None or (not opening and (a.kind != b.kind or a.kind not in ("year", "day", "weekday", "month"))):
            continue
        if a.kind == b.kind == "weekday":
            return _weekdays(text, at, said, a, b, grammar)
        lean = _lean(text, at, b.end, Lean.COMING)
        last = b.means(said, lean)[1]
        first = a.means(last, Lean.PAST)[0]
        if first <= last:
            return Phrase(at, b.end, first, last)
    return None


def _weekdays(text: str, at: int, said: date, a: Read, b: Read, grammar: Grammar) -> Phrase:
    """"I'm in Berlin from Monday to Friday" is once, in a week of which the first day is not over; "I work from Monday
    to Friday" is every week and settles nothing."""
    clause = _clause(text, at, b.end)
    if (grammar.recurring.search(clause) or grammar.used_to.search(clause) or _WEEKLY.search(clause)
            or not (_is_past(clause) or _FUTURE.search(clause) or _ONCE.search(clause))):
        return Phrase(at, b.end, None, None)
    if _is_past(clause):
        last = b.means(said, Lean.PAST)[1]
        return Phrase(at, b.end, a.means(last, Lean.PAST)[0], last)
    first = a.means(said, Lean.COMING)[0]
    return Phrase(at, b.end, first, b.means(first, Lean.COMING)[1])


_YEAR_DASH = re.compile(r"((?:19|20)\d\d)(?=[-–—](?:19|20)\d\d\b)")
_DAY_ONLY = re.compile(r"(\d{1,2})(?:st|nd|rd|th|\.)?(?=\s?(?:[-–—]|bis|to|until|and|und)\s?(?:zum )?\d)")


def _range_start(text: str, at: int, grammar: Grammar) -> Read | None:
    """The first side of a range, which may leave to the second what both share: "3. bis 5. Mai"."""
    found = read(text, at, grammar)
    if found is not None:
        return found
    if (hit := _YEAR_DASH.match(text, at)) is not None:
        number = int(hit[1])
        return Read(lambda said, lean: year(number), hit.end(), "year", False)
    if (hit := _DAY_ONLY.match(text, at)) is not None:
        of_month = int(hit[1])
        return Read(lambda last, lean: day(last.replace(day=min(of_month, last.day))), hit.end(), "day")
    return None


def _starting(text: str, at: int, said: date, grammar: Grammar) -> Phrase | None:
    found = _read_after(grammar.starting, text, at, grammar)
    if found is None:
        return None
    end = re.compile(r" (?:on|onwards?|an)\b(?! \d)").match(text, found.end)
    first = _begun(found, said, _lean(text, at, found.end, Lean.COMING))[0]
    return Phrase(at, end.end() if end else found.end, first, None)


def _beside(text: str, at: int, said: date, grammar: Grammar) -> Phrase | None:
    """before A ends the day before, after A begins the day after."""
    if (found := _read_after(grammar.before, text, at, grammar)) is not None:
        return Phrase(at, found.end, None,
                      found.means(said, _lean(text, at, found.end, Lean.COMING))[0] - timedelta(days=1))
    if (found := _read_after(grammar.after, text, at, grammar)) is not None:
        return Phrase(at, found.end,
                      found.means(said, _lean(text, at, found.end, Lean.COMING))[1] + timedelta(days=1), None)
    return None


def _lasting(text: str, at: int, said: date, grammar: Grammar) -> Phrase | None:
    """for ten years: up to now, unless the clause is in the past or the future."""
    hit = re.compile(rf"(?:{grammar.lasting}) (?:{grammar.about} )?", re.IGNORECASE).match(text, at)
    lasts = duration(text, hit.end()) if hit else None
    if hit is None or lasts is None:
        return None
    clause = _clause(text, at, lasts[2])
    up_to_now = re.search(r"(?i)last|past|letzten|vergangenen", hit.group()) is not None
    if not up_to_now and (_FUTURE.search(clause) or (_is_past(clause) and not _PERFECT.search(clause))):
        return None
    now = re.compile(r" (?:now|already)\b").match(text, lasts[2])
    return Phrase(at, now.end() if now else lasts[2], shift(said, -lasts[0], lasts[1]), None)


def _bare(text: str, at: int, said: date, grammar: Grammar) -> Phrase | None:
    """A date alone or after "in", "on": a change begins it, a state fills it, "my lease ends" runs up to it."""
    found = _read_after(grammar.at, text, at, grammar)
    preposition = found is not None
    found = found or read(text, at, grammar)
    if found is None or (found.kind == "season" and not found.alone):
        return None  # "in summer I swim" comes again every year
    clause = _clause(text, at, found.end)
    if grammar.recurring.search(clause):
        return None
    past = _is_past(clause)
    if found.kind == "year" and not _is_year(text, at, found.end, preposition, grammar):
        return None
    if not found.alone and not preposition and found.kind != "year":
        return None
    if found.kind == "ahead" and past and not _FUTURE.search(clause):
        return None  # "learned it in two weeks"
    if not past and found.kind in ("month", "weekday", "holiday") and _HABIT.search(clause):
        return None  # "I like to walk in May"
    first, last = _begun(found, said, Lean.PAST if past else Lean.COMING)
    if _ENDING.search(clause) and last >= said:
        return Phrase(at, found.end, None, last)
    bounded = bool(_PAST_STATE.search(clause)) if last < said else True
    if found.kind in ("ago", "ahead") or _CHANGE.search(clause):
        bounded = False
    return Phrase(at, found.end, first, last if bounded else None)


def _begun(found: Read, said: date, lean: Lean) -> Interval:
    """When something on that day begins: a weekday ahead is another one, the same day would be called today."""
    ahead = found.kind == "weekday" and lean is Lean.COMING
    return found.means(said + timedelta(days=1) if ahead else said, lean)


def _is_year(text: str, at: int, end: int, preposition: bool, grammar: Grammar) -> bool:
    """"in 2024"; German also says the number alone, where no noun is counted by it."""
    follows = re.match(r"\s+([\w]+)", text[end:])
    if follows and follows[1].lower() in _NOT_YEARS:
        return False
    return preposition or (grammar.ago_before == "vor" and not (follows and follows[1][0].isupper()))


def _clause(text: str, start: int, end: int) -> str:
    """The clause around a phrase, without the phrase; a leading phrase and its comma go with what follows."""
    left, right = max(0, start - _REACH), min(len(text), end + _REACH)
    for hit in _BREAK.finditer(text, left, right):
        if hit.end() <= start:
            left = hit.end()
        elif hit.start() >= end and text[left:hit.start()].strip() != text[start:end].strip():
            right = hit.start()
            break
    return _HELD.sub(" have", f"{text[left:start]} {text[end:right]}")


def _is_past(clause: str) -> bool:
    if _FUTURE.search(clause):
        return False
    words = {w.lower() for w in re.findall(r"[a-zA-Z]+", clause)}
    return bool(_ENGLISH_PAST.search(clause) or words & (PAST - {"lay", "sat", "left"}) or _GERMAN_PAST.search(clause))


def _lean(text: str, start: int, end: int, otherwise: Lean) -> Lean:
    return Lean.PAST if _is_past(_clause(text, start, end)) else otherwise
