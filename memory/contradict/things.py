"""Things people speak of: words for the same thing, words that only name a side of one, makes and breeds by class."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from memory.contradict.lexicon import meaning
from memory.text import stem
from memory.text.vocabulary import vocabulary

_SAME = """
car wagen auto pkw karre automobile
phone handy smartphone mobile cellphone cell mobiltelefon handynummer telefonnummer mobilnummer phone-number cell-number
standup stand-up daily daily-standup daily-stand-up
meeting termin treffen besprechung
call telefonat anruf
flat apartment wohnung condo
house haus
room zimmer raum
train zug
plane flight flug flieger
bus
movie film kinofilm
shop store laden geschaft
anniversary hochzeitstag jahrestag wedding-anniversary
birthday geburtstag bday
birthyear birth-year year-of-birth geburtsjahr jahrgang
plate kennzeichen license-plate licence-plate number-plate nummernschild autokennzeichen
postcode post-code zip zip-code plz postleitzahl postal-code
surname last-name family-name nachname familienname
firstname first-name given-name vorname
boss chef chefin vorgesetzter vorgesetzte
landlord landlady vermieter vermieterin hausverwalter
neighbour neighbor nachbar nachbarin
teacher lehrer lehrerin
doctor gp arzt arztin hausarzt hausarztin physician
dentist zahnarzt zahnarztin
hairdresser friseur friseurin
spouse wife husband ehefrau ehemann hubby wifey
partner girlfriend gf boyfriend bf freundin freund fiance fiancee verlobter verlobte partnerin lebensgefahrte
flatmate roommate housemate mitbewohner mitbewohnerin
colleague coworker co-worker kollege kollegin
mother mom mum mama mutter
father dad papa vater
grandmother grandma granny oma grossmutter nana
grandfather grandpa granddad opa grossvater
brother bruder
sister schwester
son sohn
daughter tochter
aunt tante
uncle onkel
cousin kusine cousine
dog hund
cat katze kater
horse pferd
bike bicycle fahrrad rad
laptop notebook
computer pc rechner
shoesize shoe-size schuhgrosse
bloodtype blood-type blood-group blutgruppe
mothertongue mother-tongue native-tongue native-language first-language muttersprache erstsprache
profession occupation beruf
job stelle
employer arbeitgeber
rent miete kaltmiete warmmiete
salary gehalt lohn wage wages income einkommen verdienst
commute arbeitsweg way-to-work pendelweg
eye eyes auge augen
hair haar haare
beard bart
height grosse korpergrosse
weight gewicht
age alter
address adresse anschrift
office buro
kitchen kuche
bathroom bad badezimmer
sofa couch
team mannschaft verein club
colour color farbe
food essen gericht dish meal lieblingsgericht
drink getrank
coffee kaffee
tea tee
book buch
song lied
author autor autorin writer schriftsteller schriftstellerin
singer sanger sangerin
actor schauspieler schauspielerin actress
band musikgruppe
sport sportart
subject fach schulfach
number zahl nummer
animal tier
season jahreszeit
city stadt
country land
series serie show
game spiel
provider anbieter carrier
insurance versicherung krankenkasse krankenversicherung
bank hausbank
password passwort
contract vertrag
kid kids child children kind kinder
deadline frist abgabetermin abgabe
wedding hochzeit
exam prufung klausur test
class kurs course
concert konzert
party feier fete
interview vorstellungsgesprach
presentation prasentation vortrag
lecture vorlesung
gym fitnessstudio
church kirche
school schule
retro retrospective retrospektive
release
"""
_PHRASES: dict[str, str] = {}
_WORDS: dict[str, str] = {}
for _row in _SAME.strip().splitlines():
    _first, *_others = _row.split()
    for _one in (_first, *_others):
        (_PHRASES if "-" in _one else _WORDS)[_one] = _first
        if "-" in _one:
            _PHRASES[_one.replace("-", " ")] = _first
SYNONYMS = frozenset(_WORDS)
PHRASES = {phrase: name for phrase, name in _PHRASES.items() if "-" not in phrase}  # "last name", "shoe size"
_STEMS = {stem(_word, _language): _name for _word, _name in _WORDS.items() for _language in ("en", "de")}
_PHRASE = re.compile(rf"\b(?:{'|'.join(sorted(_PHRASES, key=len, reverse=True))})\b")
# What names a side of a thing and not the thing: "the colour of my car", "the start of the film".
_SIDES = vocabulary("""
name names date day time start beginn beginning begin abfahrt departure uhrzeit dauer duration length lange farbe color
colour storage speicher speicherplatz preis price cost costs gewicht grosse size baujahr year model modell brand make
marke rasse breed location ort type typ art stockwerk floor etage memory ram total jahr platz wert datum termin
weight height
""")
# What does not tell one thing from another.
_IDLE = vocabulary("""
of von vom for fur mit with at in to zu the a an this that these our my own whole dear beloved lovely sweet
lieber liebe only einzige einziger einziges einzigen einzig one now actually currently heute today
der die das den dem des mein meine meinen meinem meiner unser unsere unseren unserem unserer dieser diese dieses
bei im am um auf immer always usually just also already schon still noch jetzt and und so well yes i we have wir ich
haben
habe all got hab current aktuelle aktueller aktuelles aktuell mine uns mir is steht
""")
_THIRD = re.compile(r"(?:his|her|their|sein|seine|seinen|seinem|seiner|ihr|ihre|ihren|ihrem|ihrer|your|dein\w*|euer|"
                    r"eure\w*)$")
_DEFINITE = re.compile(
    r"(?:my|our|the|this|mein\w*|unser\w*|der|die|das|den|dem|dieser|diese|dieses|his|her|their|sein\w*|ihre?\w?|fur|"
    r"f[ou]r|vom|bei|mit)$")
_INDEFINITE = re.compile(r"\b(?:an?|eine?[nmrs]?|some|any|every|each|jede\w*|alle|most|many|other|another|andere\w*|"
                         r"both|beide|manche|viele|no|kein\w*)\b")
# Kin and company one may have several of: naming another one of them is no contradiction.
_SEVERAL = frozenset(("neighbour", "colleague", "friend", "cousin", "uncle", "aunt", "teacher", "kid", "flatmate"))
WORD = re.compile(r"[^\W_]+(?:[-'.&/][^\W_]+)*")

# Makes and breeds, each with the models and other names that tell it: a model is of its make.
_MAKES = {
    "car": """
