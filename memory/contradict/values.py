"""Values: what kind a value is, and whether two of one kind can both hold."""

from __future__ import annotations

import re
from functools import lru_cache

from memory.contradict.lexicon import meaning
from memory.text import ARTICLES, root
from memory.text.vocabulary import vocabulary

NUMBERS = {word: str(n) for row in (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen",
    "null eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn",
) for n, word in enumerate(row.split())}
COLOURS = frozenset(map(root, vocabulary("""
red blue green yellow orange purple violet pink black white gray brown teal turquoise gold silver beige maroon navy
magenta cyan rot blau grun gelb lila violett rosa schwarz weiss grau braun turkis
""")))
_COUNTRIES = """
germany deutschland | france frankreich | spain spanien | italy italien | austria osterreich | switzerland schweiz
norway norwegen | sweden schweden | denmark danemark | finland finnland | poland polen
netherlands niederlande holland | belgium belgien | portugal | greece griechenland | turkey turkei turkiye
russia russland | ukraine | uk england britain great-britain united-kingdom grossbritannien | ireland irland
scotland schottland | wales | usa us united-states america amerika u.s u.s.a | canada kanada | mexico mexiko
brazil brasilien | argentina argentinien | chile | peru | colombia kolumbien | india indien | china | japan
korea south-korea sudkorea | vietnam | thailand | indonesia indonesien | philippines philippinen | malaysia
singapore singapur | australia australien | new-zealand neuseeland | egypt agypten | morocco marokko | nigeria
kenya kenia | south-africa sudafrika | israel | iran | iraq irak | pakistan | bangladesh
czechia tschechien czech-republic | slovakia slowakei | hungary ungarn | romania rumanien | bulgaria bulgarien
serbia serbien | croatia kroatien | slovenia slowenien | iceland island | estonia estland | latvia lettland
lithuania litauen | luxembourg luxemburg | cuba kuba | jamaica jamaika | nepal | taiwan | ghana | ethiopia athiopien
algeria algerien | tunisia tunesien | libya libyen | saudi-arabia saudi-arabien | qatar katar | kuwait | oman
jordan jordanien | lebanon libanon | syria syrien | cyprus zypern | malta | armenia armenien | azerbaijan
georgia georgien | kazakhstan kasachstan | uzbekistan | mongolia mongolei | afghanistan | sri-lanka | myanmar
cambodia kambodscha | laos | uruguay | paraguay | bolivia bolivien | venezuela | ecuador | panama | costa-rica
guatemala | honduras | nicaragua | el-salvador | dominican-republic | haiti | uganda | tanzania tansania
zambia sambia | zimbabwe | rwanda ruanda | senegal | cameroon kamerun | sudan | angola | mozambique mosambik
madagascar madagaskar | albania albanien | bosnia bosnien | montenegro | moldova | belarus | macedonia | kosovo
liechtenstein | monaco | andorra | greenland gronland | fiji | puerto-rico | uae united-arab-emirates | namibia
botswana | mali | bahrain | yemen jemen
"""
_STATES = """
alabama alaska arizona arkansas california colorado connecticut delaware florida hawaii idaho illinois indiana iowa
kansas kentucky louisiana maine maryland massachusetts michigan minnesota mississippi missouri montana nebraska nevada
ohio oklahoma oregon pennsylvania tennessee texas utah vermont virginia wisconsin wyoming new-jersey new-mexico
new-hampshire north-carolina south-carolina north-dakota south-dakota west-virginia rhode-island bayern bavaria
sachsen saxony hessen hesse brandenburg thuringen saarland tirol tyrol karnten ontario quebec alberta british-columbia
queensland victoria new-south-wales niedersachsen nordrhein-westfalen nrw baden-wurttemberg rheinland-pfalz
schleswig-holstein mecklenburg-vorpommern sachsen-anhalt steiermark burgenland vorarlberg andalusia catalonia
katalonien tuscany toskana sicily sizilien sardinia sardinien lombardy provence normandy normandie brittany bretagne
alsace elsass flanders wallonia galicia hokkaido okinawa kerala punjab gujarat rajasthan maharashtra karnataka
yorkshire cornwall kent essex manitoba saskatchewan nova-scotia tasmania
"""
_CONTINENTS = "europe europa africa afrika asia asien south-america north-america antarctica midwest scandinavia"
_CITIES = """
munich munchen | vienna wien | cologne koln | geneva genf | rome rom | milan mailand | prague prag | warsaw warschau
lisbon lissabon | moscow moskau | copenhagen kopenhagen | brussels brussel | nuremberg nurnberg
new-york nyc new-york-city | los-angeles la | san-francisco sf | zurich zuerich | athens athen | venice venedig
florence florenz | naples neapel | hanover hannover
"""
_DESCRIBED = vocabulary("""
a an the der den dem die das my our his her their this that one ein eine einem einer meinem meiner unserem unserer
small big large old new-house house apartment flat town city suburbs country village countryside middle basement area
same fear peace harmony haus stadt land dorf wohnung wg fact general recent past future addition love
""")
_PLACE_END = re.compile(
    r"[,.;]|\b(?:with|and|for|since|now|last|next|at|but|because|where|which|who|that|on|near|by|from|to|when|right|currently|again|in|"
    r"this|these|years?|until|till|today|yesterday|alone|together|all|most|half|during|is|it|as|ago|already|anymore|"
    r"mit|und|seit|fur|weil|wo|bei|am|an|im|gezogen|umgezogen|jetzt|aktuell|zusammen|allein|letzten?|vor|bis|ist)\b"
)
# A word, with the signs that make it another one: "C++" is no "C", "-5" no "5".
WORD = re.compile(r"(?:(?<![\w)])-(?=\d))?[^\W_]+(?:[.@:/][^\W_]+)*(?:[+#]+(?!\w))?")
_SIGNED = re.compile(r"\w[+#]+(?!\w)|(?<![\w)])-\d")
_TIME = re.compile(r"^(\d{1,2})(?:[:.h](\d{2}))?\s*(am|pm|a\.m\.?|p\.m\.?|uhr|o'?clock)?(?:\s*(\d{2}))?$")
_TIME_WORDS = {"noon": 720, "midday": 720, "midnight": 0, "mittag": 720, "mittags": 720, "mitternacht": 0}


