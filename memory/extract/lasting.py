"""What a clause says of its speaker that no frame knows by its verb, where it sounds as if it lasts.

The frames name verbs one by one; people use others as well ("I coach the under-tens on Fridays"). A clause in the
present is taken for a habit when something in it says how often, or when its verb is one that names a pastime or a
standing arrangement and what follows is no single thing in view ("the", "this", "my"). All else is left alone: most
clauses with "I" tell of the moment.
"""

from __future__ import annotations

import re

from memory.extract import lexicon, values
from memory.extract.reading import Reading, Said
from memory.extract.values import Span

LONGEST = 14  # words of such a clause
_FLEETING = frozenset(  # verbs of the moment, of the mind, and of work at a screen
    "think know guess mean need want see hope wonder feel ask say tell try look wait understand agree believe remember "
    "forget care wish bet suppose assume promise doubt propose suggest choose pick get let make find thank appreciate "
    "add put push pull set click open close press call turn roll send mention notice hear follow start begin stop "
    "finish leave arrive come enter exit install update deploy pass return fail fix check copy paste type show "
    "load compile happen end miss apologise apologize swear vote move give bring expect plan intend stay be have can "
    "rather "
    "denken wissen meinen brauchen sehen hoffen fragen sagen erzählen versuchen schauen warten verstehen glauben "
    "erinnern vergessen wünschen wetten versprechen bezweifeln vorschlagen wählen bekommen kriegen lassen finden "
    "danken hinzufügen legen stellen setzen klicken öffnen schließen drücken rufen anrufen schicken senden merken "
    "folgen beginnen anfangen aufhören installieren starten laden speichern zeigen werfen würfeln ziehen kommen sein "
    "haben werden können dürfen wollen müssen sollen mögen freuen stimmen zustimmen klingen".split())
PURSUITS = frozenset(  # verbs that in the present simple name a pastime or a standing arrangement
    "grow keep breed raise rent own lease coach mentor tutor foster sponsor volunteer produce repair restore build "
    "bake brew sew knit crochet blog moderate organise organize host chair edit translate commute practise practice "
    "perform compete wear pay earn owe donate subscribe belong pray fast meditate paint photograph skate dance sing "
    "hunt fish forage sail kayak row lift box fence juggle garden camp babysit farm stream vape smoke gamble "
    "anbauen züchten halten sammeln mieten vermieten trainieren leiten unterrichten engagieren gärtnern spenden "
    "zahlen bezahlen verdienen tragen nähen stricken häkeln backen brauen malen fotografieren tanzen singen angeln "
    "jagen segeln rudern turnen boxen imkern töpfern bloggen übersetzen moderieren organisieren pendeln fasten beten "
    "meditieren betreuen restaurieren reparieren basteln pachten abonnieren musizieren".split())
_OFTEN = re.compile(
    r"\b(?:every|each|daily|weekly|monthly|yearly|on (?:mon|tues|wednes|thurs|fri|satur|sun)days\b|(?:on|at) weekends|"
    r"(?:once|twice|times) (?:a|per)|regularly|in the (?:mornings?|afternoons?|evenings?)|at night|"
    r"(?:before|after) (?:work|lunch|dinner|breakfast|school|bed)|in (?:summer|winter|spring|autumn)|"
    r"most (?:days|mornings|evenings|nights|weekends)|in my (?:free|spare) time|for a living|as a (?:hobby|volunteer)|"
    r"jede[nrsm]?|täglich|wöchentlich|monatlich|regelmäßig|(?:mon|diens|donners|frei|sams|sonn)tags|mittwochs|"
    r"morgens|vormittags|mittags|nachmittags|abends|nachts|mal (?:die|pro|in der|im)|ehrenamtlich|nebenbei|"
    r"(?:vor|nach) (?:der arbeit|dem essen|der schule)|am wochenende|im (?:sommer|winter)|in meiner freizeit|"
    r"hobbymäßig)\b", re.I)
_AT_HAND = re.compile(
    r"^(?:it|this|that|these|those|him|her|them|you|us|me|your|his|their|there|here|what|how|why|when|where|which|who|"
    r"whether|if|to|on|up|in|out|off|back|down|away|the|my|our|"
    r"es|das|dies\w*|den|die|der|dem|ihn|ihm|ihr|sie|dich|dir|euch|mich|uns|dein\w*|mein\w*|unser\w*|was|wie|warum|"
    r"wann|wo|ob|da|dort|hier|dass)\b", re.I)
_ADDRESSED = re.compile(r"\b(?:you|your|yours|it|this|that|him|them|du|dich|dir|dein\w*|euch|es|ihn|ihm)\b", re.I)
_NOW = re.compile(r"\b(?:now|just|currently|today|tonight|tomorrow|yesterday|again|already|still|gerade|jetzt|heute|"
                  r"morgen|gestern|gleich|schnell|kurz|mal|erstmal|wieder|nochmal)\b", re.I)
_MUCH = re.compile(r"(?:viel|oft|gerne?|wenig|much|often|a lot)?", re.I)
_COUNTED = re.compile(r"(?:an? (?!lot\b|bit\b|few\b|little\b|couple\b)|(?:my|our) own |another |two |three |"
    r"four |five |"
                      r"\d{1,3} |eine?n? (?!bisschen\b|paar\b|wenig\b)|eigene\w* |noch eine?n? |zwei |drei |"
                          r"vier |fünf )",
                      re.I)
