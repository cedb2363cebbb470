"""How people say that something is over or has become something else: cue tables for English and German.

All patterns are matched against folded text of any case. What a cue is about is read from the words beside it.
"""

from __future__ import annotations

import re


def _any(*words: str) -> re.Pattern[str]:
    return re.compile(r"(?<![\w'-])(?:" + "|".join(words) + r")(?![\w-])", re.I)


# From when on something holds that is to be so.
_START = (r"january|february|march|april|may|june|july|august|september|october|november|december|januar|februar|märz|"
          r"mai|juni|juli|oktober|dezember|monday|montag|next \w+|nächste\w* \w+")
_YEARS = r"(?:years?|decades?|jahre?n?|jahrzehnte?n?)"
_MONTHS = (r"(?:january|february|march|april|may|june|july|august|september|october|november|december|januar|februar|"
           r"märz|mai|juni|juli|oktober|dezember|spring|summer|autumn|fall|winter|frühjahr|frühling|sommer|herbst)")
# Since when or how long something has held: that is neither what holds nor how much of it.
SINCE = re.compile(
    rf"(?<!\w)(?:since|seit)\s+(?:(?:about|around|early|mid|late|the|end|beginning|of|etwa|rund|circa|ungefähr|anfang|"
    rf"mitte|ende|dem|der|dieser|über|gut|fast|knapp|mehr|als|over|more|than|letzte\w*|last|\d{{1,2}}\.)\s+)*"
    rf"(?:{_MONTHS}(?:\s+\d{{4}})?|\d{{4}}|\w+(?:\s+(?:und|and)\s+\w+)?\s+(?:{_YEARS}|months?|weeks?|days?|"
    rf"monate?n?|wochen?|tage?n?)|\w+tag\w*|\w+day\b)(?!\w)"
    rf"|(?<=\w)\s(?:for|schon|nun)\s+(?:(?:about|over|almost|nearly|more|than|the|last|past|etwa|fast|über|gut)\s+)*"
    rf"[\w-]+\s+{_YEARS}(?!\w)", re.I)
