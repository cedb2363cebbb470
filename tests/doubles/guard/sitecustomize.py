"""Python imports this in every child that has this directory first on its path: it too stays on this machine."""

import os

from tests.doubles.outbound import RECORD, Recorder

Recorder(os.environ.get(RECORD)).install()
