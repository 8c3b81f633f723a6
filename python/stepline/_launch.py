"""Runs a program in this process as `python program.py` does: its `__main__`,
sys.argv, sys.path, tracebacks and exit status are the same."""

from __future__ import annotations

import builtins
import importlib.machinery
import os
import pkgutil
import runpy
import sys
from types import CodeType, ModuleType, TracebackType
from typing import Any


def run(arguments: list[str]) -> None:
    """`arguments` begin with the path of a program, or of a directory or zip
    file with a `__main__.py`; or with -m and the name of a module."""
    try:
        if arguments[0] == "-m":
            _run_module(arguments[1:])
        else:
            _run_path(arguments)
    except BaseException:
        sys.excepthook = _without_our_frames(sys.excepthook)
        raise


def _run_module(arguments: list[str]) -> None:
    sys.argv = ["-m", *arguments[1:]]  # runpy puts the module's path there.
    _new_main()
    runpy._run_module_as_main(arguments[0])  # type: ignore[attr-defined]


def _run_path(arguments: list[str]) -> None:
    sys.argv = arguments
    path = os.path.join(os.getcwd(), arguments[0])
    if pkgutil.get_importer(path) is not None:
        _drop_directory_of_module()
        sys.path.insert(0, path)
        _new_main()
        runpy._run_module_as_main("__main__", False)  # type: ignore[attr-defined]
        return
    code, loader = _load(path)
    if _drop_directory_of_module():
        sys.path.insert(0, os.path.dirname(os.path.realpath(path)))
    program = _new_main()
    program.__file__ = path
    program.__loader__ = loader
    program.__dict__["__cached__"] = None
    exec(code, program.__dict__)


def _load(path: str) -> tuple[CodeType, Any]:
    if path.endswith(".pyc"):
        loader: Any = importlib.machinery.SourcelessFileLoader("__main__", path)
        return loader.get_code("__main__"), loader
    try:
        with open(path, "rb") as file:
            source = file.read()
    except OSError as problem:
        why = f"[Errno {problem.errno}] {problem.strerror}"
        print(f"{sys.executable}: can't open file {path!r}: {why}", file=sys.stderr)
        sys.exit(2)
    loader = importlib.machinery.SourceFileLoader("__main__", path)
    return compile(source, path, "exec", dont_inherit=True), loader


def _drop_directory_of_module() -> bool:
    """What `-m stepline` has put in front of sys.path. False where Python was
    told to put nothing there (-P, -I)."""
    if getattr(sys.flags, "safe_path", sys.flags.isolated):
        return False
    del sys.path[0]
    return True


def _new_main() -> ModuleType:
    """The module that others know as `__main__`, with nothing of ours in it."""
    main = sys.modules["__main__"]
    vars(main).clear()
    vars(main).update(
        __name__="__main__",
        __doc__=None,
        __package__=None,
        __loader__=None,
        __spec__=None,
        __annotations__={},
        __builtins__=builtins,
    )
    return main


def _without_our_frames(hook: Any) -> Any:
    def shown(kind: type[BaseException], value: BaseException, trace: Any) -> None:
        own = _behind_our_frames(trace)
        sys.last_traceback = own
        hook(kind, value.with_traceback(own), own)

    return shown


def _behind_our_frames(trace: TracebackType | None) -> TracebackType | None:
    behind = trace
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == __file__:
            behind = trace.tb_next
        trace = trace.tb_next
    return behind
