"""A kind of clause in which people mention their circumstances on the way to something else."""

from __future__ import annotations

import re
from dataclasses import dataclass

DAY_DE = r"(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)"

@dataclass(frozen=True, slots=True)
class Kind:
    """A shape of clause with the slot of its value.

    A slot in capitals says how the value is sorted: BEING and HAVING by its noun, KIN by the relative in the group
    `kin`; NOT is a note and HATES a taste that is denied. `opening` is put before a clause that leaves its subject
    out; with `whole` it makes the sentence with the value alone. `sure`: no word of the moment in it makes it passing;
    `across`: it is read past its first comma.
    """

    pattern: re.Pattern[str]
    slot: str
    opening: str = ""
    sure: bool = False
    whole: bool = False
    language: str = "en"
    across: bool = False


def kind(pattern: str, slot: str = "note", opening: str = "", *, sure: bool = False, whole: bool = False,
         language: str = "en", across: bool = False) -> Kind:
    """A row of a table of kinds; the pattern takes the whole clause, from its subject on."""
    return Kind(re.compile(pattern + r"$", re.I), slot, opening, sure, whole, language, across)
