"""tensorboard_log of Stable-Baselines3, and what its logger records."""

import examples
import logged

# Everything that its logger takes, recorded beside a training's own values.
THEN = """
    import matplotlib.pyplot as plt
    import numpy as np
    import torch
    from stable_baselines3.common.logger import Figure, HParam, Image, TensorBoardOutputFormat, Video

    values = {}
    class Seen(TensorBoardOutputFormat):
        def write(self, key_values, key_excluded, step=0):
            super().write(key_values, key_excluded, step)
            values[step] = {
                name: float(value) for name, value in key_values.items()
                if "tensorboard" not in (key_excluded[name] or ()) and isinstance(value, (int, float, np.number))
            }

    [output] = model.logger.output_formats
    assert type(output.writer) is stepline.SummaryWriter
    model.logger.output_formats = [Seen("runs/again")]
    figure, axes = plt.subplots()
    record = model.logger.record
    record("a/number", np.float64(0.1))
    record("a/text", "words")
    record("a/tensor", torch.arange(9.0))
    record("a/figure", Figure(figure, close=True), exclude="stdout")
    record("a/image", Image(np.zeros((5, 7, 3), np.uint8), "HWC"), exclude="stdout")
    record("a/video", Video(torch.zeros((1, 4, 3, 8, 8), dtype=torch.uint8), fps=30), exclude="stdout")
    record("hparams", HParam({"lr": 0.1}, {"a/number": 0.0}), exclude="stdout")
    model.logger.dump(step=7)
    model.set_logger(model.logger)
    model.learn(128)
    model.logger.close()
    reported = values
"""


def test_tensorboard_log(tmp_path):
    done = examples.run("Stable-Baselines3", tmp_path, THEN)
    first = logged.scalars(done.runs / "sb3/cartpole_1")
    assert list(first["rollout/ep_rew_mean"]) == [64, 128, 192, 256]
    assert list(first["train/loss"]) == [128, 192, 256]

    wanted = {}
    for step, values in done.reported.items():
        for tag, value in values.items():
            wanted.setdefault(tag, {})[step] = value
    scalars = logged.scalars(done.runs / "again")
    assert {"train/loss", "rollout/ep_rew_mean", "a/number"} <= set(scalars)
    assert scalars == {tag: logged.as_float32(points) for tag, points in wanted.items()}

    logs = logged.read(done.runs / "again")
    assert logged.text(done.runs / "again", "a/text") == "words"
    assert list(logs["histograms"]["a/tensor"]) == [7]
    assert sorted(logs["images"]) == ["a/figure", "a/image", "a/video"]
    assert logged.hparams(done.runs / "again") == {"lr": 0.1}


INSTALL = "import stepline\n\nstepline.install()\n"
IMPORT = "from stable_baselines3 import PPO\n"


def test_a_program_that_knows_nothing_of_it(tmp_path):
    def without(code):
        assert INSTALL in code
        return code.replace(INSTALL, "")

    done = examples.run("Stable-Baselines3", tmp_path, edit=without, options=["-m", "stepline"])
    assert len(logged.scalars(done.runs / "sb3/cartpole_1")["train/loss"]) == 3


def test_installed_after_the_import(tmp_path):
    def late(code):
        assert code.index(INSTALL) < code.index(IMPORT)
        return IMPORT + code

    done = examples.run("Stable-Baselines3", tmp_path, edit=late)
    assert len(logged.scalars(done.runs / "sb3/cartpole_1")["train/loss"]) == 3
