"""Where logs lie: one path, several, or a pattern."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple


class Place(NamedTuple):
    path: str  # Absolute: the program may change its working directory.
    pattern: str  # Of what lies below it; empty: that itself.

    def __str__(self) -> str:
        return os.path.join(self.path, self.pattern)


def places(paths: Any) -> list[Place]:
    """What one path, or several, mean now."""
    if isinstance(paths, (str, bytes, os.PathLike)):
        paths = [paths]
    elif not isinstance(paths, Iterable):
        raise TypeError(f"path must be a path or several, not {type(paths).__name__}")
    return [_place(os.fsdecode(path)) for path in paths]


def expand(places: list[Place]) -> list[bytes]:
    """What the native reader opens: paths, with a name before them where a
    pattern has found them."""
    found: list[bytes] = []
    for place in places:
        matches = _matches(place) if place.pattern else [place.path]
        found.extend(map(os.fsencode, matches))
    return found


def check(places: list[Place]) -> None:
    """FileNotFoundError when a pattern finds nothing."""
    for place in places:
        if place.pattern and not any(_matches(place)):
            raise FileNotFoundError(f"nothing matches ({place})")


def _place(path: str) -> Place:
    if os.path.lexists(path):
        return Place(_from_here(path), "")
    if glob.has_magic(path):
        parts = path.split(os.sep)
        first = next(i for i, part in enumerate(parts) if glob.has_magic(part))
        fixed = os.sep.join(parts[:first]) or (os.sep if first else "")
        return Place(_from_here(fixed or os.curdir), os.sep.join(parts[first:]))
    name, _, rest = path.partition(":")
    if rest and name and name[0] not in (os.sep, "."):  # A name, or the "s3" of an address.
        return Place(path if name == "s3" else f"{name}:{_from_here(rest)}", "")
    return Place(_from_here(path), "")


def _from_here(path: str) -> str:
    if not path:
        raise FileNotFoundError("an empty path leads nowhere")
    if os.pardir in path.split(os.sep):
        return os.path.join(os.getcwd(), path)  # A link may lead there.
    return os.path.abspath(path)


def _matches(place: Place) -> Iterator[str]:
    pattern = os.path.join(glob.escape(place.path), place.pattern)
    last = None
    for path in sorted(glob.glob(pattern, recursive=True)):
        if last is not None and path.startswith(last + os.sep):
            continue  # It lies within one that is read with all below it.
        if not os.path.isdir(path) and "tfevents" not in os.path.basename(path):
            continue
        last = path.rstrip(os.sep)
        name = os.path.relpath(path, place.path)
        yield path if name == "." or ":" in name else f"{name}:{path}"
