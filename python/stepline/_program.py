"""The program `stepline`, which the package brings along."""

from __future__ import annotations

import os
import pathlib
import shutil
import sysconfig

from stepline import _native


def find() -> str:
    """Its path. FileNotFoundError where only the package was built."""
    places = (
        pathlib.Path(sysconfig.get_path("scripts"), "stepline"),
        pathlib.Path(_native.__file__).parents[2] / "stepline",  # In a build tree.
    )
    for place in places:
        if place.is_file() and os.access(place, os.X_OK):
            return str(place)
    found = shutil.which("stepline")
    if found is None:
        raise FileNotFoundError("the program stepline is not installed beside the package")
    return found
