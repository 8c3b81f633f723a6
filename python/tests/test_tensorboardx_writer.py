"""stepline.tensorboardX.SummaryWriter against tensorboardX's: the same calls,
the same files. All calls that are made on torch's, and more."""

import contextlib
import dataclasses
import fnmatch
import importlib.util
import inspect
import io
import json
import logging
import multiprocessing
import pathlib
import pickle
import time
import warnings

import logs
import numpy as np
import pytest
import readback
import tensorboardX
import torch
from cases import Table, check, same_parameters
from test_torch_writer import (
    BOXES,
    CLOUD,
    GUESSES,
    LABELS,
    NAN,
    POINTS,
    WEIGHTS,
    byte_image,
    normal,
    uniform,
)
from test_torch_writer import table as torch_table

from stepline import tensorboardX as ours

SOUND = "" if importlib.util.find_spec("soundfile") else "Sound without soundfile"
# Where the outcome of torch's cases differs.
DIFFERS = {
    "Large integers": ["scalar: huge int"],
    "bfloat16": ["scalar: *bfloat16", "histogram: *bfloat16"],
    "float8": ["histogram: float8"],
    "Values that are not finite": ["histogram: with *", "histogram: all nan"],
    "Tensors without data": ["* without data"],
    "Large values": ["histogram: values beyond the default bins"],
    "Pixels out of range": ["image: out of range"],
    "16-bit pictures": ["image: uint16"],
    "Grey with alpha": ["image: two channels"],
    "Boxes": ["boxes", "boxes: tensor", "boxes: channels last", "boxes: *labels", "boxes: of five *"],
    "Videos without moviepy": ["video"],
    "Sound": ["audio: int16"],
    "Meshes": ["mesh: one cloud"],
    "Tensors": ["tensor: *"],
    "Models that cannot be traced": ["graph: no input", "graph: wrong input"],
    "ONNX graphs": ["onnx"],
    "Hyperparameters": ["hparams", "hparams: an array of one number"],
}
# What the original loses or puts elsewhere, or what makes messages that it does
# not take.
NOT_COMPARED = ["scalars: a name that begins with dots", "add after close", "purge: once", "a summary message", "an event message"]
if SOUND:
    DIFFERS = {SOUND: ["audio*"]} | DIFFERS
table = Table()
case = table.case


def difference(name):
    for heading, patterns in DIFFERS.items():
        if any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns):
            return heading
    return ""


for torch_case in torch_table.cases:
    if torch_case.name in NOT_COMPARED:
        continue
    table.cases.append(dataclasses.replace(torch_case, differs=difference(torch_case.name)))

# --- Scalars -----------------------------------------------------------------

case("x scalar: display name", lambda w: w.add_scalar("a", 1.5, 3, None, "A title", "**What** it is"))
case("x scalar: display name of zero", lambda w: w.add_scalar("a", 0, 3, display_name="A"))
case("x scalar: description", lambda w: w.add_scalar("a", 1.5, 3, summary_description="B"))
case("x scalar: tag is cleaned", lambda w: w.add_scalar("/a b(c)[d]:e,f", 1.5))
case("x scalar: tag of slashes", lambda w: w.add_scalar("///", 1.5))
case("x scalar: nan of a tensor", lambda w: w.add_scalar("a", torch.tensor(NAN), 3))
case("x scalar: two in a list", lambda w: w.add_scalar("a", [1.0, 2.0]))
case("x scalars: nested", lambda w: w.add_scalars("m/n", {"a/b": 1, "c": 2}, 3))
case("x scalars: tag is cleaned", lambda w: w.add_scalars("m n", {"a b": 1}, 3))
case("x scalars: wall time", lambda w: w.add_scalars("m", {"a": 1}, 3, 77.5))
case("x scalars: lists", lambda w: w.add_scalars("m", {"a": [1]}))

# --- Histograms and pictures -------------------------------------------------

