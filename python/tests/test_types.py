"""The annotations hold, and the generated stub says what the extension has."""

import os
import pathlib
import shutil
import subprocess
import sys

import pytest

import stepline
from stepline import _native

SOURCE = pathlib.Path(stepline.__file__).parent
STUB = pathlib.Path(_native.__file__).parent / "_native.pyi"
# A metaclass and a type of functions that nobody else has.
OF_NANOBIND = r"""
stepline\._native\.[A-Z]\w*
stepline\._native\.[a-z]\w*
stepline\._native\.Array\.at
stepline\._native\.(ScalarColumns|Tensor)\.__init__
"""


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    """The package as it is installed: with the stub in it."""
    folder = tmp_path_factory.mktemp("typed")
    shutil.copytree(SOURCE, folder / "stepline", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(STUB, folder / "stepline")
    shutil.copy(SOURCE.parents[1] / "pyproject.toml", folder)
    (folder / "allowed").write_text(OF_NANOBIND)
    if not list(SOURCE.glob("_native*.so")):
        shutil.copy(_native.__file__, folder / "stepline")
    return folder


def run(*arguments, folder):
    done = subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "MYPYPATH": str(folder)},
        text=True,
        capture_output=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_package_is_typed(package):
    assert (package / "stepline/py.typed").exists()
    run("mypy", "-p", "stepline", folder=package)


def test_the_stub_is_that_of_the_extension(package):
    run(
        "mypy.stubtest",
        "--allowlist=allowed",
        "--ignore-disjoint-bases",
        "stepline._native",
        folder=package,
    )


def test_a_users_program_is_checked(package):
    program = package / "program.py"
    program.write_text(
        "from stepline import SummaryWriter\n"
        "with SummaryWriter('x', flush_secs=3) as writer:\n"
        "    writer.add_scalar('a', 1.5, global_step=2)\n"
        "    writer.add_hparams({'lr': 1}, {}, run_name='x')\n"
    )
    run("mypy", "--strict", "program.py", folder=package)
    program.write_text("from stepline import SummaryWriter\nSummaryWriter().add_scalar(3, 4)\n")
    with pytest.raises(AssertionError, match="add_scalar"):
        run("mypy", "--strict", "program.py", folder=package)
