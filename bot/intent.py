"""Requests made in words that a command answers: forgetting. Recognised by rules, never by a model.

"Forget what I said about my phone number" gets the preview of `/forget my phone number`. What is only about
forgetting ("don't forget the milk", "I forgot my keys", "vergiss es") is talk.
"""

from __future__ import annotations

import re

_PLEASE = r"(?:hey |hi |hallo |ok(?:ay)? |please |bitte |kindly )*"
_CAN = (r"(?:(?:can|could|would|will) (?:you|u) (?:please )?(?:just )?|you (?:should|can|may) |"
        r"i (?:want|would like|need) (?:you )?to |i'd like (?:you )?to )?")
_KANN = r"(?:(?:kannst|könntest|würdest) du (?:bitte )?|du (?:sollst|kannst) |ich (?:will|möchte), dass du )?"
_MEMORY = (r"(?:(?:the |that |any |your |all |all your |all of the |every )?"
           r"(?:memory|memories|facts?|notes?|entry|entries|information|info|data|record|records|things?|stuff)"
           r"(?: you (?:have|keep|saved|stored))? (?:about|of|on|regarding|that) )")
_SAID = (r"(?:(?:everything|anything|all|what|whatever|that)(?: that)?(?: i(?:'ve| have)?| you(?:'ve| have)?)? ?"
         r"(?:ever )?(?:said|told(?: you)?|wrote|mentioned|know|knew|learned|learnt|remember|have|saved|stored)"
         r"(?: you)?(?: here)? (?:about|of|on|regarding) )")
_ABOUT = r"(?:(?:everything|anything|all|it all) (?:about|of|on|regarding) |about |that |the fact that )"
_EN = re.compile(
    rf"^{_PLEASE}{_CAN}(?:please )?(?:forget|delete|erase|remove|wipe|clear|drop|unlearn)\s+"
    rf"(?P<of>{_SAID}|{_MEMORY}|{_ABOUT}|(?=my )|(?=i ))(?P<topic>.+?)"
    r"(?: from (?:your )?memory)?(?:,? please)?[.!?\s]*$",
    re.IGNORECASE)
_GESAGT = (r"(?:(?:alles|das|was)(?:,? was)?(?: ich| du)?(?: dir)?(?: hier)?(?: jemals)? (?:über|zu|von) (?P<about>.+?)"
           r"(?: (?:gesagt|erzählt|geschrieben|erwähnt|weißt|weiß|gelernt|gespeichert)(?: habe?| hast)?)?)")
_NOTIZ = r"(?:alles|die erinnerung|deine erinnerung|den eintrag|die notiz)(?:en)? (?:über|zu|an|von)"
_DE = re.compile(
    rf"^{_PLEASE}(?:{_KANN}(?:bitte )?(?:{_GESAGT}|{_NOTIZ} (?P<over>.+?)|(?P<own>mein\w* .+?))"
    r" (?:vergessen|löschen|streichen|entfernen)"
    rf"|(?:vergiss|lösche?|streiche?|entferne?)(?: bitte)?,? (?:{_GESAGT.replace('about', 'about2')}|"
    rf"dass (?P<that>.+?)|{_NOTIZ} (?P<over2>.+?)|(?P<own2>mein\w* .+?)))(?:,? bitte)?[.!?\s]*$", re.IGNORECASE)
_NOT = re.compile(r"\b(?:don'?t|do not|never|nicht|niemals)\s+(?:you )?(?:ever )?(?:forget|delete|vergessen|vergiss|"
                  r"löschen|erase|remove)\b|\b(?:vergiss|lösche?)\b.*\bnicht\b", re.IGNORECASE)
_SPEAKER = re.compile(r"^(?:i(?:'m| am| was| have|'ve)?|ich(?: bin| habe| war)?|my|meine?[nmrs]?|our|the|a|an)\s+",
                      re.IGNORECASE)
_TASK = re.compile(r"^(?:my (?:last|previous) (?:message|question|request)|what i (?:just )?(?:said|asked)|it|this|"
                   r"that|(?:the )?(?:file|email|folder|line|row|column|table|app|account)s?)\b", re.IGNORECASE)
_LONGEST = 200  # characters; a longer text is talk that happens to begin so


def forget_topic(words: str) -> str | None:
    """What a message asks to forget, as a topic for `/forget`; None when it asks for nothing of the kind."""
    plain = " ".join(words.replace("’", "'").split())
    if not plain or len(plain) > _LONGEST or _NOT.search(plain):
        return None
    found = _EN.match(plain) or _DE.match(plain)
    if found is None:
        return None
    groups = found.groupdict()
    topic = next((group for name, group in groups.items() if group and name != "of"), "")
    topic = topic.strip(" .!?,;:\"'")
    if not topic or _TASK.match(topic):
        return None
    while (bare := _SPEAKER.sub("", topic, count=1)) != topic and bare:
        topic = bare
    return topic
