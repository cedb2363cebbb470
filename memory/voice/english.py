"""English: first person singular to second, and to third without a subject."""

from __future__ import annotations

import re

from memory.voice.english_verbs import ADVERBS, BASE, ENDS_A_VERB, MODALS, NOUNS_TOO, PARTICIPLES, PAST, third_singular
from memory.voice.unsure import Unsure

_EDGE = r"(?<![\w.@/'’-])"
_I = re.compile(_EDGE + r"(?:I|i)(?:['’](?P<short>m|ve|d|ll))?(?![\w@/'’-]|\.\w)|^[Ii](?P<bare>m|ve)(?=\s)")
_FIRST = re.compile(
    _EDGE + r"(?:[Ii](?:['’](?:m|ve|d|ll))?|[Mm]y|[Mm]e|[Mm]ine|[Mm]yself|[Ww]e|us|[Oo]ur|[Oo]urs|ourselves)"
    r"(?![\w@/'’-]|\.\w)|^[Ii](?:m|ve)\s|" + _EDGE + r"[Ww]e['’](?:re|ve|d|ll)\b"
)
_YOU = re.compile(r"(?i)\byou(?:r|rs|rself|rselves|['’]\w+)?\b")
_THEY = re.compile(r"(?i)\b(?:they|them|their|theirs|themselves|they['’]\w+)\b")
_BEFORE_I = re.compile(
    r"(?i)(?:yesterday|today|tomorrow|now|currently|usually|sometimes|here|then|also|once|january|february|march|april|may"
    r"|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day|and|but|because"
    r"|when|where|if|that|since|while|so|as|what|how|although)")
_SHORT = {"": "", "m": "'re", "ve": "'ve", "d": "'d", "ll": "'ll"}  # I'm, I've, ... after "you" or "they"
_SECOND = {"my": "your", "me": "you", "mine": "yours", "myself": "yourself",
           "we": "you", "us": "you", "our": "your", "ours": "yours", "ourselves": "yourselves"}
_THIRD = {"my": "their", "me": "them", "mine": "theirs", "myself": "themselves", "our": "their", "ours": "theirs"}
_OTHERS = re.compile(_EDGE + r"(my|me|mine|myself|we|us|our|ours|ourselves)(?![\w@/-]|['’]\w)", re.IGNORECASE)
_ORE = re.compile(r"(?:a|an|the|this|that|gold|coal|copper|salt|silver|iron|old|open|data|land)\s+$", re.IGNORECASE)
_SLOT = r"(?:(?:no longer|" + "|".join(sorted(ADVERBS)) + r"|(?!fly|apply|reply|rely)[a-z]+ly)\s+)*"
_OTHER_CLAUSE = re.compile(
    r"(?i)\b(?:that|who|whom|whose|which|because|when|where|while|if|although|though|what|how|than|they|he|she|it|we"
    rf"|to\s+(?:be|{'|'.join(sorted(BASE))}))\b")


_REQUEST = re.compile(r"(?:(?:please|always|never|only|don['’]t|do\s+not)\s+)+[a-z]+\s+(?:(?:to|for|with)\s+)?"
                      r"(?:me|us|my|our)\b", re.IGNORECASE)


def second_person(statement: str) -> str:
    """"I'm allergic" to "You're allergic". Raises `Unsure`."""
    if not _FIRST.search(statement):
        return statement
    _refuse(statement)
    if re.search(_EDGE + r"[Ww]e['’]", statement):
        statement = re.sub(_EDGE + r"([Ww])e(?=['’](?:re|ve|d|ll)\b)", "you", statement)
    text = _was_were(statement, "you")
    text = _am_are(_I.sub(lambda hit: "you" + _SHORT[_short(hit)], text))
    return _capital(_swap(text, _SECOND))


def third_person(statement: str) -> str:
    """"I'm allergic" to "is allergic", "my sister" to "their sister". Raises `Unsure`."""
    if not _FIRST.search(statement):
        return statement
    _refuse(statement)
    if re.search(_EDGE + r"(?:[Ww]e|us|ourselves)(?!\w)", statement) or _THEY.search(statement):
        raise Unsure
    first = _I.match(statement)
    if first is None:
        if re.search(r"\band I\b", statement):
            raise Unsure  # "my sister and I"
        text = _they(statement)
    else:
        text = _without_subject(statement[first.end():], _short(first))
    return _swap(text, _THIRD)


def _refuse(statement: str) -> None:
    if _YOU.search(statement) or "?" in statement:
        raise Unsure
    start = re.match(r"(?:[Pp]lease\s+)?([A-Za-z]+)\b", statement)
    if (start and start[1].lower() in BASE) or _REQUEST.match(statement):
        raise Unsure  # a request: "call me Bob", "always answer me in German"
    for hit in _I.finditer(statement):
        before = re.search(r"(\S+)\s+$", statement[:hit.start()])
        name = before is not None and before[1][:1].isupper() and before[1][-1] not in ".!;"
        if name and before and not _BEFORE_I.fullmatch(before[1].rstrip(",")):
            raise Unsure  # "Elizabeth I", "Type I"
        if not _short(hit) and not re.match(r"\s+[a-z\ue000]", statement[hit.end():], re.IGNORECASE):
            raise Unsure


def _short(hit: re.Match[str]) -> str:
    return hit["short"] or hit["bare"] or ""


def _was_were(text: str, subject: str) -> str:
    """`was` to `were` where its subject is I: next to it, or left out after "and"."""
    text = re.sub(_EDGE + rf"([Ii]\s+{_SLOT})was(n['’]t)?\b", r"\1were\2", text)
    for hit in re.finditer(rf"\b(?:and|but|or|then)\s+{_SLOT}(was)\b", text):
        if not _I.match(text) or _OTHER_CLAUSE.search(text[:hit.start()]):
            raise Unsure
    if _I.match(text):
        text = re.sub(rf"(\b(?:and|but|or|then)\s+{_SLOT})was(n['’]t)?\b", r"\1were\2", text)
    return text


