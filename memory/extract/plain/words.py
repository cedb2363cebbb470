"""The words by which what lasts is told from what is of the moment: tables that readings and clauses share."""

from __future__ import annotations

import re

from memory.extract import lexicon
from memory.revision.kinds import TIMES, kind
from memory.text import normalise


def any_of(*words: str) -> re.Pattern[str]:
    """A pattern for any of these words, each a piece of a pattern of its own, as a whole word."""
    return re.compile(r"(?<![\w'-])(?:" + "|".join(words) + r")(?![\w'-])", re.I)


def table(words: str) -> str:
    """The words of a table as one pattern; "s?" and the like may stand in it, a line break is no more than a space."""
    return "|".join(words.split())


OFTEN = re.compile(
    r"\b(?:every|each|daily|weekly|monthly|yearly|on (?:mon|tues|wednes|thurs|fri|satur|sun)days\b|(?:on|at) weekends|"
    r"(?:once|twice|times) (?:a|per)|regularly|in the (?:mornings?|afternoons?|evenings?)|at night|"
    r"(?:before|after) (?:work|lunch|dinner|breakfast|school|bed)|in (?:summer|winter|spring|autumn)|"
    r"most (?:days|mornings|evenings|nights|weekends)|in my (?:free|spare) time|for a living|as a (?:hobby|volunteer)|"
    r"jede[nrsm]?|täglich|wöchentlich|monatlich|regelmäßig|(?:mon|diens|donners|frei|sams|sonn)tags|mittwochs|"
    r"morgens|vormittags|mittags|nachmittags|abends|nachts|mal (?:die|pro|in der|im)|ehrenamtlich|nebenbei|"
    r"(?:vor|nach) (?:der arbeit|dem essen|der schule)|am wochenende|im (?:sommer|winter)|in meiner freizeit|"
    r"hobbymäßig)\b", re.I)
AS_A_RULE = re.compile(
    r"\b(?:also|too|as well|always|usually|mostly|often|regularly|normally|never|auch|außerdem|"
    r"immer|meistens|oft|regelmäßig|normalerweise|nie|nebenbei|nebenher)\b", re.I)

# Whoever speaks to the other, of what is at hand, or of the moment, tells nothing that lasts.
PASSING = any_of(
    "you", "your", "yours", "this", "that", "these", "those", "it", "its", "it's", "them", "here", "there", "so",
    "such", "today", "tonight", "tomorrow", "yesterday", "soon", "later", "right now", "at the moment", "just now",
    "again", "yet", "this (?:morning|afternoon|evening|week|weekend)", "last night",
    "in a (?:minute|moment|bit|hurry|rush)", "what", "which", "who", "why", "how", "whether", "if", "when", "because",
    "not sure", "please", "thanks?", "sorry", "lol", "haha", "wow", "du", "dir", "dich", "dein\\w*", "ihr", "euch",
    "euer", "das", "dies\\w*", "es", "ihn", "sie", "ihm", "hier", "da", "dort", "heute", "morgen(?!s)", "gestern",
    "gerade", "eben", "gleich", "bald", "nachher", "vorhin", "jetzt gerade", "wieder", "diese woche", "was", "wer",
    "wie", "warum", "wenn", "weil", "ob", "dass", "bitte", "danke", "so", "mal eben", "nur kurz")
ADDRESSED = re.compile(r"\b(?:you|your|yours|it|this|that|him|them|du|dich|dir|dein\w*|euch|es|ihn|ihm)\b", re.I)
POINTED_AT = re.compile(
    r"^(?:it|this|that|these|those|him|her|them|you|us|me|your|his|their|there|here|what|how|why|when|where|which|who|"
    r"whether|if|to|on|up|in|out|off|back|down|away|the|my|our|"
    r"es|das|dies\w*|den|die|der|dem|ihn|ihm|ihr|sie|dich|dir|euch|mich|uns|dein\w*|mein\w*|unser\w*|was|wie|warum|"
    r"wann|wo|ob|da|dort|hier|dass)\b", re.I)
