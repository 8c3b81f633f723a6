"""Runs the program `stepline` as a user or a script would."""

import csv
import io
import json
import os
import pty
import select
import signal
import subprocess
import time

PROGRAM = os.environ["STEPLINE_PROGRAM"]
PATIENCE_SECS = 30


class Done:
    def __init__(self, status, out, err):
        self.status = status
        self.raw = out
        self.out = out.decode(errors="surrogateescape")
        self.err = err.decode(errors="surrogateescape")

    def well(self):
        """This, when it ended well and had nothing to complain of."""
        assert (self.status, self.err) == (0, ""), self.err
        return self

    def rows(self):
        return list(csv.DictReader(io.StringIO(self.out, newline="")))

    def objects(self):
        return [json.loads(line) for line in self.out.splitlines()]

    def json(self):
        return json.loads(self.out)


def stepline(*arguments, program=PROGRAM, user=None, group=None, extra_groups=None,
             **environment):
    done = subprocess.run(
        [program, *arguments], capture_output=True, timeout=120, user=user,
        group=group, extra_groups=extra_groups,
        env={**os.environ, "TZ": "UTC", **environment})
    return Done(done.returncode, done.stdout, done.stderr)


def stepline_on_terminal(*arguments, columns=80, **environment):
    """The status and everything that a terminal got to see."""
    with Running(*arguments, terminal=True, columns=columns, **environment) as run:
        seen = run.read_all()
        return run.process.wait(PATIENCE_SECS), seen


class Running:
    """The program while it goes on: with Running("tail", logdir) as tail."""

    def __init__(self, *arguments, terminal=False, columns=80, **environment):
        if terminal:
            self._fd, theirs = pty.openpty()
        else:
            self._fd, theirs = os.pipe()
        environment = {"TERM": "xterm", "COLUMNS": str(columns), **environment}
        self.process = subprocess.Popen(
            [PROGRAM, *arguments], stdout=theirs, stderr=theirs,
            env={**os.environ, "TZ": "UTC", **environment})
        os.close(theirs)
        self._seen = b""

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self._fd)

    def _more(self, deadline):
        ready, _, _ = select.select([self._fd], [], [], deadline - time.monotonic())
        assert ready, f"no more output than {self._seen!r}"
        try:
            return os.read(self._fd, 1 << 16)
        except OSError:  # A terminal whose other side has gone.
            return b""

    def read_until(self, enough):
        """All output so far, as soon as enough(output) is true."""
        deadline = time.monotonic() + PATIENCE_SECS
        while not enough(self._seen.decode(errors="replace")):
            more = self._more(deadline)
            assert more, f"ended after {self._seen!r}"
            self._seen += more
        return self._seen.decode(errors="replace")

    def read_all(self):
        deadline = time.monotonic() + PATIENCE_SECS
        while more := self._more(deadline):
            self._seen += more
        return self._seen.decode(errors="replace")

    def interrupt(self):
        """The status after Ctrl-C, and all output."""
        self.process.send_signal(signal.SIGINT)
        seen = self.read_all()
        return self.process.wait(PATIENCE_SECS), seen
