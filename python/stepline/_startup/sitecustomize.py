"""What Python runs at its start where _children.py has put this folder on
PYTHONPATH. It gets out of the way, and lets install() be called."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import os
import sys

_HERE = os.path.dirname(os.path.abspath(__file__))


def _run_the_one_behind() -> None:
    """The machine's own sitecustomize, which this one hides."""
    sys.path[:] = [place for place in sys.path if os.path.abspath(place) != _HERE]
    spec = importlib.machinery.PathFinder.find_spec("sitecustomize")
    if spec is None or spec.loader is None:
        return
    module = importlib.util.module_from_spec(spec)
    sys.modules["sitecustomize"] = module
    spec.loader.exec_module(module)


def _install() -> None:
    beside = os.path.dirname(os.path.dirname(_HERE))
    sys.path.append(beside)  # The parent may have found the package by other means.
    try:
        import stepline
    except ImportError:
        return  # Another Python, which has no use for it.
    finally:
        sys.path.remove(beside)
    stepline.install()


_run_the_one_behind()
if os.environ.get("STEPLINE_INSTALL") == "1":
    _install()
