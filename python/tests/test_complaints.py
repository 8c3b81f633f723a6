"""What is wrong with an argument is said in the words of the call that was made."""

import datetime

import numpy as np
import pytest
import torch
from torch._subclasses.fake_tensor import FakeTensorMode

import stepline
import stepline.tensorboardX

PICTURE = np.zeros((3, 4, 4))

# Of every writer.
CALLS = {
    "scalar": lambda writer, **more: writer.add_scalar("a", 1, 1, **more),
    "scalars": lambda writer, **more: writer.add_scalars("a", {"b": 1}, 1, **more),
    "histogram": lambda writer, **more: writer.add_histogram("a", [1.0], 1, **more),
    "histogram_raw": lambda writer, **more: writer.add_histogram_raw(
        "a", 0, 1, 1, 1, 1, [1.0], [1.0], 1, **more
    ),
    "image": lambda writer, **more: writer.add_image("a", PICTURE, 1, **more),
    "images": lambda writer, **more: writer.add_images("a", PICTURE[None], 1, **more),
    "boxes": lambda writer, **more: writer.add_image_with_boxes(
        "a", PICTURE, np.array([[1, 1, 2, 2]]), 1, **more
    ),
    "video": lambda writer, **more: writer.add_video("a", np.zeros((1, 2, 3, 4, 4)), 1, **more),
    "audio": lambda writer, **more: writer.add_audio("a", np.zeros(9), 1, **more),
    "text": lambda writer, **more: writer.add_text("a", "b", 1, **more),
    "mesh": lambda writer, **more: writer.add_mesh("a", np.zeros((1, 3, 3)), **more),
    "pr_curve": lambda writer, **more: writer.add_pr_curve(
        "a", np.array([0, 1]), np.array([0.1, 0.9]), 1, **more
    ),
    "tensor": lambda writer, **more: writer.add_tensor("a", torch.zeros(3), 1, **more),
    "message": lambda writer, **more: writer.file_writer.add_summary(b"", 1, **more),
}


@pytest.fixture(
    scope="module", params=[stepline.SummaryWriter, stepline.tensorboardX.SummaryWriter]
)
def writer(request, tmp_path_factory):
    with request.param(str(tmp_path_factory.mktemp("logs"))) as writer:
        yield writer


@pytest.mark.parametrize("call", CALLS)
def test_a_wall_time_is_a_number(writer, call):
    with pytest.raises(TypeError, match="^walltime must be a number, not str$"):
        CALLS[call](writer, walltime="x")
    moment = datetime.datetime(2020, 1, 1)
    with pytest.raises(TypeError, match="^walltime must be a number, not datetime.datetime$|"
                                        "^walltime must be a number, not datetime$"):  # fmt: skip
        CALLS[call](writer, walltime=moment)
    for time in (None, 1, 1.5, np.float32(1), np.int64(1)):
        CALLS[call](writer, walltime=time)


OF_WRITERS = [
    (lambda writer: writer.add_histogram_raw("a", "x", 1, 1, 1, 1, [1.0], [1.0]), "min must be"),
    (lambda writer: CALLS["video"](writer, fps="x"), "fps must be a number, not str"),
    (lambda writer: writer.add_hparams({1: 2}, {"a": 1}), "a str is wanted, got <class 'int'>"),
    (lambda writer: writer.add_custom_scalars({"a": {"b": ["Multiline", [3]]}}), "a str is wanted"),
    (lambda writer: type(writer)(writer.logdir_here, flush_secs=None),
     "flush_secs must be a number, not NoneType"),
    (lambda writer: type(writer)(writer.logdir_here, filename_suffix=3),
     "filename_suffix must be a str, not int"),
]  # fmt: skip


@pytest.mark.parametrize("call, words", OF_WRITERS)
def test_writers_say_what_they_want(writer, call, words, tmp_path):
    writer.logdir_here = str(tmp_path)
    with pytest.raises(TypeError, match=words):
        call(writer)


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    logdir = tmp_path_factory.mktemp("logs")
    with stepline.SummaryWriter(logdir) as writer:
        writer.add_scalar("a", 1, 1)
    return stepline.SummaryReader(logdir)