_OF_THE_MOMENT = re.compile(
    r"\b(?:headache|fever|cough|hangover|minutes?|hours?|seconds?|moment|question|idea|problem|issue|error|bug|meeting|"
    r"call|day|week|night|evening|morning|weekend|time|times|chance|choice|doubt|feeling|dream|point|look|try|break|go|"
    r"thing|things|file|folder|table|list|array|function|class|script|string|object|link|text|essay|paragraph|message|"
    r"emails?|photo|picture|screenshot|tasks?|deadline|plan|offer|visitors?|guests?|coupon|bill|crush|secret|"
        r"suggestion|"
    r"request|favou?r|theory|hunch|opinion|hypothesis|reason|reasons|feelings|sense|hope|wish|word|words|laugh|cry|"
    r"ticket|line|row|column|turn|goal|hard|good|bad|great|nice|lovely|rough|busy|long|blast|ball|love|soft spot|"
    r"frage|fragen|idee|problem|fehler|termin|minuten?|stunden?|sekunden?|moment|tag|woche|nacht|abend|wochenende|zeit|"
    r"gefühl|traum|versuch|pause|sache|datei|ordner|tabelle|liste|funktion|skript|link|text|aufsatz|absatz|nachricht|"
    r"mail|foto|bild|aufgabe|plan|angebot|besuch|gast|gäste|rechnung|geheimnis|vorschlag|bitte|meinung|grund|gründe|"
    r"hunger|durst|lust|angst|glück|pech|recht|ahnung|wort|zeile|spalte|gute\w*|schlechte\w*|schöne\w*|blöde\w*|"
    r"kopfschmerzen|fieber|husten|schnupfen|kater)\b", re.I)
_EVER = re.compile(r"\b(?:never|nie|noch nie|niemals)\b", re.I)
_NAMED = re.compile(r"[A-ZÄÖÜ][\w'-]+(?: [A-ZÄÖÜ][\w'-]+)*")
_DONE = re.compile(r"\b(?:ge[a-zäöüß]+(?:t|en)|[a-zäöüß]+(?:ge[a-zäöüß]+(?:t|en)|iert)|(?:be|ver|er|zer|ent)[a-zäöüß]+"
                   r"(?:t|en))\b")  # "einen Kuchen gebacken": a perfect, nothing had
_GROUP = re.compile(
    r"(?:(?:also|now|active|actively|part) )*(?:(?:in|on|part of|with|a member of|members of|on the board of) )"
    r"(?P<v>(?:an?|the|our|two) (?:[\w'-]+ ){0,3}?(?:union|choir|orchestra|band|club|team|league|society|association|"
    r"board|council|committee|party|guild|clan|troupe|book group|reading group|support group|self-help group|"
    r"fire brigade|parish|community garden|co-?op|wheelchair|waiting list|housing association)\b.*)", re.I)


def said(reading: Reading, clause: str) -> list[Said]:
    """What a clause that no frame fits says of its subject: a habit, a group, a thing had; nothing when it may be of
    the moment only."""
    if len(reading.verb.text.split()) > LONGEST:
        return []
    if reading.perfect and reading.denied and _EVER.search(clause):
        return _never(reading)
    if reading.past or (reading.perfect and not reading.lasting):
        return []
    if reading.lemma in ("be", "been", "sein"):
        return _grouped(reading)
    if reading.lemma in ("have", "haben"):
        return _had(reading)
    lemma = reading.lemma.partition("+")[0]
    rest = reading.rest.text.strip()
    often = reading.habitual or _OFTEN.search(reading.verb.text + " " + rest) is not None
    if lemma in _FLEETING or _ADDRESSED.search(rest) or reading.elided:
        return []
    if not often and (lemma not in PURSUITS or _AT_HAND.match(rest) or _NOW.search(clause)
                      or _MUCH.fullmatch(rest) or _OF_THE_MOMENT.search(rest)):
        return []
    value = values.one(values.after_subject(reading.verb))
    return [Said(reading.subject, "habit", value, reading.denied)] if value else []


def _never(reading: Reading) -> list[Said]:
    """"I've never seen Star Wars": of something that has a name; of what is in view it says nothing lasting."""
    named = _NAMED.search(reading.rest.text)
    if not named or _ADDRESSED.search(reading.rest.text) or _AT_HAND.match(reading.rest.text.strip()):
        return []
    return [Said(reading.subject, "event", Span(named.group(), reading.rest.start + named.start()), True)]


def _grouped(reading: Reading) -> list[Said]:
    found = _GROUP.match(reading.rest.text.lstrip())
    if not found or reading.dated:
        return []
    indent = len(reading.rest.text) - len(reading.rest.text.lstrip())
    value = values.one(Span(found["v"], reading.rest.start + indent + found.start("v")))
    return [Said(reading.subject, "note", value, reading.denied)] if value else []


def _had(reading: Reading) -> list[Said]:
    """A thing that is counted or one's own, and neither a matter of the moment nor of the mind."""
    text = reading.rest.text.lstrip()
    counted = _COUNTED.match(text)
    done = reading.lemma == "haben" and _DONE.search(text)
    if (not counted or done or reading.dated or reading.elided or _ADDRESSED.search(text)
            or _OF_THE_MOMENT.search(text)):
        return []
    start = reading.rest.start + len(reading.rest.text) - len(text)
    value = values.one(Span(text, start), keep_determiner=True)
    if value is None or lexicon.ABSTRACT.search(value.text) or len(value.text.split()) > 7:
        return []
    return [Said(reading.subject, "possession", value, reading.denied)]
