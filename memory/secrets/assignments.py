"""Secrets known by what introduces them: `password: X`, "my database password is X", "mein Passwort ist X".

After `:` and `=` a value is anything that is no ordinary word for a state or a type; after "is" it must look like a
secret or, for passwords, be one word that closes its clause. Keys and tokens must look like one in both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

KINDS = frozenset({"password", "pin", "api key", "token", "recovery phrase", "account number"})

_WORDS = {
    "password": r"passwords?|passwort|passwörter|passwd|passcode|passphrase|pwd|kennwort|zugangscode"
                r"|(?:wi-?fi|wlan|wpa[23]?|router|hotspot|netzwerk|network)[ -]?(?:key|schlüssel)"
                r"|(?<![a-z])(?:pass|pw)(?=\s?[:=])",
    "pin": r"(?:pin|geheimzahl)(?:[ -]?(?:number|no\.|nummer|nr\.))?",
    "api key": r"(?:api|secret|access|private|auth|account|license|encryption|client)[ _-]?(?:access[ _-]?)?"
               r"(?:key|secret)|(?:api|geheim)[- ]?schlüssel",
    "token": r"token|secret|credentials?",
}
_FOR = r"(?:\s+(?:for|of|to|on|at|in|für|von|vom|zu|zum|zur|auf|beim|des|der)(?:\s+[\w.'’@-]{1,40}){1,4}?)?"
_SIGN = r"(?P<sign>\s*[\"'*`]{0,2}\s*(?::=|[:=](?!=)|=>|->|→))"
_SAYS = (r"(?P<says>\s+(?:is|was|will be|ist|war|lautet|heißt|heisst|(?:is )?set to|wurde auf"
         r"|(?:(?:has|had) been|was|is|got)(?: now)? (?:changed|set|reset|updated|switched) to)"
         r"(?:\s+(?:now|still|just|currently|always|also|jetzt|nun|noch|immer|auch|aktuell)){0,3}[:\s])")
_VALUE = r"\s*[*_]{0,2}(?:\"(?P<dq>[^\"\n]{3,200})\"|'(?P<sq>[^'\n]{3,200})'|`(?P<bq>[^`\n]{3,200})`" \
         r"|[“„»](?P<tq>[^“”„«»\n]{3,200})[”“«]|(?P<v>[^\s\"“„`\[]{3,400}))"
_ASSIGN = {
    kind: re.compile(rf"(?i)(?<![\w-])[\w-]{{0,40}}?(?:{words})\b{_FOR}(?:{_SIGN}|{_SAYS}){_VALUE}")
    for kind, words in _WORDS.items()
}
_REVERSE = re.compile(
    rf"(?i)(?<!\S)(?P<v>\S{{5,100}})\s+(?:is|was|ist|war)\s+(?:my|our|the|mein|unser|das|der|dein)\s+(?:[\w-]+\s+){{0,3}}?"
    rf"[\w-]{{0,40}}?(?P<word>{_WORDS['password']}|{_WORDS['api key']})\b(?!\s*-?\s*(?:manager|policy|hint|generator))"
)
_CHANGED = re.compile(  # "I changed my password to X", "ich habe mein Passwort auf X geändert"
    rf"(?i)\b(?:chang|set|reset|updat|änder|setz|habe?)\w*\s+(?:[\w-]+\s+){{0,4}}?"
    rf"[\w-]{{0,40}}?(?:{_WORDS['password']})\b{_FOR}(?P<sign>)(?P<says>\s+(?:to|auf)\s){_VALUE}"
)
_PHRASE = re.compile(
    r"(?i)\b(?:seed|recovery|backup|secret|wallet)[ -]?(?:phrase|words)\b(?:\s*[:=]|\s+(?:is|are|ist|lautet))\s*"
    r"(?P<v>(?-i:[a-z]{3,8})(?:[ ,]+(?-i:[a-z]{3,8})){11,23})\b"
)
_PASSPHRASE = re.compile(
    r"(?i)\b[\w-]{0,40}?(?:password|passphrase|passwort|kennwort)\s*[:=]\s*"
    r"(?P<v>(?-i:[a-zäöüß]{3,})(?:[ -](?-i:[a-zäöüß]{3,})){3,11})[ \t]*(?=$|[\n.;])"
)

_ACCOUNT = re.compile(  # a bank account carries no checksum of its own, so only the word before it tells
    rf"(?i)\b(?:(?:bank|giro|savings|checking|current|spar)[ -]?(?:account|konto)"
    rf"(?:[ -]?(?:number|no\.?|nummer|nr\.?))?|account (?:number|no\.?)|konto-?(?:nummer|nr\.?))"
    rf"{_FOR}(?:{_SIGN}|{_SAYS})\s*[\"'`*_]{{0,2}}"
    r"(?P<v>\d(?:[ -]?\d){5,11})(?![\w-]|[.,]\d|\s?(?:[€$£%]|euros?\b|eur\b|dollars?\b|pounds?\b|usd\b|gbp\b))"
)

_PLAIN = frozenset(  # words that state something about a secret instead of giving it
    """
