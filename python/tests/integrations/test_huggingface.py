"""StepLineCallback with the real Trainer and a tiny model."""

import pathlib
import subprocess
import sys

import pytest
import torch
import transformers
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
from tensorboard.plugins.hparams.plugin_data_pb2 import HParamsPluginData
from torch.utils import tensorboard as of_torch
from transformers import GPT2LMHeadModel

import stepline
import stepline.tensorboardX
from stepline.integrations.huggingface import StepLineCallback
from tiny_trainer import MODEL, Tokens, trainer_of


class Logs:
    """What TensorBoard reads."""

    def __init__(self, logdir):
        guidance = {kind: 0 for kind in ("scalars", "histograms", "tensors")}
        self._logs = EventAccumulator(str(logdir), size_guidance=guidance)
        self._logs.Reload()

    def steps(self, tag):
        tags = self._logs.Tags()
        if tag in tags["histograms"]:
            return [event.step for event in self._logs.Histograms(tag)]
        return [event.step for event in self._logs.Scalars(tag)]

    def values(self, tag):
        return [event.value for event in self._logs.Scalars(tag)]

    def text(self, tag):
        event = self._logs.Tensors(f"{tag}/text_summary")[-1]
        return event.tensor_proto.string_val[0].decode()

    def tags(self, kind):
        return set(self._logs.Tags()[kind])

    def hparams(self, what):
        metadata = self._logs.SummaryMetadata(f"_hparams_/{what}")
        return getattr(HParamsPluginData.FromString(metadata.plugin_data.content), what)


def test_a_training_is_logged(tmp_path):
    trainer_of(tmp_path / "out", StepLineCallback(tmp_path / "logs", every=2)).train()
    logs = Logs(tmp_path / "logs")
    assert logs.steps("train/loss") == [2, 4, 6]
    assert logs.steps("eval/loss") == logs.steps("eval/accuracy") == [3, 6]
    assert logs.steps("train/grad_norm") == [2, 4, 6]
    assert logs.values("train/learning_rate")[0] == pytest.approx(0.01 * 5 / 6)
    assert logs.text("eval/remark") == "**fine**"
    trained = [name for name, _ in GPT2LMHeadModel(MODEL).named_parameters()]
    assert logs.tags("histograms") == {
        f"{kind}/{name}" for kind in ("weights", "gradients") for name in trained
    }
    assert {tuple(logs.steps(tag)) for tag in logs.tags("histograms")} == {(0, 2, 4)}
    assert '"learning_rate": 0.01' in logs.text("args")
    assert '"n_embd": 8' in logs.text("model_config")


def test_the_tags_and_values_are_those_of_the_trainers_own_callback(tmp_path):
    writer = stepline.SummaryWriter(tmp_path / "theirs")
    theirs = transformers.integrations.TensorBoardCallback(writer)
    trainer_of(tmp_path / "out", StepLineCallback(tmp_path / "ours"), theirs).train()
    ours, theirs = Logs(tmp_path / "ours"), Logs(tmp_path / "theirs")
    assert ours.tags("scalars") >= theirs.tags("scalars")
    for tag in theirs.tags("scalars"):
        assert ours.steps(tag) == theirs.steps(tag), tag
        assert ours.values(tag) == theirs.values(tag), tag


def test_hyperparameters_and_what_came_of_them(tmp_path):
    trainer_of(tmp_path / "out", StepLineCallback(tmp_path / "logs")).train()
    logs = Logs(tmp_path / "logs")
    session = logs.hparams("session_start_info").hparams
    assert session["learning_rate"].number_value == 0.01
    assert session["model/n_embd"].number_value == 8
    assert session["optim"].string_value == "adamw_torch_fused"
    assert not [name for name in session if name.endswith("_token")]
    metrics = {info.name.tag for info in logs.hparams("experiment").metric_infos}
    assert {"eval/loss", "eval/accuracy", "train/loss"} <= metrics
    assert not metrics & {"eval/runtime", "train/epoch", "train/learning_rate"}
    assert logs.hparams("session_end_info").status != 0
    (session,) = stepline.SummaryReader(tmp_path / "logs").read_hparams()
    assert session.metrics["eval/loss"] == pytest.approx(logs.values("eval/loss")[-1])


