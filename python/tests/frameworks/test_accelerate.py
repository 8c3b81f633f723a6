"""The tracker "tensorboard" of Accelerate."""

import examples
import logged

THEN = """
    assert type(tracker.tracker) is stepline.SummaryWriter
    reported = losses
"""


def test_tracker(tmp_path):
    done = examples.run("Accelerate", tmp_path, THEN)
    run = done.runs / "accelerate"
    assert logged.scalars(run) == {"loss": logged.as_float32(enumerate(done.reported))}
    assert logged.text(run, "note") == "step 0"
    for name in ("norms_weight", "norms_bias"):
        assert list(logged.scalars(run / name)["norms"]) == list(range(8))
    assert [*logged.read(run)["images"]["noise"]] == [7]
    [hparams] = [name for name in logged.run_names(run) if name.replace(".", "").isdigit()]
    assert logged.hparams(run / hparams) == {"lr": 0.1, "optimizer": "sgd"}
