"""Contractions and turns of phrase in plain words: liking and denial said in one way. English and German."""

from __future__ import annotations

import re

_TASTE = r"\b(?:am|is|are)( not)?(?: really| very| much| such| so)*(?: a| an)?(?: big| huge| great| massive| real)* "
# (letters without which the pattern cannot match, pattern, what it becomes): the letters save most of the searching.
_ROWS: tuple[tuple[str, str, str], ...] = (
    ("user's", r"\b(?:the )?user's\b", "my"),
    ("user", r"\b(?:the )?user(?='s\b| )", "i"),
    ("nutzers", r"\b(?:des nutzers)\b", ""),
    ("nutzer", r"\b(?:der|dem|den|die) nutzer(?:in)?(?= )", "i"),
    ("n", r"\bwon'?t\b", "will not"),
    ("can", r"\b(?:can'?t|cannot)\b", "can not"),
    ("nt", r"\b(do|does|did|is|are|was|were|has|have|had|would|could|should|must)nt\b", r"\1 not"),
    ("'", r"\b(do|does|did|is|are|was|were|has|have|had|would|could|should|must|sha)n't\b", r"\1 not"),
    ("'", r"\bain't\b", "is not"),
    ("'", r"\b(\w+)'ve\b", r"\1 have"),
    ("'", r"\b(\w+)'re\b", r"\1 are"),
    ("'", r"\b(\w+)'ll\b", r"\1 will"),
    ("'", r"\b(\w+)'d\b", r"\1 would"),
    ("'", r"\b(he|she|it|that|there|who|what|here)'s\b", r"\1 is"),
    ("'", r"(?<=\w)'s\b", ""),
    ("im", r"\bim\b(?= (?:not|a|an|so|very|really|just)\b)", "i am"),
    ("'", r"\bi'm\b", "i am"),
    ("no", r"^(?:oh |ah |well )?no(?:,|$| way\b)", ""),
    ("no one", r"\bno one\b", "nobody"),
    ("can not", r"\bcan not (?:stand|bear|tolerate|abide)(?! up\b)", "hate"),
    ("can not", r"\bcan not help but\b", ""),
    ("can not", r"\bcan not wait\b", "want"),
    ("not", r"\bnot (?:only|just)\b", ""),
    ("no ", r"\b(?:have|has|had) no (?:problems?|doubts?|issues?|objections?)\b", "accept"),
    ("no ", r"\bno (?:doubt|wonder|problem|worries|matter)\b", ""),
    ("not ", r"\bnot (?:always|all|every\w*|entirely|completely|necessarily|quite|exactly|usually)\b", ""),
    ("not ", r"\bnot ((?!like|love|enjoy|care)(?:\w+ ){1,4}?)"
             r"(?:(?:that|very|too|so) (?:much|many|often)|a lot|all the time)\b", r"\1"),
    ("drink", r"^i do not drink(?= anymore$|$)", "i do not drink alcohol"),
    ("trinke", r"^ich trinke (?:gar |uberhaupt )?nicht(?= mehr$|$)", "ich trinke keinen alkohol"),
    ("nicht ", r"\bnicht (?:immer|alle[mnrs]?|jede[mnrs]?|ganz|unbedingt|nur)\b", ""),
    ("no idea", r"\bhave no idea\b", "do not know"),
    ("care for", r"\b(?:do|does) not care for\b", "do not like"),
    ("no ", r"\b(?:am|is|are) no (?:big |great )?fan of\b", "do not like"),
    *((taste, _TASTE + taste + r"\b", r"do\1 like")
      for taste in ("fan of", "fond of", "into", "keen on", "crazy about")),
    ("would", r"\bwould (?:like|love)\b", "want"),
    ("would", r"\bwould rather\b", "prefer"),
    ("ausstehen", r"\bkann (.*?)\b(?:nicht|kein\w*) ausstehen\b", r"hasse \1"),
    ("leiden", r"\bkann (.*?)\b(?:nicht|kein\w*) leiden\b", r"hasse \1"),
    ("put", r"\bput(?:ting|s)? (?:(?:the|a|an|his|her|my|some|it) )?(?:\w+ )?down\b", "drop"),
    ("put", r"\bput(?:ting|s)? (.*?)\b(?:into|onto|in|on)\b", r"insert \1"),
    ("tak", r"\btak(?:e|es|ing) off$", "takeoff"),
    (" o", r"\b(?:turn|switch)(?:s|es|ing)? ((?:(?:the|a|an|his|her|my|some) )?(?:\w+ )?)(on|off)\b", r"switch\2 \1"),
    ("tak", r"\btak(?:e|es|ing) (.*?)\b(?:out|off)\b(?: of\b)?", r"remove \1"),
    ("pick", r"\bpick(?:ing|s)? up\b", "lift"),
    ("get", r"\bget(?:ting|s)? off\b", "disembark"),
    ("get", r"\bget(?:ting|s)? on(?:to)?\b", "board"),
    ("r", r"\b(?:an |a )?(?:early bird|morning person|early riser)\b", "earlybird"),
    ("night", r"\b(?:a )?night (?:owl|person)\b", "nightowl"),
    ("person", r"\b(am|is|are)( not)? (?:a|an)(?: really| very)? (\w+) person\b", r"\1\2 \3"),
    ("non-", r"\bnon-(?=\w)", "not "),
    ("time zone", r"\btime zone\b", "timezone"),
    ("e-mail", r"\be-mail\b", "email"),
    ("number", r"\b(phone|mobile|cell) number\b", "phone"),
    ("ungern", r"\bungern\b", "nicht"),
    ("rid of", r"\bgot rid of\b", "no longer have"),
    (" than", r"\b(?:more|better|rather|less) than\b.*", ""),
    (" als", r"\b(?:mehr|lieber|besser) als\b.*", ""),
    ("instead", r"\binstead of\b.*", ""),
    ("except", r"\bexcept\b.*", ""),
    ("ausser", r"\bausser\b.*", ""),
    ("m", r"(?<=\d) (?=[ap](?:m|\.m)\b)", ""),
    ("still", r"\b(sit|stand|lie|stay|keep)(s|ting|ing|ping)? still\b", "motionless"),
    ("blow", r"\bblow(?:s|ing)? up\b", "inflate"),
    ("on time", r"\bon time\b", "punctual"),
    ("allerg", r"\b(?:have|has|habe?|hat)( no| not| kein\w*)?((?: \w+){0,2}) allerg(?:y|ies|ien?)\b",
     r"am\1 allergic\2"),
    ("allergien", r"\ballergien habe? ich\b(.*)\bkein\w*", r"ich bin nicht allergic\1"),
    (" any", r"\b(allergic|afraid|scared|opposed|addicted|interested|good|bad|into)( to| of| in| at)? "
             r"any(?:thing|one|body|where)\b(?! (?:with|that|but|else|other|except|i|like))", r"\1"),
    ("smoker", r"\b(?:am|is|are) (?:a |an )?(?:\w+ )?non-? ?smoker\b", "do not smoke"),
    ("smoker", r"\b(?:am|is|are)( not)? (?:a |an )?(?:\w+ )?smoker\b", r"do\1 smoke"),
    ("nichtraucher", r"\b(?:bin|ist|sind) (?:ein\w* )?nichtraucher(?:in)?\b", "rauche nicht"),
    ("raucher", r"\b(?:bin|ist|sind)( nicht| kein\w*)? (?:ein\w* )?(?:\w+ )?raucher(?:in)?\b", r"rauche\1"),
    ("learn", r"\b(?:have )?never (?:really )?learn(?:ed|t|d)?(?: how)? to\b", "can not"),
    ("gelernt", r"\b(?:habe?|hat|haben) (?:noch )?nie(?:mals)? (?:richtig )?(\w+) gelernt\b", r"kann nicht \1"),
    ("nicht", r"\bnicht (?:so |sehr |besonders )?gerne?\b", "mag nicht"),
    (" broke", r"\b(am|is|are)((?: so| always| totally| completely)*) broke\b", r"\1\2 poor"),
    ("isch", r"\bkann (?:(?:sehr|ganz|gut|etwas|fliessend|ein bisschen) )*((?:kein |nicht )?\w+isch)$", r"spreche \1"),
    ("zum gl", r"\bzum gluck\b", ""),
    (" life", r"\bin my (?:entire |whole |)life\b", ""),
    (" leben", r"\bin meinem (?:ganzen |)leben\b", ""),
    ("as ", r"\bas (?:always|usual|ever|hell)\b", ""),
    ("than", r"\bmore than any\w+\b", ""),
    ("", r"(?<=\d)(?=(?:cm|kg|km|mm|lbs?|kilos?|years?)\b)", " "),
    ("uhr", r"(?<=\d) (?=uhr\b)", ""),
    (" ", r"\b(?:have|has) (?=(?:stopped|quit|ceased|given up) \w+ing\b)", ""),
    (" got", r"\b(?:have|has) not got\b", "do not have"),
    (" got", r"\b(have|has) got\b", r"\1"),
    ("aufgehort", r"\b(?:habe|hat|haben) (?:damit )?aufgehort(?:,? (?:zu|mit)(?: dem)?)?\b", "aufgehort"),
    (" to", r"\b(?:have|has|need|needs) to\b", "must"),
    ("able to", r"\bunable to\b", "can not"),
    ("able to", r"\bable to\b", "can"),
)
_SPELT_OUT = tuple((letters, re.compile(pattern), by) for letters, pattern, by in _ROWS)


def spelt_out(clause: str) -> str:
    """A normalised clause with idioms replaced; comparisons and exceptions are cut off, since they deny nothing."""
    for letters, pattern, by in _SPELT_OUT:
        if letters in clause:
            clause = pattern.sub(by, clause)
    return clause
