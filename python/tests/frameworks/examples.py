"""The examples of docs/frameworks.md and its pages as programs of their own."""

import dataclasses
import json
import os
import pathlib
import re
import subprocess
import sys
import textwrap

_ROOT = pathlib.Path(__file__).parents[3]
_TESTS = str(_ROOT / "python/tests")
# A Python that has TensorFlow (tools/tensorflow.txt says why it is another).
TENSORFLOW = pathlib.Path(f"{sys.prefix}-tensorflow/bin/python")
_HEADING_OR_BLOCK = re.compile(r"^(?:##? ([^\n]+)|```python\n(.*?)^```)$", re.M | re.S)
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
    for page in [_ROOT / "docs/frameworks.md", *(_ROOT / "docs/frameworks").glob("*.md")]:
        for heading, block in _HEADING_OR_BLOCK.findall(page.read_text(encoding="utf-8")):
            if heading:
                section = heading
            else:
                found[section] = found.get(section, "") + block + "\n"
    return found


def run(heading, folder, then="reported = None", edit=str, python=sys.executable, options=(), path=(), **environment):
    """Runs a section's example in `folder`, and in the same program `then`,
    which sets `reported` to what the framework knows, as JSON has it. `edit` may
    change the example, `options` are Python's, and `path` are directories with
    modules that it may import, beside those of the tests."""
    program = folder / "train.py"
    report = folder / "reported.json"
    ending = f"import json\njson.dump(reported, open({str(report)!r}, 'w'))\n"
    program.write_text(f"{edit(sections()[heading])}\n{textwrap.dedent(then)}\n{ending}")
    paths = [*map(str, path), _TESTS, *filter(None, [os.environ.get("PYTHONPATH")])]
    done = subprocess.run(
        [python, *options, program.name],
        cwd=folder,
        text=True,
        capture_output=True,
        timeout=300,
        env={**os.environ, **_ENVIRONMENT, **environment, "PYTHONPATH": os.pathsep.join(paths)},
    )
    assert done.returncode == 0, done.stderr[-4000:]
    return Outcome(folder / "runs", json.loads(report.read_text()))
