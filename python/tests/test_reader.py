"""SummaryReader has what TensorBoard's own reader has, and more."""

import copy
import io
import os
import pathlib
import pickle
import shutil
import threading
import warnings

import numpy as np
import pytest
import tensorboardX
import torch
from PIL import Image
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
from tensorboard.backend.event_processing.event_file_loader import EventFileLoader
from tensorboard.util import tensor_util
from torch.utils import tensorboard as of_torch

import stepline
from stepline import _decode

WRITERS = {
    "stepline": stepline.SummaryWriter,
    "torch": of_torch.SummaryWriter,
    "tensorboardX": tensorboardX.SummaryWriter,
}
RANDOM = np.random.default_rng(7)
PICTURE = RANDOM.integers(0, 255, (3, 16, 24), np.uint8)
WEIGHTS = RANDOM.normal(size=1000)
SOUND = np.sin(np.arange(4000) / 7).astype(np.float32)


@pytest.fixture(scope="module", params=WRITERS)
def log(request, tmp_path_factory):
    directory = tmp_path_factory.mktemp(request.param)
    with WRITERS[request.param](str(directory)) as writer:
        for step in range(50):
            writer.add_scalar("train/loss", 1 / (step + 1), step)
            writer.add_scalar("odd", [np.nan, np.inf, -np.inf, -0.0][step % 4], 3 * step)
        for step in range(3):
            writer.add_histogram("weights", WEIGHTS * step, step)
            writer.add_image("picture", PICTURE, step)
            writer.add_text("notes", f"step **{step}**", step)
        if request.param != "tensorboardX":  # It needs a package for sound.
            writer.add_audio("tone", torch.from_numpy(SOUND), 5, sample_rate=8000)
    return directory


@pytest.fixture(scope="module")
def theirs(log):
    guidance = {"scalars": 0, "images": 0, "audio": 0, "tensors": 0, "histograms": 0}
    reader = EventAccumulator(str(log), size_guidance=guidance)
    reader.Reload()
    return reader


@pytest.fixture(scope="module")
def ours(log):
    return stepline.SummaryReader(log)


def test_the_names_are_theirs(ours, theirs):
    tags = theirs.Tags()
    assert ours.scalar_names() == sorted(tags["scalars"])
    assert ours.names("image") == sorted(tags["images"])
    assert ours.names("histogram") == sorted(tags["histograms"])
    assert ours.names("audio") == sorted(tags["audio"])
    assert ours.names("text") == ["notes"]


def test_every_scalar_is_theirs(ours, theirs):
    for name in ours.scalar_names():
        events = theirs.Scalars(name)
        curve = ours.read_scalars(name)
        assert curve.steps.tolist() == [event.step for event in events]
        assert curve.wall_times.tolist() == [event.wall_time for event in events]
        np.testing.assert_array_equal(curve.values, [event.value for event in events])
        assert len(curve) == 50
        assert (curve.run, curve.name) == (".", name)


def test_one_scalar_is_theirs(ours, theirs):
    event = theirs.Scalars("train/loss")[9]
    assert ours.read_scalar("train/loss", 9) == (event.step, event.wall_time, event.value)


def test_images_are_theirs(ours, theirs):
    found = ours.read_images("picture")
    assert len(found) == 3
    for image, event in zip(found, theirs.Images("picture")):
        assert (image.step, image.wall_time) == (event.step, event.wall_time)
        assert (image.width, image.height) == (event.width, event.height) == (24, 16)
        assert image.encoded == [event.encoded_image_string]
        np.testing.assert_array_equal(image.array, PICTURE.transpose(1, 2, 0))


def test_audio_is_theirs(ours, theirs):
    for name in ours.names("audio"):
        (sound,) = ours.read_audio(name)
        (event,) = theirs.Audio(name)
        assert sound.clips[0].encoded == event.encoded_audio_string
        assert (sound.sample_rate, sound.content_type) == (8000, "audio/wav")
        np.testing.assert_allclose(sound.array[:, 0], SOUND, atol=1e-4)