LISTS = (
    "read_scalars", "read_histograms", "read_pr_curves", "read_tensors", "read_images",
    "read_audio", "read_texts", "read_meshes",
)  # fmt: skip
OF_READERS = [
    *((lambda reader, m=m: getattr(reader, m)(3), "name must be a str, not int") for m in LISTS),
    *((lambda reader, m=m: getattr(reader, m)("a", None), "run must be a str, not NoneType")
      for m in LISTS),
    *((lambda reader, m=m: getattr(reader, m)("a", from_step=1.5),
       "from_step must be an integer, not float") for m in LISTS),
    (lambda reader: reader.read_scalars("a", to_step="x"), "to_step must be an integer, not str"),
    (lambda reader: reader.read_scalars("a", last=-1), "last is out of range"),
    (lambda reader: reader.read_scalars("a", branch=1.0), "branch must be an integer, not float"),
    (lambda reader: reader.read_scalars("a", from_step=2**70), "from_step is out of range"),
    (lambda reader: reader.read_scalar("a", 1.0), "step must be an integer, not float"),
    (lambda reader: reader.read_tensor("a", "x"), "step must be an integer, not str"),
    (lambda reader: reader.names(3), "kind must be a str, not int"),
    (lambda reader: reader.scalar_names(3), "run must be a str, not int"),
    (lambda reader: reader.describe_series(3), "run must be a str, not int"),
    (lambda reader: reader.read_messages("graph", 3), "name must be a str, not int"),
    (lambda reader: reader.read_scalar_table(3), "names must be a str or several, not int"),
    (lambda reader: reader.to_pandas(runs=[3]), "runs must be a str or several, not int"),
    (lambda reader: reader.to_polars(from_step="x"), "from_step must be an integer, not str"),
    (lambda reader: stepline.SummaryReader(3), "path must be a path or several, not int"),
    (lambda reader: stepline.SummaryReader(reader.path, threads="x"), "threads must be an integer"),
    (lambda reader: stepline.SummaryReader(reader.path, checksum=3), "checksum must be a bool"),
]  # fmt: skip


@pytest.mark.parametrize("call, words", OF_READERS)
def test_readers_say_what_they_want(reader, call, words):
    with pytest.raises((TypeError, ValueError), match=f"^{words}"):
        call(reader)


def test_an_empty_path_is_no_path():
    with pytest.raises(FileNotFoundError, match="empty path"):
        stepline.SummaryReader("")


OF_SCOPES = [
    (lambda: stepline.summarize_scalar(3, 1), "name must be a str, not int"),
    (lambda: stepline.summarize_tensor(3, 1), "name must be a str, not int"),
    (lambda: stepline.step_scope(None, "x"), "step must be an integer, not str"),
    (lambda: stepline.step_scope(None, 1, "x"), "log_interval must be an integer, not str"),
    (lambda: stepline.DataExecutor([], log_steps="x"), "log_steps must be an integer, not str"),
    (lambda: stepline.DataExecutor([], first_step=None), "first_step must be an integer, not None"),
]


@pytest.mark.parametrize("call, words", OF_SCOPES)
def test_scopes_say_what_they_want(call, words, tmp_path):
    with pytest.raises(TypeError, match=f"^{words}"):
        call()
    with stepline.SummaryWriter(tmp_path) as writer, stepline.step_scope(writer, 1):
        with pytest.raises(TypeError, match=f"^{words}"):
            call()


class Wrapper(torch.Tensor):
    """Has its elements in another one."""

    @staticmethod
    def __new__(cls, inner):
        return torch.Tensor._make_wrapper_subclass(cls, inner.shape, dtype=inner.dtype)

    @classmethod
    def __torch_dispatch__(cls, function, types, args=(), kwargs=None):
        raise AssertionError("nobody has to compute with it")

    __repr__ = object.__repr__


class Distributed(Wrapper):
    def full_tensor(self):
        raise AssertionError("it waits for other processes")


def fake():
    with FakeTensorMode():
        return torch.ones(3)


@pytest.mark.parametrize("make, words", [
    (fake, "a FakeTensor without elements in memory cannot be logged$"),
    (lambda: Wrapper(torch.ones(3)), "a Wrapper without elements in memory cannot be logged$"),
    (lambda: Distributed(torch.ones(3)), "logged; log its to_local\\(\\) or full_tensor\\(\\)"),
])  # fmt: skip
def test_a_tensor_without_elements_is_told(writer, make, words):
    tensor = make()
    for add in (writer.add_histogram, writer.add_tensor):
        with pytest.raises(RuntimeError, match=words):
            add("a", tensor, 1)
