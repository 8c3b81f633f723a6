"""The Python blocks of docs/integrations.md run."""

import pathlib
import re
import warnings

import pytest

import stepline
from stepline.integrations.huggingface import StepLineCallback

DOCUMENT = pathlib.Path(__file__).parents[3] / "docs/integrations.md"
TEXT = DOCUMENT.read_text(encoding="utf-8")
BLOCKS = list(re.finditer(r"^```python\n(.*?)^```$", TEXT, re.M | re.S))


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: TEXT.count("\n", 0, block.start()) + 1)
def test_a_block_runs(block, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    # Its lines are those of the document, should one fail.
    code = "\n" * TEXT.count("\n", 0, block.start(1)) + block[1]
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", category=UserWarning, module="lightning")
        exec(compile(code, str(DOCUMENT), "exec"), {"__name__": "__main__"})
    assert list(tmp_path.rglob("*tfevents*"))


@pytest.mark.parametrize("function", [stepline.watch, StepLineCallback.__init__], ids=["watch", "callback"])
def test_every_option_is_in_the_document(function):
    for name in function.__kwdefaults__:
        assert f"{name}=" in TEXT or f"`{name}`" in TEXT, name
