"""all-MiniLM-L6-v2 from the pinned files, for systems that take an embedder: one text a run, one thread."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

LONGEST = 256  # tokens; what the model was made for, and what fastembed cuts at


class MiniLM:
    def __init__(self, directory: Path) -> None:
        self._tokenizer = Tokenizer.from_file(str(directory / "tokenizer.json"))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(LONGEST)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self._session = onnxruntime.InferenceSession(str(directory / "model.onnx"), options)

    def vector(self, text: str) -> np.ndarray:
        """A unit vector of 384 float32: the mean over the tokens."""
        read = self._tokenizer.encode(text)
        tokens = self._session.run(None, {"input_ids": np.array([read.ids], np.int64),
                                          "attention_mask": np.array([read.attention_mask], np.int64),
                                          "token_type_ids": np.zeros((1, len(read.ids)), np.int64)})[0][0]
        mean = tokens.mean(axis=0)
        return (mean / np.linalg.norm(mean)).astype(np.float32)
