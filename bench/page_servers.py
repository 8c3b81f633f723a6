"""Stepline's server and TensorBoard's, on a log directory, until it is left."""

import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path


def free_port():
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return sock.getsockname()[1]


def wait_for(url, seconds=120):
    end = time.perf_counter() + seconds
    while True:
        try:
            with urllib.request.urlopen(url, timeout=10) as answer:
                return answer.read()
        except (urllib.error.URLError, OSError):
            if time.perf_counter() > end:
                raise
            time.sleep(0.002)


class Running:
    def __init__(self, command, **options):
        self.began = time.perf_counter()
        self.process = subprocess.Popen(command, **options)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        if self.process.stdout:
            self.process.stdout.close()


class Stepline(Running):
    def __init__(self, build, logdir):
        super().__init__([build / "stepline", "serve", logdir, "--port", "0"],
                         stdout=subprocess.PIPE, text=True)
        for line in self.process.stdout:
            found = re.search(r"https?://\S+", line)
            if found:
                self.url = found.group(0).rstrip("/") + "/"
                break
        else:
            raise RuntimeError("the server did not start")
        wait_for(self.url + "healthz")
        self.seconds_to_answer = time.perf_counter() - self.began

    def resident_bytes(self):
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return 1024 * int(re.search(r"VmRSS:\s+(\d+)", status).group(1))


class TensorBoard(Running):
    """With its data server ("fast loading"), every point kept."""

    def __init__(self, logdir):
        port = free_port()
        super().__init__(
            [sys.executable, "-m", "tensorboard.main", "--logdir", str(logdir), "--port", str(port),
             "--load_fast", "true", "--samples_per_plugin", "scalars=1000000000"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.url = f"http://localhost:{port}/"
        wait_for(self.url + "data/environment")
        self.seconds_to_answer = time.perf_counter() - self.began
