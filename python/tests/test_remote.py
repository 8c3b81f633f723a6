"""Logs in object stores, with stand-ins for their packages."""

import gc
import sys
import types

import logs
import numpy as np
import pytest
import readback

from stepline import tensorboardX
from stepline.tensorboardX import record_writer


class Store:
    """Amazon's and Google's, as far as they are used."""

    def __init__(self):
        self.objects = {}
        self.bytes_uploaded = 0
        self.is_down = False

    def put(self, bucket, path, content):
        if self.is_down:
            raise ConnectionError("nobody is there")
        self.objects[f"{bucket}/{path}"] = content
        self.bytes_uploaded += len(content)

    def upload_fileobj(self, file, bucket, path):
        self.put(bucket, path, file.read())

    def unpack(self, folder):
        for name, content in self.objects.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content)


@pytest.fixture
def store(monkeypatch):
    store = Store()
    boto3 = types.SimpleNamespace(client=lambda service, endpoint_url: store)
    monkeypatch.setitem(sys.modules, "boto3", boto3)
    return store


def test_a_log_is_copied_to_s3(store, tmp_path):
    with tensorboardX.SummaryWriter("s3://bucket/deep/run", filename_suffix=".x") as writer:
        assert writer.file_writer.get_logdir() == "s3://bucket/deep/run"
        writer.add_scalar("a", 1, 1)
        writer.flush()
        store.unpack(tmp_path / "flushed")
        writer.add_scalars("m", {"b": 2}, 2)
        writer.add_hparams({"lr": 1}, {"c": 3}, "trial", 3)
        writer.add_embedding(np.ones((3, 2)), ["x", "y", "z"], global_step=4)
    store.unpack(tmp_path / "closed")
    assert logs.steps(tmp_path / "flushed/bucket/deep/run") == [1]
    run = tmp_path / "closed/bucket/deep/run"
    assert logs.steps(run) == [1]
    assert logs.steps(run / "m/b") == [2]
    assert [event[2] for event in readback.read(run / "trial")[""]][-1] == "c"
    assert (run / "00004/default/metadata.tsv").read_text() == "x\ny\nz\n"
    assert "tensors.tsv" in (run / "projector_config.pbtxt").read_text()


def test_what_nobody_holds_is_copied_too(store, tmp_path):
    writer = tensorboardX.SummaryWriter("s3://bucket/run")
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


def test_a_missing_package_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "boto3", None)
    monkeypatch.setitem(sys.modules, "google.cloud.storage", None)
    with pytest.raises(ImportError, match="boto3"):
        tensorboardX.SummaryWriter("s3://bucket/run")
    with pytest.raises(ImportError, match="google-cloud-storage"):
        tensorboardX.SummaryWriter("gs://bucket/run")


def test_a_log_is_copied_to_google(monkeypatch, tmp_path):
    store = Store()

    class Blob:
        generation = None

        def __init__(self, name, bucket):
            self.name, self.bucket = name, bucket

        def upload_from_string(self, data, if_generation_match):
            assert if_generation_match == self.generation
            self.generation = (self.generation or 0) + 1
            store.put(self.bucket, self.name, data)

    module = types.SimpleNamespace(Blob=Blob, Client=object, Bucket=lambda client, name: name)
    monkeypatch.setitem(sys.modules, "google.cloud.storage", module)
    with tensorboardX.SummaryWriter("gs://bucket/run") as writer:
        for step in range(3):
            writer.add_scalar("a", 1, step)
            writer.flush()
    store.unpack(tmp_path)
    assert logs.steps(tmp_path / "bucket/run") == [0, 1, 2]


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
