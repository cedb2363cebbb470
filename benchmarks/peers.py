"""Ours beside other memory systems, in one run: what each finds of LoCoMo's turns, and what that costs.

Each system runs in its own process (`benchmarks/drivers/`, one small file each), the others each in an environment of
its own that is made here the first time. All get the same turns as documents and are asked the same questions, the
first ten answers count; one process a conversation, so that corpora never mix; one thread. Those that take an embedder
get the all-MiniLM files that `sayso models pull` fetched. No model is called. While they run they have no network:
Linux takes it away where it may, and Python refuses what is beyond the loopback anyway. What a system learns, records
or reports about its use is off; each driver says how.

    python benchmarks/peers.py --data locomo10.json [--document said] [--only NAME] [--questions N] [--json]

Times are around the system's own call; `cpu` is its processor time, which other programs on the machine change less.
A system that could not be installed or run stands below the table with the reason.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
import venv
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.locomo import Query, Turn, conversations, line, questions, reported, turns  # noqa: E402
from bot.models import files  # noqa: E402

DRIVERS = Path(__file__).resolve().parent / "drivers"
K = 10
LIMIT = 1800.0  # seconds a system may take for one conversation
ENVIRONMENT = {
    "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1", "TOKENIZERS_PARALLELISM": "false",
    "HF_HUB_OFFLINE": "1", "TRANSFORMERS_OFFLINE": "1", "HF_HUB_DISABLE_TELEMETRY": "1", "DO_NOT_TRACK": "1",
    "MEM0_TELEMETRY": "False", "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1",
}


@dataclass(frozen=True, slots=True)
class System:
    """`packages` is what pip installs into its environment; nothing: it runs in ours."""

    name: str
    driver: Path
    packages: tuple[str, ...] = ()
    finds_by: str = ""
    embeds: bool = True


OURS = System("sayso", DRIVERS / "on_sayso.py", finds_by="recall, excerpts allowed")
PEERS = (
    System("fts5", DRIVERS / "on_fts5.py", finds_by="SQLite's bm25", embeds=False),
    System("mem0ai", DRIVERS / "on_mem0.py", ("mem0ai==2.2.1", "onnxruntime", "tokenizers"), "vectors"),
    # torch by name and first, so that pip takes a build for the processor alone where one is offered.
    System("engram-search", DRIVERS / "on_engram.py", ("torch==2.13.0", "engram-search==0.1.7", "onnxruntime"),
           "vectors and BM25"),
    # It imports httpx and bm25s and does not ask for them.
    System("taosmd", DRIVERS / "on_taosmd.py", ("taosmd==0.4.0", "httpx", "bm25s"), "token vectors and BM25"),
    System("dory-memory", DRIVERS / "on_dory.py", ("dory-memory==1.2.1",), "FTS5", embeds=False),
)
SYSTEMS = (OURS, *PEERS)


class Failed(Exception):
    """A system could not be installed or run; the text is the reason, one line."""


@dataclass(slots=True)
class Measured:
    """What came of one system: its questions with their answers, times in ms, memory in MB."""

    queries: list[Query] = field(default_factory=list)
    times: dict[str, list[float]] = field(default_factory=dict)
    memory: dict[str, Any] = field(default_factory=dict)

    def add(self, kind: str, answer: Mapping[str, Any]) -> None:
        for name in ("ms", "cpu_ms"):
            self.times.setdefault(f"{kind}_{name}", []).append(answer[name])

    def result(self) -> dict[str, Any]:
        found = reported(self.queries)
        for name, values in self.times.items():
            p50, p95 = np.quantile(values, [0.5, 0.95])
            found |= {f"{name}_p50": round(float(p50), 3), f"{name}_p95": round(float(p95), 3)}
        return found | self.memory


def reason(process_output: str) -> str:
    """The last line that says something; an exception stands there."""
    lines = [one.strip() for one in process_output.splitlines() if one.strip()]
    return lines[-1][:300] if lines else "it ended without a word"


def interpreter(system: System, cache: Path) -> Path:
    """The Python to run `system` with; its environment is made if it is not there whole. Raises `Failed`."""
    if not system.packages:
        return Path(sys.executable)
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    digest = hashlib.sha256(repr((version, system.packages)).encode()).hexdigest()[:8]
    home = cache / f"{system.name}-{digest}"
    python, whole = home / "bin" / "python", home / "whole"
    if whole.exists():
        return python
    print(f"{system.name}: installing {' '.join(system.packages)} into {home}", flush=True)
    started = time.perf_counter()
    try:
        venv.create(home, clear=True, with_pip=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise Failed(f"no environment could be made: {error}") from error
    done = subprocess.run([python, "-m", "pip", "install", "-q", "--disable-pip-version-check", *system.packages],
                          check=False, capture_output=True, text=True)
    if done.returncode:
        raise Failed(f"pip: {reason(done.stderr)}")
    whole.touch()
    print(f"{system.name}: installed in {time.perf_counter() - started:.0f} s", flush=True)
    return python


class Driver:
    """The near end of the pipe (`drivers/protocol.py`). Every method raises `Failed` when the other end is gone."""

    def __init__(self, process: subprocess.Popen[str], said: Path) -> None:
        self._process, self._said = process, said
        self._read()

    def insert(self, number: int, text: str, turn: Turn) -> dict[str, Any]:
        kept = {"speaker": turn.speaker, "said": turn.text, "at": turn.at.isoformat()}
        return self._ask({"insert": {"id": number, "text": text, "turn": kept}})

    def query(self, text: str, k: int) -> dict[str, Any]:
        return self._ask({"query": text, "k": k})

    def measure(self) -> dict[str, Any]:
        return self._ask({"measure": True})

    def _ask(self, what: Mapping[str, Any]) -> dict[str, Any]:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(what) + "\n")
            self._process.stdin.flush()
        except BrokenPipeError as error:
            raise self._gone() from error
        return self._read()

    def _read(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        answered = self._process.stdout.readline()
        if not answered:
            raise self._gone()
        found: dict[str, Any] = json.loads(answered)
        return found

    def _gone(self) -> Failed:
        status = self._process.wait()
        if status < 0:
            return Failed(f"it was ended by signal {-status}: its {LIMIT:.0f} s were over, or memory was")
        return Failed(reason(self._said.read_text("utf-8", "replace")))


@contextmanager
def driver(system: System, python: Path, model: Path) -> Iterator[Driver]:
    """A new process of `system` with an empty store and home; gone afterwards, at the latest after `LIMIT`."""
    with tempfile.TemporaryDirectory(prefix="sayso-peers-") as made:
        home, said = Path(made), Path(made) / "stderr"
        (home / "store").mkdir()
        environment = dict(os.environ) | ENVIRONMENT | {"HOME": made, "MEM0_DIR": made, "TAOSMD_DATA_DIR": made}
        with said.open("w") as stderr, subprocess.Popen(
                [python, system.driver, home / "store", model], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=stderr, text=True, env=environment, cwd=home) as process:
            watch = threading.Timer(LIMIT, process.kill)
            watch.start()
            try:
                yield Driver(process, said)
            finally:
                watch.cancel()
                process.kill()
                with suppress(BrokenPipeError):
                    process.communicate()


def document(turn: Turn, kind: str) -> str:
    """The text every system but ours gets, which takes speaker and time apart: it would not know them otherwise."""
    return turn.text if kind == "said" else f"{turn.speaker}, {turn.at:%d %B %Y}: {turn.text}"


def spaced(queries: Sequence[Query], wanted: int | None) -> list[Query]:
    """`wanted` of them, evenly spaced; all without a number."""
    if not wanted or wanted >= len(queries):
        return list(queries)
    return [queries[place * len(queries) // wanted] for place in range(wanted)]


def measure(system: System, python: Path, talks: Sequence[Mapping[str, Any]], options: argparse.Namespace) -> Measured:
    """Every conversation through `system`, a process each. Raises `Failed`."""
    out = Measured()
    for data in talks:
        said = list(turns(data["conversation"], not options.no_captions))
        asked = spaced(list(questions(data, {turn.name: number for number, turn in enumerate(said)})),
                       options.questions)
        with driver(system, python, options.model) as at:
            for number, turn in enumerate(said):
                out.add("insert", at.insert(number, document(turn, options.document), turn))
            for query in asked:
                answer = at.query(query.text, K)
                query.ranked = answer["ids"]
                out.add("query", answer)
            used = at.measure()
        out.queries += asked
        for name in ("rss_mb", "peak_mb"):
            out.memory[name] = round(max(used[name], out.memory.get(name, 0.0)), 1)
        out.memory["isolated"] = used["isolated"] and out.memory.get("isolated", True)
        out.memory["refused"] = sorted({*used["refused"], *out.memory.get("refused", ())})
        print(f"{system.name} {data.get('sample_id', '?')}: {line(reported(asked))}", flush=True)
    return out


def compared(systems: Sequence[System], talks: Sequence[Mapping[str, Any]], options: argparse.Namespace
             ) -> dict[str, dict[str, Any]]:
    """Results by name; `{"failed": reason}` where there are none."""
    out: dict[str, dict[str, Any]] = {}
    for system in systems:
        try:
            out[system.name] = measure(system, interpreter(system, options.cache), talks, options).result()
        except Failed as failure:
            out[system.name] = {"failed": str(failure)}
            print(f"{system.name}: {failure}", flush=True)
    return out


def table(results: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """The results side by side, then who is missing and why, then who tried to reach somebody."""
    finds_by = {system.name: system.finds_by for system in SYSTEMS}
    rows = [f"{'':14} {'finds by':25} {'R@5':>5} {'R@10':>5} {'MRR':>5} {'insert ms p50/p95':>18} {'cpu':>6} "
            f"{'query ms p50/p95':>18} {'cpu':>6} {'RSS MB':>7}"]
    for name, found in results.items():
        if found.get("n"):
            times = " ".join(f"{found[f'{kind}_ms_p50']:8.1f} /{found[f'{kind}_ms_p95']:8.1f} "
                             f"{found[f'{kind}_cpu_ms_p50']:6.1f}" for kind in ("insert", "query"))
            rows.append(f"{name:14} {finds_by.get(name, ''):25} {found['recall@5']:5.3f} {found['recall@10']:5.3f} "
                        f"{found['mrr']:5.3f} {times} {found['rss_mb']:7.0f}")
    rows += [f"{name}: not measured: {found.get('failed', 'no question of the main set')}"
             for name, found in results.items() if not found.get("n")]
    return rows + [f"{name}: was kept from reaching {', '.join(found['refused'])}"
                   for name, found in results.items() if found.get("refused")]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="a file of LoCoMo conversations, as published")
    parser.add_argument("--models", type=Path, default=os.environ.get("SAYSO_TEST_MODELS", "~/.cache/sayso/models"))
    parser.add_argument("--cache", type=Path, default="~/.cache/sayso/peers", help="where environments are kept")
    parser.add_argument("--document", choices=("signed", "said"), default="signed",
                        help="what others get of a turn: with speaker and date before it, or what was said alone")
    parser.add_argument("--no-captions", action="store_true", help="leave out what a shared picture shows")
    parser.add_argument("--only", metavar="NAME", action="append", choices=[system.name for system in SYSTEMS],
                        help="this system; may be given several times")
    parser.add_argument("--questions", type=int, metavar="N", help="N questions a conversation, evenly spaced")
    parser.add_argument("--json", action="store_true", help="print one JSON object last")
    options = parser.parse_args()
    talks = conversations(options.data)
    systems = [one for one in SYSTEMS if not options.only or one.name in options.only]
    options.cache, models = Path(options.cache).expanduser(), Path(options.models).expanduser()
    options.model = files.path_of(files.MINILM, models)
    if any(one.embeds for one in systems):
        files.pull([files.MINILM], models)
    results = compared(systems, talks, options)
    print("\n".join(table(results)))
    if options.json:
        print(json.dumps({"benchmark": "peers", "document": options.document, "captions": not options.no_captions,
                          "k": K, "systems": results}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
