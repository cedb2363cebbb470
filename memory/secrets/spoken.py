"""Secrets said in passing: "password hunter2", "I use X as my password", one-time codes, passwords of a command line.

Nothing here stands after `is` or `:` alone, so a value must look like one: letters with a digit, or a code's figures.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

KINDS = frozenset({"password", "pin", "one-time code"})

_WORD = r"(?:password|passwort|passwd|passcode|passphrase|kennwort)"
_MINE = r"(?:my|our|the|your|mein\w*|unser\w*|das|der|dein\w*|ihr\w*)"
_CODE = (  # what is sent for one sign-in or one payment; "TAN" and "OTP" as they are written, tan is a colour
    r"(?:(?:verification|security|confirmation|login|log-in|sign-?in|auth(?:entication|orization)?|one-?time|2fa|mfa|sms|"
    r"bestätigungs|sicherheits|einmal|verifizierungs|freischalt|anmelde)[ -]?(?:code|pin|tan|pass(?:code|word|wort))|"
    r"\botp(?:[ -]?code)?|\b2fa|\b(?-i:(?:[a-zA-Z]{1,4}-?)?TAN)|\bcvv|\bcvc2?)"
)
_FIGURES = r"(?:[A-Z]-)?\d{3}[ -]?\d{3}|\d{3,8}"
_SHAPES: tuple[tuple[str, str], ...] = (
    ("one-time code", rf"\b{_CODE}(?: (?:for|für|from|von) [\w.-]{{1,30}})?(?:\s*[:=]|\s+(?:is|was|ist|war|lautet))?"
                      rf"\s+(?P<v>{_FIGURES})(?![\w-]|[.,]\d)"),
    ("one-time code", rf"(?<![\w.,-])(?P<v>{_FIGURES})\s+(?:is|ist)\s+{_MINE}\s+(?:[\w-]+\s+){{0,2}}?{_CODE}\b"),
    ("pin", r"\b(?-i:PIN)\s+(?P<v>\d{4})(?![\w-]|[.,]\d)"),
    ("password", rf"(?<![\w-])[\w-]{{0,40}}?{_WORD}\s+(?P<v>[^\s\"'“„`\[]{{5,100}})"),
    ("password", rf"\b(?:us(?:e|ed|ing)|have|set|chose|took|nehme|nutze|benutze|verwende|habe|nahm)\s+[\"'“„`]?"
                 rf"(?P<v>[^\s\"'“”„`\[]{{5,100}})[\"'”“`]?\s+(?:as|for|als|für)\s+(?:{_MINE}\s+)?(?:[\w-]+\s+){{0,3}}?"
                 rf"[\w-]{{0,40}}?{_WORD}\b(?!\s*-?\s*(?:manager|policy|hint|generator))"),
    ("password", rf"(?:^|\n)[^\n]{{0,40}}\b{_WORD}[ \t]*[:.]?[ \t]*\n\s*(?P<v>[^\s\"'“„`\[]{{5,100}})[ \t]*(?=\n|$)"),
    ("password", r"\b(?:mysql\w*|mariadb(?:-\w+)?)\s[^\n]{0,200}?(?<=\s)-p(?!ort\b)(?P<v>[^\s\"'$<\[]{3,100})"),
    ("password", r"\b(?:sshpass\s+-p|redis-cli\s[^\n]{0,100}?-a)\s*[\"']?(?P<v>[^\s\"'$<\[]{3,100})"),
)
_COMPILED = tuple((kind, re.compile("(?i)" + shape)) for kind, shape in _SHAPES)
_COMMAND = re.compile(r"(?i)mysql|mariadb|sshpass|redis")
_DIGITS_AND_LETTERS = re.compile(r"(?=\D*\d)(?=[^a-zäöüß]*[a-zäöüß])", re.I)
# Names of programs, schemes and versions that stand after the word for a password, and are none.
_NO_VALUE = re.compile(
    r"(?i)\d?password\d?|keepass\w*|\w*pass\d?|sha-?\d+|md5\w*|base\d+|utf-?\d+|oauth2?|[a-z]{0,4}2fa|v?\d+(?:\.\d+)+|v\d+|"
    r"ipv\d|argon2\w*|bcrypt\w*|scrypt\w*|pbkdf2|\d+(?:st|nd|rd|th|x|s|h|min|chars?|bit|-?[a-z]{4,})|[^\W\d_]+\(.*|.*[({$<].*"
)


def find(text: str) -> Iterator[tuple[int, int, str]]:
    """(start, end, kind) of each value said in passing."""
    for kind, shape in _COMPILED:
        for hit in shape.finditer(text):
            start = hit.start("v")
            value = hit["v"].rstrip(".,;:)]}'’\"”»*")
            if kind != "password" or _COMMAND.match(hit.group()) or _looks_secret(value):
                yield start, start + len(value), kind


def _looks_secret(value: str) -> bool:
    return len(value) >= 5 and bool(_DIGITS_AND_LETTERS.match(value)) and not _NO_VALUE.fullmatch(value)
