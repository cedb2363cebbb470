"""German: first person singular to second, and to third without a subject."""

from __future__ import annotations

import re

from memory.text.vocabulary import vocabulary
from memory.voice.german_verbs import ICH_FORMS, conjugate, is_verb
from memory.voice.unsure import Unsure

_WORD = re.compile(r"[^\W\d_]+")
_FIRST = re.compile(r"(?i)(?<![\w-])(?:ich|mich|mir|mein(?:e[mnrs]?|s)?|wir|uns|unser\w{0,2})(?![\w-])")
_OTHERS = re.compile(
    r"(?i)(?<![\w-])(?:du|dich|dir|dein(?:e[mnrs]?|s)?|euch|euer|eure\w?|wir|uns|unser\w{0,2})(?![\w-])")
_POSSESSIVE = re.compile(r"(?i)(?<![\w-])(?:mein|meine[mnrs]?|meins)(?![\w-])")
_AND_ICH = re.compile(r"(\b(?:und|oder|aber)) ich(?= )")
_SUBORDINATING = vocabulary("""weil dass daß wenn ob als wo da was wie die der das den dem wer seit bis bevor nachdem
obwohl damit sodass falls seitdem während sobald warum woher wohin""")
_JOINING = frozenset({"und", "aber", "oder", "sondern", "denn", "doch"})
_NO_VERB = vocabulary("""eine keine meine seine ihre die alle beide viele manche einige diese jene solche welche
deine jede ohne gerne heute bitte ungefähr beinahe zwei drei lange leise gerade""")


_LEFT_OUT = vocabulary("""bin hab habe wohne lebe arbeite studiere komme heiße heisse esse trinke spreche fahre spiele
lerne hasse rauche koche lese höre jobbe""")
_ASKED = vocabulary("""
nenn nenne antworte sag sage sprich schreib schreibe erinnere erinner gib hilf ruf rufe duze duz sieze
siez lass lasse zeig zeige erkläre erklär merk merke stell stelle schick schicke frag frage red rede vergiss nimm bitte
behandle behandel warn warne weck wecke informier informiere korrigier korrigiere benutz benutze verwende""")


def second_person(statement: str) -> str:
    """"Ich freue mich" to "Du freust dich". Raises `Unsure`."""
    statement = _with_subject(statement)
    if not _FIRST.search(statement):
        return statement
    _refuse(statement)
    text = _verbs(statement, 2)
    text = re.sub(r"(?<![\w-])([Ii])ch(?![\w-])", lambda hit: "Du" if _starts(text, hit.start()) else "du", text)
    turned = re.sub(r"(?<![\w-])([Mm])(ich|ir|ein(?:e[mnrs]?|s)?)(?![\w-])", lambda hit: _possessive(text, hit), text)
    return turned[:1].upper() + turned[1:] if re.match(r"[a-zäöü]+(?!\w)", turned) else turned


def third_person(statement: str) -> str:
    """"Ich freue mich" to "freut sich". Needs the speaker as its only subject: "sein" or "ihr" would be a guess at
    a gender. Raises `Unsure`."""
    statement = _with_subject(statement)
    if not _FIRST.search(statement):
        return statement
    _refuse(statement)
    if not re.match(r"[Ii]ch\s", statement) or _POSSESSIVE.search(re.sub(r"^[Ii]ch meine\b", "", statement)):
        raise Unsure
    rest = _AND_ICH.sub(r"\1", statement)
    if re.search(r"(?i)(?<![\w-])ich(?![\w-])", rest[3:]) or re.search(r"(?<!\d)[.!;]\s", statement):
        raise Unsure
    text = _verbs(statement, 3)
    if "," in text and re.search(r"(?i)(?<![\w-])(?:mich|mir)(?![\w-])", text):
        raise Unsure  # of another clause, so perhaps not reflexive
    text = re.sub(r"(?<![\w-])(?:mich|mir)(?![\w-])", "sich", text)
    return _AND_ICH.sub(r"\1", re.sub(r"^[Ii]ch\s+", "", text))


def _with_subject(statement: str) -> str:
    """"wohne in Leipzig" as "ich wohne in Leipzig"; a request ("nenn mich Basti") stays and is refused later."""
    first = re.match(r"[^\W\d_]+\b", statement)
    if first is None or first.group().lower() not in _LEFT_OUT or re.search(
            r"(?i)(?<![\w-])(?:ich|mich|mir|er|sie|es|man)(?![\w-])|\?", statement):
        return statement
    return f"ich {first.group().lower()}{statement[first.end():]}"


def _refuse(statement: str) -> None:
    first = re.match(r"[^\W\d_]+\b", statement)
    if _OTHERS.search(statement) or "?" in statement or (first and first.group().lower() in _ASKED):
        raise Unsure
    for hit in re.finditer(r"(?<![\w-])(?:Mein(?:e[mnrs]?)?|Mich|Mir|Ich)(?![\w-])", statement):
        if not _starts(statement, hit.start()):
            raise Unsure  # part of a name


def _starts(text: str, at: int) -> bool:
    return re.search(r"(?:^|[.!]\s+)$", text[:at]) is not None


def _possessive(text: str, hit: re.Match[str]) -> str:
    return ("D" if _starts(text, hit.start()) else "d") + hit[2]


def _verbs(text: str, person: int) -> str:
    """The text with each verb whose subject is `ich` in the asked person."""
    words = list(_WORD.finditer(text))
    chosen: set[int] = set()
    for i, word in enumerate(words):
        if word.group().lower() == "ich":
            chosen.add(_verb_of(text, words, i))
    if chosen:
        chosen |= _shared(text, words, min(chosen))
    out, at = "", 0
    for i, word in enumerate(words):
        if i in chosen:
            out += text[at:word.start()] + conjugate(word.group(), person)
            at = word.end()
        elif word.group() in ICH_FORMS:
            raise Unsure  # a verb of the first person that no rule reached
    return out + text[at:]


def _verb_of(text: str, words: list[re.Match[str]], i: int) -> int:
    """The index of the finite verb of the `ich` at index `i`: next to it, or last in a subordinate clause."""
    before = words[i - 1] if i else None
    gap = text[before.end():words[i].start()] if before else ""
    if before is None or gap.strip() or before.group() in _JOINING:
        if i + 1 < len(words) and not text[words[i].end():words[i + 1].start()].strip():
            return i + 1
        raise Unsure
    if before.group().lower() in _SUBORDINATING:
        end = re.search(r"[,.;!:]|$", text[words[i].end():])
        stop = words[i].end() + (end.start() if end else 0)
        inside = [k for k in range(i + 1, len(words)) if words[k].end() <= stop]
        if not inside or any(words[k].group() in _JOINING for k in inside):
            raise Unsure
        return inside[-1]
    return i - 1


def _shared(text: str, words: list[re.Match[str]], first: int) -> set[int]:
    """Further verbs of the same, left-out subject: right after "und", "aber" or a comma."""
    found = set()
    for k in range(first + 1, len(words)):
        word = words[k].group()
        gap = text[words[k - 1].end():words[k].start()]
        joined = words[k - 1].group() in _JOINING or gap.strip() == ","
        if not joined or not word[0].islower() or word in _NO_VERB:
            continue
        if is_verb(word):
            if word in ("liebe", "weiß") and re.search(r"e$", words[k - 2].group()):
                raise Unsure  # "nette und liebe", "schwarze und weiße"
            found.add(k)
        elif word.endswith("e"):
            raise Unsure  # an adjective, or a verb that is not in the table
    return found
