"""The bot: settings, models, channels' loops and what is said. Imported before numpy, whose threads it bounds."""

import importlib.util
import os
import sys

# Ten thousand vectors are compared in 1.3 ms by one thread; with two, waiting for each other costs 20 ms of CPU a turn.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# The runtime of the embedding model keeps a device id and usage events in the home of whoever imports it; not here.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
# The HTTP client tries to import sniffio at each use of a lock or stream, twenty times a message. A failed import is
# not remembered and walks the whole path every time: 2 ms of CPU a message, where it is not installed.
if importlib.util.find_spec("sniffio") is None:
    sys.modules["sniffio"] = None  # type: ignore[assignment]
