"""What German verbs mean for the memory: verb, the shape of the rest of the clause, slot. Flags: `reading.Frame`."""

from __future__ import annotations

from memory.extract.lexicon import EMERGENCY, MEDICINE
from memory.extract.reading import frame

_V = r"(?P<v>.+)"
_PLACE = r"(?P<v>(?:der |die |dem |den |einem |einer |'nem )?(?:(?-i:[a-zäöüß])\w+(?:en|er) )*(?-i:[A-ZÄÖÜ0-9]).*)"
_ADV = (
    r"(?:(?:\w+lich|jetzt|nun|mittlerweile|inzwischen|schon|noch|immer|wieder|gerade|zurzeit|derzeit|momentan|"
    r"in (?:teil|voll)zeit|"
    r"aktuell|seit .+?|allein|zusammen .+?|mit .+?|hier|auch|gerne?|am liebsten|zurück|endlich|erst|ab .+?|\w+s) +)*?"
)
_SITE = (  # "an der Uni" is a place of work, "an der Präsentation" the matter in hand
    r"(?:der |dem |einer |einem |meiner )?(?:[\w-]+ )?[\w-]*(?:schule|uni|universität|institut|theater|oper|gymnasium|"
    r"klinik|"
    r"klinikum|krankenhaus|kasse|rezeption|empfang|flughafen|bahnhof|hof|gericht|lehrstuhl|bau|band|tresen|theke|"
    r"college|"
    r"akademie)\b"
)
_HOURS = r"(?!(?:teil|voll|kurz|eltern|alters|schicht|home-?office)\w*)"  # is no field and no house one works in
_OFTEN = r"(?:(?:jetzt|noch|immer|wieder|gerade|auch|gerne?|\w+s|jeden \w+|seit \w+ \w+|viel|oft|regelmäßig) +)*?"
_FOUND = (r"(?!das |die |den |der |dein|diese|es )(?P<v>.+?) +(?:(?:sehr|echt|richtig|total|ziemlich|so|super|wirklich|"
          r"einfach|ganz|gar|besonders) +)*")
_PASTIME = "spielen spielen+gern spielen+liebsten sammeln sammeln+gern üben trainieren zocken zocken+gern"
_DOING = ("laufen joggen schwimmen radeln klettern wandern kochen backen lesen stricken nähen malen zeichnen singen "
    "tanzen gärtnern fotografieren meditieren rauchen töpfern "
          "imkern reisen tauchen reiten surfen angeln boxen turnen zocken")
_GERN = (
    " ".join(v + "+gern" for v in f"essen trinken hören schauen gucken fahren gehen machen {_DOING} spielen "
             "treffen".split())
)
_BEST = (
    " ".join(v + "+liebsten" for v in f"essen trinken hören schauen gucken fahren gehen machen mögen {_DOING}".split())
)
_BETTER = (
    " ".join(v + "+lieber" for v in "essen trinken mögen fahren gehen hören schauen gucken haben nutzen arbeiten "
    f"leben wohnen schlafen {_DOING} spielen machen".split())
)

_STARTED = "|".join([*_DOING.split(), "lernen", "spielen", "üben", "sammeln", "programmieren", "häkeln", "segeln",
                     "bouldern", "trainieren", "schreiben", "basteln", "fasten"])

