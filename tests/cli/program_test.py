"""Runs the real program: `program_test.py` with STEPLINE_PROGRAM set."""

import json
import os
import pathlib
import pty
import resource
import select
import shutil
import signal
import subprocess
import tempfile
import unittest

import event_files as ev

PROGRAM = os.environ["STEPLINE_PROGRAM"]
SANITIZED = os.environ.get("STEPLINE_SANITIZED") == "1"


def environment(**changes):
    result = {key: value for key, value in os.environ.items()
              if key not in ("NO_COLOR", "COLUMNS")}
    result.update(TERM="xterm", TZ="UTC", **changes)
    return result


def on_terminal(command, **changes):
    """What `command` writes to a terminal, and its exit status."""
    master, slave = pty.openpty()
    with subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave,
                          env=environment(**changes)) as process:
        os.close(slave)
        text = b""
        while True:
            try:
                some = os.read(master, 65536)
            except OSError:  # The other end is closed.
                break
            if not some:
                break
            text += some
        status = process.wait()
    os.close(master)
    return text.decode().replace("\r\n", "\n"), status


class ProgramTest(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.root = pathlib.Path(directory.name)

    def run_program(self, *arguments, **options):
        options.setdefault("env", environment())
        return subprocess.run([PROGRAM, *map(str, arguments)], text=True,
                              capture_output=True, cwd=self.root, timeout=120,
                              check=False, **options)

    def write(self, name, *records):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"".join(records))
        return path

    def damaged(self, name):
        bad = bytearray(ev.scalar("loss", 1, 2.0))
        bad[20] ^= 1
        return self.write(name, ev.version(), ev.scalar("loss", 0, 1.0),
                          bytes(bad), ev.scalar("loss", 2, 3.0))


class Output(ProgramTest):
    def test_has_colours_on_a_terminal_only(self):
        path = self.damaged("x.tfevents")
        text, status = on_terminal([PROGRAM, "verify", str(path)])
        self.assertEqual(status, 1)
        self.assertIn("\x1b[31m", text)
        self.assertNotIn("\x1b", self.run_program("verify", path).stdout)

    def test_respects_no_color(self):
        path = self.damaged("x.tfevents")
        text, _ = on_terminal([PROGRAM, "verify", str(path)], NO_COLOR="1")
        self.assertNotIn("\x1b", text)
        text, _ = on_terminal([PROGRAM, "verify", str(path)], NO_COLOR="")
        self.assertIn("\x1b", text)

    def test_has_no_colours_on_a_dumb_terminal(self):
        path = self.damaged("x.tfevents")
        master, slave = pty.openpty()
        subprocess.run([PROGRAM, "verify", str(path)], stdout=slave,
                       env=dict(environment(), TERM="dumb"), check=False)
        self.assertNotIn(b"\x1b", os.read(master, 65536))
        os.close(master)
        os.close(slave)

    def test_cannot_be_driven_by_names(self):
        path = self.damaged("run\n\x1b[2J/x.tfevents")
        done = self.run_program("verify", path.parent)
        self.assertEqual(done.returncode, 1)
        self.assertNotIn("\x1b", done.stdout)
        self.assertIn(r"run\n\x1b[2J/x.tfevents:", done.stdout)

    def test_repairs_names_that_are_not_utf8_in_json(self):
        name = os.fsencode(self.root) + b"/r\xffn.tfevents"
        with open(name, "wb") as file:
            file.write(ev.version())
        done = self.run_program("inspect", "--json", self.root)
        self.assertEqual(json.loads(done.stdout)["files"][0]["path"],
                         str(self.root) + "/r\ufffdn.tfevents")

    def test_ends_quietly_when_its_reader_does(self):
        for i in range(3000):
            self.write(f"r{i}/x.tfevents", ev.version())
        for ignored in (False, True):
            shell = ("trap '' PIPE; " if ignored else "") + \
                '"$0" inspect . | head -n 1; echo ${PIPESTATUS[0]}'
            done = subprocess.run(["bash", "-c", shell, PROGRAM], cwd=self.root,
                                  text=True, capture_output=True, check=False)
            self.assertEqual(done.stderr, "")
            self.assertEqual(done.stdout, "./r0/x.tfevents\n141\n")

    def test_says_when_it_cannot_be_written(self):
        self.write("x.tfevents", ev.version())
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = subprocess.run([PROGRAM, "verify", self.root / "x.tfevents"],
                                  stdout=full, stderr=subprocess.PIPE,
                                  text=True, check=False)
        self.assertEqual(done.returncode, 3)
        self.assertEqual(done.stderr, "stepline: cannot write to standard "
                                      "output: No space left on device\n")


