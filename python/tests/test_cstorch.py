"""The examples of Cerebras' guide to summaries, with another import."""

import datetime
import warnings

import pytest
import torch
from torch.utils.data import DataLoader, TensorDataset

import logs
import stepline.cstorch as cstorch
from stepline.cstorch.utils.tensorboard import SummaryReader, SummaryWriter


@pytest.fixture
def dataloader():
    return DataLoader(TensorDataset(torch.arange(8.0).reshape(4, 2)), batch_size=1)


def train(dataloader, logdir, **options):
    writer = cstorch.utils.tensorboard.SummaryWriter(log_dir=str(logdir))
    executor = cstorch.utils.data.DataExecutor(dataloader, writer=writer, **options)
    for (batch,) in executor:
        x = (batch * 2).requires_grad_()
        cstorch.summarize_tensor("my_tensor", x)
        cstorch.summarize_scalar("my_scalar_tensor", x.sum())
    writer.close()


def test_the_guides_program(dataloader, logdir):
    train(dataloader, logdir)
    reader = SummaryReader(logdir)
    assert reader.scalar_names() == ["my_scalar_tensor"]
    assert reader.tensor_names() == ["my_tensor"]
    found = reader.read_tensor("my_tensor", 2)
    assert found.step == 2
    assert found.tensor.tolist() == [[4, 6]]
    age = datetime.datetime.now(datetime.timezone.utc).replace(tzinfo=None) - found.utctime
    assert datetime.timedelta(0) <= age < datetime.timedelta(hours=1)
    assert repr(found).startswith("TensorDescriptor(step=2, utctime='")
    assert repr(found).endswith("tensor=tensor([[4., 6.]]))")
    assert logs.scalars(logdir) == [
        ("my_scalar_tensor", step, value) for step, value in ((1, 2), (2, 10), (3, 18), (4, 26))
    ]


def test_steps_begin_at_the_base_step(dataloader, logdir):
    writer = SummaryWriter(str(logdir), base_step=101)
    for _ in cstorch.utils.data.DataExecutor(dataloader, writer=writer):
        cstorch.summarize_scalar("one", 1)
    writer.close()
    assert logs.steps(logdir) == [101, 102, 103, 104]


@pytest.mark.parametrize("options, steps", [
    ({"activation_steps": 2}, [2, 4]),
    ({"activation_steps": 2, "num_steps": 3}, [2, 3]),
    ({"num_steps": 2}, [1, 2]),
])  # fmt: skip
def test_summaries_are_taken_at_activation_steps(dataloader, logdir, options, steps):
    train(dataloader, logdir, **options)
    assert logs.steps(logdir) == steps


def test_without_a_writer_it_is_a_warning(dataloader, caplog):
    executor = cstorch.utils.data.DataExecutor(dataloader, num_steps=1)
    said = "summary for `x` was not saved as no SummaryWriter was provided."
    for _ in executor:
        with pytest.warns(UserWarning, match=f"Scalar {said}"):
            cstorch.summarize_scalar("x", 1.5)
        with pytest.warns(UserWarning, match=f"Tensor {said}"):
            cstorch.summarize_tensor("x", torch.ones(2))
    with pytest.warns(UserWarning, match=f"Scalar {said}"):
        cstorch.summarize_scalar("x", 1)
    assert [record.message for record in caplog.records] == [
        f"{kind} {said}" for kind in ("Scalar", "Tensor", "Scalar")
    ]


def test_wrong_types_are_errors():
    with pytest.raises(TypeError):
        cstorch.summarize_scalar("x", "one")
    with pytest.raises(ValueError, match="one element"):
        cstorch.summarize_scalar("x", torch.ones(2))
    with pytest.raises(TypeError):
        cstorch.summarize_tensor("x", [1, 2])


def test_the_writer_adds_tensors_in_its_own_way(logdir):
    with SummaryWriter(str(logdir)) as writer:
        writer.add_tensor("deep/inside", torch.ones(2), 5)
        writer.add_scalar("loss", 1, 5)
    assert [tag for tag, _, _ in logs.scalars(logdir)] == ["loss"]
    assert SummaryReader(logdir).read_tensor("deep/inside", 5).tensor.tolist() == [1, 1]


@pytest.fixture
def reader(logdir):
    with SummaryWriter(str(logdir)) as writer:
        for value in (1, 2):
            writer.add_tensor("x", torch.tensor(value), 1)
        writer.add_tensor("x", torch.tensor(3), 2)
        for step, value in ((1, 10), (2, 20), (2, 21)):
            writer.add_scalar("loss", value, step)
    return SummaryReader(logdir)


