"""python -m stepline train.py args...

Runs a program, or with -m a module, whose imports of torch.utils.tensorboard
and tensorboardX give Stepline's.
"""

from __future__ import annotations

import sys

from stepline import _launch
from stepline._install import install

_USAGE = "usage: python -m stepline [-m module | program.py] [argument ...]"


def main() -> None:
    arguments = sys.argv[1:]
    if arguments[:1] in (["-h"], ["--help"]):
        print(f"{_USAGE}\n{__doc__}")
    elif not arguments or arguments == ["-m"]:
        print(_USAGE, file=sys.stderr)
        sys.exit(2)
    else:
        install()
        _launch.run(arguments)


if __name__ == "__main__":
    main()
