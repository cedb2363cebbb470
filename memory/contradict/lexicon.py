"""What words mean to the detector: opposites, synonyms, verb forms. English and German, normalised."""

from __future__ import annotations

import re
from functools import lru_cache

from memory.contradict.opposites import pairs
from memory.text import root, stem
from memory.text.vocabulary import vocabulary

_OPPOSITES = """
like love enjoy adore mag liebe liebt gefallt mogen schmeckt | hate dislike detest loathe hasse hasst verabscheut
open offen geoffnet auf | closed close shut geschlossen zu
up hoch online erreichbar | down offline unerreichbar
on an eingeschaltet enabled active aktiv | off aus ausgeschaltet disabled inactive inaktiv deaktiviert
hot heiss | cold kalt
alive lebendig | dead tot deceased
happy glucklich cheerful glad | sad traurig depressed miserable
awake wach | asleep sleeping schlafend
full voll fill | empty leer
true wahr correct richtig | false falsch wrong incorrect
rich reich wealthy | poor
healthy gesund well | sick krank ill unwell
clean sauber tidy | dirty schmutzig messy
dry trocken | wet nass
loud laut noisy | quiet leise silent
fast schnell quick | slow langsam
easy leicht simple | difficult schwierig schwer
cheap billig gunstig inexpensive | expensive teuer costly
tall | short
big gross large huge | small klein tiny
safe sicher | dangerous gefahrlich unsafe
employed berufstatig | unemployed arbeitslos jobless
present anwesend | absent abwesend
remember erinnern | forget vergessen
agree | disagree
trust vertraue | distrust misstraue
possible moglich | impossible unmoglich
allowed erlaubt permitted legal | forbidden verboten prohibited illegal
public offentlich | private privat
introvert introverted introvertiert | extrovert extroverted extravert extrovertiert
win gewinne gewinnt | lose verliere verliert
accept accepts akzeptiere | reject refuse ablehne
indoors inside drinnen | outdoors outside draussen
sit sitting sits sitze sitzt | stand standing stands stehe steht
finished done fertig complete completed | unfinished incomplete unfertig
good great gut excellent | bad terrible awful schlecht schlimm
interesting exciting fun spannend interessant | boring dull langweilig
right-handed righthanded rechtshander | left-handed lefthanded linkshander
available frei | busy unavailable beschaftigt
optimist optimistic optimistisch | pessimist pessimistic pessimistisch
strong stark | weak schwach
raise lift lifting | lower drop dropping
early | late spat
young jung | old alt
thick dick | thin dunn
hard | soft weich
push | pull
drunk betrunken | sober nuchtern
board | disembark
insert add | remove delete
load | unload
rough rau | smooth glatt
near nahe | far weit
locked verschlossen | unlocked
broken kaputt defekt | intact
guilty schuldig | innocent unschuldig
beautiful | ugly hasslich
smart clever intelligent klug | stupid dumb dumm
polite hoflich | rude unhoflich
friendly freundlich | hostile unfreundlich
"""
_SAME = """
have has having own owns owned possess habe hab hat haben hast besitze besitzt got
be am is are was were bin ist bist sind war waren being been sein
live reside dwell wohne wohnt wohnen lebe lebt leben
work arbeite arbeitet arbeiten
kid kids child children kinder kind toddler
man guy gentleman men mann
woman lady women frau
person people someone somebody human individual jemand
bike bicycle fahrrad rad
motorbike motorcycle motorrad
car automobile auto
movie film
couch sofa
slice cut chop
jump leap
speak talk spreche spricht
begin start
photo picture photograph
tv television fernseher fernsehen
mom mother mum mama mutter
dad father papa vater
ocean sea
stone rock
forest woods wood
afraid scared frightened terrified
want mochte wunsche
cook prepare
allergic allergisch allergy allergies allergie allergien
sport sports
mache macht machen treibe treibt treiben
vegetarian vegetarier vegetarierin vegetarisch
drive fahre fahrt
eat esse isst essen
smoke rauche raucht rauchen
drink trinke trinkt trinken
street road
strum play
sprint dash
hurl throw toss
cosmetic makeup
cyclist biker
observe watch schaue schau schaut schauen gucke guck guckt gucken
name heisse heisst heissen
kg kilo kilogram
km kilometer
"""
_PAST_FORMS = """
go went gone | eat ate eaten | drink drank | drive drove | meet met | see saw seen | take took taken | make made
buy bought | write wrote written | break broke | ride rode | run ran | swim swam | speak spoke | know knew
think thought | feel felt | teach taught | leave left | lose lost | win won | sleep slept | sing sang | wear wore
grow grew | have had hatte hatten | be was were war waren | get got | come came | give gave | find found | tell told
say said | keep kept | become became | begin began | do did | gehen ging | live lebte wohnte
work arbeitete | use used | sell sold | fall fell | build built | spend spent | draw drew drawn | fly flew flown
hang hung | hold held | lead led | stand stood | sit sat | catch caught | send sent | pay paid | hear heard
feed fed | bring brought | choose chose chosen | fight fought | forget forgot forgotten | bite bit | blow blew
bend bent | bind bound | breed bred | cling clung | creep crept | dig dug | feel felt | flee fled | freeze froze
grind ground | hide hid | kneel knelt | lay laid | lend lent | light lit | mean meant | ring rang | rise rose
shake shook | shine shone | shoot shot | sink sank | slide slid | spin spun | steal stole | stick stuck | strike struck
sweep swept | swing swung | tear tore | throw threw | wake woke | weep wept | wind wound | lie lay
"""
# What follows "is being" or "have": no sign of the past by itself.
_PARTICIPLE_FORMS = """
ride ridden | write written | break broken | drive driven | speak spoken | know known | wear worn | grow grown
give given | throw thrown | show shown | tear torn | bite bitten | blow blown | freeze frozen | hide hidden | ring rung
rise risen | shake shaken | steal stolen | sing sung | swim swum | begin begun | wake woken | tie tying tied
untie untying untied | lie lying | die dying died | see seen | run running
"""
PARTICIPLES = vocabulary("""
been had seen done gone eaten drunk taken broken written met read heard made got given known spoken ridden run swum
worn driven bought lost won slept left felt thought kept become begun told said taught grown never ever
""")