_LATELY = rf"(?!\d{{4}}\b|{_MONTHS} \d{{4}}\b|\w+ {_YEARS}\b)"  # what has held for years is no news
# What is said to be over, whatever it is.
ENDED = _any(
    "no longer", "no more", r"not [^,;]*\b(?:any ?more|any longer|after all)",
    r"\w+n't [^,;]*\b(?:any ?more|any longer|after all)", r"never [^,;]*\b(?:any ?more|again)", "any ?more",
    "stopped", "quit", "quitting", "ceased", "dropped", "ditched", "cancel{1,2}ed", "called off", "abandoned",
    "terminated", "unsubscribed(?: from)?", "uninstalled", "outgrew", "dissolved", "axed",
    r"(?:gave|give|given|giving) (?:\w+ ){0,3}?up", r"giving (?:\w+ ){0,3}?up",
    "(?:is|are|was|got|been|it's) (?:all )?(?:over|off|history|called off)", "fell through",
    "(?:broke|split|broken) up", "got rid of", r"(?:gave|given) (?:\w+ ){0,3}?away", "(?:done|finished|through) with",
    "dropped out(?: of)?", "pulled out(?: of)?", "resigned", "backed out(?: of)?", "isn't happening", "not happening",
    "not going", "(?:is|it's|are) (?:not true|wrong|outdated|no longer true)", "nicht mehr", "nimmer", "nicht wieder",
    r"kein\w* [^,;]*\bmehr", "nie (?:mehr|wieder)", r"doch (?:nicht|kein\w*)", "aufgehört", "aufgegeben",
    "abgebrochen", "gekündigt", "abgesagt", "abgeschafft", "abgemeldet", "ausgetreten", "ausgestiegen", "verschenkt",
    "hingeschmissen", "geschmissen", "beendet", "gestrichen", "storniert", "losgeworden", "abgewöhnt", "eingestellt",
    "abbestellt", "aufgelöst", "weggegeben", "gecancelt", "hingeworfen", "abgestoßen", "eingestampft", "widerrufen",
    "aussortiert", "stillgelegt", r"(?:sage|sagt|sagen) [^,;]*\bab", r"(?:höre|hör|hört) [^,;]*\bauf",
    "fällt (?:aus|flach|ins wasser)", "(?:ist|sind|bin) (?:vorbei|geschichte|vom tisch|raus aus)",
    "an den nagel gehängt", "los(?:geworden)?(?= ?$)", "schluss (?:gemacht|mit)",
    "stimmt (?:so |gar )?nicht(?: mehr)?", "trifft nicht mehr zu", "auseinander(?:gegangen)?", "aus und vorbei",
    r"(?:didn't|did not|not|won't) renew\w*", "nicht verlängert", "bin (?:ich )?raus",
    "(?:laps|expir)(?:e|es|ed|ing)", "r[ua]n out", "to?o?k(?:en)? (?:me |us |him |her )?off", "deleted",
    "closed (?:my|our|the)", "came to an end", "wrapped up", "(?:is|was)n't for me", "not for me",
    "packed (?:it )?in", "stepped down", "opted out", r"(?:gave|give|given|giving) (?:\w+ ){0,3}?back",
    "(?:is|are) (?:done|finished|through)", "ist fertig", "eingereicht", "weaned off", "came off", "off the",
    "fall(?:en)? through", r"f[aä]ll(?:t|en) [^,;]*\bweg", "weggefallen",
    r"l[aä]ss\w*(?: ich| wir)? [^,;]*\b(?:weg|sein)", "abgesetzt", "gelöscht", "deinstalliert", "abgelaufen",
    "auslaufen(?: lassen)?", r"(?:habe?|hat) [^,;]*\bsein lassen", "drangegeben",
    "verzichte[nt]? (?:jetzt |nun )?auf", "aufs? eis gelegt", "ausgelaufen",
    r"(?:bin|ist|sind) (?:\w+ )?(?:weg vom|los)", "komplett gestrichen",
)
# What is over for something one has.
PARTED = _any(
    "sold", r"gave (?:my|our|the|his|her) (?:\w+ ){1,3}?to", "stolen", "nicked", "written off", "totall?ed",
    "geklaut", "gestohlen", r"(?:handed|turned|traded|sent|brought|took) (?:\w+ ){0,3}?(?:in|back)", "returned",
    "lost", r"threw (?:\w+ ){0,3}?(?:out|away)", "scrapped", "donated", "passed on", "verkauft", "abgegeben",
    "zurückgegeben", "weggeworfen", "verloren", "verschrottet", "gespendet", "(?:came|fell|taken) (?:off|out)",
    "(?:is|are) (?:finally )?(?:off|out)", r"(?:ist|sind|kam|kamen) (?:\w+ )?(?:raus|ab|weg|abgekommen)",
    r"went to (?:a|the) (?:new owner|scrap\w*|dump|tip)", "rehomed", r"took (?:\w+ ){0,3}?down", "removed",
    "abgebaut", "entfernt", "abgerissen", r"schrott\w*",
)
# What is over for a place where one works, studies or is a member.
LEFT = _any(
    "left", "leaving", "walked out of", "verlassen", "ausgeschieden", "raus",
)
# What ends a couple.
UNCOUPLED = _any(
    "(?:split|broke|broken) up", "separated", "(?:is|it's) over", "broke (?:it|things) off", "ended (?:it|things)",
    "dumped", "called it quits", "(?:got|are|getting) divorced", "(?:not|aren't) together", "getrennt", "trennung",
    "auseinander(?:gegangen)?", "schluss", "nicht mehr zusammen", "verlassen",
)
# What is over once it is said of it, and what is only the end of one thing where it makes no room for another.
GONE = _any(
    "called time on", "(?:call(?:ed|ing)|called) it (?:a day|quits)", "walked away from", "kicked (?:the|my)",
    "done my last", "had my last", "retired from", "moved out", "ausgezogen", "disconnected", "cut off", "abgeklemmt",
    r"(?:seit|since|for) [^,;]*\b\w{4,}[- ]?(?:frei|free)", "withdr(?:ew|awn)", "bailed (?:on|out)",
    "parted (?:with|ways)", "(?:handed in|gave) my (?:notice|resignation)", "laid (?:me )?off", "fired", "sacked",
    "made redundant", "let me go", "disbanded", "folded", "went (?:under|bust)", "discontinued", "deactivated",
    "cut (?:out|ties with)", "sw(?:ore|orn) off", "gr(?:ew|own) out of", "cleared up", "all[- ]clear", "binned",
    "chucked(?: out)?", "tossed", "smashed", "conked out", "fell out with", "not (?:friends|talking|speaking)",
    "not (?:renewing|going ahead|doing|having|continuing)", r"won't be \w+ing", "is no more",
    "lost (?:him|her|our|my)", "buried", "vorüber", "passé", "erledigt", "hinfällig", "geplatzt",
    "ins wasser gefallen", r"find\w+ (?:\w+ )?nicht statt", r"(?:ist|sind) (?:\w+ )?weg", "wird nichts",
    "raus ?ge(?:worfen|schmissen|flogen)", "gefeuert", "entlassen", "niedergelegt", "abgetreten", "zurückgetreten",
    "zurückgezogen", "den rücken gekehrt", "verabschiedet", "rausgegangen", "weggeschmissen", "entsorgt",
    "in gute hände", "überfahren", "erlöst", "begraben", "beerdigt", "kaputtgegangen", "zerbrochen", "abgebrannt",
    "totalschaden", "verheilt", "ausgeheilt", "geheilt", "überstanden", "schluss", "gekickt", "gekappt",
    "rausgenommen", "aussortiert", "ausrangiert", "abgehakt", r"dichtmach\w*", "regenbogenbrücke", "eingestampft",
    "abgestellt", "aus und vorbei", "zu ende", "(?:ist|sind) (?:jetzt |nun )?(?:aus|um|rum)", "good ?bye",
    "bye(?:[ -]bye)?", "farewell", "paid off", "(?:ab|aus)bezahlt", "abgezahlt", "getilgt", "died", "passed away",
    r"put (?:\w+ ){0,3}?(?:down|to sleep)", "gestorben", "verstorben", "eingegangen", "eingeschläfert", "tot",
    "pulled the plug", r"(?:shut|closed|wound) (?:\w+ ){0,2}?down", "kicked out", "dicht ?gemacht", "zugemacht",
    "geschlossen", "tschüss", "ade", "adieu", "runter",
    r"\w+'s (?:all |finally |now )?(?:off|over|gone|history|dead|done|finished|cancel{1,2}ed)", r"scrap\w*",
    r"handed (?:\w+ ){0,2}?in", r"knocked (?:\w+ ){0,2}?on the head", "hung up (?:my|the)", "nix mehr",
    "(?:is|are|'s|has|have) (?:now |finally )?gone",
)
# What is over for an animal, and may end well for a person.
STRAYED = _any(
    "(?:ran|run) away", "(?:went|gone|goes) missing", "disappeared", "got lost", "(?:weg|davon|ent)gelaufen",
    "entlaufen", "entflogen", "verschwunden", "ausgebüxt",
)
# What says of where one lives that it is no more, without where one lives now.
AWAY = _any(
    "moved (?:away|out)", "(?:weg|fort|aus)gezogen", r"left(?= (?-i:[A-Z]))", "verlassen",
    r"(?:moved|umgezogen)(?: house| home)?(?: (?:last|letzte\w*|this|diese\w*|a|recently|kürzlich|vor)\b[^,;]*)?\s*$",
)
# What makes room for something else, and says nothing alone.
GIVES_WAY = _any(
    "replaced?", "replaces", "swapp?ed", "switched", "changed", "traded", "upgraded", "exchanged", "moved",
    "relocated", "moving", "moved out", "(?:retired|died|broke(?: down)?|broken|gone|gave out|packed in)", "out",
    "instead(?: of)?", "rather than", "used to", "left", "leaving", "verlassen", "closed",
    "(?:finished|graduated|completed|fertig|durch(?:gelesen)?|ausgelesen|elternzeit|maternity leave)", "not", "statt",
    "anstatt", "anstelle(?: von)?", "nicht", "sondern", "ersetzt", "(?:ein|um)?getauscht", "gewechselt",
    "umgestiegen", "umgestellt", "hinüber", "kaputt", "gestorben", "ausgezogen", "weggezogen", "in rente",
    "ruhestand", "weg", "von gestern", "früher",
)
# What says by itself that one thing stands where another one stood.
TURNED = _any(
    "instead", "instead of", "rather than", "(?:has |have )?replaced?", "swapp?ed", "switch(?:ed|ing)?", "changed?",
    "traded", "upgraded", "exchanged", "moved", "relocated", r"pushed(?: \w+){0,4} (?:back|to|forward)", "pushed",
    "rescheduled", "postponed", "brought forward", "shifted", "raised", "increased", "doubled", "tripled", "halved",
    "lowered", "reduced", "cut", "went (?:up|down)",
    r"(?:left|ditch\w+|drop\w+|quit\w*|dump\w+|swap\w+|trad\w+) [^,;]{2,30} for (?:an? |the )?(?-i:[A-ZÄÖÜ])\w+",
    "nur noch", "make (?:that|it)", "(?:down|up) to", "renamed", "dropped to", "bumped(?: up)?", "turned into",
    "turned", "became", "got promoted", "dyed", "chopped", "trimmed", "gefärbt", "schneiden lassen", "geschnitten",
    "put (?:me|us)", "lost (?:some )?weight", "gained", "put on", "abgenommen", "zugenommen", "went over",
    "gone over", "came over", "übergelaufen", "ported", "transferred", "umgebucht", "rebooked", "delayed",
    "verspätet", "upped", "downgraded", "promoted", "befördert", "took over from", "ended up",
    "got (?:a|my) (?:new )?job", "angefangen", "began", "ab sofort", "reworked", "redecorated", "repainted",
    "neu gestrichen", "retrain(?:ed|ing)?", "umgeschult", "umschulung", "converted", r"went(?! to\b)", "gone",
    r"statt(?= \w)", "stattdessen", "anstatt", "anstelle", "sondern", "ersetzt", "(?:ein|um)?getauscht", "gewechselt",
    "umgestiegen", "umgestellt", "verlegt", "verschoben", "vorverlegt", "vorgezogen", "erhöht", r"\w*erhöhung",
    "gesenkt", "reduziert", "verdoppelt", "halbiert", "gestiegen", "angehoben", "hochgesetzt",
    "(?:runter|rauf|hoch) auf", "umbenannt", "umgezogen", "gezogen", "geworden", "wechsel", "umzug", "geändert",
    r"von \w+ auf",
)
# What says that there is more or less of something, or that it goes on elsewhere, beside what `TURNED` has.
GROWN = _any(
    "(?:gr(?:own?|ew)|sh[ru]+nk) to", "(?:made|put|moved) (?:me|us|him|her)", "from here on(?: in)?", "goes to",
    rf"(?:ab|as of|from|starting) (?:{_START})", "(?:auf|an)gestockt", "(?:an|ge)?gewachsen", "geschrumpft",
    "vollgemacht", "untergekommen", "gelandet", "übergesiedelt", "hochgestuft", "aufgestiegen", "abgestiegen",
    "braucht (?:jetzt|nun|schon|mittlerweile)", "had to get", r"put (?:\w+ ){1,4}(?:back|forward|up|down|off)",
    "down the road", "jumped ship", "more like", "eher", "lieber",
)
# What changes only what something is called, and what tells that.
RENAMED = _any(
    "re(?:named|christened)", "um(?:benannt|getauft)", r"(?:name|nam\w+) (?:changed|geändert)",
)
NAMING = _any(
    "called", "named", "names?", "heiß(?:t|en|e)", "namens", "Name", "genannt",
)
# What says that it holds from now on.
NOW = _any(
    "now", "these days", "nowadays", r"as of \w+", "from now on", "by now", "back (?:on|to)", "lately", "currently",
    "today", rf"since (?:last |the )?{_LATELY}\w+", "new", "brand[- ]new", "jetzt", "nun", "inzwischen", "mittlerweile",
    "neuerdings", rf"seit (?:letzte\w+ |dem |der |dieser )?{_LATELY}\w+", "seitdem", "ab sofort", "ab jetzt", "aktuell",
    "neue[rsnm]?", "zurzeit", "this (?:week|month|year)", "got (?:me |myself )?an?",
    "(?:mir|uns) [^,;]*(?:geholt|gekauft|zugelegt|angeschafft)", "geholt", "gekauft", "zugelegt", "angeschafft",
    "bought", "diese[ns]? (?:woche|monat|jahr)", "took over", "übernommen", "übernimmt",
)
ANY = re.compile("|".join(table.pattern for table in (ENDED, PARTED, LEFT, UNCOUPLED, GIVES_WAY, TURNED, NOW)), re.I)
# What tells of one day: what one did then changes nothing that holds.
ONE_DAY = _any(
    "today", "tonight", "yesterday", "last night", "this (?:morning|afternoon|evening)", "already", "so far", "heute",
    "gestern", "vorhin", "eben", "gerade", "schon", "bisher",
)
# What stands beside the rest and in the place of nothing.
BESIDES = _any(
    "also", "an? (?:second|third|fourth)", r"eine?n? (?:zweite|dritte|vierte)\w*",
    r"(?:(?<=\w) )?too(?= *(?:$|[,.!?;)]))", "as well", "another", "additional(?:ly)?", "besides", "on top of",
    "extra", "in addition", "plus", "auch(?! (?:nicht|kein))", "außerdem", "ausserdem", "zusätzlich", "zudem", "dazu",
    r"noch ein\w*", "noch zwei", r"weitere\w*", "obendrein", "either",
    r"(?:the|my|our|der|die|das|mein\w*|unser\w*) (?:\w+ ){1,2}(?:stays|remains|bleib\w*)", "alongside",
    r"(?:keep|keeping|behalte\w*|behält) (?:the|my|both|den|das|die|mein\w*|beide\w*)", "neben (?:der|dem)",
)
# What is only denied or to come: nothing yet, unless the clause says that it ends something.
TO_COME = _any(
    "muss", "müssen", "needs? to", r"ha(?:ve|s) to(?! be\b)", "didn't", "haven't", "hasn't", "won't", "will",
    "(?:i|we|he|she|it|they)'ll", "werde", "werden", "wird",
)
# What has not come about: wished, doubted, or going on as before.
UNDONE = _any(
    "want(?:s|ed)? to", "wanna", r"going to (?!be (?=\w+ing))(?=[a-z]+(?: |$))", "gonna", "plan(?:s|ning)? to",
    "hop(?:e|es|ing) to", "about to", "trying to", "try to", "thinking (?:of|about)", "consider(?:ing)?", "would",
    "might", "could", "should", "maybe", "perhaps", "probably", "still", "not yet", "almost", "nearly", "wish", "if",
    "unless", "never (?:sold|left|moved|quit|gave)", "tempted", "let's", "don't (?:sell|quit|cancel)", "want",
    "looking for", "dream(?:ing)? of", "(?<=ich )will|will(?= ich)", "wollen", "wollte", r"möchte\w*", r"würde\w*",
    r"könnte\w*", r"sollte\w*", "soll", "vielleicht", "wahrscheinlich", "eventuell", "vermutlich", r"überlege\w*",
    "immer noch", "nach wie vor", "weiterhin", "noch nicht", "fast", "beinahe", "wenn", "falls", r"hoffe\w*",
    "müsste", r"plane\w*", r"habe? (?:\w+ ){0,3}nicht (?:verkauft|gekündigt|abgesagt)", "suche",
)
# What only reminds of what was said.
KNOWN_ALREADY = _any(
    "as you (?:already )?know", "(?:like|as) i(?:'ve)? (?:said|told you|mentioned)", "you (?:already )?know that",
    "as mentioned", "as always", r"remember\?*$", "wie gesagt", "wie (?:du|ihr) weißt", "wie erwähnt",
    "(?:das )?weißt du (?:ja|doch)", "(?:das )?weisst du (?:ja|doch)", "bekanntlich", "sag(?:te)? ich (?:ja|doch)",
    "hab ich (?:ja|doch) (?:gesagt|erzählt|erwähnt)", "ja eh",
)
# Somebody else's life.
_WHOSE = (r"an?|some|this|that|the|my|our|his|her|their|der|die|das|ein|eine|so ein\w*|irgendein\w*|mein\w*|unser\w*|"
          r"'?n|one of (?:my|the|our)|eine?r? (?:meiner|von)")
_WHO = (r"boss|chef|chefin|colleagues?|co-?workers?|kolleg\w*|neighbou?rs?|nachbar\w*|friends?|freunde|mates?|guys?|"
        r"girl|lady|woman|man|typ|kumpel\w*|bekannte\w*|customers?|clients?|kund\w+|classmates?|manager\w*|people|"
        r"leute|buddy|team|ex|colleague|bloke|dude|couple|ehepaar|familie nebenan|trainer\w*|coach|teacher|lehrer\w*")
STRANGER = re.compile(rf"(?:so )?(?:{_WHOSE})\s+(?:[\w-]+\s+)?(?P<who>\w*(?:{_WHO}))\b", re.I)
ANYBODY = re.compile(r"(?:someone|somebody|everyone|everybody|people|jemand|alle|leute|man|you|du|ihr|she|he|er|"
                     r"sie(?! (?:haben|wurden|werden)))\b", re.I)
