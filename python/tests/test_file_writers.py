"""The file writers below SummaryWriter, which others reach into, assign and
replace: the same with the original packages and with ours."""

import contextlib
import importlib

import fsspec
import numpy as np
import pytest
import readback
import tensorboardX
import torch.utils.tensorboard
from logs import event_files, scalars

import stepline.tensorboardX
import stepline.torch_tensorboard

TORCH = [torch.utils.tensorboard, stepline.torch_tensorboard]
X = [tensorboardX, stepline.tensorboardX]
all_packages = pytest.mark.parametrize("package", TORCH + X, ids=lambda p: p.__name__)
torch_packages = pytest.mark.parametrize("package", TORCH, ids=lambda p: p.__name__)
x_packages = pytest.mark.parametrize("package", X, ids=lambda p: p.__name__)


def logdir_name(package):
    return "log_dir" if package in TORCH else "logdir"


class Recorder:
    """A file writer of somebody else's."""

    def __init__(self, logdir):
        self.logdir = str(logdir)
        self.got = []
        self.calls = []

    def get_logdir(self):
        return self.logdir

    def add_summary(self, summary, global_step=None, walltime=None):
        self.got += [(value.tag, global_step or 0) for value in summary.value]

    def add_event(self, event, step=None, walltime=None):
        self.got.append((event.WhichOneof("what"), step or 0))

    def flush(self):
        self.calls.append("flush")

    def close(self):
        self.calls.append("close")


@all_packages
@pytest.mark.parametrize("name", ["file_writer", "all_writers"])
def test_without_a_file_writer_a_new_file_is_begun(package, name, tmp_path):
    writer = package.SummaryWriter(str(tmp_path), filename_suffix=".first")
    writer.add_scalar("a", 1, 1)
    first = writer.file_writer
    setattr(writer, name, None)
    assert getattr(writer, name) is None
    setattr(writer, "filename_suffix" if package in TORCH else "_filename_suffix", ".second")
    writer.add_scalar("a", 2, 2)
    assert getattr(writer, name) is not None
    writer.close()
    first.close()
    assert [file.suffix for file in event_files(tmp_path)] == [".first", ".second"]
    assert sorted(scalars(tmp_path)) == [("a", 1, 1), ("a", 2, 2)]


@all_packages
def test_another_file_writer_is_written_to(package, tmp_path):
    with package.SummaryWriter(str(tmp_path / "a")) as writer:
        writer.add_scalar("a", 1, 1)
        writer.file_writer = package.FileWriter(str(tmp_path / "b"))
        writer.add_scalar("b", 2, 2)
        writer.add_histogram("h", np.arange(9.0), 2)
        writer.file_writer.close()
    assert scalars(tmp_path / "a") == [("a", 1, 1)]
    assert [event[2] for event in readback.read(tmp_path / "b")[""]] == ["b", "h"]


@all_packages
def test_somebody_elses_file_writer_gets_messages(package, tmp_path):
    recorder = Recorder(tmp_path)
    with package.SummaryWriter(str(tmp_path / "own")) as writer:
        writer.file_writer, writer.all_writers = recorder, {"x": recorder}
        writer.add_scalar("a", 1, 1)
        writer.add_histogram("h", np.arange(9.0), 2)
        writer.add_image("i", np.zeros((3, 4, 4)), 3)
        writer.add_text("t", "x", 4)
        writer.add_custom_scalars({})
        writer.flush()
        assert recorder.calls == ["flush"]
    assert recorder.calls == ["flush", "flush", "close"]
    *others, layout = recorder.got
    assert others == [("a", 1), ("h", 2), ("i", 3), ("t/text_summary", 4)]
    assert layout == ("custom_scalars__config__", 0)
    assert writer.file_writer is None


@all_packages
def test_files_beside_somebody_elses_file_writer_lie_in_its_directory(package, tmp_path):
    with package.SummaryWriter(str(tmp_path / "own")) as writer:
        writer.file_writer = Recorder(tmp_path / "other")
        writer.add_scalars("m", {"p": 1}, 3)
    del writer
    found = readback.read(tmp_path / "other")
    assert [value[0] for value in found["m_p" if package in TORCH else "m/p"]] == [3]


OURS = [stepline.torch_tensorboard, stepline.tensorboardX]
our_packages = pytest.mark.parametrize("package", OURS, ids=lambda p: p.__name__)