def test_the_model_card(tmp_path):
    trainer_of(tmp_path / "out", StepLineCallback(tmp_path / "logs")).train()
    card = Logs(tmp_path / "logs").text("model_card")
    count = sum(parameter.numel() for parameter in GPT2LMHeadModel(MODEL).parameters())
    assert f"| parameters | {count:,} |" in card
    assert "| learning_rate | 0.01 |" in card
    assert "| step | epoch | training loss | loss | accuracy |" in card.replace(" remark |", "")
    assert f"| transformers | {transformers.__version__} |" in card


def test_what_is_not_wanted_is_not_logged(tmp_path):
    callback = StepLineCallback(
        tmp_path / "logs", weights=False, gradients=False, hparams=False, model_card=False
    )
    trainer_of(tmp_path / "out", callback).train()
    logs = Logs(tmp_path / "logs")
    assert not logs.tags("histograms")
    assert logs.tags("tensors") == {
        f"{tag}/text_summary" for tag in ("args", "model_config", "eval/remark")
    }


def test_activations(tmp_path):
    only = ["*.mlp.act", "*.wte.*"]
    callback = StepLineCallback(tmp_path / "logs", every=2, activations=True, only=only)
    trainer_of(tmp_path / "out", callback, gradient_accumulation_steps=2).train()
    logs = Logs(tmp_path / "logs")
    assert {tag: logs.steps(tag) for tag in logs.tags("histograms")} == {
        "activations/transformer.h.0.mlp.act": [0, 2, 4],
        "gradients/transformer.wte.weight": [0, 2, 4],
        "weights/transformer.wte.weight": [0, 2, 4],
    }


def test_accumulated_gradients_are_those_of_the_update(tmp_path):
    options = {"max_steps": 1, "max_grad_norm": 0.0, "eval_strategy": "no"}
    for name, more in {"whole": (8, 1), "parts": (4, 2)}.items():
        batch, parts = more
        trainer_of(
            tmp_path / name,
            StepLineCallback(tmp_path / f"logs-{name}"),
            per_device_train_batch_size=batch,
            gradient_accumulation_steps=parts,
            **options,
        ).train()
    found = []
    for name in ("whole", "parts"):
        reader = stepline.SummaryReader(tmp_path / f"logs-{name}")
        (histogram,) = reader.read_histograms("gradients/transformer.wpe.weight")
        found.append((histogram.buckets[0, 0], histogram.buckets[-1, 1]))
    assert found[0] == pytest.approx(found[1], rel=1e-3)


def test_a_resumed_training_goes_on_in_its_directory(tmp_path):
    saving = {"save_strategy": "steps", "save_steps": 4}
    trainer_of(tmp_path, StepLineCallback(every=2), **saving).train()
    resumed = trainer_of(tmp_path, StepLineCallback(every=2), max_steps=8, **saving)
    resumed.train(resume_from_checkpoint=str(tmp_path / "checkpoint-4"))
    (run,) = (tmp_path / "runs").iterdir()
    assert len(list(run.glob("*tfevents*"))) == 2
    reader = stepline.SummaryReader(run)
    assert reader.read_scalars("train/loss").steps.tolist() == [2, 4, 6, 8]
    assert len(reader.branches("train/loss")) == 1, "step 6 was logged twice"
    assert Logs(run).steps("train/loss") == [2, 4, 6, 8]


@pytest.mark.parametrize(
    "writer_class",
    [
        stepline.SummaryWriter,
        stepline.tensorboardX.SummaryWriter,
        of_torch.SummaryWriter,
    ],
    ids=["ours", "our tensorboardX", "torch"],
)
def test_a_given_writer_stays_open(tmp_path, writer_class):
    writer = writer_class(str(tmp_path / "logs"))
    trainer_of(tmp_path / "out", StepLineCallback(writer)).train()
    assert writer.file_writer is not None
    writer.add_scalar("later", 1, 7)
    writer.close()
    assert Logs(tmp_path / "logs").steps("later") == [7]
    (session,) = stepline.SummaryReader(tmp_path / "logs").read_hparams()
    assert session.hparams["model/n_embd"] == 8
    assert "eval/loss" in session.metrics


