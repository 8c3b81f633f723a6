"""The Python blocks of the documents run, one after the other."""

import pathlib
import re
import warnings

import pytest

ROOT = pathlib.Path(__file__).parents[2]
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.M | re.S)


def blocks():
    for name in ("README.md", "docs/python.md"):
        text = (ROOT / name).read_text(encoding="utf-8")
        for match in BLOCK.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            yield pytest.param(match[1], id=f"{name}:{line}")


@pytest.mark.parametrize("code", list(blocks()))
def test_a_block_runs(code, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        exec(compile(code, "document", "exec"), {"__name__": "__main__"})
    assert list(tmp_path.rglob("*tfevents*"))
