"""Classes a person is in one of at a time: single or married, owner or tenant, vegetarian or eater of meat.

A group is a set of classes; `_APART` says which of its classes cannot be together. Classes that are not listed there
can: somebody divorced is single too.
"""

from __future__ import annotations

import re

from memory.contradict.reading import SELF, Reading
from memory.contradict.slots import Slot

_FATHER = r"(?:man|dude|guy|father|dad|husband|male|boy|mann|vater|papa|kerl|typ)"
_MOTHER = r"(?:woman|lady|mother|mom|mum|wife|female|girl|gal|frau|mutter|mama)"
_HEAD = r"(?=$|,| of | with | in | who | and | btw| from | to | von | mit | aus | und |\.)"
_PERSON = (r"(?:parents?|mom|mum|mother|dad|father|brothers?|sisters?|roommates?|flatmates?|husband|wife|boyfriend|"
           r"girlfriend|"
           r"partner|family|kids|children|grand\w+|friends?|son|daughter|fiancee?|aunt|uncle|eltern|mutter|vater|"
           r"bruder|schwester|"
           r"mitbewohner\w*|mann|frau|freundin|freund|familie|kindern?|oma|opa|grosseltern|sohn|tochter)")
# (group, class, letters one of which the clause must hold, pattern)
_ROWS: tuple[tuple[str, str, str, str], ...] = (
    ("marital", "single", "single ledig", r"\b(?:am|bin|been|still|noch) (?:\w+ ){0,2}?(?:single|ledig)\b(?! (?:mom|"
                                          r"mum|mother|dad|father|parent|child|mutter|vater))"),
    ("marital", "married", "married verheiratet wife husband frau mann", r"\b(?:am|have been|been|are|got|bin|sind) "
                                                                         r"(?:\w+ ){0,4}?"
     r"(?:married|verheiratet)\b(?! (?:before|once|twice|into))|\bmy (?:wife|husband)\b|\bmein(?:e frau|em mann|er "
     r"frau| mann)\b"),
    ("marital", "engaged", "engaged verlobt fianc", r"\b(?:am|are|got|just got|bin|sind|haben uns) (?:\w+ "
                                                    r"){0,2}?(?:engaged|verlobt)\b(?! in| with)"
     r"|\bmy fiancee?\b|\bmeine?n? verlobte[rn]?\b"),
    ("marital", "divorced", "divorced geschieden", r"\b(?:am|bin|are|sind) (?:\w+ ){0,4}?(?:divorced|geschieden)\b"),
    ("marital", "widowed", "widow verwitwet witwe", r"\b(?:am|bin) (?:an? |eine? )?(?:widow(?:ed|er)?|verwitwet|"
                                                    r"witwer?)\b"),
    ("marital", "partnered", "girlfriend boyfriend freundin gf bf", r"\b(?:have|got) a (?:girl|boy)friend\b|\bmy "
                                                                    r"(?:(?:girl|boy)friend|gf|bf)\b|"
     r"\b(?:habe|hab) (?:seit .*)?eine (?:feste )?freundin\b|\bmit meine[mr] freund(?:in)? .*zusammen\b"),
    ("gender", "male", "man dude guy dad father husband male boy mann vater papa kerl",
     rf"\b(?:am|bin) (?:an?|the|eine?|just a)? ?(?:\w+ ){{0,3}}?{_FATHER}{_HEAD}|\bmy wife and i\b"),
    ("gender", "female", "woman lady mom mum mother wife female girl gal frau mutter mama pregnant schwanger",
     rf"\b(?:am|bin) (?:an?|the|eine?|just a)? ?(?:\w+ ){{0,3}}?{_MOTHER}{_HEAD}|\bam (?:\w+ )?pregnant\b|\bbin "
     rf"(?:\w+ )?schwanger\b"),
    ("tenure", "owner", "own bought gehort eigen", r"\bown (?:my|our)(?: own)? (?:house|home|flat|apartment|condo|"
                                                   r"place)\b|\b(?:mein|unser) eigenes "
     r"haus\b|\bwohnung gehort (?:mir|uns)\b|\b(?:mir|uns) gehort (?:das|die|unser\w*|mein\w*) (?:haus|wohnung)\b|"
     r"\bown a (?:house|home)$|\bbought (?:my|our|this)(?: own)? (?:house|home|flat|apartment|condo)\b|\b(?:in der|"
     r"eine) eigentumswohnung\b"),
    ("tenure", "tenant", "rent miete", r"\brent(?:ing)?(?: (?:my|our|a|an|the))?(?: \w+)? (?:house|home|flat|"
                                       r"apartment|condo|place)\b(?! out)|"
     r"\b(?:i|we) (?:still |just |only )?rent(?:$|,)|\bzur miete\b|\bmiete (?:meine|eine) wohnung\b|^(?:my|our) "
     r"(?:house|flat|apartment|condo) is rented\b|\bmy landlord\b|\bmein vermieter\b"),
    ("company", "alone", "alone by myself on my own allein", r"\b(?:live|living|wohne|lebe) (?:\w+ ){0,3}?(?:alone|by "
                                                             r"myself|on my own|all?ein|alleine)\b(?! with| mit)"),
    ("company", "together", "live living wohne lebe", rf"\b(?:live|living|wohne|lebe) (?:\w+ ){{0,2}}?(?:with|bei|"
                                                      rf"mit) (?:\w+ ){{0,3}}?{_PERSON}\b"),
    ("company", "together", "wg shared share",
     r"\b(?:live|living|wohne|lebe) in (?:einer \w*wg|an? (?:shared|flat ?share|house ?share)\w*)\b"),
    ("diet", "vegetarian", "vegetari", r"\b(?:am|bin|been|are|sind) (?:\w+ ){0,3}?(?:vegetarian|vegetarier(?:in)?|"
                                       r"vegetarisch)\b"),
    ("diet", "vegan", "vegan", r"\b(?:am|bin|been|are|sind) (?:\w+ ){0,3}?(?:vegan|veganer(?:in)?)\b"),
    ("diet", "meat", "meat fleisch carnivore", r"\b(?:eat|eating|esse|essen|have) (?:[\w-]+ ){0,5}?(?:meat|"
                                               r"fleisch)\b(?! (?:substitut|alternativ|free))|"
     r"\b(?:am|bin) (?:an? |eine? )?(?:big |total )?(?:carnivore|meat eater|meat lover|fleischesser(?:in)?)\b|"
     r"\bfleisch (?:esse|gibt es bei mir)\b"),
    ("faith", "catholic", "catholic katholi", r"\b(?:am|bin) (?:an? |eine? )?(?:\w+ )?(?:catholic|katholisch|"
                                              r"katholik(?:in)?)\b"),
    ("faith", "protestant", "protestant evangeli baptist lutheran methodist",
     r"\b(?:am|bin) (?:an? |eine? )?(?:\w+ )?(?:protestant(?:in)?|evangelisch|baptist|lutheran|methodist)\b"),
    ("faith", "christian", "christian christ", r"\b(?:am|bin) (?:an? |eine? )?(?:\w+ )?(?:christian|christ(?:in)?)$"),
    ("faith", "muslim", "muslim moslem", r"\b(?:am|bin) (?:an? |eine? )?(?:\w+ )?(?:muslima?|moslem)\b"),
    ("faith", "jewish", "jewish jude judin", r"\b(?:am|bin) (?:an? |eine? )?(?:\w+ )?(?:jewish|jude|judin|judisch)\b"),
    ("faith", "hindu", "hindu", r"\b(?:am|bin) (?:an? |eine? )?(?:\w+ )?hindu\b"),
    ("faith", "buddhist", "buddhist", r"\b(?:am|bin) (?:an? |eine? )?(?:\w+ )?buddhist(?:in)?\b"),
    ("faith", "none", "atheist agnosti religi", r"\b(?:am|bin) (?:an? |eine? )?(?:\w+ )?(?:atheist(?:in)?|agnostic|"
                                                r"agnostiker(?:in)?|konfessionslos)\b"),
    ("rhythm", "early", "morning person early bird fruhaufsteher morgenmensch early riser",
     r"\b(?:morning person|early (?:bird|riser)|fruhaufsteher(?:in)?|morgenmensch)\b"),
    ("rhythm", "late", "owl night person nachteule nachtmensch langschlafer",
     r"\b(?:night ?owl|night person|nachteule|nachtmensch|langschlafer(?:in)?)\b"),
    ("birth order", "oldest", "oldest eldest alteste", r"\b(?:oldest|eldest|alteste[rn]?)(?= (?:of|child|sibling|kid|"
                                                       r"one|in (?:the|my) family|von|der)|$| unserer| unter)"),
    ("birth order", "youngest", "youngest jungste", r"\b(?:youngest|jungste[rn]?)(?= (?:of|child|sibling|kid|one|in "
                                                    r"(?:the|my) family|von|der)|$| unserer| unter)"),
    ("birth order", "middle", "middle mittlere", r"\bmiddle child\b|\bmittlere kind\b|\bmittlere von\b"),
    ("birth order", "only", "only child einzelkind", r"\b(?:an|the) only child\b|\beinzelkind\b"),
    ("birth order", "has siblings", "brother sister bruder schwester geschwister siblings",
     r"\b(?:my|meine?[mnr]?|unser\w*) (?:\w+ )?(?:brothers?|sisters?|bruder|schwester|siblings|geschwister)\b(?![- ]in)"
     r"|\b(?:have|got|habe) (?:an?|eine?n?|\d|one|two|three|four|five) (?:\w+ )?(?:brothers?|sisters?|siblings|bruder|"
     r"schwestern?|geschwister)\b(?![- ]in)"),
    ("work", "self-employed", "self-employed freelanc own boss own business selbst freiberuf self employed",
     r"\b(?:am|bin|are) (?:an? |eine? )?(?:self[- ]employed|freelance[rd]?|freelancing|my own boss|selbststandig|"
     r"selbstandig|freiberufl\w+|freelancer(?:in)?)\b|\bam an? self-employed\b"),
    ("work", "employed", "payroll employed angestellt beschaftigt", r"\bpayroll\b|\bemployed (?:full[- ]time )?(?:at|"
                                                                    r"by|with)\b|\b(?:fest )?angestellt\b|\bbei .+ "
                                                                    r"beschaftigt\b"),
    ("work", "retired", "retired rente pension ruhestand rentner", r"\bam (?:now |already |happily )?retired\b(?! "
                                                                   r"\w+)|\b(?:bin|schon) in (?:rente|pension|"
                                                                   r"ruhestand)\b|"
     r"\bbin (?:schon |inzwischen )?(?:rentner(?:in)?|pensioniert)\b"),
    ("work", "unemployed", "unemployed arbeitslos out of work between jobs jobless",
     r"\bam (?:currently |still |now )?(?:unemployed|jobless|out of work|between jobs)\b|"
     r"\bbin (?:gerade |zurzeit |derzeit |seit .*)?arbeitslos\b"),
    ("beard", "shaven", "shave rasiert", r"\bam (?:\w+ )?clean[- ]?shaven\b|\bbin (?:glatt ?)?rasiert\b"),
    ("beard", "bearded", "beard bart", r"\b(?:have|got) (?:a |an )?(?:[\w-]+ ){0,2}?beard\b|\bmy beard\b|\b(?:habe|"
                                       r"trage) (?:einen |\w+ )*?bart\b"),
    ("hand", "left", "left links", r"\b(?:am|bin|are) (?:\w+ )?(?:left[- ]?handed|linkshander(?:in)?)\b"),
    ("hand", "right", "right rechts", r"\b(?:am|bin|are) (?:\w+ )?(?:right[- ]?handed|rechtshander(?:in)?)\b"),
    ("politics", "left", "democrat liberal", r"\bam (?:an? )?(?:\w+ )?(?:democrat|liberal)\b"),
    ("politics", "right", "republican conservative", r"\bam (?:an? )?(?:\w+ )?(?:republican|conservative)\b"),
    ("raised", "parents", "raised aufgewachsen grossgezogen", r"\b(?:raised|brought up) by (?:both )?(?:my|our) "
                                                              r"parents\b|\bmy parents raised me\b|"
     r"\bbei (?:meinen|den) eltern aufgewachsen\b"),
    ("raised", "grandparents", "raised aufgewachsen grossgezogen", r"\b(?:raised|brought up) by my grand\w+|\bmy "
                                                                   r"grand\w+ raised me\b|"
     r"\bbei (?:meiner oma|meinen grosseltern|meinem opa) aufgewachsen\b|\bmeine (?:oma|grosseltern) (?:hat|haben) "
     r"mich (?:gross|auf)gezogen\b"),
    ("raised", "others", "raised aufgewachsen foster adopt", r"\b(?:raised|brought up) by (?:my |an? )?(?:aunt|uncle|"
                                                             r"foster \w+|wolves)\b|\bmy (?:aunt|uncle) raised me\b|"
     r"\bgrew up in (?:foster care|an orphanage)\b"),
    ("system", "android", "android", r"\b(?:switched to|use|using|nutze|benutze|habe|have|runs?|lauft (?:mit|unter)) "
                                     r"(?:an? |ein )?android\b"),
    ("system", "ios", "ios iphone", r"\bruns? ios\b|\b(?:only use|switched to|use|using|nutze|benutze) (?:an? |ein "
                                    r")?(?:iphone|ios)\b"),
    ("settlement", "city", "stadt city metropol downtown centre center",
     r"\b(?:live|living|wohne|lebe)\b.*?\b(?:in (?:einer|der|a|the)(?: \w+)? ?(?:grossstadt|metropole|(?:big|large|"
     r"huge) city)|downtown|(?:city|town) cent(?:re|er)|innenstadt|in der stadt|in the (?:middle of the )?city$)"),
    ("settlement", "suburb", "suburb vorort stadtrand",
     r"\b(?:live|living|wohne|lebe)\b.*?\b(?:suburbs?|suburbia|vorort|stadtrand)\b"),
    ("settlement", "country", "dorf land farm village countryside rural bauernhof",
     r"\b(?:live|living|wohne|lebe)\b.*?\b(?:(?:auf|in) (?:dem|einem|the|a)(?: \w+)? (?:dorf|land|bauernhof|village|"
     r"countryside)|(?:on|in) an?(?: \w+)? (?:farm|village|rural \w+))\b"),
)
_APART = {
    "marital": "single:married,engaged,partnered married:engaged,divorced,widowed engaged:divorced,widowed",
    "gender": "male:female", "tenure": "owner:tenant",
        "company": "alone:together", "diet": "vegetarian:meat vegan:meat",
    "faith": "catholic:protestant,muslim,jewish,hindu,buddhist,none protestant:muslim,jewish,hindu,buddhist,none "
             "christian:muslim,jewish,hindu,buddhist,none muslim:jewish,hindu,buddhist,none jewish:hindu,none "
             "hindu:none",
    "rhythm": "early:late", "birth order": "oldest:youngest,middle,only youngest:middle,only middle:only only:has "
                                           "siblings",
    "work": "self-employed:employed,unemployed,retired employed:unemployed,retired "
            "working:unemployed,retired",
    "politics": "left:right", "raised": "parents:grandparents,others grandparents:others", "system": "android:ios",
    "hand": "left:right", "beard": "shaven:bearded", "settlement": "city:country,suburb suburb:country",
}


