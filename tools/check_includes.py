#!/usr/bin/env python3
"""Checks who includes whom: `tools/check_includes.py [ROOT]`.

The tables below are the layering of the project; ARCHITECTURE.md quotes them
(`--table` prints them as it does). Exit status 1 when a file breaks a rule.
"""

import pathlib
import re
import sys

# Which folders of src/ a folder may include, beside itself.
LAYERS = {
    "base": [],
    "storage": ["base"],
    "record": ["base", "storage"],
    "event": ["base"],
    "media": ["base"],
    "writer": ["base", "storage", "record", "event", "media"],
    "reader": ["base", "storage", "record", "event"],
    "store": ["base", "storage", "record", "event", "reader"],
    "projection": ["base"],
    "server": ["base", "event", "media", "projection", "reader", "store"],
    "dataserver": ["base", "event", "reader", "store"],
    "cli": ["base", "storage", "record", "event", "media", "writer", "reader",
            "store", "server", "dataserver"],
}

# Which public headers (include/stepline/) a folder may include.
PUBLIC = {
    "base": ["result.h", "tensor_view.h"],
    "storage": ["result.h"],
    "record": ["result.h"],
    "event": ["custom_scalars.h", "graph.h", "result.h", "summary_options.h",
              "tensor_view.h"],
    "media": ["result.h", "tensor_view.h"],
    "writer": ["custom_scalars.h", "graph.h", "result.h", "step_scope.h",
               "summary_options.h", "summary_writer.h", "tensor_view.h",
               "writer_options.h"],
    "reader": ["result.h", "tensor_view.h"],
    "store": ["custom_scalars.h", "graph.h", "reader_options.h", "result.h",
              "summary_options.h", "summary_reader.h", "summary_values.h",
              "tensor_view.h"],
    "projection": ["result.h", "tensor_view.h"],
    "server": ["result.h"],
    "dataserver": ["result.h"],
    "cli": ["*"],
}

# Whose headers, and which folders, or parts of one, may include them. A library
# that is not here may not be included at all.
THIRD_PARTY = {
    "isa-l": ["base", "media"],
    "protozero": ["event"],
    "gif_lib.h": ["media"],
    "CLI": ["cli"],
    "boost": ["server/http"],
    "openssl": ["server/http"],
    "re2": ["server"],
    "grpcpp": ["dataserver"],
    "google": ["dataserver"],
}

# Parts that see less than their folder may: these own headers and no others.
# Answers are made without sockets, and carried without knowing JSON.
NARROW = {
    "server/http": ["base/", "server/api/parameters.h", "server/api/service.h",
                    "server/assets/", "server/http/", "server/live/live_feed.h",
                    "server/text.h"],
}

# Which folders of web/src/ a folder may import from, beside itself.
WEB = {
    "base": [],
    "api": ["base"],
    "state": ["base", "api"],
    "charts": ["base"],
    "widgets": ["base", "charts"],
    "pages": ["base", "api", "state", "charts", "widgets"],
}

# Folders that may ask the operating system for files. Everything else goes
# through storage, so that a test can put memory or faults below it.
OPENS_FILES = ["storage"]

FILE_CALLS = re.compile(
    r"(?<![\w:.>])(?:std::)?(?:fopen|freopen|opendir|mkstemp|mkdtemp)\s*\("
    r"|(?<![\w>])::(?:open|openat|creat|read|write|pread|pwrite|readv|writev|"
    r"close|unlink|rename|mkdir|rmdir|fsync|fdatasync|truncate|ftruncate|stat|"
    r"fstat|lstat|opendir)\s*\("
    r"|\bstd::(?:basic_)?[io]?fstream\b|\bstd::filebuf\b|\bstd::filesystem\b")
FILE_HEADERS = {"dirent.h", "fcntl.h", "filesystem", "fstream",
                "sys/stat.h", "sys/statvfs.h", "sys/uio.h"}

# C headers that the standard library does not own and that any source file,
# but no public header, may include.
SYSTEM = re.compile(
    r"(?:arpa|linux|net|netinet|sys)/[\w/]+\.h|(?:\w*intrin|cpuid|dlfcn|errno|"
    r"fcntl|dirent|limits|netdb|poll|pthread|sched|signal|spawn|stdlib|string|time|"
    r"unistd|malloc)\.h")
STANDARD = re.compile(r"[a-z_0-9]+")
# Public headers that exist to include somebody else's.
ADAPTORS = "adapt"

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.M)
IMPORT = re.compile(
    r"""(?:\bfrom\s*|\bimport\s*\(?\s*)(['"])(\.{1,2}/[^'"]*)\1""")
COMMENT_OR_STRING = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"'
    r"|(?<![\w'])'(?:\\.|[^'\\\n])+'", re.S)


def without_comments_and_strings(text):
    """`text` with both blanked out; line numbers stay."""
    return COMMENT_OR_STRING.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), text)


def line_of(text, position):
    return text.count("\n", 0, position) + 1


