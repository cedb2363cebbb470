"""English clauses: where they begin, who they speak of, and the verb group with its cues of denial."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from memory.extract import meaning
from memory.extract.english_phrases import PHRASES
from memory.extract.lexicon import KIN_WORD, PET_WORD
from memory.extract.reading import NOBODY, Clause, Frame, Reading, Said, Subject
from memory.extract.values import Span, blanked

_REGULAR = (
    "live work move relocate teach study speak drive ride own keep play collect practise practice eat drink smoke "
    "like love enjoy adore "
    "hate dislike detest despise loathe prefer stand bear tolerate wear use take suffer have get start begin join "
    "buy adopt graduate pass fail "
    "grow come go commute travel quit leave stop give want need turn call reach lose break sell finish retire marry "
    "divorce train learn "
    "swim run walk cook bake read write paint draw sing dance knit sew garden hike climb cycle surf ski skate "
    "volunteer mind avoid skip "
    "switch change expect sleep wake visit do run manage lead coach babysit foster rent share stay attend fly sail "
    "fish weigh identify "
    "follow support watch miss handle digest carry book plan be hurt sprain injure tear crash win publish earn "
    "complete vape gamble build brew grow meditate pray die vape listen code program save try look want spend "
    "fast")
_IRREGULAR = {
    "eat": "ate eaten", "drink": "drank drunk", "speak": "spoke spoken", "drive": "drove driven", "ride":
    "rode ridden", "keep": "kept",
    "wear": "wore worn", "take": "took taken", "have": "has had 've having haven", "get": "got gotten", "begin":
    "began begun", "buy": "bought",
    "grow": "grew grown", "come": "came", "go": "went gone goes", "leave": "left", "give": "gave given", "lose":
    "lost", "break": "broke broken",
    "sell": "sold", "swim": "swam swum swimming", "run": "ran running", "read": "", "write": "wrote written", "sing":
    "sang sung", "do": "did done does",
    "sleep": "slept", "wake": "woke woken", "lead": "led", "teach": "taught", "fly": "flew flown flies", "quit": "",
    "hurt": "", "tear": "tore torn",
    "win": "won", "build": "built", "draw": "drew drawn", "stand": "stood", "bear": "", "study": "studies studied",
    "marry": "marries married",
    "stop": "stops stopped stopping", "plan": "plans planned planning", "babysit": "babysat", "skip":
    "skipped skipping", "carry": "carries carried",
    "be": "am is are was were been being 'm 're", "knit": "knitting", "ski": "skiing skied", "jog":
    "jogging jogged jogs", "spend": "spent spends spending",
    "pay": "pays paid paying", "bring": "brought", "lift": "lifting", "box": "boxing boxed", "dig": "dug", "put":
    "puts putting", "feel": "felt feels",
    "make": "makes made making", "host": "hosts hosted hosting", "sprain": "", "blog": "blogging blogs", "stream":
    "streams streaming",
    "shop": "shops shopped shopping", "become": "became becomes", "undergo": "underwent", "see":
    "sees saw seen seeing", "mean": "means meant",
}


def _forms() -> dict[str, tuple[str, str]]:
    table: dict[str, tuple[str, str]] = {}
    for verb in [*_REGULAR.split(), *_IRREGULAR]:
        stem = verb[:-1] if verb.endswith("e") else verb
        table.setdefault(verb, (verb, "base"))
        table.setdefault(verb + ("es" if verb.endswith(("s", "h", "x", "z")) else "s"), (verb, "s"))
        if verb != "be":
            table.setdefault(stem + "ed", (verb, "past"))
            table.setdefault(stem + "ing", (verb, "ing"))
    for verb, forms in _IRREGULAR.items():
        for form in forms.split():
            kind = "ing" if form.endswith("ing") else "s" if form.endswith("s") and form != "was" else "past"
            table[form] = (verb, kind)
    for form, kind in (("am", "base"), ("are", "base"), ("is", "s"), ("'m", "base"), ("'re", "base"), ("was", "past"), (
        "been", "past"), ("'s", "s")):
        table[form] = ("be", kind)
    table["'ve"], table["has"] = ("have", "base"), ("have", "s")
    return table


FORMS = _forms()
_ADVERBS = frozenset(
    "really just also currently still now always usually often sometimes recently finally actually mostly totally "
    "absolutely already "
    "generally normally typically only even both all regularly quite very so simply truly genuinely personally "
    "honestly too basically "
    "ever since then kinda officially definitely certainly proudly happily temporarily permanently mainly especially "
    "deeply "
    "severely mildly highly slightly deathly extremely originally newly back almost nearly completely strictly "
    "obviously unfortunately sadly "
    "mainly primarily lately presently fully partly happily strongly probably' long".split())
_HABIT = frozenset("always usually often regularly normally generally typically".split())
_WEAK = frozenset("rarely hardly barely seldom scarcely sometimes occasionally".split())
_UNREAL = frozenset("would could might may should 'd shall must gonna wanna 'll will".split())
_GOAL = re.compile(r"\s+(?:for (?:an? |my )(?:new |first |better |bigger )*(?:job|flat|apartment|house|room|car|dog|"
    r"place)|on (?:holiday|vacation|a trip)|to (?:lose weight|quit|stop|give up|eat|cut down|move|get pregnant|"
                   r"run a|become|study|retire|buy an?|learn|emigrate|marry|get married|open a|start a|save|adopt)|"
                   r"up for)\b", re.I)
_OTHERS = re.compile(r"\b(?:you|he|she|they|it|who|people)\s+\w+", re.I)
_UNMARKED = frozenset("dont doesnt didnt cant wont isnt arent wasnt havent hasnt".split())
_STOPPERS = frozenset("stop quit".split())

_TOKEN = re.compile(r"n't|'(?:m|s|re|ve|d|ll)\b|[^\W_]+?(?=n't\b)|[^\W_]+(?:[-.@/_+&][^\W_]+)*(?:'(?!(?:m|s|re|ve|d|"
    r"ll|t)\b)\w+)?|\S", re.I)
_ADV = (
    r"(?:(?:also|now|currently|then|just|never|always|still|really|usually|recently|even|finally|often|already|"
    r"absolutely|totally|mostly|actually|"
    r"no longer|only|sometimes|originally|only|moreover|personally)\s+)*"
)
_VERB = (
    "|".join(sorted((re.escape(form) for form, (_, kind) in FORMS.items() if kind in ("base", "past", "s") and form.isalpha()),
    key=len, reverse=True))
)
_PRONOUN = (
    r"(?:i|i'm|im|i've|ive|i'd|i'll|we|we're|we've|my|our|he|she|he's|she's|they|they're|it|it's|you|your|his|her|"
    r"their|the|there|that's|this|"
    r"nobody|everyone|please|call|what|where|who|how|let's)"
)
_BOUNDARY = re.compile(
    r"\s+[-–—]+\s+|[()]|:\s+|\s*,?\s+(?:but|because|'?cause|cuz|although|though|while|whereas|however|yet)\s+|"
    rf",?\s+so\s+(?={_ADV}{_PRONOUN}\b)"
    rf"|,\s*(?:and|or|so|then|plus|also)?\s*(?={_ADV}(?:{_PRONOUN}|{_VERB}|don't|doesn't|didn't|can't|won't|not)\b)"
    rf"|,\s*(?=(?:thanks|please|any |and |what|where|how|who|which|which|can |could |do |does |is |are |but )\b)"
    rf"|\s+(?:and|plus|&)\s+(?={_ADV}(?:{_PRONOUN}|{_VERB}|don't|doesn't|didn't|can't|won't)\b)", re.I)
_LEAD = re.compile(
    r"(?:hey|hi|hello|hiya|well|so|oh|ok|okay|yes|yeah|yep|yup|no|nope|nah|btw|by the way|actually|anyway|anyways|"
    r"also|and|but|plus|because|cause|"
    r"as(?= (?:i|we|my)\b)|fyi|just|sorry|look|honestly|personally|these days|nowadays|currently|now|right now|at "
    r"the moment|lately|recently|today|for now|then|"
    r"though|although|unfortunately|fortunately|luckily|sadly|finally|you know|i mean|ps|p\.s\.?|note(?: that)?|just "
    r"so you know|please (?:remember|note)(?: that)?|"
    r"remember(?: that)?|keep in mind(?: that)?|as you know|to be honest|tbh|for the record|heads up|good news|bad "
    r"news|update|correction|"
    r"one more thing|in general|generally|usually|normally|most days|sometimes|often|originally|in fact|basically|ah|"
    r"hm+|haha|lol|since(?= (?:i|we|my|i'm)\b)|guess what|"
    r"you should know(?: that)?|did i mention(?: that)?|it turns out(?: that)?|turns out(?: that)?|good morning|good "
    r"evening|wait|again|apparently|"
    r"professionally|for work|at work|at home|in my (?:free|spare) time|for breakfast|for lunch|for dinner|for fun|"
    r"at weekends|nice to meet you|hi there|hey there)"
    r"[,:;!.\s]+", re.I)
_LEAD_TIME = re.compile(
    r"(?:(?:since|in|on|at|until|till|from|for|during|after|every|last|this|next|as of|about|around|over|most)\b[^,"
    r"]{0,40}?|(?:\w+|a few) (?:years?|months?|weeks?|days?) ago|"
    r"yesterday|tomorrow|tonight|today)(?:,\s*|\s+)(?=(?:i|i'm|i've|we|we've|my|we're|our)\b)", re.I)


@dataclass(frozen=True, slots=True)
class _Token:
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
            left = len(text) - len(text.lstrip())
            yield Clause(text.strip(), at + left, conjoined)
            conjoined = bool(cut and re.search(r"and|,|plus|&|or|but", cut.group()))
        at = cut.end() if cut else stop


def _tokens(text: str) -> list[_Token]:
    return [_Token(m.group().casefold(), m.start(), m.end()) for m in _TOKEN.finditer(text)]


def lead(clause: str) -> int:
    """How many characters of a clause come before its subject: greetings, conjunctions, adverbials."""
    at = 0
    while found := (_LEAD.match(clause, at) or _LEAD_TIME.match(clause, at)):
        at = found.end()
    return at


_KIN_SUBJECT = re.compile(
    r"(?:my|our)\s+(?:(?:younger|older|little|big|elder|twin|late|dear|lovely|eldest|youngest|oldest|best|own|step|"
    r"half|new|baby|two|three|other)\s+)*"
    rf"(?P<kin>{'|'.join(sorted(map(re.escape, [*KIN_WORD, *PET_WORD]), key=len, reverse=True))})(?![\w-])(?:\s*"
    r",?\s+(?P<name>(?-i:[A-ZÄÖÜ][\wäöüß-]+))(?!'s)\b,?)?", re.I)


def subject(clause: str, at: int, earlier: Subject, conjoined: bool) -> tuple[Subject, int, bool] | None:
    """(whom, offset after the subject word, whether it was elided), or None when the clause is about somebody unknown."""
    rest = clause[at:]
    if found := re.match(r"(?:i|we)(?=['\s])|im\b|ive\b", rest, re.I):
        short = found.group().casefold() in ("im", "ive")
        return Subject("self", "I" if short else found.group()), at + (1 if short else found.end()), False
    if found := _KIN_SUBJECT.match(rest):
        word = found["kin"].casefold()
        if not re.match(r"'s\s+(?!a\b|an\b|the\b|in\b|at\b|from\b|\w+ing\b|allergic|vegan|vegetarian|called|named|\d|"
            r"not\b|married)", rest[found.end():], re.I):
            return Subject(KIN_WORD.get(word) or PET_WORD[word], found.group().strip(" ,")), at + found.end(), False
        return None
    if (found := re.match(r"(?:she|he|they)(?=['\s])", rest, re.I)) and earlier.key not in ("", "self"):
        return earlier, at + found.end(), False
    if conjoined and earlier.key and _starts_with_verb(rest):
        return earlier, at, True
    if not conjoined and re.match(r"(?:(?:just|recently|finally|never|also|already|still|been|no longer|"
        r"currently)\s+)*(?:moved|got|bought|adopted|started|quit|stopped|"
                                  r"joined|been|graduated|born|grew|lost|broke|passed|finished|sold|switched|became|"
                                  r"gave|married|allergic|based|vegan\b|"
                                  r"vegetarian\b|can't stand|unemployed|on (?:sick|parental|maternity|paternity) "
                                  r"leave)\b", rest, re.I):
        return Subject("self", "I"), at, True
    return None


def _starts_with_verb(text: str) -> bool:
    word = re.match(rf"{_ADV}([a-z]+(?:n't)?|'m)", text, re.I)
    first = word[1].casefold() if word else ""
    if first in ("like", "support", "'m") or FORMS.get(first, ("", ""))[1] == "ing":
        return False  # "like" after a comma compares, "playing" goes on with a list
    return bool(word and (first in FORMS or word[1].casefold() in ("don't", "doesn't", "can't", "can", "cannot",
        "didn't", "not")
                          or re.match(r"allergic|currently|never|no longer", text, re.I)))


def read(clause: str, who: str, at: int, elided: bool, times: tuple[tuple[int, int], ...] = ()) -> Reading | None:
    """The verb group of a clause from offset `at` on, or None when its verb is unknown or it tells nothing real."""
    tokens = [t for t in _tokens(clause[at:])]
    denied = ended = past = perfect = habitual = False
    can = False
    i = 0

    def rest_from(index: int) -> Span:
        start = at + (tokens[index].start if index < len(tokens) else len(clause) - at)
        return Span(blanked(clause, times)[start:], start)

    def made(lemma: str, index: int) -> Reading:
        tail = clause[at + tokens[index - 1].end:] if index else ""
        begin = at + (tokens[max(0, index - 1)].start if tokens else 0)
        over = bool(re.search(r"\b(?:any ?more|any longer)\b", tail, re.I))
        return Reading(who, lemma, Span(clause[begin:], begin), rest_from(index), denied, ended or (over and denied),
            past, perfect, habitual, elided, meaning.lasts(clause), bool(times))

    while i < len(tokens):
        word = tokens[i].text
        if word in _UNMARKED:  # "dont", "cant": written without the apostrophe
            can, word = word == "cant", "not"
        after = tokens[i + 1].text if i + 1 < len(tokens) else ""
        if word in ("not", "n't", "never"):
            denied = not denied
        elif word == "no" and after == "longer":
            denied, ended, i = True, True, i + 1
        elif word in ("will", "'ll") and after == "be" and times:
            pass  # "I'll be in Lisbon until the 20th": a date makes it a plan
        elif word in _WEAK or word in _UNREAL:
            return Reading(who, "rather", rest_from(i + 1), rest_from(i + 2), elided=elided) if after == "rather" else None
        elif word in ("do", "does", "did") and (after in FORMS or after in ("n't", "not") or after in _ADVERBS) and after not in (
            "my", "a"):
            past = past or word == "did"
        elif word in ("ca", "can"):
            can = True
        elif word in _ADVERBS and not (word in ("all", "both", "back", "long", "so", "then", "since", "now") and i ==
            0 and not elided):
            habitual = habitual or word in _HABIT
        elif word == "used" and after == "to":
            denied, ended, i = not denied, True, i + 1
        elif word in ("'ve", "have", "has", "had") or (word == "'s" and after in ("been", "got", "lived", "worked",
            "moved")):
            step = i + 1
            while step < len(tokens) and tokens[step].text in (*_ADVERBS, "not", "n't", "never", "no") and \
                    FORMS.get(tokens[step].text, ("", ""))[0] == "":
                if tokens[step].text == "no" and (step + 1 < len(tokens) and tokens[step + 1].text != "longer"):
                    break
                step += 1
            kind = FORMS.get(tokens[step].text, ("", "")) if step < len(tokens) else ("", "")
            if step < len(tokens) and tokens[step].text == "got":
                denied = denied or any(t.text in ("not", "n't", "never") for t in tokens[i + 1:step])
                return made("have", step + 1)
            if kind[1] == "past" and word != "had" and kind[0] != "":
                perfect = True
            elif kind[0] == "quit" and word != "had":
                perfect = True
            else:
                past = word == "had"
                return made("have", i + 1)
        elif word in FORMS:
            lemma, kind = FORMS[word]
            if lemma == "be":
                past = past or word in ("was", "were")
                perfect = perfect or word == "been"  # "never been to Asia"
                step = i + 1
                while step < len(tokens) and (tokens[step].text in _ADVERBS or tokens[step].text in ("not", "n't",
                    "never")) or (
                        step + 1 < len(tokens) and tokens[step].text == "no" and tokens[step + 1].text == "longer"):
                    if tokens[step].text in ("not", "n't", "never"):
                        denied = not denied
                    if tokens[step].text == "no":
                        denied, ended, step = True, True, step + 1
                    habitual = habitual or tokens[step].text in _HABIT
                    step += 1
                form = FORMS.get(tokens[step].text, ("", "")) if step < len(tokens) else ("", "")
                if form[1] == "ing" and form[0] not in ("be", ""):
                    if past:
                        return None
                    if form[0] in ("go", "think", "look", "try", "wonder", "hope", "plan", "save"):
                        goal = clause[at + tokens[step].end:]
                        if _GOAL.match(goal):
                            return made(form[0] + "+ing", step + 1)
                        return None
                    return made(form[0] + "+ing", step + 1)
                if form[0] == "be" and form[1] == "past":  # "have been"
                    i = step
                    continue
                return made("be" if not perfect else "been", step)
            if kind == "ing" and not perfect:
                return None
            if lemma in _STOPPERS or (lemma == "give" and after == "up"):
                step = i + (2 if lemma == "give" else 1)
                nxt = FORMS.get(tokens[step].text, ("", "")) if step < len(tokens) else ("", "")
                denied, ended = not denied, True
                if kind == "base" and not denied:
                    return None
                if nxt[1] == "ing" and nxt[0]:
                    return made(nxt[0], step + 1)
                return made(lemma + ("+up" if lemma == "give" else ""), step)
            if lemma in ("start", "begin"):
                step = i + (2 if after == "to" else 1)
                nxt = FORMS.get(tokens[step].text, ("", "")) if step < len(tokens) else ("", "")
                if nxt[0] and (nxt[1] == "ing" or after == "to"):
                    perfect = False
                    return made(nxt[0], step + 1)
            if kind == "past" and not perfect and lemma not in ("quit",):
                past = True
            if can and lemma not in ("stand", "bear", "tolerate", "handle", "eat", "drink", "digest", "have", "be",
                "take"):
                return made("can", i)
            return made(lemma, i + 1)
        elif can and i and word.isalpha() and len(word) > 2:
            return made("can", i)
        elif elided and word in ("allergic", "born", "based", "vegan", "vegetarian", "unemployed", "on"):
            return made("be", i)
        else:
            return None
        i += 1
    return None


def statements(clause: Clause, at: int, earlier: Subject, frames: Sequence[Frame]) -> tuple[Subject, list[Said]]:
    """Whom the clause speaks of and what it says, from offset `at` on; nobody and nothing when it is not understood."""
    for phrase in PHRASES:
        if found := phrase.said(clause, at):
            if phrase.attribute == "NAME":
                found += meaning.after_name(clause.text, found[0].value, frames, "en")
            return Subject(found[0].subject, "I"), found
    whom = subject(clause.text, at, earlier, clause.conjoined)
    if not whom:
        return NOBODY, []
    who, start, elided = whom
    reading = read(clause.text, who.key, start, elided, clause.times)
    found = meaning.said(reading, frames, "en") if reading else []
    if elided:
        found = [replace(item, opening=_opening(who, clause.text[start:])) for item in found]
    elif re.match(r"(?:she|he|they)\b", clause.text[at:], re.I):
        found = [replace(item, opening=who.surface + clause.text[start:] + ".") for item in found]
    # "I love how you paint and sing": whoever else is named may be the one who goes on
    return (NOBODY if _OTHERS.search(clause.text[start:]) else who), found


def _opening(who: Subject, verb: str) -> str:
    if re.match(r"(?:been)\b", verb, re.I):
        return who.surface + " have"
    if re.match(r"(?:no longer |never |currently |still |also |now )*(?:allergic|vegan|vegetarian|unemployed|based|"
        r"on|\w+ing)\b", verb, re.I):
        return who.surface + {"i": " am", "we": " are"}.get(who.surface.casefold(), " is")
    if re.match(r"(?:never been)\b", verb, re.I):
        return who.surface + " have"
    return who.surface
