#!/usr/bin/env python3
"""Takes the C++ out of the documents, so that it is compiled and run.

    extract.py OUTPUT_FOLDER DOCUMENT...

Every ```cpp block is taken. One with a `main` becomes a program of its own,
<document>_<line>.cc. One without is a function body, with its own #include
lines moved to the top; all of a document's go into <document>_snippets.cc,
whose main runs them in turn. A block that uses a `reader` is given a
`stepline::SummaryReader& reader` of a log that has been made beforehand
(reading_log.h) and must cause no warning; one that opens a reader itself finds
that log in the working directory; any other is given a
`stepline::SummaryWriter& writer`, which is closed at the end. A call of the
writer whose result the block ignores must succeed, or the program ends with an
error (require.h). Prints the names of the files, and touches only those whose
content changed.
"""

import pathlib
import re
import sys

BLOCK = re.compile(r"^```cpp\n(.*?)^```$", re.M | re.S)
MAIN = re.compile(r"^int main\(", re.M)
INCLUDE = re.compile(r"^#include .*\n", re.M)
# A statement that ignores what a call returns, also one behind an `if (...)`.
IGNORED = re.compile(r"(^ *|\) )(?=writer\.(?:add|finish)_)", re.M)
# What a block reads with: its own reader, or the one it is given.
OPENS = re.compile(r"\bSummaryReader::open")
READS = re.compile(r"\breader\b")
HEADER = '#include "require.h"\n'
LOG_HEADER = '#include "reading_log.h"\n'
MAKES_LOG = "[[maybe_unused]] const bool log_is_made = stepline::docs::make_log();\n"


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


def parameter_of(code):
    """What a block without a main is given: its type, and its name."""
    if OPENS.search(code):
        return None
    if READS.search(code):
        return "stepline::SummaryReader&", "reader"
    return "stepline::SummaryWriter&", "writer"


def needs_log(code):
    return bool(OPENS.search(code) or READS.search(code))


def snippet(document, line, code):
    body = required(INCLUDE.sub("\n", code))
    parameter = " ".join(parameter_of(code) or [])
    return (f"void snippet_{line}({parameter}) {{\n"
            f'#line {line} "{document}"\n{body}}}\n')


def snippets_program(document, found):
    includes = {"#include <cstdio>\n", "#include <stepline/summary_writer.h>\n", HEADER}
    for _, code in found:
        includes.update(INCLUDE.findall(code))
    given = [parameter_of(code) for _, code in found]
    setup = ""
    if any(needs_log(code) for _, code in found):
        includes.add(LOG_HEADER)
        setup += "  stepline::docs::make_log();\n"
    if ("stepline::SummaryReader&", "reader") in given:
        setup += "  stepline::SummaryReader reader = stepline::docs::open_log();\n"
    calls = "".join(f"  snippet_{line}({parameter[1] if parameter else ''});\n"
                    for (line, _), parameter in zip(found, given))
    functions = "\n".join(snippet(document, *block) for block in found)
    return (f"{''.join(sorted(includes))}\nnamespace {{\n\n{functions}\n}}\n\n"
            f"int main() {{\n{setup}"
            '  stepline::SummaryWriter writer("written/snippets");\n'
            f"{calls}"
            "  const auto closed = writer.close();\n"
            "  if (closed) return 0;\n"
            '  std::fprintf(stderr, "%s\\n", closed.error().message.c_str());\n'
            "  return 1;\n}\n")


def whole_program(document, line, code):
    made = f"{LOG_HEADER}{MAKES_LOG}" if needs_log(code) else ""
    return f'{HEADER}{made}#line {line} "{document}"\n{required(code)}'


def programs(document):
    """File name to content."""
    stem = document.stem.lower()
    found = list(blocks(document))
    made = {f"{stem}_{line}.cc": whole_program(document, line, code)
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
