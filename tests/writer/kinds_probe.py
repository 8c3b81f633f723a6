"""Talks to the kinds_probe program, whose path is in STEPLINE_KINDS_PROBE."""

import itertools
import os
import subprocess

import numpy as np


class Probe:
    def __init__(self, directory):
        self._directory = directory
        self._names = itertools.count()
        self._process = subprocess.Popen(
            [os.environ["STEPLINE_KINDS_PROBE"]],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def close(self):
        self._process.stdin.close()
        assert self._process.wait() == 0

    def file(self):
        return self._directory / str(next(self._names))

    def array(self, array, dtype=None):
        """Writes an array; `dtype` names what numpy has no name for."""
        path = self.file()
        path.write_bytes(np.ascontiguousarray(array).tobytes())
        shape = "x".join(map(str, array.shape))
        return f"{dtype or array.dtype}:{shape}:{path}"

    def ask(self, *request):
        self._process.stdin.write(" ".join(map(str, request)) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        assert answer.endswith("\n"), "the probe has died"
        return [float.fromhex(word) for word in answer.split()]
