"""Kinds of clause about oneself: what one is, cannot do, is after, and has done for long; a row is a shape."""

from __future__ import annotations

import re

from memory.extract import lexicon
from memory.extract.plain.kind import DAY_DE, kind
from memory.extract.plain.verbs import PURSUITS

_SINCE = (r"(?:since (?!i (?:ask|start|woke))[\w'’ -]{2,30}|for (?:good|life|years|ages|decades|(?:\w+ ){1,2}years)|"
          r"(?:all|most of) my life)")
_SEIT = (r"(?:seit (?:(?:über |fast |gut |rund )?(?:\d+|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwanzig|"
         r"dreißig|vierzig|fünfzig|vielen|einigen) jahren|\d{4}|(?:de[mr]|meine[mr]|einem) [\w-]+|immer|jeher|"
         r"ewigkeiten|kindheit|geburt|[\w-]+-?zeiten))")
_DRUG = (r"[\w-]{4,}(?:prine|pine|zine|mine|xine|done|olol|pril|sartan|statin|cillin|mycin|zole|pam|lam|umab|imab|"
         r"ximab|"
         r"feron|umar|rin|formin|thyroxin|thyroxine|warfarin|insulin|lithium|steroids?|blockers?|tabletten|diazide?)")
_BODY = "|".join(sorted(map(re.escape, lexicon.HEALTH), key=len, reverse=True))
_STEMS = "|".join(sorted({verb.removesuffix("n").removesuffix("e") + "e?" for verb in PURSUITS if verb.endswith("n")}))