def test_histograms_and_texts_are_theirs(ours, log):
    values = {}
    for file in sorted(log.glob("*tfevents*")):
        for event in EventFileLoader(str(file)).Load():
            for value in event.summary.value:
                values.setdefault(value.tag, []).append(tensor_util.make_ndarray(value.tensor))
    for ours_of_step, expected in zip(ours.read_histograms("weights"), values["weights"]):
        np.testing.assert_array_equal(ours_of_step.buckets.astype(np.float32), expected)
        assert ours_of_step.buckets[:, 2].sum() == 1000
    texts = [text.text.encode() for text in ours.read_texts("notes")]
    assert texts == [text[0] for text in values["notes/text_summary"]]


def test_a_selection_has_both_its_ends(ours):
    assert ours.read_scalars("train/loss", from_step=3, to_step=5).steps.tolist() == [3, 4, 5]
    assert ours.read_scalars("train/loss", last=2).steps.tolist() == [48, 49]
    assert [text.step for text in ours.read_texts("notes", last=1)] == [2]


def test_what_is_not_there_is_a_warning_of_the_callers_line(ours):
    with pytest.warns(UserWarning, match='no scalar "lost"') as caught:
        assert len(ours.read_scalars("lost")) == 0
    assert caught[0].filename == __file__
    with pytest.warns(UserWarning, match="no"):
        assert ours.read_scalar("train/loss", 1000) is None
    with pytest.warns(UserWarning, match="no"):
        assert ours.read_tensor("lost", 1) is None
    with pytest.warns(UserWarning, match="no"):
        assert ours.read_images("lost") == []
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(UserWarning):
            ours.read_scalars("lost")


def test_what_cannot_be_opened_is_an_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        stepline.SummaryReader(tmp_path / "nowhere")
    with pytest.raises(FileNotFoundError, match="nothing matches"):
        stepline.SummaryReader(f"{tmp_path}/*/runs")
    with pytest.warns(UserWarning, match="no event files"):
        empty = stepline.SummaryReader(tmp_path)
    with pytest.raises(ValueError, match="no such kind"):
        empty.names("movie")
    with pytest.raises(ValueError, match="torch"):
        stepline.SummaryReader(tmp_path, tensors="jax")


# --- Tensors ------------------------------------------------------------------

DTYPES = [
    "bool", "uint8", "int8", "int16", "uint16", "int32", "uint32", "int64", "uint64",
    "float16", "bfloat16", "float32", "float64", "complex64", "complex128",
    "float8_e4m3fn", "float8_e5m2",
]  # fmt: skip


@pytest.mark.parametrize("dtype", DTYPES)
def test_a_tensor_comes_back_bit_for_bit(logdir, dtype):
    raw = RANDOM.integers(0, 2 if dtype == "bool" else 256, 96, np.uint8)
    tensor = torch.from_numpy(raw).view(getattr(torch, dtype)).reshape(2, 3, -1)
    with stepline.SummaryWriter(logdir) as writer:
        writer.add_tensor("x", tensor, 4, walltime=1_000_000_000.25)
    found = stepline.SummaryReader(logdir).read_tensor("x", 4)
    assert found.tensor.dtype == tensor.dtype
    assert found.tensor.shape == tensor.shape
    assert torch.equal(found.tensor.view(torch.uint8), tensor.view(torch.uint8))
    array = stepline.SummaryReader(logdir, tensors="numpy").read_tensor("x", 4).tensor
    assert isinstance(array, np.ndarray)
    assert array.dtype.name == dtype
    assert array.tobytes() == raw.tobytes()


@pytest.mark.parametrize("shape", [(), (0,), (3, 0, 2), (1,)])
def test_a_tensor_of_any_shape_comes_back(logdir, shape):
    with stepline.SummaryWriter(logdir) as writer:
        writer.add_tensor("x", torch.ones(shape), 0)
    assert stepline.SummaryReader(logdir).read_tensor("x", 0).tensor.shape == shape


def test_a_descriptor_says_when(logdir):
    with stepline.SummaryWriter(logdir) as writer:
        writer.add_tensor("x", torch.ones(1), 4, walltime=1_000_000_000.25)
    (found,) = stepline.SummaryReader(logdir).read_tensors("x")
    assert repr(found) == (
        "TensorDescriptor(step=4, utctime='2001-09-09T01:46:40.250000', tensor=tensor([1.]))"
    )
    assert found.wall_time == 1_000_000_000.25
    assert stepline.TensorDescriptor.from_dict(found.to_dict()).step == 4


