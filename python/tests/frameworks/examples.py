"""The examples of docs/frameworks.md as programs of their own."""

import dataclasses
import json
import os
import pathlib
import re
import subprocess
import sys
import textwrap

DOCUMENT = pathlib.Path(__file__).parents[3] / "docs/frameworks.md"
# TensorFlow is not among the other packages: TensorBoard, and so torch's writer,
# would import and use it.
TENSORFLOW = pathlib.Path(sys.prefix) / "tensorflow"
_TESTS = str(pathlib.Path(__file__).parents[1])
_SECTION = re.compile(r"^## (.*?)\n(.*?)(?=^## |\Z)", re.M | re.S)
_BLOCK = re.compile(r"^```python\n(.*?)^```$", re.M | re.S)
_ENVIRONMENT = {
    "CUDA_VISIBLE_DEVICES": "",
    "HF_HUB_OFFLINE": "1",
    "JAX_PLATFORMS": "cpu",
    "MPLBACKEND": "agg",
    "RAY_USAGE_STATS_ENABLED": "0",
    "TF_CPP_MIN_LOG_LEVEL": "3",
}


@dataclasses.dataclass
class Outcome:
    runs: pathlib.Path  # What it logged.
    reported: object  # What it was asked to report.


def sections():
    """{heading: code}, the blocks of each section one after the other."""
    found = {}
    for heading, text in _SECTION.findall(DOCUMENT.read_text(encoding="utf-8")):
        if code := "\n".join(_BLOCK.findall(text)):
            found[heading] = code
    return found


def run(heading, folder, then="reported = None", path=(), **environment):
    """Runs a section's example in `folder`, and in the same program `then`,
    which sets `reported` to what the framework knows, as JSON has it. `path` are
    directories with modules that it may import, beside those of the tests."""
    program = folder / "train.py"
    report = folder / "reported.json"
    ending = f"import json\njson.dump(reported, open({str(report)!r}, 'w'))\n"
    program.write_text(f"{sections()[heading]}\n{textwrap.dedent(then)}\n{ending}")
    paths = [*map(str, path), _TESTS, *filter(None, [os.environ.get("PYTHONPATH")])]
    done = subprocess.run(
        [sys.executable, program.name],
        cwd=folder,
        text=True,
        capture_output=True,
        timeout=300,
        env={**os.environ, **_ENVIRONMENT, **environment, "PYTHONPATH": os.pathsep.join(paths)},
    )
    assert done.returncode == 0, done.stderr[-4000:]
    return Outcome(folder / "runs", json.loads(report.read_text()))
