"""What the words of a short clause about the speaker say that neither a frame nor a reading has a place for."""

from __future__ import annotations

import re
from dataclasses import replace

from memory.extract.lexicon import KIN_WORD
from memory.extract.plain import verbs, words
from memory.extract.reading import Clause, Said
from memory.extract.values import Span, without_edges

LONGEST = 11  # words: longer clauses tell a story
_KIN = "|".join(sorted(map(re.escape, KIN_WORD), key=len, reverse=True))
_ADVERB = (
    r"(?:(?:also|always|usually|mostly|often|regularly|normally|generally|now|currently|only|actually|still|even|"
    r"never) )*"
)
_HABIT = re.compile(rf"(?:i|we) (?P<p>{_ADVERB})(?P<v>(?P<verb>[a-z]{{3,}}(?<!ed)(?<!ing)) .+)$", re.I)
_HAVE = re.compile(rf"(?:i|we)(?:'ve| have)? {_ADVERB}(?:(?<=ve )got|have|own|got)? ?(?P<v>(?:an?|two|three|four|"
    rf"five|\d+|another|our own|my own) "
                   r"(?P<noun>.+))$", re.I)
_BE = re.compile(r"(?:i'm|i am|im|we're|we are) (?:also |actually |still |now |more of )*(?P<v>(?:an?|the) "
    r"(?P<noun>.+))$", re.I)
_LASTING = re.compile(
    r"(?:i|we)(?:'ve| have|'m| am|'re| are)? (?:also |just |recently |finally |once |never |even )*(?P<v>(?:used to "
    r"(?:be|live|work|play|"
    r"have|own|sing|smoke|teach|run|dance|swim)|lived in|worked (?:as|in|for)|went to (?:\w+ )?(?:school|college|"
    r"university|uni)|"
    r"served in|signed up (?:for|to)|enrolled (?:in|on|for)|registered for|started (?:an? |my )?(?:\w+ )?(?:therapy|"
    r"course|class|classes|"
    r"training|lessons|business|job|diet)|learned (?:to|how to)|learnt (?:to|how to)|volunteered|trained as|won|"
    r"renovating|rebuilding|"
    r"training (?:as|to be|for)|studying for|fostering|redecorating|writing a (?:book|novel)|building an?|off "
    r"(?:sugar|alcohol|dairy|meat|"
    r"gluten|caffeine)|on the (?:board|committee|council|waiting list)|inherited|invested in|(?:bought|adopted) "
    r"(?:an?|two|three|my (?:first|own)|tickets)|"
    r"sleep (?:with|without|on)|share (?:my|our|an?)|take (?:an? )?(?:\w+ ){0,3}?(?:class|classes|course|lessons)|"
    r"write with|get paid|"
    r"host|foster) .+|"
    r"left-handed.*)$", re.I)
_STATE = re.compile(
    r"(?:i'm|i am|i've been|i have been|ich bin|bin ich) (?P<v>(?:(?:seit|for|since) .+ )?(?:sober|clean|teetotal|"
    r"ticklish|bald|"
    r"double-jointed|flat-footed|ambidextrous|lactose-free|shy|tone-deaf|musical|in charge of .+|trocken|clean|"
    r"abstinent|kitzlig|"
    r"glatzköpfig|schüchtern|unmusikalisch|beidhändig|zuständig für .+)(?: (?:since|for) .+)?)$", re.I)
_RULE = re.compile(
    r"(?:i|we|ich|wir) (?P<v>(?:sit on|took part in|need \w+ hours|have to take|have to wear|sitze im|sitzen im|"
    r"brauche \w+ stunden|"
    r"muss .+ (?:nehmen|tragen|spritzen)|nahm an|habe? mir .+ (?:lasern|stechen|operieren|entfernen) lassen)\b.*)$",
    re.I)
_THEIRS = re.compile(
    rf"(?:(?:my|our) (?P<kin>{_KIN}) (?P<v>(?:lives?|goes?|works?|plays?|has|have|teach(?:es)?|runs?|speaks?|is "
    rf"expecting|owns?) .+|is "
    rf"expecting)|(?:meine?|unsere?) (?P<art>{_KIN}) (?P<w>(?:wohn(?:t|en)|leb(?:t|en)|geh(?:t|en)|arbeite(?:t|n)|"
    rf"spiel(?:t|en)|hat|"
    r"haben|unterrichtet|leitet|spricht) .+))$", re.I)
_MINE = re.compile(r"(?:my|our) (?P<noun>(?:[\w-]+ )?(?:eyes|hair|grandfather|grandmother|mother|father|mum|dad|mom|"
    r"parents|sister|brother))"
                   r" (?:is|are|was|were) (?P<v>(?:an? .+|\w+))$", re.I)
_HABE = re.compile(r"(?:(?:ich|wir) (?:habe?n?|besitze)|(?:[\w ]{2,25} )?(?:habe?n?) (?:ich|wir)) (?:auch |noch |"
    r"außerdem |übrigens |jetzt |"
                   r"inzwischen |seit [\w ]+? )*(?P<v>(?:(?:eine?n?|'?ne?n?|zwei|drei|vier|fünf|\d+) "
                   r")?(?P<noun>(?:\w+ )?(?-i:[A-ZÄÖÜ])[\w-]+"
                   r"(?: (?:auf|bei|mit|am|im|in|für|aus|von|namens|vom) .+)?))$", re.I)
