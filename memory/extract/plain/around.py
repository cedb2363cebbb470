"""Kinds of clause about what is around one: rules of others, days, home, relatives and one's things."""

from __future__ import annotations

import re

from memory.extract.lexicon import KIN_WORD
from memory.extract.plain.kind import DAY_DE, kind

_KIN = "|".join(sorted(map(re.escape, KIN_WORD), key=len, reverse=True))
_IN_LAW = r"(?:mother|father|sister|brother|parents?)[ -]in[ -]law|in[ -]laws|ex(?:[ -](?:wife|husband|partner))?"
_DAY_EN = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_OUR = r"(?:my|our|the)"
_MEIN = r"(?:mein|unser|der|die|das)e?"
_RULER = (r"(?:landlord|landlady|lease|building|house rules|hoa|council|school|nursery|hospital|doctor|doc|gp|dentist|"
          r"midwife|consultant|insurance|company|contract|visa|religion|faith|vermieter(?:in)?|hausordnung|mietvertrag|"
          r"arzt|ärztin|hausarzt|hausärztin|orthopäd(?:e|in)|kinderarzt|hebamme|schule|kita|firma|vertrag|"
          r"versicherung|religion|glaube)")
_RULES = (r"(?:(?:has |have |hat )?(?:banned|forbidden|prohibited)|bans?|forbids?|prohibits?|(?:doesn't|doesnt|"
          r"does not|"
          r"don't|won't|wont) (?:allow|let|permit|cover)|(?:only )?(?:allows?|permits?)|only lets?|says no(?: more)?|"
          r"(?:duldet|erlaubt|verbietet|gestattet|zahlt|übernimmt)|lässt (?:uns|mich)|hat (?:mir |uns )?.+ verboten)")
_HOME = (r"(?:our|my) (?:place|house|flat|home|farm|boat|village|building|street|kitchen|bathroom|office|bag|room|"
         r"garden)")
_LASTS_EN = (r"(?:meets?|faces?|overlooks?|runs? on|belongs?|expires?|ends? (?:in|on|at)|starts? at|covers?|consists?|"
             r"costs? (?:me|us)|only (?:works?|takes?|has)|has (?:an?|no|two|three)|have (?:an?|no|two|three)|"
             r"closes? (?:at|on)|opens? (?:at|on)|pays? (?:for|out)|requires?|flood(?:s|ed) every)")
_LASTS_DE = (r"(?:geht (?:nach|um|immer|bis|jede[nrsm]?)|läuft (?:bis|über|noch|immer|mit|nur)|liegt (?:in|im|am|an|"
             r"auf|direkt)|"
             r"gehört|endet|trifft sich|zeigt nach|grenzt|hat (?:eine?n?|keine?n?|nur|zwei|drei)|kostet mich|"
             r"steht (?:in|im|auf)|deckt|zahlt|findet (?:immer|jede[nrsm]?)|heißt)")
_STANDING_EN = (r"flat|apartment|house|place|neighbou?rhood|street|village|commute|shifts?|job|hearing|eyesight|"
                r"savings|rent|"
                r"mortgage|degree(?: course)?|contract|hours|visa|tenancy|blood (?:type|pressure)|diabetes|herd|"
                r"balcony|garden|heating|salary|pension|schedule")
_STANDING_DE = (r"wohnung|haus|zimmer|wg|straße|viertel|dorf|arbeitsweg|schicht(?:en)?|job|gehör|miete|warmmiete|"
                r"kaltmiete|vertrag|gehalt|rente|blutgruppe|balkon|garten|heizung|herde|studium|fach|visum")

