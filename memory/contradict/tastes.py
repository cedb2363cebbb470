"""What somebody likes best, prefers, and how they take it."""

from __future__ import annotations

import re

from memory.contradict.frames import Row, owner_of
from memory.contradict.lexicon import SMALL
from memory.contradict.reading import SELF, Reading
from memory.contradict.slots import Slot
from memory.contradict.things import thing
from memory.contradict.values import key
from memory.text import root

_MY = r"(?:my|our|mein|meine|meinen|unser|unsere|the|der|die|das|i|his|her|their)"
_SOME_OF = re.compile(r"\b(?:one|some) of\b|\bfavou?rites\b|\bother\b|\beine[rs]? (?:von|der|meiner)\b|\bgehort\b")
_LEAD = re.compile(r"^(?:now|jetzt|currently|actually|still|inzwischen|aktuell|only|just|always|immer) ")
_SPOKEN = {"eat": "food", "esse": "food", "drink": "drink", "trinke": "drink", "listen": "music", "hore": "music",
           "wear": "clothes", "trage": "clothes"}


def _favourite(match: re.Match[str], reading: Reading) -> Slot | None:
    if _SOME_OF.search(reading.text):
        return None
    whose = re.sub(r"\b(?:all|time|absolute|current)\b", " ", match.groupdict().get("s") or "").split()
    owner = frozenset(root(w) for w in whose if w not in SMALL and not re.fullmatch(_MY, w))
    what = re.sub(r"\b(?:of mine|of all time|ever|von mir|to \w+)\b", "", match["t"] or "")
    named = {thing(_SPOKEN.get(w, w)) for w in re.findall(r"[^\W_]+", what)} - {"kind", "of"}
    return Slot("favourite:" + " ".join(sorted(named)), owner, _LEAD.sub("", match["v"]))


def _preferred(match: re.Match[str], reading: Reading) -> Slot | None:
    """ "tea" of tea and coffee: which of two is preferred, one slot for each two."""
    owner = owner_of(match.string[:match.start()], reading)
    of = key(match["v"]), key(match["t"])
    if owner is None or not all(of) or of[0] & of[1]:
        return None
    return Slot("preferred:" + " ".join(sorted(of[0] | of[1])), owner, match["v"])


def _taken(match: re.Match[str], reading: Reading) -> Slot | None:
    """Coffee or tea black, or with milk."""
    drink, said = thing(match["t"] or match["u"]), match["v"] or match["w"]
    black = bool(re.search(r"\b(?:black|schwarz)\b", said))
    white = bool(re.search(r"\b(?:milk|milch|cream|sahne)\b", said)) and not re.search(r"\b(?:no|without|ohne)\b", said)
    if reading.subject != SELF or reading.past or black == white or _SOMETIMES.search(reading.text):
        return None
    return Slot("taken", frozenset((drink,)), said, "set", ("black" if black else "with milk",))


_SOMETIMES = re.compile(r"\b(?:sometimes|manchmal|or|oder|ab und zu|often|oft|love|like|mag|iced|black tea|schwarz\w* "
                        r"tee)\b")


def _manner(match: re.Match[str], reading: Reading) -> Slot | None:
    return Slot("manner:" + root(match["t"]), frozenset(), match["v"]) if reading.subject == SELF else None


LIKES: tuple[Row, ...] = (
    ("favo", r"^(?P<s>[\w' -]*?)\b(?:(?:all time|all-time|absolute|current) )?favou?rite(?P<t>(?: [\w-]+){0,4}?)"
             r" (?:is|are|ist) (?P<v>.+)$", _favourite),
    ("fav ", r"^(?P<s>(?:my )?)fav(?P<t>(?: [\w-]+){1,3}?) (?:is|are|ist) (?P<v>.+)$", _favourite),
    ("lieblings", r"^(?P<s>.*?)\blieblings(?P<t>\w+)(?: von mir)? (?:ist|sind|heisst|is|bleibt) (?P<v>.+)$",
     _favourite),
    ("lieblings", r"^(?P<v>(?!das\b).+?)(?: ist| sind|, das ist) (?:und bleibt )?(?:mein\w*|unser\w*) "
                  r"lieblings(?P<t>\w+)$", _favourite),
    ("favo", r"^(?P<v>(?!that\b|this\b|it\b).+?) (?:is|are|ist) my (?:all time |all-time |absolute "
             r")?favou?rite(?P<t>(?: [\w-]+){0,3})$",
     _favourite),
    ("fan supporter", r"^(?:i am an? |ich bin )(?P<v>[\w ]+?)[- ](?:fan|supporter|anhanger), (?:das ist|it is|they "
                      r"are) (?:mein|my) (?:lieblings|favou?rite )(?P<t>\w+)", _favourite),
    ("best", r"^(?:the )?best (?P<t>\w+)(?: ever| of all time| for me| in my opinion| if you ask me)+ is (?P<v>.+)$",
     _favourite),
    ("coffee tea kaffee tee", r"\b(?P<t>coffee|tea|kaffee|tee)\b(?P<v>.*\b(?:black|schwarz|milk|milch|cream|"
                              r"sahne)\b.*)$|"
                              r"\b(?P<w>milk|cream|milch|sahne)\b.* in (?:my |meinen |every )(?P<u>coffee|tea|kaffee|"
                              r"tee)\b", _taken),
    ("liebste", r"^(?P<s>)mein[e]? liebste[srn]? (?P<t>\w+) (?:ist|sind) (?P<v>.+)$", _favourite),
    ("number one", r"^(?P<s>)(?:my )?(?:number one|all time best) (?P<t>\w+)(?: for me)? is (?P<v>.+)$", _favourite),
    ("leib", r"^(?P<s>)mein leib(?P<t>gericht|speise) (?:ist|sind) (?P<v>.+)$", _favourite),
    ("like love", r"^(?:the )?(?P<t>\w+) (?:that )?i (?:like|love|enjoy) (?:the )?(?:most|best) is (?P<v>.+)$",
     _favourite),
    ("am liebsten", r"^(?:der|die|das) (?P<t>\w+), (?:den|die|das) ich am liebsten \w+, (?:ist|sind) (?P<v>.+)$",
     _favourite),
    ("am liebsten", r"^am liebsten (?P<t>esse|trinke|hore|trage) ich (?P<v>[\w -]+)$", _favourite),
    ("prefer bevorzug lieber rather",
     r"\b(?:prefers?|bevorzuge|bevorzugt|lieber|rather) (?:(?:to )?(?:drink|eat|have|take|read|play|watch)(?:ing)? "
     r")?(?P<v>.+?) (?:to|over|than|rather than|als|vor) (?P<t>.+)$", _preferred),
    ("my mein", r"\b(?:take|drink|have|like|prefer|trinke|nehme|mag|esse|eat) (?:my|mein\w*) (?P<t>[\w-]+) (?P<v>.+)$",
     _manner),
)
