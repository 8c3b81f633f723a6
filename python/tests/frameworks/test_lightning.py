"""Lightning's TensorBoardLogger."""

import examples
import logged

THEN = """
    assert type(logger.experiment) is stepline.SummaryWriter
    reported = {name: value.item() for name, value in trainer.logged_metrics.items()}
"""


def test_logger(tmp_path):
    done = examples.run("Lightning", tmp_path, THEN)
    run = done.runs / "lightning/version_0"
    scalars = logged.scalars(run)
    assert sorted(scalars) == ["epoch", "hp_metric", "loss"]
    assert list(scalars["loss"]) == [1, 3, 5, 7, 9, 11, 13, 15]
    for name in ("loss", "hp_metric"):
        assert scalars[name][15] == done.reported[name]
    logs = logged.read(run)
    assert list(logs["histograms"]["weights"]) == [0, 1]
    assert any("Regression/Sequential" in node for node in logs["graphs"]["__run_graph__"][0])
    assert logged.hparams(run) == {"lr": 0.1, "width": 8}
    assert (run / "hparams.yaml").read_text() == "lr: 0.1\nwidth: 8\n"