case("x histogram: tag is cleaned", lambda w: w.add_histogram("a b", WEIGHTS))
case("x histogram: nested lists", lambda w: w.add_histogram("a", [[1, 2], [3, 4.5]]))
case("x raw histogram: tag is not cleaned", lambda w: w.add_histogram_raw("a b", 0, 1, 1, 1, 1, [1], [1]))
case("x image: tag is cleaned", lambda w: w.add_image("a b", uniform(3, 8, 9)))
case("x image: float16", lambda w: w.add_image("a", uniform(3, 8, 9).astype(np.float16)))
case("x image: list", lambda w: w.add_image("a", uniform(3, 8, 9).tolist()))
case("x images: tensors in a list", lambda w: w.add_images("a", [torch.rand(3, 6, 5)] * 3, 2, dataformats="CHW"))
case("x images: arrays in a list", lambda w: w.add_images("a", [byte_image(6, 5, 3)] * 9, 2, None, "hwc"))
case("x images: list of a wrong format", lambda w: w.add_images("a", [uniform(3, 6, 5)] * 3))
case("x images: list of unequal arrays", lambda w: w.add_images("a", [uniform(3, 6, 5), uniform(3, 6, 4)], dataformats="CHW"))
case("x images: list of unequal tensors", lambda w: w.add_images("a", [torch.rand(3, 6, 5), torch.rand(3, 6, 4)], dataformats="CHW"))
case("x images: with alpha", lambda w: w.add_images("a", uniform(2, 4, 6, 5)))
case("x boxes: rescaled", lambda w: w.add_image_with_boxes("b c", byte_image(3, 30, 40), BOXES, rescale=0.5, labels=["x", "y"]))
case("x boxes: unknown keyword", lambda w: w.add_image_with_boxes("b", byte_image(3, 30, 40), BOXES, nonsense=1))
case("x boxes: positions", lambda w: w.add_image_with_boxes("b", byte_image(30, 40, 3), BOXES, 1, None, "HWC", ["x", "y"], rescale=2))
case("x video", lambda w: w.add_video("v w", byte_image(1, 3, 3, 8, 8), 2, 8, 55.5), "Videos without moviepy")
case("x video: channels last", lambda w: w.add_video("v", byte_image(3, 2, 8, 8, 3), dataformats="NTHWC"), "Videos without moviepy")
case("x video: four letters", lambda w: w.add_video("v", byte_image(3, 3, 8, 8), dataformats="TCHW"))
case("x video: letter twice", lambda w: w.add_video("v", byte_image(1, 3, 3, 8, 8), dataformats="NTCHH"))
case("x video: wrong rank", lambda w: w.add_video("v", byte_image(3, 3, 8, 8)))

# --- Sound, text, meshes -----------------------------------------------------

case("x audio: stereo", lambda w: w.add_audio("s", uniform(100, 2) * 2 - 1, 3), SOUND)
case("x audio: one channel", lambda w: w.add_audio("s", uniform(100, 1), 3, 16000), SOUND)
case("x audio: list", lambda w: w.add_audio("s", [0.0, 0.5, -0.5]), SOUND)
case("x audio: channels first", lambda w: w.add_audio("s", uniform(2, 100)), SOUND)
case("x text: tag is not cleaned", lambda w: w.add_text("a b", "x"))
case("x text: tag is bytes", lambda w: w.add_text(b"a", "x"))
case("x mesh: tag is not cleaned", lambda w: w.add_mesh("m n", CLOUD))
case("x mesh: batch", lambda w: w.add_mesh("m", normal(2, 6, 3), byte_image(2, 6, 3), np.zeros((2, 1, 3), int), {"a": [1]}, 5, 66.5))
case("x pr curve: lists", lambda w: w.add_pr_curve("p q", LABELS.tolist(), GUESSES.tolist()))

# --- The experiment ----------------------------------------------------------


def a_function():
    pass