@our_packages
def test_files_beside_somebody_elses_file_writer_are_complete_when_flushed(package, tmp_path):
    with package.SummaryWriter(str(tmp_path / "own")) as writer:
        writer.file_writer = Recorder(tmp_path / "other")
        for step in range(3):
            writer.add_scalars("m", {"p": 1}, step)
            writer.add_embedding(np.eye(2), tag="e", global_step=step)
            writer.flush()
            found = stepline.SummaryReader(tmp_path / "other")
            assert found.read_scalar("m", step) is not None
            assert len(found.embedding_names()) == step + 1
        beside = writer._writer._beside
    assert beside.event_writer.is_closed


@our_packages
def test_files_beside_somebody_elses_log_elsewhere_lie_there(package, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    url = f"memory://{package.__name__}"
    with package.SummaryWriter("own") as writer:
        writer.file_writer = Recorder(url)
        writer.add_scalars("m", {"p": 1}, 3)
        writer.add_embedding(np.eye(2))
    there = fsspec.filesystem("memory").find(url)
    assert any("tfevents" in path for path in there)
    assert any(path.endswith("projector_config.pbtxt") for path in there)
    assert [path.name for path in tmp_path.iterdir()] == ["own"]


@all_packages
def test_a_class_may_give_a_file_writer_of_its_own(package, tmp_path):
    class Own(package.SummaryWriter):
        recorder = Recorder(tmp_path)

        def _get_file_writer(self):
            return self.recorder

    writer = Own(str(tmp_path / "never"))
    writer.add_scalar("a", 1, 1)
    writer.add_text("t", "x", 2)
    assert writer.recorder.got == [("a", 1), ("t/text_summary", 2)]
    assert not (tmp_path / "never").exists()


@all_packages
def test_a_class_may_look_at_each_use_of_the_file_writer(package, tmp_path):
    class Counting(package.SummaryWriter):
        uses = 0

        def _get_file_writer(self):
            self.uses += 1
            return super()._get_file_writer()

    with Counting(str(tmp_path)) as writer:
        before = writer.uses
        writer.add_scalar("a", 1, 1)
        writer.add_scalar("a", 1, 2)
        assert writer.uses >= before + 2
    assert len(scalars(tmp_path)) == 2


@torch_packages
def test_a_class_may_set_torchs_attributes_itself(package, tmp_path):
    class Own(package.SummaryWriter):
        def __init__(self):
            self.log_dir = str(tmp_path)
            self.purge_step = None
            self.max_queue = 10
            self.flush_secs = 120
            self.filename_suffix = ".own"
            self.file_writer = self.all_writers = None

    with Own() as writer:
        assert event_files(tmp_path) == []
        writer.add_scalar("a", 1, 1)
        assert writer.file_writer.get_logdir() == str(tmp_path)
    assert [file.suffix for file in event_files(tmp_path)] == [".own"]


@x_packages
def test_a_class_may_set_tensorboardxs_attributes_itself(package, tmp_path):
    class Own(package.SummaryWriter):
        def __init__(self):
            self.logdir = str(tmp_path)
            self.purge_step = None
            self._max_queue = 10
            self._flush_secs = 120
            self._filename_suffix = ".own"
            self._write_to_disk = True
            self._comet_config = {"disabled": True}
            self._comet_logger = None
            self.kwargs = {}
            self.scalar_dict = {}
            self.file_writer = self.all_writers = None

    with Own() as writer:
        writer.add_scalar("a", 1, 1)
        writer.add_scalars("m", {"b": 1}, 2)
    assert [file.suffix for file in event_files(tmp_path)] == [".own"]
    assert scalars(tmp_path / "m/b") == [("m", 2, 1)]


@all_packages
def test_a_class_may_do_nothing_at_all(package):
    class Silent(package.SummaryWriter):
        def __init__(self):
            self.lines = []

        def add_scalar(self, tag, *args, **kwargs):
            self.lines.append(tag)

    writer = Silent()
    writer.add_scalar("a", 1)
    assert writer.lines == ["a"]
    with pytest.raises(AttributeError):
        writer.add_text("t", "x")


@all_packages
def test_the_directory_may_be_changed(package, tmp_path):
    writer = package.SummaryWriter(str(tmp_path / "a"))
    writer.add_scalar("a", 1, 1)
    writer.close()
    setattr(writer, logdir_name(package), str(tmp_path / "b"))
    writer.add_scalar("a", 2, 2)
    writer.close()
    assert [scalars(tmp_path / place) for place in "ab"] == [[("a", 1, 1)], [("a", 2, 2)]]


def a_message(package, tag="a"):
    return importlib.import_module(f"{package.__name__}.summary").scalar(tag, 1)


@torch_packages
@pytest.mark.parametrize("through", ["the writer", "itself"])
def test_a_closed_file_writer_of_torchs_takes_nothing(package, through, tmp_path):
    writer = package.SummaryWriter(str(tmp_path))
    kept = writer.file_writer
    kept.add_summary(a_message(package), 1)
    (writer if through == "the writer" else kept).close()
    for call in (lambda: kept.add_summary(a_message(package), 2), kept.flush):
        with pytest.raises(OSError):
            call()
    kept.close()
    assert scalars(tmp_path) == [("a", 1, 1)]


@x_packages
def test_a_closed_file_writer_of_tensorboardxs_drops_everything(package, tmp_path):
    writer = package.SummaryWriter(str(tmp_path))
    kept = writer.file_writer
    kept.add_summary(a_message(package), 1)
    writer.close()
    kept.add_summary(a_message(package), 2)
    kept.flush()
    kept.close()
    assert scalars(tmp_path) == [("a", 1, 1)]


@torch_packages
def test_a_writer_of_torchs_without_an_open_file_writer_takes_nothing(package, tmp_path):
    writer = package.SummaryWriter(str(tmp_path))
    writer.add_scalar("a", 1, 1)
    writer.file_writer.close()
    with pytest.raises(OSError):
        writer.add_scalar("a", 1, 2)
    with pytest.raises(OSError):
        writer.add_text("a", "x")
    with pytest.raises(OSError):
        writer.flush()
    assert scalars(tmp_path) == [("a", 1, 1)]


@x_packages
def test_a_writer_of_tensorboardxs_without_an_open_file_writer_drops_everything(package, tmp_path):
    writer = package.SummaryWriter(str(tmp_path))
    writer.add_scalar("a", 1, 1)
    writer.file_writer.close()
    writer.add_scalar("a", 1, 2)
    writer.add_text("a", "x")
    writer.flush()
    writer.close()
    assert scalars(tmp_path) == [("a", 1, 1)]


def test_a_closed_file_writer_is_reopened(tmp_path):
    files = stepline.FileWriter(tmp_path)
    for step in (1, 2):
        files.add_summary(a_message(stepline.torch_tensorboard), step)
        files.close()
        files.reopen()
    files.close()
    assert [scalars(file) for file in event_files(tmp_path)] == [[("a", 1, 1)], [("a", 2, 1)]]


@pytest.mark.parametrize("package", [TORCH[1], X[1]], ids=["torch", "tensorboardX"])
def test_a_writer_goes_on_when_its_file_writer_is_reopened(package, tmp_path):
    with package.SummaryWriter(str(tmp_path)) as writer:
        writer.add_scalar("a", 1, 1)
        writer.file_writer.close()
        with contextlib.suppress(OSError):
            writer.add_scalar("a", 1, 9)
        writer.file_writer.reopen()
        writer.add_scalar("a", 1, 2)
    assert sorted(scalars(tmp_path)) == [("a", 1, 1), ("a", 2, 1)]


# --- Metadata ----------------------------------------------------------------


@x_packages
def test_a_writer_may_be_closed_within_its_metadata(package, tmp_path):
    writer = package.SummaryWriter(str(tmp_path))
    with writer.use_metadata(global_step=7, walltime=88.5):
        writer.add_scalar("a", 1)
        writer.close()
    assert writer.file_writer is None and writer.all_writers is None
    assert scalars(tmp_path) == [("a", 7, 1)]


@x_packages
def test_the_file_writer_has_metadata_too(package, tmp_path):
    with package.SummaryWriter(str(tmp_path)) as writer:
        writer.add_scalar("a", 1, 1)
        with writer.file_writer.use_metadata(global_step=7, walltime=88.5):
            writer.add_scalar("a", 2)
        writer.add_scalar("a", 3, 3)
    assert scalars(tmp_path) == [("a", 1, 1), ("a", 7, 2), ("a", 3, 3)]


# --- What is there -----------------------------------------------------------


@pytest.mark.parametrize("theirs, ours", [TORCH, X], ids=["torch", "tensorboardX"])
def test_attributes_that_programs_ask_for_are_there_or_not(theirs, ours, tmp_path):
    names = ["log_dir", "logdir", "get_logdir", "max_queue", "flush_secs", "add_hparams"]
    found = []
    for package in (theirs, ours):
        with package.SummaryWriter(str(tmp_path)) as writer:
            found.append({name: hasattr(writer, name) for name in names})
    assert found[0] == found[1]


def test_the_default_configuration_of_comet_is_tensorboardxs(tmp_path):
    with stepline.tensorboardX.SummaryWriter(str(tmp_path)) as writer:
        assert writer._comet_config == {"disabled": True}
