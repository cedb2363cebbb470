"""How people say that something is over or has become something else: cue tables for English and German.

All patterns are matched against folded text of any case. What a cue is about is read from the words beside it.
"""

from __future__ import annotations

import re


def _any(*words: str) -> re.Pattern[str]:
    return re.compile(r"(?<![\w'-])(?:" + "|".join(words) + r")(?![\w-])", re.I)


# What is said to be over, whatever it is.
ENDED = _any(
    r"no longer", r"no more", r"not [^,;]*\b(?:any ?more|any longer|after all)", r"\w+n't [^,;]*\b(?:any ?more|any "
    r"longer|after all)", r"never [^,;]*\b(?:any ?more|again)", r"any ?more",
    r"(?:stopped|quit|quitting|ceased|dropped|ditched|cancel{1,2}ed|called off|abandoned|terminated|unsubscribed(?: "
    r"from)?|uninstalled|outgrew|dissolved|axed)", r"(?:gave|give|given|giving) (?:\w+ ){0,3}?up", r"giving (?:\w+ "
    r"){0,3}?up",
    r"(?:is|are|was|got|been|it's) (?:all )?(?:over|off|history|called off)", r"fell through",
    r"(?:broke|split|broken) "
    r"up", r"got rid of", r"(?:gave|given) (?:\w+ ){0,3}?away", r"(?:done|finished|through) with",
    r"dropped out(?: of)?",
    r"pulled out(?: of)?", r"resigned", r"backed out(?: of)?", r"isn't happening", r"not happening", r"not going",
    r"(?:is|it's|are) (?:not true|wrong|outdated|no longer true)",
    r"nicht mehr", r"nimmer", r"kein\w* [^,;]*\bmehr", r"nie (?:mehr|wieder)", r"doch (?:nicht|kein\w*)",
    r"(?:aufgehört|aufgegeben|abgebrochen|gekündigt|abgesagt|abgeschafft|abgemeldet|ausgetreten|ausgestiegen|"
    r"verschenkt|"
    r"hingeschmissen|geschmissen|beendet|gestrichen|storniert|losgeworden|abgewöhnt|eingestellt|abbestellt|aufgelöst|"
    r"weggegeben|gecancelt|hingeworfen|abgestoßen|eingestampft|widerrufen|aussortiert|stillgelegt)",
    r"(?:sage|sagt|sagen) [^,;]*\bab", r"(?:höre|hör|hört) [^,;]*\bauf", r"fällt (?:aus|flach|ins wasser)",
    r"(?:ist|sind|bin) (?:vorbei|geschichte|vom tisch|raus aus)", r"an den nagel gehängt", r"los(?:geworden)?(?= ?$)",
    r"schluss (?:gemacht|mit)", r"stimmt (?:so |gar )?nicht(?: mehr)?", r"trifft nicht mehr zu",
    r"auseinander(?:gegangen)?",
    r"aus und vorbei", r"(?:didn't|did not|not|won't) renew\w*", r"nicht verlängert", r"bin (?:ich )?raus",
    r"(?:laps|expir)(?:e|es|ed|ing)", r"r[ua]n out", r"to?o?k(?:en)? (?:me |us |him |her )?off", r"deleted",
    r"closed (?:my|our|the)",
    r"came to an end", r"wrapped up", r"isn't for me", r"not for me", r"packed (?:it )?in", r"stepped down",
    r"opted out", r"(?:gave|give|given|giving) (?:\w+ ){0,3}?back", r"(?:is|are) (?:done|finished|through)",
    r"ist fertig",
    r"eingereicht",
    r"weaned off", r"came off", r"off the", r"fall(?:en)? through", r"f[aä]ll(?:t|en) [^,;]*\bweg", r"weggefallen",
    r"l[aä]ss\w*(?: ich| wir)? [^,;]*\b(?:weg|sein)", r"abgesetzt", r"gelöscht", r"deinstalliert", r"abgelaufen",
    r"auslaufen(?: lassen)?",
    r"(?:habe?|hat) [^,;]*\bsein lassen", r"drangegeben", r"verzichte[nt]? (?:jetzt |nun )?auf", r"aufs? eis gelegt",
    r"ausgelaufen",
    r"(?:bin|ist|sind) (?:\w+ )?(?:weg vom|los)", r"komplett gestrichen",
)
# What is over for something one has.
PARTED = _any(
    r"sold", r"(?:handed|turned|traded|sent|brought|took) (?:\w+ ){0,3}?(?:in|back)", r"returned", r"lost",
    r"threw (?:\w+ ){0,3}?(?:out|away)",
    r"scrapped", r"donated", r"passed on", r"verkauft", r"abgegeben", r"zurückgegeben", r"weggeworfen", r"verloren",
    r"verschrottet", r"gespendet", r"(?:came|fell|taken) (?:off|out)", r"(?:is|are) (?:finally )?(?:off|out)",
    r"(?:ist|sind|kam|kamen) (?:\w+ )?(?:raus|ab|weg|abgekommen)", r"went to (?:a|the) (?:new owner|scrap\w*|dump|"
    r"tip)", r"rehomed",
    r"took (?:\w+ ){0,3}?down", r"removed", r"abgebaut", r"entfernt", r"abgerissen", r"schrott\w*",
)
# What is over for a place where one works, studies or is a member.
LEFT = _any(r"left", r"leaving", r"walked out of", r"verlassen", r"ausgeschieden", r"raus")
# What ends a couple.
UNCOUPLED = _any(
    r"(?:split|broke|broken) up", r"separated", r"(?:is|it's) over", r"broke (?:it|things) off", r"ended (?:it|things)",
    r"dumped", r"called it quits", r"(?:got|are|getting) divorced", r"(?:not|aren't) together", r"getrennt",
    r"trennung",
    r"auseinander(?:gegangen)?", r"schluss", r"nicht mehr zusammen", r"verlassen",
)
# What makes room for something else, and says nothing alone.
GIVES_WAY = _any(
    r"(?:replaced?|replaces|swapp?ed|switched|changed|traded|upgraded|exchanged|moved|relocated|moving)", r"moved out",
    r"(?:retired|died|broke(?: down)?|broken|gone|gave out|packed in)", r"out", r"instead(?: of)?", r"rather than",
    r"used to", r"left", r"leaving", r"verlassen", r"closed", r"(?:finished|graduated|completed|fertig|"
    r"durch(?:gelesen)?|"
    r"ausgelesen|elternzeit|maternity leave)", r"not",
    r"statt", r"anstatt", r"anstelle(?: von)?", r"nicht", r"sondern", r"ersetzt", r"(?:ein|um)?ge"
    r"tauscht", r"gewechselt", r"umgestiegen", r"umgestellt", r"hinüber", r"kaputt", r"gestorben", r"ausgezogen",
    r"weggezogen", r"in rente", r"ruhestand", r"weg", r"von gestern", r"früher",
)
# What says by itself that one thing stands where another one stood.
TURNED = _any(
    r"instead", r"instead of", r"rather than", r"(?:has |have )?replaced?", r"swapp?ed", r"switch(?:ed)?", r"changed?",
    r"traded", r"upgraded", r"exchanged", r"moved", r"relocated", r"pushed(?: \w+){0,4} (?:back|to|forward)", r"pushed",
    r"rescheduled", r"postponed", r"brought forward", r"shifted", r"raised", r"increased", r"doubled", r"tripled",
    r"halved", r"lowered", r"reduced", r"cut", r"went (?:up|down)", r"left [^,;]{2,30} for", r"nur noch",
    r"make (?:that|it)", r"(?:down|up) to", r"renamed",
    r"dropped to", r"bumped(?: up)?", r"turned into", r"turned", r"became", r"got promoted", r"dyed", r"chopped",
    r"trimmed", r"gefärbt", r"schneiden lassen", r"geschnitten", r"put (?:me|us)", r"lost (?:some )?weight",
    r"gained", r"put on", r"abgenommen", r"zugenommen", r"went over", r"gone over", r"came over", r"übergelaufen",
    r"ported", r"transferred",
    r"umgebucht", r"rebooked", r"delayed", r"verspätet", r"upped", r"downgraded", r"promoted", r"befördert",
    r"took over from", r"ended up",
    r"got (?:a|my) (?:new )?job", r"angefangen", r"began", r"ab sofort", r"reworked", r"redecorated", r"repainted",
    r"neu gestrichen", r"retrain(?:ed|ing)?",
    r"umgeschult", r"umschulung", r"converted", r"went(?! to\b)", r"left [^,;]{2,30} for", r"nur noch",
    r"gone",
    r"statt", r"anstatt", r"anstelle", r"sondern", r"ersetzt", r"(?:ein|um)?getauscht", r"gewechselt", r"umgestiegen",
    r"umgestellt", r"verlegt", r"verschoben", r"vorverlegt", r"vorgezogen", r"erhöht", r"\w*erhöhung", r"gesenkt",
    r"reduziert", r"verdoppelt", r"halbiert", r"gestiegen", r"angehoben", r"hochgesetzt", r"(?:runter|rauf|hoch) auf",
    r"umbenannt", r"umgezogen", r"gezogen", r"geworden", r"wechsel", r"umzug", r"geändert", r"von \w+ auf",
)
# What says that it holds from now on.
NOW = _any(
    r"now", r"these days", r"nowadays", r"as of \w+", r"from now on", r"by now", r"back (?:on|to)", r"lately",
    r"currently", r"today",
    r"since (?:last |the )?\w+", r"new", r"brand[- ]new", r"jetzt", r"nun", r"inzwischen", r"mittlerweile",
    r"neuerdings", r"seit (?:letzte\w+ |dem |der |dieser )?\w+", r"seitdem", r"ab sofort", r"ab jetzt", r"aktuell",
    r"neue[rsnm]?", r"zurzeit", r"this (?:week|month|year)", r"got (?:me |myself )?an?", r"(?:mir|uns) [^,;]*"
    r"(?:geholt|gekauft|zugelegt|angeschafft)", r"(?:geholt|gekauft|zugelegt|angeschafft)", r"bought",
    r"diese[ns]? (?:woche|monat|jahr)", r"took over", r"übernommen", r"übernimmt",
)
ANY = re.compile("|".join(table.pattern for table in (ENDED, PARTED, LEFT, UNCOUPLED, GIVES_WAY, TURNED, NOW)), re.I)
# What tells of one day: what one did then changes nothing that holds.
ONE_DAY = _any(r"today", r"tonight", r"yesterday", r"last night", r"this (?:morning|afternoon|evening)", r"already",
    r"so far",
               r"heute", r"gestern", r"vorhin", r"eben", r"gerade", r"schon", r"bisher")
