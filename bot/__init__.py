"""The bot: settings, models, channels' loops and what is said. Imported before numpy, whose threads it bounds."""

import os

# Ten thousand vectors are compared in 1.3 ms by one thread; with two, waiting for each other costs 20 ms of CPU a turn.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
