"""The telling words of a sentence, each with the key by which two sentences speak of the same."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from memory.caches import cached
from memory.contradict.lexicon import meaning
from memory.extract.lexicon import KIN_WORD, PET_WORD
from memory.revision import cues
from memory.revision.kinds import ARTICLES, figure, kind, ordinal
from memory.text import STOP_WORDS, normalise
from memory.text.vocabulary import vocabulary

_WORD = re.compile(r"[^\W_]+(?:[.:,'’&-](?=[^\W_])[^\W_]+)*")
_ENDING = re.compile(r"'(?:s|re|m|ve|ll|d)?$")
_BRITTLE = 5  # letters two words have to begin with together before they can be forms or compounds of one
# One key for words that speak of the same matter, beside what the contradiction rules know as one.
_MATTERS = """
live home reside resides residing wohn wohne wohnt wohnen leb lebe lebt move moved moving relocate relocated
relocating gezogen umgezogen ziehe zieht wohnort zuhause daheim weggezogen fortgezogen untergekommen ubergesiedelt |
work job works working occupation arbeit arbeite arbeitet beruf employed employer company |
doctor gp physician arzt arztin hausarzt hausarztin dr |
dentist dental dentist's zahnarzt zahnarztin zahnarzttermin zahnarztpraxis zahntermin |
bike bicycle cycle cycling cycles cycled rad fahrrad radeln radle radel |
rent miete kaltmiete warmmiete |
eat food meal ate diet eats esse isst essen ernahre gericht dish |
pill pills tablet tablets tablette tabletten medicine medication medikament meds |
flying fly flight trip travel travelling vacation holiday fliege fliegen flug reise reisen urlaub journey |
favourite favorite fave fav number-one liebling lieblings top |
best pb record bestzeit bestleistung pr |
flatmate flatmates roommate roommates housemate mitbewohner mitbewohnerin |
phone handy smartphone mobile cell telefon |
laptop computer rechner pc notebook |
boyfriend girlfriend freund freundin partner partnerin |
married engaged engagement verlobt verheiratet geheiratet heiraten wedding hochzeit divorced geschieden |
school schule grade klasse kindergarten kita nursery |
shop shops shopping einkaufen kaufe kauft einkauf einkaufe |
exam test prufung klausur pruefung |
salary gehalt wage pay lohn raise gehaltserhohung lohnerhohung verdiene verdient earn earns earning |
dose dosis dosage |
vehicle car auto wagen |
gym fitnessstudio fitnessclub |
house flat apartment haus wohnung bungalow |
teacher lehrer lehrerin teach teaches teaching unterrichtet |
band bands |
read reads reading lese liest lesen |
cook cooks cooking koche kocht kochen |
study uni university college graduated graduate studies studying studiere studiert studium degree major |
teach teaches taught |
play plays playing spiele spielt spielen played |
speak speaks spreche spricht |
run runs running jogge joggt joggen laufe lauft laufen jog jogging |
swim swims swimming schwimme schwimmt schwimmen |
smoke smokes smoking rauche raucht rauchen zigaretten cigarettes |
drink drinks drinking trinke trinkt trinken |
number nummer telefonnummer handynummer |
password passwort |
shift shifts schicht schichten nachtschicht nachtschichten |
appointment termin appt
"""
_MATTER = {word: row.split()[0] for row in _MATTERS.split("|") for word in row.split()}
# Words that carry a sentence and tell nothing of what it is about.
_IDLE = vocabulary("""
be am is are was were been being 'm have has had got get gets getting go goes going went gone do does did done make
makes
made take takes took taken taking taken use uses using keep keeps let lets put say said tell told know knows think like
really finally actually honestly btw yay ouch wow lol haha anyway though just yet already soon today yesterday tomorrow
week weeks month months year years day days time times last next since ago ever never always again back now new old
thing things lot bit one ones way good great nice happy sad glad sorry hey hi hello yes yep yeah no nope ok okay well
so because cause cuz then turns turned out after all more less much many still instead longer anymore any around about
every each morning evening night recently lately currently nowadays officially guess news update fyi luckily sadly
need needs want wants start started starting starts begin began begun become became becomes call called calls named
name change changed switch switched swap swapped replace replaced stop stopped quit drop dropped cancel cancelled
canceled sold sell lost lose left leave gave give given given up down over off not part full half whole own both
main current only just also too per via
habe hab hat haben hast hatte hatten bin bist ist sind war waren wird werde wurde wurden geworden sein seit machen mache
macht gemacht geht gehe gehen ging gegangen kommt komme bekommt bekomme bekommen kriege nehme nimmt nehmen genommen
nutze
benutze endlich ubrigens leider ehrlich gesagt juhu puh ja nein doch mal jetzt nun inzwischen mittlerweile neuerdings
heute gestern morgen woche wochen monat monate jahr jahre tag tage zeit letzte letzten letzter nachste nachsten neu neue
neuer neues neuen neuem alt alte alter alten statt anstatt sondern mehr weniger nicht kein keine keinen keiner immer
noch
schon wieder nur ganz total echt richtig eben halt so also dann weil denn dass damit brauche braucht brauchen heisst
heisse
heissen nenne genannt aufgehort aufgegeben verkauft gekundigt abgesagt abgegeben gewechselt umgestiegen ersetzt
getauscht
verlegt verschoben erhoht lauft laufen auf ab an um zu von vom zum zur bei beim fur mit ohne
ich du er sie es wir ihr mir mich dir dich uns euch mein meine meinen meinem meiner meins unser unsere unserer unserem
dieser diese dieses diesen dafur dazu davon damals fruher
some my mine our ours his her their its this that these those somehow
finde find fast eigentlich gerade etwa circa ungefahr uber unter pro jeden jede jedes jeder ersten erste holt geholt
gekauft bought buy buys buying told said herr frau mr mrs ms
""")


_UNITS = vocabulary("mg ml mcg g kg kilo kilos km cm euro euros eur pound pounds quid dollar dollars bucks franken "
                    "percent prozent miles meter liter litre litres mbit gb")
_TITLES = frozenset(("frau", "mann"))  # relatives only after a word for whose: "Frau Kern" is nobody's wife
_MINE = ("my", "our", "mein", "unser", "dein", "sein", "ihr", "eine")
_KIN = {normalise(word): name for word, name in {**KIN_WORD, **PET_WORD}.items()}


@dataclass(frozen=True, slots=True)
class Token:
    """A word by its place in a text, its normalised form and the key it shares with words of the same matter.

    `figure`, `kind`: what it counts, or the kind of value it gives. `kin`: the relative or animal it names, in the
    tables' one spelling. `telling`: whether it says what a sentence is about. `ordinal`: a place in a row, no count.
    `article`: whether it may be an article as well as the number one. `parts`: the keys of what hyphens join.
    """

    text: str
    start: int
    word: str
    key: str
    figure: str | None
    kind: tuple[str, str] | None
    kin: str
    telling: bool
    ordinal: bool
    article: bool
    parts: tuple[str, ...]

    @property
    def end(self) -> int:
        return self.start + len(self.text)


@cached(5_000)
def tokens(text: str) -> tuple[Token, ...]:
    """The words of a text in order."""
    out: list[Token] = []
    since = [found.span() for found in cues.SINCE.finditer(text)]
    for found in _WORD.finditer(text):
        if word := _ENDING.sub("", normalise(found.group())):
            mine = bool(out) and out[-1].word.startswith(_MINE)
            token = _token(found.group(), found.start(), word, mine)
            counts = bool(out) and bool(out[-1].figure) and word in _UNITS
            if any(start <= found.start() < end for start, end in since):
                token = replace(token, telling=False, figure=None, kind=None)
            out.append(replace(token, telling=False) if counts else token)  # "20 mg" tells nothing of what
    return tuple(out)


def _token(text: str, start: int, word: str, mine: bool) -> Token:
    counted = figure(word)
    kin = "" if word in _TITLES and not mine else next(
        (_KIN[form] for form in (word, word.removesuffix("es"), word.removesuffix("s")) if form in _KIN), "")
    idle = word in _IDLE or (word in STOP_WORDS and word not in _MATTER)
    telling = not counted and not idle and (len(word) > 1 or text.isupper())
    return Token(text, start, word, _key(word), counted, kind(word), kin, telling, ordinal(word),
                 word in ARTICLES,
                     tuple(_key(part) for part in word.split("-") if len(part) > 2) if "-" in word else ())


def _key(word: str) -> str:
    if word in _MATTER:
        return _MATTER[word]
    name = meaning(word)[0]
    return _MATTER.get(name, name)


def alike(a: Token, b: Token) -> bool:
    """Whether two words are forms of one, or one is a compound with the other at its head: "Miete", "Mieterhöhung"."""
    if a.key == b.key or a.key in b.parts or b.key in a.parts or (a.kin and a.kin == b.kin):
        return True
    if a.figure or b.figure:
        return False
    if (a.kind and b.kind and a.kind[0] == b.kind[0]) or a.kin or b.kin:
        return a.kind is not None and a.kind == b.kind
    short, long = sorted((a.word, b.word), key=len)
    if long in (f"{short}in", f"{short}innen"):
        return True
    if len(short) < _BRITTLE:
        noun = a.text[:1].isupper() and b.text[:1].isupper()
        return noun and len(short) == _BRITTLE - 1 and len(long) >= 2 * len(short) and long.startswith(short)
    same = next((at for at, (x, y) in enumerate(zip(short, long, strict=False)) if x != y), len(short))
    return same >= max(_BRITTLE, 0.7 * len(short)) or (len(short) > _BRITTLE and long.endswith(short))