JUST_NOW = re.compile(
    r"\b(?:now|just|currently|today|tonight|tomorrow|yesterday|again|already|still|gerade|jetzt|heute|"
    r"morgen|gestern|gleich|schnell|kurz|mal|erstmal|wieder|nochmal)\b", re.I)
# Texts, programs and tasks.
_TASKS = table("""
code files? functions? errors? bugs? scripts? variables? tests? queries query tables? columns? rows? databases?
servers? apps? pages? sites? websites? links? texts? messages? mails? emails? prompts? answers? questions?
ideas? problems? issues? words? sentences? essays? articles? reports? homework assignments? projects? tasks?
lists? versions? steps? things? stuff ways? times reasons? points? examples? tabs? nodes? data input output api
repo branch commits? frage fragen idee ideen problem probleme fehler datei dateien code funktion skript tabelle
spalte server seite seiten link text texte nachricht mail antwort satz sätze aufsatz bericht hausaufgaben?
projekt aufgabe liste version schritt sache sachen weg grund punkt beispiel daten folder array class string
object paragraph photo picture screenshot line ordner absatz foto bild zeile tickets?
""")
_MOODS = table("""
tired happy sad hungry thirsty busy sick ill glad excited bored stressed late ready fine okay ok good bad great
awful confused stuck lost worried nervous angry upset curious alone free done back home awake drunk cold hot
müde froh traurig hungrig durstig krank glücklich aufgeregt gestresst spät bereit fertig gut schlecht verwirrt
sicher nervös wütend neugierig allein wach kalt warm satt
""")
_AILS = table("""
feelings? mood headache hangover fever cough crush laune hunger durst lust bock kopfschmerzen fieber husten
flu grippe erkältung ohrwurm schnupfen angst stress pech glück recht zeit ahnung besuch feierabend pause termine?
""")
# What one has or is in for a while, or in a manner of speaking.
_MOMENTS = table(r"""
minutes? hours? seconds? moment meeting call day week night evening morning weekend time chance choice doubt
dream look try break go deadline plan offer visitors? guests? coupon bill secret suggestion request favou?r
theory hunch opinion hypothesis sense hope wish laugh cry ticket turn goal hard good bad great nice lovely rough
busy long blast ball love minuten? stunden? sekunden? moment tag woche nacht abend wochenende gefühl traum
versuch plan angebot gast gäste rechnung geheimnis vorschlag bitte meinung gründe wort gute\w* schlechte\w*
schöne\w* blöde\w* kater
""")
AT_HAND = any_of(_TASKS, _MOODS, _AILS)
OF_THE_MOMENT = any_of(_TASKS, _AILS, _MOMENTS, "soft spot")
DONE = re.compile(r"\b(?:ge[a-zäöüß]+(?:t|en)|[a-zäöüß]+(?:ge[a-zäöüß]+(?:t|en)|iert)|(?:be|ver|er|zer|ent)[a-zäöüß]+"
                   r"(?:t|en))\b")  # "einen Kuchen gebacken": a perfect, nothing had
_NOT_KEPT = any_of(table(r"""
situation options? theory deadline meeting call choice decision emergency feeling matrix set grade clue bit lot few mess
idiot fool fan problem one same best worst first last reason kind type champions? \w*idee \w*wurm \w*arrest \w*gefühl
\w*problem \w*frage \w*situation \w*termin \w*meinung bisschen paar einzige erste letzte gleiche dankbar\w*
"""))


def keeps_nothing(noun: str) -> bool:
    """Whether a noun phrase names a mood, a pain, a day: what one has and does not keep."""
    last = normalise(noun.split()[-1]) if noun.split() else ""
    return (_NOT_KEPT.search(noun) is not None or any(lexicon.ABSTRACT.search(word) for word in noun.split())
            or (kind(last) or ("", ""))[0] in TIMES or last.endswith(("schmerzen", "ache")))