volvo | toyota: yaris prius camry corolla aygo rav4 | honda: civic accord jazz odyssey
ford: fiesta focus mustang mondeo
bmw | audi | vw: volkswagen golf polo passat bulli tiguan touran | mercedes: benz daimler | opel: corsa astra vauxhall
renault: twingo clio megane | peugeot | citroen | fiat: panda punto | seat: ibiza leon | skoda: octavia fabia
dacia: duster
kia | hyundai: tucson | mazda | nissan: micra qashqai | subaru: outback | suzuki: swift | tesla | porsche
jeep: wrangler
dodge: ram | chevrolet: chevy | chrysler | buick | cadillac | lexus | acura | infiniti | mini | smart | saab | jaguar
mitsubishi | alfa | lancia | gmc | polestar | byd | cupra | ferrari | lamborghini | bentley | maserati | hummer
pontiac
lada | trabant
""",
    "phone": """
iphone | samsung: galaxy | pixel | xiaomi: redmi | huawei | oneplus | nokia | motorola: moto | fairphone
sony: xperia | oppo | realme | honor | blackberry
""",
    "laptop": """
macbook | lenovo: thinkpad | dell: xps | hp | asus | acer | surface | chromebook | framework
""",
    "dog": """
poodle: pudel | husky | labrador: lab | beagle | dachshund: dackel | shepherd: schaferhund | golden | terrier: yorkie
bulldog: bulldogge frenchie | boxer | rottweiler | chihuahua | pug: mops | corgi | collie | spaniel
dalmatian: dalmatiner
pitbull | mastiff | doberman: dobermann | greyhound: windhund | whippet | schnauzer | maltese: malteser
pomeranian: spitz
setter | pointer | vizsla | akita | shiba | havanese: havaneser | papillon | goldendoodle | labradoodle | cockapoo
dane: dogge | bernhardiner | newfoundland | weimaraner | basenji | samoyed | malinois | heeler
""",
    "cat": """
