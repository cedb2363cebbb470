"""English clauses: where they begin, who they speak of, and the verb group with its cues of denial."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from memory.extract import fragments, meaning, mentioned
from memory.extract.english_phrases import PHRASES
from memory.extract.english_verbs import FORMS, read
from memory.extract.lexicon import KIN_WORD, PET_WORD
from memory.extract.plain import readings
from memory.extract.reading import NOBODY, Clause, Frame, Said, Subject
from memory.extract.values import Span

_OTHERS = re.compile(r"\b(?:you|he|she|they|it|who|people)\s+\w+", re.I)
_ADV = (
    r"(?:(?:also|now|currently|then|just|never|always|still|really|usually|recently|even|finally|often|already|"
    r"absolutely|totally|mostly|actually|"
    r"no longer|only|sometimes|originally|only|moreover|personally)\s+)*"
)
_VERB = "|".join(sorted((form for form, (_, kind) in FORMS.items() if kind != "ing" and form.isalpha()), key=len,
                        reverse=True))
_PRONOUN = (
    r"(?:i|i'm|im|i've|ive|i'd|i'll|we|we're|we've|my|our|he|she|he's|she's|they|they're|it|it's|you|your|his|her|"
    r"their|the|there|that's|this|its(?= (?:my|an?|just|not)\b)|"
    r"nobody|everyone|please|call|what|where|who|how|let's)"
)
_BOUNDARY = re.compile(
    r"\s+[-–—]+\s+|[()]|:\s+|\s*,?\s+(?:but|because|'?cause|cuz|although|though|while|whereas|however|yet)\s+|"
    rf",?\s+so\s+(?={_ADV}{_PRONOUN}\b)"
    rf"|,\s*(?:and|or|so|then|plus|also)?\s*(?={_ADV}(?:{_PRONOUN}|{_VERB}|don't|doesn't|didn't|can't|won't|not)\b)"
    rf"|,\s*(?=(?:thanks|please|any |ideas |tips |thoughts |suggestions |and |what|where|how|who|which|which|can |"
    rf"could |do |does |is |are |but |"
    r"(?:explain|quiz|make|give|show|find|tell|write|"
    r"recommend|suggest|help) (?:me|us|it|this|that|him|her|a|an|the)\b)\b)"
    r"|,\s*(?=(?:just |always )?(?:tastes?|smells?|looks?|feels?|sounds?|seems?|reminds?|helps?|causes?|calms?)\s+"
    r"(?:me|like|of|so|too|very|just|really|great|good|bad|nice|awful|horrible|terrible|weird|disgusting)\b)"
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
    r"you should know(?: that)?|did i mention(?: that)?|it turns out(?: that)?|(?:just )?a heads up(?: that)?|don't "
    r"forget(?: that)?|do not forget(?: that)?|turns out(?: that)?|good morning|good "
    r"evening|wait|again|apparently|"
    r"professionally|for work|at work|at home|in my (?:free|spare) time|for breakfast|for lunch|for dinner|for fun|"
    r"at weekends|nice to meet you|hi there|hey there)"
    r"[,:;!.\s]+", re.I)
_LEAD_TIME = re.compile(
    r"(?:(?:since|starting|beginning|in|on|at|until|till|from|for|during|after|every|last|this|next|as of|about|"
    r"around|over|most)\b[^,"
    r"]{0,40}?|(?:\w+|a few) (?:years?|months?|weeks?|days?) ago|"
    r"yesterday|tomorrow|tonight|today)(?:,\s*|\s+)(?=(?:i|i'm|i've|we|we've|my|we're|our)\b)", re.I)


def clauses(sentence: str) -> Iterator[Clause]:
    """The clauses of a sentence with their offsets in it. A list of things is no boundary, a new subject or verb is."""
    at, conjoined = 0, False
    for cut in [*_BOUNDARY.finditer(sentence), None]:
        if cut and _JOINT.search(sentence, at, cut.start()) and _AND_I.match(sentence, cut.start()):
            continue
        stop = cut.start() if cut else len(sentence)
        text = sentence[at:stop]
        if text.strip():
            left = len(text) - len(text.lstrip())
            yield Clause(text.strip(), at + left, conjoined)
            conjoined = bool(cut and re.search(r"and|,|plus|&|or|but", cut.group()))
        at = cut.end() if cut else stop


def lead(clause: str) -> int:
    """How many characters of a clause come before its subject: greetings, conjunctions, adverbials."""
    at = 0
    while found := (_LEAD.match(clause, at) or _LEAD_TIME.match(clause, at)):
        at = found.end()
    return at


_KIN_SUBJECT = re.compile(
    r"(?:(?:both|all|all (?:three|four))(?: of)?\s+)?"
    r"(?:my|our)\s+(?:(?:younger|older|little|big|elder|twin|late|dear|lovely|eldest|youngest|oldest|own|step|"
    r"half|new|baby|two|three|other)\s+)*"
    rf"(?P<kin>{'|'.join(sorted(map(re.escape, [*KIN_WORD, *PET_WORD]), key=len, reverse=True))})(?![\w-])(?:\s*"
    r",?\s+(?P<name>(?-i:[A-ZÄÖÜ][\wäöüß-]+))(?!'s)\b,?)?", re.I)


_PAIR = (r"(?:(?:my|our) (?:\w+ )?(?:" + "|".join(sorted(map(re.escape, KIN_WORD), key=len, reverse=True)) +
         r"|friends?|flatmates?|roommates?|colleagues?|team|family)(?: (?-i:[A-Z])\w+)?|(?-i:(?!My|Our)[A-Z])\w+)")
_JOINT = re.compile(  # "my wife and I" is one subject
    rf"(?:^|[,.!:;]\s*|\b(?:but|so|because|and|btw|well|yes|hi|hey) ){_PAIR}$", re.I)
_AND_I = re.compile(r"\s+(?:and|&)\s+i(?=\s+(?:are|have|live|both|were|got|don't|do|eat|drink|moved|love|like|work|"
        r"run|own|"
                    r"went|bought|adopted|speak|play|hate|prefer|can|never|always|also|just)\b)", re.I)
_WE = re.compile(rf"{_PAIR}\s+(?:and|&)\s+i(?=\s)", re.I)
_SHORT = frozenset(("im", "ive"))
_NAMES = re.compile(  # "my sister's ..." that is "is", not a thing of hers
    r"'s\s+(?:a|an|the|in|at|from|\w+ing|allergic|vegan|vegetarian|called|named|\d+|not|married)\b", re.I)
_MAY_LACK_I = re.compile(
    r"(?:(?:just|recently|finally|never|also|already|still|been|no longer|currently)\s+)*"
    r"(?:moved|got|bought|adopted|started|quit|stopped|joined|been|graduated|born|grew|lost|broke|passed|finished|"
    r"sold|switched|became|gave|married|allergic|based|vegan|vegetarian|can't stand|unemployed|"
    r"on (?:sick|parental|maternity|paternity) leave)\b", re.I)
_HER_NAME = re.compile(r"(?P<whose>his|her) (?:first )?name(?: is|'s) (?P<v>(?-i:[A-ZÄÖÜ])[\w'-]+)(?=$|[\s,.!])", re.I)
_GOES_ON = frozenset("don't doesn't can't can cannot didn't not allergic currently never no".split())
_NEEDS_AM = re.compile(r"(?:no longer |never |currently |still |also |now )*(?:allergic|vegan|vegetarian|unemployed|"
                       r"based|on|\w+ing)\b", re.I)
_NEEDS_HAVE = re.compile(r"(?:never )?been\b", re.I)


def subject(clause: str, at: int, earlier: Subject, conjoined: bool) -> tuple[Subject, int, bool] | None:
    """(whom, offset after the subject word, whether it was left out), None when the clause is about a stranger."""
    rest = clause[at:]
    if found := re.match(r"(?:i|we)(?=['\s])|im\b|ive\b", rest, re.I):
        short = found.group().casefold() in _SHORT
        return Subject("self", "I" if short else found.group()), at + (1 if short else found.end()), False
    if found := _WE.match(rest):
        return Subject("self", found.group()), at + found.end(), False
    if found := _KIN_SUBJECT.match(rest):
        after, word = rest[found.end():], found["kin"].casefold()
        if after.startswith("'s") and not _NAMES.match(after):
            return None
        return Subject(KIN_WORD.get(word) or PET_WORD[word], found.group().strip(" ,")), at + found.end(), False
    pronoun = re.match(r"(?:she|he|they)(?=['\s])", rest, re.I)
    if (found := pronoun) and earlier.key not in ("", "self") and mentioned.agrees(found.group(), earlier):
        return earlier, at + found.end(), False
    if conjoined and earlier.key and _starts_with_verb(rest):
        return earlier, at, True
    return (Subject("self", "I"), at, True) if not conjoined and _MAY_LACK_I.match(rest) and not fragments.looks_for(
        rest) else None


def _starts_with_verb(text: str) -> bool:
    word = re.match(rf"{_ADV}([a-z]+(?:n't)?|'m)", text, re.I)
    first = word[1].casefold() if word else ""
    if first in ("like", "support", "'m") or FORMS.get(first, ("", ""))[1] == "ing":
        return False  # "like" after a comma compares, "playing" goes on with a list
    return first in FORMS or first in _GOES_ON or re.match(r"(?:never|currently|no longer)\b", text, re.I) is not None


def statements(clause: Clause, at: int, earlier: Subject, frames: Sequence[Frame]) -> tuple[Subject, list[Said]]:
    """Whom the clause speaks of and what it says, from offset `at` on; nobody and nothing when it is not understood."""
    for phrase in PHRASES:
        if found := phrase.said(clause, at):
            if phrase.attribute == "NAME":
                more = meaning.after_name(clause.text, found[0].value, frames, "en")
                name = found[0].value
                if clause.text[name.start + len(name.text):].strip(" ,.!"):
                    found = [replace(found[0], opening=f"I'm {name.text}."), *more]
            named = _KIN_SUBJECT.match(clause.text, at)
            other = "I" if found[0].subject == "self" else f"My {found[0].subject}"
            return Subject(found[0].subject, named.group().strip(" ,") if named else other), found
    if (hers := _HER_NAME.match(clause.text, at)) and earlier.key not in ("", "self") and mentioned.agrees(
            hers["whose"], earlier):
        name = Span(hers["v"], hers.start("v"))
        return earlier, [Said(earlier.key, "name", name, opening=f"{earlier.surface}'s name is {name.text}.")]
    whom = subject(clause.text, at, earlier, clause.conjoined)
    if not whom:
        return NOBODY, []
    who, start, elided = whom
    reading = read(clause.text, who.key, start, elided, clause.times)
    found = (meaning.said(reading, frames, "en") or readings.said(reading, clause.text)) if reading else []
    if elided:
        found = [replace(item, opening=_opening(who, clause.text[start:])) for item in found]
    elif re.match(r"(?:she|he|they)\b", clause.text[at:], re.I):
        found = [replace(item, opening=who.surface + clause.text[start:] + ".") for item in found]
    # "I love how you paint and sing": whoever else is named may be the one who goes on
    return (NOBODY if _OTHERS.search(clause.text[start:]) else who), found


def _opening(who: Subject, verb: str) -> str:
    """What has to stand before a clause without a subject so that it is a sentence."""
    if _NEEDS_HAVE.match(verb):
        return who.surface + " have"
    if _NEEDS_AM.match(verb):
        return who.surface + {"i": " am", "we": " are"}.get(who.surface.casefold(), " is")
    return who.surface
