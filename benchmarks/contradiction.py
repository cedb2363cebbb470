"""The contradiction detector on labelled pairs, beside two trivial rules, and its cost on an insert.

    python benchmarks/contradiction.py --data pairs.jsonl [--embedder DIR] [--verdicts] [--json]

The data is one JSON object a line: {"set", "a", "b", "label"}, label "contradiction" (or "flip", "value") or anything
else for pairs that may both hold. Prints precision, recall and the share of harmless pairs flagged, per set.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from memory.contradict import Proposition, compare, drop_readings, verdict
from memory.text import clauses, index_tokens, negated

Pair = dict[str, Any]
Rule = Callable[[Pair], bool]
Cosine = Callable[[str, str], float]
POSITIVE = ("contradiction", "flip", "value")
PEERS = 500
MISSING = """There is no file {path}.
Pass --data a JSON-lines file of labelled pairs:
{{"set": "mine", "a": "I like tea", "b": "I hate tea", "label": "contradiction"}}"""


def load(path: Path) -> list[Pair]:
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def lexical_cosine(a: str, b: str) -> float:
    """Cosine of term counts: what stands in where no embedder is at hand."""
    one, two = Counter(index_tokens(a)), Counter(index_tokens(b))
    norm = math.sqrt(sum(n * n for n in one.values()) * sum(n * n for n in two.values()))
    return sum(n * two[term] for term, n in one.items()) / norm if norm else 0.0


def embedded_cosine(directory: Path, pairs: Sequence[Pair]) -> Cosine:
    """Cosine of MiniLM vectors of the texts in `pairs`. Raises `EmbedderDown` when the files are not there."""
    from bot.embed import MiniLM

    async def embed(texts: list[str]) -> dict[str, Any]:
        model = MiniLM(directory)
        try:
            return dict(zip(texts, await model.embed(texts), strict=True))
        finally:
            await model.close()

    vectors = asyncio.run(embed(sorted({pair[side] for pair in pairs for side in "ab"})))
    return lambda a, b: float(vectors[a] @ vectors[b])


def odd(text: str) -> bool:
    """Negation parity of a whole text."""
    return sum(negated(clause) for clause in clauses(text)) % 2 == 1


def rules(cosine: Cosine, kind: str) -> dict[str, Rule]:
    return {
        "sayso": lambda p: verdict(p["a"], p["b"]) != "none",
        "sayso, flips only": lambda p: verdict(p["a"], p["b"]) == "flip",
        f"{kind} cosine > .8": lambda p: cosine(p["a"], p["b"]) > 0.8,
        f"{kind} cosine > .6, parity differs": lambda p: cosine(p["a"], p["b"]) > 0.6 and odd(p["a"]) != odd(p["b"]),
    }


def measure(pairs: Sequence[Pair], rule: Rule) -> dict[str, Any]:
    """{n, positives, precision, recall, fpr}; a rate without a denominator is None."""
    flagged = [(rule(pair), pair["label"] in POSITIVE) for pair in pairs]
    hits = sum(said and true for said, true in flagged)
    said, true = sum(s for s, _ in flagged), sum(t for _, t in flagged)
    harmless = len(flagged) - true
    return {
        "n": len(flagged), "positives": true,
        "precision": hits / said if said else None, "recall": hits / true if true else None,
        "fpr": (said - hits) / harmless if harmless else None,
    }


def insert_cost(pairs: Sequence[Pair], rounds: int = 30) -> dict[str, float]:
    """Milliseconds for one new statement against 500 peers: peers read before, and nothing read before."""
    texts = list(dict.fromkeys(pair[side] for pair in pairs for side in "ab"))
    peers = [Proposition(f"{texts[i % len(texts)]} {i // len(texts) or ''}".strip()) for i in range(PEERS)]
    warm, cold = [], []
    for turn in range(rounds):
        new = Proposition(f"I moved to town {turn} and I no longer like chess")
        if turn < 5:
            drop_readings()
            cold.append(_scan(new, peers))
        warm.append(_scan(new, peers))
    return {
        "insert_ms_500_peers": round(statistics.median(warm), 3),
        "insert_ms_500_peers_cold": round(statistics.median(cold), 3),
    }


def _scan(new: Proposition, peers: Sequence[Proposition]) -> float:
    started = time.perf_counter()
    for peer in peers:
        compare(new, peer)
    return (time.perf_counter() - started) * 1000


def table(results: dict[str, dict[str, dict[str, Any]]]) -> str:
    def rate(value: float | None) -> str:
        return "    -" if value is None else f"{value:5.3f}"

    lines = [f"{'set':<18} {'rule':<36} {'n':>5} {'pos':>5} {'P':>5} {'R':>5} {'FPR':>5}"]
    for name, by_rule in results.items():
        for rule, m in by_rule.items():
            rates = " ".join(rate(m[key]) for key in ("precision", "recall", "fpr"))
            lines.append(f"{name:<18} {rule:<36} {m['n']:>5} {m['positives']:>5} {rates}")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="JSON lines of {set, a, b, label}")
    parser.add_argument("--embedder", type=Path, help="directory of the MiniLM files, for the two cosine rules")
    parser.add_argument("--verdicts", action="store_true", help="print one JSON line a pair first: {a, b, verdict}")
    parser.add_argument("--json", action="store_true", help="print one JSON object last")
    options = parser.parse_args()
    if not options.data.is_file():
        print(MISSING.format(path=options.data), file=sys.stderr)
        return 2
    pairs = load(options.data)
    if options.verdicts:
        for pair in pairs:
            said = verdict(pair["a"], pair["b"])
            print(json.dumps({"a": pair["a"], "b": pair["b"], "verdict": said}, ensure_ascii=False))
    if options.embedder:
        kind, cosine = "MiniLM", embedded_cosine(options.embedder, pairs)
    else:
        kind, cosine = "lexical", lexical_cosine
        print("No embedder given (--embedder DIR): the two cosine rules use the cosine of term counts instead.")
    results: dict[str, dict[str, dict[str, Any]]] = {}
    for name in ("all", *dict.fromkeys(pair.get("set", "") for pair in pairs)):
        chosen = pairs if name == "all" else [pair for pair in pairs if pair.get("set", "") == name]
        results[name] = {label: measure(chosen, rule) for label, rule in rules(cosine, kind).items()}
    cost = insert_cost(pairs)
    print(table(results))
    print(f"one statement against {PEERS} peers: {cost['insert_ms_500_peers']} ms, "
          f"{cost['insert_ms_500_peers_cold']} ms with no peer read before")
    if options.json:
        print(json.dumps({"benchmark": "contradiction", "embedder": kind, "sets": results, **cost}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