def _bases(table: str) -> dict[str, str]:
    rows = [row.split() for row in re.split(r"[|\n]", table) if row.strip()]
    return {form: base for base, *forms in rows for form in forms}


_PAST = _bases(_PAST_FORMS)
PAST = frozenset(_PAST)
_BASES = _bases(_PARTICIPLE_FORMS) | _PAST
YOUNG = frozenset(map(root, vocabulary("boy girl")))
PERSONS = frozenset(map(root, vocabulary("man woman boy girl kid")))
LIGHT = frozenset({"have", "be", "like", "do", "want", "go", "get", "think", "know", "make", "use", "need"})
SMALL = vocabulary("""
around a an the some any this that these those my your his her its our their i me you he him she it we us they them
there here to of in on at for with from by as into about than and or so just also too very really much many more most
lot lots still now currently actually honestly always often sometimes usually quite pretty rather even only ever at
all well please yet already both do does did has-to will would shall should could can may might must be-able am-able
been being lately recently nowadays either kind sort who whom which what when where how bit little-bit anymore longer
else myself himself herself again der die das den dem des ein eine einen einem einer eines mein meine meinen meinem
meiner sein seine ihr ihre unser unsere ich mich mir du dich dir er ihn ihm sie es wir uns euch und oder auch nur noch
schon sehr doch mal so gern gerne zu zum zur im auf von bei mit fur aus als wie jetzt gerade aktuell derzeit momentan
wirklich total immer oft eigentlich mehr ja werde wird werden wurde kann konnen will muss soll darf dass etwas user
nutzer nutzerin gar uberhaupt leider einfach halt eben echt ziemlich standig dauernd ubrigens irgendwie keinerlei
unserem unserer unseren such sorry btw lol tbh though haha constantly forever simply basically absolutely extremely
""")


_NUMBERS = {word: str(n) for row in (
    "zero - two three four five six seven eight nine ten eleven twelve",
    "null - zwei drei vier funf sechs sieben acht neun zehn elf zwolf",
) for n, word in enumerate(row.split())}


def _forms(word: str) -> tuple[str, ...]:
    """The stems a word is looked up by. Not its `root`, which cuts deep enough to make "alternate" German "alt"."""
    return stem(word, "en"), stem(word, "de")


def _tables() -> tuple[dict[str, tuple[str, int]], dict[str, str]]:
    signs: dict[str, tuple[str, int]] = {}
    for row in _OPPOSITES.strip().splitlines():
        plus, minus = row.split("|")
        name = plus.split()[0]
        for side, sign in ((plus, 1), (minus, -1)):
            for word in side.split():
                signs[word] = (name, sign)
                for form in _forms(word):
                    signs.setdefault(form, (name, sign))
    same: dict[str, str] = {}
    for row in _SAME.strip().splitlines():
        words = row.split()
        for word in words:
            same[word] = words[0]
            for form in _forms(word):
                same.setdefault(form, words[0])
    return signs, same


_SIGNS, _MEANING = _tables()
OPPOSITES = frozenset(_SIGNS)
# Short words that are opposites only at the end of a clause ("the vpn is up", not "up the hill").
PARTICLES = vocabulary("up down on off auf zu an aus hoch")
PARTICLE_SIGNS = {word: _SIGNS[word] for word in PARTICLES}


# Adverbs that are no manner of their adjective.
_NO_MANNER = vocabulary("lately nearly shortly highly largely newly evenly justly fairly hardly barely really early")


def _opposed() -> dict[tuple[str, int], frozenset[tuple[str, int]]]:
    found: dict[tuple[str, int], set[tuple[str, int]]] = {}
    for pair in pairs():
        one, other = (
            (_MEANING[w], 1) if w in _MEANING else (w, 1) if w in PARTICLES else _SIGNS.get(w, (w, 1)) for w in pair
        )
        if one[0] != other[0]:
            found.setdefault(one, set()).add(other)
            found.setdefault(other, set()).add(one)
    return {word: frozenset(others) for word, others in found.items()}


_OPPOSED = _opposed()
_NONE: frozenset[tuple[str, int]] = frozenset()


def opposites(name: str, sign: int) -> frozenset[tuple[str, int]]:
    """The (canonical word, sign) that say the contrary of one, beside its own name under the other sign."""
    return _OPPOSED.get((name, sign), _NONE)


@lru_cache(maxsize=50_000)
def meaning(word: str) -> tuple[str, int]:
    """(canonical word, sign) of a normalised word: "hates" -> ("like", -1); an unlisted one gives its root and 1."""
    if word in _NUMBERS:
        return _NUMBERS[word], 1
    base = _BASES.get(word, word)
    if base in _MEANING:
        return _MEANING[base], 1
    forms = _forms(base)
    if base.endswith("ly") and base not in _NO_MANNER:
        forms = (base[:-2], base[:-3] + "y", *forms)  # "slowly" opposes what "slow" does
    for form in (base, *forms):
        if form in _SIGNS and form not in PARTICLES:
            return _SIGNS[form]
        if form in _MEANING:
            return _MEANING[form], 1
    for form in (*forms, forms[-1].removesuffix("t")):
        if (form, 1) in _OPPOSED:
            return form, 1
    return root(base), 1
