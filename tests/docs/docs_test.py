"""What the documents quote is what the tree holds."""

import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCUMENTS = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]


def blocks(name, language):
    text = (ROOT / name).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.M | re.S)


class Readme(unittest.TestCase):
    def test_its_first_lines_of_cpp_are_an_example(self):
        example = (ROOT / "examples/minimal/main.cc").read_text(encoding="utf-8")
        self.assertEqual(example, blocks("README.md", "cpp")[0])

    def test_its_cmake_lines_are_the_consumers(self):
        consumers = [
            (ROOT / f"tests/consumer/{way}/CMakeLists.txt").read_text(encoding="utf-8")
            for way in ("find_package", "add_subdirectory")]
        for block in blocks("README.md", "cmake"):
            for line in filter(None, block.splitlines()):
                line = line.split("#")[0].strip()
                line = line.replace("third_party/stepline", "${STEPLINE_SOURCE_DIR} stepline")
                self.assertTrue(any(line in text for text in consumers), line)

    def test_names_every_target_of_the_makefile(self):
        makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
        text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
        for target in re.findall(r"^([a-z]+):.*##", makefile, re.M):
            if target != "help":
                self.assertTrue(f"make {target}" in text, target)


class Links(unittest.TestCase):
    def test_lead_to_files_that_exist(self):
        for document in DOCUMENTS:
            text = document.read_text(encoding="utf-8")
            for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
                self.assertTrue((document.parent / target).exists(),
                                f"{document.name}: {target}")


class Headers(unittest.TestCase):
    def test_every_way_to_add_something_is_in_the_guide(self):
        header = (ROOT / "include/stepline/summary_writer.h").read_text(encoding="utf-8")
        guide = (ROOT / "docs/writing.md").read_text(encoding="utf-8")
        for name in set(re.findall(r"\b(add_\w+|finish_hparams)\(", header)):
            self.assertTrue(f"{name}(" in guide, name)

    def test_every_writer_option_is_in_the_guide(self):
        header = (ROOT / "include/stepline/writer_options.h").read_text(encoding="utf-8")
        body = header.split("struct WriterOptions {")[1]
        guide = (ROOT / "docs/writing.md").read_text(encoding="utf-8")
        names = re.findall(r"^  \S.*?(\w+)(?:\{.*\}| = .*)?;$", body, re.M)
        self.assertIn("flush_interval", names)
        for name in names:
            self.assertTrue(f"`{name}`" in guide, name)

    def test_every_way_to_read_something_is_in_the_guide(self):
        header = (ROOT / "include/stepline/summary_reader.h").read_text(encoding="utf-8")
        guide = (ROOT / "docs/reading.md").read_text(encoding="utf-8")
        methods = set(re.findall(r"\b(read_\w+|\w*names|open\w*|reload|branches)\(", header))
        self.assertIn("read_tensor", methods)
        for name in methods - {"tensor_names"}:
            self.assertTrue(f"{name}(" in guide, name)

    def test_every_reader_option_is_in_the_guide(self):
        header = (ROOT / "include/stepline/reader_options.h").read_text(encoding="utf-8")
        body = header.split("struct ReaderOptions {")[1].split("\n};")[0]
        guide = (ROOT / "docs/reading.md").read_text(encoding="utf-8")
        names = re.findall(r"^  \S.*?(\w+)(?:\{.*\}| = .*)?;$", body, re.M)
        self.assertIn("on_problem", names)
        for name in names:
            self.assertTrue(f"`{name}`" in guide, name)


if __name__ == "__main__":
    unittest.main()