def _am_are(text: str) -> str:
    return re.sub(r"(?<![\d.:])(?<!\d )\bam\b(?!\s*[.]?m\b)", "are", text)


def _they(text: str) -> str:
    """Every I to they, which takes the plain verb."""
    text = _was_were(text, "they")
    text = _am_are(_I.sub(lambda hit: "they" + _SHORT[_short(hit)], text))
    return re.sub(r"([.!]\s+)they\b", r"\1They", text)


def _without_subject(rest: str, short: str) -> str:
    """What follows the leading I (with its contraction `short`), its verbs in the third person singular."""
    main, tail = re.match(r"([\s\S]*?)((?:[.!;]\s+[\s\S]*)?)$", rest).groups()  # type: ignore[union-attr]
    main = re.sub(r"\b(and|but|or),?\s+I(?=\s)", r"\1", main)
    main = re.sub(r"\b(and|but|or),?\s+I['’]m\b", r"\1 am", main)
    head, kind = _head(main.lstrip(), short)
    return _coordinated(head, kind) + _they(tail)


def _head(main: str, short: str) -> tuple[str, str]:
    """The clause with its first verb turned, and how that verb governs: plain | modal | do | past."""
    if short == "m":
        return f"is {main}", "plain"
    if short == "ve":
        return f"has {main}", "plain"
    if short == "ll":
        return f"will {main}", "modal"
    if short == "d":
        word = re.match(rf"(?:(?:not)\s+)?{_SLOT}([a-z]+)", main)
        if word is None:
            raise Unsure
        had = word[1] == "better" or word[1] in PARTICIPLES or word[1].endswith("ed")
        if not had and word[1] not in BASE and word[1] not in ("be", "rather"):
            raise Unsure
        return f"{'had' if had else 'would'} {main}", "past" if had else "modal"
    found = re.match(rf"({_SLOT})([a-z]+(?:n['’]t)?)(?!['’\w-])", main)
    if found is None:
        raise Unsure
    verb, kind = _finite(found[2])
    return found[1] + verb + main[found.end():], kind


_AUXILIARIES = {
    "am": ("is", "plain"), "have": ("has", "plain"), "haven't": ("hasn't", "plain"), "do": ("does", "do"),
    "don't": ("doesn't", "do"), "did": ("did", "do"), "didn't": ("didn't", "do"), "was": ("was", "past"),
    "wasn't": ("wasn't", "past"), "hadn't": ("hadn't", "past"), "used": ("used", "modal"),
}


def _finite(word: str) -> tuple[str, str]:
    plain = word.replace("’", "'")
    if plain in _AUXILIARIES:
        return _AUXILIARIES[plain]
    if plain in MODALS:
        return word, "modal"
    if plain in BASE:
        return third_singular(plain), "plain"
    if plain in PAST or (plain.endswith("ed") and len(plain) > 4):
        return word, "past"
    raise Unsure


_JOINED = re.compile(rf"(?:\s(and|but|or)\s+|,\s+(?:(and|but|or)\s+)?){_SLOT}([a-z]+(?:n['’]t)?)(?![\w'’-])")


def _coordinated(text: str, kind: str) -> str:
    """Verbs that share the left-out subject after "and", "but", "or" or a comma."""
    done, at = "", 0
    for hit in _JOINED.finditer(text):
        word, joint = hit[3].replace("’", "'"), hit[1] or hit[2] or ","
        if word not in BASE and word not in ("am", "don't", "haven't"):
            continue
        if kind == "do" and joint in ("and", ","):
            raise Unsure  # "I don't eat meat and live in Pune"
        if kind == "modal" or (kind == "do" and joint == "or"):
            continue  # "can cook and clean": still after the auxiliary
        if _OTHER_CLAUSE.search(text[:hit.start()]) or _I.search(text[:hit.start()]):
            raise Unsure
        if joint != "but" and word in NOUNS_TOO and not _is_verb_here(word, text[hit.end():]):
            raise Unsure
        done += text[at:hit.start(3)] + _finite(hit[3])[0]
        at = hit.end()
    text = done + text[at:]
    text = _they(text) if _I.search(text) else text
    if re.search(r"(?<![\d.:])(?<!\d )\bam\b", text):
        raise Unsure
    return text


def _is_verb_here(word: str, rest: str) -> bool:
    """Whether a word that may be a noun is a verb, by the word after it."""
    follows = re.match(r"\s+([a-z]+)", rest)
    return follows is not None and ((word, follows[1]) in ENDS_A_VERB or follows[1] in _DETERMINERS)


_DETERMINERS = frozenset({"a", "an", "the", "my", "two", "three", "four", "some", "no", "many", "this", "these", "all"})


def _swap(text: str, table: dict[str, str]) -> str:
    def one(hit: re.Match[str]) -> str:
        word, starts = hit[1], re.search(r"(?:^|[.!]\s+)$", text[:hit.start()]) is not None
        if word == "US" or (word.lower() == "mine" and _ORE.search(text[:hit.start()])):
            return word
        if word[0].isupper() and not starts:
            return word  # part of a name: "My Chemical Romance"
        turned = table.get(word.lower())
        if turned is None:
            raise Unsure
        return turned.capitalize() if starts and hit.start() else turned

    return _OTHERS.sub(one, text)


def _capital(text: str) -> str:
    text = re.sub(r"([.!]\s+)you\b", r"\1You", text)
    return text[:1].upper() + text[1:] if re.match(r"[a-z][a-z]*(?:['’][a-z]+)?(?![\w])", text) else text
