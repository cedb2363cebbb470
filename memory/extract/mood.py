"""Why a sentence is not a plain statement of its author: question, hypothetical, role play, irony, hearsay, request.

Cue tables for EN and DE. They err on the side of silence: a claim not offered costs a repetition, a wrong one trust.
"""

from __future__ import annotations

import re

QUESTION = "question"
HYPOTHETICAL = "hypothetical"
ROLE_PLAY = "role play"
IRONY = "irony"
HEARSAY = "reported speech"
REQUEST = "request"
FIGURE = "figure of speech"


def _any(*words: str) -> re.Pattern[str]:
    return re.compile(r"(?<![\w'])(?:" + "|".join(words) + r")(?!\w)", re.I)


# Politeness that is no condition: "I live in Oslo, if that helps".
POLITE = re.compile(
    r"\bi'd (?:prefer|like|love)(?: it if)? you (?:to )?(?=call|address)|"
    r"[,(]?\s*\b(?:if (?:that|it|this) (?:helps|matters|is relevant|makes a difference)|in case (?:that|it|this|"
    r"you)\b[^,.]*|"
    r"if you (?:must|want to) know|if (?:i (?:remember|recall) (?:correctly|right)|you're wondering)|"
    r"falls (?:das|es|dir das|dich das) (?:hilft|wichtig ist|interessiert|relevant ist|weiterhilft)|"
    r"wenn (?:du|ihr|sie) es (?:genau )?wissen (?:willst|wollt|wollen)|falls du dich (?:wunderst|fragst))", re.I)

# A condition makes its whole sentence unreal, a modal or a hedge only its clause.
_CONDITION = _any(
    "if", "unless", "suppose", "supposing", "imagine", "pretend(?:ing)?", "assume", "assuming", "what if", "as if",
    "as though", "i wish",
    "hypothetically", "i thought", "i assumed", "i figured", "ich dachte", "dachte ich", "in theory", "in my dream",
    "dreamt", "dreamed", "falls", "wenn", "sofern", "angenommen", "stell(?:t)? (?:dir|euch) vor",
    "stellen sie sich vor", "nehmen wir an", "gesetzt den fall", "als ob", "theoretisch", "im traum", "träumte",
    "geträumt", "hätte ich", "wäre ich")
_UNREAL = _any(
    "would(?! rather)", "wouldn't", "would've", "i'd(?! rather)", "we'd", "he'd", "she'd", "could(?:n't)?", "might",
    "(?<!in )(?<!since )(?<!until )(?<!by )(?<!last )(?<!next )(?<!every )(?-i:may)", "maybe", "perhaps",
    "possibly", "probably", "should(?:n't)?(?! know)", "wishing", "hopefully", "i hope", "i guess",
    "i (?:don't |do not )?think", "i believe",
    "i feel like", "not sure", "thinking (?:about|of)", "considering", "tempted to", "wonder(?:ing)?", "almost",
    "nearly",
    "würde(?:n|st|t)?", "wuerde(?:n|st|t)?", "hätte(?:n|st|t)?", "haette(?:n)?", "wäre(?:n|st|t)?", "waere(?:n)?",
    "könnte(?:n|st|t)?",
    "koennte(?:n)?", "sollte(?:n|st|t)?(?! wissen)", "müsste(?:n|st)?", "dürfte", "möchte(?:n|st)?",
    "vielleicht", "eventuell",
    "möglicherweise",
    "wahrscheinlich", "vermutlich", "womöglich", "hoffentlich",
    "ich (?:glaube|denke|meine|hoffe|wünschte|vermute|überlege)",
    "(?:glaube|denke|vermute),? (?:ich|dass)", "am überlegen", "mir nicht sicher", "keine ahnung", "fast", "beinahe")

