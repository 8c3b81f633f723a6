"""Has every Python that this process starts call install(), as it did itself.

They inherit an environment variable that says so. At the start of a Python it
is read by stepline.pth, which pip puts beside the package; or, where that is
not read (a source tree, `pip install --target`, whatever is found by
PYTHONPATH), by the sitecustomize.py in a folder of ours on PYTHONPATH.
"""

from __future__ import annotations

import os
import pathlib
import site

_VARIABLE = "STEPLINE_INSTALL"
_FOLDER = str(pathlib.Path(__file__).absolute().parent / "_startup")
_path_before: str | None = None


def begin() -> None:
    global _path_before
    os.environ[_VARIABLE] = "1"
    _path_before = os.environ.get("PYTHONPATH")
    places = _python_path()
    if not _is_read_at_start() and _FOLDER not in places:
        _set_python_path([_FOLDER, *places])


def end() -> None:
    os.environ.pop(_VARIABLE, None)
    places = _python_path()
    if _FOLDER in places:
        _set_python_path([place for place in places if place != _FOLDER])


def _is_read_at_start() -> bool:
    for folder in [*site.getsitepackages(), site.getusersitepackages()]:
        try:
            if _VARIABLE in pathlib.Path(folder, "stepline.pth").read_text(encoding="utf-8"):
                return True
        except OSError:
            pass
    return False


def _python_path() -> list[str]:
    path = os.environ.get("PYTHONPATH")
    return path.split(os.pathsep) if path else []


def _set_python_path(places: list[str]) -> None:
    if places or _path_before is not None:
        os.environ["PYTHONPATH"] = os.pathsep.join(places)
    else:
        del os.environ["PYTHONPATH"]
