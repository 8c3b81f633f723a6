"""The page in the cell of a notebook.

    %load_ext stepline
    %stepline serve runs/

or, without IPython's magic, `stepline.notebook.display("runs/")`. The server is
the program's, on this machine's loopback address, and ends with the kernel: on
Linux with one that is killed, too.

On a JupyterHub the browser cannot reach that address: there the page goes
through jupyter-server-proxy, and a token keeps it yours. Elsewhere the variable
STEPLINE_PROXY_URL says the same, with %PORT% in place of the port:
`/user/me/proxy/absolute/%PORT%` or a whole address. The proxy must leave the
path as it is.
"""

from __future__ import annotations

import atexit
import dataclasses
import html
import itertools
import os
import re
import secrets
import shlex
import socket
import subprocess
import sys
import threading
import urllib.parse
from concurrent import futures
from typing import Any

from stepline import _program

__all__ = ["NotebookServer", "display", "serve", "stop"]

_ADDRESS = re.compile(r"https?://[^/\s]*:(\d+)/\S*")
_PATIENCE_SECS = 30.0
_PATIENCE_AT_END_SECS = 5.0
_MOST_COMPLAINTS = 65536
_HEIGHT = 800
# Whose pages notebooks are: Jupyter's on this machine, and VS Code's.
_FRAMES = (
    "http://localhost:*",
    "http://127.0.0.1:*",
    "https://localhost:*",
    "vscode-webview:",
    "vscode-file:",
)

_Answer = tuple["subprocess.Popen[str]", "re.Match[str] | None", str]

_servers: dict[tuple[str, ...], NotebookServer] = {}


@dataclasses.dataclass
class NotebookServer:
    """A running `stepline serve`."""

    arguments: tuple[str, ...]
    port: int
    address: str  # For the browser.
    process: subprocess.Popen[str]

    @property
    def is_running(self) -> bool:
        return self.process.poll() is None

    def stop(self) -> None:
        _end(self.process)

    def display(self, height: int = _HEIGHT) -> None:
        """Shows the page below the cell; outside of notebooks it prints the address."""
        try:
            from IPython.core.getipython import get_ipython
            from IPython.display import HTML
            from IPython.display import display as show
        except ImportError:
            return print(self.address)
        if get_ipython() is None:
            return print(self.address)
        show(HTML(self._html(height)))

    def _html(self, height: int) -> str:
        address = html.escape(self.address)
        return (
            f'<div><iframe src="{address}" width="100%" height="{int(height)}" '
            f'style="border: 0" title="Stepline"></iframe>'
            f'<a href="{address}" target="_blank">{html.escape(self._shown())}</a></div>'
        )

    def _shown(self) -> str:
        return self.address.partition("?token=")[0]


def serve(*arguments: str | os.PathLike[str], proxy: str | None = None) -> NotebookServer:
    """A server for `stepline serve`'s arguments, the one that runs or a new one.

    `proxy`: as STEPLINE_PROXY_URL; "" for none. RuntimeError with the program's
    words when it does not start; what else it complains of (a log directory
    that does not exist yet) goes to sys.stderr.
    """
    wanted = tuple(os.fspath(argument) for argument in arguments) or (".",)
    if proxy is None:
        proxy = _usual_proxy()
    key = (os.getcwd(), proxy, *wanted)
    server = _servers.get(key)
    if server is None or not server.is_running:
        server = _servers[key] = _start(wanted, proxy)
    return server


def display(
    *arguments: str | os.PathLike[str], height: int = _HEIGHT, proxy: str | None = None
) -> NotebookServer:
    """serve(), and the page below the cell."""
    server = serve(*arguments, proxy=proxy)
    server.display(height)
    return server


def stop() -> None:
    """Ends all servers of this notebook."""
    while _servers:
        _servers.popitem()[1].stop()


atexit.register(stop)
os.register_at_fork(after_in_child=_servers.clear)


def _usual_proxy() -> str:
    hub = os.environ.get("JUPYTERHUB_SERVICE_PREFIX")
    usual = f"{hub.rstrip('/')}/proxy/absolute/%PORT%" if hub else ""
    return os.environ.get("STEPLINE_PROXY_URL", usual)