def _opposed() -> dict[tuple[str, str], tuple[str, ...]]:
    found: dict[tuple[str, str], set[str]] = {}
    for group, rows in _APART.items():
        for row in rows.split(" ") if "siblings" not in rows else re.split(r" (?=\w+:)", rows):
            one, others = row.split(":")
            for other in others.split(","):
                found.setdefault((group, one), set()).add(other)
                found.setdefault((group, other), set()).add(one)
    return {of: tuple(sorted(others)) for of, others in found.items()}


_AGAINST = _opposed()
_CLASSES = tuple((group, name, tuple(cues.split()), re.compile(pattern)) for group, name, cues, pattern in _ROWS)
_RESULT = re.compile(r"\b(?:got|bought|raised|switched|converted|gewechselt)\b")
_OURS = re.compile(r"^(?:my|our|mein\w*|unser\w*)\b|\b(?:me|us|mir|uns|mich|and i)\b|^(?:[a-z]* ?)(?:am|bin)\b")
_OVER = re.compile(r"\b(?:was|were|war|waren|used to|fruher|ex|once|before|never|nie|mal|fake|almost|practically|like "
                   r"a|late|"
                   r"verstorben\w*|former|died|passed|left|starb|gestorben|looking for|want\w*|hope|in another life|"
                   r"when i)\b")


def of_class(group: str, name: str) -> tuple[str, ...]:
    """A class of a group and, after it, those it cannot be together with."""
    return (name, *_AGAINST.get((group, name), ()))


def classes(text: str, reading: Reading) -> list[Slot]:
    """The classes a clause puts the speaker in. `text` has its numbers in figures."""
    if reading.past and not _RESULT.search(text):
        return []
    found: dict[tuple[str, str], Slot] = {}
    for group, name, cues, pattern in _CLASSES:
        if not any(map(text.__contains__, cues)) or (match := pattern.search(text)) is None:
            continue
        ours = reading.subject == SELF or group == "system" or _OURS.search(match.group())
        if ours and (group == "raised" or not _OVER.search(text)):
            found[group, name] = Slot(group, frozenset(), match.group(), "class", of_class(group, name))
    return list(found.values())
