"""`stepline serve`: where it listens, whom it lets in, and how it ends."""

import json
import os
import re
import resource
import shutil
import signal
import socket
import ssl
import subprocess
import time
import urllib.error
import urllib.request

import pytest

from program import PATIENCE_SECS, Running, stepline

ADDRESS = re.compile(r"^https?://\S+$", re.M)


def address_in(seen):
    return ADDRESS.search(seen)


class Served:
    """A server on any free port, and what it said."""

    def __init__(self, *arguments, **environment):
        if "--port" not in arguments:
            arguments = (*arguments, "--port", "0")
        environment.setdefault("SSH_CONNECTION", "")
        self._running = Running("serve", *arguments, **environment)

    def __enter__(self):
        self.running = self._running.__enter__()
        self.said = self.running.read_until(address_in)
        self.address = address_in(self.said)[0]
        self.port = int(re.search(r":(\d+)/", self.address)[1])
        return self

    def __exit__(self, *how):
        return self._running.__exit__(*how)

    def get(self, path, **headers):
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=10) as response:
                return response.status, response.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def json(self, path):
        status, text = self.get(path)
        assert status == 200, text
        return json.loads(text)

    def eventually(self, path, holds):
        deadline = time.monotonic() + PATIENCE_SECS
        while not holds(answer := self.json(path)):
            assert time.monotonic() < deadline, answer
        return answer


def test_a_page_and_its_answers_are_there(demo):
    with Served(demo, "--title", "A <title>") as served:
        assert served.address == f"http://localhost:{served.port}/"
        assert served.get("/healthz") == (200, "ok\n")
        status, page = served.get("/")
        assert status == 200
        assert "<title>A &lt;title&gt;</title>" in page
        info = served.eventually("/api/info", lambda info: info["progress"]["loaded"])
        assert info["title"] == "A <title>"
        assert served.json("/api/runs")["name"] == ["careful", "quick", "reckless"]
        status, figures = served.get("/metrics")
        assert "\nstepline_runs 3\n" in figures
        assert re.search(r"\nprocess_resident_memory_bytes [1-9]", figures)


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_well_when_asked_to(demo, end):
    with Served(demo) as served:
        open_still = socket.create_connection(("127.0.0.1", served.port))
        served.running.process.send_signal(end)
        assert served.running.process.wait(10) == 0
        open_still.close()


def test_a_port_that_was_asked_for_must_be_free(demo):
    with Served(demo) as served:
        done = stepline("serve", demo, "--port", str(served.port))
        assert done.status == 3
        assert done.err == (f"stepline: cannot listen at port {served.port}: Address "
                            'already in use: "localhost"\n')


def test_another_host_wants_a_token(demo):
    with Served(demo, "--host", "127.0.0.1") as served:
        assert "token" not in served.address
    with Served(demo, "--host", "0.0.0.0") as served:
        token = re.search(r"\?token=([0-9a-f]{40})$", served.address)[1]
        assert served.get("/api/runs")[0] == 401
        assert served.get("/api/runs", Authorization="Bearer " + token)[0] == 200
        assert served.get("/healthz")[0] == 200
    with Served(demo, "--host", "0.0.0.0") as served:
        assert token not in served.address
    with Served(demo, "--host", "0.0.0.0", "--insecure") as served:
        assert "token" not in served.address
        assert served.get("/api/runs", Host="gpu7")[0] == 200


def test_a_token_is_kept_in_a_cookie(demo):
    with Served(demo, "--token", "correct-horse") as served:
        assert served.address.endswith("/?token=correct-horse")
        opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        with opener.open(served.address.replace("localhost", "127.0.0.1")) as page:
            assert page.status == 200
            assert "token" not in page.url
        status, text = served.get("/", Accept="text/html")
        assert status == 401
        assert "wants a token" in text
    with Served(demo, STEPLINE_TOKEN="another-horse") as served:
        assert served.address.endswith("/?token=another-horse")


def test_the_browser_is_opened_apart_and_without_the_token(tmp_path, demo):
    seen = tmp_path / "seen"
    browser = tmp_path / "xdg-open"
    browser.write_text(f"""#!/bin/sh
        ls -l /proc/$$/fd > {seen}.fds
        cut -d ' ' -f 6 /proc/$$/stat > {seen}.session
        echo "$1" > {seen}.new && mv {seen}.new {seen}
        """)
    browser.chmod(0o755)
    path = f"{tmp_path}:{os.environ['PATH']}"
    with Served(demo, "--token", "correct-horse", "--open", PATH=path) as served:
        deadline = time.monotonic() + PATIENCE_SECS
        while not seen.exists():
            assert time.monotonic() < deadline
            time.sleep(0.01)
        address = seen.read_text().strip()
        assert re.fullmatch(rf"http://localhost:{served.port}/\?visit=[0-9a-f]{{40}}", address)
        assert "socket" not in (tmp_path / "seen.fds").read_text()
        own = served.running.process.pid
        assert int((tmp_path / "seen.session").read_text()) != os.getsid(own)
        children = f"/proc/{own}/task/{own}/children"
        while os.path.exists(children) and open(children).read() != "":
            assert time.monotonic() < deadline
            time.sleep(0.01)
        opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        address = address.replace("localhost", "127.0.0.1")
        with opener.open(address) as page:
            assert page.status == 200
            assert "visit" not in page.url
        with pytest.raises(urllib.error.HTTPError, match="401"):
            urllib.request.urlopen(address)


