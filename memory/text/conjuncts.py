"""A sentence that says two things of one subject, taken apart: "Uma lives in Rome and works at ACME"."""

from __future__ import annotations

import re
from dataclasses import dataclass

_VERBS = (
    "is|was|are|were|has|had|does|did|lives|lived|works|worked|owns|owned|drives|drove|plays|played|speaks|spoke|pays|"
    "paid|reports|enjoys|enjoyed|likes|loves|hates|prefers|teaches|taught|studies|studied|holds|writes|wrote|runs|ran|"
    "supports|supported|follows|leads|led|uses|used|practices|practises|volunteers|volunteered|collects|grows|resides|"
    "manages|managed|serves|invests|publishes|published|moved|joined|wears|bakes|cooks|keeps|rejects|refuses|avoids|"
    "communicates|carries|participates|attends|attended|finds|sold|plans|declined|believes|travels|commutes|"
    "ist|war|hat|hatte|wohnt|arbeitet|spielt|spricht|mag|liebt|hasst|fährt|besitzt|lernt|studiert|trinkt|isst"
)
_ADVERBS = r"(?:(?:also|now|never|only|currently|still|auch|jetzt|nie|nur)\s+)?"
_FIRST = re.compile(rf"^(?P<subject>[^,;:.!?]{{1,60}}?)\s+{_ADVERBS}(?:{_VERBS})\b", re.IGNORECASE)
_CUT = re.compile(rf",?\s+(?:and|und)\s+(?={_ADVERBS}(?:{_VERBS})\b\s+\S)", re.IGNORECASE)
_REFERS_BACK = re.compile(r"\b(?:there|it|one|ones|that|this|them|these|those|so|such|other|others|"
                          r"dort|das|es|ihn|ihnen|davon|damit)\b|\bto\W*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Conjunct:
    """One of the things said: `quote` as it stands in the sentence, `statement` with the subject put before it."""

    quote: str
    statement: str


def conjuncts(sentence: str) -> list[Conjunct]:
    """What a sentence says of its one subject, thing by thing; a part that refers back stays with the one before.

    >>> [c.statement for c in conjuncts("Uma lives in Rome and works at ACME.")]
    ['Uma lives in Rome', 'Uma works at ACME.']
    """
    whole = sentence.strip()
    first = _FIRST.match(whole)
    if first is None:
        return [Conjunct(whole, whole)]
    starts = [0]
    for cut in _CUT.finditer(whole):
        if cut.start() > first.end() and not _REFERS_BACK.search(whole[cut.end():]):
            starts.append(cut.end())
    if len(starts) == 1:
        return [Conjunct(whole, whole)]
    ends = [*starts[1:], len(whole)]
    parts = [re.sub(r",?\s+(?:and|und)\s*$", "", whole[a:b]).strip() for a, b in zip(starts, ends, strict=True)]
    subject = first["subject"]
    return [Conjunct(part, part if at == 0 else f"{subject} {part}") for at, part in enumerate(parts)]
