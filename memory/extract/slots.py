"""Whether a slot that a model names suits the clause it quotes: who somebody is needs a word of that slot in it.

Small models put "I met Bob today" under name and "I was in Rome" under home. A slot of identity that nothing in the
clause speaks of becomes a note, or a taste where a verb of liking stands there.
"""

from __future__ import annotations

import re

from memory.extract import lexicon
from memory.extract.lexicon import KIN_WORD, PET_WORD

_LIKING = re.compile(r"\b(?:like\w*|love\w*|enjoy\w*|adore\w*|hate\w*|dislike\w*|detest\w*|fan|into|keen|fond|"
        r"(?:can't|cannot|can "
                     r"not) (?:really )?(?:stand|bear)|favou?rite|prefer\w*|rather|mag|mögen|mochte|lieb\w*|hass\w*|"
                     r"gern\w*|"
                     r"begeister\w*|ausstehen|lecker|toll|schmeck\w*|gefäll\w*|bevorzug\w*)\b", re.I)


def _words(*words: str) -> re.Pattern[str]:
    return re.compile(r"(?<!\w)(?:" + "|".join(words) + r")(?!\w)", re.I)


_KIN = _words(*map(re.escape, KIN_WORD), r"family", r"familie", r"relatives?", r"verwandte\w*")
_CUES = {
    "nickname": _words(r"call|calls?|called|known as|go(?:es)? by|nick\w*|nenn\w*|spitzname|zu mir"),
    "pronouns": _words(r"pronouns?|pronomen|she/her|he/him|they/them|er/ihn|sie/ihr"),
    "home": _words(r"liv(?:e|es|ed|ing)|based|resid\w*|mov(?:e|es|ed|ing)|home|house|flat|apartment|settled|"
        r"relocat\w*|wohn\w*|leb(?:e|en|t|te)|zieh\w*|zog(?:en)?|gezogen|\w*gezogen|zuhause|daheim"),
    "origin": _words(r"from|born|gr[eo]wn? up|raised|native|origin\w*|hometown|aus|stamm\w*|geboren|aufgewachsen|"
        r"heimat\w*|herkunft"),
    "birthplace": _words(r"born|birth\w*|geboren|geburts\w*|gebürtig\w*"),
    "birthday": _words(r"birth\w*|born|b-?day|geburt\w*|geboren"),
    "age": _words(r"years?|old|age|aged|turn\w*|jahre?|alt|alter|i'm \d+|i am \d+|bin \d+|is \d+|ist \d+|werde \d+"),
    "height": _words(r"tall|height|\d+ ?cm|met(?:re|er)s?|groß|größe|feet|ft|\d,\d\d"),
    "occupation": _words(r"work\w*|job|profession|occupation|as an?|living|arbeit\w*|beruf\w*|jobb\w*|teach\w*|"
        r"unterricht\w*|run|freelanc\w*|career|trained"),
    "employer": _words(r"work\w*|employ\w*|company|job|join\w*|hired|firma|arbeit\w*|angestellt|jobb\w*|started at"),
    "role": _words(r"promot\w*|lead\w*|role|position|title|manage\w*|head of|befördert|leit\w*|rolle|stelle|"
        r"chef\w*|in charge"),
    "employment": _words(r"unemployed|retir\w*|jobs?|work\w*|employ\w*|self-employed|freelanc\w*|laid off|fired|"
        r"quit|leave|\w*arbeit\w*|rente|pension\w*|kündig\w*|gekündigt|\w*stelle|selbst\w*ndig|teilzeit|vollzeit|"
        r"elternzeit"),
    "study": _words(r"stud\w*|degree|school|uni\w*|college|major\w*|course|phd|master\w*|bachelor\w*|thesis|"
        r"apprentice\w*|\w*schule|ausbildung|promo\w*|learn\w*|abitur|semester"),
    "relationship": _words(r"married|single|divorced|engaged|relationship|dating|widow\w*|separated|wedding|"
        r"verheiratet|ledig|geschieden|verlobt|verwitwet|getrennt|beziehung|geheiratet"),
    "partner": _words(r"wife|husband|girlfriend|boyfriend|partner\w*|fianc\w*|spouse|frau|mann|freundin|freund|"
        r"ehe\w+|verlobte\w*"),
    "family": _KIN,
    "friend": _words(r"friends?|buddy|mates?|freund\w*|kumpel\w*"),
    "pet": _words(*map(re.escape, PET_WORD), r"pets?|haustier\w*|adopted|breed"),
    "allergy": _words(r"\w*allerg\w*|\w*intoleran\w*|unverträglich\w*|\w*unverträglichkeit|vertrag\w*|reagier\w*|"
        r"anaphyla\w*"),
    "diet": _words(r"vegan\w*|vegetar\w*|eat\w*|drink\w*|diet|halal|kosher|koscher|\w*gluten\w*|dairy|meat|"
        r"ess(?:e|en)|isst|trink\w*|ernähr\w*|fleisch\w*|vertrag\w*|avoid\w*|verzicht\w*|pescatarian|keto|"
        r"low[- ]carb|alcohol|alkohol"),
    "health": _words(r"suffer\w*|diagnos\w*|disease|illness|syndrome|disorder|medic\w*|pills?|surgery|injur\w*|"
        r"chronic\w*|\w*itis|diabet\w*|asthma\w*|migraine\w*|adhd|adhs|epilep\w*|anxiety|depress\w*|cancer|krebs|"
        r"pregnant|schwanger|broke|broken|blood pressure|leid(?:e|en)|krank\w*|erkrank\w*|\w*schmerz\w*|"
        r"medikament\w*|gebrochen|blutdruck|afraid of|phobi\w*|insulin|deaf|blind|taub"),
    "religion": _words(r"relig\w*|church|pray\w*|christ\w*|muslim\w*|jew\w*|hindu\w*|buddhis\w*|atheist\w*|"
        r"catholic|katholisch|evangelisch|protestant|kirche|glaub\w*|bet(?:e|en)|moslem|jüd\w*"),
    "timezone": _words(r"time ?zone|utc\S*|gmt\S*|time|zeitzone|cet|est|pst|mez"),
    "phone": _words(r"phone|number|call|text|reach|whatsapp|\w*nummer|handy|telefon|mobile|erreich\w*"),
    "address": _words(r"address|street|road|live|adresse|anschrift|wohne|\w*stra(?:ß|ss)e|\w*str\."),
    "vehicle": _words(r"driv\w*|cars?|bikes?|rid(?:e|ing)|auto|fahr\w*|\w*rad|van|motor\w*"),
    "instruction": _words(r"answer\w*|reply|respond|write|talk|speak|always|never|please|don't|use|antwort\w*|"
        r"schreib\w*|sprich|rede|bitte|immer|nie|duz\w*|siez\w*|keine?"),
    "hypothesis": _words(r"guess|prediction|hypothesis|vermutung|prognose|hypothese"),
    "convention": _words(r"we|our|team|wir|unser\w*|rule|regel"),
}
_NAMED = (r"(?:\b(?:name|called|named|hei(?:ß|ss)\w*|nam(?:e|ens))\b|\b(?:i'm|i am|this is|it's|ich bin|hier ist|"
          r"bin) (?:der |die )?{})")


