"""Loops of one's own: plain Python and torch."""

import pathlib

import examples
import logged


def test_plain_python(tmp_path):
    done = examples.run("A loop of your own", tmp_path, then="reported = [weight, error**2]")
    weight, loss = done.reported
    scalars = logged.scalars(done.runs / "own")
    assert {tag: len(points) for tag, points in scalars.items()} == {
        "train/loss": 100, "train/weight": 100, "hparam/loss": 1,
    }  # fmt: skip
    assert logged.as_float32({99: weight})[99] == scalars["train/weight"][99]
    assert logged.as_float32({0: loss}) == scalars["hparam/loss"]
    assert logged.hparams(done.runs / "own") == {"lr": 0.1, "steps": 100}
    assert "**3**" in logged.text(done.runs / "own", "notes")


def test_pytorch(tmp_path):
    then = "reported = [losses, [name for name, _ in model.named_parameters()]]"
    done = examples.run("PyTorch", tmp_path, then)
    logs = logged.read(done.runs / "pytorch")
    losses, names = done.reported
    assert logged.scalars(done.runs / "pytorch") == {"loss/train": logged.as_float32(enumerate(losses))}
    tags = {f"{kind}/{name}" for kind in ("weights", "gradients") for name in names}
    assert {tag: list(points) for tag, points in logs["histograms"].items()} == {
        tag: [0, 1, 2] for tag in tags
    }
    assert any("aten::linear" in node for node in logs["graphs"]["__run_graph__"][0])


def test_every_example_has_a_test():
    files = pathlib.Path(__file__).parent.glob("test_*.py")
    tests = "".join(file.read_text(encoding="utf-8") for file in files)
    for heading in examples.sections():
        assert f'examples.run("{heading}"' in tests, heading