def check_source(root, path):
    """Problems of one file of src/, as (line, message)."""
    folders = path.relative_to(root / "src").parent
    layer = folders.parts[0]
    text = path.read_text(encoding="utf-8")
    if layer not in LAYERS:
        yield 1, f"src/{layer} is not in the table of layers"
        return
    for match in INCLUDE.finditer(text):
        line, header = line_of(text, match.start(2)), match[2]
        for problem in check_source_include(
                root, folders.as_posix(), match[1], header):
            yield line, problem
    if layer in OPENS_FILES:
        return
    code = without_comments_and_strings(text)
    for match in FILE_CALLS.finditer(code):
        yield (line_of(code, match.start()),
               f"{match[0].strip()}: only src/storage opens files")


def check_source_include(root, folder, bracket, header):
    layer = folder.split("/")[0]
    first = header.split("/")[0]
    if first == "stepline":
        name = header.removeprefix("stepline/")
        if "*" not in PUBLIC[layer] and name not in PUBLIC[layer]:
            yield f"{layer} may not include <{header}>"
    elif bracket == '"' or (root / "src" / header).exists():
        if first not in LAYERS:
            yield f'"{header}": include by path from src/'
        elif first != layer and first not in LAYERS[layer]:
            yield f"{layer} may not include {first} ({header})"
        elif folder in NARROW and not header.startswith(tuple(NARROW[folder])):
            yield f"{folder} may not include {header}"
    elif first in THIRD_PARTY:
        if not {layer, folder} & set(THIRD_PARTY[first]):
            allowed = ", ".join(THIRD_PARTY[first])
            yield f"<{header}> belongs to {allowed}, not to {folder}"
    elif header in FILE_HEADERS:
        if layer not in OPENS_FILES:
            yield f"<{header}>: only src/storage opens files"
    elif not STANDARD.fullmatch(header) and not SYSTEM.fullmatch(header):
        yield f"<{header}> is in no table"


def check_public(root, path):
    """Problems of one file of include/stepline/."""
    inside = path.relative_to(root / "include" / "stepline")
    text = path.read_text(encoding="utf-8")
    for match in INCLUDE.finditer(text):
        header = match[2]
        if header.startswith("stepline/"):
            own = header.startswith(f"stepline/{ADAPTORS}/")
            allowed = inside.parts[0] == ADAPTORS or not own
        else:
            allowed = inside.parts[0] == ADAPTORS or (
                match[1] == "<" and STANDARD.fullmatch(header))
        if not allowed:
            yield (line_of(text, match.start(2)),
                   f"a public header may not include {header}")


def check_bindings(root, path):
    """Problems of one file of python/bindings/, which has the public headers,
    its own, and its library's."""
    text = path.read_text(encoding="utf-8")
    for match in INCLUDE.finditer(text):
        header = match[2]
        if match[1] == '"':
            allowed = header.startswith("stepline/") or "/" not in header
        else:
            allowed = header.startswith("nanobind/") or STANDARD.fullmatch(header)
        if not allowed:
            yield (line_of(text, match.start(2)),
                   f"a binding may not include {header}")


def check_web(root, path):
    """Problems of one file of web/src/."""
    base = (root / "web" / "src").resolve()
    parts = path.relative_to(base).parts
    if len(parts) == 1:
        return  # The entry point sees everything.
    text = path.read_text(encoding="utf-8")
    if parts[0] not in WEB:
        yield 1, f"web/src/{parts[0]} is not in the table of layers"
        return
    for match in IMPORT.finditer(text):
        line = line_of(text, match.start(2))
        target = (path.parent / match[2]).resolve()
        if not target.is_relative_to(base):
            yield line, f"{match[2]} leaves web/src"
            continue
        folder = target.relative_to(base).parts[:1]
        if not folder or folder[0] not in [parts[0], *WEB[parts[0]]]:
            yield line, f"{parts[0]} may not import {match[2]}"


def check(root):
    """All problems below `root`, as lines `path:line: message`."""
    root = pathlib.Path(root).resolve()
    passes = [(check_source, root / "src", [".h", ".cc"]),
              (check_public, root / "include" / "stepline", [".h"]),
              (check_bindings, root / "python" / "bindings", [".h", ".cc"]),
              (check_web, root / "web" / "src", [".ts", ".svelte"])]
    for checker, folder, suffixes in passes:
        for path in sorted(folder.rglob("*")):
            if path.suffix in suffixes and path.is_file():
                for line, problem in checker(root, path):
                    yield f"{path.relative_to(root)}:{line}: {problem}"


def table():
    """The tables as ARCHITECTURE.md shows them."""
    def listed(names):
        return ", ".join(names) or "–"

    def public(layer):
        return "any" if "*" in PUBLIC[layer] else listed(PUBLIC[layer])

    lines = ["| folder of src/ | may include | public headers | third-party headers |",
             "|---|---|---|---|"]
    for layer, below in LAYERS.items():
        others = [name for name, users in THIRD_PARTY.items()
                  if layer in [user.split("/")[0] for user in users]]
        lines.append(f"| {layer} | {listed(below)} | {public(layer)} | {listed(others)} |")
    lines += ["", "| folder of web/src/ | may import |", "|---|---|"]
    lines += [f"| {folder} | {listed(below)} |" for folder, below in WEB.items()]
    return "\n".join(lines) + "\n"


def main(arguments):
    if arguments == ["--table"]:
        print(table(), end="")
        return 0
    root = arguments[0] if arguments else pathlib.Path(__file__).parent.parent
    problems = list(check(root))
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
