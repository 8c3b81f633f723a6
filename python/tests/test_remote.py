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
from tensorboard.backend.event_processing.event_file_loader import EventFileLoader
from tensorboard.compat.proto.event_pb2 import SessionLog
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


# --- Processes ---------------------------------------------------------------

FORKED = """
import os, sys
from stepline import SummaryWriter, tensorboardX
writer = {writer}("file://" + logdir, flush_secs=1000)
writer.add_scalar("a", 1, 1)
writer.flush()
if os.fork() == 0:
    {child}
    sys.exit(0)
assert os.wait()[1] == 0
writer.add_scalar("a", 1, 2)
writer.close()
"""
CHILDREN = {
    "nothing": ("pass", []),
    "a scalar": ("writer.add_scalar('child', 1, 7)", [7]),
    "a scalar, then close": ("writer.add_scalar('child', 1, 7); writer.close()", [7]),
    "a histogram": ("writer.add_histogram('child', [1.0], 7)", [7]),
    "a message": ("writer.file_writer.add_summary(b'\\n\\t\\n\\x02ab\\x15' + bytes(4), 7)", [7]),
    "close": ("writer.close()", []),
    "flush": ("writer.flush()", []),
    "no more writer": ("del writer", []),
}


def purged_from(path):
    """The steps from which on an event file has earlier ones purged."""
    loaded = EventFileLoader(str(path)).Load()
    return {event.step for event in loaded if event.session_log.status == SessionLog.START}


def events(folder):
    """[(step, tag)] of each file."""
    return sorted(
        [(event[0], event[2]) for event in readback.read_events(path)]
        for path in logs.event_files(folder)
    )


@pytest.mark.parametrize("writer", ["SummaryWriter", "tensorboardX.SummaryWriter"])
@pytest.mark.parametrize("child", CHILDREN)
def test_a_forked_child_leaves_the_parents_log_alone(child, writer, logdir, monkeypatch):
    temporary = logdir.with_name("temporary")
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    code, found = CHILDREN[child]
    logs.run_well(FORKED.format(writer=writer, child=code), logdir)
    of_child = [[step for step, _ in file] for file in events(logdir) if (1, "a") not in file]
    assert [(1, "a"), (2, "a")] in events(logdir)
    assert sum(of_child, []) == found and len(of_child) == len(found)
    assert list(temporary.iterdir()) == []


def test_a_forked_child_purges_nothing(logdir):
    code = """
    import os
    from stepline import SummaryWriter
    writer = SummaryWriter("file://" + logdir, purge_step=5)
    writer.add_scalar("a", 1, 7)
    writer.flush()
    if os.fork() == 0:
        writer.add_scalar("child", 1, 3)
    else:
        assert os.wait()[1] == 0
    """
    logs.run_well(code, logdir)
    purged = [purged_from(path) for path in logs.event_files(logdir)]
    assert sorted(purged, key=len) == [set(), {5}]  # The child's, and the parent's.


def test_processes_of_multiprocessing_copy_what_they_log(logdir, monkeypatch):
    temporary = logdir.with_name("temporary")
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    code = """
    import multiprocessing
    from stepline import SummaryWriter

    def work(writer, number):
        for step in range(3):
            writer.add_scalar("a", number, step)

    if __name__ == "__main__":
        for method in ("fork", "spawn"):
            context = multiprocessing.get_context(method)
            writer = SummaryWriter("file://" + logdir, flush_secs=1000)
            workers = [context.Process(target=work, args=(writer, i)) for i in range(2)]
            for worker in workers: worker.start()
            for worker in workers: worker.join()
            assert [worker.exitcode for worker in workers] == [0, 0]
            writer.close()
    """
    logs.run_well(code, logdir)
    assert len(logs.event_files(logdir)) == 6  # The parents', too.
    found = sorted((value, step) for _, step, value in logs.scalars(logdir))
    assert found == sorted([(n, s) for n in range(2) for s in range(3)] * 2)
    assert list(temporary.iterdir()) == []


def test_a_store_that_needs_a_thread_pool_gets_what_is_left_at_the_end(logdir):
    code = """
    import concurrent.futures, fsspec
    from fsspec.implementations.local import LocalFileSystem

    class Pooled(LocalFileSystem):
        protocol = "pooled"

        def put_file(self, *arguments, **options):
            with concurrent.futures.ThreadPoolExecutor(1) as pool:
                pool.submit(super().put_file, *arguments, **options).result()

    fsspec.register_implementation("pooled", Pooled)
    from stepline import SummaryWriter
    writer = SummaryWriter("pooled://" + logdir, flush_secs=1000)
    for step in range(3):
        writer.add_scalar("a", 1, step)
    """
    assert logs.run_well(code, logdir).stderr == ""
    assert logs.steps(logdir) == [0, 1, 2]


COPIED_IN_BACKGROUND = """
import gc, pathlib, sys, threading, types
from stepline import SummaryWriter, _remote

class Client:
    def upload_fileobj(self, file, bucket, path, Config):
        in_background = threading.current_thread() is not threading.main_thread()
        if in_background:
            before_upload()
        target = pathlib.Path(logdir, path)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(file.read())
        if in_background:
            uploaded.set()

transfer = types.SimpleNamespace(TransferConfig=lambda use_threads: None)
sys.modules["boto3"] = types.SimpleNamespace(client=lambda service, endpoint_url: Client())
sys.modules["boto3.s3.transfer"] = transfer
_remote._LEAST_SECS_BETWEEN_COPIES = 0.01
uploaded = threading.Event()
"""
COLLECTED = """
uploading, dropped, collected = (threading.Event() for _ in range(3))

def before_upload():
    if not collected.is_set():
        uploading.set()
        assert dropped.wait(60)
        gc.collect()
        collected.set()

gc.disable()
writer = SummaryWriter("s3://bucket/run", flush_secs=0.01)
writer.itself = writer
writer.add_scalar("a", 1, 1)
assert uploading.wait(60)
writer.add_scalar("a", 1, 2)
del writer
dropped.set()
assert collected.wait(60)
"""
REFUSED_ONCE = """
attempts = []

def before_upload():
    attempts.append(1)
    if len(attempts) == 1:
        raise ConnectionError("nobody is there")

writer = SummaryWriter("s3://bucket/run", flush_secs=0.01)
writer.add_scalar("a", 1, 1)
assert uploaded.wait(60)
writer.add_scalar("a", 1, 2)
"""


@pytest.mark.parametrize("program", [COLLECTED, REFUSED_ONCE], ids=["collected", "refused"])
def test_the_background_goes_on_to_the_end(program, logdir, monkeypatch):
    """Whether the garbage collector ends a log in the middle of its own copy, or
    a warning of a failed copy is an error."""
    temporary = logdir.with_name("temporary")
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    done = logs.run_well(COPIED_IN_BACKGROUND + program, logdir)
    assert ("nobody is there" in done.stderr) == (program is REFUSED_ONCE)
    assert logs.steps(logdir / "run") == [1, 2]
    assert list(temporary.iterdir()) == []
