"""How long Python needs from a log directory to a data frame of its scalars.

    data_frames.py LOGDIR

Prints {"points": ..., "open_s": ..., "pandas_s": ..., ...}; the time of a frame
includes that of opening.
"""

import json
import sys
import time

import pandas  # noqa: F401: imports are not what is measured.
import polars  # noqa: F401
import pyarrow  # noqa: F401

import stepline


def seconds(logdir, make):
    begin = time.perf_counter()
    made = make(stepline.SummaryReader(logdir))
    return time.perf_counter() - begin, made


def main(logdir):
    seconds(logdir, len_of_table)  # On memory that the machine has not used lately.
    figures = {"open_s": seconds(logdir, lambda reader: None)[0]}
    for name in ("pandas", "polars", "arrow"):
        taken, frame = seconds(logdir, lambda reader: getattr(reader, f"to_{name}")())
        figures[f"{name}_s"] = taken
        figures["points"] = len(frame)
        del frame
    print(json.dumps(figures))


def len_of_table(reader):
    return len(reader.read_scalar_table())


if __name__ == "__main__":
    main(sys.argv[1])
