"""Logs where fsspec writes, and in an object store that counts what it gets, and
fails when told to (test_object_stores.py has the real packages)."""

import gc
import io
import sys
import tempfile
import types

import fsspec
import logs
import numpy as np
import pytest
import readback
import torch
from fsspec.implementations.memory import MemoryFile
from torch.utils.tensorboard import SummaryWriter as TorchWriter

import stepline
from stepline import _object_stores, _stores, tensorboardX
from stepline.tensorboardX import record_writer


class Store:
    """In place of boto3's client."""

    def __init__(self):
        self.objects = {}
        self.bytes_uploaded = 0
        self.is_down = False
        self.refused = "nothing"

    def upload_fileobj(self, file, bucket, path, Config):  # noqa: N803
        if self.is_down:
            raise ConnectionError("nobody is there")
        if self.refused in path:
            raise PermissionError(f"no {self.refused} here")
        content = file.read()
        self.objects[f"{bucket}/{path}"] = content
        self.bytes_uploaded += len(content)

    def unpack(self, folder):
        for name, content in self.objects.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content)


@pytest.fixture
def store(monkeypatch):
    store = Store()
    boto3 = types.SimpleNamespace(client=lambda service, endpoint_url: store)
    transfer = types.SimpleNamespace(TransferConfig=lambda use_threads: None)
    monkeypatch.setitem(sys.modules, "boto3", boto3)
    monkeypatch.setitem(sys.modules, "boto3.s3.transfer", transfer)
    return store


@pytest.mark.parametrize("writer_class", [stepline.SummaryWriter, tensorboardX.SummaryWriter])
def test_what_nobody_holds_is_copied_too(writer_class, store, tmp_path):
    writer = writer_class("s3://bucket/run")
    writer.add_scalar("a", 1, 1)
    del writer
    gc.collect()
    store.unpack(tmp_path)
    assert logs.steps(tmp_path / "bucket/run") == [1]


def test_a_closed_log_goes_on_in_another_file(store, tmp_path):
    writer = tensorboardX.SummaryWriter("s3://bucket/run")
    for step in range(3):
        writer.add_scalar("a", 1, step)
        writer.close()
    store.unpack(tmp_path)
    assert logs.steps(tmp_path / "bucket/run") == [0, 1, 2]


def test_uploads_are_not_quadratic(store):
    writer = record_writer.S3RecordWriter("s3://bucket/file")
    for _ in range(2000):
        writer.write(bytes(50_000))
        writer.flush()
    writer.close()
    assert len(store.objects["bucket/file"]) == 100_000_000
    assert store.bytes_uploaded < 12 * 100_000_000


MIB = 1 << 20


