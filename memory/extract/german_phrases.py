"""German fixed phrases. Order matters: the first that fits speaks."""

from __future__ import annotations

from memory.extract.lexicon import BEING_WORD
from memory.extract.phrases import phrase

_NAME = r"(?P<v>(?-i:[A-ZÄÖÜ])[\wäöüß’'-]*(?: (?:(?:van|von|de|der|zu) ?)*(?-i:[A-ZÄÖÜ])[\wäöüß’'-]*)*)"
_LOW_NAME = r"(?P<v>[\wäöüß’'-]+(?: (?-i:[A-ZÄÖÜ])[\wäöüß’'-]+)*)"
_KIN = "|".join(sorted(BEING_WORD, key=len, reverse=True))
_KIN_SHORT = "|".join(sorted(BEING_WORD, key=len))  # before a genitive: "Hundes" is no "Hunde"
_IS = (
    r"(?:\s+(?:ist|sind|lautet|war)(?:\s+(?:jetzt|nun|auch|aktuell|immer noch|momentan|eigentlich|übrigens))*|"
    r"\s*[:=])\s+"
)
_ISCALLED = r"(?:\s+(?:ist|sind|lautet|heißt)(?:\s+(?:jetzt|nun|auch|aktuell))*|\s*[:=])\s+"
_END = r"(?=\s*(?:$|[,.!(]|\s(?:und|aus|übrigens|hier|bitte)\b))"
_THING = (r"(?:nas|server|drucker|router|schlüssel|ersatzschlüssel|zweitschlüssel|reisepass|pass|werkzeug\w*|leiter|"
    r"bohrmaschine|thermostat|sicherungskasten|haupthahn|verbandskasten|erste-hilfe-\w+|feuerlöscher|"
          r"koffer|zelt|fahrrad|rad|auto|kamera|ladegerät|laptop|backup\w*|unterlagen|dokumente|testament|festplatte|"
          r"medikamente|raspberry pi|pi|vpn|proxy|datenbank|gateway|nähmaschine|ski|skier|brille|geldbeutel|"
          r"fernbedienung|"
          r"notizbuch|ordner|tresor|spind|lager\w*|rasenmäher|[\w-]*(?:schlüssel|heft|ordner|pass|server|drucker|"
          r"router|kiste|werkzeug|karte|unterlagen|mappe|vertrag|ausweis|dose|gerät|lampe|batterien|parkplatz|"
          r"stellplatz|bügeleisen))")
_AT = r"(?:in|im|auf|unter|hinter|neben|bei|am|an|über|vor|beim|zwischen) .+"