_BIN = re.compile(r"(?:ich bin|bin ich|wir sind) (?:auch |übrigens |eher |jetzt |noch |außerdem )*(?P<v>(?:(?:ein|"
    r"eine|der|die) )?"
                  r"(?P<noun>(?:\w+ )?(?-i:[A-ZÄÖÜ])[\w-]+(?: (?:im|in|bei|vom|von|der|des|beim|am) .+)?|(?:in einem|"
                  r"in einer|im) (?:\w+ )?"
                  r"(?-i:[A-ZÄÖÜ])\w*(?:team|gruppe|klub|kreis|runde|netzwerk|verband|bund)))$", re.I)
_TUE = re.compile(r"(?:(?:ich|wir) (?P<verb>[a-zäöüß]{3,}(?:e|en)) (?P<v>.+)|(?P<w>[\w äöüß]{3,30}) "
    r"(?P<verb2>[a-zäöüß]{3,}e) ich(?: (?P<x>.+))?)$")
_GETAN = re.compile(
    r"(?:(?:ich|wir) (?:bin|habe?n?)|.{0,30}\b(?:bin|habe?) ich) (?P<v>(?!damit\b|mit dem\b).*(?:angemeldet|gelebt|"
    r"gelernt|eingeschrieben|"
    r"gegründet|geerbt|adoptiert|"
    r"gekauft|zugelegt|angeschafft|angefangen|begonnen|operiert|gewonnen|beigetreten|eingetreten|übernommen|"
    r"absolviert))$", re.I)
_ONCE = re.compile(r"(?:früher war ich|ich war früher|ich war mal|ich war (?:auf einem|auf einer|in einem|in einer|"
    r"bei der|beim)) (?P<v>.+)$", re.I)
_TEN = re.compile(r"(?:wir|ich) (?P<v>(?:mache gerade (?:den|das|die|meinen?|eine?n?)|renovieren|bauen|sanieren|"
    r"teile|teilen|renoviere|saniere|betreibe|betreiben|"
    r"leite|leiten|besuche|"
                  r"schlafe|spende|züchte|pflege|vermiete|vermieten|kriegen|bekommen|erwarten) .+)$", re.I)


def said(clause: Clause, at: int) -> list[Said]:
    """What a short plain clause about the speaker says from offset `at` on, as a habit or a note; else nothing."""
    text = clause.text[at:].rstrip(" .!")
    if len(text.split()) > LONGEST or len(text.split()) < 3 or words.AT_HAND.search(text):
        return []
    if found := _ONCE.match(text) or _GETAN.match(text) or _LASTING.match(text) or _TEN.match(text):
        passing = words.PASSING.search(re.sub(r"\b(?:gerade|jetzt)\b", "", text, flags=re.I))
        return [] if passing else [_said("note", found, "v", at)]
    if words.PASSING.search(text):
        return []
    if found := _STATE.match(text) or _RULE.match(text):
        return [_said("note", found, "v", at)]
    if found := _THEIRS.match(text):
        whose = KIN_WORD[(found["kin"] or found["art"]).casefold()]
        return [replace(_said("note", found, "v" if found["v"] else "w", at), subject=whose)]
    for shape in (_HAVE, _BE, _HABE, _BIN, _MINE):
        if found := shape.match(text):
            noun = found["noun"].split(",")[0]
            head = re.split(r"\s(?:of|in|on|at|with|for|from|to|that|who|which|auf|bei|mit|am|im|in|für|aus|von|"
                r"namens|vom|der|des)\s",
                            noun)[0]
            return [] if words.keeps_nothing(head) else [_said("note", found, "v", at)]
    if not words.AS_A_RULE.search(text):
        return []
    if found := _HABIT.match(text):
        verb = found["verb"].casefold()
        known = verb in verbs.IN_PASSING or verb in _NOT_A_VERB or verb.endswith("ly")
        return [] if known else [_said("habit", found, "v", at)]
    if found := _TUE.match(text):
        verb = (found["verb"] or found["verb2"]).casefold()
        part = "v" if found["v"] else "x" if found["x"] else "w"
        return [] if verb in verbs.IN_PASSING or _SUBJUNCTIVE.search(verb) else [_said("habit", found, part, at)]
    return []


_NOT_A_VERB = frozenset("too very both all are not too'd don't can't won't and but with".split())
_SUBJUNCTIVE = re.compile(r"(?:würde|hätte|wäre|könnte|möchte|sollte|müsste|wollte|dürfte)$")


def _said(slot: str, found: re.Match[str], group: str, at: int) -> Said:
    value = without_edges(Span(found[group], at + found.start(group)))
    return Said("self", slot, value, denied=re.search(r"\b(?:never|nie|not|nicht|kein\w*)\b|n't\b", found.group(),
        re.I) is not None)
