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
         r"ewigkeiten|"
         r"kindheit|geburt|[\w-]+-?zeiten))")
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
    kind(r"(?:i'm|i am|im) (?:not )?(?P<v>(?:allowed|permitted|banned|barred|exempt)(?: to| from| near)? .+)",
         sure=True),
    kind(r"(?:[\w -]+ )?(?:darf|dürfen) (?:ich|wir) (?:\w+ )?(?:nicht|nichts|keine?n?|nie) (?P<v>.+)", "NOT"),
    kind(r"(?:(?:ich|wir) )?(?:darf|dürfen) (?:\w+ )?(?:nicht|nichts|keine?n?|nie) (?P<v>.+)", "NOT", "Ich"),
    kind(r"no (?P<v>[\w -]+?) (?:for (?:me|us)|allowed)(?: .*)?", "NOT"),
    kind(r"(?P<v>(?:[\w-]+ ){1,3}(?:is|are) (?:a no(?:-go)?|off limits|off the table|out))(?: for (?:me|us))?"),
    # what they cannot, will not or never learnt to do, and live by
    kind(r"(?:i )?(?:can't|cannot|cant|can not|never learn(?:t|ed)(?: how)? to) (?P<v>(?:swim|drive|ride an? \w+|"
         r"cook|sing|"
         r"whistle|dance|read music|(?:do|climb|manage) stairs|lift .+|type .+|cycle|skate|ski)\b.*)", "NOT", "I"),
    kind(r"ich kann (?:gar |überhaupt )?(?:nicht|kein) (?P<v>(?:schwimmen|autofahren|auto fahren|radfahren|"
         r"rad fahren|kochen|"
         r"tanzen|singen|pfeifen|noten lesen|skifahren|treppen steigen)\b.*)", "NOT"),
    kind(r"(?P<v>[\w ]+?) hab(?:e)? ich (?:leider )?nie gelernt", "NOT"),
    kind(r"i (?P<v>(?:refuse to|swear by|live on|rely on|depend on|stay away from|steer clear of|go without) .+)"),
    kind(r"(?:i go by|i use|my pronouns are) (?P<v>(?:she|he|they|it|xe|ze|sie|er|any)/\w+(?:/\w+)?)", sure=True),
    # how the body is
    kind(rf"(?:i'm|i am|im) (?P<v>(?:\w+ ){{0,2}}(?:{_BODY})(?: (?:in|on) (?:one|my|the) [\w ]+)?)",
         "health", sure=True),
    kind(rf"(?:ich )?bin (?P<v>(?:auf .+ |fast |halb |von geburt an |seit .+ )?(?:{_BODY}))",
         "health", "Ich", sure=True),
    kind(r"ich (?P<v>(?:hör|seh|lauf|schlaf|riech|schmeck)e? (?:\w+ )?(?:schlecht|kaum|wenig|nichts|nur .+))",
         "health"),
    # what matters to them
    kind(r"(?P<v>[\w' -]+?) (?:is|are|has been|has always been) (?:also )?my (?:biggest |greatest |true |one |only |"
         r"great )?"
         r"(?:passion|hobby|hobbies|speciality|specialty|guilty pleasure|happy place|second home|"
         r"first love)s?(?: .*)?",
         "likes"),
    kind(r"(?P<v>[\w -]+?) (?:ist|sind) mein(?:e)? (?:große |größte |einziges? |liebstes? )?(?:leidenschaft|hobby|"
         r"hobbys|"
         r"steckenpferd|spezialität|ein und alles)", "likes"),
    # what they are at, and what they are after
    kind(r"(?:i|we)(?:'ve| have)? (?:just |finally |recently |also )*(?P<v>(?:opened|founded|launched|started|set up) "
         r"(?:an? |my |our |my own |our own )(?:[\w'-]+ ){0,3}?(?:store|shop|studio|business|company|agency|charity|"
         r"club|"
         r"channel|blog|podcast|café|cafe|bakery|practice|school|group|band|campaign|nonprofit|non-profit|"
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