PHRASES = (
    phrase(rf"mein (?:voller |richtiger |ganzer )?(?:vor)?name{_IS}{_LOW_NAME}{_END}", "name"),
    phrase(rf"mein (?:nachname|familienname|mädchenname|zweitname){_IS}{_NAME}", "detail:nachname"),
    phrase(rf"(?:ich bin|bin) (?:die|der|de) {_NAME}{_END}", "name"),
    phrase(rf"(?:ich bin|bin|hier ist|das ist) {_NAME}(?:\s+(?:und|aus|hier|übrigens)\b.*)?(?=\s*(?:$|[,!.)]))",
        "NAME"),
    phrase(rf"(?:hier (?:ist|spricht|schreibt) )(?:der |die )?{_NAME}{_END}", "name"),
    phrase(rf"(?!ich\b|bin\b|ist\b|alles|neu\b|wieder|noch|was\b|das\b|es\b|sind){_NAME} hier(?=$|[,.!])", "name",
        opening="Ich bin"),
    phrase(r"(?:(?:bitte|du kannst|ihr könnt|kannst|und|einfach|gerne?)\s+)*(?:nenn|nenne|nennt|nennen sie) mich "
        rf"(?:bitte |einfach |ruhig |lieber |doch |ab jetzt |nur |gerne? )*{_LOW_NAME}", "nickname"),
    phrase(rf"(?:du kannst|ihr könnt|man kann) mich (?:gerne? |ruhig |einfach |auch )*{_LOW_NAME} nennen", "nickname"),
    phrase(r"(?:alle|meine freunde|freunde|die meisten|meine kollegen|alle leute|viele) nennen mich (?:nur |einfach "
        rf"|immer |auch )*{_LOW_NAME}", "nickname"),
    phrase(rf"mein spitzname{_IS}{_LOW_NAME}", "nickname"),
    phrase(rf"(?:mein geburtstag|mein geburtsdatum){_IS}(?:am |der )?(?P<v>.+)", "birthday", whole=True),
    phrase(r"(?:(?:am|im) (?P<v>\d{1,2}\. ?\w+|\w+) (?:habe|hab|feiere) ich (?:immer )?geburtstag)", "birthday", whole
        =True),
    phrase(r"ich (?:habe|hab|feiere) (?:immer )?(?:am|im) (?P<v>.+?) geburtstag", "birthday", whole=True),
    phrase(rf"(?:mein|unser) (?P<k>hochzeitstag|jahrestag|namenstag){_IS}(?:am |der )?(?P<v>.+)", "detail:", whole=
        True),
    phrase(r"bei mir (?:wurde|wurden|ist|hat man) (?P<v>.+?) (?:festgestellt|diagnostiziert|entdeckt)", "health"),
    phrase(r"(?P<v>.+?) (?:wurde|wurden) bei mir (?:\w+ ){0,3}(?:festgestellt|diagnostiziert|entdeckt)", "health"),
    phrase(r"mir wird (?:\w+ )?(?P<v>(?:beim|im|in|auf|vom|von) .+? (?:schlecht|übel|schwindlig|schwindelig))",
        "health",
        whole=True),
    phrase(r"(?:.{0,25}?\b)?geht(?:'s| es)? (?:es )?(?:für (?:mich|uns) )?(?:\w+ ){0,2}?nach (?!plan\b|hause\b|"
        r"wunsch\b|gefühl\b|vorschrift\b)"
        r"(?P<v>(?-i:[A-ZÄÖÜ])[\w-]+(?: (?-i:[A-ZÄÖÜ])[\w-]+)*)$", "plan"),
    phrase(rf"meine zeitzone{_IS}(?P<v>.+)", "timezone"),
    phrase(rf"(?:meine (?:e-?mail|mail)(?:-?adresse)?{_IS}|(?:du erreichst mich|ihr erreicht mich|ich bin erreichbar|"
        r"schreib mir|erreichbar bin ich|man erreicht mich)(?: gerne?| am besten)? (?:unter|an|per mail unter|über) "
        r")(?P<v>[\w.+-]+@[\w.-]+\w)", "email", whole=True),
    phrase(rf"(?:meine (?:\w+ )?(?:handy|telefon|mobil|festnetz|whatsapp-?)?(?:nummer|nr\.?){_IS}|(?:du erreichst "
        r"mich|ihr erreicht mich|ruf mich an|ich bin erreichbar|erreichbar bin ich)(?: am besten)? unter (?:der "
        rf")?)(?P<v>\+?\d[\d\s/().-]{{5,}}\d)", "phone", whole=True),
    phrase(rf"meine (?:neue |aktuelle )?(?:adresse|anschrift|postadresse|lieferadresse){_IS}(?P<v>.+)", "address",
        whole=True),
    phrase(rf"mein[e]? (?:absolute[rs]? |aktuelle[rs]? |neue[rs]? )?lieblings-?(?P<k>[\wäöüß]+){_IS}(?:übrigens |"
        r"eindeutig |definitiv )?(?P<v>.+)", "favourite:"),
    phrase(r"(?P<v>.+?) (?:ist|sind) mein[e]? (?:absolute[rs]? )?lieblings-?(?P<k>[\wäöüß]+)", "favourite:"),
    phrase(rf"meine muttersprache{_IS}(?P<v>\w+)", "language"),
    phrase(rf"mein[e]? (?:\w+ )?(?:hobby|hobbys|hobbies|leidenschaft|leidenschaften){_IS}(?P<v>.+)", "hobby", listed=
        True),
    phrase(rf"mein[e]? (?:heimatstadt|heimat|heimatort){_IS}(?P<v>.+)", "origin"),
    phrase(rf"mein geburtsort{_IS}(?P<v>.+)", "birthplace"),
    phrase(rf"meine (?:nationalität|staatsangehörigkeit|staatsbürgerschaft){_IS}(?P<v>\w+)", "nationality"),
    phrase(rf"mein (?:wohnort){_IS}(?P<v>.+)", "home"),
    phrase(rf"mein[e]? (?:beruf|job|position|rolle|jobtitel){_IS}(?!so\b|sehr\b|stressig|langweilig|anstrengend|toll|"
        r"in\b|bei\b)(?P<v>.+)", "occupation"),
    phrase(rf"mein (?:neuer |aktueller )?arbeitgeber{_IS}(?P<v>.+)", "employer"),
    phrase(rf"(?:mein|unser)e?[rn]? (?:neue[rn]? )?(?P<s>{_KIN}) (?:heißt|heisst) (?P<v>(?-i:[A-ZÄÖÜ])[\w-]+(?: "
        r"(?-i:[A-ZÄÖÜ])[\w-]+)*)(?=$|[\s,.!])", "name"),
    phrase(r"(?P<v>(?-i:[A-ZÄÖÜ])[\w-]+) (?:heißt|heisst) (?:auch |übrigens )*(?:mein|unser)e?[rn]? "
           rf"(?P<s>{_KIN})(?: auch)?$", "name"),
    phrase(r"(?P<v>(?-i:[A-ZÄÖÜ])[\w-]+) ist (?:auch |übrigens )*der name (?:mein|unser)e[rs] "
           rf"(?P<s>{_KIN_SHORT})(?:s|es)?(?: auch)?$", "name"),
    phrase(rf"(?:der name mein(?:er|es)|der name unser(?:er|es)) (?P<s>{_KIN})\w*{_IS}(?P<v>.+)", "name"),
    phrase(r"mein[e]? (?P<k>(?:\w+ )?(?:schuhgröße|kleidergröße|konfektionsgröße|größe|blutgruppe|kontonummer|iban|"
        r"spindnummer|zimmernummer|kundennummer|mitgliedsnummer|matrikelnummer|personalnummer|hausnummer|"
        r"postleitzahl|plz|"
           r"kennzeichen|autokennzeichen|sternzeichen|augenfarbe|haarfarbe|gewicht|körpergröße|benutzername|"
           r"nutzername|hausarzt|hausärztin|zahnarzt|zahnärztin|vermieter|vermieterin|bank|uni|universität|schule|"
           r"handy|auto|laptop|betriebssystem|editor|verein|instrument|studiengang|studienfach|krankenkasse|"
           rf"stromanbieter|\w+nummer|\w+größe|\w+farbe|\w+name|\w+code)){_ISCALLED}(?P<v>(?!kaputt|leer|weg|nicht|"
           r"so\b|zu\b|sehr|da\b|hier|in\b|auf\b|bei\b|langsam|tot|voll|gerade|wieder).+)", "detail:"),
    phrase(rf"mein[e]? (?!(?:{_KIN}|frage|antwort|ergebnis|problem|punkt|tipp|vermutung|budget|limit|"
        rf"durchschnitt)\b)(?P<k>[\wäöüß-]+){_IS}(?:die |der |das )?(?P<v>\d[\w./:-]*)(?=$|[\s,.!])(?! (?:jahre|"
        r"prozent|minuten|stunden|tage|wochen|monate|zeilen|seiten|wörter|mal|euro))", "detail:"),
    phrase(rf"(?:mein|unser)e?[rn]? (?P<s>{_THING})\s+(?:ist|sind|liegt|liegen|steht|stehen|hängt|hängen|befindet "
        rf"sich|läuft|parkt)\s+(?:immer |jetzt |noch |normalerweise |meistens |übrigens )*(?P<v>(?:{_AT})|"
        r"\d+\.\d+\.\d+\.\d+\S*)", "location", whole=True),
    phrase(rf"(?:der|die|das) (?P<s>{_THING})\s+(?:ist|sind|liegt|liegen|steht|stehen|hängt|hängen|befindet sich|"
        rf"läuft|parkt)\s+(?:immer |jetzt |noch |normalerweise |meistens |übrigens )*(?P<v>(?:{_AT})|"
        r"\d+\.\d+\.\d+\.\d+\S*)", "location", whole=True),
    phrase(r"unser(?:e|en)? (?P<s>team|standup|stand-up|teammeeting|meeting|chor|jour fixe|buchclub|lesekreis|"
        r"training|probe|retro|stammtisch|verein|band|kurs)\s+(?:ist|trifft sich|treffen sich|findet|beginnt|startet|"
        r"probt|trainiert)\s+(?:immer )?(?P<v>.+?)(?:\s+statt)?$", "convention", whole=True),
    phrase(r"(?:(?:bitte|ab jetzt|ab sofort|von nun an|und|immer|in zukunft|künftig|kannst du)[, ]+)*(?:antworte|"
        r"antwort|schreib|schreibe|sprich|rede)(?: mir| mit mir)?(?: bitte| immer| ab jetzt| ab sofort| nur| künftig|"
        r" in zukunft| stets)* (?P<v>(?:auf|in) (?!die|den|das|der|dem|einen|eine)[\w -]+?)(?:\s+(?:bitte|immer|ab "
        r"jetzt|ab sofort|an))*[\s.!]*$", "INSTRUCTION"),
    phrase(r"(?:bitte |ab jetzt |immer |und )*(?:antworte|antwort|schreib|schreibe)(?: mir)?(?: bitte| immer| ab "
        r"jetzt| ab sofort| nur| künftig| in zukunft| stets| möglichst)* (?P<v>(?:kurz|knapp|ausführlich|sachlich|in "
        r"stichpunkten|ohne emojis|förmlich|locker)(?: und \w+)?)[\s.!]*$", "INSTRUCTION"),
    phrase(r"(?:bitte |ab jetzt |ab sofort |in zukunft |künftig )+(?P<v>keine .+?)(?: mehr)?(?: verwenden| benutzen| "
        r"nutzen)?(?: bitte)?$", "instruction"),
    phrase(r"(?:mein|unser)e? (?P<k>schicht|schule|arbeitstag|arbeitsweg|mittagspause|miete|vertrag|probezeit|"
        r"kündigungsfrist|kurs|semester|gehalt)\s+(?:(?:immer|meistens|jetzt|normalerweise) )*(?:beginnt|fängt|"
            r"endet|dauert|"
        r"geht|läuft|kostet|beträgt|ist)\s+(?P<v>(?:um|am|im|in|bis|von|ab|etwa|rund|\d|eine|ein|zwei|drei|vier|"
            r"fünf|sechs|"
        r"sieben|acht|neun|zehn)\b.*?)(?: an)?$", "detail:", whole=True),
    phrase(r"mein[e]? (?P<k>rücken|knie|augen|ohren|hüften?|schultern?|handgelenke?|herz|zähne|füße|"
        r"gehör)\s+(?:ist|sind)\s+"
        r"(?:(?:ziemlich|echt|sehr|total|leider) )*(?P<v>kaputt|schlecht|schwach|im eimer|hinüber|empfindlich|"
            r"steif|ruiniert)"
        r"\b", "health", whole=True),
    phrase(r"bei (?:uns|mir) (?:zu hause )?(?:wird|spricht man|sprechen wir) (?:zu hause |"
        r"daheim )?(?P<v>(?-i:[A-ZÄÖÜ])\w+isch|"
        r"Deutsch)(?: gesprochen)?", "language"),
    phrase(r"mir wird (?:\w+ )??(?:beim|vom|von|bei|im|in) (?P<v>.+?) (?:\w+ )??(?:schlecht|übel|schwindlig|"
        r"schwindelig)\b",
        "health"),
    phrase(r"(?P<v>(?-i:[A-ZÄÖÜ])[\w-]+) wurde bei mir\b.*\b(?:festgestellt|diagnostiziert|gefunden)\b", "health"),
    phrase(r"bei mir wurde (?:\w+ )*?(?P<v>(?-i:[A-ZÄÖÜ])[\w-]+) (?:festgestellt|diagnostiziert)\b", "health"),
    phrase(r"(?:geboren und )?aufgewachsen bin ich (?:\w+ )*?in (?P<v>(?-i:[A-ZÄÖÜ])[\w-]+)", "origin"),
    phrase(r"geboren (?:bin|wurde) ich (?:\w+ )*?in (?P<v>(?-i:[A-ZÄÖÜ])[\w-]+)", "birthplace"),
    phrase(r"ich bin in (?P<v>(?-i:[A-ZÄÖÜ])[\w-]+) geboren und (?:aufgewachsen|großgeworden)\b", "origin"),
    phrase(r"(?:.+ )?(?:geht es|geht's|gehts) für (?:mich|uns) (?:\w+ )*?nach (?P<v>(?-i:[A-ZÄÖÜ])[\w-]+)", "plan"),
    phrase(r"(?:zu hause|zuhause|daheim) (?:hab|habe|haben) (?:ich|"
        r"wir) (?:\w+ )*?(?P<v>(?:eine?n? )?(?-i:[A-ZÄÖÜ])[\w-]+)$",
        "possession"),
    phrase(r"sag(?:t)? (?:bitte |einfach |ruhig |doch )*(?P<v>\w+) zu mir", "nickname"),
    phrase(r"(?P<v>.+?) (?:interessiert|interessieren) mich (?:gar |überhaupt |so )*nicht\b", "likes",
        listed=True, denied=True),
    phrase(r"mir (?:schmeckt|schmecken|gefällt|gefallen) (?P<v>.+?) (?:gar |überhaupt |so |leider )*nicht\b", "likes",
        listed=True, denied=True),
    phrase(r"(?P<v>.+?) (?:schmeckt|schmecken|gefällt|gefallen) mir (?:gar |überhaupt |so |leider )*nicht\b", "likes",
        listed=True, denied=True),
    phrase(r"mir (?:schmeckt|schmecken|gefällt|gefallen) (?!es\b|das\b|dein|wie\b|dass)(?P<v>.+?)(?: (?:sehr|echt|"
        r"total|richtig|wirklich|so|ziemlich|besonders))*(?: gut| lecker| am besten)?$", "likes", listed=True),
    phrase(r"(?!es\b|das\b|dein|wie\b|die \w+$|der \w+$)(?P<v>.+?) (?:schmeckt|schmecken) mir(?: (?:sehr|echt|total|"
        r"richtig|wirklich|so))*(?: gut| lecker| am besten)?$", "likes", listed=True),
    phrase(r"(?:ich )?(?:kann )?(?:ich )?mit (?P<v>.+?) (?:kann ich )?(?:gar |überhaupt )?nichts anfangen", "likes",
        listed=True, denied=True, begins=False),
    phrase(r"(?:mein|unser|der|die)(?:e)? (?P<v>(?:nächste[rn]? )?(?:flug|zug|termin|zahnarzttermin|arzttermin|"
        r"\w*termin|vorstellungsgespräch|prüfung|operation|op|hochzeit|fahrprüfung|umzug|klausur)(?: (?:nach|beim|"
        r"bei|zum|zur|mit|in) [\w .]+?)?)\s+(?:ist|geht|findet|fährt|startet|beginnt)\b.*"
           r"(?:\bam\b|\bim\b|\bum\b|morgen|nächste|heute|\bin\b).*", "appointment", whole=True),
    phrase(rf"(?:(?:mein|unser)e? (?:\w+ )?(?P<s>{_KIN})(?: (?-i:[A-ZÄÖÜ])[\w-]+)? wird|ich werde) "
           r"(?:(?:am|im|nächste[nrsm]?|diese[nrsm]?|kommende[nrsm]?|morgen|übermorgen|heute|in) (?:[\w.:]+ ){0,4})"
           r"(?:\w+ )??(?P<v>(?:an [\w ]+ )?(?:operiert|kastriert|sterilisiert|eingeschult|getauft|konfirmiert|"
           r"pensioniert|entlassen|geimpft|bestrahlt))$", "appointment", whole=True),
    phrase(r"als (?P<v>[\w-]+(?: [\w-]+)?) (?=(?:bin|arbeite|habe|hab|muss|esse|trinke|kann) ich\b)", "BEING", opening
        ="Ich bin"),
    phrase(r"(?:bitte )?(?P<v>duz mich|duze mich|siez mich|sieze mich|du kannst mich (?:gerne? )?duzen)\b",
        "instruction"),
    phrase(r"(?:ab jetzt|ab sofort|von nun an|in zukunft|künftig),? (?:bitte )?(?P<v>(?!ich|bin|habe|hab|mein|wir|"
        r"arbeite|wohne|gehe|mache|fahre|esse|trinke|lebe|gibt|ist).+)", "instruction"),
)