case("x hparams: bool and callable", lambda w: w.add_hparams({"on": True, "off": False, "f": a_function, "n": None}, {"m": 1}))
case("x hparams: something else", lambda w: w.add_hparams({"list": [1, 2], "lr": 0.0}, {"m": 1}))
case("x hparams: name and step", lambda w: w.add_hparams({"lr": 1}, {"a b": 0.5}, "trial", 7))
case("x hparams: numpy", lambda w: w.add_hparams({"lr": np.float32(0.5)}, {}), "Hyperparameters")
case("x hparams: keyword of torch", lambda w: w.add_hparams({"lr": 1}, {}, run_name="x"))
case("x embedding: not square", lambda w: w.add_embedding(POINTS, None, torch.rand(5, 3, 8, 9)))
case("x embedding: too large", lambda w: w.add_embedding(POINTS[:4], None, np.zeros((4, 1, 4097, 4097), np.uint8)))
case("x embedding: pictures as array", lambda w: w.add_embedding(POINTS[:4], list("abcd"), uniform(4, 3, 8, 8), 12, "t u"))
case("x embedding: list", lambda w: w.add_embedding(POINTS.tolist()))

# --- Metadata ----------------------------------------------------------------


def add_all_kinds(w):
    w.add_scalar("a", 1)
    w.add_scalar("a b", 1)
    w.add_scalar("own", 1, 4, 44.5)
    w.add_histogram("h", WEIGHTS)
    w.add_text("t", "x")
    w.add_image("i", byte_image(3, 4, 4))
    w.add_pr_curve("p", LABELS, GUESSES)
    w.add_mesh("m", CLOUD)
    w.add_histogram_raw("r", 0, 1, 1, 1, 1, [1], [1])
    w.add_custom_scalars({})


def with_metadata(w, **metadata):
    with w.use_metadata(**metadata):
        add_all_kinds(w)
    w.add_scalar("after", 1)


def metadata_within(w):
    with w.use_metadata(global_step=3), w.use_metadata(global_step=4):
        pass


case("x metadata", lambda w: with_metadata(w, global_step=7, walltime=88.5))
case("x metadata: time", lambda w: with_metadata(w, walltime=88.5))
case("x metadata: none", lambda w: with_metadata(w))
case("x metadata: within", metadata_within)
case("x metadata: positional", lambda w: w.use_metadata(3))


def add_openvino(w):
    path = pathlib.Path(w.file_writer.get_logdir()).parent / "model.xml"
    path.write_text(
        '<net><layers><layer id="0" name="in" type="Parameter"/>'
        '<layer id="1" name="c" type="Const"/><layer id="2" name="add" type="Add"><data x="y"/></layer>'
        '</layers><edges><edge from-layer="0" to-layer="2"/><edge from-layer="1" to-layer="2"/></edges></net>'
    )
    w.add_openvino_graph(str(path))


case("x openvino", add_openvino, "OpenVINO graphs")
case("x openvino: no file", lambda w: w.add_openvino_graph("/nowhere/model.xml"))


@pytest.mark.parametrize("case", **table.parameters())
def test_the_files_are_equal(case, tmp_path):
    with contextlib.redirect_stdout(io.StringIO()):
        check(case, ours.SummaryWriter, tensorboardX.SummaryWriter, tmp_path)


def test_every_difference_is_documented():
    page = pathlib.Path(__file__).parents[2] / "docs/compatibility.md"
    headings = {line[4:] for line in page.read_text().splitlines() if line.startswith("### ")}
    assert {case.differs for case in table.cases if case.differs} <= headings


def methods(cls):
    return [name for name, _ in inspect.getmembers(cls, callable) if name[0] != "_"]


@pytest.mark.parametrize("name", methods(tensorboardX.SummaryWriter))
def test_the_parameters_have_the_same_names_and_order(name):
    theirs = getattr(tensorboardX.SummaryWriter, name)
    assert same_parameters(getattr(ours.SummaryWriter, name), theirs)


@pytest.mark.parametrize("name", methods(tensorboardX.GlobalSummaryWriter))
def test_the_global_writer_has_the_same_parameters(name):
    theirs = getattr(tensorboardX.GlobalSummaryWriter, name)
    assert same_parameters(getattr(ours.GlobalSummaryWriter, name), theirs)