a about above after all almost also always an and any are as at bad be because been being below best better both but by
can case clear compromised correct could different do does done easy either empty enough even every exactly fine first
for from from gone good great had hard has have he her here hers his horrible how i if in incorrect insecure invalid it
its just known last like long lost maybe me mine missing more most much must my near never new nice no none nonsense not
now null of off often ok okay old on one only open optional or our out over perfect please plus pretty private public
quite random really right safe same secret secure short should simple since so some something somewhere still strong
stupid such terrible text than that the their them then there these they this those to too true false type undefined
under unique unknown until up us valid very visible was we weak well were what when where which while who why will with
without worse worst would wrong yes you your yours today tomorrow yesterday ready awful trash garbage useless plain
str string int integer bytes bool boolean number varchar char object any nil password passwort token secret key value
ab aber alle alles alt als am an auch auf aus bei bitte da das dein dem den der des die dies dieses doch drin dumm
ein eine einem einen einer einfach er es etwas falsch für geheim gut hier ich ihr im immer in ist ja jetzt kaputt kein
keine komisch korrekt kurz lang leer mal man mein meine mir mit nach nein neu nicht nichts nie noch nun nur oder ok
okay pflicht privat richtig schlecht schwach schon sehr sein sich sicher sie so stark super und ungültig unsicher unter
vom von vor was weg wegen weil wenn wer wie wir wo zu zum zur zurück leider meist gleich öffentlich uralt dasselbe
optional erforderlich unbekannt expire expires default defaults broken
""".split()
)
_STATE = re.compile(  # words for a state: participles and adjectives in both languages
    r"(?i)[a-zäöüß'’-]+(?:ed|ing|ly|able|ible|ful|less|ous|ten|wn)"
    r"|(?:[a-zäöüß]*ge|ver|be|ent|er)[a-zäöüß]+(?:t|en)"
    r"|[a-zäöüß]+(?:lich|ig|bar|sam|los|iert|haft)"
)
_UNIT = re.compile(r"(?i)\d+[- ]?(?:bit|bytes?|chars?|characters?|digits?|letters?|zeichen|stellen|ziffern)\b.*")
_CODE = re.compile(r"[$%{<*•.…]|(?:os|process|self|config|settings|env|request|this)\.|[^\s]*\(|x{3,}$|[*•]+$", re.I)
_CLOSES = re.compile(
    r"\s*(?:$|[\n,;!?)/|]|\.(?:\s|$)|[-–—]\s|(?:and|but|for|on|at|btw|please|und|aber|für|auf|bei|bitte)\b)", re.I)


_SAID_PHRASE = re.compile(  # "my passphrase is correct horse battery staple"
    r"(?i)\b[\w-]{0,40}?(?:password|passphrase|passwort|kennwort)\s+(?:is|ist|lautet)\s+"
    r"(?P<v>(?-i:[a-zäöüß]{3,})(?:[ -](?-i:[a-zäöüß]{3,})){3,11})[ \t]*(?=$|[\n.;])"
)


def find(text: str) -> Iterator[tuple[int, int, str]]:
    """(start, end, kind) of each value that a word for a secret introduces."""
    for hit in _ACCOUNT.finditer(text):
        yield *hit.span("v"), "account number"
    for pattern, kind in ((_PHRASE, "recovery phrase"), (_PASSPHRASE, "password")):
        for hit in pattern.finditer(text):
            if kind == "recovery phrase" or _PLAIN.isdisjoint(hit["v"].split()[1:]):
                yield *hit.span("v"), kind
    for hit in _SAID_PHRASE.finditer(text):
        first, *others = hit["v"].split()
        if not _STATE.fullmatch(first) and not any(w in _PLAIN or _STATE.fullmatch(w) for w in others):
            yield *hit.span("v"), "password"
    for kind, pattern in (*_ASSIGN.items(), ("password", _CHANGED)):
        for hit in pattern.finditer(text):
            start, end, quoted = _value(hit)
            closes = bool(_CLOSES.match(text, end))
            if _holds(kind, text[start:end], sign=bool(hit["sign"]), quoted=quoted, closes=closes):
                yield start, end, kind
    for hit in _REVERSE.finditer(text):
        if _mixed(hit["v"]):
            yield *hit.span("v"), "password" if re.search(r"(?i)pass|kenn|pwd|code", hit["word"]) else "api key"


def _value(hit: re.Match[str]) -> tuple[int, int, bool]:
    for name in ("dq", "sq", "bq", "tq"):
        if hit[name] is not None:
            return *hit.span(name), True
    start = hit.start("v")
    return start, start + len(hit["v"].rstrip(".,;:)]}'’\"”»*")), False


def _holds(kind: str, value: str, *, sign: bool, quoted: bool, closes: bool) -> bool:
    """Whether what follows the word is its value. `sign` is `:` or `=`; `closes`: nothing of the clause is left."""
    if kind == "pin":
        return bool(re.fullmatch(r"[0-9]{4,8}", value))
    if _CODE.match(value) or _UNIT.fullmatch(value) or value.casefold() in _PLAIN or value.startswith("//"):
        return False
    if kind != "password":
        return len(value) >= 8 and (_mixed(value) or _scrambled(value) or (value.isdigit() and sign))
    if len(value) < 4 or (" " in value and not quoted):
        return False
    if _mixed(value) or quoted:
        return True
    if _STATE.fullmatch(value):
        return False
    return closes or sign


def _mixed(value: str) -> bool:
    """A digit among letters, or a sign inside that no word has."""
    letters = any(c.isalpha() for c in value)
    return letters and (any(c.isdigit() for c in value) or bool(re.search(r"[!@#$%^&*_+=~|\\<>](?=.)", value)))


def _scrambled(value: str) -> bool:
    """Letters that go up and down in case more often than any name does."""
    return len(value) >= 12 and len(re.findall(r"[a-z][A-Z]", value)) >= 3
