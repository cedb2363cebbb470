"""Which slots a clause fills."""

from __future__ import annotations

import re

from memory.contradict import quantities
from memory.contradict.belongings import OWN
from memory.contradict.bodies import BODY
from memory.contradict.classes import classes, of_class
from memory.contradict.counts import counts
from memory.contradict.frames import compiled
from memory.contradict.habits import habits, spans
from memory.contradict.homes import WHERE
from memory.contradict.onlys import health, onlys
from memory.contradict.persons import WHO
from memory.contradict.properties import properties
from memory.contradict.reading import NOUN, SELF, Reading
from memory.contradict.slots import Slot
from memory.contradict.tastes import LIKES
from memory.contradict.work import WORK

_RELATIVE = re.compile(r"\b(?:who|whose|whom|that (?:lives|works|is|are))\b|, (?:der|die|das|deren|dessen) (?!ich\b)")
_NOTED = re.compile(r"^i is\b")  # "the user is": a note about the speaker
_SPEAKER = re.compile(r"^(?:i|we|ich|wir|he|she|they|er|sie|it|es)\b")

_EARNS = re.compile(r"\b(?:work(?:ing)? as|arbeite als)\b")
_ASIDE = re.compile(r"\b(?:part[- ]time|volunteer\w*|sometimes|ehrenamtlich|nebenbei|gelegentlich|manchmal|aushilfe)\b")
# "we have standup at 10" is the standup's
_WE = re.compile(r"(?:we (?:meet|have|do|hold)|wir (?:treffen|haben|halten)) ")
_FRAMES = compiled(WHERE, WHO, WORK, LIKES, BODY, OWN)


def fills(reading: Reading) -> tuple[Slot, ...]:
    """The slots a clause fills; none when it denies, ends or only wishes something."""
    if "want" in reading.content:
        return ()
    if reading.ended:
        return tuple(spans(quantities.figures(reading.text)))
    if reading.denied or reading.modal:
        text = quantities.figures(reading.text)
        spoken = [] if reading.denied or reading.modal != "can" else onlys(text, reading, reading.subject == SELF)
        return (*health(text, reading), *spoken)
    # "a sister who lives in Rome" says nothing of the speaker's home
    text = _RELATIVE.split(_NOTED.sub("i am", reading.text))[0]
    text = quantities.figures(text)
    found: list[Slot] = []
    for cues, pattern, make in _FRAMES:
        if any(map(text.__contains__, cues)) and (match := pattern.search(text)):
            slot = make(match, reading)
            if slot is not None:
                found.append(slot)
    earns = _EARNS.search(text) or any(slot.name == "employer" and not slot.owner for slot in found)
    if earns and reading.subject == SELF and not reading.past and not _ASIDE.search(text):
        found.append(Slot("work", frozenset(), "work", "class", of_class("work", "working")))
    if not _SPEAKER.match(text) or _WE.match(text):
        found += properties(text)
    found += habits(text, reading)
    found += health(text, reading)
    if reading.subject in (SELF, NOUN):
        found += counts(text, reading)
        found += onlys(text, reading, reading.subject == SELF)
        found += classes(text, reading)
    return tuple(found)