class Inputs(ProgramTest):
    def test_a_missing_file_is_a_line_and_status_3(self):
        for command in (["inspect"], ["verify"], ["repair"],
                        ["merge", "-o", "out"]):
            done = self.run_program(*command, "absent")
            self.assertEqual(done.returncode, 3, command)
            self.assertRegex(done.stderr,
                             r'^stepline: .*"absent": No such file or '
                             r"directory\n$")

    def test_what_is_no_file_is_never_waited_for(self):
        os.mkfifo(self.root / "pipe.tfevents")
        done = self.run_program("verify", "pipe.tfevents")
        self.assertEqual(done.returncode, 3)
        done = self.run_program("verify", ".")
        self.assertEqual(done.returncode, 0)
        self.assertIn("pipe.tfevents", done.stderr)

    def test_a_huge_length_allocates_nothing(self):
        length = (2**31 - 1).to_bytes(8, "little")
        header = length + ev.masked(length).to_bytes(4, "little")
        path = self.write("x.tfevents", ev.version(), header, b"x" * 100)
        done = self.run_program("verify", path, preexec_fn=bounded(256))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("112 bytes of a record that is not complete", done.stdout)

    def test_a_file_that_grows_is_read_as_far_as_it_was(self):
        path = self.write("x.tfevents", ev.version(), ev.scalar("a", 0, 1.0))
        whole = path.read_bytes()
        with path.open("ab") as file:
            for byte in ev.scalar("a", 1, 1.0):
                file.write(bytes([byte]))
                file.flush()
                done = self.run_program("inspect", "--json", path)
                self.assertEqual(done.returncode, 0)
                report = json.loads(done.stdout)["files"][0]
                tail = path.stat().st_size - len(whole)
                if report["records"] == 2:
                    self.assertEqual(report["tail_bytes"], tail)
        self.assertEqual(report["records"], 3)


def bounded(mebibytes):
    """Limits the address space of a child, except under a sanitizer."""
    def limit():
        if not SANITIZED:
            bytes_ = mebibytes << 20
            resource.setrlimit(resource.RLIMIT_AS, (bytes_, bytes_))
    return limit