_ROLE_PLAY = _any(
    r"let'?s (?:play|pretend|role-?play|imagine)", "role[- ]?play(?:ing)?",
    r"you(?:'re| are) (?:the|an?) (?:\w+ )?(?:innkeeper|"
    r"wizard|dragon|king|queen|captain|knight|npc|game master|dungeon master|dm|bartender|detective|villain|hero)",
    r"as (?:the|a|your) (?:captain|king|queen|pirate|wizard|knight|dragon|hero|elf|dwarf|vampire|detective|innkeeper|"
    r"character)", "in character", "my character", "game master", "d&d", "dnd", "pen ?(?:&|and|und) ?paper",
    "in (?:the|my|our) (?:story|game|novel|screenplay|campaign|dream)", "in (?:meinem|meiner|unserem|der|dem) "
    "(?:roman|geschichte|buch|spiel|drehbuch|kampagne|traum)",
    "i(?:'m| am) (?:playing|the character)", "act as", "act like", "you play",
    r"i(?:'ll| will) play (?:a|an|the) \w+", "once upon a time",
    r"lasst? uns (?:\w+ )?(?:spielen|so tun)", "rollenspiel", "spielen wir",
    "du bist (?:der|die|ein|eine) (?:wirt\\w*|zauberer|drache|"
    "könig(?:in)?|kapitän|ritter|spielleiter|magier|räuber|hexe)", "ich spiele (?:jetzt |mal )?(?:einen?|den|die|"
    "das) (?:könig\\w*|ritter|zauberer|magier|hexe|zwerg|elf\\w*|drachen?|pirat\\w*|kapitän|rolle|figur|schurken?|"
    "held\\w*)",
    "als (?:kapitän|könig(?:in)?|pirat|"
    "ritter|zauberer|drache|zwerg|elf|magier|hexe)", "mein charakter", "meine figur", "im spiel",
    "tu(?:n wir)? so,? als", "es war einmal")

_IRONY_MARK = re.compile(r"[🙄🙃😏🤡🤪]|(?<!\S)/s\b|\bnot!$|\*(?:eye ?roll|hust|cough)\w*\*|"
    r"\(ironie\)|ironie (?:off|aus)|</?ironie>", re.I)
_IRONY = re.compile(
    r"^\W*(?:oh,? (?:great|joy|wonderful|brilliant|fantastic|lovely)|na toll|na super|na prima|ganz toll)\b|"
    r"^\W*(?:lol |haha\w* |lmao )?(?:(?:oh )?sure|(?:oh )?yeah,? (?:right|sure)|yeah,? and|of course,? and|right,? "
    r"and|oh great|oh joy|as if|"
    r"(?:na |ja )?klar|ja,? (?:genau|klar|sicher|und)|(?:na )?sicher|natürlich|aber sicher|na toll|genau|schon klar|"
    r"und),?\s+(?:and |und )"
    r"|^\W*(?:lol |haha\w* )?(?:sure|yeah,? right|oh sure|yeah sure|ja klar|na klar|klar doch)\b"
    r"|\b(?:king|queen|emperor|pope|president) of (?:france|england|the (?:world|moon|universe)|china|spain)\b"
    r"|\bthe (?:pope|queen of|easter bunny|tooth fairy)\b|\bsanta(?: claus)?\b"
    r"|\b(?:kaiser|könig|königin|papst|weihnachtsmann|osterhase)\b(?: von \w+)?"
    r"|\bi (?:just |absolutely |really |simply )?(?:love|adore) (?:it when|being (?:stuck|ignored|woken|late|tired|"
    r"broke)|waiting (?:in|for|at)|"
    r"mondays|paying|traffic|cleaning up after)"
    r"|\b(?:ich liebe es(?:,| ja)? wenn|ich liebe montage|wie ich (?:das|es) liebe)\b", re.I)
_LAUGH = re.compile(r"[😂🤣😆😜]|\b(?:lol|lmao|rofl|haha\w*)\b", re.I)
_JOKES_ON = re.compile(  # "just kidding, I have 12 cats lol": with a laugh it is said of what follows
    r"^\W*(?:(?:ha(?:ha)+|lol|lmao)\W+)?(?:(?:(?:i'?m |am )?(?:just|only) |i'?m )(?:kidding|joking)|jk|j/k|"
    r"(?:ach |war )?(?:nur |kleiner |bloß )?(?:ein )?(?:spaß|scherz|witz))\b", re.I)
