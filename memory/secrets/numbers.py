"""Payment cards and bank accounts: numbers that carry their own checksum.

Cards: the Luhn sum of ISO/IEC 7812 together with the issuer's prefix and length, so that chat ids and barcodes,
one in ten of which passes Luhn, stay. IBAN: ISO 13616, modulo 97 and the length of the country.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

KINDS = frozenset({"card number", "iban"})

_DIGITS = re.compile(
    r"(?<![A-Za-z0-9_.,/-])[0-9](?:(?:[ -]?[0-9]){13,18}|[0-9]{3}(?:[.][0-9]{4}){3})"
    r"(?![A-Za-z0-9_]|[.,][0-9]| ?-[0-9])"
)
_ISSUER = re.compile(
    r"4(?:\d{15}|\d{18})"  # Visa; its 13-digit numbers are gone and would hit German barcodes
    r"|(?:5[1-5]\d{2}|222[1-9]|22[3-9]\d|2[3-6]\d{2}|27[01]\d|2720)\d{12}"  # Mastercard
    r"|3[47]\d{13}"  # American Express
    r"|(?:30[0-5]\d|36\d{2}|3[89]\d{2})\d{10}"  # Diners
    r"|(?:6011|64[4-9]\d|65\d{2})\d{12}"  # Discover
    r"|35(?:2[89]|[3-8]\d)\d{12}"  # JCB
    r"|62\d{14,17}"  # UnionPay
    r"|(?:5018|5020|5038|5893|6304|6759|676[1-3])\d{12,15}"  # Maestro
)
_IBAN = re.compile(r"(?i)(?<![a-z0-9])[a-z]{2}[ -]?[0-9]{2}(?:[ -]?[a-z0-9]){11,30}")
# Registry of ISO 13616: total length by country.
_IBAN_LENGTH = {
    code: length
    for length, codes in {
        15: "NO", 16: "BE", 18: "DK FI FO GL NL", 19: "MK SI", 20: "AT BA EE KZ LT LU XK", 21: "CH HR LI LV",
        22: "BG BH CR DE GB GE IE ME RS VA", 23: "AE GI IL IQ TL", 24: "AD CZ ES MD PK RO SA SE SK TN VG",
        25: "PT ST", 26: "IS TR", 27: "FR GR IT MC MR SM", 28: "AL AZ CY DO GT HU LB PL BY SV", 29: "BR PS QA UA",
        30: "JO KW MU", 31: "MT SC",
    }.items()
    for code in codes.split()
}


def find(text: str) -> Iterator[tuple[int, int, str]]:
    """(start, end, kind) of each number whose checksum and form hold."""
    for hit in _DIGITS.finditer(text):
        digits = re.sub(r"[ .-]", "", hit.group())
        if _ISSUER.fullmatch(digits) and _luhn(digits):
            yield *hit.span(), "card number"
    for hit in _IBAN.finditer(text):
        end = _iban_end(text, hit.start())
        if end is not None:
            yield hit.start(), end, "iban"


def _luhn(digits: str) -> bool:
    doubled = [int(d) * 2 for d in digits[-2::-2]]
    return (sum(int(d) for d in digits[-1::-2]) + sum(d - 9 if d > 9 else d for d in doubled)) % 10 == 0


def _iban_end(text: str, start: int) -> int | None:
    """Where the account number that starts here ends; the match may have run on into the words that follow it."""
    length = _IBAN_LENGTH.get(text[start:start + 2].upper())
    if length is None:
        return None
    account, at = "", start
    while len(account) < length and at < len(text):
        account += text[at] if text[at] not in " -" else ""
        at += 1
    if len(account) < length or not account.isascii() or not account.isalnum() or text[at:at + 1].isalnum():
        return None
    account = account.upper()
    return at if int("".join(str(int(c, 36)) for c in account[4:] + account[:4])) % 97 == 1 else None
