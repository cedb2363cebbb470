"""What a clause says besides itself: taste said of the thing, and what a word for a person comes to."""

from __future__ import annotations

import re

from memory.text.vocabulary import vocabulary

_GOOD = "great|awesome|amazing|wonderful|fantastic|the best|brilliant|delicious|lovely|(?:so much |much )?fun"
_BAD = "awful|terrible|horrible|the worst|disgusting|gross|boring|annoying|overrated|dreadful"
_TOLL = "toll|super|klasse|prima|grossartig|wunderbar|spitze|lecker|gut|schon|faszinierend|interessant|spannend|suss"
_MIES = "furchtbar|schrecklich|mies|eklig|langweilig|schlimm|blod|doof|grauenhaft|widerlich|schlecht"
_TOPIC = r"^(?!(?:i|it|that|this|he|she|they|we|you|there|ich|es|das|er|sie|wir|du)\b)((?:[\w'-]+ ){1,4}?)"
_VERY = (
    r"(?:so |very |quite |pretty |ziemlich |ganz |just |really |simply |totally |always |absolutely |echt |total |"
    r"einfach |richtig |immer |sehr )*"
)
# What a person has one of, so that its quality is no matter of which.
_ONLY = "|".join(vocabulary("""
hair childhood boss family house home apartment job memory voice eyesight health life marriage garden kitchen commute
neighborhood handwriting appetite skin beard nose haare kindheit chefin chef familie haus wohnung gedachtnis stimme
leben ehe garten kuche arbeitsweg schrift haut bart nase gesundheit
"""))
# (letters without which the pattern cannot match, pattern, what is implied), for a clause with its idioms replaced.
_ROWS: tuple[tuple[str, str, str], ...] = (
    ("", rf"{_TOPIC}(?:is|are) (?:an? )?{_VERY}(?:{_GOOD})(?: [\w-]+)?$", r"i like \1"),
    ("", rf"{_TOPIC}(?:is|are) (?:an? )?{_VERY}(?:{_BAD})(?: [\w-]+)?$", r"i hate \1"),
    ("suck", rf"{_TOPIC}{_VERY}sucks?$", r"i hate \1"),
    ("favo", rf"{_TOPIC}(is|are|was) (?:one of )?my (?:all time |absolute )?favou?rites?(?: [\w-]+)?$",
     r"i like \1 \2"),
    ("favo", r"^my (?:all time |absolute )?favou?rite [\w-]+ (is|are|was) (.+)$", r"i like \2 \1"),
    (" me", rf"{_TOPIC}{_VERY}(?:annoys?|bores?|disgusts?|irritates?|bothers?|sickens?) me\b", r"i hate \1"),
    (" me", rf"{_TOPIC}{_VERY}(?:scares?|terrif(?:y|ies)|frightens?) me\b", r"i am afraid of \1"),
    ("mir angst", rf"{_TOPIC}mach(?:t|en) mir {_VERY}angst\b", r"ich habe angst vor \1"),
    (" for me", rf"{_TOPIC}(?:is|are) not {_VERY}for me$", r"i hate \1"),
    (" my thing", rf"{_TOPIC}(?:is|are) not {_VERY}my (?:thing|cup of tea)$", r"i hate \1"),
    ("fur mich", rf"{_TOPIC}(?:ist|sind) {_VERY}nichts fur mich$", r"ich hasse \1"),
    ("nicht mein", rf"{_TOPIC}(?:ist|sind) {_VERY}nicht (?:mein ding|meins|mein fall)$", r"ich hasse \1"),
    # What somebody is good at they can do.
    (" at ", rf"^i am {_VERY}(?:good|great|excellent) at (\w+ing)\b", r"i can \1"),
    ("i am", rf"^i am an? {_VERY}(?:good|great|excellent|decent) (\w+?)(\w)\2er$", r"i can \1\2"),
    ("i am", rf"^i am an? {_VERY}(?:good|great|excellent|decent) (\w+)er$", r"i can \1"),
    ("i am", rf"^i am an? {_VERY}(?:good|great|excellent|decent) cook$", "i can cook"),
    ("koch", r"^ich bin (?:ein|eine) \w+ koch(?:in)?$", "ich kann kochen"),
    ("alone", r"^i live (?:all )?alone\b", "i do not have roommates"),
    ("allein", r"^ich wohne (?:ganz )?allein", "ich habe keine mitbewohner"),
    ("ist", rf"{_TOPIC}ist {_VERY}(?:{_TOLL})$", r"ich mag \1"),
    ("ist", rf"{_TOPIC}ist {_VERY}(?:{_MIES})$", r"ich hasse \1"),
    ("sind", rf"{_TOPIC}sind {_VERY}(?:{_TOLL})$", r"ich mag \1"),
    ("sind", rf"{_TOPIC}sind {_VERY}(?:{_MIES})$", r"ich hasse \1"),
    ("ich", rf"{_TOPIC}(?:finde?|fand) ich {_VERY}(?:{_TOLL})$", r"ich mag \1"),
    ("ich", rf"{_TOPIC}(?:finde?|fand) ich {_VERY}(?:{_MIES})$", r"ich hasse \1"),
    ("ich", rf"^ich (?:finde?|fand) (.+?) {_VERY}(?:{_TOLL})$", r"ich mag \1"),
    ("ich", rf"^ich (?:finde?|fand) (.+?) {_VERY}(?:{_MIES})$", r"ich hasse \1"),
    ("gern", r"^(?!.*\b(?:nicht|wurde|hatte)\b)(.*)\bgerne?\b(.*)", r"ich mag \1\2"),
    ("liebsten", r"^(.*)\bam (?:aller)?liebsten\b(.*)", r"ich mag \1\2"),
    ("have", rf"^i have (?:the |an? )?{_VERY}(\w+) ({_ONLY})(?: ever)?$", r"my \2 is \1"),
    ("had", rf"^i had (?:the |an? )?{_VERY}(\w+) ({_ONLY})(?: ever)?$", r"my \2 was \1"),
    ("habe", rf"^ich habe (?:ein\w* |den |die |das )?{_VERY}(\w+) ({_ONLY})$", r"mein \2 ist \1"),
    ("i am", r"^i am (?:currently |still )?(?:not married|unmarried)\b", "i do not have a spouse"),
    ("i am single", r"^i am single$", "i do not have a partner"),
    ("verheiratet", r"^ich bin (?:noch |aktuell )*(?:nicht ver|unver)heiratet\b", "ich habe keinen ehepartner"),
    ("only child", r"^i am (?:an|the) only child\b", "i do not have siblings"),
    ("einzelkind", r"^ich bin (?:ein )?einzelkind\b", "ich habe keine geschwister"),
)
_IMPLIED = tuple((letters, re.compile(pattern), by) for letters, pattern, by in _ROWS)


def implied(clause: str) -> str:
    """What a clause says besides itself, "" when nothing: "i hate cats" of "cats annoy me"."""
    for letters, pattern, by in _IMPLIED:
        if letters in clause and (found := pattern.search(clause)):
            return found.expand(by)
    return ""