_SWEEPING = re.compile(r"\b(?:millionaire|billionaire|batman|superman|god|genius|goldesel|millionär\w*|milliardär\w*|"
    r"gott|genie|einhorn|unicorn|"
                       r"alien|robot|roboter|ghost|geist)\b", re.I)

_HEARSAY = re.compile(
    r"(?<![\w'])(?!(?:i|we|ich|wir)\b)(?:[\w'-]+)\s+(?:\w+\s+)?(?:says?|said|told|tells|claims?|claimed|thinks?|"
    r"thought|believes?|asked|asks|wrote|"
    r"writes|texted|mentioned|insists?|replied|answered|goes like|keeps saying|"
    r"sagt|sagte|gesagt|meint|meinte|behauptet\w*|glaubt|glaubte|denkt|dachte|fragt|fragte|schreibt|schrieb|"
    r"erzählte?|antwortete|findet),?\s*"
    r"(?:(?:to |me|us|him|her|them|mir|uns|ihm|ihr)\b\s*)*[,:]?\s+(?:that|dass|he|she|they|i|it|er|sie|ich|wir|we|my|"
    r"mein\w*|es)\b"
    r"|\b(?:sagt|sagte|meint|meinte|ruft|rief|schreibt|says|said|writes|goes)\s+(?:der|die|das|er|sie|the|he|she|"
    r"mein\w*|my)\b[^.!?]*[:,]"
    r"|\bes heißt,|\bman sagt\b|\b(?:people|they|some) say\b|\brumou?r has it\b|\bgerücht\w*|\bmir wurde (?:gesagt|"
    r"erzählt)"
    r"|\baccording to\b|\b(?:the|this|that|his|her|their) (?:article|post|book|song|lyrics?|poem|quote|text|email|"
    r"letter|sign|movie|film)\b(?! (?:club|shop|store|group|studio|festival|school))"
    r"|\bhat (?:mir |uns )?(?:gesagt|erzählt|gemeint|geschrieben|behauptet)\b|\blaut \w+|\bangeblich\b|\bsoll(?:en)? "
    r"(?:ja )?\w+ sein\b"
    r"|\b(?:song|lyrics|quote|zitat|liedtext|line|spruch|title)\s*:|\b(?:in the|aus dem|im) (?:song|lied|film|book|"
    r"buch|gedicht)\b", re.I)

_REQUEST = re.compile(
    r"^\W*(?:(?:hey|hi|hallo|ok|please|bitte|now|jetzt|and|und|then|dann|also)[, ]+)*(?:(?:can|could|would|will) you "
    r"(?:please )?|(?:kannst|könntest|"
    r"würdest) du (?:mir )?(?:bitte )?|i (?:want|need|would like|'d like) you to |help me )?"
    r"(?:translate|rewrite|rephrase|paraphrase|proofread|correct|fix|summari[sz]e|draft|compose|write|explain|repeat|"
    r"say|complete|continue|conjugate|"
    r"check|shorten|polish|improve|condense|generate|tell (?:me|them|him|her)|what does|how do (?:you|i) say|"
    r"übersetz\w*|schreib\w*|formulier\w*|korrigier\w*|verfass\w*|erstell\w*|fass\w*|vervollständig\w*|wiederhol\w*|"
    r"kürz\w*|überarbeit\w*|"
    r"sag(?! (?:bitte |einfach |doch )*\w+ zu mir)|sage|erzähl\w*|"
    r"wie sagt man|was heißt|verbesser\w*|umschreib\w*|konjugier\w*)\b", re.I)
# These hand over a text to work on: what follows in the message is that text.
_HANDS_OVER = re.compile(r"\b(?:translate|rewrite|rephrase|paraphrase|proofread|correct|summari[sz]e|grammar|shorten|"
        r"polish|improve|condense|kürz\w*|überarbeit\w*|"
    r"übersetz\w*|korrigier\w*|umschreib\w*|"
                         r"verbesser\w*|formulier\w*|fass\w* .*zusammen|repeat after me|sentence|satz|text|story|"
                         r"geschichte|poem|gedicht|essay|"
                         r"bio|cover letter|bewerbung|song|joke|witz|letter|e-?mail)\b.*|.*:$", re.I | re.S)

