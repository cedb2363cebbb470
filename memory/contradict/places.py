"""Places: countries, states and cities by name, and whether nobody can be in two of them."""

from __future__ import annotations

import re
from functools import lru_cache

from memory.contradict.values import differ
from memory.text.vocabulary import vocabulary

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
_CONTINENTS = "europe europa africa afrika asia asien south-america north-america antarctica midwest scandinavia"
_CITIES = """
munich munchen | vienna wien | cologne koln | geneva genf | rome rom | milan mailand | prague prag | warsaw warschau
lisbon lissabon | moscow moskau | copenhagen kopenhagen | brussels brussel | nuremberg nurnberg
new-york nyc new-york-city | los-angeles la | san-francisco sf | zurich zuerich | athens athen | venice venedig
florence florenz | naples neapel | hanover hannover
"""
# States and well-known cities by the country they lie in; a name that lies in several is not listed.
_STATES_OF = {
    "usa": """alabama alaska arizona arkansas california colorado connecticut delaware florida hawaii idaho illinois
indiana iowa kansas kentucky louisiana maine maryland massachusetts michigan minnesota mississippi missouri montana
nebraska
nevada ohio oklahoma oregon pennsylvania tennessee texas utah vermont virginia wisconsin wyoming new-jersey
new-mexico new-hampshire
north-carolina south-carolina north-dakota south-dakota west-virginia rhode-island""",
    "germany": """bayern bavaria sachsen saxony hessen hesse brandenburg thuringen saarland niedersachsen
nordrhein-westfalen nrw baden-wurttemberg rheinland-pfalz schleswig-holstein mecklenburg-vorpommern sachsen-anhalt""",
    "austria": "tirol tyrol karnten steiermark burgenland vorarlberg",
    "canada": "ontario quebec alberta british-columbia manitoba saskatchewan nova-scotia",
    "australia": "queensland victoria new-south-wales tasmania", "uk": "yorkshire cornwall kent essex scotland wales",
    "spain": "andalusia catalonia katalonien galicia",
        "italy": "tuscany toskana sicily sizilien sardinia sardinien lombardy",
    "france": "provence normandy normandie brittany bretagne alsace elsass", "japan": "hokkaido okinawa",
    "india": "kerala punjab gujarat rajasthan maharashtra karnataka", "belgium": "flanders wallonia",
}
_CITIES_OF = {
    "germany": "berlin hamburg munich cologne frankfurt stuttgart dusseldorf leipzig dortmund bremen dresden hanover "
               "nuremberg "
               "duisburg bochum bonn mainz kassel freiburg potsdam",
    "austria": "vienna graz linz salzburg innsbruck", "switzerland": "zurich geneva basel bern lausanne",
    "uk": "london leeds liverpool glasgow edinburgh bristol sheffield cardiff belfast nottingham",
        "ireland": "dublin cork galway",
    "france": "paris lyon marseille toulouse bordeaux lille nantes strasbourg",
        "spain": "madrid barcelona seville malaga bilbao",
    "italy": "rome milan naples turin bologna", "portugal": "lisbon porto",
        "netherlands": "amsterdam rotterdam utrecht",
    "belgium": "brussels antwerp ghent", "poland": "warsaw krakow gdansk wroclaw",
        "sweden": "stockholm gothenburg malmo",
    "norway": "oslo bergen trondheim", "denmark": "copenhagen aarhus",
        "finland": "helsinki tampere", "greece": "thessaloniki",
    "czechia": "prague brno", "hungary": "budapest", "turkey": "istanbul ankara izmir antalya", "russia": "moscow",
    "ukraine": "kyiv kiev odesa", "usa": "new-york los-angeles chicago houston boston seattle denver atlanta dallas "
                                         "miami "
    "philadelphia phoenix detroit san-francisco san-diego las-vegas baltimore cleveland pittsburgh minneapolis",
    "canada": "toronto vancouver montreal ottawa calgary edmonton winnipeg", "mexico": "guadalajara monterrey",
    "australia": "melbourne brisbane canberra", "new-zealand": "auckland", "japan": "tokyo osaka kyoto",
    "china": "beijing shanghai shenzhen guangzhou", "india": "mumbai delhi bangalore kolkata chennai pune",
    "korea": "seoul busan", "philippines": "manila cebu", "thailand": "bangkok", "vietnam": "hanoi", "egypt": "cairo",
    "nigeria": "lagos abuja", "kenya": "nairobi", "argentina": "buenos-aires", "iran": "tehran", "iraq": "baghdad",
}
# Quarters of cities, which are no city of their own.
_QUARTERS = """
neukolln kreuzberg friedrichshain charlottenburg prenzlauer-berg pankow wedding moabit spandau steglitz tempelhof
schoneberg
brooklyn manhattan queens bronx harlem soho camden hackney brixton islington schwabing giesing sendling altona
eimsbuttel
barmbek st-pauli winterhude ehrenfeld nippes sudstadt hollywood
"""
# Cities by their state, where both are spoken of.
_CITIES_IN = {
    "texas": "houston dallas austin",
    "california": "los-angeles san-francisco san-diego sacramento oakland",
    "illinois": "chicago",
    "massachusetts": "boston",
    "georgia": "atlanta",
    "florida": "miami orlando tampa",
    "pennsylvania": "philadelphia pittsburgh",
    "arizona": "phoenix tucson",
    "michigan": "detroit",
    "nevada": "las-vegas",
    "ohio": "cleveland cincinnati",
    "maryland": "baltimore",
    "minnesota": "minneapolis",
    "colorado": "denver",
    "washington": "seattle",
    "oregon": "eugene",
    "tennessee": "nashville memphis",
    "louisiana": "new-orleans",
    "wisconsin": "milwaukee",
    "missouri": "st-louis",
    "utah": "salt-lake-city",
    "new-york": "new-york buffalo",
    "bayern": "munich nuremberg augsburg regensburg wurzburg",
    "sachsen": "leipzig dresden chemnitz",
    "hessen": "frankfurt kassel wiesbaden",
    "nrw": "cologne dusseldorf dortmund bochum duisburg bonn",
    "niedersachsen": "hanover braunschweig gottingen",
    "ontario": "toronto ottawa",
    "quebec": "montreal",
    "alberta": "calgary edmonton",
    "british-columbia": "vancouver",
    "hamburg": "hamburg",
    "berlin": "berlin",
}
_SAME_STATE = {"bavaria": "bayern", "saxony": "sachsen", "hesse": "hessen", "nordrhein westfalen": "nrw"}
_DESCRIBED = vocabulary("""
a an the der den dem die das my our his her their this that one ein eine einem einer meinem meiner unserem unserer
small big large old new-house house apartment flat town city suburbs country village countryside middle basement area
same fear peace harmony haus stadt land dorf wohnung wg fact general recent past future addition love
""")
_PLACE_END = re.compile(
    r"[,.;]|\b(?:with|and|for|since|now|last|next|at|but|because|where|which|who|that|on|near|by|from|to|when|right|"
    r"currently|again|in|"
    r"this|these|years?|until|till|today|yesterday|originally|ursprunglich|alone|together|all|most|half|during|is|it|"
    r"as|ago|already|anymore|"
    r"mit|und|geboren|aufgewachsen|seit|fur|weil|wo|bei|am|an|im|gezogen|umgezogen|jetzt|aktuell|zusammen|allein|"
    r"letzten?|vor|bis|ist)\b"
)


