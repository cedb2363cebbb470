"""German clauses: where they begin, who they speak of, and the verb bracket with its cues of denial."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from memory.extract import meaning
from memory.extract.german_phrases import PHRASES
from memory.extract.lexicon import KIN_WORD, PET_WORD
from memory.extract.reading import NOBODY, Clause, Frame, Reading, Said, Subject
from memory.extract.values import Span, blanked, without_time

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
bauen: / / gebaut; holen: hole / holt / geholt; anschaffen: / / angeschafft; zulegen: / / zugelegt;
abgewöhnen: / / abgewöhnt; aufgeben: / / aufgegeben; anmelden: / / angemeldet; verletzen: / / verletzt;
operieren: / / operiert; abonnieren: / / abonniert; erwarten: erwarte / erwartet /; ekeln: ekle ekel / ekelt /;
fürchten: fürchte / fürchtet /; gehören: gehöre / gehört /; töpfern: töpfere / töpfert /; imkern: imkere / imkert /;
zocken: zocke zock / zockt / gezockt; surfen: surfe / surft / gesurft; angeln: angle angel / angelt / geangelt;
boxen: boxe / boxt / geboxt; turnen: turne / turnt / geturnt; sterben: / stirbt / gestorben;
suchen: suche such / sucht /; sparen: spare spar / spart /; frühstücken: frühstücke / frühstückt /;
fliegen: fliege flieg / fliegt / geflogen; reisen: reise / reist /; impfen: / / geimpft; abnehmen: / / abgenommen;
planen: plane / plant /; verbringen: verbringe / verbringt /; besuchen: besuche / besucht / besucht;
gründen: / / gegründet; promovieren: promoviere / promoviert / promoviert; pflegen: pflege / pflegt / gepflegt
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
_SEPARABLE = {("stehen", "auf"): "aufstehen", ("hören", "auf"): "aufhören", ("ziehen", "um"): "ziehen", ("ziehen",
    "aus"): "wegziehen", ("nehmen", "ab"): "abnehmen"}
_NEGATIVE = re.compile(r"(?:nicht|nie|niemals|keinesfalls|kein(?:e[nrms]?|s)?|nimmer|nix|nichts)$", re.I)

_V1 = "|".join(sorted({form for form in FIRST if len(form) > 2}, key=len, reverse=True))
_V3 = "|".join(sorted({form for form in THIRD if len(form) > 2}, key=len, reverse=True))
_ADV = (
    r"(?:(?:auch|jetzt|dann|zurzeit|momentan|derzeit|gerade|seitdem|nun|trotzdem|eigentlich|leider|inzwischen|"
    r"mittlerweile|sonst|außerdem|daher|deshalb|früher|nur|aktuell)\s+)*"
)
_STARTER = (
    rf"{_ADV}(?:ich(?! (?:wohnen|leben|haben|sind|arbeiten|essen|trinken|mögen|lieben|fahren|spielen|gehen|ziehen|"
    rf"kommen|waren|hatten)\b)|wir|mein\w*|unser\w*|er|sie|es|du|ihr|das|dies\w*|man|bitte|nenn|{_V1}|{_V3}|kann|"
    r"darf|will|würde|hätte)\b"
)
_BOUNDARY = re.compile(
    r"\s+[-–—]+\s+|[()]|:\s+|\s*,?\s+(?:aber|sondern|doch(?= ich)|jedoch|allerdings|obwohl|weil|denn|während|"
    r"obgleich|dass|daß|sodass|nachdem|bevor)\s+|,\s*da\s+(?=ich)"
    rf"|,\s*(?:und|oder|also|dann|außerdem|da|daher|deshalb)?\s*(?={_STARTER})|\s+(?:und|sowie|&|\+)\s+(?={_STARTER})"
    rf"|,\s*(?=(?:wie|was|wo|wer|wann|warum|kannst|gibt|hast|bitte|danke)\b)|\s+und\s+(?=[\wäöüß -]{{2,40}} (?:mag|"
    r"hasse|liebe|esse|trinke|spiele) ich)"
    rf"|,\s*(?=[\wäöüß -]{{2,40}} (?:mag|hasse|liebe|esse|trinke|spiele|habe|hab|bin) ich)", re.I)
_LEAD = re.compile(
    r"(?:hallo|hi|hey|moin|servus|na|guten (?:tag|morgen|abend)|grüß (?:dich|gott)|also|so|ach|oh|ok|okay|ja|nein|"
    r"nee|nö|übrigens|btw|fyi|nur zur info|zur info|und|aber|oder|denn|weil|"
    r"da(?= ich)|dass|sorry|entschuldigung|ehrlich gesagt|eigentlich|leider|zum glück|endlich|tja|naja|wie gesagt|"
    r"nebenbei|hm+|haha|ps|p\.s\.|merk dir(?: bitte)?|bitte merk dir|denk(?:t)? (?:bitte )?dran|"
    r"vergiss nicht|du musst wissen|damit du es weißt|kurz zu mir|zu mir|über mich|kleine info|gut zu wissen|"
    r"korrektur|update|nachtrag|doch|stimmt|freut mich|außerdem|jedenfalls|"
    r"persönlich|grundsätzlich|generell|wisse|wichtig|noch was|apropos|tatsächlich|gute nachrichten)[,:;!.\s]+", re.I)
_WORD = re.compile(r"[^\W_]+(?:[-.@/_+&'][^\W_]+)*")


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    start: int
    end: int


def clauses(sentence: str) -> Iterator[Clause]:
    """The clauses of a sentence with their offsets in it. A list of things is no boundary, a new subject or verb is."""
    at, conjoined = 0, False
    for cut in [*_BOUNDARY.finditer(sentence), None]:
        stop = cut.start() if cut else len(sentence)
        text = sentence[at:stop]
        if text.strip():
            yield Clause(text.strip(), at + len(text) - len(text.lstrip()), conjoined)
            conjoined = bool(cut and re.search(r"und|,|sowie|&|\+|oder|aber", cut.group()))
        at = cut.end() if cut else stop


def lead(clause: str) -> int:
    """How many characters of a clause come before its first part: greetings and conjunctions."""
    at = 0
    while found := _LEAD.match(clause, at):
        at = found.end()
    return at


_KIN_SUBJECT = re.compile(
    r"(?:mein|unser)e?[rmn]?\s+(?:(?:kleine|große|jüngere|ältere|liebe|beste|eigene|neue|neuer|kleiner|großer|"
    r"jüngerer|älterer|beiden|zwei|drei|jüngste|jüngster|älteste|ältester|verstorbene)\w*\s+)*"
    rf"(?P<kin>{'|'.join(sorted(map(re.escape, [*KIN_WORD, *PET_WORD]), key=len, reverse=True))})(?![\w-])(?:\s+(?P<n"
    r"ame>(?-i:[A-ZÄÖÜ][\wäöüß-]+)))?(?=\s)", re.I)


@dataclass(frozen=True, slots=True)
class _Bracket:
    """The finite verb of a clause, its subject, and which characters they take."""

    who: Subject
    verb: _Word
    lemma: str
    taken: tuple[tuple[int, int], ...]
    elided: bool = False


def _bracket(clause: str, at: int, words: list[_Word], earlier: Subject, conjoined: bool) -> _Bracket | None:
    # "meine Frau und ich"
    joint = any(a.text == "und" and b.text == "ich" for a, b in zip(words, words[1:], strict=False))
    if not joint and (found := _KIN_SUBJECT.search(clause, at)):
        key = found["kin"].casefold()
        who = Subject(KIN_WORD.get(key) or PET_WORD[key], found.group())
        verb = next((w for w in words if w.start >= found.end() and w.text in THIRD), None)
        if found.start() == at and verb and verb.start - found.end() < 25:
            return _Bracket(who, verb, THIRD[verb.text], ((found.start(), found.end()), (verb.start, verb.end)))
    for place, word in enumerate(words):
        if word.text not in ("ich", "wir"):
            continue
        who = Subject("self", clause[word.start:word.end].capitalize())
        if joint:
            words = words[place:]
            place, at = 0, word.start
        near = [words[i] for i in (place + 1, place - 1) if 0 <= i < len(words) and words[i].text in FIRST]
        if not near and place == 0 and words[-1].text in FIRST:  # verb at the end: "weil ich in Köln wohne"
            near = [words[-1]]
        if not near and place == 0 and len(words) > 2 and words[1].text in ("auch", "selbst", "persönlich", "nämlich",
            "mittlerweile", "inzwischen") and words[2].text in FIRST:
            near = [words[2]]
        if near:
            return _Bracket(who, near[0], FIRST[near[0].text], ((0 if joint else word.start, word.end), (near[0].start,
                near[0].end)))
        return None
    if words and (words[0].text in ("er", "sie") and earlier.key not in ("", "self")) and len(words) > 1 and words[1].text in THIRD:
        return _Bracket(earlier, words[1], THIRD[words[1].text], ((words[0].start, words[0].end), (words[1].start,
            words[1].end)))
    if words and conjoined and earlier.key and (verb := next((w for w in words[:2] if w.text in (FIRST if earlier.key
        == "self" else THIRD)), None)):
        return _Bracket(earlier, verb, (FIRST if earlier.key == "self" else THIRD)[verb.text], ((verb.start, verb.end),),
            elided=True)
    if words and words[0].text in _BARE and not (len(words) > 1 and words[1].text in ("du", "er", "sie", "es", "das",
        "dein")):
        return _Bracket(Subject("self", "Ich"), words[0], FIRST[words[0].text], ((words[0].start, words[0].end),),
            elided=True)
    return None


def read(clause: str, at: int, earlier: Subject, conjoined: bool, times: tuple[tuple[int, int], ...] = ()) -> tuple[
    Subject, Reading, bool] | None:
    """The verb bracket of a clause from offset `at` on, or None when its verb is unknown or it tells nothing real."""
    if contrast := re.search(r",\s*(?:und |aber )?nicht\b", clause):
        clause = clause[:contrast.start()]  # "in Bonn, nicht in Köln" denies only what follows
    words = [_Word(m.group().casefold(), m.start(), m.end()) for m in _WORD.finditer(clause, at)]
    bracket = _bracket(clause, at, words, earlier, conjoined)
    if bracket is None or bracket.verb.text in ("würde", "hätte"):
        return None
    taken = list(bracket.taken)
    lemma, verb = bracket.lemma, Span(clause[bracket.verb.start:], bracket.verb.start)
    free = [w for w in words if not any(s <= w.start < e for s, e in taken)]
    last = free[-1] if free else None
    texts = [w.text for w in free]
    past = bracket.verb.text in _PAST
    perfect = False
    if lemma in ("haben", "sein", "werden") and (part := next((w for w in reversed(free) if w.text in PARTICIPLES),
        None)) and (
            part is last or clause[part.end:part.end + 1] == "," or free.index(part) >= len(free) - 3) and not (
            lemma == "sein" and part.text in ("verlobt", "geschieden", "getrennt", "verletzt")):
        lemma, perfect, verb = PARTICIPLES[part.text], True, Span(clause[part.start:part.end], part.start)
        taken.append((part.start, part.end))
    elif lemma in ("können", "dürfen") and last:
        if last.text in ("ausstehen", "leiden", "ab", "riechen", "ertragen", "sehen") and any(_NEGATIVE.match(t) for t
            in texts):
            lemma = "hassen!"
        elif last.text in ("essen", "trinken", "vertragen"):
            lemma = last.text if any(_NEGATIVE.match(t) for t in texts) else "-"
        elif lemma == "dürfen":
            return None
        if lemma != "können":
            taken.append((last.start, last.end))
            verb = Span(clause[last.start:last.end], last.start)
    elif lemma == "wollen" or (lemma == "werden" and not re.search(r"\d{1,3}\W*$", clause)):
        return None
    elif last and (separable := _SEPARABLE.get((lemma, last.text))):
        lemma = separable
        taken.append((last.start, last.end))
    denied = sum(1 for i, t in enumerate(texts) if _NEGATIVE.match(t) and not (i + 1 < len(texts) and texts[i + 1] ==
        "nur")) % 2 == 1
    ended = denied and "mehr" in texts
    if lemma == "hassen!":
        lemma, denied = "hassen", False
    if any(t in ("früher", "damals") for t in texts) and (past or perfect):
        denied, ended, perfect, past = True, True, False, False
    for word in free:
        if _NEGATIVE.match(word.text) or (ended and word.text == "mehr"):
            taken.append((word.start, word.end))
    if any(t in ("selten", "kaum", "manchmal", "gelegentlich") for t in texts):
        return None
    rest = blanked(clause, [*taken, *times])
    span = without_time(Span(rest[at:], at))
    for flag, cues in (("gern", ("gern", "gerne")), ("lieber", ("lieber",)), ("liebsten", ("liebsten",))):
        if any(cue in texts for cue in cues):
            lemma += "+" + flag
            break
    habitual = any(re.match(r"immer|jede[nrsm]?|regelmäßig|oft|meistens|täglich|normalerweise|(?:mon|diens|donners|"
        r"frei|sams|sonn)tags|mittwochs|morgens|abends|wöchentlich", t) for t in texts)
    reading = Reading(bracket.who.key, lemma, verb, span, denied, ended, past or perfect, perfect, habitual, bracket.elided,
        False, bool(times))
    return bracket.who, reading, bracket.elided


def statements(clause: Clause, at: int, earlier: Subject, frames: Sequence[Frame]) -> tuple[Subject, list[Said]]:
    """Whom the clause speaks of and what it says, from offset `at` on; nobody and nothing when it is not understood."""
    for phrase in PHRASES:
        if found := phrase.said(clause, at):
            if phrase.attribute == "NAME":
                found += meaning.after_name(clause.text, found[0].value, frames, "de")
            return Subject(found[0].subject, "Ich"), found
    result = read(clause.text, at, earlier, clause.conjoined, clause.times)
    if result is None:
        return NOBODY, []
    who, reading, elided = result
    found = meaning.said(reading, frames, "de")
    if elided:
        found = [replace(item, opening=who.surface) for item in found]
    elif who.key != "self" and re.match(r"(?:er|sie)\b", clause.text[at:], re.I):
        found = [replace(item, opening=who.surface + re.sub(r"^\w+", "", clause.text[at:]) + ".") for item in found]
    return who, found