# What stands beside the rest and in the place of nothing.
BESIDES = _any(
    r"also", r"an? (?:second|third|fourth)", r"eine?n? (?:zweite|dritte|vierte)\w*", r"(?:(?<=\w) )?too(?= *(?:$|"
    r"[,.!?;)]))", r"as well", r"another", r"additional(?:ly)?", r"besides",
    r"on top of", r"extra", r"in addition", r"plus", r"auch(?! (?:nicht|kein))", r"außerdem",
    r"ausserdem",
    r"zusätzlich", r"zudem", r"dazu", r"noch ein\w*", r"noch zwei", r"weitere\w*",
    r"obendrein", r"either",
)
# What is only denied or to come: nothing yet, unless the clause says that it ends something.
TO_COME = _any(r"muss", r"müssen", r"needs? to", r"ha(?:ve|s) to", r"didn't", r"haven't", r"hasn't", r"won't", r"will",
    r"(?:i|we|he|she|it|they)'ll", r"werde", r"werden",
    r"wird")
# What has not come about: wished, doubted, or going on as before.
UNDONE = _any(
    r"want(?:s|ed)? to", r"wanna", r"going to (?!be (?=\w+ing))(?=[a-z]+(?: |$))", r"gonna",
    r"plan(?:s|ning)? to", r"hop(?:e|es|ing) to", r"about to", r"trying to", r"try to",
    r"thinking (?:of|about)", r"consider(?:ing)?", r"would", r"might", r"could", r"should", r"maybe",
    r"perhaps", r"probably", r"still", r"not yet", r"almost", r"nearly",
    r"wish", r"if", r"unless", r"never (?:sold|left|moved|quit|gave)", r"tempted", r"let's",
    r"don't (?:sell|quit|cancel)",
    r"want", r"looking for", r"dream(?:ing)? of",
    r"(?<=ich )will|will(?= ich)", r"wollen", r"wollte", r"möchte\w*", r"würde\w*", r"könnte\w*", r"sollte\w*", r"soll",
    r"vielleicht", r"wahrscheinlich", r"eventuell", r"vermutlich", r"überlege\w*", r"immer noch", r"nach wie vor",
    r"weiterhin", r"noch nicht", r"fast", r"beinahe", r"wenn", r"falls", r"hoffe\w*", r"müsste", r"plane\w*",
    r"habe? (?:\w+ ){0,3}nicht (?:verkauft|gekündigt|abgesagt)", r"suche",
)
# What only reminds of what was said.
KNOWN_ALREADY = _any(
    r"as you (?:already )?know", r"(?:like|as) i(?:'ve)? (?:said|told you|mentioned)", r"you (?:already )?know that",
    r"as "
    r"mentioned", r"as always", r"remember\?*$", r"wie gesagt", r"wie (?:du|ihr) weißt", r"wie erwähnt",
    r"(?:das )?weißt "
    r"du (?:ja|doch)", r"(?:das )?weisst du (?:ja|doch)", r"bekanntlich", r"sag(?:te)? ich (?:ja|doch)",
    r"hab ich (?:ja|doch) (?:gesagt|erzählt|erwähnt)", r"ja eh",
)
# Somebody else's life.
STRANGER = re.compile(
    r"(?:so )?(?:an?|some|this|that|the|my|our|his|her|their|der|die|das|ein|eine|so ein\w*|irgendein\w*|mein\w*|"
    r"unser\w*|"
    r"'?n|one of (?:my|the|our)|eine?r? (?:meiner|von))\s+(?:[\w-]+\s+)?"
    r"(?P<who>(?:\w*)(?:boss|chef|chefin|colleagues?|co-?workers?|kolleg\w*|neighbou?rs?|nachbar\w*|friends?|"
    r"freunde|mates?|"
    r"guys?|girl|lady|woman|man|typ|kumpel\w*|bekannte\w*|customers?|clients?|kund\w+|classmates?|manager\w*|people|"
    r"leute|"
    r"buddy|team|ex|colleague|bloke|dude|couple|ehepaar|familie nebenan|trainer\w*|coach|teacher|lehrer\w*))\b", re.I)
ANYBODY = re.compile(r"(?:someone|somebody|everyone|everybody|people|jemand|alle|leute|man|you|du|ihr|she|he|er|sie(?! "
                     r"(?:haben|wurden|werden)))\b", re.I)
