"""The Python blocks of docs/python_reading.md run, in their order."""

import pathlib
import re
import warnings

from stepline import notebook

DOCUMENT = pathlib.Path(__file__).parents[2] / "docs/python_reading.md"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.M | re.S)


def test_the_blocks_run_one_after_the_other(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("JUPYTERHUB_SERVICE_PREFIX", raising=False)
    text = DOCUMENT.read_text(encoding="utf-8")
    names = {"__name__": "__main__"}
    blocks = list(BLOCK.finditer(text))
    assert len(blocks) > 15
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for block in blocks:
            # Its lines are those of the document, should one fail.
            code = "\n" * text.count("\n", 0, block.start(1)) + block[1]
            exec(compile(code, str(DOCUMENT), "exec"), names)
    notebook.stop()
    assert (tmp_path / "scalars.parquet").exists()


def test_every_method_is_in_the_guide():
    from stepline import SummaryReader

    text = DOCUMENT.read_text(encoding="utf-8")
    for name in vars(SummaryReader):
        if not name.startswith("_") and name not in ("tensor_names", "embedding_names"):
            assert f"{name}(" in text, name
