"""What pip installs: the wheel's Python files, and what CMake puts beside them.

They are made one by one, in seconds: the wheel without its CMake part, and that
part from the build that is there anyway.
"""

import email
import os
import pathlib
import re
import subprocess
import sys
import sysconfig
import urllib.request
import venv
import zipfile

import pytest
from scikit_build_core.build import build_wheel

import stepline
from stepline import _native

ROOT = pathlib.Path(stepline.__file__).parents[2]
BUILD = pathlib.Path(_native.__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    before = os.getcwd()
    os.chdir(ROOT)
    try:
        name = build_wheel(str(folder), {"wheel.cmake": "false"})
    finally:
        os.chdir(before)
    return zipfile.ZipFile(folder / name)


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """A virtual environment with the package and numpy, and nothing else."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, symlinks=True)
    site = pathlib.Path(sysconfig.get_path("purelib", "venv", {"base": str(folder)}))
    wheel.extractall(site)
    subprocess.run(
        ["cmake", "--install", BUILD, "--component", "python", "--prefix", site], check=True
    )
    (site / "bin/stepline").rename(folder / "bin/stepline")
    for found in pathlib.Path(sysconfig.get_path("purelib")).glob("numpy*"):
        (site / found.name).symlink_to(found)
    return folder


def run(*command, cwd):
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    done = subprocess.run(command, cwd=cwd, env=environment, text=True, capture_output=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_wheel_says_what_it_needs(wheel):
    name = next(name for name in wheel.namelist() if name.endswith("dist-info/METADATA"))
    metadata = email.message_from_bytes(wheel.read(name))
    assert metadata["Version"] == stepline.__version__
    assert metadata["Requires-Python"] == ">=3.10"
    assert [re.split("[<>=]", need)[0] for need in metadata.get_all("Requires-Dist")] == ["numpy"]
    assert metadata["License-Expression"] == "Apache-2.0"


def test_a_wheel_has_all_files_and_no_others(wheel):
    names = {name for name in wheel.namelist() if ".dist-info/" not in name}
    package = ROOT / "python"
    assert names == {
        str(path.relative_to(package))
        for path in (package / "stepline").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert "stepline/py.typed" in names
    assert any(name.endswith("dist-info/licenses/LICENSE") for name in wheel.namelist())


def test_the_package_writes_and_reads_without_the_tree(installed, tmp_path):
    code = """
import pathlib, stepline, stepline._native as native
with stepline.SummaryWriter("runs/a") as writer:
    for step in range(10):
        writer.add_scalar("loss", 1 / (1 + step), step)
assert len(stepline.SummaryReader("runs").read_scalars("loss").values) == 10
folder = pathlib.Path(stepline.__file__).parent
assert folder == pathlib.Path(native.__file__).parent and (folder / "_native.pyi").exists()
print(folder)
"""
    shown = run(installed / "bin/python", "-W", "error", "-c", code, cwd=tmp_path)
    assert shown.startswith(str(installed))


def test_install_reaches_other_programs(installed, tmp_path):
    (tmp_path / "train.py").write_text(
        "import subprocess, sys, tensorboardX\n"
        "print(tensorboardX.__name__)\n"
        "if len(sys.argv) < 2: subprocess.run([sys.executable, __file__, 'again'], check=True)\n"
    )
    shown = run(installed / "bin/python", "-m", "stepline", "train.py", cwd=tmp_path)
    assert shown.split() == ["stepline.tensorboardX"] * 2


def test_the_program_serves_the_page(installed, tmp_path):
    (tmp_path / "runs").mkdir()
    program = installed / "bin/stepline"
    assert stepline.__version__ in run(program, "--version", cwd=tmp_path)
    command = [program, "serve", "runs", "--port", "0"]
    with subprocess.Popen(command, cwd=tmp_path, text=True, stdout=subprocess.PIPE) as server:
        try:
            lines = iter(server.stdout.readline, "")
            address = next(re.search(r"http://\S+", line) for line in lines if "http://" in line)
            page = urllib.request.urlopen(address.group(), timeout=60).read()
            assert b"<script" in page
        finally:
            server.terminate()


def test_the_extension_needs_no_library_but_the_systems(installed):
    native = next(installed.rglob("_native*.so"))
    shown = run("ldd", native, cwd=installed)
    assert "not found" not in shown
    assert "libpython" not in shown
