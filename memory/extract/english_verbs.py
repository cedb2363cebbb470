"""The English verb group: its forms, auxiliaries and cues of denial, read from left to right."""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory.extract import meaning
from memory.extract.reading import Reading
from memory.extract.values import Span, blanked

_REGULAR = (
    "live reside work move relocate teach study speak drive ride own keep play collect practise practice eat drink "
    "smoke "
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
    "fast inherit serve emigrate immigrate survive sign enrol enroll "
    "donate clean iron vacuum shop call visit walk help stretch subscribe brew need train")
_IRREGULAR = {
    "eat": "ate eaten", "drink": "drank drunk", "speak": "spoke spoken", "drive": "drove driven", "ride":
    "rode ridden", "keep": "kept",
    "wear": "wore worn", "take": "took taken", "have": "has had 've having haven", "get": "got gotten getting gets",
    "begin":
    "began begun", "buy": "bought",
    "grow": "grew grown", "come": "came", "go": "went gone goes", "leave": "left", "give": "gave given", "lose":
    "lost", "break": "broke broken",
    "sell": "sold", "swim": "swam swum swimming", "run": "ran running", "read": "", "write": "wrote written writing "
    "writes", "sing":
    "sang sung", "do": "did done does",
    "sleep": "slept", "wake": "woke woken", "lead": "led", "teach": "taught", "fly": "flew flown flies", "quit": "",
    "hurt": "", "tear": "tore torn",
    "win": "won winning", "build": "built", "draw": "drew drawn", "stand": "stood", "bear": "",
    "study": "studies studied", "marry": "marries married",
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
                   r"(?-i:[A-Z][a-zäöü]+)(?! (?:with|it|this|that|the|a|an|my|your|some|for)\b)|run a|become|study|"
                   r"retire|buy an?|learn|emigrate|marry|get married|open a|start a|save|adopt)|"
                   r"up for)\b", re.I)
_UNMARKED = frozenset("dont doesnt didnt cant wont isnt arent wasnt havent hasnt".split())

_TOKEN = re.compile(r"n't|'(?:m|s|re|ve|d|ll)\b|[^\W_]+?(?=n't\b)|[^\W_]+(?:[-.@/_+&][^\W_]+)*(?:'(?!(?:m|s|re|ve|d|"
    r"ll|t)\b)\w+)?|\S", re.I)
_NOT = frozenset(("not", "n't", "never"))
_ABLE = frozenset("stand bear tolerate handle eat drink digest be take".split())  # "can't eat" is no skill
_VAGUE = frozenset("go think look try wonder hope plan save".split())  # "I'm looking ..." counts only with a goal
_BEING = frozenset("allergic born based vegan vegetarian unemployed on".split())  # may stand without their "I am"
_UNCHANGED = frozenset(("quit", "run", "become", "come", "hurt", "put", "read"))  # participles like their base form
_NEITHER = ("", "")
_NO_VERB = frozenset(  # after "I" none of the present: pasts nobody lists, connectives, slips
    "said knew found thought told asked met sent set felt heard held hit cut let led lay rose shook shot shut sat slid "
    "swore understood woke won wound wrote and or but who that which the too one two guys all both self am're was "
    "could would should might must may shall ought cannot dare per say via for from with without".split())


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    start: int
    end: int


def _tokens(text: str) -> list[_Token]:
    return [_Token(m.group().casefold(), m.start(), m.end()) for m in _TOKEN.finditer(text)]


@dataclass(slots=True)
class _Group:
    """The verb group as far as it is read."""

    clause: str
    who: str
    at: int
    elided: bool
    times: tuple[tuple[int, int], ...]
    tokens: list[_Token]
    denied: bool = False
    ended: bool = False
    past: bool = False
    perfect: bool = False
    habitual: bool = False
    able: bool = False

    def word(self, index: int) -> str:
        return self.tokens[index].text if index < len(self.tokens) else ""

    def form(self, index: int) -> tuple[str, str]:
        """(verb, kind of form) of a word, empty when it is no verb we know."""
        return FORMS.get(self.word(index), _NEITHER)

    def rest(self, index: int) -> Span:
        start = self.at + (self.tokens[index].start if index < len(self.tokens) else len(self.clause) - self.at)
        return Span(blanked(self.clause, self.times)[start:], start)

    def made(self, lemma: str, index: int) -> Reading:
        """The reading with this verb, whose complement begins at a token."""
        verb = self.tokens[max(0, index - 1)]
        begin = self.at + verb.start
        after = self.clause[self.at + verb.end:]
        over = index > 0 and re.search(r"\b(?:any ?more|any longer)\b", after, re.I) is not None
        return Reading(self.who, lemma, Span(self.clause[begin:], begin), self.rest(index), self.denied,
                       self.ended or (over and self.denied), self.past, self.perfect, self.habitual, self.elided,
                       meaning.lasts(self.clause), bool(self.times))

    def is_adverb(self, index: int) -> bool:
        word = self.word(index)
        opens = index == 0 and not self.elided and word in ("all", "both", "back", "long", "so", "then", "since", "now")
        if word == "now" and self.form(index + 1)[1] in ("base", "s"):
            return True  # "my brother now works at Acme"
        return word in _ADVERBS and not opens

    def supports(self, index: int) -> bool:
        """Whether this is the "do" of "I do not eat"."""
        after = self.word(index + 1)
        return self.word(index) in ("do", "does", "did") and (after in FORMS or after in _NOT or after in _ADVERBS)

    def had(self, index: int) -> bool:
        word = self.word(index)
        return word in ("'ve", "have", "has", "had") or (word == "'s" and self.word(index + 1) in (
            "been", "got", "lived", "worked", "moved"))