class LargeFiles(ProgramTest):
    MEBIBYTES = 20 if SANITIZED else 300

    def setUp(self):
        super().setUp()
        block = b"".join(ev.scalar("loss", step, 0.5) for step in range(2000))
        bad = bytearray(ev.scalar("loss", 0, 1.0))
        bad[20] ^= 1
        self.path = self.root / "large.tfevents"
        with self.path.open("wb") as file:
            file.write(ev.version())
            for i in range((self.MEBIBYTES << 20) // len(block)):
                file.write(block + bytes(bad) if i % 1000 == 0 else block)
        self.size = self.path.stat().st_size

    def test_need_no_memory_of_their_size(self):
        for command in (["repair", "-o", "a"],
                        ["repair", "--in-place"],
                        ["verify", "-q"],
                        ["inspect"],
                        ["merge", "-o", "b"],
                        ["merge", "--drop-superseded", "--every", "7",
                         "-o", "c"]):
            done = self.run_program(*command, self.path,
                                    preexec_fn=bounded(100))
            self.assertEqual((done.returncode, done.stderr), (0, ""), command)
        self.assertEqual((self.root / "a").stat().st_size,
                         (self.root / "b").stat().st_size)


class Interruptions(ProgramTest):
    def test_leave_nothing_half_done(self):
        block = b"".join(ev.scalar("loss", step, 0.5) for step in range(2000))
        path = self.root / "x.tfevents"
        with path.open("wb") as file:
            file.write(ev.version())
            for _ in range(600):
                file.write(block)
        before = sorted(self.root.iterdir())
        for number in (signal.SIGINT, signal.SIGTERM):
            with subprocess.Popen(
                    [PROGRAM, "merge", "--drop-superseded", "--every", "3",
                     str(path), "-o", str(self.root / "out")],
                    stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
                while sorted(self.root.iterdir()) == before:
                    select.select([], [], [], 0.001)
                process.send_signal(number)
                output = process.communicate()
                self.assertEqual(process.returncode, -number)
                self.assertEqual(output, (b"", b""))
            self.assertEqual(sorted(self.root.iterdir()), before)


class Repairs(ProgramTest):
    def test_keep_permissions_and_replace_in_one_step(self):
        path = self.damaged("x.tfevents")
        path.chmod(0o640)
        inode = path.stat().st_ino
        done = self.run_program("repair", "--in-place", path)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(path.stat().st_mode & 0o777, 0o640)
        self.assertNotEqual(path.stat().st_ino, inode)
        self.assertEqual([p.name for p in self.root.iterdir()], ["x.tfevents"])

    def test_do_not_break_links(self):
        path = self.damaged("real.tfevents")
        (self.root / "link.tfevents").symlink_to(path)
        done = self.run_program("repair", "--in-place", "link.tfevents")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue((self.root / "link.tfevents").is_symlink())
        self.assertEqual(self.run_program("verify", path).returncode, 0)


    def test_of_events_and_tensors_of_a_run_do_not_meet(self):
        self.run_program("demo", "runs")
        run = self.root / "runs" / "quick"
        for path in [*run.glob("*tfevents*"), *run.glob("*sltensors*")]:
            path.write_bytes(path.read_bytes()[:-3])
            done = self.run_program("repair", path)
            self.assertEqual((done.returncode, done.stderr), (0, ""), path)
        names = sorted(path.name for path in run.glob("events*"))
        self.assertEqual(len(names), 4)
        for word in ("tfevents", "sltensors", ".repaired-tensors", ".repaired"):
            self.assertTrue(any(word in name for name in names), names)
        listed = json.loads(self.run_program("inspect", "--json", run).stdout)
        self.assertEqual(len(listed["files"]), 2)


class Demo(ProgramTest):
    def test_names_the_page_among_what_to_try(self):
        done = self.run_program("demo", "runs")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("  stepline serve runs\n", done.stdout)


class Progress(ProgramTest):
    def test_shows_no_bar_where_there_is_no_terminal(self):
        path = self.damaged("x.tfevents")
        self.assertEqual(self.run_program("inspect", path).stderr, "")


class ManPage(ProgramTest):
    def test_is_roff_without_faults(self):
        page = self.run_program("man").stdout
        self.assertTrue(page.startswith(".TH STEPLINE 1 "))
        for line in page.splitlines():
            if line.startswith("."):
                self.assertRegex(line, r"^\.(TH|SH|SS|TP|PP|br|nh|ad)( |$)")
        if shutil.which("groff"):
            done = subprocess.run(["groff", "-man", "-ww", "-Tutf8", "-Kutf8"],
                                  input=page, text=True, capture_output=True,
                                  check=False)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertIn("Exit status 1", done.stdout)


class Completion(ProgramTest):
    def complete(self, *words):
        """What bash offers for the last of these words."""
        script = ('source <("$0" completion bash); COMP_WORDS=("$@"); '
                  "COMP_CWORD=$(($# - 1)); _stepline; "
                  'printf "%s\\n" "${COMPREPLY[@]}"')
        done = subprocess.run(
            ["bash", "--norc", "-c", script, PROGRAM, "stepline", *words],
            cwd=self.root, text=True, capture_output=True, check=False)
        self.assertEqual(done.stderr, "")
        return sorted(filter(None, done.stdout.split("\n")))

    def test_offers_commands(self):
        self.assertIn("verify", self.complete(""))
        self.assertEqual(self.complete("ver"), ["verify"])
        self.assertEqual(self.complete("help", "rep"), ["repair"])

    def test_offers_options_of_the_command(self):
        self.assertEqual(self.complete("merge", "--"),
                         ["--drop-superseded", "--every", "--help", "--output"])
        self.assertEqual(self.complete("merge", "--dr"), ["--drop-superseded"])

    def test_offers_choices(self):
        self.assertEqual(self.complete("completion", ""), ["bash", "zsh"])

    def test_offers_files_with_any_name(self):
        self.write("my run/x.tfevents")
        self.write("my other")
        self.assertEqual(self.complete("verify", "my"), ["my other", "my run"])
        self.assertEqual(self.complete("repair", "-o", "my r"), ["my run"])
        self.assertEqual(self.complete("repair", "--output", "=", "my r"),
                         ["my run"])

    def test_is_registered(self):
        done = subprocess.run(
            ["bash", "--norc", "-c",
             'source <("$0" completion bash); complete -p stepline', PROGRAM],
            text=True, capture_output=True, check=False)
        self.assertEqual(done.stdout, "complete -F _stepline stepline\n")

    def test_has_no_untold_option(self):
        script = self.run_program("completion", "zsh").stdout
        page = self.run_program("man").stdout.replace("\\-", "-")
        help_text = self.run_program("merge", "--help").stdout
        for option in ("--drop-superseded", "--every", "--output"):
            for text in (script, page, help_text):
                self.assertIn(option, text)


if __name__ == "__main__":
    unittest.main()
