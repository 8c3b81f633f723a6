"""The annotations hold, and the generated stub says what the extension has."""

import importlib
import inspect
import os
import pathlib
import pkgutil
import re
import shutil
import subprocess
import sys
import typing

import pytest

import stepline
from stepline import _native

PYRIGHT = pathlib.Path(sys.prefix, "bin/pyright")  # Put there by tools/pyright.sh.
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
    """Runs a checker, which finds the package in `folder`."""
    done = subprocess.run(
        arguments,
        cwd=folder,
        env={
            **os.environ,
            "MYPYPATH": str(folder),
            "PATH": f"{sys.prefix}/bin{os.pathsep}{os.environ['PATH']}",  # pyright asks `python`.
            "PYTHONPATH": str(folder),
        },
        text=True,
        capture_output=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def mypy(*arguments, folder):
    run(sys.executable, "-m", "mypy", *arguments, folder=folder)


def pyright(*arguments, folder):
    run(str(PYRIGHT), *arguments, folder=folder)


@pytest.mark.parametrize("check", [mypy, pyright])
def test_the_package_is_typed(check, package):
    assert (package / "stepline/py.typed").exists()
    check(*(["-p"] if check is mypy else []), "stepline", folder=package)


def test_the_stub_is_that_of_the_extension(package):
    run(
        sys.executable,
        "-m",
        "mypy.stubtest",
        "--mypy-config-file=pyproject.toml",
        "--allowlist=allowed",
        "--ignore-disjoint-bases",
        "stepline._native",
        folder=package,
    )


def test_no_type_that_users_see_is_unknown(package):
    # Fails for anything below a completeness of 100 %.
    pyright("--verifytypes", "stepline", "--ignoreexternal", folder=package)


GOOD = """# pyright: strict
from stepline import SummaryReader, SummaryWriter, step_scope, summarize_scalar
from stepline.tensorboardX import SummaryWriter as X

with SummaryWriter("x", flush_secs=3) as writer:
    writer.add_scalar("a", 1.5, global_step=2)
    writer.add_hparams({"lr": 1}, {}, run_name="x")
    with step_scope(writer, 3):
        summarize_scalar("b", 2.5)
with X(logdir="y") as other:
    other.add_scalar("a", 1.5, display_name="A")
for point in SummaryReader("x").read_texts("a"):
    print(point.text.upper())
"""
WRONG = {
    "add_scalar": "SummaryWriter().add_scalar(3, 4)\n",
    "flush_secs": "SummaryWriter(flush_secs='soon')\n",
    "add_nothing": "SummaryWriter().add_nothing('a', 1)\n",
}


@pytest.mark.parametrize("check", [mypy, pyright])
def test_a_users_program_is_checked(check, package):
    program = package / "program.py"
    strict = ["--strict"] if check is mypy else []
    program.write_text(GOOD)
    check(*strict, "program.py", folder=package)
    program.write_text("from stepline import SummaryWriter\n" + "".join(WRONG.values()))
    with pytest.raises(AssertionError) as problem:
        check(*strict, "program.py", folder=package)
    for name in WRONG:
        assert name in str(problem.value)


def every_function():
    """Of the package: (name, function), those of classes included."""
    for found in pkgutil.walk_packages(stepline.__path__, "stepline."):
        if not re.search(r"\b(__main__|sitecustomize)$", found.name):
            module = importlib.import_module(found.name)
            for name, thing in vars(module).items():
                if getattr(thing, "__module__", "") == module.__name__:
                    yield from functions_of(f"{module.__name__}.{name}", thing)


def functions_of(name, thing):
    if inspect.isfunction(thing):
        yield name, thing
    elif inspect.isclass(thing):
        yield name, thing
        for own_name, value in vars(thing).items():
            function = getattr(value, "fget", None) or getattr(value, "__func__", value)
            if inspect.isfunction(function):
                yield f"{name}.{own_name}", function


def test_annotations_can_be_evaluated():
    functions = dict(every_function())
    assert "stepline.reader.SummaryReader.to_pandas" in functions
    for name, function in functions.items():
        try:
            typing.get_type_hints(function)
        except NameError as problem:
            pytest.fail(f"{name}: {problem}")


def test_what_a_reader_has_is_documented():
    for kind in (stepline.SummaryReader, stepline.ScalarTable):
        for name, value in vars(kind).items():
            if not name.startswith("_") and callable(getattr(value, "fget", value)):
                assert value.__doc__, f"{kind.__name__}.{name}"