def read(clause: str, who: str, at: int, elided: bool, times: tuple[tuple[int, int], ...] = ()) -> Reading | None:
    """The verb group of a clause from offset `at` on, or None when its verb is unknown or it tells nothing real."""
    group = _Group(clause, who, at, elided, times, _tokens(clause[at:]))
    i = 0
    while i < len(group.tokens):
        word, after = group.word(i), group.word(i + 1)
        if word in _UNMARKED:  # "dont", "cant": written without the apostrophe
            group.able, group.denied = word == "cant", not group.denied
        elif word in _NOT:
            group.denied = not group.denied
        elif word == "no" and after == "longer":
            group.denied, group.ended, i = True, True, i + 1
        elif word in ("will", "'ll") and after == "be" and times:
            pass  # "I'll be in Lisbon until the 20th": a date makes it a plan
        elif word in _WEAK or word in _UNREAL:
            rather = after == "rather"
            return Reading(who, "rather", group.rest(i + 1), group.rest(i + 2), elided=elided) if rather else None
        elif group.supports(i):
            group.past = group.past or word == "did"
        elif word in ("ca", "can"):
            group.able = True
        elif group.is_adverb(i):
            group.habitual = group.habitual or word in _HABIT
        elif word == "used" and after == "to":
            group.denied, group.ended, i = not group.denied, True, i + 1
        elif word == "had" and after == "to":
            group.past, i = True, i + 1  # "I had to give up running"
        elif group.had(i):
            if reading := _have(group, i):
                return reading
        elif group.form(i)[0] == "be":
            step = _be(group, i)
            if not isinstance(step, int):
                return step
            i = step
            continue
        elif word in FORMS:
            return _main(group, i)
        elif group.able and i and word.isalpha() and len(word) > 2:
            return group.made("can", i)
        elif elided:
            return group.made("be", i) if word in _BEING else None
        else:
            return group.made(word, i + 1) if _may_be_a_verb(group, i) else None
        i += 1
    return None


def _may_be_a_verb(group: _Group, i: int) -> bool:
    """Whether a word we do not know stands where "I" has its verb, in the present."""
    word = group.word(i)
    known = group.denied or all(group.is_adverb(n) for n in range(i))
    return (known and group.who == "self" and len(word) > 2 and word.isalpha() and word not in _NO_VERB
            and not word.endswith(("ed", "ing", "ly", "ght", "ew")))


def _have(group: _Group, i: int) -> Reading | None:
    """"have" as a full verb; None when it only makes a perfect, whose participle comes next."""
    if group.able:
        return group.made("can", i)  # "I can't have nuts" is no word on owning any
    step = i + 1
    while group.word(step) in _NOT or (group.word(step) in _ADVERBS and group.form(step) == _NEITHER) or (
            group.word(step) == "no" and group.word(step + 1) == "longer"):
        step += 1
    verb, kind = group.form(step)
    if group.word(step) == "got":
        group.denied = group.denied or any(group.word(n) in _NOT for n in range(i + 1, step))
        return group.made("have", step + 1)
    had = group.word(i) == "had"
    if not had and (kind == "past" or verb in _UNCHANGED):
        group.perfect = True
        return None
    group.past = had and not group.perfect
    return group.made("have", i + 1)


def _be(group: _Group, i: int) -> Reading | int | None:
    """The copula or a progressive; a number is where to read on ("have been working")."""
    group.past = group.past or group.word(i) in ("was", "were")
    group.perfect = group.perfect or group.word(i) == "been"  # "never been to Asia"
    step = i + 1
    while step < len(group.tokens):
        word = group.word(step)
        if word in _NOT:
            group.denied = not group.denied
        elif word == "no" and group.word(step + 1) == "longer":
            group.denied, group.ended, step = True, True, step + 1
        elif word not in _ADVERBS:
            break
        group.habitual = group.habitual or word in _HABIT
        step += 1
    verb, kind = group.form(step)
    if kind == "ing" and verb != "be":
        aimless = verb in _VAGUE and not _GOAL.match(group.clause[group.at + group.tokens[step].end:])
        return None if group.past or aimless else group.made(f"{verb}+ing", step + 1)
    if verb == "be" and kind == "past":
        return step
    return group.made("been" if group.perfect else "be", step)


def _main(group: _Group, i: int) -> Reading | None:
    """A full verb, or one that begins or ends another ("stopped liking", "started to learn")."""
    lemma, kind = group.form(i)
    after = group.word(i + 1)
    if kind == "ing" and not group.perfect:
        return None
    if lemma in ("stop", "quit") or (lemma == "give" and after == "up"):
        step = i + (2 if lemma == "give" else 1)
        group.denied, group.ended = not group.denied, True
        if group.form(step)[1] == "ing":
            return group.made(group.form(step)[0], step + 1)
        return group.made("give+up" if lemma == "give" else lemma, step)
    if lemma in ("start", "begin"):
        step = i + (2 if after == "to" else 1)
        if group.form(step)[0] and (group.form(step)[1] == "ing" or after == "to"):
            group.perfect = False
            return group.made(group.form(step)[0], step + 1)
    group.past = group.past or (kind == "past" and not group.perfect)
    if group.able and lemma not in _ABLE:
        return group.made("can", i)
    return group.made(lemma, i + 1)
