"""Opposites: which word says the contrary of which. WordNet's for English, tables for German and what that leaves out.

A word may have many: "light" is neither "heavy" nor "dark". Those that stand for a denial of each other ("like" and
"hate") are the lexicon's signs.
"""

from __future__ import annotations

from importlib import resources

from memory.text import stem

# Everyday English beside WordNet: every word on the left opposes every word on the right.
_ENGLISH = """
motionless | move roll run walk jump leap dance swim fly crawl climb gallop chase hop sprint dash ride race
silent quiet mute | speak talk sing shout yell scream bark loud noisy
crowded packed full | empty deserted vacant
miserable unhappy sad depressed | happy joyful cheerful delighted ecstatic
broke poor | rich wealthy loaded
awful terrible horrible lousy worst | best great amazing awesome wonderful fantastic
sleep asleep nap | awake wake
arrive come enter | leave depart exit
cry weep sob | laugh smile grin giggle
frown scowl | smile grin laugh
assemble build | dismantle disassemble demolish
embrace hug | fight
ascend climb | descend
land | takeoff
switchon | switchoff
drop release | catch hold grab
awkward clumsy | skillful graceful elegant
skillful skilled | unskilled unskillful inept
gentle calm | rough violent harsh
standing stand | sit sitting seated lie lying kneel
uphill | downhill
gather | scatter
alone | accompanied together
curly | straight
earlybird | nightowl
punctual | late
indoors inside | outdoors outside
atheist | religious christian muslim catholic jewish
write | erase
grow | shrink
freeze chill cool | melt thaw heat warm boil
unzip unbutton | zip button
leftwards | right rightwards
fill | empty drain
tidy | messy
bald | hairy
lazy | hardworking active
shy timid | outgoing confident
calm relaxed | nervous anxious stressed
healthy | sick ill
front | behind
above over | below under beneath underneath
up upwards | down downwards
towards toward | away
tighten fasten | loosen
wrap | unwrap
near close nearby | far distant
perfect excellent | terrible awful poor bad
well | badly poorly terribly
talkative chatty | quiet shy silent
"""
_GERMAN = """
schliessen schliesse zumachen | offnen offne aufmachen
kommen komme ankommen | gehen gehe weggehen abreisen
lachen lache | weinen weine heulen
schlafen schlafe | wachen
beginnen beginne anfangen | enden aufhoren beenden
kaufen kaufe | verkaufen verkaufe
geben gebe | nehmen nehme
ziehen ziehe | schieben schiebe drucken
stehen stehe | sitzen sitze liegen liege
steigen steige | sinken sinke fallen falle
finden finde | verlieren verliere
reden rede sprechen spreche | schweigen schweige
arbeiten | faulenzen
fruh | spat
ruhig still leise | laut
gut toll super klasse prima | schlecht furchtbar schrecklich mies
viel gut | wenig
lang | kurz
gross riesig | klein winzig
hell | dunkel
dick | dunn schlank
alt | jung neu
neu | gebraucht
hoch | niedrig tief
breit | schmal eng
voll uberfullt | leer
warm heiss | kalt kuhl
schwer | leicht
hart | weich
nass feucht | trocken
sauber ordentlich | schmutzig dreckig unordentlich
suss | sauer bitter salzig
scharf | stumpf mild
stark | schwach
schnell | langsam
reich | arm pleite
gesund | krank
glucklich frohlich | traurig unglucklich
mutig | feige
faul | fleissig
hungrig | satt
mude | wach ausgeschlafen
nervos aufgeregt | ruhig gelassen entspannt
schuchtern | kontaktfreudig selbstbewusst
hubsch schon | hasslich
klug schlau | dumm
teuer | billig gunstig
wach | schlafend
offen | geschlossen
links | rechts
oben | unten
innen drinnen | aussen draussen
vorne | hinten
immer | selten
oft haufig | selten
fruhaufsteher | langschlafer nachteule
morgenmensch | nachtmensch
introvertiert | extrovertiert
optimist | pessimist
raucher | nichtraucher
altester alteste | jungster jungste
lustig spannend interessant | langweilig ode
gerade | krumm
rund | eckig
roh | gekocht
frisch | verdorben
erlauben erlaubt | verbieten verboten
einfach | kompliziert schwierig
freiwillig | gezwungen
sicher | unsicher gefahrlich
zufrieden | unzufrieden
ehrlich | unehrlich verlogen
punktlich | unpunktlich
geduldig | ungeduldig
moglich | unmoglich
bekannt | unbekannt
gewinnen gewinne | verlieren verliere
loben lobe | tadeln kritisieren
anwesend | abwesend
steigt | fallt
vergessen vergesse | erinnern
lieben liebe | hassen hasse
zunehmen | abnehmen
gesellig | einzelgangerisch
"""
# Verbs whose two separable prefixes turn them round: "einschalten" and "ausschalten".
_SEPARABLE = """
auf zu | machen schliessen sperren drehen klappen knopfen
ein aus | schalten atmen packen steigen loggen laden ziehen raumen
an aus | machen schalten ziehen knipsen
an ab | melden schalten reisen legen fahren stellen nehmen
be ent | laden waffnen kleiden
"""


def _rows(table: str) -> list[tuple[list[str], list[str]]]:
    return [(plus.split(), minus.split()) for plus, minus in (r.split("|") for r in table.strip().splitlines())]


def _separable() -> list[tuple[list[str], list[str]]]:
    return [([one + verb], [other + verb]) for (one, other), verbs in _rows(_SEPARABLE) for verb in verbs]


def pairs() -> list[tuple[str, str]]:
    """Every two opposed words, by their stems: English ones by the English stemmer, German by the German one."""
    found: list[tuple[str, str]] = []
    for line in resources.files("memory.contradict").joinpath("opposites.txt").read_text("ascii").splitlines():
        if not line.startswith("#"):
            first, *others = line.split()
            found += ((first, other) for other in others)
    for language, rows in (("en", _rows(_ENGLISH)), ("de", _rows(_GERMAN) + _separable())):
        for plus, minus in rows:
            found += ((stem(one, language), stem(other, language)) for one in plus for other in minus)
    return found
