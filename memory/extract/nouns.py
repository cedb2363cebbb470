"""What being or having something says: which slot a bare noun phrase fills after "I'm" and after "I have"."""

from __future__ import annotations

import re

from memory.extract import lexicon
from memory.extract.lexicon import ABSTRACT as ABSTRACT

_APPOINTMENT = re.compile(r"\b(?:\w*appointment|interview|job interview|exam|exams|\w*surgery|operation|\w*termin|"
    r"vorstellungsgespräch|prüfung|klausur|"
                          r"\w*-op|mri|check-?up|wedding|flight|flug|hochzeit|deadline|viva|driving test|fahrprüfung|"
                          r"meeting|besprechung)\b", re.I)
_ALLERGY = re.compile(r"(?P<v>.+?)[- ]?(?:allergie|unverträglichkeit|intoleranz)$|(?:.*\b)?(?:allergie|"
    r"unverträglichkeit|intoleranz) gegen (?P<w>.+)$", re.I)
_HOUSE = re.compile(r"\b(?:flat|house|apartment|garden|balcony|allotment|cabin|wohnung|haus|garten|schrebergarten|"
    r"balkon|"
                    r"car|bike|motorbike|motorcycle|e-?bike|scooter|van|boat|camper|caravan|auto|fahrrad|motorrad|"
                    r"roller|wohnmobil|boot|tesla|golf|vespa|"
                    r"piano|guitars?|bikes|cars|gitarren|fahrräder|autos|violin|cello|drum kit|keyboard|klavier|"
                    r"gitarre|geige|schlagzeug|e-gitarre|"
                    r"laptop|whatsapp|instagram|facebook|tiktok|netflix|spotify|twitter|signal|(?:mobile )?phone|"
                    r"smartphone|handy|computer|tv|fernseher|macbook|imac|pc|desktop|"
                    r"thinkpad|iphone|android|pixel|tablet|ipad|kindle|nas|raspberry "
                    r"pi|server|3d[- ]printer|printer|router|drucker|3d-drucker|"
                    r"console|playstation|ps5|xbox|switch|steam deck|record player|plattenspieler|camera|kamera|"
                    r"drone|drohne|telescope|teleskop|"
                    r"air fryer|thermomix|espresso machine|coffee machine|espressomaschine|kaffeemaschine|sewing "
                    r"machine|nähmaschine|oven|greenhouse|gewächshaus|"
                    r"tattoos?|piercing|degree|phd|master'?s(?: degree)?|bachelor'?s?(?: degree)?|licen[cs]e|"
                    r"führerschein|abitur|doktortitel|pilot's licen[cs]e|"
                    r"blog|podcast|youtube channel|newsletter|website|shop|business|company|firma|laden|café|"
                    r"cottage|chalet|bungalow|houseboat|summer house|trailer|(?:netflix|disney\+?|prime|steam|gym|"
                    r"bank|savings) "
                    r"(?:account|membership)|desk|scar|(?:bullet )?journal|diary|storage unit|cellar|basement|attic|"
                    r"shed|garage|tree "
                    r"?house|workshop|dishwasher|freezer|"
                    r"e-?reader|hammock|hot tub|trampoline|fireplace|tandem|kayak|canoe|motorhome|skateboard|surfboard|"
                    r"treadmill|rowing machine|exercise bike|fib(?:re|er)|starlink|library card|stamp collection|"
                    r"narbe|keller|dachboden|schuppen|hütte|wohnwagen|hängematte|spülmaschine|gefriertruhe|glasfaser|"
                    r"kajak|kanu|tagebuch|jahreskarte|dauerkarte|stellplatz|terrasse|solaranlage|laufband|"
                    r"bibliotheksausweis|"
                    r"bäckerei|werkstatt|praxis|agentur|bakery|studio|practice|farm|hof|ferienhaus|side project|side "
                    r"business|"
                    r"solar panels|photovoltaik\w*|wärmepumpe|heat pump|wallbox|wood stove|kamin|sauna|pool|bees|"
                    r"beehives?|bienen|plants?|cactus|aquarium|terrarium|"
                    r"job|second job|part-time job|nebenjob|minijob|internship|praktikum|ausbildungsplatz|"
                    r"subscription|abo|membership|season ticket|bahncard|\w*ticket|monatskarte|"
                    r"\w+(?:fahrrad|bike|auto|rad|wagen|gerät|maschine|anlage|sammlung|garten|haus|wohnung|boot))\b",
                    re.I)
