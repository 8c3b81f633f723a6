"""Small words for tests: what is in a log directory, and programs that log."""

import contextlib
import pathlib
import signal
import subprocess
import sys
import textwrap

from tensorboard.backend.event_processing.event_file_loader import EventFileLoader


def event_files(logdir):
    return sorted(pathlib.Path(logdir).glob("*tfevents*"))


def scalars(path):
    """[(tag, step, value)] of an event file, or of all in a directory."""
    if pathlib.Path(path).is_dir():
        return [point for file in event_files(path) for point in scalars(file)]
    found = []
    for event in EventFileLoader(str(path)).Load():
        for value in event.summary.value:
            found.append((value.tag, event.step, value.tensor.float_val[0]))
    return found


def steps(path):
    return sorted(step for _, step, _ in scalars(path))


# As in a terminal: what a shell starts in the background ignores Ctrl-C.
_PROLOGUE = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"


def _command(code, logdir):
    code = _PROLOGUE + f"logdir = {str(logdir)!r}\n" + textwrap.dedent(code)
    script = pathlib.Path(logdir).with_suffix(".py")
    script.write_text(code)
    return [sys.executable, "-W", "error", str(script)]


def run_program(code, logdir, **options):
    """Runs a program that finds the directory in `logdir`, and gives its result."""
    return subprocess.run(
        _command(code, logdir), text=True, capture_output=True, timeout=120, **options
    )


@contextlib.contextmanager
def started(code, logdir, **options):
    """The process of such a program, which is ended at the latest with the block."""
    with subprocess.Popen(
        _command(code, logdir), text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def run_well(code, logdir):
    done = run_program(code, logdir)
    assert done.returncode == 0, done.stderr
    return done


KILLED = -signal.SIGKILL
