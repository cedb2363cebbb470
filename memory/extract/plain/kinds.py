"""Kinds of clause in which people mention their circumstances on the way to something else, as a table.

"been on statins since March", "mittwochs hab ich Chor", "as a courier I ...", "our lease doesn't allow pets": each row
is a shape of clause whose group `v` is the value.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory.extract import lexicon
from memory.extract.lexicon import KIN_WORD

_KIN = "|".join(sorted(map(re.escape, KIN_WORD), key=len, reverse=True))
_IN_LAW = r"(?:mother|father|sister|brother|parents?)[ -]in[ -]law|in[ -]laws|ex(?:[ -](?:wife|husband|partner))?"
_DAY_EN = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_DAY_DE = r"(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)"
_OUR = r"(?:my|our|the)"
_MEIN = r"(?:mein|unser|der|die|das)e?"
_SINCE = (r"(?:since (?!i (?:ask|start|woke))[\w'’ -]{2,30}|for (?:good|life|years|ages|decades|(?:\w+ ){1,2}years)|"
          r"(?:all|most of) my life)")
_SEIT = (r"(?:seit (?:(?:über |fast |gut |rund )?(?:\d+|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwanzig|"
         r"dreißig|vierzig|fünfzig|vielen|einigen) jahren|\d{4}|(?:de[mr]|meine[mr]|einem) [\w-]+|immer|jeher|"
         r"ewigkeiten|"
         r"kindheit|geburt|[\w-]+-?zeiten))")
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
@dataclass(frozen=True, slots=True)
class Kind:
    """A shape of clause with the slot of its value.

    A slot in capitals says how the value is sorted: BEING and HAVING by its noun, KIN by the relative in the group
    `kin`, NOT as a note that is denied. `opening` is put before a clause that leaves its subject out; with `whole` it
    makes the sentence with the value alone. `sure`: no word of the moment in it makes it passing; `across`: it is
    read past its first comma.
    """

    pattern: re.Pattern[str]
    slot: str
    opening: str = ""
    sure: bool = False
    whole: bool = False
    language: str = "en"
    across: bool = False


def _kind(pattern: str, slot: str = "note", opening: str = "", *, sure: bool = False, whole: bool = False,
          language: str = "en", across: bool = False) -> Kind:
    return Kind(re.compile(pattern + r"$", re.I), slot, opening, sure, whole, language, across)


KINDS = (
    # without a subject pronoun
    _kind(rf"been (?P<v>(?:on|off|in|with|without|a|an|at) .+?) {_SINCE}", opening="I have"),
    _kind(r"(?:just )?moved (?:back |over |out |down |up )*to (?P<v>[\w' -]+?)(?: for good| permanently)(?: .*)?",
          "home", "I", sure=True),
    _kind(r"(?:ich )?bin (?:halt |ja |auch |selbst |übrigens )*(?P<v>(?:eine? )?[\w-]+(?: (?:im|in|bei|beim|an|am|auf) "
          r".+)?)", "BEING", "Ich", language="de"),
    _kind(r"(?:wir )?sind (?:halt |ja |auch |selbst |übrigens )*(?P<v>[\w-]+)", "BEING", "Wir", language="de"),
    _kind(r"(?:ich )?hab(?:e)? (?:halt |ja |auch |übrigens |leider )*(?P<v>(?:keine?n? |'?ne?n? |eine?n? |zwei |drei )"
          r"(?:[\w-]+ ){0,2}[\w-]{4,})", "HAVING", "Ich"),
    # what they are
    _kind(r"(?:i'm|i am|im|we're|we are|were) (?:also |actually |both |all |now )*(?P<v>(?:an? |the )?(?:[\w-]+ ){0,2}"
          r"[\w-]+)", "BEING"),
    _kind(r"(?:speaking )?as (?P<v>an? (?:[\w-]+ ){0,3}?[\w-]+) (?:i|we|my)(?:'\w+)? .+", "BEING", "I am", whole=True),
    _kind(r"als (?P<v>(?:[\w-]+ )?[\w-]{4,}) (?:[\w-]+ )?(?:ich|wir)\b.*",
          "BEING", "Ich bin", whole=True, language="de"),
    _kind(r"being (?P<v>(?:the only|an?) .+?) (?:gets|is|means|makes|has|can|isn't|sucks)\b.+",
          "note", "I am", whole=True),
    _kind(r"(?:i'm|i am|im) (?:not )?(?P<v>(?:allowed|permitted|banned|barred|exempt)(?: to| from| near)? .+)",
          sure=True),
    _kind(r"(?:[\w -]+ )?(?:darf|dürfen) (?:ich|wir) (?:\w+ )?(?:nicht|nichts|keine?n?|nie) (?P<v>.+)", "NOT"),
    _kind(r"(?:(?:ich|wir) )?(?:darf|dürfen) (?:\w+ )?(?:nicht|nichts|keine?n?|nie) (?P<v>.+)", "NOT", "Ich"),
    _kind(r"no (?P<v>[\w -]+?) (?:for (?:me|us)|allowed)(?: .*)?", "NOT"),
    _kind(r"(?P<v>(?:[\w-]+ ){1,3}(?:is|are) (?:a no(?:-go)?|off limits|off the table|out))(?: for (?:me|us))?"),
    # rules of others over one's life
    _kind(rf"{_OUR} (?P<v>{_RULER} {_RULES} .+)"),
    _kind(rf"{_MEIN} (?P<v>{_RULER} {_RULES} .+)"),
    # days
    _kind(rf"(?:on )?(?:every (?:\w+ )?)?{_DAY_EN}s? (?:is|are) (?P<v>.+)", "habit"),
    _kind(rf"(?:on )?(?:every (?:\w+ )?{_DAY_EN}|{_DAY_EN}s)(?: (?:morning|night|evening)s?)? (?P<v>.+\b(?:i|i'm|we|"
          rf"my|me|mine|"
          r"our|us)\b.*)", "habit"),
    _kind(rf"(?:{_DAY_DE}s|jede[nrms] (?:\w+ )?{_DAY_DE}|immer {_DAY_DE}s)(?: (?:früh|vormittags?|mittags?|abends?))? "
          r"(?:hab|habe|haben|bin|sind|ist|muss|geh|gehe|mach|mache) (?:(?:ich|wir|bei mir|bei uns)"
          r" )?(?:immer )?(?P<v>.+)",
          "habit"),
    # what is so at home
    _kind(r"(?:wir haben (?=kein)|bei (?:mir|uns) .*(?:gibt es|gibt's|gibts|ist|sind|läuft|kommt) )(?P<v>.+)"),
    _kind(rf"(?:there's|there is|there are|theres|we've got|got) (?P<v>(?:always |only |no |never ).+) "
          rf"(?:at|in|on|near) {_HOME}"),
    _kind(rf"(?P<v>no [\w -]+) (?:at|in|on) {_HOME}", "note", "There is"),
    _kind(r"(?:i|we) speak (?P<v>[\w]+) at home", "language"),
    _kind(r"(?:it's|its|[\w]+ is|[\w]+'s) (?P<v>my (?:first|second|third|fourth|native) language)"),
    _kind(r"(?:we've|we have|i've|i have) (?P<v>(?:\d+|one|two|three|four|five|ten|\w+teen|\w+ty) (?:years|months)"
          r" left .+)",
          sure=True),
    # relatives
    _kind(rf"(?:(?:my|our|the) )?(?P<kin>{_IN_LAW}|{_KIN}) (?P<v>(?:lives?|has|have|stays?|visits?|pays?|looks after|"
          rf"takes|"
          r"works?|plays?|is allergic|speaks?|owns?) .+)", "KIN"),
    _kind(rf"(?:(?:meine?|unse?re?|die|der) )?(?P<kin>{_KIN}) (?P<v>(?:wohn(?:t|en)|leb(?:t|en)|sitzt|liegt|"
          rf"arbeite(?:t|n)|"
          r"spiel(?:t|en)|hat|haben|zahl(?:t|en)|redet|spricht|kriegt|pflegt|studiert) .+)", "KIN"),
    # for long
    _kind(rf"(?:i've|i have|we've|we have) (?:been )?(?P<v>(?P<verb>[a-z]+) .+ {_SINCE})", "habit"),
    _kind(rf"(?:ich |wir )(?P<v>(?P<verb>[a-zäöüß]+) .*{_SEIT}.*)", "habit"),
    _kind(rf"{_SEIT} (?P<v>(?P<verb>[a-zäöüß]+) (?:ich|wir) .+)", "habit"),
    # what is mine
    _kind(rf"(?:my|our) (?P<v>(?P<noun>(?:[\w'-]+ ){{0,2}}?[\w-]{{3,}})(?: only| always)? {_LASTS_EN} .+)"),
    _kind(r"(?:my|our) (?P<noun>(?:[\w'-]+ ){0,2}?[\w-]{3,}?)(?: is|'s) (?P<v>(?:an? .+|(?:[\w-]+ )?[\w-]+[ -](?:fired|"
          r"powered|heated|driven|free|friendly|term)))"),
    _kind(rf"(?:mein|unse?r)e? (?P<v>(?P<noun>[\w-]{{3,}}) {_LASTS_DE} .+)"),
    _kind(r"(?:mein|unse?r)e? (?P<noun>[\w-]{3,}) (?:ist|sind) (?P<v>(?:eine? |jede[nrsm]? |immer |nur |befristet|"
          r"gepachtet|"
          r"gemietet).*)"),
    # a condition beside a request
    _kind(rf".+\b(?:please|pls|plz|bitte)[,;:]? (?P<v>(?:[\w-]+ )?(?:{lexicon.AILMENT.pattern}))",
          "health", "I have",
          sure=True, whole=True, across=True),
)