_FEATURE = re.compile(r"\b(?:(?:blue|green|brown|grey|hazel|curly|long|short|red|blond\w*|black|dark|blaue|grüne|"
    r"braune|rote|lange|kurze|lockige|schwarze|blonde) "
                      r"(?:eyes|hair|augen|haare)|glasses|brille|glutenallergie)\b", re.I)
_SHIFT = re.compile(r"\b(?:(?:spät|früh|nacht|tag)schicht(?:en)?|nachtdienst|bereitschaft(?:sdienst)?|(?:night|day|"
    r"early|late) shifts?)$", re.I)
_SHOAL = frozenset("kaninchen meerschweinchen wellensittiche schildkröten katzen hunde pferde hühner fische".split())
COUNT = re.compile(r"(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|\d{1,2}|another|no|any|a couple of|"
    r"several|some|twin|"
                    r"ein(?:e[nrms]?)?|zwei|drei|vier|fünf|sechs|sieben|acht|kein(?:e[nrms]?)?|mehrere|einige|'?nen|"
                    r"'?ne|beide)\s+", re.I)
_MOOD = re.compile(
    r"\b(?:bit|little|mess|wreck|idiot|moron|fool|loser|nobody|stranger|fan|mistake|fraud|human|person|man|woman|guy|"
    r"girl|friend|user|customer|"
    r"human being|beginner|newbie|noob|expert|believer|big|huge|mensch|mann|frau|idiot|depp|fan|freund|laie|anfänger|"
    r"anfängerin|kunde|nutzer|bisschen|"
    r"wrack|experte|dankbar|worker|lead)$", re.I)
_JUDGED = re.compile(r"(?:terrible|bad|awful|lousy|horrible|great|good|decent|mediocre|amazing|schlechte[rn]?|"
    r"gute[rn]?|miserable[rn]?)\s", re.I)
_PERSON = re.compile(r"(?P<v>.*\b(?:morning|night|evening|people|tea|coffee|cat|dog|city|country|beach|mountain|"
    r"outdoor|indoor|\w+) person)$", re.I)
_ROLE = re.compile(
    r"(?:(?:proud|single|new|stay-at-home|working|first-time|stolze[rn]?|junge[rn]?|frischgebackene[rn]?) "
    r")?(?P<v>(?:godmother|godfather|godparent|patentante|patenonkel|auntie|elternsprecher(?:in)?|"
    r"klassensprecher(?:in)?|"
    r"mum|mom|mother|dad|father|parent|grandmother|grandfather|"
    r"grandma|grandpa|twin|widow|widower|immigrant|expat|veteran|refugee|homeowner|landlord|beekeeper|runner|cyclist|"
    r"swimmer|climber|hiker|gamer|reader|birdwatcher|"
    r"vater|mutter|opa|oma|papa|mama|witwer|witwe|zwilling|imker(?:in)?|läufer(?:in)?|radfahrer(?:in)?|"
    r"schwimmer(?:in)?|kletterer|gamer(?:in)?|jäger(?:in)?|angler(?:in)?|"
    r"langschläfer(?:in)?|hobbykoch|hobbygärtner(?:in)?|vielleser(?:in)?|pendler(?:in)?|dauercamper|bartträger|"
    r"brillenträger(?:in)?|allergiker(?:in)?|hundebesitzer(?:in)?|"
    r"katzenbesitzer(?:in)?|blutspender(?:in)?|organspender(?:in)?|teetrinker(?:in)?|kaffeetrinker(?:in)?|"
    r"biertrinker(?:in)?|trainer(?:in)?|schiedsrichter(?:in)?|"
    r"mitglied .+|member of .+))(?: (?:of|to|von) .+)?$", re.I)
_ARTICLE = re.compile(r"^(?:an?|the|ein(?:e[nrms]?)?|kein(?:e[nrms]?)?|die|der|no|jetzt|nun|now|also|auch|"
    r"gelernte[rn]?|ausgebildete[rn]?|a trained|trained|noch)\s+", re.I)
