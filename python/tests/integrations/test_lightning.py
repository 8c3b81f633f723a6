"""StepLineLogger with real Trainers, beside Lightning's TensorBoardLogger."""

import argparse
import importlib
import pathlib
import pickle
import subprocess
import sys
import warnings

import lightning.pytorch
import pytest
import pytorch_lightning
import torch
import yaml
from lightning.fabric import Fabric

import logs
import readback
import stepline
from stepline.integrations.lightning import StepLineLogger

PACKAGES = {"lightning": lightning.pytorch, "pytorch_lightning": pytorch_lightning}


@pytest.fixture(params=PACKAGES.values(), ids=PACKAGES)
def package(request):
    return request.param


@pytest.fixture(autouse=True)
def no_advice():
    """The trainer's: on workers of data loaders and the like."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def make_model(package):
    class Model(package.LightningModule):
        def __init__(self, width=4, rates=None):
            super().__init__()
            self.save_hyperparameters()
            self.net = torch.nn.Sequential(
                torch.nn.Linear(4, width), torch.nn.ReLU(), torch.nn.Linear(width, 1)
            )
            self.example_input_array = torch.zeros(2, 4)

        def forward(self, x):
            return self.net(x)

        def training_step(self, batch, i):
            loss = self(batch).square().mean()
            self.log("train/loss", loss)
            return loss

        def validation_step(self, batch, i):
            self.log("val/loss", self(batch).square().mean())

        def test_step(self, batch, i):
            self.log("test/loss", self(batch).square().mean())

        def configure_optimizers(self):
            return torch.optim.SGD(self.parameters(), lr=0.1)

    torch.manual_seed(0)
    return Model(width=8, rates={"first": 0.1, "then": [1, 2], "other": None})


def batches():
    generator = torch.Generator().manual_seed(1)
    return torch.utils.data.DataLoader(torch.randn(16, 4, generator=generator), batch_size=4)


def make_trainer(package, logger, **options):
    return package.Trainer(
        logger=logger,
        max_epochs=2,
        log_every_n_steps=1,
        accelerator="cpu",
        enable_progress_bar=False,
        enable_model_summary=False,
        **{"enable_checkpointing": False, **options},
    )


def train(package, logger, **options):
    trainer = make_trainer(package, logger, **options)
    trainer.fit(make_model(package), batches(), batches())
    return trainer


def test_a_training_leaves_what_lightnings_own_logger_does(tmp_path, package):
    options = {"name": "first", "log_graph": True, "sub_dir": "s", "prefix": "p"}
    ours = StepLineLogger(tmp_path / "ours", **options)
    theirs = package.loggers.TensorBoardLogger(tmp_path / "theirs", **options)
    for logger in (ours, theirs):
        trainer = train(package, logger)
        trainer.test(trainer.lightning_module, batches(), verbose=False)
        assert trainer.log_dir == logger.log_dir
    found = {name: readback.read(tmp_path / name) for name in ("ours", "theirs")}
    assert "first/version_0/s/hparams.yaml" in found["ours"]
    readback.assert_same(found["ours"], found["theirs"])


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"name": ""},
        {"name": None, "version": "last"},
        {"version": 7},
        {"name": "a/b", "sub_dir": pathlib.Path("c/d")},
        {"version": "$STEPLINE_TEST_VERSION"},
    ],
    ids=str,
)
def test_directories_are_those_of_lightnings_own_logger(tmp_path, monkeypatch, options):
    monkeypatch.setenv("STEPLINE_TEST_VERSION", "from-the-environment")
    for existing in ("version_2", "version_10", "version_x", "lightning_logs/version_3/deep"):
        (tmp_path / existing).mkdir(parents=True)
    (tmp_path / "version_99").write_text("a file")
    ours = StepLineLogger(tmp_path, **options)
    theirs = lightning.pytorch.loggers.TensorBoardLogger(tmp_path, **options)
    for name in ("name", "version", "save_dir", "root_dir", "log_dir", "sub_dir"):
        assert getattr(ours, name) == getattr(theirs, name), name
    assert not list(tmp_path.rglob("*tfevents*")), "nothing is written yet"
    ours.experiment.close()
    assert logs.event_files(ours.log_dir)


def test_it_is_taken_for_lightnings_own_logger(tmp_path, package):
    logger = StepLineLogger(tmp_path)
    own = package.loggers.TensorBoardLogger
    assert isinstance(logger, own) and isinstance(logger, package.loggers.Logger)
    for name in dir(own):
        assert name.startswith("_") or hasattr(StepLineLogger, name), name


def test_every_training_has_a_version(tmp_path, package):
    for _ in range(2):
        train(package, StepLineLogger(tmp_path), fast_dev_run=False, limit_train_batches=1)
    runs = stepline.SummaryReader(tmp_path).runs()
    assert runs == ["lightning_logs/version_0", "lightning_logs/version_1"]


def test_checkpoints_lie_beside_the_logs(tmp_path, package):
    logger = StepLineLogger(tmp_path, name="saved")
    train(package, logger, enable_checkpointing=True)
    (checkpoint,) = pathlib.Path(logger.log_dir, "checkpoints").glob("*.ckpt")
    resumed = StepLineLogger(tmp_path, name="saved", version=0, purge_step=8)
    trainer = make_trainer(package, resumed)
    trainer.fit_loop.max_epochs = 3
    trainer.fit(make_model(package), batches(), batches(), ckpt_path=checkpoint)
    curve = stepline.SummaryReader(logger.log_dir).read_scalars("train/loss")
    assert curve.steps.tolist() == list(range(12))


@pytest.mark.parametrize(
    "params, flat",
    [
        ({"lr": 0.1, "deep": {"er": {"a": True}}}, {"lr": 0.1, "deep/er/a": 1.0}),
        (argparse.Namespace(lr=0.1, name="x"), {"lr": 0.1, "name": "x"}),
        ({"blocks": [{"n": 1}, {"n": 2}], "sizes": [1, 2]},
         {"blocks/0/n": 1, "blocks/1/n": 2, "sizes": "[1, 2]"}),
        ({"none": None, "kind": torch.nn.ReLU, "tensor": torch.tensor([2.0])},
         {"none": "None", "kind": str(torch.nn.ReLU), "tensor": 2.0}),
        (None, {}),
    ],
    ids=["nested", "namespace", "lists", "odd", "none"],
)  # fmt: skip
@pytest.mark.parametrize(
    "metrics, expected",
    [(None, {"hp_metric": -1}), ({"a": 1, "b": 2}, {"a": 1, "b": 2}), (3, {"hp_metric": 3})],
    ids=["no metric", "metrics", "a number"],
)
def test_hyperparameters(tmp_path, params, flat, metrics, expected):
    ours = StepLineLogger(tmp_path / "ours")
    theirs = lightning.pytorch.loggers.TensorBoardLogger(tmp_path / "theirs")
    for logger in (ours, theirs):
        logger.log_hyperparams(params, metrics, step=4)
        logger.finalize("failed")
    readback.assert_same(readback.read(ours.log_dir), readback.read(theirs.log_dir))
    (session,) = stepline.SummaryReader(ours.log_dir).read_hparams()
    assert session.hparams == flat
    assert session.metrics == expected


def test_hyperparameters_may_have_no_metric(tmp_path):
    logger = StepLineLogger(tmp_path, default_hp_metric=False)
    logger.log_hyperparams({"lr": 0.1})
    logger.log_metrics({"loss": 1.0}, 0)
    logger.finalize("success")
    assert logs.scalars(logger.log_dir) == [("loss", 0, 1.0)]
    saved = pathlib.Path(logger.log_dir, "hparams.yaml").read_text()
    assert yaml.safe_load(saved) == {"lr": 0.1}


def test_metrics_of_every_form(tmp_path):
    logger = StepLineLogger(tmp_path)
    logger.log_metrics({"int": 1, "tensor": torch.tensor([2.0]), "many": {"a": 1, "b": 2}}, step=3)
    with pytest.raises(ValueError, match='"text" is a number'):
        logger.log_metrics({"text": "a"})
    logger.finalize("success")
    assert logs.scalars(logger.log_dir) == [("int", 3, 1.0), ("tensor", 3, 2.0)]
    assert logs.scalars(pathlib.Path(logger.log_dir, "many_a")) == [("many", 3, 1.0)]


def test_a_graph_without_an_example_has_the_modules(tmp_path, package):
    model = make_model(package)
    model.example_input_array = None
    logger = StepLineLogger(tmp_path, log_graph=True)
    with pytest.warns(UserWarning, match="example_input_array"):
        logger.log_graph(model)
    logger.finalize("success")
    assert stepline.SummaryReader(logger.log_dir).names("graph")


def test_other_ranks_write_nothing(tmp_path, monkeypatch):
    rank_zero_only = importlib.import_module("lightning.pytorch.utilities").rank_zero_only
    monkeypatch.setattr(rank_zero_only, "rank", 1)
    logger = StepLineLogger(tmp_path / "logs")
    logger.log_metrics({"loss": 1.0}, 1)
    logger.log_hyperparams({"lr": 1})
    logger.log_graph(make_model(lightning.pytorch))
    logger.experiment.add_histogram("h", torch.ones(3), 1)
    logger.save()
    logger.finalize("success")
    assert not (tmp_path / "logs").exists()


def test_a_pickled_logger_goes_on(tmp_path):
    logger = StepLineLogger(tmp_path)
    logger.log_metrics({"loss": 1.0}, 1)
    copy = pickle.loads(pickle.dumps(logger))
    copy.log_metrics({"loss": 2.0}, 2)
    for each in (logger, copy):
        each.finalize("success")
    assert sorted(logs.scalars(logger.log_dir)) == [("loss", 1, 1.0), ("loss", 2, 2.0)]


def test_fabric_takes_it(tmp_path):
    logger = StepLineLogger(tmp_path, name="fabric")
    fabric = Fabric(accelerator="cpu", devices=1, loggers=logger)
    for step in range(3):
        fabric.log("loss", 1 / (1 + step), step)
    fabric.log_dict({"a": 1.0, "b": 2.0}, 3)
    logger.finalize("success")
    assert logs.steps(logger.log_dir) == [0, 1, 2, 3, 3]


@pytest.mark.parametrize("first", ["lightning.pytorch", "pytorch_lightning"])
def test_it_is_a_logger_of_the_package_that_is_imported(tmp_path, first):
    code = (
        f"import sys, {first} as first\n"
        "from stepline.integrations.lightning import StepLineLogger\n"
        f"logger = StepLineLogger({str(tmp_path)!r})\n"
        "assert isinstance(logger, first.loggers.Logger)\n"
        "assert isinstance(logger, first.loggers.TensorBoardLogger)\n"
        "loaded = [n for n in ('lightning.pytorch', 'pytorch_lightning') if n in sys.modules]\n"
        f"assert loaded == [{first!r}], loaded"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
