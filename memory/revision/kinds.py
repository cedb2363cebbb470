"""Kinds of values of which a statement gives one at a time: a weekday, a diet, a way to work.

Where a sentence names another value of the kind that a statement has, it may put it in that one's place. Rows are
values, words of a row the names of one value, normalised.
"""

from __future__ import annotations

import re

from memory.extract import lexicon

_KINDS = {
    "diet": """vegan veganer veganerin plant-based | vegetarian vegetarier vegetarierin vegetarisch veggie
        | pescatarian pescetarier pescetarierin pescetarian | meat fleisch omnivore carnivore
        | flexitarian flexitarier flexitarierin | keto""",
    "marital": """single ledig | engaged verlobt verlobte verlobter | married verheiratet geheiratet heirateten
        | divorced geschieden scheiden | separated getrennt | widowed verwitwet
        | dating relationship vergeben girlfriend boyfriend freundin""",
    "weekday": """monday mondays montag montags | tuesday tuesdays dienstag dienstags | wednesday wednesdays mittwoch
        mittwochs | thursday thursdays donnerstag donnerstags | friday fridays freitag freitags | saturday saturdays
        samstag samstags sonnabend | sunday sundays sonntag sonntags""",
    "month": """january januar jan | february februar feb | march marz | april | may mai | june juni | july juli
        | august | september | october oktober | november | december dezember""",
    "daytime": """morning mornings morgens vormittags fruh | noon lunch mittags | afternoon afternoons nachmittags
        | evening evenings abends | night nights nachts""",
    "transport": """bike bicycle cycle cycling rad fahrrad radeln e-bike | tram strassenbahn | bus busse
        | train zug bahn s-bahn | subway metro tube u-bahn underground | car auto drive driving
        | walk walking foot fuss laufen | scooter roller | ferry fahre""",
    "stage": """kindergarten kita krippe nursery preschool daycare vorschule kiga
        | grade klasse schulkind school schule grundschule primary | gymnasium realschule highschool abitur
        | university uni college studium studiert studies | apprenticeship ausbildung lehre""",
    "system": "windows | linux ubuntu fedora debian mint | macos mac osx | chromeos",
    "phone": "iphone | pixel | samsung galaxy | fairphone | xiaomi | huawei | nokia | oneplus | motorola | xperia",
    "length": "long lang lange langes langen | short kurz kurze kurzes kurzen",
    "bank": """sparkasse | dkb | commerzbank | volksbank | postbank | n26 | comdirect | barclays | monzo | hsbc
        | lloyds | natwest | starling | revolut | santander""",
    "insurer": "aok | tk techniker | barmer | dak | ikk | bkk | kkh | hek",
    "seat": "window fenster fensterplatz | aisle gang gangplatz",
    "hours": "vollzeit full-time fulltime | teilzeit part-time parttime",
    "milk": "oat hafermilk hafermilch | soy sojamilch soja | almond mandelmilch | cow kuhmilch",
}
_KIND = {word: (kind, str(number)) for kind, rows in _KINDS.items() for number, row in enumerate(rows.split("|"))
         for word in row.split()}
_COUPLED, _PAIRED = frozenset({"6"}), frozenset({"1", "2", "4", "5", "6"})  # rows of "marital"
TIMES = frozenset({"weekday", "month", "daytime"})  # many things are said of one day: it tells nothing of what
SELF_EVIDENT = frozenset({"diet", "system", "phone", "job", "bank",
    "insurer"})  # what a value of these is about needs no other word
UNCUED = frozenset({"marital"})  # nor does another value of these need a word that says it is new
ARTICLES = frozenset("one ein eine einen einem einer".split())
_COUNTS = {word: str(number) for row in (
    "zero one two three four five six seven eight nine ten eleven twelve",
    "null eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf",
    "- once twice", "- einmal zweimal dreimal viermal funfmal sechsmal")
    for number, word in enumerate(row.split()) if word != "-"} | dict.fromkeys(ARTICLES, "1")
_ORDINALS = {word: str(number) for row in (
    "- first second third fourth fifth sixth seventh", "- erste zweite dritte vierte funfte sechste siebte",
    "- ersten zweiten dritten vierten funften sechsten siebten") for number, word in enumerate(row.split())
    if word != "-"}
_FIGURE = re.compile(r"\d[\d.,:]*")


def kind(word: str) -> tuple[str, str] | None:
    """(kind, which value of it) of a normalised word, None for what is of no kind."""
    return _KIND.get(word) or (("job", word) if lexicon.is_job(word) else None)


def excludes(a: tuple[str, str], b: tuple[str, str]) -> bool:
    """Whether only one of two values of a kind holds: who is engaged has a partner, who is single has none."""
    return a[0] == b[0] and a != b and not ({a[1], b[1]} & _COUPLED and a[0] == "marital" and {a[1], b[1]} <= _PAIRED)


def ordinal(word: str) -> bool:
    """Whether a word gives a place in a row: "third" is no count of three."""
    return word in _ORDINALS


def figure(word: str) -> str | None:
    """The figure a word gives: "three" and "3" are "3", "46:30" and "100mg" keep what is counted; None for others."""
    if said := _COUNTS.get(word) or _ORDINALS.get(word):
        return said
    found = _FIGURE.match(word)
    return found.group().rstrip(".,:") if found else None
