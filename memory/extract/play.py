"""Whether a game of make-believe is on that began in an earlier message.

A message shows by itself only when it opens a game (`mood.plays`); what the players then say carries no mark. Only an
opening of one's own counts here, not every mention of a game: "I play D&D on Fridays" must silence nothing after it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

LOOKS_BACK = 10  # messages of a room in which an opening still counts

_OPENS = re.compile(
    r"\blet'?s (?:pretend|role-?play|play (?:a (?:role|game where|scene|character)|pretend|make[- ]believe)|imagine|"
    r"do a "
    r"(?:role-?play|scene|campaign))|\blet'?s play\s*[:,]|\brole[- ]?play(?:ing)? (?:with me|as|a|time|now)\b|\b(?:do|"
    r"start|"
    r"play) (?:a|our|the) (?:role[- ]?play|campaign|adventure)|"
    r"\b(?:you|i)(?:'re| are|'m| am|'ll be| will be| play) (?:now )?(?:the|an?) (?:\w+ )?(?:innkeeper|wizard|dragon|"
    r"king|"
    r"queen|captain|knight|npc|game master|dungeon master|dm|bartender|villain|hero|pirate|elf|dwarf|vampire|witch|"
    r"detective)\b|\bi(?:'m| am) captain\b|\b(?:act|speak|answer) as (?:if|though|a|an|the)\b|\bpretend (?:that |"
    r"to be |you|i)|"
    r"\byou play\b|\bi(?:'ll| will) play (?:a|an|the) \w+\b|\bin character\b|\bonce upon a time\b|"
    r"\b(?:lasst?|lass) uns (?:\w+ )?(?:so tun|ein rollenspiel|rollenspielen|etwas spielen)|\b(?:lass|"
    r"lasst) uns spielen\s*[:,]|"
    r"\brollenspiel\s*[:!]|\b(?:machen|spielen|starten) wir (?:ein |eine |das |mal )?(?:\w+ )?(?:rollenspiel|szene|"
    r"abenteuer|"
    r"kampagne)|\bspielen wir\s*[:,]|\bich spiele (?:jetzt |mal )?(?:einen?|den|die) (?:könig\w*|ritter|zauberer|"
    r"magier|"
    r"hexe|zwerg|elf\w*|drachen?|pirat\w*|kapitän|schurken?|held\w*)|\bdu (?:bist|spielst) (?:jetzt )?(?:der|die|den|"
    r"ein\w*) "
    r"(?:wirt\w*|zauberer|drachen?|könig(?:in)?|kapitän|ritter|spielleiter|magier|räuber|hexe|pirat\w*|held\w*)\b|"
    r"\btu(?:n wir)? so,? als\b|\bes war einmal\b", re.I)
_CLOSES = re.compile(
    r"\b(?:end of (?:the )?(?:game|play|role[- ]?play|scene|story)|game over|the end|(?:stop|end|quit|finish|"
    r"leave)(?:ping|ing)? "
    r"(?:the |this |our )?(?:game|role[- ]?play\w*|playing|pretending|campaign|scene)|out of character|"
    r"back to (?:reality|"
    r"real life|normal|work|business)|no more (?:games?|playing|role[- ]?play)|enough (?:of (?:the|this|that) (?:game|"
    r"role"
    r"[- ]?play)|playing|games)|that was (?:a )?fun(?: game)?|done playing|ende (?:des|vom) (?:spiels?|rollenspiels?)|"
    r"spiel "
    r"(?:vorbei|aus|beendet|zu ende)|genug gespielt|(?:hör\w*|lass\w*) (?:\w+ )?(?:auf zu spielen|"
    r"mit dem spiel\w* auf)|"
    r"zurück (?:zur realität|in die realität|zum ernst)|schluss mit (?:dem )?(?:spiel\w*|rollenspiel)|"
    r"rollenspiel (?:ende|"
    r"vorbei|aus|beenden)|das (?:spiel|rollenspiel) ist (?:aus|vorbei|zu ende))\b", re.I)


def opens(text: str) -> bool:
    """Whether a message opens a game that the messages after it may carry on."""
    return _OPENS.search(text) is not None


def closes(text: str) -> bool:
    """Whether a message ends a game."""
    return _CLOSES.search(text) is not None


def goes_on(earlier: Sequence[str]) -> bool:
    """Whether a game opened in the last `LOOKS_BACK` of these messages (oldest first) has not been ended since."""
    on = False
    for text in earlier[-LOOKS_BACK:]:
        last_open = max((found.start() for found in _OPENS.finditer(text)), default=-1)
        last_close = max((found.start() for found in _CLOSES.finditer(text)), default=-1)
        if last_open != last_close:
            on = last_open > last_close
    return on
