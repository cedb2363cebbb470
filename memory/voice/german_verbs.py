"""German verbs by their form after `ich`, turned into the forms after `du` and `er`.

Regular endings follow the Duden: -est/-et after t, d and consonant + m or n; only -t for du after s, ß, x, z. Vowel
changes are a closed class and stand in a table; prefixes (`ver-`, `an-`, ...) are looked through.
"""

from __future__ import annotations

import re

from memory.text.vocabulary import vocabulary
from memory.voice.unsure import Unsure

_IRREGULAR = {
    "bin": ("bist", "ist"), "habe": ("hast", "hat"), "hab": ("hast", "hat"), "war": ("warst", "war"),
    "hatte": ("hattest", "hatte"), "werde": ("wirst", "wird"), "wurde": ("wurdest", "wurde"),
    "würde": ("würdest", "würde"), "kann": ("kannst", "kann"), "darf": ("darfst", "darf"), "muss": ("musst", "muss"),
    "muß": ("mußt", "muß"), "mag": ("magst", "mag"), "möchte": ("möchtest", "möchte"), "will": ("willst", "will"),
    "soll": ("sollst", "soll"), "weiß": ("weißt", "weiß"), "weiss": ("weisst", "weiss"), "hätte": ("hättest", "hätte"),
    "wäre": ("wärst", "wäre"), "könnte": ("könntest", "könnte"), "dürfte": ("dürftest", "dürfte"),
    "müsste": ("müsstest", "müsste"), "sollte": ("solltest", "sollte"), "wollte": ("wolltest", "wollte"),
    "konnte": ("konntest", "konnte"), "durfte": ("durftest", "durfte"), "musste": ("musstest", "musste"),
    "mochte": ("mochtest", "mochte"), "wusste": ("wusstest", "wusste"), "kannte": ("kanntest", "kannte"),
    "dachte": ("dachtest", "dachte"), "brachte": ("brachtest", "brachte"), "nannte": ("nanntest", "nannte"),
    "tue": ("tust", "tut"), "bereite": ("bereitest", "bereitet"),
}
_CHANGING = {  # ich-form: (du, er)
    "esse": ("isst", "isst"), "fresse": ("frisst", "frisst"), "vergesse": ("vergisst", "vergisst"),
    "messe": ("misst", "misst"), "gebe": ("gibst", "gibt"), "nehme": ("nimmst", "nimmt"), "lese": ("liest", "liest"),
    "sehe": ("siehst", "sieht"), "spreche": ("sprichst", "spricht"), "treffe": ("triffst", "trifft"),
    "helfe": ("hilfst", "hilft"), "sterbe": ("stirbst", "stirbt"), "werfe": ("wirfst", "wirft"),
    "breche": ("brichst", "bricht"), "empfehle": ("empfiehlst", "empfiehlt"), "stehle": ("stiehlst", "stiehlt"),
    "befehle": ("befiehlst", "befiehlt"), "werbe": ("wirbst", "wirbt"), "trete": ("trittst", "tritt"),
    "gelte": ("giltst", "gilt"), "steche": ("stichst", "sticht"), "erschrecke": ("erschrickst", "erschrickt"),
    "fahre": ("fährst", "fährt"), "trage": ("trägst", "trägt"), "schlafe": ("schläfst", "schläft"),
    "laufe": ("läufst", "läuft"), "fange": ("fängst", "fängt"), "falle": ("fällst", "fällt"),
    "halte": ("hältst", "hält"), "lasse": ("lässt", "lässt"), "rate": ("rätst", "rät"), "wachse": ("wächst", "wächst"),
    "wasche": ("wäschst", "wäscht"), "brate": ("brätst", "brät"), "lade": ("lädst", "lädt"),
    "schlage": ("schlägst", "schlägt"), "grabe": ("gräbst", "gräbt"), "stoße": ("stößt", "stößt"),
    "blase": ("bläst", "bläst"), "saufe": ("säufst", "säuft"), "schelte": ("schiltst", "schilt"),
    "fechte": ("fichtst", "ficht"), "flechte": ("flichtst", "flicht"), "schmelze": ("schmilzt", "schmilzt"),
    "verderbe": ("verdirbst", "verdirbt"), "schaffe": ("schaffst", "schafft"),
}
_PAST = {  # strong past forms after ich; er has the same
    "ging": "gingst", "kam": "kamst", "fuhr": "fuhrst", "aß": "aßest", "las": "last", "sah": "sahst", "gab": "gabst",
    "nahm": "nahmst", "fand": "fandest", "blieb": "bliebst", "schrieb": "schriebst", "zog": "zogst", "lief": "liefst",
    "hieß": "hießest", "hiess": "hiessest", "stand": "standest", "lag": "lagst", "saß": "saßest", "trug": "trugst",
    "sprach": "sprachst", "traf": "trafst", "half": "halfst", "begann": "begannst", "verlor": "verlorst",
    "wuchs": "wuchsest", "ließ": "ließest", "hielt": "hieltest", "trank": "trankst", "schlief": "schliefst",
    "flog": "flogst", "ritt": "rittest", "schwamm": "schwammst", "sang": "sangst", "bot": "botest", "rief": "riefst",
    "vergaß": "vergaßest", "gewann": "gewannst", "schnitt": "schnittest", "fing": "fingst", "fiel": "fielst",
}
_PREFIX = re.compile(
    r"(?:be|ge|er|ent|ver|zer|miss|über|unter|wider|hinter|um|durch|wieder|voll|an|auf|aus|ein|mit|ab|vor|zu|nach|fern"
    r"|teil|weg|zurück|bei|fest|los|her|hin|heraus|herunter|zusammen|kennen|statt)"
)
_PRESENT_TE = vocabulary("""
arbeite warte miete vermiete biete reite leite bete streite begleite verbreite antworte achte beobachte betrachte
übernachte verwalte gestalte schalte teste faste poste richte unterrichte berichte verzichte dichte züchte fürchte
heirate hafte starte leiste erwarte werte deute rette wette hüte falte knete chatte bearbeite beantworte vorbereite
verarbeite bewerte vermute enthafte spotte behaupte gründe
""")
_REGULAR = vocabulary("""
wohne lebe liebe mache gehe komme heiße heisse spiele lerne studiere höre sage denke glaube finde kaufe verkaufe brauche
suche besuche kenne bleibe stehe sitze liege schreibe koche backe trinke rauche reise fliege schwimme tanze singe male
zeichne öffne rechne fotografiere programmiere trainiere wandere klettere sammle bastle segle jogge bringe verbringe
ziehe nenne hasse hoffe wünsche freue interessiere engagiere kümmere fühle erinnere treibe unterstütze benutze nutze
verwende besitze verdiene zahle bezahle spare plane führe betreue pflege züchte baue repariere entwickle gucke schaue
bevorzuge vermisse verstehe beginne gewinne verliere stelle lege setze hole frage erzähle meine bekomme gehöre stamme
bestelle vermeide genieße leide übe boxe surfe radle pendle nähe stricke häkle gärtnere angle jage bete meditiere
""")
ICH_FORMS = frozenset({"bin", "habe", "werde", "wohne", "lebe", "heiße", "heisse", "arbeite", "gehe", "komme", "mache"})