AROUND = (
    # rules of others over one's life
    kind(rf"{_OUR} (?P<v>{_RULER} {_RULES} .+)"),
    kind(rf"{_MEIN} (?P<v>{_RULER} {_RULES} .+)"),
    # days
    kind(rf"(?:on )?(?:every (?:\w+ )?)?{_DAY_EN}s? (?:is|are) (?P<v>.+)", "habit"),
    kind(rf"(?:on )?(?:every (?:\w+ )?{_DAY_EN}|{_DAY_EN}s)(?: (?:morning|night|evening)s?)? (?P<v>.+\b(?:i|i'm|we|"
         rf"my|me|mine|"
         r"our|us)\b.*)", "habit"),
    kind(rf"(?:{DAY_DE}s|jede[nrms] (?:\w+ )?{DAY_DE}|immer {DAY_DE}s)(?: (?:früh|vormittags?|mittags?|abends?))? "
         r"(?:hab|habe|haben|bin|sind|ist|muss|geh|gehe|mach|mache) (?:(?:ich|wir|bei mir|bei uns)"
         r" )?(?:immer )?(?P<v>.+)",
         "habit"),
    # what is so at home
    kind(r"(?:wir haben (?=kein)|bei (?:mir|uns) .*(?:gibt es|gibt's|gibts|ist|sind|läuft|kommt) )(?P<v>.+)"),
    kind(rf"(?:there's|there is|there are|theres|we've got|got) (?P<v>(?:always |only |no |never ).+) "
         rf"(?:at|in|on|near) {_HOME}"),
    kind(rf"(?P<v>no [\w -]+) (?:at|in|on) {_HOME}", "note", "There is"),
    kind(r"(?:i|we) speak (?P<v>[\w]+) at home", "language"),
    kind(r"(?:it's|its|[\w]+ is|[\w]+'s) (?P<v>my (?:first|second|third|fourth|native) language)", sure=True),
    kind(r"(?:we've|we have|i've|i have) (?P<v>(?:\d+|one|two|three|four|five|ten|\w+teen|\w+ty) (?:years|months)"
         r" left .+)",
         sure=True),
    # relatives
    kind(rf"(?:(?:my|our|the) )?(?P<kin>{_IN_LAW}|{_KIN}) (?P<v>(?:lives?|has|have|stays?|visits?|pays?|looks after|"
         rf"takes|"
         r"works?|plays?|is allergic|speaks?|owns?) .+)", "KIN"),
    kind(rf"(?:(?:meine?|unse?re?|die|der) )?(?P<kin>{_KIN}) (?P<v>(?:wohn(?:t|en)|leb(?:t|en)|sitzt|liegt|"
         rf"arbeite(?:t|n)|"
         r"spiel(?:t|en)|hat|haben|zahl(?:t|en)|redet|spricht|kriegt|pflegt|studiert) .+)", "KIN"),
    kind(rf"(?:(?:my|our) )?(?P<kin>{_KIN})'s (?P<v>[\w-]+ (?:pays?|covers?|lets?|lives?|has|have|runs?|owns?|"
         rf"needs?) .+)",
         "KIN"),
    kind(r"(?:my|our) (?P<v>(?:[\w-]+ ){1,3}is (?:dr|mr|mrs|ms|prof|professor)\.? [\w-]+)"),
    kind(r"(?:meine?|unse?re?) (?P<v>[\w-]+ (?:ist|heißt) (?:(?:die|der) )?(?:frau|herr|dr\.?|prof\.?)"
         r" (?:dr\.? )?[\w-]+)"),
    kind(rf"(?:my|our) (?:[\w-]+ )?(?P<kin>{_KIN})(?: (?-i:[A-Z])\w+)? (?P<v>(?:also |still |"
         rf"only )?(?P<verb>[a-z]{{3,}})s .+)",
         "KIN"),
    kind(rf"(?:(?:my|our) )?(?:[\w-]+ )?(?P<kin>{_KIN})(?: (?-i:[A-Z])\w+)?(?:'s| is) (?P<v>(?:scared|afraid|"
         rf"terrified|allergic|"
         r"addicted|devoted) (?:of|to) .+|in (?:a|the) (?:care home|nursing home|hospice|wheelchair|army|navy|"
         r"prison)\b.*)",
         "KIN"),
    kind(rf"(?:meine?|unse?re?) (?:[\w-]+ )?(?P<kin>{_KIN})(?: (?-i:[A-ZÄÖÜ])\w+)? (?P<v>(?P<verb>[a-zäöüß]{{3,}}t)"
         rf" .+)", "KIN"),
    # what is mine
    kind(rf"(?:my|our) (?P<v>(?P<noun>(?:[\w-]+ )?(?:{_STANDING_EN}))(?:'s| is| are| has) (?!late\b|empty\b|gone\b|"
         rf"open\b|here\b|"
         r"locked\b|on fire\b|not\b|\w+ing (?:a|me|us|the|my|down|up)\b|broken\b|done\b|ready\b|down\b|over\b|"
         r"signed\b|wrong\b|at risk\b|a mess\b).+)"),
    kind(rf"(?:meine?|unse?re?) (?P<v>(?P<noun>(?:{_STANDING_DE})) (?:ist|sind|hat) (?!leer\b|weg\b|kaputt\b|offen\b|"
         rf"da\b|nicht\b|"
         r"voll\b|dreckig\b|fertig\b|gerade\b).+)"),
    kind(r"bei (?:mir|uns) (?P<v>(?:wohn|leb|schlaf)(?:en|t) (?!der|die|das)\w.+)"),
    kind(r"(?P<v>[\w-]+) (?:gibts|gibt's|gibt es) bei uns (?:leider )?(?:nicht|keine?n?|keins)", "NOT"),
    kind(rf"(?:my|our) (?P<v>(?P<noun>(?:[\w'-]+ ){{0,2}}?[\w-]{{3,}})(?: only| always)? {_LASTS_EN} .+)"),
    kind(r"(?:my|our) (?P<noun>(?:[\w'-]+ ){0,2}?[\w-]{3,}?)(?: is|'s) (?P<v>(?:an? .+|(?:[\w-]+ )?[\w-]+[ -](?:fired|"
         r"powered|heated|driven|free|friendly|term)))"),
    kind(rf"(?:mein|unse?r)e? (?P<v>(?P<noun>[\w-]{{3,}}) {_LASTS_DE} .+)"),
    kind(r"(?:mein|unse?r)e? (?P<noun>[\w-]{3,}) (?:ist|sind) (?P<v>(?:eine? |jede[nrsm]? |immer |nur |befristet|"
         r"gepachtet|gemietet).*)"),
)
