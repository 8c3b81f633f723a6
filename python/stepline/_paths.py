"""Where logs lie: one path, several, or a pattern."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterator
from typing import Any


def expand(paths: Any) -> list[bytes]:
    """What the native reader opens: paths, with a name before them where a
    pattern found them. FileNotFoundError when it finds nothing."""
    if isinstance(paths, (str, bytes, os.PathLike)):
        paths = [paths]
    found: list[bytes] = []
    for path in paths:
        text = os.fsdecode(path)
        if glob.has_magic(text) and not os.path.lexists(text):
            found.extend(map(os.fsencode, _matches(text)))
        else:
            found.append(os.fsencode(text))
    return found


def _matches(pattern: str) -> Iterator[str]:
    fixed: list[str] = []
    for part in pattern.split(os.sep):
        if glob.has_magic(part):
            break
        fixed.append(part)
    root = os.sep.join(fixed) or (os.sep if pattern.startswith(os.sep) else ".")
    last = None
    for path in sorted(glob.glob(pattern, recursive=True)):
        if last is not None and path.startswith(last + os.sep):
            continue  # It lies within one that is read with all below it.
        if not os.path.isdir(path) and "tfevents" not in os.path.basename(path):
            continue
        last = path.rstrip(os.sep)
        name = os.path.relpath(path, root)
        yield path if name == "." or ":" in name else f"{name}:{path}"
    if last is None:
        raise FileNotFoundError(f"nothing matches ({pattern})")