def _classes() -> dict[str, tuple[str, str]]:
    found: dict[str, tuple[str, str]] = {}
    for kind, table in (("country", _COUNTRIES), ("city", _CITIES)):
        for row in re.split(r"[|\n]", table):
            names = row.split()
            found.update((name.replace("-", " "), (kind, names[0])) for name in names)
    for kind, table in (("state", _STATES), ("continent", _CONTINENTS)):
        for name in table.split():
            found[name.replace("-", " ")] = (kind, name)
    return found


_PLACES = _classes()


@lru_cache(maxsize=20_000)
def place(text: str) -> tuple[str, str] | None:
    """(class, canonical name) of the place a phrase begins with; None when it only describes one ("a small town")."""
    phrase = _PLACE_END.split(text.strip(), maxsplit=1)[0].strip()
    words = phrase.replace("-", " ").split()
    if words and words[0] in ("the", "der", "den", "die") and " ".join(words[1:]) in _PLACES:
        words = words[1:]
    if not words or words[0] in _DESCRIBED or words[-1] in _DESCRIBED or not words[0].isalpha() or len(words) > 4:
        return None
    name = " ".join(words)
    return _PLACES.get(name) or ("city", name)


def minutes(text: str) -> int | None:
    """Minutes since midnight of a clock time in any form ("5pm", "17:00", "17 Uhr 30", "noon"); None for others."""
    plain = text.strip().lower()
    if plain in _TIME_WORDS:
        return _TIME_WORDS[plain]
    found = _TIME.match(plain)
    if not found:
        return None
    hour, minute = int(found[1]), int(found[2] or found[4] or 0)
    half = (found[3] or "").replace(".", "")
    if hour > 24 or minute > 59 or (half in ("am", "pm") and not 1 <= hour <= 12):
        return None
    if half in ("am", "pm"):
        hour = hour % 12 + (12 if half == "pm" else 0)
    return hour % 24 * 60 + minute


@lru_cache(maxsize=20_000)
def key(value: str) -> frozenset[str]:
    """The words of a value without articles, endings and spelling variants; numbers as digits."""
    words = WORD.findall(value)
    content = [w for w in words if w not in ARTICLES] or words
    return frozenset(NUMBERS.get(w) or meaning(w)[0] for w in content)


def differ(a: str, b: str) -> bool:
    """Whether two values of a single-valued slot exclude each other: under half in common, none inside the other."""
    times = minutes(a), minutes(b)
    if times[0] is not None and times[1] is not None:
        return times[0] != times[1]
    one, two = key(a), key(b)
    if not one or not two or one <= two or two <= one:
        return False
    if (a in b or b in a) and not _SIGNED.search(a) and not _SIGNED.search(b):
        return False
    figures = {w for w in one ^ two if w.isdigit()}
    return len(one & two) / len(one | two) < 0.5 or figures == one ^ two  # "3 May" and "4 May" share a month only


def places_differ(a: str, b: str) -> bool:
    """Whether nobody can live in both: two of one class. A city in a country, or a country and a state, agree."""
    one, two = place(a), place(b)
    if one is None or two is None or one[0] != two[0]:
        return False
    return one[1] != two[1] and differ(one[1].replace("-", " "), two[1].replace("-", " "))
