"""A running TensorBoard, asked over HTTP."""

import json
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

READY_SECS = 60


class TensorBoardServer:
    """`tensorboard` in a process of its own on a free port of the loopback
    interface, from `with` to the end of it. `load_fast` is "true" for the data
    server in Rust, "false" for the loader in Python."""

    def __init__(self, logdir, load_fast, scratch):
        self.fast = load_fast == "true"
        self._arguments = [
            "--logdir", str(logdir), "--host", "127.0.0.1", "--port", "0",
            "--load_fast", load_fast, "--reload_interval", "1",
            "--samples_per_plugin", "images=100,audio=100,text=100,mesh=100",
        ]  # fmt: skip
        self._log_path = scratch / "tensorboard.log"

    def __enter__(self):
        self._log = self._log_path.open("wb")
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tensorboard.main", *self._arguments],
            stdin=subprocess.DEVNULL, stdout=self._log, stderr=self._log,
        )  # fmt: skip
        self._url = self._wait_for_url()
        return self

    def __exit__(self, *_):
        self._process.terminate()
        self._process.wait(30)
        self._log.close()

    def _wait_for_url(self):
        def url():
            assert self._process.poll() is None, self._log_path.read_text()
            words = self._log_path.read_text().split()
            found = [word for word in words if word.startswith("http://127.0.0.1:")]
            return found[0].rstrip("/") if found else None

        return wait_until(url, "TensorBoard's address")

    def get(self, route, **query):
        """The bytes of an answer; a list in the query repeats its name."""
        url = f"{self._url}/data/{route}"
        if query:
            url += "?" + urllib.parse.urlencode(query, doseq=True)
        try:
            with urllib.request.urlopen(url, timeout=60) as answer:
                return answer.read()
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{error.code} for {url}: {error.read()!r}") from error

    def json(self, route, **query):
        return json.loads(self.get(route, **query))

    def post_json(self, route, request):
        body = json.dumps(request).encode()
        headers = {"Content-Type": "application/json"}
        http = urllib.request.Request(f"{self._url}/data/{route}", body, headers)
        with urllib.request.urlopen(http, timeout=60) as answer:
            return json.loads(answer.read())

    def plugin(self, plugin, route, **query):
        return self.json(f"plugin/{plugin}/{route}", **query)

    def blob(self, plugin, route, **query):
        return self.get(f"plugin/{plugin}/{route}", **query)


def wait_until(condition, what):
    """The first true answer of `condition`."""
    deadline = time.monotonic() + READY_SECS
    while time.monotonic() < deadline:
        answer = condition()
        if answer:
            return answer
        time.sleep(0.1)
    raise AssertionError(f"no {what} after {READY_SECS} s")
