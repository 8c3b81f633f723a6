"""%stepline and stepline.notebook: the page below a cell."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

import pytest
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output
from traitlets.config import Config

import stepline
from stepline import notebook


@pytest.fixture
def runs(tmp_path):
    with stepline.SummaryWriter(tmp_path / "my runs/first") as writer:
        writer.add_scalar("train/loss", 1, 1)
    return tmp_path / "my runs"


@pytest.fixture
def shell(tmp_path, monkeypatch):
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    shell = InteractiveShell.instance(config=Config(HistoryManager={"enabled": False}))
    shell.run_line_magic("load_ext", "stepline")
    yield shell
    InteractiveShell.clear_instance()


@pytest.fixture(autouse=True)
def no_server_is_left():
    yield
    notebook.stop()


@pytest.fixture(autouse=True)
def nobody_has_a_proxy(monkeypatch):
    for name in ("JUPYTERHUB_SERVICE_PREFIX", "STEPLINE_PROXY_URL", "STEPLINE_TOKEN"):
        monkeypatch.delenv(name, raising=False)


def get(address, headers=None):
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    return opener.open(urllib.request.Request(address, headers=headers or {}), timeout=30)


def shown(captured):
    (output,) = captured.outputs
    return output.data["text/html"]


def test_the_magic_shows_the_page(shell, runs):
    with capture_output() as captured:
        shell.run_line_magic("stepline", f"serve '{runs}' --height 456")
    page = shown(captured)
    (address,) = re.findall(r'<iframe src="(http://localhost:\d+/)"', page)
    assert 'height="456"' in page
    assert b"first" in get(f"{address}api/runs").read()
    assert len(notebook._servers) == 1


def test_notebooks_may_frame_it(runs):
    policy = get(notebook.serve(runs).address).headers["Content-Security-Policy"]
    assert policy.endswith(
        "frame-ancestors 'self' http://localhost:* http://127.0.0.1:* https://localhost:* "
        "vscode-webview: vscode-file:"
    )


def test_the_magic_runs_the_other_commands(shell, runs):
    with capture_output() as captured:
        shell.run_line_magic("stepline", f"ls '{runs}'")
        shell.run_line_magic("stepline", "nonsense")
    assert "train/loss" in captured.stdout
    assert "nonsense" in captured.stdout


@pytest.mark.parametrize("line", ["serve --help", "serve -h", "serve runs --port 0 -h"])
def test_help_starts_nothing(shell, line):
    with capture_output() as captured:
        shell.run_line_magic("stepline", line)
    assert "--path-prefix" in captured.stdout
    assert not notebook._servers


@pytest.mark.parametrize("line, match", [
    ("serve runs --height tall", "number of pixels, got 'tall'"),
    ("serve runs --height", "--height needs a value"),
    ("serve runs --proxy", "--proxy needs a value"),
])  # fmt: skip
def test_wrong_options_are_told(shell, line, match):
    with pytest.raises(ValueError, match=match):
        shell.run_line_magic("stepline", line)
    assert not notebook._servers


def test_the_magic_can_be_unloaded_and_come_back(shell):
    shell.run_line_magic("unload_ext", "stepline")
    assert shell.find_line_magic("stepline") is None
    shell.run_line_magic("load_ext", "stepline")
    assert shell.find_line_magic("stepline") is not None


def test_a_directory_that_is_not_there_is_told(tmp_path, capfd):
    server = notebook.serve(tmp_path / "nowhere")
    assert '/nowhere" does not exist yet' in capfd.readouterr().err
    assert server.is_running


def test_display_prints_the_address_outside_of_notebooks(runs, capsys):
    server = notebook.display(runs)
    assert capsys.readouterr().out == f"{server.address}\n"


def test_one_server_is_enough(runs):
    first = notebook.serve(runs)
    assert notebook.serve(str(runs)) is first
    first.stop()
    second = notebook.serve(runs)
    assert second is not first
    assert second.is_running
    notebook.stop()
    assert not second.is_running


def test_a_relative_path_is_that_of_now(runs, monkeypatch):
    for name in ("a", "b"):
        (runs / name).mkdir()
    monkeypatch.chdir(runs / "a")
    first = notebook.serve(".")
    monkeypatch.chdir(runs / "b")
    assert notebook.serve(".") is not first
    monkeypatch.chdir(runs / "a")
    assert notebook.serve(".") is first


@pytest.fixture
def program(tmp_path, monkeypatch):
    """Takes a shell script in the place of the program."""
    path = tmp_path / "stepline"

    def write(script):
        path.write_text(f"#!/bin/sh\n{script}")
        path.chmod(0o755)

    monkeypatch.setattr("stepline._program.find", lambda: str(path))
    return write


def wait_until(holds):
    """For what another process does; the time is only for when it never does."""
    deadline = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < deadline, "in vain"
        time.sleep(0.01)


def is_listening(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


MUCH = "i=0; while [ $i -lt 200 ]; do printf '%01000d\\n' $i; i=$((i+1)); done"


@pytest.mark.parametrize("where", ["1", "2"], ids=["stdout", "stderr"])
def test_a_talkative_program_does_not_have_to_wait(tmp_path, program, where, capsys):
    program(
        f"{{ {MUCH}; }} >&{where}\n"
        "echo http://localhost:1/\n"
        f"{{ {MUCH}; }} >&{where}\n"
        f"echo done > {tmp_path}/done\n"
        "exec sleep 60\n"
    )
    assert notebook.serve(tmp_path).address == "http://localhost:1/"
    assert len(capsys.readouterr().err) == notebook._MOST_COMPLAINTS + 1
    wait_until((tmp_path / "done").exists)


def test_an_address_in_a_complaint_is_not_the_servers(tmp_path, program, capsys):
    program("echo no http://localhost:1/ here >&2; echo http://localhost:2/; exec sleep 60\n")
    assert notebook.serve(tmp_path).port == 2
    assert capsys.readouterr().err == "no http://localhost:1/ here\n"


def test_a_program_that_will_not_end_is_ended(tmp_path, program, monkeypatch):
    monkeypatch.setattr(notebook, "_PATIENCE_AT_END_SECS", 0.1)
    program("trap '' TERM; echo http://localhost:1/; while :; do sleep 0.1; done\n")
    server = notebook.serve(tmp_path)
    server.stop()
    assert server.process.returncode == -signal.SIGKILL


def test_what_the_program_says_is_the_error(runs):
    with pytest.raises(RuntimeError, match="nowhere-option"):
        notebook.serve(runs, "--nowhere-option")


@pytest.mark.parametrize(
    "variable, value, host",
    [
        ("JUPYTERHUB_SERVICE_PREFIX", "/user/me/", ""),
        ("STEPLINE_PROXY_URL", "/user/me/proxy/absolute/%PORT%", ""),
        ("STEPLINE_PROXY_URL", "https://hub.example/user/me/proxy/absolute/%PORT%/",
         "https://hub.example"),
    ],
)  # fmt: skip
def test_a_hub_is_passed_through_with_a_token(runs, monkeypatch, variable, value, host):
    monkeypatch.setenv(variable, value)
    server = notebook.serve(runs)
    path = f"/user/me/proxy/absolute/{server.port}/"
    start, _, token = server.address.partition("?token=")
    assert start == host + path
    assert token not in server._shown()
    # As a proxy asks: by the path as it is, with the hub's name.
    inside = f"http://127.0.0.1:{server.port}{path}"
    as_hub = {"Host": "hub.example"}
    with pytest.raises(urllib.error.HTTPError, match="401"):
        get(f"{inside}api/runs", as_hub)
    assert b"first" in get(f"{inside}api/runs", {**as_hub, "Authorization": f"Bearer {token}"}).read()
    with pytest.raises(urllib.error.HTTPError, match="404|401"):
        get(f"http://127.0.0.1:{server.port}/", as_hub)


@pytest.mark.parametrize("form", ["--port {}", "--port={}", "-p {}", "-p{}"])
def test_a_port_may_be_chosen_behind_a_proxy(runs, form):
    port = notebook._free_port()
    words = form.format(port).split()
    server = notebook.serve(runs, *words, proxy="/user/me/proxy/absolute/%PORT%")
    assert server.port == port
    assert server.address.startswith(f"/user/me/proxy/absolute/{port}/?token=")


@pytest.mark.parametrize("kept", [None, "", "of-the-environment"])
@pytest.mark.parametrize("words", [[], ["--token", "chosen-by-me"], ["--token=chosen-by-me"]])
def test_a_token_may_be_chosen_behind_a_proxy(runs, monkeypatch, words, kept):
    if kept is not None:
        monkeypatch.setenv("STEPLINE_TOKEN", kept)
    server = notebook.serve(runs, *words, proxy="/me/%PORT%")
    start, _, token = server.address.partition("?token=")
    if words or kept:
        assert token == ("chosen-by-me" if words else kept)
    inside = f"http://127.0.0.1:{server.port}{start}api/runs"
    with pytest.raises(urllib.error.HTTPError, match="401"):
        get(inside)
    assert b"first" in get(inside, {"Authorization": f"Bearer {token}"}).read()


def test_a_proxy_may_be_declined(runs, monkeypatch):
    monkeypatch.setenv("JUPYTERHUB_SERVICE_PREFIX", "/user/me/")
    assert notebook.serve(runs, proxy="").address.startswith("http://localhost:")


def test_the_server_ends_with_the_kernel_and_not_with_its_children(runs):
    program = (
        "import os, sys, urllib.request\n"
        "from stepline import notebook\n"
        "server = notebook.serve(sys.argv[1])\n"
        "child = os.fork()\n"
        "if child == 0: sys.exit(0)\n"
        "os.waitpid(child, 0)\n"
        "urllib.request.urlopen(server.address + 'healthz', timeout=30)\n"
        "print(server.process.pid)\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program, runs],
        text=True, capture_output=True, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    with pytest.raises(ProcessLookupError):
        os.kill(int(done.stdout), 0)


def test_the_server_ends_with_a_kernel_that_is_killed_and_not_with_a_thread(runs):
    program = (
        "import os, sys, threading, urllib.request\n"
        "from stepline import notebook\n"
        "thread = threading.Thread(target=lambda: notebook.serve(sys.argv[1]))\n"
        "thread.start()\n"
        "thread.join()\n"
        "server = notebook.serve(sys.argv[1])\n"
        "urllib.request.urlopen(server.address + 'healthz', timeout=30)\n"
        "print(server.port, flush=True)\n"
        "os.kill(os.getpid(), 9)\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program, runs],
        text=True, capture_output=True, timeout=120,
    )  # fmt: skip
    assert done.returncode == -signal.SIGKILL, done.stderr
    wait_until(lambda: not is_listening(int(done.stdout)))
