"""The rows of the benchmark's table: what is compared with what, and what is
asked of it."""

from dataclasses import dataclass
from typing import Callable, Optional


@dataclass
class Spread:
    """A figure over all rounds: the median, the least and the greatest."""

    median: float
    low: float
    high: float


def peer_over_ours(ours, peer):
    return peer / ours


def ours_over_peer(ours, peer):
    return ours / peer


def alone(ours, _):
    return ours


@dataclass
class Row:
    what: str
    ours: str  # The figure's name.
    show: Callable[[float], str]
    peer: Optional[str] = None  # Likewise; none for a bar without a rival.
    asked: Optional[float] = None  # None: shown for information only.
    # How ours and the peer's make the number that is asked for.
    ratio: Callable[[float, float], float] = peer_over_ours
    more_is_better: bool = True
    unit: str = "x"


def nanos(value):
    if value < 1e3:
        return f"{value:.1f} ns"
    return f"{value / 1e3:.1f} us" if value < 1e6 else f"{value / 1e6:.1f} ms"


def millis(value):
    return f"{value * 1e3:.1f} us" if value < 0.1 else f"{value:.2f} ms"


def rate(value):
    return f"{value / 1e6:.1f} M/s" if value > 1e6 else f"{value / 1e3:.1f} k/s"


def size(value):
    return f"{value / 1024:.1f} KiB" if value < 1 << 20 else f"{value / (1 << 20):.1f} MiB"


def clocks(what, figure, asked=None):
    return Row(what, f"{figure}_ns", nanos, "clock_gettime_ns", asked,
               ours_over_peer, more_is_better=False, unit="clocks")


def array(what, figure, peer, asked=None):
    return Row(f"{what}, {peer}", figure, millis, f"{peer}.{figure}", asked)


def absolute(what, figure, show, asked=None, unit="", more_is_better=False):
    return Row(what, figure, show, None, asked, alone, more_is_better, unit)


ROWS = [
    clocks("add_scalar by tag, 10 tags, clock_gettime", "add_scalar_by_tag", 2),
    clocks("add_scalar by handle, clock_gettime", "add_scalar_by_handle", 1.6),
    clocks("add_scalar by tag, 1,000 tags", "add_scalar_by_1000_tags"),
    clocks("add_scalar by tag, 2 threads", "add_scalar_by_tag_2_threads"),
    clocks("add_scalar by handle, 2 threads", "add_scalar_by_handle_2_threads"),
    clocks("add_scalar by tag, 4 threads", "add_scalar_by_tag_4_threads"),
    clocks("add_scalar by handle, 4 threads", "add_scalar_by_handle_4_threads"),
    Row("add_scalar by tag, torch", "add_scalar_by_tag_ns", nanos,
        "torch.add_scalar_by_tag_ns"),
    Row("add_scalar by tag, tensorboardX", "add_scalar_by_tag_ns", nanos,
        "tensorboardX.add_scalar_by_tag_ns"),
    absolute("scalars into a file, all found there", "scalars_per_second", rate,
             15e6, "/s", more_is_better=True),
    Row("scalars into a file, torch", "scalars_per_second", rate,
        "torch.scalars_per_second", None, ours_over_peer),
    Row("scalars into a file, tensorboardX", "scalars_per_second", rate,
        "tensorboardX.scalars_per_second", None, ours_over_peer),
    array("histogram of 1M float32, caller", "histogram_caller_ms", "torch", 150),
    array("histogram of 1M float32, with flush", "histogram_flushed_ms", "torch", 25),
    array("histogram of 1M float32, caller", "histogram_caller_ms", "tensorboardX"),
    array("histogram of 1M float32, with flush", "histogram_flushed_ms", "tensorboardX"),
    array("image 256x256 RGB noise, caller", "image_noise_caller_ms", "torch", 800),
    array("image 256x256 RGB noise, with flush", "image_noise_flushed_ms", "torch", 40),
    array("image 256x256 RGB noise, caller", "image_noise_caller_ms", "tensorboardX"),
    array("image 256x256 RGB noise, with flush", "image_noise_flushed_ms", "tensorboardX"),
    array("the same in float32, caller", "image_float_noise_caller_ms", "torch"),
    array("the same in float32, with flush", "image_float_noise_flushed_ms", "torch"),
    array("image like a photograph, caller", "image_photo_caller_ms", "torch"),
    array("image like a photograph, with flush", "image_photo_flushed_ms", "torch"),
    absolute("slow disk: add_scalar, p50 of 10M", "slow_disk_p50_ns", nanos),
    absolute("slow disk: add_scalar, p99", "slow_disk_p99_ns", nanos, 2000, " ns"),
    absolute("slow disk: add_scalar, p99.9", "slow_disk_p999_ns", nanos),
    absolute("slow disk: add_scalar, worst", "slow_disk_worst_ns", nanos),
    absolute("memory of a writer, nothing added", "fresh_writer_bytes", size),
    absolute("memory of a writer, idle", "idle_writer_bytes", size),
    absolute("stalled disk, scalars: memory", "stalled_scalars_bytes", size),
    absolute("stalled disk, histograms: above the bound", "above_bound_bytes",
             size, 16 << 20, " bytes"),
    absolute("background: a scalar", "encode_scalar_ns", nanos),
    absolute("background: a scalar, 61-character tag", "encode_long_tag_scalar_ns", nanos),
    absolute("background: PNG of noise", "png_noise_ms", millis),
    absolute("background: PNG like a photograph", "png_photo_ms", millis),
    absolute("background: a histogram's value", "histogram_ns_per_value", nanos),
]


def number(value):
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.2f}"


def asked_text(row):
    if row.asked is None:
        return ""
    sign = ">=" if row.more_is_better else "<="
    limit = row.show(row.asked) if row.peer is None else f"{number(row.asked)} {row.unit}"
    return f"{sign} {limit}"


def cells(row, figures):
    """The row's texts, and whether it misses what is asked of it."""
    ours = figures[row.ours]
    peer = figures[row.peer] if row.peer else None
    measured = row.ratio(ours.median, peer.median if peer else 0)
    missed = row.asked is not None and (
        measured < row.asked if row.more_is_better else measured > row.asked
    )
    verdict = "" if row.asked is None else "MISSED" if missed else "met"
    return [
        row.what,
        row.show(peer.median) if peer else "",
        row.show(ours.median),
        f"{row.show(ours.low)} .. {row.show(ours.high)}",
        f"{number(measured)} {row.unit}" if peer else "",
        asked_text(row),
        verdict,
    ], missed


HEADINGS = ["what", "peer", "ours", "spread of ours", "ratio", "asked", "verdict"]


def render(rows):
    widths = [max(len(row[i]) for row in [HEADINGS, *rows]) for i in range(len(HEADINGS))]

    def line(texts):
        left = texts[0].ljust(widths[0])
        rest = (text.rjust(width) for text, width in zip(texts[1:], widths[1:]))
        return " | ".join([left, *rest]).rstrip()

    rule = "-+-".join("-" * width for width in widths)
    return "\n".join([line(HEADINGS), rule, *map(line, rows)])