def test_small_floats_are_exact_without_their_package(monkeypatch):
    raw = np.arange(256, dtype=np.uint8)
    for dtype in ("float8_e4m3fn", "float8_e5m2"):
        expected = torch.from_numpy(raw).view(getattr(torch, dtype)).float().numpy()
        np.testing.assert_array_equal(_decode.small_floats(dtype), expected)
    monkeypatch.setattr(_decode, "is_installed", lambda package: False)
    halves = torch.randn(100).bfloat16()
    widened = _decode._elements(halves.view(torch.uint8).numpy(), "bfloat16")
    np.testing.assert_array_equal(widened, halves.float().numpy())


# --- Pictures -----------------------------------------------------------------


@pytest.mark.parametrize("mode, channels", [("L", 0), ("LA", 2), ("RGB", 3), ("RGBA", 4)])
def test_a_png_is_decoded_without_pil(monkeypatch, mode, channels):
    shape = (20, 30, channels) if channels else (20, 30)
    ramp = np.linspace(0, 250, 30)[:, None] if channels else np.linspace(0, 250, 30)
    pixels = (np.broadcast_to(ramp, shape) + RANDOM.integers(0, 5, shape)).astype(np.uint8)
    encoded = io.BytesIO()
    Image.fromarray(pixels, mode).save(encoded, "PNG")
    monkeypatch.setattr(_decode, "is_installed", lambda package: False)
    np.testing.assert_array_equal(_decode.image(encoded.getvalue()), pixels)