@pytest.mark.parametrize("begun_at", [MIB // 16, MIB, 20 * MIB, 100 * MIB])
def test_uploads_of_a_slow_log_are_few(begun_at):
    """A day of 50 bytes each ten seconds."""
    now, size, uploads, oldest = 0.0, begun_at, [], 0.0
    pace = _object_stores.Pace(lambda: now)
    pace.uploaded(size)
    uploaded_at = now
    while now < 24 * 3600:
        now += 10
        size += 50
        if pace.is_due(size):
            pace.uploaded(size)
            uploads.append(size)
            oldest = max(oldest, now - uploaded_at)
            uploaded_at = now
    assert oldest <= min(60 * size / MIB, 3600) + 10
    assert sum(uploads) <= max(24 * 60 * MIB, 24 * size)


def test_small_files_are_uploaded_at_once():
    pace = _object_stores.Pace(lambda: 0.0)
    for size in (1, 2, 50_000, 50_001):
        assert pace.is_due(size)
        pace.uploaded(size)


def test_an_error_is_a_warning_and_nothing_is_lost(store, tmp_path):
    writer = tensorboardX.SummaryWriter("s3://bucket/run")
    store.is_down = True
    writer.add_scalar("a", 1, 1)
    with pytest.warns(RuntimeWarning, match="nobody is there"):
        writer.flush()
    store.is_down = False
    writer.add_scalar("a", 1, 2)
    writer.close()
    store.unpack(tmp_path)
    assert logs.steps(tmp_path / "bucket/run") == [1, 2]


def test_what_was_never_uploaded_stays_on_the_disk(store, tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    writer = tensorboardX.SummaryWriter("s3://bucket/run")
    writer.add_scalar("a", 1, 1)
    store.is_down = True
    with pytest.warns(RuntimeWarning, match=f"nobody is there.* in {tmp_path}/stepline-"):
        del writer
        gc.collect()
    (folder,) = tmp_path.iterdir()
    assert logs.steps(folder) == [1]


def test_one_file_that_is_refused_holds_up_no_other(store, tmp_path):
    with tensorboardX.SummaryWriter("s3://bucket/run") as writer:
        writer.add_scalar("a", 1, 1)
        writer.add_embedding(np.ones((2, 2)), ["x", "y"], global_step=4)
        store.refused = "metadata"
        with pytest.warns(RuntimeWarning, match="no metadata here"):
            writer.flush()
        store.unpack(tmp_path)
        assert logs.steps(tmp_path / "bucket/run") == [1]
        names = {name.rpartition("/")[2] for name in store.objects}
        assert {"tensors.tsv", "projector_config.pbtxt"} <= names
        store.refused = "nothing"
    assert "bucket/run/00004/default/metadata.tsv" in store.objects


def test_a_missing_package_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "boto3", None)
    monkeypatch.setitem(sys.modules, "google.cloud.storage", None)
    with pytest.raises(ImportError, match="boto3"):
        tensorboardX.SummaryWriter("s3://bucket/run")
    with pytest.raises(ImportError, match="google-cloud-storage"):
        tensorboardX.SummaryWriter("gs://bucket/run")


def test_a_factory_of_ones_own_is_used(tmp_path):
    class Factory:
        def open(self, path):
            target = tmp_path / path.partition("://")[2]
            target.parent.mkdir(parents=True, exist_ok=True)
            return open(target, "wb")

        def directory_check(self, path):
            (tmp_path / "checked").touch()

    record_writer.register_writer_factory("mine", Factory())
    with tensorboardX.SummaryWriter("mine://run") as writer:
        writer.add_scalar("a", 1, 1)
    assert logs.steps(tmp_path / "run") == [1] and (tmp_path / "checked").exists()
    files = tensorboardX.FileWriter("mine://other")
    files.add_summary(tensorboardX.summary.scalar("a", 1), 2)
    files.close()
    assert logs.steps(tmp_path / "other") == [2]


def test_a_factorys_path_stays_the_same_in_another_directory(tmp_path, monkeypatch):
    opened = []

    class Factory:
        def open(self, path):
            opened.append(path)
            return io.BytesIO()

        def directory_check(self, path):
            pass

    (tmp_path / "other").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(_stores.REGISTERED_FACTORIES, "mine", Factory())
    writer = tensorboardX.SummaryWriter("mine:run")
    writer.add_scalar("a", 1, 1)
    writer.close()
    monkeypatch.chdir(tmp_path / "other")
    writer.add_scalar("a", 1, 2)
    writer.close()
    assert len(opened) == 2 and all(path.startswith("mine:run/events") for path in opened)
    assert list((tmp_path / "other").iterdir()) == []


@pytest.mark.parametrize(
    "text, shown",
    [
        ("no sftp://me:a%40b@host/run", "no sftp://host/run"),
        ("wrong: 'a@b' of me", "wrong: '***' of me"),
        ("no s3://bucket/x@y", "no s3://bucket/x@y"),
    ],
)
def test_a_text_has_no_credentials(text, shown):
    assert _stores.without_credentials(text, "sftp://me:a%40b@host/run") == shown


# --- fsspec ------------------------------------------------------------------


@pytest.fixture
def memory():
    """fsspec's file system in memory, which is empty."""
    files = fsspec.filesystem("memory")
    files.rm("/", recursive=True)
    return files


def log_all_kinds(writer):
    writer.add_scalar("a", 1, 1)
    writer.flush()
    writer.add_scalar("a", 2, 2)
    writer.add_scalars("m", {"b": 2}, 2)
    writer.add_histogram("h", np.arange(9.0), 3)
    writer.add_embedding(torch.ones(4, 2), list("wxyz"), torch.ones(4, 3, 2, 2), 4)
    writer.add_hparams({"lr": 1}, {"c": 3}, run_name="trial")


def test_torchs_and_ours_write_the_same_to_an_address(memory, tmp_path):
    for name, writer_class in {"ours": stepline.SummaryWriter, "theirs": TorchWriter}.items():
        with writer_class(f"memory://{name}/run") as writer:
            assert writer.get_logdir() == writer.file_writer.get_logdir() == f"memory://{name}/run"
            assert writer.file_writer.event_writer._file_name.startswith(f"memory://{name}/run/ev")
            log_all_kinds(writer)
        memory.get(f"/{name}", str(tmp_path / name), recursive=True)
    ours, theirs = readback.read(tmp_path / "ours"), readback.read(tmp_path / "theirs")
    readback.assert_same(ours, theirs)
    assert "run/m_b" in ours and "run/00004/default/sprite.png" in ours


@pytest.mark.parametrize("writer_class", [stepline.SummaryWriter, tensorboardX.SummaryWriter])
def test_an_address_may_be_that_of_a_local_directory(writer_class, tmp_path):
    with writer_class(f"file://{tmp_path}/run") as writer:
        writer.add_scalar("a", 1, 1)
        writer.flush()
        assert logs.steps(tmp_path / "run") == [1]
        writer.add_scalar("a", 1, 2)
    assert logs.steps(tmp_path / "run") == [1, 2]
    assert [path.name for path in tmp_path.iterdir()] == ["run"]


def test_a_missing_fsspec_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "fsspec.core", None)
    with pytest.raises(ImportError, match="memory://.*fsspec"):
        stepline.SummaryWriter("memory://run")


@pytest.mark.parametrize("writer_class", [stepline.SummaryWriter, TorchWriter])
def test_an_unknown_address_is_an_error(writer_class):
    with pytest.raises(ValueError):
        writer_class("nonsense://run")


def test_a_warning_has_no_credentials(memory, monkeypatch):
    with stepline.SummaryWriter("memory://me:secret@host/run") as writer:
        writer.add_scalar("a", 1, 1)
        with monkeypatch.context() as patch:

            def refuse(*arguments, **options):
                raise PermissionError("no memory://me:secret@host/run")

            patch.setattr(type(memory), "open", refuse)
            patch.setattr(type(memory), "put_file", refuse)
            with pytest.warns(RuntimeWarning) as told:
                writer.flush()
    (warning,) = told
    assert str(warning.message).endswith("to memory://host/run: no memory://host/run")


def test_a_closed_writer_has_no_credentials(memory):
    files = stepline.SummaryWriter("memory://me:secret@host/run").file_writer
    files.close()
    with pytest.raises(OSError, match="closed") as caught:
        files.add_summary(b"", 1)
    assert "secret" not in str(caught.value)


def test_where_appending_is_possible_nothing_is_copied_twice(memory, monkeypatch):
    """Tensors have a file of their own, which is as long."""
    written = []
    write = MemoryFile.write

    def count(file, content):
        written.append(len(content))
        return write(file, content)

    monkeypatch.setattr(MemoryFile, "write", count)
    with stepline.SummaryWriter("memory://run") as writer:
        for step in range(20):
            writer.add_tensor("t", np.random.default_rng(step).random(20_000), step)
            writer.flush()
    sizes = [memory.size(path) for path in memory.find("/run")]
    assert len(sizes) == 2 and min(sizes) > 20 * 20_000 * 8
    assert sum(written) == sum(sizes)


def test_a_copy_that_somebody_has_shortened_is_made_again(memory, tmp_path):
    with stepline.SummaryWriter("memory://run") as writer:
        writer.add_scalar("a", 1, 1)
        writer.flush()
        memory.pipe(memory.find("/run")[0], b"short")
        writer.add_scalar("a", 1, 2)
    memory.get("/run", str(tmp_path / "run"), recursive=True)
    assert logs.steps(tmp_path / "run") == [1, 2]


def test_uploads_of_tensors_are_not_quadratic(store):
    with tensorboardX.SummaryWriter("s3://bucket/run") as writer:
        for step in range(60):
            writer.add_tensor("t", np.random.default_rng(step).random(20_000), step)
            writer.flush()
    stored = sum(len(content) for content in store.objects.values())
    assert stored > 2 * 60 * 20_000 * 8
    assert store.bytes_uploaded < 12 * stored


def test_a_file_of_the_same_size_is_copied_again(store, tmp_path):
    with tensorboardX.SummaryWriter("s3://bucket/run") as writer:
        for point in (1.5, 2.5):
            writer.add_embedding(np.full((1, 2), point), tag="t")
            writer.flush()
            points = next(v for k, v in store.objects.items() if k.endswith("tensors.tsv"))
            assert points.split() == [str(point).encode()] * 2
