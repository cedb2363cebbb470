"""What is said to be all there is of a kind: the only pet, the only languages. Anything beside it disagrees."""

from __future__ import annotations

import re

from memory.contradict.reading import IT, NOUN, SELF, Reading
from memory.contradict.slots import Slot
from memory.contradict.things import CLASSES, thing
from memory.contradict.values import LANGUAGES
from memory.text.vocabulary import vocabulary

_ANIMALS = frozenset(thing(w) for w in vocabulary("""
dog hund cat katze kater hamster rabbit kaninchen tortoise schildkrote turtle ferret frettchen bird vogel parrot
papagei budgie
wellensittich goldfish fish fisch snake schlange lizard echse gecko horse pferd guinea meerschweinchen rat ratte
mouse maus pig
hedgehog igel chinchilla iguana spider spinne gerbil pony donkey esel chicken huhn goat ziege bearded terrarium axolotl
"""))
_PET = re.compile(r"\b(?:(?P<only>only|one|einziges|einzige|einziger|nur ein|sole) (?:pet|haustier)\b(?: i have| we "
                  r"have)?(?:,| is| ist| habe ich|:)*|(?:pet|haustier)\b.*\b(?:only one|nur)\b)")
_ONLY = re.compile(r"\b(?:only|nur|ausschliesslich|just)\b(?! (?:an? |ein )?(?:little|bit|few|bisschen|wenig|paar|"
                   r"basic|gebrochen))")
_SCOPED = re.compile(r"\b(?:at|with|in|mit|bei|auf|zu) ")  # "only English at work"
_SPEAK = re.compile(r"\b(?:speaks?|spreche|spricht|fluent in|bilingual|rede|beherrsche|kann|can|understand|verstehe)\b")
# How well, by the levels of the Common European Framework that can be meant.
_LOW, _HIGH = ("a1", "a2"), ("b2", "c1", "c2")
_LEVELS = {**dict.fromkeys(("fluent", "fluently", "fliessend", "perfectly", "perfekt"), _HIGH),
           **dict.fromkeys(("a little", "a bit of",
               "a few words", "ein bisschen", "ein paar worte", "ein paar worter", "basic", "kaum"), _LOW)}
_AT_LEVEL = re.compile(rf"\b(?:[abc][12]|{'|'.join(_LEVELS)})\b")
_HAVE = re.compile(r"\b(?:have|got|own|habe|haben|hab|besitze|bei (?:mir|uns) (?:lebt|wohnt|leben)) (?:an?|eine?n?|"
                   r"\d+|also an?|auch eine?n?) (?:[\w-]+ ){0,2}?(?P<t>[\w-]+)\b")
_LISTED = re.compile(r"\b(?:who|that|which|because|but|named|called|der|die|das|weil)\b|[.;]")
_IS_ONLY = re.compile(r"^(?P<v>.+) (?:is|ist) (?:my|our|mein|unser) (?:only|einziges|one and only) (?:pet|haustier)")


def onlys(text: str, reading: Reading, speaker: bool) -> list[Slot]:
    """The animals and languages a clause gives the speaker, and whether it says that there are no others."""
    if reading.past:
        return []
    found = []
    if (speaker and _SPEAK.search(text)) or re.search(r"\b[abc][12]\b", text):
        spoken = frozenset(LANGUAGES[w] for w in re.findall(r"[^\W\d_]+", text) if w in LANGUAGES)
        if spoken:
            if (at := _AT_LEVEL.search(text)) and len(spoken) == 1:
                levels = _LEVELS.get(at.group(), (at.group(),))
                found.append(Slot("level", spoken, at.group(), "set", levels))
            found.append(Slot("languages", frozenset(), text,
                "only", (bool(_ONLY.search(text)) and not _SCOPED.search(text), spoken)))
    pet, turned = _PET.search(text), _IS_ONLY.match(text)
    had = _HAVE.search(text) if speaker or "bei uns" in text or "bei mir" in text else None
    said = turned["v"] if turned else text[pet.end():] if pet else _LISTED.split(text[had.start():])[0] if had else ""
    if kept := _animals(said):
        found.append(Slot("pets", frozenset(), text, "only", (bool(pet or turned), kept)))
    return found


_NONE = re.compile(r"\b(?:no|kein\w*|not (?:\w+ )?any|not|without|ohne) (?:known |other )?(?:(?P<a>allerg\w+)|"
                   r"(?P<p>pets?|animals|tiere|haustiere?))(?! to| gegen|\w)")
_ALLERGY = re.compile(r"\b(?:(?P<v>[\w-]+(?: [\w-]+)?) allerg(?:y|ies)\b|allerg(?:ic|isch) (?:to|gegen|auf) "
                      r"(?P<w>(?!anything|nothing|irgend)[\w ]+)|"
                      r"(?P<x>heuschnupfen|hay ?fever|\w+allergie|\w+intoleran\w+|intolerant|celiac|zoliakie))")
_BEARING = re.compile(r"\b(?P<t>lactose|laktose|gluten|milk|milch|nuts|nusse|eggs|eier|shellfish|histamin\w*|fructose|"
                      r"fruktose|soy|soja|dairy)\b")
_CANNOT = re.compile(r"\b(?:can not|vertrage (?:\w+ )?(?:kein\w*|nicht)|vertrage .*nicht|intoleran\w+|allergi\w+ "
                     r"(?:to|gegen|auf)|free diet)\b")
_CAN = re.compile(r"\b(?:(?:eat|drink|esse|trinke) (?!.*(?:free|frei|oat|almond|soy|coconut|hafer|mandel))|tolerates? "
                  r"|macht mir nichts|no (?:trouble|problem)s?\b|without (?:any )?(?:trouble|problem)|"
                  r"kein problem|vertrage (?!.*(?:kein|nicht))|can (?:have|eat|drink) )")


def health(text: str, reading: Reading) -> list[Slot]:
    """Allergies, that there are none, and what is borne or not; read of denials too, which is how most is said."""
    about_me = reading.subject == SELF or "allerg" in text or re.search(r"\b(?:me|mir|uns)\b", text)
    if reading.past or reading.subject not in (SELF, NOUN, IT) or not about_me:
        return []
    found = []
    if reading.subject == SELF and (none := _NONE.search(text)):
        found.append(Slot("allergies" if none["a"] else "pets", frozenset(), text, "only", (True, frozenset())))
    elif reading.subject == SELF and not reading.denied and (match := _ALLERGY.search(text)):
        found.append(Slot("allergies", frozenset(), text,
            "only", (False, frozenset((thing(match.group().split()[-1]),)))))
    if reading.subject != NOUN or reading.denied or "mir" in text:
        for match in _BEARING.finditer(text):
            bears = bool(_CAN.search(text))
            if bears != bool(_CANNOT.search(text)):
                substance = {"laktose": "lactose", "dairy": "milk", "milch": "milk",
                    "nusse": "nuts", "eier": "eggs"}.get(match["t"], match["t"])
                found.append(Slot("bears", frozenset((substance,)), match["t"], "set", (bears,)))
    return found


def _animals(text: str) -> frozenset[str]:
    names = (("dog" if w in CLASSES["dog"] else thing(w)) for w in re.findall(r"[^\W\d_]+", text))
    return frozenset(name for name in names if name in _ANIMALS)