def _classes() -> dict[str, tuple[str, str]]:
    found: dict[str, tuple[str, str]] = {}
    for kind, table in (("country", _COUNTRIES), ("city", _CITIES)):
        for row in re.split(r"[|\n]", table):
            names = row.split()
            found.update((name.replace("-", " "), (kind, names[0])) for name in names)
    states = " ".join(_STATES_OF.values())
    for kind, table in (("state", states), ("continent", _CONTINENTS), ("quarter", _QUARTERS)):
        for name in table.split():
            found[name.replace("-", " ")] = (kind, name)
    return found


_PLACES = _classes()
_STATE_OF = {name.replace("-", " "): state for state, names in _CITIES_IN.items() for name in names.split()}
_COUNTRY_OF = {name.replace("-", " "): country.replace("-", " ") for table in (_STATES_OF, _CITIES_OF)
               for country, names in table.items() for name in names.split()}


@lru_cache(maxsize=20_000)
def place(text: str) -> tuple[str, str] | None:
    """(class, canonical name) of the place a phrase begins with; None when it only describes one ("a small town")."""
    phrase = _PLACE_END.split(text.strip(), maxsplit=1)[0].strip()
    words = phrase.replace("-", " ").split()
    if words and words[0] in ("the", "der", "den", "die") and " ".join(words[1:]) in _PLACES:
        words = words[1:]
    if " ".join(words) in _PLACES:
        return _PLACES[" ".join(words)]
    if not words or words[0] in _DESCRIBED or words[-1] in _DESCRIBED or not words[0].isalpha() or len(words) > 4:
        return None
    return "city", " ".join(words)


def _country(found: tuple[str, str]) -> str:
    kind, name = found
    return name if kind == "country" else _COUNTRY_OF.get(name.replace("-", " "), "")


def _said_state(said: str) -> str:
    """The "oregon" of "portland, oregon"; "" where none is said."""
    after = place(said.partition(",")[2])
    return after[1] if after and after[0] == "state" else ""


def places_differ(a: str, b: str) -> bool:
    """Whether nobody can live in both: two of one class, or two in other countries. A city in its country agrees."""
    one, two = place(a), place(b)
    if one is None or two is None or one[1] == two[1]:
        return False
    if _COUNTRY_OF.get(one[1]) == two[1] or _COUNTRY_OF.get(two[1]) == one[1]:
        return False  # "Scotland", "the UK"
    if {one[0], two[0]} == {"state", "city"}:
        city, state, said = (one[1], two[1], a) if one[0] == "city" else (two[1], one[1], b)
        lies_in = _said_state(said) or _STATE_OF.get(city.replace("-", " "))
        if lies_in:
            return _SAME_STATE.get(state.replace("-", " "), state) != lies_in
    if one[0] != two[0]:
        return bool(_country(one) and _country(two)) and _country(one) != _country(two)
    return differ(one[1].replace("-", " "), two[1].replace("-", " "))
