"""German compounds: the words inside a word, as far as a short list of common heads shows them."""

from __future__ import annotations

from functools import lru_cache

from memory.text.vocabulary import vocabulary

# Common last parts of German everyday compounds, normalised. Parts under four letters would cut words that are none.
_HEADS = vocabulary("""
abend abteilung adresse allergie allergien anlage anschrift antrag anwalt apotheke apparat arbeit arbeiten arbeiter
artikel arzt arzte arztin assistent aufgabe auftrag auge augen ausbildung ausflug ausweis auto autos bahn bahnhof bank
baum baume becher behandlung beitrag bericht beruf besuch betrieb bett bier bild bilder blatt blume blumen boden boot
brief briefe brille brot bruder buch bucher buro butter chef club code computer creme dame daten datum dienst direktor
doktor dorf eis ende entzundung ergebnis erkrankung essen fabrik fach fahrer fahrt fahrrad familie farbe farben feier
fenster ferien fest fett feuer fieber film filme firma fisch fische flasche fleisch flug flugzeug form foto fotos
frage frau freund freunde freundin fuhrer garten gast gebiet geburtstag gefahr gefuhl geld gemuse gerat gericht
geschaft geschenk geschichte gesellschaft gesicht getrank gewicht glas gruppe haar haare hafen halle hals hand handel
haus hause hauser haut heft heim heizung hemd herz hilfe hobby hochzeit hose hosen hotel hund hunde hutte impfung
insel institut jacke jahr jahre karte karten kasse kater katze katzen keller kette kind kinder kirche klasse kleid
kleidung klinik koch konto konzert kopf kraft krankheit krebs kreis kuche kuchen kunde kunden kurs kurse laden lager
lampe land lehre lehrer lehrerin leiter liebe lied lieder liste loch maler mann manner markt maschine medizin meister
meldung menge messer milch minute mittel mobel monat motor muhle mutter musik musiker name namen nudel nudeln nummer
nummern nuss nusse offnung onkel operation orchester ordnung papier park partei partie partner partnerin party pass
patient pfanne pfleger pflegerin pferd pferde pflanze pflanzen plan platz plan politik post preis priester problem
produkt programm projekt prufung pulver punkt quelle raum raume rechner rechnung regal reise reisen rennen reparatur
rezept ring rock roman sache sachen saft sahne salat salbe sammlung sanger schein schiff schmerz schmerzen schnaps
schokolade schrank schuh schuhe schule schuler schulung schutz schwester see seite sendung sohn sommer sorge spiel
spiele spieler sport sprache stadt stand stelle stellung steuer stoff storung strasse straße student studium stuhl
stunde stunden suche suppe symptom tablette tabletten tante tasche tasse team telefon termin termine test tier tiere
tisch titel tochter topf training traum tropfen tuch tur turnier uberweisung ubung uhr umzug unfall unterricht
untersuchung urlaub vater verein vertrag verwaltung video vogel vorlesung wache wagen wald wasche wasser wechsel wein
weine welt werk werkstatt wetter wissenschaft woche wochen wohnung wolle wort worter wurst zahl zahlen zahn zeit
zeitung zentrum zeug zimmer zucker zug
""")
_LENGTHS = sorted({len(h) for h in _HEADS if len(h) >= 4}, reverse=True)
_LINKS = ("s", "es", "n", "en", "er", "e")
_VOWELS = frozenset("aeiouy")


@lru_cache(maxsize=20_000)
def parts(word: str) -> tuple[str, ...]:
    """The parts of a normalised German compound, modifier (with and without its linking letters) then head; () when "
    "it is none."""
    if len(word) < 8 or not word.isascii() or not word.isalpha():
        return ()
    for n in _LENGTHS:
        rest = word[:-n]
        if len(rest) >= 3 and word[-n:] in _HEADS and _VOWELS & set(rest):
            return (*_modifiers(rest), word[-n:])
    return ()


def _modifiers(rest: str) -> tuple[str, ...]:
    bare = [rest[: -len(link)] for link in _LINKS if rest.endswith(link) and len(rest) - len(link) >= 4]
    inner = parts(rest) or next((p for b in bare if (p := parts(b))), ())
    return tuple(dict.fromkeys((rest, *bare, *inner)))
