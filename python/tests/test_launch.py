"""`python -m stepline program.py` is `python program.py`: each case is run by
both, and what they print, to whichever stream, and their ends are compared."""

import os
import py_compile
import shutil
import subprocess
import sys
import textwrap

import pytest

PROBE = """\
'''A probe.'''
import sys
names = sorted(globals())
print(names, __name__, __doc__, __file__, __package__, __cached__, __annotations__)
print(type(__loader__).__name__, __spec__ and __spec__.name, __builtins__)
print(sys.argv, sys.path)
print(sys.modules["__main__"].__dict__ is globals())
"""
FAILS = """\
def inner():
    raise ValueError("no")
try:
    inner()
except ValueError:
    [][0]
"""
FUTURE = """\
def f(x: int): ...
print(f.__annotations__)
"""
INTERRUPTED = """\
import os, signal
signal.signal(signal.SIGINT, signal.default_int_handler)
os.kill(os.getpid(), signal.SIGINT)
"""
HOOK = """\
import atexit, sys, traceback
sys.excepthook = lambda kind, value, trace: print("hook", traceback.extract_tb(trace))
atexit.register(print, "at exit")
raise OSError("no")
"""
LAST = """\
import atexit, sys, traceback
atexit.register(lambda: print(traceback.extract_tb(sys.last_traceback)))
raise KeyError(1)
"""
SPAWNS = """\
import multiprocessing, pickle, sys
import beside
class Here:
    def __eq__(self, other): return type(self) is type(other)
def child(got, queue):
    assert type(got) is Here, type(got)
    queue.put((Here(), __name__, sys.argv, sys.path))
if __name__ == "__main__":
    context = multiprocessing.get_context("spawn")
    queue = context.SimpleQueue()
    process = context.Process(target=child, args=(Here(), queue))
    process.start()
    got, *rest = queue.get()
    process.join()
    rest[2] = [place for place in rest[2] if not place.endswith("_startup")]
    print(got == Here(), rest, process.exitcode, pickle.loads(pickle.dumps(Here)) is Here)
"""

FILES = {
    "probe.py": PROBE,
    "fails.py": FAILS,
    "future.py": FUTURE,
    "interrupted.py": INTERRUPTED,
    "hook.py": HOOK,
    "last.py": LAST,
    "spawns.py": SPAWNS,
    "beside.py": "",
    "exit3.py": "import sys; sys.exit(3)",
    "exit_words.py": "import sys; sys.exit('words')",
    "exit_none.py": "raise SystemExit",
    "wrong.py": "x = = 1\n",
    "latin.py": "# -*- coding: latin-1 -*-\nprint(ascii('\xe9'))\n".encode("latin-1"),
    "group.py": "raise ExceptionGroup('g', [ValueError(1)])" if sys.version_info > (3, 11) else "",
    "folder/__main__.py": PROBE,
    "folder_fails/__main__.py": FAILS,
    "nothing/other.py": "",
    "package/__init__.py": "",
    "package/__main__.py": PROBE,
    "package/probe.py": PROBE,
    "package/fails.py": FAILS,
}

CASES = {
    "a program": ["probe.py"],
    "its arguments": ["probe.py", "--lr", "3", "-m", "x"],
    "by a path": ["./package/../probe.py"],
    "in a directory": ["package/probe.py"],
    "a link": ["links/probe.py"],
    "in a linked directory": ["linked/probe.py"],
    "compiled": ["compiled.pyc"],
    "a folder": ["folder", "x"],
    "a linked folder": ["links/folder"],
    "a zip file": ["archive.zip", "x"],
    "a folder without a program": ["nothing"],
    "a folder that fails": ["folder_fails"],
    "a module": ["-m", "package.probe", "x"],
    "a package": ["-m", "package"],
    "a module that fails": ["-m", "package.fails"],
    "no such module": ["-m", "package.nowhere"],
    "no such program": ["nowhere.py"],
    "an exception": ["fails.py"],
    "many exceptions": ["group.py"],
    "a status": ["exit3.py"],
    "words": ["exit_words.py"],
    "no status": ["exit_none.py"],
    "wrong syntax": ["wrong.py"],
    "an encoding": ["latin.py"],
    "no future of ours": ["future.py"],
    "Ctrl-C": ["interrupted.py"],
    "a hook of its own": ["hook.py"],
    "the last traceback": ["last.py"],
    "children": ["spawns.py", "x"],
    "children of a module": ["-m", "spawns"],
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("programs")
    for name, content in FILES.items():
        file = folder / name
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
    py_compile.compile(str(folder / "probe.py"), str(folder / "compiled.pyc"))
    shutil.make_archive(str(folder / "archive"), "zip", folder / "folder")
    (folder / "links").mkdir()
    (folder / "links/probe.py").symlink_to("../package/probe.py")
    (folder / "links/folder").symlink_to("../folder")
    (folder / "linked").symlink_to("package")
    return folder


def run(folder, arguments, **environment):
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, **environment},
        text=True,
        capture_output=True,
        timeout=120,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("case", CASES)
def test_a_program_is_run_as_by_python(folder, case):
    by_python = run(folder, CASES[case])
    by_us = run(folder, ["-m", "stepline", *CASES[case]])
    assert by_us == by_python
    assert by_python[1] + by_python[2] or by_python[0] or case == "no status"


@pytest.mark.parametrize("arguments", [["probe.py"], ["folder"], ["-m", "beside"]])
def test_a_safe_path_is_as_safe(folder, arguments):
    expected = run(folder, arguments, PYTHONSAFEPATH="1")
    assert run(folder, ["-m", "stepline", *arguments], PYTHONSAFEPATH="1") == expected


def test_a_program_gets_ours(folder):
    (folder / "imports.py").write_text(
        textwrap.dedent("""\
            import sys
            from torch.utils.tensorboard import SummaryWriter
            import tensorboardX
            print(SummaryWriter.__module__, tensorboardX.SummaryWriter.__module__)
        """)
    )
    for arguments in (["imports.py"], ["-m", "imports"]):
        status, shown, complaints = run(folder, ["-W", "error", "-m", "stepline", *arguments])
        assert (status, shown.split()) == (
            0,
            ["stepline.writer", "stepline.tensorboardX.writer"],
        ), complaints


@pytest.mark.parametrize(
    "arguments, status", [([], 2), (["-m"], 2), (["--help"], 0), (["-h"], 0)]
)
def test_wrong_usage_is_told(folder, arguments, status):
    returned, shown, complaints = run(folder, ["-m", "stepline", *arguments])
    assert returned == status
    assert "usage" in (complaints if status else shown)