siamese: siamkatze | persian: perserkatze perser | ragdoll | bengal | sphynx | tabby | calico | tuxedo | coon | norweger
""",
}


def _makes() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for kind, table in _MAKES.items():
        rows = (row.replace(":", "").split() for row in re.split(r"[|\n]", table) if row.strip())
        found[kind] = {word: names[0] for names in rows for word in names}
    return found


# Kind of thing -> word -> the make or breed it tells.
CLASSES = _makes()
PROVIDERS = vocabulary("""
o2 vodafone telekom congstar 1&1 verizon t-mobile at&t ee sprint giffgaff klarmobil
""")


@lru_cache(maxsize=20_000)
def thing(word: str) -> str:
    """The name one thing goes by, for any word for it: "Wagen" and "autos" are "car"; other words give their root."""
    if word in _WORDS:
        return _WORDS[word]
    for language in ("en", "de"):
        if (form := stem(word, language)) in _STEMS:
            return _STEMS[form]
    name, sign = meaning(word)
    return name if sign > 0 else f"-{name}"  # the big sister is not the little one


@dataclass(frozen=True, slots=True)
class Named:
    """What a noun phrase names, in canonical words, and which sides of it: "the colour of my car" is car, colour."""

    things: frozenset[str]
    sides: frozenset[str]


@lru_cache(maxsize=20_000)
def named(phrase: str) -> Named:
    """Reads a noun phrase without its determiners. Whose it is stays in for a third person's ("her car": "3p")."""
    phrase = _PHRASE.sub(lambda m: _PHRASES[m.group()], phrase)
    found: dict[str, None] = {}
    sides: dict[str, None] = {}
    before = ""
    for word in WORD.findall(phrase):
        if _THIRD.match(word):
            found["3p"] = None
        elif word in ("frau", "mann") and before.startswith(("mein", "unser")):
            found["spouse"] = None
        elif word in _SIDES:
            sides[word] = None
        elif word not in _IDLE:
            found[_canonical(word)] = None
        before = word
    if not found:
        return Named(frozenset(map(thing, sides)), frozenset())
    return Named(frozenset(found), frozenset(sides))


def things(phrase: str) -> frozenset[str]:
    """The things a noun phrase names, without sides of them."""
    return named(phrase).things


def _canonical(word: str) -> str:
    if "-" in word and word not in _PHRASES:
        return "-".join(map(thing, word.split("-")))
    return thing(word)


def known(word: str) -> bool:
    """Whether a word is one of several for the same thing."""
    return word in _WORDS or stem(word, "de") in _STEMS or stem(word, "en") in _STEMS


def definite(phrase: str) -> bool:
    """Whether a noun phrase names one thing: with a determiner or as a name, and not one of several."""
    return not _INDEFINITE.search(phrase)


def unique(names: frozenset[str]) -> bool:
    """Whether there is one such thing in a life, as far as its name goes."""
    return not names & _SEVERAL


def make(names: frozenset[str], value: str) -> frozenset[str]:
    """The makes or breeds that `value` names of such a thing; empty when it names none."""
    words = WORD.findall(value)
    return frozenset(makes[w] for name in names if (makes := CLASSES.get(name)) for w in words if w in makes)
