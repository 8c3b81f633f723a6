"""The TBX callback of Ray Tune."""

import shutil
import tempfile

import examples
import logged
import pytest

THEN = """
    import json, tensorboardX
    assert tensorboardX is stepline.tensorboardX
    assert TBXLoggerCallback()._summary_writer_cls is stepline.tensorboardX.SummaryWriter
    reported = {}
    for result in results:
        with open(f"{result.path}/result.json") as lines:
            reported[os.path.basename(result.path)] = [json.loads(line) for line in lines]
"""


@pytest.fixture
def short_path():
    """Ray's sockets are in there, and their names must not be long."""
    folder = tempfile.mkdtemp(prefix="ray")
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


def test_tbx_callback(tmp_path, short_path):
    done = examples.run("Ray Tune", tmp_path, THEN, RAY_TMPDIR=short_path)
    assert logged.run_names(done.runs / "ray") == sorted(done.reported)
    assert len(done.reported) == 2
    for name, results in done.reported.items():
        run = done.runs / "ray" / name
        losses = [(result["training_iteration"], result["loss"]) for result in results]
        assert logged.scalars(run)["ray/tune/loss"] == logged.as_float32(losses)
        logs = logged.read(run)
        assert list(logs["histograms"]["ray/tune/weights"]) == [1, 2, 3, 4, 5]
        assert logged.hparams(run) == results[0]["config"]
