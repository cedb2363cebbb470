"""Identifiers in their written variants: addresses, numbers, handles, keys, paths, dates and times.

Two writings of one thing get one canonical form; what merely begins alike does not: `order_001` is not `order_0010`,
`a@b.com` is not `a@b.com.uk`. A shorter writing stands for a longer one only at a boundary, and only for who looks
for it when nothing is written exactly so (`continues`).
"""

from __future__ import annotations

import re

from memory.caches import cached
from memory.text import normalise

_CHUNK = re.compile(r"\S+")
_SPACED = re.compile(r"(?<![\w-])(?:\d{2,6}[ ]){2,}\d{2,6}(?![\w-])")
_QUAD = re.compile(r"(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w])")
_PHONE = re.compile(r"(?<![\w./-])[+(]{0,2}\d[\d\s()./-]{5,}\d(?![\w-])")
_TIME = re.compile(r"\b(\d{1,2}):(\d{2})(?:\s*([ap])\.?m\b\.?)?|\b(\d{1,2})\s*([ap])m\b", re.IGNORECASE)
_US_DATE = re.compile(r"\b(\d{1,2})/(\d{1,2})/(\d{4})\b")
_DE_DATE = re.compile(r"\b(\d{1,2})\.(\d{1,2})\.(\d{4})\b")
_QUANTITY = re.compile(r"(?=-|\d+[.,])(-?)(\d+)(?:[.,](\d{1,2}))?")  # a sign or a fraction: the amount is what it names
_EDGES = "\"'`.,;:!?()[]{}<>„“”«»*"
_YEAR = re.compile(r"(?:19|20)\d\d")
_LOOKS = re.compile(r"\d|@|_|\w/\w|\w\.\w|^#\w|^/\w|^[A-Z]{6,}$")


def identifiers(text: str) -> dict[str, str]:
    """Canonical form -> as written, of everything in a text that looks like an identifier; years are words."""
    found: dict[str, str] = {}
    rest = text
    for pattern, form in ((_US_DATE, _us), (_DE_DATE, _german), (_TIME, _clock)):
        for match in pattern.finditer(rest):
            found[form(match)] = match.group()
        rest = pattern.sub(" ", rest)
    for match in _QUAD.finditer(rest):
        found[canonical(match.group())] = match.group()
    rest = _QUAD.sub(" ", rest)
    for pattern in (_SPACED, _PHONE):
        for match in pattern.finditer(rest):
            digits = re.sub(r"\D", "", match.group())
            if len(digits) >= 7 and not re.fullmatch(r"\d{4}-\d{2}-\d{2}", match.group().strip()):
                found[digits] = match.group()
                rest = rest.replace(match.group(), " ")
    for chunk in _CHUNK.findall(rest):
        bare = chunk.strip(_EDGES) if not chunk.startswith("/") else chunk.rstrip(_EDGES)
        if bare and _LOOKS.search(bare) and not _YEAR.fullmatch(bare) and not bare.startswith("$"):
            key = canonical(bare)
            if key:
                found[key] = bare
    return found


def tokens(text: str) -> frozenset[str]:
    """Canonical forms of every chunk of a text, plain words included: `johndoe` is written as plainly as `@johndoe`."""
    plain = {canonical(chunk.strip(_EDGES)) for chunk in _CHUNK.findall(text)}
    return frozenset(plain - {""}) | frozenset(identifiers(text))


@cached(20_000)
def canonical(written: str) -> str:
    """One form for all writings of an identifier; "" for signs alone."""
    plain = normalise(written).replace('"', "").replace("\\", "/").strip("/")
    plain = re.sub(r"^[a-z][a-z0-9+.-]*://", "", plain).removeprefix("www.")
    plain = re.sub(r"'s$", "", plain)
    if re.fullmatch(r"\d{4}-\d{2}-\d{2}", plain):
        return plain
    if "@" in plain[1:]:
        local, _, domain = plain.rpartition("@")
        return f"{local.split('+')[0]}@{domain}"
    if re.fullmatch(r"\d+(?:\.\d+){3}", plain):
        return ".".join(str(int(part)) for part in plain.split("."))
    if quantity := _QUANTITY.fullmatch(plain):
        return f"{quantity[1]}{quantity[2].lstrip('0') or '0'}.{quantity[3] or ''}".rstrip(".")
    bare = re.sub(r"[^\w]|_", "", plain)
    return bare.lstrip("0") if bare.isdigit() else bare


def continues(wanted: str, written: str) -> bool:
    """Whether `written` (canonical) is a longer writing of `wanted`: a number with its country code, a key begun."""
    if wanted == written or len(wanted) < 6:
        return False
    return written.startswith(wanted) or written.endswith(wanted)


def with_country_code(wanted: str, written: str) -> bool:
    """Whether `written` is the phone number `wanted` with one to three digits before it."""
    return (wanted.isdigit() and written.isdigit() and len(wanted) >= 9 and written.endswith(wanted)
            and 0 < len(written) - len(wanted) <= 3)


def _us(match: re.Match[str]) -> str:
    return f"{match[3]}-{int(match[1]):02}-{int(match[2]):02}"


def _german(match: re.Match[str]) -> str:
    return f"{match[3]}-{int(match[2]):02}-{int(match[1]):02}"


def _clock(match: re.Match[str]) -> str:
    hour, minute, half = (int(match[1]), match[2], match[3]) if match[1] else (int(match[4]), "00", match[5])
    if half:
        hour = hour % 12 + (12 if half.casefold() == "p" else 0)
    return f"{hour:02}:{minute}"