@pytest.mark.parametrize("browser", ["exit 3", None])
def test_a_browser_that_cannot_be_started_is_told_of(tmp_path, demo, browser):
    for tool in ("sh", "sleep"):
        os.symlink(shutil.which(tool), tmp_path / tool)
    if browser:
        (tmp_path / "xdg-open").write_text(f"#!/bin/sh\n{browser}\n")
        (tmp_path / "xdg-open").chmod(0o755)
    with Served(demo, "--open", PATH=str(tmp_path)) as served:
        served.running.read_until(lambda seen: "no browser could be started" in seen)
        status, seen = served.running.interrupt()
        assert (status, seen.count("no browser")) == (0, 1)


@pytest.mark.parametrize("origin", ["foo", "localhost:8888", "https://a/b"])
def test_what_is_no_origin_gets_no_frame(demo, origin):
    refused = stepline("serve", demo, "--allow-frame", origin)
    assert refused.status == 2
    assert refused.err.startswith("stepline: --allow-frame wants an origin")
    assert f'got "{origin}"' in refused.err


def test_other_hosts_and_origins_are_refused(demo):
    with Served(demo) as served:
        assert served.get("/api/runs", Host="evil.example")[0] == 403
        assert served.get("/api/runs", Origin="http://evil.example")[0] == 403


def test_a_prefix_is_part_of_every_address(demo):
    with Served(demo, "--path-prefix", "some/where/") as served:
        assert served.address.endswith("/some/where/")
        assert served.get("/some/where/api/runs")[0] == 200
        assert served.get("/api/runs")[0] == 404
        assert '="/some/where/' in served.get("/some/where/")[1]


def test_over_ssh_it_says_how_to_get_there(demo):
    with Served(demo, SSH_CONNECTION="10.0.0.1 5555 10.0.0.7 22", USER="me") as served:
        served.running.read_until(
            lambda seen: f"ssh -N -L {served.port}:localhost:{served.port} me@10.0.0.7"
            in seen)
    with Served(demo, SSH_CONNECTION="::1 5555 fe80::7 2222", USER="me") as served:
        served.running.read_until(lambda seen: "-p 2222 me@fe80::7" in seen)


def test_a_directory_may_come_later(tmp_path, demo):
    later = tmp_path / "later"
    with Served(demo, later, "--poll") as served:
        assert f'stepline: "{later}" does not exist yet: it is shown as soon as' in served.said
        served.eventually("/api/runs", lambda runs: len(runs["name"]) == 3)
        stepline("demo", later).well()
        runs = served.eventually("/api/runs", lambda runs: len(runs["name"]) == 6)
        assert "later/quick" in runs["name"]


def test_what_is_left_out_is_said(tmp_path, demo):
    log = tmp_path / "log"
    shutil.copytree(demo, log / ".kept")
    shutil.copytree(next(path.parent for path in demo.rglob("*tfevents*")), log / ".gone")
    with Served(log) as served:
        said = served.running.read_until(lambda seen: "Loaded" in seen and "left out" in seen)
    assert f'stepline: hidden directory with files of a log left out: "{log}/.gone"' in said


def test_five_thousand_connections_do_no_harm(demo):
    """Beyond the limit those that have been idle longest make room."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with Served(demo) as served:
        opened = []
        try:
            for _ in range(min(5000, most - 100)):
                opened.append(socket.create_connection(("127.0.0.1", served.port)))
            opened[-1].sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert opened[-1].recv(1000).startswith(b"HTTP/1.1 200 ")
        finally:
            for one in opened:
                one.close()
        served.eventually("/api/info", lambda info: info["progress"]["loaded"])


def test_certificates_make_it_tls(tmp_path, demo):
    certificate, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes",
                    "-subj", "/CN=localhost", "-keyout", key, "-out", certificate],
                   check=True, capture_output=True)
    with Served(demo, "--cert", certificate, "--key", key) as served:
        assert served.address.startswith("https://localhost:")
        trust = ssl.create_default_context(cafile=certificate)
        with urllib.request.urlopen(served.address + "healthz", context=trust) as page:
            assert page.read() == b"ok\n"
    absent = stepline("serve", demo, "--cert", tmp_path / "absent", "--key", key)
    assert absent.status == 3
    assert "absent" in absent.err
    swapped = stepline("serve", demo, "--port", "0", "--cert", key, "--key", key)
    assert swapped.status == 3
    assert "the certificate is not one in PEM" in swapped.err


@pytest.mark.parametrize("wrong", [
    ["--port", "65536"], ["--port", "-1"], ["--token", "short"],
    ["--token", "with spaces; and more"], ["--path-prefix", "a b"],
    ["--cert", "only"], ["--insecure", "--token", "correct-horse"]])
def test_wrong_usage_is_said_so(demo, wrong):
    done = stepline("serve", demo, *wrong)
    assert done.status == 2
    assert done.err.startswith("stepline: ")
    assert done.err.count("\n") == 1