_WH = (
    r"(?:what|who|whom|whose|which|where|when|why|how|was|wer|wen|wem|wessen|welche[rsnm]?|wo|wohin|woher|wann|warum|"
    r"wieso|weshalb|wie|wieviel\w*|"
    r"womit|worüber|wofür|woran|worauf|wozu)"
)
_ASKING = re.compile(
    r"^\W*(?:(?:and|but|so|also|hey|hi|hallo|ok|okay|well|und|aber|also|oder|or|sag mal|btw|then|dann)[, ]+)*"
    r"(?:" + _WH + r"(?:'s|'re)?\b(?!\s+(?:ich|wir)\s+\w+,|\s+(?:i|we)\s+(?:was|were|had|\w+ed)\b)"
    r"|(?:do|does|did|am|are|is|was|were|has|can|could|will|would|should|shall|may|don't|doesn't|didn't|"
    r"isn't|aren't|can't|won't|"
    r"wasn't|haven't)\s+(?:i|you|we|he|she|it|they|my|your|the|this|that|there|any|someone|anyone)\b"
    r"|(?:have|had)\s+(?:i|you|we|he|she|it|they|any|someone|anyone)\b"  # "had the surgery" leaves out its subject
    r"|(?:bin|habe|hab|wohne|heiße|heisse|arbeite)\s+ich\b"  # "hab das Auto verkauft" only leaves out its subject
    r"|(?:bist|ist|sind|seid|war|hast|hat|haben|kann|kannst|können|soll|sollte|darf|muss|mag|"
    r"wohnst|"
    r"weißt|weisst|kennst|gibt|wird|werde|würdest|könntest|findest|magst|hattest)\s+(?:ich|du|er|sie|es|wir|ihr|man|"
    r"das|der|die|dir|mein\w*|dein\w*)\b"
    r"|(?:any (?:idea|tips?|chance)|wonder(?:ing)? (?:if|how|what)|guess (?:what|who)|tell me|remind me|do you know|"
    r"weißt du|rate mal)\b)", re.I)
_TURNS = re.compile(  # a question or request ends where its author begins to speak of themselves
    r"(?:and |but |because |cos |cause |since |as |und |aber |weil |da )?(?:(?:btw|fyi|please |"
    r"bitte )?(?:keep in mind|note|"
    r"remember|mind you|bear in mind|btw|fyi|übrigens|denk dran)(?: that)?,? )?(?:i'm|i am|im|i've|i have|i (?:live|"
    r"work|"
    r"speak|refuse|can't|cannot|don't|never|always|only|eat|drive|use|wear|need)|we're|we are|we've|we have|"
    r"we (?:live|only|"
    r"don't|never|always)|my|our|it's my|its my|ich (?:bin|hab|habe|darf|kann|wohne|esse|trinke|lebe|trag\w*|arbeite)|"
    r"wir (?:sind|haben|wohnen|leben|dürfen)|bin|hab|mein|meine|unser|unsere)\b(?! (?:to|supposed|going|getting|asking|"
    r"wondering|looking|trying|not sure)\b)", re.I)
_COMMA = re.compile(r",\s*(?:(?:and|but|because|cos|cause|und|aber|weil|da)\s+)?$", re.I)
_DICTATED = re.compile(r"\b(?:say|says|tell|write(?! (?:it|this|that) )|written|call|mean|means|translate|spell|"
                       r"pronounce|ask|quote|story|"
                       r"poem|song|"
                       r"letter|e-?mail|caption|bio|sag|sage|sagen|sagt|heißt|bedeutet|schreib\w*|übersetz\w*|frag\w*|"
                       r"geschichte|gedicht|brief|mail|text|witz|joke|rap|speech|rede|essay|if|wenn|falls|ob|"
                       r"whether)\b", re.I)
_RESUMES = re.compile(r"(?:habe?|bin|mag|kann|brauche?|will|esse?|trinke?|mache?) ich\b", re.I)
_LONG_AGO = re.compile(r"(?<![\w'])(?:when i was|back when|as a (?:kid|child|boy|girl|teenager|teen)|in my "
    r"(?:childhood|youth)|als ich (?:\w+ ){0,3}war|als kind|"
                       r"in meiner (?:kindheit|jugend)|damals)\b", re.I)