def test_scalars_are_events(reader):
    events = reader.read_scalar("loss")
    assert [(event.step, event.value) for event in events] == [(1, 10), (2, 20), (2, 21)]
    assert reader.read_scalar("loss", 2).value == 20
    assert events[0]._fields == ("wall_time", "step", "value")
    with pytest.raises(RuntimeError, match="step 3"):
        reader.read_scalar("loss", 3)
    with pytest.raises(KeyError):
        reader.read_scalar("lost")


def test_of_several_tensors_it_is_the_latest(reader):
    with pytest.warns(UserWarning, match="returning the latest one"):
        assert reader.read_tensor("x", 1).tensor == 2
    with pytest.warns(UserWarning, match="returning the latest one"):
        found = reader.read_tensor("x")
    assert {step: one.tensor.item() for step, one in found.items()} == {1: 2, 2: 3}
    assert reader.read_tensor("x", 2).tensor == 3


def test_or_all_of_them(reader):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert [one.tensor.item() for one in reader.read_tensor("x", 1, latest_only=False)] == [1, 2]
        found = reader.read_tensor("x", latest_only=False)
    assert {step: [one.tensor.item() for one in all] for step, all in found.items()} == {
        1: [1, 2],
        2: [3],
    }


def test_what_is_not_there_is_a_warning_and_none(reader):
    with pytest.warns(UserWarning, match="No tensor with name y has been summarized$"):
        assert reader.read_tensor("y") is None
    with pytest.warns(UserWarning, match="No tensor with name x has been summarized at step 9"):
        assert reader.read_tensor("x", 9) is None


@pytest.fixture
def cerebras_log(logdir):
    """As Cerebras' own writer leaves it."""
    with SummaryWriter(str(logdir)) as writer:
        writer.add_tensor("ours", torch.ones(1), 1)
    directory = logdir / "events.out.csevents.1700000000.host.1.0"
    for name, step, value in (("deep/x", 1, 5), ("deep/x", 12, 6), ("y", 1, 7)):
        file = directory / "tensors" / name / f"{step}.2023-11-14T22:13:20.000000.pt"
        file.parent.mkdir(parents=True, exist_ok=True)
        moment = 1_700_000_000 * 10**9 + step
        torch.save({"step": step, "ns_since_epoch": moment, "tensor": torch.tensor(value)}, file)
    (directory / "__metadata__").write_text('{"__version__": 1.1}')
    return directory


def test_cerebras_own_files_are_read(cerebras_log):
    reader = SummaryReader(cerebras_log.parent)
    assert reader.tensor_names() == ["deep/x", "ours", "y"]
    found = reader.read_tensor("deep/x", 1)
    assert (found.step, found.tensor.item()) == (1, 5)
    assert found.utctime == datetime.datetime(2023, 11, 14, 22, 13, 20)
    assert sorted(reader.read_tensor("deep/x")) == [1, 12]
    with pytest.warns(UserWarning, match="No tensor"):
        assert reader.read_tensor("deep/x", 2) is None


def test_files_of_another_version_are_left_alone(cerebras_log):
    (cerebras_log / "__metadata__").write_text('{"__version__": 7}')
    with pytest.warns(UserWarning, match="version 7 is not known"):
        reader = SummaryReader(cerebras_log.parent)
    assert reader.tensor_names() == ["ours"]
    (cerebras_log / "__metadata__").unlink()
    with pytest.raises(FileNotFoundError):
        SummaryReader(cerebras_log.parent)


def test_a_directory_must_exist(tmp_path):
    with pytest.raises(FileNotFoundError):
        SummaryReader(tmp_path / "nowhere")


def test_a_reload_shows_what_is_new(reader, logdir):
    with SummaryWriter(str(logdir)) as writer:
        writer.add_tensor("later", torch.ones(1), 3)
    assert reader.tensor_names() == ["x"]
    reader.reload()
    assert reader.tensor_names() == ["later", "x"]


def test_a_writer_says_where_cerebras_would_have_its_tensors(logdir):
    with SummaryWriter(str(logdir)) as writer:
        assert writer.cs_events_dir.parent == logdir
        (events,) = logdir.glob("*tfevents*")
        assert writer.cs_events_dir.name == events.name.replace("tfevents", "csevents")
    assert SummaryReader(logdir).tensor_names() == []