def test_the_constructors_have_the_same_parameters():
    assert same_parameters(ours.SummaryWriter, tensorboardX.SummaryWriter)
    assert same_parameters(ours.GlobalSummaryWriter, tensorboardX.GlobalSummaryWriter)


ATTRIBUTES = ["logdir", "purge_step", "_max_queue", "_filename_suffix", "_write_to_disk", "kwargs", "default_bins", "scalar_dict"]  # fmt: skip


@pytest.mark.parametrize("name", ATTRIBUTES)
def test_an_attribute_has_the_same_value(name, tmp_path):
    with (
        ours.SummaryWriter(tmp_path / "a") as one,
        tensorboardX.SummaryWriter(tmp_path / "a") as other,
    ):
        assert getattr(one, name) == getattr(other, name)


def test_metadata_without_a_time_has_the_present_one(tmp_path):
    with ours.SummaryWriter(tmp_path) as writer:
        with_metadata(writer, global_step=7)
    events = readback.read(tmp_path)[""]
    assert {event[0] for event in events if event[2] not in ("own", "after")} == {7}
    assert {event[1] for event in events if event[2] != "own"} == {"now"}


def test_metadata_ends_with_an_error(tmp_path):
    with ours.SummaryWriter(tmp_path) as writer:
        with contextlib.suppress(KeyError), writer.use_metadata(global_step=7):
            raise KeyError
        writer.add_scalar("a", 1)
        writer.add_scalar("a", NAN)
    assert [event[0] for event in readback.read(tmp_path)[""]] == [0, 0]


def test_hyperparameters_stay_away_from_the_disk(tmp_path):
    with ours.SummaryWriter(tmp_path / "a", write_to_disk=False) as writer:
        writer.add_hparams({"a": 1}, {"b": 2})
        writer.add_embedding(POINTS)
    assert not (tmp_path / "a").exists()


def test_what_is_added_after_close_goes_to_another_file(tmp_path):
    writer = ours.SummaryWriter(tmp_path)
    for step in range(3):
        writer.add_scalar("a", 1, step)
        writer.close()
        assert writer.file_writer is None and writer.all_writers is None
    assert len(list(tmp_path.glob("events*"))) == 3
    assert logs.steps(tmp_path) == [0, 1, 2]


def test_purging_happens_once(tmp_path):
    writer = ours.SummaryWriter(tmp_path, purge_step=5)
    for step in (5, 6):
        writer.add_scalar("a", 1, step)
        writer.close()
    kinds = [event[0] for event in readback.read(tmp_path)[""]]
    assert kinds.count("purge") == 1 and len(kinds) == 4


def test_messages_of_anybody_are_taken(tmp_path):
    from tensorboard.compat.proto.summary_pb2 import Summary as OfTensorBoard
    from tensorboardX.proto.summary_pb2 import Summary as OfTensorboardX

    with ours.SummaryWriter(tmp_path) as writer:
        for step, kind in enumerate([OfTensorBoard, OfTensorboardX]):
            summary = kind(value=[kind.Value(tag="a", simple_value=1)])
            writer.file_writer.add_summary(summary, step)
    assert logs.steps(tmp_path) == [0, 1]


def test_no_name_leads_out_of_the_log_directory(tmp_path):
    with ours.SummaryWriter(tmp_path / "a/log") as writer:
        writer.add_scalars("../m", {"../../p": 1, "/q": 2}, 3)
    found = {str(path.parent.relative_to(tmp_path)) for path in tmp_path.rglob("*tfevents*")}
    assert found == {"a/log", "a/log/__/m/__/__/p", "a/log/__/m/q"}


def test_a_writer_is_pickled(tmp_path):
    with ours.SummaryWriter(tmp_path) as writer:
        writer.add_scalar("a", 1, 1)
        with pickle.loads(pickle.dumps(writer)) as copy:
            copy.add_scalar("a", 2, 2)
            assert copy.logdir == writer.logdir
    assert len(list(tmp_path.glob("events*"))) == 2