_TAIL = re.compile(r"\s(?:to|in|at|from|with|for|of|on|who|that|which|and|near|about|this|next|um|zu|aus|bei|mit|für|"
    r"von|über|vom|am|im|auf|wegen)\s|[,(]", re.I)
_NAMED = re.compile(r"\b(?:called|named|namens) (?-i:[A-ZÄÖÜ])", re.I)
_CALLED = re.compile(r"\b(?:called|named|namens|who's called|die .+ heißt|der .+ heißt)\b", re.I)


_VISITED = re.compile(r"(?:beim?|zum|zur|vom|am|im|mit|at|with|by|to|from|in)\b", re.I)  # "I am at the doctor"


def being(phrase: str, language: str) -> tuple[str, str] | None:
    """(attribute, value) of what a person says they are, or None when it is a mood, a joke or nobody's business."""
    text = phrase.strip()
    bare, articles = text, 0
    while found := _ARTICLE.match(bare):
        bare, articles = bare[found.end():], articles + 1
    low = bare.casefold()
    if found := lexicon.MARITAL.match(bare):
        return ("relationship", found.group()) if re.match(
            r"\s*(?:$|,|to\b|mit\b|with\b|since|for|seit|and|again|now)", bare[found.end():]) else None
    if found := lexicon.STATES.match(text) or lexicon.STATES.match(bare):
        job = re.match(r"unemployed|retired|self|freelanc|between|out of|semi|jobless|arbeitslos|selbst|frei|pension|"
            r"in (?:rente|elternzeit|teilzeit)|krank|auf jobsuche|berufs", found.group(), re.I)
        return ("employment" if job else "note", found.group())
    if found := re.match(r"colou?r[- ]blind|hard of hearing|short[- ]sighted|long[- ]sighted", low):
        return "health", bare[:found.end()]
    first = re.match(r"[\w-]+", low)
    if first and first.group() in lexicon.TRAITS:
        return "diet", bare[:first.end()]
    if first and first.group() in lexicon.HEALTH:
        return "health", bare
    if lexicon.NATIONALITY.match(bare):
        return "nationality", bare
    if lexicon.TOWNSMAN.match(bare):
        return "origin", bare
    if found := _PERSON.match(bare):
        return "note", found["v"]
    if found := _ROLE.match(bare):
        return "note", found["v"]
    if _MOOD.search(bare) or _JUDGED.match(bare):
        return None
    return ("occupation", bare) if lexicon.is_job(bare) and not _VISITED.match(bare) else None


def having(phrase: str) -> tuple[str, str] | None:
    """(attribute, value) of what a person says they have, or None for questions, colds, ideas and the like."""
    text = phrase.strip()
    if found := _ALLERGY.match(text):
        return "allergy", re.sub(r"^(?:eine?n?|a|an|starke|schwere)\s+", "", found["v"] or found["w"], flags=re.I)
    if lexicon.AILMENT.search(text):
        return "health", text
    if len(text.split()) > 8:
        return None
    plain = _TAIL.split(_CALLED.split(text)[0])[0].strip(" ,")
    if _APPOINTMENT.search(plain):
        return "appointment", text
    counted = COUNT.match(text) is not None
    if lexicon.kin_in(plain) and (counted or lexicon.kin_in(plain) in ("children", "siblings", "twins",
        "grandchildren")):
        return "family", text
    if lexicon.pet_in(plain) and (counted or plain.casefold().split()[-1].endswith("s") or lexicon.pet_in(plain) in (
        "chickens", "fish") or plain.casefold().split()[-1] in _SHOAL):
        return "pet", text
    if _SHIFT.search(plain):
        return "state", text
    if _FEATURE.search(text):
        return "note", text
    if lexicon.ABSTRACT.search(plain):
        return None
    if _NAMED.search(text):
        return "pet", text
    heads = [found.end() for found in _HOUSE.finditer(plain)]
    return ("possession", text) if heads and re.fullmatch(r"(?: account| subscription| "
        r"membership)?(?:\s+[A-Z0-9]\S*)*", plain[heads[-1]:]) else None
