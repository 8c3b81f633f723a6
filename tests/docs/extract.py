#!/usr/bin/env python3
"""Takes the C++ out of the documents, so that it is compiled and run.

    extract.py OUTPUT_FOLDER DOCUMENT...

Every ```cpp block is taken. One with a `main` becomes a program of its own,
<document>_<line>.cc. One without is a function body that is given a
`stepline::SummaryWriter& writer`, with the block's own #include lines moved to
the top; all of a document's go into <document>_snippets.cc, whose main runs
them in turn and closes the writer. A call whose result the block ignores must
succeed, or the program ends with an error (require.h). Prints the names of the
files, and touches only those whose content changed.
"""

import pathlib
import re
import sys

BLOCK = re.compile(r"^```cpp\n(.*?)^```$", re.M | re.S)
MAIN = re.compile(r"^int main\(", re.M)
INCLUDE = re.compile(r"^#include .*\n", re.M)
# A statement that ignores what a call returns, also one behind an `if (...)`.
IGNORED = re.compile(r"(^ *|\) )(?=writer\.(?:add|finish)_)", re.M)
HEADER = '#include "require.h"\n'


def blocks(document):
    """(line of the first code line, code) of each block."""
    text = document.read_text(encoding="utf-8")
    for match in BLOCK.finditer(text):
        yield text.count("\n", 0, match.start(1)) + 1, match[1]


def required(code):
    code = IGNORED.sub(r"\1stepline::docs::require(), ", code)
    unseen = re.search(r"(?<!require\(\), )(?<!= )writer\.(add|finish)_.*", code)
    if unseen:
        raise SystemExit(f"neither required to succeed nor kept: {unseen[0]}")
    return code


def snippet(document, line, code):
    body = required(INCLUDE.sub("\n", code))
    return (f"void snippet_{line}(stepline::SummaryWriter& writer) {{\n"
            f'#line {line} "{document}"\n{body}}}\n')


def snippets_program(document, found):
    includes = {"#include <cstdio>\n", "#include <stepline/summary_writer.h>\n", HEADER}
    for _, code in found:
        includes.update(INCLUDE.findall(code))
    calls = "".join(f"  snippet_{line}(writer);\n" for line, _ in found)
    functions = "\n".join(snippet(document, *block) for block in found)
    return (f"{''.join(sorted(includes))}\nnamespace {{\n\n{functions}\n}}\n\n"
            "int main() {\n"
            '  stepline::SummaryWriter writer("runs/snippets");\n'
            f"{calls}"
            "  const auto closed = writer.close();\n"
            "  if (closed) return 0;\n"
            '  std::fprintf(stderr, "%s\\n", closed.error().message.c_str());\n'
            "  return 1;\n}\n")


def programs(document):
    """File name to content."""
    stem = document.stem.lower()
    found = list(blocks(document))
    made = {f"{stem}_{line}.cc": f'{HEADER}#line {line} "{document}"\n{required(code)}'
            for line, code in found if MAIN.search(code)}
    rest = [block for block in found if not MAIN.search(block[1])]
    if rest:
        made[f"{stem}_snippets.cc"] = snippets_program(document, rest)
    return made


def main(arguments):
    output = pathlib.Path(arguments[0])
    output.mkdir(parents=True, exist_ok=True)
    for name in arguments[1:]:
        for file_name, content in programs(pathlib.Path(name)).items():
            path = output / file_name
            if not path.exists() or path.read_text(encoding="utf-8") != content:
                path.write_text(content, encoding="utf-8")
            print(file_name)


if __name__ == "__main__":
    main(sys.argv[1:])