def is_verb(word: str) -> bool:
    """Whether a lower-case word is known as a form after `ich`."""
    return any(form in table for form in _bare(word) for table in (
        _IRREGULAR, _CHANGING, _PAST, _REGULAR, _PRESENT_TE)) or _weak_past(word)


def conjugate(word: str, person: int) -> str:
    """The form after du (2) or er (3) of a form after ich. Raises `Unsure` for what is no such form."""
    if not word.isalpha() or not word.islower():
        raise Unsure
    for form in _bare(word):
        prefix = word[:len(word) - len(form)]
        for table in (_IRREGULAR, _CHANGING):
            if form in table:
                return prefix + table[form][person - 2]
        if form in _PAST:
            return prefix + (_PAST[form] if person == 2 else form)
    if _weak_past(word):
        return f"{word}st" if person == 2 else word
    if not word.endswith("e") or len(word) < 4 or (word.endswith("te") and not is_verb(word)):
        raise Unsure
    return _regular(word[:-1], person)


def _bare(word: str) -> tuple[str, ...]:
    """The word, and without its prefixes where what is left is long enough to be a verb."""
    prefix = _PREFIX.match(word)
    if prefix and len(word) - prefix.end() >= 3:
        return word, word[prefix.end():]
    return (word,)


def _weak_past(word: str) -> bool:
    """"wohnte", "arbeitete": a known verb with the past ending."""
    if not word.endswith("te") or any(form in _PRESENT_TE for form in _bare(word)):
        return False
    stem = word[:-2].removesuffix("e")
    return any(f"{form}e" in _REGULAR | _PRESENT_TE or f"{form}e" in _CHANGING for form in _bare(stem)) or (
        word.endswith(("elte", "erte", "ierte")))


def _regular(stem: str, person: int) -> str:
    if re.search(r"(?:[bdfgkmpstzx]|ch)l$", stem):  # "ich sammle, du sammelst"
        stem = f"{stem[:-1]}el"
    ending = "st" if person == 2 else "t"
    if re.search(r"[td]$|(?:[bdfgkpst]|ch)[mn]$", stem):
        return f"{stem}e{ending}"
    if person == 2 and re.search(r"[sßxz]$", stem):
        return f"{stem}t"
    return stem + ending
