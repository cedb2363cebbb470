"""English verbs and the words around them, as far as common first-person statements need them."""

from __future__ import annotations

from memory.text.vocabulary import vocabulary

MODALS = vocabulary("""
can can't cannot could couldn't will won't would wouldn't should shouldn't must mustn't may might shall had
""")
ADVERBS = vocabulary("""
also never always still really just only already often now sometimes seldom even once too mostly almost ever not rather
then soon both
""")
BASE = vocabulary("""
live work like love hate prefer want need eat drink own use drive study teach learn speak know think believe feel hope
wish play run walk swim ride cook bake sing dance write listen watch collect grow keep go come travel visit get take
make give buy sell build wear sleep wake start stop finish begin try help call ask tell say see hear smell taste look
seem find lose win meet miss remember forget understand mean plan intend expect enjoy avoid dislike dread fear follow
support manage lead run develop design code program maintain host rent share sit stand stay leave move return commute
bike cycle hike climb ski surf sail row train exercise practise practice paint draw photograph knit sew crochet garden
fish hunt camp volunteer donate pay earn save spend invest owe save belong come suffer struggle tend handle organise
organize attend join coach mentor babysit foster adopt raise breed breastfeed feed smoke vape snore dream pray worship
celebrate marry date worry care wonder agree disagree doubt trust respect admire appreciate value choose decide bring
carry hold send receive open close turn wash clean do have subscribe stream record edit blog tweet game bet gamble
translate interpret consult freelance specialise specialize focus deal sell trade report repair fix restore operate
park ship order deliver cross commute reside dwell hail originate stammer stutter lisp react respond fly cry try relax
nap juggle crave skip switch tutor sponsor bathe shower shave fast swear sweat mix brew roast grill fry tidy iron vote
serve count log deploy test review merge apply reply rely
""")
NOUNS_TOO = vocabulary("""
work like love hate need drink use drive study play run walk swim ride cook dance watch travel visit sleep start stop
help call look taste smell find win plan fear support lead design code program host rent share stay leave move return
bike cycle hike climb ski surf sail row train exercise practice paint garden fish hunt camp coach mentor smoke dream
date care doubt trust respect value record edit game trade report repair fix park ship order blog tweet stream cross bet
wish hope save nap iron vote log test review switch fast swear count shower mix fry garden focus
deal practise draw open
""")
ENDS_A_VERB = frozenset(
    [("work", w) for w in ("at", "for", "as", "with", "from")] + [("play", "the"), ("live", "in")]
    + [("travel", "to"), ("move", "to"), ("run", "every")]
)
PAST = vocabulary("""
was were had did went came saw got took made gave bought sold built wore slept woke began told said heard found lost won
met forgot understood meant thought knew felt ate drank drove taught spoke wrote sang swam rode ran grew kept sat stood
left paid spent chose brought held sent flew fell broke caught became rose bore bit blew drew dug fought froze hid hung
kneeled laid led lent lay lit rang sank shook shot shrank stole stuck struck swore swept swung threw tore wept wound
dealt dreamt learnt fed bred sought shone sewed broke
""")
PARTICIPLES = vocabulary("""
been had done gone come seen got gotten taken made given bought sold built worn slept begun told said heard found lost
won met forgotten understood meant thought known felt eaten drunk driven taught spoken written sung swum ridden run
grown kept sat stood left paid spent chosen brought held sent flown fallen broken caught become read
""")


def third_singular(verb: str) -> str:
    """"live" to "lives", "study" to "studies", "go" to "goes"."""
    if verb in ("have", "do", "go"):
        return {"have": "has", "do": "does", "go": "goes"}[verb]
    if verb.endswith(("s", "x", "z", "ch", "sh")):
        return f"{verb}es"
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}s"
