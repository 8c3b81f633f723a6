"""Keras with a callback of one's own."""

import examples
import logged


def test_callback(tmp_path):
    done = examples.run("Keras", tmp_path, then="reported = history.history")
    for run, prefix in (("train", ""), ("validation", "val_")):
        assert logged.scalars(done.runs / "keras" / run) == {
            f"epoch_{name}": logged.as_float32(enumerate(done.reported[prefix + name]))
            for name in ("loss", "mae")
        }
    histograms = logged.read(done.runs / "keras/train")["histograms"]
    assert len(histograms) == 4
    assert all(list(points) == [0, 1, 2] for points in histograms.values())
