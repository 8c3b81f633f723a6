"""Logs in Amazon's and Google's stores, by their own packages, in front of local
servers that speak as the stores do."""

import urllib.request

import boto3
import gcp_storage_emulator.server as google_emulator
import logs
import numpy as np
import pytest
import requests
from google.cloud import storage
from moto.server import ThreadedMotoServer

import stepline
from stepline import tensorboardX

both_writers = pytest.mark.parametrize(
    "writer_class", [stepline.SummaryWriter, tensorboardX.SummaryWriter], ids=["torch's", "X's"]
)


@pytest.fixture
def s3(monkeypatch):
    """A client, with a bucket `bucket`."""
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0)
    server.start()
    host, port = server.get_host_and_port()
    address = f"http://{host}:{port}"
    urllib.request.urlopen(address + "/moto-api/reset", data=b"").close()
    monkeypatch.setenv("S3_ENDPOINT", address)
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "nobody")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "nothing")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    client = boto3.client("s3", endpoint_url=address)
    client.create_bucket(Bucket="bucket")
    yield client
    server.stop()


@pytest.fixture
def google(monkeypatch):
    """A client, with a bucket `bucket`."""
    server = google_emulator.create_server("127.0.0.1", 0, in_memory=True, default_bucket="bucket")
    server.start()
    port = server._api._httpd.server_address[1]
    monkeypatch.setenv("STORAGE_EMULATOR_HOST", f"http://127.0.0.1:{port}")
    monkeypatch.setenv("GOOGLE_CLOUD_PROJECT", "nothing")
    yield storage.Client()
    server.stop()


def download_from_s3(client, folder):
    for found in client.list_objects_v2(Bucket="bucket").get("Contents", []):
        path = folder / found["Key"]
        path.parent.mkdir(parents=True, exist_ok=True)
        client.download_file("bucket", found["Key"], str(path))


def download_from_google(client, folder):
    for blob in client.list_blobs("bucket"):
        path = folder / blob.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(blob.download_as_bytes())


@both_writers
def test_a_log_is_copied_to_s3(writer_class, s3, tmp_path):
    with writer_class("s3://bucket/deep/run", filename_suffix=".x") as writer:
        assert writer.file_writer.get_logdir() == "s3://bucket/deep/run"
        writer.add_scalar("a", 1, 1)
        writer.flush()
        download_from_s3(s3, tmp_path / "flushed")
        writer.add_scalars("m", {"b": 2}, 2)
        writer.add_embedding(np.ones((3, 2)), ["x", "y", "z"], global_step=4)
    download_from_s3(s3, tmp_path / "closed")
    assert logs.steps(tmp_path / "flushed/deep/run") == [1]
    run = tmp_path / "closed/deep/run"
    assert logs.steps(run) == [1]
    assert logs.steps(run / ("m/b" if writer_class is tensorboardX.SummaryWriter else "m_b")) == [2]
    assert (run / "00004/default/metadata.tsv").read_text() == "x\ny\nz\n"
    assert "tensors.tsv" in (run / "projector_config.pbtxt").read_text()


@both_writers
def test_a_log_is_copied_to_google(writer_class, google, tmp_path):
    with writer_class("gs://bucket/run") as writer:
        for step in range(3):
            writer.add_scalar("a", 1, step)
            writer.flush()
    download_from_google(google, tmp_path)
    assert logs.steps(tmp_path / "run") == [0, 1, 2]


def test_an_upload_to_google_has_no_condition(google, monkeypatch):
    """Which could fail for ever, once an answer was lost."""
    addresses = []
    request = requests.Session.request

    def note(session, method, url, *arguments, **options):
        addresses.append(url)
        return request(session, method, url, *arguments, **options)

    monkeypatch.setattr(requests.Session, "request", note)
    with stepline.SummaryWriter("gs://bucket/run") as writer:
        writer.add_scalar("a", 1, 1)
    assert len(addresses) > 1 and "ifGeneration" not in "".join(addresses)


def test_whole_tensors_are_copied_to_s3(s3, tmp_path):
    with stepline.SummaryWriter("s3://bucket/run") as writer:
        for step in range(2):
            writer.add_tensor("weights", np.full(1000, step, np.float32), step)
    download_from_s3(s3, tmp_path)
    kept = stepline.SummaryReader(tmp_path / "run").read_tensors("weights")
    assert [float(each.tensor[0]) for each in kept] == [0, 1]


def test_a_program_that_never_closes_its_log_loses_nothing(s3, tmp_path):
    code = """
    import atexit
    from stepline import SummaryWriter
    writer = SummaryWriter("s3://bucket/run", flush_secs=1000)
    writer.add_scalar("a", 1, 1)
    writer.flush()
    writer.add_scalar("a", 1, 2)
    atexit.register(writer.add_scalar, "a", 1, 3)  # After thread pools were closed.
    """
    assert logs.run_well(code, tmp_path / "logs").stderr == ""
    download_from_s3(s3, tmp_path)
    assert logs.steps(tmp_path / "run") == [1, 2, 3]