def test_exported_scalars_are_bounded(tmp_path, monkeypatch):
    monkeypatch.setattr(ours._number_calls, "_KEPT_POINTS", 3)
    with ours.SummaryWriter(tmp_path / "log") as writer:
        for step in range(10):
            writer.add_scalars("m", {"a": step}, step)
        (points,) = writer.scalar_dict.values()
    assert [step for _, step, _ in points] == [7, 8, 9]


def log_globally(writer):
    for _ in range(5):
        writer.add_scalar("a", 1)


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_a_global_writer_counts_over_processes(method, tmp_path):
    writer = ours.GlobalSummaryWriter(tmp_path)
    context = multiprocessing.get_context(method)
    workers = [context.Process(target=log_globally, args=(writer,)) for _ in range(2)]
    for worker in workers:
        worker.start()
    log_globally(writer)
    for worker in workers:
        worker.join()
        assert worker.exitcode == 0
    writer.add_text("t", "x")
    writer.add_image("i", byte_image(3, 4, 4))
    writer.close()
    found = readback.read(tmp_path)[""]
    assert sorted(event[0] for event in found if event[2] == "a") == list(range(15))


def is_running(pid):
    try:
        return "Z" not in pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False


def test_the_process_that_counts_ends_with_close(tmp_path):
    writer = ours.GlobalSummaryWriter(tmp_path)
    writer.add_scalar("a", 1)
    counting = writer._manager._process.pid
    in_child = pickle.loads(pickle.dumps(writer))
    writer.close()
    writer.close()
    assert not is_running(counting)
    pickle.loads(pickle.dumps(writer)).add_scalar("b", 1)
    writer.add_scalar("a", 2)
    writer.close()
    assert logs.steps(tmp_path) == [0, 0, 1]
    with pytest.warns(RuntimeWarning, match="counts steps has ended"):
        in_child.add_scalar("a", 1)


def test_close_needs_no_process_that_counts(tmp_path):
    writer = ours.GlobalSummaryWriter(tmp_path)
    writer.add_scalar("a", 1)
    counting = writer._manager._process
    counting.kill()
    counting.join()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        writer.close()
        writer.close()
    with pytest.warns(RuntimeWarning, match="counts steps has ended"):
        writer.add_scalar("a", 2)
    writer.close()
    assert logs.steps(tmp_path) == [0, 0]


