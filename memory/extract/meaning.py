"""From a reading to what it says: the first frame that fits gives the slot, cues give the polarity, values the rest."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from memory.contradict.workplaces import working_in
from memory.extract import lexicon, nouns, values
from memory.extract.lexicon import LANGUAGES
from memory.extract.reading import Frame, Reading, Said
from memory.extract.values import Span

_FOR_LONG = re.compile(
    r"\b(?:since|for (?:about |over |almost |nearly |more than |the (?:last|past) )?(?:an? |\w+ )?(?:years?|months?|"
    r"weeks?|decades?|ages|while|whole life|long)|"
    r"all my life|my whole life|always|now|lately|these days|nowadays)\b", re.I)
_NO = re.compile(r"\s*(?:no|zero)\s+(?!longer\b|more\b|one\b|matter\b)", re.I)  # "I have no sister", "I eat no meat"
_HABITUAL = re.compile(r"\b(?:every|each|daily|weekly|on (?:mon|tues|wednes|thurs|fri|satur|sun)days?|on weekends|"
    r"(?:once|twice|times) (?:a|per)|regularly|in the (?:mornings?|evenings?)|"
    r"(?:before|after) (?:work|bed|breakfast|lunch|dinner|school|sleeping)|at (?:lunch|night)|"
                       r"jede[nrsm]?|täglich|wöchentlich|regelmäßig|(?:mon|diens|donners|frei|sams|sonn)tags|"
                       r"(?:am|an) wochenenden?|at weekends?|mittwochs|morgens|abends|mittags|nachts|immer|vor dem "
                       r"(?:schlafen|essen|frühstück)|"
                       r"nach dem (?:essen|mittagessen|frühstück)|mal (?:die|pro|in der|im)|einmal|zweimal|vor der "
                       r"arbeit|nach der "
                       r"arbeit)\b", re.I)
_NOT_YET = re.compile(r"\byet\b|(?<!immer )\bnoch (?:nicht|kein\w*)\b", re.I)
_GENERIC = re.compile(r"the (?:(?-i:[A-Z])|(?:sea|ocean|mountains?|beach|outdoors|summer|winter|autumn|fall|spring|"
    r"country(?:side)?|city|snow|rain|cold|heat|desert|north|south|east|west|cinema|"
                      r"theatre|theater|opera|gym|water|sun|dark|forest|woods|lake|(?:smell|sound|taste) of)\b)")
_EMPLOYER = re.compile(r"\s(?:at|for|with|bei|beim|bei der)\s+(?:(?:the|der|dem|einer|einem|a|"
    r"an)\s+)?(?P<v>(?-i:[A-ZÄÖÜ])[\w&'.-]*(?:\s+(?:of |and |und |für )?(?-i:[A-ZÄÖÜ])[\w&'.-]*)*)", re.I)
_COMPANY = re.compile(  # whom one lives or works with is no part of the place
    r"\s(?:together )?(?:with|mit) (?:my|our|two|three|four|an?|meine\w*|unsere\w*|zwei|drei|vier|eine\w*)\s.*", re.I)
_PIECE = re.compile(r",?\s+(?:and|but|und|aber|sowie)\s+|,\s+", re.I)


def lasts(clause: str) -> bool:
    """Whether a clause in the perfect says that it still holds ("for ten years", "since May")."""
    return _FOR_LONG.search(clause) is not None


def said(reading: Reading, frames: Sequence[Frame], language: str) -> list[Said]:
    """Everything a reading says; empty when no frame fits or what fits is no claim either way."""
    if (reading.lemma in ("be", "sein") or (reading.lemma == "werden" and reading.perfect) or (reading.lemma == "been"
        and reading.lasting)) and (found := _complements(
        reading, frames, language, _begin(reading))):
        return found
    return _by_frames(reading, frames, language)


def after_name(clause: str, name: Span, frames: Sequence[Frame], language: str) -> list[Said]:
    """What "I'm Jonas, 29, from Hamburg" goes on to say after the name, each as a sentence of its own."""
    found = re.match(r"(?:\s*,\s*|\s+(?:and|und)\s+|\s+(?=from|aus))", clause[name.start + len(name.text):])
    if not found:
        return []
    at = name.start + len(name.text) + found.end()
    rest = Span(clause[at:], at)
    copula, begin = ("be", "I'm") if language == "en" else ("sein", "Ich bin")
    return _complements(Reading("self", copula, rest, rest), frames, language, begin)


def _begin(reading: Reading) -> str:
    """The head of a sentence for each of several things somebody says they are now."""
    if reading.subject != "self" or reading.denied or reading.ended or reading.past or reading.elided:
        return ""
    copula = re.match(r"(?:(?P<en>'?m|am)|(?P<de>bin))(?!\w)", reading.verb.text, re.I)
    return "" if copula is None else "I'm" if copula["en"] else "Ich bin"


def _complements(reading: Reading, frames: Sequence[Frame], language: str, begin: str = "") -> list[Said]:
    """"34 and currently unemployed" is two things, "allergic to nuts and eggs" is one list. With `begin` ("I'm") each
    of them is made a sentence."""
    text, cuts = reading.rest.text, [0]
    for cut in _PIECE.finditer(text):
        if _being(Span(text[cut.end():], 0), language) or re.match(r"(?:\d{1,3}(?: years old| jahre alt)?(?=$|,| and "
            r"| und )|allergi|from [A-Z]|aus [A-Z]|based in|living in|living at|working (?:as|at|for|in)|born in|"
            r"married|wohnhaft in|geboren in)", text[cut.end():]):
            cuts += [cut.start(), cut.end()]
    begin = begin if len(cuts) > 1 or reading.verb == reading.rest else ""
    out: list[Said] = []
    for start, stop in zip(cuts[::2], [*cuts[1::2], len(text)], strict=True):
        piece = Span(text[start:stop], reading.rest.start + start)
        part = _by_frames(replace(reading, rest=piece), frames, language)
        gone = reading.past and not reading.perfect and not reading.dated  # "I was a soldier": no word on now
        if not part and not gone and (found := _being(piece, language, reading.subject)):
            part = [Said(reading.subject, found[0], found[1], reading.denied)]
            if found[0] == "occupation" and (at := _EMPLOYER.search(piece.text)) and not reading.denied:
                part.append(Said(reading.subject, "employer", Span(at["v"], piece.start + at.start("v"))))
        whole = f"{begin} {' '.join(piece.text.split()).strip(' ,')}."
        out += [replace(one, opening=whole) for one in part] if begin else part
    return out


def _being(span: Span, language: str, subject: str = "self") -> tuple[str, Span] | None:
    if not (value := values.one(span, keep_determiner=True)):
        return None
    head = re.split(r"\s+(?:at|for|with|in|by|from|specialising|specializing|working|living|based|bei|im|beim|since|"
        r"seit|von|aus|an|auf)\s+", value.text, maxsplit=1)[0]
    if subject != "self" and lexicon.pet_in(value.text):
        return "note", value  # "our dog is a beagle"
    for text in (value.text, head):
        if (found := nouns.being(text, language)) and found[1] in value.text:
            return found[0], Span(found[1], value.start + value.text.index(found[1]))
    return None


def _by_frames(reading: Reading, frames: Sequence[Frame], language: str) -> list[Said]:
    more: list[Said] = []
    if found := _NO.match(reading.rest.text):
        rest = Span(reading.rest.text[found.end():], reading.rest.start + found.end())
        reading = replace(reading, rest=rest, denied=not reading.denied)
    if reading.denied and not reading.ended and _NOT_YET.search(reading.verb.text):
        return []
    for frame in frames:
        shape = frame.pattern.match(reading.rest.text) if reading.lemma in frame.lemmas else None
        if shape and _fits(frame, reading):
            if not frame.attribute or ("k" in frame.flags and reading.denied):
                return more
            denied = reading.denied or "n" in frame.flags
            if "d" in frame.flags and frame.attribute == "likes":  # "can't stand": the cue is part of the verb
                denied = True
            out = [Said(reading.subject, name, value, denied) for name, value in _fill(frame, shape, reading)]
            if "+" not in frame.flags and out:
                return [*more, *out]
            more += out
    return more


def _fits(frame: Frame, reading: Reading) -> bool:
    """Whether the flags of a frame agree with tense, denial and subject of a reading."""
    gone = reading.past or (reading.perfect and not reading.lasting and not reading.denied)
    happened = (reading.past or reading.perfect) and not reading.denied
    often = reading.habitual or reading.denied or reading.ended or _HABITUAL.search(reading.verb.text) is not None
    refused = {
        "s": reading.subject != "self", "t": reading.subject == "self", "x": not reading.perfect,
        "p": not reading.ended and not happened, "e": not reading.ended and gone, "d": not reading.denied,
        "y": reading.denied, "h": not often, "T": not reading.dated,
    }
    return not any(refused.get(flag, False) for flag in frame.flags)


def _fill(frame: Frame, shape: re.Match[str], reading: Reading) -> Iterator[tuple[str, Span]]:
    groups = shape.groupdict()
    if "r" in frame.flags:  # the verb itself is the value: "smoke", "go running"
        if value := values.one(values.after_subject(reading.verb)):
            yield frame.attribute, value
        return
    if groups.get("w"):
        yield "birthday", values.without_edges(Span(shape["w"], reading.rest.start + shape.start("w")))
    if groups.get("v") is None:
        return
    span = Span(shape["v"], reading.rest.start + shape.start("v"))
    if "w" in frame.flags:
        yield frame.attribute, values.as_it_stands(span)
        return
    alone = [values.one(span, keep_determiner=frame.attribute in _WHOLE)]
    for value in values.many(span) if "l" in frame.flags else filter(None, alone):
        name = frame.attribute
        if name in ("home", "employer") and (beside := _COMPANY.search(value.text)):
            value = Span(value.text[:beside.start()], value.start)
        if name == "likes" and re.match(r"(?:all |both )?the\s", span.text, re.I) and not _GENERIC.match(span.text):
            return  # "I love the colours": of what was shown, not a taste
        if name == "GERN":
            name = "likes"
        elif name in ("HAVE", "OWN"):
            found = _having(value, span, name == "OWN", reading.denied)
            if not found:
                return
            name, value = found
        elif name == "WORKS_IN":
            name = working_in(value.text, shape.group())
        elif name == "LANGUAGE":
            if not LANGUAGES.search(value.text):
                return
            name = "language"
        yield name, value


_WHOLE = frozenset({"HAVE", "OWN"})


def _having(value: Span, span: Span, owned: bool, denied: bool) -> tuple[str, Span] | None:
    """The slot of something had; a determiner the value lost still counts for relatives and animals."""
    before = span.text[:max(0, value.start - span.start)]
    if re.search(r"\b(?:im|in|am|auf|beim|on|at|from|vom|zum|zur)(?: \w+)?\s*$", before, re.I):
        return None  # "wir haben im Keller Wasser": where, not what
    counted = before.split()[-1] + " " if before.split() and nouns.COUNT.match(before.split()[-1] + " ") else ""
    found = nouns.having(counted + value.text) or (nouns.having("no " + value.text) if denied else None)
    if found:
        where = value.text.find(found[1])
        return found[0], Span(found[1], value.start + where) if where >= 0 else value
    return ("possession", value) if owned and not re.search(nouns.ABSTRACT, value.text) else None