FRAMES = (
    frame("heißen", r"(?:mit (?:vornamen|nachnamen) )?(?P<v>(?-i:[A-ZÄÖÜ]).+|[a-zäöüß-]+(?: (?-i:[A-Z])\S*)?$)",
        "name"),
    frame("reagieren", rf"(?:\w+ )?allergisch auf {_V}", "allergy", "l"),
    frame("sein", rf"{_ADV}(?:\w+ )?allergisch (?:auf|gegen) {_V}", "allergy", "l"),
    frame("sein", r"(?:auf|gegen) (?P<v>.+?) +(?:\w+ )?allergisch\b.*", "allergy", "l"),
    frame("sein", r"(?P<v>[\w-]+?)-?intolerant\b.*", "allergy"),
    frame("sein werden", r"(?:gerade |schon |erst )?(?P<v>eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|"
        r"zwölf|zwanzig|dreißig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig)(?: jahre(?: alt)?)? *$", "age"),
    frame("sein", r"(?P<v>\d{1,2}(?:(?:,| und) \d{1,2})+)(?: +jahre(?: +alt)?)?[\s!.]*$", "age", "w"),
    frame("sein", rf"{_ADV}(?P<v>\d{{1,3}})(?![.,]\d)(?: +jahre(?: +alt| +jung)?)?[\s!.]*$", "age"),
    frame("werden sein", r"(?:gerade |heute |gestern )?(?P<v>\d{1,3})(?: +jahre(?: +alt)?)? *$", "age"),
    frame("sein", r"(?:etwa |ungefähr )?(?P<v>\d(?:[.,]\d+)? ?(?:m|meter|cm)\b(?: ?\d\d)?|\d+ ?(?:cm|zentimeter))(?: "
        r"groß)?.*", "height", "w"),
    frame("wiegen", r"(?:etwa |ungefähr )?(?P<v>\d+ ?(?:kg|kilo|kilogramm))\b.*", "detail:gewicht"),
    frame("kommen stammen sein", rf"{_ADV}(?:ursprünglich )?aus {_PLACE}", "origin"),
    frame("aufwachsen", rf"{_ADV}(?:in|auf|bei|am|im) {_PLACE}", "origin", "p"),
    frame("gebären", r"(?:(?:übrigens|eigentlich) )?(?:(?:am|im jahre?)? *(?P<w>\d{1,2}\. ?\w+(?: \d{4})?|"
        r"\d{1,2}\.\d{1,2}\.(?:\d{2,4})?|(?:19|"
        r"20)\d\d) *)?(?:in (?P<v>(?-i:[A-ZÄÖÜ]).+))?$", "birthplace"),
    frame("wohnen leben", r"(?P<v>allein|alleine|in einer wg|bei meinen eltern|"
        r"mit (?:meine[nrm]|zwei|drei|einem|einer) \w+(?: und \w+)*) *$", "state", "ew"),
    frame("wohnen leben sein", rf"{_ADV}(?:zu hause|zuhause|daheim|wohnhaft) (?:in|bei) {_PLACE}", "home"),
    frame("wohnen leben", rf"{_ADV}(?:in|im|bei|nahe|auf|am|an der|in der nähe von) {_PLACE}", "home", "e"),
    frame("ziehen umziehen hinziehen", rf"{_ADV}(?:von \S+ )?(?:nach|in die|ins|in den|aufs|auf die) {_PLACE}", "home",
        "p"),
    frame("ziehen", rf"{_ADV}(?:von \S+ )?(?:nach|in die|ins|in den) (?P<v>(?-i:[A-ZÄÖÜ])\S+(?: (?-i:[A-ZÄÖÜ])\S+)*)",
        "plan"),
    frame("wegziehen", rf"aus {_PLACE}", "home", "np"),
    # Arbeit
    frame("arbeiten jobben", r"(?:nur noch |\w+ )?(?P<v>(?:in |im )?(?:halbtags|stundenweise|schicht\w*|"
        r"nachtschicht\w*|nachts|"
        r"teilzeit|vollzeit|homeoffice|home-office|von zu hause|drei-?schicht\w*|remote|freiberuflich|"
        r"selbstständig))(?: .*)?$", "employment", "ew+"),
    frame("arbeiten jobben", r".*?\bals (?P<v>.+?)(?: +(?:bei|in|im|an|am|für|auf|beim)\b.*)?$", "occupation", "e+"),
    frame("arbeiten jobben sein", rf"{_ADV}(?:als .+? )?(?:bei|beim|für) (?!mir|\w*arzt\b|\w*ärztin\b|"
        r"friseur|bäcker\b|einkaufen|essen\b|sport\b|training\b|dir|uns|aufgabe|schritt|seite|punkt|"
        r"kapitel|frage|frage|oma|opa|mama|papa|freunden|meine|deine|der arbeit|gutem|schlechtem|der sache|"
        r"dem wetter|ihm|ihr|euch)(?!.*\b(?:versichert|zu besuch|zu gast|in behandlung|unter vertrag|angemeldet|"
        r"kund\w+)\b)(?P<v>(?:der |dem |einer |einem |den )?.+?)(?: +als\b.*| +in (?:der|einem|"
        r"einer)\b.*)?$", "employer", "e"),
    frame("arbeiten jobben", rf"{_ADV}(?:in|im|auf|(?:am|an)(?= {_SITE})) {_HOURS}"
        r"(?P<v>(?:der |dem |einer |einem |"
        rf"einem? )?(?:\w+en "
        r")?(?-i:[A-ZÄÖÜ]).+)", "WORKS_IN", "e"),
    frame("sein", r"(?P<v>.+?) +von beruf\b.*", "occupation"),
    frame("unterrichten", r"(?P<v>.+?)(?: +(?:an|in|am|bei)\b.*)?$", "skill", "e"),
    frame("leiten führen betreiben", r"(?P<v>(?:ein\w*|das|die|den|meine?\w*|unsere?\w*) .*(?:team|abteilung|firma|"
        r"laden|café|restaurant|verein|chor|praxis|hof|gruppe|blog|geschäft|betrieb|filiale|werkstatt|shop|hotel|"
        r"agentur)\w*\b.*)", "occupation", "e"),
    frame("studieren", rf"{_ADV}(?P<v>.+?)(?: +(?:in|an|am|im|bei)\b.*)?$", "study", "e"),
    frame("machen", r"(?:gerade |momentan |zurzeit )?(?:eine )?(?P<v>ausbildung (?:zum|zur|als) .+|umschulung .*|"
        r"praktikum .*|referendariat.*|(?:das |mein )?abitur.*|(?:meinen )?(?:bachelor|master|doktor).*)", "study",
        "e"),
    frame("machen", r"(?:meine?n? |den |das |die )(?P<v>(?:\w*abschluss|abitur|führerschein|bachelor|master|prüfung|"
        r"\w*schein|meister|examen|staatsexamen|ausbildung)\b.*)", "event", "p"),
    frame("machen machen+gern", r"(?:(?:viel|regelmäßig|gern|gerne|seit .+?|gerade|jeden \w+) +)*(?P<v>(?:yoga|"
        r"pilates|\w*(?:fitness|gymnastik|tanz|schwimmen|turnen)|tai chi|zumba|qigong|judo|karate|crossfit|ballett|"
        r"kampfsport|musik|kraftsport|krafttraining|sport|keramik|improtheater|"
        r"theater|homeoffice|home-office|"
                                r"nachtschichten?|frühschichten?|schichtdienst|triathlon|leichtathletik|"
                                r"intervallfasten|low carb|diät|eine diät|eine therapie)\b.*)", "hobby", "e"),
    frame("anfangen beginnen", r"(?:\w+ )*?mit (?P<v>(?-i:[A-ZÄÖÜ])[\w-]+)\s*$", "hobby", "p"),
    frame("anfangen beginnen", rf"(?P<v>(?-i:[A-ZÄÖÜ])[\w-]+)\s+(?:.*\s)?zu (?:{_STARTED})\s*$", "hobby", "p"),
    frame("anfangen beginnen", rf"(?:.*\s)?zu (?P<v>{_STARTED})\s*$", "hobby", "p"),
    frame("werden", r"(?:\w+ )*?(?P<v>(?-i:[A-ZÄÖÜ])[\wäöüß-]+)\s*$", "note", "p"),
    frame("erben gewinnen", r"(?P<v>(?:eine?n?|zwei|drei|meine?n?) .+)", "possession", "p"),
    frame("promovieren", r"(?:.*\s)?(?:in|an der|über) (?P<v>.+)", "event", "p"),
    frame("schaffen laufen schwimmen", r"(?:\w+ )*?(?P<v>(?:\d+|zwei|drei|vier|fünf|sechs|"
        r"mehrere) (?:halb)?(?:marathons?|"
        r"triathlons?|ultras|wettkämpfe|viertausender)\b.*)", "event", "p"),
    frame("sein", r"(?P<v>(?:die|der) (?:jüngste|älteste|mittlere) (?:von|der|unter)\b.*)", "family"),
    frame("sein", r"(?:in|im) (?P<w>$^)?(?P<v>.+?) (?:eine (?:absolute |totale )?niete|ein ass|eine null|"
        r"schlecht|gut)$",
        "skill"),
    frame("sein", r"(?:früher |mal |einmal |lange )+(?P<v>(?-i:[A-ZÄÖÜ])[\wäöüß-]+)$", "event", "p"),
    frame("bekommen kriegen", r"(?:\w+ )*?(?P<v>(?:eine?n?|zwei) (?:(?:zweite|neue|dritte|"
        r"weitere)[nrs]? )?(?:katze|kater|"
        r"hund|welpen|kätzchen|kaninchen|pferd|auto|haus|küche|wohnung|op|spange|zahnspange)\b.*)", "plan", "e"),
    frame("anfangen beginnen", r".*?\b(?:als (?P<v>.+?)|bei (?P<w>$^))(?: +(?:bei|in)\b.*)?$", "occupation", "p"),
    frame("anfangen beginnen", r".*?\bbei (?P<v>.+)", "employer", "p"),
    frame("anfangen beginnen", r".*?\bbei (?P<v>(?-i:[A-ZÄÖÜ]).+)", "plan", "eT"),  # "am Montag fange ich bei X an"
    frame("anfangen beginnen", r"(?:mit )?(?:\w+ )??(?P<v>(?:neue?[nms]? )?(?:promotion|lehre|umschulung|doktorarbeit|"
        r"master|bachelor|job|arbeit|stelle|studium|ausbildung|praktikum))\b.*", "plan", "eT"),
    frame("anfangen beginnen", r"(?:mit )?(?:dem |der |einem |einer |meinem |meiner |meine |eine |die |ein |mein |"
        r"einen |meinen )?(?P<v>(?:neue?[nms]? )?(?:promotion|lehre|kurs|umschulung|doktorarbeit|master|bachelor|job|"
        r"arbeit|stelle|studium|ausbildung|praktikum|training)\b.*)", "employment", "p"),
    frame("bekommen haben kriegen", r"(?:eine[n]? |den |die |meine[n]? )(?P<v>neue[n]? (?:job|stelle|arbeit|"
        r"arbeitgeber|position|arbeitsstelle)\b.*?)(?: +(?:bei|als)\b.*)?$", "employment"),
    frame("befördern", r"(?:\w+ )?zu[mr] (?P<v>.+)", "role"),
    frame("werden", r"(?P<v>.*(?:leiter|leiterin|chef|chefin|vater|mutter|papa|mama|opa|oma|manager|managerin|"
        r"lead)\b.*)", "role", "p"),
    frame("entlassen kündigen", r"(?:mir )?(?:meinen |meine |den |die )?(?P<v>.*(?:job|stelle|arbeit|wohnung|"
        r"vertrag)\b.*|.*abo.*|mitgliedschaft.*)", "employment", "np"),
    frame("abbrechen", r"(?:mein|meine|das|die|den)\w* (?P<v>studium|ausbildung|schule|lehre|promotion|therapie|"
        r"master|bachelor)\b.*", "study", "np"),
    frame("essen trinken mögen", r"meine?n? (?P<v>(?:kaffee|tee|espresso|steak) .+)", "preference", "e"),
    frame("kündigen", r"bei (?P<v>.+)", "employer", "np"),
    frame("bestehen abschließen absolvieren", r"(?:meine?[nrms]? |de[nr] |die |das )?(?P<v>.+)", "event", "p"),
    # Vorlieben
    frame(_BETTER, r"(?P<v>.+?) +(?:als|statt)\b.*", "preference"),
    frame("bevorzugen", r"(?!(?:die|den|das) (?:erste|zweite|dritte|letzte|andere|neue|alte)|option|variante|"
        r"diese)(?P<v>.+?)(?: +(?:gegenüber|vor|statt|als|anstatt)\b.*)?$", "preference", ""),
    frame(_BETTER, rf"{_V}", "preference"),
    frame("mögen mögen+gern mögen+liebsten", r"(?P<v>.+?) +(?:mehr|lieber) als\b.*", "preference", "y"),
    frame(f"mögen mögen+gern lieben {_GERN}", r"(?:am liebsten |besonders |so |total |auch |es |nicht so |nicht |"
        r"sehr |richtig |wirklich |ja )*(?!dich\b|das\b|dies|dass\b|wie\b|wenn\b|dein|es\b|ihn\b|sie\b|euch|ihr\b|"
        r"zu\b)(?P<v>.+?)(?: +(?:so|zu \w+en))?$", "GERN", "l"),
    frame(" ".join(v + "+gern" for v in _DOING.split()), r"(?P<r>\W*)$", "likes", "r"),
    frame("hören hören+lieber", r"(?:viel|sehr viel|meistens|nur|hauptsächlich|oft|fast nur) (?P<v>.+)", "likes", "l"),
    frame("finden", _FOUND + r"(?:toll|super|klasse|großartig|spannend|wunderbar|cool|faszinierend|"
        r"genial|schön|lecker|geil|interessant) *$", "likes", "ly"),
    frame("finden", _FOUND + r"(?:furchtbar|schrecklich|doof|blöd|eklig|langweilig|widerlich|ätzend|"
        r"grässlich|scheiße|nervig|schlimm) *$", "likes", "lny"),
    frame("finden", _FOUND + r"(?:toll|gut|schön|lecker|spannend) *$", "likes", "l"),
    frame(_BEST, r"(?:am )?(?P<v>.+)", "GERN", "l"),
    frame("hassen verabscheuen", r"(?!es\b|dass\b|wie\b|das\b|dich\b|mich\b|ihn\b|wenn\b)(?P<v>.+)", "likes", "lnk"),
    frame("ekeln", rf"(?:mich )?vor {_V}", "likes", "lnk"),
    frame("stehen", r"(?:\w+ )*?auf (?!dem|der|einem|einer|dich|meine[rm]|die uhr)(?P<v>.+)", "likes", "l"),
    frame("interessieren", rf"(?:mich )?.*?für {_V}", "likes", "l"),
    frame("sein", r"(?:\w+ )*?(?:fan|freund|liebhaber|anhänger)(?:in)? (?:von|des|der) (?P<v>.+)", "likes", "l"),
    frame("sein", r"(?:ein )?(?:\w+ )?(?P<v>[\w.-]+?)-?(?:fan|liebhaber|liebhaberin|freak|nerd)\b.*", "likes"),
    frame("fürchten", rf"(?:mich )?vor {_V}", "health", "l"),
    # Essen, Gesundheit
    frame("essen trinken vertragen essen+gern trinken+gern", r"(?:\w*haupt |gar |absolut |leider |auch |einfach "
        r")*(?P<v>.+)", "diet", "lde"),
    frame("essen trinken", r"(?P<v>nur .+|ausschließlich .+|hauptsächlich .+|meistens? .+|(?:vegan|vegetarisch|halal|"
        r"koscher|glutenfrei|bio|pflanzlich|low carb)\b.*)", "diet", "yew"),
    frame("essen trinken", r"(?:jeden (?:tag|morgen|abend)|morgens|abends|täglich|immer|meistens|zum frühstück|"
        r"mittags) +(?P<v>.+)", "habit", "ye"),
    frame("ernähren", r"(?:mich )?(?:\w+ )?(?P<v>vegan|vegetarisch|glutenfrei|pflanzlich|ketogen|low carb|"
        r"makrobiotisch|halal|koscher|fleischlos)\b.*", "diet", "e"),
    frame("leben", r"(?:\w+ )?(?P<v>vegan|vegetarisch|abstinent|glutenfrei)\b.*", "diet", "e"),
    frame("verzichten", rf".*?\bauf {_V}", "diet", "ln"),
    frame("meiden vermeiden", rf"{_V}", "diet", "ln"),
    frame("rauchen", r"(?P<r>.*)", "habit", "er"),
    frame("leiden", r".*?\b(?:an|unter) (?P<v>.+)", "health", "le"),
    frame("nehmen", r"(?:\w+ )?(?:regelmäßig |täglich |jeden tag |seit .+? )?(?P<v>(?:\d+ ?mg )?\w+(?:pril|olol|statin|"
        r"formin|xin|azol|cillin|pam|profen|sartan|tralin)|cortison|aspirin|paracetamol|ritalin|blutdruckmittel|"
        r"blutverdünner|medikamente .*|antidepressiva|insulin|die pille|"
        r"schilddrüsenhormone|antibiotika|vitamin \w+|eisentabletten|betablocker|\w*tabletten.*|\w*tropfen|"
        r"\w*hormone)\b.*", "health", "e"),
    frame("nehmen", rf"(?:\w+ )?(?P<v>(?:\d+ ?mg )?(?:{MEDICINE}))\b.*", "health", "e"),
    frame("haben", rf"(?:(?:immer|stets|auch) )*(?P<v>(?:eine?n? |mein\w* )?(?:{EMERGENCY})) +(?:immer )?dabei\b.*",
        "health"),
    frame("brechen verletzen", r"(?:mir )?(?:den |die |das |am |mein\w* )?(?P<v>.+)", "health", "p"),
    # Besitz
    frame("haben", r"(?:eine )?(?:\w+ )?(?:allergie|unverträglichkeit|intoleranz) (?:gegen|auf) (?P<v>.+)", "allergy",
        "l"),
    frame("haben haben+gern", r"(?P<v>.+) +(?:gern|gerne) *$", "likes", "l"),
    frame("haben", r"(?:(?:zu hause|zuhause|daheim|bei uns|bei mir) +)?(?!zu\b|vor\b)(?P<v>.+)", "HAVE", "l"),
    frame("besitzen", rf"{_V}", "OWN", "le"),
    frame("halten züchten", rf"{_V}", "HAVE", "le"),
    frame("kaufen adoptieren bekommen kriegen holen anschaffen zulegen mieten",
        r"(?:mir |uns )?(?:\w+ )??(?P<v>(?:eine?n?|zwei|drei|'?nen|'?ne|n|\d+) .+)", "OWN", "p"),
    frame("verkaufen verlieren", r"(?:meine?n? |unsere?n? )(?P<v>.+)", "OWN", "np"),
    frame("fahren", r"(?P<v>(?:eine?n? ).+|(?-i:[A-ZÄÖÜ])[\w-]+(?: \w+)?)", "vehicle", "e"),
    frame("fahren pendeln", r"(?:\w+ )*?(?P<v>(?:mit dem|mit der|mit) .+?)(?: +(?:zur arbeit|ins büro|zur uni|zur "
        r"schule))?$", "habit", "ew"),
    frame("nutzen benutzen verwenden", r"(?!es\b|das\b|dies|dich\b|die\b|hier\b)(?P<v>.+?)(?: +(?:für|als|zum|zur|"
        r"statt|"
        r"anstatt|um|"
        r"auf|mit)\b.*)?$", "possession", "le"),
    frame("tragen", r"(?P<v>(?:eine )?brille|kontaktlinsen|größe .+|schuhgröße .+|(?:ein )?hörgeräte?|(?:eine "
        r")?zahnspange|(?:ein )?kopftuch)\b.*", "possession", "e"),
    frame("wechseln umsteigen", r".*?\b(?:zu|auf) (?P<v>.+)", "possession", "p"),
    frame("sein", r"(?:im|in der|in einem|in einer|beim|bei der) (?P<v>(?:[\w-]+ )?\w*(?:beirat|vorstand|stadtrat|"
        r"gemeinderat|"
        r"mannschaft|ensemble|theatergruppe|laufgruppe|selbsthilfegruppe|gruppe|kapelle|wehr|liga))(?=$|,)", "hobby"),
    frame("sein", r"mitglied (?:im|in der|bei|beim|in einem|in einer|der|des) (?P<v>.+)", "hobby"),
    frame("eintreten", r"(?:\w+ )?(?:in |der |dem )(?:eine?n? |den |die |das )?(?P<v>.+)", "hobby", "p"),
    frame("austreten", r"(?:\w+ )?aus (?:der |dem |meine[rm] )?(?P<v>.+)", "hobby", "np"),
    frame("abonnieren", r"(?:den |die |das )?(?P<v>.+)", "possession", "p"),
    frame("brauchen", r"(?:.*? )?(?P<v>(?:eine )?(?:lesebrille|brille)|ein(?:en)? (?:hörgerät|rollstuhl)|insulin|"
        r"krücken)\b.*",
        "health"),
    frame("laufen", r"(?P<v>(?:eine?n?|zwei|drei|vier|fünf|\d+) (?:\w*marathons?|\w*triathlons?))\b.*", "event", "p"),
    frame("studieren", r"(?:in (?-i:[A-ZÄÖÜ])\w+ )?(?P<v>(?-i:[A-ZÄÖÜ])\w+)(?: +(?:in|an|am|im|bei)\b.*)?$", "event",
        "p"),
    frame("lernen", r"(?P<v>(?:segeln|schwimmen|skifahren|tauchen|tanzen|reiten|surfen|kochen|nähen|stricken|"
        r"autofahren|"
        r"jonglieren|rudern|\w+ spielen))$", "skill", "p"),
    frame("sein", r"(?:(?:außerdem|auch|schon|mal|ein|eine|zwei|drei|vier|fünf|sechs|paar|halbes|\d+|jahre?|monate?|"
        r"wochen?) +)+"
        r"(?P<v>(?:in|bei der|beim|auf|im) (?-i:[A-ZÄÖÜ]).+)", "event", "p"),
    frame("werden", r"(?!(?:zeuge|zeugin|opfer|fan)\b)(?P<v>(?-i:[A-ZÄÖÜ])\w+)$", "role", "p"),
    # Können, Freizeit
    frame("anfangen beginnen", r"(?:jetzt |auch |neu |wieder )*mit (?:dem (?=\w+e[rl]?n$))?(?P<v>(?!(?:de[rmn]|das|"
        r"arbeit|essen|lernen|"
        r"rauchen)\b)[\w-]+)$", "hobby", "p"),
    frame("anfangen beginnen", r"(?P<v>.+?) +zu (?:lernen|spielen|sammeln|üben)$", "hobby", "lp"),
    frame("anbauen", r"(?:jetzt |auch |selbst |eigene )*(?P<v>.+)", "hobby", "le"),
    frame("schreiben", r"(?P<v>(?:gedichte|kurzgeschichten|romane?|tagebuch|songs?|lieder|songtexte|drehbücher|"
        r"ein(?:en)? "
        r"(?:roman|buch|blog|tagebuch))\b.*)", "hobby", "e"),
    frame("brauen backen bauen nähen machen", r"(?:meine?n?|unsere?n?) eigene[nsr]? (?P<v>.+)", "hobby", "le"),
    frame("führen", r"(?P<v>(?:ein )?(?:tagebuch|haushaltsbuch|traumtagebuch))\b.*", "habit", "e"),
    frame("essen trinken", _V, "habit", "yeh"),
    frame("machen", r"(?!(?:das|es|mir|dir|fehler|witze|spaß|alles|so|nichts|viele?|etwas)\b)(?P<v>.+)", "habit",
        "yehs"),
    frame("gehen", r"(?!davon|auf\b|um\b|kaputt|es\b)(?!.*\bdurch$)(?P<r>.*)", "habit", "yehrs"),
    frame("helfen spenden putzen telefonieren treffen besuchen schreiben", r"(?!dir|ihm\b|(?:\w+ )?(?:die|eine) "
        r"(?:\w+ )?(?:entscheidung|wahl))(?P<r>.*)", "habit", "yehrs"),
    frame("sprechen sprechen+gern beherrschen", r"(?:fließend |gut |etwas |ein bisschen |ein wenig |perfekt |kaum |"
        r"auch |nur )*(?P<v>.+)", "LANGUAGE", "le"),
    frame("können", r"(?:gut |sehr gut |ziemlich gut |leider |gar |überhaupt )*(?P<v>(?:[\w ]+ )?(?:schwimmen|"
        r"autofahren|auto fahren|kochen|singen|tanzen|zeichnen|programmieren|stricken|nähen|rad fahren|fahrrad "
        r"fahren|ski fahren|skifahren|pfeifen|jonglieren|"
                       r"reiten|segeln|noten lesen|gitarre spielen|klavier spielen|\w+ spielen|\w+ sprechen|"
                       r"tippen))\b *$", "skill", "w"),
    frame("können", r"(?:fließend |gut |etwas |ein bisschen |ein wenig |perfekt |auch )*(?P<v>.+)", "LANGUAGE", "l"),
    frame(_PASTIME, rf"{_OFTEN}(?!(?:mit dir|das|es|mit|für|eine rolle)\b)(?:den |die |das )?(?P<v>.+?)(?: +(?:in|im|"
        rf"bei|mit|"
        r"für)\b.*)?$", "hobby", "le"),
    frame("lernen lernen+gern", rf"{_ADV}(?!(?:viel|dass|das|es|von|für)\b)(?P<v>.+?)(?: +(?:bei|in|an|"
        rf"mit)\b.*)?$", "plan",
        "le"),
    frame("gehen", r".*?(?P<v>(?:schwimmen|joggen|laufen|wandern|klettern|bouldern|tanzen|reiten|angeln|turnen|"
        r"surfen|segeln|kegeln|bowlen|spazieren|ins fitnessstudio|ins gym|zum \w+(?:training|kurs|chor|sport|yoga|"
        r"verein)|zum yoga|zum chor|zur chorprobe|in die kirche|in die sauna|in den chor|zur therapie))\b.*", "habit",
        "ew"),
    frame(_DOING, r"(?P<r>.*)", "habit", "ehr"),
    frame("singen", r"(?P<v>(?:in einem|im|in einer|in der) .*(?:chor|band)\b.*)", "hobby", "ew"),
    frame("aufhören", r"bei (?P<v>.+)", "employer", "np"),
    frame("aufhören", r"(?:mit )?(?:dem |der |das )?(?P<v>.+?)(?:,? *zu *\w*)?$", "habit", "np"),
    frame("abgewöhnen aufgeben", r"(?:mir )?(?:das |den |die )?(?P<v>.+)", "habit", "np"),
    frame("trainieren", r".*?\bfür (?P<v>.+)", "plan", "e"),
    frame("engagieren", r"(?:mich )?.*?(?:bei|beim|im|in der|für) (?P<v>.+)", "habit", "e"),
    frame("heiraten verloben scheiden trennen", r"(?P<r>.*)", "relationship", "pr"),
    frame("heiraten", r"(?P<r>.*)", "plan", "er"),
    frame("gründen", r"(?:eine |meine |ein )?(?P<v>.+)", "occupation", "p"),
    frame("bekommen kriegen", r"(?P<v>(?:ein (?:\w+ )?(?:baby|kind)|zwillinge|nachwuchs).*)", "event", "T"),
    frame("haben", r"(?P<v>urlaub|frei|prüfungen|semesterferien)\b.*", "state", "Tw"),
    frame("sterben", r"(?P<r>.*)", "event", "pr"),
    frame("aufstehen", r"(?P<v>(?:um|gegen|früh|spät|immer|vor) ?.*)", "habit", "w"),
    frame("sein", r".*?\b(?P<v>schwanger)\b.*", "health"),
    frame("kommen", r"(?P<v>in (?:die|den) (?:schule|kita|kindergarten|grundschule)|aufs gymnasium)\b.*", "plan", "ew"),
    frame("suchen", r"(?:gerade |momentan |zurzeit |aktuell |noch |immer |derzeit )*(?:eine?n? )?(?P<v>(?:\w+e[nrs]? "
        r")?(?:job|stelle|arbeit|wohnung|wg-zimmer|haus|praktikum\w*|ausbildungsplatz|wg|mitbewohner\w*|"
        r"nebenjob)\b.*)", "plan", "e"),
    frame("sparen", r".*?\b(?:auf|für) (?P<v>.+)", "plan", "e"),
    frame("frühstücken", r"(?P<r>.*)", "habit", "der"),
    frame("schauen gucken sehen", r"(?P<v>.+)", "habit", "de"),
    frame("fahren fliegen reisen gehen", r"(?:\w+ )?(?P<v>(?:nach (?-i:[A-ZÄÖÜ])|in den urlaub|in urlaub|auf "
        r"reisen).*)", "plan", "eTw"),
    frame("sein", r"(?:\w+ )?(?P<v>(?:in|im|am|auf|bei|nicht im büro|weg|verreist|unterwegs|außer haus)(?: \S+){1,4}|"
        r"verreist|unterwegs|weg)$", "state", "Tw"),
    frame("sein", r"(?:schon |noch |bereits |\w*mal |nie |mal )+in (?P<v>(?-i:[A-ZÄÖÜ]).+)", "event", "p"),
    frame("sein", r"(?P<v>(?:ziemlich |sehr |echt |nicht so )?(?:gut|schlecht|miserabel) (?:in|im) .+)", "skill"),
    frame("sein", r"(?:mitglied |aktiv )?(?:im|in einem|in der|in einer|beim|bei der) (?P<v>\w*(?:verein|club|chor|"
        r"feuerwehr|partei|band|orchester|gewerkschaft|thw|kirchenchor)\w*\b.*)", "hobby"),
    frame("sein", r"(?:\w+ )?(?P<v>gegen .+ geimpft|geimpft gegen .+)", "health"),
    frame("programmieren", r"(?:\w+ )?in (?P<v>(?-i:[A-ZÄÖÜ]).*)", "skill", "le"),
    frame("erwarten", r"(?P<v>(?:ein|unser|mein|zwillinge).*)", "event", "e"),
    frame("sein", r"(?:gerade |momentan |zurzeit |aktuell |noch |derzeit |wieder |auch )*(?P<v>(?:in|im) "
        r"(?:elternzeit|mutterschutz|urlaub|kur|reha|krankenstand|rente|ruhestand|homeoffice|teilzeit|kurzarbeit|"
        r"ausbildung|der ausbildung|sabbatical|probezeit|der probezeit|quarantäne|therapie)|auf (?:dienstreise|kur|"
        r"reha|geschäftsreise|jobsuche|wohnungssuche)|"
                  r"(?:in der|auf|im) (?:nachtschicht|frühschicht|spätschicht|schichtdienst|nachtdienst)|"
                  r"krankgeschrieben)\b.*", "state", "w"),
    frame("sein", r"(?P<v>(?:im|in|auf|unter|neben|hinter|bei) .+)", "location", "tw"),
)
