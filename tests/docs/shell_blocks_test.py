"""Runs the shell blocks of docs/commandline.md, in their order.

    shell_blocks_test.py PROGRAM DOCUMENT

All ```sh blocks share one new directory and must succeed. A ```text block
right behind one is what it prints, `...` standing for anything. Needs bash.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"^```(sh|text)\n(.*?)^```$", re.M | re.S)


def blocks(text):
    """(line, script, what it prints or None) of each shell block."""
    found = []
    end_of_last = None
    for match in BLOCK.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        if match[1] == "sh":
            found.append((line, match[2], None))
            end_of_last = match.end()
        elif end_of_last is not None and not text[end_of_last:match.start()].strip():
            found[-1] = (*found[-1][:2], match[2])
    return found


def pattern_of(expected):
    return ".*?".join(map(re.escape, expected.split("...")))


def run(script, program, directory):
    path = f"{program.parent}{os.pathsep}{os.environ['PATH']}"
    variables = dict(os.environ, PATH=path, COLUMNS="80", TZ="UTC")
    return subprocess.run(
        ["bash", "-e", "-u", "-o", "pipefail", "-c", script], cwd=directory,
        env=variables, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL, text=True, timeout=120, check=False)


def check(program, document):
    """Problems, as lines."""
    found = blocks(document.read_text(encoding="utf-8"))
    if not found:
        yield f"{document.name}: no shell blocks"
    with tempfile.TemporaryDirectory() as directory:
        for line, script, expected in found:
            done = run(script, program, directory)
            place = f"{document.name}:{line}"
            if done.returncode != 0:
                yield f"{place}: status {done.returncode}\n{done.stdout}"
            elif expected is not None and not re.fullmatch(
                    pattern_of(expected), done.stdout, re.S):
                yield f"{place}: want\n{expected}got\n{done.stdout}"


def main(arguments):
    program, document = map(pathlib.Path, arguments)
    problems = list(check(program.resolve(), document))
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