def test_evaluation_and_prediction_after_the_training(tmp_path):
    trainer = trainer_of(tmp_path / "out", StepLineCallback(tmp_path / "logs"))
    trainer.train()
    trainer.evaluate()
    trainer.predict(Tokens())
    logs = Logs(tmp_path / "logs")
    assert logs.steps("eval/loss") == [3, 6, 6]
    assert logs.steps("test/loss") == [6]


def test_evaluation_without_a_training(tmp_path):
    trainer_of(tmp_path, StepLineCallback()).evaluate()
    (run,) = (tmp_path / "runs").iterdir()
    assert Logs(run).steps("eval/loss") == [0]


def test_the_directory_may_come_from_the_environment(tmp_path, monkeypatch):
    monkeypatch.setenv("TENSORBOARD_LOGGING_DIR", str(tmp_path / "named"))
    trainer_of(tmp_path / "out", StepLineCallback(), max_steps=2).train()
    assert Logs(tmp_path / "named").steps("train/loss") == [2]


def test_two_processes_write_one_file(tmp_path):
    program = pathlib.Path(__file__).with_name("distributed_training.py")
    subprocess.run(
        [
            *(sys.executable, "-m", "torch.distributed.run", "--nproc-per-node=2"),
            *("--rdzv-backend=c10d", "--rdzv-endpoint=localhost:0", str(program), str(tmp_path)),
        ],
        check=True,
        timeout=300,
    )
    for name in ("callback", "watched"):
        assert len(list((tmp_path / name).glob("*tfevents*"))) == 1
        found = Logs(tmp_path / name)
        assert found.steps("weights/transformer.wte.weight") == [0, 1]
        assert found.steps("gradients/transformer.wte.weight") == [0, 1]
    assert Logs(tmp_path / "callback").steps("train/loss") == [2]


def test_a_process_that_is_not_the_first_writes_nothing(tmp_path):
    trainer = trainer_of(tmp_path / "out", StepLineCallback(tmp_path / "logs", every=1))

    class Second(transformers.TrainerCallback):
        def on_train_begin(self, args, state, control, **others):
            state.is_world_process_zero = False

    trainer.callback_handler.callbacks.insert(0, Second())
    trainer.train()
    assert not (tmp_path / "logs").exists()


def test_learning_rates_of_groups_that_differ(tmp_path):
    trainer = trainer_of(tmp_path / "out", StepLineCallback(tmp_path / "logs"))
    first, *rest = trainer.model.parameters()
    groups = [{"params": [first], "lr": 1.0}, {"params": rest, "lr": 0.1}]
    schedule = torch.optim.lr_scheduler.LambdaLR
    trainer.optimizer = torch.optim.SGD(groups)
    trainer.lr_scheduler = schedule(trainer.optimizer, lambda step: 1.0)
    trainer.train()
    logs = Logs(tmp_path / "logs")
    assert logs.values("train/learning_rate/group_0") == [1.0] * 3
    assert logs.values("train/learning_rate/group_1") == pytest.approx([0.1] * 3)


def test_what_is_no_number_is_one_warning(tmp_path):
    callback = StepLineCallback(tmp_path / "logs")
    trainer = trainer_of(tmp_path / "out", callback)
    with pytest.warns(UserWarning, match='"odd" is not logged') as caught:
        trainer.log({"odd": {"a": 1}, "even": torch.tensor(2)})
        trainer.log({"odd": {"a": 1}})
    assert len(caught) == 1
    assert Logs(tmp_path / "logs").values("train/even") == [2.0]


def test_hyperparameter_search_has_a_run_for_each_trial(tmp_path):
    callback = StepLineCallback()
    trainer = trainer_of(tmp_path, callback, max_steps=2)
    for trial in range(2):
        trainer.state.is_hyper_param_search = True

        class Trial(transformers.TrainerCallback):
            def on_train_begin(self, args, state, control, name=f"run-{trial}", **others):
                state.is_hyper_param_search, state.trial_name = True, name

        trainer.callback_handler.callbacks.insert(0, Trial())
        trainer.train()
        trainer.remove_callback(Trial)
    runs = sorted(path.parent.name for path in pathlib.Path(tmp_path).rglob("*tfevents*"))
    assert runs == ["run-0", "run-1"]


def test_wrong_arguments():
    with pytest.raises(ValueError, match="got 0"):
        StepLineCallback(every=0)
