"""python -m stepline train.py args...

Runs a program, or with -m a module, whose imports of torch.utils.tensorboard
and tensorboardX give Stepline's.
"""

from __future__ import annotations

import os
import runpy
import sys
from types import ModuleType

from stepline._install import install

_USAGE = "usage: python -m stepline [-m module | program.py] [argument ...]"


def main() -> None:
    arguments = sys.argv[1:]
    if not arguments or arguments[0] in ("-h", "--help"):
        print(f"{_USAGE}\n{__doc__}" if arguments else _USAGE)
        sys.exit(0 if arguments else 2)
    install()
    if arguments[0] == "-m":
        if len(arguments) < 2:
            sys.exit(_USAGE)
        sys.argv = arguments[1:]
        runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
    else:
        _run_program(arguments)


def _run_program(arguments: list[str]) -> None:
    path = arguments[0]
    if not os.path.isfile(path):
        sys.exit(f"stepline: there is no program {path!r}\n{_USAGE}")
    with open(path, "rb") as file:
        code = compile(file.read(), path, "exec")
    sys.argv = arguments
    sys.path[0] = os.path.dirname(os.path.abspath(path))
    # Where multiprocessing finds what its children have to import.
    program = ModuleType("__main__")
    program.__file__ = path
    program.__dict__["__builtins__"] = __builtins__
    sys.modules["__main__"] = program
    exec(code, program.__dict__)


if __name__ == "__main__":
    main()
