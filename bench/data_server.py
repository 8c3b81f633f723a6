"""TensorBoard's data server, run as TensorBoard runs it."""

import os
import subprocess
import tempfile
import time
from pathlib import Path

import grpc
import tensorboard_data_server
from tensorboard.data.proto import data_provider_pb2, data_provider_pb2_grpc

from harness import limit_descriptors


def processor_seconds_of(pid):
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    user, system = int(fields[11]), int(fields[12])
    return (user + system) / os.sysconf("SC_CLK_TCK")


class DataServer:
    """Started on a log directory, and left when its first load cycle is over.

    `seconds` is the time from the start of the process to the line of its log
    that says so: from that moment on it answers with all it will ever have;
    `processor_seconds` is what all its threads have used until then. By
    default it leaves the checksums of records out and keeps 1,000 points of a
    tag.
    """

    def __init__(self, logdir, options=(), descriptors=None):
        self.directory = tempfile.TemporaryDirectory()
        port_file = Path(self.directory.name) / "port"
        begin = time.perf_counter()
        self.process = subprocess.Popen(
            [tensorboard_data_server.server_binary(), "--logdir", logdir,
             "--port", "0", "--port-file", port_file, "--reload", "once",
             "--die-after-stdin", "--verbose", *options],
            stdin=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=limit_descriptors(descriptors),
        )
        for line in self.process.stderr:
            if "Finished load cycle" in line:
                break
        else:
            raise RuntimeError(f"the data server ended with status {self.process.wait()}")
        self.seconds = time.perf_counter() - begin
        self.processor_seconds = processor_seconds_of(self.process.pid)
        self.port = int(port_file.read_text())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stderr.close()
        self.directory.cleanup()

    def last_steps(self):
        """The last step of each tag of each run: {run: {tag: step}}."""
        channel = grpc.insecure_channel(
            f"localhost:{self.port}", options=[("grpc.max_receive_message_length", 1 << 30)]
        )
        stub = data_provider_pb2_grpc.TensorBoardDataProviderStub(channel)
        request = data_provider_pb2.ListScalarsRequest()
        request.plugin_filter.plugin_name = "scalars"
        answer = stub.ListScalars(request)
        channel.close()
        return {
            run.run_name: {tag.tag_name: tag.metadata.max_step for tag in run.tags}
            for run in answer.runs
        }
