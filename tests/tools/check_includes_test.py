"""The layering check finds what it is there to find."""

import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import check_includes  # noqa: E402


def problems(**files):
    """What is wrong with a tree of these files: path with "__" for "/"."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            stem, _, suffix = name.rpartition("_")
            path = pathlib.Path(folder, stem.replace("__", "/") + "." + suffix)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return list(check_includes.check(folder))


class Layers(unittest.TestCase):
    def test_a_layer_may_include_itself_and_what_is_below(self):
        self.assertEqual([], problems(
            src__record__a_cc='#include "record/a.h"\n#include "base/b.h"\n'
                              "#include <string>\n#include <unistd.h>\n"))

    def test_a_layer_may_not_include_what_is_above(self):
        self.assertEqual(
            ["src/base/a.cc:2: base may not include event (event/event.h)"],
            problems(src__base__a_cc='\n#include "event/event.h"\n'))

    def test_writer_and_reader_do_not_know_each_other(self):
        self.assertEqual(2, len(problems(
            src__writer__a_cc='#include "reader/reader.h"\n',
            src__reader__a_cc='#include "writer/core.h"\n')))

    def test_angle_brackets_do_not_hide_an_own_header(self):
        self.assertEqual(
            ["src/base/a.cc:1: base may not include event (event/event.h)"],
            problems(src__base__a_cc="#include <event/event.h>\n",
                     src__event__event_h=""))

    def test_a_header_is_included_by_its_path_from_src(self):
        self.assertEqual(
            ['src/base/a.cc:1: "b.h": include by path from src/'],
            problems(src__base__a_cc='#include "b.h"\n'))

    def test_the_transport_knows_neither_json_nor_the_store(self):
        self.assertEqual(
            ["src/server/http/a.cc:2: server/http may not include "
             "server/api/json.h",
             "src/server/http/a.cc:3: server/http may not include "
             "store/store.h"],
            problems(src__server__http__a_cc='#include "server/api/service.h"\n'
                                             '#include "server/api/json.h"\n'
                                             '#include "store/store.h"\n'))

    def test_a_folder_that_is_in_no_table_is_a_problem(self):
        self.assertEqual(["src/misc/a.cc:1: src/misc is not in the table of layers"],
                         problems(src__misc__a_cc=""))

    def test_only_named_public_headers_are_seen_below_the_writer(self):
        self.assertEqual(
            ["src/base/a.cc:1: base may not include <stepline/graph.h>"],
            problems(src__base__a_cc='#include "stepline/graph.h"\n'
                                     '#include "stepline/result.h"\n'))


class ThirdParty(unittest.TestCase):
    def test_protozero_stays_in_event(self):
        include = "#include <protozero/pbf_writer.hpp>\n"
        self.assertEqual(
            ["src/writer/a.cc:1: <protozero/pbf_writer.hpp> belongs to event, "
             "not to writer"],
            problems(src__event__a_cc=include, src__writer__a_cc=include))

    def test_sockets_stay_in_the_transport(self):
        include = "#include <boost/asio.hpp>\n"
        self.assertEqual(
            ["src/server/api/a.cc:1: <boost/asio.hpp> belongs to server/http, "
             "not to server/api"],
            problems(src__server__http__a_cc=include,
                     src__server__api__a_cc=include))

    def test_an_unknown_library_is_a_problem(self):
        self.assertEqual(["src/base/a.cc:1: <fmt/format.h> is in no table"],
                         problems(src__base__a_cc="#include <fmt/format.h>\n"))


class PublicHeaders(unittest.TestCase):
    def test_they_include_the_standard_library_and_each_other(self):
        self.assertEqual([], problems(
            include__stepline__a_h='#include <vector>\n#include "stepline/b.h"\n'))

    def test_they_include_nothing_else(self):
        self.assertEqual(4, len(problems(
            include__stepline__a_h='#include "base/crc32c.h"\n'
                                   "#include <unistd.h>\n"
                                   "#include <torch/torch.h>\n"
                                   '#include "stepline/adapt/torch.h"\n')))

    def test_adaptors_may(self):
        self.assertEqual([], problems(
            include__stepline__adapt__torch_h="#include <torch/torch.h>\n"))


class OpeningFiles(unittest.TestCase):
    def test_only_storage_does(self):
        code = ("void f() { int fd = ::open(path, 0); ::write(fd, b, 1); }\n"
                "std::ofstream out(path);\nauto* f = std::fopen(path, mode);\n"
                "std::filesystem::path p;\n")
        self.assertEqual([], problems(src__storage__a_cc=code))
        self.assertEqual(5, len(problems(src__writer__a_cc=code)))

    def test_the_headers_count_too(self):
        self.assertEqual(1, len(problems(src__writer__a_cc="#include <fstream>\n")))

    def test_methods_comments_and_strings_do_not(self):
        self.assertEqual([], problems(src__writer__a_cc=(
            "file.open(x); file->write(y); Sink::write(z); reopen(x);\n"
            '// ::open(path)\nlog("::open(");\nint n = 1\'000; f(n);\n')))


class Bindings(unittest.TestCase):
    def test_they_stand_on_the_public_headers(self):
        self.assertEqual(
            ["python/bindings/a.cc:1: a binding may not include writer/core.h",
             "python/bindings/a.cc:2: a binding may not include unistd.h"],
            problems(python__bindings__a_cc='#include "writer/core.h"\n'
                                            "#include <unistd.h>\n"
                                            '#include "stepline/result.h"\n'
                                            '#include "arrays.h"\n'
                                            "#include <nanobind/nanobind.h>\n"
                                            "#include <string>\n"))


class Web(unittest.TestCase):
    def test_charts_do_not_know_pages(self):
        self.assertEqual(
            ["web/src/charts/a.ts:1: charts may not import ../pages/p"],
            problems(web__src__charts__a_ts="import { p } from '../pages/p';\n"
                                            "import { b } from '../base/b';\n"))


class Architecture(unittest.TestCase):
    def test_quotes_the_tables(self):
        text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
        for part in check_includes.table().split("\n\n"):
            self.assertIn(part.strip(), text,
                          "paste the output of tools/check_includes.py --table")


if __name__ == "__main__":
    unittest.main()
