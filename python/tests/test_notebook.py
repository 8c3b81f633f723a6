"""%stepline and stepline.notebook: the page below a cell."""

import os
import re
import subprocess
import sys
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
    yield tmp_path / "my runs"
    notebook.stop()


@pytest.fixture
def shell(tmp_path, monkeypatch):
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    shell = InteractiveShell.instance(config=Config(HistoryManager={"enabled": False}))
    shell.run_line_magic("load_ext", "stepline")
    yield shell
    InteractiveShell.clear_instance()


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
        shell.run_line_magic("stepline", "serve --help")
        shell.run_line_magic("stepline", "nonsense")
    assert "train/loss" in captured.stdout
    assert "--path-prefix" in captured.stdout
    assert "nonsense" in captured.stdout


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
