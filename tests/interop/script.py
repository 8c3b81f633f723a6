"""Scripts for the C++ program `write_samples`: calls of the public C++ API,
with data that Python made (call.h describes the lines)."""

import subprocess
from pathlib import Path
from urllib.parse import quote_from_bytes

import numpy as np
import torch


class Script:
    """Calls of the C++ API, run in order: Script(...).call("add_scalar", tag="a",
    value=1.5).run(). Arrays (numpy's or torch's) pass as files of raw bytes."""

    def __init__(self, program, folder):
        self._program = program
        self._folder = Path(folder)
        self._folder.mkdir(parents=True, exist_ok=True)
        self._lines = []
        self._arrays = 0

    def call(self, verb, **arguments):
        words = [verb]
        for name, value in arguments.items():
            if value is not None and not (isinstance(value, list) and not value):
                words.append(f"{name}={self._encoded(value)}")
        self._lines.append(" ".join(words))
        return self

    def write(self):
        path = self._folder / "script"
        path.write_text("\n".join(self._lines) + "\n")
        return path

    def run(self):
        done = subprocess.run(
            [self._program, self.write()], capture_output=True, text=True, timeout=60
        )
        assert done.returncode == 0, done.stderr
        assert done.stderr == ""

    def _encoded(self, value):
        if isinstance(value, (np.ndarray, np.generic, torch.Tensor)):
            return self._array(value)
        if isinstance(value, (list, tuple)):
            return ",".join(self._encoded(item) for item in value)
        if isinstance(value, bool):
            return str(int(value))
        if isinstance(value, (int, float)):
            return repr(value)
        if isinstance(value, Path):
            value = str(value)
        return quote_from_bytes(value if isinstance(value, bytes) else value.encode())

    def _array(self, array):
        path = self._folder / f"array{self._arrays}"
        self._arrays += 1
        if isinstance(array, torch.Tensor):
            dtype = str(array.dtype).removeprefix("torch.").removesuffix("fn")
            path.write_bytes(array.contiguous().view(torch.uint8).numpy().tobytes())
        else:
            dtype = array.dtype.name
            path.write_bytes(array.tobytes())
        shape = ",".join(str(n) for n in array.shape)
        return f"{dtype}:{shape}:{quote_from_bytes(str(path).encode())}"