ONESELF = (
    # without a subject pronoun
    kind(rf"been (?P<v>(?:on|off|in|with|without|a|an|at) .+?) {_SINCE}", opening="I have"),
    kind(r"(?:just )?moved (?:back |over |out |down |up )*to (?P<v>[\w' -]+?)(?: for good| permanently)(?: .*)?",
         "home", "I", sure=True),
    kind(r"(?:ich )?bin (?:halt |ja |auch |selbst |übrigens )*(?P<v>(?:eine? )?[\w-]+(?: (?:im|in|bei|beim|an|am|auf) "
         r".+)?)", "BEING", "Ich", sure=True, language="de"),
    kind(r"(?:wir )?sind (?:halt |ja |auch |selbst |übrigens )*(?P<v>[\w-]+)",
         "BEING", "Wir", sure=True, language="de"),
    kind(r"(?:ich )?hab(?:e)? (?:halt |ja |auch |übrigens |leider )*(?P<v>(?:keine?n? |'?ne?n? |eine?n? |zwei |drei )"
         r"(?:[\w-]+ ){0,2}[\w-]{4,})", "HAVING", "Ich"),
    # what they are
    kind(r"(?:i'm|i am|im|we're|we are|were) (?:also |actually |both |all |now )*(?P<v>(?:an? |the )?(?:[\w-]+ ){0,2}"
         r"[\w-]+)", "BEING", sure=True),
    kind(r"(?:speaking )?as (?P<v>an? (?:[\w-]+ ){0,3}?[\w-]+) (?:i|we|my)(?:'\w+)? .+",
         "BEING", "I am", sure=True, whole=True),
    kind(r"als (?P<v>(?:[\w-]+ )??[\w-]{4,}) (?:[\w-]+ )??(?:ich|wir)\b.*",
         "BEING", "Ich bin", sure=True, whole=True, language="de"),
    kind(r"being (?P<v>(?:the only|an?) .+?) (?:gets|is|means|makes|has|can|isn't|sucks)\b.+",
         "note", "I am", whole=True),
    kind(r"(?:i'm|i am|im) (?:not )?(?P<v>(?:allowed|permitted|banned|barred|exempt)(?: to| from| near)? .+)"),
    kind(r"(?:[\w -]+ )?(?:darf|dürfen) (?:ich|wir) (?:\w+ )?(?:nicht|nichts|keine?n?|nie) (?P<v>.+)", "NOT"),
    kind(r"(?:(?:ich|wir) )?(?:darf|dürfen) (?:\w+ )?(?:nicht|nichts|keine?n?|nie) (?P<v>.+)", "NOT", "Ich"),
    kind(r"no (?P<v>[\w -]+?) (?:for (?:me|us)|allowed)(?: .*)?", "NOT"),
    kind(r"(?P<v>(?:[\w-]+ ){1,3}(?:is|are) (?:a no(?:-go)?|off limits|off the table|out))(?: for (?:me|us))?"),
    kind(r"mein (?:geld|brot) verdiene? ich als (?P<v>[\w-]+(?: [\w-]+)?)", "BEING", "Ich bin", sure=True, whole=True,
         language="de"),
    # what they cannot, will not or never learnt to do, and live by
    kind(r"(?:i )?(?:can't|cannot|cant|can not|never learn(?:t|ed)(?: how)? to) (?P<v>(?:swim|drive|ride an? \w+|"
         r"cook|sing|"
         r"whistle|dance|read music|(?:do|climb|manage) stairs|lift .+|type .+|cycle|skate|ski)\b.*)", "NOT", "I"),
    kind(r"ich kann (?:gar |überhaupt )?(?:nicht|kein) (?P<v>(?:schwimmen|autofahren|auto fahren|radfahren|"
         r"rad fahren|kochen|tanzen|singen|pfeifen|noten lesen|skifahren|treppen steigen)\b.*)", "NOT"),
    kind(r"(?P<v>[\w ]+?) hab(?:e)? ich (?:leider )?nie gelernt", "NOT"),
    kind(r"i (?P<v>(?:refuse to|swear by|live on|rely on|depend on|stay away from|steer clear of|go without) .+)"),
    kind(r"(?:i go by|i use|my pronouns are) (?P<v>(?:she|he|they|it|xe|ze|sie|er|any)/\w+(?:/\w+)?)", sure=True),
    kind(r"(?:i'm |i am |im )?not allowed to (?P<v>(?!say|tell|open|see|use|do|access|share|talk)\w+ .+)", "NOT",
         "I am"),
    kind(r"no (?P<v>[\w -]+) (?:in|on|with) my (?:tea|coffee|food|porridge|sandwiches|pizza|house|diet)(?:,? .*)?",
         "NOT",
         across=True),
    # how the body is
    kind(rf"(?:i'm|i am|im) (?P<v>(?:\w+ ){{0,2}}(?:{_BODY})(?: (?:in|on) (?:one|my|the) [\w ]+)?)",
         "health", sure=True),
    kind(rf"(?:ich )?bin (?P<v>(?:auf .+ |fast |halb |von geburt an |seit .+ )?(?:{_BODY}))",
         "health", "Ich", sure=True),
    kind(rf"(?P<v>{_BODY}),? (?:officially|since .+|as of .+|diagnosed.*|seit .+|diagnostiziert.*)", "health", "I am",
         sure=True, whole=True, across=True),
    kind(r"(?:ich )?bin (?P<v>trocken|nüchtern|clean|abstinent),? (?:seit .+|(?:\w+ )?\w+ (?:jahren?|monaten?)\b.*)",
         "note", "Ich", sure=True, across=True),
    kind(r"ich (?P<v>(?:hör|seh|lauf|schlaf|riech|schmeck)e? (?:\w+ )?(?:schlecht|kaum|wenig|nichts|nur .+))",
         "health"),
    kind(r"i'?m (?P<v>(?:(?:five|six|\d) ?(?:foot|feet|ft|')(?: \w+)?(?: tall)?|\d[.,]\d\d ?m(?: tall)?|(?:an? |"
         r"\w+ )?\w+ years? (?:sober|clean|cancer[- ]free|married|widowed|divorced)))", "note", sure=True),
    kind(r"(?:i've|i have) been (?P<v>(?:sober|clean|vegan|vegetarian|married|widowed|divorced|single) .+)", sure=True),
    kind(rf"(?:i|we) (?:also |still |now )?take (?P<v>{_DRUG})(?: .*)?", "health"),
    kind(rf"ich (?:nehme?|spritze? mir) (?P<v>{_DRUG})(?: .*)?", "health"),
    # what they never did
    kind(r"(?:(?:i've|i have|i) )?never (?:once |even )?(?P<v>(?:touched|smoked|eaten|owned|flown|driven|broken|"
         r"been married|set "
         r"foot in|had (?:an? )?(?:drink|cigarette|licen[cs]e|car|pet|operation))(?! (?:the|this|that|my|your)\b)"
         r" ?.*)", "NOT", "I have"),
    kind(r"(?:ich )?hab(?:e)? (?:ich )?noch nie (?:im leben |in meinem leben )?(?P<v>(?!davon|darüber|so\b|sowas|"
         r"das\b|etwas|was\b)[\w -]+)", "NOT", "Ich"),
    kind(r"(?P<v>[\w -]+?) hab(?:e)? ich (?:noch )?nie (?:gemacht|gehabt|geraucht|getrunken|gegessen|probiert|"
         r"besessen)", "NOT"),
    kind(r"(?:i've|i have) been to (?P<v>[\w ]+?) (?:once|twice|(?:\d+|three|four|five|many|several) times)", "event"),
    # what they like better, and what they cannot bear
    kind(r"(?P<v>(?!quality|mind|substance|safety|function|team|it\b|this\b|that\b|the\b)[\w' -]+?) (?:over|beats?)"
         r" [\w' -]+?(?: for me)?,? (?:always|any day|any time|every time|for me)",
         "likes", sure=True, across=True),
    kind(r"lieber (?P<v>[\w -]+?) als [\w -]+", "likes"),
    kind(r"(?P<v>[\w-]+(?: [\w-]+)?) (?:geht|gehen) (?:bei mir )?immer", "likes"),
    kind(r"(?P<v>[\w-]+(?: [\w-]+)?) (?:geht|gehen) bei mir (?:gar |überhaupt )?nicht(?: mehr)?", "NOT"),
    kind(r"(?P<v>[\w-]+(?: [\w-]+)?) (?:ist|sind) (?:mir ein graus|nichts für mich|für mich tabu)", "HATES"),
    kind(r"(?P<v>(?!it\b|this\b|that\b|the\b|your?\b)[\w' -]+? (?:makes? me (?:ill|itch|sneeze|break out)|"
         r"gives? me (?:an? )?(?:rash|hives|migraines?|heartburn)))",
         "health", sure=True),
    kind(r"(?P<v>[\w' -]+?) (?:disgusts?|terrifies|terrify|bores?) me", "HATES"),
    # what matters to them
    kind(r"(?P<v>[\w' -]+?) (?:is|are|has been|has always been) (?:also )?my (?:biggest |greatest |true |one |only |"
         r"great )?(?:passion|hobby|hobbies|speciality|specialty|guilty pleasure|happy place|second home|"
         r"first love)s?(?: .*)?",
         "likes"),
    kind(r"(?P<v>[\w -]+?) (?:ist|sind) mein(?:e)? (?:große |größte |einziges? |liebstes? )?(?:leidenschaft|hobby|"
         r"hobbys|steckenpferd|spezialität|ein und alles)", "likes"),
    # what they are at, and what they are after
    kind(r"(?:i|we)(?:'ve| have)? (?:just |finally |recently |also )*(?P<v>(?:opened|founded|launched|started|set up) "
         r"(?:an? |my |our |my own |our own )(?:[\w'-]+ ){0,3}?(?:store|shop|studio|business|company|agency|charity|"
         r"club|channel|blog|podcast|café|cafe|bakery|practice|school|group|band|campaign|nonprofit|non-profit|"
         r"petition)\b.*)"),
    kind(r"(?:i'm|i am|im|we're|we are) (?:also |still |currently |now )*(?P<v>(?:searching|looking|hunting|"
         r"saving(?: up)?|"
         r"on the hunt) for an? (?:[\w'-]+ ){0,3}?(?:place|house|flat|apartment|job|studio|home|car|bike|boat|trip|"
         r"wedding|therapist|investor|internship|apprenticeship)s?\b.*)"),
    kind(r"(?:i|we) (?:really |also |still |one day |just )*(?:want to|wanna|plan to|hope to|decided to)"
         r" (?P<v>(?:start|open|become|"
         r"learn|study|adopt|foster|run for|move to|emigrate|retire|train as|buy an? (?:house|flat|car|boat|farm))"
         r" ?.*)",
         "plan"),
    kind(r"(?P<v>(?:ab|vor|nach|bis) (?:\d{1,2}|[a-zäöü]+)(?: uhr)? \w+ ich (?:nie|immer|nicht|nix|kein\w*) .+)",
         "habit", sure=True),
    # for long
    kind(rf"(?:i've|i have|we've|we have) (?:been )?(?P<v>(?P<verb>[a-z]+) .+ {_SINCE})", "habit"),
    kind(rf"(?:ich |wir )(?P<v>(?P<verb>[a-zäöüß]+) [^,]*?),? (?:schon |nun |jetzt )?{_SEIT}(?:,? .*)?",
         "habit", across=True),
    kind(rf"(?P<v>(?P<verb>{_STEMS}) .*\b(?:jede[nrs]? (?:tag|woche|monat|morgen|abend|{DAY_DE})|täglich)\b.*)",
         "habit", "Ich"),
    kind(rf"{_SEIT} (?P<v>(?P<verb>[a-zäöüß]+) (?:ich|wir) .+)", "habit"),
    # a condition beside a request
    kind(rf".+\b(?:please|pls|plz|bitte)[,;:]? (?P<v>(?:[\w-]+ )?(?:{lexicon.AILMENT.pattern}))",
         "health", "I have",
         sure=True, whole=True, across=True),
)
