"""The llama.cpp engine in a process of its own: `python engine.py`, told what to do by one JSON line on its input.

In our own process it would hold Python's lock while it loads (0.4 s for 100 MB) and for up to 30 s when it is let go
in the middle of a reply, and a damaged file could take the whole bot down. It listens on a unix socket only, 0600 in
a 0700 directory, wants a key that reaches it over its input alone, and ends when that input ends: so also when its
parent is killed. Imports nothing of this project, so that it starts with nothing but the engine in memory.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any


def parameters(order: dict[str, Any]) -> Any:
    """The engine's settings. Its own defaults are a loopback port open to all, 8 GiB of prompt cache and a web page."""
    import xllamacpp

    chosen = xllamacpp.CommonParams()
    chosen.model.path = order["weights"]
    chosen.hostnames = [order["socket"]]  # a name that ends in .sock is a unix socket
    chosen.port = 0
    chosen.api_keys = [order["key"]]
    chosen.cors_origins = ""
    chosen.cors_credentials = False
    chosen.ui = False
    chosen.endpoint_slots = False
    chosen.endpoint_props = False
    chosen.endpoint_metrics = False
    chosen.cache_ram_mib = 0
    chosen.offline = True
    chosen.n_ctx = order["context_tokens"]
    chosen.n_parallel = 1
    chosen.n_threads_http = 2
    chosen.cpuparams.n_threads = chosen.cpuparams_batch.n_threads = order["threads"]
    chosen.n_gpu_layers = 0
    chosen.warmup = False
    chosen.verbosity = 0
    chosen.sse_ping_interval = 1  # how soon it notices that nobody listens any more
    return chosen


def main() -> None:
    os.umask(0o177)
    order = json.loads(sys.stdin.readline())
    try:
        import xllamacpp

        server = xllamacpp.Server(parameters(order))
    except (ImportError, RuntimeError, OSError) as error:
        print(json.dumps({"failed": str(error)}), flush=True)
        return
    print(json.dumps({"ready": server.listening_address}), flush=True)
    sys.stdin.read()
    with suppress(OSError):  # already done when the parent is alive; when it was killed, nobody else will
        Path(order["socket"]).unlink()
        Path(order["socket"]).parent.rmdir()
    os._exit(0)  # letting go of the server in the middle of a reply takes half a minute


if __name__ == "__main__":
    main()
