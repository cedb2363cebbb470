"""Passages of a message that somebody else wrote or said: pasted mails and chats, letters, texts handed over to read.

What stands behind such an opening is taken to be theirs up to the end of the message: where a pasted text ends cannot
be told, and a claim not offered costs a repetition, one put into the wrong mouth costs trust.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_SAYS = (r"wrote|writes|sent|said|says|texted|posted|replied|told|emailed|mailed|forwarded|schrieb|schreibt|schickte|"
         r"schickt|sagte?|meinte?|antwortete?|geschrieben|geschickt|gesagt|gepostet|erzählte?")
# "Tom, 10:31", "Tom — Today at 10:31", "[10:31] Tom": the head lines that chat programs copy along.
_CHAT_HEAD = re.compile(
    r"^[ \t]*(?:(?-i:[A-ZÄÖÜ])[\w.-]{1,20}(?: (?-i:[A-ZÄÖÜ])[\w.-]{0,20})?,?\s*[-–—|]?\s*[\[(]?(?:(?:today|yesterday|"
    r"heute|gestern)(?: at| um)?,? |\d{1,2}[./]\d{1,2}[./]\d{2,4},? )?\d{1,2}[:.]\d\d(?::\d\d)?(?:\s?(?:[ap]m|"
    r"uhr))?[\])]?:?|"
    r"\[\d{1,2}[:.]\d\d(?:\s?[ap]m)?\]\s*(?-i:[A-ZÄÖÜ])[\w.-]{1,20}:?)[ \t]*(?:\n|(?<=:)[ \t]*(?=\S))", re.I | re.M)
_MAIL = re.compile(
    r"^[ \t]*(?:-{2,}\s*(?:original message|forwarded message|ursprüngliche nachricht|originalnachricht)\s*-{2,}|"
    r"(?:subject|betreff|from|von|re|aw)\s*:[^\n]*\n|"
    rf"(?:on|am)\b[^\n]{{3,60}}\b(?:{_SAYS})\b[^\n:]{{0,60}}:[ \t]*(?:\n|$))", re.I | re.M)
_LETTER = re.compile(
    r"^[ \t]*(?:dear (?!bot\b|assistant\b|sayso\b|ai\b|computer\b|friend\b)[^\n,!:]{2,40}[,:!]?[ \t]*\n|"
    r"to whom it may concern\b|sehr geehrte[rs]?\b|liebe[rs]? (?:herr|frau|team|kolleg|damen|"
    r"familie)\w*\b[^\n]*[,!]?[ \t]*\n)",
    re.I | re.M)
_INTRO = re.compile(
    rf"(?:^|(?<=[.!?\n]))[^\n.!?:]{{0,80}}\b(?:{_SAYS}|read|look at|listen|check|lies|lest|schau\w*|guck\w*|hört?|"
    r"(?:the|this|following|a|his|her|their|der|die|das|diese[nrs]?|folgende[nrs]?|ihr\w*|"
    r"sein\w*) (?:\w+ ){0,2}?(?:text|"
    r"mail|e-?mail|message|letter|post|comment|review|quote|poem|story|bio|ad|nachricht|brief|beitrag|kommentar|zitat|"
    r"gedicht|geschichte|anzeige|abschnitt|paragraph|absatz))\b[^\n.!?:]{0,40}:\s+", re.I)
_OWN_INTRO = re.compile(
    r"\b(?:about me|about myself|über mich|zu mir|remember|merk|note that|let me|i (?:just |already |have |"
    r"also )*(?:said|say|"
    r"told|wrote|want|wanted|need)|i(?:'ve|'d) |(?:habe?|wollte|will|muss|möchte|sag\w*|schrieb) ich|ich (?:habe?|"
    r"wollte|will|"
    r"muss|möchte|sage?|schrieb)|as i|wie ich|wie gesagt|check(?:ing)? in|status|update)\b", re.I)
_WORK_ON = re.compile(
    r"(?:^|(?<=[.!?\n]))\W{0,4}(?:(?:please|bitte|hey|hi|hallo|ok)[, ]{1,2}){0,3}(?:(?:can|could|would|"
    r"will) you (?:please )?|"
    r"(?:kannst|"
    r"könntest|würdest|magst) du (?:mir )?(?:bitte |mal )*)?(?:shorten|improve|polish|proof-?read|check|edit|fix|"
    r"rewrite|"
    r"reword|rephrase|translate|summari[sz]e|condense|spell-?check|correct|make|kürz\w*|verbesser\w*|korrigier\w*|"
    r"überarbeit\w*|übersetz\w*|umformulier\w*|zusammenfass\w*)?\s{0,2}(?:bitte |mal ){0,2}(?:this|that|the following|"
    r"the text "
    r"below|das|dies|diesen text|den text|folgende[ns]?(?: text)?|das hier)\b[^\n.!?:]{0,40}?\b(?:kürzen|verbessern|"
    r"korrigieren|überarbeiten|übersetzen|umformulieren|zusammenfassen|umschreiben|prüfen|"
    r"gegenlesen)?\s{0,2}[?.!\n]\s{0,4}(?=\S)",
    re.I)
_WORK_VERB = re.compile(
    r"\b(?:shorten|improve|polish|proof-?read|edit|rewrite|reword|rephrase|translate|summari[sz]e|condense|"
    r"spell-?check|"
    r"correct|fix|(?:make|check) (?:this|that|it|the following)|kürze?n?|verbessern?|korrigieren?|überarbeiten?|"
    r"übersetzen?|umformulieren?|zusammenfassen?|umschreiben?|prüfen?|gegenlesen)\b", re.I)
_I = r"(?:i|we|ich|wir|i'm|you|it|that|as|like|wie)"
_CREDIT = re.compile(  # "I live in Rome, Tom said", "(says Tom)", "Ich habe Diabetes, sagt der Arzt"
    r"[,(–—-]\s*(?:hat (?:\w+ ){1,2}(?:gesagt|gemeint|geschrieben|erzählt|behauptet)|"
    r"(?:so |at least )?(?:says?|said|wrote|writes|claims?|claimed|thinks|sagt|sagte|meint|meinte|"
    r"schrieb|schreibt|"
    rf"behauptet\w*|findet|erzählte?)\s+(?!{_I}\b)(?:\w+[ ]?){{1,3}}|(?:or )?(?!{_I}\b|enough|having|"
    rf"being)(?:[\w'-]+ ){{1,3}}"
    r"(?:says?|said|wrote|claims?|claimed|told me|tells me|keeps saying|thinks|sagt|sagte|meint|meinte|"
    r"schrieb)(?: so| that| es)?)\s*[)]?\s*"
    r"(?=[.!?\n]|$)", re.I)


def passages_of_others(text: str) -> Iterator[tuple[int, int]]:
    """Ranges of a message whose words are not its author's, by how they are introduced."""
    for pattern in (_CHAT_HEAD, _MAIL, _LETTER):
        found = pattern.search(text)
        if found and not text[found.end():].lstrip().startswith(">"):  # quoted lines hide themselves
            yield found.start(), len(text)
    for found in _INTRO.finditer(text):
        if not _OWN_INTRO.search(found.group()):
            yield found.start(), len(text)
            break
    for found in _WORK_ON.finditer(text):
        if _WORK_VERB.search(found.group()):
            yield found.start(), len(text)
            break


def credits_another(sentence: str) -> bool:
    """Whether a sentence ends by naming who said it."""
    return _CREDIT.search(sentence) is not None
