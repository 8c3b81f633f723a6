"""install(): others' imports give ours. Each test is a program of its own."""

import os
import pathlib
import shutil
import subprocess
import sys
import sysconfig
import textwrap
import venv

import pytest

import stepline

PTH = pathlib.Path(stepline.__file__).parents[1] / "stepline.pth"
# As if these were not installed.
ABSENT = """
import sys
class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("tensorboard", "tensorboardX", "tensorflow"):
            raise ModuleNotFoundError(name, name=name)
sys.meta_path.insert(0, Absent())
"""


def run(code, *arguments, python=sys.executable, **environment):
    done = subprocess.run(
        [python, "-W", "error", *arguments, *(["-c", textwrap.dedent(code)] if code else [])],
        text=True,
        capture_output=True,
        timeout=120,
        env={**os.environ, **environment},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module", params=["by pip", "on PYTHONPATH"])
def python(request, tmp_path_factory):
    """A Python that has the package as pip installs it, with stepline.pth,
    or finds it on PYTHONPATH."""
    if request.param == "on PYTHONPATH":
        return sys.executable
    folder = tmp_path_factory.mktemp("venv")
    venv.create(folder, symlinks=True)
    site = pathlib.Path(sysconfig.get_path("purelib", "venv", {"base": str(folder)}))
    package = pathlib.Path(stepline._native.__file__).parents[1]
    (site / "others.pth").write_text(f"{sysconfig.get_path('purelib')}\n{package}\n")
    (site / PTH.name).write_text(PTH.read_text())
    return str(folder / "bin/python")


def test_imports_give_ours():
    run("""
        import stepline
        stepline.install()
        import tensorboardX
        from torch.utils.tensorboard import FileWriter, RecordWriter, SummaryWriter
        import torch
        import stepline.tensorboardX, stepline.torch_tensorboard
        assert SummaryWriter is stepline.SummaryWriter
        assert tensorboardX is stepline.tensorboardX
        assert torch.utils.tensorboard is stepline.torch_tensorboard
    """)


@pytest.mark.parametrize(
    "statement",
    [
        "from tensorboardX.summary import hparams",
        "import tensorboardX.x2num as module",
        "from tensorboardX.proto.event_pb2 import Event",
        "from tensorboardX.proto import summary_pb2",
        "import tensorboardX.proto.tensor_pb2",
        "from tensorboardX import GlobalSummaryWriter, TorchVis",
        "from torch.utils.tensorboard.summary import hparams",
        "from torch.utils.tensorboard._utils import make_grid",
        "from torch.utils.tensorboard._pytorch_graph import graph",
        "import torch.utils.tensorboard.writer",
    ],
)
def test_modules_are_ours(statement):
    run(f"""
        import sys, stepline
        stepline.install()
        {statement}
        for name in list(sys.modules):
            if name.startswith(("tensorboardX", "torch.utils.tensorboard")):
                assert "stepline" in repr(sys.modules[name]), name
    """)


def test_unknown_modules_are_not_found():
    shown = run("""
        import stepline
        stepline.install()
        try:
            import tensorboardX.nonsense
        except ModuleNotFoundError as problem:
            print(problem.name)
    """)
    assert shown == "tensorboardX.nonsense\n"


def test_the_originals_need_not_be_installed():
    shown = run(ABSENT + """
import importlib.util, stepline
stepline.install()
assert importlib.util.find_spec("tensorboardX") is not None
from tensorboardX import SummaryWriter
from torch.utils.tensorboard import SummaryWriter
stepline.uninstall()
assert "tensorboardX" not in sys.modules
try:
    import tensorboardX
except ModuleNotFoundError:
    print("as before")
""")
    assert shown == "as before\n"


def test_names_taken_before_are_replaced():
    run("""
        import warnings
        warnings.simplefilter("ignore")
        import tensorboardX, torch, torch.utils.tensorboard as tb
        from tensorboardX import SummaryWriter as X
        from torch.utils.tensorboard import SummaryWriter as T
        modules = [tensorboardX, tb]
        import stepline
        stepline.install()
        assert T is stepline.SummaryWriter
        assert X is tensorboardX.SummaryWriter
        assert X.__module__ == "stepline.tensorboardX.writer"
        assert modules[0].SummaryWriter is X and modules[1].SummaryWriter is T
        assert tb is torch.utils.tensorboard
    """)


TAKEN = {
    "from torch.utils.tensorboard import writer as x": "stepline.torch_tensorboard.writer",
    "import torch.utils.tensorboard.writer as x": "stepline.torch_tensorboard.writer",
    "import torch.utils.tensorboard.summary as x": "stepline.torch_tensorboard.summary",
    "from torch.utils.tensorboard.writer import SummaryWriter as x": "stepline.writer",
    "from torch.utils.tensorboard.summary import hparams as x": "stepline.torch_tensorboard.summary",
    "import tensorboardX.writer as x": "stepline.tensorboardX.writer",
    "from tensorboardX import x2num as x": "stepline.tensorboardX.x2num",
    "from tensorboardX.x2num import make_np as x": "stepline.tensorboardX.x2num",
    "from tensorboardX.event_file_writer import EventFileWriter as x":
        "stepline.tensorboardX.event_file_writer",
    "from tensorboardX.proto.event_pb2 import Event as x": "tensorboardX.proto.event_pb2",
    "from tensorboardX import visdom_writer as x": "tensorboardX.visdom_writer",
}  # fmt: skip


def test_what_was_taken_before_is_replaced_and_comes_back():
    run(f"""
        import sys, types, warnings
        warnings.simplefilter("ignore")
        import stepline
        taken = {{}}
        for statement in {list(TAKEN)!r}:
            module = taken[statement] = types.ModuleType(f"user{{len(taken)}}")
            exec(statement, vars(module))
            sys.modules[module.__name__] = module
        before = {{statement: module.x for statement, module in taken.items()}}
        def home(x):
            return x.__name__ if isinstance(x, types.ModuleType) else x.__module__
        stepline.install()
        shown = {{statement: home(module.x) for statement, module in taken.items()}}
        assert shown == {TAKEN!r}, shown
        stepline.uninstall()
        assert {{statement: module.x for statement, module in taken.items()}} == before
    """)


def test_writers_that_are_open_go_on(tmp_path):
    run(f"""
        import os, warnings
        warnings.simplefilter("ignore")
        import numpy as np, tensorboardX, torch.utils.tensorboard as tb
        writers = [tensorboardX.SummaryWriter({str(tmp_path / "x")!r}),
                   tb.SummaryWriter({str(tmp_path / "t")!r})]
        import stepline
        stepline.install()
        for writer in writers:
            writer.add_scalar("a", 1, 1)
            writer.add_image("b", np.zeros((3, 4, 4)), 1)
            writer.add_hparams({{"lr": 1}}, {{"m": 2.0}})
            writer.close()
        reader = stepline.SummaryReader({str(tmp_path)!r})
        assert reader.names("image") == ["b"] and "a" in reader.scalar_names("x")
    """)


def test_uninstall_restores():
    run("""
        import os, sys, warnings
        warnings.simplefilter("ignore")
        import tensorboardX, torch.utils.tensorboard as tb
        import tensorboard.summary.writer.record_writer as records
        from tensorboardX import SummaryWriter as X
        import stepline
        import stepline.tensorboardX, stepline.torch_tensorboard
        def state():
            names = [n for n in sys.modules if not n.startswith("stepline")]
            return {n: (id(sys.modules[n]), {k: id(v) for k, v in vars(sys.modules[n]).items()})
                    for n in names if n.startswith(("torch.utils", "tensorboard", "__main__"))}
        path, before = list(sys.meta_path), None
        before = state()
        stepline.install()
        stepline.install()
        from tensorboardX.x2num import make_np
        import tensorboardX.proto.api_pb2
        assert X.__module__.startswith("stepline")
        assert os.environ["STEPLINE_INSTALL"] == "1"
        del make_np
        stepline.uninstall()
        stepline.uninstall()
        after = state()
        for names in (before, after):
            names["__main__"][1].pop("before", None)
        assert after == before, {n: (before.get(n), after.get(n)) for n in before if after.get(n) != before[n]}
        assert sys.meta_path == path and "STEPLINE_INSTALL" not in os.environ
        assert X.__module__ == "tensorboardX.writer"
    """)


def test_what_was_imported_since_is_forgotten():
    run("""
        import warnings
        warnings.simplefilter("ignore")
        import stepline
        stepline.install()
        import torch.utils.tensorboard
        stepline.uninstall()
        assert not hasattr(torch.utils, "tensorboard")
        import torch.utils.tensorboard
        assert torch.utils.tensorboard.SummaryWriter.__module__ == "torch.utils.tensorboard.writer"
    """)


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_children_do_the_same(method, python, tmp_path):
    program = tmp_path / "program.py"
    program.write_text(
        "import multiprocessing, sys\n"
        "def log(where):\n"
        "    import tensorboardX\n"
        "    assert tensorboardX.SummaryWriter.__module__.startswith('stepline')\n"
        "    with tensorboardX.SummaryWriter(where) as writer:\n"
        "        writer.add_scalar('a', 1)\n"
        "if __name__ == '__main__':\n"
        "    context = multiprocessing.get_context(sys.argv[1])\n"
        "    child = context.Process(target=log, args=(sys.argv[2],))\n"
        "    child.start()\n"
        "    child.join()\n"
        "    sys.exit(child.exitcode)\n"
    )
    logs = tmp_path / "logs"
    run("", "-m", "stepline", str(program), method, str(logs), python=python)
    assert len(list(logs.glob("events*"))) == 1


def test_other_programs_that_are_started_do_the_same(python):
    shown = run(
        """
        import subprocess, sys, stepline
        stepline.install()
        code = "import tensorboardX; print(tensorboardX.SummaryWriter.__module__)"
        print(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout)
        stepline.uninstall()
        print(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout)
        """,
        python=python,
    )
    assert shown.split() == ["stepline.tensorboardX.writer", "tensorboardX.writer"]


CHILD = """
import subprocess, sys, stepline
stepline.install()
code = "import tensorboardX; print(tensorboardX.SummaryWriter.__module__)"
print(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout)
"""


def test_children_find_a_package_on_the_path_of_the_program(tmp_path):
    source = pathlib.Path(stepline.__file__).parent
    shutil.copytree(source, tmp_path / "stepline", ignore=shutil.ignore_patterns("__pycache__"))
    if not list(source.glob("_native*.so")):
        shutil.copy(stepline._native.__file__, tmp_path / "stepline")
    shown = run(f"import sys\nsys.path.insert(0, {str(tmp_path)!r})" + CHILD, PYTHONPATH="")
    assert shown.split() == ["stepline.tensorboardX.writer"]


def test_children_run_the_sitecustomize_that_ours_hides(tmp_path):
    (tmp_path / "sitecustomize.py").write_text("print('theirs')\n")
    path = f"{os.environ.get('PYTHONPATH', '')}{os.pathsep}{tmp_path}"
    shown = run(CHILD, PYTHONPATH=path)
    assert shown.split() == ["theirs", "theirs", "stepline.tensorboardX.writer"]


def test_children_of_another_python_are_left_alone(tmp_path):
    (tmp_path / "numpy.py").write_text("raise ImportError('not here')\n")
    shown = run(f"""
        import os, subprocess, sys, stepline
        stepline.install()
        os.environ["PYTHONPATH"] += os.pathsep + {str(tmp_path)!r}
        done = subprocess.run([sys.executable, "-c", "print(1)"], capture_output=True, text=True)
        print(done.stdout, done.stderr)
    """)
    assert shown.split() == ["1"]


def test_isolated_children_do_the_same_where_pip_has_installed_it(python):
    if python == sys.executable:
        expected = []  # It cannot: its PYTHONPATH is not looked at.
    else:
        expected = ["stepline.tensorboardX.writer"] * 2
    shown = run(
        """
        import subprocess, sys, stepline
        stepline.install()
        code = "import tensorboardX as x; m = x.SummaryWriter.__module__; 'step' in m and print(m)"
        for option in ("-I", "-E"):
            subprocess.run([sys.executable, option, "-c", code], check=True)
        """,
        python=python,
    )
    assert shown.split() == expected


@pytest.mark.parametrize("path", ["", os.pathsep, "/nowhere", None])
def test_the_environment_is_as_before_after_uninstall(path):
    given = "" if path is None else f"os.environ['PYTHONPATH'] = {path!r}"
    run(f"""
        import os
        {given or "os.environ.pop('PYTHONPATH', None)"}
        import stepline
        before = dict(os.environ)
        stepline.install()
        assert dict(os.environ) != before
        stepline.uninstall()
        assert dict(os.environ) == before
    """)
