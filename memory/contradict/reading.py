"""Reads a statement into clauses: who it is about, what it says of them, and whether it affirms or denies it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import takewhile

from memory.contradict.idioms import spelt_out
from memory.contradict.implied import implied
from memory.contradict.lexicon import LIGHT, OPPOSITES, PARTICIPLES, PARTICLE_SIGNS, PAST, SMALL, meaning, opposites
from memory.contradict.values import minutes
from memory.text import clauses, normalise
from memory.text.vocabulary import vocabulary

SELF, OTHER, IT, YOU, NOUN = "self", "other", "it", "you", "noun"

_SENTENCE = re.compile(r"(?<=[.!?;\n])\s+")
_ENDED = re.compile(
    r"(?<!\bam )(?<!\bis )(?<!\bare )(?<!get )(?<!getting )\bused to\b|\bno longer\b"
    r"|\bnot (?=.*\b(?:anymore|any ?more|any longer)\b)"
    r"|\b(?:stopped|stop|quit|ceased|gave up|given up)(?= \w+ing\b)"
    r"|\bnicht (?:\w+ )?mehr\b|\bkein\w* (?=.*\bmehr\b)|\bfruher\b|\baufgehort\b|\bhore auf\b"
)
_DENIED = re.compile(
    r"\b(?:not|no|never|none|nobody|nothing|nowhere|neither|nor|without|hardly|barely|"
    r"nicht|kein\w*|nie|niemals|nirgends|nirgendwo|niemand\w*|nichts|ohne|keinesfalls)\b"
)
_DESCRIBED = re.compile(r"\b(?:without|with no)\b(?= [\w -]+ (?:is|are|was|were)\b)")  # "a man with no hat is eating"
_REMAINDER = re.compile(r"\b(?:anymore|any ?more|any longer|mehr|auf)\b")
_NOBODY = re.compile(r"(?:nobody|niemand|nothing|none|kein\w*|no(?! (?:i|we|he|she|it|they|you|ich|wir)\b))\b")
_NO_CLAUSE = (("nothing but ", "only "), ("can't help but ", ""), ("cannot help but ", ""), ("not only ", ""))
_ASIDE = re.compile(r", (?=(?:always|never|immer|nie|niemals)\b)")  # "never late, always on time"
# "wifi password: x" is "wifi password is x"; so is "fav color? red", where what is asked for is a slot.
_LABEL = re.compile(
    r"^([\w' -]{2,30}):\s(?=\S)"
    r"|^((?:my |meine? )?(?:fav\w*|lieblings\w+|name|age|alter|job|beruf|wohnort|birthday|geburtstag|height|weight)"
    r"(?: \w+){0,2})\? (?=\S)"
)
# Full stops that end no sentence: after a title, and after the day of a date ("14. Juli").
_NO_STOP = re.compile(
    r"\b(mr|mrs|ms|dr|prof|fr|hr|nr)\.(?= )|(?<=\d)\.(?= (?:jan|feb|mar|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|"
    r"de[cz]|klasse|stock|etage|semester))")
_QUESTION = re.compile(
    r"(?:do|does|did|are|is|was|were|can|could|have|has|will|would|what|who|where|when|why|how|which)"
    r" (?:i|you|he|she|it|we|they|your|are|is|do|does|did|about|many|much|old|kind|else)\b"
    r"|(?:hast|bist|kannst|magst|willst|was|wer|wo|wann|warum|wie) (?:du|ist|sind|machst|hast|bist)\b"
)
_CUE_FIRST = re.compile(r"(?:no|not|kein\w*|nicht)\b(?!.*\b(?:is|are|am|was|were|do|does|ist|sind)\b)")
_CONDITION = re.compile(r"\b(?:if|falls(?! on\b)|wenn|as (?=(?:i|it|they|we) (?:will|get|do|am|is|are|have|makes?)\b))")
_LIST = re.compile(r"\b(?:or|nor|and|oder|und|noch)\b")
_WORD = re.compile(r"(?:(?<![\w)])-(?=\d))?[^\W_]+(?:[.:@][^\W_]+)*(?:[+#]+(?!\w))?")
_PRONOUNS = {
    **dict.fromkeys("i we ich wir mir mich uns myself me".split(), SELF), **dict.fromkeys("you du ihr".split(), YOU),
    **dict.fromkeys("he she they er sie".split(), OTHER), **dict.fromkeys("it this that es das".split(), IT),
}
_OPENERS = vocabulary("""
yes yeah no nah nope well oh ok okay actually honestly also and but so now today then sadly luckily sorry lol hey hi
always please immer bitte ja nein naja und aber haha wow unfortunately currently sometimes usually still
""")
_MODALS = {
    **dict.fromkeys(("can", "could", "kann", "konnte"), "can"), **dict.fromkeys(("must", "should", "muss"), "must"),
    "would": "would",
}
_GERMAN_MODALS = vocabulary("kann konnte muss will soll darf")
# Participles that say how somebody is, not what is being done.
_STATES = vocabulary("scared frightened terrified interested excited bored tired worried married divorced allergic")
_EVER = frozenset(("never", "nie", "niemals"))
_OWNERS = vocabulary("my your his her our their its")
_PREPOSITIONS = vocabulary("at in for with of from by about near on to into bei fur mit aus von an auf")
_VERBS = LIGHT | {"live", "work", "eat", "drink", "drive", "smoke", "allergic", "name"}
_MINE = re.compile(r"\b(?:my|our|mein\w*|unser\w*) (?=([^\W_][\w-]*(?: [^\W_][\w-]*){0,2}))")
_GONE = vocabulary("""
ex former late old previous last dead next dream ideal alte altes alter ehemalige ehemaliger fruherer
""")
_QUALITIES = vocabulary("""
own little best favorite favourite lovely beloved dear cute whole only entire current amazing awesome adorable sweet
older elder
kleiner kleine kleines lieber liebe liebes eigener eigene eigenes einziger einzige einziges bester beste bestes
""")
# What no noun before it qualifies: adverbs, times, prepositions and what goes on.
_NO_HEAD = "|".join(vocabulary("""
once twice every today tonight yesterday tomorrow since last next while near behind under over above below beneath
beside between outside inside across through against along around toward towards off out up down away without within
during before after until alone together that which who because
"""))
_NEIGHBOURS = re.compile(rf"\b([^\W_]+)(?= ((?!(?:{_NO_HEAD}|\d\w*|\w+(?:ly|ed|ing))\b)[^\W_]+))")
_ANYTHING = vocabulary("anything anyone anybody irgendetwas irgendwas irgendwen")  # said of others, it adds nothing
_DOING = re.compile(r"\b(?!being\b)\w{2,}ing\b|(?<=\bbeing )\w+")
_COPULAS = frozenset("am is are was were bin ist bist sind war waren".split())


@dataclass(frozen=True, slots=True)
class Reading:
    """One clause. `content` holds canonical words, `minus` those of them that were said by their opposite."""

    subject: str
    predicate: str
    content: frozenset[str]
    minus: frozenset[str]
    denied: bool
    ended: bool = False
    ever: bool = False  # "never": speaks of all time
    past: bool = False
    modal: str = ""
    listed: bool = False
    core: frozenset[str] = frozenset()  # what a clause of being says before its first preposition
    text: str = ""
    order: tuple[str, ...] = ()  # the canonical words as they come
    lead: int = 0  # how many of them name the subject: those before "is" or "are"
    signed: frozenset[tuple[str, int]] = field(init=False, repr=False, compare=False)  # the content, -1 for `minus`
    contrary: frozenset[tuple[str, int]] = field(init=False, repr=False, compare=False)  # what opposes any of it

    def __post_init__(self) -> None:
        signed = frozenset((name, -1 if name in self.minus else 1) for name in self.content)
        object.__setattr__(self, "signed", signed)
        object.__setattr__(self, "contrary", frozenset().union(*(opposites(*one) for one in signed)))


def read(statement: str) -> tuple[Reading, ...]:
    """The clauses of a statement that assert something. Questions and conditions assert nothing."""
    plain = _NO_STOP.sub(r"\1", normalise(statement.replace("\n", ". ")))
    plain = _LABEL.sub(lambda m: f"{m[1] or m[2]} is ", plain, count=1)
    for turn, by in _NO_CLAUSE:
        plain = plain.replace(turn, by)
    found: list[Reading] = []
    before: Reading | None = None
    for sentence in _SENTENCE.split(plain):
        if sentence.endswith("?"):
            continue
        for clause in (part for whole in clauses(sentence) for part in _ASIDE.split(whole)):
            one = None if _QUESTION.match(clause) else _clause(clause, before)
            if one is not None:
                before = one
                found.append(one)
                if (besides := implied(one.text)) and (other := _clause(besides, None)) is not None:
                    found.append(other)
    return tuple(found)


def _clause(clause: str, before: Reading | None) -> Reading | None:
    text = _CONDITION.split(spelt_out(clause))[0]
    ended = _ENDED.search(text)
    rest = _REMAINDER.sub(" ", _ENDED.sub(" ", text)) if ended else text
    cues = _DENIED.findall(_DESCRIBED.sub("", rest))
    words = _WORD.findall(_DENIED.sub(" ", rest))
    if cues[:1] == ["no"] and text.startswith("no ") and words[:1] and words[0] in _PRONOUNS:
        cues = cues[1:]  # "no i have one": an answer, not a denial
    listed = bool(_LIST.search(rest))
    subject, words = (NOUN, words) if _NOBODY.match(rest) else _subject(words, before.subject if before else "")
    if not words:
        return None
    if listed and len(cues) > 1 and all(cue in ("no", "nor", "neither") or cue.startswith("kein") for cue in cues):
        cues = cues[:1]  # "neither cats nor dogs" denies once
    order, minus, predicate, lead = _content(words, subject)
    content = frozenset(order)
    if not content:
        return None
    if before and cues and _CUE_FIRST.match(rest) and before.predicate in LIGHT and len(content) <= 2 and not ended:
        subject, predicate = before.subject, before.predicate  # "I like dogs, but no cats"
        content |= {predicate}
    return Reading(
        subject, predicate, content, minus,
        denied=(len(cues) % 2 == 1) != bool(ended), ended=bool(ended), ever=bool(_EVER & set(cues)),
        past=not ended and any(w in PAST or (i == 0 and w.endswith("ed")) for i, w in enumerate(words[:3])),
        modal=next((_MODALS[w] for w in words if w in _MODALS), ""),
        listed=listed, core=_core(words) if predicate == "be" else content, text=text,
        order=order, lead=lead,
    )


def _subject(words: list[str], before: str) -> tuple[str, list[str]]:
    while len(words) > 1 and words[0] in _OPENERS:
        words = words[1:]
    if not words:
        return before, words
    pointing = words[0] in ("that", "das", "this") and len(words) > 1 and words[1] not in _COPULAS  # "that dog"
    if words[0] in _PRONOUNS and not pointing:
        return _PRONOUNS[words[0]], words[1:]
    for at, word in enumerate(words[:5]):
        if word in ("i", "ich") or (at and word in ("mir", "wir")):
            if at and word != "i":  # German: the verb stands right before its subject
                return SELF, [words[at - 1], *words[:at - 1], *words[at + 1:]]
            return SELF, words[:at] + words[at + 1:]
    if words[0] == "do" and len(words) > 1 and meaning(words[1])[0] not in _VERBS:
        return before or NOUN, words[1:]  # "don't call me Sam": an instruction, as "call me Sam" is
    if words[0] == "there":
        return NOUN, words[1:]
    if meaning(words[0])[0] in _VERBS and not (len(words) > 1 and words[1] in _COPULAS):
        return before or SELF, words  # "lives in Pune": a note about the speaker without its subject
    return NOUN, words


def _content(words: list[str], subject: str) -> tuple[tuple[str, ...], frozenset[str], str, int]:
    content: dict[str, None] = {}
    minus: set[str] = set()
    predicate = ""
    lead = 0
    last = len(words) - 1
    for at, word in enumerate(words):
        after = words[at + 1] if at < last else ""
        if subject == NOUN and not lead and word in _COPULAS:
            lead = len(content)
        elif subject == NOUN and not lead and words[0] in _COPULAS and word.endswith("ing"):
            lead = len(content)  # "there is no girl kicking a ball"
        if word in PARTICLE_SIGNS and at == last and at > 0:
            name, sign = PARTICLE_SIGNS[word]
        elif word in SMALL or _idle(word, words, at, subject) or _auxiliary(word, after, words[-1]):
            continue
        elif word[0].isdigit() and (clock := _clock(word, words[at - 1] if at else "")):
            name, sign = clock, 1
        else:
            name, sign = meaning(word)
        if subject == NOUN and (name == "be" or word in _ANYTHING):
            continue  # "there is no dog in the yard" and "a dog is in the yard" speak of the same
        if word in ("old", "alt") and at and words[at - 1].startswith(("year", "jahr")):
            continue
        content[name] = None
        if sign < 0:
            minus.add(name)
        if not predicate and (subject == SELF or name in LIGHT):
            predicate = name
    names = frozenset(content)
    if subject == SELF:
        known = [name for name in content if name in LIGHT]
        if known and predicate not in LIGHT and words[0] not in names and _inverted(words):
            predicate = known[0]
        if words[0] in _GERMAN_MODALS and content:
            predicate = next(reversed(content))  # "kann kein Auto fahren": the verb comes last
    return tuple(content), frozenset(minus), predicate, lead


@lru_cache(maxsize=20_000)
def owned(text: str) -> frozenset[str]:
    """The things that follow "my", past their qualities: "dog" of "my lovely big dog". Not what is over ("my ex")."""
    found = set()
    for phrase in _MINE.findall(text):
        words = list(takewhile(lambda word: word not in SMALL and word not in _COPULAS, phrase.split()))
        if words and words[0] not in _GONE:
            things = [w for w in words if w not in _QUALITIES and not opposites(*meaning(w))]
            found.add(meaning((things or words[-1:])[0])[0])
    return frozenset(found)


@lru_cache(maxsize=20_000)
def doing(text: str) -> frozenset[str]:
    """What is being done in a clause: "holding", "is being held"."""
    return frozenset(meaning(word)[0] for word in _DOING.findall(text))


@lru_cache(maxsize=20_000)
def compounds(text: str) -> frozenset[tuple[str, str]]:
    """Neighbours of which the second may be a noun that the first one qualifies: "olive oil", not "olives daily"."""
    return frozenset((meaning(one)[0], meaning(other)[0]) for one, other in _NEIGHBOURS.findall(text)
                     if one not in SMALL and other not in SMALL and meaning(other)[0] not in _VERBS)


def _core(words: list[str]) -> frozenset[str]:
    """The "teacher" of "am a teacher in Ohio": only that is what the subject is."""
    cut = next((at for at, word in enumerate(words) if at and word in _PREPOSITIONS), len(words))
    return frozenset(meaning(word)[0] for word in words[:cut] if word not in SMALL) - {"be"}


def _idle(word: str, words: list[str], at: int, subject: str) -> bool:
    """German "am" beside English "I am", "my own" beside "I own"."""
    if word == "am":
        return not (subject == SELF and at == 0)
    return word == "own" and at > 0 and words[at - 1] in _OWNERS


def _clock(word: str, before: str) -> str:
    """"@540" for "9am", and for "9" after "at": a time of day is no count. "" for other numbers."""
    time = minutes(word)
    return f"@{time}" if time is not None and (not word.isdigit() or before in ("at", "um", "gegen", "ab")) else ""


def _inverted(words: list[str]) -> bool:
    """Whether a first-person clause begins with its object: "Kaffee mag ich nicht"."""
    return meaning(words[0])[0] not in LIGHT and len(words) > 1 and meaning(words[1])[0] in LIGHT


def _auxiliary(word: str, after: str, last: str) -> bool:
    """Whether `word` only carries tense or voice: "is playing", "have been", "habe ... gegeben"."""
    name = meaning(word)[0]
    if name == "be":
        does = after.endswith(("ing", "ed")) and after not in OPPOSITES and after not in _STATES
        return does or after in PARTICIPLES
    if name == "have":
        closed = after != last and last.startswith("ge") and last.endswith(("t", "en"))  # "habe ... gegeben"
        closed = closed and word in ("habe", "hat", "haben")
        return closed or after in PARTICIPLES or after in PAST or after.endswith("ed")
    return False