def _start(arguments: tuple[str, ...], proxy: str) -> NotebookServer:
    command = [_program.find(), "serve", *arguments]
    environment = dict(os.environ)
    outside = ""
    port = _value_of(("--port", "-p"), arguments)
    if proxy:
        if port in (None, "0"):
            port = str(_free_port())
            command += ["--port", port]
        outside = proxy.replace("%PORT%", port or "").rstrip("/") + "/"
        prefix = urllib.parse.urlsplit(outside).path
        token = _value_of(("--token",), arguments)
        if token is None:
            token = environment.get("STEPLINE_TOKEN") or secrets.token_hex(20)
            environment["STEPLINE_TOKEN"] = token
        command += ["--path-prefix", prefix]
        outside += f"?token={token}"
    else:
        if port is None:
            command += ["--port", "0"]
        for origin in _FRAMES:
            command += ["--allow-frame", origin]
    answer: futures.Future[_Answer] = futures.Future()
    threading.Thread(target=_attend, args=(command, environment, answer), daemon=True).start()
    try:
        process, printed, told = answer.result()
    except KeyboardInterrupt:
        answer.add_done_callback(lambda late: _end(late.result()[0]))
        raise
    if printed is None:
        raise RuntimeError(told or "stepline serve printed no address")
    if told:
        print(told, file=sys.stderr)
    return NotebookServer(arguments, int(printed[1]), outside or printed[0], process)


def _attend(
    command: list[str], environment: dict[str, str], answer: futures.Future[_Answer]
) -> None:
    """Starts the program, and stays as long as it runs: it ends with this thread."""
    try:
        process = subprocess.Popen(
            _with_parent(command),
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,  # Interrupting a cell must not end it.
        )
        answer.set_result((process, *_read_address(process)))
    except Exception as problem:
        answer.set_exception(problem)
    else:
        _drain(process)


def _with_parent(command: list[str]) -> list[str]:
    """Of a kernel that is killed nothing but Linux tells."""
    if sys.platform != "linux" or not sys.executable:
        return command
    script = os.path.join(os.path.dirname(__file__), "_with_parent.py")
    return [sys.executable, "-S", script, str(os.getpid()), *command]


def _read_address(process: subprocess.Popen[str]) -> tuple[re.Match[str] | None, str]:
    """The address that the program prints, and what it says before.

    No address when it ends, or says nothing for long, and so has been ended."""
    late = threading.Timer(_PATIENCE_SECS, process.kill)
    late.start()
    told = ""
    try:
        for line in process.stdout or ():
            if found := _ADDRESS.fullmatch(line.strip()):
                return found, told.strip()
            told = (told + line)[:_MOST_COMPLAINTS]
    finally:
        late.cancel()
    _end(process)
    return None, told.strip()


def _drain(process: subprocess.Popen[str]) -> None:
    """A full pipe would have the program wait for ever."""
    if process.stdout is not None:
        with process.stdout:
            for _ in process.stdout:
                pass


def _end(process: subprocess.Popen[str]) -> None:
    process.terminate()
    try:
        process.wait(_PATIENCE_AT_END_SECS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _value_of(names: tuple[str, ...], arguments: tuple[str, ...]) -> str | None:
    """What the last option of these names says, in whichever way it is written."""
    last = None
    for word, following in itertools.zip_longest(arguments, arguments[1:], fillvalue=""):
        name, equals, value = word.partition("=")
        if name in names:
            last = value if equals else following
        elif word[:2] in names:  # -p6006
            last = word[2:]
    return last


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


# --- IPython ------------------------------------------------------------------


def register(shell: Any) -> None:
    """For `%load_ext stepline`."""
    shell.register_magic_function(_magic, "line", "stepline")


def unregister(shell: Any) -> None:
    """For `%unload_ext stepline`. Servers run on, for their pages are shown."""
    shell.magics_manager.magics["line"].pop("stepline", None)


def _magic(line: str) -> None:
    """The program, in a cell.

    %stepline serve LOGDIR... [--height PIXELS] [--proxy ADDRESS] [options]
        shows the page; see `%stepline serve --help` for the options.
    %stepline COMMAND ...
        runs any other command and prints what it says.
    """
    words = shlex.split(line)
    if words[:1] != ["serve"] or {"-h", "--help"} & {*words}:
        done = subprocess.run([_program.find(), *words], capture_output=True, text=True)
        print(done.stdout + done.stderr, end="")
        return
    height = _take(words, "--height") or str(_HEIGHT)
    if not height.isdecimal():
        raise ValueError(f"--height is a number of pixels, got {height!r}")
    proxy = _take(words, "--proxy")
    display(*words[1:], height=int(height), proxy=proxy)


def _take(words: list[str], option: str) -> str | None:
    """Takes an option and its value out of the words."""
    for i, word in enumerate(words):
        if word.startswith(option + "="):
            del words[i]
            return word[len(option) + 1 :]
        if word == option:
            if i + 1 == len(words):
                raise ValueError(f"{option} needs a value")
            del words[i]
            return words.pop(i)
    return None