def settled_slot(name: str, clause: str, value: str, subject: str = "self") -> str:
    """The slot a model's claim gets: the one it named where the clause bears it out, else "likes" or "note"."""
    head, _, thing = name.partition(":")
    if head in ("likes", "preference", "favourite"):
        fits = _LIKING.search(clause) is not None or (head == "favourite" and "liebling" in clause.casefold())
    elif head == "name":
        fits = value[:1].isupper() and (
            re.search(_NAMED.format(re.escape(value)), clause, re.I) is not None
            or (subject != "self" and re.search(rf"\b(?:is|ist) {re.escape(value)}\b", clause) is not None))
    elif head == "detail":
        fits = all(word in clause.casefold() for word in thing.split())
    elif head == "language":
        fits = lexicon.LANGUAGES.search(value) is not None
    elif head == "email":
        fits = "@" in value
    elif head == "location":
        fits = subject != "self"
    else:
        fits = _spoken_of(head, clause, value)
    if fits:
        return name
    return "likes" if _LIKING.search(clause) else "note"


def _spoken_of(slot: str, clause: str, value: str) -> bool:
    if slot in ("birthday", "age", "phone", "height") and not re.search(r"\d|[a-zä]{3,}", value, re.I):
        return False
    if slot in ("occupation", "role") and lexicon.is_job(value):
        return True
    if slot in ("origin", "nationality") and (lexicon.NATIONALITY.match(value) or lexicon.TOWNSMAN.match(value)):
        return True
    cue = _CUES.get(slot)
    return cue is None or cue.search(clause) is not None