def test_the_process_that_counts_ends_with_a_program_that_is_killed(logdir):
    program = """
        import os
        from stepline.tensorboardX import GlobalSummaryWriter
        if __name__ == "__main__":
            writer = GlobalSummaryWriter(logdir)
            print(writer._manager._process.pid, flush=True)
            os.kill(os.getpid(), 9)
    """
    done = logs.run_program(program, logdir)
    assert done.returncode == logs.KILLED, done.stderr
    deadline = time.monotonic() + 60
    while is_running(int(done.stdout)):
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_there_is_one_global_writer(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(ours.global_writer, "_writer", None)
    with contextlib.redirect_stdout(io.StringIO()):
        one = ours.GlobalSummaryWriter.getSummaryWriter()
        assert ours.GlobalSummaryWriter.getSummaryWriter() is one
    assert one.file_writer.get_logdir().startswith("runs/")
    one.close()


@pytest.mark.parametrize("package", [ours, tensorboardX], ids=["ours", "theirs"])
class TestBoth:
    """What both are expected to do."""

    def test_the_directory_has_two_names(self, package, tmp_path):
        with package.SummaryWriter(log_dir=tmp_path / "a") as writer:
            assert str(writer.logdir) == str(tmp_path / "a")
        with package.SummaryWriter(tmp_path / "a", log_dir=tmp_path / "b") as writer:
            assert str(writer.logdir) == str(tmp_path / "a")

    def test_the_default_directory_has_the_comment(self, package, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        with package.SummaryWriter(comment="_x") as writer:
            assert writer.logdir.startswith("runs/") and writer.logdir.endswith("_x")
            assert pathlib.Path(writer.logdir).is_dir()

    def test_unknown_keywords_are_refused(self, package, tmp_path):
        with pytest.raises(TypeError):
            package.SummaryWriter(tmp_path, nonsense=1)

    def test_comet_is_refused_where_it_is_not_installed(self, package, tmp_path):
        with pytest.raises(Exception, match="(?i)comet"):
            writer = package.SummaryWriter(tmp_path, comet_config={"disabled": False})
            writer.add_scalar("a", 1)

    def test_the_file_has_the_suffix(self, package, tmp_path):
        with package.SummaryWriter(tmp_path, filename_suffix=".x") as writer:
            name = writer.file_writer.event_writer._ev_writer._file_name
            assert pathlib.Path(name).parent == tmp_path and name.endswith(".x")

    def test_nothing_is_written_without_a_disk(self, package, tmp_path):
        with package.SummaryWriter(tmp_path / "a", write_to_disk=False) as writer:
            writer.add_scalar("a", 1)
            writer.add_scalars("a", {"b": 1})
            writer.add_histogram("a", WEIGHTS)
            writer.add_image("a", uniform(3, 4, 4))
            writer.add_text("a", "x")
            writer.file_writer.add_event(None)
            assert writer.file_writer.get_logdir() == tmp_path / "a"
            writer.flush()
        assert not (tmp_path / "a").exists()

    def test_not_finite_values_are_warned_about(self, package, tmp_path, caplog):
        with package.SummaryWriter(tmp_path) as writer:
            writer.add_scalar("a", NAN)
            writer.add_scalar("a", float("inf"))
            writer.add_histogram("a", np.array([1, 2, NAN]), bins=[0, 1, 2, 3])
            writer.add_scalar("a", 1.0)
        names = [record.name for record in caplog.records if record.levelno == logging.WARNING]
        assert names == ["tensorboardX.x2num"] * 3

    def test_cleaned_tags_are_told(self, package, tmp_path, caplog):
        caplog.set_level(logging.INFO)
        with package.SummaryWriter(tmp_path) as writer:
            writer.add_scalar("a b", 1)
            writer.add_scalar("a_b", 1)
        assert [record.name for record in caplog.records] == ["tensorboardX.summary"]

    def test_labels_that_do_not_fit_are_warned_about(self, package, tmp_path, caplog):
        with package.SummaryWriter(tmp_path) as writer:
            writer.add_image_with_boxes("a", byte_image(3, 30, 40), BOXES, labels=["x"])
        assert [record.name for record in caplog.records] == ["tensorboardX.writer"]

    def test_scalars_are_exported(self, package, tmp_path):
        with package.SummaryWriter(tmp_path / "log") as writer:
            writer.add_scalars("m/n", {"a": 1, "b": 2.5}, 3, 77.5)
            writer.add_scalars("m/n", {"a": 2}, None, 78.5)
            writer.export_scalars_to_json(tmp_path / "x.json")
            assert json.loads((tmp_path / "x.json").read_text()) == {
                str(tmp_path / "log/m/n/a"): [[77.5, 3, 1.0], [78.5, None, 2.0]],
                str(tmp_path / "log/m/n/b"): [[77.5, 3, 2.5]],
            }
            writer.export_scalars_to_json(tmp_path / "x.json")
        assert (tmp_path / "x.json").read_text() == "{}"

    def test_a_file_writer_takes_messages(self, package, tmp_path):
        writer = package.FileWriter(tmp_path, 10, 1, ".y")
        writer.add_summary(package.summary.scalar("a", 1), 3)
        writer.flush()
        writer.close()
        assert writer.get_logdir() == str(tmp_path)
        assert len(list(tmp_path.glob("events*.y"))) == 1

    def test_several_writers_are_called_as_one(self, package, tmp_path):
        writers = package.TorchVis("tensorboard", tensorboard={"logdir": str(tmp_path)})
        writers.add_scalar("a", 1, 2)
        writers.unregister("tensorboard")
        with pytest.raises(AttributeError):
            writers.add_scalar("a", 1, 2)
        assert len(list(tmp_path.glob("events*"))) == 1
