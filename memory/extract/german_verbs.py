"""The German verb bracket: the finite verb with its subject, what closes the clause, and the cues of denial."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from memory.extract import fragments, mentioned
from memory.extract.lexicon import KIN_WORD, PET_WORD
from memory.extract.plain.verbs import PURSUITS
from memory.extract.reading import Reading, Subject
from memory.extract.values import Span, blanked, without_edges, without_time

# infinitive: ich-forms / er-forms / participle (empty where no frame needs it)
_VERBS = """
sein: bin / ist / gewesen; haben: habe hab / hat / gehabt; heißen: heiße heisse / heißt heisst / geheißen;
wohnen: wohne wohn / wohnt / gewohnt; leben: lebe leb / lebt / gelebt;
arbeiten: arbeite arbeit / arbeitet / gearbeitet; jobben: jobbe / jobbt / gejobbt;
studieren: studiere / studiert / studiert; kommen: komme komm / kommt / gekommen; stammen: stamme / stammt /;
essen: esse ess / isst / gegessen; trinken: trinke trink / trinkt / getrunken;
rauchen: rauche rauch / raucht / geraucht; mögen: mag / mag / gemocht; lieben: liebe / liebt / geliebt;
hassen: hasse hass / hasst / gehasst; verabscheuen: verabscheue / verabscheut /; bevorzugen: bevorzuge / bevorzugt /;
spielen: spiele spiel / spielt / gespielt; sprechen: spreche sprech / spricht /;
fahren: fahre fahr / fährt / gefahren; lernen: lerne lern / lernt / gelernt; üben: übe / übt / geübt;
sammeln: sammle sammel sammele / sammelt / gesammelt; gehen: gehe geh / geht / gegangen;
nehmen: nehme nehm / nimmt / genommen; vertragen: vertrage vertrag / verträgt /; leiden: leide / leidet / gelitten;
besitzen: besitze / besitzt / besessen; nutzen: nutze nutz / nutzt / genutzt;
benutzen: benutze benutz / benutzt / benutzt; verwenden: verwende / verwendet / verwendet;
tragen: trage trag / trägt / getragen; ziehen: ziehe zieh / zieht / gezogen; umziehen: / / umgezogen;
kaufen: kaufe kauf / kauft / gekauft; adoptieren: adoptiere / adoptiert / adoptiert;
bekommen: bekomme bekomm / bekommt / bekommen; kriegen: kriege krieg / kriegt / gekriegt; anfangen: / / angefangen;
beginnen: beginne / beginnt / begonnen; aufhören: / / aufgehört; kündigen: kündige / kündigt / gekündigt;
verkaufen: verkaufe / verkauft / verkauft; verlieren: verliere / verliert / verloren;
bestehen: bestehe / besteht / bestanden; abschließen: / / abgeschlossen; heiraten: heirate / heiratet / geheiratet;
stehen: stehe steh / steht /; interessieren: interessiere interessier / interessiert /; freuen: freue freu / freut /;
unterrichten: unterrichte / unterrichtet / unterrichtet; leiten: leite / leitet / geleitet; führen: führe / führt /;
betreiben: betreibe / betreibt /; machen: mache mach / macht / gemacht; laufen: laufe lauf / läuft / gelaufen;
joggen: jogge / joggt / gejoggt; schwimmen: schwimme / schwimmt / geschwommen;
radeln: radle radel / radelt / geradelt; klettern: klettere kletter / klettert / geklettert;
wandern: wandere wander / wandert / gewandert; kochen: koche koch / kocht / gekocht;
backen: backe back / backt bäckt / gebacken; lesen: lese les / liest / gelesen;
stricken: stricke / strickt / gestrickt; nähen: nähe / näht / genäht; malen: male / malt / gemalt;
zeichnen: zeichne / zeichnet / gezeichnet; singen: singe sing / singt / gesungen;
tanzen: tanze tanz / tanzt / getanzt; gärtnern: gärtnere / gärtnert /; fotografieren: fotografiere / fotografiert /;
meditieren: meditiere / meditiert /; pendeln: pendle pendel pendele / pendelt / gependelt;
ernähren: ernähre / ernährt /; hören: höre hör / hört / gehört; schauen: schaue schau / schaut /;
gucken: gucke guck / guckt /; schlafen: schlafe schlaf / schläft / geschlafen; finden: finde find / findet /;
kennen: kenne / kennt /; verzichten: verzichte / verzichtet / verzichtet; meiden: meide / meidet /;
vermeiden: vermeide / vermeidet /; halten: halte / hält / gehalten; züchten: züchte / züchtet /;
wechseln: wechsle wechsel / wechselt / gewechselt; umsteigen: / / umgestiegen; aufwachsen: / / aufgewachsen;
werden: werde werd / wird / geworden; befördern: / / befördert; entlassen: / / entlassen; gebären: / / geboren;
brechen: / / gebrochen; trennen: / / getrennt; verloben: / / verlobt; scheiden: / / geschieden; zugezogen: / /;
hinziehen: / / hingezogen; wegziehen: / / weggezogen; liegen: liege / liegt /;
feiern: feiere feier / feiert / gefeiert; treffen: treffe treff / trifft / getroffen;
tauchen: tauche / taucht / getaucht; reiten: reite / reitet / geritten;
trainieren: trainiere trainier / trainiert / trainiert; absolvieren: absolviere / absolviert / absolviert;
machen_mit: / / mitgemacht; wiegen: wiege / wiegt /; programmieren: programmiere programmier / programmiert /;
beherrschen: beherrsche / beherrscht /; engagieren: engagiere / engagiert /; mieten: miete / mietet / gemietet;
holen: hole / holt / geholt; anschaffen: / / angeschafft; zulegen: / / zugelegt;
abgewöhnen: / / abgewöhnt; aufgeben: / / aufgegeben; anmelden: / / angemeldet; verletzen: / / verletzt;
operieren: / / operiert; abonnieren: / / abonniert; erwarten: erwarte / erwartet /; ekeln: ekle ekel / ekelt /;
fürchten: fürchte / fürchtet /; gehören: gehöre / gehört /; töpfern: töpfere / töpfert /; imkern: imkere / imkert /;
zocken: zocke zock / zockt / gezockt; surfen: surfe / surft / gesurft; angeln: angle angel / angelt / geangelt;
boxen: boxe / boxt / geboxt; turnen: turne / turnt / geturnt; reagieren: reagiere / reagiert / ;
abbrechen: / / abgebrochen; sterben: / stirbt / gestorben;
suchen: suche such / sucht /; sparen: spare spar / spart /; frühstücken: frühstücke / frühstückt /;
fliegen: fliege flieg / fliegt / geflogen; reisen: reise / reist /; impfen: / / geimpft; abnehmen: / / abgenommen;
planen: plane / plant /; verbringen: verbringe / verbringt /; besuchen: besuche / besucht / besucht;
gründen: / / gegründet; helfen: helfe helf / hilft / geholfen; spenden: spende / spendet / gespendet;
schreiben: schreibe schreib / schreibt / geschrieben; brauen: braue / braut / gebraut;
eintreten: / / eingetreten beigetreten; austreten: / / ausgetreten; brauchen: brauche brauch / braucht /;
bauen: baue bau / baut / gebaut; anbauen: / / angebaut; putzen: putze putz / putzt / geputzt;
telefonieren: telefoniere / telefoniert / telefoniert;
erben: / / geerbt; gewinnen: / / gewonnen; schaffen: / / geschafft; überleben: / / überlebt;
promovieren: promoviere / promoviert / promoviert; pflegen: pflege / pflegt / gepflegt
"""


def _tables() -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
    first: dict[str, str] = {}
    third: dict[str, str] = {}
    participles: dict[str, str] = {}
    for entry in _VERBS.replace("\n", " ").split(";"):
        verb, forms = entry.strip().split(":")
        one, other, participle = (part.split() for part in forms.split("/"))
        first.update(dict.fromkeys([*one, verb], verb))
        third.update(dict.fromkeys([*other, verb], verb))
        participles.update(dict.fromkeys(participle, verb))
    first |= {"sind": "sein", "war": "sein", "waren": "sein", "hatte": "haben", "hatten": "haben", "wurde": "werden",
        "wurden": "werden",
              "mochte": "mögen", "kann": "können", "können": "können", "darf": "dürfen", "will": "wollen"}
    third |= {"sind": "sein", "war": "sein", "hatte": "haben", "wurde": "werden", "mochte": "mögen", "kann": "können",
        "darf": "dürfen"}
    return first, third, participles


FIRST, THIRD, PARTICIPLES = _tables()
_PAST = frozenset("war waren hatte hatten wurde wurden".split())
_BARE = frozenset("bin hab habe wohne heiße heisse arbeite komme lebe mag esse trinke studiere spreche fahre hasse "
    "leide vertrage rauche kann war".split())
_CLIPPED = {form[:-1]: lemma for form, lemma in FIRST.items()  # "ich fahr", "ich zahl": beside "ich" only
            if form.endswith("e") and len(form) > 4 and form[:-1] not in FIRST} | {
    verb.removesuffix("n").removesuffix("e"): verb for verb in PURSUITS if verb.endswith("n")}
_SEPARABLE = {("stehen", "auf"): "aufstehen", ("hören", "auf"): "aufhören", ("ziehen", "um"): "ziehen", ("ziehen",
    "aus"): "wegziehen", ("bauen", "an"): "anbauen", ("nehmen", "ab"): "abnehmen"}
_NEGATIVE = re.compile(r"(?:nicht|nie|niemals|keinesfalls|kein(?:e[nrms]?|s)?|nimmer|nix|nichts)$", re.I)
_WORD = re.compile(r"[^\W_]+(?:[-.@/_+&'][^\W_]+)*")
_SELDOM = frozenset("selten kaum manchmal gelegentlich".split())
_ONCE = frozenset("früher damals".split())
_BETWEEN = frozenset("auch selbst persönlich nämlich mittlerweile inzwischen".split())  # "weil ich auch wohne"
_STATES = frozenset("verlobt geschieden getrennt verletzt".split())  # with "sein" what one is, not what one did
_NO_VERB = frozenset("heute gerne eine keine meine deine seine ihre unsere viele alle beide diese jede manche solche "
    "welche einige mehrere ohne lange beinahe gerade alleine zuhause hätte wäre würde werde wurde möchte konnte sollte "
    "musste wollte durfte mochte gegen neben zwischen einen keinen meinen wegen deswegen gestern morgen".split())
_PREFIXES = frozenset("an ab auf aus ein mit vor zu um nach bei her hin los weg zurück teil".split())
_BEAR = frozenset("ausstehen leiden ab riechen ertragen sehen".split())  # "kann ich nicht ausstehen"
_PARTICIPLE = re.compile(r"(?:(?:ab|an|auf|aus|bei|ein|her|hin|los|mit|nach|über|um|vor|weg|zu|zurück|"
    r"zusammen)?ge[a-zäöüß]{2,}(?:t|en)|"
                         r"(?:ver|ent|zer|be|er)[a-zäöüß]{3,}(?:t|en)|[a-zäöüß]{3,}iert)$")
_TASTE = (("gern", ("gern", "gerne")), ("lieber", ("lieber",)), ("liebsten", ("liebsten",)))
_TURNS = re.compile(r"(?:\d{1,3}|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|zwanzig|dreißig|vierzig|"
    r"fünfzig|"
                    r"sechzig|siebzig|achtzig|neunzig)(?: jahre(?: alt)?)?\W*$", re.I)
_OFTEN = re.compile(r"immer|jede[nrsm]?|regelmäßig|oft|meistens|täglich|normalerweise|mittwochs|morgens|abends|"
                    r"wöchentlich|(?:mon|diens|donners|frei|sams|sonn)tags")


_DAYTIME = re.compile(  # when in the day, the week or the year something is so: it stands between verb and object
    r"(?<![\w-])(?:(?:früh|spät) )?(?:(?:(?:mon|diens|donners|frei|sams|sonn|werk|wochen|feier)tags|mittwochs|"
    r"sonnabends)(?: (?:früh|morgens?|vormittags?|mittags?|nachmittags?|abends?))?|(?:früh|spät)?(?:morgens|vormittags|"
    r"mittags|nachmittags|abends|nachts)|tagsüber|unter der woche|in der (?:nacht|woche|früh)|"
    r"am (?:frühen |späten )?(?:morgen|vormittag|mittag|nachmittag|abend|wochenende)|"
    r"(?:zum|beim|vorm|nachm|vor dem|nach dem) (?:frühstück|mittagessen|abendessen|abendbrot|essen|schlafen|"
    r"schlafengehen|einschlafen|aufstehen|sport|training)|(?:vor|nach) der arbeit)(?![\w-])", re.I)


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    start: int
    end: int


KIN_SUBJECT = re.compile(
    r"(?:mein|unser)e?[rmn]?\s+(?:(?:kleine|große|jüngere|ältere|liebe|eigene|neue|neuer|kleiner|großer|"
    r"jüngerer|älterer|beiden|zwei|drei|jüngste|jüngster|älteste|ältester|verstorbene)\w*\s+)*"
    rf"(?P<kin>{'|'.join(sorted(map(re.escape, [*KIN_WORD, *PET_WORD]), key=len, reverse=True))})(?![\w-])(?:\s+(?P<n"
    r"ame>(?-i:[A-ZÄÖÜ][\wäöüß-]+)))?(?=\s)", re.I)


@dataclass(frozen=True, slots=True)
class _Bracket:
    """The finite verb of a clause, its subject, and which characters the two take."""

    who: Subject
    verb: _Word
    lemma: str
    taken: tuple[tuple[int, int], ...]
    elided: bool = False


def _bracket(clause: str, at: int, words: list[_Word], earlier: Subject, conjoined: bool) -> _Bracket | None:
    joint = any(a.text == "und" and b.text == "ich" for a, b in pairwise(words))  # "meine Frau und ich"
    if not joint and (found := KIN_SUBJECT.search(clause, at)) and found.start() == at:
        key = found["kin"].casefold()
        verb = next((w for w in words if w.start >= found.end() and w.text in THIRD), None)
        if verb and verb.start - found.end() < 25:
            who = Subject(KIN_WORD.get(key) or PET_WORD[key], found.group())
            return _Bracket(who, verb, THIRD[verb.text], (found.span(), (verb.start, verb.end)))
    place = next((i for i, word in enumerate(words) if word.text in ("ich", "wir")), None)
    if place is not None:
        return _with_ich(clause, words[place:] if joint else words, 0 if joint else place, joint)
    without = _without_ich(words, earlier, conjoined)
    typed = without is not None and not conjoined and fragments.looks_for(clause[at:])
    return None if typed else without


def _with_ich(clause: str, words: list[_Word], place: int, joint: bool) -> _Bracket | None:
    """The finite verb stands beside "ich", or, in a subordinate clause that "ich" opens, at the end."""
    ich = words[place]
    verb = next((words[i] for i in (place + 1, place - 1) if 0 <= i < len(words) and words[i].text in FIRST), None)
    if verb is None and place == 0 and words[-1].text in FIRST:
        verb = words[-1]
    if verb is None and place == 0 and len(words) > 2 and words[1].text in _BETWEEN and words[2].text in FIRST:
        verb = words[2]
    if verb is None and ich.text == "ich":
        verb = next((words[i] for i in (place + 1, place - 1) if 0 <= i < len(words) and words[i].text in _CLIPPED
                     and clause[words[i].start].islower()), None)
    if verb is None:
        verb = next((words[i] for i in (place + 1, place - 1) if 0 <= i < len(words)
                     and _may_be_a_verb(clause, words[i], ich.text)), None)
    if verb is None:
        return None
    who = Subject("self", clause[ich.start:ich.end].capitalize())
    lemma = FIRST.get(verb.text) or _CLIPPED.get(verb.text) or (
        verb.text if ich.text == "wir" else verb.text + "n")
    return _Bracket(who, verb, lemma, ((0 if joint else ich.start, ich.end), (verb.start, verb.end)))


def _may_be_a_verb(clause: str, word: _Word, pronoun: str) -> bool:
    """Whether a word we do not know is the verb beside "ich" (backe) or "wir" (backen), in the present."""
    ending = "en" if pronoun == "wir" else "e"
    return (word.text.endswith(ending) and len(word.text) > 3 and clause[word.start].islower()
            and word.text not in _NO_VERB
            and (not word.text.endswith(("te", "ten")) or word.text.removesuffix("n") + "n" in PURSUITS))


def _without_ich(words: list[_Word], earlier: Subject, conjoined: bool) -> _Bracket | None:
    if not words:
        return None
    first, after = words[0], words[1] if len(words) > 1 else None
    if (first.text in ("er", "sie") and earlier.key not in ("", "self") and after and after.text in THIRD
            and mentioned.agrees(first.text, earlier)):
        return _Bracket(earlier, after, THIRD[after.text], ((first.start, first.end), (after.start, after.end)))
    known = FIRST if earlier.key == "self" else THIRD
    if conjoined and earlier.key and (verb := next((w for w in words[:2] if w.text in known), None)):
        return _Bracket(earlier, verb, known[verb.text], ((verb.start, verb.end),), elided=True)
    if conjoined and earlier.key and words[-1].text == "aufgewachsen":  # "in Kiel geboren und in Halle aufgewachsen"
        who = replace(earlier, surface=f"{earlier.surface} {'bin' if earlier.key == 'self' else 'ist'}")
        return _Bracket(who, words[-1], "sein", (), elided=True)
    if first.text in _BARE and not (after and after.text in ("du", "er", "sie", "es", "das", "dein")):
        return _Bracket(Subject("self", "Ich"), first, FIRST[first.text], ((first.start, first.end),), elided=True)
    return None


def read(clause: str, at: int, earlier: Subject, conjoined: bool,
         times: Sequence[tuple[int, int]] = ()) -> tuple[Subject, Reading] | None:
    """Whom the clause speaks of and its verb bracket from offset `at` on; None when it is unknown or nothing real."""
    if contrast := re.search(r",\s*(?:und |aber )?nicht\b", clause):
        clause = clause[:contrast.start()]  # "in Bonn, nicht in Köln" denies only what follows
    words = [_Word(m.group().casefold(), m.start(), m.end()) for m in _WORD.finditer(clause, at)]
    bracket = _bracket(clause, at, words, earlier, conjoined)
    if bracket is None:
        return None
    free = [w for w in words if not any(start <= w.start < end for start, end in bracket.taken)]
    texts = [w.text for w in free]
    closed = _close(bracket, free, clause)
    if closed is None or not _SELDOM.isdisjoint(texts):
        return None
    lemma, verb, perfect = closed
    past = perfect or bracket.verb.text in _PAST
    denied, ended = _denied(texts)
    if lemma == "hassen" and bracket.lemma == "können":  # the denial is part of "nicht ausstehen"
        denied = ended = False
    if past and not _ONCE.isdisjoint(texts):
        denied, ended, perfect, past = True, True, False, False
    taken = [*bracket.taken, *times, *((w.start, w.end) for w in free if _NEGATIVE.match(w.text) or (
        ended and w.text == "mehr"))]
    if verb.start != bracket.verb.start or not bracket.taken:
        taken.append((verb.start, verb.start + len(verb.text)))
    taste = next((f"+{flag}" for flag, cues in _TASTE if not set(cues).isdisjoint(texts)), "")
    rest = Span(blanked(clause, taken)[at:], at)
    if denied or taste or lemma not in ("essen", "trinken"):  # "abends esse ich Suppe" is a habit by its "abends"
        rest = _without_daytime(rest)
    if lemma == "gebären":
        rest = without_edges(rest)
    elif (bare := without_time(rest)).text or lemma not in ("arbeiten", "jobben"):
        rest = bare
    else:  # "ich arbeite in Teilzeit" says nothing else
        rest = Span(rest.text.strip(), rest.start + len(rest.text) - len(rest.text.lstrip()))
    return bracket.who, Reading(bracket.who.key, lemma + taste, verb, rest, denied, ended, past, perfect,
                                any(_OFTEN.match(text) for text in texts), bracket.elided, dated=bool(times))


def _without_daytime(rest: Span) -> Span:
    """The span with its adverbials of time blanked, unless it says nothing else ("ich arbeite nachts")."""
    bare = blanked(rest.text, (found.span() for found in _DAYTIME.finditer(rest.text)))
    return Span(bare, rest.start) if re.search(r"\w", bare) else rest


def _close(bracket: _Bracket, free: list[_Word], clause: str) -> tuple[str, Span, bool] | None:
    """(verb, where it stands, whether in the perfect) once participle, infinitive or prefix at the end is seen."""
    lemma, texts = bracket.lemma, [w.text for w in free]
    last = free[-1] if free else None
    part = next((w for w in reversed(free) if w.text in PARTICIPLES), None)
    state = part is not None and lemma == "sein" and part.text in _STATES
    if lemma in ("haben", "sein", "werden") and part and not state and (
            part is free[0] or free.index(part) >= len(free) - 3 or clause[part.end:part.end + 1] == ","):
        return PARTICIPLES[part.text], Span(clause[part.start:part.end], part.start), True
    if lemma == "haben" and last and clause[last.start].islower() and _PARTICIPLE.match(last.text):
        return None  # "die Garage hab ich abgegeben": what was done with it is not understood
    if lemma in ("können", "dürfen") and last:
        denied = any(_NEGATIVE.match(text) for text in texts)
        at_end = Span(clause[last.start:last.end], last.start)
        if last.text in _BEAR and denied:
            return "hassen", at_end, False
        if last.text in ("essen", "trinken", "vertragen"):
            return (last.text, at_end, False) if denied else None
        if lemma == "dürfen":
            return None
    elif lemma == "wollen" or (lemma == "werden" and not _TURNS.search(clause)):
        return None
    elif last and (separable := _SEPARABLE.get((lemma, last.text))):
        return separable, Span(clause[last.start:last.end], last.start), False
    elif last and last.text in _PREFIXES and bracket.verb.text not in FIRST:
        return last.text + lemma, Span(clause[last.start:last.end], last.start), False
    return lemma, Span(clause[bracket.verb.start:], bracket.verb.start), False


def _denied(texts: list[str]) -> tuple[bool, bool]:
    """(denied, over): an odd number of cues; "nicht nur" is none, "nicht mehr" says it once held."""
    cues = sum(1 for text, after in pairwise([*texts, ""]) if _NEGATIVE.match(text) and after != "nur")
    return cues % 2 == 1, cues % 2 == 1 and "mehr" in texts
