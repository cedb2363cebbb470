"""Sorts a thing is one of: what drives it, how it shifts, how it is paid for, whether it was new, its sex."""

from __future__ import annotations

import re

# Kind of sort -> its sorts, each with all that is said for it; "-" stands for a space.
_SORTS = {
    "fuel": "petrol gasoline benzin benziner | diesel | electric elektro elektrisch elektroauto | hybrid",
    "body": "estate kombi station-wagon | convertible cabrio cabriolet | sedan saloon limousine | suv | hatchback | "
            "pickup",
    "gear": "automatic automatik automatikgetriebe | manual schaltwagen schaltgetriebe stick-shift",
    "plan": "prepaid pay-as-you-go guthabenkarte | monthly-contract vertragshandy laufzeitvertrag",
    "condition": """
new brand-new bought-new was-new neuwagen neu-gekauft
used second-hand secondhand bought-used was-used gebraucht gebrauchtwagen
""",
    "sex": "male a-male boy a-boy rude ein-rude ein-junge | female a-female girl a-girl hundin eine-hundin ein-madchen",
}
_NAMED = {
    kind: {word.replace("-", " "): row.split()[0] for row in re.split(r"[|\n]", table) for word in row.split()}
    for kind, table in _SORTS.items()
}
# "new" and "used" alone say too much else, and a sex is all that is said.
_ALONE = ("new", "used")
_PATTERNS = {
    kind: re.compile(r"\b(?:" + "|".join(sorted((n for n in names if n not in _ALONE), key=len, reverse=True)) + r")\b")
    for kind, names in _NAMED.items()
}


def sort(said: str) -> tuple[str, str] | None:
    """(kind, name) of the first sort that a value names; None when it names none."""
    said = said.replace("second-hand", "second hand").replace("bought it", "bought")
    for kind, pattern in _PATTERNS.items():
        found = pattern.fullmatch(said) if kind == "sex" else pattern.search(said)
        if found:
            return kind, _NAMED[kind][found.group()]
    return None