def test_every_filter_of_a_png_is_undone():
    line, above = RANDOM.integers(0, 256, (2, 12), np.uint8)
    for kind in range(5):
        done = _decode._unfilter(kind, line, above, 3)
        for i in range(12):
            left = int(done[i - 3]) if i >= 3 else 0
            upper_left = int(above[i - 3]) if i >= 3 else 0
            up = int(above[i])
            guesses = [left, up, upper_left]
            nearest = min(guesses, key=lambda one: abs(left + up - upper_left - one))
            guess = [0, left, up, (left + up) // 2, nearest][kind]
            assert done[i] == (int(line[i]) + guess) % 256


def test_sixteen_bits_stay_sixteen(logdir):
    pixels = RANDOM.integers(0, 65536, (3, 5, 7), np.uint16)
    with stepline.SummaryWriter(logdir) as writer:
        writer.add_image("deep", pixels)
    (image,) = stepline.SummaryReader(logdir).read_images("deep")
    np.testing.assert_array_equal(image.array, pixels.transpose(1, 2, 0))


def test_a_video_is_an_array_of_frames(logdir):
    with stepline.SummaryWriter(logdir) as writer:
        writer.add_video("film", RANDOM.integers(0, 255, (1, 4, 3, 8, 10), np.uint8))
    (film,) = stepline.SummaryReader(logdir).read_images("film")
    assert film.array.shape == (4, 8, 10, 3)


# --- The rest -----------------------------------------------------------------


def test_the_other_kinds_come_back(logdir):
    layout = {"losses": {"both": ["Multiline", ["a", "b"]], "one": ["Margin", ["a", "b", "c"]]}}
    vertices = RANDOM.random((1, 4, 3), np.float32)
    with stepline.SummaryWriter(logdir) as writer:
        writer.add_pr_curve("pr", np.array([0, 1, 1]), np.array([0.1, 0.4, 0.9]), 2)
        writer.add_mesh("shape", vertices, faces=np.array([[[0, 1, 2]]]))
        writer.add_custom_scalars(layout)
        writer.add_embedding(np.eye(3), metadata=["a", "b", "c"], tag="words")
        writer.add_hparams({"lr": 0.1, "name": "adam"}, {"hparam/loss": 2.0}, run_name="trial")
    reader = stepline.SummaryReader(logdir)
    (curve,) = reader.read_pr_curves("pr")
    assert (curve.step, curve.precision.shape, curve.recall[0]) == (2, (127,), 1.0)
    (mesh,) = reader.read_meshes("shape")
    np.testing.assert_array_equal(mesh.vertices, vertices)
    assert mesh.faces.tolist() == [[[0, 1, 2]]]
    assert mesh.colors is None
    assert reader.read_custom_scalars() == layout
    (name,) = reader.embedding_names()
    embedding = reader.read_embedding(name)
    np.testing.assert_array_equal(embedding.points, np.eye(3))
    assert embedding.labels == [["a"], ["b"], ["c"]]
    (session,) = reader.read_hparams()
    assert session.run == "trial"
    assert session.hparams == {"lr": 0.1, "name": "adam"}
    assert session.metrics == {"hparam/loss": 2.0}
    (message,) = reader.read_messages("hparams", "_hparams_/experiment", "trial")
    assert message.bytes


def test_restarts_leave_branches(logdir):
    for purge_step, steps, value in ((None, range(10), 1), (5, range(5, 8), 2)):
        with stepline.SummaryWriter(logdir, purge_step=purge_step) as writer:
            for step in steps:
                writer.add_scalar("loss", value, step)
    reader = stepline.SummaryReader(logdir)
    assert reader.read_scalars("loss").values.tolist() == [1] * 5 + [2] * 3
    (branch,) = reader.branches("loss")
    assert (branch.restart_step, branch.count, branch.first_step) == (5, 5, 5)
    assert reader.read_scalars("loss", branch=0).steps.tolist() == [5, 6, 7, 8, 9]


def test_damage_is_a_problem_and_no_more(logdir):
    with stepline.SummaryWriter(logdir) as writer:
        for step in range(100):
            writer.add_scalar("loss", step, step)
    (file,) = logdir.glob("*tfevents*")
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 255
    file.write_bytes(content)
    with pytest.warns(UserWarning, match="checksum"):
        reader = stepline.SummaryReader(logdir)
    (problem,) = reader.problems()
    assert (problem.what, problem.path) == ("damage", str(file))
    assert 0 < problem.offset < len(content)
    assert len(reader.read_scalars("loss")) >= 98
    assert reader.describe_runs()[0].damaged_records == 1


def test_a_reload_shows_what_is_new(logdir):
    with stepline.SummaryWriter(logdir / "a") as writer:
        writer.add_scalar("loss", 1, 1)
        writer.flush()
        reader = stepline.SummaryReader(logdir)
        pattern = stepline.SummaryReader(f"{logdir}/*")
        writer.add_scalar("loss", 2, 2)
    with stepline.SummaryWriter(logdir / "b") as writer:
        writer.add_scalar("loss", 3, 3)
    for one in (reader, pattern):
        assert one.runs() == ["a"]
        assert len(one.read_scalars("loss", "a")) == 1
        one.reload()
        assert one.runs() == ["a", "b"]
        assert len(one.read_scalars("loss", "a")) == 2


def test_a_pattern_whose_runs_go_is_empty_until_they_come_back(logdir):
    def log(run):
        with stepline.SummaryWriter(logdir / run) as writer:
            writer.add_scalar("loss", 1, 1)

    log("a")
    reader = stepline.SummaryReader(f"{logdir}/*")
    for back in ("a", "b"):
        shutil.rmtree(logdir)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            reader.reload()
            reader.reload()
        assert (reader.runs(), reader.scalar_names(), reader.problems()) == ([], [], [])
        log(back)
        reader.reload()
        assert (reader.runs(), reader.scalar_names()) == ([back], ["loss"])


@pytest.mark.parametrize("path", ["runs", "./runs/", "runs/../runs", "runs/*", "n:runs", ["runs"]])
def test_a_relative_path_stays_what_it_was(logdir, path, monkeypatch):
    (logdir / "odd [x]").mkdir(parents=True)
    monkeypatch.chdir(logdir / "odd [x]")
    with stepline.SummaryWriter("runs/a") as writer:
        writer.add_scalar("loss", 1, 1)
        writer.add_histogram("weights", [1, 2], 1)
    reader = stepline.SummaryReader(path)
    runs = reader.runs()
    assert runs == (["n/a"] if path == "n:runs" else ["a"])
    monkeypatch.chdir(logdir)
    with stepline.SummaryWriter("odd [x]/runs/a") as writer:
        writer.add_scalar("loss", 2, 2)
    assert len(reader.read_histograms("weights")) == 1
    reader.reload()
    assert reader.runs() == runs
    assert len(reader.read_scalars("loss")) == 2


@pytest.mark.parametrize("path", ["logs", "logs/*"])
def test_a_reader_is_pickled_by_what_it_reads(tmp_path, path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with stepline.SummaryWriter("logs/a") as writer:
        writer.add_scalar("loss", 1, 1)
        writer.flush()
        reader = stepline.SummaryReader(path, tensors="numpy")
        assert repr(reader) == f"<SummaryReader of {path!r}: 1 runs>"
        writer.add_scalar("loss", 2, 2)
    monkeypatch.chdir("/")
    for copied in (pickle.loads(pickle.dumps(reader)), copy.copy(reader)):
        assert len(copied.read_scalars("loss")) == 2, "it reads what is there now"
    assert len(reader.read_scalars("loss")) == 1


def test_a_pickled_pattern_that_finds_nothing_is_empty_until_it_does(logdir):
    def log(run):
        with stepline.SummaryWriter(logdir / run) as writer:
            writer.add_scalar("loss", 1, 1)

    log("a")
    reader = stepline.SummaryReader(f"{logdir}/*")
    pickled = pickle.dumps(reader)
    shutil.rmtree(logdir)
    reader.reload()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        copies = [pickle.loads(pickled), copy.copy(reader)]
        copies.append(pickle.loads(pickle.dumps(copies[0])))
        for copied in copies:
            for _ in range(2):
                assert (copied.runs(), copied.scalar_names(), copied.problems()) == ([], [], [])
                copied.reload()
    log("b")
    for copied in copies:
        copied.reload()
        assert copied.runs() == ["b"]


@pytest.fixture
def family(logdir):
    for name in ("a/seed1", "a/seed2", "b/seed1", "b/seed10"):
        with stepline.SummaryWriter(logdir / name) as writer:
            writer.add_scalar("loss", 1, 1)
    return logdir


def test_a_pattern_finds_runs(family):
    assert stepline.SummaryReader(f"{family}/*/seed1").runs() == ["a/seed1", "b/seed1"]
    assert stepline.SummaryReader(f"{family}/b*").runs() == ["b/seed1", "b/seed10"]
    assert stepline.SummaryReader(f"{family}/**").runs() == stepline.SummaryReader(family).runs()
    assert stepline.SummaryReader([family / "a", f"other:{family}/b"]).runs() == [
        "a/seed1", "a/seed2", "other/seed1", "other/seed10",
    ]  # fmt: skip
    files = f"{family}/a/seed1/*tfevents*"
    assert stepline.SummaryReader(files).scalar_names() == ["loss"]


def test_a_run_may_have_any_name(logdir):
    name = os.fsdecode(b"caf\xe9 \xf0\x9f\x98\x80")
    with stepline.SummaryWriter(logdir / "plain") as writer:
        writer.add_scalar("loss", 1, 1)
    os.rename(os.fsencode(logdir / "plain"), os.fsencode(logdir / name))
    reader = stepline.SummaryReader(logdir)
    assert reader.runs() == [name]
    assert len(reader.read_scalars("loss", name)) == 1
    assert reader.read_scalar_table(runs=name).runs == [name]


def test_many_threads_may_read_one(logdir):
    with stepline.SummaryWriter(logdir) as writer:
        for step in range(1000):
            writer.add_scalar("loss", step, step)
    reader = stepline.SummaryReader(logdir)
    sums = []

    def read():
        for _ in range(50):
            sums.append(reader.read_scalars("loss").values.sum())
            reader.reload()

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sums == [499500.0] * 200


def test_answers_outlive_the_reader(logdir):
    with stepline.SummaryWriter(logdir) as writer:
        writer.add_scalar("loss", 7, 1)
        writer.add_histogram("h", np.ones(3), 1)
        writer.add_tensor("t", np.ones(3, np.float32), 1)
    reader = stepline.SummaryReader(pathlib.Path(logdir))
    values = reader.read_scalars("loss").values
    table = reader.read_scalar_table().values
    buckets = reader.read_histograms("h")[0].buckets
    tensor = reader.read_tensor("t", 1).tensor
    del reader
    assert (values[0], table[0], buckets[:, 2].sum(), tensor.sum()) == (7, 7, 3, 3)
