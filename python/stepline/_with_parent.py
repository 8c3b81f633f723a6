"""A script: `_with_parent.py PARENT PROGRAM ARGUMENT...` becomes a program that
Linux ends with the thread that started it."""

import os
import signal
import sys

_PR_SET_PDEATHSIG = 1


def main() -> None:
    parent, *command = sys.argv[1:]
    try:
        import ctypes

        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
    except (ImportError, OSError, AttributeError):
        pass  # It runs all the same.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # Python ignores it.
    if os.getppid() == int(parent):
        os.execv(command[0], command)


if __name__ == "__main__":
    main()