def asks(clause: str) -> bool:
    """Whether the clause has the word order of a question, whatever its end mark."""
    return _ASKING.match(clause) is not None


def resumes(clause: str) -> bool:
    """Whether a later clause leaves out the thing just spoken of and so looks like a question: "...,
    hab ich gekündigt"."""
    return _RESUMES.match(clause) is not None


def turns(sentence: str, start: int) -> bool:
    """Whether a sentence that asks for something speaks of its author from `start` on: "can you ..., I'm vegan".

    Not where words are dictated or looked for ("how do you say ..., I'm lost"), nor where a condition goes on.
    """
    before = sentence[:start]
    return (_COMMA.search(before) is not None and _TURNS.match(sentence, start) is not None
            and _DICTATED.search(before) is None)


def hands_over_text(sentence: str) -> bool:
    """Whether the sentence gives the assistant a text to work on, so that what follows is not the author speaking."""
    found = _REQUEST.match(sentence)
    return found is not None and _HANDS_OVER.search(sentence) is not None


def plays(text: str) -> bool:
    """Whether a message opens or carries on a game of make-believe."""
    return _ROLE_PLAY.search(text) is not None


def reason(sentence: str, message: str) -> str | None:
    """The named reason why nothing in this sentence of a message is its author's plain statement, or None."""
    plain = POLITE.sub("", sentence)
    if _IRONY_MARK.search(message) or _IRONY.search(plain) or (
            _LAUGH.search(message) and (_SWEEPING.search(plain) or _JOKES_ON.match(plain))):
        return IRONY
    if plays(plain):
        return ROLE_PLAY
    if _REQUEST.match(plain):
        return REQUEST
    if _HEARSAY.search(plain):
        return HEARSAY
    return HYPOTHETICAL if _CONDITION.search(plain) else None


def unreal(clause: str) -> bool:
    """Whether the clause is hedged, wished for or only possible."""
    return _UNREAL.search(POLITE.sub("", clause)) is not None


_HEDGE = re.compile(r"\b(?:i (?:think|guess|believe|hope|suppose|assume)|ich (?:glaube|denke|hoffe|vermute|meine)|"
    r"(?:glaube|denke|vermute) ich|"
                    r"maybe|perhaps|vielleicht|not sure)\W*$", re.I)
_OUT_OF_PLAY = re.compile(r"\b(?:back in a (?:second|sec|minute|moment|bit)|brb|ooc|out of character|for real|in "
    r"real life|irl|seriously|i really do|"
                          r"bin gleich (?:zurück|wieder da)|im ernst|ernsthaft|im echten leben|wirklich jetzt|mal im "
                          r"ernst)\b", re.I)


def hedges(clause: str) -> bool:
    """Whether the clause only casts doubt on the one that follows ("I think", "ich glaube")."""
    return _HEDGE.search(clause) is not None


def steps_out(sentence: str) -> bool:
    """Whether the sentence leaves a game of make-believe for a moment."""
    return _OUT_OF_PLAY.search(sentence) is not None


_THEN = re.compile(r"(?:^|,\s*)(?:als (?:ich|wir) (?!\w+ (?:bin|arbeite)\b)|(?:when|while) (?:i|we) (?:was|were|had|"
        r"\w+ed|went|"
                   r"came|got|grew)\b)|\b(?:when|while) (?:i|we) (?:(?:still|first) )?(?:lived|was|were|studied|"
                   r"worked)\b", re.I)


_NOW = re.compile(r"(?:[,;]|\b(?:but|and|und|aber))\s*(?:now|today|nowadays|jetzt|heute|inzwischen|"
        r"mittlerweile)\b", re.I)


def of_another_time(sentence: str) -> int:
    """Up to which offset a sentence tells of a time that is over: "when I lived in Rome, I had a dog, now ..."."""
    if not _THEN.search(sentence):
        return 0
    now = _NOW.search(sentence)
    return now.start() if now else len(sentence)


def remote(clause: str) -> bool:
    """Whether the clause speaks of a past that says nothing about now ("when I was a kid")."""
    return _LONG_AGO.search(clause) is not None
